"""Fixes: changes of the text that mend a problem, where it is certain which one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.base.problem import Problem
from dsl.language_service.documents import RulesDocument
from dsl.language_service.messages import Edit, Fix, Place, ProblemFound
from dsl.language_service.symbols import applied
from dsl.language_service.workspace import Workspace
from dsl.syntax.syntax_errors import (
    BLANK_HELP,
    CORRECTED_LABELS,
    LIKE_BELOW_HELP,
    PROSE_HELP,
    QUOTES_HELP,
    TWO_CHANGES_HELP,
    two_changes,
)

_MEANT = re.compile(r"did you mean `([^`]+)`\?$")
_SPACES = re.compile(r"indent it by (\d+) spaces$")
_INSTEAD = re.compile(r"(?:write|put a|put) `([^`]+)`(?: here| without quotation marks)?$")
_OWN_LINE = re.compile(r"write what follows `(and|or)` on a line of its own$")
_EXACT = frozenset({
    "unexpected-word", "unknown-line", "strange-character", "out-of-range", "wrong-game", "type-mismatch",
    "unknown-name", "unknown-placeholder", "unreadable-words", "wrong-small-word", "wrong-number-of-values",
})  # fmt: skip
_LINE_COMMENT = re.compile(r"\s*(?://|#|/\*)")


def fixes_of(workspace: Workspace, problem: ProblemFound) -> tuple[Fix, ...]:
    """Return the changes that mend a problem; each makes the text one that can be read at that place."""
    text = workspace.files.get(problem.place.file, "")
    document = workspace.documents.get(problem.place.file)
    found = dict.fromkeys(fix for fix in _candidates(text, problem) if fix.edits)
    return tuple(fix for fix in found if _is_readable(document, fix, problem))


def _candidates(text: str, problem: ProblemFound) -> Iterator[Fix]:
    place, help_ = problem.place, problem.help
    rows = text.split("\n")
    row = rows[place.line - 1] if 0 < place.line <= len(rows) else ""
    written = row[place.column - 1 : place.end_column - 1] if place.line == place.end_line else ""
    if meant := _MEANT.search(help_):
        yield from _replaced(place, written, meant[1])
    if spaces := _SPACES.search(help_):
        blanks = len(row) - len(row.lstrip())
        line = Place(place.file, place.line, 1, place.line, blanks + 1)
        yield Fix(f"Indent by {spaces[1]} spaces", (Edit(line, " " * int(spaces[1])),))
    if problem.slug in ("bad-indent", "strange-character") and "\t" in row[: len(row) - len(row.lstrip())]:
        blanks = len(row) - len(row.lstrip())
        line = Place(place.file, place.line, 1, place.line, blanks + 1)
        yield Fix("Indent with spaces", (Edit(line, row[:blanks].replace("\t", "    ")),))
    all_of_it = Place(place.file, place.line, 1, place.line, len(row) + 1)
    if help_ == PROSE_HELP:
        blanks = len(row) - len(row.lstrip())
        yield Fix("Write a comment", (Edit(all_of_it, f"{row[:blanks]}-- {row[blanks:]}"),))
    if help_ == BLANK_HELP:
        yield Fix("Put a blank there", (Edit(all_of_it, "".join(" " if each.isspace() else each for each in row)),))
    if help_ == QUOTES_HELP:
        opens, closes = row.index('"'), row.rindex('"')
        inner = row[opens + 1 : closes].replace('"', "'")
        yield Fix("Write single quotation marks", (Edit(all_of_it, f"{row[: opens + 1]}{inner}{row[closes:]}"),))
    if help_ == TWO_CHANGES_HELP and (parted := two_changes(row)):
        yield Fix("Write two lines", (Edit(all_of_it, "\n".join(parted)),))
    if joined := _OWN_LINE.search(help_):
        depth = row[: len(row) - len(row.lstrip())]
        first, _, second = row.rpartition(f" {joined[1]} ")
        yield Fix("Write two lines", (Edit(all_of_it, f"{first.rstrip()}\n{depth}{second.strip()}"),))
    if found := _LINE_COMMENT.match(row):
        line = Place(place.file, place.line, 1, place.line, found.end() + 1)
        yield Fix("Write a comment", (Edit(line, f"{row[: len(row) - len(row.lstrip())]}--"),))
    if "`:` is missing here" in problem.label:
        at = Place(place.file, place.line, place.column, place.line, place.column)
        yield Fix("Add `:`", (Edit(at, ":"),))
    if "`)`" in problem.label or help_ == "put a `)` here":
        at = Place(place.file, place.line, place.column, place.line, place.column)
        yield Fix("Add `)`", (Edit(at, ")"),))
    if problem.slug == "unclosed-string":
        end = Place(place.file, place.line, len(row.rstrip()) + 1, place.line, len(row.rstrip()) + 1)
        yield Fix('Close the text with `"`', (Edit(end, '"'),))
    if instead := _INSTEAD.search(help_):
        if problem.label in CORRECTED_LABELS:
            code = row[: len(row) - len(row.lstrip())]
            whole = Place(place.file, place.line, len(code) + 1, place.line, len(_without_comment(row)) + 1)
            yield Fix(f"Write `{instead[1]}`", (Edit(whole, instead[1]),))
        elif problem.slug in _EXACT:
            yield from _replaced(place, written, instead[1])
    if problem.slug == "unclosed-bracket" and "too many" in problem.label:
        yield Fix("Delete it", (Edit(place, ""),))
    if problem.slug == "bad-indent" and help_ == "indent it like the line above":
        yield _indented(place.file, rows, place.line, _depth(_code_above(rows, place.line)))
    if problem.slug == "bad-indent" and help_ == LIKE_BELOW_HELP and (below := _code_below(rows, place.line)):
        yield _indented(place.file, rows, place.line, _depth(rows[below - 1]))
    if problem.slug == "missing-block" and (below := _code_below(rows, place.line)):
        yield _indented(place.file, rows, below, _depth(row) + 4)
    if problem.slug == "strange-character" and "invisible" in problem.summary:
        yield Fix("Delete it", (Edit(place, ""),))
    if problem.slug == "unused-option" and row.startswith("option "):
        line = Place(place.file, place.line, 1, place.line + 1, 1)
        yield Fix("Remove the option", (Edit(line, ""),))
    if problem.slug in ("unknown-anchor", "duplicate-name") and row.startswith(("set ", "remove ")):
        line = Place(place.file, place.line, 1, place.line + 1, 1)
        later = [note.place.line for note in problem.notes if problem.slug == "duplicate-name"][:-1]
        rest = (Edit(Place(place.file, each, 1, each + 1, 1), "") for each in later)
        if later:
            yield Fix("Keep only the last", (Edit(line, ""), *rest))
        else:
            yield Fix("Remove this change", (Edit(line, ""),))


def _without_comment(row: str) -> str:
    """Return a line up to the end of its code."""
    hidden = re.sub(r'"[^"]*"', lambda text: "x" * len(text[0]), row)
    return row[: len(hidden.partition("--")[0].rstrip())]


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _code_above(rows: list[str], line: int) -> str:
    """Return the nearest line of code above a line; empty if there is none."""
    return next((row for row in reversed(rows[: line - 1]) if _without_comment(row).strip()), "")


def _code_below(rows: list[str], line: int) -> int:
    """Return the number of the nearest line of code below a line; 0 if there is none."""
    return next((at + 1 for at in range(line, len(rows)) if _without_comment(rows[at]).strip()), 0)


def _indented(file: str, rows: list[str], line: int, depth: int) -> Fix:
    """Return the change that indents a line by a number of spaces."""
    row = rows[line - 1]
    place = Place(file, line, 1, line, len(row) - len(row.lstrip()) + 1)
    return Fix(f"Indent by {depth} spaces", (Edit(place, " " * depth),))


def _replaced(place: Place, written: str, text: str) -> Iterator[Fix]:
    if written and "\n" not in written:
        yield Fix(f"Write `{text}`", (Edit(place, text),))


def _is_readable(document: RulesDocument | None, fix: Fix, problem: ProblemFound) -> bool:
    """Whether no text that can be read becomes one that cannot, and a mistake of reading is gone."""
    if document is None:
        return True
    before = _shown(document.problems_with(document.text))
    left = _shown(document.problems_with(applied(document.text, fix.edits)))
    return len(left) < len(before) or (left <= before and problem.slug not in {slug for slug, _ in before})


def _shown(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    return {(problem.slug, problem.summary) for problem in problems}
