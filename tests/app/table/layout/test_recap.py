"""What the others did can be seen again, and the computer players can be told to wait."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.app.table.sitting import BOT, STILL, Seating, SitDown

BOTS = (BOT, BOT)


def my_turn(qtbot: QtBot, seating: Seating) -> None:
    """Choose once, and wait until the others have done."""
    guest = seating.guest
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: guest.decision is not None, timeout=120_000)


def test_places_that_others_changed_since_ones_last_choice_are_marked(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS)
    assert not seating.page.table_layout.scene.marks.earlier
    my_turn(qtbot, seating)
    marks = seating.page.table_layout.scene.marks
    assert len(marks.earlier) == 2  # each of the others has begun somewhere, and only the last one is `last`
    assert len(marks.last) == 1
    assert marks.last < marks.earlier


def test_what_the_others_did_is_shown_again_one_by_one(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS)
    page, prompt = seating.page, seating.page.table_layout.prompt
    assert not prompt.recap.isVisible()
    my_turn(qtbot, seating)
    now, headline = page.table_layout.scene.view, prompt.headline.text()
    assert prompt.recap.isVisible()
    seating.guest.key("g")
    first = prompt.headline.text()
    assert ": Start on" in first
    assert not first.startswith("Red")
    assert prompt.chapter.text() == "Showing 1 of 2"
    assert page.table_layout.scene.view != now
    seating.guest.click_board(next(iter(page.table_layout.scene.marks.last)))  # a click goes on, and chooses nothing
    assert prompt.chapter.text() == "Showing 2 of 2"
    assert prompt.headline.text() != first
    seating.guest.key(Qt.Key.Key_Escape)
    assert (page.table_layout.scene.view, prompt.headline.text()) == (now, headline)
    assert seating.guest.view.position == 3
    my_turn(qtbot, seating)


def test_looking_back_ends_by_itself(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS)
    my_turn(qtbot, seating)
    headline = seating.page.table_layout.prompt.headline.text()
    seating.guest.click(seating.page.table_layout.prompt.recap)
    assert seating.page.table_layout.prompt.headline.text() != headline
    qtbot.waitUntil(lambda: seating.page.table_layout.prompt.headline.text() == headline, timeout=120_000)
    assert seating.guest.decision is not None


def test_computer_players_wait_as_long_as_one_likes(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS)
    guest, prompt = seating.guest, seating.page.table_layout.prompt
    assert not prompt.pause.isVisible()
    guest.play(guest.any_option())
    assert prompt.pause.isVisible()
    guest.key("p")
    assert prompt.pause.text().startswith("Resume")
    qtbot.wait(150)
    assert guest.view.position == 1
    guest.key("p")
    qtbot.waitUntil(lambda: guest.decision is not None, timeout=120_000)
    assert not prompt.pause.isVisible()


def test_while_others_play_the_prompt_says_what_was_done_last(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS, settings=replace(STILL, bot_delay=300))
    guest, page = seating.guest, seating.page
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: guest.view.position == 2, timeout=120_000)
    guest.key("p")

    def said() -> list[str]:
        return [words.text() for words in page.table_layout.prompt.findChildren(QLabel) if words.isVisible()]

    qtbot.waitUntil(lambda: any(": Start on" in words for words in said()))
    assert not any(words.startswith("Red") for words in said())


def test_whoever_looks_on_can_look_back(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down(BOT, BOT)
    page = seating.page
    qtbot.waitUntil(lambda: seating.guest.view.position >= 3, timeout=120_000)
    seating.guest.click(page.table_layout.prompt.recap)
    assert page.table_layout.prompt.chapter.text().startswith("Showing 1 of ")
    seating.guest.key(Qt.Key.Key_Escape)
    held = seating.guest.view.position
    qtbot.waitUntil(lambda: seating.guest.view.position > held, timeout=120_000)


def test_a_pause_shows_also_on_ones_own_turn_and_ends_by_its_button(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", *BOTS)
    page, guest = seating.page, seating.guest
    assert not page.table_layout.paused.isVisible()
    guest.key("p")
    assert page.table_layout.paused.isVisible()
    assert [notice.text for notice in page.table_layout.paused.notices] == ["Paused. The computer players are waiting."]
    guest.play(guest.any_option())
    held = seating.table.match.position
    qtbot.wait(100)
    assert seating.table.match.position == held
    assert page.table_layout.paused.isVisible()
    (resume,) = page.table_layout.paused.findChildren(QPushButton)
    guest.click(resume)
    assert not page.table_layout.paused.isVisible()
    qtbot.waitUntil(lambda: seating.table.match.position > held)


def test_people_alone_have_nothing_to_pause(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", "human", settings=replace(STILL, curtain=False))
    seating.guest.key("p")
    assert not seating.page.table_layout.paused.isVisible()
