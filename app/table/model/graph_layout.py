"""Layout of linked places in the plane: near what they are linked with, and with few crossing lines. No Qt.

Forces pull linked places together and push all others apart (Fruchterman and Reingold 1991), from several beginnings;
the result with the fewest crossings is kept, and improved by exchanging pairs of places.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from functools import lru_cache

Point = tuple[float, float]
Link = tuple[int, int]

_BEGINNINGS, _STEPS = 6, 110
_MOST = 36  #: places; larger graphs are laid out from one beginning


def laid_out(places: Sequence[str], links: Sequence[tuple[str, str]]) -> dict[str, Point]:
    """Return a point for each place; places are at least 1 apart. The same arguments always give the same points.

    Parts that are not linked with each other are side by side, the largest first.
    """
    ranks = {place: rank for rank, place in enumerate(places)}
    known = tuple(sorted({(ranks[a], ranks[b]) for a, b in links if a in ranks and b in ranks and a != b}))
    found: dict[str, Point] = {}
    left = 0.0
    for part in _parts(len(places), known):
        inside = tuple((part.index(a), part.index(b)) for a, b in known if a in part)
        points = _part_layout(len(part), inside)
        low = min(x for x, _ in points)
        middle = (min(y for _, y in points) + max(y for _, y in points)) / 2
        for rank, (x, y) in zip(part, points, strict=True):
            found[places[rank]] = (x - low + left, y - middle)
        left += max(x for x, _ in points) - low + 1.2
    return found


def _parts(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Return the connected parts, the largest first."""
    group = list(range(count))
    for a, b in links:
        old, new = group[b], group[a]
        group = [new if each == old else each for each in group]
    parts: dict[int, list[int]] = {}
    for rank, each in enumerate(group):
        parts.setdefault(each, []).append(rank)
    return sorted(parts.values(), key=lambda part: (-len(part), part[0]))


@lru_cache(maxsize=64)
def _part_layout(count: int, links: tuple[Link, ...]) -> tuple[Point, ...]:
    if count == 1:
        return ((0.0, 0.0),)
    best: tuple[tuple[int, float], list[Point]] | None = None
    for beginning in range(_BEGINNINGS if count <= _MOST else 1):
        points = _relaxed(_beginning(count, beginning), links)
        if count <= _MOST:
            points = _exchanged(points, links)
        rank = (crossings(points, links), _length(points, links))
        if best is None or rank < best[0]:
            best = (rank, points)
        if best[0][0] == 0:
            break
    assert best is not None
    return tuple(_wide(_spaced(best[1])))


def _beginning(count: int, number: int) -> list[Point]:
    if number == 0:
        return [(math.cos(math.tau * k / count), math.sin(math.tau * k / count)) for k in range(count)]
    dice = random.Random(number)
    return [(dice.uniform(-1, 1), dice.uniform(-1, 1)) for _ in range(count)]


def _relaxed(points: list[Point], links: Sequence[Link], steps: int = _STEPS) -> list[Point]:
    """Return the points after forces have moved them, by less and less."""
    count = len(points)
    wanted = 1.6 / math.sqrt(count)
    for step in range(steps):
        heat = 0.25 * (1 - step / steps) + 0.004
        moves = [[0.0, 0.0] for _ in range(count)]
        for a, b in itertools.combinations(range(count), 2):
            dx, dy = points[a][0] - points[b][0], points[a][1] - points[b][1]
            near = max(dx * dx + dy * dy, 1e-4)
            push = wanted * wanted / near
            moves[a][0] += dx * push
            moves[a][1] += dy * push
            moves[b][0] -= dx * push
            moves[b][1] -= dy * push
        for a, b in links:
            dx, dy = points[a][0] - points[b][0], points[a][1] - points[b][1]
            pull = math.hypot(dx, dy) / wanted
            moves[a][0] -= dx * pull
            moves[a][1] -= dy * pull
            moves[b][0] += dx * pull
            moves[b][1] += dy * pull
        moved = []
        for (x, y), (dx, dy) in zip(points, moves, strict=True):
            far = math.hypot(dx, dy) or 1.0
            moved.append((x + dx / far * min(far, heat), y + dy / far * min(far, heat)))
        points = moved
    return points


def _exchanged(points: list[Point], links: Sequence[Link]) -> list[Point]:
    """Return the points after exchanging pairs of places as long as that leaves fewer crossings."""
    fewest = crossings(points, links)
    for _ in range(3):
        before = fewest
        for a, b in itertools.combinations(range(len(points)), 2):
            if fewest == 0:
                return points
            trial = list(points)
            trial[a], trial[b] = points[b], points[a]
            count = crossings(trial, links)
            if count < fewest:
                points, fewest = trial, count
        if fewest == before:
            break
        relaxed = _relaxed(points, links, _STEPS // 2)
        if crossings(relaxed, links) <= fewest:
            points = relaxed
    return points


def crossings(points: Sequence[Point], links: Sequence[Link]) -> int:
    """Return how many pairs of lines cross."""
    return sum(
        len({a, b, c, d}) == 4 and _cross(points[a], points[b], points[c], points[d])
        for (a, b), (c, d) in itertools.combinations(links, 2)
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _length(points: Sequence[Point], links: Sequence[Link]) -> float:
    return sum(math.dist(points[a], points[b]) for a, b in links)


def _spaced(points: Sequence[Point]) -> list[Point]:
    """Return the points enlarged so that the nearest two are 1 apart, and the nearest of dense parts pushed apart."""
    placed = [list(each) for each in points]
    distances = sorted(math.dist(a, b) for a, b in itertools.combinations(points, 2))
    usual = distances[min(len(distances) - 1, len(points) // 3)] or 1.0
    placed = [[x / usual, y / usual] for x, y in placed]
    for _ in range(60):
        calm = True
        for a, b in itertools.combinations(placed, 2):
            dx, dy = a[0] - b[0], a[1] - b[1]
            far = math.hypot(dx, dy) or 1e-3
            if far < 1.0:
                calm = False
                share = (1.0 - far) / far / 2
                a[0] += dx * share
                a[1] += dy * share
                b[0] -= dx * share
                b[1] -= dy * share
        if calm:
            break
    least = min(math.dist(a, b) for a, b in itertools.combinations(placed, 2))
    grown = max(1.0, 1.0 / max(least, 0.2))
    return [(x * grown, y * grown) for x, y in placed]


def _wide(points: list[Point]) -> list[Point]:
    """Return the points turned by a right angle if they are higher than wide, for screens are wide."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if max(ys) - min(ys) > max(xs) - min(xs):
        return [(y, -x) for x, y in points]
    return points
