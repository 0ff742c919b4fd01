"""Players that use only what their seat may know. `make` finds them by the name that a seat's plan says."""

from __future__ import annotations

from dsl.bots.random import RandomBot
from dsl.engine.pack import Pack
from dsl.engine.table import Bot

BOTS = ("bot:random",)


def make(player: str, seed: int, pack: Pack | None = None) -> Bot:
    """Return the bot `player`. Whoever looks ahead needs the rules of the game. Raises ValueError if there is none."""
    if player == "bot:random":
        return RandomBot(seed)
    raise ValueError(f"there is no player `{player}`; there are {', '.join(BOTS)}")
