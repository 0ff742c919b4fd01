"""What the items of a position say, understood."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir.layout import BoardLayout, CounterLayout, PieceLayout, VariableLayout, ZoneLayout


@dataclass(frozen=True, slots=True)
class CellItem:
    """What an item says of a cell: the kind of the piece there (-1 if it says nothing), its rotation, its counters.

    `figures` are the pieces known by their number that stand there; None if the item says nothing about them.
    """

    cell: int
    board: BoardLayout
    piece: PieceLayout | None
    kind: int
    owner: int  #: of the piece; -1 if it has none
    counters: tuple[tuple[CounterLayout, int, int, int], ...]  #: (counter, owner, state, amount)
    turned: int = 0
    figures: tuple[Figure, ...] | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece as an item writes it: its sort, whose it is (-1: nobody's), its kind, its attributes."""

    piece: PieceLayout
    owner: int
    kind: int
    attributes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneItem:
    """The pieces of a zone, the top first."""

    zone: ZoneLayout
    owner: int
    pieces: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class VariableItem:
    """A variable's value."""

    variable: VariableLayout
    owner: int
    value: int


@dataclass(frozen=True, slots=True)
class ReserveItem:
    """How many counters are in reserve."""

    counter: CounterLayout
    owner: int
    amount: int


Item = CellItem | ZoneItem | VariableItem | ReserveItem
