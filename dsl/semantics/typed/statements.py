"""Typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.base.records import Record
from dsl.base.source import Span

if TYPE_CHECKING:
    from dsl.semantics.typed.expressions import ChoiceRef, CounterSet, Expr, ZoneSet


class Act(Record, frozen=True, kw_only=True):
    """A statement with its place."""

    span: Span


class ChoiceEntry(Record, frozen=True):
    """One line of a list of choices."""

    choice: ChoiceRef
    price: Expr | None
    budget: str  #: the local that holds the budget
    block: Block


class ChooseOf(Act, frozen=True):
    """`choose one of`, `choose first possible of`; also a plain `choose`, which is a list of one entry.

    `low`/`high`: the number of times (`choose x, 1 to n times`): None for a plain choice. `interrupted_by`: further
    entries after which the same question is asked again. `if_possible`: a choice without an option is skipped;
    otherwise that is an error.
    """

    entries: tuple[ChoiceEntry, ...]
    first_possible: bool
    by: Expr | None
    low: Expr | None
    high: Expr | None
    interrupted_by: tuple[ChoiceEntry, ...]
    if_possible: bool = False


class MoveCounters(Act, frozen=True):
    """`move 2 of my herons in reserve to t`; all of them without `amount`. `target` None is the reserve.

    The counters keep their state; those from the reserve get the first one. If `counters` spans several owners,
    counters of each owner move (to the reserve of each). A CounterType value (one counter) is in `single`.
    """

    counters: CounterSet | None
    single: Expr | None
    amount: Expr | None
    target: Expr | None
    box: bool = False  #: to the box instead of the reserve


class MarkCounters(Act, frozen=True):
    """`mark 1 of my herons on t that are fresh as spent`."""

    counters: CounterSet
    amount: Expr | None
    state: int


class MarkCounter(Act, frozen=True):
    """`mark h as spent`: one counter. `name` is the local that names it, if any: it keeps naming this counter."""

    counter: Expr
    name: str
    state: int


class MarkPieces(Act, frozen=True):
    """`mark m as grown`: a piece, or all of a set on the board, changes its kind."""

    pieces: Expr
    kind: Expr


class GivePieces(Act, frozen=True):
    """`give S to p`: `player` becomes the owner of a piece, or of all pieces of a set on the board. Known by their
    cell."""

    pieces: Expr
    player: Expr


class MovePiece(Act, frozen=True):
    """`move t to goal`, `move card to discards`, `move top(bag) to h`: one piece to a cell or to a zone.

    `piece` is of PieceType (or MaybeType of it: none moves nothing). `name` is the local that names the piece, if any:
    it is updated, so that `t` still denotes the piece after the move. Neither `cell` nor `zone`: `to box`, out of the
    game.
    """

    piece: Expr
    name: str
    cell: Expr | None
    zone: ZoneSet | None
    bottom: bool  #: to the bottom of an ordered zone instead of the top
    turned: Expr | None


class MoveZone(Act, frozen=True):
    """`move second_part to bottom(pile)`: all pieces of a zone, in order, onto the top or under the bottom."""

    origin: ZoneSet
    target: ZoneSet
    bottom: bool


class CreatePieces(Act, frozen=True):
    """`create n of card(k, 1) in pile`, `create 1 of tile(spring) in centre`; on each cell of a set."""

    piece: str
    owner: Expr | None
    kind: Expr | None
    attributes: tuple[Expr, ...]
    amount: Expr
    zone: ZoneSet | None
    cell: Expr | None


class ShuffleZone(Act, frozen=True):
    """`shuffle pile`."""

    zone: ZoneSet


class RevealThing(Act, frozen=True):
    """`reveal X`, `reveal X to p`: shows a piece or the contents of a zone."""

    thing: Expr
    to: Expr | None


class HideThing(Act, frozen=True):
    """`hide X`: a piece on a board, each of a set of them, or a variable becomes as secret again as it was declared."""

    thing: Expr


class ExchangePieces(Act, frozen=True):
    """`exchange f and g`: two pieces of one type exchange their places on the board."""

    left: Expr
    right: Expr


class LetValue(Act, frozen=True):
    """`let rest = ...`; `budget points = ...` is one, too."""

    name: str
    value: Expr


class AssignLocal(Act, frozen=True):
    """Gives a let or budget another value."""

    name: str
    value: Expr


class AssignVariable(Act, frozen=True):
    """`starter = p`; `+=` and `-=` are expanded to a sum. `low`/`high`: the declared range, None if it cannot be
    left."""

    variable: str
    of: Expr | None
    value: Expr
    low: int | None
    high: int | None
    clamped: bool


class CallRoutine(Act, frozen=True):
    """Carries out a routine."""

    routine: str
    args: tuple[Expr, ...]


class EliminatePlayer(Act, frozen=True):
    """`eliminate p`."""

    player: Expr


class EndOf(Act, frozen=True):
    """`end turn`, `end phase`, `end game`; `stop` as a choice leaves the innermost `repeat`."""

    what: Literal["turn", "phase", "game"]


class NoteText(Act, frozen=True):
    """`note "..."`."""

    text: str


class GiveAward(Act, frozen=True):
    """`award final(l)`."""

    award: str
    args: tuple[Expr, ...]


class IfElse(Act, frozen=True):
    """`if`, with `otherwise if` nested."""

    condition: Expr
    then: Block
    otherwise: Block


class Loop(Act, frozen=True):
    """`for each name in set`: the set as it was at the start. `secretly`: each player runs the block separately."""

    name: str
    set: Expr
    block: Block
    secretly: bool


class RepeatBlock(Act, frozen=True):
    """`repeat`, `repeat while C`, `repeat until C` (C tested before each iteration), `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


class TurnsFrom(Act, frozen=True):
    """`turns from p clockwise until C`, C tested after each turn."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


class TurnEach(Act, frozen=True):
    """`one turn each from p clockwise`: one turn for each player who is in the game at that moment."""

    start: Expr
    clockwise: bool
    block: Block


class TurnOf(Act, frozen=True):
    """`turn of p`."""

    player: Expr
    block: Block


class PhaseBlock(Act, frozen=True):
    """`phase main`."""

    name: str
    block: Block


class Batch(Act, frozen=True):
    """`together`."""

    block: Block


class FinallyBlock(Act, frozen=True):
    """`finally`: runs when the turn or phase directly around it ends, unless the game has ended."""

    block: Block


Statement = (
    ChooseOf | MoveCounters | MarkCounters | MarkCounter | MarkPieces | GivePieces | MovePiece | MoveZone | CreatePieces
    | ShuffleZone | RevealThing | LetValue | AssignLocal | AssignVariable | CallRoutine | EliminatePlayer | EndOf
    | NoteText | GiveAward | IfElse | Loop | RepeatBlock | TurnsFrom | TurnEach | TurnOf | PhaseBlock | Batch
    | FinallyBlock | HideThing | ExchangePieces
)  # fmt: skip

Block = tuple[Statement, ...]
