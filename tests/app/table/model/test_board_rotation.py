"""Boards that are turned on the screen: cells, walls, names and slots follow, and each player's side is found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.appearance.board_plan import BoardPlan
from app.appearance.kind_look import Paint
from app.appearance.look import PlayerLook
from app.table.model.board_layout import edges_of, frame_of, letterings, rims_of, sites
from app.table.model.board_rotation import FIXED, rotation_step, side_angles
from app.table.model.cell_shapes import CellShape, Point, Region, turned
from dsl.match.view import BoardView, CellView, View
from tests.app.table.area_board import isle, isle_look
from tests.app.table.boards import board_of, fen, squares

HEXES = BoardView("hexes", "hexes", tuple(CellView(f"{'abcd'[x]}{y + 1}", x, y) for x in range(4) for y in range(3)))
SQUARES = BoardView(
    "squares", "squares", tuple(CellView(f"{'abcd'[x]}{y + 1}", x, y) for x in range(4) for y in range(3))
)
SLOTS = BoardView("slots", "slots", tuple(CellView(f"s{x}", x, 0) for x in range(3)))
POINTS = [(float(x), float(y)) for x in range(-203, 204, 67) for y in range(-203, 204, 67)]
CHESSMEN = ((0, 0, "rook", "red"), (3, 0, "rook", "red"), (0, 3, "rook", "blue"), (3, 3, "king", "blue"))


def two_players(view: View) -> View:
    return replace(view, colours=("red", "blue"))


def close(one: Point, other: Point) -> bool:
    return math.dist(one, other) < 1e-6


def side_middle(middle: Point, shape: CellShape, side: int) -> Point:
    corners = shape.outline()
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % len(corners)]
    return middle[0] + (ax + bx) / 2, middle[1] + (ay + by) / 2


def box_of(places: Sequence[CellView], board: BoardView, plans: dict[str, BoardPlan], angle: int) -> list[float]:
    found = sites([board, SLOTS], plans, angle)
    corners = [
        (found[cell.place].middle[0] + x, found[cell.place].middle[1] + y)
        for cell in places
        for x, y in found[cell.place].shape.outline()
    ]
    return [function(point[axis] for point in corners) for function in (min, max) for axis in (0, 1)]


@pytest.mark.parametrize(("board", "step"), [(HEXES, 60), (SQUARES, 90)])
def test_cells_and_their_sides_turn_around_the_first_cell(board: BoardView, step: int) -> None:
    flat = sites([board], {})
    for angle in range(0, 360, step):
        found = sites([board], {}, angle)
        for place, site in flat.items():
            assert close(found[place].middle, turned(site.middle, angle))
            for side in range(360 // step):
                (flat_edge,), (edge,) = edges_of([side], site.shape), edges_of([side], site.shape, angle)
                before, after = (
                    side_middle(s.middle, s.shape, e) for s, e in ((site, flat_edge), (found[place], edge))
                )
                assert close(after, turned(before, angle)), (place, side, angle)


@pytest.mark.parametrize("board", [HEXES, SQUARES])
def test_the_sides_that_players_own_turn_with_the_board(board: BoardView) -> None:
    plan = BoardPlan(sides={"top": "red", "left": "blue"})
    looks = {colour: PlayerLook(Paint("#888888", "#888888"), "plain", "") for colour in ("red", "blue")}
    flat, found = sites([board], {}), sites([board], {}, 180)
    for cell in board.cells:
        before = {edge for edge, _ in rims_of(cell, frame_of(board), plan, looks)}
        after = {edge for edge, _ in rims_of(cell, frame_of(board), plan, looks, 180)}
        wanted = [turned(side_middle(flat[cell.place].middle, flat[cell.place].shape, edge), 180) for edge in before]
        drawn = [side_middle(found[cell.place].middle, found[cell.place].shape, edge) for edge in after]
        assert len(wanted) == len(drawn)
        assert all(any(close(one, other) for other in drawn) for one in wanted)


def test_names_of_rows_and_files_stay_below_and_at_the_left() -> None:
    for angle, across, up in ((0, "abcd", "321"), (90, "123", "abcd"), (180, "dcba", "123"), (270, "321", "dcba")):
        found = letterings(SQUARES, sites([SQUARES], {}, angle), BoardPlan(), angle)
        lowest, leftmost = max(word.middle[1] for word in found), min(word.middle[0] for word in found)
        below = sorted((word.middle[0], word.text) for word in found if word.middle[1] == lowest)
        beside = sorted((word.middle[1], word.text) for word in found if word.middle[0] == leftmost)
        assert "".join(text for _, text in below) == across, angle
        assert "".join(text for _, text in beside) == up, angle


def test_areas_turn_and_the_cards_beside_them_stay_upright_beside_them(tmp_path: Path) -> None:
    board, look = isle().boards[0], isle_look(tmp_path)
    plans = {**look.boards, "slots": BoardPlan(at=(1000.0, 0.0))}
    flat = sites([board, SLOTS], plans)
    for angle in (90, 180, 270):
        found = sites([board, SLOTS], plans, angle)
        for cell in board.cells:
            before, after = flat[cell.place], found[cell.place]
            assert close(after.middle, turned(before.middle, angle))
            assert all(after.shape.holds(*turned(point, angle)) == before.shape.holds(*point) for point in POINTS)
            assert isinstance(after.shape, Region)
            assert after.shape.label is not None
            assert len(after.places) == len(before.places)
        assert [found[cell.place].shape for cell in SLOTS.cells] == [flat[cell.place].shape for cell in SLOTS.cells]
        assert box_of(SLOTS.cells, board, plans, angle)[0] - box_of(board.cells, board, plans, angle)[
            2
        ] == pytest.approx(box_of(SLOTS.cells, board, plans, 0)[0] - box_of(board.cells, board, plans, 0)[2])


def test_the_steps_follow_the_shapes_of_the_boards() -> None:
    assert rotation_step([HEXES], {}) == 60
    assert rotation_step([SQUARES, SLOTS], {}) == 90
    assert rotation_step([HEXES, SQUARES], {}) == 180
    assert rotation_step(isle().boards, {}) == 90
    assert rotation_step([SLOTS], {}) == rotation_step([], {}) == FIXED
    assert rotation_step([SQUARES], {"squares": BoardPlan(cells="holes")}) == FIXED  # things fall down in it


def test_a_side_is_that_of_the_look_or_where_the_things_of_a_player_lie() -> None:
    chess = two_players(squares(4, *CHESSMEN))
    assert side_angles(chess, {}) == {"red": 0, "blue": 180}
    assert side_angles(chess, {"field": BoardPlan(sides={"left": "blue", "right": "red"})}) == {"red": 90, "blue": 270}
    connection = BoardPlan(sides={"left": "blue", "right": "blue", "top": "red", "bottom": "red"})
    assert side_angles(two_players(squares(4)), {"field": connection}) == {}


def test_players_without_sides_leave_the_board_as_it_is() -> None:
    beside = ((0, 0, "man", "red"), (3, 3, "man", "blue"))  # both between two sides
    assert side_angles(two_players(squares(4, *beside)), {}) == {}
    assert side_angles(two_players(squares(4, (0, 0, "man", "red"))), {}) == {}
    middle = ((1, 1, "man", "red"), (2, 1, "man", "blue"), (1, 2, "man", "blue"), (2, 2, "man", "red"))
    assert side_angles(two_players(squares(4, *middle)), {}) == {}
    assert side_angles(board_of(SLOTS), {}) == {}
    assert side_angles(replace(fen(), colours=("red", "blue"), position=8), {}) == {}
