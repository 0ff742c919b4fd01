"""Typed expressions: values, sets of cells, of players, of counters."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import Record
from dsl.base.source import Span
from dsl.semantics.typed.types import Typed

# ---- directions and straight lines of squares and hexes ----


Compass = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
Seen = Literal["ahead", "back", "sideways", "diagonal_ahead", "diagonal_back"]


class Directions(Typed, frozen=True):
    """`(north, east)`, `diagonal`, `ahead of p`: directions on a board. Not a value: a part of the nodes below.

    `compass` is the same for all players; `seen` are relative to `player`, who has an edge of the board.
    """

    board: str
    compass: tuple[Compass, ...]
    seen: tuple[Seen, ...]
    player: Expr | None


class StepsFrom(Typed, frozen=True):
    """`steps(x, D)`: the cells one step from the cell or set x in one of the directions."""

    origin: Expr
    directions: Directions


class SlidesFrom(Typed, frozen=True):
    """`slides(x, D, S)`: the cells that are reached from x in a straight line over cells of S, up to and including the
    first cell that is not in S."""

    origin: Expr
    directions: Directions
    over: Expr


class LeapsFrom(Typed, frozen=True):
    """`leaps(x, 1, 2)`: the cells at this distance along one axis and along the other, in every orientation."""

    origin: Expr
    first: int
    second: int


class BetweenCells(Typed, frozen=True):
    """`between(a, b)`: the cells strictly between two cells of one straight line; none if no line joins them."""

    left: Expr
    right: Expr


class EnclosedCells(Typed, frozen=True):
    """`enclosed(S, x, T)`: the cells of S in unbroken straight lines from the cell x, where the first cell that is not
    in S is in T."""

    set: Expr
    origin: Expr
    by: Expr
    directions: Directions


class InRows(Typed, frozen=True):
    """`S in rows of n`: the members of S that stand in a straight row of at least n members of S."""

    set: Expr
    length: Expr


class SideCells(Typed, frozen=True):
    """`edge(board, D)`: the cells from which a step in one of the directions leaves the board."""

    directions: Directions


class Constant(Typed, frozen=True):
    """A number, yes (1), no (0), none (-1), a value of a kind (its index)."""

    value: int


class SeatConstant(Typed, frozen=True):
    """`seat(1)` with a constant, or a colour's name: a seat counted from 0."""

    seat: int


class CellConstant(Typed, frozen=True):
    """`2,-1` or `centre`: a cell by its coordinates."""

    board: str
    x: int
    y: int


class OptionValue(Typed, frozen=True):
    """The value of an option; a constant of the match."""

    option: str


class LocalValue(Typed, frozen=True):
    """A parameter, a `let`, the name of a `for each`, a budget, or `it`. Names are unique within their declaration:
    the checker renames an inner `it` or a second use of a name to `it_2`, `h_2`, so that lowering needs no scopes."""

    name: str


class Me(Typed, frozen=True):
    """The acting player."""


class NumberOfPlayers(Typed, frozen=True):
    """`number of players` still in the game."""


class TimesSeen(Typed, frozen=True):
    """`times_seen`: how many turns, this one included, have begun with the position in which this turn began."""


class VariableValue(Typed, frozen=True):
    """A variable; `of` is its owner or index, if it is declared with one."""

    variable: str
    of: Expr | None


class TableValue(Typed, frozen=True):
    """`capacity of t`: the cell of `table` in column `column` (empty: the second key selects it) for the key(s)."""

    table: str
    column: str
    keys: tuple[Expr, ...]


class DefineValue(Typed, frozen=True):
    """A definition with its arguments; its type may be a set."""

    define: str
    args: tuple[Expr, ...]


Builtin = Literal[
    "distance", "smaller", "larger", "left of", "right of", "seat", "position", "coordinate x", "coordinate y", "row",
    "size", "walls", "first", "nth",
]  # fmt: skip


class BuiltinValue(Typed, frozen=True):
    """A builtin that returns a value. `distance(a, b)` of places; `left of` and `right of` a player: the next seat
    clockwise or anticlockwise still in the game; `seat(n)`: n from 1; `walls(a, b)`: the number of walls on the two
    sides between neighbours, where several sides meet the fewest; 0 if they are no neighbours."""

    name: Builtin
    args: tuple[Expr, ...]


class PropertyValue(Typed, frozen=True):
    """`kind of x`, `owner of x`, `place of x`, `state of x`, `part of card` (an attribute), of a piece or counter."""

    name: str
    of: Expr


class ZoneTop(Typed, frozen=True):
    """`top(pile)`, `bottom(pile)`: a piece, none if the zone is empty (then using it is a rule error)."""

    zone: ZoneSet
    bottom: bool


class Arithmetic(Typed, frozen=True):
    """`+ - *`, `/ rounded up`, `/ rounded down`."""

    operator: Literal["+", "-", "*", "/up", "/down"]
    left: Expr
    right: Expr


