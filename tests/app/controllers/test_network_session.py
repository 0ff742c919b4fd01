"""A table's page at a table elsewhere: a real process, over loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.controllers.network_session import LanSession
from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.connection import Connection
from app.storage.settings import Settings
from dsl.match.messages import Accepted, Reason, Refused
from dsl.match.view import DecisionView
from tests.app.net.fake_table import guest_at
from tests.app.net.served import Served

STILL = replace(Settings(), speed=0)


class Place:
    """A table and windows at it, each with a guest and, once the match has begun, a session."""

    def __init__(self, qtbot: QtBot, folder: Path, *words: str) -> None:
        self.qtbot, self.folder, self.parent = qtbot, folder, QObject()
        self.table = Served(folder / "table", "trias", *words)
        self.guests: list[TableClient] = []
        self.sessions: list[LanSession] = []

    def guest(self, name: str, language: str = "en") -> TableClient:
        guest = guest_at(self.folder / name, official_rulesets(), self.parent, language)
        self.guests.append(guest)
        guest.go("127.0.0.1", self.table.port, name)
        self.until(lambda: guest.stage.seated)
        return guest

    def seated(self, name: str, *seats: str, language: str = "en") -> TableClient:
        guest = self.guest(name, language)
        for seat in seats:
            guest.take_seat(seat)
        self.until(lambda: guest.seats == seats)
        return guest

    def session(self, guest: TableClient, language: str = "en", wait: bool = True) -> LanSession:
        self.until(lambda: guest.stage is ConnectionState.PLAYING)
        session = LanSession(guest, Translations(language), STILL, LIGHT, print, self.parent)
        self.sessions.append(session)
        self.qtbot.addWidget(session.page)
        session.open()
        self.until(lambda: session.page.view is not None or not wait)
        return session

    def begin(self, *guests: TableClient) -> None:
        for guest in guests:
            guest.set_ready(True)
        self.until(lambda: all(guest.stage is ConnectionState.PLAYING for guest in guests))

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=60000)

    def close(self) -> None:
        for session in self.sessions:
            session.close()
        for guest in self.guests:
            guest.leave()
        self.until(lambda: not self.parent.findChildren(Connection))
        self.table.kill()
        self.parent.deleteLater()


Open = Callable[..., Place]


@pytest.fixture
def at_table(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    places: list[Place] = []

    def start(*words: str) -> Place:
        places.append(Place(qtbot, tmp_path, *words))
        return places[-1]

    yield start
    for place in places:
        place.close()


def asked(session: LanSession) -> DecisionView | None:
    view = session.page.view
    return next((each for each in view.decisions if each.options), None) if view is not None else None


def test_a_page_plays_against_a_computer_elsewhere(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    session = place.session(ann)
    answers: list[object] = []
    session.link.answered.connect(answers.append)
    for _ in range(3):
        place.until(lambda: asked(session))
        decision = asked(session)
        assert decision is not None
        before = session.page.view
        session.link.choose("red", decision.number, decision.options[0].number)
        place.until(lambda before=before: session.page.view != before)
    place.until(lambda: len(answers) == 3)
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert session.link.step_bots() is False


def test_questions_and_refusals_come_to_the_page_that_asked(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    session = place.session(ann)
    place.until(lambda: asked(session))
    decision, answers = asked(session), list[object]()
    assert decision is not None
    session.link.answered.connect(answers.append)
    session.link.choose("red", decision.number - 1, decision.options[0].number)
    session.link.ask_why_not("red", decision.number, -1, "nowhere")
    session.link.ask_preview("red", decision.number, 9999)  # a refused preview is not told
    ann.set_ready(True)  # that is the guest's own, and nothing to the page
    session.link.ask_why_not("red", decision.number, -1, "nowhere")
    place.until(lambda: len(answers) == 3)
    assert [type(answer) for answer in answers] == [Refused, Reason, Reason]


def test_two_people_at_two_windows_read_their_own_language_and_each_others_names(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    ann, zoe = place.seated("Ann", "red"), place.seated("Zoé", "blue", language="fr")
    place.begin(ann, zoe)
    english, french = place.session(ann), place.session(zoe, "fr")
    place.until(lambda: asked(english))
    assert (english.tone.player("blue"), french.tone.player("red")) == ("Zoé", "Ann")
    assert asked(french) is None
    assert "Zoé" not in english.page.desk.prompt.headline.text()
    assert english.page.desk.prompt.headline.text() != french.page.desk.prompt.headline.text()
    decision = asked(english)
    assert decision is not None
    english.link.choose("red", decision.number, decision.options[0].number)
    place.until(lambda: french.page.view and french.page.view.position == 1)


def test_what_counts_already_is_taken_back_if_the_other_agrees(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    ann, bea = place.seated("Ann", "red"), place.seated("Bea", "blue")
    place.begin(ann, bea)
    red, blue = place.session(ann), place.session(bea)
    links = {"red": red, "blue": blue}

    def choose() -> str:
        place.until(lambda: asked(red) or asked(blue))
        seat = "red" if asked(red) else "blue"
        decision, position = asked(links[seat]), red.page.view.position  # type: ignore[union-attr]
        assert decision is not None
        links[seat].link.choose(seat, decision.number, decision.options[0].number)
        place.until(lambda: all(each.page.view.position > position for each in links.values()))  # type: ignore[union-attr]
        return seat

    first = choose()
    while choose() == first:
        pass
    position = red.page.view.position  # type: ignore[union-attr]
    links[first].link.undo(first)
    other = bea if first == "red" else ann
    place.until(lambda: other.table is not None and other.table.votes)
    assert other.table is not None
    other.vote(other.table.votes[0].vote, True)
    place.until(lambda: red.page.view.position < position)  # type: ignore[union-attr]
    place.until(lambda: blue.page.view.position == red.page.view.position)  # type: ignore[union-attr]


def test_a_table_that_was_killed_comes_back_under_the_same_page(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    session = place.session(ann)
    place.until(lambda: asked(session))
    port, view = place.table.port, session.page.view
    place.table.kill()
    place.until(lambda: ann.stage is ConnectionState.LOST)
    assert session.page.view == view
    assert session.link.thinking == ""
    place.table.resume()
    assert place.table.port == port
    ann.try_now()
    place.until(lambda: ann.stage is ConnectionState.PLAYING)
    decision = asked(session)
    assert decision is not None
    session.link.choose("red", decision.number, decision.options[0].number)
    place.until(lambda: session.page.view != view)


def test_who_looks_on_sees_what_everybody_sees_and_is_asked_nothing(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann, cy = place.seated("Ann", "red"), place.guest("Cy")
    cy.watch(True)
    place.begin(ann)
    red, watching = place.session(ann), place.session(cy)
    assert watching.link.seats == ("",)
    place.until(lambda: asked(red))
    assert asked(watching) is None


def test_two_seats_of_one_window_share_its_page_and_its_curtain(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    both = place.seated("Ann", "red", "blue")
    place.begin(both)
    session = place.session(both, wait=False)
    assert session.link.seats == ("red", "blue")
    place.until(lambda: session.page.curtain.colour)
    session.page.curtain.ready.click()
    place.until(lambda: asked(session))
