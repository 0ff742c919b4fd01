"""What is lifted out of the picture just now: the vocabulary in which the table talks about the board.

A *place* is a cell's name in the notation (`2,-1`, `d4`). A *thing* is what lies there, by name: `counter heron red
spent` or `piece otter red`; the empty thing means the place itself, with whatever covers it as its ground.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.engine.view import CounterView, PieceView

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
