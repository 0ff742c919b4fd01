"""Directions by name: the steps they stand for, how whoever sits at an edge sees them, and what lies along them."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.program.builder import NONE
from dsl.program.lower.geometry import Geometry, Step

SQUARES: dict[str, Step] = {
    "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1),
    "south": (0, -1), "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
}  # fmt: skip
HEXES: dict[str, Step] = {
    "east": (1, 0), "northeast": (1, -1), "northwest": (0, -1), "west": (-1, 0), "southwest": (-1, 1),
    "southeast": (0, 1),
}  # fmt: skip
#: Where a player looks who sits at the lower edge.
SEEN: dict[str, tuple[Step, ...]] = {
    "ahead": ((0, 1),), "back": ((0, -1),), "sideways": ((1, 0), (-1, 0)),
    "diagonal_ahead": ((1, 1), (-1, 1)), "diagonal_back": ((1, -1), (-1, -1)),
}  # fmt: skip


def quarter_turns(seat: int, players: int) -> int:
    """Return by how many quarters, clockwise, an edge lies from the lower one: two players sit face to face."""
    return 2 * seat if players <= 2 else seat


def turned(step: Step, quarters: int) -> Step:
    """Return a step as somebody sees it who sits so many edges further, clockwise: the first looks up the board."""
    x, y = step
    for _ in range(quarters % 4):
        x, y = y, -x
    return x, y


def compass_of(board: Geometry) -> dict[str, Step]:
    """Return the directions of a board by name."""
    return HEXES if board.layout.shape == "hexes" else SQUARES


def rows_from(board: Geometry, seat: int, players: int) -> tuple[int, ...]:
    """Return by cell in which row it lies, counted from 1 at the edge of a seat; -1 for what is no cell."""
    dx, dy = turned((0, 1), quarter_turns(seat, players))
    ahead = {number: x * dx + y * dy for number, (x, y) in board.layout.coordinates.items()}
    first = min(ahead.values())
    return tuple(ahead[n] - first + 1 if n in ahead else NONE.value for n in range(board.width))


def ray(board: Geometry, number: int, step: Step) -> int:
    """Return the cells that lie in one direction from a cell."""
    found, place = 0, board.layout.coordinates.get(number)
    while place is not None:
        place = (place[0] + step[0], place[1] + step[1])
        cell = board.cell(*place)
        if cell is None:
            break
        found |= 1 << cell
    return found


def all_between(board: Geometry, number: int) -> list[int]:
    """Return by cell what lies between it and one cell, without the two."""
    found, start = [0] * board.width, board.layout.coordinates.get(number)
    if start is None:
        return found
    for dx, dy in compass_of(board).values():
        (x, y), passed = start, 0
        while (cell := board.cell(x := x + dx, y := y + dy)) is not None:
            found[cell] = passed
            passed |= 1 << cell
    return found


def axes(board: Geometry) -> list[Step]:
    """Return one direction of each straight line."""
    return [step for step in compass_of(board).values() if step > (-step[0], -step[1])]


def turned_round(steps: tuple[Step, ...], back: bool) -> tuple[Step, ...]:
    """Return the opposite steps if one goes `back`."""
    return tuple((-x, -y) for x, y in steps) if back else steps


def once(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return each step once, in the order given."""
    return tuple(dict.fromkeys(steps))


def in_name(steps: Iterable[Step]) -> str:
    """Return steps as a part of a name."""
    return "_".join(f"{x}_{y}" for x, y in steps).replace("-", "m")


def side(board: Geometry, steps: tuple[Step, ...]) -> int:
    """Return the cells from which one of the steps leaves the board."""
    found = 0
    for step in steps:
        found |= board.valid & ~board.stays(step)
    return found
