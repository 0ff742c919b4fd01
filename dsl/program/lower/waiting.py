"""What may wait for a choice, or leave a turn, phase or game: such statements become steps."""

from __future__ import annotations

from dsl.program.lower.making import blocks
from dsl.program.lower.unit import Unit
from dsl.semantics import typed as t
from dsl.semantics.sections import changed_by


class Waiting:
    """Knows of every statement whether it may wait."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.asking = False  #: whether some consequence may wait for a choice: then all of them are lowered as steps
        self.routines = self._routines_that_wait()
        if any(self.any_waits(one.block) for one in unit.rules.consequences.values()):
            self.asking = True
            self.routines = self._routines_that_wait()

    def _routines_that_wait(self) -> frozenset[str]:
        waiting: set[str] = set()
        while True:
            self.routines = frozenset(waiting)
            more = {name for name, r in self.unit.rules.routines.items() if self.any_waits(r.block)}
            if more <= waiting:
                return frozenset(waiting)
            waiting |= more

    def any_waits(self, block: t.Block) -> bool:
        """Whether a block may wait for a choice, or leave a turn, phase or game."""
        return any(self.waits(act) for act in block)

    def waits(self, act: t.Statement) -> bool:
        """Whether a statement may wait for a choice, or leave a turn, phase or game."""
        match act:
            case t.ChooseOf() | t.EndOf() | t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return True
            case t.Loop(secretly=True):
                return True
            case t.CallRoutine(routine=routine):
                return routine in self.routines
        if self.asking and self.sets_off(act):
            return True
        return any(self.any_waits(inner) for inner in blocks(act))

    def sets_off(self, act: t.Statement) -> bool:
        """Whether a statement itself may set a consequence off."""
        changed = changed_by(act, self.unit.rules.awards)
        return any(self.unit.watching(watch.sort, watch.name) for watch in changed)
