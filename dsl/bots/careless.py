"""A bot that now and then chooses by chance what another one would think about."""

from __future__ import annotations

from typing import Protocol

from dsl.bots.mcts import dice_for
from dsl.bots.random import RandomBot
from dsl.engine.information import Information


class Chooser(Protocol):
    """Whoever chooses at once."""

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        ...


class CarelessBot:
    """Makes so many of a hundred choices by chance. The same seed and position give the same choice."""

    def __init__(self, seed: int, careless: int, other: Chooser) -> None:
        self._seed = seed
        self._careless = careless
        self._random = RandomBot(seed)
        self._other = other

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        careless = dice_for(self._seed, information).below(100) < self._careless
        return (self._random if careless else self._other).choose(information)
