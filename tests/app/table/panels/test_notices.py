"""Where a panel over the board is put."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

from app.table.panels.notices import least_covering

AREA, LARGE, SMALL = QRect(0, 0, 400, 300), QSize(200, 60), QSize(60, 100)


def covered_by(*taken: QRect):
    return lambda part: sum(part.intersects(each) for each in taken)


def test_a_panel_takes_the_first_free_corner() -> None:
    covered = covered_by(QRect(300, 200, 100, 100))
    assert least_covering(AREA, (LARGE,), "br tr tl", covered).topRight() == QPoint(398, 0)


def test_a_panel_goes_along_an_edge_where_all_corners_are_taken() -> None:
    corners = covered_by(*(QRect(x, y, 80, 50) for x in (0, 320) for y in (0, 250)))
    found = least_covering(AREA, (SMALL,), "br tr tl", corners)
    assert not corners(found)
    assert AREA.contains(found)


def test_a_panel_gets_narrower_to_cover_less() -> None:
    board = covered_by(QRect(80, 0, 240, 300))
    assert least_covering(AREA, (LARGE, SMALL), "tl tr", board).size() == SMALL
    everywhere = covered_by(AREA)
    assert least_covering(AREA, (LARGE, SMALL), "tl tr", everywhere) == QRect(QPoint(0, 0), LARGE)
