"""Hosted tables in processes of their own, on loopback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.net.server.state_file import Host, RecordError, TableRecord, read_record, record_path

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0
KIB = 1024


class Served:
    """A `gondwana serve` that may be killed and resumed."""

    def __init__(self, folder: Path, game: str, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = folder / "match.journal"
        self.said = folder / "said"
        self._folder = folder
        self.start(game, "--journal", str(self.journal), "--port", "0", *words)

    def start(self, *words: str) -> None:
        """Start a process; wait until its port is known."""
        environment = {**os.environ, "GONDWANA_PORTABLE": str(self._folder / "portable"), "PYTHONUNBUFFERED": "1"}
        with self.said.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", "--here-only", *words],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
            )
        ends = time.monotonic() + PATIENCE
        while (host := self._host()) is None or host.pid != self.process.pid or not host.port:
            assert self.process.poll() is None, self.said.read_text()
            assert time.monotonic() < ends, self.said.read_text()
            time.sleep(0.01)
        self.port = host.port

    def _host(self) -> Host | None:
        try:
            return self.record.host
        except RecordError:
            return None

    def resume(self) -> None:
        """Open the table again, as after a crash."""
        self.start("--resume", str(self.journal))

    @property
    def record(self) -> TableRecord:
        return read_record(record_path(self.journal))

    @property
    def memory(self) -> int:
        """Bytes that the process has in memory now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * KIB

    @property
    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def wait_for(self, line: str) -> str:
        """Wait until a line was printed: the process prints some after it can be reached. Return all its output."""
        ends = time.monotonic() + PATIENCE
        while line not in (output := self.said.read_text()).splitlines():
            assert self.process.poll() is None, output
            assert time.monotonic() < ends, output
            time.sleep(0.01)
        return output

    def kill(self) -> None:
        """End it like a power failure."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def interrupt(self) -> int:
        """End it by Ctrl+C; return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)
