"""Network panel: presence of the other players, pause, votes, chat."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.net.protocol.messages import (
    AskStandIn,
    CastVote,
    GoOn,
    Lobby,
    MemberState,
    Noticed,
    Said,
    Say,
    SeatState,
    VoteState,
)
from app.table.network_controls import NetworkControls
from tests.app.table.table_pages import OpenTable, TableOpener, make_context

RED = SeatState("red", "held", "human", "Ann", "ann", True, 0)
BLUE = SeatState("blue", "held", "human", "Bea", "bea", True, 0)
MEMBERS = (MemberState("ann", "Ann", True, True, False), MemberState("bea", "Bea", False, True, False))


def playing(red: SeatState = RED, blue: SeatState = BLUE, paused: str = "", votes: tuple[VoteState, ...] = ()) -> Lobby:
    return Lobby("playing", paused, 2, (2,), (), (red, blue), MEMBERS, votes, "delayed", 2, False)


class Seated:
    """Table page with a network panel, and the commands that it has sent."""

    def __init__(self, qtbot: QtBot, opened: OpenTable, member: str = "ann") -> None:
        self.opened, self.page = opened, opened.page
        qtbot.waitUntil(lambda: opened.driver.decision is not None)
        self.network_panel = NetworkControls(self.page, make_context(), member)
        self.asked: list[object] = []
        self.network_panel.command_requested.connect(self.asked.append)
        self.network_panel.show_state(playing())

    def said(self, widget: QWidget) -> str:
        QApplication.processEvents()
        return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisible())

    def press(self, widget: QWidget, text: str) -> None:
        QApplication.processEvents()
        button = next(each for each in widget.findChildren(QPushButton) if each.isVisible() and each.text() == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def row(self, number: int) -> str:
        return self.page.table_layout.players.rows[number].accessibleName()


@pytest.fixture
def seated(qtbot: QtBot, open_table: TableOpener) -> Seated:
    return Seated(qtbot, open_table("human", "bot:random"))


def test_a_table_without_problems_shows_no_banner(seated: Seated):
    assert not seated.network_panel.banner.isVisible()
    assert not seated.network_panel.votes.isVisible()
    layout = seated.page.table_layout
    assert layout.tabs.tabText(4) == "Chat"
    layout.resize(layout.width() + 1, layout.height())
    assert layout.replay_button.text() == "▶"  # five tabs leave no room for its name
    assert "Replay" in layout.replay_button.accessibleName()


def test_an_absent_player_is_shown_and_a_bot_can_be_proposed_later(seated: Seated):
    away = SeatState("blue", "away", "human", "Bea", "bea", True, 20)
    seated.network_panel.show_state(playing(blue=away))
    assert "away for 20 s" in seated.row(1)
    assert "away" not in seated.row(0)
    assert not seated.network_panel.banner.isVisible()
    seated.network_panel.show_state(playing(blue=SeatState("blue", "away", "human", "Bea", "bea", True, 60)))
    seated.press(seated.network_panel.banner, "Suggest a computer")
    assert seated.asked == [AskStandIn(0, "blue", "bot:steady")]
    stands_in = SeatState("blue", "stand_in", "bot:steady", "Bea", "bea", True, 0)
    seated.network_panel.show_state(playing(blue=stands_in))
    assert "a computer plays for Bea" in seated.row(1)
    seated.network_panel.show_state(playing())
    assert "computer" not in seated.row(1)


def test_leaving_and_a_lost_connection_are_distinguished(seated: Seated):
    away = playing(blue=SeatState("blue", "away", "human", "Bea", "bea", True, 0))
    seated.network_panel.show_state(away)
    assert "connection lost" in seated.row(1)
    seated.network_panel.add_line(Noticed("left", (("name", "Bea"), ("seat", "blue"))))
    assert "left" in seated.row(1)
    assert "connection" not in seated.row(1)
    seated.network_panel.add_line(Noticed("lost", (("name", "Bea"), ("seat", "blue"))))
    assert "Bea lost the connection" in seated.page.table_layout.status.text()
    assert "connection lost" in seated.row(1)


def test_a_pause_names_the_player_and_disables_choices_until_it_ends(seated: Seated):
    options = seated.page.table_layout.moves.count()
    assert options
    seated.network_panel.show_state(playing(paused="Bea"))
    assert "Paused by Bea." in seated.said(seated.network_panel.banner)
    assert seated.page.table_layout.moves.count() == 0
    assert seated.page.table_layout.prompt.headline.text() == "The table is paused."
    seated.press(seated.network_panel.banner, "Resume")
    assert seated.asked == [GoOn(0)]
    seated.network_panel.show_state(playing())
    assert seated.page.table_layout.moves.count() == options
    assert not seated.network_panel.banner.isVisible()


def test_without_a_connection_the_table_is_readable_and_choices_are_disabled(seated: Seated):
    lines = seated.page.table_layout.log.count()
    seated.network_panel.show_connection_lost(3)
    assert "Retrying in 3 s" in seated.said(seated.network_panel.banner)
    assert seated.page.table_layout.prompt.headline.text() == "No connection to the table."
    assert seated.page.table_layout.prompt.undo.property("role") == "quiet"
    seated.network_panel.show_connection_lost(0)
    assert "Reconnecting…" in seated.said(seated.network_panel.banner)
    seated.network_panel.show_connection_lost(3, searches=True)
    assert "Looking for the table" in seated.said(seated.network_panel.banner)
    assert seated.page.table_layout.moves.count() == 0
    assert seated.page.table_layout.log.count() == lines
    assert seated.page.table_layout.board.isVisible()
    seated.network_panel.show_connection_restored()
    assert not seated.network_panel.banner.isVisible()
    assert seated.page.table_layout.moves.count() > 0


def test_the_member_who_asks_reads_what_was_asked_and_no_question(seated: Seated):
    said = {
        "take_back": "You ask to undo 2 decisions.",
        "draw": "You offer a draw.",
        "swap": "You ask to swap seats: Red for Bea.",
        "stand_in": "You suggest that a computer plays for Red until the player is back.",
    }
    for number, (kind, sentence) in enumerate(said.items()):
        vote = VoteState(number, kind, "ann", "red", "blue", ("bea",), 2)  # type: ignore[arg-type]
        seated.network_panel.show_state(playing(votes=(vote,)))
        shown = seated.said(seated.network_panel.votes)
        assert sentence in shown
        assert "agree" not in shown
        assert "Still to vote: Bea" in shown


def test_a_member_without_a_vote_reads_what_is_proposed_and_no_question(seated: Seated):
    """A spectator may not vote, and does not read the changes that a player proposes."""
    vote = VoteState(4, "by_hand", "bea", "", "", (), 0)
    seated.network_panel.show_state(playing(votes=(vote,)))
    assert seated.said(seated.network_panel.votes).strip() == "Bea proposes a change by hand."


def test_a_vote_is_a_bar_that_does_not_block_the_table(seated: Seated):
    vote = VoteState(4, "take_back", "bea", "blue", "", ("ann",), 2)
    seated.network_panel.show_state(playing(votes=(vote,)))
    assert "Bea wants to undo 2 decisions." in seated.said(seated.network_panel.votes)
    assert seated.page.table_layout.moves.count() > 0
    seated.press(seated.network_panel.votes, "Yes")
    assert seated.asked == [CastVote(0, 4, True)]


def test_a_muted_chat_hides_what_others_write_and_counts_nothing(seated: Seated):
    panel, tabs = seated.network_panel, seated.page.table_layout.tabs
    panel.add_line(Said("bea", "Bea", "Hello", ""))
    panel.chat.mute.setChecked(True)
    assert panel.chat.mute.text() == "Unmute"
    panel.add_line(Said("bea", "Bea", "Hurry!", ""))
    panel.add_line(Said("ann", "Ann", "Mine", ""))
    panel.add_line(Noticed("lost", (("name", "Bea"), ("seat", "blue"))))
    assert panel.chat.lines[0] == "Ann: Mine"
    assert len(panel.chat.lines) == 2  # the notice stays
    assert tabs.tabText(4) == "Chat (1)"
    panel.chat.mute.setChecked(False)
    assert panel.chat.lines[:3] == ("Bea: Hello", "Bea: Hurry!", "Ann: Mine")


def test_unread_messages_are_marked(seated: Seated):
    tabs = seated.page.table_layout.tabs
    seated.network_panel.add_line(Said("bea", "Bea", "Hurry!", ""))
    seated.network_panel.add_line(Said("ann", "Ann", "No.", ""))
    seated.network_panel.add_line(Noticed("lan.noticed.nothing"))
    assert tabs.tabText(4) == "Chat (1)"
    seated.opened.driver.key("w")
    assert tabs.currentWidget() is seated.network_panel.chat
    assert tabs.tabText(4) == "Chat"
    QTest.keyClicks(seated.network_panel.chat.field, "Slowly")
    QTest.keyClick(seated.network_panel.chat.field, Qt.Key.Key_Return)
    assert seated.asked == [Say(0, "Slowly")]


def test_a_spectator_sees_the_delay(qtbot: QtBot, open_table: TableOpener):
    looking_on = Seated(qtbot, open_table("human", "bot:random"), member="cleo")
    looking_on.network_panel.show_state(playing(paused="Bea"))
    assert "2 turns behind" in looking_on.said(looking_on.network_panel.banner)
    assert [each.action for each in looking_on.network_panel.banner.notices] == ["", ""]


def test_a_change_of_language_applies_to_the_panel_at_once(seated: Seated):
    seated.network_panel.show_connection_lost(3)
    seated.network_panel.set_context(make_context("fr"))
    assert "Connexion perdue" in seated.said(seated.network_panel.banner)


def test_no_widget_exceeds_the_window_at_1366_by_768(seated: Seated):
    votes = tuple(VoteState(n, "take_back", "bea", "blue", "", ("ann",), 2) for n in range(2))
    seated.network_panel.show_state(
        playing(blue=SeatState("blue", "away", "human", "Bea", "bea", True, 90), votes=votes)
    )
    QApplication.processEvents()
    board = seated.page.table_layout.board
    assert board.height() > 300
    assert board.mapTo(seated.page, board.rect().bottomRight()).y() <= seated.page.height()
