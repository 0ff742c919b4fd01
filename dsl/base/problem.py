"""Problems of a ruleset as data; terminal, editor and JSON render the same data."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.base.source import Source, Span


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains a problem, marked `----`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a ruleset, at its smallest wrong place, in words of the game.

    The rule is at fault, never the author; no word of parsers, trees or Python occurs in a text.
    """

    slug: str  #: stable name, such as "unknown-name"; docs/problems/<slug>.md explains it
    summary: str  #: true on its own, without a full stop
    span: Span  #: the smallest wrong part, marked `^^^^`
    label: str = ""  #: said beside the mark
    explanation: str = ""  #: one to three sentences about the game; may hold an indented sample
    help: str = ""  #: one concrete change, or nothing
    labels: tuple[Label, ...] = ()
    needed: str = ""  #: with `found`: the needed/found pair of a mismatch
    found: str = ""


class RulesError(Exception):
    """Raised where a ruleset is needed and has problems; carries them all, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{p.span}: {p.slug}: {p.summary}" for p in problems))
        self.problems = problems


@dataclass(slots=True)
class Problems:
    """Collects problems while a phase goes on; sorted by place and without doubles when read."""

    found: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Remember `problem`."""
        self.found.append(problem)

    def sorted(self) -> tuple[Problem, ...]:
        """Return the problems in the order of the text, each once."""
        unique = dict.fromkeys(self.found)
        return tuple(sorted(unique, key=lambda p: (p.span, p.slug)))

    def raise_if_any(self) -> None:
        """Raise RulesError if anything was found."""
        if self.found:
            raise RulesError(self.sorted())


# ---- rendering as text and as JSON ----


def render(problem: Problem, sources: Mapping[str, Source], width: int = 80) -> str:
    """Return the whole message, without a line end behind it. `sources` are the files by their names."""
    lines = textwrap.wrap(f"error[{problem.slug}]: {problem.summary}", width, break_on_hyphens=False) or [""]
    if problem.span.line:
        lines += _excerpt(problem, sources, width)
    for block in (_mismatch(problem, width), _explanation(problem.explanation, width)):
        if block:
            lines += ["", *block]
    if problem.help:
        if not problem.explanation and not problem.needed:
            lines.append("")
        lines += textwrap.wrap(f"help: {problem.help}", width, break_on_hyphens=False)
    return "\n".join(line.rstrip() for line in lines)


_COLOURS = tuple(
    (re.compile(part, re.MULTILINE), f"\x1b[{colour}m\\g<0>\x1b[0m")
    for part, colour in (
        (r"^error\[[\w-]+\]:", "1;31"),
        (r"^help:", "1;32"),
        (r"^ +(?:-->|:::) .*$", "34"),
        (r"^ +\| +\^+.*$", "31"),
        (r"^ +\| +-+(?: .*)?$", "34"),
    )
)


def coloured(message: str) -> str:
    """Return a drawn message with colours for a terminal; they say nothing that the text does not say."""
    for part, with_colour in _COLOURS:
        message = part.sub(with_colour, message)
    return message


def as_json(problem: Problem) -> dict[str, object]:
    """Return `problem` as numbers, texts, lists and dictionaries; what is empty is left out."""
    data: dict[str, object] = {"slug": problem.slug, "summary": problem.summary, "place": _place(problem.span)}
    texts = {key: getattr(problem, key) for key in ("label", "explanation", "help", "needed", "found")}
    data |= {key: text for key, text in texts.items() if text}
    if problem.labels:
        data["labels"] = [{"place": _place(label.span), "text": label.text} for label in problem.labels]
    return data


def _place(span: Span) -> dict[str, object]:
    return {
        "file": span.file, "line": span.line, "column": span.column,
        "end_line": span.end_line, "end_column": span.end_column,
    }  # fmt: skip


def _excerpt(problem: Problem, sources: Mapping[str, Source], width: int) -> Iterator[str]:
    """Yield the place and the author's lines: those of the same file in order, then those of others."""
    yield f"  --> {problem.span}"
    here = [(problem.span, "^", problem.label)]
    marks = sorted([*here, *((label.span, "-", label.text) for label in problem.labels)], key=lambda m: m[0])
    digits = max(len(str(mark[0].line)) for mark in marks)
    near_by = [mark for mark in marks if mark[0].file == problem.span.file]
    yield from _marker_lines(near_by, sources, digits, width)
    for label in problem.labels:
        if label.span.file != problem.span.file:
            yield f"  ::: {label.span}"
            yield from _marker_lines([(label.span, "-", label.text)], sources, digits, width)


def _marker_lines(
    marks: Sequence[tuple[Span, str, str]], sources: Mapping[str, Source], digits: int, width: int
) -> Iterator[str]:
    shown = 0
    for span, sign, text in marks:
        source = sources.get(span.file)
        line = source.line(span.line).replace("\t", " ") if source else ""
        start, line = _window(span, line, width - digits - 3)
        if span.line != shown:
            yield f"{span.line:>{digits}} | {line}".rstrip()
        shown = span.line
        end = span.end_column if span.end_line == span.line else len(line) + start + 1
        count = max(1, min(end - span.column, len(line) + 1 - (span.column - 1 - start)))
        yield from _marking(span.column - 1 - start, sign * count, text, digits, width)


def _marking(column: int, mark: str, text: str, digits: int, width: int) -> Iterator[str]:
    """Yield the mark with what is said beside it; below it, as far left as it needs, where the page is too narrow."""
    gutter, room = f"{'':>{digits}} | ", width - digits - 3
    mark = mark[: max(1, room - column)]
    if column + len(mark) + 1 + len(text) <= room:
        yield f"{gutter}{'':{column}}{mark} {text}".rstrip()
        return
    yield f"{gutter}{'':{column}}{mark}"
    for line in textwrap.wrap(text, max(room, 20), break_on_hyphens=False):
        yield f"{gutter}{'':{max(0, min(column, room - len(line)))}}{line}"


def _window(span: Span, line: str, room: int) -> tuple[int, str]:
    """Return how many letters are left out at the start of a line too long for the page, and what is left of it."""
    if len(line) <= max(room, 20) or (span.column <= room and span.column + _visible_length(span, line) <= room):
        return 0, line[: max(room, 20)]
    start = max(0, span.column - 1 - room // 2)
    return start, line[start : start + room]


def _visible_length(span: Span, line: str) -> int:
    """Return how much of a marked part one wants to see."""
    end = span.end_column if span.end_line == span.line else len(line) + 1
    return min(end - span.column, 30)


def _mismatch(problem: Problem, width: int) -> list[str]:
    if not problem.needed:
        return []
    pair = (("    needed   ", problem.needed), ("    found    ", problem.found))
    return [line for head, text in pair for line in _hanging(head, text, width)]


def _hanging(head: str, text: str, width: int) -> list[str]:
    """Return `text` behind `head`, with what does not fit on the line below the text."""
    below = " " * len(head)
    lines = textwrap.wrap(
        text, width, initial_indent=head, subsequent_indent=below, break_on_hyphens=False, break_long_words=False
    )
    return lines or [head]


def _explanation(text: str, width: int) -> list[str]:
    """Return `text` filled to `width`; indented lines in it are samples and stay as they are."""
    lines: list[str] = []
    prose: list[str] = []
    for line in [*text.split("\n"), "    "]:
        if line.startswith("    ") or not line:
            lines += textwrap.wrap(" ".join(prose), width, break_on_hyphens=False)
            prose = []
            if line.strip():
                lines.append(line)
        else:
            prose.append(line)
    return lines
