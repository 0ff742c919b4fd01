"""Places of items: names, circles and pieces on areas, slots and squares, and what is written beside a board."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.appearance.board_plan import BoardPlan
from app.appearance.look import Look
from app.table.model.board_layout import slot_parts
from app.table.model.cell_shapes import Region
from app.table.model.things import NO_MARKS, Spot, Thing
from app.table.painting.item_models import ItemModels
from dsl.match.view import BoardView, CellView, PieceView
from tests.app.table.area_board import isle, isle_look
from tests.app.table.boards import board_of, fen, squares


@pytest.fixture
def look(tmp_path: Path) -> Look:
    return isle_look(tmp_path)


def faces_of(look: Look) -> ItemModels:
    return ItemModels(isle(), NO_MARKS, look)


def test_every_circle_and_every_name_lies_in_its_area(look: Look) -> None:
    for face in faces_of(look).cells.values():
        assert isinstance(face.geometry, Region)
        if face.geometry.slot:  # it has its name on it
            continue
        assert face.geometry.label is not None
        assert face.geometry.holds(*face.geometry.label), face.place
        for x, y, _ in face.circles:
            assert face.geometry.holds(x, y), face.place


def test_the_first_player_by_the_rules_is_on_the_first_circle(look: Look) -> None:
    faces = faces_of(look)
    assert faces.things["N1", Thing("counter", "vole", "blue")].middle == (80, 40)
    assert faces.things["N1", Thing("counter", "vole", "red")].middle == (200, 40)
    assert faces.things["N1", Thing("piece", "wolf")].middle == (200, 80)  # on the strip


def test_a_slot_shows_the_name_of_its_tile(look: Look) -> None:
    faces = ItemModels(isle(), NO_MARKS, look, lambda name: {"new_land": "New land", "2": "II"}.get(name, name))
    assert faces.cells["1"].caption == "New land"
    written = [cell.slot.name for cell in faces.cells.values() if cell.slot is not None]
    assert written == ["1", "II", "3"]
    assert not {name.place for name in faces.names} & {"1", "2", "3"}, "the slots have their names on them"
    assert faces.cells["1"].middle[1] < faces.cells["2"].middle[1]  # a column


def test_areas_without_a_look_form_a_ring_with_links() -> None:
    faces = ItemModels(isle(), NO_MARKS, Look())
    areas = [faces.cells[place] for place in ("N1", "E1", "S1", "W1")]
    for one, other in itertools.combinations(areas, 2):
        assert math.dist(one.middle, other.middle) > 2 * 72
    assert len(faces.links) == 4
    assert all(start != end for start, end in faces.links)


def test_an_area_missing_from_the_look_is_shown_below_the_others(look: Look) -> None:
    board = isle().boards[0]
    more = replace(board, cells=(*board.cells, CellView("X9", 9, 0)), links=(*board.links, ("W1", "X9")))
    faces = ItemModels(board_of(more), NO_MARKS, look)
    assert faces.cells["X9"].middle[1] > 400
    assert len(faces.links) == 1


def test_a_piece_covers_a_slot_but_not_an_area() -> None:
    faces = ItemModels(isle(), NO_MARKS, Look())
    assert faces.cells["1"].ground is not None
    assert faces.cells["N1"].ground is None
    assert Spot("N1", Thing("piece", "wolf")) in faces.things


def test_pieces_on_a_covered_slot_leave_its_name_visible() -> None:
    slot = CellView("1", 0, 0, (PieceView("tile", "hatching"), PieceView("figure", "", "red")))
    faces = ItemModels(board_of(BoardView("track", "slots", (slot,))), NO_MARKS, Look())
    figure = faces.things["1", Thing("piece", "figure", "red")]
    assert figure.middle[1] + figure.radius <= 100 - 0.4 * 88


def test_a_wide_slot_names_the_owner_of_what_lies_on_it() -> None:
    """A figure begins beside the picture; on an empty slot it is as high as the name of the slot."""
    full = CellView("1", 0, 0, (PieceView("tile", "hatching"), PieceView("figure", "", "red")))
    empty = CellView("2", 0, 1, (PieceView("figure", "", "blue"),))
    both = CellView("3", 0, 2, (PieceView("figure", "", "red"), PieceView("figure", "", "blue")))
    look = Look(boards={"track": BoardPlan(orientation="column", cell=(300.0, 100.0))}, forms={"figure": "figure"})
    names = {"red": "Mara", "blue": "Noor"}
    view = board_of(BoardView("track", "slots", (full, empty, both)))
    faces = ItemModels(view, NO_MARKS, look, lambda name: names.get(name, name))
    assert [cell.slot and cell.slot.owner for cell in faces.cells.values()] == ["Mara", "Noor", ""]
    red, blue = faces.things["1", Thing("piece", "figure", "red")], faces.things["2", Thing("piece", "figure", "blue")]
    picture = slot_parts(300.0, 100.0).picture
    assert red.middle[0] - red.radius > 150 + picture[0] + picture[2] / 2
    assert red.middle[1] > faces.cells["1"].middle[1]
    assert blue.middle[1] == faces.cells["2"].middle[1]


def rhombus() -> BoardView:
    names = ((f"{'abc'[x]}{y + 1}", x, y) for y in range(3) for x in range(3))
    return BoardView("field", "hexes", tuple(CellView(name, x, y) for name, x, y in names))


def test_files_and_rows_are_named_beside_boards_of_squares() -> None:
    for board, below in ((squares(8).boards[0], True), (rhombus(), False)):
        faces = ItemModels(board_of(board), NO_MARKS, Look())
        words = {word.text: word.middle for word in faces.letterings}
        assert set(words) == {cell.place[0] for cell in board.cells} | {cell.place[1] for cell in board.cells}
        lowest = max(y for _, y in faces.middles.values())
        assert (words["a"][1] > lowest) is below
        assert all(words["1"][0] < x for x, _ in faces.middles.values())
    assert ItemModels(fen(), NO_MARKS, Look()).letterings == ()
    assert ItemModels(squares(8), NO_MARKS, Look(boards={"field": BoardPlan(edge="none")})).letterings == ()


def test_the_sides_of_a_board_may_belong_to_players() -> None:
    look = Look(boards={"field": BoardPlan(sides={"top": "red", "right": "blue", "left": "nobody"})})
    squared, hexed = ItemModels(squares(3), NO_MARKS, look), ItemModels(board_of(rhombus()), NO_MARKS, look)
    assert [(edge, player.letter) for edge, player in squared.cells["b3"].rims] == [(0, "R")]
    assert sorted(edge for edge, _ in squared.cells["c3"].rims) == [0, 1]
    assert squared.cells["b1"].rims == ()
    assert sorted(edge for edge, _ in hexed.cells["b1"].rims) == [0, 5]
    assert {edge: player.letter for edge, player in hexed.cells["c1"].rims} == {5: "R", 0: "R", 1: "B"}


def test_a_single_piece_fills_its_square_and_shows_its_terrain() -> None:
    bare = ItemModels(squares(1, (0, 0, "rook", "red")), NO_MARKS, Look()).things[
        "a1", Thing("piece", "man", "red", kind="rook")
    ]
    land = ItemModels(fen(), NO_MARKS, Look()).things["0,1", Thing("counter", "herd", "blue", "fresh")]
    assert bare.radius > 35 > land.radius
