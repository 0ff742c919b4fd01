"""Dialog with the earlier versions of a house rule, each with its differences from the text as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, button, label, row, set_window_title, splitter
from app.workshop.comparison import DifferenceView
from app.workshop.snapshots import Snapshot
from dsl.base.line_differences import LineDifference, line_differences

_SIZE = (860, 520)  #: pixels


def moment(when: datetime, texts: Translations) -> str:
    """Return a time as the user's clock and language say it."""
    return texts.locale.toString(QDateTime.fromSecsSinceEpoch(int(when.timestamp())), QLocale.FormatType.ShortFormat)


def _counts(lines: Sequence[LineDifference]) -> tuple[int, int]:
    """Return how many lines only the first and only the second text has."""
    return sum(each.kind == "removed" for each in lines), sum(each.kind == "added" for each in lines)


class VersionsDialog(QDialog):
    """List of earlier versions, the newest first, and the lines in which the chosen one differs from the text.

    Signals:
        taken: The user takes a version; carries the Snapshot.
    """

    taken = Signal(object)

    def __init__(
        self, parent: QWidget, texts: Translations, theme: Theme, title: str, snapshots: Sequence[Snapshot], text: str
    ) -> None:
        """`title` is that of the house rule, `text` its text as it is now."""
        super().__init__(parent)
        self._texts, self._text = texts, text
        self._snapshots = tuple(each for each in reversed(snapshots) if each.text != text)
        set_window_title(self, texts("workshop.versions.title", title=title))
        screen = self.screen().availableSize()
        self.resize(min(_SIZE[0], screen.width() - 80), min(_SIZE[1], screen.height() - 80))
        self.list, self.view, self.summary = QListWidget(), DifferenceView(), label(wraps=True)
        self.take, self.cancel = button("primary"), button()
        legend = label("soft", wraps=True)
        legend.setText(texts("workshop.versions.legend"))
        self.view.set_theme(theme)
        self.take.setText(texts("workshop.versions.take"))
        self.cancel.setText(texts("workshop.versions.close"))
        self.list.setAccessibleName(texts("workshop.versions.list"))
        self.view.setAccessibleName(texts("workshop.versions.differences"))
        for each in self._snapshots:
            gone, new = _counts(line_differences(text, each.text))
            QListWidgetItem(f"{moment(each.time, texts)}  ·  −{gone} +{new}", self.list)
        right = QWidget()
        right_column = QVBoxLayout(right)
        right_column.setContentsMargins(0, 0, 0, 0)
        right_column.setSpacing(8)
        right_column.addWidget(self.summary)
        right_column.addWidget(self.view, 1)
        right_column.addWidget(legend)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addWidget(splitter(self.list, right, sizes=(240, 620), stretch=(0, 1)), 1)
        column.addLayout(row(self.cancel, self.take, stretch_after=0))
        self.list.currentRowChanged.connect(self._show_version)
        self.list.itemActivated.connect(self._take)
        self.take.clicked.connect(self._take)
        self.cancel.clicked.connect(self.reject)
        for offer in (self.take, self.cancel):
            offer.setAutoDefault(False)
        if self._snapshots:
            self.list.setCurrentRow(0)
        else:
            self._show_version(-1)
        self.list.setFocus()

    @property
    def current(self) -> Snapshot | None:
        """The chosen version."""
        number = self.list.currentRow()
        return self._snapshots[number] if 0 <= number < len(self._snapshots) else None

    def _show_version(self, _row: int) -> None:
        version = self.current
        self.take.setEnabled(version is not None)
        if version is None:
            self.summary.setText(self._texts("workshop.versions.none"))
            return
        lines = line_differences(self._text, version.text)
        self.summary.setText(self._said(lines))
        self.view.show_lines(lines)

    def _said(self, lines: Sequence[LineDifference]) -> str:
        """Return how much a version differs."""
        gone, new = _counts(lines)
        return self._texts("workshop.versions.count", added=new, removed=gone)

    def _take(self) -> None:
        version = self.current
        if version is not None:
            self.accept()
            self.taken.emit(version)
