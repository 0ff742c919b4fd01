"""Playing on by chance from a position, to see what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dsl.bots.ground import Asked, Ground, any_of
from dsl.run.chance import Dice
from dsl.run.runner import State


class Playout(Protocol):
    """Plays on by chance."""

    def __call__(self, state: State, dice: Dice, turn: int) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat in a turn. Raises RuleError."""
        ...


@dataclass(frozen=True, slots=True)
class ByChance:
    """The playout: choices by chance, broken off once the score sheet can tell who is ahead."""

    ground: Ground
    early: int  #: it breaks off after so many choices ...
    share: int  #: ... in so many of 16 turns, if anybody is ahead then
    horizon: int  #: so many choices, and as many more only as long as nobody is ahead
    most: int  #: never more
    by_entry: int  #: draw an entry first, then one of its values
    drawing: Ground | None  #: the same positions, with one option in place of all: all but the first choice is so drawn

    def __call__(self, state: State, dice: Dice, turn: int) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat in a turn. Raises RuleError."""
        ground = self.ground
        cut = turn * self.share % 16 < self.share
        for number in range(self.most):
            asked = ground.asked(state)
            if asked is None or ground.is_full(state):
                break
            long = number > 0 and number % self.horizon == 0
            if (long or (cut and number == self.early)) and not ground.is_open(state):
                break
            option = self._drawn(asked, dice) if ground is self.ground else asked.options[0]
            if not number:
                ground = self._begun(state, asked, option)
            ground.take(state, asked, option)
        return ground.worths(state)

    def _begun(self, state: State, asked: Asked, option: int) -> Ground:
        """Return the ground for all that comes after the first choice."""
        if self.drawing is None or self.by_entry:
            return self.ground
        self.drawing.forget(state)
        self.drawing.offer_only(state, asked, option)
        return self.drawing

    def _drawn(self, asked: Asked, dice: Dice) -> int:
        return any_of(asked, asked.options, dice) if self.by_entry else asked.options[dice.below(len(asked.options))]
