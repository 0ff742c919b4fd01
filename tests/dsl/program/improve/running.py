"""Runs small programs as written and improved, and says what an improved function looks like."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program import code as c
from dsl.program.improve import PASSES, improved
from dsl.program.layout import Slot
from dsl.program.program import Program
from dsl.program.verify import verify
from dsl.runtime.reference.runner import ReferenceRunner
from tests.dsl.runtime.programs import program

WIDTH = 8
SLOTS = (Slot("n", 0), Slot("list", 0, 5), Slot("set", 0, width=WIDTH))


def made(*functions: c.Function) -> Program:
    """Return a program of these functions, with slots `n`, `list` and `set`."""
    return program(*functions, slots=SLOTS, traps=("one",))


def body(functions: Sequence[c.Function], passes: Sequence[str] = PASSES) -> c.Block:
    """Return the body of the last function after these passes; a runner could have the whole."""
    better = improved(made(*functions), passes)
    assert verify(better) == []
    return better.functions[functions[-1].name].body


def result(functions: Sequence[c.Function], *args: int) -> int:
    """Return what the last function says, as written and improved."""
    plain = made(*functions)
    said = []
    for each in (plain, improved(plain)):
        runner = ReferenceRunner(each)
        state = runner.blank()
        state[each.layout.slots["set"].first] = 0b1011
        said.append(runner.call(state, functions[-1].name, *args))
    assert said[0] == said[1]
    return said[0]
