"""A file of rules while it is edited: its text, and the tree of each of its sections.

A section begins at the left edge and is parsed on its own, so a change parses again only the sections that it touches.
Their trees have places that do not move when lines are inserted above them: line `n` of a section is line
`number * STRIDE + n` in its tree, where each section has a number of its own. `Workspace` turns these places into those
of the file. A section that cannot be parsed keeps the last tree that it had.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Source, Span
from dsl.syntax.ast import Section
from dsl.syntax.lexer import RawLine, SectionText, Word
from dsl.syntax.parser import MAX_SIZE, SectionLines, read_section, refuse_strange_characters, split_sections

STRIDE = 1 << 20  #: more lines than a file can have
_HEAD = re.compile(r"[A-Za-z_]\w*(?:[ \t]+[\w.\"]+)?")
_numbers = count(1)

_Comments = tuple[tuple[int, tuple[str, ...]], ...]
_Key = tuple[tuple[tuple[int, str], ...], _Comments]


@dataclass(slots=True)
class _RecordedText(SectionText):
    """Text of a section that keeps the words that the parser took."""

    words: list[Word] = field(default_factory=list)

    def shifted(self, token: Word, index: int) -> None:
        """Note a word, as the base class does."""
        if token:
            self.words.append(token)
        SectionText.shifted(self, token, index)


@dataclass(slots=True)
class ParsedSection:
    """One section: its lines, its tree or what is wrong with it, and the words that were read."""

    number: int  #: its own, never used again
    first: int  #: its first line in the file, from 1, without the comments above it
    lines: tuple[tuple[int, str], ...]  #: line from 1 within the section, and text; without blank lines and comments
    tree: Section | None  #: None: it cannot be read
    problems: tuple[Problem, ...]  #: those of reading it
    words: tuple[Word, ...]  #: all of them, or those before the mistake
    comments: _Comments  #: by line within the section
    former: ParsedSection | None = None  #: of a broken one: what stood here when it could last be read

    @property
    def last(self) -> int:
        """Its last line in the file."""
        return self.first + self.lines[-1][0] - 1

    @property
    def head(self) -> str:
        """The first words, which tell what it declares: `action drift`."""
        found = _HEAD.match(self.lines[0][1].strip())
        return found[0] if found else ""

    @property
    def usable(self) -> ParsedSection | None:
        """The section that answers questions about trees: this one, or the last that could be read."""
        return self if self.tree is not None else self.former

    def real_line(self, line: int) -> int:
        """Return the line in the file of a line of this section's tree."""
        return self.first + line % STRIDE - 1

    def own_line(self, line: int) -> int:
        """Return the line in this section's tree of a line in the file."""
        return self.number * STRIDE + line - self.first + 1


