"""This window at a network table, from the way there to getting up: the pages one after the other, as the guest stands.

The table may be another computer's or one that this window has opened; the window is a guest like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from app.lan.addresses import Candidate
from app.lan.credentials import Credentials
from app.lan.guest import Guest
from app.lan.protocol import Command, Lobby, Noticed, Pairs, Said, TakeSeat, Welcome
from app.lan.received import Offer, Shelf
from app.lan.sentences import remedy, sentence
from app.lan.stage import Stage
from app.lan.verdicts import Looked
from app.library.settings import Settings
from app.seats.entry import EntryPage
from app.seats.host import UnplayableError, read_form
from app.seats.lobby import LobbyPage
from app.seats.lobby_facts import Invitation, TableFacts
from app.seats.plan import GameForm
from app.table.look import Look
from app.table.look_file import LookError
from app.texts import Texts
from app.theme import LIGHT, Theme
from dsl.engine.messages import Answer, Refused

_CODES = {"lan.away.code_needed": False, "lan.away.code_wrong": True}  #: whether one was tried
_UNREACHED = "lan.lost."


@dataclass(frozen=True, slots=True)
class Door:
    """Where a table is, and as whom one comes."""

    ways: tuple[Candidate, ...]  #: to be tried one after the other
    name: str
    table: str = ""  #: its id, if it is known
    code: str = ""
    owner_token: str = ""
    invitation: Invitation | None = None  #: how others find it, if that is known already

    @property
    def where(self) -> str:
        """The address to be read."""
        return ", ".join(way.host for way in self.ways)


class Visit(QObject):
    """One table, until one leaves it.

    Signals:
        left: The reader goes away from the table, or is no longer there.
        called: The game is known; `title` says which.
    """

    left = Signal()
    called = Signal()

    def __init__(self, credentials: Credentials, shelf: Shelf, texts: Texts, parent: QObject) -> None:
        super().__init__(parent)
        self._credentials, self._shelf, self._texts = credentials, shelf, texts
        self._door = Door((), "")
        self._untried: tuple[Candidate, ...] = ()
        self._settings, self._theme = Settings(), LIGHT
        self._guest: Guest | None = None
        self._form: GameForm | None = None
        self.title = ""  #: of the game, once it is known
        self.pages = QStackedWidget()
        self.entry, self.lobby = EntryPage(texts), LobbyPage(texts)
        self.pages.addWidget(self.entry)
        self.pages.addWidget(self.lobby)
        self.entry.code_given.connect(self._give_code)
        self.entry.agreed.connect(self._agree)
        self.entry.again.connect(self._again)
        self.entry.left.connect(self._give_up)
        self.lobby.wanted.connect(self.send)
        self.lobby.left.connect(self._give_up)

    @property
    def guest(self) -> Guest | None:
        """Who sits there for this window."""
        return self._guest

    def go(self, door: Door) -> None:
        """Go to a table."""
        self._door, self._untried = door, door.ways
        self._try_next()

    def leave(self) -> None:
        """Go on purpose, wherever one is."""
        guest, self._guest = self._guest, None
        if guest is not None:
            guest.blockSignals(True)
            guest.leave()
            guest.deleteLater()

    def send(self, command: Command) -> None:
        """Send a command that has no number yet."""
        if self._guest is None:
            return
        if isinstance(command, TakeSeat):
            self._guest.take_seat(command.seat, command.name)
        else:
            self._guest.post(lambda request: replace(command, request=request))

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._settings, self._theme = settings, theme

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self._read_form()
        self.lobby.retranslate(self._form)

    # ---- the way in ---------------------------------------------------------------------------------------------

    def _try_next(self) -> None:
        way, self._untried = self._untried[0], self._untried[1:]
        self.leave()
        self._guest = guest = Guest(self._credentials, self._shelf, self._texts.language, self)
        guest.stage_changed.connect(self._stand)
        guest.lobby.connect(self._look_around)
        guest.answered.connect(self._answered)
        guest.said.connect(self._hear)
        guest.noticed.connect(self._hear)
        guest.offered.connect(self._offered)
        guest.turned_away.connect(self._turned_away)
        self._show_entry()
        self.entry.seek(self._door.where)
        door = self._door
        guest.go(way.host, way.port, door.name, door.code, door.owner_token, door.table)

    def _stand(self, stage: Stage) -> None:
        if stage is Stage.RULES:
            self._show_entry()
            self.entry.read()

    def _offered(self, offer: Offer) -> None:
        self._show_entry()
        titles = dict(offer.looked.titles)
        title = titles.get(self._texts.language) or titles.get("en") or offer.offer.game
        self.entry.ask_consent(title, consent_lines(offer.looked, offer.offer.house, self._texts))

    def _agree(self) -> None:
        if self._guest is not None:
            self._guest.accept_rules()

    def _give_code(self, code: str) -> None:
        self._door = replace(self._door, code=code)
        self.go(self._door)

    def _again(self) -> None:
        self.go(self._door)

    def _give_up(self) -> None:
        self.leave()
        self.left.emit()

    def _turned_away(self, reason: str, args: Pairs) -> None:
        guest = self._guest
        inside = guest is not None and guest.welcome is not None
        if not inside and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        self._show_entry()
        if reason in _CODES:
            self.entry.ask_code(_CODES[reason])
            return
        texts = self._texts
        title = texts("entry.gone" if inside else "entry.not_in")
        self.entry.tell(title, sentence(texts, reason, args), remedy(texts, reason, args), again=True)

    def _show_entry(self) -> None:
        self.pages.setCurrentWidget(self.entry)

    # ---- inside -------------------------------------------------------------------------------------------------

    def _look_around(self, lobby: Lobby) -> None:
        guest = self._guest
        if guest is None or guest.welcome is None or guest.rules is None:
            return
        if self._form is None:
            self._come_in(guest.welcome)
        self.lobby.present(lobby)
        if self.pages.currentWidget() is self.entry:
            self.pages.setCurrentWidget(self.lobby)

    def _come_in(self, welcome: Welcome) -> None:
        """The rules are known: the lobby can speak of the game."""
        self._read_form()
        facts = TableFacts(welcome.name, welcome.member, welcome.owner, welcome.rules, self._invitation())
        self.lobby.welcome(facts)
        if self._form is not None:
            self.lobby.read(self._form, self._look())
        self.title = facts.title(self._texts.language)
        self.called.emit()

    def _read_form(self) -> None:
        rules = self._guest.rules if self._guest is not None else None
        if rules is not None:
            try:
                self._form = read_form(rules.pack, self._texts.language)
            except UnplayableError:
                self._form = None  # the words of strangers: the table speaks without them

    def _look(self) -> Look:
        rules = self._guest.rules if self._guest is not None else None
        try:
            return rules.looks() if rules is not None else Look()
        except LookError:
            return Look()

    def _invitation(self) -> Invitation:
        if self._door.invitation is not None:
            return self._door.invitation
        guest = self._guest
        return Invitation((f"{guest.address}:{guest.port}",) if guest is not None else (), "", self._door.code)

    def _hear(self, line: Said | Noticed) -> None:
        self.lobby.hear(line)

    def _answered(self, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self.lobby.hear(Noticed(answer.reason, answer.args))


def consent_lines(looked: Looked, house: tuple[str, ...], texts: Texts) -> list[str]:
    """What one consents to: whose game it is, what it is compared with, and how it differs."""
    lines = [texts(f"entry.known.{looked.known}", game=looked.other)]
    lines += [texts("entry.credits", names=", ".join(looked.credits))] if looked.credits else []
    lines += [texts("lobby.house", titles=", ".join(house))] if house else []
    lines += looked.differences
    lines += [texts.count("entry.more", looked.more)] if looked.more else []
    return lines
