"""Players that use only what their seat may see. `make` finds them by the name that a seat's plan says."""

from __future__ import annotations

from dsl.bots.random import RandomBot
from dsl.engine.table import Bot

BOTS = ("bot:random",)


def make(player: str, seed: int) -> Bot:
    """Return the bot `player`. Raises ValueError if there is none of that name."""
    if player == "bot:random":
        return RandomBot(seed)
    raise ValueError(f"there is no player `{player}`; there are {', '.join(BOTS)}")
