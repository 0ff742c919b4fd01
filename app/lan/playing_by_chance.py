"""Who takes a free seat, is ready at once, and chooses by chance: for tests and to look on. No Qt."""

from __future__ import annotations

from random import Random

from app.lan.protocol import Lobby
from dsl.engine.view import DecisionView


class ByChance:
    """Chooses for one guest. The same seed and the same offers make the same choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def seat(self, lobby: Lobby) -> str:
        """Return the seat to take; empty if none is free."""
        return next((seat.seat for seat in lobby.seats if seat.state == "free"), "")

    def option(self, decision: DecisionView) -> int:
        """Return the option to take."""
        return self._random.choice(decision.options).number
