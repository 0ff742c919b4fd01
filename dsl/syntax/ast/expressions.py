"""Expressions as written, and what every node has."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import RecordWithMetadata
from dsl.base.source import NOWHERE, Span


class Node(RecordWithMetadata, frozen=True, kw_only=True):
    """Anything in the tree."""

    span: Span = NOWHERE
    metadata = frozenset({"span"})


class Name(Node, frozen=True):
    """A name: `herons`, `me`, `marsh`."""

    name: str


class Number(Node, frozen=True):
    """A whole number, negative ones included."""

    value: int


class YesNo(Node, frozen=True):
    """`yes` or `no`."""

    value: bool


class NoneLiteral(Node, frozen=True):
    """`none`."""


class Coordinate(Node, frozen=True):
    """`2,-1`, written without a space: a cell of the board."""

    x: int
    y: int


class Apply(Node, frozen=True):
    """`isle(t)`: a definition or builtin with its values."""

    name: str
    args: tuple[Expr, ...]


class Of(Node, frozen=True):
    """`owner of h`, `herons of p`, `1 of my herons`: binds tightest and to the right."""

    left: Expr
    right: Expr


class TheOn(Node, frozen=True):
    """`the man on s`: the piece that stands there."""

    thing: str
    place: Expr


class My(Node, frozen=True):
    """`my herons`: those of the player who acts."""

    thing: Expr


class Chain(Node, frozen=True, kw_only=True):
    """A set with something said of it: a link of a chain, which is read from left to right."""

    bracketed: bool = False  #: whether its author put it in brackets
    metadata = Node.metadata | {"bracketed"}


PhraseWord = Literal[
    "on", "in", "next to", "joined to", "in rows of", "with", "without", "plus", "clockwise from", "anticlockwise from"
]


class Phrase(Chain, frozen=True):
    """`herons on t`, `hexes next to t`, `tiles joined to t`: a place phrase, read from left to right."""

    word: PhraseWord
    left: Expr
    right: Expr


class Within(Chain, frozen=True):
    """`hexes within rings of centre`."""

    things: Expr
    distance: Expr
    centre: Expr


class ThatAre(Chain, frozen=True):
    """`my herons on t that are fresh`."""

    things: Expr
    state: str


class RankedBy(Chain, frozen=True):
    """`players ranked by (score of it)`: a list, highest first, ties in the order they had."""

    things: Expr
    key: Expr


class WithExtreme(Chain, frozen=True):
    """`areas with most (herons on it)`, `... with fewest (...)`: those that share the best value."""

    things: Expr
    key: Expr
    most: bool


class Where(Node, frozen=True):
    """`tiles where capacity of it > 2`; `it` is each of them in turn. Reaches to the end of its line or bracket."""

    things: Expr
    condition: Expr


class Exists(Node, frozen=True):
    """`any of S`, `none of S`, `at least n of S`, `at most n of S`, `exactly n of S`: yes or no."""

    amount: Literal["any", "none", "at least", "at most", "exactly"]
    count: Expr | None  #: only for the last three
    things: Expr


class NumberOf(Node, frozen=True):
    """`number of S`."""

    things: Expr


class RandomOf(Node, frozen=True):
    """`random of S` (one of them) or `random of n of S` (a set of n; then `things` is an `Of` with a number)."""

    things: Expr


class Aggregate(Node, frozen=True):
    """`sum of E over S`, `largest of E over S`, `smallest of E over S`; `it` is each of S in turn."""

    kind: Literal["sum", "largest", "smallest"]
    value: Expr
    things: Expr


class Can(Node, frozen=True):
    """`can rescue_one`, `can step where f is g`: whether that action has an option."""

    choice: Choice


Operator = Literal[
    "+", "-", "*", "/ rounded up", "/ rounded down",
    "is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches", "and", "or", "followed by",
]  # fmt: skip


class Binary(Node, frozen=True):
    """Two values and what stands between them."""

    operator: Operator
    left: Expr
    right: Expr


class UnaryNot(Node, frozen=True):
    """`not E`."""

    value: Expr


class UnaryMinus(Node, frozen=True):
    """`-E`."""

    value: Expr


class Either(Node, frozen=True):
    """`if C then A otherwise B`, a value."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Listed(Node, frozen=True):
    """`(a, b, c)`: two or more values in brackets."""

    items: tuple[Expr, ...]


Expr = (
    Name | Number | YesNo | NoneLiteral | Coordinate | Apply | Of | TheOn | My | Phrase | Within | ThatAre | RankedBy
    | WithExtreme | Where | Exists | NumberOf | RandomOf | Aggregate | Can | Binary | UnaryNot | UnaryMinus | Either
    | Listed
)  # fmt: skip


# ---- types ----


class NamedType(Node, frozen=True):
    """`tile`, `player`, `Terrain`, `hex`, `hex of pond`, or a word of its own such as `laps`, `yes`, `no`, `none`."""

    name: str


class RangeType(Node, frozen=True):
    """`0..9`; each end a number or the name of an option."""

    low: Expr
    high: Expr


class CollectionType(Node, frozen=True):
    """`set of tile`, `list of player`."""

    kind: Literal["set", "list"]
    of: str


class PathType(Node, frozen=True):
    """`walk(p, place of p)`: a way that the path `walk` allows."""

    path: str
    args: tuple[Expr, ...]


SimpleType = NamedType | RangeType | CollectionType | PathType


class TypeText(Node, frozen=True):
    """A type as written: one or several alternatives between `or`."""

    alternatives: tuple[SimpleType, ...]


class Parameter(Node, frozen=True):
    """`goal: hex`, or `given o: otter` for one that the caller supplies."""

    name: str
    type: TypeText
    given: bool = False


class Choice(Node, frozen=True):
    """A named choice: `drift where kind of t is k`, `grow(3)`, `stop "Enough"`."""

    name: str
    args: tuple[Expr, ...] = ()
    where: Expr | None = None
    text: str = ""
