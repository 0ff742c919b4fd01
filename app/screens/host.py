"""Page for hosting a table on the network: names, code, spectators. The network is not used before."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import (
    SPACE,
    CheckBox,
    Column,
    ComboBox,
    Form,
    SpinBox,
    bind_escape,
    button,
    card,
    centred_column,
    label,
    row,
    scroll_area,
)
from app.net.protocol.authentication import new_code
from app.net.protocol.limits import NAME, SPECTATOR_MODES, TURNS_BEHIND, SpectatorMode
from app.net.protocol.sanitize import sanitize_name
from app.screens.banner import GameBanner
from app.storage.settings import LastHosting

_BANNER = 96  #: least height of the banner with the name of the game, in pixels
_LETTERS = 110  #: widest, so that the long labels of check boxes fit


@dataclass(frozen=True, slots=True)
class HostForm:
    """Input of the page: how a table is hosted."""

    player: str  #: who opens it
    name: str
    code: str  #: empty: none
    watching: SpectatorMode
    turns: int
    here_only: bool

    @property
    def hosting(self) -> LastHosting:
        """What is offered for the next table."""
        usual = LastHosting()
        return LastHosting(self.watching, self.turns or usual.turns, bool(self.code), self.here_only)


class HostPage(QWidget):
    """Page with the fields for hosting a table, with useful defaults.

    Signals:
        host_requested: The table is to be opened; carries a HostForm.
        back_requested: The button to go back to the set-up was pressed.
    """

    host_requested = Signal(object)
    back_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._game = ""
        self._named = False  #: the table's name was written by hand
        self._banner = GameBanner(_BANNER)
        self._title, self._how, self._what = label("banner title"), label("banner"), label("soft", wraps=True)
        self._problem = label("alarm", wraps=True)
        self.player, self.name, self.code = QLineEdit(), QLineEdit(), label("strong")
        self.coded, self.here_only = CheckBox(), CheckBox()
        self.watching, self.turns = ComboBox(), SpinBox()
        self._turns_title = label("soft")
        self._asks = [label() for _ in range(3)]
        self.open, self.back = button("primary"), button()
        self._lay_out()
        self._connect()
        self.retranslate()

    def reset(self, title: str, folder: Path, player: str, last: LastHosting) -> None:
        """Reset the fields for a table of the game in `folder` with this title; `player` is the name that the user
        entered last, `last` how the last table was hosted."""
        self._game = title
        self._banner.show_game(folder)
        self.player.setText(player)
        self.code.setText(new_code())
        self.coded.setChecked(last.coded)
        self.here_only.setChecked(last.here_only)
        self.watching.setCurrentIndex(SPECTATOR_MODES.index(last.watching))
        self.turns.setValue(last.turns)
        self._named = False
        self._name_table()
        self.show_problem("")
        self.retranslate()
        (self.open if player else self.player).setFocus()

    def show_problem(self, problem: str) -> None:
        """Show why the table could not be opened (empty: nothing), and enable another try."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.open.setEnabled(True)
        self._name_open()

    def show_opening(self) -> None:
        """Disable the button while the table is opened, and say so."""
        self.open.setEnabled(False)
        self._name_open()

    @property
    def form(self) -> HostForm:
        """The current input."""
        watching = SPECTATOR_MODES[self.watching.currentIndex()]
        return HostForm(
            sanitize_name(self.player.text()),
            sanitize_name(self.name.text()) or self._texts("open_table.usual"),
            self.code.text() if self.coded.isChecked() else "",
            watching,
            self.turns.value() if watching == "delayed" else 0,
            self.here_only.isChecked(),
        )

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._title.setText(self._game)
        self._how.setText(texts("open_table.title"))
        self._what.setText(texts("open_table.what"))
        keys = ("open_table.player", "open_table.name", "watch.title")
        for asked, field, key in zip(self._asks, (self.player, self.name, self.watching), keys, strict=True):
            asked.setText(texts(key))
            field.setAccessibleName(texts(key))
        self.player.setPlaceholderText(texts("open_table.player.hint"))
        self.coded.setText(texts("open_table.coded"))
        self.here_only.setText(texts("open_table.here_only"))
        for index, kind in enumerate(SPECTATOR_MODES):
            self.watching.setItemText(index, texts(f"watch.{kind}"))
        self._turns_title.setText(texts("watch.turns"))
        self.turns.setAccessibleName(texts("watch.turns"))
        self.code.setAccessibleName(texts("invite.code"))
        self._name_open()
        self.back.setText(texts("open_table.back"))

    def _name_open(self) -> None:
        self.open.setText(self._texts("open_table.open" if self.open.isEnabled() else "open_table.opening"))

    def _connect(self) -> None:
        self.player.textChanged.connect(self._name_table)
        self.name.textEdited.connect(self._name_by_hand)
        self.coded.toggled.connect(self.code.setVisible)
        self.watching.currentIndexChanged.connect(self._show_turns)
        self.open.clicked.connect(self._open)
        for field in (self.player, self.name):
            field.returnPressed.connect(self.open.click)
        self.back.clicked.connect(self.back_requested)
        bind_escape(self, self.back)

    def _name_by_hand(self) -> None:
        self._named = True

    def _name_table(self) -> None:
        """Name the table after its host, unless the user has entered another name."""
        if not self._named:
            player = sanitize_name(self.player.text())
            usual = self._texts("open_table.of", player=player) if player else self._texts("open_table.usual")
            self.name.setText(usual[:NAME])

    def _show_turns(self) -> None:
        delayed = SPECTATOR_MODES[self.watching.currentIndex()] == "delayed"
        for part in (self.turns, self._turns_title):
            part.setVisible(delayed)

    def _open(self) -> None:
        self.show_opening()
        self.host_requested.emit(self.form)

    def _lay_out(self) -> None:
        for field in (self.player, self.name):
            field.setMaxLength(NAME)
        self.watching.addItems([""] * len(SPECTATOR_MODES))
        self.turns.setRange(1, TURNS_BEHIND)
        self.turns.setValue(2)
        self.code.hide()
        self._show_turns()
        frame, inside = card()
        form = Form()
        form.addRow(self._asks[0], self.player)
        form.addRow(self._asks[1], self.name)
        watchers = row(self.watching, self.turns, self._turns_title)
        watchers.addStretch(1)
        form.addRow(self._asks[2], watchers)
        form.addRow("", row(self.coded, self.code, stretch_after=1))
        form.addRow("", self.here_only)
        inside.addLayout(form)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.open)
        content = Column(_LETTERS)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        for words in (self._title, self._how):
            self._banner.words.addWidget(words)
        self._banner.words.addStretch(1)
        column.addStretch(2)  # a little above the middle
        for widget in (self._banner, self._what, frame, self._problem):
            column.addWidget(widget)
        column.addLayout(buttons)
        column.addStretch(3)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(scroll_area(centred_column(content, content.maximumWidth())))
