"""Walls on rotated tiles, and pieces that cover several cells."""

from __future__ import annotations

import math

import pytest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.table.board.items import PictureItem, SpanItem
from app.table.board.scene import BoardScene
from app.table.model.board_layout import edges_of
from app.table.model.cell_shapes import Geometry
from app.table.model.things import Marks, Spot, Thing
from app.table.painting.image_cache import ImageCache
from app.table.painting.item_models import ItemModels
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View
from tests.app.table.boards import board_of

HEX_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SQUARE_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@pytest.mark.parametrize(("hexagonal", "steps"), [(True, HEX_STEPS), (False, SQUARE_STEPS)])
def test_a_wall_is_drawn_towards_the_separated_neighbour(hexagonal: bool, steps: tuple[tuple[int, int], ...]) -> None:
    shape = Geometry(hexagonal)
    corners = shape.outline()
    for side, step in enumerate(steps):
        (edge,) = edges_of((side,), shape)
        (ax, ay), (bx, by) = corners[edge], corners[(edge + 1) % len(corners)]
        assert (ax + bx, ay + by) == pytest.approx(shape.centre(*step), abs=1e-9)


def harbour() -> View:
    """Return three hexes under one piece, named by the first, with two boats, and a tile with walls beside them."""
    under = ("0,0", "1,0", "0,1")
    cells = (
        CellView("0,0", 0, 0, (PieceView("harbour", "", covers=under),), (CounterView("boat", "red", "", 2),)),
        CellView("1,0", 1, 0),
        CellView("0,1", 0, 1),
        CellView("2,0", 2, 0, (PieceView("tile", "moor", turned=1, walls=(3, 4)),)),
    )
    return board_of(BoardView("sea", "hexes", cells))


def test_a_piece_over_several_cells_is_drawn_as_one() -> None:
    faces = ItemModels(harbour(), Marks(selectable=frozenset({Spot("0,0")})), Look())
    parts = [faces.cells[place] for place in ("0,0", "1,0", "0,1")]
    assert all(part.ground and part.ground.fill == parts[0].ground.fill for part in parts if parts[0].ground)
    assert [len(part.joints) for part in parts] == [2, 2, 2]
    assert [part.ground.letter for part in parts if part.ground] == ["H", "", ""]
    assert all(part.selectable for part in parts)
    assert faces.cells["2,0"].joints == ()
    assert sorted(faces.cells["2,0"].walls) == [3, 4]  # to the west and the south-west, counted clockwise


def test_pieces_on_a_large_piece_are_centred_and_each_cell_means_the_whole(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(harbour())
    assert scene.models is not None
    boats = scene.models.things["0,0", Thing("counter", "boat", "red")]
    middles = [scene.models.middles[place] for place in ("0,0", "1,0", "0,1")]
    assert math.dist(boats.middle, tuple(sum(xs) / 3 for xs in zip(*middles, strict=True))) < 30
    assert scene.hit_test.spot_at(*boats.middle) == Spot("0,0", Thing("counter", "boat", "red"))
    assert scene.hit_test.spot_at(middles[2][0], middles[2][1] + 30) == Spot("0,0")
    assert scene.hit_test.spot_at(*scene.models.middles["2,0"]) == Spot("2,0")


def test_the_ground_of_a_large_piece_is_painted_in_many_steps(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.images.cache = ImageCache()  # of its own: no other test has painted it
    scene.show_state(harbour())
    span = next(item for item in scene.items() if isinstance(item, SpanItem))
    before = scene.images.cache.renders
    assert len(list(span.prepare(2.0, 1.0))) > 5
    assert scene.images.cache.renders == before + 2  # the ground, and the piece that is drawn from it
    assert list(span.prepare(2.0, 1.0)) == []
    steps = list(scene.missing_pictures(2.5, 1.0, scene.content_rect()))
    pictures = [item for item in scene.items() if isinstance(item, PictureItem)]
    assert len(steps) > 5 + len(pictures) // 2
