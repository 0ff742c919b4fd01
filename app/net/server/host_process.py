"""A table for the window: it runs in a process of its own, which stays when the window goes, and comes back with all
that was accepted when it dies. The window joins it like anybody else, with the owner's token.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.base.paths import PORTABLE_VARIABLE
from app.base.relaunch import program_command, program_folder
from app.net.protocol.limits import SpectatorMode
from app.net.server.state_file import Host, RecordError, TableRecord, read_record, record_path
from app.storage.matches import lock_file
from dsl.base.files import make_private, private_folder

# How a window asks a table's process to close: by a file beside the journal. It needs no number of a process, which
# may belong to another one by then, and works alike on every system.


def close_request_path(journal: Path) -> Path:
    """The file that says that the table of a match is to close."""
    return journal.with_name(f"{journal.name}.close")


HERE = "127.0.0.1"
_GLANCE = 100  #: milliseconds between two looks at how the process is
_PATIENCE = 300  #: looks until a table that says nothing has failed
_RESTARTS = 3  #: in a row; a table that dies again and again is left alone
_LONGEST = 2000  #: letters of what a failed table said
_LIVED = 100  #: looks after which a death is a new one


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What a table is opened with: the words of `gondwana serve`."""

    folder: Path  #: of the ruleset
    journal: Path
    players: tuple[str, ...]  #: by seat: "human" or a bot
    options: Mapping[str, int] = field(default_factory=dict)
    house: tuple[str, ...] = ()
    name: str = ""
    code: str | None = None  #: none: no code; empty: one is made up
    watching: SpectatorMode = "yes"
    turns: int = 0
    here_only: bool = False
    port: int | None = None  #: none: the first free one of those that tables usually have

    def words(self) -> list[str]:
        """Return what stands on the command line."""
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
            *(["--here-only"] if self.here_only else []),
            *([] if self.port is None else [f"--port={self.port}"]),
        ]


class HostProcess(QObject):
    """One table that this window has opened, or has found again.

    Signals:
        opened: It can be joined; carries its address, its port and the owner's token. Once more each time it has come
            back in another process.
        failed: It could not be opened, or does not come back; carries what it said.
        closed: It was closed on purpose, here or elsewhere.
    """

    opened = Signal(str, int, str)
    failed = Signal(str)
    closed = Signal()

    def __init__(self, journal: Path, portable: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.journal = journal
        self._portable = portable
        self._said = journal.with_name(f"{journal.name}.said")
        self._former = 0  #: the process that had the table before
        self._up = False
        self._looks = self._restarts = 0
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look)

    def start(self, plan: HostConfig) -> None:
        """Open a new table."""
        self._run(plan.words())

    def attach(self) -> None:
        """Go on with the table of the journal: one that still runs, or one that has to be started again."""
        host = _host_of(self.journal)
        if is_running(self.journal) and (host is None or host.pid):
            self._wait()
        else:
            self._resume()  # one that is just closing lets go of the match soon

    def release(self) -> None:
        """Leave the table to itself: it goes on, and nobody here starts it again."""
        self._glance.stop()

    def close(self) -> None:
        """Close the table for everybody."""
        with contextlib.suppress(OSError):
            close_request_path(self.journal).touch()

    def _resume(self) -> None:
        self._run([f"--resume={self.journal}"])

    def _run(self, words: list[str]) -> None:
        host = _host_of(self.journal)
        self._former = host.pid if host else 0
        try:
            private_folder(self.journal.parent)
            self._said.touch(mode=0o600)  # it may hold the table's code
        except OSError as error:
            self._glance.stop()
            self.failed.emit(error.strerror or str(error))
            return
        make_private(self._said)
        if self._started(words):
            self._wait()
        else:
            self._fail()

    def _started(self, words: list[str]) -> bool:
        program, *before = program_command()
        process = QProcess()
        process.setProgram(program)
        process.setArguments([*before, "serve", *words])
        process.setWorkingDirectory(str(program_folder()))
        process.setStandardInputFile(QProcess.nullDevice())
        process.setStandardOutputFile(str(self._said))
        process.setStandardErrorFile(str(self._said), QProcess.OpenModeFlag.Append)
        if self._portable is not None:
            environment = QProcessEnvironment.systemEnvironment()
            environment.insert(PORTABLE_VARIABLE, str(self._portable))
            process.setProcessEnvironment(environment)
        return bool(process.startDetached())

    def _wait(self) -> None:
        self._up, self._looks = False, 0
        self._glance.start()

    def _look(self) -> None:
        self._looks += 1
        if self._up:
            self._watch()
        else:
            self._await()

    def _await(self) -> None:
        """Is it open now?"""
        host = _host_of(self.journal)
        if host is not None and host.port and host.pid != self._former and is_running(self.journal):
            self._up, self._looks = True, 0
            self.opened.emit(HERE, host.port, host.owner_token)
        elif self._looks > _PATIENCE or (_text_of(self._said) and not is_running(self.journal)):
            self._fail()  # it says something only when it is open, or cannot be

    def _watch(self) -> None:
        """Is it still open? If its process died, the table comes back in another one."""
        if is_running(self.journal):
            return
        self._glance.stop()
        host = _host_of(self.journal)
        if host is not None and not host.pid:
            self.closed.emit()
            return
        self._restarts = 0 if self._looks > _LIVED else self._restarts + 1
        if self._restarts > _RESTARTS:
            self._fail()
        else:
            self._resume()

    def _fail(self) -> None:
        self._glance.stop()
        self.failed.emit(_text_of(self._said))


def is_running(journal: Path) -> bool:
    """Whether a program has the match open. What a killed one left behind does not count."""
    try:
        lock = lock_file(journal)
    except OSError:
        return False
    if lock is not None:
        lock.unlock()
    return lock is None


def running_tables(matches: Path) -> tuple[tuple[Path, TableRecord], ...]:
    """The tables of one's own that are open now, with their journals: the window may join them again."""
    found = ((Path(record.host.journal), record) for record in _records(matches))
    return tuple((journal, record) for journal, record in found if record.host.pid and is_running(journal))


def abandoned_tables(matches: Path) -> tuple[tuple[Path, TableRecord], ...]:
    """The tables of one's own that nobody holds open, or that are just closing: they can be opened again."""
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


def _text_of(said: Path) -> str:
    try:
        return said.read_text(encoding="utf-8", errors="replace").strip()[-_LONGEST:]
    except OSError:
        return ""
