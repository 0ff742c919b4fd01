"""Lobby page: its contents for host and clients, and the commands that it sends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.base.i18n import Translations
from app.net.protocol.addresses import Invitation
from app.net.protocol.messages import (
    AskSwap,
    Ban,
    BanState,
    CastVote,
    Kick,
    LeaveSeat,
    Lobby,
    MemberState,
    Noticed,
    Said,
    Say,
    SayPhrase,
    SetClock,
    SetHints,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetReady,
    SetWatching,
    TakeSeat,
    Unban,
    VoteState,
    Watch,
)
from app.screens.gallery import GamePicture
from app.screens.lobby import LobbyPage
from app.screens.lobby_seats import TableFacts
from app.session.local_matches import read_form
from app.session.match_config import PLAYERS
from dsl.match.clock import ClockPlan
from dsl.match.rulesets.ruleset import load
from tests.app.screens.sample_lobbies import FOLDER, facts, form, gathering, seat

OPEN = (seat("red", "ann"), seat("blue", "bea"), seat("violet"))


class Opened:
    """A lobby page, and the commands that it has requested."""

    def __init__(self, qtbot: QtBot, lobby: Lobby, who: TableFacts, language: str = "en") -> None:
        self.texts = Translations(language)
        self.page = LobbyPage(self.texts)
        qtbot.addWidget(self.page)
        self.asked: list[object] = []
        self.page.command_requested.connect(self.asked.append)
        self.page.set_table(who)
        self.page.set_game(form(language), game_look(FOLDER))
        self.page.show_state(lobby)
        self.page.resize(1240, 1600)
        self.page.show()

    @property
    def said(self) -> str:
        """Everything that is to be read."""
        QApplication.processEvents()  # what is new is shown
        return "\n".join(each.text() for each in self.page.findChildren(QLabel) if each.isVisible())

    def press(self, widget: QWidget) -> object:
        """Click a button; return the requested commands."""
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        return self.asked[-1] if self.asked else None

    def button(self, text: str) -> QPushButton:
        QApplication.processEvents()
        return next(each for each in self.page.findChildren(QPushButton) if each.isVisible() and each.text() == text)


def test_the_cover_of_an_installed_game_is_shown_in_the_banner(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    assert opened.page.findChildren(GamePicture) == []  # it is not known where the game is
    opened.page.set_game(form("en"), game_look(FOLDER), FOLDER)
    assert len(opened.page.findChildren(GamePicture)) == 1


def test_the_host_has_all_controls_and_a_client_its_own(qtbot: QtBot):
    host = Opened(qtbot, gathering(*OPEN), facts("ann", owner=True))
    guest = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    red, _, violet = host.page.seats.lines
    assert violet.player.isVisible()
    assert not red.player.isVisible()
    assert host.page.seats.number.isVisible()
    assert all(row.editor.isEnabled() for row in host.page.rules.options.rows)
    assert not guest.page.seats.lines[2].player.isVisible()
    assert not guest.page.seats.number.isVisible()
    assert not any(row.editor.isEnabled() for row in guest.page.rules.options.rows)
    assert "Remove" in [each.text() for each in host.page.findChildren(QPushButton)]
    assert "Remove" not in [each.text() for each in guest.page.findChildren(QPushButton)]


def test_seats_are_taken_left_and_swapped(qtbot: QtBot):
    free = (seat("red", "ann"), seat("blue"), seat("violet"))
    newcomer = Opened(qtbot, gathering(*free), facts("bea", owner=False))
    assert newcomer.press(newcomer.page.seats.lines[1].sit) == TakeSeat(0, "blue", "")
    assert not newcomer.page.ready.isEnabled()
    newcomer.page.show_state(gathering(*OPEN))
    red, blue, violet = newcomer.page.seats.lines
    assert newcomer.press(blue.leave) == LeaveSeat(0, "blue")
    assert newcomer.press(red.swap) == AskSwap(0, "blue", "red")
    assert (red.swap.text(), violet.swap.text()) == ("Ask to swap", "Move here")
    assert newcomer.press(violet.swap) == AskSwap(0, "blue", "violet")


def test_a_second_player_at_the_screen_gets_a_seat_and_a_name(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    QTest.keyClicks(opened.page.seats.extra_seat.name, "Cleo")
    assert opened.press(opened.page.seats.extra_seat.sit) == TakeSeat(0, "violet", "Cleo")
    assert opened.page.seats.extra_seat.name.text() == ""
    opened.page.show_state(gathering(seat("red", "ann"), seat("blue", "bea"), seat("violet", "bea", name="Cleo")))
    assert not opened.page.seats.extra_seat.isVisible()


def test_ready_is_shown_as_symbol_and_text_and_can_be_undone(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    assert opened.press(opened.page.ready) == SetReady(0, True)
    opened.page.show_state(gathering(seat("red", "ann"), seat("blue", "bea", ready=True), seat("violet")))
    assert [line.ready.text() for line in opened.page.seats.lines] == ["… not ready", "✓ ready", ""]
    assert opened.press(opened.page.ready) == SetReady(0, False)


@pytest.mark.parametrize(
    ("lobby", "said"),
    [
        (gathering(seat("red", "ann"), seat("blue"), seat("violet")), "2 seats are free"),
        (gathering(seat("red", "ann"), seat("blue", "bea")), "Not ready yet: Ann, Bea."),
        (gathering(seat("red", "ann", ready=True), seat("blue", "bea")), "Not ready yet: Bea."),
    ],
)
def test_the_page_shows_what_the_table_is_waiting_for(qtbot: QtBot, lobby: Lobby, said: str):
    assert said in Opened(qtbot, lobby, facts("ann")).said


def test_the_host_sets_players_options_and_spectators(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    page = opened.page
    strong = form().player_kinds.index("bot:strong")
    page.seats.lines[2].player.setCurrentIndex(strong)
    page.seats.lines[2].player.activated.emit(strong)
    assert opened.asked[-1] == SetPlayer(0, "violet", "bot:strong")
    page.seats.number.activated.emit(0)
    assert opened.asked[-1] == SetPlayers(0, 2)
    (row,) = (row for row in page.rules.options.rows if row.option.name == "group_size")
    row.choose(1)
    assert opened.asked[-1] == SetOption(0, "group_size", 1)
    page.rules.watching.setCurrentIndex(2)
    page.rules.watching.activated.emit(2)
    assert opened.asked[-1] == SetWatching(0, "delayed", 1)


def test_clients_show_the_hosts_settings_and_send_nothing(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    options = tuple((name, 1 if name == "group_size" else value) for name, value in gathering(*OPEN).options)
    opened.page.show_state(gathering(*OPEN, options=options, watching="delayed", turns=2))
    (row,) = (row for row in opened.page.rules.options.rows if row.option.name == "group_size")
    assert row.value == 1
    assert "2 turns behind" in opened.said
    assert opened.asked == []


def test_removing_and_banning_a_player_take_two_clicks(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    opened.press(opened.button("Remove"))
    opened.press(opened.button("Ban"))
    assert opened.asked == []
    assert opened.button("Remove").isVisible(), "only the last one pressed asks"
    assert opened.press(opened.button("Ban this player?")) == Ban(0, "bea")
    opened.press(opened.button("Remove"))
    assert opened.press(opened.button("Remove this player?")) == Kick(0, "bea")


def test_the_host_sees_and_lifts_bans(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    assert "Banned" not in opened.said
    opened.page.show_bans((BanState(3, "Mallory", "192.168.1.9"),))
    assert all(text in opened.said for text in ("Banned", "Mallory", "192.168.1.9"))
    assert opened.press(opened.button("Unban")) == Unban(0, 3)
    opened.page.show_bans(())
    assert "Mallory" not in opened.said


def test_the_addresses_are_large_and_one_click_copies_the_invitation(qtbot: QtBot):
    invitation = Invitation(("192.168.1.20:28500", "10.0.0.7:28500"), "KVT-MRB", "K7PMQ2")
    opened = Opened(qtbot, gathering(*OPEN), facts("ann", invitation=invitation))
    for text in ("192.168.1.20:28500", "KVT-MRB", "K7PMQ2", "10.0.0.7:28500"):
        assert text in opened.said
    opened.press(opened.page.invite.copy)
    copied = QGuiApplication.clipboard().text()
    assert all(text in copied for text in ("Ann’s table", "192.168.1.20:28500", "KVT-MRB", "K7PMQ2"))


def test_a_table_for_this_computer_only_says_so(qtbot: QtBot):
    invitation = Invitation(("127.0.0.1:28500",), "", "K7PMQ2", here_only=True)
    opened = Opened(qtbot, gathering(*OPEN), facts("ann", invitation=invitation))
    assert all(text in opened.said for text in ("Only this computer can join", "127.0.0.1:28500", "K7PMQ2"))
    opened.press(opened.page.invite.copy)
    assert "127.0.0.1:28500" in QGuiApplication.clipboard().text()


def test_the_hint_about_the_address_appears_only_with_an_address(qtbot: QtBot):
    seats = (seat("red", "ann"), seat("blue", "bea"), seat("violet"))
    host = Opened(qtbot, gathering(*seats), facts("ann", invitation=Invitation(("127.0.0.1:28500",), here_only=True)))
    assert "See “Invite players”." in host.said
    guest = Opened(qtbot, gathering(*seats), facts("bea", owner=False))
    assert "1 seat is free." in guest.said
    assert "Invite players" not in guest.said


def test_the_chat_is_plain_text_and_phrases_are_translated(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    chat = opened.page.chat
    QTest.keyClicks(chat.field, "Is anyone there?")
    QTest.keyClick(chat.field, Qt.Key.Key_Return)
    assert opened.asked == [Say(0, "Is anyone there?")]
    assert chat.field.text() == ""
    opened.page.add_chat_line(Said("bea", "Bea", "<b>Yes</b>", ""))
    opened.page.add_chat_line(Said("bea", "Bea", "", "hello"))
    assert chat.lines == ("Bea: <b>Yes</b>", "Bea: Hello!")
    opened.texts.set_language("fr")
    opened.page.retranslate(form("fr"))
    assert chat.lines[1] == "Bea\N{NO-BREAK SPACE}: Bonjour\N{NARROW NO-BREAK SPACE}!"
    chat.phrases.menu().actions()[0].trigger()
    assert opened.asked[-1] == SayPhrase(0, "hello")


def test_an_unknown_phrase_or_notice_is_ignored(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    opened.page.add_chat_line(Said("bea", "Bea", "", "no.such.phrase"))
    opened.page.add_chat_line(Noticed("no.such.key", (("name", "\u202eBea"),)))
    assert "no.such.key" in opened.page.chat.lines[1]


def test_a_vote_shows_who_has_not_voted_and_is_answered_by_a_button(qtbot: QtBot):
    vote = VoteState(7, "swap", "bea", "blue", "red", ("ann",), 0)
    host = Opened(qtbot, gathering(*OPEN, votes=(vote,)), facts("ann"))
    guest = Opened(qtbot, gathering(*OPEN, votes=(vote,)), facts("bea", owner=False))
    assert "Bea wants to swap seats: Blue for Red." in host.said
    assert "Still to vote: Ann" in guest.said
    assert host.press(host.button("No")) == CastVote(0, 7, False)
    assert "No" not in [each.text() for each in guest.page.findChildren(QPushButton) if each.isVisible()]
    host.page.show_state(gathering(*OPEN))
    assert not host.page.votes.isVisible()


def test_spectating_is_offered_if_the_host_allows_it(qtbot: QtBot):
    free = (seat("red", "ann"), seat("blue"), seat("violet"))
    opened = Opened(qtbot, gathering(*free), facts("bea", owner=False))
    assert not opened.page.watch.isVisible()
    opened.page.show_state(gathering(*free, watching="yes"))
    assert opened.press(opened.page.watch) == Watch(0, True)
    members = (MemberState("ann", "Ann", True, True, False), MemberState("bea", "Bea", False, True, True))
    opened.page.show_state(gathering(*free, watching="yes", members=members))
    assert "spectating" in opened.said
    assert opened.press(opened.page.watch) == Watch(0, False)


def test_the_focused_widget_is_kept_when_the_lobby_changes(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("ann"))
    opened.page.activateWindow()
    qtbot.waitUntil(opened.page.isActiveWindow)
    leave = opened.page.seats.lines[0].leave
    leave.setFocus()
    opened.page.show_state(gathering(seat("red", "ann", ready=True), seat("blue", "bea", ready=True), seat("violet")))
    assert leave.hasFocus()
    assert leave.accessibleName() == "Leave seat: Red"


def test_a_refusal_is_shown_at_the_top_and_a_lost_connection_disables_the_page(qtbot: QtBot):
    opened = Opened(qtbot, gathering(*OPEN), facts("bea", owner=False))
    opened.page.show_refusal("Red is already taken.")
    assert "Red is already taken." in opened.said
    opened.page.show_connection_lost(4)
    assert "Retrying in 4 s" in opened.said
    opened.page.show_connection_lost(4, searches=True)
    assert "Looking for the table" in opened.said
    assert not opened.page.ready.isEnabled()
    assert not opened.page.seats.lines[1].leave.isEnabled()
    opened.page.show_connected()
    assert opened.page.ready.isEnabled()
    assert "tried again" not in opened.said
    opened.page._forgets.timeout.emit()
    assert "Red is already taken." not in opened.said
    opened.page._forgets.stop()


def test_a_player_without_a_name_is_named_after_the_seat(qtbot: QtBot):
    nameless = seat("blue", "bea", name="")
    opened = Opened(qtbot, gathering(seat("red", "ann", ready=True), nameless), facts("bea", owner=False))
    assert "Not ready yet: Blue." in opened.said
    assert "you" in opened.page.seats.lines[1].who.text()


@pytest.mark.parametrize("width", [660, 800, 1240])
def test_no_widget_exceeds_the_page(qtbot: QtBot, width: int):
    invitation = Invitation(("192.168.1.20:28500",), "KVT-MRB", "K7PMQ2")
    opened = Opened(qtbot, gathering(*OPEN), facts("ann", invitation=invitation), "fr")
    opened.page.resize(width, 900)
    parts = (opened.page.seats, opened.page.chat, opened.page.rules, opened.page.people, opened.page.invite)
    qtbot.waitUntil(lambda: all(part.mapTo(opened.page, part.rect().topRight()).x() <= width for part in parts))


def test_house_rules_are_named_in_the_users_language(qtbot: QtBot):
    ticked = replace(
        facts("bea", owner=False), rules=structs.replace(facts().rules, house=("Lush mountains", "Unheard of"))
    )
    said = Opened(qtbot, gathering(*OPEN), ticked, "fr").said
    assert "Montagnes verdoyantes, Unheard of" in said


def test_each_house_rule_shows_its_changes_for_the_number_of_players(qtbot: QtBot):
    ticked = replace(facts("bea", owner=False), rules=structs.replace(facts().rules, house=("Five action points",)))
    opened = Opened(qtbot, gathering(*OPEN), ticked)
    for players, said in ((2, "5 instead of 3."), (3, "5 instead of 4.")):
        opened.page.rules.set_game(read_form(load(FOLDER, ["Five action points"]), "en"))
        opened.page.show_state(gathering(*OPEN[:players]))
        assert f"Five action points: Action points in a turn: {said}" in opened.said


def test_only_bot_levels_of_the_game_are_offered_in_the_lobby(qtbot: QtBot):
    host = Opened(qtbot, gathering(*OPEN), facts("ann", owner=True))
    line = host.page.seats.lines[2]
    shown = [line.player.itemText(index) for index in range(line.player.count())]
    assert len(shown) == len(form().player_kinds) < len(PLAYERS)
    last = len(shown) - 1
    line.player.setCurrentIndex(last)
    line.player.activated.emit(last)
    assert host.asked[-1] == SetPlayer(0, "violet", form().player_kinds[last])


def test_the_host_changes_the_clock_and_allows_hints(qtbot: QtBot) -> None:
    lobby = gathering(*OPEN)
    opened = Opened(qtbot, lobby, facts("ann", owner=True))
    rules = opened.page.rules
    rules.clock_rows.kind.setCurrentIndex(2)
    rules.clock_rows.minutes.setValue(20)
    qtbot.waitUntil(lambda: bool(opened.asked))
    wanted = ClockPlan("total", 1200)
    assert opened.asked == [SetClock(0, wanted)]
    opened.page.show_state(lobby)  # another change of the table in between
    assert rules.clock_rows.minutes.value() == 20
    opened.page.show_state(structs.replace(lobby, clock=wanted, hints=True))
    assert rules.hints.isChecked()
    rules.hints.click()
    assert opened.asked[1:] == [SetHints(0, False)]
    keen = seat("violet", state="bot", player="bot:keen", name="Ada")
    opened.page.show_state(structs.replace(lobby, seats=(*lobby.seats[:2], keen)))
    assert "Ada" in opened.said  # the name of a computer
    guest = Opened(qtbot, structs.replace(lobby, clock=wanted, hints=True), facts("bea", owner=False))
    assert guest.page.rules.clock_rows.isHidden()
    assert guest.page.rules.hints.isHidden()
    assert "20" in guest.page.rules._clock.text()
    assert not guest.page.rules._hints_said.isHidden()
