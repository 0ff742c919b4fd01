"""Datagrams of discovery: the query `Seek`, and the answer `Here`.

A datagram is four letters, `GDW1`, and strict JSON. These two records never change: a later version that needs more
takes other letters, and answers each query in the letters of the query. So an old program still finds a newer table,
and tells the user what to do.

An answer goes to the address that the query claims as its sender. To limit amplification, a query is padded to 64
bytes, a shorter one than 60 is ignored, and an answer has at most 1,200 bytes: at most twenty times as many.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace
from PySide6.QtNetwork import QUdpSocket

from app.net.protocol.limits import DATAGRAMS_AT_ONCE, DEPTH, NUMBER
from app.net.protocol.sanitize import sanitize_chat
from dsl.base.serialization import Serializable, SerializationError, decode, dumps, parse

MAGIC = b"GDW1"
QUERY_LEAST, QUERY_MOST = 60, 64  #: bytes
ANSWER_MOST = 1200  #: bytes; twenty times the shortest query, and below the fragmentation limit
TITLE = 48  #: characters of a name or title; fewer if the answer would grow too long
TITLES = 3  #: of house rules; their number is a field of its own

#: Ever shorter limits for the texts. Without texts everything else fits.
_ROOMS = (TITLE, 32, 24, 16, 12, 8, 4, 0)
_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PROGRAM = re.compile(r"[A-Za-z0-9.+_-]{1,32}")
_RULES = re.compile(r"[0-9a-f]{16}")
_NONCE = re.compile(r"[A-Za-z0-9_-]{10}")
_SEATS, _HOUSE, _VERSIONS = 99, 9999, 99

State = Literal["gathering", "playing", "paused", "over"]


class Seek(Serializable, frozen=True):
    """Query for tables. `oldest` to `newest` are the versions of the protocol that the browser supports."""

    oldest: int
    newest: int
    nonce: str


class Poster(Serializable, frozen=True):
    """Public data of a table, sent in every answer. It has no secret of a match and no name of a person."""

    oldest: int  #: version of the protocol that it supports
    newest: int
    program: str  #: version of the program, such as "0.2.0"
    table: str  #: its id, the same after a restart of the host
    name: str
    game: str
    title_en: str
    title_fr: str
    rules: str  #: the first 16 hex digits of the identity of its rules
    house: int  #: how many house rules are selected
    house_titles: tuple[str, ...]  #: the first of them, as many as fit
    taken: int  #: seats that are held
    seats: int
    state: State
    code: bool  #: new members need a code
    watchers: bool  #: spectators are allowed
    port: int  #: for TCP, at the address that the answer comes from


class Here(Serializable, frozen=True):
    """A table's answer, with the nonce of the query."""

    nonce: str
    table: Poster


def new_nonce() -> str:
    """Return 60 random bits, which the answer to a query must repeat."""
    return secrets.token_urlsafe(9)[:10]


def bytes_of(message: Seek | Here) -> bytes:
    """Encode a datagram. Long texts of a table are cut until it fits; anything else out of bounds is a ValueError."""
    if not _is_valid(message):
        raise ValueError(f"not a valid datagram: {message}")
    match message:
        case Seek():
            return _pack(message).ljust(QUERY_MOST)
        case Here():
            sizes = (_pack(replace(message, table=_cut(message.table, room))) for room in _ROOMS)
            return next(found for found in sizes if len(found) <= ANSWER_MOST)


def read_seek(datagram: bytes) -> Seek | None:
    """Decode a query; none for any other datagram."""
    if not QUERY_LEAST <= len(datagram) <= QUERY_MOST:
        return None
    message = _unpack(datagram)
    return message if isinstance(message, Seek) else None


def read_here(datagram: bytes) -> Here | None:
    """Decode an answer and sanitize its texts; none for any other datagram."""
    message = _unpack(datagram) if len(datagram) <= ANSWER_MOST else None
    return replace(message, table=_cut(message.table, TITLE)) if isinstance(message, Here) else None


def _pack(message: Seek | Here) -> bytes:
    return MAGIC + dumps(message).encode()


def _unpack(datagram: bytes) -> Seek | Here | None:
    if not datagram.startswith(MAGIC):
        return None
    try:
        message: object = decode(parse(datagram[len(MAGIC) :], DEPTH, NUMBER), Seek, Here)
    except SerializationError:
        return None
    return message if isinstance(message, Seek | Here) and _is_valid(message) else None


def _is_valid(message: Seek | Here) -> bool:
    """Whether all fields but the texts are within their bounds."""
    if _NONCE.fullmatch(message.nonce) is None:
        return False
    if isinstance(message, Seek):
        return _versions(message.oldest, message.newest)
    table = message.table
    return (
        _versions(table.oldest, table.newest)
        and _WORD.fullmatch(table.table) is not None
        and _PROGRAM.fullmatch(table.program) is not None
        and _RULES.fullmatch(table.rules) is not None
        and 0 <= table.taken <= table.seats <= _SEATS
        and 0 <= table.house <= _HOUSE
        and 0 < table.port < 2**16
    )


def _versions(oldest: int, newest: int) -> bool:
    return 0 < oldest <= newest <= _VERSIONS


def _cut(table: Poster, room: int) -> Poster:
    """Return a poster with sanitized texts of at most `room` characters; without house rules for 0."""
    titles = tuple(title for each in table.house_titles[:TITLES] if (title := _short(each, room)))
    return replace(
        table,
        name=_short(table.name, room),
        game=_short(table.game, room),
        title_en=_short(table.title_en, room),
        title_fr=_short(table.title_fr, room),
        house_titles=titles,
    )


def _short(text: str, room: int) -> str:
    plain = sanitize_chat(text)
    return plain if len(plain) <= room else plain[: max(room - 1, 0)].rstrip() + "…"[:room]


def drain_datagrams(socket: QUdpSocket, longest: int) -> Iterator[tuple[bytes, str, int]]:
    """Read some datagrams: the bytes, at most `longest` of them, and the claimed address and port of the sender.

    The rest is read in a later turn of the event loop, so that a flood does not block everything else.
    """
    for _ in range(DATAGRAMS_AT_ONCE):
        if not socket.hasPendingDatagrams():
            return
        found = socket.receiveDatagram(longest)
        yield bytes(found.data().data()), found.senderAddress().toString(), found.senderPort()
