"""Framing: a message is a big-endian length of 32 bits, then that many bytes of strict JSON in UTF-8.

Strict: duplicate fields, fractions, NaN, numbers beyond 2^53, more than 16 levels, incomplete characters, and unknown
fields or types are refused. A length is checked before a buffer is filled.

A message of a table that is longer than a frame is sent as several consecutive `Part`s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from app.net.protocol.limits import DEPTH, FRAME, NUMBER, WHOLE
from app.net.protocol.messages import ClientGreeting, ClientMessage, Part, TableGreeting, TableMessage
from app.net.protocol.sanitize import sanitize_message
from dsl.base.serialization import SerializationError, decode, encode, loads, parse

_HEADER = 4

Kinds = tuple[type, ...]
CLIENT_GREETINGS: Kinds = get_args(ClientGreeting)
CLIENT_MESSAGES: Kinds = get_args(ClientMessage)
TABLE_GREETINGS: Kinds = get_args(TableGreeting)
TABLE_MESSAGES: Kinds = get_args(TableMessage)


class FrameError(ValueError):
    """Malformed bytes; the rest of the stream is useless."""


@dataclass(slots=True)
class _Encoded:
    """The message that was encoded last: a broadcast is encoded once."""

    message: object = None
    most: int = 0
    frames: tuple[bytes, ...] = ()


_last = _Encoded()


def frames_of(message: object, most: int = FRAME) -> list[bytes]:
    """Return the frames of a message, each at most `most` bytes with its header. Messages are immutable, so sending the
    same object again at once costs nothing."""
    if _last.message is not message or _last.most != most:
        _last.message, _last.most, _last.frames = message, most, tuple(_frames(message, most))
    return list(_last.frames)


def _frames(message: object, most: int) -> list[bytes]:
    body = encode(message)
    if len(body) <= most - _HEADER:
        return [_frame(body)]
    pieces = list(_pieces(body.decode(), most - _HEADER))
    return [_frame(encode(Part(piece, number == len(pieces)))) for number, piece in enumerate(pieces, start=1)]


def _frame(body: bytes) -> bytes:
    return len(body).to_bytes(_HEADER, "big") + body


def _pieces(text: str, room: int) -> Iterator[str]:
    """Cut a text so that each piece fits into a Part: JSON within JSON has its quotes and backslashes doubled."""
    size = (room - len(encode(Part("", False)))) // 4  # a letter takes four bytes at most, a quote two
    return (text[start : start + size] for start in range(0, len(text), size))


class FrameReader:
    """Decodes messages from a stream of bytes. Buffers at most one frame, and one message in parts where allowed."""

    def __init__(self, kinds: Kinds, most: int = FRAME, *, parts: bool = False) -> None:
        self.kinds = kinds  #: accepted message types
        self.most = most  #: bytes of a frame, with its header
        self.parts = parts  #: whether messages in parts are accepted
        self._waiting = bytearray()
        self._pieces: list[str] = []
        self._whole = 0

    @property
    def buffered_bytes(self) -> int:
        """How many bytes of incomplete messages are buffered."""
        return len(self._waiting) + self._whole

    def feed(self, data: bytes) -> None:
        """Take bytes. The caller reads all messages before it feeds more, so that at most a frame is buffered."""
        self._waiting += data

    def next(self) -> object | None:
        """Return the next message; none while it is incomplete. Raises FrameError: then the connection must end."""
        while (body := self._body()) is not None:
            message = self._message(body)
            if message is not None:
                return message
        return None

    def _body(self) -> bytes | None:
        if len(self._waiting) < _HEADER:
            return None
        length = int.from_bytes(self._waiting[:_HEADER], "big")
        if not 0 < length <= self.most - _HEADER:
            raise FrameError(f"a frame of {length} bytes; at most {self.most - _HEADER} are allowed here")
        if len(self._waiting) < _HEADER + length:
            return None
        body = bytes(self._waiting[_HEADER : _HEADER + length])
        del self._waiting[: _HEADER + length]
        return body

    def _message(self, body: bytes) -> object | None:
        try:
            found = self._read(body.decode(), (*self.kinds, Part) if self.parts else self.kinds)
            if isinstance(found, Part):
                return self._join(found)
        except (SerializationError, UnicodeDecodeError) as error:
            raise FrameError(str(error)) from None
        if self._pieces:
            raise FrameError("something else came between the parts of a message")
        return found

    def _join(self, part: Part) -> object | None:
        self._whole += len(part.text.encode())
        if self._whole > WHOLE:
            raise FrameError(f"a message of more than {WHOLE} bytes")
        self._pieces.append(part.text)
        if not part.last:
            return None
        text = "".join(self._pieces)
        self._pieces, self._whole = [], 0
        return self._read(text, self.kinds)

    def _read(self, text: str, kinds: Kinds) -> object:
        """Return the data of a text. Messages of a table are made printable here; the room checks those of a client."""
        if not self.parts or (text.isprintable() and "\\" not in text):
            found: object = loads(text, *kinds, depth=DEPTH, number=NUMBER)
        else:
            found = decode(sanitize_message(parse(text, DEPTH, NUMBER)), *kinds)
        return found
