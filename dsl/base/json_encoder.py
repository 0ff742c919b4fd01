"""JSON encoder: the canonical text of a value in one line, keys sorted, no spaces; dataclasses with `type`.

Views are long and made for every seat after every choice. So each class has a writer of its own, made when its first
instance is written, which builds no dictionaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from json.encoder import encode_basestring
from operator import attrgetter
from typing import cast

Writer = Callable[[object], str]


def written(value: object) -> str:
    """Return the text of a dataclass, or of anything that may stand in one."""
    return _WRITERS[type(value)](value)


class _Writers(dict[type, Writer]):
    """A writer for each class."""

    def __missing__(self, kind: type) -> Writer:
        found = self[kind] = _writer_of(kind)
        return found


def _writer_of(kind: type) -> Writer:
    for plain in (bool, int, str, tuple, list):  # a bool is an int, too
        if issubclass(kind, plain):
            return _WRITERS[plain]
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} does not travel")
    texts = {field.name: "%s" for field in fields(kind)} | {"type": f'"{kind.__name__}"'}
    form = ",".join(f'"{name}":{text}' for name, text in sorted(texts.items()))
    return _filled(f"{{{form}}}", tuple(sorted(field.name for field in fields(kind))))


def _filled(form: str, names: tuple[str, ...]) -> Writer:
    """Return what writes the fields of these names into a text."""
    if not names:
        return lambda _: form
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda value: form % written(only(value))
    values = cast("Callable[[object], tuple[object, ...]]", attrgetter(*names))
    writers = _WRITERS
    return lambda value: form % tuple([writers[type(each)](each) for each in values(value)])


def _row(values: object) -> str:
    writers = _WRITERS
    return f"[{','.join([writers[type(each)](each) for each in cast(Iterable[object], values)])}]"


_WRITERS = _Writers(
    {
        str: cast(Writer, encode_basestring),
        int: int.__repr__,
        bool: lambda value: "true" if value else "false",
        type(None): lambda _: "null",
        tuple: _row,
        list: _row,
    }
)
