"""Dialog in which a player proposes to play on with other house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, button, label, row, scroll_area, set_tip, set_window_title
from app.screens.option_rows import HouseRows
from app.session.match_config import HouseRule

_WIDTH, _HEIGHT = 620, 520  #: pixels


class RuleChangeDialog(QDialog):
    """Dialog with the house rules of a game and what each changes; those of the match are ticked.

    Signals:
        file_requested: A house rule is to be added from a file.
    """

    file_requested = Signal()

    def __init__(self, parent: QWidget, texts: Translations, propose: Callable[[tuple[str, ...]], object]) -> None:
        """`propose` gets the keys of the house rules that are ticked at the end."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, texts("new_rules.title"))
        self.resize(min(_WIDTH, parent.width()), min(_HEIGHT, parent.height()))
        self._texts, self._propose = texts, propose
        self._before: tuple[str, ...] | None = None  #: the keys of those that hold now
        self.house, self._how = HouseRows(texts), label("soft", wraps=True)
        self.propose_button, self.file_button, cancel = button("primary"), button(), button()
        self.propose_button.setText(texts("new_rules.propose"))
        self.file_button.setText(texts("new_rules.file"))
        set_tip(self.file_button, texts("new_rules.file.tip"))
        cancel.setText(texts("new_rules.cancel"))
        self.house.ticked.connect(self._judge)
        cancel.clicked.connect(self.reject)
        self.file_button.clicked.connect(self.file_requested)
        self.propose_button.clicked.connect(self._finish)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addWidget(self._how)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, SPACE, 0)
        inside.addWidget(self.house)
        inside.addStretch(1)
        column.addWidget(scroll_area(content), 1)
        buttons = row(self.file_button, cancel, self.propose_button)
        buttons.insertStretch(1, 1)
        column.addLayout(buttons)

    def set_rules(self, rules: Sequence[HouseRule], chosen: Iterable[str], meanings: Mapping[str, str]) -> None:
        """Show house rules, by key with their meanings, and tick those `chosen`; at first those are the ones that hold
        now."""
        self.house.set_rules(rules, chosen)
        self.house.explain(meanings)
        self._how.setText(self._texts("new_rules.how" if rules else "new_rules.none"))
        if self._before is None:
            self._before = self.house.chosen
            if rules:
                self.house.box(rules[0].key).setFocus()
        self._judge(self.house.chosen)

    def _judge(self, chosen: tuple[str, ...]) -> None:
        self.propose_button.setEnabled(chosen != self._before)

    def _finish(self) -> None:
        chosen = self.house.chosen
        self.accept()
        self._propose(chosen)
