"""Dialog in which the user opens one of their house rules for a game, or names a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, button, label, row, set_window_title
from app.workshop.document import HouseRuleFile, clean_title

_WIDTH = 520  #: pixels


class HouseRuleDialog(QDialog):
    """Dialog with the user's house rules for a game, and a line for the title of a new one."""

    def __init__(
        self, parent: QWidget, texts: Translations, game: str, files: Sequence[HouseRuleFile],
        open_file: Callable[[Path], object] | None, create: Callable[[str], object],
        game_itself: tuple[str, Callable[[], object]] | None = None,
    ) -> None:  # fmt: skip
        """`game` is the title of the game; `open_file` gets the chosen file, `create` the title of a new house rule.
        Without `open_file` there is only the line for a new one. `game_itself`: the text of a button to change the game
        instead of a house rule, and what it calls."""
        super().__init__(parent)
        self._files, self._open_file, self._create = tuple(files), open_file, create
        self._titles = {file.title for file in files}
        self._texts = texts
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, texts("workshop.choose.title", game=game))
        self.setMinimumWidth(_WIDTH)
        self.list, self.name = QListWidget(), QLineEdit()
        self.open_button, self.create_button, cancel = button(), button("primary"), button()
        self._problem = label("alarm", wraps=True)
        old, new = label("heading"), label("heading")
        old.setText(texts("workshop.choose.old"))
        new.setText(texts("workshop.choose.new"))
        self.open_button.setText(texts("workshop.choose.open"))
        self.create_button.setText(texts("workshop.choose.create"))
        cancel.setText(texts("workshop.choose.cancel"))
        self.name.setPlaceholderText(texts("workshop.choose.name"))
        self.name.setAccessibleName(texts("workshop.choose.name"))
        self.name.setMaxLength(80)
        self.list.setAccessibleName(texts("workshop.choose.old"))
        for file in files:
            QListWidgetItem(file.title, self.list)
        self.list.setCurrentRow(0)
        self.list.setFixedHeight(min(max(len(files), 2), 8) * (self.fontMetrics().height() + 16) + 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addWidget(new)
        column.addLayout(row(self.name, self.create_button))
        column.addWidget(self._problem)
        offers = bool(files) and open_file is not None
        self.list.setParent(self)
        self.list.setVisible(offers)
        if offers:
            line = QFrame()
            line.setProperty("role", "rule")
            for part in (line, old, self.list):
                column.addWidget(part)
        self.open_button.setVisible(offers)
        self.itself = button()
        self.itself.setVisible(game_itself is not None)
        if game_itself is not None:
            self.itself.setText(game_itself[0])
            self.itself.clicked.connect(self.accept)
            self.itself.clicked.connect(game_itself[1])
        column.addLayout(row(self.itself, cancel, self.open_button, stretch_after=0))
        self._problem.hide()
        cancel.clicked.connect(self.reject)
        self.open_button.clicked.connect(self._open)
        self.create_button.clicked.connect(self._make)
        self.list.itemActivated.connect(self._open)
        self.name.textChanged.connect(self._judge)
        self.name.returnPressed.connect(self.create_button.click)
        for each in (self.open_button, self.create_button, self.itself, cancel):
            each.setAutoDefault(False)
        self._judge()
        self.name.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: the style decides the height of the rows only now."""
        super().showEvent(event)
        self.list.doItemsLayout()

    def _judge(self) -> None:
        """Allow only a title that no other house rule has."""
        title = clean_title(self.name.text())
        taken = title in self._titles
        self._problem.setText(self._texts("workshop.choose.taken", title=title) if taken else "")
        self._problem.setVisible(taken)
        self.create_button.setEnabled(bool(title) and not taken)

    def _open(self) -> None:
        chosen = self.list.currentRow()
        if self._open_file is not None and 0 <= chosen < len(self._files):
            self.accept()
            self._open_file(self._files[chosen].path)

    def _make(self) -> None:
        if self.create_button.isEnabled():
            self.accept()
            self._create(clean_title(self.name.text()))
