"""Walking over nodes without knowing their classes: what each class holds is looked up once."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

_KNOWN: dict[tuple[object, str], tuple[str, ...]] = {}


def names_inside(sort: type, besides: str = "") -> tuple[str, ...]:
    """Return the names of the fields of a node's class, but for its place and, if wanted, one more; none of others."""
    known = _KNOWN.get((sort, besides))
    if known is None:
        known = tuple(f.name for f in fields(sort) if f.name not in ("span", besides)) if is_dataclass(sort) else ()
        _KNOWN[sort, besides] = known
    return known
