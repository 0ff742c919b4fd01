"""Frozen dataclasses to strict JSON and back. The schema is the dataclass itself: every field must be there, none that
it does not have, each of its declared type. Where one of several classes may stand, `type` says which.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from dsl.engine.writing import written

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")

MAX_NUMBER = 2**64 - 1
MAX_TEXT = 4 * 1024 * 1024
MAX_DEPTH = 40
_MOST_DIGITS = 21


class WireError(ValueError):
    """Data that is not what it should be; the message says where."""


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    decode: Callable[[object, str, int], object]


def decode(data: object, *expected: type[T]) -> T:
    """Return the dataclass that `data` holds, one of the `expected` ones. Raises WireError."""
    return cast(T, _one_of(expected)(data, "message", 0))


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
    """See that nothing is nested too deeply; level by level, so that no depth can hurt."""
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


# ---- one decoder per declared type, made once ---------------------------------------------------------------------


@cache
def _decoder(kind: object) -> Callable[[object, str, int], object]:
    origin = get_origin(kind)
    if kind in (str, int, bool):
        return _plain(cast(type, kind))
    if origin is Literal:
        return _literal(get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin in (Union, UnionType):
        return _union(get_args(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return _one_of((kind,))
    raise TypeError(f"{kind} does not travel")


def _plain(kind: type) -> Callable[[object, str, int], object]:
    def decode_plain(data: object, path: str, _depth: int) -> object:
        if type(data) is not kind:
            raise WireError(f"{path} must be {kind.__name__}")
        if isinstance(data, int) and abs(data) > MAX_NUMBER:
            raise WireError(f"{path} is too large")
        if isinstance(data, str) and len(data) > MAX_TEXT:
            raise WireError(f"{path} is too long")
        if isinstance(data, str) and any("\ud800" <= letter <= "\udfff" for letter in data):
            raise WireError(f"{path} is no text")
        return data

    return decode_plain


def _literal(values: tuple[object, ...]) -> Callable[[object, str, int], object]:
    def decode_literal(data: object, path: str, _depth: int) -> object:
        if not isinstance(data, str) or data not in values:
            raise WireError(f"{path} must be one of {', '.join(map(str, values))}")
        return data

    return decode_literal


def _tuple(args: tuple[object, ...]) -> Callable[[object, str, int], object]:
    many = len(args) == 2 and args[1] is Ellipsis

    def decode_tuple(data: object, path: str, depth: int) -> object:
        if not isinstance(data, list) or (not many and len(data) != len(args)):
            raise WireError(f"{path} must be a list" + ("" if many else f" of {len(args)}"))
        kinds = [args[0]] * len(data) if many else list(args)
        return tuple(
            _decoder(kind)(item, f"{path}[{index}]", depth + 1)
            for index, (kind, item) in enumerate(zip(kinds, data, strict=True))
        )

    return decode_tuple


def _union(args: tuple[object, ...]) -> Callable[[object, str, int], object]:
    classes = tuple(arg for arg in args if isinstance(arg, type) and is_dataclass(arg))
    others = tuple(arg for arg in args if arg is not NoneType and arg not in classes)
    if others:
        raise TypeError("only dataclasses and None may stand in for each other")

    def decode_union(data: object, path: str, depth: int) -> object:
        if data is None and NoneType in args:
            return None
        return _one_of(classes)(data, path, depth)

    return decode_union


@cache
def _fields_of(cls: type) -> tuple[_Field, ...]:
    hints = get_type_hints(cls)
    return tuple(_Field(field.name, _late(hints[field.name])) for field in fields(cast("type[_Field]", cls)))


def _late(kind: object) -> Callable[[object, str, int], object]:
    """Return a decoder that is looked up when used, because classes may hold each other."""
    return lambda data, path, depth: _decoder(kind)(data, path, depth)


def _one_of(classes: tuple[type, ...]) -> Callable[[object, str, int], object]:
    by_name = {cls.__name__: cls for cls in classes}

    def decode_one(data: object, path: str, depth: int) -> object:
        if depth > MAX_DEPTH:
            raise WireError(f"{path} is nested too deeply")
        if not isinstance(data, Mapping):
            raise WireError(f"{path} must be an object")
        name = data.get("type")
        if not isinstance(name, str) or name not in by_name:
            raise WireError(f"{path} must be one of {', '.join(by_name)}")
        return _build(by_name[name], data, path, depth)

    return decode_one


def _build(cls: type, data: Mapping[str, object], path: str, depth: int) -> object:
    wanted = _fields_of(cls)
    names = {field.name for field in wanted}
    for name in data:
        if name not in names and name != "type":
            raise WireError(f"{path} has no field {name[:40]!r}")
    missing = [name for name in names if name not in data]
    if missing:
        raise WireError(f"{path} lacks {', '.join(sorted(missing))}")
    return cls(**{field.name: field.decode(data[field.name], f"{path}.{field.name}", depth + 1) for field in wanted})
