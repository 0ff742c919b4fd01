"""The types of the rules language."""

from __future__ import annotations

from dsl.base.records import Record
from dsl.base.source import Span


class NumberType(Record, frozen=True):
    """A whole number within `low..high` (both included; the widest is 32 bits)."""

    low: int = -(2**31)
    high: int = 2**31 - 1


class TruthType(Record, frozen=True):
    """Yes or no."""


class KindType(Record, frozen=True):
    """A value of an enumeration: `Terrain`, an option's words (`coast`), or `Terrain or storm` (a kind of its own)."""

    name: str


class PlayerType(Record, frozen=True):
    """A player, or a team of players, identified by its first player."""

    team: bool = False


class PlaceType(Record, frozen=True):
    """A cell of a board."""

    board: str


class PieceType(Record, frozen=True):
    """A piece. `by_cell` in its declaration decides whether it is known by its cell or by its number."""

    piece: str


class CounterType(Record, frozen=True):
    """A class of equal counters: place, owner, state."""

    counter: str


class WayType(Record, frozen=True):
    """A way along a declared path: its goal, its cost, its limited steps, its direction or its places."""

    path: str


class SetType(Record, frozen=True):
    """A set of places, pieces, counters, players, kinds, or of sets of places (`parts`)."""

    of: Type


class ListType(Record, frozen=True):
    """An ordered list, at most `longest` long (0: limited by the number of players)."""

    of: Type


class MaybeType(Record, frozen=True):
    """A value or none (-1)."""

    of: Type


class NothingType(Record, frozen=True):
    """The type of `none` alone."""


class UnknownType(Record, frozen=True):
    """The type of an expression with a reported mistake; it agrees with every type, so one mistake gives one
    message."""


Type = (
    NumberType | TruthType | KindType | PlayerType | PlaceType | PieceType | CounterType | WayType | SetType | ListType
    | MaybeType | NothingType | UnknownType
)  # fmt: skip


# ---- base of typed expressions ----


class Typed(Record, frozen=True, kw_only=True):
    """An expression with its type and place."""

    type: Type
    span: Span
