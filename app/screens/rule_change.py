"""Dialog in which a player proposes to play on with other house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, button, label, row, scroll_area, set_window_title
from app.screens.option_rows import HouseRows
from app.session.match_config import HouseRule

_WIDTH, _HEIGHT = 620, 520  #: pixels


class RuleChangeDialog(QDialog):
    """Dialog with the house rules of a game and what each changes; those of the match are ticked."""

    def __init__(
        self, parent: QWidget, texts: Translations, rules: Sequence[HouseRule], chosen: Iterable[str],
        meanings: Mapping[str, str], propose: Callable[[tuple[str, ...]], object],
    ) -> None:  # fmt: skip
        """`propose` gets the keys of the house rules that are ticked at the end."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, texts("new_rules.title"))
        self.resize(min(_WIDTH, parent.width()), min(_HEIGHT, parent.height()))
        self.house = HouseRows(texts)
        self.house.set_rules(rules, chosen)
        self.house.explain(meanings)
        self._before, self._propose = self.house.chosen, propose
        how = label("soft", wraps=True)
        how.setText(texts("new_rules.how") if rules else texts("new_rules.none"))
        self.propose_button, cancel = button("primary"), button()
        self.propose_button.setText(texts("new_rules.propose"))
        self.propose_button.setEnabled(False)
        cancel.setText(texts("new_rules.cancel"))
        self.house.ticked.connect(self._judge)
        cancel.clicked.connect(self.reject)
        self.propose_button.clicked.connect(self._finish)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addWidget(how)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, SPACE, 0)
        inside.addWidget(self.house)
        inside.addStretch(1)
        column.addWidget(scroll_area(content), 1)
        buttons = row(cancel, self.propose_button)
        buttons.insertStretch(0, 1)
        column.addLayout(buttons)

    def _judge(self, chosen: tuple[str, ...]) -> None:
        self.propose_button.setEnabled(chosen != self._before)

    def _finish(self) -> None:
        chosen = self.house.chosen
        self.accept()
        self._propose(chosen)
