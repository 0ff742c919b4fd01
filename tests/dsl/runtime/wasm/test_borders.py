"""Bitsets whose last word is partly used: no bits enter from outside, no bits stay beyond the width. Also results of
functions, which the next call must not overwrite."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dsl.ir import instructions as c
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import program

#: Around the ends of words of 32 and 64 bits: in locals, in memory word by word, in pairs of words, in loops.
WIDTHS = (31, 33, 63, 64, 65, 95, 97, 128, 130, 255, 257, 288, 290, 320, 322, 351, 385, 1536, 1537, 1570, 1600, 1666)
NEAR = (1, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 191, 448, 449, 511, 600)


def moves(width: int) -> list[int]:
    """Return shift distances, including into the last word and beyond it."""
    by = {near for near in (*NEAR, width - 1, width - 33, width - 64) if 0 < near < width}
    return [sign * number for number in sorted(by) for sign in (1, -1)]


def made_of(width: int, before: c.Expr, constant: int) -> Iterator[tuple[c.Expr, str]]:
    """Yield instructions on a bitset and the same in Python: of `b`, a constant `k` and a full one `m`."""
    known = c.BitsConst(constant, width)
    for by in moves(width):
        sign = "<<" if by > 0 else ">>"
        moved = c.Shift(before, by, width)
        yield moved, f"b {sign} {abs(by)} & m"
        if by % 3 == 0:
            yield c.Shift(c.SetOp("or", before, known), by, width), f"(b | k) {sign} {abs(by)} & m"
            yield c.SetOp("minus", known, moved), f"k & ~(b {sign} {abs(by)})"
    yield c.SetOp("minus", before, known), "b & ~k"
    yield c.SetOp("minus", known, before), "k & ~b"
    yield c.SetOp("or", before, known), "b | k"


def bordered(width: int, constant: int) -> tuple[Program, list[str]]:
    """Return a program that evaluates many of them on the middle one of three bitsets, and the same in Python."""
    wanted = list(made_of(width, c.Load("row", c.Const(1)), constant))
    wanted += [(expr, text) for expr, text in made_of(width, c.Load("row", c.Load("at")), constant) if "(" not in text]
    # the last one first: what is written beyond its end lies in the next one
    steps = [c.Store("found", expr, c.Const(place)) for place, (expr, _) in reversed(list(enumerate(wanted)))]
    full = c.BitsConst((1 << width) - 1, width)
    tests = (c.Population(c.Load("row", c.Const(1))), c.Compare("==", c.Load("row", c.Const(1)), full),
             c.IsEmpty(c.Load("row", c.Const(1))), c.Lowest(c.Load("row", c.Const(1))))  # fmt: skip
    steps += [c.Store("numbers", test, c.Const(place)) for place, test in enumerate(tests)]
    slots = (Slot("at", 0), Slot("row", 0, 3, width=width), Slot("found", 0, len(wanted), width=width))
    made = program(slots=(*slots, Slot("numbers", 0, 4)), steps=((*steps, c.Return(c.Const(c.OVER))),))
    return made, [text for _, text in wanted]


@pytest.mark.parametrize("width", WIDTHS)
def test_bitset_operations_stay_within_the_width(width: int) -> None:
    dice, full = Random(width), (1 << width) - 1
    constant = dice.getrandbits(width)
    made, wanted = bordered(width, constant)
    layout = made.layout.slots
    for runner in (NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)):
        for bits in (0, full, 1, 1 << width - 1, dice.getrandbits(width), full // 3):
            state = runner.blank()
            row, found, numbers = (layout[name].first for name in ("row", "found", "numbers"))
            state[row : row + 3], state[layout["at"].first] = [full, bits, full], 1
            runner.enter(state, 0)
            names = {"b": bits, "k": constant, "m": full}
            told = list(zip(wanted, state[found : found + len(wanted)], strict=True))
            assert told == [(text, eval(text, names)) for text in wanted]
            lowest = (bits & -bits).bit_length() - 1
            assert state[numbers : numbers + 4] == [bits.bit_count(), int(bits == full), int(not bits), lowest]
            assert state[row : row + 3] == [full, bits, full]


@pytest.mark.parametrize("width", [33, 257, 320, 730, 1666])
def test_results_survive_further_calls(width: int) -> None:
    up = c.Function("up", (("m", width),), width, (c.Return(c.Shift(c.Local("m"), 1, width)),))
    one, other = c.Call("up", (c.Load("row", c.Const(0)),)), c.Call("up", (c.Load("row", c.Const(1)),))
    sets = (c.SetOp("or", one, other), c.SetOp("minus", one, c.Call("up", (other,))), c.SetOp("and", one, other))
    numbers = (c.Compare("==", one, other), c.Has(one, c.Lowest(other)), c.Nth(one, c.Lowest(other)))
    steps = [c.Store("found", expr, c.Const(place)) for place, expr in enumerate(sets)]
    steps += [c.Store("numbers", expr, c.Const(place)) for place, expr in enumerate(numbers)]
    slots = (Slot("row", 0, 2, width=width), Slot("found", 0, 3, width=width), Slot("numbers", 0, 3))
    made = program(up, slots=slots, steps=((*steps, c.Return(c.Const(c.OVER))),))
    first = {name: slot.first for name, slot in made.layout.slots.items()}
    for runner in (NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)):
        state = runner.blank()
        state[first["row"] : first["row"] + 2] = [0b101011 | 1 << width - 2, 0b110]
        runner.enter(state, 0)
        a, b = 0b1010110 | 1 << width - 1, 0b1100
        assert state[first["found"] : first["found"] + 3] == [a | b, a & ~(b << 1), a & b]
        assert state[first["numbers"] : first["numbers"] + 3] == [0, 1, 4]