class Comparison(Typed, frozen=True):
    """`is`, `is not` and the orders, of two values of one type (or sets, lists: equal members in equal order)."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


class MembershipTest(Typed, frozen=True):
    """`x is in S`."""

    value: Expr
    set: Expr


class Touches(Typed, frozen=True):
    """`a touches b`: a cell or cell set lies next to a cell or cell set (some pair does). No cell touches itself."""

    left: Expr
    right: Expr


class Logic(Typed, frozen=True):
    """`and`, `or`, flattened."""

    operator: Literal["and", "or"]
    parts: tuple[Expr, ...]


class Negation(Typed, frozen=True):
    """`not E`."""

    value: Expr


class Conditional(Typed, frozen=True):
    """`if C then A otherwise B`; values or sets."""

    condition: Expr
    then: Expr
    otherwise: Expr


class CanChoose(Typed, frozen=True):
    """`can A(...) where C`: whether the choice has an option for `me`."""

    choice: ChoiceRef


class ExistsIn(Typed, frozen=True):
    """`any of S` (at least 1), `none of S` (at most 0), `at least n of S`, `at most n of S`, `exactly n of S`."""

    amount: Literal["at least", "at most", "exactly"]
    count: Expr
    set: Expr


class CountOf(Typed, frozen=True):
    """`number of S`."""

    set: Expr


class AggregateOf(Typed, frozen=True):
    """`sum|largest|smallest of E over S`: `name` is each member in turn. The largest or smallest of an empty set is
    0."""

    kind: Literal["sum", "largest", "smallest"]
    name: str
    value: Expr
    set: Expr


class AllCells(Typed, frozen=True):
    """`hexes`, `squares`: every cell of the board."""

    board: str


class EdgeCells(Typed, frozen=True):
    """`edge(world)`: the cells at the edge; of an unbounded board the outermost ring of its window, which counts as
    connected to infinity."""

    board: str


class PieceCells(Typed, frozen=True):
    """`tiles`: the cells of pieces of this type; only those of one kind if `kind` is given, of one player if `owner`
    is."""

    piece: str
    kind: Expr | None
    owner: Expr | None = None


class PiecesOn(Typed, frozen=True):
    """`my otters on s`: the members of a set of pieces known by number that are on a cell or on one of several."""

    set: Expr
    cells: Expr


class StandingCells(Typed, frozen=True):
    """The cells of the members of a set of pieces known by number (`areas with my otters`)."""

    set: Expr


class CounterCells(Typed, frozen=True):
    """The cells of the counters of a set (`hexes with herons`, and the operands of `touches my herons`)."""

    counters: CounterSet


class CoveredCells(Typed, frozen=True):
    """`covered(S)`: the places under the spaces of S; a space of one place is that place."""

    set: Expr


class CellUnion(Typed, frozen=True):
    """`a plus b`, `a without b`, and `both` (the intersection, `tiles on S`, `tiles in S`). A single place or piece
    counts as a set of one."""

    operator: Literal["plus", "without", "both"]
    left: Expr
    right: Expr


class NextTo(Typed, frozen=True):
    """`S next to x`: those of S that touch the cell or set x."""

    set: Expr
    to: Expr


class JoinedTo(Typed, frozen=True):
    """`S joined to x`: those of S that can be reached from x (cells of x that are in S) through S."""

    set: Expr
    to: Expr


class WithinOf(Typed, frozen=True):
    """`S within n of x`: those of S at most n steps (of geometry) from x."""

    set: Expr
    distance: Expr
    centre: Expr


class ConnectedParts(Typed, frozen=True):
    """`parts(S)`: the connected parts of a cell set, in order of their lowest cell; a set of sets."""

    set: Expr


class AllSeats(Typed, frozen=True):
    """`players` (those still in the game), `all_players`."""

    in_play: bool


class AllTeams(Typed, frozen=True):
    """`teams`: those with a player still in the game."""


class Rotation(Typed, frozen=True):
    """`players clockwise from p`: a list that starts with p and goes round once. Players out of the game are left
    out."""

    clockwise: bool
    start: Expr


class ListOf(Typed, frozen=True):
    """`(a, b, c)` as a list or set of values."""

    items: tuple[Expr, ...]


class Chained(Typed, frozen=True):
    """`a followed by b`: lists one after the other."""

    lists: tuple[Expr, ...]


class Ranked(Typed, frozen=True):
    """`S ranked by (E)`: a list, highest first, ties in the order of S."""

    set: Expr
    name: str
    key: Expr


class KindValues(Typed, frozen=True):
    """`Terrain` as the set of its values."""

    kind: str


class NumberRange(Typed, frozen=True):
    """`numbers(a, b)`: from a to b, both included."""

    low: Expr
    high: Expr


class Filtered(Typed, frozen=True):
    """`S where C`: `name` is each member in turn. S is a set of cells, pieces, players, kinds, numbers or parts."""

    set: Expr
    name: str
    condition: Expr


class Extreme(Typed, frozen=True):
    """`S with most (E)`, `with fewest`."""

    set: Expr
    name: str
    key: Expr
    most: bool


class OneOf(Typed, frozen=True):
    """`the man on s`, `only(S)`: the member of a set; the lowest of several, none (-1) of an empty set. Its type is
    never a MaybeType: using it without a test is a rule error where there is none, as with `top(pile)`."""

    set: Expr


class RandomFrom(Typed, frozen=True):
    """`random of S`: one member; with `amount`: a set of that size (all if there are fewer). Only in effects."""

    set: Expr
    amount: Expr | None


class CounterSet(Typed, frozen=True):
    """Counters selected by owner, place and state. `place` None with `reserve` False: all counters on the board."""

    counter: str
    owner: Expr | None  #: None: all owners (also for counters without owner)
    place: Expr | None  #: a cell or cell set
    reserve: bool  #: those in reserve
    state: int | None  #: index of the state, None: any


class ZoneSet(Typed, frozen=True):
    """The pieces in a zone: `pile`, `hand of me`; of one kind only if `kind` is given."""

    zone: str
    owner: Expr | None
    kind: Expr | None = None


Expr = (
    Typed  #: no union of all: for each `match` on one of fifty classes, mypy would compare every class with every other
)


class ChoiceRef(Record, frozen=True):
    """An action with what the caller supplies; `word` instead for `stop`, `enough` and the like."""

    action: str
    word: str
    args: tuple[Expr, ...]  #: for the `given` parameters, in order
    where: Expr | None  #: may use the action's parameters as LocalValue
    text: str
    span: Span
