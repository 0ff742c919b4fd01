"""Automatic pass: when it is taken, when it would tell the others something, and how the player keeps the decision."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session.link import Player
from app.table.control.auto_pass import AutoPass, moves_nothing, only_button
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.table import Table
from tests.app.table.control.recorded_link import RecordedLink
from tests.app.table.decisions import NO_VALUE, decision, deeds, entry, goals, herd, tile
from tests.app.table.table_pages import BOT, INSTANT, open_page
from tests.app.table.views import position
from tests.dsl.match.secret_games import pack

DECLINE = decision((entry("breed", "t", possible=False), entry("decline")), ((1, NO_VALUE),))


class PeopleLink(RecordedLink):
    """Link of a table at which red plays against people."""

    @property
    def paces_bots(self) -> bool:
        return False


def asks(link: RecordedLink, *, secrets: bool) -> bool:
    """Whether the window asks for the result of red's only option, in order to take it."""
    auto = AutoPass(link)
    auto.enabled = True
    auto.start(structs.replace(position(decision=DECLINE), secrets=secrets), DECLINE)
    return bool(link.previews)


def test_only_a_single_option_without_a_value_can_be_a_pass() -> None:
    assert only_button(DECLINE) == DECLINE.options[0]
    assert only_button(deeds()) is None
    assert only_button(goals(herd("red", "2,0", "fresh"), "2,1")) is None
    assert only_button(decision((entry("breed", "t"),), ((0, tile("2,0")),))) is None
    assert only_button(None) is None


def test_a_pass_moves_nothing_and_reveals_nothing() -> None:
    view = position(decision=DECLINE)
    assert moves_nothing(view, structs.replace(view, position=8, turn=5, values=(("round", "2"),)))
    assert not moves_nothing(view, structs.replace(view, zones=view.zones[1:]))
    assert not moves_nothing(view, structs.replace(view, seats=view.seats[1:]))
    assert not moves_nothing(view, None)  # chance, or a secret


def test_a_pass_that_could_tell_people_something_is_not_taken(qtbot: QtBot) -> None:
    assert asks(PeopleLink(), secrets=False)
    assert not asks(PeopleLink(), secrets=True)
    assert asks(RecordedLink(), secrets=True)  # against computers at this computer
    shared = RecordedLink()
    shared.players = (Player("red"), Player("blue"), Player("black", here=False))
    assert not asks(shared, secrets=True)


def test_a_decision_that_the_player_keeps_is_not_asked_about_again(qtbot: QtBot) -> None:
    link = RecordedLink()
    auto = AutoPass(link)
    auto.enabled = True
    auto.keep_open(7)
    auto.start(position(decision=DECLINE), DECLINE)
    assert not link.sent
    auto.start(position(decision=DECLINE, number=9), DECLINE)
    assert link.sent


FEN = """game fen
    players 2, colours red, blue
board bog: squares 1 by 1
counter frog of player: 3 each, on squares
variable rests of player: 0..9 = 0
variable score of player: 0..9 = 0
action hop(s: square) "Hop to {s}"
    needs free: none of frogs on s "There is a frog."
    do
        move 1 of my frogs in reserve to s
        score of me += 1
action stay "Stay where you are"
    do
        rests of me += 1
play
    repeat up to 3 times
        one turn each from seat(1) clockwise
            choose one of
                hop
                stay
winner
    most score: score of it
    shared
"""


def test_a_pass_is_shown_taken_and_marked_in_the_log(qtbot: QtBot) -> None:
    seats = [SeatPlan("red", "human"), SeatPlan("blue", BOT)]
    opened = open_page(qtbot, Table(pack(FEN), seats, {}, 7, bots=make), INSTANT)
    driver, page, prompt = opened.driver, opened.page, opened.page.table_layout.prompt
    page.apply_settings(replace(INSTANT, passes=True))
    auto = page._controller._auto_pass
    auto.moment = 60_000
    driver.click_board("a1")
    qtbot.waitUntil(lambda: auto.running)  # nothing is left for red but to stay
    assert prompt.headline.text() == "Stay where you are: your only option"
    driver.key(Qt.Key.Key_Escape)
    assert prompt.headline.text() != "Stay where you are: your only option"  # the player keeps the decision
    auto.moment = 0
    assert driver.decision is not None
    driver.play(driver.decision.options[0])
    qtbot.waitUntil(lambda: driver.over)
    log = page.table_layout.log
    lines = [log.item(row).text().removesuffix("\u00a0▸") for row in range(log.count())]
    assert [line for line in lines if line.endswith(" (automatic)")] == ["You: Stay where you are. (automatic)"]
    qtbot.waitUntil(page.score.isVisible)
    driver.key(Qt.Key.Key_U, page.score)  # the score lies over the board
    assert (driver.view.position, driver.over) == (4, False)
    assert page.table_layout.isVisible()
    qtbot.wait(20)
    assert not auto.running  # the player who has undone a pass decides
    assert driver.view.position == 4
    page.close_table()
