"""Table page of a network match, with a host process, over loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_in
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.appearance.portraits import Portrait
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.controllers.network_session import NetworkTable
from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.addresses import Invitation
from app.net.protocol.connection import Connection
from app.net.protocol.messages import AskInformation, SeatKnowledge, SetPortrait
from app.screens.lobby_seats import TableFacts
from app.session.link import Hint
from app.storage.settings import Settings
from dsl.match.table_messages import Accepted, Reason, Refused
from dsl.match.view import DecisionView, ProspectsView
from tests.app.net.fake_table import client_at
from tests.app.net.table_process import Served

STILL = replace(Settings(), speed=0)


class Place:
    """A host and windows at its table, each with a client and, once the match has begun, a table page."""

    def __init__(self, qtbot: QtBot, folder: Path, *words: str) -> None:
        self.qtbot, self.folder, self.parent = qtbot, folder, QObject()
        self.host = Served(folder / "table", "trias", *words)
        self.guests: list[TableClient] = []
        self.tables: list[NetworkTable] = []

    def guest(self, name: str, language: str = "en") -> TableClient:
        guest = client_at(self.folder / name, official_rulesets(), self.parent, language)
        self.guests.append(guest)
        guest.connect_to("127.0.0.1", self.host.port, name)
        self.until(lambda: guest.state.shows_lobby)
        return guest

    def seated(self, name: str, *seats: str, language: str = "en") -> TableClient:
        guest = self.guest(name, language)
        for seat in seats:
            guest.take_seat(seat)
        self.until(lambda: guest.seats == seats)
        return guest

    def open(self, guest: TableClient, language: str = "en", wait: bool = True) -> NetworkTable:
        self.until(lambda: guest.state is ConnectionState.PLAYING)
        welcome = guest.welcome
        assert welcome is not None
        facts = TableFacts(welcome.name, welcome.member, welcome.owner, welcome.rules, Invitation())
        table = NetworkTable(guest, facts, Translations(language), STILL, LIGHT, print, self.parent)
        self.tables.append(table)
        self.qtbot.addWidget(table.page)
        table.open()
        self.until(lambda: table.page.view is not None or not wait)
        return table

    def begin(self, *guests: TableClient) -> None:
        for guest in guests:
            guest.set_ready(True)
        self.until(lambda: all(guest.state is ConnectionState.PLAYING for guest in guests))

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()))

    def close(self) -> None:
        for table in self.tables:
            table.close()
        for guest in self.guests:
            guest.leave()
        self.until(lambda: not self.parent.findChildren(Connection))
        self.host.kill()
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


def asked(table: NetworkTable) -> DecisionView | None:
    view = table.page.view
    return next((each for each in view.decisions if each.options), None) if view is not None else None


def test_a_page_plays_against_a_bot_of_the_host(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    table = place.open(ann)
    answers: list[object] = []
    table.link.answered.connect(answers.append)
    for _ in range(3):
        place.until(lambda: asked(table))
        decision = asked(table)
        assert decision is not None
        before = table.page.view
        table.link.choose("red", decision.number, decision.options[0].number)
        place.until(lambda before=before: table.page.view != before)
    place.until(lambda: len(answers) == 3)
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert table.link.step_bots() is False


def test_prospects_and_hints_come_from_the_information_of_the_seat(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random", "--hints")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    table = place.open(ann)
    link, found, hints = table.link, list[ProspectsView](), list[Hint]()
    link.prospects_found.connect(found.append)
    link.hint_found.connect(hints.append)
    place.until(lambda: asked(table))
    assert link.foresees
    assert link.gives_hints
    link.request_prospects("red")
    link.request_hint("red")
    place.until(lambda: found and hints)
    decision = asked(table)
    assert decision is not None
    assert (found[0].seat, found[0].position) == ("red", decision.number)
    assert found[0].found
    assert hints[0].option in [option.number for option in decision.options]
    link.request_prospects("blue")  # refused: not the seat of this window
    place.until(lambda: len(found) == 2)
    assert not found[1].found
    received: list[SeatKnowledge] = []
    ann.knowledge_received.connect(lambda _, known: received.append(known))
    link.coaching = True  # a choice is assessed from what the seat knew before it
    before = table.page.view
    link.choose("red", decision.number, decision.options[-1].number)
    place.until(lambda: received and table.page.view != before and link._assessed)
    assert received[0].information.position == decision.number
    place.until(lambda: link._assessed is None)


def test_information_that_does_not_fit_the_table_is_not_computed_with(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    table = place.open(ann)
    received: list[SeatKnowledge] = []
    ann.knowledge_received.connect(lambda _, known: received.append(known))
    ann.send(lambda request: AskInformation(request, "red"))
    place.until(lambda: received)
    known = received[0]
    assert table.link._fits("red", known)
    setting = known.information.setting
    for hostile in (
        replace_in(known.information, seat=1),
        replace_in(known.information, offered=(7, 8, 9)),
        replace_in(known.information, setting=replace_in(setting, players=4)),
        replace_in(known.information, setting=replace_in(setting, options=())),
        replace_in(known.information, setting=replace_in(setting, windows=(("board", 10**9),))),
    ):
        assert not table.link._fits("red", replace_in(known, information=hostile))
    assert not table.link._fits("pink", known)
    assert not table.link.gives_hints  # unless the host allows them


def test_answers_and_refusals_reach_the_page_that_asked(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    table = place.open(ann)
    place.until(lambda: asked(table))
    decision, answers = asked(table), list[object]()
    assert decision is not None
    table.link.answered.connect(answers.append)
    table.link.choose("red", decision.number - 1, decision.options[0].number)
    table.link.ask_why_not("red", decision.number, -1, "nowhere")
    table.link.ask_preview("red", decision.number, 9999)  # a refused preview is dropped
    ann.set_ready(True)  # a command of the client, not of the page
    table.link.ask_why_not("red", decision.number, -1, "nowhere")
    place.until(lambda: len(answers) == 3)
    assert [type(answer) for answer in answers] == [Refused, Reason, Reason]


def test_two_windows_show_their_own_language_and_the_name_of_the_other_player(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    ann, zoe = place.seated("Ann", "red"), place.seated("Zoé", "blue", language="fr")
    place.begin(ann, zoe)
    english, french = place.open(ann), place.open(zoe, "fr")
    place.until(lambda: asked(english))
    assert (english.context.player("blue"), french.context.player("red")) == ("Zoé", "Ann")
    assert asked(french) is None
    assert "Zoé" not in english.page.table_layout.prompt.headline.text()
    assert english.page.table_layout.prompt.headline.text() != french.page.table_layout.prompt.headline.text()
    assert english.page.context.portraits == {}
    zoe.send(lambda request: SetPortrait(request, "star"))
    place.until(lambda: ann.lobby is not None and any(each.portrait == "star" for each in ann.lobby.members))
    for window, client in ((english, ann), (french, zoe)):
        assert client.lobby is not None
        window.show_lobby(client.lobby)
    assert english.page.context.portraits == {"blue": Portrait("star")}
    assert french.page.context.portraits == {}  # the user's own is that of the settings, which may be a picture
    decision = asked(english)
    assert decision is not None
    english.link.choose("red", decision.number, decision.options[0].number)
    place.until(lambda: french.page.view and french.page.view.position == 1)


def test_a_choice_is_undone_if_the_other_player_agrees(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    ann, bea = place.seated("Ann", "red"), place.seated("Bea", "blue")
    place.begin(ann, bea)
    red, blue = place.open(ann), place.open(bea)
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
    place.until(lambda: other.lobby is not None and other.lobby.votes)
    assert other.lobby is not None
    other.vote(other.lobby.votes[0].vote, True)
    place.until(lambda: red.page.view.position < position)  # type: ignore[union-attr]
    place.until(lambda: blue.page.view.position == red.page.view.position)  # type: ignore[union-attr]


def test_a_page_outlives_a_host_that_is_killed_and_restarted(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann = place.seated("Ann", "red")
    place.begin(ann)
    table = place.open(ann)
    place.until(lambda: asked(table))
    port, view = place.host.port, table.page.view
    place.host.kill()
    place.until(lambda: ann.state is ConnectionState.RECONNECTING)
    assert table.page.view == view
    assert table.link.thinking_seat is None
    place.host.resume()
    assert place.host.port == port
    ann.retry_now()
    place.until(lambda: ann.state is ConnectionState.PLAYING)
    decision = asked(table)
    assert decision is not None
    table.link.choose("red", decision.number, decision.options[0].number)
    place.until(lambda: table.page.view != view)


def test_a_spectator_sees_the_public_view_and_has_no_decision(at_table: Open) -> None:
    place = at_table("--seats", "human,bot:random")
    ann, cy = place.seated("Ann", "red"), place.guest("Cy")
    cy.watch(True)
    place.begin(ann)
    red, watching = place.open(ann), place.open(cy)
    assert watching.link.seats == ("",)
    place.until(lambda: asked(red))
    assert asked(watching) is None


def test_two_seats_of_one_window_share_its_page_and_its_curtain(at_table: Open) -> None:
    place = at_table("--seats", "human,human")
    both = place.seated("Ann", "red", "blue")
    place.begin(both)
    table = place.open(both, wait=False)
    assert table.link.seats == ("red", "blue")
    place.until(lambda: table.page.curtain.colour)
    table.page.curtain.ready.click()
    place.until(lambda: asked(table))
