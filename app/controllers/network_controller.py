"""Network tables in the window: finds them for the start page, hosts them, and joins them.

The start page needs neither the engine nor a socket: what needs them is imported when it is first used.
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
from app.screens.network_tables import NearbyTables, RememberedTable
from app.session.match_config import MatchConfig
from app.storage.game_library import GameLibrary
from app.storage.matches import TABLE, game_of, new_journal

if TYPE_CHECKING:
    from app.controllers.join_controller import JoinTarget, SeatClaim
    from app.controllers.network_session import NetworkSession
    from app.net.client.credentials import Credential, Credentials
    from app.net.discovery.browser import FoundTable, TableBrowser
    from app.net.protocol.addresses import Invitation
    from app.net.server.host_process import HostProcess
    from app.net.server.state_file import TableRecord
    from app.screens.host import HostForm, HostPage


# ---- tables hosted on this computer -----------------------------------------------------------------------------

_MAX_CLOSED = 3  #: closed tables on the start page, the newest


def hosted_tables(matches: Path, games: GameLibrary, language: str) -> list[RememberedTable]:
    """Return the tables hosted on this computer: those that are open first, then the last closed ones."""
    if not any(matches.glob(f"*{TABLE}")):
        return []
    from app.net.server.host_process import abandoned_tables, running_tables

    def remembered(journal: Path, record: TableRecord, closed: bool) -> RememberedTable:
        plan, title = record.room.plan, games.title(game_of(journal), language)
        return RememberedTable(plan.table, plan.name, title, "left" if closed else "open", journal)

    opened = [remembered(journal, record, closed=False) for journal, record in running_tables(matches)]
    abandoned = sorted(abandoned_tables(matches), key=lambda each: each[0].name, reverse=True)
    return opened + [remembered(journal, record, closed=True) for journal, record in abandoned[:_MAX_CLOSED]]


def forget_hosted(journal: Path) -> None:
    """Stop offering a closed table; its match joins the local matches."""
    with contextlib.suppress(OSError):
        journal.with_name(journal.name + TABLE).unlink(missing_ok=True)


def invitation_of(journal: Path, port: int) -> Invitation:
    """Return how other players find a table that is hosted here on this port."""
    from app.net.discovery.interfaces import LOOPBACK, own_addresses
    from app.net.protocol.addresses import Invitation, code_of, typed_address
    from app.net.server.state_file import RecordError, read_record, record_path

    try:
        host = read_record(record_path(journal)).host
    except RecordError:
        return Invitation()
    addresses = LOOPBACK[:1] if host.here_only else own_addresses()
    short = next((code for address in addresses if (code := code_of(address, port))), "")
    return Invitation(tuple(typed_address(address, port) for address in addresses), short, host.code, host.here_only)


def seat_claims(config: MatchConfig, player: str) -> tuple[SeatClaim, ...]:
    """Return the seats that the window of a host named `player` takes at its new table: those of the people at this
    screen if the set-up says who is elsewhere, else one."""
    from app.controllers.join_controller import SeatClaim

    if not config.is_remote:
        return (SeatClaim(),)
    people = [(n, seat) for n, seat in enumerate(config.seats) if seat.player == "human" and not seat.remote]
    own = next((n for n, seat in people if seat.name == player), people[0][0] if people else 0)
    return tuple(SeatClaim(n, "" if n == own else seat.name) for n, seat in people)


# ---- the controller ---------------------------------------------------------------------------------------------

_MAX_JOINED = 3  #: tables of others on the start page, the last ones joined


class NetworkController(QObject):
    """Serves the start page and the host page, runs the host's process, and creates the session at a table.

    Signals:
        session_created: A table is to be joined; carries the NetworkSession, which is not open yet.
        table_opened: A table is open; carries its MatchConfig.
        back_requested: The user leaves the host page.
    """

    session_created = Signal(object)
    table_opened = Signal(object)
    back_requested = Signal()

    def __init__(
        self, nearby: NearbyTables, folders: UserFolders, settings: SettingsController, games: GameLibrary,
        report: Callable[[str], None], parent: QObject,
    ) -> None:  # fmt: skip
        """`nearby` is the part of the start page about the network; `report` shows a sentence about a problem."""
        super().__init__(parent)
        self._nearby, self._folders, self._games, self._report = nearby, folders, games, report
        self._settings, self._texts = settings, settings.texts
        self._browser: TableBrowser | None = None
        self._session: NetworkSession | None = None
        self._host: HostProcess | None = None
        self._config: MatchConfig | None = None
        self._form: HostForm | None = None  #: of the table whose process is starting
        nearby.search_toggled.connect(self._set_browsing)
        nearby.table_chosen.connect(self._join_found)
        nearby.address_entered.connect(self._join_address)
        nearby.known_chosen.connect(self._rejoin)
        nearby.known_forgotten.connect(self._forget)

    @cached_property
    def host_page(self) -> HostPage:
        """The page on which a table is opened, made when it is first used."""
        from app.screens.host import HostPage

        page = HostPage(self._texts)
        page.host_requested.connect(self._start_host)
        page.back_requested.connect(self._release_host)
        page.back_requested.connect(self.back_requested)
        return page

    @cached_property
    def _credentials(self) -> Credentials:
        from app.net.client.credentials import Credentials

        return Credentials(self._folders.tables)

    def leave(self) -> None:
        """Let the session go, which the window closes. A table that is hosted here stays open."""
        self._release_host()
        self._session = None

    def retranslate(self) -> None:
        """Show the pages in the current language."""
        if "host_page" in vars(self):  # it has been made
            self.host_page.retranslate()
        self._nearby.set_known_tables(self._tables_to_rejoin())

    # ---- the start page -----------------------------------------------------------------------------------------

    def activate(self) -> None:
        """Fill the start page, which is shown, and look for tables if the user has allowed that."""
        self._nearby.name.setText(self._settings.current.player)
        self._nearby.show_problem("")
        self._nearby.set_known_tables(self._tables_to_rejoin())
        self._browse(self._settings.current.looks)

    def deactivate(self) -> None:
        """Stop looking for tables: another page is shown."""
        self._browse(False)

    def _browse(self, on: bool) -> None:
        if on and self._browser is None:
            from app.net.discovery.browser import TableBrowser

            self._browser = TableBrowser(self)
            self._browser.changed.connect(self._nearby.set_tables)
            self._browser.problem_changed.connect(self._show_browser_problem)
            self._browser.open()
        elif not on and self._browser is not None:
            browser, self._browser = self._browser, None
            browser.close()
            browser.deleteLater()
            self._nearby.set_tables(())
        self._nearby.set_searching(on)

    def _set_browsing(self, on: bool) -> None:
        self._nearby.show_problem("")
        self._browse(on)
        self._settings.save(replace(self._settings.current, looks=on))

    def _show_browser_problem(self, key: str) -> None:
        self._nearby.show_problem(self._texts(key) if key else "")

    def _tables_to_rejoin(self) -> list[RememberedTable]:
        """The tables hosted here, then the last tables joined elsewhere."""
        language = self._texts.language
        hosted = hosted_tables(self._folders.matches, self._games, language)
        if not self._folders.tables.exists():
            return hosted
        here = {each.table for each in hosted}
        others = (each for each in self._credentials.tables() if each.table not in here)
        joined = [RememberedTable(each.table, each.name, _title(each, language), "was") for each in others]
        return hosted + joined[:_MAX_JOINED]

    def _forget(self, known: RememberedTable) -> None:
        if known.journal is not None and known.kind == "open":
            self._make_host(known.journal).close()
            self._nearby.set_known_tables([each for each in self._tables_to_rejoin() if each.table != known.table])
            return
        if known.journal is not None:
            forget_hosted(known.journal)
        self._credentials.forget(known.table)
        self._nearby.set_known_tables(self._tables_to_rejoin())

    def _player_name(self) -> str:
        name = sanitize_name(self._nearby.name.text())
        self._save_player_name(name)
        return name

    def _save_player_name(self, name: str) -> None:
        if name != self._settings.current.player:
            self._settings.save(replace(self._settings.current, player=name))

    # ---- joining ------------------------------------------------------------------------------------------------

    def _join_found(self, found: FoundTable) -> None:
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        self._release_host()
        addresses = tuple(Candidate(address, found.poster.port) for address in found.addresses)
        self._join(JoinTarget(addresses, self._player_name(), found.table, announced=True))

    def _join_address(self, text: str) -> None:
        from app.controllers.join_controller import JoinTarget
        from app.net.discovery.interfaces import own_networks
        from app.net.protocol.addresses import AddressProblem, read_address

        read = read_address(text, own_networks())
        if isinstance(read, AddressProblem):
            self._nearby.show_problem(self._texts(read.reason, part=read.part))
        else:
            self._release_host()
            self._join(JoinTarget(read, self._player_name()))

    def _rejoin(self, known: RememberedTable) -> None:
        if known.journal is not None:
            self._make_host(known.journal).attach()
            return
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        self._release_host()
        credential = self._credentials.for_table(known.table)
        if credential is not None:
            address = Candidate(credential.address, credential.port)
            self._join(JoinTarget((address,), self._player_name(), credential.table))

    def _join(self, target: JoinTarget) -> None:
        from app.controllers.network_session import NetworkSession
        from app.net.client.ruleset_transfer import RulesetCache

        self.deactivate()
        folders = self._folders
        cache = RulesetCache(official_rulesets(), folders.rulesets, folders.received, folders.house)
        self._session = NetworkSession(
            target, self._credentials, cache, folders.matches, self._settings, self._report, self
        )
        self.session_created.emit(self._session)

    # ---- hosting ------------------------------------------------------------------------------------------------

    @property
    def is_hosting(self) -> bool:
        """Whether the table of the session is hosted here; it stays open without the window."""
        return self._host is not None and self._session is not None

    def configure_host(self, config: MatchConfig) -> None:
        """Fill `host_page` for a table with this match."""
        self._config = config
        title = self._games.title(config.folder.name, self._texts.language)
        self.host_page.reset(title, config.folder, self._player_name(), self._settings.current.hosting)

    def close_table(self) -> None:
        """Close the table that is hosted here, for all players."""
        if self._host is not None:
            self._host.close()

    def _start_host(self, form: HostForm) -> None:
        from app.net.server.host_process import HostConfig

        assert self._config is not None
        config = self._config
        self._save_player_name(form.player)
        try:
            journal = new_journal(self._folders.matches, config.folder.name, datetime.now())
        except OSError as problem:
            self.host_page.show_problem(self._texts("match.not_begun", problem=problem))
            return
        host = self._make_host(journal)
        self._form = form
        host.start(
            HostConfig(
                config.folder, journal, tuple(seat.player for seat in config.seats), config.options, config.house,
                form.name, form.code or None, form.watching, form.turns, form.here_only, clock=config.clock,
            )
        )  # fmt: skip

    def _make_host(self, journal: Path) -> HostProcess:
        from app.net.server.host_process import HostProcess

        self._release_host()
        self._host = host = HostProcess(journal, portable=self._folders.portable, parent=self)
        host.opened.connect(self._join_hosted)
        host.failed.connect(self._show_host_problem)
        return host

    def _release_host(self) -> None:
        """Leave the host's process running on its own; a table that no player has seen yet closes once it is open."""
        host, self._host = self._host, None
        unseen, self._form = self._form is not None, None
        if host is not None and unseen:
            host.opened.disconnect(self._join_hosted)
            host.failed.disconnect(self._show_host_problem)
            host.opened.connect(host.close)
            host.closed.connect(host.deleteLater)
        elif host is not None:
            host.release()
            host.deleteLater()

    def _join_hosted(self, address: str, port: int, token: str) -> None:
        """Join the table when it is open. It opens again, perhaps at another port, when its process was restarted: the
        client reconnects."""
        from app.controllers.join_controller import JoinTarget
        from app.net.protocol.addresses import Candidate

        assert self._host is not None
        invitation = invitation_of(self._host.journal, port)
        form, self._form = self._form, None
        if form is None and self._session is not None and self._session.move_to(address, port, invitation):
            return
        if form is not None and self._config is not None:
            self._settings.save(replace(self._settings.current, hosting=form.hosting))
            self.table_opened.emit(self._config)
        addresses, player = (Candidate(address, port),), self._settings.current.player
        claims = seat_claims(self._config, player) if form is not None and self._config is not None else ()
        self._join(JoinTarget(addresses, player, "", "", token, invitation, claims))

    def _show_host_problem(self, why: str) -> None:
        self._form = None  # the table did not open, so that it need not be closed
        self._release_host()
        sentence = self._texts("open_table.failed", why=why)
        self.host_page.show_problem(sentence)
        if not self.host_page.isVisible():
            self._report(sentence)


def _title(credential: Credential, language: str) -> str:
    titles = dict(credential.titles)
    return titles.get(language) or titles.get("en") or ""
