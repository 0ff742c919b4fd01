"""Typed rules: what the checker hands on. One tree type per phase, so an unchecked rule cannot reach a program.

In typed expressions the many phrases of the language have become few nodes: sets of places and of pieces known by
their cell are *cell sets*, counters are *counter sets*, players are *seat sets*, the rest are values.
"""

from __future__ import annotations

from typing import Literal

from dsl.text.records import dataclass
from dsl.text.source import Span

# ---- types ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberType:
    """A whole number within `low..high` (both included; the widest is 32 bits)."""

    low: int = -(2**31)
    high: int = 2**31 - 1


@dataclass(frozen=True, slots=True)
class TruthType:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class KindType:
    """A value of an enumeration: `Terrain`, an option's words (`coast`), or `Terrain or storm` (a kind of its own)."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerType:
    """A player."""


@dataclass(frozen=True, slots=True)
class PlaceType:
    """A cell of a board."""

    board: str


@dataclass(frozen=True, slots=True)
class PieceType:
    """A piece. `by_cell` in its declaration decides whether it is known by its cell or by its number."""

    piece: str


@dataclass(frozen=True, slots=True)
class CounterType:
    """A class of equal counters: place, owner, state."""

    counter: str


@dataclass(frozen=True, slots=True)
class WayType:
    """A way along a declared path."""

    path: str


@dataclass(frozen=True, slots=True)
class SetType:
    """A set of places, pieces, counters, players, kinds, or of sets of places (`parts`)."""

    of: Type


@dataclass(frozen=True, slots=True)
class ListType:
    """An ordered list, at most `longest` long (0: decided by the number of players)."""

    of: Type


@dataclass(frozen=True, slots=True)
class MaybeType:
    """A value or none (-1)."""

    of: Type


@dataclass(frozen=True, slots=True)
class NothingType:
    """The type of `none` alone."""


@dataclass(frozen=True, slots=True)
class UnknownType:
    """The type of what could not be resolved; it agrees with everything, so one mistake gives one message."""


Type = (
    NumberType | TruthType | KindType | PlayerType | PlaceType | PieceType | CounterType | WayType | SetType | ListType
    | MaybeType | NothingType | UnknownType
)  # fmt: skip


# ---- expressions ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """An expression with its type and place."""

    type: Type
    span: Span


# values


@dataclass(frozen=True, slots=True)
class Constant(Typed):
    """A number, yes (1), no (0), none (-1), a value of a kind (its index)."""

    value: int


@dataclass(frozen=True, slots=True)
class SeatConstant(Typed):
    """`seat(1)` with a constant, or a colour's name: a seat counted from 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class CellConstant(Typed):
    """`2,-1` or `centre`: a cell by its coordinates."""

    board: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class OptionValue(Typed):
    """The value of an option; a constant of the match."""

    option: str


@dataclass(frozen=True, slots=True)
class LocalValue(Typed):
    """A parameter, a `let`, the name of a `for each`, a budget, or `it`. Names are unique within their part: the
    checker renames an inner `it` or a second use of a name to `it_2`, `h_2`, so that a lowering needs no scopes."""

    name: str


@dataclass(frozen=True, slots=True)
class Me(Typed):
    """Whoever acts."""


@dataclass(frozen=True, slots=True)
class NumberOfPlayers(Typed):
    """`number of players` still in the game."""


@dataclass(frozen=True, slots=True)
class VariableValue(Typed):
    """A variable; `of` whom or what, if it is declared so."""

    variable: str
    of: Expr | None


@dataclass(frozen=True, slots=True)
class TableValue(Typed):
    """`capacity of t`: the cell of `table` in column `column` (empty: the second key chooses it) for the key(s)."""

    table: str
    column: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DefineValue(Typed):
    """A definition with its values; its type may be a set."""

    define: str
    args: tuple[Expr, ...]


