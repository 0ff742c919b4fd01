"""Fields of tree nodes, by class: the names of those that hold other nodes, for code that walks over any tree."""

from __future__ import annotations

from dsl.base.records import Record, annotations_of

_PLAIN = frozenset({"str", "int", "bool", "int | None", "tuple[str, ...]", "tuple[int, ...]"})
_BELOW: dict[object, tuple[str, ...]] = {}
_KNOWN: dict[tuple[object, str], tuple[str, ...]] = {}


def names_inside(sort: type, besides: str = "") -> tuple[str, ...]:
    """Return the names of the fields of a node's class, but for its place and, if wanted, one more; none of others."""
    known = _KNOWN.get((sort, besides))
    if known is None:
        fields = sort.__struct_fields__ if issubclass(sort, Record) else ()
        known = tuple(name for name in fields if name not in ("span", besides))
        _KNOWN[sort, besides] = known
    return known


def names_below(sort: type) -> tuple[str, ...]:
    """Return the names of the fields of a node's class that may hold nodes: what is plain text or a number cannot."""
    known = _BELOW.get(sort)
    if known is None:
        types = annotations_of(sort)
        known = _BELOW[sort] = tuple(name for name in names_inside(sort) if types[name] not in _PLAIN)
    return known
