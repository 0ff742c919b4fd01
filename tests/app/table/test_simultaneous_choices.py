"""Simultaneous phases at one screen: players decide in turn, and see no choice of another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, open_page
from tests.dsl.match.secret_games import BIDS, HERDS, pack


def sit(qtbot: QtBot, rules: str, *players: str, settings: TableSettings = INSTANT) -> OpenTable:
    game: Ruleset = pack(rules)
    seats = [SeatPlan(colour, player) for colour, player in zip(game.rules.colours, players, strict=False)]
    return open_page(qtbot, Table(game, seats, {}, 7, bots=make), settings)


def choose(qtbot: QtBot, opened: OpenTable, action: str, place: str = "") -> None:
    """Choose by mouse, once a decision is shown."""
    driver = opened.driver
    qtbot.waitUntil(lambda: driver.decision is not None)
    decision = driver.decision
    assert decision is not None
    option = next(
        o for o in decision.options if decision.entries[o.entry].action == action and place in (o.value.place, "")
    )
    before = driver.view.position
    button = opened.page.table_layout.prompt.entry_button(option.entry)
    if option.value.place or not option.value.text:
        driver.play(option)
    else:
        if button is not None:
            driver.click(button)
        qtbot.waitUntil(lambda: any(each.accessibleName() == "Bid 3" for each in shown_buttons(opened)))
        driver.click(next(each for each in shown_buttons(opened) if each.accessibleName() == "Bid 3"))
    qtbot.waitUntil(lambda: driver.view.position == before + 1)


def shown_buttons(opened: OpenTable) -> list[QPushButton]:
    return [button for button in opened.page.table_layout.prompt.findChildren(QPushButton) if button.isVisible()]


def place_two(qtbot: QtBot, opened: OpenTable, *places: str) -> None:
    for place in places:
        choose(qtbot, opened, "settle", place)
    choose(qtbot, opened, "wait")


def lifted_by(opened: OpenTable, name: str) -> QPushButton:
    buttons = (opened.page.curtain.ready, *opened.page.curtain.others)
    return next(button for button in buttons if name in button.text().lower())


def all_texts(page: QWidget) -> str:
    """Return all texts, tooltips and accessible names of the page, without widgets that are being deleted."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    said = [w.text() for w in page.findChildren(QLabel)] + [w.text() for w in page.findChildren(QPushButton)]
    said += [log.item(row).text() for log in page.findChildren(QListWidget) for row in range(log.count())]
    for widget in page.findChildren(QWidget):
        said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
    return "\n".join(said)


def test_any_player_may_begin_and_hands_over_when_done(qtbot: QtBot):
    opened = sit(qtbot, HERDS, "human", "human")
    page, driver = opened.page, opened.driver
    assert page.curtain.colours == ("red", "blue")
    assert page.curtain.isVisible()
    driver.click(lifted_by(opened, "blue"))
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert driver.view.seat == "blue"
    place_two(qtbot, opened, "c3", "d3")
    assert not page.curtain.colour, "blue may look at it, and take it back"
    assert page.table_layout.prompt.hand_over.isVisible()
    assert "red" in page.table_layout.prompt.headline.text().lower()
    driver.click(page.table_layout.prompt.undo)
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert not page.table_layout.prompt.hand_over.isVisible()
    choose(qtbot, opened, "wait")
    driver.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: page.curtain.colours == ("red",))
    driver.click(page.curtain.ready)
    qtbot.waitUntil(lambda: driver.decision is not None)
    place_two(qtbot, opened, "c3", "a1")
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert driver.decision.seat == "red"
    standing = {c.place: c.counters for board in driver.view.boards for c in board.cells if c.counters}
    assert set(standing) == {"c3", "d3", "a1"}


def test_no_choice_is_visible_to_the_next_player(qtbot: QtBot):
    """In two worlds with different choices of red, blue sees the same table."""
    found = []
    for places in (("c3", "d3"), ("a1", "b4")):
        opened = sit(qtbot, HERDS, "human", "human")
        page, driver = opened.page, opened.driver
        driver.click(lifted_by(opened, "red"))
        place_two(qtbot, opened, *places)
        page.table_layout.typed.setText(f"settle {places[0]}")
        assert f"Settle on {places[0]}" in all_texts(page.table_layout)
        driver.click(page.table_layout.prompt.hand_over)
        qtbot.waitUntil(lambda page=page: page.curtain.colours == ("blue",))
        driver.click(page.curtain.ready)
        qtbot.waitUntil(lambda driver=driver: driver.decision is not None)
        qtbot.waitUntil(lambda page=page: page.table_layout.board.sharp)
        found.append(
            (all_texts(page.table_layout), page.table_layout.typed.text(), page.table_layout.board.grab().toImage())
        )
    assert found[0] == found[1]


def test_bots_decide_while_a_person_thinks(qtbot: QtBot):
    opened = sit(qtbot, HERDS, "human", BOT, BOT, settings=TableSettings(speed=0, bot_delay=60_000))
    table = opened.table
    qtbot.waitUntil(lambda: [q.seat for q in table.match.questions] == ["red"])
    assert not opened.page.curtain.colour
    place_two(qtbot, opened, "c3", "d3")
    qtbot.waitUntil(lambda: not table.match.secretly)


def test_people_decide_in_turn_while_bots_decide(qtbot: QtBot):
    opened = sit(qtbot, BIDS, "human", BOT, "human", settings=TableSettings(speed=0, bot_delay=0))
    page, driver = opened.page, opened.driver
    for name in ("white", "red"):
        qtbot.waitUntil(lambda: bool(page.curtain.colour))
        driver.click(lifted_by(opened, name))
        choose(qtbot, opened, "bid")
        if name == "white":
            driver.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: opened.table.match.contents.get("round") == 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_a_curtain_the_player_still_hands_over(qtbot: QtBot, language: str):
    table = Table(pack(BIDS), [SeatPlan("red"), SeatPlan("blue")], {}, 7)
    opened = open_page(qtbot, table, TableSettings(speed=0, bot_delay=0, curtain=False), language)
    for _ in range(2):
        choose(qtbot, opened, "sleep")
        choose(qtbot, opened, "bid")
        if opened.page.table_layout.prompt.hand_over.isVisible():
            opened.driver.click(opened.page.table_layout.prompt.hand_over)
            qtbot.waitUntil(lambda: opened.driver.decision is not None)
            assert not opened.page.curtain.colour
    assert opened.table.match.contents.get("round") == 1
