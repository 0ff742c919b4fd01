"""The network in the window: looks for tables while the first page is shown, opens one, and goes to one.

The first page does without the engine and without a socket: what needs them is imported when it is first wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.lan.plain import plain_name
from app.library.folders import Folders
from app.library.settings import Settings
from app.places import official_rulesets
from app.seats.nearby_card import KnownTable, NearbyCard
from app.seats.open_table import OpenTablePage
from app.seats.plan import MatchPlan
from app.texts import Texts

if TYPE_CHECKING:
    from app.lan.credentials import Credential, Credentials
    from app.lan.found import FoundTable
    from app.lan.nearby import Nearby
    from app.visit import Door, Visit

_OFFERED = 3  #: tables that one was at, on the first page


class Networking(QObject):
    """Leads from the first page and the set-up to a table and back.

    Signals:
        visiting: A table is gone to; carries the Visit, whose pages are to be shown.
        home_wanted: The first page is to be shown.
        changed: Something is to be remembered: carries the new Settings.
    """

    visiting = Signal(object)
    home_wanted = Signal()
    changed = Signal(object)

    def __init__(
        self, card: NearbyCard, texts: Texts, folders: Folders, settings: Callable[[], Settings],
        troubled: Callable[[str], None], parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._troubled = troubled
        self._card, self._texts, self._settings = card, texts, settings
        self._folders = folders
        self._nearby: Nearby | None = None
        self._visit: Visit | None = None
        self._plan: MatchPlan | None = None
        self.opening = OpenTablePage(texts)
        card.looking_wanted.connect(self._set_looking)
        card.table_chosen.connect(self._join)
        card.address_given.connect(self._go_to)
        card.known_chosen.connect(self._come_back)
        card.known_forgotten.connect(self._forget)

    @cached_property
    def _credentials(self) -> Credentials:
        from app.lan.credentials import Credentials

        return Credentials(self._folders.tables)

    @property
    def visit(self) -> Visit | None:
        """The table that this window is at."""
        return self._visit

    # ---- the first page -----------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """The first page is shown: offer what one knows, and look for tables if the reader has asked for that once."""
        self._card.name.setText(self._settings().player)
        self._card.tell("")
        self._card.know([*self._known()])
        self._look(self._settings().looks)

    def depart(self) -> None:
        """Another page is shown: nothing is asked any more."""
        self._look(False)

    def _look(self, looks: bool) -> None:
        if looks and self._nearby is None:
            from app.lan.nearby import Nearby

            self._nearby = Nearby(self)
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
        self.changed.emit(replace(self._settings(), looks=looks))

    def _tell_trouble(self, key: str) -> None:
        self._card.tell(self._texts(key) if key else "")

    def _known(self) -> list[KnownTable]:
        """The tables that one was at last."""
        if not self._folders.tables.exists():
            return []
        return [
            KnownTable(each.table, each.name, _title(each, self._texts.language), own=False)
            for each in self._credentials.tables()[:_OFFERED]
        ]

    # ---- going to a table ---------------------------------------------------------------------------------------

    def _join(self, found: FoundTable) -> None:
        from app.lan.addresses import Candidate
        from app.visit import Door

        ways = tuple(Candidate(address, found.poster.port) for address in found.addresses)
        self._go(Door(ways, self._name(), found.table))

    def _go_to(self, text: str) -> None:
        from app.lan.addresses import Unread, read_address
        from app.lan.interfaces import own_networks
        from app.visit import Door

        read = read_address(text, own_networks())
        if isinstance(read, Unread):
            self._card.tell(self._texts(read.reason, part=read.part))
        else:
            self._go(Door(read, self._name()))

    def _come_back(self, known: KnownTable) -> None:
        from app.lan.addresses import Candidate
        from app.visit import Door

        credential = self._credentials.of(known.table)
        if credential is not None:
            way = Candidate(credential.address, credential.port)
            self._go(Door((way,), self._name(), credential.table))

    def _forget(self, known: KnownTable) -> None:
        self._credentials.forget(known.table)
        self._card.know(self._known())

    def _name(self) -> str:
        name = plain_name(self._card.name.text())
        if name != self._settings().player:
            self.changed.emit(replace(self._settings(), player=name))
        return name

    def _go(self, door: Door) -> None:
        from app.lan.received import Shelf
        from app.visit import Visit

        self.depart()
        self.leave()
        shelf = Shelf(official_rulesets(), self._folders.rulesets, self._folders.received)
        self._visit = visit = Visit(self._credentials, shelf, self._texts, self._troubled, self)
        visit.left.connect(self._left)
        self.visiting.emit(visit)
        visit.go(door)

    def leave(self) -> None:
        """Leave the table, if this window is at one."""
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
