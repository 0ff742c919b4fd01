"""Pieces that cover several cells and count as one space: the space is known by the cell where the piece lies.

A set of spaces is a set of those cells. Neighbours are those of the whole: a set is spread from every cell under it,
and what it reaches under such a piece is the piece's own cell again. Where no piece covers cells, nothing of this is
needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.base.records import dataclass
from dsl.program.code import BitsConst, Call, Expr, Load, Local, Return, Set, Statement
from dsl.program.layout import PieceLayout
from dsl.program.lower.geometry import Geometry, Step
from dsl.program.lower.ir import if_, is_empty, negate, set_op, union
from dsl.program.lower.unit import Unit

HERE: Step = (0, 0)


@dataclass(frozen=True, slots=True)
class Outer:
    """An outer side of a piece over several cells: the step to what lies behind it, and in which direction."""

    step: Step
    side: int


@dataclass(frozen=True, slots=True)
class Spaces:
    """The spaces of one board."""

    unit: Unit
    board: Geometry

    @property
    def pieces(self) -> tuple[PieceLayout, ...]:
        """Return the sorts of piece on this board that cover several cells."""
        return tuple(p for p in self.unit.pieces.values() if p.covers and p.board == self.board.layout.name)

    def own(self) -> Expr:
        """Return the cells by which such spaces are known."""
        return union((Load(f"{piece.name}.any") for piece in self.pieces), self.board.width)

    def under(self) -> Expr:
        """Return all cells under such pieces."""
        return union((Load(f"{piece.name}.under") for piece in self.pieces), self.board.width)

    def covered(self, bits: Expr) -> Expr:
        """Return the cells under the spaces of a set."""
        if not self.pieces:
            return bits
        name, width = f"covered_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            parts: list[Expr] = [Local("cells"), *(
                self.board.carried(set_op("and", Local("cells"), Load(f"{piece.name}.any"), width), step)
                for piece in self.pieces for step in piece.covers if step != HERE
            )]  # fmt: skip
            body = [Return(union(parts, width))]
            self.unit.function(name, [("cells", width)], width, body, "the cells under some spaces")
        return Call(name, (bits,))

    def known(self, bits: Expr) -> Expr:
        """Return a set in which every cell under a space has become the cell by which the space is known."""
        if not self.pieces:
            return bits
        name, width = f"spaces_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            inside = set_op("and", Local("cells"), self.under(), width)
            own = (
                set_op("and", self.board.spread(Local("inner"), (-x, -y)), Load(f"{piece.name}.any"), width)
                for piece in self.pieces for x, y in piece.covers
            )  # fmt: skip
            bare = set_op("minus", Local("cells"), Local("inner"), width)
            body: list[Statement] = [
                Set("inner", inside),
                *if_(is_empty(Local("inner")), [Return(Local("cells"))]),
                Return(union([bare, *own], width)),
            ]
            self.unit.function(name, [("cells", width)], width, body, "the spaces of some cells")
        return Call(name, (bits,))

    def near(self, bits: Expr) -> Expr:
        """Return the spaces next to those of a set."""
        name, width = f"near_{self.board.layout.name}", self.board.width
        if name not in self.unit.functions:
            self.unit.function(name, [("cells", width)], width, self._near(), "the cells next to some")
        return Call(name, (bits,))

    def _near(self) -> list[Statement]:
        width = self.board.width
        spread = self.board.spread(Local("plain"), *self.board.steps)
        beyond = (
            self.board.spread(set_op("and", Local("cells"), Load(f"{piece.name}.any"), width), step)
            for piece in self.pieces for step in dict.fromkeys(outer.step for outer in self.outer(piece))
        )  # fmt: skip
        around, large = Local("around"), Local("large")
        return [
            Set("cells", self.known(Local("cells"))),
            Set("large", set_op("and", Local("cells"), self.own(), width)),
            Set("plain", set_op("minus", Local("cells"), large, width)),
            Set("around", spread),
            *if_(negate(is_empty(large)), [Set("around", set_op("or", around, union(beyond, width), width))]),
            Return(self.known(set_op("and", around, BitsConst(self.board.valid, width), width))),
        ]

    def outer(self, piece: PieceLayout) -> Iterator[Outer]:
        """Yield the sides by which a piece over several cells touches what lies around it."""
        for x, y in piece.covers:
            for side, (dx, dy) in enumerate(self.board.steps):
                if (x + dx, y + dy) not in piece.covers:
                    yield Outer((x + dx, y + dy), side)

    def room(self, covers: Sequence[Step]) -> int:
        """Return the cells on which a piece of this shape lies wholly on the board."""
        return sum(
            1 << number
            for number, (x, y) in self.board.layout.coordinates.items()
            if all(self.board.cell(x + dx, y + dy) is not None for dx, dy in covers)
        )
