"""The network in the window: looks for tables while the first page is shown, opens one, and goes to one.

The first page does without the engine and without a socket: what needs them is imported when it is first wanted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.base.paths import UserFolders, official_rulesets
from app.controllers.settings_controller import SettingsController
from app.net.protocol.sanitize import sanitize_name
from app.screens.host import HostForm, HostPage
from app.screens.nearby import NearbyTables, RememberedTable
from app.session.invitation import Invitation
from app.session.match_config import MatchConfig
from app.storage.matches import TABLE, game_of, new_journal

if TYPE_CHECKING:
    from app.controllers.join_controller import JoinTarget
    from app.controllers.network_session import NetworkSession
    from app.net.client.credentials import Credential, Credentials
    from app.net.discovery.browser import FoundTable, TableBrowser
    from app.net.server.host_process import HostProcess
    from app.net.server.state_file import TableRecord


# The tables that this reader has opened: what the first page offers of them, and how others find one.


_LEFT = 3  #: closed tables that are offered, the newest


def hosted_tables(matches: Path, titled: Callable[[str], str]) -> list[RememberedTable]:
    """Return one's own tables, those that are open first, then the last closed ones; `titled` says a game's title."""
    if not any(matches.glob(f"*{TABLE}")):
        return []
    from app.net.server.host_process import abandoned_tables, running_tables

    opened = [_known(journal, record, titled) for journal, record in running_tables(matches)]
    closed = sorted(abandoned_tables(matches), key=lambda each: each[0].name, reverse=True)
    return opened + [_known(journal, record, titled, closed=True) for journal, record in closed[:_LEFT]]


def _known(
    journal: Path, record: TableRecord, titled: Callable[[str], str], *, closed: bool = False
) -> RememberedTable:
    plan = record.room.plan
    return RememberedTable(plan.table, plan.name, titled(game_of(journal)), "left" if closed else "open", journal)


def forget_hosted(journal: Path) -> None:
    """Offer a closed table no more: its match is one of this computer's matches from now on."""
    with contextlib.suppress(OSError):
        journal.with_name(journal.name + TABLE).unlink(missing_ok=True)


def invitation_of(journal: Path, port: int) -> Invitation:
    """Return how others find a table of one's own that listens on this port."""
    from app.net.discovery.interfaces import LOOPBACK, own_addresses
    from app.net.protocol.addresses import code_of, typed_address
    from app.net.server.state_file import RecordError, read_record, record_path

    try:
        host = read_record(record_path(journal)).host
    except RecordError:
        return Invitation()
    addresses = LOOPBACK[:1] if host.here_only else own_addresses()
    short = next((code for address in addresses if (code := code_of(address, port))), "")
    return Invitation(tuple(typed_address(address, port) for address in addresses), short, host.code, host.here_only)


_OFFERED = 3  #: tables that one was at, on the first page


