"""Consequences in which somebody may have to choose: carried out by steps of the flow, which can wait.

As long as one of them is under way, `batch` is held open: what it changes sets others off when it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import BitsConst, Const, Emit, Load, Lowest, Return, Store
from dsl.program.lower.ir import compare, is_empty, set_op, single
from dsl.program.lower.steps import Part
from dsl.program.lower.unit import Env, Value, board_about
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.flow import Flow

NAME = "what follows"


class Following:
    """Lowers the consequences of one program as steps, once, for all places that set them off."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.unit = flow.unit
        self._label = -1
        self.waits = False  #: whether the steps are asked for and not lowered yet

    def go(self) -> None:
        """Carry out what is due, unless a batch is open."""
        steps = self.flow.steps
        if self._label < 0:
            self._label, self.waits = steps.label(NAME), True
        onward = steps.label("behind what follows")
        steps.branch(compare("!=", Load(self.unit.slot("batch")), Const(0)), onward)
        steps.add(Store(self.unit.slot(f"{NAME}.return"), Const(onward)))
        steps.jump(self._label)
        steps.begin(onward)

    def lower(self) -> None:
        """Lower all consequences: whoever sets others off comes first, places in their order."""
        self.waits = False
        self.flow.steps.begin(self._label)
        for one in self.unit.rules.consequences.values():
            self._each(one)
        self.flow.steps.add(Return(Load(f"{NAME}.return")))

    def _each(self, one: t.ConsequenceDecl) -> None:
        unit, steps, part = self.unit, self.flow.steps, Part(one.name)
        width, board = unit.due_width(one), board_about(one)
        due = unit.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board)
        left = unit.slot(f"left.{one.name}", 1, width, cells=one.place is not None, board=board)
        place = unit.slot(f"{one.name}.place", cells=one.place is not None, board=board)
        anchor, nothing = Const(unit.anchor(one.name, "consequence", one.span)), BitsConst(0, width)
        env = Env().bind(one.place.name, Value(Load(place))) if one.place else Env()
        head, onward = steps.next(f"consequence {one.name}"), steps.label(f"after {one.name}")
        steps.branch(is_empty(Load(due)), onward)
        steps.add(
            Store(place, Lowest(Load(due))),
            Store(left, set_op("minus", Load(due), single(Load(place), width), width)),
            Store(due, nothing),
            *self.flow.statements.batch(True),
            Emit("enter", (anchor,)),
        )
        self.flow.block(one.block, env, part)
        steps.add(
            Emit("leave", (anchor,)),
            *self.flow.statements.batch(False),
            Store(due, Load(left)),
        )
        steps.jump(head)
        steps.begin(onward)
