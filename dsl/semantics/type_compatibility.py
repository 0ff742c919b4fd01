"""Compatibility of types, and arithmetic of number ranges."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.semantics.typed import (
    CounterType,
    KindType,
    ListType,
    MaybeType,
    NothingType,
    NumberType,
    PieceType,
    PlaceType,
    PlayerType,
    SetType,
    TruthType,
    Type,
    UnknownType,
)

LEAST, MOST = -(2**31), 2**31 - 1
TRUTH = TruthType()
UNKNOWN = UnknownType()
NOTHING = NothingType()
PLAYER = PlayerType()
TEAM = PlayerType(team=True)


def number(low: int, high: int) -> NumberType:
    """Return the numbers from `low` to `high`, kept within 32 bits."""
    return NumberType(max(LEAST, min(low, MOST)), min(MOST, max(high, LEAST)))


COUNT = number(0, 1_000_000)  #: upper bound of any count


@dataclass(frozen=True, slots=True)
class Agreement:
    """Compatibility of types. It depends on the boards of pieces and counters, and on the base kinds of unions."""

    boards: dict[Type, str]  #: of PieceType and CounterType: their board, perhaps empty
    by_cell: frozenset[Type]  #: the pieces that are known by their cell
    base: dict[str, str]  #: of a union such as `Terrain or storm`: the kind of its first values

    def place_of(self, found: Type) -> PlaceType | None:
        """Return the place type of the board on which a `found` lies, or None if it is never on a board."""
        if isinstance(found, PlaceType):
            return found
        board = self.boards.get(found, "")
        return PlaceType(board) if board else None

    def cells_of(self, found: Type) -> PlaceType | None:
        """Return the place type of a place, of a piece or counter on a board, or of a set of places or pieces; else
        None."""
        inner = found.of if isinstance(found, SetType) else found
        if isinstance(inner, CounterType) and isinstance(found, SetType):
            return None
        return self.place_of(inner)

    def numbered(self, found: Type) -> bool:
        """Return whether this is a piece on a board that is known by its number, or a set of such pieces."""
        inner = found.of if isinstance(found, SetType) else found
        return isinstance(inner, PieceType) and inner not in self.by_cell and bool(self.boards.get(inner, ""))

    def agrees(self, found: Type, wanted: Type) -> bool:
        """Return whether a `found` may be used where a `wanted` is needed, ignoring number ranges."""
        match found, wanted:
            case (UnknownType(), _) | (_, UnknownType()) | (NumberType(), NumberType()):
                return True
            case NothingType(), (MaybeType() | SetType() | ListType()):
                return True
            case MaybeType(), MaybeType():
                return self.agrees(found.of, wanted.of)
            case _, MaybeType():
                return self.agrees(found, wanted.of)
            case SetType(), SetType():
                return self._same_members(found.of, wanted.of)
            case ListType(), (ListType() | SetType()):
                return self.agrees(found.of, wanted.of)
            case KindType(), KindType():
                return self._related(found.name, wanted.name)
            case _, PlaceType():
                return self.place_of(found) == wanted
            case PlaceType(), PieceType():
                return wanted in self.by_cell and self.boards[wanted] == found.board
        return found == wanted

    def _same_members(self, found: Type, wanted: Type) -> bool:
        if isinstance(wanted, PlaceType):
            return not isinstance(found, CounterType) and self.place_of(found) == wanted
        if isinstance(found, PlaceType) or isinstance(found, CounterType) != isinstance(wanted, CounterType):
            return False
        return self.agrees(found, wanted)

    def _related(self, one: str, other: str) -> bool:
        return one == other or self.base.get(one) == other or self.base.get(other) == one

    def join(self, one: Type, other: Type) -> Type | None:
        """Return the common type (of two branches, of two values compared), or None if there is none."""
        match one, other:
            case UnknownType(), _:
                return other
            case _, UnknownType():
                return one
            case NumberType(), NumberType():
                return number(min(one.low, other.low), max(one.high, other.high))
            case (NothingType(), NothingType()) | (NothingType(), MaybeType()):
                return other
            case NothingType(), _:
                return MaybeType(other)
            case _, NothingType():
                return one if isinstance(one, MaybeType) else MaybeType(one)
            case (MaybeType(), _) | (_, MaybeType()):
                return self._join_maybe(one, other)
            case SetType(), SetType():
                inner = self.join(one.of, other.of)
                return SetType(inner) if inner is not None else None
            case KindType(), KindType() if self._related(one.name, other.name):
                return one if one.name in self.base else other
        if one == other or self.agrees(one, other):
            return other
        return one if self.agrees(other, one) else None

    def _join_maybe(self, one: Type, other: Type) -> Type | None:
        inner = self.join(sure(one), sure(other))
        return MaybeType(inner) if inner is not None else None


def sure(found: Type) -> Type:
    """Return `found` without none."""
    return found.of if isinstance(found, MaybeType) else found


def added(one: NumberType, other: NumberType) -> NumberType:
    """Return the range of a sum."""
    return number(one.low + other.low, one.high + other.high)


def subtracted(one: NumberType, other: NumberType) -> NumberType:
    """Return the range of a difference."""
    return number(one.low - other.high, one.high - other.low)


def multiplied(one: NumberType, other: NumberType) -> NumberType:
    """Return the range of a product."""
    corners = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
    return number(min(corners), max(corners))


def divided(one: NumberType, other: NumberType) -> NumberType:
    """Return a range that holds every quotient, rounded up or down; division by 0 is a rule error."""
    divisors = {d for d in (other.low, other.high, -1, 1) if d and other.low <= d <= other.high}
    if not divisors:
        return number(LEAST, MOST)
    corners = [q for n in (one.low, one.high) for d in divisors for q in (n // d, -(-n // d))]
    return number(min(corners), max(corners))
