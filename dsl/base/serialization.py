"""Serialization of records as strict JSON with one canonical text: in journals and other files, and on the network.

A class is its own schema. A JSON object has exactly the fields of its class, and the class's name in `type`. Canonical
is one line in UTF-8 with sorted fields and no spaces: the hashes that chain a journal are taken of it.

What comes from outside is refused unless it is strict: no field twice, missing or unknown, no fraction, no number for
a boolean, no number beyond a limit, no half of a surrogate pair, no deep nesting. msgspec judges types and unknown
fields. It would accept a field that stands there twice, or one that is missing but has a default. A text that is the
canonical text of what was read from it can have neither. This costs little, and holds for all that this program writes;
any other text is parsed by the standard library, which sees each field as it comes.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from dsl.base.control_characters import printable
from dsl.base.records import Record

MAX_NUMBER = 2**64 - 1
MAX_TEXT = 4 * 1024 * 1024
MAX_DEPTH = 160

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")

_MOST_DIGITS = 21
_LONG_NUMBER = b"0" * 16  #: the least that may be beyond 2^53
_ONE_DIGIT = bytes(ord("0") if chr(code).isdigit() else code for code in range(128)) + bytes(range(128, 256))
_ENCODER = msgspec.json.Encoder(order="sorted")
_TYPES_READ = {bool, int, str, NoneType}


class Serializable(Record, frozen=True, tag=True, forbid_unknown_fields=True):
    """Record that can be written as JSON, and read again."""


class SerializationError(ValueError):
    """Data that is not what it should be; the message says where."""


# ---- writing -------------------------------------------------------------------------------------------------------


def encode(record: object) -> bytes:
    """Return the canonical text of a record, or of None, in UTF-8."""
    kind: object = type(record)
    _depth_of(kind)
    return _ENCODER.encode(record)


def dumps(record: object) -> str:
    """Return the canonical text of a record, or of None."""
    return encode(record).decode()


# ---- reading -------------------------------------------------------------------------------------------------------


def loads(text: str | bytes, *expected: type[T], depth: int = MAX_DEPTH, number: int = MAX_NUMBER) -> T:
    """Return the record of one of the `expected` classes that is written in `text`. Raises SerializationError."""
    found = _read_canonical(text, expected, depth)
    return found if found is not None else decode(parse(text, depth, number), *expected)


def loads_lines(lines: Sequence[str], expected: type[T]) -> list[T]:
    """Return the record of each line, as `loads` does, but many at once. Raises SerializationError."""
    text = "".join(f"{line}\n" for line in lines).encode()
    try:
        found = cast("list[T]", _decoder((expected,)).decode_lines(text))
        is_canonical = len(found) == len(lines) and _ENCODER.encode_lines(found) == text
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        is_canonical = False
    if is_canonical and len(text) <= MAX_TEXT and _LONG_NUMBER not in text.translate(_ONE_DIGIT):
        return found
    return [loads(line, expected) for line in lines]


def decode(data: Json, *expected: type[T]) -> T:
    """Return the record of one of the `expected` classes that `data` holds. Raises SerializationError."""
    _decoder(expected)
    try:
        found = msgspec.convert(data, _union(expected))
        if _ENCODER.encode(found) != _ENCODER.encode(data):
            raise SerializationError(f"a field is missing in a {type(found).__name__}")
    except UnicodeEncodeError:
        raise SerializationError("half of a surrogate pair") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise SerializationError(printable(str(error)[:200])) from None
    return cast(T, found)


def parse(text: str | bytes, depth: int = MAX_DEPTH, number: int = MAX_NUMBER) -> Json:
    """Return the data of a text that is JSON in the strictest sense: no field twice, no fraction, no more than `depth`
    lists and objects in each other, no number beyond `number`. Raises SerializationError."""
    try:
        data: Json = json.loads(
            text, parse_constant=_no_constant, parse_float=_no_constant, object_pairs_hook=_once,
            parse_int=lambda digits: _bounded(digits, number),
        )  # fmt: skip
    except UnicodeDecodeError:
        raise SerializationError("not text in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise SerializationError(f"not JSON: {error}") from None
    _measure(data, depth)
    return data


def _read_canonical(text: str | bytes, expected: tuple[type[T], ...], depth: int) -> T | None:
    """Return the record if `text` is its canonical text, and nothing in it can be beyond a limit."""
    try:
        body = text.encode() if isinstance(text, str) else text
        found = _decoder(expected).decode(body)
        is_canonical = _ENCODER.encode(found) == body
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    kind: object = type(found)
    is_small = len(body) <= MAX_TEXT and _LONG_NUMBER not in body.translate(_ONE_DIGIT) and _depth_of(kind) <= depth
    return cast(T, found) if is_canonical and is_small else None


#: msgspec reads the types of a class when it is first decoded, and does not stand two threads that do so at once.
_READING_TYPES = threading.Lock()


@cache
def _decoder(expected: tuple[type, ...]) -> msgspec.json.Decoder[object]:
    with _READING_TYPES:
        return msgspec.json.Decoder(_union(expected))


@cache
def _union(expected: tuple[type, ...]) -> type[object]:
    for kind in expected:
        _depth_of(kind)
    return cast("type[object]", reduce(or_, expected))


def _bounded(digits: str, most: int) -> int:
    if len(digits) > _MOST_DIGITS or abs(found := int(digits)) > most:
        raise SerializationError(f"{digits[:20]} is too large a number")
    return found


def _measure(data: Json, depth: int) -> None:
    """See that nothing is nested too deeply and no text is too long; level by level, so that no depth can hurt."""
    level = [data]
    for _ in range(depth + 1):
        if any(isinstance(item, str) and len(item) > MAX_TEXT for item in level):
            raise SerializationError("a text is too long")
        level = [
            below
            for item in level
            if isinstance(item, list | dict)
            for below in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise SerializationError("nested too deeply")


def _no_constant(text: str) -> object:
    raise SerializationError(f"{text[:20]} is no whole number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise SerializationError("a field stands there twice")
    return found


# ---- schemas -------------------------------------------------------------------------------------------------------


@cache
def _depth_of(kind: object) -> int:
    """Return how many lists and objects lie in each other at most in a value of a type; beyond every limit if it holds
    itself. Raises TypeError if it is not serializable: msgspec would write fractions and sets, too."""
    return _deepest(kind, ())


def _deepest(kind: object, outer: tuple[object, ...]) -> int:
    origin, args = get_origin(kind), get_args(kind)
    if kind in _TYPES_READ or origin is Literal:
        return 0
    if origin in (Union, UnionType):
        return max(_deepest(each, outer) for each in args)
    if origin is tuple:
        return 1 + max(_deepest(each, outer) for each in args if each is not Ellipsis)
    if isinstance(kind, type) and issubclass(kind, Serializable):
        if kind in outer:
            return MAX_DEPTH + 1
        return 1 + max((_deepest(each, (*outer, kind)) for each in get_type_hints(kind).values()), default=0)
    raise TypeError(f"{kind} is not serializable")
