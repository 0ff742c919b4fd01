"""Joins a network table: tries its addresses, and asks on a page of the window what the table wants to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.base.i18n import Translations
from app.net.client.client import TableClient
from app.net.client.credentials import Credentials
from app.net.client.match_verification import MatchVerification
from app.net.client.ruleset_transfer import ReceivedOffer, RulesetCache, consent_lines, offered_title
from app.net.localize import localized, remedy
from app.net.protocol.addresses import Candidate, Invitation
from app.net.protocol.messages import Pairs
from app.screens.connecting import ConnectingPage


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A seat that a client takes as soon as it is at a table."""

    number: int | None = None  #: of the seat; None: the free one in the colour that the player prefers, else the first
    name: str = ""  #: of another player at the same screen; empty: the name of the client


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """Where a table is, and how this window joins it. The empty texts are those of the handshake's messages."""

    addresses: tuple[Candidate, ...]  #: to be tried one after the other
    name: str  #: of the player
    table: str = ""  #: id of the table, if it is known
    code: str = ""
    owner_token: str = ""
    invitation: Invitation | None = None  #: how other players find the table, if it is known already
    claims: tuple[SeatClaim, ...] = ()  #: seats to take at once: this window has just opened the table
    announced: bool = False  #: the addresses come from answers to a search, which any host can send

    @property
    def hosts(self) -> str:
        """The addresses, as text."""
        return ", ".join(address.host for address in self.addresses)


_CODE_REASONS = {"lan.away.code_needed": False, "lan.away.code_wrong": True}  #: whether a code was tried
_UNREACHED = "lan.lost."
_LOOPBACK = "127."  #: an address under which no other computer finds a table


class JoinController(QObject):
    """Connects a client to one table; `page` shows the progress and asks for a code or for consent to the rules.

    Signals:
        client_created: A client starts to connect; carries the TableClient. Each address has a client of its own.
        page_requested: `page` has to be shown.
        ended: The client was refused or removed, or the table closed; the page says why.
        verdict_found: The chance of the match was verified; carries a key of the window's texts and pairs of values.
        journal_confirmed: The whole match is here, and is the one that was played; carries its journal.
    """

    client_created = Signal(object)
    page_requested = Signal()
    ended = Signal()
    verdict_found = Signal(str, object)
    journal_confirmed = Signal(str)

    def __init__(
        self, target: JoinTarget, credentials: Credentials, cache: RulesetCache, matches: Path, texts: Translations,
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._credentials, self._cache, self._matches, self._texts = credentials, cache, matches, texts
        self._target = target
        self._untried: tuple[Candidate, ...] = ()
        self._client: TableClient | None = None
        self._verification: MatchVerification | None = None
        self._fill: Callable[[], None] | None = None  #: fills the page as it is now, in the current language
        self.page = ConnectingPage(texts)
        self.page.code_entered.connect(self._enter_code)
        self.page.consent_given.connect(self._accept_rules)
        self.page.retry_requested.connect(self.join)

    @property
    def client(self) -> TableClient | None:
        """The client that connects, or is connected."""
        return self._client

    @property
    def invitation(self) -> Invitation:
        """How other players find the table."""
        if self._target.invitation is not None:
            return self._target.invitation
        client = self._client
        if client is None or client.address.startswith(_LOOPBACK):
            return Invitation()
        return Invitation((f"{client.address}:{client.port}",), "", self._target.code)

    def set_invitation(self, invitation: Invitation) -> None:
        """Say how other players find the table now."""
        self._target = replace(self._target, invitation=invitation)

    def join(self) -> None:
        """Try the addresses of the table, from the first."""
        self._untried = self._target.addresses
        self._try_next()

    def leave(self) -> None:
        """Disconnect, or stop trying."""
        client, self._client = self._client, None
        verification, self._verification = self._verification, None
        if client is not None and verification is not None:
            verification.close()
            client.blockSignals(True)
            client.leave()
            client.deleteLater()

    def show_loading(self) -> None:
        """Show that the rules of the table are being read."""
        self._show(self.page.show_reading_rules)

    def retranslate(self) -> None:
        """Fill the page in the current language; a code that was typed there stays."""
        if self._fill is not None:
            typed = self.page.code.text()
            self._fill()
            self.page.code.setText(typed)

    def _show(self, fill: Callable[[], None]) -> None:
        self._fill = fill
        self.page_requested.emit()
        fill()

    def take_claims(self) -> tuple[SeatClaim, ...]:
        """Return the seats to take now; each at most once."""
        claims, self._target = self._target.claims, replace(self._target, claims=())
        return claims

    def _try_next(self) -> None:
        address, self._untried = self._untried[0], self._untried[1:]
        self.leave()
        self._client = client = TableClient(self._credentials, self._cache, self._texts.language, self)
        client.rules_offered.connect(self._ask_consent)
        client.disconnected.connect(self._handle_refusal)
        target = self._target
        hosted_here = bool(target.owner_token)  # then the host's process writes the journal to the same folder
        self._verification = MatchVerification(client, None if hosted_here else self._matches, client)
        self._verification.verified.connect(self.verdict_found)
        self._verification.confirmed.connect(self.journal_confirmed)
        self.client_created.emit(client)
        self._show(partial(self.page.show_connecting, target.hosts))
        client.connect_to(
            address.host, address.port, target.name, target.code, target.owner_token, target.table,
            announced=target.announced,
        )  # fmt: skip

    def _ask_consent(self, offer: ReceivedOffer) -> None:
        def fill() -> None:
            title = offered_title(offer.inspected, offer.offer, self._texts.language)
            self.page.ask_consent(title, list(consent_lines(offer.inspected, offer.offer, self._texts)))

        self._show(fill)

    def _accept_rules(self) -> None:
        if self._client is not None:
            self._client.accept_rules()

    def _enter_code(self, code: str) -> None:
        self._target = replace(self._target, code=code)
        self.join()

    def _handle_refusal(self, reason: str, args: Pairs) -> None:
        joined = self._client is not None and self._client.welcome is not None
        if not joined and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        self.ended.emit()
        if reason in _CODE_REASONS:
            self._show(partial(self.page.ask_code, _CODE_REASONS[reason]))
            return
        texts = self._texts

        def fill() -> None:
            title = texts("entry.gone" if joined else "entry.not_in")
            self.page.show_failure(title, localized(texts, reason, args), remedy(texts, reason, args), again=True)

        self._show(fill)
