"""A bot that takes any option. It uses what its seat knows and its own seed, and forgets nothing between sessions."""

from __future__ import annotations

import random

from dsl.engine.chronicle import option_parts
from dsl.engine.information import Information


class RandomBot:
    """Chooses by chance: first one of the possible entries, then one of its values, so that a list of many targets
    does not drown the rest. The same seed and position give the same choice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        dice = random.Random(f"{self._seed} {information.position}")
        entries = {option: option_parts(option, information.combined)[0] for option in information.options}
        entry = dice.choice(sorted(set(entries.values())))
        return dice.choice([option for option in information.options if entries[option] == entry])
