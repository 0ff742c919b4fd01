"""A match at this window whose table is elsewhere: the table's page and its link."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.lan.guest import Guest
from app.lan.lan_link import LanLink
from app.library.settings import Settings
from app.session import look_of, manners_of, tone_of
from app.table.page import TablePage
from app.table.tone import Tone
from app.texts import Texts
from app.theme import Theme


class LanSession(QObject):
    """One match at a table elsewhere. The guest, which must know its rules and its table, belongs to whoever made it.

    Signals:
        left: The player goes away from the table.
        again: The player wants another match of the same game.
        toned: Everything is said otherwise from now on; carries the Tone.
        reseated: This guest has other seats than before: another session is needed to see from there.
    """

    left = Signal()
    again = Signal()
    toned = Signal(object)
    reseated = Signal()

    def __init__(
        self, guest: Guest, texts: Texts, settings: Settings, theme: Theme, troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        assert guest.rules is not None
        self._rules, self._texts, self._theme = guest.rules, texts, theme
        self.link = LanLink(guest, self)
        colours = [player.colour for player in self.link.players]
        self._look = look_of(guest.rules.looks, texts, troubled).seating(colours)
        self.page = TablePage(self.link, self.tone, manners_of(settings))
        self.page.left.connect(self.left)
        self.page.again.connect(self.again)
        self.link.renamed.connect(self._rename)
        self.link.reseated.connect(self.reseated)

    @property
    def tone(self) -> Tone:
        """How everything at the table is said and drawn now."""
        names, players = self.link.names, len(self.link.players)
        return tone_of(self._rules.pack, names, self._look, self._texts, self._theme, players)

    def open(self) -> None:
        """Sit down."""
        self.page.open()

    def close(self) -> None:
        """Get up; the guest may still be at the table."""
        self.page.close_table()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._theme = theme
        self.page.behave(manners_of(settings))
        self._rename()

    def _rename(self) -> None:
        tone = self.tone
        self.page.retone(tone)
        self.toned.emit(tone)
