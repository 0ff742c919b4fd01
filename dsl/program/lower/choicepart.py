"""What the parts of lowering choices share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.program.lower.expressions import Expressions
from dsl.program.lower.unit import Unit

if TYPE_CHECKING:
    from dsl.program.lower.choices import Choices


@dataclass(frozen=True, slots=True)
class ChoicePart:
    """A part of lowering choices, which reaches the others through `choices`."""

    choices: Choices

    @property
    def unit(self) -> Unit:
        """The program in the making."""
        return self.choices.unit

    @property
    def ex(self) -> Expressions:
        """What lowers the expressions of the program."""
        return self.choices.ex
