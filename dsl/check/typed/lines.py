"""Typed expressions about directions and straight lines of squares and hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.check.typed.base import Typed
from dsl.text.records import dataclass

if TYPE_CHECKING:
    from dsl.check.typed.expressions import Expr

Compass = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
Seen = Literal["ahead", "back", "sideways", "diagonal_ahead", "diagonal_back"]


@dataclass(frozen=True, slots=True)
class Directions(Typed):
    """`(north, east)`, `diagonal`, `ahead of p`: directions on a board. It is no value: it stands in the nodes below.

    `compass` holds for everybody; `seen` are added as `player`, who sits at an edge of the board, sees them.
    """

    board: str
    compass: tuple[Compass, ...]
    seen: tuple[Seen, ...]
    player: Expr | None


@dataclass(frozen=True, slots=True)
class StepsFrom(Typed):
    """`steps(x, D)`: the cells one step from the cell or set x in one of the directions."""

    origin: Expr
    directions: Directions


@dataclass(frozen=True, slots=True)
class SlidesFrom(Typed):
    """`slides(x, D, S)`: the cells that are reached from x in a straight line over cells of S, up to and including the
    first cell that is not in S."""

    origin: Expr
    directions: Directions
    over: Expr


@dataclass(frozen=True, slots=True)
class LeapsFrom(Typed):
    """`leaps(x, 1, 2)`: the cells so many squares away along one axis and so many along the other, in every turn."""

    origin: Expr
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class BetweenCells(Typed):
    """`between(a, b)`: the cells strictly between two cells of one straight line; none if no line joins them."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class EnclosedCells(Typed):
    """`enclosed(S, x, T)`: the cells of S in unbroken straight lines from the cell x, where the first cell that is not
    in S is in T."""

    set: Expr
    origin: Expr
    by: Expr
    directions: Directions


@dataclass(frozen=True, slots=True)
class InRows(Typed):
    """`S in rows of n`: the members of S that stand in a straight row of at least n members of S."""

    set: Expr
    length: Expr


@dataclass(frozen=True, slots=True)
class SideCells(Typed):
    """`edge(board, D)`: the cells from which a step in one of the directions leaves the board."""

    directions: Directions
