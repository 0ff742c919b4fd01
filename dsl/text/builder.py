"""Make the nodes of the tree while the machine reads, and hang the comments on their lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from dsl.text.build_expressions import EXPRESSIONS, Parts
from dsl.text.build_lines import LINES
from dsl.text.source import NOWHERE, Span
from dsl.text.tree import Line

Value = Any  # a word, a node, or a tuple of them; the grammar says which
_MAKERS = EXPRESSIONS | LINES


@dataclass(slots=True)
class Builder:
    """Makes nodes; a comment that belongs to a line's node is taken out of `comments` and `remarks`, both by line."""

    comments: dict[int, tuple[str, ...]] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)

    def make(self, rule: str, parts: Parts, span: Span | None) -> Value:
        """Return what the grammar rule `rule` stands for."""
        node = _MAKERS[rule](parts, span or NOWHERE)
        if isinstance(node, Line) and (node.span.line in self.comments or node.span.line in self.remarks):
            above = self.comments.pop(node.span.line, ())
            return replace(node, comments=above, remark=self.remarks.pop(node.span.line, ""))
        return node
