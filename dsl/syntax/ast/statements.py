"""Statements as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.base.records import dataclass, field
from dsl.base.source import Span
from dsl.syntax.ast.expressions import Node

if TYPE_CHECKING:
    from dsl.syntax.ast.expressions import Choice, Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Node):
    """A node that starts a line of its own; it keeps the comments around it."""

    comments: tuple[str, ...] = ()  #: whole-line comments directly above, without `--`
    remark: str = ""  #: the comment at the end of the line, without `--`
    named: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)  #: its names, with their places

    def place_of(self, word: str) -> Span:
        """Return the place of `word`, one of the names in the line itself; of the line's first word if it is none."""
        for name, span in reversed(self.named):
            if name == word:
                return span
        start = self.span
        return Span(start.file, start.line, start.column, start.line, start.column + 1) if self.named else start


@dataclass(frozen=True, slots=True)
class ChoiceLine(Line):
    """One entry of a list of choices: `drift for drift_cost points`, perhaps with a block for what follows."""

    choice: Choice
    price: Expr | None = None
    budget: str = ""
    block: Block = ()


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`up to n times` (`low` is None), `1 to n times`, `n times` (`low` equals `high`)."""

    low: Expr | None
    high: Expr


@dataclass(frozen=True, slots=True)
class Choose(Line):
    """`choose drift`, `choose send(a), 1 to movable times`, `choose advance(a, x) by owner of d if possible`."""

    choice: Choice
    times: Times | None = None
    by: Expr | None = None
    if_possible: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOne(Line):
    """`choose one of` and `choose first possible of` with their lists."""

    entries: tuple[ChoiceLine, ...]
    first_possible: bool = False
    by: Expr | None = None
    interrupted_by: str = ""
    if_possible: bool = False


@dataclass(frozen=True, slots=True)
class Move(Line):
    """`move 2 of my herons in reserve to t`, `move t to goal turned k`."""

    things: Expr
    target: Expr
    turned: Expr | None = None


@dataclass(frozen=True, slots=True)
class Create(Line):
    """`create n of tile(k) in bag`."""

    things: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class Mark(Line):
    """`mark 1 of my herons on t that are fresh as spent`."""

    things: Expr
    state: str


@dataclass(frozen=True, slots=True)
class Give(Line):
    """`give frogs on t to me`: they belong to that player from now on."""

    things: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Line):
    """`shuffle pile`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Line):
    """`reveal kind of a`, `reveal X to p`."""

    thing: Expr
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Hide(Line):
    """`hide kind of a`."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class Exchange(Line):
    """`exchange f and g`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Let(Line):
    """`let rest = isle(t) without t`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Budget(Line):
    """`budget points = 4`: what the prices of the choices below are paid from."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Line):
    """`starter = p`, `score of p += 2`, `credit of me -= 1`; `target` is a Name or an Of."""

    operator: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Line):
    """`settle(a)`: carries out a routine."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Eliminate(Line):
    """`eliminate p`."""

    player: Expr


@dataclass(frozen=True, slots=True)
class End(Line):
    """`end turn`, `end phase`, `end game`."""

    what: str


@dataclass(frozen=True, slots=True)
class Note(Line):
    """`note "..."`: a sentence for the log."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveAward(Line):
    """`award final(l)`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Line):
    """`if C` block, `otherwise if C` blocks, `otherwise` block."""

    cases: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForEach(Line):
    """`for each x in S`; `secretly for each p in players` when `secretly`."""

    name: str
    things: Expr
    block: Block
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class Repeat(Line):
    """`repeat`, `repeat while C`, `repeat until C`, `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Turns(Line):
    """`turns from p clockwise until C`: turn after turn, C tested after each."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class OneTurnEach(Line):
    """`one turn each from p clockwise`."""

    start: Expr
    clockwise: bool
    block: Block


@dataclass(frozen=True, slots=True)
class TurnOf(Line):
    """`turn of p`."""

    player: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class Phase(Line):
    """`phase placement`."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Together(Line):
    """`together`: consequences wait for its end."""

    block: Block


@dataclass(frozen=True, slots=True)
class Finally(Line):
    """`finally`: done however the turn ends."""

    block: Block


Statement = (
    Choose | ChooseOne | Move | Create | Mark | Shuffle | Reveal | Let | Budget | Assign | Call | Eliminate | End | Note
    | Hide | Exchange | GiveAward | If | ForEach | Repeat | Turns | OneTurnEach | TurnOf | Phase | Together | Finally
)  # fmt: skip

Block = tuple[Statement, ...]
