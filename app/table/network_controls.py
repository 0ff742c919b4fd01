"""Controls of a network table, beside its match: state of the connection, presence, votes and chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.base.widgets import name_tab
from app.net.client.rule_proposals import RuleProposal
from app.net.localize import localized
from app.net.protocol.limits import STAND_IN_AFTER
from app.net.protocol.messages import (
    AskSeeAll,
    AskStandIn,
    CastVote,
    EndSeeAll,
    GoOn,
    Lobby,
    Noticed,
    ProposedByHand,
    Said,
    Say,
    SayPhrase,
    SeatState,
)
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.panels.chat_and_votes import Chat, VotePanel
from app.table.panels.notices import Banner, Notice
from dsl.i18n.by_hand import change_sentences

KEY = "W"  #: brings the chat to the front
_STAND_IN = "bot:steady"
_SEE_ALL, _COVER = "see_all", "cover "  #: actions of notices; the latter before a member
_LEFT, _NOT_LEFT = "left", ("lost", "back", "came")  #: kinds of `Noticed` about a member


class NetworkControls(QObject):
    """Adds banner, ballot and chat to the layout of a page, and keeps them up to date.

    Signals:
        command_requested: A command has to be sent; carries the command, without a number.
    """

    command_requested = Signal(object)

    def __init__(self, page: TablePage, context: TableContext, member: str) -> None:
        super().__init__(page)
        self._page, self._context, self._member = page, context, member
        self._lobby: Lobby | None = None
        self._proposals: Mapping[int, ProposedByHand] = {}
        self._rules: Mapping[int, RuleProposal] = {}
        self._leavers: set[str] = set()  #: names of players who left on purpose
        self._retry_in: int | None = None  #: seconds until the next attempt to connect; None: connected
        self._searches = False  #: whether the lost table is searched for
        self._unread = 0
        self._secrets = False  #: something at the table is hidden from someone
        self._host_tab: tuple[QScrollArea, str] | None = None  #: with the key of its title
        self.banner, self.votes, self.chat = Banner(), VotePanel(context.texts), Chat(context.texts)
        table_layout = page.table_layout
        table_layout.above.addWidget(self.banner)
        table_layout.above.addWidget(self.votes)
        name_tab(table_layout.tabs, self.chat, context.texts("chat.title"))
        shortcut = QShortcut(QKeySequence(KEY), table_layout)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._open_chat)
        self._connect()

    def show_state(self, lobby: Lobby) -> None:
        """Show the state of the table."""
        self._lobby = lobby
        self._refresh()

    def show_proposals(self, proposals: Mapping[int, ProposedByHand], rules: Mapping[int, RuleProposal]) -> None:
        """Show which changes by hand and which rules the open votes are about, by the number of the vote."""
        self._proposals, self._rules = proposals, rules
        self._refresh()

    def add_tab(self, widget: QWidget, title: str) -> None:
        """Add a tab for the host of the table beside the chat; `title` is the key of its text."""
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored
        )  # a long tab does not shrink the panels above
        content = QWidget()
        column = QVBoxLayout(content)
        column.addWidget(widget)
        column.addStretch(1)
        area.setWidget(content)
        self._host_tab = area, title
        name_tab(self._page.table_layout.tabs, area, self._context.texts(title))

    def add_line(self, line: Said | Noticed) -> None:
        """Add a chat message or a notice."""
        self.chat.add(line)
        if isinstance(line, Noticed):
            self._page.table_layout.status.show_text(
                localized(self._context.texts, line.what, line.args, self._context.player)
            )
            self._update_leavers(line)

    def _update_leavers(self, line: Noticed) -> None:
        """Remember who left on purpose, as opposed to a lost connection."""
        name = dict(line.args).get("name", "")
        if line.what == _LEFT:
            self._leavers.add(name)
        elif line.what in _NOT_LEFT:
            self._leavers.discard(name)
        self._refresh()

    def show_connection_lost(self, seconds: int, searches: bool = False) -> None:
        """Show that the connection is lost, and the seconds to the next attempt, or that the table is searched for."""
        self._retry_in, self._searches = seconds, searches
        self._refresh()

    def show_connection_restored(self) -> None:
        """Show that the connection is restored."""
        self._retry_in = None
        self._refresh()

    def set_context(self, context: TableContext) -> None:
        """Change the language."""
        self._context = context
        self.chat.retranslate()
        self._refresh()

    # ---- state ----

    def _refresh(self) -> None:
        lobby, page = self._lobby, self._page
        offline = self._retry_in is not None
        page.set_read_only(offline or (lobby is not None and lobby.paused != ""), offline=offline)
        self._name_tab()
        if lobby is None:
            return
        self.chat.set_member(self._member, self._context.player)
        view = page.view
        words = (page.table_layout.log.context_for(view) if view is not None else self._context).words
        lines: dict[int, Sequence[str]] = {
            vote: change_sentences(each.changes, words) for vote, each in self._proposals.items()
        }
        lines |= {vote: each.lines(self._context.texts) for vote, each in self._rules.items()}
        unread = [vote.vote for vote in lobby.votes if vote.kind == "rules" and not self._is_read(vote.vote)]
        self.votes.show_state(lobby, self._member, self._context.player, lines, unread)
        self.banner.show_state(self._notices(lobby))
        page.table_layout.players.set_presence(
            {seat.seat: said for seat in lobby.seats if (said := self._presence(seat))}
        )

    def _is_read(self, vote: int) -> bool:
        return vote in self._rules and self._rules[vote].can_be_agreed_to

    def _notices(self, lobby: Lobby) -> list[Notice]:
        texts = self._context.texts
        if self._retry_in is not None:
            return [Notice(texts("company.searching") if self._searches else texts("company.lost", n=self._retry_in))]
        found = []
        seated = any(seat.member == self._member for seat in lobby.seats)
        if lobby.paused:
            found.append(Notice(texts("company.paused", name=lobby.paused), "go_on" if seated else "",
                                texts("company.go_on")))  # fmt: skip
        for seat in lobby.seats if lobby.state == "playing" else ():
            absence = self._absence(seat)
            if absence and seated and not self._stand_in_requested(lobby, seat):
                found.append(Notice(absence, seat.seat, texts("company.stand_in")))
        found += self._seeing_all(lobby, seated)
        if not seated and lobby.state == "playing" and not self._sees_all(lobby):
            asks = self._may_ask_to_see_all(lobby)
            found.append(Notice(self._watching(lobby), _SEE_ALL if asks else "", texts("see_all.ask")))
        return found

    def _sees_all(self, lobby: Lobby) -> bool:
        return any(each.sees_all for each in lobby.members if each.member == self._member)

    def _seeing_all(self, lobby: Lobby, seated: bool) -> list[Notice]:
        """Return who sees everything, as long as that lasts; players and the one itself can end it."""
        texts, found = self._context.texts, []
        for each in lobby.members if lobby.state == "playing" else ():
            if each.sees_all:
                mine = each.member == self._member
                said = texts("see_all.you") if mine else texts("see_all.other", name=each.name)
                found.append(Notice(said, _COVER + each.member if seated or mine else "", texts("see_all.end")))
        return found

    def _may_ask_to_see_all(self, lobby: Lobby) -> bool:
        """Whether a spectator can ask: something is hidden, and it has not asked already."""
        asked = any(vote.kind == "see_all" for vote in lobby.votes)
        watching = any(each.watching for each in lobby.members if each.member == self._member)
        return watching and not asked and self._secrets

    def _follow_secrets(self) -> None:
        """Offer to ask to see everything as soon as something is hidden, and no longer than that."""
        view = self._page.view
        secrets = view is not None and view.secrets
        if secrets != self._secrets:
            self._secrets = secrets
            self._refresh()

    def _absence(self, seat: SeatState) -> str:
        """Return the text about a player whom a bot may replace, absent too long or gone; empty if there is none."""
        texts, name = self._context.texts, self._context.player(seat.seat)
        if seat.state == "free" or (seat.state == "away" and seat.name in self._leavers):
            return texts("lan.noticed.left", name=name)
        if seat.state == "away" and seat.away_for >= STAND_IN_AFTER:
            return texts("company.away", name=name, seconds=seat.away_for)
        return ""

    def _watching(self, lobby: Lobby) -> str:
        texts = self._context.texts
        if lobby.watching == "delayed":
            return texts("company.watching_later", n=lobby.turns)
        return texts("company.watching")

    @staticmethod
    def _stand_in_requested(lobby: Lobby, seat: SeatState) -> bool:
        return any(vote.kind == "stand_in" and vote.seat == seat.seat for vote in lobby.votes)

    def _presence(self, seat: SeatState) -> str:
        """Return the text about the presence of a seat's player; empty for a player who is present."""
        texts = self._context.texts
        match seat.state:
            case "away" if seat.name in self._leavers:
                return texts("company.left")
            case "away":
                return texts("company.away_for", seconds=seat.away_for) if seat.away_for else texts("people.away")
            case "stand_in":
                return texts("company.stands_in", name=seat.name)
            case "free":
                return texts("company.left")
        return ""

    def _name_tab(self) -> None:
        texts = self._context.texts
        title = texts("chat.unread", n=self._unread) if self._unread else texts("chat.title")
        name_tab(self._page.table_layout.tabs, self.chat, title, tip=texts("chat.key", letter=KEY))
        if self._host_tab is not None:
            area, key = self._host_tab
            name_tab(self._page.table_layout.tabs, area, texts(key))

    # ---- commands ----

    def _connect(self) -> None:
        self.chat.message_sent.connect(self._say)
        self.chat.phrase_chosen.connect(self._say_phrase)
        self.chat.message_received.connect(self._mark_unread)
        self._page.table_layout.tabs.currentChanged.connect(self._tab_chosen)
        self.votes.answered.connect(self._vote)
        self.banner.pressed.connect(self._act)
        self._page.position_shown.connect(self._follow_secrets)

    def _say(self, text: str) -> None:
        self.command_requested.emit(Say(0, text))

    def _say_phrase(self, key: str) -> None:
        self.command_requested.emit(SayPhrase(0, key))

    def _vote(self, vote: int, agreed: bool) -> None:
        self.command_requested.emit(CastVote(0, vote, agreed))

    def _act(self, notice: Notice) -> None:
        if notice.action == "go_on":
            self.command_requested.emit(GoOn(0))
        elif notice.action == _SEE_ALL:
            self.command_requested.emit(AskSeeAll(0))
        elif notice.action.startswith(_COVER):
            self.command_requested.emit(EndSeeAll(0, notice.action.removeprefix(_COVER)))
        else:
            self.command_requested.emit(AskStandIn(0, notice.action, _STAND_IN))

    def _open_chat(self) -> None:
        self._page.table_layout.tabs.setCurrentWidget(self.chat)
        self.chat.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _mark_unread(self) -> None:
        if self._page.table_layout.tabs.currentWidget() is not self.chat:
            self._unread += 1
            self._name_tab()

    def _tab_chosen(self) -> None:
        if self._page.table_layout.tabs.currentWidget() is self.chat:
            self._unread = 0
            self._name_tab()
