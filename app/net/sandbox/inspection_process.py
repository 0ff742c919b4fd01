"""Starts the process that inspects untrusted rules, packages and journals, and limits its time."""

from __future__ import annotations

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from app.base.relaunch import program_command, program_folder
from app.net.protocol.sanitize import sanitize_message
from app.net.sandbox.messages import (
    InspectedMatch,
    InspectedPackage,
    InspectedRuleChange,
    InspectedRules,
    InspectionFailed,
    InspectJournal,
    InspectMatch,
    JournalVerified,
)
from dsl.base.serialization import SerializationError, decode, dumps, parse

COMMAND = "inspect"
_LONGEST = 20_000  #: milliseconds; then the process is killed, however little CPU time it got
_LONGEST_FOR_MATCH = 180_000
_LARGEST = 1024 * 1024  #: bytes of a verdict


class InspectionProcess(QObject):
    """One inspection.

    Signals:
        done: Carries the Verdict; exactly once, unless it is cancelled before.
    """

    done = Signal(object)

    def __init__(self, parent: QObject, words: list[str] | None = None, longest: int = 0) -> None:
        super().__init__(parent)
        program, *arguments = words or [*program_command(), COMMAND]
        self._process = QProcess(self)
        self._process.setProgram(program)
        self._process.setArguments(arguments)
        self._process.setWorkingDirectory(str(program_folder()))
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._process.kill)
        self._longest = longest
        self._output = b""
        self._journal = False
        self._over = False

    def start(self, order: object) -> None:
        """Start the process with an order."""
        self._journal = isinstance(order, InspectJournal | InspectMatch)
        self._process.start()
        self._process.write(dumps(order).encode())
        self._process.closeWriteChannel()
        self._clock.start(self._longest or (_LONGEST_FOR_MATCH if self._journal else _LONGEST))

    def cancel(self) -> None:
        """Cancel the inspection; when this returns the process has ended."""
        self._over = True
        self._clock.stop()
        if self._process.state() is not QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished(5000)

    def _read(self) -> None:
        self._output += bytes(self._process.readAllStandardOutput().data())
        if len(self._output) > _LARGEST:
            self._process.kill()

    def _finished(self) -> None:
        try:
            self._end(
                decode(
                    sanitize_message(parse(self._output)),
                    InspectedRules,
                    InspectedRuleChange,
                    InspectedPackage,
                    InspectedMatch,
                    JournalVerified,
                    InspectionFailed,
                )
            )
        except SerializationError:  # it was killed, by the system or by us
            self._end(InspectionFailed("lan.journal.too_much" if self._journal else "lan.rules.too_much"))

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._end(InspectionFailed("lan.rules.no_process"))

    def _end(self, verdict: object) -> None:
        self._clock.stop()
        if not self._over:
            self._over = True
            self.done.emit(verdict)
        self.deleteLater()
