"""Whole matches at a real table, by clicks and keys: to the end, between people, through kills and languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.table.model.context import TableSettings
from dsl.bots import make
from dsl.match.table import Table
from tests.app.table.sitting import BOT, STILL, SitDown, make_context, play_on, seat_at


def test_a_whole_match_against_the_computer_by_clicks(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    play_on(qtbot, seating)
    qtbot.waitUntil(seating.page.score.isVisible)
    assert seating.table.match.over
    assert seating.page.score.board.isVisible()
    seating.guest.click(seating.page.score.board)
    assert seating.page.table_layout.isVisible()
    assert seating.page.table_layout.prompt.score.isVisible()


def test_two_people_pass_the_screen_and_never_see_the_others_hand(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human")
    seen = []
    for _ in range(30):
        qtbot.waitUntil(lambda: bool(seating.page.curtain.colour) or seating.guest.decision is not None)
        if seating.page.curtain.colour:
            assert not seating.page.table_layout.isVisible()
            seen.append(seating.page.curtain.colour)
            seating.guest.key(Qt.Key.Key_Return, seating.page.curtain.ready)
        view = seating.guest.view
        assert view.seat == seating.guest.decision.seat
        for zone in view.zones:
            assert zone.owner in ("", view.seat) or not any(piece.kind for piece in zone.pieces)
        play_on(qtbot, seating, 1)
    assert set(seen) == {"red", "blue"}


def test_a_match_is_played_by_keyboard_alone(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest, board = seating.guest, seating.page.table_layout.board
    for _ in range(40):
        qtbot.waitUntil(lambda: guest.decision is not None or guest.over)
        if guest.over:
            break
        board.setFocus()
        before = guest.view.position
        option = guest.any_option()
        if seating.page.table_layout.prompt.entry_button(option.entry) is not None:
            guest.key(str(option.entry + 1))
        if option.value.place:
            guest.key(Qt.Key.Key_Space)
            guest.key(Qt.Key.Key_Return)
        assert guest.view.position == before + 1, seating.page.table_layout.status.text()


def test_a_killed_match_goes_on_from_the_last_choice(qtbot: QtBot, sit_down: SitDown, tmp_path: Path):
    seating = sit_down("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    for _ in range(6):
        qtbot.waitUntil(lambda: seating.guest.decision is not None)
        play_on(qtbot, seating, 1)
    digest = seating.table.match.digest
    copy = tmp_path / "copy.journal"  # as a kill leaves it: nothing was closed
    copy.write_bytes((tmp_path / "match-0.journal").read_bytes())
    table, damage = Table.resume(copy, make)
    again = seat_at(qtbot, table, TableSettings(speed=0, bot_delay=0, curtain=False))
    assert not damage
    assert table.match.digest == digest
    assert again.page.table_layout.log.count() > 0
    play_on(qtbot, again, 2)
    again.page.close_table()
    table.close()


def test_animations_end_and_the_match_goes_on(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT, settings=TableSettings(speed=200, bot_delay=0))
    for _ in range(4):
        qtbot.waitUntil(lambda: seating.guest.decision is not None and not seating.page.animating)
        play_on(qtbot, seating, 1)
    assert seating.table.match.position >= 4


def test_another_language_is_spoken_at_once(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    headline = seating.page.table_layout.prompt.headline
    assert headline.text().startswith("Red")
    seating.page.set_context(make_context("fr"))
    assert headline.text().startswith("Rouge")
    assert seating.page.table_layout.tabs.tabText(0) == "Journal"


def test_a_change_of_language_never_lifts_the_curtain(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human")
    guest, page = seating.guest, seating.page
    guest.click(page.curtain.ready)
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: page.curtain.colour == "blue")
    page.set_context(make_context("fr"))
    assert page.curtain.isVisible()
    assert not page.table_layout.isVisible()
    assert page.view is not None
    assert page.view.seat == "red", "blue has not said that they are there"


def test_spectators_watch_bots_play_to_the_end(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down(BOT, BOT)
    qtbot.waitUntil(lambda: seating.guest.over, timeout=60_000)
    assert seating.guest.view.seat == ""
    for zone in seating.guest.view.zones:
        assert not zone.owner or not any(piece.kind for piece in zone.pieces)


def test_getting_up_in_the_middle_of_a_movement_leaves_nothing_running(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT, settings=TableSettings(speed=50, bot_delay=0))
    seating.guest.play(seating.guest.any_option())
    assert seating.page.animating
    seating.page.close_table()
    position = seating.table.match.position
    qtbot.wait(50)
    assert not seating.page.animating
    assert seating.table.match.position == position


def test_the_last_position_is_seen_before_the_score_sheet_comes(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT, settings=replace(STILL, score_delay=700))
    play_on(qtbot, seating)
    prompt = seating.page.table_layout.prompt
    assert prompt.isVisible()
    winner = next(line.seat for line in seating.guest.view.outcome.ranking if line.place == 1)
    assert prompt.headline.text() == f"{winner.capitalize()} wins"
    qtbot.wait(300)
    assert seating.page.table_layout.isVisible()
    qtbot.waitUntil(seating.page.score.isVisible)
    seating.guest.click(seating.page.score.board)
    qtbot.wait(800)
    assert seating.page.table_layout.isVisible()  # it comes by itself only once
