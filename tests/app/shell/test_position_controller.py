"""Positions put together from the set-up page and from a replay, and the matches that begin at them."""

from __future__ import annotations

import random
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.controllers.local_session import LocalSession
from app.screens.gallery import GameButton
from app.session.local_matches import begin_at
from app.session.match_config import MatchConfig, SeatConfig
from app.shell.window import MainWindow
from app.storage.matches import find_matches
from app.table.model.things import Spot
from app.table.replay.replay_page import ReplayPage
from app.workshop.position_editor import PositionEditor
from dsl.match.journal import SetUpPosition
from dsl.match.option_numbers import to_journal
from dsl.match.position_draft import PositionDraft
from dsl.match.set_up_position import course_of
from tests.rulesets import RULESETS, loaded


def test_a_match_begins_at_a_position_and_at_one_of_its_replay(
    qtbot: QtBot, window: MainWindow, portable: Path
) -> None:
    next(each for each in window.start.findChildren(GameButton) if each.game.name == "tic-tac-toe").click()
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.seats._rows[1].player.setCurrentIndex(0)
    QTest.mouseClick(window.setup.position, Qt.MouseButton.LeftButton)
    (editor,) = window.findChildren(PositionEditor)
    for row, place in ((0, "a1"), (1, "b2"), (0, "a2")):
        editor.box.setCurrentRow(row)
        middle = editor.scene.hit_test.middle_of(Spot(place))
        assert middle is not None
        QTest.mouseClick(editor.board.viewport(), Qt.MouseButton.LeftButton, pos=editor.board.mapFromScene(*middle))
    editor.turn.setCurrentIndex(1)
    editor.turn.activated.emit(1)
    play(window, editor)
    session = played(qtbot, window)
    assert (marks(session), session.match.table.match.question.seat) == ({"a1", "a2", "b2"}, "noughts")

    begun = session.match.journal
    view = session.page.view
    option = next(each for each in view.decisions[0].options if each.value.place == "a3")
    session.page.link.choose("noughts", view.position, option.number)
    qtbot.waitUntil(lambda: session.page.view.position == 1)
    session.page.table_layout.replay_button.click()
    replay = session.page.findChild(ReplayPage)
    replay.bar.slider.setValue(0)
    replay.bar.edit.click()
    (editor,) = (each for each in window.findChildren(PositionEditor) if each.isVisible())
    assert {cell.place for board in editor.draft.view().boards for cell in board.cells if cell.pieces} == {
        "a1",
        "a2",
        "b2",
    }
    play(window, editor)
    qtbot.waitUntil(lambda: window.session is not session)
    assert marks(played(qtbot, window)) == {"a1", "a2", "b2"}

    window.show_start()
    matches = find_matches(find_user_folders(portable).matches)
    window.resume(next(each for each in matches if each.journal.samefile(begun)))
    assert marks(played(qtbot, window)) == {"a1", "a2", "a3", "b2"}


def play(window: MainWindow, editor: PositionEditor) -> None:
    """Press "Play from here…", and Enter in the dialog."""
    QTest.mouseClick(editor.play_button, Qt.MouseButton.LeftButton)
    dialog = next(each for each in window.findChildren(QDialog) if each.isVisible() and each is not editor)
    QTest.keyClick(dialog, Qt.Key.Key_Return)


def played(qtbot: QtBot, window: MainWindow) -> LocalSession:
    session = window.session
    assert isinstance(session, LocalSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    return session


def marks(session: LocalSession) -> set[str]:
    return {cell.place for board in session.match.table.view("").boards for cell in board.cells if cell.pieces}


def test_a_position_of_a_match_goes_on_at_the_same_point_of_the_rules(tmp_path: Path) -> None:
    pack, dice = loaded(RULESETS / "trias"), random.Random(2)
    match, made = pack.start(2, {}, 11), list[tuple[str, int]]()
    while match.question is not None and (
        course_of(match.question).phase != "phase actions" or match.question.ask.parameter or len(made) < 14
    ):
        option = dice.choice(match.question.options)
        made.append((match.question.seat, to_journal(match.question, option)))
        match.choose(match.position, option)
    question = match.question
    assert question is not None
    draft = PositionDraft(pack, 2, match.options)
    assert draft.take_from(match) is None
    start = SetUpPosition(draft.items, question.seat, 7, tuple(made), course_of(question).name)
    plan = MatchConfig(RULESETS / "trias", (SeatConfig("human"), SeatConfig("human")), {})
    begun = begin_at(plan, pack, start, tmp_path / "a.journal", "en", 11)
    found = begun.table.match.question
    assert found is not None
    assert (found.seat, found.view(open_to_viewer=True).budget) == (
        question.seat, question.view(open_to_viewer=True).budget,
    )  # fmt: skip
    assert begun.table.match.view(question.seat).turn == match.view(question.seat).turn
    begun.close()
