"""Log of the match: prominent choices, collapsed details, scrolling."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollBar
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.panels.log import LogList, Weight, log_lines, with_joiners
from dsl.match.view import EventView
from tests.app.table.views import position

_SETUP = ("setup",)
_PLAY = ("phase main", "turn")


def event(number: int, what: str, causes: tuple[str, ...], **args: str) -> EventView:
    return EventView(number, what, tuple(args.items()), causes, 0)


def laid(number: int) -> EventView:
    return event(number, "lay", _SETUP, piece="tile", kind="steppe", to=f"{number},0")


def chose(number: int, phase: str = "phase main") -> EventView:
    return event(number, "chose", (phase, "turn"), player="red", action="breed", t="2,0", complete="yes")


def born(number: int) -> EventView:
    where = {"from": "reserve", "to": "2,0"}
    return event(number, "count", (*_PLAY, "breed"), counter="herd", owner="red", state="fresh", amount="1", **where)


def open_log(qtbot: QtBot, context: TableContext, *events: EventView) -> LogList:
    log = LogList(context)
    log.coordinates = True
    qtbot.addWidget(log)
    log.set_context(context)
    log.resize(300, 200)
    log.show()
    log.show_state(events, position())
    return log


def click(log: LogList, row: int) -> None:
    QTest.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=log.visualItemRect(log.item(row)).center())


def shown(log: LogList) -> list[str]:
    items = [log.item(row) for row in range(log.count())]
    return [item.text() for item in items if not item.isHidden()]


def test_choices_are_more_prominent_than_their_consequences(context: TableContext):
    told = [*log_lines((laid(0), event(1, "turn", _PLAY, player="red"), chose(2), born(3)), frozenset(), context)]
    weights: list[Weight] = ["consequence", "chapter", "turn", "choice"]
    assert [line.weight for line in told] == weights
    assert [line.text for line in told[0].details] == ["The steppe was placed on 0,0."]


def test_a_chapter_is_announced_once(context: TableContext):
    told = [*log_lines((chose(0), chose(1), chose(2, "phase last_round")), frozenset(), context)]
    assert [line.text for line in told if line.weight == "chapter"] == ["The continents drift", "Last round"]
    assert not any(line.weight == "chapter" for line in log_lines((chose(3),), frozenset(), context, "phase main"))


def test_the_setup_is_one_line_that_a_click_expands(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, *(laid(number) for number in range(20)), chose(20))
    assert shown(log)[0] == "The table is set up.\u00a0▸"
    assert len(shown(log)) == 4
    for amount in (5, 4):
        click(log, 0)
        assert len(shown(log)) == amount


def test_places_are_named_only_if_their_names_can_be_read(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context)
    log.coordinates = False
    *_, spoken = log.extend((chose(0),), position())
    assert "2,0" in spoken.text, "a screen reader says where"
    assert [text for text in shown(log) if "2,0" in text] == []
    assert log.item(log.count() - 1).data(Qt.ItemDataRole.UserRole).places == spoken.places
    log.show_state((laid(0), laid(1)), position())
    assert shown(log)[0].startswith("The table is set up")
    details = [log.item(row).text() for row in range(log.count())]
    assert "2 steppes were placed in the middle, in the east." in details
    moved = event(
        1, "count", _PLAY, counter="herd", owner="red", state="fresh", amount="1", **{"from": "2,0", "to": "3,0"}
    )
    log.show_state((event(0, "turn", _PLAY, player="blue"), moved), position())
    assert not any("this place" in text for text in shown(log))
    log.coordinates = True
    log.show_state((chose(0),), position())
    assert any("2,0" in text for text in shown(log))


def test_collapsed_lines_expand_with_mouse_and_keys(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, *(laid(number) for number in range(20)), chose(20))
    click(log, 0)
    assert shown(log)[1].endswith("6,0 and 13 more.\u00a0▸")
    click(log, 1)
    assert shown(log)[2:22] == [f"A steppe was placed on {number},0." for number in range(20)]
    log.setCurrentRow(1)
    QTest.keyClick(log, Qt.Key.Key_Left)
    assert len(shown(log)) == 5
    QTest.keyClick(log, Qt.Key.Key_Right)
    assert len(shown(log)) == 25
    click(log, 0)
    assert len(shown(log)) == 4  # what is inside goes with it
    click(log, 0)
    assert len(shown(log)) == 5


def test_a_detail_highlights_its_places_and_explains_itself(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, laid(1), laid(2), chose(20))
    click(log, 0)
    with qtbot.waitSignal(log.highlighted) as pointed:
        log.setCurrentRow(1)
    assert pointed.args == [frozenset({"1,0", "2,0"})]
    with qtbot.waitSignal(log.event_chosen) as asked:
        click(log, 1)
    assert asked.args == [1]


def test_the_log_follows_the_newest_line_unless_it_is_scrolled_up(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, *(chose(number) for number in range(40)))
    bar = log.verticalScrollBar()
    qtbot.waitUntil(lambda: 0 < bar.maximum() == bar.value())
    log.extend([chose(40)], position())
    qtbot.waitUntil(lambda: bar.maximum() == bar.value())
    log.resize(300, 120)
    qtbot.waitUntil(lambda: bar.maximum() == bar.value())
    QTest.keyClick(log, Qt.Key.Key_Home)
    most = bar.maximum()
    log.extend([chose(41)], position())
    qtbot.waitUntil(lambda: bar.maximum() > most)
    assert bar.value() == 0
    bar.triggerAction(QScrollBar.SliderAction.SliderToMaximum)
    log.extend([chose(42)], position())
    qtbot.waitUntil(lambda: bar.maximum() == bar.value() > most)


def test_a_long_sentence_is_complete_and_wraps_between_places(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, chose(0))
    short = log.visualItemRect(log.item(2)).height()
    log.resize(110, 200)
    qtbot.waitUntil(lambda: log.visualItemRect(log.item(2)).height() > short)
    assert with_joiners("from 2,-1 to -3,0").replace("\u2060", "") == "from 2,-1 to -3,0"
    assert "2\u2060,\u2060-" in with_joiners("from 2,-1 to -3,0").replace("\u2060\u2060", "\u2060")


def test_the_log_follows_the_match_again_when_it_loses_the_focus(qtbot: QtBot, context: TableContext):
    log = open_log(qtbot, context, *(chose(number) for number in range(40)))
    log.setFocus()
    qtbot.waitUntil(lambda: log.hasFocus() and log.verticalScrollBar().maximum() > 0)
    log.setCurrentRow(3)
    log.clearFocus()
    assert log.currentRow() == -1
    log.extend([chose(40)], position())
    qtbot.waitUntil(lambda: log.verticalScrollBar().value() == log.verticalScrollBar().maximum())


def test_points_of_an_award_have_the_emblem_of_their_player(context: TableContext):
    award = event(0, "award", _PLAY, award="final", player="blue", place="1", points="3")
    (line,) = log_lines((award,), frozenset(), context, "phase main")
    assert (line.weight, line.player) == ("choice", "blue")
