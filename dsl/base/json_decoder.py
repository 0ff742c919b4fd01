"""JSON decoder: one reader for each declared type, made once, that builds its dataclasses.

Data that does not fit is a MisfitError. It collects its place while it propagates, so valid data costs nothing extra.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, Union, cast, get_args, get_origin, get_type_hints

MAX_NUMBER = 2**64 - 1
MAX_TEXT = 4 * 1024 * 1024
MAX_DEPTH = 40

Reader = Callable[[object, int], object]  #: data and how deep it lies


class MisfitError(Exception):
    """Data that does not fit its declared type."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said
        self.place = ""

    def within(self, part: str) -> MisfitError:
        """Add the next outer part to the place."""
        self.place = part + self.place
        return self


@cache
def reader_of(kind: object) -> Reader:
    """Return the reader of a type. Raises TypeError if the type cannot be sent as JSON."""
    origin = get_origin(kind)
    if kind is str:
        return _text
    if kind in (int, bool):
        return _plain(cast(type, kind))
    if origin is Literal:
        return _literal(get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin in (Union, UnionType):
        return _union(get_args(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return reader_of_one((kind,))
    raise TypeError(f"{kind} does not travel")


@cache
def reader_of_one(classes: tuple[type, ...]) -> Reader:
    """Return what reads any of these dataclasses: `type` says which."""
    by_name = {cls.__name__: cls for cls in classes}

    def read_one(data: object, depth: int) -> object:
        if depth > MAX_DEPTH:
            raise MisfitError("is nested too deeply")
        if not isinstance(data, dict):
            raise MisfitError("must be an object")
        name = data.get("type")
        if not isinstance(name, str) or name not in by_name:
            raise MisfitError(f"must be one of {', '.join(by_name)}")
        return _built(_plan_of(by_name[name]), data, depth + 1)

    return read_one


def _text(data: object, _depth: int) -> object:
    if type(data) is not str:
        raise MisfitError("must be str")
    if len(data) > MAX_TEXT:
        raise MisfitError("is too long")
    if not data.isascii() and any("\ud800" <= letter <= "\udfff" for letter in data):
        raise MisfitError("is no text")
    return data


def _plain(kind: type) -> Reader:
    def read_plain(data: object, _depth: int) -> object:
        if type(data) is not kind:
            raise MisfitError(f"must be {kind.__name__}")
        if abs(cast(int, data)) > MAX_NUMBER:
            raise MisfitError("is too large")
        return data

    return read_plain


def _literal(values: tuple[object, ...]) -> Reader:
    def read_literal(data: object, _depth: int) -> object:
        if not isinstance(data, str) or data not in values:
            raise MisfitError(f"must be one of {', '.join(map(str, values))}")
        return data

    return read_literal


def _tuple(args: tuple[object, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        return _many(reader_of(args[0]))
    readers = tuple(reader_of(kind) for kind in args)

    def read_tuple(data: object, depth: int) -> object:
        if not isinstance(data, list) or len(data) != len(readers):
            raise MisfitError(f"must be a list of {len(readers)}")
        found: list[object] = []
        try:
            for reader, item in zip(readers, data, strict=True):
                found.append(reader(item, depth + 1))
        except MisfitError as error:
            raise error.within(f"[{len(found)}]") from None
        return tuple(found)

    return read_tuple


def _many(reader: Reader) -> Reader:
    def read_many(data: object, depth: int) -> object:
        if not isinstance(data, list):
            raise MisfitError("must be a list")
        found: list[object] = []
        try:
            for item in data:
                found.append(reader(item, depth + 1))
        except MisfitError as error:
            raise error.within(f"[{len(found)}]") from None
        return tuple(found)

    return read_many


def _union(args: tuple[object, ...]) -> Reader:
    classes = tuple(arg for arg in args if isinstance(arg, type) and is_dataclass(arg))
    if any(arg is not NoneType and arg not in classes for arg in args):
        raise TypeError("only dataclasses and None may stand in for each other")
    one, may_be_none = reader_of_one(classes), NoneType in args
    return lambda data, depth: None if data is None and may_be_none else one(data, depth)


# ---- dataclasses --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one class is read: its fields in order. Made when the first is read, because classes may hold each other."""

    cls: type
    readers: tuple[tuple[str, Reader], ...]
    names: frozenset[str]  #: what an object of it has, its `type` included


@cache
def _plan_of(cls: type) -> _Plan:
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cast("type[_Plan]", cls))]
    return _Plan(cls, tuple((name, reader_of(hints[name])) for name in names), frozenset((*names, "type")))


def _built(plan: _Plan, data: dict[str, object], depth: int) -> object:
    if data.keys() != plan.names:
        raise _other_fields(plan, data)
    found: list[object] = []
    try:
        for name, reader in plan.readers:
            found.append(reader(data[name], depth))
    except MisfitError as error:
        raise error.within(f".{plan.readers[len(found)][0]}") from None
    return plan.cls(*found)


def _other_fields(plan: _Plan, data: dict[str, object]) -> MisfitError:
    for name in data:
        if name not in plan.names:
            return MisfitError(f"has no field {name[:40]!r}")
    return MisfitError(f"lacks {', '.join(sorted(plan.names - data.keys()))}")
