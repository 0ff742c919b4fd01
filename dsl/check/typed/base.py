"""What every typed expression has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.text.records import dataclass
from dsl.text.source import Span

if TYPE_CHECKING:
    from dsl.check.typed.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """An expression with its type and place."""

    type: Type
    span: Span
