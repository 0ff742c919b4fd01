"""Serialization: frozen dataclasses to strict JSON and back. The dataclass is the schema: every field must be present,
no others, each of its declared type. Where one of several classes may stand, `type` says which."""

from __future__ import annotations

import json
from typing import TypeVar, cast

from dsl.base.json_decoder import MAX_DEPTH, MAX_NUMBER, MisfitError, reader_of_one
from dsl.base.json_encoder import written

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")

_MOST_DIGITS = 21


class WireError(ValueError):
    """Data that is not what it should be; the message says where."""


def decode(data: object, *expected: type[T]) -> T:
    """Return the dataclass that `data` holds, one of the `expected` ones. Raises WireError."""
    try:
        return cast(T, reader_of_one(expected)(data, 0))
    except MisfitError as error:
        raise WireError(f"message{error.place} {error.said}") from None


def dumps(value: object) -> str:
    """Return the one canonical text of a value: one line, keys sorted, no spaces."""
    return written(value)


def loads(text: str | bytes, *expected: type[T]) -> T:
    """Return the dataclass written in `text`. Raises WireError."""
    return decode(parse(text), *expected)


def parse(text: str | bytes, depth: int = 4 * MAX_DEPTH, number: int = MAX_NUMBER) -> Json:
    """Return the data of a text that is JSON in the strictest sense: no field twice, no fraction, no more than `depth`
    lists and objects in each other, no number beyond `number`. Raises WireError."""
    try:
        data: Json = json.loads(
            text, parse_constant=_no_constant, parse_float=_no_constant, object_pairs_hook=_once,
            parse_int=lambda digits: _bounded(digits, number),
        )  # fmt: skip
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {error}") from None
    _measure(data, depth)
    return data


def _bounded(digits: str, most: int) -> int:
    if len(digits) > _MOST_DIGITS or abs(found := int(digits)) > most:
        raise WireError(f"{digits[:20]} is too large a number")
    return found


def _measure(data: Json, depth: int) -> None:
    """Check the nesting, level by level, so that no depth can overflow the stack."""
    level = [data]
    for _ in range(depth + 1):
        level = [
            below
            for item in level
            if isinstance(item, list | dict)
            for below in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise WireError("nested too deeply")


def _no_constant(text: str) -> object:
    raise WireError(f"{text[:20]} is no whole number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise WireError("a field stands there twice")
    return found
