"""Statements as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.base.source import Span
from dsl.syntax.ast.expressions import Node

if TYPE_CHECKING:
    from dsl.syntax.ast.expressions import Choice, Expr


class LineNode(Node, frozen=True, kw_only=True):
    """A node that starts a line of its own; it keeps the comments around it."""

    comments: tuple[str, ...] = ()  #: whole-line comments directly above, without `--`
    end_comment: str = ""  #: the comment at the end of the line, without `--`
    named: tuple[tuple[str, Span], ...] = ()  #: its names, with their places
    label: str = ""  #: its name among the lines of its section, once house rules have been applied to it
    metadata = Node.metadata | {"named", "label"}

    def place_of(self, word: str) -> Span:
        """Return the place of `word`, one of the names in the line itself; of the line's first word if it is none."""
        for name, span in reversed(self.named):
            if name == word:
                return span
        start = self.span
        return Span(start.file, start.line, start.column, start.line, start.column + 1) if self.named else start


class ChoiceLine(LineNode, frozen=True):
    """One entry of a list of choices: `drift for drift_cost points`, perhaps with a block for what follows."""

    choice: Choice
    price: Expr | None = None
    budget: str = ""
    block: Block = ()


class Times(Node, frozen=True):
    """`up to n times` (`low` is None), `1 to n times`, `n times` (`low` equals `high`)."""

    low: Expr | None
    high: Expr


class ChooseStatement(LineNode, frozen=True):
    """`choose drift`, `choose send(a), 1 to movable times`, `choose advance(a, x) by owner of d if possible`."""

    choice: Choice
    times: Times | None = None
    by: Expr | None = None
    if_possible: bool = False


class ChooseOneStatement(LineNode, frozen=True):
    """`choose one of` and `choose first possible of` with their lists."""

    entries: tuple[ChoiceLine, ...]
    first_possible: bool = False
    by: Expr | None = None
    interrupted_by: str = ""
    if_possible: bool = False


class MoveStatement(LineNode, frozen=True):
    """`move 2 of my herons in reserve to t`, `move t to goal turned k`."""

    things: Expr
    target: Expr
    turned: Expr | None = None


class CreateStatement(LineNode, frozen=True):
    """`create n of tile(k) in bag`."""

    things: Expr
    place: Expr


class MarkStatement(LineNode, frozen=True):
    """`mark 1 of my herons on t that are fresh as spent`."""

    things: Expr
    state: str


class GiveStatement(LineNode, frozen=True):
    """`give frogs on t to me`: they belong to that player from now on."""

    things: Expr
    player: Expr


class ShuffleStatement(LineNode, frozen=True):
    """`shuffle pile`."""

    zone: Expr


class RevealStatement(LineNode, frozen=True):
    """`reveal kind of a`, `reveal X to p`."""

    thing: Expr
    to: Expr | None = None


class HideStatement(LineNode, frozen=True):
    """`hide kind of a`."""

    thing: Expr


class ExchangeStatement(LineNode, frozen=True):
    """`exchange f and g`."""

    left: Expr
    right: Expr


class LetStatement(LineNode, frozen=True):
    """`let rest = isle(t) without t`."""

    name: str
    value: Expr


class BudgetStatement(LineNode, frozen=True):
    """`budget points = 4`: what the prices of the choices below are paid from."""

    name: str
    value: Expr


class AssignStatement(LineNode, frozen=True):
    """`starter = p`, `score of p += 2`, `credit of me -= 1`; `target` is a Name or an Of."""

    operator: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


class CallStatement(LineNode, frozen=True):
    """`settle(a)`: carries out a routine."""

    name: str
    args: tuple[Expr, ...]


class EliminateStatement(LineNode, frozen=True):
    """`eliminate p`."""

    player: Expr


class EndStatement(LineNode, frozen=True):
    """`end turn`, `end phase`, `end game`."""

    what: str


class NoteStatement(LineNode, frozen=True):
    """`note "..."`: a sentence for the log."""

    text: str


class GiveAwardStatement(LineNode, frozen=True):
    """`award final(l)`."""

    name: str
    args: tuple[Expr, ...]


class IfStatement(LineNode, frozen=True):
    """`if C` block, `otherwise if C` blocks, `otherwise` block."""

    cases: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


class ForEachStatement(LineNode, frozen=True):
    """`for each x in S`; `secretly for each p in players` when `secretly`."""

    name: str
    things: Expr
    block: Block
    secretly: bool = False


class RepeatStatement(LineNode, frozen=True):
    """`repeat`, `repeat while C`, `repeat until C`, `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


class TurnsStatement(LineNode, frozen=True):
    """`turns from p clockwise until C`: turn after turn, C tested after each."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


class OneTurnEachStatement(LineNode, frozen=True):
    """`one turn each from p clockwise`."""

    start: Expr
    clockwise: bool
    block: Block


class TurnOfStatement(LineNode, frozen=True):
    """`turn of p`."""

    player: Expr
    block: Block


class PhaseStatement(LineNode, frozen=True):
    """`phase placement`."""

    name: str
    block: Block


class TogetherStatement(LineNode, frozen=True):
    """`together`: consequences wait for its end."""

    block: Block


class FinallyStatement(LineNode, frozen=True):
    """`finally`: done however the turn ends."""

    block: Block


Statement = (
    ChooseStatement | ChooseOneStatement | MoveStatement | CreateStatement | MarkStatement | GiveStatement
    | ShuffleStatement | RevealStatement | LetStatement | BudgetStatement | AssignStatement | CallStatement
    | EliminateStatement | EndStatement | NoteStatement | HideStatement | ExchangeStatement | GiveAwardStatement
    | IfStatement | ForEachStatement | RepeatStatement | TurnsStatement | OneTurnEachStatement | TurnOfStatement
    | PhaseStatement | TogetherStatement | FinallyStatement
)  # fmt: skip

Block = tuple[Statement, ...]
