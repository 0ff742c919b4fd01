"""Lines that somebody types in a terminal, while the program goes on."""

from __future__ import annotations

import sys
import threading

from PySide6.QtCore import QObject, Signal


class TypedLines(QObject):
    """Reads the input in a thread of its own, which ends with the program.

    Signals:
        typed: A line, without its end.
        ended: There is no more input.
    """

    typed = Signal(str)
    ended = Signal()

    def open(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.typed.emit(line.strip())
        self.ended.emit()
