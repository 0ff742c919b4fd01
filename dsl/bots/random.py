"""A bot that takes any option. It uses nothing but its view and its own seed, and forgets nothing between sessions."""

from __future__ import annotations

import random

from dsl.engine.information import Information


class RandomBot:
    """Chooses by chance: first one of the possible entries, then one of its values, so that a list of many targets
    does not drown the rest. The same seed and position give the same choice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        decision = information.decision
        dice = random.Random(f"{self._seed} {information.view.position}")
        entry = dice.choice(sorted({option.entry for option in decision.options}))
        return dice.choice([option.number for option in decision.options if option.entry == entry])
