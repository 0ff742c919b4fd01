"""Bots: players that use only the information set of their seat. `make` creates one by name: `bot:mcts:500`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.bots.levels import BotLevel, level_of, unknown
from dsl.bots.parallel_search import Exploration
from dsl.bots.rules_cache import GamePrograms, programs_of
from dsl.bots.search_bot import SearchBot, StopTest, never_stopped
from dsl.bots.simple_bots import EpsilonBot, GreedyBot, RandomBot

if TYPE_CHECKING:
    from dsl.match.rulesets.ruleset import Ruleset

Player = RandomBot | GreedyBot | SearchBot | EpsilonBot


def make(player: str, seed: int, pack: Ruleset | None = None) -> Player:
    """Return the bot `player`, which searches in this process.

    Raises ValueError if there is no such bot, or if one that searches gets no rules.
    """
    level = level_of(player, pack)
    if level.sort == "random":
        return RandomBot(seed)
    if pack is None:
        raise unknown(player)
    return bot_of(level, seed, programs_of(pack))


def bot_of(
    level: BotLevel,
    seed: int,
    rules: GamePrograms,
    stopped: StopTest = never_stopped,
    asked: float | None = None,
    exploration: Exploration | None = None,
) -> Player:
    """Return the bot of a level; a search ends when it is `stopped`, and its time counts from `asked`. Helpers search
    the same decision in an `exploration`."""
    if level.sort == "random":
        return RandomBot(seed)
    bot = (
        GreedyBot(seed, rules)
        if level.sort == "greedy"
        else SearchBot(seed, rules, level.budget, level.parameters, stopped, asked, exploration=exploration)
    )
    return EpsilonBot(seed, level.random_percent, bot) if level.random_percent else bot
