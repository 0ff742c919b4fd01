"""Sounds of a table: for what is shown, once per burst, and never for the past."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.session.local_link import LocalLink
from app.sound.synthesis import Sound
from app.table.control.sounds import sounds_of
from app.table.page import TablePage
from app.table.replay.replay_page import ReplayPage
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from dsl.match.view import EventView
from tests.app.table.table_pages import BOT, INSTANT, TableOpener, make_context, play_on


@dataclass
class Heard:
    """What a page has requested."""

    sounds: list[str] = field(default_factory=list)
    turns: int = 0

    @classmethod
    def at(cls, page: TablePage) -> Heard:
        heard = cls()
        page.sound_requested.connect(heard.sounds.append)
        page.turn_came.connect(heard.count_turn)
        return heard

    def count_turn(self) -> None:
        self.turns += 1


def event(kind: str, **args: str) -> EventView:
    return EventView(0, kind, tuple((name.rstrip("_"), value) for name, value in args.items()), (), 0)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([event("chose", player="red")], (None, None)),
        ([event("lay", piece="tile", to="a1")], (None, "place")),
        ([event("shift", piece="man", from_="a1", to="a2")], ("slide", None)),
        ([event("count", counter="seed", from_="reserve", to="a2", amount="2")], (None, "place")),
        ([event("count", counter="seed", from_="a1", to="a2", amount="2")], ("slide", None)),
        ([event("pass", piece="card")], ("card", None)),
        ([event("shift", piece="man"), event("lay", piece="tile")], (None, "place")),
        ([event("pass", piece="card"), event("award", player="red", points="3")], ("card", "score")),
        ([event("lay", piece="tile"), event("set", variable="score", before="1", after="3")], (None, "score")),
        ([event("set", variable="score", before="3", after="1")], (None, None)),
        ([event("set", variable="round", before="1", after="2")], (None, None)),
        ([event("award", player="red")], (None, None)),
    ],
)
def test_the_events_of_an_update_have_a_sound_of_moving_and_one_of_landing(
    events: list[EventView], expected: tuple[Sound | None, Sound | None]
) -> None:
    assert sounds_of(events) == expected


def test_a_first_view_is_silent_but_says_whose_turn_it_is(qtbot: QtBot, pack: Ruleset, tmp_path: Path) -> None:
    seats = [SeatPlan("red"), SeatPlan("blue", BOT)]
    table = Table(pack, seats, {}, 7, tmp_path / "match.journal", make)
    page = TablePage(LocalLink(table), make_context(), INSTANT)
    qtbot.addWidget(page)
    heard = Heard.at(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.open()
    qtbot.waitUntil(lambda: heard.turns == 1)
    qtbot.waitUntil(lambda: not page.sounds.busy)
    assert not heard.sounds
    page.close_table()
    table.close()


@pytest.mark.parametrize(("alerts", "elsewhere"), [(True, True), (True, False), (False, True)])
def test_the_turn_after_the_others_sounds_while_another_window_is_active(
    qtbot: QtBot, open_table: TableOpener, alerts: bool, elsewhere: bool
) -> None:
    opened = open_table("human", BOT, settings=replace(INSTANT, turn_alert=alerts))
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    heard, other = Heard.at(opened.page), QWidget()
    qtbot.addWidget(other)
    other.show()
    active: QWidget = other if elsewhere else opened.page
    active.activateWindow()
    qtbot.waitUntil(active.isActiveWindow)
    opened.page.sounds._waited = True
    opened.page._controller.settled.emit()
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    assert heard.turns == 1
    assert heard.sounds == (["turn"] if alerts and elsewhere else [])


def test_players_at_one_screen_hear_no_turn(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", "human")
    heard = Heard.at(opened.page)
    play_on(qtbot, opened, 8)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    assert heard.turns <= 1
    assert "place" in heard.sounds


def test_of_a_burst_the_most_important_sound_is_requested_once(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    spy = QSignalSpy(opened.page.sound_requested)
    for sound in ("place", "score", "slide", "place"):
        opened.page.sounds.request(sound)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    assert [spy.at(index) for index in range(spy.count())] == [["score"]]


def test_a_refusal_sounds(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    heard = Heard.at(opened.page)
    view, decision = opened.driver.view, opened.driver.decision
    assert decision is not None
    places = {option.value.place for option in decision.options}
    barred = next(cell.place for board in view.boards for cell in board.cells if cell.place not in places)
    opened.page.link.ask_why_not(view.seat, view.position, -1, barred)
    qtbot.waitUntil(lambda: "refused" in heard.sounds)


def test_an_undo_and_a_replay_are_silent(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT, BOT)
    play_on(qtbot, opened, 1)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    heard = Heard.at(opened.page)
    opened.page.table_layout.replay_button.click()
    replay = opened.page.findChild(ReplayPage)
    assert replay is not None
    for button in (replay.bar.forward, replay.bar.forward, replay.bar.back, replay.bar.last):
        button.click()
    assert not opened.page.sounds.busy
    replay.closed.emit()
    position = opened.driver.view.position
    opened.page.table_layout.prompt.undo.click()
    assert opened.driver.view.position < position
    assert not opened.page.sounds.busy
    assert not heard.sounds


def test_the_end_of_a_match_sounds_once(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", "human")
    heard = Heard.at(opened.page)
    play_on(qtbot, opened)
    qtbot.waitUntil(lambda: not opened.page.sounds.busy)
    assert heard.sounds.count("win") == 1


def test_a_table_that_closes_requests_nothing_more(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    opened.page.sounds.request("place")
    opened.page.close_table()
    assert not opened.page.sounds.busy
