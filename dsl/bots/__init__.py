"""Players that use only what their seat may know. `make` finds them by the name that a seat's plan says."""

from __future__ import annotations

from dsl.bots.careless import CarelessBot
from dsl.bots.greedy import GreedyBot
from dsl.bots.levels import Way, unknown, way_of
from dsl.bots.mcts import SearchBot, Stopped, never
from dsl.bots.random import RandomBot
from dsl.bots.rules import Rules, rules_of
from dsl.engine.pack import Pack

Player = RandomBot | GreedyBot | SearchBot | CarelessBot


def make(player: str, seed: int, pack: Pack | None = None) -> Player:
    """Return the bot `player`, which thinks while it is asked. Raises ValueError if there is none of that name, or if
    one that looks ahead gets no rules."""
    way = way_of(player, pack)
    if way.sort == "random":
        return RandomBot(seed)
    if pack is None:
        raise unknown(player)
    return bot_of(way, seed, rules_of(pack))


def bot_of(way: Way, seed: int, rules: Rules, stopped: Stopped = never, asked: float | None = None) -> Player:
    """Return a bot that plays in a way; one that searches breaks off when it is `stopped`, and its time counts from
    when it was `asked`."""
    if way.sort == "random":
        return RandomBot(seed)
    bot = (
        GreedyBot(seed, rules)
        if way.sort == "greedy"
        else SearchBot(seed, rules, way.budget, way.manner, stopped, asked)
    )
    return CarelessBot(seed, way.careless, bot) if way.careless else bot
