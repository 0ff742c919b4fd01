"""The types of the rules language."""

from __future__ import annotations

from dsl.base.records import dataclass
from dsl.base.source import Span


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
    """A player, or a team of players, identified by its first player."""

    team: bool = False


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
    """A way along a declared path: its goal, its cost, its limited steps, its direction or its places."""

    path: str


@dataclass(frozen=True, slots=True)
class SetType:
    """A set of places, pieces, counters, players, kinds, or of sets of places (`parts`)."""

    of: Type


@dataclass(frozen=True, slots=True)
class ListType:
    """An ordered list, at most `longest` long (0: limited by the number of players)."""

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
    """The type of an expression with a reported mistake; it agrees with every type, so one mistake gives one
    message."""


Type = (
    NumberType | TruthType | KindType | PlayerType | PlaceType | PieceType | CounterType | WayType | SetType | ListType
    | MaybeType | NothingType | UnknownType
)  # fmt: skip


# ---- base of typed expressions ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """An expression with its type and place."""

    type: Type
    span: Span
