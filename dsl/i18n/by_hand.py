"""Sentences for changes by hand that a player proposes, in the reader's language: one for each change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl.i18n.translator import Translator
from dsl.match.table_messages import ByHand, ChangePiece, MarkCounters, MoveCounters, MovePiece, SetValue, Spot


def change_sentences(changes: Iterable[ByHand], words: Translator) -> tuple[str, ...]:
    """Return a sentence for each change, without a full stop."""
    return tuple((text := _sentence(change, words))[:1].upper() + text[1:] for change in changes)


def _sentence(change: ByHand, words: Translator) -> str:
    match change:
        case MovePiece():
            return _route(_piece(change, words), change, words)
        case ChangePiece():
            place = words.say("told.in", place=_place(change.start, words))
            if change.new_kind:
                return words.say(
                    "told.become", places=place, before=_piece(change, words), things=words.name(change.new_kind)
                )
            things = words.say("told.on", things=_piece(change, words), places=place)
            return words.say("told.given", things=things, player=words.player(change.new_owner))
        case MoveCounters():
            return _route(_counters(change, change.state, words), change, words)
        case MarkCounters():
            things = _counters(change, change.before, words)
            place = words.say("told.in", place=_place(change.start, words))
            what = words.say("told.on", things=things, places=place)
            return words.say("named", what=what, value=words.name(change.after, change.amount, change.counter))
        case SetValue():
            name = words.name(change.variable, int(change.value) if change.value.isdecimal() else 1)
            value = words.text(change.value) if change.value else words.say("told.hidden")
            what = words.say("named", what=name, value=value)
            return words.say("told.of", owner=words.owner(change.of), what=what) if change.of else what
        case _:
            assert_never(change)


def _route(things: str, change: MovePiece | MoveCounters, words: Translator) -> str:
    start = words.say("told.from", place=_place(change.start, words))
    return words.say(
        "told.moving", things=things, start=start, end=words.say("told.to", place=_place(change.goal, words))
    )


def _piece(change: MovePiece | ChangePiece, words: Translator) -> str:
    known = {"piece": change.piece, **dict(change.facing)} | ({"kind": change.kind} if change.kind else {})
    thing = words.thing(known)
    return words.owned(thing, change.owner) if change.owner else thing


def _counters(change: MoveCounters | MarkCounters, state: str, words: Translator) -> str:
    things = f"{change.amount} {words.name(change.counter, change.amount)}"
    if state:
        things = f"{things} ({words.name(state, change.amount, change.counter)})"
    return words.owned(things, change.owner) if change.owner else things


def _place(spot: Spot, words: Translator) -> str:
    if spot.sort == "cell":
        return words.text(spot.name)
    if spot.sort == "zone":
        return words.text(f"{spot.name} of {spot.owner}" if spot.owner else spot.name)
    return words.name(spot.sort)
