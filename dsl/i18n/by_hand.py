"""Words for changes by hand, in the reader's language: what may be changed, and a sentence for each proposed change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl.i18n.translator import Translator
from dsl.match.table_messages import ByHand, ChangePiece, MarkCounters, MoveCounters, MovePiece, SetValue, Spot
from dsl.match.view import CounterView, PieceView


def change_sentences(changes: Iterable[ByHand], words: Translator) -> tuple[str, ...]:
    """Return a sentence for each change, without a full stop."""
    return tuple((text := _sentence(change, words))[:1].upper() + text[1:] for change in changes)


def thing_text(what: PieceView | CounterView, words: Translator) -> str:
    """Return the name of a thing that may be changed, with its owner."""
    if isinstance(what, PieceView):
        known = {"piece": what.piece, **dict(what.facing)} | ({"kind": what.kind} if what.kind else {})
        thing = words.thing(known)
    else:
        state = f" ({words.name(what.state, what.amount, what.counter)})" if what.state else ""
        thing = f"{what.amount} {words.name(what.counter, what.amount)}{state}"
    return words.owned(thing, what.owner) if what.owner else thing


def place_text(spot: Spot, words: Translator) -> str:
    """Return the name of a place."""
    if spot.sort == "zone":
        return words.text(f"{spot.name} of {spot.owner}" if spot.owner else spot.name)
    return words.text(spot.name) if spot.sort == "cell" else words.name(spot.sort)


def value_text(variable: str, of: str, value: str, words: Translator) -> str:
    """Return a value with its name and its owner."""
    name = words.name(variable, int(value) if value.isdecimal() else 1)
    what = words.say("named", what=name, value=words.text(value) if value else words.say("told.hidden"))
    return words.say("told.of", owner=words.owner(of), what=what) if of else what


def _sentence(change: ByHand, words: Translator) -> str:
    match change:
        case MovePiece():
            return _route(_piece(change, words), change, words)
        case ChangePiece():
            place = words.say("told.in", place=place_text(change.start, words))
            if change.new_kind:
                return words.say(
                    "by_hand.become", places=place, before=_piece(change, words), things=words.name(change.new_kind)
                )
            things = words.say("told.on", things=_piece(change, words), places=place)
            return words.say("by_hand.given", things=things, player=words.player(change.new_owner))
        case MoveCounters():
            return _route(_counters(change, change.state, words), change, words)
        case MarkCounters():
            things = _counters(change, change.before, words)
            place = words.say("told.in", place=place_text(change.start, words))
            what = words.say("told.on", things=things, places=place)
            return words.say("named", what=what, value=words.name(change.after, change.amount, change.counter))
        case SetValue():
            return value_text(change.variable, change.of, change.value, words)
        case _:
            assert_never(change)


def _route(things: str, change: MovePiece | MoveCounters, words: Translator) -> str:
    start = words.say("told.from", place=place_text(change.start, words))
    return words.say(
        "told.moving", things=things, start=start, end=words.say("told.to", place=place_text(change.goal, words))
    )


def _piece(change: MovePiece | ChangePiece, words: Translator) -> str:
    return thing_text(PieceView(change.piece, change.kind, change.owner, change.facing), words)


def _counters(change: MoveCounters | MarkCounters, state: str, words: Translator) -> str:
    return thing_text(CounterView(change.counter, change.owner, state, change.amount), words)
