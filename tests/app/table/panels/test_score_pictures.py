"""Podium and chart of the score sheet."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from app.appearance.theme import CONTRAST, banner_colour, contrast_ratio
from app.base.widgets import ElidingLabel
from app.table.context import TableContext
from app.table.panels.score import ScoreSheet, winners
from app.table.panels.score_pictures import axis_values, points_over_time, spread, turn_at
from app.table.panels.score_table import PlayersTable, ReasonRow, ScoreTable
from dsl.match.view import OutcomeView, RankLine, ScoreLine, SourcedLine, StandingsView, WinnerValue
from tests.app.table.views import finished, position


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


def test_the_page_has_the_dark_colour_of_the_game_and_in_high_contrast_that_of_the_window(
    qtbot: QtBot, context: TableContext
) -> None:
    def corner(context: TableContext) -> QColor:
        return shown(qtbot, context, outcome()).grab().toImage().pixelColor(600, 4)

    dark = banner_colour(context.look.board.background.dark)
    found = corner(context)
    assert abs(found.hue() - dark.hue()) < 8
    assert contrast_ratio(context.theme.banner_ink, found) >= 7.0
    assert corner(dataclasses.replace(context, theme=CONTRAST)) != found


def test_only_the_winner_of_a_finished_match_has_a_frame(qtbot: QtBot, context: TableContext) -> None:
    def winners(sheet: ScoreSheet) -> int:
        return sum(each.property("role") in ("winner", "winner row") for each in sheet.findChildren(QFrame))

    sheet = shown(qtbot, context, outcome())
    assert winners(sheet) == 1
    sheet.show_current(position(), context)
    qtbot.waitUntil(lambda: winners(sheet) == 0)


def test_three_players_are_rows_that_name_them_whole(qtbot: QtBot, context: TableContext) -> None:
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    sheet.resize(1366, 800)
    sheet.show_state(outcome(), context)
    sheet.show()
    players = [context.player(seat) for seat in ("red", "blue", "black")]
    names = [each for each in sheet.findChildren(ElidingLabel) if each.text() in players]
    assert [each.text() for each in sorted(names, key=lambda each: each.mapTo(sheet, QPoint()).y())] == players
    assert len({each.mapTo(sheet, QPoint()).x() for each in names}) == 1
    assert all(each.width() >= each.sizeHint().width() for each in names)


def test_the_podium_is_highest_for_the_winner_and_names_the_first_three(qtbot: QtBot, context: TableContext) -> None:
    context = dataclasses.replace(context, theme=CONTRAST)  # nothing is painted behind the podium there
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


def test_without_points_the_podium_takes_the_room_of_the_chart(qtbot: QtBot, context: TableContext) -> None:
    sheet = ScoreSheet(QLabel())
    qtbot.addWidget(sheet)
    sheet.resize(1200, 700)
    sheet.show_state(outcome(), context)
    sheet.show()
    qtbot.waitUntil(lambda: sheet._chart_card.y() > 0)
    with_points = sheet.podium.size()
    sheet.show_state(replace(outcome(), sheet=()), context)
    qtbot.waitUntil(lambda: sheet.podium.width() > with_points.width())
    assert not sheet.chart.isVisible()
    assert sheet.podium.height() >= with_points.height()
    assert sheet.podium.grab().toImage() == sheet.podium.grab().toImage()  # the confetti does not jump


def test_a_line_that_only_says_who_won_has_no_number(qtbot: QtBot, context: TableContext) -> None:
    ranking = (RankLine("red", 1, (("mate", 1),)), RankLine("blue", 2, (("mate", 0),)))
    sheet = shown(qtbot, context, OutcomeView(ranking, ()))
    assert sheet.decided.text() == "Mate."
    texts = [each.text() for each in sheet.findChildren(QLabel)]
    assert "Mate" in texts
    assert not any("1" in text for text in texts if "Mate" in text)
    counted = (RankLine("red", 1, (("men", 2),)), RankLine("blue", 2, (("men", 0),)))
    assert "2 to 0" in shown(qtbot, context, OutcomeView(counted, ())).decided.text()


def test_the_chart_ends_at_the_points_of_every_player(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, outcome())
    for colour, points in (("red", 12), ("blue", 7), ("black", 0)):
        assert context.named(context.player(colour), str(points)) in sheet.chart.accessibleName()
    assert sheet.chart.isVisible()


def test_a_match_without_points_has_no_chart(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, replace(outcome(), sheet=()))
    assert not sheet.chart.isVisible()
    assert sheet.podium.isVisible()


def test_a_line_and_a_step_of_the_chart_light_the_places_that_gave_the_points(
    qtbot: QtBot, context: TableContext
) -> None:
    result = outcome()
    standings = StandingsView(
        "red", 0, sheet=tuple((f"{n},0",) for n, _ in enumerate(result.sheet)),
        winner=(WinnerValue(result.ranking[0].values[1][0], result.ranking[0].seat, 3, ("7,7",)),),
    )  # fmt: skip
    sheet = shown(qtbot, context, result)
    lit: list[frozenset[str]] = []
    sheet.highlighted.connect(lit.append)
    sheet.show_state(result, context, (), standings)
    rows = {row.places for row in sheet.findChildren(ReasonRow)}
    assert {frozenset({"0,0"}), frozenset({"7,7"})} <= rows
    row = next(each for each in sheet.findChildren(ReasonRow) if each.places == {"7,7"})
    for kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
        QApplication.sendEvent(row, QFocusEvent(kind))
    assert lit[:2] == [{"7,7"}, frozenset()]
    QTest.keyClick(sheet.chart, Qt.Key.Key_Right)
    first = min(result.sheet, key=lambda line: line.position)
    assert f"{result.sheet.index(first)},0" in lit[-1]
    assert context.player(first.seat) in sheet.chart.accessibleDescription()


def test_what_the_end_would_bring_stands_beside_the_score(qtbot: QtBot, context: TableContext) -> None:
    view = replace(finished(), outcome=None, sheet=())
    sheet = shown(qtbot, context, outcome())
    future = SourcedLine(ScoreLine("red", "final", 9, 0), ("1,0", "2,0"))
    sheet.show_current(view, context, StandingsView("red", view.position, lines=(future,), complete=False))
    rows = [row for row in sheet.findChildren(ReasonRow) if row.places == {"1,0", "2,0"}]
    assert len(rows) == 1
    assert "+9" in rows[0].accessibleName()
    assert context.texts("table.sheet.unknown") in sheet.decided.text()


def test_where_all_are_in_first_place_it_is_a_draw_unless_they_are_one_team(
    qtbot: QtBot, context: TableContext
) -> None:
    ranking = tuple(replace(line, place=1) for line in outcome().ranking)
    level, names = replace(outcome(), ranking=ranking), ", ".join(context.player(line.seat) for line in ranking)
    sheet = shown(qtbot, context, level)
    assert sheet.title.text() == f"Draw: {names}"
    team = (tuple(line.seat for line in ranking),)
    assert winners(level, context, team) == f"Shared victory: {names}"
    two = replace(outcome(), ranking=(*ranking[:2], replace(ranking[2], place=3)))
    assert winners(two, context).startswith("Shared victory")


def test_a_draw_in_which_nobody_has_anything_shows_no_zeros(qtbot: QtBot, context: TableContext) -> None:
    def texts(value: int) -> list[str]:
        ranking = (RankLine("red", 1, (("mate", value),)), RankLine("blue", 1, (("mate", value),)))
        known = StandingsView(
            "red", 0, winner=(WinnerValue("mate", "red", value, ()), WinnerValue("mate", "blue", value, ()))
        )
        sheet = ScoreSheet()
        qtbot.addWidget(sheet)
        sheet.resize(1200, 700)
        sheet.show_state(OutcomeView(ranking, ()), context, (), known)
        return [each.text() for each in sheet.findChildren(QLabel)]

    assert not any("Mate" in text or text == "0" for text in texts(0))
    assert "Mate: 3" in texts(3)


def test_in_a_wide_window_a_table_compares_the_players(qtbot: QtBot, context: TableContext) -> None:
    line = ScoreLine("red", "final", 4, 9)
    result = replace(outcome(), sheet=(line, line, replace(line, seat="blue", points=2)))
    standings = StandingsView("red", 0, sheet=(("0,0",), ("1,0",), ("2,0",)))
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    sheet.resize(1200, 700)
    sheet.show_state(result, context, (), standings)
    (table,) = sheet.findChildren(PlayersTable)
    cells = {each.places: each.accessibleName() for each in table.findChildren(ReasonRow)}
    equal = context.texts("table.sheet.times", line=context.words.anchor("final"), n=2)
    named = context.named(context.player("red"), context.named(equal, "+8"))  # equal lines are one cell
    assert cells[frozenset({"0,0", "1,0"})] == named
    assert context.player("blue") in cells[frozenset({"2,0"})]
    assert "–" in [each.text() for each in table.findChildren(QLabel)]  # black has nothing
    sheet.resize(200, 600)
    sheet.show_state(result, context, (), standings)
    qtbot.waitUntil(lambda: not sheet.findChildren(PlayersTable))
    assert not sheet.findChildren(ScoreTable)


def test_nothing_is_cut_off_beside_the_board_in_a_small_window(qtbot: QtBot, context: TableContext) -> None:
    context = dataclasses.replace(context, names={"red": "A player with a long name", "blue": "Another long name"})
    sheets = [ScoreSheet(QLabel()), ScoreSheet(QLabel())]
    for sheet, result in zip(sheets, (outcome(), replace(outcome(), sheet=())), strict=True):
        qtbot.addWidget(sheet)
        sheet.resize(940, 480)
        sheet.show_state(result, context)
        sheet.show()
        area = sheet.findChild(QScrollArea)
        assert area is not None
        qtbot.waitUntil(lambda area=area: area.widget().width() <= area.viewport().width())
        assert sheet.width() == 940


def test_the_sentence_below_the_title_counts_points_and_turns(qtbot: QtBot, context: TableContext) -> None:
    sheet = shown(qtbot, context, outcome())
    blue = context.player("blue")
    assert sheet.decided.text() == f"12 points to 7 for {blue}."
    sheet.show_state(outcome(), context, turns=(0, 2, 5))
    assert sheet.decided.text() == f"12 points to 7 for {blue}, after 3 turns."


def test_the_cards_of_a_wide_window_are_on_one_grid(qtbot: QtBot, context: TableContext) -> None:
    sheet = ScoreSheet(QLabel())
    qtbot.addWidget(sheet)
    sheet.resize(1366, 738)
    sheet.show_state(outcome(), context)
    sheet.show()
    qtbot.waitUntil(lambda: sheet._chart_card.y() > 0)
    podium, table = sheet._podium_card.geometry(), sheet._scores.geometry()
    board, chart = sheet._board_card.geometry(), sheet._chart_card.geometry()
    assert (podium.left(), podium.right()) == (board.left(), board.right())
    assert (table.left(), table.right()) == (chart.left(), chart.right())
    assert (podium.top(), podium.bottom()) == (table.top(), table.bottom())
    assert (board.top(), board.bottom()) == (chart.top(), chart.bottom())


def test_many_reasons_are_rows_where_columns_have_no_room(qtbot: QtBot, context: TableContext) -> None:
    lines = tuple(ScoreLine("red", f"reason{number}", number, 9) for number in range(9))
    sheet = shown(qtbot, context, replace(outcome(), sheet=lines))
    assert not sheet.findChildren(PlayersTable)
    assert len(sheet.findChildren(ScoreTable)) == 1


def test_the_caption_of_the_board_says_where_points_come_from(qtbot: QtBot, context: TableContext) -> None:
    result = outcome()
    standings = StandingsView("red", 0, sheet=(("0,0",), ("1,0", "2,0"), ("3,0",)))
    sheet = ScoreSheet(QLabel())
    qtbot.addWidget(sheet)
    sheet.resize(1200, 700)
    sheet.show_state(result, context, (), standings)
    sheet.show()
    texts = [each.text() for each in sheet.caption.findChildren(QLabel)]
    assert texts == ["The board at the end", "Point at a number to see where its points come from."]
    row = next(each for each in sheet.findChildren(ReasonRow) if each.places == {"1,0", "2,0"})
    QApplication.sendEvent(row, QFocusEvent(QEvent.Type.FocusIn))
    said = [each.text() for each in sheet.caption.findChildren(QLabel)]
    assert context.player("red") in said[0]
    assert context.words.anchor("final") in said[0]
    assert said[1] == "+10, from 2 places, lit on the board"
    QApplication.sendEvent(row, QFocusEvent(QEvent.Type.FocusOut))
    QTest.keyClick(sheet.chart, Qt.Key.Key_Right)
    assert "+2" in sheet.caption.findChildren(QLabel)[1].text()
    QApplication.sendEvent(sheet.chart, QFocusEvent(QEvent.Type.FocusOut))
    assert [each.text() for each in sheet.caption.findChildren(QLabel)] == texts


def test_turns_are_counted_with_the_part_that_is_over() -> None:
    starts = (0, 4, 6)
    assert [turn_at(position, starts) for position in (0, 2, 4, 5, 6, 7)] == [0, 0.5, 1, 1.5, 2, 2.5]
    assert turn_at(1, (3,)) == 0


@given(st.lists(st.floats(0, 200), min_size=1, max_size=7), st.floats(5, 40))
def test_names_at_the_ends_of_lines_never_overlap_or_leave_the_chart(ends: list[float], gap: float) -> None:
    ends.sort()
    places = spread(ends, gap, 0, 200)
    least = min(gap, 200 / max(len(ends) - 1, 1))
    assert all(later - earlier >= least - 1e-6 for earlier, later in pairwise(places))
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in places)
    if all(later - earlier >= gap for earlier, later in pairwise(ends)):
        assert places == pytest.approx(ends)


@pytest.mark.parametrize(
    ("low", "high", "marked"),
    [
        (0, 1, [0, 1]),
        (0, 4, [0, 1, 2, 3, 4]),
        (0, 9, [0, 2, 4, 6, 8]),
        (0, 91, [0, 20, 40, 60, 80]),
        (-7, 12, [-5, 0, 5, 10]),
        (0, 250, [0, 100, 200]),
    ],
)
def test_the_axis_of_the_chart_has_round_values(low: int, high: int, marked: list[int]) -> None:
    assert list(axis_values(low, high)) == marked


@given(st.integers(-10_000, 0), st.integers(1, 10_000))
def test_the_axis_of_the_chart_marks_zero_and_few_other_values(low: int, high: int) -> None:
    values = axis_values(low, high)
    assert 0 in values
    assert 2 <= len(values) <= 6
    assert low <= values[0] <= values[-1] <= high


def test_all_who_share_the_first_place_are_on_the_podium(qtbot: QtBot, context: TableContext) -> None:
    seats = ("red", "blue", "black", "green")
    level = OutcomeView(tuple(RankLine(seat, 1, ()) for seat in seats), ())
    sheet = shown(qtbot, context, level)
    assert all(context.player(seat) in sheet.podium.accessibleName() for seat in seats)
    assert not [each for each in sheet.findChildren(QFrame) if each.property("role") == "winner row"]
    sheet.show_state(level, context, turns=(0, 2))
    assert sheet.decided.text() == "After 2 turns."
