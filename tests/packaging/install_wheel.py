"""Installs a wheel with pipx into a folder, uses it there from outside the checkout, and removes it.

    python tests/packaging/install_wheel.py dist/gondwana-1.0.0rc1-py3-none-any.whl --in /tmp/pipx

pipx takes the dependencies from the package index, first without and then with the extras `lab`, `cluster` and `lsp`.
What is seen: the version, every self-test, `check` of a game, the window (without a screen) with a match opened by its
file; plots of a simulation, a simulation on a Dask cluster of one worker, an answer of the language server; then
removal, after which only the user's own files are left.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PATIENCE = 120  #: seconds for a window, a scheduler or an answer


class BrokenError(Exception):
    """Something is not as it should be; the message says what."""


class Installation:
    """A program installed by pipx, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder.absolute(), folder.absolute() / "home"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.home.mkdir(parents=True)
        own = {"HOME": self.home, "PIPX_HOME": self.folder / "pipx", "PIPX_BIN_DIR": self.folder / "bin"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON"))}
        self.environment = {**kept, **{name: str(path) for name, path in own.items()}, "QT_QPA_PLATFORM": "offscreen"}
        self.program = self.folder / "bin" / "gondwana"

    def run(self, *command: str | Path) -> str:
        """Run a command; return what it prints. Raises BrokenError with what it complains of."""
        words = [str(word) for word in command]
        done = subprocess.run(words, cwd=self.home, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            said = f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
            raise BrokenError(f"{' '.join(words)} ended with {done.returncode}\n{said}")
        return done.stdout

    def start(self, *command: str | Path) -> subprocess.Popen[bytes]:
        """Start a command that goes on; its output is at hand."""
        words = [str(word) for word in command]
        pipe = subprocess.PIPE
        return subprocess.Popen(words, cwd=self.home, env=self.environment, stdin=pipe, stdout=pipe, stderr=pipe)


def main() -> int:
    """Try everything; return 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--in", dest="folder", type=Path, required=True, help="a folder for pipx; it is emptied first")
    wishes = parser.parse_args()
    installed = Installation(wishes.folder)
    try:
        for name, trial in _trials(installed, wishes.wheel.absolute()):
            began = time.monotonic()
            print(f"{name}: {trial() or 'done'} ({time.monotonic() - began:.1f} s)", flush=True)
    except BrokenError as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    print("all is well")
    return 0


def _trials(installed: Installation, wheel: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    run, program = installed.run, installed.program
    yield "installation", lambda: _last(run("pipx", "install", wheel))
    yield "version", lambda: run(program, "--version").strip()
    yield "self-test", lambda: _last(run(program, "selftest"))
    yield "check", lambda: run(program, "check", "trias").strip()
    yield "a match", lambda: _last(run(program, "play", "tic-tac-toe", "--seats", "bot:random,bot:random", *_JOURNAL))
    yield "window", lambda: window(installed)
    yield "extras", lambda: _last(run("pipx", "install", "--force", f"{wheel}[lab,cluster,lsp]"))
    yield "lab", lambda: lab(installed)
    yield "cluster", lambda: cluster(installed)
    yield "lsp", lambda: language_server(installed)
    yield "removal", lambda: remove(installed)


_OFFSCREEN = "Qt: This plugin does not support propagateSizeHints()"  #: Qt's window without a screen says so
_JOURNAL = ("--journal", "our evening.journal")


def _last(said: str) -> str:
    return said.strip().splitlines()[-1]


def window(installed: Installation) -> str:
    """Open a match by its file: the window copies it among the user's own."""
    opened = installed.start(installed.program, "our evening.journal")
    try:
        _wait(lambda: any(_matches(installed)), "the match in the window", opened)
    finally:
        complaint = _end(opened)
    if complaint not in ("", _OFFSCREEN):
        raise BrokenError(f"the window complains: {complaint}")
    return "the match is among the user's own"


def lab(installed: Installation) -> str:
    """Plots need matplotlib."""
    installed.run(installed.program, "simulate", "tic-tac-toe", "-n", "20", "--jobs", "1", "--out", "results")
    plots = sorted(path.name for path in (installed.home / "results").rglob("*") if path.suffix in (".svg", ".png"))
    if not plots:
        raise BrokenError("there is no plot")
    return ", ".join(plots)


def cluster(installed: Installation) -> str:
    """A scheduler and a worker in the program's own environment simulate."""
    python, place = installed.folder / "pipx" / "venvs" / "gondwana" / "bin" / "python", installed.home / "scheduler"
    quiet = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", place)
    scheduler = installed.start(python, "-m", "dask", "scheduler", *quiet)
    processes = [scheduler]
    try:
        _wait(place.exists, "the scheduler", scheduler)
        address = json.loads(place.read_text("utf-8"))["address"].replace("tcp://", "dask://")
        alone = ("--nthreads", "1", "--no-dashboard", "--no-nanny")
        processes.append(installed.start(python, "-m", "dask", "worker", "--scheduler-file", place, *alone))
        said = installed.run(installed.program, "simulate", "tic-tac-toe", "-n", "20", "--cluster", address)
    finally:
        for process in reversed(processes):
            _end(process)
    return f"{len(said)} letters of figures"


def language_server(installed: Installation) -> str:
    """Greet the server as an editor does."""
    server = installed.start(installed.program, "lsp")
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}}
    body = json.dumps({**asked, "params": {**asked["params"], "rootUri": None}}).encode()  # type: ignore[dict-item]
    try:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()
        head = server.stdout.readline().decode()
    finally:
        _end(server)
    if not head.startswith("Content-"):
        raise BrokenError(f"the language server said {head!r}")
    return "the server answers"


def remove(installed: Installation) -> str:
    """Only the user's own files are left."""
    installed.run("pipx", "uninstall", "gondwana")
    if installed.program.exists() or (installed.folder / "pipx" / "venvs" / "gondwana").exists():
        raise BrokenError("the program is still there")
    if not any(_matches(installed)):
        raise BrokenError("the user's matches are gone")
    return "the user's matches are left"


def _matches(installed: Installation) -> Iterator[Path]:
    return (installed.home / ".local" / "share" / "gondwana" / "matches").glob("*.journal")


def _wait(ready: Callable[[], bool], what: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while not ready():
        if process.poll() is not None or time.monotonic() > until:
            raise BrokenError(f"{what} did not come: {_end(process)}")
        time.sleep(0.05)


def _end(process: subprocess.Popen[bytes]) -> str:
    """End a process; return what it complained of."""
    process.terminate()
    return process.communicate()[1].decode(errors="replace").strip()


if __name__ == "__main__":
    sys.exit(main())
