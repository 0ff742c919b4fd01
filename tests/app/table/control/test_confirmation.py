"""Choices that wait for a confirmation, at an open table: what is shown, and the keys and buttons that end it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.table.model.things import spot_of
from tests.app.table.page_driver import thing_of
from tests.app.table.table_pages import BOT, INSTANT, TableOpener, play_on


def test_a_choice_is_shown_and_taken_after_the_confirmation(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    driver, page = opened.driver, opened.page
    prompt, board = page.table_layout.prompt, page.table_layout.board
    play_on(qtbot, opened, 1)
    page.apply_settings(replace(INSTANT, confirm="always"))
    qtbot.waitUntil(lambda: driver.decision is not None)
    before, headline, shown = driver.view, prompt.headline.text(), page.table_layout.scene.view
    option = driver.any_option()
    driver.play(option)
    assert driver.view == before
    assert prompt.confirm.isVisible()
    assert prompt.headline.text() != headline
    assert option.value.place not in prompt.headline.text()  # the board does not show coordinates
    assert page.table_layout.scene.view != shown  # the position after the choice
    assert spot_of(option.value) in page.table_layout.scene.marks.chosen

    driver.key(Qt.Key.Key_Escape)  # back to the choice
    assert not prompt.confirm.isVisible()
    assert (prompt.headline.text(), page.table_layout.scene.view) == (headline, shown)

    driver.click_board(option.value.place, thing_of(option.value))
    driver.key(Qt.Key.Key_U)  # there is nothing to undo but the choice that waits
    assert driver.view == before
    driver.click_board(option.value.place, thing_of(option.value))
    board.setFocus()
    driver.key(Qt.Key.Key_Return)
    assert driver.view.position == before.position + 1
    assert not prompt.confirm.isVisible()

    qtbot.waitUntil(lambda: driver.decision is not None)
    position = driver.view.position
    driver.play(driver.any_option())
    driver.click(prompt.confirm)
    assert driver.view.position == position + 1
    assert board.hasFocus()
