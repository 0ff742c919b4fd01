"""The way to a table on the network, until one is in: all that lead there are tried, and what it asks is asked here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.base.i18n import Translations
from app.net.client.client import TableClient
from app.net.client.credentials import Credentials
from app.net.client.match_archive import MatchArchive
from app.net.client.ruleset_transfer import ReceivedOffer, RulesetCache, consent_lines, offered_title
from app.net.localize import localized, remedy
from app.net.protocol.addresses import Candidate
from app.net.protocol.messages import Pairs
from app.screens.join import JoinPage
from app.session.invitation import Invitation

# What is known of a table before one is in. No Qt.


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """Where a table is, and as whom one comes."""

    ways: tuple[Candidate, ...]  #: to be tried one after the other
    name: str
    table: str = ""  #: its id, if it is known
    code: str = ""
    owner_token: str = ""
    invitation: Invitation | None = None  #: how others find it, if that is known already
    sits: bool = False  #: whoever comes takes the first free seat at once: it has just opened the table

    @property
    def where(self) -> str:
        """The address to be read."""
        return ", ".join(way.host for way in self.ways)


_CODES = {"lan.away.code_needed": False, "lan.away.code_wrong": True}  #: whether one was tried
_UNREACHED = "lan.lost."
_HERE = "127."  #: an address that leads nobody else to a table


class JoinController(QObject):
    """Sends a guest to one table, and shows on its `page` what comes of it.

    Signals:
        knocking: A guest is on its way; carries the Guest.
        wanted: The page is to be shown: it asks something, or says how things stand.
        ended: Nobody is at the table any more, or was let in; the page says why.
        judged: The chance of the match was looked at; carries a key of the window's texts and pairs of values.
        left: The reader gives it up.
    """

    knocking = Signal(object)
    wanted = Signal()
    ended = Signal()
    judged = Signal(str, object)
    left = Signal()

    def __init__(
        self, credentials: Credentials, shelf: RulesetCache, matches: Path, texts: Translations, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._credentials, self._shelf, self._matches, self._texts = credentials, shelf, matches, texts
        self._door = JoinTarget((), "")
        self._untried: tuple[Candidate, ...] = ()
        self._guest: TableClient | None = None
        self._keeping: MatchArchive | None = None
        self.page = JoinPage(texts)
        self.page.code_given.connect(self._give_code)
        self.page.agreed.connect(self._agree)
        self.page.again.connect(self._again)
        self.page.left.connect(self.left)

    @property
    def guest(self) -> TableClient | None:
        """Who goes to the table, or is there, for this window."""
        return self._guest

    @property
    def invitation(self) -> Invitation:
        """How others find the table."""
        if self._door.invitation is not None:
            return self._door.invitation
        guest = self._guest
        if guest is None or guest.address.startswith(_HERE):
            return Invitation()
        return Invitation((f"{guest.address}:{guest.port}",), "", self._door.code)

    def go(self, door: JoinTarget) -> None:
        """Go to a table."""
        self._door, self._untried = door, door.ways
        self._try_next()

    def leave(self) -> None:
        """Go on purpose, wherever one is."""
        guest, self._guest = self._guest, None
        keeping, self._keeping = self._keeping, None
        if guest is not None and keeping is not None:
            keeping.close()
            guest.blockSignals(True)
            guest.leave()
            guest.deleteLater()

    def wait_for_rules(self) -> None:
        """One is in; say that what the table plays by is being read."""
        self.wanted.emit()
        self.page.read()

    def sits_at_once(self) -> bool:
        """Tell whether the first free seat is to be taken; true once at most."""
        sits, self._door = self._door.sits, replace(self._door, sits=False)
        return sits

    def _try_next(self) -> None:
        way, self._untried = self._untried[0], self._untried[1:]
        self.leave()
        self._guest = guest = TableClient(self._credentials, self._shelf, self._texts.language, self)
        guest.offered.connect(self._offered)
        guest.turned_away.connect(self._turned_away)
        door = self._door
        own = bool(door.owner_token)  # the journal of one's own table is here anyway
        self._keeping = MatchArchive(guest, None if own else self._matches, guest)
        self._keeping.judged.connect(self.judged)
        self.knocking.emit(guest)
        self.wanted.emit()
        self.page.seek(door.where)
        guest.go(way.host, way.port, door.name, door.code, door.owner_token, door.table)

    def _offered(self, offer: ReceivedOffer) -> None:
        self.wanted.emit()
        title = offered_title(offer.looked, offer.offer, self._texts.language)
        self.page.ask_consent(title, list(consent_lines(offer.looked, offer.offer, self._texts)))

    def _agree(self) -> None:
        if self._guest is not None:
            self._guest.accept_rules()

    def _give_code(self, code: str) -> None:
        self.go(replace(self._door, code=code))

    def _again(self) -> None:
        self.go(self._door)

    def _turned_away(self, reason: str, args: Pairs) -> None:
        inside = self._guest is not None and self._guest.welcome is not None
        if not inside and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        self.ended.emit()
        self.wanted.emit()
        if reason in _CODES:
            self.page.ask_code(_CODES[reason])
            return
        texts = self._texts
        title = texts("entry.gone" if inside else "entry.not_in")
        self.page.tell(title, localized(texts, reason, args), remedy(texts, reason, args), again=True)
