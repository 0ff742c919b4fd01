"""Things on the board by name, and the marks on them: "" for a place, "piece tile marsh", "counter heron red spent"."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.match.view import CounterView, PieceView, Value


def is_counter(thing: str) -> bool:
    """Whether a thing is a counter."""
    return thing.startswith("counter ")


def fits(thing: str, value: Value) -> bool:
    """Whether `value` means exactly the counters `thing`."""
    words = [word for word in (value.thing, value.owner, value.state) if word]
    return value.sort == "counter" and thing.split()[1:] == words


def notation(thing: str, place: str, only_kind: bool) -> str:
    """Return a thing in the notation of typed moves: "red 2,0 spent"; the place alone for all but counters."""
    if not is_counter(thing):
        return place
    _, name, *rest = thing.split()
    return " ".join([*([] if only_kind else [name]), *rest[:1], place, *rest[1:]])


def readings(card: str) -> tuple[str, ...]:
    """Return the texts of the options that a card with notation `card` can mean: the piece, or its kind without the
    owner. Empty if the card has no notation."""
    return tuple(text for text in (card, card.partition(" ")[2]) if text)


Spot = tuple[str, str]  #: a place and a thing on it


def counter_thing(counter: str, owner: str = "", state: str = "") -> str:
    """Return the name of equal counters: `counter heron red spent`."""
    return " ".join(word for word in ("counter", counter, owner, state) if word)


def piece_thing(piece: str, kind: str = "", owner: str = "") -> str:
    """Return the name of a piece: `piece otter old red`."""
    return " ".join(word for word in ("piece", piece, kind, owner) if word)


def thing_of(view: CounterView | PieceView) -> str:
    """Return the name of a counter or piece of a view."""
    match view:
        case CounterView(counter, owner, state):
            return counter_thing(counter, owner, state)
        case PieceView(piece, kind, owner):
            return piece_thing(piece, kind, owner)


@dataclass(frozen=True, slots=True)
class Ghost:
    """A thing drawn pale where it would be."""

    place: str
    thing: CounterView | PieceView


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks on the board: options, choice in progress, past. Marks on unknown places are not drawn."""

    selectable: frozenset[Spot] = frozenset()  #: can be chosen now; thing "" for a place
    targets: frozenset[str] = frozenset()  #: places where the gesture under way can end
    chosen: frozenset[Spot] = frozenset()  #: chosen already, in the choice in progress
    last: frozenset[str] = frozenset()  #: changed by the last choice
    ghost: Ghost | None = None
    hints: frozenset[str] = frozenset()  #: places where a gesture can end that begins at the pointer
    pointed: str = ""  #: the place under the pointer
    earlier: frozenset[str] = frozenset()  #: changed by others before that, since this seat's last choice
    told: frozenset[str] = frozenset()  #: places of a sentence: a line of the log, or a hint

    @property
    def places(self) -> frozenset[str]:
        """The places that can be chosen themselves, apart from the things there."""
        return frozenset(place for place, thing in self.selectable if not thing)


NO_MARKS = Marks()
