"""Turns of the bots: delays, pauses, and how long a bot has been thinking."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.table.control.bot_turns import BotTurns
from tests.app.table.control.recorded_link import RecordedLink


@pytest.fixture
def link(qtbot: QtBot) -> RecordedLink:
    return RecordedLink()


@pytest.fixture
def bots(link: RecordedLink) -> Iterator[BotTurns]:
    turns = BotTurns(link)
    yield turns
    turns.stop()


def test_a_bot_chooses_once_after_the_delay(qtbot: QtBot, link: RecordedLink, bots: BotTurns) -> None:
    bots.start(30, secretly=False)
    assert link.steps == 0
    qtbot.waitUntil(lambda: link.steps == 1)
    qtbot.wait(60)
    assert link.steps == 1, "the update of the choice starts the next bot"


def test_a_secret_choice_is_made_at_once_and_announced(qtbot: QtBot, bots: BotTurns) -> None:
    with qtbot.waitSignal(bots.chose_secretly):
        bots.start(600_000, secretly=True)  # longer than the test waits


def test_a_choice_in_the_open_is_not_announced(qtbot: QtBot, link: RecordedLink, bots: BotTurns) -> None:
    with qtbot.assertNotEmitted(bots.chose_secretly):
        bots.start(0, secretly=False)
        qtbot.waitUntil(lambda: link.steps == 1)


def test_a_thinking_bot_is_asked_again_until_it_has_chosen(qtbot: QtBot, link: RecordedLink, bots: BotTurns) -> None:
    link.thinking = "blue"
    reports: list[tuple[str, int]] = []
    bots.thinking.connect(lambda seat, seconds: reports.append((seat, seconds)))
    bots.start(0, secretly=False)
    qtbot.waitUntil(lambda: len(reports) == 3)
    assert reports == [("blue", 0)] * 3
    link.thinking = None
    asked = link.steps
    qtbot.waitUntil(lambda: link.steps == asked + 1)
    qtbot.wait(60)
    assert link.steps == asked + 1


def test_a_pause_interrupts_the_bot_and_its_end_starts_it_again(
    qtbot: QtBot, link: RecordedLink, bots: BotTurns
) -> None:
    link.thinking = "blue"
    with qtbot.waitSignal(bots.thinking):
        bots.start(0, secretly=False)
    with qtbot.waitSignal(bots.interrupted):
        bots.toggle_pause()
    assert (bots.paused, link.stops) == (True, 1)
    asked = link.steps
    qtbot.wait(60)
    assert link.steps == asked
    bots.toggle_pause()
    qtbot.waitUntil(lambda: link.steps > asked)


def test_a_bot_whose_turn_begins_in_a_pause_waits_for_its_end(qtbot: QtBot, link: RecordedLink, bots: BotTurns) -> None:
    bots.toggle_pause()
    bots.start(0, secretly=False)
    qtbot.wait(60)
    assert link.steps == 0
    bots.toggle_pause()
    qtbot.waitUntil(lambda: link.steps == 1)


def test_no_bot_chooses_after_the_end(qtbot: QtBot, link: RecordedLink, bots: BotTurns) -> None:
    bots.start(30, secretly=False)
    bots.stop()
    qtbot.wait(60)
    assert (link.steps, link.stops) == (0, 1)
