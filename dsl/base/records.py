"""Records: `dataclass(frozen=True, slots=True)` of the standard library, made in a third of its time.

The trees have more than two hundred classes, created at each start of the program. The standard library compiles six
methods for each; here a class gets one of its own and shares the others, which read its fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "field"]

_C = TypeVar("_C")

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool, kw_only: bool = False) -> Callable[[type[_C]], type[_C]]:
        """Return what makes a frozen record with slots of a class, as `dataclasses.dataclass` does."""
        assert frozen
        assert slots

        def made(cls: type[_C]) -> type[_C]:
            for name, method in _SHARED.items():
                setattr(cls, name, method)
            cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
            fields = dataclasses.fields(cls)
            cls.__init__ = _initialiser(fields)
            compared = [f.name for f in fields if f.compare]
            _COMPARED[cls] = attrgetter(*compared) if compared else _nothing
            return cls

        return made


_COMPARED: dict[type, Callable[[object], object]] = {}  #: by class, what makes two records equal


def _nothing(_record: object) -> object:
    return ()


def _initialiser(fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """Return `__init__`: the fields in their order, those that are named only behind the others."""
    names: dict[str, Any] = {"_set": object.__setattr__}
    plain: list[str] = []
    named: list[str] = []
    for each in fields:
        default = each.default is not dataclasses.MISSING
        assert each.default_factory is dataclasses.MISSING
        names[f"default_{each.name}"] = each.default
        (named if each.kw_only else plain).append(f"{each.name}=default_{each.name}" if default else each.name)
    heading = ", ".join(["self", *plain, *(["*", *named] if named else [])])
    body = "".join(f"\n    _set(self, '{each.name}', {each.name})" for each in fields) or "\n    pass"
    exec(f"def __init__({heading}):{body}", names)  # names of fields only: nothing that an author wrote
    made: Callable[..., None] = names["__init__"]
    return made


def _eq(self: Any, other: object) -> object:
    if self is other:
        return True
    if self.__class__ is not other.__class__:
        return NotImplemented
    key = _COMPARED[self.__class__]
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash(_COMPARED[self.__class__](self))


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _setattr(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_SHARED = {
    "__eq__": _eq, "__hash__": _hash, "__repr__": _repr, "__setattr__": _setattr, "__delattr__": _delattr,
    "__getstate__": _getstate, "__setstate__": _setstate,
}  # fmt: skip
