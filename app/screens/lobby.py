"""Lobby: the page of a network table before its match, with seats, chat, invitation, members and rules."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.appearance.look import Look
from app.base.announcements import announce
from app.base.i18n import Translations
from app.base.provenance import ProvenanceLine
from app.base.widgets import SPACE, CheckBox, ComboBox, SpinBox, button, card, label, row
from app.net.localize import Named
from app.net.protocol.addresses import Invitation
from app.net.protocol.limits import SPECTATOR_MODES, TURNS_BEHIND
from app.net.protocol.messages import (
    BanState,
    CastVote,
    Lobby,
    Noticed,
    Said,
    Say,
    SayPhrase,
    SetClock,
    SetHints,
    SetOption,
    SetReady,
    SetWatching,
    Watch,
)
from app.screens.banner import GameBanner
from app.screens.clock_rows import ClockRows, clock_text, plan_of
from app.screens.lobby_seats import (
    LobbyPeople,
    LobbySeats,
    TableFacts,
    free_seats,
    member_of,
    seat_names,
    seats_of,
    unready_seats,
)
from app.screens.option_rows import OptionRows
from app.screens.setup import ColumnsPage
from app.session.match_config import GameForm
from app.table.panels.chat_and_votes import Chat, VotePanel

_SEND_AFTER = 400  #: milliseconds after the last change of the clock's fields


class LobbyRules(QWidget):
    """Rules of the table: house rules, options, clock, hints and spectators; the host can change them.

    Signals:
        command_requested: A setting was changed; carries a command without its number.
    """

    command_requested = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._form: GameForm | None = None
        self._players = 0
        self._facts: TableFacts | None = None
        self._house, self._clock, self.origin = label(wraps=True), label(wraps=True), ProvenanceLine(texts)
        self.options = OptionRows(texts)
        self.clock_rows, self.hints, self._hints_said = ClockRows(texts), CheckBox(), label("soft")
        self._sent_clock: str | None = None  #: until the table shows it
        self._clock_timer = QTimer(self)  # several steps of a spin box are one change
        self._clock_timer.setSingleShot(True)
        self._clock_timer.setInterval(_SEND_AFTER)
        self._clock_timer.timeout.connect(self._set_clock)
        self.clock_rows.edited.connect(self._clock_timer.start)
        self.hints.clicked.connect(lambda allowed: self.command_requested.emit(SetHints(0, allowed)))
        self._watch_title, self._turns_title = label(), label("soft")
        self.watching, self.turns, self._watch_said = ComboBox(), SpinBox(), label("soft")
        self.watching.addItems([""] * len(SPECTATOR_MODES))
        self.turns.setRange(1, TURNS_BEHIND)
        self.watching.activated.connect(self._set_watching)
        self.turns.editingFinished.connect(self._set_watching)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (
            self.origin,
            self._house,
            self._clock,
            self.clock_rows,
            self._hints_said,
            self.hints,
            self.options,
        ):
            column.addWidget(widget)
        line = row(self._watch_title, self._watch_said, self.watching, self.turns, self._turns_title)
        line.addStretch(1)
        column.addLayout(line)

    def set_game(self, form: GameForm) -> None:
        """Set the form of the game."""
        self._form = form
        self._players = 0
        self.origin.show_origin(form.origin)

    def show_state(self, lobby: Lobby, facts: TableFacts) -> None:
        """Show the current settings; only the host can change them."""
        self._facts = facts
        self._show_options(lobby, facts.owner)
        self._show_house()
        self._show_clock(lobby, facts.owner and lobby.state == "gathering")
        self.hints.setVisible(facts.owner)
        self.hints.setEnabled(lobby.state == "gathering")
        self.hints.setChecked(lobby.hints)
        self._hints_said.setVisible(lobby.hints and not facts.owner)
        with QSignalBlocker(self.watching), QSignalBlocker(self.turns):
            self.watching.setCurrentIndex(SPECTATOR_MODES.index(lobby.watching))
            if lobby.turns:
                self.turns.setValue(lobby.turns)
        delayed = lobby.watching == "delayed"
        self.watching.setVisible(facts.owner)
        for part in (self.turns, self._turns_title):
            part.setVisible(facts.owner and delayed)
        self._watch_said.setVisible(not facts.owner)
        self._watch_said.setText(
            self._texts("watch.delayed_by", n=lobby.turns) if delayed else self._texts(f"watch.{lobby.watching}")
        )

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.clock_rows.retranslate()
        self.hints.setText(texts("lobby.hints"))
        self._hints_said.setText(texts("lobby.hints_allowed"))
        self._watch_title.setText(texts("watch.title"))
        self._turns_title.setText(texts("watch.turns"))
        self.watching.setAccessibleName(texts("watch.title"))
        self.turns.setAccessibleName(texts("watch.turns"))
        for index, key in enumerate(SPECTATOR_MODES):
            self.watching.setItemText(index, texts(f"watch.{key}"))
        if self._form is not None and self._players:
            self.options.retranslate(self._form.options)
        self._show_house()

    def _show_house(self) -> None:
        titles = self._facts.rules.house if self._facts is not None else ()
        known = {rule.key: rule.title for rule in self._form.house} if self._form is not None else {}
        lines = self._form.house_summaries.get(self._players, ()) if self._form is not None else ()
        said = "".join(f"\n{line}" for line in lines) or ", ".join(known.get(title, title) for title in titles)
        self._house.setText(self._texts("lobby.house", titles=said))
        self._house.setVisible(bool(titles))

    def _show_options(self, lobby: Lobby, owner: bool) -> None:
        if self._form is None:
            return
        if lobby.players != self._players:
            self._players = lobby.players
            self.options.set_options(self._form.options, lobby.players, {})
            for option in self.options.rows:
                option.edited.connect(self._edited)
        values = dict(lobby.options)
        for option in self.options.rows:
            if option.option.accepts(values.get(option.option.name, option.value)):
                with QSignalBlocker(option):
                    option.choose(values.get(option.option.name, option.value))
            option.set_editable(owner)

    def _edited(self) -> None:
        sender = self.sender()
        for option in self.options.rows:
            if option is sender:
                self.command_requested.emit(SetOption(0, option.option.name, option.value))

    def _show_clock(self, lobby: Lobby, changeable: bool) -> None:
        """Show the clock: fields to those who can change it, unless they are changing it, a sentence to the others."""
        timed = lobby.clock is not None and lobby.clock.is_valid
        text = lobby.clock.text if lobby.clock is not None and timed else ""
        self._clock.setText(clock_text(lobby.clock, self._texts) if lobby.clock is not None and timed else "")
        self._clock.setVisible(timed and not changeable)
        self.clock_rows.setVisible(changeable)
        if not self._clock_timer.isActive() and self._sent_clock in (None, text):
            self._sent_clock = None
            if text != self.clock_rows.clock:
                with QSignalBlocker(self.clock_rows):
                    self.clock_rows.set_clock(text)

    def show_refused(self) -> None:
        """A command was refused: the next state is shown as it is."""
        self._sent_clock = None

    def _set_clock(self) -> None:
        self._sent_clock = self.clock_rows.clock
        self.command_requested.emit(SetClock(0, plan_of(self._sent_clock)))

    def _set_watching(self) -> None:
        chosen = SPECTATOR_MODES[self.watching.currentIndex()]
        self.command_requested.emit(SetWatching(0, chosen, self.turns.value() if chosen == "delayed" else 0))


# ---- invitation


class LobbyInvite(QWidget):
    """Invitation of a table: its short code, address and code, to be copied."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._facts: TableFacts | None = None
        self._hint = label("soft", wraps=True)
        self.address, self.short, self.code = _large(), _large(), _large()
        self._heads = [label("soft") for _ in range(3)]
        self._others = label("soft", wraps=True)
        self._others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = button()
        self.copy.clicked.connect(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._hint)
        for head, text in zip(self._heads, (self.short, self.address, self.code), strict=True):
            column.addSpacing(4)
            column.addWidget(head)
            column.addWidget(text)
        column.addWidget(self._others)
        column.addSpacing(6)
        column.addLayout(row(self.copy, stretch_after=0))

    def set_table(self, facts: TableFacts) -> None:
        """Show the invitation of the table."""
        self._facts = facts
        invitation = facts.invitation
        shown = (invitation.short, *invitation.addresses[:1], invitation.code)
        for head, text, said in zip(
            self._heads,
            (self.short, self.address, self.code),
            (invitation.short, next(iter(invitation.addresses), ""), invitation.code),
            strict=True,
        ):
            text.setText(said)
            for part in (head, text):
                part.setVisible(bool(said))
        self._others.setVisible(len(invitation.addresses) > 1)
        self.copy.setVisible(any(shown))
        self.retranslate()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        invitation = self._facts.invitation if self._facts is not None else Invitation()
        addresses = invitation.addresses
        self._hint.setText(texts("invite.here_only" if invitation.here_only else "invite.hint"))
        for head, key in zip(self._heads, ("invite.short", "invite.address", "invite.code"), strict=True):
            head.setText(texts(key))
        for text, head in zip((self.short, self.address, self.code), self._heads, strict=True):
            text.setAccessibleName(texts("table.named", name=head.text(), value=text.text()))
        self._others.setText(texts("invite.others", addresses=", ".join(addresses[1:])))
        self.copy.setText(texts("invite.copy"))

    def _copy(self) -> None:
        """Copy the invitation to the clipboard as one line."""
        if self._facts is None:
            return
        invitation = self._facts.invitation
        parts = [self._facts.name, *invitation.addresses[:1], invitation.short]
        if invitation.code:
            parts.append(self._texts("table.named", name=self._texts("invite.code"), value=invitation.code))
        QGuiApplication.clipboard().setText("  ·  ".join(part for part in parts if part))
        self.copy.setText(self._texts("invite.copied"))


