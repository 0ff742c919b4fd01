"""A bot that looks one move ahead: what its place and its lead are worth right after it, on average over what it
cannot see. What an action asks further is chosen by chance, the best of a few ways counting."""

from __future__ import annotations

from dsl.bots.ahead import worth_after
from dsl.bots.ground import Ground
from dsl.bots.mcts import dice_for
from dsl.bots.rules import Rules
from dsl.engine.information import Information
from dsl.engine.sampling import Sampler

SAMPLES = 2  #: positions thought up
WAYS = 3  #: ways tried to complete an action


class GreedyBot:
    """Takes the option after which it stands best. The same seed and position give the same choice."""

    def __init__(self, seed: int, rules: Rules) -> None:
        self._seed = seed
        self._rules = rules

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        options = list(information.options)
        if len(options) == 1:
            return options[0]
        dice = dice_for(self._seed, information)
        runner = self._rules.quick(information.setting)
        ground, sampler = Ground(runner, information.seat), Sampler(information, runner)
        worth = dict.fromkeys(options, 0)
        for _ in range(SAMPLES):
            state = sampler.draw(dice)
            asked = ground.asked(state)
            if asked is None:
                continue
            for option in options:
                worth[option] += max(worth_after(ground, state, asked, option, dice) for _ in range(WAYS))
        best = max(worth.values())
        choices = [option for option in options if worth[option] == best]
        return choices[dice.below(len(choices))]
