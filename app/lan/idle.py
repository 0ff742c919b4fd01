"""When a table that nobody sits at any more closes by itself. The time is handed in."""

from __future__ import annotations

AFTER_THE_END = 10 * 60.0  #: seconds that a finished match waits for somebody who wants to look at it
UNFINISHED = 12 * 3600.0  #: and one that can be gone on with


class Idle:
    """Watches whether anybody is there."""

    def __init__(self, now: float) -> None:
        self._since = now

    def due(self, anybody: bool, over: bool, now: float) -> bool:
        """Whether nobody has been there for so long that the table may close."""
        if anybody:
            self._since = now
        return now - self._since >= (AFTER_THE_END if over else UNFINISHED)
