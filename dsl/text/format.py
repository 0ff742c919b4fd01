"""Write a tree as text in the one canonical style, so that reading it again gives the same tree, comments included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from dsl.text import tree as t
from dsl.text.format_expressions import quoted, write_type
from dsl.text.format_expressions import write as _expr
from dsl.text.format_lines import Row, rows_of

_COLUMN_LIMIT = 64


@dataclass(frozen=True, slots=True)
class _Printed:
    """A section on paper."""

    lines: tuple[str, ...]
    comments: int  #: how many of the lines stand above the section itself

    @property
    def commented(self) -> bool:
        return self.comments > 0

    @property
    def tall(self) -> bool:
        return len(self.lines) - self.comments > 1


def format_tree(tree: t.Tree) -> str:
    """Return the canonical text of `tree`."""
    printed: list[_Printed] = []
    for is_option, sections in groupby(tree.sections, key=lambda s: isinstance(s, t.Option)):
        group = list(sections)
        printed += _options(group) if is_option else [_section(section) for section in group]
    lines: list[str] = []
    before: _Printed | None = None
    for section in printed:
        if before and (section.commented or section.tall or before.tall):
            lines.append("")
        lines += section.lines
        before = section
    if tree.closing and lines:
        lines.append("")
    lines += [comment(text) for text in tree.closing]
    return "".join(f"{line}\n" for line in lines)


def format_section(section: t.Section) -> str:
    """Return one section as it stands in a file, without a line end behind it."""
    return "\n".join(_section(section).lines)


def format_part(part: t.Line) -> str:
    """Return one part of a section, such as a condition, as its lines."""
    return "\n".join(_paper(rows_of(part, 0)))


def comment(text: str) -> str:
    """Return a comment as a line."""
    return f"-- {text}".rstrip()


def _section(section: t.Section) -> _Printed:
    return _Printed(tuple(_paper(rows_of(section, 0))), len(section.comments))


def _options(options: Sequence[t.Section]) -> list[_Printed]:
    rows = [Row(0, _option_head(o), quoted(o.text).strip(), o) for o in options if isinstance(o, t.Option)]
    width = _width(rows)
    return [_Printed(tuple(_row_lines(row, width)), len(row.line.comments) if row.line else 0) for row in rows]


def _option_head(option: t.Option) -> str:
    return f"option {option.name}: {write_type(option.type)} = {_expr(option.default)}"


def _paper(rows: Iterator[Row]) -> Iterator[str]:
    """Yield the lines of `rows`; texts beside neighbouring lines of one depth stand in one column."""
    for _, group in groupby(rows, key=lambda row: (row.depth, bool(row.aside))):
        together = list(group)
        width = _width(together)
        for row in together:
            yield from _row_lines(row, width)


def _width(rows: Sequence[Row]) -> int:
    return max((len(row.text) for row in rows if row.aside and len(row.text) <= _COLUMN_LIMIT), default=0)


def _row_lines(row: Row, width: int) -> Iterator[str]:
    blanks = " " * (4 * row.depth)
    if row.line:
        for text in row.line.comments:
            yield blanks + comment(text)
    text = f"{row.text:<{width}} {row.aside}" if row.aside else row.text
    remark = f"  {comment(row.line.remark)}" if row.line and row.line.remark else ""
    yield blanks + text + remark
