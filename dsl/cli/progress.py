"""Progress of a long task: a moving bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

from dsl.cli.terminal import write_controls

WIDTH = 30
OFTEN, SELDOM = 0.1, 10.0  #: seconds between two times of telling: as a bar, as lines


class Progress:
    """Tells on a stream how much of `total` is done."""

    def __init__(
        self, total: int, noun: str, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total, self._noun, self._clock = total, noun, clock
        self._stream = sys.stderr if stream is None else stream
        self._bar = self._stream.isatty()
        self._done, self._began = 0, clock()
        self._told = self._began - SELDOM if self._bar else self._began
        self._shown = False

    def more(self, number: int) -> None:
        """Hear that so many more are done."""
        self._done += number
        now = self._clock()
        if now - self._told >= (OFTEN if self._bar else SELDOM) or (self._bar and self._done == self._total):
            self._told = now
            self._tell(now)

    def close(self) -> None:
        """Leave what is written next a line of its own."""
        if self._shown and self._bar:
            print(file=self._stream, flush=True)

    def _tell(self, now: float) -> None:
        self._shown = True
        if self._bar:
            full = WIDTH * self._done // self._total
            write_controls(self._stream, f"\r[{'#' * full}{' ' * (WIDTH - full)}] {self._text(now)}\x1b[K")
            self._stream.flush()
        else:
            print(self._text(now), file=self._stream, flush=True)

    def _text(self, now: float) -> str:
        pace = self._done / max(now - self._began, 1e-9)
        left = (self._total - self._done) / pace if pace else 0.0
        ahead = f", {_duration(left)} to go" if self._done < self._total else ""
        return f"{self._done} of {self._total} {self._noun}, {_pace(pace)} a second{ahead}"


def _pace(pace: float) -> str:
    return f"{pace:.0f}" if pace >= 10 else f"{pace:.1f}"


def _duration(seconds: float) -> str:
    """Return "40 s", "3 min", "2 h 05 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
