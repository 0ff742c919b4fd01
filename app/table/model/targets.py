"""Reading what was touched, as `marks` names it: "" for a place, "piece tile marsh", "counter heron red spent"."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.match.view import CounterView, PieceView, Value


def is_counter(thing: str) -> bool:
    """Whether a counter was touched rather than what lies under it."""
    return thing.startswith("counter ")


def fits(thing: str, value: Value) -> bool:
    """Whether `value` is exactly the counters that were touched."""
    words = [word for word in (value.thing, value.owner, value.state) if word]
    return value.sort == "counter" and thing.split()[1:] == words


def notation(thing: str, place: str, only_kind: bool) -> str:
    """Write what was touched as a typed move would: "red 2,0 spent"; all but counters are their place alone."""
    if not is_counter(thing):
        return place
    _, name, *rest = thing.split()
    return " ".join([*([] if only_kind else [name]), *rest[:1], place, *rest[1:]])


def readings(card: str) -> tuple[str, ...]:
    """Return how a card may be meant that is written as `card`: as the piece that it is or, without its owner, as its
    kind; nothing if it is not written at all."""
    return tuple(text for text in (card, card.partition(" ")[2]) if text)


# What is lifted out of the picture just now: the vocabulary in which the table talks about the board.


Spot = tuple[str, str]  #: a place and a thing on it


def counter_thing(counter: str, owner: str = "", state: str = "") -> str:
    """Return the name under which equal counters are touched: `counter heron red spent`."""
    return " ".join(word for word in ("counter", counter, owner, state) if word)


def piece_thing(piece: str, kind: str = "", owner: str = "") -> str:
    """Return the name under which a standing piece is touched: `piece otter old red`."""
    return " ".join(word for word in ("piece", piece, kind, owner) if word)


def thing_of(view: CounterView | PieceView) -> str:
    """Return the thing that a part of a view is touched as."""
    match view:
        case CounterView(counter, owner, state):
            return counter_thing(counter, owner, state)
        case PieceView(piece, kind, owner):
            return piece_thing(piece, kind, owner)


@dataclass(frozen=True, slots=True)
class Ghost:
    """A thing shown pale where it would be."""

    place: str
    thing: CounterView | PieceView


@dataclass(frozen=True, slots=True)
class Marks:
    """What may be chosen, what was chosen and what happened last. Marks on unknown places are not drawn."""

    selectable: frozenset[Spot] = frozenset()  #: may be chosen now; thing "" for a place
    targets: frozenset[str] = frozenset()  #: places that a begun gesture may end on
    chosen: frozenset[Spot] = frozenset()  #: chosen already, in the decision that is being made
    last: frozenset[str] = frozenset()  #: where the last choice changed something
    ghost: Ghost | None = None
    hints: frozenset[str] = frozenset()  #: places that a gesture might end on if it began with the thing pointed at
    pointed: str = ""  #: the place under the pointer
    earlier: frozenset[str] = frozenset()  #: where others changed something before that, since this seat chose last
    told: frozenset[str] = frozenset()  #: what a sentence speaks of: a line of the log, or advice

    @property
    def places(self) -> frozenset[str]:
        """The places that may be chosen themselves, whatever stands there."""
        return frozenset(place for place, thing in self.selectable if not thing)


NO_MARKS = Marks()
