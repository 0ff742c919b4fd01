"""What every part of the packing shares: names, the version, the time that all is stamped with, running tools."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging"
WORK, RESULTS = ROOT / "build" / "package", ROOT / "dist"

NAME, TITLE = "gondwana", "Gondwana"
APP_ID = "org.gondwana_table.Gondwana"  #: as app/shell/application.py tells it to the desktop
INSIDE = "_internal"  #: the folder beside the program that holds all the rest
MAINTAINER = "The Gondwana developers <gondwana@localhost>"  #: the publisher puts an address here
HOMEPAGE = ""  #: the project's public page (https://...), with `/issues` for problems; so far there is none
PICTURES = ""  #: where the folder docs/pictures of the released version can be fetched; so far nowhere


class PackingError(Exception):
    """A package that cannot be made; the message says what has to be put right."""


def version() -> str:
    """The version, as the program itself says it."""
    text = (ROOT / "dsl" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+?)"', text, re.MULTILINE)
    if found is None:
        raise PackingError("dsl/__init__.py says no version")
    return found[1]


def sortable_version(said: str = "") -> str:
    """The version as Debian and AppStream compare it, a candidate before its release: `1.0.0~rc1` of `1.0.0rc1`."""
    numbers, candidate = _parts(said or version())
    return f"{numbers}~{candidate}" if candidate else numbers


def numeric_version(said: str = "") -> str:
    """The numbers alone, for Windows and macOS, which allow nothing else in some places: `1.0.0` of `1.0.0rc1`."""
    return _parts(said or version())[0]


def _parts(said: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\d+\.\d+\.\d+)((?:a|b|rc)\d+)?", said)
    if found is None:
        raise PackingError(f"{said} is no version such as 1.0.0 or 1.0.0rc1")
    return found[1], found[2] or ""


def epoch() -> int:
    """The time that every file is stamped with: what SOURCE_DATE_EPOCH says, else that of the last commit."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(asked.stdout) if asked.returncode == 0 else 1_790_000_000


def run(command: Sequence[str | Path], cwd: Path = ROOT, more: Mapping[str, str] | None = None) -> str:
    """Run a tool, stamped with our time; return what it prints. Raises PackingError with what it complains of."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch()), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    environment |= more or {}
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise PackingError(f"`{words[0]}` is not there: install it") from None
    if done.returncode:
        raise PackingError(f"`{' '.join(words[:3])}` failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def say(text: str) -> None:
    """Tell what is made now."""
    print(f"== {text}", flush=True)


def files_in(folder: Path) -> Iterator[Path]:
    """Every file and link in a folder, in one order on every machine."""
    return iter(sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file()))


def stamp(folder: Path) -> None:
    """Give everything in `folder` the same time and fixed permissions, whatever the umask of the builder."""
    when = epoch()
    for path in sorted((folder, *folder.rglob("*")), reverse=True):
        if not path.is_symlink() and sys.platform != "win32":
            program = path.is_dir() or path.name == "AppRun" or (path.name == NAME and (path.parent / INSIDE).is_dir())
            path.chmod(0o755 if program else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def size_of(path: Path) -> float:
    """The size of a file, or of all files in a folder, in MB of a million bytes."""
    paths = files_in(path) if path.is_dir() else iter([path])
    return sum(each.lstat().st_size for each in paths) / 1e6
