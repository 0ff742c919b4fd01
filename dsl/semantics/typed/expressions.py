"""Typed expressions: values, sets of cells, of players, of counters."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import dataclass
from dsl.base.source import Span
from dsl.semantics.typed.types import Typed

# ---- directions and straight lines of squares and hexes ----


Compass = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
Seen = Literal["ahead", "back", "sideways", "diagonal_ahead", "diagonal_back"]


@dataclass(frozen=True, slots=True)
class Directions(Typed):
    """`(north, east)`, `diagonal`, `ahead of p`: directions on a board. Not a value: a part of the nodes below.

    `compass` is the same for all players; `seen` are relative to `player`, who has an edge of the board.
    """

    board: str
    compass: tuple[Compass, ...]
    seen: tuple[Seen, ...]
    player: Expr | None


@dataclass(frozen=True, slots=True)
class StepsFrom(Typed):
    """`steps(x, D)`: the cells one step from the cell or set x in one of the directions."""

    origin: Expr
    directions: Directions


@dataclass(frozen=True, slots=True)
class SlidesFrom(Typed):
    """`slides(x, D, S)`: the cells that are reached from x in a straight line over cells of S, up to and including the
    first cell that is not in S."""

    origin: Expr
    directions: Directions
    over: Expr


@dataclass(frozen=True, slots=True)
class LeapsFrom(Typed):
    """`leaps(x, 1, 2)`: the cells at this distance along one axis and along the other, in every orientation."""

    origin: Expr
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class BetweenCells(Typed):
    """`between(a, b)`: the cells strictly between two cells of one straight line; none if no line joins them."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class EnclosedCells(Typed):
    """`enclosed(S, x, T)`: the cells of S in unbroken straight lines from the cell x, where the first cell that is not
    in S is in T."""

    set: Expr
    origin: Expr
    by: Expr
    directions: Directions


@dataclass(frozen=True, slots=True)
class InRows(Typed):
    """`S in rows of n`: the members of S that stand in a straight row of at least n members of S."""

    set: Expr
    length: Expr


@dataclass(frozen=True, slots=True)
class SideCells(Typed):
    """`edge(board, D)`: the cells from which a step in one of the directions leaves the board."""

    directions: Directions


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
    """A parameter, a `let`, the name of a `for each`, a budget, or `it`. Names are unique within their declaration:
    the checker renames an inner `it` or a second use of a name to `it_2`, `h_2`, so that lowering needs no scopes."""

    name: str


@dataclass(frozen=True, slots=True)
class Me(Typed):
    """The acting player."""


@dataclass(frozen=True, slots=True)
class NumberOfPlayers(Typed):
    """`number of players` still in the game."""


@dataclass(frozen=True, slots=True)
class TimesSeen(Typed):
    """`times_seen`: how many turns, this one included, have begun with the position in which this turn began."""


@dataclass(frozen=True, slots=True)
class VariableValue(Typed):
    """A variable; `of` is its owner or index, if it is declared with one."""

    variable: str
    of: Expr | None


@dataclass(frozen=True, slots=True)
class TableValue(Typed):
    """`capacity of t`: the cell of `table` in column `column` (empty: the second key selects it) for the key(s)."""

    table: str
    column: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DefineValue(Typed):
    """A definition with its arguments; its type may be a set."""

    define: str
    args: tuple[Expr, ...]


