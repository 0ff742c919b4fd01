"""Complete matches at a table page, by clicks and keys: hot seat, after a kill, in other languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from dsl.bots import make
from dsl.match.table import Table
from tests.app.table.table_pages import BOT, INSTANT, TableOpener, make_context, open_page, play_on


def test_a_whole_match_against_the_computer_by_clicks(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    play_on(qtbot, opened)
    qtbot.waitUntil(opened.page.score.isVisible)
    assert opened.table.match.over
    assert opened.page.score.board.isVisible()
    opened.driver.click(opened.page.score.board)
    assert opened.page.table_layout.isVisible()
    assert opened.page.table_layout.prompt.score.isVisible()


def test_two_people_at_one_screen_never_see_the_others_cards(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", "human")
    seen = []
    for _ in range(30):
        qtbot.waitUntil(lambda: bool(opened.page.curtain.colour) or opened.driver.decision is not None)
        if opened.page.curtain.colour:
            assert not opened.page.table_layout.isVisible()
            seen.append(opened.page.curtain.colour)
            opened.driver.key(Qt.Key.Key_Return, opened.page.curtain.ready)
        view = opened.driver.view
        assert view.seat == opened.driver.decision.seat
        for zone in view.zones:
            assert zone.owner in ("", view.seat) or not any(piece.kind for piece in zone.pieces)
        play_on(qtbot, opened, 1)
    assert set(seen) == {"red", "blue"}


def test_a_match_is_played_by_keyboard_alone(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, board = opened.driver, opened.page.table_layout.board
    for _ in range(40):
        qtbot.waitUntil(lambda: driver.decision is not None or driver.over)
        if driver.over:
            break
        board.setFocus()
        before = driver.view.position
        option = driver.any_option()
        if opened.page.table_layout.prompt.entry_button(option.entry) is not None:
            driver.key(str(option.entry + 1))
        if option.value.place:
            driver.key(Qt.Key.Key_Space)
            driver.key(Qt.Key.Key_Return)
        assert driver.view.position == before + 1, opened.page.table_layout.status.text()


def test_a_killed_match_resumes_after_the_last_choice(qtbot: QtBot, open_table: TableOpener, tmp_path: Path):
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    for _ in range(6):
        qtbot.waitUntil(lambda: opened.driver.decision is not None)
        play_on(qtbot, opened, 1)
    digest = opened.table.match.digest
    copy = tmp_path / "copy.journal"  # as a kill leaves it: nothing was closed
    copy.write_bytes((tmp_path / "match-0.journal").read_bytes())
    table, damage = Table.resume(copy, make)
    again = open_page(qtbot, table, TableSettings(speed=0, bot_delay=0, curtain=False))
    assert not damage
    assert table.match.digest == digest
    assert again.page.table_layout.log.count() > 0
    play_on(qtbot, again, 2)
    again.page.close_table()
    table.close()


def test_the_match_continues_after_animations(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT, settings=TableSettings(speed=200, bot_delay=0))
    for _ in range(4):
        qtbot.waitUntil(lambda: opened.driver.decision is not None and not opened.page.animating)
        play_on(qtbot, opened, 1)
    assert opened.table.match.position >= 4


def test_a_change_of_language_applies_at_once(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    headline = opened.page.table_layout.prompt.headline
    assert headline.text() == "Where does your next group settle?"
    opened.page.set_context(make_context("fr"))
    assert headline.text() == "Où s’installe votre prochain groupe ?"
    assert opened.page.table_layout.tabs.tabText(0) == "Journal"


def test_a_change_of_language_keeps_the_curtain(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", "human")
    driver, page = opened.driver, opened.page
    driver.click(page.curtain.ready)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: page.curtain.colour == "blue")
    page.set_context(make_context("fr"))
    assert page.curtain.isVisible()
    assert not page.table_layout.isVisible()
    assert page.view is not None
    assert page.view.seat == "red", "blue has not said that they are there"


def test_spectators_watch_bots_play_to_the_end(qtbot: QtBot, open_table: TableOpener):
    opened = open_table(BOT, BOT)
    qtbot.waitUntil(lambda: opened.driver.over)
    assert opened.driver.view.seat == ""
    assert opened.page.table_layout.prompt.undo.isHidden(), "a spectator takes nothing back"
    for zone in opened.driver.view.zones:
        assert not zone.owner or not any(piece.kind for piece in zone.pieces)


def test_closing_during_an_animation_stops_the_match(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT, settings=TableSettings(speed=50, bot_delay=0))
    opened.driver.play(opened.driver.any_option())
    assert opened.page.animating
    opened.page.close_table()
    position = opened.table.match.position
    qtbot.wait(50)
    assert not opened.page.animating
    assert opened.table.match.position == position


def test_the_last_position_is_shown_before_the_score_sheet(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT, settings=replace(INSTANT, score_delay=600_000))
    play_on(qtbot, opened)
    prompt = opened.page.table_layout.prompt
    assert prompt.isVisible()
    winner = next(line.seat for line in opened.driver.view.outcome.ranking if line.place == 1)
    assert prompt.headline.text() == f"{winner.capitalize()} wins"
    qtbot.wait(50)
    assert opened.page.table_layout.isVisible()
    opened.page._pages._score_timer.start(0)  # the time is over
    qtbot.waitUntil(opened.page.score.isVisible)
    opened.driver.click(opened.page.score.board)
    opened.page._controller._continue_soon()
    qtbot.wait(50)
    assert opened.page.table_layout.isVisible()  # it comes by itself only once