class NetworkController(QObject):
    """Leads from the first page and the set-up to a table and back.

    Signals:
        visiting: A table is gone to; carries the Visit, whose pages are to be shown.
        home_wanted: The first page is to be shown.
    """

    visiting = Signal(object)
    home_wanted = Signal()

    def __init__(
        self, card: NearbyTables, folders: UserFolders, taste: SettingsController, titled: Callable[[str], str],
        troubled: Callable[[str], None], parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._titled, self._troubled = titled, troubled
        self._card, self._folders = card, folders
        self._taste, self._texts = taste, taste.texts
        self._nearby: TableBrowser | None = None
        self._visit: NetworkSession | None = None
        self._hosting: HostProcess | None = None
        self._plan: MatchConfig | None = None
        self._wishes: HostForm | None = None  #: of the table that is being opened
        self.opening = HostPage(taste.texts)
        self.opening.wished.connect(self._open)
        self.opening.left.connect(self._let_go)
        card.looking_wanted.connect(self._set_looking)
        card.table_chosen.connect(self._join)
        card.address_given.connect(self._go_to)
        card.known_chosen.connect(self._come_back)
        card.known_forgotten.connect(self._forget)

    @cached_property
    def _credentials(self) -> Credentials:
        from app.net.client.credentials import Credentials

        return Credentials(self._folders.tables)

    @property
    def visit(self) -> NetworkSession | None:
        """The table that this window is at."""
        return self._visit

    # ---- the first page -----------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """The first page is shown: offer what one knows, and look for tables if the reader has asked for that once."""
        self._card.name.setText(self._taste.settings.player)
        self._card.tell("")
        self._card.know([*self._known()])
        self._look(self._taste.settings.looks)

    def depart(self) -> None:
        """Another page is shown: nothing is asked any more."""
        self._look(False)

    def _look(self, looks: bool) -> None:
        if looks and self._nearby is None:
            from app.net.discovery.browser import TableBrowser

            self._nearby = TableBrowser(self)
            self._nearby.changed.connect(self._card.present)
            self._nearby.troubled.connect(self._tell_trouble)
            self._nearby.open()
        elif not looks and self._nearby is not None:
            nearby, self._nearby = self._nearby, None
            nearby.close()
            nearby.deleteLater()
            self._card.present(())
        self._card.be_looking(looks)

    def _set_looking(self, looks: bool) -> None:
        self._card.tell("")
        self._look(looks)
        self._taste.remember(replace(self._taste.settings, looks=looks))

    def _tell_trouble(self, key: str) -> None:
        self._card.tell(self._texts(key) if key else "")

    def _known(self) -> list[RememberedTable]:
        """One's own tables, then those that one was at last."""
        from_here = hosted_tables(self._folders.matches, self._titled)
        if not self._folders.tables.exists():
            return from_here
        here = {each.table for each in from_here}
        others = (each for each in self._credentials.tables() if each.table not in here)
        were = [RememberedTable(each.table, each.name, _title(each, self._texts.language), "was") for each in others]
        return from_here + were[:_OFFERED]

    # ---- going to a table ---------------------------------------------------------------------------------------

    def _join(self, found: FoundTable) -> None:
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        self._let_go()
        ways = tuple(Candidate(address, found.poster.port) for address in found.addresses)
        self._go(JoinTarget(ways, self._name(), found.table))

    def _go_to(self, text: str) -> None:
        from app.controllers.join_controller import JoinTarget
        from app.net.discovery.interfaces import own_networks
        from app.net.protocol.addresses import AddressProblem, read_address

        read = read_address(text, own_networks())
        if isinstance(read, AddressProblem):
            self._card.tell(self._texts(read.reason, part=read.part))
        else:
            self._let_go()
            self._go(JoinTarget(read, self._name()))

    def _come_back(self, known: RememberedTable) -> None:
        if known.journal is not None:
            self._host(known.journal).attach()
            return
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        self._let_go()
        credential = self._credentials.of(known.table)
        if credential is not None:
            way = Candidate(credential.address, credential.port)
            self._go(JoinTarget((way,), self._name(), credential.table))

    def _forget(self, known: RememberedTable) -> None:
        if known.journal is not None and known.kind == "open":
            self._host(known.journal).close()
            self._card.know([each for each in self._known() if each.table != known.table])
            return
        if known.journal is not None:
            forget_hosted(known.journal)
        self._credentials.forget(known.table)
        self._card.know(self._known())

    # ---- opening a table ----------------------------------------------------------------------------------------

    def prepare(self, plan: MatchConfig, title: str) -> None:
        """Ask how the table is to be opened; the page for that is `opening`."""
        self._plan = plan
        self.opening.present(title, self._name())

    def _open(self, wishes: HostForm) -> None:
        from app.net.server.host_process import HostConfig

        assert self._plan is not None
        plan = self._plan
        self._remember_name(wishes.player)
        try:
            journal = new_journal(self._folders.matches, plan.folder.name, datetime.now())
        except OSError as problem:
            self.opening.tell(self._texts("match.not_begun", problem=problem))
            return
        hosting = self._host(journal)
        self._wishes = wishes
        hosting.start(
            HostConfig(
                plan.folder, journal, tuple(seat.player for seat in plan.seats), plan.options, plan.house, wishes.name,
                wishes.code or None, wishes.watching, wishes.turns, wishes.here_only,
            )
        )  # fmt: skip

    def _host(self, journal: Path) -> HostProcess:
        """Be the one that opens a table, or goes on with it."""
        from app.net.server.host_process import HostProcess

        self._let_go()
        self._hosting = hosting = HostProcess(journal, portable=self._folders.portable, parent=self)
        hosting.opened.connect(self._opened)
        hosting.failed.connect(self._not_opened)
        return hosting

    def _let_go(self) -> None:
        """Leave the table that this window has opened to itself; one that nobody has seen closes once it is open."""
        hosting, self._hosting = self._hosting, None
        unseen, self._wishes = self._wishes is not None, None
        if hosting is not None and unseen:
            hosting.opened.disconnect(self._opened)
            hosting.failed.disconnect(self._not_opened)
            hosting.opened.connect(hosting.close)
            hosting.closed.connect(hosting.deleteLater)
        elif hosting is not None:
            hosting.release()
            hosting.deleteLater()

    def _opened(self, address: str, port: int, token: str) -> None:
        """The table can be joined; once more when its process has come back, to which a guest finds by itself."""
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        if self._visit is not None and self._visit.guest is not None and self._visit.guest.port == port:
            return
        wishes, self._wishes = self._wishes, None
        assert self._hosting is not None
        invitation = invitation_of(self._hosting.journal, port)
        ways = (Candidate(address, port),)
        self._go(JoinTarget(ways, self._taste.settings.player, "", "", token, invitation, sits=wishes is not None))

    def _not_opened(self, said: str) -> None:
        self._wishes = None  # it is not there, so it need not be closed
        self._let_go()
        self.opening.tell(self._texts("open_table.failed", why=said))
        if not self.opening.isVisible():
            self._troubled(self._texts("open_table.failed", why=said))

    @property
    def hosts(self) -> bool:
        """Whether the table that this window is at was opened by it, and goes on without it."""
        return self._hosting is not None and self._visit is not None

    def close_table(self) -> None:
        """Close the table that this window has opened, for everybody."""
        if self._hosting is not None:
            self._hosting.close()

    def _name(self) -> str:
        name = sanitize_name(self._card.name.text())
        self._remember_name(name)
        return name

    def _remember_name(self, name: str) -> None:
        if name != self._taste.settings.player:
            self._taste.remember(replace(self._taste.settings, player=name))

    def _go(self, door: JoinTarget) -> None:
        from app.controllers.network_session import NetworkSession
        from app.net.client.ruleset_transfer import RulesetCache

        self.depart()
        self._part()
        shelf = RulesetCache(official_rulesets(), self._folders.rulesets, self._folders.received, self._folders.house)
        self._visit = visit = NetworkSession(
            self._credentials, shelf, self._folders.matches, self._texts, self._troubled, self
        )
        visit.left.connect(self._left)
        self.visiting.emit(visit)
        visit.go(door)

    def leave(self) -> None:
        """Leave the table, if this window is at one. One that it has opened stays open."""
        self._let_go()
        self._part()

    def _part(self) -> None:
        visit, self._visit = self._visit, None
        if visit is not None:
            visit.leave()
            visit.deleteLater()

    def _left(self) -> None:
        self.home_wanted.emit()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self.opening.retranslate()
        self._card.know(self._known())
        if self._visit is not None:
            self._visit.retranslate()


def _title(credential: Credential, language: str) -> str:
    titles = dict(credential.titles)
    return titles.get(language) or titles.get("en") or ""
