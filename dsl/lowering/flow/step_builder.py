"""Builder of the steps (basic blocks) of the flow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from dsl.ir.builder import if_
from dsl.ir.instructions import OVER, Block, Const, Expr, Return, Statement, Step
from dsl.ir.program import Site
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.environment import Env
from dsl.semantics import typed as t


@dataclass(slots=True)
class FlowScope:
    """The section of the rules that is being lowered: prefix of its slots, and the targets of `stop`."""

    name: str
    stops: list[int] = field(default_factory=list)


class FlowLowering(Protocol):
    """Lowers blocks and calls in the flow, for the lowering of asks."""

    @property
    def halt(self) -> int:
        """The step that ends the flow."""

    def block(self, acts: t.Block, env: Env, part: FlowScope) -> None:
        """Lower a block."""

    def call_action(self, action: t.ActionDecl) -> None:
        """Call an action that may suspend, and continue after it."""


class StepBuilder:
    """Builds steps in order; a label is the number of a step that may still be empty."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._bodies: list[list[Statement]] = []
        self._comments: list[str] = []
        self._sites: list[Site] = []
        self._now = -1

    def label(self, comment: str) -> int:
        """Return a new label; its step is still empty."""
        self._bodies.append([])
        self._comments.append(comment)
        self._sites.append(self.unit.site)
        return len(self._bodies) - 1

    def begin(self, label: int) -> None:
        """Continue with the step of a label."""
        self._now = label

    def add(self, *statements: Statement) -> None:
        """Append statements to the current step."""
        self._bodies[self._now] += statements

    def jump(self, label: int) -> None:
        """Jump to a label."""
        self.add(Return(Const(label)))

    def branch(self, condition: Expr, then: int) -> None:
        """Jump to `then` if the condition holds, else fall through."""
        self.add(*if_(condition, [Return(Const(then))]))

    def next(self, comment: str) -> int:
        """Begin a new step and jump to it; return its label."""
        label = self.label(comment)
        self.jump(label)
        self.begin(label)
        return label

    def made(self) -> tuple[Step, ...]:
        """Return all steps in order of their numbers."""
        return tuple(
            Step(i, tuple(_reachable(body)), comment)
            for i, (body, comment) in enumerate(zip(self._bodies, self._comments, strict=True))
        )

    @property
    def sites(self) -> tuple[Site, ...]:
        """Where in the rules each step belongs, by its number."""
        return tuple(self._sites)

    def slot(self, part: FlowScope, name: str, kind: t.Type) -> str:
        """Make the slot of a name whose value is needed after a wait."""
        return self.unit.slot_for(f"{part.name}.{name}", kind)

    def number(self, part: FlowScope, stem: str) -> str:
        """Make a slot for an internal number of the lowering."""
        return self.unit.slot(self.unit.fresh(f"{part.name}.{stem}"))


def _reachable(body: Block | list[Statement]) -> list[Statement]:
    """Return a body without the unreachable statements after its first unconditional `Return`."""
    for i, statement in enumerate(body):
        if isinstance(statement, Return):
            return list(body[: i + 1])
    return [*body, Return(Const(OVER))]
