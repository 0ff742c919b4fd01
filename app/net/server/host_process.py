"""Host process: the window starts `gondwana serve` for a table, watches it, and restarts it after a crash.

The process outlives the window. The window joins the table as a client with the owner's token.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.base.paths import PORTABLE_VARIABLE
from app.base.relaunch import program_command, program_folder
from app.net.protocol.limits import SpectatorMode
from app.net.server.state_file import Host, RecordError, TableRecord, read_record, record_path
from app.storage.matches import lock_file
from dsl.base.files import make_private, private_folder
from dsl.base.processor_cores import search_cores_setting


def close_request_path(journal: Path) -> Path:
    """Return the file whose existence asks the process of a match to close. It needs no process id, which may have been
    reused, and works on every system."""
    return journal.with_name(f"{journal.name}.close")


HERE = "127.0.0.1"
_CHECK_INTERVAL = 100  #: milliseconds between two checks of the process
_MOST_CHECKS = 300  #: checks until a silent process counts as failed
_RESTARTS = 3  #: in a row, then the table is given up
_MOST_OUTPUT = 2000  #: characters of the output of a failed process
_STABLE_AFTER = 100  #: checks after which a crash starts a new row of restarts


@dataclass(frozen=True, slots=True)
class HostConfig:
    """The arguments of `gondwana serve`."""

    folder: Path  #: of the ruleset
    journal: Path
    players: tuple[str, ...]  #: by seat: "human" or a bot
    options: Mapping[str, int] = field(default_factory=dict)
    house: tuple[str, ...] = ()
    name: str = ""
    code: str | None = None  #: none: no code; empty: a random one
    watching: SpectatorMode = "yes"
    turns: int = 0
    here_only: bool = False
    port: int | None = None  #: none: the first free one of TABLE_PORTS
    clock: str = ""  #: as `--clock` reads it; empty: none

    def arguments(self) -> list[str]:
        """Return the command line."""
        watching = f"delayed:{self.turns}" if self.watching == "delayed" else self.watching
        return [
            str(self.folder),
            "--owner",
            f"--journal={self.journal}",
            f"--seats={','.join(self.players)}",
            f"--watch={watching}",
            *(f"--option={name}={value}" for name, value in self.options.items()),
            *(f"--house={title}" for title in self.house),
            *([f"--name={self.name}"] if self.name else []),
            *([] if self.code is None else [f"--code={self.code}"] if self.code else ["--code"]),
            *([f"--clock={self.clock}"] if self.clock else []),
            *(["--here-only"] if self.here_only else []),
            *([] if self.port is None else [f"--port={self.port}"]),
        ]


def serve_arguments(words: Sequence[str]) -> list[str]:
    """Return the arguments of the program that hosts a table: those given, and the cores that the user allows."""
    cores = search_cores_setting()
    return ["serve", *words, *([f"--cores={cores}"] if cores else [])]


class HostProcess(QObject):
    """The process of one table that this window has opened, or has found again.

    Signals:
        opened: The table can be joined; carries its address, its port and the owner's token. Again after each restart.
        failed: The table could not be opened or restarted; carries the output of the process.
        closed: The table was closed on purpose, here or elsewhere.
    """

    opened = Signal(str, int, str)
    failed = Signal(str)
    closed = Signal()

    def __init__(self, journal: Path, portable: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.journal = journal
        self._portable = portable
        self._output = journal.with_name(f"{journal.name}.said")
        self._former_pid = 0  #: the process that hosted the table before
        self._is_open = False
        self._checks = self._restarts = 0
        self._check_timer = QTimer(self)
        self._check_timer.setInterval(_CHECK_INTERVAL)
        self._check_timer.timeout.connect(self._check)

    def start(self, config: HostConfig) -> None:
        """Open a new table."""
        self._run(config.arguments())

    def attach(self) -> None:
        """Find the process of the journal's table, or restart it."""
        host = _host_of(self.journal)
        if is_running(self.journal) and (host is None or host.pid):
            self._wait()
        else:
            self._resume()  # a closing process releases the match soon

    def release(self) -> None:
        """Stop watching the process: it continues, and is not restarted."""
        self._check_timer.stop()

    def close(self) -> None:
        """Close the table for all members."""
        with contextlib.suppress(OSError):
            close_request_path(self.journal).touch()

    def _resume(self) -> None:
        self._run([f"--resume={self.journal}"])

    def _run(self, words: list[str]) -> None:
        host = _host_of(self.journal)
        self._former_pid = host.pid if host else 0
        try:
            private_folder(self.journal.parent)
            self._output.touch(mode=0o600)  # it may hold the table's code
        except OSError as error:
            self._check_timer.stop()
            self.failed.emit(error.strerror or str(error))
            return
        make_private(self._output)
        if self._start_process(words):
            self._wait()
        else:
            self._fail()

    def _start_process(self, words: list[str]) -> bool:
        program, *before = program_command()
        process = QProcess()
        process.setProgram(program)
        process.setArguments([*before, *serve_arguments(words)])
        process.setWorkingDirectory(str(program_folder()))
        process.setStandardInputFile(QProcess.nullDevice())
        process.setStandardOutputFile(str(self._output))
        process.setStandardErrorFile(str(self._output), QProcess.OpenModeFlag.Append)
        if self._portable is not None:
            environment = QProcessEnvironment.systemEnvironment()
            environment.insert(PORTABLE_VARIABLE, str(self._portable))
            process.setProcessEnvironment(environment)
        return bool(process.startDetached())

    def _wait(self) -> None:
        self._is_open, self._checks = False, 0
        self._check_timer.start()

    def _check(self) -> None:
        self._checks += 1
        if self._is_open:
            self._check_running()
        else:
            self._check_opening()

    def _check_opening(self) -> None:
        """Check whether the process has opened the table."""
        host = _host_of(self.journal)
        if host is not None and host.port and host.pid != self._former_pid and is_running(self.journal):
            self._is_open, self._checks = True, 0
            self.opened.emit(HERE, host.port, host.owner_token)
        elif self._checks > _MOST_CHECKS or (_text_of(self._output) and not is_running(self.journal)):
            self._fail()  # it prints something only once it is open, or has failed

    def _check_running(self) -> None:
        """Check whether the process still runs; restart it after a crash."""
        if is_running(self.journal):
            return
        self._check_timer.stop()
        host = _host_of(self.journal)
        if host is not None and not host.pid:
            self.closed.emit()
            return
        self._restarts = 0 if self._checks > _STABLE_AFTER else self._restarts + 1
        if self._restarts > _RESTARTS:
            self._fail()
        else:
            self._resume()

    def _fail(self) -> None:
        self._check_timer.stop()
        self.failed.emit(_text_of(self._output))