class RulesDocument:
    """The text of one file of rules, and its sections."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = ""
        self.sections: tuple[ParsedSection, ...] = ()
        self.problems: tuple[Problem, ...] = ()  #: of the file as a whole, such as an invisible sign
        self.closing: tuple[str, ...] = ()
        self.set_text(text)

    def set_text(self, text: str) -> int:
        """Take another text; return how many sections had to be parsed."""
        self.text = text
        source = Source(self.name, text if len(text) <= MAX_SIZE else "")
        self.problems = _file_problems(Source(self.name, text))
        parts, self.closing = split_sections(source)
        old: dict[_Key, deque[ParsedSection]] = defaultdict(deque)
        for section in self.sections:
            old[section.lines, section.comments].append(section)
        before, parsed = self.sections, 0
        sections: list[ParsedSection] = []
        for part in parts:
            key, first = _key(part), part.lines[0].number
            if old[key]:
                section = old[key].popleft()
                section.first = first
            else:
                section, parsed = self._read(first, key), parsed + 1
            sections.append(section)
        self.sections = tuple(sections)
        self._remember(before)
        return parsed

    def problems_with(self, text: str) -> tuple[Problem, ...]:
        """Return the problems of reading another text, without taking it."""
        kept = (self.text, self.sections, self.problems, self.closing)
        firsts = [section.first for section in self.sections]
        self.set_text(text)
        found = (*self.problems, *(problem for section in self.sections for problem in section.problems))
        self.text, self.sections, self.problems, self.closing = kept
        for section, first in zip(self.sections, firsts, strict=True):
            section.first = first
        return found

    def at(self, line: int) -> ParsedSection | None:
        """Return the section that a line of the file belongs to: the last that begins at or above it."""
        found = None
        for section in self.sections:
            if section.first > line:
                break
            found = section
        return found

    def _read(self, first: int, key: _Key) -> ParsedSection:
        number = next(_numbers)
        base = number * STRIDE
        text = _RecordedText(self.name, [RawLine(base + line, said) for line, said in key[0]])
        comments = {base + line: said for line, said in key[1]}
        tree: Section | None = None
        problems: tuple[Problem, ...] = ()
        try:
            tree = read_section(text, comments)
        except RulesError as error:
            problems = error.problems
        return ParsedSection(number, first, key[0], tree, problems, tuple(text.words), key[1])

    def _remember(self, before: tuple[ParsedSection, ...]) -> None:
        """Give each broken section the last readable one in its place: of its head, else of its neighbours."""
        kept = {section.number for section in self.sections}
        heads = {section.head for section in self.sections if section.tree is not None}
        gone = [
            section for section in before
            if section.number not in kept and section.usable is not None and section.head not in heads
        ]  # fmt: skip
        by_head = {section.head: section for section in gone}
        for index, section in enumerate(self.sections):
            if section.tree is not None or section.former is not None:
                continue
            found = by_head.get(section.head)
            if found is None and len(gone) == 1:
                found = gone[0] if _beside(before, gone[0], self.sections, index) else None
            section.former = found.usable if found is not None else None


def _beside(before: tuple[ParsedSection, ...], old: ParsedSection, now: tuple[ParsedSection, ...], index: int) -> bool:
    """Whether a new section stands behind or before the same neighbour as an old one."""
    at = before.index(old)
    left = before[at - 1].number if at else 0
    right = before[at + 1].number if at + 1 < len(before) else 0
    return left == (now[index - 1].number if index else 0) or right == (
        now[index + 1].number if index + 1 < len(now) else 0
    )


def _key(part: SectionLines) -> _Key:
    first = part.lines[0].number
    lines = tuple((line.number - first + 1, line.text) for line in part.lines)
    return lines, tuple((line - first + 1, said) for line, said in part.comments.items())


def _file_problems(source: Source) -> tuple[Problem, ...]:
    if len(source.text) > MAX_SIZE:
        span = Span(source.name, 1, 1, 1, 2)
        return (Problem("too-large", f"this file is larger than {MAX_SIZE // 1024} KiB", span),)
    try:
        refuse_strange_characters(source)
    except RulesError as error:
        return error.problems
    return ()


def sections_by_number(documents: Iterator[RulesDocument]) -> dict[int, tuple[ParsedSection, ParsedSection]]:
    """Return for each number of a section in use, that of a former one included, its section and the one it is now."""
    found: dict[int, tuple[ParsedSection, ParsedSection]] = {}
    for document in documents:
        for section in document.sections:
            found[section.number] = (section, section)
            if section.former is not None:
                found.setdefault(section.former.number, (section.former, section))
    return found


def line_now(then: ParsedSection, now: ParsedSection, line: int) -> int:
    """Return the line in the file of a line of a former section's tree, as near as the changes since allow.

    What stands before the first changed line keeps its distance to the start, all else its distance to the end.
    """
    at = line % STRIDE
    if then is now:
        return now.first + at - 1
    same = 0
    for old, new in zip(then.lines, now.lines, strict=False):
        if old != new:
            break
        same = old[0]
    if at <= same:
        return now.first + at - 1
    behind = then.lines[-1][0] - at
    return max(now.first + same, now.last - behind) if now.last > now.first + same - 1 else now.last
