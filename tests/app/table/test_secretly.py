"""Several people at one screen decide in secret: one after the other, and nothing of one shows to the next."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.table.model.context import TableSettings
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from tests.app.table.sitting import BOT, STILL, Seating, seat_at
from tests.dsl.match.sealed import BIDS, HERDS, pack


def sit(qtbot: QtBot, rules: str, *players: str, settings: TableSettings = STILL) -> Seating:
    game: Ruleset = pack(rules)
    seats = [SeatPlan(colour, player) for colour, player in zip(game.rules.colours, players, strict=False)]
    return seat_at(qtbot, Table(game, seats, {}, 7, bots=make), settings)


def choose(qtbot: QtBot, seating: Seating, action: str, place: str = "") -> None:
    """Choose by mouse, as soon as it is asked."""
    guest = seating.guest
    qtbot.waitUntil(lambda: guest.decision is not None)
    decision = guest.decision
    assert decision is not None
    option = next(
        o for o in decision.options if decision.entries[o.entry].action == action and place in (o.value.place, "")
    )
    before = guest.view.position
    button = seating.page.table_layout.prompt.entry_button(option.entry)
    if option.value.place or not option.value.text:
        guest.play(option)
    else:
        if button is not None:
            guest.click(button)
        qtbot.waitUntil(lambda: any(each.accessibleName() == "Bid 3" for each in shown_buttons(seating)))
        guest.click(next(each for each in shown_buttons(seating) if each.accessibleName() == "Bid 3"))
    qtbot.waitUntil(lambda: guest.view.position == before + 1)


def shown_buttons(seating: Seating) -> list[QPushButton]:
    return [button for button in seating.page.table_layout.prompt.findChildren(QPushButton) if button.isVisible()]


def place_two(qtbot: QtBot, seating: Seating, *places: str) -> None:
    for place in places:
        choose(qtbot, seating, "settle", place)
    choose(qtbot, seating, "wait")


def lifted_by(seating: Seating, name: str) -> QPushButton:
    buttons = (seating.page.curtain.ready, *seating.page.curtain.others)
    return next(button for button in buttons if name in button.text().lower())


def all_texts(page: QWidget) -> str:
    """Everything that can be read, pointed at or heard at the page, without what is on its way out."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    said = [w.text() for w in page.findChildren(QLabel)] + [w.text() for w in page.findChildren(QPushButton)]
    said += [log.item(row).text() for log in page.findChildren(QListWidget) for row in range(log.count())]
    for widget in page.findChildren(QWidget):
        said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
    return "\n".join(said)


def test_anybody_may_begin_and_whoever_has_done_hands_over(qtbot: QtBot):
    seating = sit(qtbot, HERDS, "human", "human")
    page, guest = seating.page, seating.guest
    assert page.curtain.colours == ("red", "blue")
    assert page.curtain.isVisible()
    guest.click(lifted_by(seating, "blue"))
    qtbot.waitUntil(lambda: guest.decision is not None)
    assert guest.view.seat == "blue"
    place_two(qtbot, seating, "c3", "d3")
    assert not page.curtain.colour, "blue may look at it, and take it back"
    assert page.table_layout.prompt.hand_over.isVisible()
    assert "red" in page.table_layout.prompt.headline.text().lower()
    guest.click(page.table_layout.prompt.undo)
    qtbot.waitUntil(lambda: guest.decision is not None)
    assert not page.table_layout.prompt.hand_over.isVisible()
    choose(qtbot, seating, "wait")
    guest.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: page.curtain.colours == ("red",))
    guest.click(page.curtain.ready)
    qtbot.waitUntil(lambda: guest.decision is not None)
    place_two(qtbot, seating, "c3", "a1")
    qtbot.waitUntil(lambda: guest.decision is not None)
    assert guest.decision.seat == "red"
    standing = {c.place: c.counters for board in guest.view.boards for c in board.cells if c.counters}
    assert set(standing) == {"c3", "d3", "a1"}


def test_nothing_of_one_shows_to_the_next(qtbot: QtBot):
    """Two worlds: whatever red does, blue finds the same table."""
    found = []
    for places in (("c3", "d3"), ("a1", "b4")):
        seating = sit(qtbot, HERDS, "human", "human")
        page, guest = seating.page, seating.guest
        guest.click(lifted_by(seating, "red"))
        place_two(qtbot, seating, *places)
        page.table_layout.typed.setText(f"settle {places[0]}")
        assert f"Settle on {places[0]}" in all_texts(page.table_layout)
        guest.click(page.table_layout.prompt.hand_over)
        qtbot.waitUntil(lambda page=page: page.curtain.colours == ("blue",))
        guest.click(page.curtain.ready)
        qtbot.waitUntil(lambda guest=guest: guest.decision is not None)
        found.append(
            (all_texts(page.table_layout), page.table_layout.typed.text(), page.table_layout.board.grab().toImage())
        )
    assert found[0] == found[1]


def test_computers_decide_while_one_thinks(qtbot: QtBot):
    seating = sit(qtbot, HERDS, "human", BOT, BOT, settings=TableSettings(speed=0, bot_delay=60_000))
    table = seating.table
    qtbot.waitUntil(lambda: [q.seat for q in table.match.questions] == ["red"])
    assert not seating.page.curtain.colour
    place_two(qtbot, seating, "c3", "d3")
    qtbot.waitUntil(lambda: not table.match.secretly)


def test_people_decide_one_after_the_other_while_computers_do(qtbot: QtBot):
    seating = sit(qtbot, BIDS, "human", BOT, "human", settings=TableSettings(speed=0, bot_delay=0))
    page, guest = seating.page, seating.guest
    for name in ("white", "red"):
        qtbot.waitUntil(lambda: bool(page.curtain.colour))
        guest.click(lifted_by(seating, name))
        choose(qtbot, seating, "bid")
        if name == "white":
            guest.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: seating.table.match.contents.get("round") == 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_a_curtain_one_hands_over_all_the_same(qtbot: QtBot, language: str):
    table = Table(pack(BIDS), [SeatPlan("red"), SeatPlan("blue")], {}, 7)
    seating = seat_at(qtbot, table, TableSettings(speed=0, bot_delay=0, curtain=False), language)
    for _ in range(2):
        choose(qtbot, seating, "sleep")
        choose(qtbot, seating, "bid")
        if seating.page.table_layout.prompt.hand_over.isVisible():
            seating.guest.click(seating.page.table_layout.prompt.hand_over)
            qtbot.waitUntil(lambda: seating.guest.decision is not None)
            assert not seating.page.curtain.colour
    assert seating.table.match.contents.get("round") == 1
