"""The house rules of a game, to be ticked, and what is wrong when two of them do not agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from app.parts import CheckBox, label
from app.seats.plan import HouseRule
from app.texts import Texts

_INDENT = 30  #: pixels: what a house rule changes stands below its title


class HouseRows(QWidget):
    """One tick for each house rule.

    Signals:
        ticked: Others are ticked now; carries their keys as a tuple.
    """

    ticked = Signal(tuple)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._boxes: dict[str, QCheckBox] = {}
        self._meanings: dict[str, QLabel] = {}
        self._problems: dict[str, str] = {}  #: of those that cannot be ticked
        self._problem = label("alarm", wraps=True)
        self._problem.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._problem)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The keys of those that are ticked."""
        return tuple(key for key, box in self._boxes.items() if box.isChecked())

    def box(self, key: str) -> QCheckBox:
        """The tick of one house rule."""
        return self._boxes[key]

    def present(self, rules: Sequence[HouseRule], chosen: Iterable[str]) -> None:
        """Show these house rules, `chosen` ticked."""
        for old in (*self._boxes.values(), *self._meanings.values()):
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._boxes = {rule.key: CheckBox() for rule in rules}
        self._meanings = {}
        self._problems = {rule.key: rule.problem for rule in rules if rule.problem}
        for key in self._problems:
            self._boxes[key].setEnabled(False)
        for key in set(chosen) & set(self._boxes) - set(self._problems):
            self._boxes[key].setChecked(True)
        for box in self._boxes.values():
            box.toggled.connect(self._ticked)
            self._column.addWidget(box, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate(rules)
        self.explain({})
        self.tell("")

    def retranslate(self, rules: Sequence[HouseRule]) -> None:
        """Say everything in the language that is spoken now."""
        for rule in rules:
            self._boxes[rule.key].setText(rule.title)

    def explain(self, meanings: Mapping[str, str]) -> None:
        """Say below each tick what the house rule changes."""
        for key, box in self._boxes.items():
            said = self._problems.get(key) or meanings.get(key, "")
            if said and key not in self._meanings:
                self._meanings[key] = label("alarm" if key in self._problems else "soft", wraps=True)
                self._meanings[key].setContentsMargins(_INDENT, 0, 0, 4)
                self._column.insertWidget(self._column.indexOf(box) + 1, self._meanings[key])
            if key in self._meanings:
                self._meanings[key].setText(said)
            box.setAccessibleDescription(said)

    def tell(self, problem: str) -> None:
        """Say what is wrong with those that are ticked, or nothing."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _ticked(self) -> None:
        self.ticked.emit(self.chosen)
