"""Comments that stand where no line of the tree begins, such as beside `do`, are hung on the nearest line below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from dsl.text.tree import Line, Node

_N = TypeVar("_N", bound=Node)


def hang_leftovers(section: _N, comments: dict[int, tuple[str, ...]], remarks: dict[int, str]) -> _N:
    """Return `section` with the comments of these lines moved to the next line that can keep them, or the last."""
    left = dict(comments)
    for number, remark in remarks.items():
        left[number] = (*left.get(number, ()), remark)
    starts = sorted({line.span.line for line in _lines(section)})
    extra: dict[int, tuple[str, ...]] = {}
    for number in sorted(left):
        home = next((start for start in starts if start > number), starts[-1])
        extra[home] = (*extra.get(home, ()), *left[number])
    hung: _N = _hang(section, extra)
    return hung


def _lines(value: object) -> Iterator[Line]:
    if isinstance(value, tuple):
        for item in value:
            yield from _lines(item)
    elif isinstance(value, Node):
        if isinstance(value, Line):
            yield value
        for field in fields(value):
            yield from _lines(getattr(value, field.name))


def _hang(value: Any, extra: dict[int, tuple[str, ...]]) -> Any:
    """Return `value` with the comments in `extra` in front of those it has; each is used once, outermost first."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_hang(item, extra) for item in value)
    if not isinstance(value, Node):
        return value
    changes: dict[str, Any] = {}
    if isinstance(value, Line) and value.span.line in extra:
        changes["comments"] = (*extra.pop(value.span.line), *value.comments)
    for field in fields(value):
        if field.name not in ("span", "comments", "remark"):
            changes[field.name] = _hang(getattr(value, field.name), extra)
    return replace(value, **changes)
