"""Podium and chart of the score sheet."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.panels.score import ScoreSheet, points_over_time
from dsl.match.view import OutcomeView, ScoreLine
from tests.app.table.views import finished


def outcome() -> OutcomeView:
    found = finished().outcome
    assert found is not None
    return found


def test_points_change_at_the_positions_of_their_lines() -> None:
    sheet = (ScoreLine("red", "final", 10, 9), ScoreLine("red", "new_land", 2, 3), ScoreLine("blue", "final", -1, 9))
    assert points_over_time(sheet, ("red", "blue", "black")) == {
        "red": ((0, 0), (3, 2), (9, 12)),
        "blue": ((0, 0), (9, -1)),
        "black": ((0, 0),),
    }


def shown(qtbot: QtBot, context: TableContext, result: OutcomeView) -> ScoreSheet:
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    sheet.resize(1200, 700)
    sheet.show_state(result, context)
    sheet.show()
    return sheet


def test_the_podium_is_highest_for_the_winner_and_names_the_first_three(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, outcome())
    names = [context.player(colour) for colour in ("red", "blue", "black")]
    assert [name in sheet.podium.accessibleName() for name in names] == [True, True, True]
    image = sheet.podium.grab().toImage()
    ground = image.pixelColor(2, 2)
    tops = []
    for third in (1, 3, 5):  # second, first, third place from left to right
        x = image.width() * third // 6
        tops.append(next(y for y in range(image.height()) if image.pixelColor(QPoint(x, y)) != ground))
    assert tops[1] < tops[0] <= tops[2]


def test_the_chart_ends_at_the_points_of_every_player(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, outcome())
    for colour, points in (("red", 12), ("blue", 7), ("black", 0)):
        assert context.named(context.player(colour), str(points)) in sheet.chart.accessibleName()
    assert sheet.chart.isVisible()


def test_a_match_without_points_has_no_chart(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, replace(outcome(), sheet=()))
    assert not sheet.chart.isVisible()
    assert sheet.podium.isVisible()