def _large() -> QLabel:
    made = label("heading")
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made


_TWO_COLUMNS = 165  #: letters side by side
_READ_IN = 8000  #: milliseconds
_BANNER = 96  #: least height of the banner with the names of game and table, in pixels


class LobbyPage(ColumnsPage):
    """Page with seats and chat on the left; invitation, members and rules on the right.

    Signals:
        command_requested: A command is to be sent; carries it without its number.
    """

    command_requested = Signal(object)
    leave_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__(_TWO_COLUMNS)
        self._texts = texts
        self._facts: TableFacts | None = None
        self._lobby: Lobby | None = None
        self._bans: tuple[BanState, ...] = ()
        self._says_ready, self._watches = True, False  #: sent by the next press
        self._banner = GameBanner(_BANNER)
        self._title, self._what = label("banner title", wraps=True), label("banner", wraps=True)
        self._waits = label("notice", wraps=True)
        self._problem = label("alarm", wraps=True)
        self._lost: int | None = None  #: seconds until the next try to reconnect; None: connected
        self._searches = False  #: whether the lost table is searched for
        self._problem.hide()
        self._forgets = QTimer(self)
        self._forgets.setSingleShot(True)
        self._forgets.setInterval(_READ_IN)
        self._forgets.timeout.connect(self._problem.hide)
        self.seats, self.people, self.rules = LobbySeats(texts), LobbyPeople(texts), LobbyRules(texts)
        self.invite, self.chat, self.votes = LobbyInvite(texts), Chat(texts), VotePanel(texts)
        self.ready, self.watch, self.back = button("primary"), button(), button()
        self.ready.setEnabled(False)  # until the lobby is known
        self._titles = [label("heading") for _ in range(5)]
        self._lay_out()
        self._connect()
        self.retranslate(None)

    def set_table(self, facts: TableFacts) -> None:
        """Set the facts of the table; `show_state` shows its state."""
        self._facts = facts
        self.invite.set_table(facts)
        self._invite_card.setVisible(facts.owner or bool(facts.invitation.addresses))
        self.retranslate(None)

    def set_game(self, form: GameForm, look: Look, folder: Path | None = None) -> None:
        """Set the form and the look of the game, and its folder if it is installed here, for its cover."""
        if folder is not None:
            self._banner.show_game(folder)
        self.seats.set_game(form, look)
        self.rules.set_game(form)
        self._refresh()

    def show_state(self, lobby: Lobby) -> None:
        """Show the state of the lobby."""
        self._lobby = lobby
        self._refresh()

    def show_bans(self, bans: tuple[BanState, ...]) -> None:
        """Show the bans, which only the host receives."""
        self._bans = bans
        self._refresh()

    def focus_first(self) -> None:
        """Focus the first button that the user needs: to take a seat, else to be ready."""
        first = next((line.sit for line in self.seats.lines if not line.sit.isHidden()), self.ready)
        (first if first.isEnabled() else self.back).setFocus()

    def show_refusal(self, problem: str) -> None:
        """Show for some seconds why the table refused a command."""
        self.rules.show_refused()
        self._problem.setText(problem)
        self._problem.show()
        announce(self._problem, self._problem.text(), urgent=True)
        self._forgets.start()

    def show_connection_lost(self, seconds: int, searches: bool = False) -> None:
        """Show that the connection is lost, and the seconds until the next try, or that the table is searched for."""
        self._lost, self._searches = seconds, searches
        self._refresh()

    def show_connected(self) -> None:
        """Show that the connection is restored."""
        self._lost = None
        self._refresh()

    @property
    def name_of(self) -> Named:
        """Function from a colour to its name here: the player's name, or the game's name of the colour."""
        return seat_names(self._lobby, self.seats.title) if self._lobby is not None else self.seats.title

    def add_chat_line(self, line: Said | Noticed) -> None:
        """Append a message or a notice."""
        self.chat.add(line)

    def retranslate(self, form: GameForm | None) -> None:
        """Update all texts to the current language; `form` contains the texts of the game."""
        texts, facts = self._texts, self._facts
        if form is not None:
            self.seats.set_game(form, self.seats.look)
            self.rules.set_game(form)
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
        self.body.setEnabled(self._lost is None)
        self.seats.show_state(lobby, facts)
        self.people.show_state(lobby, facts, self._bans)
        self.rules.show_state(lobby, facts)
        self.chat.set_member(facts.member, self.name_of)
        self.votes.show_state(lobby, facts.member, self.seats.title)
        mine = seats_of(lobby, facts.member)
        self._show_ready(mine != () and all(seat.ready for seat in mine), bool(mine))
        self._show_watch(lobby, facts, bool(mine))
        self._waits.setText(self._waiting_for(lobby, bool(mine)))

    def _show_ready(self, ready: bool, seated: bool) -> None:
        self.ready.setEnabled(seated and self._lost is None)
        self.ready.setText(self._texts("lobby.unready" if ready else "lobby.ready"))
        self.ready.setProperty("role", "" if ready else "primary")
        self.ready.style().polish(self.ready)
        self._says_ready = not ready

    def _show_watch(self, lobby: Lobby, facts: TableFacts, seated: bool) -> None:
        own = member_of(lobby, facts.member)
        self._watches = own is not None and own.watching
        self.watch.setVisible(not seated and (self._watches or lobby.watching != "no"))
        self.watch.setText(self._texts("lobby.unwatch" if self._watches else "lobby.watch"))

    def _waiting_for(self, lobby: Lobby, seated: bool) -> str:
        """Return the sentence with what is missing before the match can begin."""
        texts, waiting = self._texts, [self.name_of(seat) for seat in unready_seats(lobby)]
        if self._lost is not None:
            return texts("company.searching") if self._searches else texts("company.lost", n=self._lost)
        if lobby.state != "gathering":
            return texts("lobby.under_way" if lobby.state == "playing" else "lobby.over")
        said = []
        if not seated and not self._watches:
            said.append(texts("lobby.sit_down" if free_seats(lobby) else "lobby.full"))
        elif free_seats(lobby):
            said.append(texts("lobby.free", n=free_seats(lobby)))
            if not self._invite_card.isHidden():
                said.append(texts("lobby.find"))
        if waiting:
            said.append(texts("lobby.not_ready", names=", ".join(dict.fromkeys(waiting))))
        return " ".join(said) or texts("lobby.begins")

    def _connect(self) -> None:
        for part in (self.seats, self.people, self.rules):
            part.command_requested.connect(self.command_requested)
        self.chat.message_sent.connect(self._say)
        self.chat.phrase_chosen.connect(self._say_phrase)
        self.votes.answered.connect(self._vote)
        self.ready.clicked.connect(self._be_ready)
        self.watch.clicked.connect(self._watch)
        self.back.clicked.connect(self.leave_requested)

    def _be_ready(self) -> None:
        self.command_requested.emit(SetReady(0, self._says_ready))

    def _watch(self) -> None:
        self.command_requested.emit(Watch(0, not self._watches))

    def _say(self, text: str) -> None:
        self.command_requested.emit(Say(0, text))

    def _say_phrase(self, key: str) -> None:
        self.command_requested.emit(SayPhrase(0, key))

    def _vote(self, vote: int, agreed: bool) -> None:
        self.command_requested.emit(CastVote(0, vote, agreed))

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
        for words in (self._title, self._what):
            self._banner.words.addWidget(words)
        self._banner.words.addStretch(1)
        for widget in (self._banner, self._waits, self._problem, self.votes):
            whole.addWidget(widget)
        whole.addWidget(self.body)
        whole.addStretch(1)
        self.lay_out_page(content, self.back, self.watch, self.ready)

    def _card(self, title: QWidget, content: QWidget) -> QFrame:
        frame, layout = card()
        layout.addWidget(title)
        layout.addWidget(content)
        return frame
