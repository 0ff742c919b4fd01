"""The others at a network table, beside the match: who is away, what is asked of all, what is said, who paused."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.base.widgets import name_tab
from app.net.localize import localized
from app.net.protocol.limits import STAND_IN_AFTER
from app.net.protocol.messages import AskStandIn, CastVote, GoOn, Lobby, Noticed, Said, Say, SayPhrase, SeatState
from app.table.model.context import TableContext
from app.table.page import TablePage
from app.table.panels.banner import Banner, Notice
from app.table.panels.network import Chat, VotePanel

KEY = "T"  #: brings the chat to the front
_STAND_IN = "bot:steady"
_LEFT, _NOT_LEFT = "left", ("lost", "back", "came")  #: what is noticed of somebody


class NetworkPanel(QObject):
    """Puts banner, ballot and chat into the desk of a page, and keeps them up to date.

    Signals:
        command_requested: Something is to be sent to the table; carries a command, which has no number yet.
    """

    command_requested = Signal(object)

    def __init__(self, page: TablePage, context: TableContext, member: str) -> None:
        super().__init__(page)
        self._page, self._context, self._member = page, context, member
        self._lobby: Lobby | None = None
        self._gone: set[str] = set()  #: the names of those who went on purpose
        self._lost = -1  #: seconds until the connection is tried again; negative: it holds
        self._unread = 0
        self._more: tuple[QScrollArea, str] | None = None  #: a tab of the host's, and the key of its title
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
        """Show how the table is now."""
        self._lobby = lobby
        self._refresh()

    def add_tab(self, widget: QWidget, title: str) -> None:
        """Put something for the host of the table beside the chat; `title` is the key of its text."""
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # what stands above keeps its room
        content = QWidget()
        column = QVBoxLayout(content)
        column.addWidget(widget)
        column.addStretch(1)
        area.setWidget(content)
        self._more = area, title
        name_tab(self._page.table_layout.tabs, area, self._context.texts(title))

    def add_line(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self.chat.add(line)
        if isinstance(line, Noticed):
            self._page.table_layout.status.say(
                localized(self._context.texts, line.what, line.args, self._context.player)
            )
            self._note_who_left(line)

    def _note_who_left(self, line: Noticed) -> None:
        """Remember who went on purpose, to tell them from those whose connection broke."""
        name = dict(line.args).get("name", "")
        if line.what == _LEFT:
            self._gone.add(name)
        elif line.what in _NOT_LEFT:
            self._gone.discard(name)
        self._refresh()

    def show_connection_lost(self, seconds: int) -> None:
        """The connection broke; it is tried again in so many seconds."""
        self._lost = seconds
        self._refresh()

    def show_connection_restored(self) -> None:
        """The connection holds again."""
        self._lost = -1
        self._refresh()

    def set_context(self, context: TableContext) -> None:
        """Speak otherwise."""
        self._context = context
        self.chat.retranslate()
        self._refresh()

    # ---- showing ----

    def _refresh(self) -> None:
        lobby, page = self._lobby, self._page
        page.set_read_only(self._lost >= 0 or (lobby is not None and lobby.paused != ""))
        self._name_tab()
        if lobby is None:
            return
        self.chat.set_member(self._member, self._context.player)
        self.votes.show_state(lobby, self._member, self._context.player)
        self.banner.show_state(self._notices(lobby))
        page.table_layout.players.set_presence(
            {seat.seat: said for seat in lobby.seats if (said := self._presence(seat))}
        )

    def _notices(self, lobby: Lobby) -> list[Notice]:
        texts = self._context.texts
        if self._lost >= 0:
            return [Notice(texts("company.lost", n=self._lost))]
        found = []
        seated = any(seat.member == self._member for seat in lobby.seats)
        if lobby.paused:
            found.append(Notice(texts("company.paused", name=lobby.paused), "go_on" if seated else "",
                                texts("company.go_on")))  # fmt: skip
        for seat in lobby.seats if lobby.state == "playing" else ():
            missed = self._missed(seat)
            if missed and seated and not self._asked(lobby, seat):
                found.append(Notice(missed, seat.seat, texts("company.stand_in")))
        if not seated and lobby.state == "playing":
            found.append(Notice(self._watching(lobby)))
        return found

    def _missed(self, seat: SeatState) -> str:
        """Who is away so long, or has gone on purpose, that a computer may stand in, in words; nothing if nobody is."""
        texts, name = self._context.texts, self._context.player(seat.seat)
        if seat.state == "free" or (seat.state == "away" and seat.name in self._gone):
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
    def _asked(lobby: Lobby, seat: SeatState) -> bool:
        return any(vote.kind == "stand_in" and vote.seat == seat.seat for vote in lobby.votes)

    def _presence(self, seat: SeatState) -> str:
        """Whether a seat's player is there, in words; nothing if that goes without saying."""
        texts = self._context.texts
        match seat.state:
            case "away" if seat.name in self._gone:
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
        if self._more is not None:
            area, key = self._more
            name_tab(self._page.table_layout.tabs, area, texts(key))

    # ---- hearing ----

    def _connect(self) -> None:
        self.chat.message_sent.connect(self._say)
        self.chat.phrase_chosen.connect(self._say_phrase)
        self.chat.message_received.connect(self._mark_unread)
        self._page.table_layout.tabs.currentChanged.connect(self._tab_chosen)
        self.votes.answered.connect(self._vote)
        self.banner.pressed.connect(self._act)

    def _say(self, text: str) -> None:
        self.command_requested.emit(Say(0, text))

    def _say_phrase(self, key: str) -> None:
        self.command_requested.emit(SayPhrase(0, key))

    def _vote(self, vote: int, agreed: bool) -> None:
        self.command_requested.emit(CastVote(0, vote, agreed))

    def _act(self, notice: Notice) -> None:
        self.command_requested.emit(GoOn(0) if notice.action == "go_on" else AskStandIn(0, notice.action, _STAND_IN))

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
