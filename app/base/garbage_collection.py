"""Garbage collection of the window: only in its thread, and whole collections only while it rests."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 500  #: milliseconds between two looks
_RESTS = 0.2  #: share of the time between two looks; a thread that worked less rests
_LONGEST = 120  #: looks after which a whole collection does not wait for rest any more


class WindowGarbageCollector(QObject):
    """Runs Python's cyclic garbage collector from a timer in the thread of the window, until it is closed.

    Python by itself collects in whichever thread allocates, in the middle of anything. A Qt object in a cycle would be
    destroyed by a thread that does not own it, which can end the program without a message; and a whole collection
    takes longer than a frame. So automatic collection is off: each look collects young objects; old ones are collected
    as often as Python would, but when the thread of the window rests, or after a minute.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._waited = 0  #: looks since the last whole collection
        self._worked = time.thread_time()  #: by this thread until the last look, in seconds
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect young objects now, or all objects if the window rests and it is time."""
        worked = time.thread_time()
        rests = worked - self._worked < _RESTS * _INTERVAL / 1000
        self._waited += 1
        due = gc.get_count()[2] >= gc.get_threshold()[2]
        if (due and rests) or self._waited >= _LONGEST:
            gc.collect()
            self._waited = 0
        else:
            gc.collect(1)
        self._worked = time.thread_time()

    def close(self) -> None:
        """Stop, and let Python collect by itself again if it did before."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
