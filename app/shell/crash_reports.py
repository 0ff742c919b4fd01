"""What happens when something fails: a report in a file, one dialog that says where. Nothing is swallowed.

A report has the places in the program and what the failure says of itself, but no values: in those might be what a seat
must not know. A crash that ends the program at once is told at the next start.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import platform
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler, qVersion

from app import __version__

#: Reports beyond these are removed, oldest first.
KEPT_REPORTS = 20

_CRASH = "crash-"
_SEVERE = {QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}


class CrashReporter(QObject):
    """Catches exceptions that nobody handled and Qt's own complaints, and writes them down.

    Signals:
        reported: A report was written; carries its path and one line that says what happened. It comes once in a
            run for exceptions, however many follow.
    """

    reported = Signal(str, str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._path: Path | None = None
        self._crashes: IO[str] | None = None
        self.crashed: Path | None = None  #: the report of an earlier run that crashed, found by `install`
        self._before: Callable[..., object] = sys.excepthook

    def install(self) -> None:
        """From now on every failure of this process is written down."""
        self._before = sys.excepthook
        sys.excepthook = self.failed
        qInstallMessageHandler(self.qt_said)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.crashed = self._find_crash()
            self._crashes = (self._folder / f"{_CRASH}{os.getpid()}.txt").open("w", encoding="utf-8")
        except OSError as problem:
            print(f"gondwana: crash reports cannot be saved: {problem}", file=sys.stderr)
        else:
            faulthandler.enable(self._crashes)

    def remove(self) -> None:
        """Put everything back as it was before `install`."""
        sys.excepthook = self._before
        qInstallMessageHandler(None)
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
            with contextlib.suppress(OSError):  # nothing happened, so there is nothing in it
                Path(self._crashes.name).unlink()
            self._crashes = None

    def failed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write down an exception that nobody handled."""
        text = "".join(traceback.format_exception(kind, error, trace))
        print(text, file=sys.stderr, end="")
        first = self._path is None
        path = self._write(text)
        if first:
            self.reported.emit(str(path or ""), f"{kind.__name__}: {error}")

    def qt_said(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Pass on what Qt says; what is severe is written down as well."""
        print(f"Qt: {message}", file=sys.stderr)
        if kind in _SEVERE:
            self._write(f"Qt: {message} ({context.file}:{context.line})\n")

    def _find_crash(self) -> Path | None:
        """The newest report of a run that crashed, if one did since the last start; those of runs that were killed
        are empty, and so are those of windows that are open now."""
        found = None
        for path in self._folder.glob(f"{_CRASH}*.txt"):
            if path.stat().st_size:
                when = datetime.fromtimestamp(path.stat().st_mtime)
                found = path.replace(self._folder / f"report-{when:%Y%m%d-%H%M%S-%f}.txt")
        return found

    def _write(self, text: str) -> Path | None:
        """Add `text` to this run's report; None if the disk refuses."""
        path = self._path or self._folder / f"report-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        text = text if self._path else f"{_circumstances()}\n\n{text}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as report:
                report.write(text)
        except OSError as problem:
            print(f"gondwana: the report cannot be written: {problem}", file=sys.stderr)
            return None
        if self._path is None:
            self._tidy()
        self._path = path
        return path

    def _tidy(self) -> None:
        for old in sorted(self._folder.glob("report-*.txt"))[:-KEPT_REPORTS]:
            old.unlink(missing_ok=True)


def _circumstances() -> str:
    """What ran where: the first line of a report."""
    return f"Gondwana {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
