"""The lowering of values and choices: all parts of the context, put together."""

from __future__ import annotations

from dsl.lowering.boards import Boards, Lines
from dsl.lowering.choices import Choices
from dsl.lowering.counters import Counters
from dsl.lowering.expressions import Expressions
from dsl.lowering.lists import Lists, Loops
from dsl.lowering.paths import Paths
from dsl.lowering.pieces import NumberedPieces, Pieces
from dsl.lowering.sets import Sets
from dsl.lowering.unit import Unit


class Lowering:
    """Lowers values and choices for one program. The parts reach each other only while they lower, never while they are
    made, so their order does not matter.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.exprs = Expressions(self)
        self.sets = Sets(self)
        self.lists = Lists(self)
        self.loops = Loops(self)
        self.boards = Boards(self)
        self.lines = Lines(self)
        self.numbered = NumberedPieces(self)
        self.pieces = Pieces(self, self.numbered)
        self.counters = Counters(self)
        self.paths = Paths(self)
        self.choices = Choices(self, self.paths)
