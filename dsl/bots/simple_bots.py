"""A bot that takes any option. It uses what its seat knows and its own seed, and forgets nothing between sessions."""

from __future__ import annotations

import random
from typing import Protocol

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.mcts import dice_for
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import utility_after
from dsl.match.events import option_parts
from dsl.match.information import Information
from dsl.match.sampling import Sampler


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


# A bot that looks one move ahead: what its place and its lead are worth right after it, on average over what it
# cannot see. What an action asks further is chosen by chance, the best of a few ways counting.


SAMPLES = 2  #: positions thought up
WAYS = 3  #: ways tried to complete an action


class GreedyBot:
    """Takes the option after which it stands best. The same seed and position give the same choice."""

    def __init__(self, seed: int, rules: GamePrograms) -> None:
        self._seed = seed
        self._rules = rules

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        options = list(information.options)
        if len(options) == 1:
            return options[0]
        dice = dice_for(self._seed, information)
        runner = self._rules.quick(information.setting)
        ground, sampler = GameAdapter(runner, information.seat), Sampler(information, runner)
        worth = dict.fromkeys(options, 0)
        for _ in range(SAMPLES):
            state = sampler.draw(dice)
            asked = ground.asked(state)
            if asked is None:
                continue
            for option in options:
                worth[option] += max(utility_after(ground, state, asked, option, dice) for _ in range(WAYS))
        best = max(worth.values())
        choices = [option for option in options if worth[option] == best]
        return choices[dice.below(len(choices))]


# A bot that now and then chooses by chance what another one would think about.


class InstantBot(Protocol):
    """Whoever chooses at once."""

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        ...


class EpsilonBot:
    """Makes so many of a hundred choices by chance. The same seed and position give the same choice."""

    def __init__(self, seed: int, careless: int, other: InstantBot) -> None:
        self._seed = seed
        self._careless = careless
        self._random = RandomBot(seed)
        self._other = other

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        careless = dice_for(self._seed, information).below(100) < self._careless
        return (self._random if careless else self._other).choose(information)
