"""Base classes of immutable records: the nodes of trees, instructions, and whatever else is compared by value.

They are msgspec structs, because the trees have more than two hundred classes, and each start of the program makes
all of them: a struct is made far more quickly than a dataclass of the standard library. `msgspec.structs.replace` makes
a changed copy.
"""

from __future__ import annotations

from inspect import get_annotations
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

_KEYS: dict[type, Callable[[object], object]] = {}  #: by class: what makes two records equal


class Record(Struct, frozen=True):
    """Immutable record: compared and hashed by its fields, without room for other attributes."""


class RecordWithMetadata(Record, frozen=True):
    """Record with metadata, such as a place in a text: it does not make two records different, nor stand in the
    representation. Each class names the fields in `metadata`."""

    metadata = frozenset[str]()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if self.__class__ is not other.__class__:
            return NotImplemented
        key = _key_of(self.__class__)
        return bool(key(self) == key(other))

    def __hash__(self) -> int:
        return hash(_key_of(self.__class__)(self))

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name not in self.metadata)
        return f"{type(self).__qualname__}({', '.join(shown)})"


def _key_of(kind: type[RecordWithMetadata]) -> Callable[[object], object]:
    key = _KEYS.get(kind)
    if key is None:
        names = [name for name in kind.__struct_fields__ if name not in kind.metadata]
        key = _KEYS[kind] = attrgetter(*names) if names else _nothing
    return key


def _nothing(_record: object) -> object:
    return ()


def annotations_of(kind: type) -> dict[str, str]:
    """Return the annotations of the fields of a record's class as they are written, those of its bases first."""
    return {name: text for base in reversed(kind.__mro__) for name, text in get_annotations(base).items()}
