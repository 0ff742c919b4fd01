"""Mutated messages of a client, and random bytes; deterministic for a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from app.net.protocol.framing import CLIENT_GREETINGS, CLIENT_MESSAGES, frames_of
from app.net.protocol.limits import FRAME

_TEXTS = ("", "red", "m1", "owner", "0" * 32, "é🦖", "a" * 700, "\u202e", '"\\', "human", "bot:strong", "hello", "yes")
_NUMBERS = (0, 1, -1, 2, 7, 99, 2**31, 2**53, -(2**53))
_WORDS = (
    b"null", b"true", b"NaN", b"1e9", b"1.5", b"[]", b"{}", b'""', b"9" * 400, b"[" * 300, b'{"type":',
    b'"type":"Ping"',
    b"\xff\xfe", b"\xed\xa0\x80", b'"\\ud800"', b"\x00",
)  # fmt: skip


def some_message(dice: random.Random, kinds: tuple[type, ...] = CLIENT_MESSAGES) -> object:
    """Return a message of the right form that means anything."""
    return _record(dice, dice.choice(kinds))


def _record(dice: random.Random, kind: type[Struct]) -> Struct:
    hints = get_type_hints(kind)
    return kind(**{name: _value(dice, hints[name]) for name in kind.__struct_fields__})


def _value(dice: random.Random, kind: object) -> object:
    if kind is str:
        return dice.choice(_TEXTS)
    if kind is bool:
        return dice.random() < 0.5
    if kind is int:
        return dice.choice(_NUMBERS)
    if get_origin(kind) is Literal:
        return dice.choice(get_args(kind))
    if get_origin(kind) is UnionType:
        return _value(dice, dice.choice(get_args(kind)))
    if kind is NoneType:
        return None
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _record(dice, kind)
    if get_origin(kind) is tuple and get_args(kind)[1:] == (...,):
        return tuple(_value(dice, get_args(kind)[0]) for _ in range(dice.randrange(3)))
    return tuple(_value(dice, part) for part in get_args(kind))


def mutated_frame(dice: random.Random) -> bytes:
    """Return a frame with one to three mutations; sometimes of a handshake message, sometimes unchanged."""
    kinds = CLIENT_GREETINGS if dice.random() < 0.2 else CLIENT_MESSAGES
    frame = bytearray(frames_of(some_message(dice, kinds))[0])
    for _ in range(dice.randint(1, 3)):
        dice.choice(_MISTAKES)(dice, frame)
    if dice.random() < 0.7:  # the length is right again, so that the content is parsed
        frame[:4] = max(0, len(frame) - 4).to_bytes(4, "big")
    return bytes(frame)


def random_stream(dice: random.Random) -> bytes:
    """Return random bytes, often behind a plausible length."""
    data = dice.randbytes(dice.randint(1, 3000))
    return (
        dice.choice((0, 1, 40, 3000, FRAME, 2**31, 2**32 - 1)).to_bytes(4, "big") + data
        if dice.random() < 0.6
        else data
    )


def _flip(dice: random.Random, frame: bytearray) -> None:
    if frame:
        frame[dice.randrange(len(frame))] ^= 1 << dice.randrange(8)


def _cut(dice: random.Random, frame: bytearray) -> None:
    start = dice.randrange(len(frame) + 1)
    del frame[start : start + dice.randint(1, 20)]


def _double(dice: random.Random, frame: bytearray) -> None:
    start = dice.randrange(len(frame) + 1)
    frame[start:start] = frame[start : start + dice.randint(1, 60)]


def _insert(dice: random.Random, frame: bytearray) -> None:
    start = dice.randint(min(4, len(frame)), len(frame))
    frame[start:start] = dice.choice(_WORDS)


def _replace(dice: random.Random, frame: bytearray) -> None:
    at = frame.find(dice.choice((b":", b",", b'"')), 4)
    if at >= 0:
        frame[at + 1 : at + 1 + dice.randint(0, 6)] = dice.choice(_WORDS)


def _end(dice: random.Random, frame: bytearray) -> None:
    del frame[dice.randrange(len(frame) + 1) :]


_MISTAKES: tuple[Callable[[random.Random, bytearray], None], ...] = (_flip, _cut, _double, _insert, _replace, _end)
