"""Players that use only what their seat may know. `make` finds them by the name that a seat's plan says."""

from __future__ import annotations

from dsl.bots.levels import BotLevel, level_of, unknown
from dsl.bots.mcts import SearchBot, Stopped, never
from dsl.bots.rules_cache import GamePrograms, programs_of
from dsl.bots.simple_bots import EpsilonBot, GreedyBot, RandomBot
from dsl.match.rulesets.ruleset import Ruleset

Player = RandomBot | GreedyBot | SearchBot | EpsilonBot


def make(player: str, seed: int, pack: Ruleset | None = None) -> Player:
    """Return the bot `player`, which thinks while it is asked. Raises ValueError if there is none of that name, or if
    one that looks ahead gets no rules."""
    way = level_of(player, pack)
    if way.sort == "random":
        return RandomBot(seed)
    if pack is None:
        raise unknown(player)
    return bot_of(way, seed, programs_of(pack))


def bot_of(
    way: BotLevel, seed: int, rules: GamePrograms, stopped: Stopped = never, asked: float | None = None
) -> Player:
    """Return a bot that plays in a way; one that searches breaks off when it is `stopped`, and its time counts from
    when it was `asked`."""
    if way.sort == "random":
        return RandomBot(seed)
    bot = (
        GreedyBot(seed, rules)
        if way.sort == "greedy"
        else SearchBot(seed, rules, way.budget, way.manner, stopped, asked)
    )
    return EpsilonBot(seed, way.careless, bot) if way.careless else bot
