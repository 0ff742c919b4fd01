"""Sample decisions, as the engine provides them."""

from __future__ import annotations

from dsl.match.view import DecisionView, EntryView, OptionView, Value


def tile(place: str) -> Value:
    return Value(text=f"wood {place}", sort="piece", place=place, thing="tile")


def herd(owner: str, place: str, state: str) -> Value:
    words = f"{owner} {place}" + (f" {state}" if state != "fresh" else "")
    return Value(text=words, sort="counter", place=place, owner=owner, state=state, thing="herd")


def kind(text: str) -> Value:
    return Value(text=text, sort="kind")


NO_VALUE = Value(text="", sort="nothing")


def entry(action: str, *params: str, price: int = 0, possible: bool = True, is_word: bool = False) -> EntryView:
    return EntryView(action, action.title(), params, price, "points" if price else "", possible, is_word)


def decision(
    entries: tuple[EntryView, ...],
    values: tuple[tuple[int, Value], ...],
    parameter: int = 0,
    chosen: tuple[Value, ...] = (),
    number: int = 7,
) -> DecisionView:
    options = tuple(OptionView(n, entry, value) for n, (entry, value) in enumerate(values))
    return DecisionView(number, "red", entries, parameter, chosen, options, "actions", (("points", 3),))


DEEDS = (
    entry("drift", "t", "goal", price=3),
    entry("move", "h", "goal", price=1),
    entry("breed", "t", price=1),
    entry("rescue", possible=False),
    entry("stop", is_word=True),
)


def deeds() -> DecisionView:
    """The rich decision: tiles that drift or breed, herds that move, a rescue that is not possible, stop."""
    return decision(
        DEEDS,
        (
            (0, tile("2,0")),
            (0, tile("3,0")),
            (1, herd("red", "2,0", "fresh")),
            (1, herd("red", "2,0", "spent")),
            (1, herd("red", "1,0", "fresh")),
            (2, tile("2,0")),
            (4, NO_VALUE),
        ),
    )


def goals(first: Value, *places: str) -> DecisionView:
    """The second value of a move or drift: the only entry is the action at hand."""
    entry_at_hand = DEEDS[1] if first.sort == "counter" else DEEDS[0]
    return decision((entry_at_hand,), tuple((0, tile(place)) for place in places), 1, (first,), number=8)
