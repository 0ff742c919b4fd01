"""Recap of the actions of others, and the pause of bots."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.app.table.table_pages import BOT, INSTANT, OpenTable, TableOpener

BOTS = (BOT, BOT)


def my_turn(qtbot: QtBot, opened: OpenTable) -> None:
    """Choose once, and wait until the others have done."""
    driver = opened.driver
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.decision is not None)


def test_places_changed_since_the_last_choice_are_marked(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    assert not opened.page.table_layout.scene.marks.earlier
    my_turn(qtbot, opened)
    marks = opened.page.table_layout.scene.marks
    assert len(marks.earlier) == 2  # each of the others has begun somewhere, and only the last one is `last`
    assert len(marks.last) == 1
    assert marks.last < marks.earlier


def test_a_recap_shows_the_actions_of_others_one_by_one(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    page, prompt = opened.page, opened.page.table_layout.prompt
    assert not prompt.recap.isVisible()
    my_turn(qtbot, opened)
    now, headline = page.table_layout.scene.view, prompt.headline.text()
    assert prompt.recap.isVisible()
    opened.driver.key("g")
    first = prompt.headline.text()
    assert " settled 2 herds" in first
    assert not first.startswith("Red")
    assert prompt.chapter.text() == "Showing 1 of 2"
    assert not prompt.undo.isVisible()
    assert page.table_layout.scene.view != now
    opened.driver.click_board(next(iter(page.table_layout.scene.marks.last)))  # a click goes on, and chooses nothing
    assert prompt.chapter.text() == "Showing 2 of 2"
    assert prompt.headline.text() != first
    opened.driver.key(Qt.Key.Key_Escape)
    assert (page.table_layout.scene.view, prompt.headline.text()) == (now, headline)
    assert prompt.undo.isVisible()
    assert opened.driver.view.position == 3
    my_turn(qtbot, opened)


def test_a_recap_ends_automatically(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    my_turn(qtbot, opened)
    headline = opened.page.table_layout.prompt.headline.text()
    opened.driver.click(opened.page.table_layout.prompt.recap)
    assert opened.page.table_layout.prompt.headline.text() != headline
    qtbot.waitUntil(lambda: opened.page.table_layout.prompt.headline.text() == headline)
    assert opened.driver.decision is not None


def test_bots_wait_while_a_recap_is_shown(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    driver, prompt = opened.driver, opened.page.table_layout.prompt
    assert not prompt.pause.isVisible()
    driver.play(driver.any_option())
    assert prompt.pause.isVisible()
    driver.key("p")
    assert prompt.pause.text().startswith("Resume")
    qtbot.wait(150)
    assert driver.view.position == 1
    driver.key("p")
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert not prompt.pause.isVisible()


def test_the_prompt_shows_the_last_action_while_others_play(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS, settings=replace(INSTANT, bot_delay=1000))
    driver, page = opened.driver, opened.page
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.view.position == 2)
    driver.key("p")

    def said() -> list[str]:
        return [words.text() for words in page.table_layout.prompt.findChildren(QLabel) if words.isVisible()]

    qtbot.waitUntil(lambda: any(" settled 2 herds" in words for words in said()))
    assert not any(words.startswith("Red") for words in said())


def test_a_spectator_can_watch_a_recap(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table(BOT, BOT)
    page = opened.page
    qtbot.waitUntil(lambda: opened.driver.view.position >= 3)
    opened.driver.click(page.table_layout.prompt.recap)
    assert page.table_layout.prompt.chapter.text().startswith("Showing 1 of ")
    opened.driver.key(Qt.Key.Key_Escape)
    held = opened.driver.view.position
    qtbot.waitUntil(lambda: opened.driver.view.position > held)


def test_a_pause_is_shown_on_the_own_turn_and_ends_with_its_button(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", *BOTS)
    page, driver = opened.page, opened.driver
    assert not page.table_layout.paused.isVisible()
    driver.key("p")
    assert page.table_layout.paused.isVisible()
    assert [notice.text for notice in page.table_layout.paused.notices] == ["Paused. The computer players are waiting."]
    driver.play(driver.any_option())
    held = opened.table.match.position
    qtbot.wait(100)
    assert opened.table.match.position == held
    assert page.table_layout.paused.isVisible()
    (resume,) = page.table_layout.paused.findChildren(QPushButton)
    driver.click(resume)
    assert not page.table_layout.paused.isVisible()
    qtbot.waitUntil(lambda: opened.table.match.position > held)


def test_a_match_without_bots_has_no_pause(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", "human", settings=replace(INSTANT, curtain=False))
    opened.driver.key("p")
    assert not opened.page.table_layout.paused.isVisible()
