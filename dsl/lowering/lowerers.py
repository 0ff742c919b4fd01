"""Lowerers: the parts that lower values and choices, composed as the context of one program."""

from __future__ import annotations

from dsl.lowering.choices.option_sets import ChoiceLowerer
from dsl.lowering.choices.paths import PathLowerer
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.values.boards import BoardLowerer, LineLowerer
from dsl.lowering.values.counters import CounterLowerer
from dsl.lowering.values.expressions import ExpressionLowerer
from dsl.lowering.values.lists import ListLowerer, LoopLowerer
from dsl.lowering.values.pieces import NumberedPieceLowerer, PieceLowerer
from dsl.lowering.values.sets import SetLowerer


class LoweringContext:
    """Composition of the parts that lower values and choices for one program. The parts call each other only while
    they lower, not in their constructors, so the order of construction does not matter."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.exprs = ExpressionLowerer(self)
        self.sets = SetLowerer(self)
        self.lists = ListLowerer(self)
        self.loops = LoopLowerer(self)
        self.boards = BoardLowerer(self)
        self.lines = LineLowerer(self)
        self.numbered = NumberedPieceLowerer(self)
        self.pieces = PieceLowerer(self, self.numbered)
        self.counters = CounterLowerer(self)
        self.paths = PathLowerer(self)
        self.choices = ChoiceLowerer(self, self.paths)
