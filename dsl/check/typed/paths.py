"""Typed paths: what a way of several steps is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.text.records import dataclass
from dsl.text.source import Span

if TYPE_CHECKING:
    from dsl.check.typed.declarations import ParamDecl
    from dsl.check.typed.expressions import Expr

Along = Literal["neighbours", "orthogonal", "diagonals", "lines"]
Only = Literal["cheapest", "shortest", "straight"]


@dataclass(frozen=True, slots=True)
class StepHead:
    """A sort of step: its name, and how often a way may take it (None: as often as it likes)."""

    name: str
    times: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class PathHead:
    """What may be known of the ways along a path before its conditions are read."""

    name: str
    params: tuple[ParamDecl, ...]
    board: str  #: of which the parameter `start` is a place
    along: Along
    only: Only
    steps: tuple[StepHead, ...]
    counts_steps: bool  #: every step costs 1, so that what a way costs is how long it is
    span: Span


@dataclass(frozen=True, slots=True)
class StepDecl:
    """`step jump from a to b if C costs E, at most n times`."""

    head: StepHead
    origin: str
    goal: str
    condition: Expr | None
    cost: Expr | None  #: None: 1


@dataclass(frozen=True, slots=True)
class PathDecl:
    """A path: all its steps, how much a way may cost, where it may pass and end (None: as it likes)."""

    head: PathHead
    steps: tuple[StepDecl, ...]
    budget: Expr | None
    through: Expr | None
    ends: Expr | None
