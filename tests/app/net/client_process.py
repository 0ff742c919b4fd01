"""Clients in processes of their own, on loopback; they are always ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.net.client.credentials import Credential, Credentials

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0


class Joined:
    """A `gondwana join` that may be killed and started again."""

    def __init__(self, folder: Path, port: int, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._port, self._words = folder, port, words
        self.said = folder / "said"
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "GONDWANA_PORTABLE": str(self.folder), "PYTHONUNBUFFERED": "1"}
        with self.said.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", "join", f"127.0.0.1:{self._port}", *self._words],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
            )

    @property
    def text(self) -> str:
        return self.said.read_text()

    @property
    def credential(self) -> Credential:
        (known,) = Credentials(self.folder / "data" / "tables.json").tables()
        return known

    @property
    def journals(self) -> list[bytes]:
        return [path.read_bytes() for path in sorted((self.folder / "data" / "matches").glob("*.journal"))]

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def until(self, holds: Callable[[str], bool]) -> None:
        """Wait until the output fulfils a condition."""
        ends = time.monotonic() + PATIENCE
        while not holds(self.text):
            assert self.process.poll() is None, self.text
            assert time.monotonic() < ends, self.text
            time.sleep(0.02)

    def end(self) -> int:
        """Wait for its end; return the exit code."""
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)
        if self.process.stdin is not None:
            self.process.stdin.close()
