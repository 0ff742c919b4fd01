"""A bot that looks one move ahead: what its place and its lead are worth right after it, on average over what it
cannot see. What an action asks further is chosen by chance, the best of a few ways counting."""

from __future__ import annotations

from dsl.bots.ground import Asked, Ground, any_of
from dsl.bots.mcts import dice_for
from dsl.bots.rules import Rules
from dsl.engine.information import Information
from dsl.engine.sampling import Sampler
from dsl.run.chance import Dice
from dsl.run.runner import RuleError, State

SAMPLES = 2  #: positions thought up
WAYS = 3  #: ways tried to complete an action
STEPS = 6  #: choices in which an action is completed


class GreedyBot:
    """Takes the option after which it stands best. The same seed and position give the same choice."""

    def __init__(self, seed: int, rules: Rules) -> None:
        self._seed = seed
        self._rules = rules

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat."""
        options = [option.number for option in information.decision.options]
        if len(options) == 1:
            return options[0]
        dice = dice_for(self._seed, information)
        runner = self._rules.runner(information.setting)
        ground, sampler = Ground(runner, information.seat), Sampler(information, runner)
        worth = dict.fromkeys(options, 0)
        for _ in range(SAMPLES):
            state = sampler.draw(dice)
            asked = ground.asked(state)
            for option in options if asked else ():
                assert asked is not None
                worth[option] += max(self._worth(ground, state, asked, option, dice) for _ in range(WAYS))
        best = max(worth.values())
        choices = [option for option in options if worth[option] == best]
        return choices[dice.below(len(choices))]

    @staticmethod
    def _worth(ground: Ground, before: State, asked: Asked, option: int, dice: Dice) -> int:
        """Return what the position after an option is worth to whoever takes it."""
        state, seat = before.copy(), asked.seat
        try:
            ground.take(state, asked, option)
            for _ in range(STEPS):
                following = ground.asked(state)
                if following is None or following.seat != seat or not following.continues:
                    break
                ground.take(state, following, any_of(following, following.options, dice))
            return ground.worths(state)[seat]
        except RuleError:
            return 0
