"""Bots without a tree search: random, one move ahead, and epsilon-random."""

from __future__ import annotations

import random
from typing import Protocol

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import dice_for
from dsl.bots.tree_search import utility_after
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.information_set import Information
from dsl.match.observation.sampling import Sampler


class RandomBot:
    """Bot that chooses at random: first an entry, then one of its values, so that an entry with many values is no
    likelier. The same seed and position give the same choice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, information: Information) -> int:
        """Return one of the options of the information set."""
        dice = random.Random(f"{self._seed} {information.position}")
        entries = {option: option_parts(option, information.combined)[0] for option in information.options}
        entry = dice.choice(sorted(set(entries.values())))
        return dice.choice([option for option in information.options if entries[option] == entry])


SAMPLES = 2  #: samples of the hidden state
COMPLETIONS = 3  #: random completions of an action with further values; the best counts


class GreedyBot:
    """Bot that looks one move ahead: takes the option with the highest utility, on average over samples of the hidden
    state. The same seed and position give the same choice."""

    def __init__(self, seed: int, rules: GamePrograms) -> None:
        self._seed = seed
        self._rules = rules

    def choose(self, information: Information) -> int:
        """Return one of the options of the information set."""
        options = list(information.options)
        if len(options) == 1:
            return options[0]
        dice = dice_for(self._seed, information)
        runner = self._rules.quick(information.setting)
        adapter, sampler = GameAdapter(runner, information.seat), Sampler(information, runner)
        utilities = dict.fromkeys(options, 0)
        for _ in range(SAMPLES):
            state = sampler.draw(dice)
            decision = adapter.decision(state)
            if decision is None:
                continue
            for option in options:
                utilities[option] += max(
                    utility_after(adapter, state, decision, option, dice) for _ in range(COMPLETIONS)
                )
        best = max(utilities.values())
        choices = [option for option in options if utilities[option] == best]
        return choices[dice.below(len(choices))]


class InstantBot(Protocol):
    """A bot that chooses at once."""

    def choose(self, information: Information) -> int:
        """Return one of the options of the information set."""
        ...


class EpsilonBot:
    """Bot that makes a percentage of its choices at random, and the others as another bot does (epsilon-greedy).

    The same seed and position give the same choice.
    """

    def __init__(self, seed: int, random_percent: int, other: InstantBot) -> None:
        self._seed = seed
        self._random_percent = random_percent
        self._random = RandomBot(seed)
        self._other = other

    def choose(self, information: Information) -> int:
        """Return one of the options of the information set."""
        at_random = dice_for(self._seed, information).below(100) < self._random_percent
        return (self._random if at_random else self._other).choose(information)
