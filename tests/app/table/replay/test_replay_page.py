"""Replay of a match: steps, automatic playing, slider, keys, log; an unfinished match shows own secrets only."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.things import Spot
from app.table.panels.log import LogLine
from app.table.replay.replay_page import Replay, ReplayPage
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.replay import SeatReplay
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, TableOpener, open_page, play_on
from tests.dsl.match.secret_games import MUSTER, begin
from tests.dsl.match.test_simultaneous import play

BOTS = (BOT, BOT)


def playback(opened: OpenTable) -> ReplayPage:
    found = opened.page.findChild(ReplayPage)
    assert found is not None
    assert found.isVisible()
    return found


def play_back(qtbot: QtBot, opened: OpenTable, choices: int = 3) -> ReplayPage:
    """Play some choices, then have them played back by the key."""
    play_on(qtbot, opened, choices)
    qtbot.waitUntil(lambda: opened.driver.decision is not None or opened.driver.over)
    QTest.keyClick(opened.page.table_layout.board, Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    return playback(opened)


def test_a_replay_starts_at_the_setup_and_goes_step_by_step(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    begun = opened.page.table_layout.scene.view
    replay = play_back(qtbot, opened)
    shown, prompt = replay.table_layout.scene, replay.table_layout.prompt
    assert shown.view == begun
    assert prompt.headline.text() == "The table is set up."
    assert not prompt.undo.isVisible()  # there is nothing to take back in a replay
    said = []
    for number in range(1, replay.bar.slider.maximum() + 1):
        QTest.keyClick(replay.bar.slider, Qt.Key.Key_Right)
        assert replay.bar.count.text() == f"{number} of {replay.bar.slider.maximum()}"
        said.append(prompt.headline.text())
    assert said[0].startswith("You settled 2 herds")
    assert shown.view == opened.page.view
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Left)
    assert prompt.headline.text() == said[-2]
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Home)
    assert shown.view == begun
    QTest.mouseClick(replay.bar.last, Qt.MouseButton.LeftButton)
    assert prompt.headline.text() == said[-1]
    QTest.mouseClick(replay.bar.back, Qt.MouseButton.LeftButton)
    assert prompt.headline.text() == said[-2]


def test_a_replay_plays_automatically_and_pauses(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS, settings=replace(INSTANT, speed=400))
    replay = play_back(qtbot, opened, 1)
    QTest.keyClicks(replay.bar.slider, "p")
    assert replay.bar.play.text().startswith("Pause")
    qtbot.waitUntil(lambda: replay.bar.slider.value() == replay.bar.slider.maximum())
    qtbot.waitUntil(lambda: replay.bar.play.text().startswith("Play "))
    assert replay.table_layout.scene.view == opened.page.view
    QTest.mouseClick(replay.bar.play, Qt.MouseButton.LeftButton)  # from the end: once more from the start
    QTest.mouseClick(replay.bar.play, Qt.MouseButton.LeftButton)
    held = replay.bar.slider.value()
    assert held == 1
    qtbot.wait(600)
    assert replay.bar.slider.value() == held


def test_a_click_on_the_board_advances_the_replay_and_chooses_nothing(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    replay, position = play_back(qtbot, opened), opened.driver.view.position
    scene, board = replay.table_layout.scene, replay.table_layout.board
    assert scene.view is not None
    middle = scene.hit_test.middle_of(Spot(scene.view.boards[0].cells[0].place))
    assert middle is not None
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=board.mapFromScene(*middle))
    assert replay.bar.slider.value() == 1
    assert opened.driver.view.position == position


def test_a_click_on_the_log_shows_its_frame(qtbot: QtBot, open_table: TableOpener) -> None:
    replay = play_back(qtbot, open_table("human", *BOTS))
    log = replay.table_layout.log
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Right)
    assert log.currentItem().text().startswith(replay.table_layout.prompt.headline.text())
    other = next(log.item(row) for row in range(log.count()) if log.item(row).text().startswith("Blue settled 2 herds"))
    QTest.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=log.visualItemRect(other).center())
    assert other.text().startswith(replay.table_layout.prompt.headline.text())
    replay.bar.slider.setFocus()
    assert log.currentItem().text() == other.text()


def test_the_replay_has_the_keyboard_focus_at_once(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    opened.page.activateWindow()
    qtbot.waitUntil(opened.page.isActiveWindow)
    replay = play_back(qtbot, opened)
    assert replay.bar.slider.hasFocus()


def test_esc_returns_to_the_unchanged_table(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    replay = play_back(qtbot, opened)
    headline, view = opened.page.table_layout.prompt.headline.text(), opened.page.view
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Escape)
    assert not replay.isVisible()
    assert opened.page.table_layout.isVisible()
    assert (opened.page.table_layout.prompt.headline.text(), opened.page.view) == (headline, view)
    play_on(qtbot, opened, 2)
    again = play_back(qtbot, opened, 0)
    assert again is replay
    assert again.bar.slider.value() == 0


def test_bots_wait_during_a_replay(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table(BOT, BOT, settings=replace(INSTANT, bot_delay=20))
    page = opened.page
    qtbot.waitUntil(lambda: opened.driver.view.position >= 3)
    QTest.mouseClick(page.table_layout.replay_button, Qt.MouseButton.LeftButton)
    replay, held = playback(opened), opened.table.match.position
    qtbot.wait(200)
    assert opened.table.match.position == held
    QTest.mouseClick(replay.table_layout.prompt.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened.table.match.position > held)


def test_a_change_of_language_applies_at_once(
    qtbot: QtBot, open_table: TableOpener, french_context: TableContext
) -> None:
    opened = open_table("human", *BOTS)
    replay = play_back(qtbot, opened)
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Right)
    opened.page.set_context(french_context)
    assert replay.bar.slider.value() == 1
    assert replay.bar.play.text().startswith("Lecture")
    assert replay.table_layout.prompt.headline.text().startswith("Vous")


def test_a_playing_replay_continues_after_a_change_of_language(
    qtbot: QtBot, open_table: TableOpener, french_context: TableContext
) -> None:
    opened = open_table("human", *BOTS, settings=replace(INSTANT, speed=400))
    replay = play_back(qtbot, opened, 1)
    replay.bar.play.click()
    assert replay.table_layout.scene.animating
    opened.page.set_context(french_context)
    shown = replay.bar.slider.value()
    qtbot.waitUntil(lambda: replay.bar.slider.value() > shown)


# ---- secrets ----


def names_shown(replay: Replay) -> set[str]:
    """Return the cards that a replay shows, of all players."""
    zones = (zone for number in range(replay.last + 1) for zone in replay.view(number).zones)
    return {f"{zone.owner} {piece.kind}" for zone in zones if not zone.open for piece in zone.pieces if piece.kind}


def test_the_replay_of_an_unfinished_match_shows_own_secrets_only(
    qtbot: QtBot, open_table: TableOpener, context: TableContext
) -> None:
    opened = open_table("human", "human", settings=replace(INSTANT, curtain=False))
    replay = play_back(qtbot, opened, 30)
    seat = opened.driver.view.seat
    assert not replay.bar.viewpoint.isVisible()
    seen = names_shown(Replay(SeatReplay(opened.table.match, seat), PrivacyFilter(), context))
    assert seen
    assert all(name.startswith(seat) for name in seen)
    lines = [
        replay.table_layout.log.item(row).data(Qt.ItemDataRole.UserRole)
        for row in range(replay.table_layout.log.count())
    ]
    told = {line.event for line in lines if isinstance(line, LogLine)}
    assert told <= {event.number for event in opened.table.match.events_of(seat)}


def test_a_finished_match_is_replayed_from_every_seat(qtbot: QtBot, pack: Ruleset, tmp_path: Path) -> None:
    seats = [SeatPlan("red", "human", "Ann"), SeatPlan("blue", BOT)]
    table = Table(pack, seats, {}, 7, tmp_path / "over.journal", make)
    while table.match.question is not None:
        table.match.choose(table.match.position, table.match.question.options[0])
    opened = open_page(qtbot, table, INSTANT)
    qtbot.waitUntil(opened.page.score.isVisible)
    opened.page.activateWindow()
    qtbot.waitUntil(opened.page.isActiveWindow)
    QTest.mouseClick(opened.page.score.replay_button, Qt.MouseButton.LeftButton)
    replay = playback(opened)
    assert [replay.bar.viewpoint.itemData(index) for index in range(replay.bar.viewpoint.count())] == [
        "red",
        "blue",
        "",
    ]
    assert replay.bar.viewpoint.currentText() == "Red"
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_End)
    assert replay.table_layout.prompt.headline.text() == "Draw: Red, Blue"
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Left)
    number = replay.bar.slider.value()
    replay.bar.viewpoint.setFocus()
    QTest.keyClick(replay.bar.viewpoint, Qt.Key.Key_Down)
    assert replay.table_layout.scene.view is not None
    assert replay.table_layout.scene.view.seat == "blue"
    assert replay.bar.slider.value() == number
    QTest.keyClick(replay.bar.viewpoint, Qt.Key.Key_Escape)
    assert opened.page.score.isVisible()
    opened.page.close_table()
    table.close()


def test_covered_pieces_stay_covered_in_a_replay(context: TableContext) -> None:
    match = begin(MUSTER, 3)
    play(match, random.Random(3), 30)

    def faces(covers: bool) -> list[str]:
        replay = Replay(SeatReplay(match, "blue"), PrivacyFilter(covers=covers), context)
        cells = (c for n in range(replay.last + 1) for b in replay.view(n).boards for c in b.cells)
        return [piece.kind for cell in cells for piece in cell.pieces if piece.owner == "blue" and not piece.open]

    assert any(faces(covers=False))
    assert not any(faces(covers=True))
