"""A table before its match, as lines in a terminal. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

from app.lan.protocol import Lobby, SeatState
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