Builtin = Literal[
    "distance", "smaller", "larger", "left of", "right of", "seat", "position", "coordinate x", "coordinate y", "row",
    "size", "walls", "first", "nth",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BuiltinValue(Typed):
    """A builtin that returns a value. `distance(a, b)` of places; `left of` and `right of` a player: the next seat
    clockwise or anticlockwise still in the game; `seat(n)`: n from 1; `walls(a, b)`: the number of walls on the two
    sides between neighbours, where several sides meet the fewest; 0 if they are no neighbours."""

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
    """`is`, `is not` and the orders, of two values of one type (or sets, lists: equal members in equal order)."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class MembershipTest(Typed):
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
    """`sum|largest|smallest of E over S`: `name` is each member in turn. The largest or smallest of an empty set is
    0."""

    kind: Literal["sum", "largest", "smallest"]
    name: str
    value: Expr
    set: Expr


@dataclass(frozen=True, slots=True)
class AllCells(Typed):
    """`hexes`, `squares`: every cell of the board."""

    board: str


@dataclass(frozen=True, slots=True)
class EdgeCells(Typed):
    """`edge(world)`: the cells at the edge; of an unbounded board the outermost ring of its window, which counts as
    connected to infinity."""

    board: str


@dataclass(frozen=True, slots=True)
class PieceCells(Typed):
    """`tiles`: the cells of pieces of this type; only those of one kind if `kind` is given, of one player if `owner`
    is."""

    piece: str
    kind: Expr | None
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class PiecesOn(Typed):
    """`my otters on s`: the members of a set of pieces known by number that are on a cell or on one of several."""

    set: Expr
    cells: Expr


@dataclass(frozen=True, slots=True)
class StandingCells(Typed):
    """The cells of the members of a set of pieces known by number (`areas with my otters`)."""

    set: Expr


@dataclass(frozen=True, slots=True)
class CounterCells(Typed):
    """The cells of the counters of a set (`hexes with herons`, and the operands of `touches my herons`)."""

    counters: CounterSet


@dataclass(frozen=True, slots=True)
class CoveredCells(Typed):
    """`covered(S)`: the places under the spaces of S; a space of one place is that place."""

    set: Expr


@dataclass(frozen=True, slots=True)
class CellUnion(Typed):
    """`a plus b`, `a without b`, and `both` (the intersection, `tiles on S`, `tiles in S`). A single place or piece
    counts as a set of one."""

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
class ConnectedParts(Typed):
    """`parts(S)`: the connected parts of a cell set, in order of their lowest cell; a set of sets."""

    set: Expr


@dataclass(frozen=True, slots=True)
class AllSeats(Typed):
    """`players` (those still in the game), `all_players`."""

    in_play: bool


@dataclass(frozen=True, slots=True)
class AllTeams(Typed):
    """`teams`: those with a player still in the game."""


@dataclass(frozen=True, slots=True)
class Rotation(Typed):
    """`players clockwise from p`: a list that starts with p and goes round once. Players out of the game are left
    out."""

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
class OneOf(Typed):
    """`the man on s`, `only(S)`: the member of a set; the lowest of several, none (-1) of an empty set. Its type is
    never a MaybeType: using it without a test is a rule error where there is none, as with `top(pile)`."""

    set: Expr


@dataclass(frozen=True, slots=True)
class RandomFrom(Typed):
    """`random of S`: one member; with `amount`: a set of that size (all if there are fewer). Only in effects."""

    set: Expr
    amount: Expr | None


@dataclass(frozen=True, slots=True)
class CounterSet(Typed):
    """Counters selected by owner, place and state. `place` None with `reserve` False: all counters on the board."""

    counter: str
    owner: Expr | None  #: None: all owners (also for counters without owner)
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
    Constant | SeatConstant | CellConstant | OptionValue | LocalValue | Me | NumberOfPlayers | TimesSeen
    | VariableValue | TableValue | DefineValue | BuiltinValue | PropertyValue | ZoneTop | Arithmetic | Comparison
    | MembershipTest | Touches | Logic | Negation | Conditional | CanChoose | ExistsIn | CountOf | AggregateOf
    | AllCells | EdgeCells | PieceCells | CounterCells | CoveredCells | PiecesOn | StandingCells | CellUnion | NextTo
    | JoinedTo | WithinOf | ConnectedParts | AllSeats | AllTeams | Rotation | ListOf | Chained | Ranked | KindValues
    | NumberRange | Filtered | Extreme | OneOf | RandomFrom | CounterSet | ZoneSet | Directions | StepsFrom
    | SlidesFrom | LeapsFrom | BetweenCells | EnclosedCells | InRows | SideCells
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChoiceRef:
    """An action with what the caller supplies; `word` instead for `stop`, `enough` and the like."""

    action: str
    word: str
    args: tuple[Expr, ...]  #: for the `given` parameters, in order
    where: Expr | None  #: may use the action's parameters as LocalValue
    text: str
    span: Span
