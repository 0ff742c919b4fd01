"""Walking over nodes without knowing their classes: what each class holds is looked up once."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

_PLAIN = frozenset({"str", "int", "bool", "int | None", "tuple[str, ...]", "tuple[int, ...]"})
_BELOW: dict[object, tuple[str, ...]] = {}
_KNOWN: dict[tuple[object, str], tuple[str, ...]] = {}


def names_inside(sort: type, besides: str = "") -> tuple[str, ...]:
    """Return the names of the fields of a node's class, but for its place and, if wanted, one more; none of others."""
    known = _KNOWN.get((sort, besides))
    if known is None:
        known = tuple(f.name for f in fields(sort) if f.name not in ("span", besides)) if is_dataclass(sort) else ()
        _KNOWN[sort, besides] = known
    return known


def names_below(sort: type) -> tuple[str, ...]:
    """Return the names of the fields of a node's class that may hold nodes: what is plain text or a number cannot."""
    known = _BELOW.get(sort)
    if known is None:
        plain = {f.name for f in fields(sort) if f.type in _PLAIN} if is_dataclass(sort) else set()
        known = _BELOW[sort] = tuple(name for name in names_inside(sort) if name not in plain)
    return known