def is_running(journal: Path) -> bool:
    """Whether a process has the match open. A lock of a killed process does not count."""
    try:
        lock = lock_file(journal)
    except OSError:
        return False
    if lock is not None:
        lock.unlock()
    return lock is None


def running_tables(matches: Path) -> tuple[tuple[Path, TableRecord], ...]:
    """Return the user's tables whose process runs, with their journals: the window may join them again."""
    found = ((Path(record.host.journal), record) for record in _records(matches))
    return tuple((journal, record) for journal, record in found if record.host.pid and is_running(journal))


def abandoned_tables(matches: Path) -> tuple[tuple[Path, TableRecord], ...]:
    """Return the user's tables without a process, or with a closing one: they can be reopened."""
    found = ((Path(record.host.journal), record) for record in _records(matches))
    return tuple((journal, record) for journal, record in found if not record.host.pid or not is_running(journal))


def _records(matches: Path) -> Iterator[TableRecord]:
    for path in sorted(matches.glob(record_path(Path("*")).name)):
        with contextlib.suppress(RecordError):
            yield read_record(path)


def _host_of(journal: Path) -> Host | None:
    try:
        return read_record(record_path(journal)).host
    except RecordError:
        return None


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()[-_MOST_OUTPUT:]
    except OSError:
        return ""
