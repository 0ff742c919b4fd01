"""Boards as bitsets, with and without gaps between rows, compared with coordinates."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from dsl.base.board_shapes import Step
from dsl.ir.instructions import Expr, Function, Local, Return, SetOp
from dsl.lowering.geometry import (
    HEX_STEPS,
    SQUARE_STEPS,
    WORD,
    BoardGeometry,
    hex_distance,
    hexes,
    in_rows,
    rhombus,
    row_of,
    square_distance,
    squares,
)
from dsl.runtime.canonical_state import members_of
from tests.dsl.runtime import chosen_runner
from tests.dsl.runtime.programs import program

SIZES = [(1, 1), (1, 9), (1, 70), (70, 1), (2, 3), (8, 8), (9, 7), (7, 9), (10, 10), (11, 11), (16, 16), (3, 21)]
LEAPS: tuple[Step, ...] = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (2, -1), (3, 0), (-3, 0), (0, -3), (5, 4))
SQUARES = (*SQUARE_STEPS, *LEAPS)


def boards(size: Step) -> list[BoardGeometry]:
    """A board of squares and one of hexes of a size, each with and without gaps."""
    rows = (size[0], size[0] + 1)
    return [in_rows("field", size, SQUARE_STEPS, (0, 0), square_distance, row) for row in rows] + [
        in_rows("field", size, HEX_STEPS, (0, 0), hex_distance, row) for row in rows
    ]


def bits_of(board: BoardGeometry, places: Iterable[Step]) -> int:
    return sum(1 << cell for cell in {board.cell(*place) for place in places} if cell is not None)


def places_of(board: BoardGeometry, bits: int) -> set[Step]:
    return {board.layout.coordinates[cell] for cell in members_of(bits)}


def some(board: BoardGeometry, seed: int) -> list[Step]:
    dice, places = random.Random(seed), list(board.layout.coordinates.values())
    return places if not seed else dice.sample(places, dice.randint(1, len(places)))


def walked(places: Iterable[Step], steps: Iterable[Step]) -> set[Step]:
    return {(x + dx, y + dy) for x, y in places for dx, dy in steps}


def functions(board: BoardGeometry, groups: Iterable[tuple[Step, ...]]) -> list[Function]:
    def one(name: str, found: Expr) -> Function:
        return Function(name, (("cells", board.width), ("area", board.width)), board.width, (Return(found),))

    cells = Local("cells")
    made = []
    for number, steps in enumerate(groups):
        made.append(one(f"moved_{number}", board.moved(cells, *steps)))
        made.append(one(f"spread_{number}", SetOp("and", board.spread(cells, *steps), Local("area"))))
    return made


@pytest.mark.usefixtures("every_runner")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_steps_agree_with_coordinates(size: Step) -> None:
    for board in boards(size):
        groups = [board.steps, *((step,) for step in (SQUARES if board.sides == 4 else (*HEX_STEPS, *LEAPS)))]
        runner = chosen_runner.runner(program(*functions(board, groups)))
        blank = runner.blank()
        for seed in range(3):
            places, area = some(board, seed), some(board, seed + 50)
            given = bits_of(board, places), bits_of(board, area)
            for number, steps in enumerate(groups):
                wanted = walked(places, steps) & set(board.layout.coordinates.values())
                moved, near = (runner.call(blank, f"{name}_{number}", *given) for name in ("moved", "spread"))
                assert moved == bits_of(board, wanted), (board.row, steps)
                assert near == bits_of(board, wanted & set(area)), (board.row, steps)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_boards_with_and_without_gaps_are_equivalent(size: Step) -> None:
    for close, apart in (boards(size)[:2], boards(size)[2:]):
        assert list(close.layout.names.values()) == list(apart.layout.names.values())
        assert close.valid == (1 << size[0] * size[1]) - 1
        for one, other in zip(close.layout.coordinates, apart.layout.coordinates, strict=True):
            assert close.layout.coordinates[one] == apart.layout.coordinates[other]
            near = [[board.layout.coordinates[n] for n in board.layout.neighbours[c]]
                    for board, c in ((close, one), (apart, other))]  # fmt: skip
            assert near[0] == near[1]
        for step in close.steps:
            assert places_of(close, close.stays(step)) == places_of(apart, apart.stays(step))


def test_a_board_has_gaps_unless_they_cost_a_word() -> None:
    for width in range(1, 20):
        for height in range(1, 20):
            close, apart = (-(-(row * (height - 1) + width) // WORD) for row in (width, width + 1))
            assert row_of(width, height) == (width if close < apart else width + 1)
    assert [squares("field", *size).width for size in ((8, 8), (7, 6), (10, 10))] == [64, 47, 109]
    assert rhombus("field", 11, 11, (5, 5)).width == 121


@pytest.mark.usefixtures("every_runner")
@pytest.mark.parametrize("radius", [1, 2, 4])
def test_steps_on_a_hexagonal_field_agree_with_coordinates(radius: int) -> None:
    board = hexes("field", radius, (3, -2), unbounded=False)
    groups = [board.steps, *((step,) for step in (*HEX_STEPS, *LEAPS))]
    runner = chosen_runner.runner(program(*functions(board, groups)))
    for seed in range(3):
        places = some(board, seed)
        for number, steps in enumerate(groups):
            wanted = walked(places, steps) & set(board.layout.coordinates.values())
            assert runner.call(runner.blank(), f"moved_{number}", bits_of(board, places), 0) == bits_of(board, wanted)
