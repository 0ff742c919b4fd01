"""About page: version, credits, the folders of the user's files, and every licence."""

from __future__ import annotations

import platform
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.base.i18n import Translations
from app.base.paths import UserFolders, resource
from app.base.widgets import ComboBox, bind_escape, button, card, fill_page, label
from dsl import __version__

# ---- shipped components and their licences, from `resources/licences`


@dataclass(frozen=True, slots=True)
class LicensedComponent:
    """Component that is shipped under a licence."""

    name: str
    licence: str  #: its SPDX identifier
    holder: str  #: whose copyright it is
    file: Path  #: the text

    def text(self) -> str:
        """The licence itself."""
        return self.file.read_text(encoding="utf-8", errors="replace")


def licensed_components() -> tuple[LicensedComponent, ...]:
    """Return all shipped components, our own first."""
    listed = tomllib.loads(resource("licences", "list.toml").read_text(encoding="utf-8"))["part"]
    return tuple(
        LicensedComponent(each["name"], each["licence"], each["holder"], resource("licences", each["file"]))
        for each in listed
    )


_LINES = ("version", "what", "credit", "licence", "folders", "runner", "qt")
_ROWS = 14  #: visible lines of a licence


class AboutPage(QWidget):
    """What the program is.

    Signals:
        back_requested: The button to go back was pressed.
    """

    back_requested = Signal()

    def __init__(self, texts: Translations, folders: UserFolders) -> None:
        super().__init__()
        self._texts = texts
        self._folders = folders
        self._runner = ".unknown"
        self._title = label("title")
        self._lines = {key: label(wraps=True) for key in _LINES}
        for line in self._lines.values():
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.parts, self.text = ComboBox(), QPlainTextEdit()
        self._licences: tuple[LicensedComponent, ...] = ()
        self.parts.currentIndexChanged.connect(self._show_licence)
        self.done = button("primary")
        self.done.clicked.connect(self.back_requested)
        bind_escape(self, self.done)
        self._lay_out()
        self.retranslate()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self._title.setText(self._texts("about.title"))
        self.done.setText(self._texts("about.done"))
        values = {
            "version": __version__,
            "python": platform.python_version(),
            "qt": qVersion(),
            "libraries": _libraries(),
            "matches": self._folders.matches,
            "rulesets": self._folders.rulesets,
            "house": self._folders.house,
        }
        self.parts.setAccessibleName(self._texts("about.parts"))
        self.text.setAccessibleName(self._texts("about.parts"))
        for key, line in self._lines.items():
            line.setText(self._texts(f"about.{key}{self._runner if key == 'runner' else ''}", **values))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: load the licences and the name of the runner when the page is first shown."""
        super().showEvent(event)
        if not self._licences:
            self._licences = licensed_components()
            self.parts.addItems([f"{part.name} ({part.licence})" for part in self._licences])
        from dsl.runtime.runner_selection import select_runner

        self._runner = f".{select_runner().name}"
        self.retranslate()

    def _show_licence(self, index: int) -> None:
        self.text.setPlainText(self._licences[index].text())

    def _lay_out(self) -> None:
        frame, inside = card()
        for line in self._lines.values():
            inside.addWidget(line)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        fixed = QFont()  # of the system's face, and of the size of other text
        fixed.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
        self.text.setFont(fixed)
        self.text.setMinimumHeight(_ROWS * self.text.fontMetrics().lineSpacing())
        inside.addWidget(self.parts)
        inside.addWidget(self.text)
        fill_page(self, self._title, frame, self.done, 126)


def _libraries() -> Path:
    """Return the folder with Qt's libraries, which users may replace."""
    module = sys.modules["PySide6.QtCore"].__file__
    return Path(module).parent if module else Path(sys.executable).parent
