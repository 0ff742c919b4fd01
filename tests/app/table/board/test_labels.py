"""Labels of the board: readable at every zoom, and beside pieces and other labels."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.appearance.kind_look import KindLook, Paint
from app.table.board.labels import LetteringItem, PlacedLabel, placed_labels
from app.table.board.overlay import clear_of
from app.table.model.board_layout import Lettering
from app.table.model.cell_shapes import Region
from app.table.painting.image_cache import SceneImages
from app.table.painting.palette import LIGHT_PALETTE
from app.table.painting.pieces import readable, text_path, zoom_of

GROUND = KindLook(Paint("#88aa66", "#446633"), "M")
MARSH = Region(((-200, -70), (200, -70), (200, 70), (-200, 70)), 30.0)
CAPITALS = 9.4  #: pixels of the capitals of a text of 13 pixels


def name(text: str, home: tuple[float, float] = (0.0, 0.0), place: str = "") -> Lettering:
    return Lettering(text, (home[0], home[1] + 40), GROUND, place=place or text, region=MARSH, home=home)


def box(label: PlacedLabel) -> QRectF:
    text = text_path(label.word.text, label.size, QPointF(*label.middle))
    return text.boundingRect()


@pytest.mark.parametrize("zoom", [0.2, 0.35, 0.5, 1.0, 2.0])
def test_every_label_has_13_pixels_at_every_zoom(qapp: QApplication, zoom: float) -> None:
    placed = list(placed_labels((name("Marsh"), Lettering("a", (0.0, 300.0))), zoom))
    assert len(placed) == 2
    assert all(label.size * zoom >= CAPITALS for label in placed)


def test_a_name_that_grew_evades_pieces_inside_its_area(qapp: QApplication) -> None:
    piece = (0.0, 40.0, 30.0)
    (near,) = placed_labels((name("Marsh"),), 2.0, (piece,))
    assert near.middle == (0.0, 40.0), "labels of the natural size are where the look says"
    (label,) = placed_labels((name("Marsh"),), 0.4, (piece,))
    assert not box(label).intersects(QRectF(-20, 20, 40, 40))
    assert MARSH.holds(*label.middle)


def test_without_room_a_name_is_shown_under_the_pointer_only(qapp: QApplication) -> None:
    full = tuple((x, y, 40.0) for x in range(-200, 240, 60) for y in range(-60, 80, 40))
    words = (name("Marsh"), name("Fen", (0.0, 400.0)))
    assert [label.word.text for label in placed_labels(words, 0.4, full)] == ["Fen"]
    assert [label.word.text for label in placed_labels(words, 0.4, full, "Marsh")] == ["Fen", "Marsh"]


def test_a_place_without_a_name_has_no_label(qapp: QApplication) -> None:
    """Such as on the cover of a game."""
    assert not list(placed_labels((name("", place="a"), name("", place="b")), 0.4, pointed="b"))


def test_values_of_an_overlay_keep_clear_of_the_names(qapp: QApplication) -> None:
    item = LetteringItem(0.0, SceneImages())
    item.show_state((name("Marsh"), name("Fen", (0.0, 60.0))), LIGHT_PALETTE, QColor("black"))
    names = item.boxes(0.5)
    assert len(names) == 2
    value = QRectF(-30, names[0].center().y() - 10, 60, 20)
    moved = clear_of(value, names)
    assert not any(moved.intersects(each) for each in names)
    assert moved.center().x() == value.center().x()
    assert clear_of(QRectF(300, 300, 60, 20), names) == QRectF(300, 300, 60, 20)
    assert clear_of(value, [QRectF(-500, -500, 1000, 1000)]) == value, "where nothing is free it stays"


def test_names_do_not_cover_each_other(qapp: QApplication) -> None:
    words = tuple(name(f"Marshland {row}", (0.0, 60.0 * row)) for row in range(4))
    placed = list(placed_labels(words, 0.3))
    assert len(placed) > 1
    assert not any(box(one).intersects(box(other)) for one, other in combinations(placed, 2))


def test_the_zoom_is_in_pixels_of_a_screen_at_scale_1(qapp: QApplication) -> None:
    image = QImage(20, 20, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(2.0)
    painter = QPainter(image)
    painter.scale(0.5, 0.5)
    painter.rotate(90)
    assert zoom_of(painter) == pytest.approx(0.5)
    assert readable(painter, 5.0, 10.0) * 0.5 >= CAPITALS
    assert readable(painter, 5.0, 2.0) == 10.0, "within the room that there is"
    painter.end()
