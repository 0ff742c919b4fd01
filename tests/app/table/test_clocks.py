"""The players' clocks at a table: what they show, when they warn, and what happens at zero in the window."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.screens.clock_rows import ClockRows, clock_text
from app.table.control.clock_display import clock_face
from dsl.bots import make
from dsl.match.clock import ClockPlan, ClockReading, clock_plan
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.table_pages import INSTANT, make_context, open_page

FOLDER = official_rulesets() / "classics" / "tic-tac-toe"


@pytest.mark.parametrize(
    ("left", "passed", "text", "spoken", "warns"),
    [
        (3_725_000, 0, "1:02:05", "more than 62 minutes left", False),
        (2**50, 0, "99:59:59", "more than 5999 minutes left", False),
        (61_500, 400, "1:02", "more than 1 minute left", False),
        (25_000, 4000, "0:21", "at most 30 seconds left", False),
        (25_000, 5000, "0:20", "at most 20 seconds left", True),
        (25_000, 24_001, "0:01", "at most 10 seconds left", True),
        (25_000, 99_000, "0:00", "at most 0 seconds left", True),
    ],
)
def test_a_clock_counts_down_and_warns_at_the_end(left: int, passed: int, text: str, spoken: str, warns: bool) -> None:
    face = clock_face(ClockReading("red", left, 0, True), passed, make_context())
    assert (face.text, face.spoken, face.warns) == (text, spoken, warns)
    waiting = clock_face(ClockReading("red", left, 0, False), 99_000, make_context())
    assert (waiting.running, waiting.warns) == (False, False)
    free = clock_face(ClockReading("red", left, passed, True), passed, make_context())
    assert free.text == clock_face(ClockReading("red", left, 0, True), 0, make_context()).text


@pytest.mark.parametrize(
    "text", ["", "move:30+0~0:lose:people", "total:900+10~0:show:all", "total:300+0~5:computer:people"]
)
def test_the_rows_of_the_set_up_page_keep_a_clock(qtbot: QtBot, text: str) -> None:
    rows = ClockRows(Translations("en"))
    qtbot.addWidget(rows)
    rows.set_clock(text)
    assert rows.clock == text
    rows.set_clock("nonsense")
    assert rows.clock == ""
    plan = clock_plan(text)
    assert plan is None or clock_text(plan, Translations("fr")).startswith("Pendule")


def test_a_clock_at_zero_ends_the_match_in_the_window_and_a_pause_stops_it(qtbot: QtBot) -> None:
    pack = load(FOLDER)
    seats = [SeatPlan(colour) for colour in pack.rules.colours]
    table = Table(pack, seats, {}, 1, bots=make, clock=ClockPlan("total", 1))
    opened = open_page(qtbot, table, INSTANT, folder=FOLDER)
    page, link = opened.page, opened.page.link
    first, second = (row.accessibleName() for row in page.table_layout.players.rows)
    assert "seconds left" in first
    assert "seconds left" in second
    link.hold_clocks(True)
    assert not any(each.running for each in table.clocks.readings)  # type: ignore[union-attr]
    link.hold_clocks(False)
    qtbot.waitUntil(lambda: "seconds left" in page.table_layout.status.text())
    qtbot.waitUntil(lambda: opened.driver.over)
    qtbot.waitUntil(lambda: page.score.decided.text().endswith("ran out of time."))
    lost = page.table_layout.players.rows[0].accessibleName()
    assert "out of time" in lost
    assert "resigned" not in lost
    assert not page.can_pause
    page.close_table()


def test_people_at_one_screen_pause_their_clocks_until_one_of_them_chooses(qtbot: QtBot) -> None:
    pack = load(FOLDER)
    table = Table(
        pack, [SeatPlan(colour) for colour in pack.rules.colours], {}, 1, bots=make, clock=ClockPlan("total", 600)
    )
    opened = open_page(qtbot, table, INSTANT, folder=FOLDER)
    page = opened.page
    told: list[tuple[bool, bool]] = []
    page.pause_changed.connect(lambda: told.append((page.can_pause, page.paused)))

    def runs() -> bool:
        clocks = page.link.clocks
        return clocks is not None and any(each.running for each in clocks.readings)

    qtbot.waitUntil(lambda: page.can_pause and runs())
    page.toggle_pause()
    assert page.paused
    assert not runs()
    assert page.table_layout.paused.isVisible()
    opened.driver.play(opened.driver.any_option())
    qtbot.waitUntil(lambda: not page.paused and runs())
    assert not page.table_layout.paused.isVisible()
    page.toggle_pause()
    page.toggle_pause()
    assert runs()
    assert told[-4:] == [(True, True), (True, False), (True, True), (True, False)]
    page.close_table()


def test_people_without_a_clock_have_nothing_to_pause(qtbot: QtBot) -> None:
    pack = load(FOLDER)
    table = Table(pack, [SeatPlan(colour) for colour in pack.rules.colours], {}, 1, bots=make)
    page = open_page(qtbot, table, INSTANT, folder=FOLDER).page
    qtbot.waitUntil(lambda: page.view is not None)
    page.toggle_pause()
    assert (page.can_pause, page.paused) == (False, False)
    page.close_table()


def test_the_clocks_of_a_lost_connection_stand_still(qtbot: QtBot) -> None:
    pack = load(FOLDER)
    seats = [SeatPlan(colour) for colour in pack.rules.colours]
    table = Table(pack, seats, {}, 1, bots=make, clock=ClockPlan("total", 600))
    page = open_page(qtbot, table, INSTANT, folder=FOLDER).page
    shown = page.table_layout.players.rows[0]

    def counts_down() -> bool:
        return page._clocks._timer.isActive()

    qtbot.waitUntil(lambda: counts_down() and shown.accessibleName() != "")
    page.set_read_only(True)
    assert not counts_down()
    page.set_read_only(True)
    page.set_read_only(False)
    assert counts_down()
    page.close_table()
