"""The rule errors that no rule names: what every runner checks by itself, with numbers below those of a program."""

from __future__ import annotations

from dsl.ir.program import Program, Trap
from dsl.run.runner import RuleError, Runner, State
from dsl.text.source import Span

FUEL = -1
INDEX = -2
DIVISOR = -3
CHANCE = -4
BOTH = -5

_BUILT_IN = {
    FUEL: ("endless", "this takes so long that it may never end"),
    INDEX: ("outside", "something is looked up at a place that does not exist"),
    DIVISOR: ("divisor", "a number can only be divided by 1 or more"),
    BOTH: ("both-changed", "two players, each in secret, changed the same thing"),
    CHANCE: ("no-chance", "chance needs at least one possibility to choose from"),
}


class TrapError(Exception):
    """A trap sprang: one of the program's if `number` is 0 or more, else one of those above.

    `state` is the position at that moment, or the world of the seat that was acting, where the runner knows it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.state: State = []


def rule_error(program: Program, number: int, place: Span, stuck: tuple[Runner, State] | None = None) -> RuleError:
    """Return the error for trap `number`; `place` is where a trap that the rules do not name came about, `stuck` which
    runner met it in which state."""
    if number >= 0:
        trap = program.traps[number]
        return RuleError(trap, stuck if trap.slug == "no-option" else None)
    slug, text = _BUILT_IN[number]
    return RuleError(Trap(slug, text, place))
