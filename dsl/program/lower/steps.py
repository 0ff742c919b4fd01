"""Steps in the making: pieces of the flow between two points where it may wait."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.program.code import OVER, Block, Const, Expr, Return, Statement, Step
from dsl.program.lower.ir import if_
from dsl.program.lower.unit import Unit
from dsl.semantics import typed as t


@dataclass(slots=True)
class Part:
    """The part of the rules at hand: whose slots are written, and where a `stop` leads."""

    name: str
    stops: list[int] = field(default_factory=list)


class Steps:
    """Writes steps one after the other; a label is the number of a step that may still be empty."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._bodies: list[list[Statement]] = []
        self._comments: list[str] = []
        self._now = -1

    def label(self, comment: str) -> int:
        """Return a new label; its step is still empty."""
        self._bodies.append([])
        self._comments.append(comment)
        return len(self._bodies) - 1

    def begin(self, label: int) -> None:
        """Go on writing the step of a label."""
        self._now = label

    def add(self, *statements: Statement) -> None:
        """Write statements into the step at hand."""
        self._bodies[self._now] += statements

    def jump(self, label: int) -> None:
        """Go to a label."""
        self.add(Return(Const(label)))

    def branch(self, condition: Expr, then: int) -> None:
        """Go to `then` if the condition holds, else go on."""
        self.add(*if_(condition, [Return(Const(then))]))

    def next(self, comment: str) -> int:
        """Begin a new step right behind the one at hand; return its label."""
        label = self.label(comment)
        self.jump(label)
        self.begin(label)
        return label

    def made(self) -> tuple[Step, ...]:
        """Return all steps, numbered by their place."""
        return tuple(
            Step(i, tuple(_reachable(body)), comment)
            for i, (body, comment) in enumerate(zip(self._bodies, self._comments, strict=True))
        )

    def slot(self, part: Part, name: str, kind: t.Type) -> str:
        """Make the slot of a name that must survive waiting."""
        return self.unit.slot_for(f"{part.name}.{name}", kind)

    def number(self, part: Part, stem: str) -> str:
        """Make a slot for a number of the lowering's own."""
        return self.unit.slot(self.unit.fresh(f"{part.name}.{stem}"))


def _reachable(body: Block | list[Statement]) -> list[Statement]:
    """Return a body without what stands behind its first unconditional `Return`."""
    for i, statement in enumerate(body):
        if isinstance(statement, Return):
            return list(body[: i + 1])
    return [*body, Return(Const(OVER))]
