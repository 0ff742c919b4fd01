"""Card of the start page for network tables: remembered ones, and, once the user looks for tables, those found nearby
and a field for an address.

Nothing is sent before the user has switched discovery on, which is saved in the settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.appearance.icons import IconButton, IconPicture
from app.base.i18n import Translations
from app.base.widgets import SPACE, PartsLabel, button, clear_layout, label, row, set_tip
from app.net.protocol.limits import NAME

if TYPE_CHECKING:
    from app.net.discovery.browser import FoundTable

_ICON = 30  #: side of the icon of the network, in pixels
_STATES = {
    "gathering": "nearby.gathering",
    "playing": "nearby.playing",
    "paused": "nearby.paused",
    "over": "nearby.over",
}

#: keys of the text and of the buttons of a remembered table
_SAID = {
    "open": ("nearby.own", "nearby.go_back", "nearby.close"),
    "left": ("nearby.left", "nearby.open_again", "nearby.forget"),
    "was": ("nearby.was", "nearby.come_back", "nearby.forget"),
}


@dataclass(frozen=True, slots=True)
class RememberedTable:
    """Table that the user has hosted or joined.

    Its kind: `open` is hosted here and runs, `left` was hosted here and is closed, `was` is hosted elsewhere.
    """

    table: str  #: its id
    name: str
    title: str  #: of the game
    kind: Literal["open", "left", "was"]
    journal: Path | None = None  #: of one's own


class NearbyTables(QFrame):
    """Card of the start page with the tables of the network.

    Signals:
        search_toggled: Discovery is to be switched on or off.
    """

    search_toggled = Signal(bool)
    table_chosen = Signal(object)
    address_entered = Signal(str)
    known_chosen = Signal(object)
    known_forgotten = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._tables: tuple[FoundTable, ...] = ()
        self._known: tuple[RememberedTable, ...] = ()
        self._looks = False
        self._title, self._said = label("card title", wraps=True), label("small", wraps=True)
        self.problem = label("alarm", wraps=True)
        self.look = IconButton("search")
        self.name, self.address, self.go = QLineEdit(), QLineEdit(), button()
        self._form = QWidget()  #: shown once the user wants to play on the network
        self._lines, self._known_lines = QVBoxLayout(), QVBoxLayout()
        self._lay_out()
        self.look.clicked.connect(self._toggle)
        self.go.clicked.connect(self._go)
        self.address.returnPressed.connect(self._go)
        self.retranslate()

    def set_searching(self, looks: bool) -> None:
        """Show whether discovery is on."""
        self._looks = looks
        if looks:
            self._form.show()
        self._refresh()

    def show_form(self) -> None:
        """Show the fields for the user's name and the address of a table, which needs no discovery."""
        self._form.show()
        self.address.setFocus()

    def set_tables(self, tables: Sequence[FoundTable]) -> None:
        """Show these tables."""
        if tuple(tables) != self._tables:
            self._tables = tuple(tables)
            self._said.setVisible(not (self._looks and self._tables))
            self._list({line.found: line for line in self.lines})

    def set_known_tables(self, known: Sequence[RememberedTable]) -> None:
        """Show these remembered tables."""
        self._known = tuple(known)
        self._list_known()

    def show_problem(self, sentence: str) -> None:
        """Show a problem of discovery or of an address; empty: none."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._title.setText(texts("nearby.title"))
        self.go.setText(texts("nearby.go"))
        set_tip(self.look, texts("nearby.look.how"))
        for field, key in ((self.address, "nearby.address"), (self.name, "nearby.name")):
            field.setPlaceholderText(texts(key))
            field.setAccessibleName(texts(key))
        set_tip(self.address, texts("nearby.address.hint"))
        self._refresh()
        self._list_known()

    @property
    def lines(self) -> tuple[TableLine, ...]:
        """The rows of the tables found."""
        items = (self._lines.itemAt(index) for index in range(self._lines.count()))
        return tuple(line for item in items if item is not None and isinstance(line := item.widget(), TableLine))

    def _refresh(self) -> None:
        texts = self._texts
        self.look.setText(texts("nearby.stop" if self._looks else "nearby.look"))
        self._said.setText(texts("nearby.none" if self._looks else "nearby.why"))
        self._said.setVisible(not (self._looks and self._tables))
        self._list({})

    def _list(self, same: Mapping[FoundTable, TableLine]) -> None:
        """List the tables; rows in `same` are kept, so that hover and focus are kept."""
        focused = next((line.found.table for line in self.lines if line.join.hasFocus()), "")
        tables = self._tables if self._looks else ()
        lines = [same.get(table) or self._line(table) for table in tables]
        for old in self.lines:
            self._lines.removeWidget(old)
            if old not in lines:
                old.hide()
                old.deleteLater()
        for line in lines:
            self._lines.addWidget(line)
            if line.found.table == focused and not line.join.hasFocus():
                line.join.setFocus()
        order = (self.look, self.name, self.address, self.go, *(line.join for line in lines))
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _line(self, table: FoundTable) -> TableLine:
        line = TableLine(table, self._texts)
        line.chosen.connect(self.table_chosen)
        return line

    def _list_known(self) -> None:
        clear_layout(self._known_lines)
        for known in self._known:
            self._known_lines.addWidget(self._known_line(known))

    def _known_line(self, known: RememberedTable) -> QWidget:
        texts = self._texts
        said, go, forget = label(wraps=True), button("primary"), button()
        told, goes, ends = _SAID[known.kind]
        said.setText(texts(told, name=known.name, game=known.title))
        go.setText(texts(goes))
        go.setAccessibleName(f"{go.text()}: {known.name}")
        forget.setText(texts(ends))
        forget.setAccessibleName(f"{forget.text()}: {known.name}")
        go.clicked.connect(partial(self.known_chosen.emit, known))
        forget.clicked.connect(partial(self.known_forgotten.emit, known))
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(SPACE)
        layout.addWidget(said, 1)
        layout.addWidget(go)
        layout.addWidget(forget)
        return line

    def _toggle(self) -> None:
        self.search_toggled.emit(not self._looks)

    def _go(self) -> None:
        if text := self.address.text().strip():
            self.address_entered.emit(text)

    def _lay_out(self) -> None:
        self.setProperty("role", "card")
        self.name.setMaxLength(NAME)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 16, 12)
        column.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self._title)
        words.addWidget(self._said)
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(SPACE + 2)
        head.addWidget(IconPicture("network", _ICON))
        head.addLayout(words, 1)
        head.addWidget(self.look)
        column.addLayout(head)
        fields = row(self.name, self.address, self.go)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(8)
        fields.setStretch(0, 2)
        fields.setStretch(1, 3)
        self._form.setLayout(fields)
        self._form.hide()
        column.addWidget(self._form)
        column.addWidget(self.problem)
        column.addLayout(self._known_lines)
        column.addLayout(self._lines)
        self.problem.hide()


class TableLine(QWidget):
    """Row of a table that was found.

    Signals:
        chosen: The table is to be joined; carries its FoundTable.
    """

    chosen = Signal(object)

    def __init__(self, found: FoundTable, texts: Translations) -> None:
        super().__init__()
        self.found = found
        poster = found.poster
        title = poster.title_fr if texts.language == "fr" else poster.title_en
        what, how = label("strong", wraps=True), PartsLabel("soft")
        what.setText(texts("nearby.line", name=poster.name, game=title or poster.game))
        how.set_parts(_how(found, texts))
        self.join = button()
        self.join.setText(texts("nearby.join" if poster.state == "gathering" else "nearby.enter"))
        self.join.setAccessibleName(f"{self.join.text()}: {what.text()}. {how.text()}")
        self.join.clicked.connect(partial(self.chosen.emit, found))
        self.join.setEnabled(not found.problem)
        what.setEnabled(not found.problem)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(what)
        words.addWidget(how)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(SPACE)
        layout.addLayout(words, 1)
        layout.addWidget(self.join)


def _how(found: FoundTable, texts: Translations) -> list[str]:
    """Return the status of a table, in a few words each."""
    poster = found.poster
    if found.problem:
        return [texts(found.problem)]
    taken = texts("nearby.seats", n=poster.taken, taken=poster.taken, seats=poster.seats)
    said = [taken, texts(_STATES[poster.state])]
    if poster.house:
        titles = ", ".join(poster.house_titles)
        said.append(texts("lobby.house", titles=titles + (" …" if poster.house > len(poster.house_titles) else "")))
    if poster.code:
        said.append(texts("nearby.code"))
    if poster.watchers:
        said.append(texts("nearby.watchers"))
    if found.local:
        said.append(texts("nearby.local"))
    return said
