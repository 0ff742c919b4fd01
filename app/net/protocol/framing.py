"""Messages as bytes: a length of 32 bits, the highest first, and so many bytes of strict JSON in UTF-8.

Strict: a field twice, a fraction, NaN, a number beyond 2^53, more than 16 levels, half a character, and a field or type
that the schema does not know are all refused. A length is judged before anything is kept for it.

A table's message that is longer than a frame goes as several `Part`s, one after the other, with nothing in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from app.net.protocol.limits import DEPTH, FRAME, NUMBER, WHOLE
from app.net.protocol.messages import GuestGreeting, GuestMessage, Part, TableGreeting, TableMessage
from app.net.protocol.sanitize import sanitize_message
from dsl.base.serialization import Json, WireError, decode, dumps, parse

_HEAD = 4

Kinds = tuple[type, ...]
GUEST_GREETINGS: Kinds = get_args(GuestGreeting)
GUEST_MESSAGES: Kinds = get_args(GuestMessage)
TABLE_GREETINGS: Kinds = get_args(TableGreeting)
TABLE_MESSAGES: Kinds = get_args(TableMessage)


class FrameError(ValueError):
    """Bytes that are no message; nothing after them can be believed."""


@dataclass(slots=True)
class _Said:
    """The message that was made into frames last: what a hundred are told is written once."""

    message: object = None
    most: int = 0
    frames: tuple[bytes, ...] = ()


_last = _Said()


def frames_of(message: object, most: int = FRAME) -> list[bytes]:
    """Return the frames of a message, none longer than `most` bytes with its head. Messages never change, so the very
    same one said again at once costs nothing."""
    if _last.message is not message or _last.most != most:
        _last.message, _last.most, _last.frames = message, most, tuple(_frames(message, most))
    return list(_last.frames)


def _frames(message: object, most: int) -> list[bytes]:
    text = dumps(message)
    body = text.encode()
    if len(body) <= most - _HEAD:
        return [_frame(body)]
    pieces = list(_pieces(text, most - _HEAD))
    return [_frame(dumps(Part(piece, number == len(pieces))).encode()) for number, piece in enumerate(pieces, start=1)]


def _frame(body: bytes) -> bytes:
    return len(body).to_bytes(_HEAD, "big") + body


def _pieces(text: str, room: int) -> Iterator[str]:
    """Cut a text so that each piece fits as a Part: JSON in JSON has its quotes and backslashes doubled."""
    size = (room - len(dumps(Part("", False)))) // 4  # a letter takes four bytes at most, a quote two
    return (text[start : start + size] for start in range(0, len(text), size))


class FrameReader:
    """Makes messages of bytes as they come. Keeps at most one frame, and one whole message where parts may come."""

    def __init__(self, kinds: Kinds, most: int = FRAME, *, parts: bool = False) -> None:
        self.kinds = kinds  #: that may come now
        self.most = most  #: bytes of a frame, its head included
        self.parts = parts  #: whether a message may come in several frames
        self._waiting = bytearray()
        self._pieces: list[str] = []
        self._whole = 0

    @property
    def kept(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._waiting) + self._whole

    def feed(self, data: bytes) -> None:
        """Take bytes in. Whoever feeds reads all messages before feeding more: then no more than a frame is kept."""
        self._waiting += data

    def next(self) -> object | None:
        """Return the next message; none as long as it is not whole. Raises FrameError: then the peer is beyond hope."""
        while (body := self._body()) is not None:
            message = self._message(body)
            if message is not None:
                return message
        return None

    def _body(self) -> bytes | None:
        if len(self._waiting) < _HEAD:
            return None
        length = int.from_bytes(self._waiting[:_HEAD], "big")
        if not 0 < length <= self.most - _HEAD:
            raise FrameError(f"a frame of {length} bytes; at most {self.most - _HEAD} are allowed here")
        if len(self._waiting) < _HEAD + length:
            return None
        body = bytes(self._waiting[_HEAD : _HEAD + length])
        del self._waiting[: _HEAD + length]
        return body

    def _message(self, body: bytes) -> object | None:
        try:
            data = self._parsed(body.decode())
            if self.parts and isinstance(data, dict) and data.get("type") == Part.__name__:
                return self._joined(decode(data, Part))
            if self._pieces:
                raise FrameError("something else came between the parts of a message")
            found: object = decode(data, *self.kinds)
        except (WireError, UnicodeDecodeError) as error:
            raise FrameError(str(error)) from None
        return found

    def _joined(self, part: Part) -> object | None:
        self._whole += len(part.text.encode())
        if self._whole > WHOLE:
            raise FrameError(f"a message of more than {WHOLE} bytes")
        self._pieces.append(part.text)
        if not part.last:
            return None
        text = "".join(self._pieces)
        self._pieces, self._whole = [], 0
        found: object = decode(self._parsed(text), *self.kinds)
        return found

    def _parsed(self, text: str) -> Json:
        """Return the data of a text. What a table sends is made printable; the room judges what a client sends."""
        data = parse(text, DEPTH, NUMBER)
        if not self.parts or (text.isprintable() and "\\" not in text):
            return data
        return sanitize_message(data)
