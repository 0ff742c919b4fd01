"""Boards whose places have names, not coordinates: areas, whose neighbours are written down, and slots in rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from dsl.program.layout import BoardLayout
from dsl.program.lower.geometry import Geometry

Borders = tuple[tuple[str, tuple[str, ...]], ...]  #: by area its neighbours; said once is enough


@lru_cache(maxsize=16)
def areas(name: str, borders: Borders, words: tuple[str, ...] = ()) -> Geometry:
    """Return a board of areas, numbered in the order of the text. Whoever lies beside one has it beside itself."""
    numbers = {area: number for number, (area, _) in enumerate(borders)}
    beside: dict[int, set[int]] = {number: set() for number in numbers.values()}
    for area, others in borders:
        for other in others:
            beside[numbers[area]].add(numbers[other])
            beside[numbers[other]].add(numbers[area])
    near = {number: tuple(sorted(others)) for number, others in beside.items()}
    names = {number: area for area, number in numbers.items()}
    layout = BoardLayout(name, "areas", len(numbers), {n: (n, 0) for n in names}, names, near, words=words)
    return _by_table(layout)


@lru_cache(maxsize=16)
def slots(name: str, across: int, down: int) -> Geometry:
    """Return a board of slots, numbered row by row from 1; one has those before and behind it in its row beside it."""
    coordinates = {y * across + x: (x, y) for y in range(down) for x in range(across)}
    row = {n: y for n, (_, y) in coordinates.items()}
    near = {n: tuple(m for m in (n - 1, n + 1) if row.get(m) == row[n]) for n in coordinates}
    names = {n: f"{name}_{n + 1}" for n in coordinates}
    return _by_table(BoardLayout(name, "slots", across * down, coordinates, names, near))


def _by_table(layout: BoardLayout) -> Geometry:
    steps = {n: _steps(layout.neighbours, n) for n in layout.coordinates}
    at = {place: n for n, place in layout.coordinates.items()}
    far = layout.cells  # what cannot be reached is farther than everything that can

    def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
        return steps[at[a]].get(at[b], far)

    near = tuple(sum(1 << m for m in layout.neighbours[n]) for n in range(layout.cells))
    return Geometry(layout, (), 0, (1 << layout.cells) - 1, 0, layout.coordinates.get(0, (0, 0)), distance, near)


def _steps(neighbours: Mapping[int, tuple[int, ...]], start: int) -> dict[int, int]:
    """Return how many steps away everything is that can be reached from `start`."""
    found, rim, away = {start: 0}, {start}, 0
    while rim:
        rim, away = {m for n in rim for m in neighbours[n]} - set(found), away + 1
        found |= dict.fromkeys(rim, away)
    return found
