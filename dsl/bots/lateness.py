"""How late choices come: what a table does before a question and after an answer, and how busy the computer is.

A bot that is told to take so many milliseconds thinks less by what has been lost lately, so that its choice is carried
out when it should be.
"""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST = 0.5  #: of a bot's time, at most, is kept for what is not thinking
_FADES = 0.9  #: what is left, choice by choice, of a lateness that does not happen again


class Lateness:
    """Measures choices from the moment that somebody is to choose until that is done."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._lost = 0.0  #: seconds that a choice takes besides the thinking

    def begin(self) -> None:
        """Somebody is to choose; said again and again until it is done."""
        if self._since is None:
            self._since = self._clock()

    def started(self, budget: float) -> float:
        """Return when the time of whoever thinks began, if all is to be done after so many seconds."""
        self.begin()
        assert self._since is not None
        return self._since - min(self._lost, _MOST * budget)

    def end(self, budget: float) -> None:
        """It is done, and should have taken so many seconds at most."""
        if self._since is not None and budget:
            lost = self._clock() - self._since - budget + min(self._lost, _MOST * budget)
            known = min(lost, _MOST * budget)  # what is more may be a pause, or a lid that was shut
            self._lost = max(known, _FADES * self._lost)
        self._since = None

    def forget(self) -> None:
        """It will not be done."""
        self._since = None
