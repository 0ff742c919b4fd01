"""The page that says what this program is, whose the games are, and where the reader's files lie."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app import __version__
from app.library.folders import Folders
from app.parts import button, card, escape, fill_page, label
from app.texts import Texts


class AboutPage(QWidget):
    """What the program is.

    Signals:
        left: The reader goes back.
    """

    left = Signal()

    def __init__(self, texts: Texts, folders: Folders) -> None:
        super().__init__()
        self._texts = texts
        self._folders = folders
        self._runner = ".unknown"
        self._title = label("title")
        self._lines = {key: label(wraps=True) for key in ("version", "what", "credit", "licence", "folders", "runner")}
        for line in self._lines.values():
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.done = button("primary")
        self.done.clicked.connect(self.left)
        escape(self, self.done)
        self._lay_out()
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self._title.setText(self._texts("about.title"))
        self.done.setText(self._texts("about.done"))
        values = {"version": __version__, "matches": self._folders.matches, "rulesets": self._folders.rulesets}
        for key, line in self._lines.items():
            line.setText(self._texts(f"about.{key}{self._runner if key == 'runner' else ''}", **values))

    def showEvent(self, event: QShowEvent) -> None:
        """Say what runs the rules; nobody need wait for the answer before the page is opened."""
        super().showEvent(event)
        from dsl.run.choosing import which

        self._runner = f".{which().name}"
        self.retranslate()

    def _lay_out(self) -> None:
        frame, inside = card()
        for line in self._lines.values():
            inside.addWidget(line)
        fill_page(self, self._title, frame, self.done, 760)
