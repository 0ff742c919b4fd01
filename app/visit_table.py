"""A network table while its match is shown: the table's page, and the company beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.lan.guest import Guest
from app.lan.lan_session import LanSession
from app.lan.protocol import BanState, Lobby, Noticed, Pairs, Said
from app.lan.sentences import sentence
from app.library.settings import Settings
from app.seats.lobby_facts import TableFacts
from app.seats.lobby_people import LobbyPeople
from app.table.company import Company
from app.table.page import TablePage
from app.texts import Texts
from app.theme import Theme


class VisitTable(QObject):
    """One match as this window's seats see it, or as one who looks on does.

    Signals:
        left: The player goes away from the table.
        again: The player wants another match of the same game.
        wanted: Something is to be sent to the table; carries a command, which has no number yet.
        reseated: This window has other seats than before; it has to be made anew.
    """

    left = Signal()
    again = Signal()
    wanted = Signal(object)
    reseated = Signal()

    def __init__(
        self, guest: Guest, facts: TableFacts, texts: Texts, settings: Settings, theme: Theme,
        troubled: Callable[[str], None], parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._texts = texts
        self._verdict: tuple[str, Pairs] = ("", ())
        self._session = session = LanSession(guest, texts, settings, theme, troubled, self)
        self._company = company = Company(session.page, session.tone, guest.member)
        self._facts, self._lobby, self._bans = facts, guest.table, guest.bans
        self._people = LobbyPeople(texts) if facts.owner else None
        if self._people is not None:
            self._people.wanted.connect(self.wanted)
            company.add_tab(self._people, "people.title")
        session.page.sheet.offers_again = guest.owner
        session.left.connect(self.left)
        session.again.connect(self.again)
        session.reseated.connect(self.reseated)
        session.toned.connect(company.retone)
        company.wanted.connect(self.wanted)

    @property
    def page(self) -> TablePage:
        """What is shown."""
        return self._session.page

    @property
    def company(self) -> Company:
        """What is said beside the match."""
        return self._company

    def open(self) -> None:
        """Sit down."""
        self._session.open()

    def close(self) -> None:
        """Get up; the guest may still be at the table."""
        self._session.close()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._session.dress(settings, theme)
        self._show_people()
        self.judge(*self._verdict)

    def present(self, lobby: Lobby) -> None:
        """Show how the table is now."""
        self._lobby = lobby
        self._company.present(lobby)
        self._show_people()

    def show_bans(self, bans: tuple[BanState, ...]) -> None:
        """Show who is banned; only the owner knows."""
        self._bans = bans
        self._show_people()

    def _show_people(self) -> None:
        if self._people is not None and self._lobby is not None:
            self._people.present(self._lobby, self._facts, self._bans)

    def hear(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self._company.hear(line)

    def judge(self, key: str, args: Pairs) -> None:
        """Say on the score sheet what is known of the match's chance; nothing if the key is empty."""
        self._verdict = key, args
        texts = self._texts
        said = sentence(texts, key, args) if key else ""
        self.page.sheet.tell_fairness(said, texts("fairness.why"))

    def refuse(self, sentence: str) -> None:
        """The table does not do what was asked; say why."""
        self.page.say(sentence)

    def lose(self, seconds: int) -> None:
        """The connection broke; it is tried again in so many seconds."""
        self._company.lose(seconds)

    def find(self) -> None:
        """The connection holds again."""
        self._company.hold_again()
