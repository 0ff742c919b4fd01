"""Expressions as written, and what every node has."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import dataclass, field
from dsl.base.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in the tree."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name: `herons`, `me`, `marsh`."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, negative ones included."""

    value: int


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class NoneLiteral(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Coordinate(Node):
    """`2,-1`, written without a space: a cell of the board."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`isle(t)`: a definition or builtin with its values."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`owner of h`, `herons of p`, `1 of my herons`: binds tightest and to the right."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class TheOn(Node):
    """`the man on s`: the piece that stands there."""

    thing: str
    place: Expr


@dataclass(frozen=True, slots=True)
class My(Node):
    """`my herons`: those of the player who acts."""

    thing: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain(Node):
    """A set with something said of it: a link of a chain, which is read from left to right."""

    bracketed: bool = field(default=False, compare=False, repr=False)  #: whether its author put it in brackets


PhraseWord = Literal[
    "on", "in", "next to", "joined to", "in rows of", "with", "without", "plus", "clockwise from", "anticlockwise from"
]


@dataclass(frozen=True, slots=True)
class Phrase(Chain):
    """`herons on t`, `hexes next to t`, `tiles joined to t`: a place phrase, read from left to right."""

    word: PhraseWord
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Within(Chain):
    """`hexes within rings of centre`."""

    things: Expr
    distance: Expr
    centre: Expr


@dataclass(frozen=True, slots=True)
class ThatAre(Chain):
    """`my herons on t that are fresh`."""

    things: Expr
    state: str


@dataclass(frozen=True, slots=True)
class RankedBy(Chain):
    """`players ranked by (score of it)`: a list, highest first, ties in the order they had."""

    things: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class WithExtreme(Chain):
    """`areas with most (herons on it)`, `... with fewest (...)`: those that share the best value."""

    things: Expr
    key: Expr
    most: bool


@dataclass(frozen=True, slots=True)
class Where(Node):
    """`tiles where capacity of it > 2`; `it` is each of them in turn. Reaches to the end of its line or bracket."""

    things: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """`any of S`, `none of S`, `at least n of S`, `at most n of S`, `exactly n of S`: yes or no."""

    amount: Literal["any", "none", "at least", "at most", "exactly"]
    count: Expr | None  #: only for the last three
    things: Expr


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """`number of S`."""

    things: Expr


@dataclass(frozen=True, slots=True)
class RandomOf(Node):
    """`random of S` (one of them) or `random of n of S` (a set of n; then `things` is an `Of` with a number)."""

    things: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`sum of E over S`, `largest of E over S`, `smallest of E over S`; `it` is each of S in turn."""

    kind: Literal["sum", "largest", "smallest"]
    value: Expr
    things: Expr


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`can rescue_one`, `can step where f is g`: whether that action has an option."""

    choice: Choice


Operator = Literal[
    "+", "-", "*", "/ rounded up", "/ rounded down",
    "is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches", "and", "or", "followed by",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two values and what stands between them."""

    operator: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class UnaryNot(Node):
    """`not E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class UnaryMinus(Node):
    """`-E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`if C then A otherwise B`, a value."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Listed(Node):
    """`(a, b, c)`: two or more values in brackets."""

    items: tuple[Expr, ...]


Expr = (
    Name | Number | YesNo | NoneLiteral | Coordinate | Apply | Of | TheOn | My | Phrase | Within | ThatAre | RankedBy
    | WithExtreme | Where | Exists | NumberOf | RandomOf | Aggregate | Can | Binary | UnaryNot | UnaryMinus | Either
    | Listed
)  # fmt: skip


# ---- types ----


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`tile`, `player`, `Terrain`, `hex`, `hex of pond`, or a word of its own such as `laps`, `yes`, `no`, `none`."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0..9`; each end a number or the name of an option."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class CollectionType(Node):
    """`set of tile`, `list of player`."""

    kind: Literal["set", "list"]
    of: str


@dataclass(frozen=True, slots=True)
class PathType(Node):
    """`walk(p, place of p)`: a way that the path `walk` allows."""

    path: str
    args: tuple[Expr, ...]


SimpleType = NamedType | RangeType | CollectionType | PathType


@dataclass(frozen=True, slots=True)
class TypeText(Node):
    """A type as written: one or several alternatives between `or`."""

    alternatives: tuple[SimpleType, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`goal: hex`, or `given o: otter` for one that the caller supplies."""

    name: str
    type: TypeText
    given: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A named choice: `drift where kind of t is k`, `grow(3)`, `stop "Enough"`."""

    name: str
    args: tuple[Expr, ...] = ()
    where: Expr | None = None
    text: str = ""
