"""What a network table plays by: options and house rules for all to see, and who may look on; the host changes them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import button, label, row
from app.net.protocol.addresses import Invitation
from app.net.protocol.limits import SPECTATOR_MODES, TURNS_BEHIND
from app.net.protocol.messages import Lobby, SetOption, SetWatching
from app.screens.lobby_seats import TableFacts
from app.screens.option_rows import OptionRows
from app.session.match_config import GameForm


class LobbyRules(QWidget):
    """House rules by title, every option with its value, watchers.

    Signals:
        wanted: Something is to be set; carries a command without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._form: GameForm | None = None
        self._players = 0
        self._facts: TableFacts | None = None
        self._house = label(wraps=True)
        self.options = OptionRows(texts)
        self._watch_title, self._turns_title = label(), label("soft")
        self.watching, self.turns, self._watch_said = QComboBox(), QSpinBox(), label("soft")
        self.watching.addItems([""] * len(SPECTATOR_MODES))
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
            self.watching.setCurrentIndex(SPECTATOR_MODES.index(lobby.watching))
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
        for index, key in enumerate(SPECTATOR_MODES):
            self.watching.setItemText(index, texts(f"watch.{key}"))
        if self._form is not None and self._players:
            self.options.retranslate(self._form.options)
        self._show_house()

    def _show_house(self) -> None:
        titles = self._facts.rules.house if self._facts is not None else ()
        known = {rule.key: rule.title for rule in self._form.house} if self._form is not None else {}
        lines = self._form.house_summaries.get(self._players, ()) if self._form is not None else ()
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
        chosen = SPECTATOR_MODES[self.watching.currentIndex()]
        self.wanted.emit(SetWatching(0, chosen, self.turns.value() if chosen == "delayed" else 0))


# What to tell others so that they find the table: address, short code, the table's code; large, and to be copied.


class LobbyInvite(QWidget):
    """Addresses and codes."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._facts: TableFacts | None = None
        self._hint = label("soft", wraps=True)
        self.address, self.short, self.code = _large(), _large(), _large()
        self._heads = [label("soft") for _ in range(3)]
        self._others = label("soft", wraps=True)
        self._others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = button()
        self.copy.clicked.connect(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._hint)
        for head, text in zip(self._heads, (self.short, self.address, self.code), strict=True):
            column.addSpacing(4)
            column.addWidget(head)
            column.addWidget(text)
        column.addWidget(self._others)
        column.addSpacing(6)
        column.addLayout(row(self.copy, stretch_after=0))

    def present(self, facts: TableFacts) -> None:
        """Show how this table is found."""
        self._facts = facts
        invitation = facts.invitation
        shown = (invitation.short, *invitation.addresses[:1], invitation.code)
        for head, text, said in zip(
            self._heads,
            (self.short, self.address, self.code),
            (invitation.short, next(iter(invitation.addresses), ""), invitation.code),
            strict=True,
        ):
            text.setText(said)
            for part in (head, text):
                part.setVisible(bool(said))
        self._others.setVisible(len(invitation.addresses) > 1)
        self.copy.setVisible(any(shown))
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        texts = self._texts
        invitation = self._facts.invitation if self._facts is not None else Invitation()
        addresses = invitation.addresses
        self._hint.setText(texts("invite.here_only" if invitation.here_only else "invite.hint"))
        for head, key in zip(self._heads, ("invite.short", "invite.address", "invite.code"), strict=True):
            head.setText(texts(key))
        for text, head in zip((self.short, self.address, self.code), self._heads, strict=True):
            text.setAccessibleName(texts("table.named", name=head.text(), value=text.text()))
        self._others.setText(texts("invite.others", addresses=", ".join(addresses[1:])))
        self.copy.setText(texts("invite.copy"))

    def _copy(self) -> None:
        """Put everything that another needs on the clipboard, in one line."""
        if self._facts is None:
            return
        invitation = self._facts.invitation
        parts = [self._facts.name, *invitation.addresses[:1], invitation.short]
        if invitation.code:
            parts.append(self._texts("table.named", name=self._texts("invite.code"), value=invitation.code))
        QGuiApplication.clipboard().setText("  ·  ".join(part for part in parts if part))
        self.copy.setText(self._texts("invite.copied"))


def _large() -> QLabel:
    made = label("heading")
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made
