"""Types as written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.text.records import dataclass
from dsl.text.tree.expressions import Node

if TYPE_CHECKING:
    from dsl.text.tree.expressions import Expr


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`tile`, `player`, `Terrain`, `hex`, `hex of pond`, or a word of its own such as `laps`, `yes`, `no`, `none`."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0..9`; each end a number or the name of an option."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class CollectionType(Node):
    """`set of tile`, `list of player`."""

    kind: Literal["set", "list"]
    of: str


@dataclass(frozen=True, slots=True)
class PathType(Node):
    """`walk(p, place of p)`: a way that the path `walk` allows."""

    path: str
    args: tuple[Expr, ...]


SimpleType = NamedType | RangeType | CollectionType | PathType


@dataclass(frozen=True, slots=True)
class TypeText(Node):
    """A type as written: one or several alternatives between `or`."""

    alternatives: tuple[SimpleType, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`goal: hex`, or `given o: otter` for one that the caller supplies."""

    name: str
    type: TypeText
    given: bool = False
