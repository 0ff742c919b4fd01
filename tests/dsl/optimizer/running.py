"""Runs small programs as written and optimized, and returns optimized bodies."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import instructions as c
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.optimizer import PASSES, optimized
from dsl.runtime.reference.runner import ReferenceRunner
from tests.dsl.runtime.programs import program

WIDTH = 8
SLOTS = (Slot("n", 0), Slot("list", 0, 5), Slot("set", 0, width=WIDTH))


def made(*functions: c.Function) -> Program:
    """Return a program of these functions, with slots `n`, `list` and `set`."""
    return program(*functions, slots=SLOTS, traps=("one",))


def body(functions: Sequence[c.Function], passes: Sequence[str] = PASSES) -> c.Block:
    """Return the body of the last function after these passes; the program must verify."""
    better = optimized(made(*functions), passes)
    assert verify(better) == []
    return better.functions[functions[-1].name].body


def result(functions: Sequence[c.Function], *args: int) -> int:
    """Return the result of the last function, as written and optimized."""
    plain = made(*functions)
    said = []
    for each in (plain, optimized(plain)):
        runner = ReferenceRunner(each)
        state = runner.blank()
        state[each.layout.slots["set"].first] = 0b1011
        said.append(runner.call(state, functions[-1].name, *args))
    assert said[0] == said[1]
    return said[0]
