"""Things on the board, counters and pieces: what can be clicked, dragged and marked; the marks, and a ghost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from dsl.match.view import CounterView, PieceView, Value


@dataclass(frozen=True, slots=True)
class Thing:
    """Equal counters, or equal pieces, of one place; it does not say which place."""

    sort: Literal["counter", "piece"]
    name: str  #: of the counter or piece in the rules
    owner: str = ""  #: a colour; empty: nobody's
    state: str = ""  #: of counters
    kind: str = ""  #: of a piece; empty: unknown, or it has none

    def notation(self, place: str, only_kind: bool) -> str:
        """Return counters at a place in the notation of typed moves: "red 2,0 spent"; for a piece, the place alone.

        If the game has one kind of counter (`only_kind`), the name is omitted where there is an owner.
        """
        if self.sort == "piece":
            return place
        name = "" if only_kind and self.owner else self.name
        return " ".join(word for word in (name, self.owner, place, self.state) if word)


class Spot(NamedTuple):
    """A place, or a thing on it."""

    place: str
    thing: Thing | None = None


def thing_of(view: CounterView | PieceView) -> Thing:
    """Return a counter or piece of a view as a thing."""
    match view:
        case CounterView(counter, owner, state):
            return Thing("counter", counter, owner, state=state)
        case PieceView(piece, kind, owner):
            return Thing("piece", piece, owner, kind=kind)


def spot_of(value: Value) -> Spot:
    """Return the spot that a value on the board means: counters at their place, or the place."""
    if value.sort == "counter":
        return Spot(value.place, Thing("counter", value.thing, value.owner, value.state))
    return Spot(value.place)


def readings(card: str) -> tuple[str, ...]:
    """Return the texts of the options that a card with notation `card` can mean: the piece, or its kind without the
    owner. Empty if the card has no notation."""
    return tuple(text for text in (card, card.partition(" ")[2]) if text)


@dataclass(frozen=True, slots=True)
class Ghost:
    """A thing drawn pale where it would be."""

    place: str
    thing: CounterView | PieceView


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on the board: options, choice in progress, past. Marks on unknown places are not drawn."""

    selectable: frozenset[Spot] = frozenset()  #: can be chosen now
    targets: frozenset[str] = frozenset()  #: places where the gesture under way can end
    chosen: frozenset[Spot] = frozenset()  #: chosen already, in the choice in progress
    last: frozenset[str] = frozenset()  #: changed by the last choice
    ghost: Ghost | None = None
    hints: frozenset[str] = frozenset()  #: places where a gesture can end that begins at the pointer
    pointed: str = ""  #: the place under the pointer
    earlier: frozenset[str] = frozenset()  #: changed by others before that, since this seat's last choice
    mentioned: frozenset[str] = frozenset()  #: places of a sentence: a line of the log, or a hint

    @property
    def places(self) -> frozenset[str]:
        """The places that can be chosen themselves, apart from the things there."""
        return frozenset(spot.place for spot in self.selectable if spot.thing is None)


NO_MARKS = Marks()