Builtin = Literal[
    "distance", "smaller", "larger", "left of", "right of", "seat", "position", "coordinate x", "coordinate y", "size",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BuiltinValue(Typed):
    """A builtin that makes a value. `distance(a, b)` of places; `left of` and `right of` a player: the next seat
    clockwise or anticlockwise still in the game; `seat(n)`: n from 1."""

    name: Builtin
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class PropertyValue(Typed):
    """`kind of x`, `owner of x`, `place of x`, `state of x`, `part of card` (an attribute), of a piece or counter."""

    name: str
    of: Expr


@dataclass(frozen=True, slots=True)
class ZoneTop(Typed):
    """`top(pile)`, `bottom(pile)`: a piece, none if the zone is empty (then using it is a rule error)."""

    zone: ZoneSet
    bottom: bool


@dataclass(frozen=True, slots=True)
class Arithmetic(Typed):
    """`+ - *`, `/ rounded up`, `/ rounded down`."""

    operator: Literal["+", "-", "*", "/up", "/down"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Comparison(Typed):
    """`is`, `is not` and the orders, of two values of one sort (or sets, lists: equal members in equal order)."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Typed):
    """`x is in S`."""

    value: Expr
    set: Expr


@dataclass(frozen=True, slots=True)
class Touches(Typed):
    """`a touches b`: a cell or cell set lies next to a cell or cell set (some pair does). No cell touches itself."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Typed):
    """`and`, `or`, flattened."""

    operator: Literal["and", "or"]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Negation(Typed):
    """`not E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Typed):
    """`if C then A otherwise B`; values or sets."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class CanChoose(Typed):
    """`can A(...) where C`: whether the choice has an option for `me`."""

    choice: ChoiceRef


@dataclass(frozen=True, slots=True)
class ExistsIn(Typed):
    """`any of S` (at least 1), `none of S` (at most 0), `at least n of S`, `at most n of S`, `exactly n of S`."""

    amount: Literal["at least", "at most", "exactly"]
    count: Expr
    set: Expr


@dataclass(frozen=True, slots=True)
class CountOf(Typed):
    """`number of S`."""

    set: Expr


@dataclass(frozen=True, slots=True)
class AggregateOf(Typed):
    """`sum|largest|smallest of E over S`: `name` is each member in turn. Largest and smallest of nothing are 0."""

    kind: Literal["sum", "largest", "smallest"]
    name: str
    value: Expr
    set: Expr


# sets of places, and of pieces known by their cell: bitsets over the cells of one board


@dataclass(frozen=True, slots=True)
class AllCells(Typed):
    """`hexes`, `squares`: every cell of the board."""

    board: str


@dataclass(frozen=True, slots=True)
class EdgeCells(Typed):
    """`edge(world)`: the cells at the edge; of an unbounded board the outermost ring of its window, which counts as
    joined to infinity."""

    board: str


@dataclass(frozen=True, slots=True)
class PieceCells(Typed):
    """`tiles`: where pieces of this sort lie; of one kind only if `kind` is given."""

    piece: str
    kind: Expr | None


@dataclass(frozen=True, slots=True)
class CounterCells(Typed):
    """Where counters of the set stand, as cells (`hexes with herons`, and what `touches my herons` looks at)."""

    counters: CounterSet


@dataclass(frozen=True, slots=True)
class CellUnion(Typed):
    """`a plus b`, `a without b`, and `both` (the intersection, `tiles on S`, `tiles in S`). A single place or piece
    stands for the set of it."""

    operator: Literal["plus", "without", "both"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class NextTo(Typed):
    """`S next to x`: those of S that touch the cell or set x."""

    set: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class JoinedTo(Typed):
    """`S joined to x`: those of S that can be reached from x (cells of x that are in S) through S."""

    set: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class WithinOf(Typed):
    """`S within n of x`: those of S at most n steps (of geometry) from x."""

    set: Expr
    distance: Expr
    centre: Expr


@dataclass(frozen=True, slots=True)
class Parts(Typed):
    """`parts(S)`: the connected parts of a cell set, in order of their lowest cell; a set of sets."""

    set: Expr


@dataclass(frozen=True, slots=True)
class LinesFrom(Typed):
    """`lines(x, n)`: reserved for rows and diagonals."""

    cell: Expr
    length: Expr


# players


@dataclass(frozen=True, slots=True)
class AllSeats(Typed):
    """`players` (those still in the game), `all_players`."""

    in_play: bool


@dataclass(frozen=True, slots=True)
class Rotation(Typed):
    """`players clockwise from p`: a list that starts with p and goes round once. Those out of the game are left out."""

    clockwise: bool
    start: Expr


@dataclass(frozen=True, slots=True)
class ListOf(Typed):
    """`(a, b, c)` as a list or set of values."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Chained(Typed):
    """`a followed by b`: lists one after the other."""

    lists: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Ranked(Typed):
    """`S ranked by (E)`: a list, highest first, ties in the order of S."""

    set: Expr
    name: str
    key: Expr


@dataclass(frozen=True, slots=True)
class KindValues(Typed):
    """`Terrain` as the set of its values."""

    kind: str


@dataclass(frozen=True, slots=True)
class NumberRange(Typed):
    """`numbers(a, b)`: from a to b, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Filtered(Typed):
    """`S where C`: `name` is each member in turn. S is a set of cells, pieces, players, kinds, numbers or parts."""

    set: Expr
    name: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Extreme(Typed):
    """`S with most (E)`, `with fewest`."""

    set: Expr
    name: str
    key: Expr
    most: bool


@dataclass(frozen=True, slots=True)
class RandomFrom(Typed):
    """`random of S`: one member; with `amount`: a set of so many (all if there are fewer). Only in effects."""

    set: Expr
    amount: Expr | None


# counters and zones


@dataclass(frozen=True, slots=True)
class CounterSet(Typed):
    """Counters selected by owner, place and state. `place` None with `reserve` False: wherever on the board."""

    counter: str
    owner: Expr | None  #: None: everybody's (also for counters without owner)
    place: Expr | None  #: a cell or cell set
    reserve: bool  #: those in reserve
    state: int | None  #: index of the state, None: any


@dataclass(frozen=True, slots=True)
class ZoneSet(Typed):
    """The pieces in a zone: `pile`, `hand of me`; of one kind only if `kind` is given."""

    zone: str
    owner: Expr | None
    kind: Expr | None = None


Expr = (
    Constant | SeatConstant | CellConstant | OptionValue | LocalValue | Me | NumberOfPlayers | VariableValue
    | TableValue | DefineValue | BuiltinValue | PropertyValue | ZoneTop | Arithmetic | Comparison | Member | Touches
    | Logic | Negation
    | Conditional | CanChoose | ExistsIn | CountOf | AggregateOf | AllCells | EdgeCells | PieceCells | CounterCells
    | CellUnion | NextTo | JoinedTo | WithinOf | Parts | LinesFrom | AllSeats | Rotation | ListOf | Chained | Ranked
    | KindValues | NumberRange | Filtered | Extreme | RandomFrom | CounterSet | ZoneSet
)  # fmt: skip


# ---- statements -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A statement with its place."""

    span: Span


@dataclass(frozen=True, slots=True)
class ChoiceRef:
    """An action with what the caller supplies; `word` instead for `stop`, `enough` and the like."""

    action: str
    word: str
    args: tuple[Expr, ...]  #: for the `given` parameters, in order
    where: Expr | None  #: may use the action's parameters as LocalValue
    text: str
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

    `low`/`high`: how often (`choose x, 1 to n times`): None for a plain choice. `interrupted_by`: further entries after
    which the same question is asked again.
    """

    entries: tuple[ChoiceEntry, ...]
    first_possible: bool
    by: Expr | None
    low: Expr | None
    high: Expr | None
    interrupted_by: tuple[ChoiceEntry, ...]


@dataclass(frozen=True, slots=True)
class MoveCounters(Act):
    """`move 2 of my herons in reserve to t`; all of them without `amount`. `target` None is the reserve.

    The counters keep their state; those from the reserve take the first one. If `counters` spans several owners each
    one's go (to each one's reserve). A CounterType value (one counter) comes as `single`.
    """

    counters: CounterSet | None
    single: Expr | None
    amount: Expr | None
    target: Expr | None


@dataclass(frozen=True, slots=True)
class MarkCounters(Act):
    """`mark 1 of my herons on t that are fresh as spent`."""

    counters: CounterSet
    amount: Expr | None
    state: int


@dataclass(frozen=True, slots=True)
class MovePiece(Act):
    """`move t to goal`, `move card to discards`, `move top(bag) to h`: one piece to a cell or to a zone.

    `piece` is of PieceType (or MaybeType of it: none moves nothing). `name` is the local that names the piece, if it
    is one: it goes with the piece, so that `t` still means the piece afterwards.
    """

    piece: Expr
    name: str
    cell: Expr | None
    zone: ZoneSet | None
    bottom: bool  #: to the bottom of an ordered zone instead of the top
    turned: Expr | None


@dataclass(frozen=True, slots=True)
class MoveZone(Act):
    """`move second_part to bottom(pile)`: all pieces of a zone, in their order, onto the top or under the bottom."""

    origin: ZoneSet
    target: ZoneSet
    bottom: bool


@dataclass(frozen=True, slots=True)
class CreatePieces(Act):
    """`create n of card(k, 1) in pile`, `create 1 of tile(spring) in centre`."""

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
    """`reveal X`, `reveal X to p`: of a piece or of what a zone holds."""

    thing: Expr
    to: Expr | None


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
    """`starter = p`; `+=` and `-=` have become a sum. `low`/`high`: the declared range, None if it cannot be left."""

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
    """`for each name in set`: the set as it was at the start. `secretly`: every player's block for itself."""

    name: str
    set: Expr
    block: Block
    secretly: bool


@dataclass(frozen=True, slots=True)
class RepeatBlock(Act):
    """`repeat`, `repeat while C`, `repeat until C` (C tested before each turn of the loop), `repeat up to n times`."""

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
    """`one turn each from p clockwise`: everybody in the game at that moment, once."""

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
    """`finally`."""

    block: Block


Statement = (
    ChooseOf | MoveCounters | MarkCounters | MovePiece | MoveZone | CreatePieces | ShuffleZone | RevealThing | LetValue
    | AssignLocal | AssignVariable | CallRoutine | EliminatePlayer | EndOf | NoteText | GiveAward | IfElse | Loop
    | RepeatBlock | TurnsFrom | TurnEach | TurnOf | PhaseBlock | Batch | FinallyBlock
)  # fmt: skip
Block = tuple[Statement, ...]


# ---- declarations -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """An option. `type` is a NumberType, TruthType or a KindType named after it; `defaults` by number of players."""

    name: str
    type: Type
    defaults: dict[int, int]
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class KindDecl:
    """An enumeration, also the words of an option and a union such as `Terrain or storm` (Terrain's values first)."""

    name: str
    values: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TableDecl:
    """A table: cells by (row, column) and number of players. A cell is a number, `-` (None), an option, or sides."""

    name: str
    key: Type
    second_key: Type | None
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], tuple[CellValue, ...]]  #: one value per number of players, from the least to the most
    span: Span


