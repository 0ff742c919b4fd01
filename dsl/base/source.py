"""Source texts and spans: the place in the rules of every node, problem and event."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Invisible characters that could make a text look different from what it is.
STRANGE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Source:
    """One file of rules: the name it is shown under, and its whole text."""

    name: str  #: a path relative to the ruleset's folder, with `/`, such as "fen.rules"
    text: str

    def line(self, number: int) -> str:
        """Return line `number` (counted from 1) without its line end; empty if there is no such line."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file. Lines and columns count from 1; `end_column` is the column after the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)  #: the place of what no author wrote
