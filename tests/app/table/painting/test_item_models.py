from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF

from app.appearance.board_plan import Cells
from app.appearance.look import Look
from app.table.model.board_layout import standing_places
from app.table.model.cell_shapes import RADIUS
from app.table.model.things import Ghost, Marks, Spot, Thing
from app.table.painting.cells import rim_path
from app.table.painting.item_models import ItemModels
from dsl.match.view import BoardView, CellView, PieceView
from tests.app.table.boards import COLOURS, board_of, fen, herd, hexes, squares


@pytest.mark.parametrize("amount", range(1, 21))
def test_pieces_on_a_tile_are_inside_and_do_not_overlap(amount: int) -> None:
    inner = RADIUS * math.sqrt(3) / 2
    places = standing_places(amount, inner)
    assert len(places) == amount
    for i, (x, y, radius) in enumerate(places):
        assert math.hypot(x, y) + radius <= inner * 1.17  # into the corners of the hex, not over its edge
        for other_x, other_y, _ in places[i + 1 :]:
            assert math.hypot(x - other_x, y - other_y) >= 2 * radius


def test_five_colours_in_two_states_are_ten_things() -> None:
    crowd = tuple(herd(colour, state, 2) for colour in COLOURS for state in ("fresh", "spent"))
    faces = ItemModels(hexes((0, 0, "marsh", crowd)), Marks(), Look())
    assert len(faces.things) == 10
    assert len({face.emblem for face in faces.things.values()}) == 10


def test_counters_without_a_tile_swim() -> None:
    faces = ItemModels(fen(), Marks(), Look())
    assert faces.things["0,1", Thing("counter", "herd", "blue", "fresh")].in_water
    assert not faces.things["0,0", Thing("counter", "herd", "blue", "fresh")].in_water


def test_nothing_swims_on_a_board_of_squares() -> None:
    faces = ItemModels(squares(2, (0, 0, "rook", "red")), Marks(), Look())
    assert not faces.things["a1", Thing("piece", "man", "red", kind="rook")].in_water


def test_marks_are_on_their_targets() -> None:
    marks = Marks(
        selectable=frozenset({Spot("0,0", Thing("counter", "herd", "red", "spent"))}),
        targets=frozenset({"1,-1", "9,9"}),
        chosen=frozenset({Spot("1,0")}),
        last=frozenset({"0,1"}),
    )
    faces = ItemModels(fen(), marks, Look())
    assert [spot for spot, face in faces.things.items() if face.selectable] == [
        Spot("0,0", Thing("counter", "herd", "red", "spent"))
    ]
    assert [place for place, face in faces.cells.items() if face.target] == ["1,-1"]
    assert [place for place, face in faces.cells.items() if face.chosen] == ["1,0"]
    assert [place for place, face in faces.cells.items() if face.last] == ["0,1"]


def test_an_unknown_figure_shows_no_letter_of_its_kind() -> None:
    faces = ItemModels(squares(2, (0, 0, "", "red")), Marks(), Look())
    assert faces.things["a1", Thing("piece", "man", "red")].emblem.player.letter == ""


def test_equal_figures_are_one_thing_with_an_amount() -> None:
    view = squares(1)
    cell = view.boards[0].cells[0]
    man = PieceView("man", "rook", "red")
    twice = type(cell)(cell.place, cell.x, cell.y, (man, man))
    board = type(view.boards[0])("field", "squares", (twice,))
    faces = ItemModels(board_of(board), Marks(), Look())
    assert faces.things["a1", Thing("piece", "man", "red", kind="rook")].emblem.amount == 2


def test_a_ghost_on_an_unknown_place_is_ignored() -> None:
    assert ItemModels(fen(), Marks(ghost=Ghost("9,9", herd("red"))), Look()).ghost() is None
    assert ItemModels(fen(), Marks(ghost=Ghost("1,0", herd("red"))), Look()).ghost() is not None


def test_a_figure_without_kinds_shows_its_own_letter() -> None:
    cell = CellView("a1", 0, 0, (PieceView("scout", "", "red"),))
    shown = ItemModels(board_of(BoardView("field", "squares", (cell,))), Marks(), Look())
    assert shown.things["a1", Thing("piece", "scout", "red")].emblem.player.letter == "S"


@pytest.mark.parametrize(("cells", "square"), [("plain", True), ("bowls", False), ("holes", False)])
def test_highlights_are_round_where_the_cells_are(cells: Cells, square: bool) -> None:
    (model, *_) = ItemModels(squares(2), Marks(), Look()).cells.values()
    path = rim_path(replace(model, cells=cells), 2.0)
    assert path.contains(QPointF(40, 0))
    assert path.contains(QPointF(40, 40)) == square


def test_other_marks_give_the_models_that_the_view_would_give() -> None:
    view, look = fen(), Look()
    herd_there = Spot("0,0", Thing("counter", "herd", "red", "spent"))
    every = [
        Marks(),
        Marks(selectable=frozenset({herd_there, Spot("1,0")}), pointed="1,0"),
        Marks(targets=frozenset({"1,-1", "9,9"}), chosen=frozenset({herd_there}), pointed="1,-1"),
        Marks(last=frozenset({"0,1"}), earlier=frozenset({"1,0"}), mentioned=frozenset({"0,0"})),
    ]
    for before in every:
        for after in every:
            found, wanted = ItemModels(view, before, look).with_marks(after), ItemModels(view, after, look)
            assert found is not None
            assert (found.cells, found.things) == (wanted.cells, wanted.things)
            again = found.with_marks(before)
            assert again is not None
            assert again.cells == ItemModels(view, before, look).cells


def test_marks_that_change_letters_or_dots_need_the_view() -> None:
    models = ItemModels(fen(), Marks(pointed="0,0"), Look(), letters="hover")
    assert models.with_marks(Marks(pointed="0,1")) is None
    many = frozenset(f"{x},{y}" for x in range(10) for y in range(10))
    assert ItemModels(fen(), Marks(), Look()).with_marks(Marks(targets=many)) is None
