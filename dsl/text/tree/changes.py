"""Changes: house rules and re-issues; and the tree as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.text.records import dataclass, field
from dsl.text.tree.examples import Example
from dsl.text.tree.sections import (
    Action,
    Always,
    Award,
    AwardLine,
    Board,
    Case,
    Choices,
    Consequence,
    Counter,
    Define,
    Game,
    House,
    Kinds,
    Needs,
    Option,
    Path,
    PathLine,
    Piece,
    Play,
    Routine,
    Setup,
    Supposing,
    Table,
    Variable,
    Winner,
    WinnerLine,
    WithPlayers,
    Zone,
)
from dsl.text.tree.statements import ChoiceLine, Line, Statement

if TYPE_CHECKING:
    from dsl.text.tree.expressions import Expr
    from dsl.text.tree.statements import Block


Part = Needs | Supposing | Statement | Case | PathLine | AwardLine | WinnerLine | ChoiceLine


@dataclass(frozen=True, slots=True)
class SetAnchor(Line):
    """`set option.drift_cost = 2`, `set Box.ridge.capacity = 3`."""

    anchor: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Remove(Line):
    """`remove put_otter.corner`."""

    anchor: str


@dataclass(frozen=True, slots=True)
class Replace(Line):
    """`replace drift.farther` and the new part below it; `do` is the block of a new `do`, if one is written."""

    anchor: str
    parts: tuple[Part, ...]
    do: Block | None = None


@dataclass(frozen=True, slots=True)
class Add(Line):
    """`add to lay after contact` and the new part below it."""

    anchor: str
    where: Literal["before", "after", "end"]
    beside: str
    parts: tuple[Part, ...]
    do: Block | None = None


Change = SetAnchor | Remove | Replace | Add

Section = (
    Game | House | Option | Kinds | Table | WithPlayers | Board | Piece | Counter | Zone | Variable | Define | Action
    | Consequence | Routine | Choices | Path | Award | Winner | Setup | Play | Always | Example | SetAnchor | Remove
    | Replace | Add
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tree:
    """One file of rules (or several put together): its sections in the order of the text."""

    sections: tuple[Section, ...]
    closing: tuple[str, ...] = field(default=(), compare=False)  #: comments after the last section
