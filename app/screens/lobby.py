"""The page of a network table before its match: everybody sits down, agrees on the rules, talks, and is ready."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.appearance.look import Look
from app.base.i18n import Translations
from app.base.widgets import SPACE, button, card, label
from app.net.localize import Named
from app.net.protocol.messages import BanState, CastVote, Lobby, Noticed, Said, Say, SayPhrase, SetReady, Watch
from app.screens.lobby_seats import LobbyPeople, LobbySeats, TableFacts, free, naming, seats_of, someone, unready
from app.screens.lobby_side import LobbyInvite, LobbyRules
from app.screens.setup import ColumnsPage
from app.session.match_config import GameForm
from app.table.panels.network import Ballot, Chat
from app.table.panels.prompt import announce

_TWO_COLUMNS = 165  #: letters side by side
_READ_IN = 8000  #: milliseconds


class LobbyPage(ColumnsPage):
    """Seats and chat on the left; how to find the table, people and rules on the right.

    Signals:
        wanted: Something is to be sent to the table; carries a command, which has no number yet.
        left: The reader goes away from the table.
    """

    wanted = Signal(object)
    left = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__(_TWO_COLUMNS)
        self._texts = texts
        self._facts: TableFacts | None = None
        self._lobby: Lobby | None = None
        self._bans: tuple[BanState, ...] = ()
        self._says_ready, self._watches = True, False  #: what the buttons ask for, and what is so
        self._title, self._what, self._waits = label("title"), label("soft", wraps=True), label("notice", wraps=True)
        self._problem, self._lost = label("alarm", wraps=True), -1  #: seconds until the connection is tried again
        self._problem.hide()
        self._forgets = QTimer(self)
        self._forgets.setSingleShot(True)
        self._forgets.setInterval(_READ_IN)
        self._forgets.timeout.connect(self._problem.hide)
        self.seats, self.people, self.rules = LobbySeats(texts), LobbyPeople(texts), LobbyRules(texts)
        self.invite, self.chat, self.ballot = LobbyInvite(texts), Chat(texts), Ballot(texts)
        self.ready, self.watch, self.back = button("primary"), button(), button()
        self.ready.setEnabled(False)  # before anything is known
        self._titles = [label("heading") for _ in range(5)]
        self._lay_out()
        self._connect()
        self.retranslate(None)

    def welcome(self, facts: TableFacts) -> None:
        """Show which table this is; `present` shows the rest."""
        self._facts = facts
        self.invite.present(facts)
        self._invite_card.setVisible(facts.owner or bool(facts.invitation.addresses))
        self.retranslate(None)

    def read(self, form: GameForm, look: Look) -> None:
        """The game's rules are known: its options, and how it calls its colours."""
        self.seats.read(form, look)
        self.rules.read(form)
        self._refresh()

    def present(self, lobby: Lobby) -> None:
        """Show how everything is now."""
        self._lobby = lobby
        self._refresh()

    def show_bans(self, bans: tuple[BanState, ...]) -> None:
        """Show who is banned; only the owner knows."""
        self._bans = bans
        self._refresh()

    def begin(self) -> None:
        """Give the keyboard to what one does first: sit down, else be ready."""
        first = next((line.sit for line in self.seats.lines if not line.sit.isHidden()), self.ready)
        (first if first.isEnabled() else self.back).setFocus()

    def object_to(self, problem: str) -> None:
        """The table does not do what was asked; say why, for a while."""
        self._problem.setText(problem)
        self._problem.show()
        announce(self._problem)
        self._forgets.start()

    def lose(self, seconds: int) -> None:
        """The connection broke; it is tried again in so many seconds."""
        self._lost = seconds
        self._refresh()

    def hold_again(self) -> None:
        """The connection holds again."""
        self._lost = -1
        self._refresh()

    @property
    def named(self) -> Named:
        """How a colour is said here: by who sits there, or as the game calls it."""
        return naming(self._lobby, self.seats.title) if self._lobby is not None else self.seats.title

    def hear(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self.chat.add(line)

    def retranslate(self, form: GameForm | None) -> None:
        """Say everything in the language that is spoken now; `form` says what the game says."""
        texts, facts = self._texts, self._facts
        if form is not None:
            self.seats.read(form, self.seats.look)
            self.rules.read(form)
        for part in (self.seats, self.rules, self.invite, self.chat):
            part.retranslate()
        keys = ("setup.seats", "chat.title", "invite.title", "lobby.people", "lobby.rules")
        for title, key in zip(self._titles, keys, strict=True):
            title.setText(texts(key))
        self._title.setText(facts.title(texts.language) if facts is not None else "")
        self._what.setText(texts("lobby.table", name=facts.name) if facts is not None else "")
        self.back.setText(texts("lobby.leave"))
        self._refresh()

    def _refresh(self) -> None:
        lobby, facts = self._lobby, self._facts
        if lobby is None or facts is None:
            return
        self.body.setEnabled(self._lost < 0)
        self.seats.present(lobby, facts)
        self.people.present(lobby, facts, self._bans)
        self.rules.present(lobby, facts)
        self.chat.know(facts.member, self.named)
        self.ballot.show_state(lobby, facts.member, self.seats.title)
        mine = seats_of(lobby, facts.member)
        self._show_ready(mine != () and all(seat.ready for seat in mine), bool(mine))
        self._show_watch(lobby, facts, bool(mine))
        self._waits.setText(self._waiting_for(lobby, bool(mine)))

    def _show_ready(self, ready: bool, seated: bool) -> None:
        self.ready.setEnabled(seated and self._lost < 0)
        self.ready.setText(self._texts("lobby.unready" if ready else "lobby.ready"))
        self.ready.setProperty("role", "" if ready else "primary")
        self.ready.style().polish(self.ready)
        self._says_ready = not ready

    def _show_watch(self, lobby: Lobby, facts: TableFacts, seated: bool) -> None:
        own = someone(lobby, facts.member)
        self._watches = own is not None and own.watching
        self.watch.setVisible(not seated and (self._watches or lobby.watching != "no"))
        self.watch.setText(self._texts("lobby.unwatch" if self._watches else "lobby.watch"))

    def _waiting_for(self, lobby: Lobby, seated: bool) -> str:
        """What must still happen before the match begins, in a sentence."""
        texts, waiting = self._texts, [self.named(seat) for seat in unready(lobby)]
        if self._lost >= 0:
            return texts("company.lost", n=self._lost)
        if lobby.state != "gathering":
            return texts("lobby.under_way" if lobby.state == "playing" else "lobby.over")
        said = []
        if not seated and not self._watches:
            said.append(texts("lobby.sit_down" if free(lobby) else "lobby.full"))
        elif free(lobby):
            said.append(texts("lobby.free", n=free(lobby)))
            if not self._invite_card.isHidden():
                said.append(texts("lobby.find"))
        if waiting:
            said.append(texts("lobby.not_ready", names=", ".join(dict.fromkeys(waiting))))
        return " ".join(said) or texts("lobby.begins")

    def _connect(self) -> None:
        for part in (self.seats, self.people, self.rules):
            part.wanted.connect(self.wanted)
        self.chat.said.connect(self._say)
        self.chat.phrase_chosen.connect(self._say_phrase)
        self.ballot.answered.connect(self._vote)
        self.ready.clicked.connect(self._be_ready)
        self.watch.clicked.connect(self._watch)
        self.back.clicked.connect(self.left)

    def _be_ready(self) -> None:
        self.wanted.emit(SetReady(0, self._says_ready))

    def _watch(self) -> None:
        self.wanted.emit(Watch(0, not self._watches))

    def _say(self, text: str) -> None:
        self.wanted.emit(Say(0, text))

    def _say_phrase(self, key: str) -> None:
        self.wanted.emit(SayPhrase(0, key))

    def _vote(self, vote: int, agreed: bool) -> None:
        self.wanted.emit(CastVote(0, vote, agreed))

    # ---- layout ----

    def _lay_out(self) -> None:
        parts = (self.seats, self.chat, self.invite, self.people, self.rules)
        cards = [self._card(title, part) for title, part in zip(self._titles, parts, strict=True)]
        self._invite_card = cards[2]
        self.chat.setMinimumHeight(190)
        for group in ((cards[0], cards[1]), (cards[2], cards[3], cards[4])):
            column = QVBoxLayout()
            column.setSpacing(SPACE + 6)
            for each in group:
                column.addWidget(each)
            column.addStretch(1)
            self.columns.addLayout(column, 1)
        content = QWidget()
        whole = QVBoxLayout(content)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(SPACE)
        for widget in (self._title, self._what, self._waits, self._problem, self.ballot):
            whole.addWidget(widget)
        whole.addWidget(self.body)
        whole.addStretch(1)
        self.stand(content, self.back, self.watch, self.ready)

    def _card(self, title: QWidget, content: QWidget) -> QFrame:
        frame, layout = card()
        layout.addWidget(title)
        layout.addWidget(content)
        return frame
