"""A network table while its match is shown: the table's page, and the company beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.lan.guest import Guest
from app.lan.lan_session import LanSession
from app.lan.protocol import Lobby, Noticed, Said
from app.library.settings import Settings
from app.table.company import Company
from app.table.page import TablePage
from app.texts import Texts
from app.theme import Theme

_TICK = 500  #: milliseconds between two looks at when the connection is tried again


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
        self, guest: Guest, texts: Texts, settings: Settings, theme: Theme, troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._guest = guest
        self._session = session = LanSession(guest, texts, settings, theme, troubled, self)
        self._company = company = Company(session.page, session.tone, guest.member)
        self._retrying = QTimer(self)
        self._retrying.setInterval(_TICK)
        self._retrying.timeout.connect(self._tell_retry)
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
        self._retrying.stop()
        self._session.close()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._session.dress(settings, theme)

    def present(self, lobby: Lobby) -> None:
        """Show how the table is now."""
        self._company.present(lobby)

    def hear(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self._company.hear(line)

    def lose(self) -> None:
        """The connection broke; say so until it holds again."""
        self._retrying.start()
        self._tell_retry()

    def find(self) -> None:
        """The connection holds again."""
        self._retrying.stop()
        self._company.find()

    def _tell_retry(self) -> None:
        self._company.lose(round(self._guest.retry_in))
