"""Playing on by chance from a position, to see what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dsl.bots.ground import Asked, Ground, any_of
from dsl.bots.habits import Habits
from dsl.run.chance import Dice
from dsl.run.runner import State


class Playout(Protocol):
    """Plays on by chance."""

    def __call__(self, state: State, dice: Dice) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat. Raises RuleError."""
        ...


@dataclass(frozen=True, slots=True)
class ByChance:
    """The playout: choices by chance, broken off once the score sheet can tell who is ahead."""

    ground: Ground
    early: int  #: after so many choices the score sheet is asked for the first time ...
    share: int  #: ... and counts so many 16ths, if anybody is ahead then
    horizon: int  #: so many choices, and as many more only as long as nobody is ahead
    most: int  #: never more
    by_entry: int  #: draw an entry first, then one of its values
    habit: int  #: draw so many options more, and take the one that has been worth most so far
    habits: Habits

    def __call__(self, state: State, dice: Dice) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat. Raises RuleError."""
        ground, noted = self.ground, [0] * self.ground.runner.program.players
        share = 0
        for number in range(self.most):
            asked = ground.asked(state)
            if asked is None or ground.is_full(state):
                break
            if number == self.early and not ground.is_open(state):
                share, noted = self.share, ground.worths(state)
            if number and number % self.horizon == 0 and not ground.is_open(state):
                break
            ground.take(state, asked, self._drawn(asked, dice))
        worths = ground.worths(state)
        return [(share * now + (16 - share) * then) // 16 for now, then in zip(noted, worths, strict=True)]

    def _drawn(self, asked: Asked, dice: Dice) -> int:
        drawn = self._any(asked, dice)
        if not self.habit or len(asked.options) == 1:
            return drawn
        return self.habits.preferred(asked, drawn, self.habit, lambda: self._any(asked, dice))

    def _any(self, asked: Asked, dice: Dice) -> int:
        return any_of(asked, asked.options, dice) if self.by_entry else asked.options[dice.below(len(asked.options))]
