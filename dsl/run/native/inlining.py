"""Functions and steps that are written where they are called for: nothing of what they do is left out, fuel included.

Worth it are short ones, and those that are called in no other place. A function that is written in place has locals of
its own, and leaves its result in some when it is done; a step in place ends the function at hand, as it would have by
itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.ir.instructions import Function
from dsl.run.bounds import Bounds
from dsl.run.native.bitsets import Plan
from dsl.run.native.sets import InLocals, InMemory
from dsl.run.prices import Prices

SMALL = 1500  #: instructions of a program in which longer ones are in place, too: it is soon made
SHORT, LESS_SHORT = 30, 60  #: instructions of a function or step that is written in place; in a small program
LONG = 200  #: of one that is needed nowhere else
PLACED = 2000  #: instructions that are written in place in one function
MANY = 4000  #: a program of more gains little, and takes much longer to make
DEEPEST, LONGEST = 8, 16  #: so many are in place in one another where another function, or step, may be


@dataclass(slots=True)
class Scope:
    """What belongs to the function whose body is being written."""

    function: Function
    plan: Plan
    is_step: bool
    prices: Prices
    single: set[str]  #: the locals that are given one value only
    end: int = -1  #: the label behind a function in place; -1 for one that is none
    results: tuple[int, ...] = ()  #: the locals that take the result of a function in place
    exits: list[int] = field(default_factory=list)  #: the labels of the loops around, the innermost last
    locals: dict[str, int | InLocals | InMemory] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)
