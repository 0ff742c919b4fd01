"""Crash reports: failures are written to a file and announced in one dialog.

A report has the traceback but no values of variables, which might reveal what a seat must not know. A crash that ends
the process at once is announced at the next start.
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

from dsl import __version__

#: Reports beyond these are removed, oldest first.
KEPT_REPORTS = 20

_CRASH = "crash-"
_SEVERE = {QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}


class CrashReporter(QObject):
    """Writes uncaught exceptions and Qt's severe messages to a report.

    Signals:
        reported: An exception was reported; carries the path of the report (None if it could not be written) and
            the exception in one line. Emitted once in a run.
    """

    reported = Signal(object, str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._path: Path | None = None
        self._crashes: IO[str] | None = None
        self.crashed: Path | None = None  #: the report of an earlier run that crashed, found by `install`
        self._previous_hook: Callable[..., object] = sys.excepthook

    def install(self) -> None:
        """Report every failure of this process from now on."""
        self._previous_hook = sys.excepthook
        sys.excepthook = self.report_exception
        qInstallMessageHandler(self.report_qt_message)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.crashed = self._find_crash()
            self._crashes = (self._folder / f"{_CRASH}{os.getpid()}.txt").open("w", encoding="utf-8")
        except OSError as problem:
            print(f"gondwana: crash reports cannot be saved: {problem}", file=sys.stderr)
        else:
            faulthandler.enable(self._crashes)

    def remove(self) -> None:
        """Undo `install`."""
        sys.excepthook = self._previous_hook
        qInstallMessageHandler(None)
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
            with contextlib.suppress(OSError):  # it is empty: there was no crash
                Path(self._crashes.name).unlink()
            self._crashes = None

    def report_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report an uncaught exception."""
        text = "".join(traceback.format_exception(kind, error, trace))
        print(text, file=sys.stderr, end="")
        first = self._path is None
        path = self._write(text)
        if first:
            self.reported.emit(path, f"{kind.__name__}: {error}")

    def report_qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Print a message of Qt, and report it if it is severe."""
        print(f"Qt: {message}", file=sys.stderr)
        if kind in _SEVERE:
            self._write(f"Qt: {message} ({context.file}:{context.line})\n")

    def _find_crash(self) -> Path | None:
        """Return the newest report of a run that crashed since the last start. The files of runs that were killed are
        empty, and so are those of windows that are open now."""
        found = None
        for path in self._folder.glob(f"{_CRASH}*.txt"):
            if path.stat().st_size:
                when = datetime.fromtimestamp(path.stat().st_mtime)
                found = path.replace(self._folder / f"report-{when:%Y%m%d-%H%M%S-%f}.txt")
        return found

    def _write(self, text: str) -> Path | None:
        """Add `text` to the report of this run; return its path, None if the disk refuses."""
        path = self._path or self._folder / f"report-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        text = text if self._path else f"{_environment()}\n\n{text}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as report:
                report.write(text)
        except OSError as problem:
            print(f"gondwana: the report cannot be written: {problem}", file=sys.stderr)
            return None
        if self._path is None:
            self._remove_old()
        self._path = path
        return path

    def _remove_old(self) -> None:
        for old in sorted(self._folder.glob("report-*.txt"))[:-KEPT_REPORTS]:
            old.unlink(missing_ok=True)


def _environment() -> str:
    """Return versions and platform: the first line of a report."""
    return f"Gondwana {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
