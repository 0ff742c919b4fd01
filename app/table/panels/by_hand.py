"""Panel in place of the prompt while a player changes something by hand: what changes, and the proposal so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.base.announcements import announce
from app.base.i18n import Translations
from app.base.widgets import ComboBox, SpinBox, button, label, row, set_tip

_FRAME = 2  #: pixels of the style sheet's frame around the list, above and below
_ROWS = 3  #: changes that are seen at once
_ARROW = 44  #: width of such a list without its letters, in pixels
_LETTERS = 12  #: least width of a list of things, in letters


class HandPanel(QFrame):
    """Banner of the mode, with a small editor for those who do not drag: a thing and what becomes of it, a value.

    Signals:
        thing_chosen: A thing was chosen in the list; carries its index.
        change_requested: What becomes of the thing was chosen; carries its index and an amount.
        setting_chosen: A value was chosen in the list; carries its index.
        value_requested: A value is to be set; carries the text.
        removal_requested: The last change is to be dropped.
        proposed: The changes are to be proposed.
        cancelled: Nothing is to be changed.
    """

    thing_chosen = Signal(int)
    change_requested = Signal(int, int)
    setting_chosen = Signal(int)
    value_requested = Signal(str)
    removal_requested = Signal()
    proposed = Signal()
    cancelled = Signal()

    def __init__(self, texts: Translations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.setProperty("role", "ballot")
        self.headline = label("strong", wraps=True)
        self.reason = label("soft", wraps=True)
        self.done, self.cancel, self.remove = button("primary"), button(), button("small")
        self.things, self.goals, self.settings = ComboBox(), ComboBox(), ComboBox()
        self.amount, self.value = SpinBox(), QLineEdit()
        self.add, self.set = button("small"), button("small")
        self.changes = QListWidget()
        self._lay_out()
        self.things.activated.connect(self.thing_chosen)
        self.settings.activated.connect(self.setting_chosen)
        self.add.clicked.connect(lambda: self.change_requested.emit(self.goals.currentIndex(), self.amount.value()))
        self.set.clicked.connect(lambda: self.value_requested.emit(self.value.text().strip()))
        self.value.returnPressed.connect(self.set.click)
        self.remove.clicked.connect(self.removal_requested)
        self.done.clicked.connect(self.proposed)
        self.cancel.clicked.connect(self.cancelled)
        self.set_texts(texts)

    def _lay_out(self) -> None:
        for box in (self.things, self.goals, self.settings):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LETTERS)
            box.setMinimumWidth(box.fontMetrics().averageCharWidth() * _LETTERS + _ARROW)  # its hint is not in it
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.changes.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.changes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.changes.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 8)
        column.setSpacing(6)
        first = row(self.headline, self.cancel, self.done)
        first.setStretch(0, 1)
        moves = row(self.things, self._arrow(), self.goals, self.amount, self.add)
        moves.setStretch(0, 3)
        moves.setStretch(2, 2)
        values = row(self.settings, self._arrow(), self.value, self.set)
        values.setStretch(0, 3)
        values.setStretch(2, 2)
        column.addLayout(first)
        column.addLayout(moves)
        column.addLayout(values)
        column.addWidget(self.reason)
        column.addLayout(row(self.changes, self.remove))
        self.show_changes(())
        self.show_reason("")

    @staticmethod
    def _arrow() -> QWidget:
        arrow = label("soft")
        arrow.setText("→")
        return arrow

    def set_texts(self, texts: Translations) -> None:
        """Change the language."""
        self._texts = texts
        self.headline.setText(texts("hand.headline"))
        self.done.setText(texts("hand.done"))
        set_tip(self.done, texts("hand.done.why"))
        self.cancel.setText(texts("hand.cancel"))
        self.remove.setText(texts("hand.remove"))
        self.add.setText(texts("hand.add"))
        self.set.setText(texts("hand.set"))
        named: tuple[tuple[QWidget, str], ...] = (
            (self.things, "things"), (self.goals, "goals"), (self.amount, "amount"), (self.settings, "settings"),
            (self.value, "value"), (self.changes, "changes"),
        )  # fmt: skip
        for widget, key in named:
            widget.setAccessibleName(texts(f"hand.{key}"))
            set_tip(widget, texts(f"hand.{key}"))
        self.things.setPlaceholderText(texts("hand.things"))
        self.goals.setPlaceholderText(texts("hand.goals"))
        self.settings.setPlaceholderText(texts("hand.settings"))
        self.value.setPlaceholderText(texts("hand.value"))

    def show_things(self, things: Sequence[str], chosen: int) -> None:
        """Show the things that can be changed; -1 chooses none."""
        self._fill(self.things, things, chosen)

    def show_goals(self, goals: Sequence[str], chosen: int, most: int) -> None:
        """Show what can become of the chosen thing, of which there are `most`."""
        self._fill(self.goals, goals, chosen)
        self.goals.setEnabled(bool(goals))
        self.add.setEnabled(bool(goals))
        self.amount.setRange(1, max(most, 1))
        self.amount.setVisible(most > 1)

    def show_settings(self, settings: Sequence[str], chosen: int) -> None:
        """Show the values that can be set."""
        self._fill(self.settings, settings, chosen)
        for widget in (self.settings, self.value, self.set):
            widget.setEnabled(bool(settings))

    def show_changes(self, changes: Sequence[str]) -> None:
        """Show the proposal so far, in words."""
        self.changes.clear()
        self.changes.addItems(list(changes))
        self.changes.scrollToBottom()
        line = max(self.changes.sizeHintForRow(0), self.changes.fontMetrics().lineSpacing())
        self.changes.setFixedHeight(line * min(len(changes), _ROWS) + 2 * self.changes.frameWidth() + _FRAME)
        for widget in (self.changes, self.remove):
            widget.setVisible(bool(changes))
        self.done.setEnabled(bool(changes))
        announce(self.changes, changes[-1] if changes else "")

    def show_reason(self, text: str) -> None:
        """Show why a change is impossible, or what to do next; nothing if empty."""
        self.reason.setText(text)
        self.reason.setVisible(bool(text))
        announce(self.reason, text, urgent=True)

    @staticmethod
    def _fill(box: QComboBox, items: Sequence[str], chosen: int) -> None:
        box.clear()
        box.addItems(list(items))
        box.setCurrentIndex(chosen)
