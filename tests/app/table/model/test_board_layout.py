"""Positions of areas and slots, and of circles and pieces on them."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.appearance.look import Look
from app.table.model.board_layout import in_a_row, places_of, seated, sites
from app.table.model.cell_shapes import Point, Region, area_of, centroid, drawn_in
from app.table.model.graph_layout import crossings, laid_out
from dsl.match.view import BoardView, CellView
from tests.app.table.area_board import isle, isle_look, voles
from tests.app.table.boards import COLOURS


@pytest.fixture
def look(tmp_path: Path) -> Look:
    return isle_look(tmp_path)


def test_an_area_contains_the_points_inside_its_outline(look: Look) -> None:
    found = sites(isle().boards, look.boards)
    north, (x, y) = found["N1"].shape, found["N1"].middle
    assert (x, y) == (200, 80)
    assert north.holds(20 - x, 10 - y)
    assert not north.holds(200 - x, 200 - y)  # the lake in the middle is in no area
    assert not north.holds(20 - x, 60 - y)


def test_circles_are_ordered_by_seat_by_amount_or_by_a_variable() -> None:
    cell = CellView("N1", 0, 0, (), (voles("red", 2), voles("white", 5)), values=(("guests", "white, red"),))
    assert seated(cell, "seat", COLOURS) == COLOURS
    assert seated(cell, "amount", COLOURS) == ("white", "red")
    assert seated(cell, "guests", COLOURS) == ("white", "red")
    assert seated(cell, "unknown", COLOURS) == ()


def test_counters_without_a_circle_are_placed_beside_the_circles(look: Look) -> None:
    site = sites(isle().boards, look.boards)["N1"]
    circle, beside = places_of(site, ["red", "blue"], ["red"])
    assert circle[:2] == site.places[0][:2]
    assert abs(beside[0]) <= 60
    assert abs(beside[1]) <= 15


@given(st.integers(1, 12), st.floats(20, 200), st.floats(20, 200))
def test_pieces_in_a_row_stay_in_their_box_without_overlap(amount: int, width: float, height: float) -> None:
    found = in_a_row((0, 0, width, height), amount)
    assert len(found) == amount
    for x, y, radius in found:
        assert abs(x) + radius <= width / 2 + 1e-6
        assert abs(y) + radius <= height / 2 + 1e-6
    for one, other in itertools.combinations(found, 2):
        assert math.dist(one[:2], other[:2]) >= 2 * one[2]


def test_boards_of_any_kind_do_not_overlap() -> None:
    boards = (
        BoardView("a", "areas", tuple(CellView(f"a{i}", 0, 0) for i in range(5))),
        BoardView("s", "slots", tuple(CellView(f"s{i}", i, 0) for i in range(4))),
        BoardView("q", "squares", tuple(CellView(f"q{i}", i, 0) for i in range(4))),
    )
    found = sites(boards, {})
    spans = []
    for board in boards:
        xs = [found[c.place].middle[0] + x for c in board.cells for x, _ in found[c.place].shape.outline()]
        spans.append((min(xs), max(xs)))
    assert all(left[1] < right[0] for left, right in itertools.pairwise(spans))


SHAPES: tuple[tuple[Point, ...], ...] = (
    ((0, 0), (10, 0), (10, 10), (0, 10)),
    ((0, 10), (10, 10), (10, 0), (0, 0)),
    ((0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10)),
)


@pytest.mark.parametrize("corners", SHAPES)
def test_an_inset_outline_is_smaller_and_inside(corners: tuple[Point, ...]) -> None:
    inner = drawn_in(corners, 1.0)
    assert abs(area_of(inner)) < abs(area_of(corners))
    assert all(Region(corners, 1.0).holds(*point) for point in inner)
    assert drawn_in(corners, 0.0) == corners
    assert Region(corners, 1.0).holds(*centroid(corners)) or len(corners) > 4


def grid_links(width: int, height: int) -> tuple[tuple[str, str], ...]:
    across = [(f"{x}.{y}", f"{x + 1}.{y}") for x in range(width - 1) for y in range(height)]
    return (*across, *((f"{x}.{y}", f"{x}.{y + 1}") for x in range(width) for y in range(height - 1)))


WHEEL = (*(("hub", f"r{k}") for k in range(7)), *((f"r{k}", f"r{(k + 1) % 7}") for k in range(7)))
TREE = tuple((f"n{(k - 1) // 2}", f"n{k}") for k in range(1, 15))


@pytest.mark.parametrize("links", [WHEEL, TREE, grid_links(4, 3)], ids=["wheel", "tree", "grid"])
def test_linked_areas_without_a_plan_are_laid_out_without_crossing_lines(links: tuple[tuple[str, str], ...]) -> None:
    places = sorted({place for link in links for place in link})
    points = laid_out(places, links)
    ranks = {place: rank for rank, place in enumerate(places)}
    assert crossings([points[place] for place in places], [(ranks[a], ranks[b]) for a, b in links]) == 0
    assert min(math.dist(a, b) for a, b in itertools.combinations(points.values(), 2)) > 0.9
    assert points == laid_out(places, links)


def test_unlinked_parts_lie_side_by_side() -> None:
    points = laid_out(["a", "b", "c", "d", "e"], [("a", "b"), ("b", "c"), ("d", "e")])
    assert max(points[place][0] for place in "abc") + 1 < min(points[place][0] for place in "de")
