"""Typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.base.records import dataclass
from dsl.base.source import Span

if TYPE_CHECKING:
    from dsl.semantics.typed.expressions import ChoiceRef, CounterSet, Expr, ZoneSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A statement with its place."""

    span: Span


@dataclass(frozen=True, slots=True)
class ChoiceEntry:
    """One line of a list of choices."""

    choice: ChoiceRef
    price: Expr | None
    budget: str  #: the local that holds the budget
    block: Block


@dataclass(frozen=True, slots=True)
class ChooseOf(Act):
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


@dataclass(frozen=True, slots=True)
class MoveCounters(Act):
    """`move 2 of my herons in reserve to t`; all of them without `amount`. `target` None is the reserve.

    The counters keep their state; those from the reserve get the first one. If `counters` spans several owners,
    counters of each owner move (to the reserve of each). A CounterType value (one counter) is in `single`.
    """

    counters: CounterSet | None
    single: Expr | None
    amount: Expr | None
    target: Expr | None
    box: bool = False  #: to the box instead of the reserve


@dataclass(frozen=True, slots=True)
class MarkCounters(Act):
    """`mark 1 of my herons on t that are fresh as spent`."""

    counters: CounterSet
    amount: Expr | None
    state: int


@dataclass(frozen=True, slots=True)
class MarkCounter(Act):
    """`mark h as spent`: one counter. `name` is the local that names it, if any: it keeps naming this counter."""

    counter: Expr
    name: str
    state: int


@dataclass(frozen=True, slots=True)
class MarkPieces(Act):
    """`mark m as grown`: a piece, or all of a set on the board, changes its kind."""

    pieces: Expr
    kind: Expr


@dataclass(frozen=True, slots=True)
class GivePieces(Act):
    """`give S to p`: `player` becomes the owner of a piece, or of all pieces of a set on the board. Known by their
    cell."""

    pieces: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class MovePiece(Act):
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


@dataclass(frozen=True, slots=True)
class MoveZone(Act):
    """`move second_part to bottom(pile)`: all pieces of a zone, in order, onto the top or under the bottom."""

    origin: ZoneSet
    target: ZoneSet
    bottom: bool


@dataclass(frozen=True, slots=True)
class CreatePieces(Act):
    """`create n of card(k, 1) in pile`, `create 1 of tile(spring) in centre`; on each cell of a set."""

    piece: str
    owner: Expr | None
    kind: Expr | None
    attributes: tuple[Expr, ...]
    amount: Expr
    zone: ZoneSet | None
    cell: Expr | None


@dataclass(frozen=True, slots=True)
class ShuffleZone(Act):
    """`shuffle pile`."""

    zone: ZoneSet


@dataclass(frozen=True, slots=True)
class RevealThing(Act):
    """`reveal X`, `reveal X to p`: shows a piece or the contents of a zone."""

    thing: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class HideThing(Act):
    """`hide X`: a piece on a board, each of a set of them, or a variable becomes as secret again as it was declared."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class ExchangePieces(Act):
    """`exchange f and g`: two pieces of one type exchange their places on the board."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class LetValue(Act):
    """`let rest = ...`; `budget points = ...` is one, too."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AssignLocal(Act):
    """Gives a let or budget another value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AssignVariable(Act):
    """`starter = p`; `+=` and `-=` are expanded to a sum. `low`/`high`: the declared range, None if it cannot be
    left."""

    variable: str
    of: Expr | None
    value: Expr
    low: int | None
    high: int | None
    clamped: bool


@dataclass(frozen=True, slots=True)
class CallRoutine(Act):
    """Carries out a routine."""

    routine: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class EliminatePlayer(Act):
    """`eliminate p`."""

    player: Expr


@dataclass(frozen=True, slots=True)
class EndOf(Act):
    """`end turn`, `end phase`, `end game`; `stop` as a choice leaves the innermost `repeat`."""

    what: Literal["turn", "phase", "game"]


@dataclass(frozen=True, slots=True)
class NoteText(Act):
    """`note "..."`."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveAward(Act):
    """`award final(l)`."""

    award: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfElse(Act):
    """`if`, with `otherwise if` nested."""

    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class Loop(Act):
    """`for each name in set`: the set as it was at the start. `secretly`: each player runs the block separately."""

    name: str
    set: Expr
    block: Block
    secretly: bool


@dataclass(frozen=True, slots=True)
class RepeatBlock(Act):
    """`repeat`, `repeat while C`, `repeat until C` (C tested before each iteration), `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class TurnsFrom(Act):
    """`turns from p clockwise until C`, C tested after each turn."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class TurnEach(Act):
    """`one turn each from p clockwise`: one turn for each player who is in the game at that moment."""

    start: Expr
    clockwise: bool
    block: Block


@dataclass(frozen=True, slots=True)
class TurnOf(Act):
    """`turn of p`."""

    player: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class PhaseBlock(Act):
    """`phase main`."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Batch(Act):
    """`together`."""

    block: Block


@dataclass(frozen=True, slots=True)
class FinallyBlock(Act):
    """`finally`: runs when the turn or phase directly around it ends, unless the game has ended."""

    block: Block


Statement = (
    ChooseOf | MoveCounters | MarkCounters | MarkCounter | MarkPieces | GivePieces | MovePiece | MoveZone | CreatePieces
    | ShuffleZone | RevealThing | LetValue | AssignLocal | AssignVariable | CallRoutine | EliminatePlayer | EndOf
    | NoteText | GiveAward | IfElse | Loop | RepeatBlock | TurnsFrom | TurnEach | TurnOf | PhaseBlock | Batch
    | FinallyBlock | HideThing | ExchangePieces
)  # fmt: skip

Block = tuple[Statement, ...]
