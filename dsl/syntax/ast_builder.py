"""Make the nodes of the tree while the machine reads, and hang the comments on their lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from dsl.base.source import NOWHERE, Span
from dsl.syntax.ast import Change, Line
from dsl.syntax.lexer import Word, word_span
from dsl.syntax.transformer import EXPRESSIONS, LINES, Parts

Value = Any  # a word, a node, or a tuple of them; the grammar says which
_MAKERS = EXPRESSIONS | LINES


@dataclass(slots=True)
class Builder:
    """Makes nodes; a comment that belongs to a line's node is taken out of `comments` and `remarks`, both by line."""

    comments: dict[int, tuple[str, ...]] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)
    _anchor: tuple[tuple[str, Span], ...] = ()  #: the last anchor read, and what it stands before or after

    def make(self, rule: str, parts: Parts, span: Span | None) -> Value:
        """Return what the grammar rule `rule` stands for."""
        node = _MAKERS[rule](parts, span or NOWHERE)
        if rule == "anchor":
            self._anchor = _places(parts, span)
        elif rule in ("place_before", "place_after"):
            self._anchor += _places(parts, span)
        if not isinstance(node, Line):
            return node
        named = self._anchor if isinstance(node, Change) else _places(parts, span)
        above, remark = self.comments.pop(node.span.line, ()), self.remarks.pop(node.span.line, "")
        return replace(node, comments=above, remark=remark, named=named) if named or above or remark else node


def _places(parts: Parts, span: Span | None) -> tuple[tuple[str, Span], ...]:
    file = span.file if span else ""
    words = (word for part in parts for word in ((part,) if isinstance(part, Word) else _listed(part)))
    return tuple((word.text, word_span(file, word)) for word in words)


def _listed(part: Value) -> Iterator[Word]:
    """Yield the words of a list of words, such as the neighbours of an area."""
    if isinstance(part, tuple):
        yield from (word for word in part if isinstance(word, Word))
