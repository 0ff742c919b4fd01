"""What a network table plays by: options and house rules for all to see, and who may look on; the host changes them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QSpinBox, QVBoxLayout, QWidget

from app.lan.limits import TURNS_BEHIND
from app.lan.protocol import Lobby, SetOption, SetWatching
from app.lan.watching import WATCHING
from app.parts import label, row
from app.seats.lobby_facts import TableFacts
from app.seats.option_rows import OptionRows
from app.seats.plan import GameForm
from app.texts import Texts


class LobbyRules(QWidget):
    """House rules by title, every option with its value, watchers.

    Signals:
        wanted: Something is to be set; carries a command without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._form: GameForm | None = None
        self._players = 0
        self._facts: TableFacts | None = None
        self._house = label(wraps=True)
        self.options = OptionRows(texts)
        self._watch_title, self._turns_title = label(), label("soft")
        self.watching, self.turns, self._watch_said = QComboBox(), QSpinBox(), label("soft")
        self.watching.addItems([""] * len(WATCHING))
        self.turns.setRange(1, TURNS_BEHIND)
        self.watching.activated.connect(self._set_watching)
        self.turns.editingFinished.connect(self._set_watching)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._house, self.options):
            column.addWidget(widget)
        line = row(self._watch_title, self._watch_said, self.watching, self.turns, self._turns_title)
        line.addStretch(1)
        column.addLayout(line)

    def read(self, form: GameForm) -> None:
        """Know the options of the game."""
        self._form = form
        self._players = 0

    def present(self, lobby: Lobby, facts: TableFacts) -> None:
        """Show what is set now; only the host can set something else."""
        self._facts = facts
        self._show_options(lobby, facts.owner)
        self._show_house()
        with QSignalBlocker(self.watching), QSignalBlocker(self.turns):
            self.watching.setCurrentIndex(WATCHING.index(lobby.watching))
            if lobby.turns:
                self.turns.setValue(lobby.turns)
        delayed = lobby.watching == "delayed"
        self.watching.setVisible(facts.owner)
        for part in (self.turns, self._turns_title):
            part.setVisible(facts.owner and delayed)
        self._watch_said.setVisible(not facts.owner)
        self._watch_said.setText(
            self._texts("watch.delayed_by", n=lobby.turns) if delayed else self._texts(f"watch.{lobby.watching}")
        )

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        texts = self._texts
        self._watch_title.setText(texts("watch.title"))
        self._turns_title.setText(texts("watch.turns"))
        self.watching.setAccessibleName(texts("watch.title"))
        self.turns.setAccessibleName(texts("watch.turns"))
        for index, key in enumerate(WATCHING):
            self.watching.setItemText(index, texts(f"watch.{key}"))
        if self._form is not None and self._players:
            self.options.retranslate(self._form.options)
        self._show_house()

    def _show_house(self) -> None:
        titles = self._facts.rules.house if self._facts is not None else ()
        known = {rule.key: rule.title for rule in self._form.house} if self._form is not None else {}
        lines = self._form.ticked.get(self._players, ()) if self._form is not None else ()
        said = "".join(f"\n{line}" for line in lines) or ", ".join(known.get(title, title) for title in titles)
        self._house.setText(self._texts("lobby.house", titles=said))
        self._house.setVisible(bool(titles))

    def _show_options(self, lobby: Lobby, owner: bool) -> None:
        if self._form is None:
            return
        if lobby.players != self._players:
            self._players = lobby.players
            self.options.present(self._form.options, lobby.players, {})
            for option in self.options.rows:
                option.edited.connect(self._edited)
        values = dict(lobby.options)
        for option in self.options.rows:
            if option.option.accepts(values.get(option.option.name, option.value)):
                with QSignalBlocker(option):
                    option.choose(values.get(option.option.name, option.value))
            option.editor.setEnabled(owner)
            option.back.setVisible(owner and option.changed)

    def _edited(self) -> None:
        sender = self.sender()
        for option in self.options.rows:
            if option is sender:
                self.wanted.emit(SetOption(0, option.option.name, option.value))

    def _set_watching(self) -> None:
        chosen = WATCHING[self.watching.currentIndex()]
        self.wanted.emit(SetWatching(0, chosen, self.turns.value() if chosen == "delayed" else 0))
