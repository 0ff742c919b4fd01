from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.table.model.board_layout import middles
from app.table.model.cell_shapes import RADIUS, Geometry, towards
from dsl.match.view import BoardView, CellView
from tests.app.table.boards import board_of, fen

HEXES, SQUARES = Geometry(hexagonal=True), Geometry(hexagonal=False)
cells = st.integers(-20, 20)


@given(cells, cells)
def test_the_six_neighbours_of_a_hex_are_equally_distant(q: int, r: int) -> None:
    here = HEXES.centre(q, r)
    around = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    far = {round(math.dist(here, HEXES.centre(q + dq, r + dr)), 6) for dq, dr in around}
    assert far == {round(RADIUS * math.sqrt(3), 6)}


@given(st.sampled_from([HEXES, SQUARES]), st.floats(-300, 300), st.floats(-300, 300))
def test_every_point_lies_in_a_cell_and_inside_in_one_only(geometry: Geometry, x: float, y: float) -> None:
    around = [geometry.centre(q, r) for q in range(-9, 10) for r in range(-9, 10)]
    holding = [middle for middle in around if geometry.holds(x - middle[0], y - middle[1])]
    assert 1 <= len(holding) <= (3 if geometry is HEXES else 4)  # on an edge, both sides hold it; at a corner, all
    inside = [middle for middle in around if math.dist(middle, (x, y)) < geometry.inner - 1e-6]
    assert set(inside) <= set(holding)
    assert len(inside) <= 1


def test_rows_of_squares_count_upwards() -> None:
    assert SQUARES.centre(0, 1)[1] < SQUARES.centre(0, 0)[1]


@pytest.mark.parametrize("geometry", [HEXES, SQUARES])
def test_an_outline_reaches_as_far_as_the_cell(geometry: Geometry) -> None:
    for x, y in geometry.outline(inset=0.01):
        assert geometry.holds(x, y)
    for x, y in geometry.outline(inset=-0.5):
        assert not geometry.holds(x, y)


def test_two_boards_do_not_overlap() -> None:
    first = BoardView("a", "squares", tuple(CellView(f"a{i}", i, 0) for i in range(3)))
    second = BoardView("b", "hexes", tuple(CellView(f"b{i}", i, 0) for i in range(3)))
    found = middles((first, second), {})
    assert max(x for place, (x, _) in found.items() if place[0] == "a") + 100 < found["b0"][0]


def test_cells_without_a_geometry_stand_apart() -> None:
    areas = BoardView("isle", "areas", tuple(CellView(f"S{i}", 0, 0) for i in range(8)))
    assert len(set(middles((areas,), {}).values())) == 8
    assert board_of(areas).boards == (areas,)


def test_the_next_place_in_a_direction_is_the_nearest_straight_ahead() -> None:
    found = middles(fen().boards, {})
    others = [(place, middle) for place, middle in found.items() if place != "0,0"]
    assert towards(found["0,0"], (1.0, 0.0), others) == "1,0"
    assert towards(found["0,0"], (-1.0, 0.0), others) == "-1,0"
    assert towards(found["1,0"], (1.0, 0.0), others) is None
