"""Small handwritten programs for tests of runners."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.base.source import Span
from dsl.ir.instructions import Block, Function, Step
from dsl.ir.layout import FIXED_SLOTS, BoardLayout, Layout, Slot
from dsl.ir.program import Anchor, DecisionPoint, Program, Trap, WinnerInfo

HERE = Span("fen.rules", 3, 5, 3, 9)
_WIDTHS = {"chance": 64, "in_play": 6, "secretly": 6}


def layout(*slots: Slot, boards: tuple[BoardLayout, ...] = ()) -> Layout:
    """Return a layout of the fixed slots and `slots`, whose `first` is computed here."""
    passing = ("fuel", "chosen")
    fixed = [Slot(name, 0, width=_WIDTHS.get(name, 0), passing=name in passing) for name in FIXED_SLOTS]
    placed: dict[str, Slot] = {}
    first = 0
    for slot in (*fixed, *slots):
        placed[slot.name] = replace(slot, first=first)
        first += slot.length
    return Layout(placed, first, {board.name: board for board in boards}, {}, {}, {}, {}, {})


def program(
    *functions: Function,
    slots: tuple[Slot, ...] = (),
    steps: tuple[Block, ...] = (),
    tables: dict[str, tuple[int, ...]] | None = None,
    asks: tuple[DecisionPoint, ...] = (),
    traps: tuple[str, ...] = (),
    fuel: int = 100_000,
    prologue: Block = (),
    shape: Layout | None = None,
    winner: tuple[WinnerInfo, ...] = (),
    outside: tuple[tuple[str, int], ...] = (),
) -> Program:
    """Return a program for two players that consists of these parts."""
    return Program(
        players=2,
        colours=("red", "blue"),
        layout=shape or layout(*slots),
        tables=tables or {},
        functions={function.name: function for function in functions},
        steps=tuple(Step(number, body) for number, body in enumerate(steps)),
        start=0,
        prologue=prologue,
        alone={},
        asks=asks,
        actions={},
        anchors=(Anchor("main", "phase", HERE), Anchor("migrate", "action", Span("fen.rules", 7, 1, 7, 8))),
        texts=(),
        traps=tuple(Trap(slug, slug.replace("-", " "), HERE) for slug in traps),
        winner=winner,
        winner_shared=False,
        fuel=fuel,
        examples={},
        outside=outside,
    )
