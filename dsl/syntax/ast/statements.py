"""Statements as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.base.records import dataclass, field
from dsl.base.source import Span
from dsl.syntax.ast.expressions import Node

if TYPE_CHECKING:
    from dsl.syntax.ast.expressions import Choice, Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class LineNode(Node):
    """A node that starts a line of its own; it keeps the comments around it."""

    comments: tuple[str, ...] = ()  #: whole-line comments directly above, without `--`
    end_comment: str = ""  #: the comment at the end of the line, without `--`
    named: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)  #: its names, with their places

    def place_of(self, word: str) -> Span:
        """Return the place of `word`, one of the names in the line itself; of the line's first word if it is none."""
        for name, span in reversed(self.named):
            if name == word:
                return span
        start = self.span
        return Span(start.file, start.line, start.column, start.line, start.column + 1) if self.named else start


@dataclass(frozen=True, slots=True)
class ChoiceLine(LineNode):
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
class ChooseStatement(LineNode):
    """`choose drift`, `choose send(a), 1 to movable times`, `choose advance(a, x) by owner of d if possible`."""

    choice: Choice
    times: Times | None = None
    by: Expr | None = None
    if_possible: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOneStatement(LineNode):
    """`choose one of` and `choose first possible of` with their lists."""

    entries: tuple[ChoiceLine, ...]
    first_possible: bool = False
    by: Expr | None = None
    interrupted_by: str = ""
    if_possible: bool = False


@dataclass(frozen=True, slots=True)
class MoveStatement(LineNode):
    """`move 2 of my herons in reserve to t`, `move t to goal turned k`."""

    things: Expr
    target: Expr
    turned: Expr | None = None


@dataclass(frozen=True, slots=True)
class CreateStatement(LineNode):
    """`create n of tile(k) in bag`."""

    things: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class MarkStatement(LineNode):
    """`mark 1 of my herons on t that are fresh as spent`."""

    things: Expr
    state: str


@dataclass(frozen=True, slots=True)
class GiveStatement(LineNode):
    """`give frogs on t to me`: they belong to that player from now on."""

    things: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class ShuffleStatement(LineNode):
    """`shuffle pile`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class RevealStatement(LineNode):
    """`reveal kind of a`, `reveal X to p`."""

    thing: Expr
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class HideStatement(LineNode):
    """`hide kind of a`."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class ExchangeStatement(LineNode):
    """`exchange f and g`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class LetStatement(LineNode):
    """`let rest = isle(t) without t`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class BudgetStatement(LineNode):
    """`budget points = 4`: what the prices of the choices below are paid from."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AssignStatement(LineNode):
    """`starter = p`, `score of p += 2`, `credit of me -= 1`; `target` is a Name or an Of."""

    operator: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class CallStatement(LineNode):
    """`settle(a)`: carries out a routine."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class EliminateStatement(LineNode):
    """`eliminate p`."""

    player: Expr


@dataclass(frozen=True, slots=True)
class EndStatement(LineNode):
    """`end turn`, `end phase`, `end game`."""

    what: str


@dataclass(frozen=True, slots=True)
class NoteStatement(LineNode):
    """`note "..."`: a sentence for the log."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveAwardStatement(LineNode):
    """`award final(l)`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfStatement(LineNode):
    """`if C` block, `otherwise if C` blocks, `otherwise` block."""

    cases: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForEachStatement(LineNode):
    """`for each x in S`; `secretly for each p in players` when `secretly`."""

    name: str
    things: Expr
    block: Block
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class RepeatStatement(LineNode):
    """`repeat`, `repeat while C`, `repeat until C`, `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class TurnsStatement(LineNode):
    """`turns from p clockwise until C`: turn after turn, C tested after each."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class OneTurnEachStatement(LineNode):
    """`one turn each from p clockwise`."""

    start: Expr
    clockwise: bool
    block: Block


@dataclass(frozen=True, slots=True)
class TurnOfStatement(LineNode):
    """`turn of p`."""

    player: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class PhaseStatement(LineNode):
    """`phase placement`."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class TogetherStatement(LineNode):
    """`together`: consequences wait for its end."""

    block: Block


@dataclass(frozen=True, slots=True)
class FinallyStatement(LineNode):
    """`finally`: done however the turn ends."""

    block: Block


Statement = (
    ChooseStatement | ChooseOneStatement | MoveStatement | CreateStatement | MarkStatement | ShuffleStatement
    | RevealStatement | LetStatement | BudgetStatement | AssignStatement | CallStatement | EliminateStatement
    | EndStatement | NoteStatement | HideStatement | ExchangeStatement | GiveAwardStatement | IfStatement
    | ForEachStatement | RepeatStatement | TurnsStatement | OneTurnEachStatement | TurnOfStatement | PhaseStatement
    | TogetherStatement | FinallyStatement
)  # fmt: skip

Block = tuple[Statement, ...]
