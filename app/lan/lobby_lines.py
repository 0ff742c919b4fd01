"""A table before its match, as lines in a terminal. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

from app.lan.protocol import Lobby, RulesOffer, SeatState
from app.lan.verdicts import Looked
from app.texts import Texts
from dsl.words.sentences import Words


def lobby_lines(lobby: Lobby, member: str, texts: Texts, words: Words) -> Iterator[str]:
    """Yield who sits where, and who has no seat."""
    for seat in lobby.seats:
        yield "  " + _seat_line(seat, member, texts, words)
    for each in lobby.members:
        if each.here and all(seat.member != each.member for seat in lobby.seats):
            yield "  " + texts("join.watches" if each.watching else "join.stands", name=each.name or each.member)


def _seat_line(seat: SeatState, member: str, texts: Texts, words: Words) -> str:
    colour = words.name(seat.seat)
    name = seat.name or colour
    if seat.member == member and member:
        name = texts("join.you", name=name)
    key = "ready" if seat.state == "held" and seat.ready else seat.state
    return texts(f"join.seat.{key}", seat=colour, name=name)


def consent_lines(looked: Looked, offer: RulesOffer, texts: Texts) -> Iterator[str]:
    """Yield what one consents to: which game, whose, what it is compared with, and how it differs."""
    titles = dict(looked.titles)
    yield texts("entry.consent", game=titles.get(texts.language) or titles.get("en") or offer.game)
    if looked.credits:
        yield "  " + texts("entry.credits", names=", ".join(looked.credits))
    if offer.house:
        yield "  " + texts("lobby.house", titles=", ".join(offer.house))
    yield "  " + texts(f"entry.known.{looked.known}", game=looked.other)
    yield from (f"  - {each}" for each in looked.differences)
    if looked.more:
        yield "  " + texts.count("entry.more", looked.more)
