"""Names that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to `name`: one slip away or, in long words, up to a third of the letters; else None.

    Two swapped letters are one slip. Of several equally near the first in the alphabet is taken.
    """
    allowed = max(1, len(name) // 3)
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates)):
        if abs(len(candidate) - len(name)) > allowed or candidate == name or min(len(name), len(candidate)) < 2:
            continue
        slips = _slips(name, candidate)
        if slips <= allowed and (best is None or slips < best[0]):
            best = (slips, candidate)
    return best[1] if best else None


def _slips(one: str, other: str) -> int:
    """Return how many letters must be added, dropped, changed or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        following = [i]
        for j, goal in enumerate(other, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (letter != goal))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == goal:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        before, row = row, following
    return row[-1]
