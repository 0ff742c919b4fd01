"""At a table with computer players: a line that says once why they think slowly here, if they do."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout

from app.table.banner import Banner, Notice
from app.texts import Texts
from dsl.bots.minds import Minds

_GLANCE = 500  #: milliseconds between two looks at whether anybody has thought


class Slowness(QObject):
    """Waits until somebody has thought, and says what that was done by unless it was machine code, or the reader knows.

    Signals:
        told: The reader is told; carries the name of the runner.
    """

    told = Signal(str)

    def __init__(self, place: QVBoxLayout, minds: Minds, texts: Texts, known: str, parent: QObject) -> None:
        """The line stands in `place`. `known` is the runner that the reader was told of before."""
        super().__init__(parent)
        self._minds, self._texts, self._known = minds, texts, known
        self._said = ""  #: the runner that is spoken of now
        self.banner = Banner()
        self.banner.pressed.connect(self._understood)
        place.addWidget(self.banner)
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look)

    def watch(self) -> None:
        """There are computer players: look now and then how they think."""
        self._glance.start()

    def stop(self) -> None:
        """Look no more."""
        self._glance.stop()

    def retranslate(self) -> None:
        """Say it in the language that is spoken now."""
        if self._said:
            line = Notice(self._texts(f"slow.{self._said}"), "understood", self._texts("slow.understood"))
            self.banner.present([line])
        else:
            self.banner.present([])

    def _look(self) -> None:
        by = self._minds.by
        if by is None:
            return
        self.stop()
        if by.name not in ("native", self._known):
            self._said = by.name
            self.retranslate()
            self.told.emit(by.name)

    def _understood(self) -> None:
        self._said = ""
        self.retranslate()