CellValue = int | str | None | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardDecl:
    """A board. `window`: the radius compiled in at first, for unbounded boards. `size` may name options."""

    name: str
    shape: Literal["hexes", "squares", "areas", "slots"]
    size: tuple[Expr, Expr] | None
    unbounded: bool
    window: int
    centre: tuple[int, int]
    areas: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PieceDecl:
    """A kind of piece."""

    name: str
    owned: bool
    kind: str  #: name of the KindDecl, or empty
    board: str  #: where it may lie, or empty
    one_on_each: bool
    alike: bool
    by_cell: bool  #: alike, on a board, one on each: known by its cell
    attributes: tuple[tuple[str, NumberType], ...]
    seen_attributes: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CounterDecl:
    """A kind of counter; `amount` for each owner."""

    name: str
    owned: bool
    amount: Expr
    board: str
    states: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SightRule:
    """Who sees; holds if `option` is set (empty: always). Later rules that hold win."""

    who: Literal["all", "its player", "nobody"]
    option: str


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A zone."""

    name: str
    owned: bool
    piece: str
    ordered: bool
    sight: tuple[SightRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class VariableDecl:
    """A variable; `owner` is "player", a board's place word, or empty."""

    name: str
    owner: str
    type: Type
    initial: Expr
    each_turn: bool
    sight: tuple[SightRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ParamDecl:
    """A parameter."""

    name: str
    type: Type
    given: bool
    span: Span


@dataclass(frozen=True, slots=True)
class CaseDecl:
    """One case of a definition; `condition` None closes the list."""

    name: str
    condition: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class DefineDecl:
    """A definition: the first case whose condition holds."""

    name: str
    params: tuple[ParamDecl, ...]
    result: Type
    cases: tuple[CaseDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class NeedDecl:
    """A condition of an action; `supposing` counts into the action's suppositions in force (outermost first)."""

    name: str
    condition: Expr
    message: str
    supposing: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LetDecl:
    """A `let` among the conditions, judged where it stands."""

    name: str
    value: Expr
    supposing: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SupposeDecl:
    """`with t lifted` (target None), `with p moved to x`."""

    thing: Expr
    target: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """An action."""

    name: str
    params: tuple[ParamDecl, ...]
    text: str
    suppositions: tuple[SupposeDecl, ...]
    lines: tuple[NeedDecl | LetDecl, ...]
    do: Block
    span: Span


@dataclass(frozen=True, slots=True)
class RoutineDecl:
    """A routine, `setup` and `play` included."""

    name: str
    params: tuple[ParamDecl, ...]
    block: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Watch:
    """What sets a consequence off when it changes: counters or pieces coming or going, or a variable."""

    sort: Literal["counter", "piece", "variable"]
    name: str


@dataclass(frozen=True, slots=True)
class ConsequenceDecl:
    """What follows of itself: once for each place concerned (`place`), or once if it has none."""

    name: str
    place: ParamDecl | None
    watches: tuple[Watch, ...]
    block: Block
    span: Span


@dataclass(frozen=True, slots=True)
class AwardDecl:
    """Points by rank: `name` is each player in `among` in turn."""

    name: str
    params: tuple[ParamDecl, ...]
    member: str  #: the local that is each player, for `among`'s keys
    among: Expr
    keys: tuple[Expr, ...]
    points: tuple[Expr, ...]  #: first, second, third
    ties: Literal["share up", "share down", "all", "all, places used up", "nothing", "lower"]
    variable: str  #: the variable that is raised: `score`
    span: Span


@dataclass(frozen=True, slots=True)
class WinnerLineDecl:
    """One line of the ranking; `member` is each player in turn."""

    name: str
    most: bool
    member: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class RunLine:
    """`run` in an example."""

    block: Block


@dataclass(frozen=True, slots=True)
class ExpectLine:
    """`expect that` in an example."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ExampleDecl:
    """An example. Lines with expressions are typed, by their index in `text.lines`; positions and moves stay text."""

    title: str
    text: object  #: the dsl.text.tree.Example
    typed: dict[int, RunLine | ExpectLine]
    span: Span


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole checked ruleset."""

    game: str
    based_on: str
    players: tuple[int, int]  #: least and most
    colours: tuple[str, ...]
    credits: tuple[str, ...]
    options: dict[str, OptionDecl]
    kinds: dict[str, KindDecl]
    tables: dict[str, TableDecl]
    boards: dict[str, BoardDecl]
    pieces: dict[str, PieceDecl]
    counters: dict[str, CounterDecl]
    zones: dict[str, ZoneDecl]
    variables: dict[str, VariableDecl]
    defines: dict[str, DefineDecl]  #: in an order in which each uses only earlier ones
    actions: dict[str, ActionDecl]
    routines: dict[str, RoutineDecl]  #: callees first
    awards: dict[str, AwardDecl]
    setup: Block
    play: Block
    winner: tuple[WinnerLineDecl, ...]
    winner_shared: bool
    examples: tuple[ExampleDecl, ...]
    consequences: dict[str, ConsequenceDecl]  #: whoever sets others off comes first
