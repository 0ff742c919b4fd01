"""Reading what was touched, as `marks` names it: "" for a place, "piece tile marsh", "counter heron red spent"."""

from __future__ import annotations

from dsl.engine.view import Value


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
