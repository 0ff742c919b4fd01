"""Differences between two texts: their lines, which of them are new or gone, and which words of a line differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from dsl.base.serialization import Serializable

_CONTEXT = 3  #: lines that stay as they are, shown before and after those that differ
_WORD = re.compile(r"\w+|\s+|.")
_MOST_LINES = 5000  #: of both texts; the comparison of longer ones would take too long


class LineDifference(Serializable, frozen=True):
    """A line of one text or of both."""

    kind: Literal["same", "removed", "added", "gap"]  #: gap: lines that are the same are left out here
    text: str
    number: int | None  #: of the line, counted from 1, in the text that has it; of a line in both, in the new one
    marks: tuple[tuple[int, int], ...] = ()  #: first letter and end of each part that the other text does not have


def line_differences(before: str, after: str, context: int | None = _CONTEXT) -> tuple[LineDifference, ...]:
    """Return the lines of two texts as far as they differ, with `context` lines around them, or with all lines."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) + len(new) > _MOST_LINES or old == new:
        return ()
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(
        len(old) if context is None else context
    )
    found: list[LineDifference] = []
    end = 0
    for group in groups:
        if group[0][3] > end:
            found.append(LineDifference("gap", "", None))
        for kind, first, last, new_first, new_last in group:
            if kind == "equal":
                found += [LineDifference("same", new[at], at + 1) for at in range(new_first, new_last)]
            else:
                found += _changed(old, new, (first, last), (new_first, new_last))
        end = group[-1][4]
    if end < len(new):
        found.append(LineDifference("gap", "", None))
    return tuple(found)


def _changed(
    old: Sequence[str], new: Sequence[str], before: tuple[int, int], after: tuple[int, int]
) -> Iterator[LineDifference]:
    pairs = list(zip(range(*before), range(*after), strict=False))
    marks = [_marks(old[one], new[other]) for one, other in pairs]
    for index, at in enumerate(range(*before)):
        yield LineDifference("removed", old[at], at + 1, marks[index][0] if index < len(marks) else ())
    for index, at in enumerate(range(*after)):
        yield LineDifference("added", new[at], at + 1, marks[index][1] if index < len(marks) else ())


def _marks(old: str, new: str) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return which letters of two lines the other does not have; none if the lines have little in common."""
    words, others = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    if matcher.ratio() < 0.4:
        return (), ()
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            for marks, said, start, end in ((found[0], words, first, last), (found[1], others, new_first, new_last)):
                at = sum(map(len, said[:start]))
                if end > start:
                    marks.append((at, at + sum(map(len, said[start:end]))))
    return tuple(found[0]), tuple(found[1])
