"""Suggestions for misspelt names.

The work is bounded: names that differ too much are skipped after a few letters, and each name and each whole check may
take a fixed number of steps. After that there are no more suggestions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

LONGEST = 200  #: letters of a name that is compared with others
STEPS, ALL_STEPS = 100_000, 2_000_000  #: pairs of letters compared for one name, and in a whole check


@dataclass(slots=True)
class _Budget:
    left: int


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def limited_suggestions() -> Iterator[None]:
    """Let all suggestions made inside share one budget of steps; inside another such block, that of the other."""
    if _budget.get() is not None:
        yield
        return
    token = _budget.set(_Budget(ALL_STEPS))
    try:
        yield
    finally:
        _budget.reset(token)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to `name`: one slip away or, in long words, up to a third of the letters; else None.

    Two swapped letters are one slip. Of several equally near the first in the alphabet is taken.
    """
    if not 2 <= len(name) <= LONGEST:
        return None
    allowed = max(1, len(name) // 3)
    budget = _budget.get() or _Budget(STEPS)
    least = max(0, budget.left - STEPS)
    found: str | None = None
    for candidate in sorted(set(candidates)):
        if abs(len(candidate) - len(name)) > allowed or candidate == name or len(candidate) < 2:
            continue
        budget.left -= 1 + len(name) * (2 * allowed + 1)
        if budget.left < least:
            break
        slips = _slips(name, candidate, allowed)
        if slips is not None:
            found, allowed = candidate, slips - 1
        if allowed < 1:
            break
    return found


def _slips(one: str, other: str, most: int) -> int | None:
    """Return how many letters must be added, dropped, changed or swapped with their neighbour; None if over `most`.

    Only pairs of letters at most `most` places apart are compared: any other would take more slips.
    """
    far = most + 1
    before: dict[int, int] = {}
    row = {j: j for j in range(min(most, len(other)) + 1)}
    for i, letter in enumerate(one, 1):
        following: dict[int, int] = {}
        for j in range(max(0, i - most), min(len(other), i + most) + 1):
            cost = min(row.get(j, far), following.get(j - 1, far)) + 1
            if j:
                cost = min(cost, row.get(j - 1, far) + (letter != other[j - 1]))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                cost = min(cost, before.get(j - 2, far) + 1)
            following[j] = cost
        if min(following.values()) > most and min(row.values()) > most:
            return None
        before, row = row, following
    slips = row.get(len(other), far)
    return slips if slips <= most else None
