"""Reads and writes the user's files.

Reading is bounded: only regular files, no more bytes, nesting and digits than agreed. A file may be damaged, or come
from a stranger; then there is an OSError or an UnreadableError, and nothing else. Writing is atomic and durable: after
a crash there is either the old file or the new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from errno import EFBIG, EINVAL
from pathlib import Path

from dsl.base.source import STRANGE

MAX_TOML = 64 * 1024  #: bytes
MAX_NUMBER = 2**63 - 1
MAX_DEPTH = 16  #: lists and tables in each other, and the parts of a dotted key

_NO_LETTER = re.compile("[\ud800-\udfff]")  #: halves of letters, which no file can hold
_TOML_TOKEN = re.compile(
    r'(?P<text>"{3}(?:\\.|[^\\])*?(?:"{3}|\Z)|\'{3}.*?(?:\'{3}|\Z)|"(?:\\.|[^"\\\n])*"?|\'[^\'\n]*\'?|\#[^\n]*)'
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,\n])",
    re.DOTALL,
)


class UnreadableError(ValueError):
    """The contents of a file cannot be used; the message says why, and `line` and `column` where, if that is known."""

    def __init__(self, problem: str, line: int = 0, column: int = 0) -> None:
        super().__init__(problem)
        self.line, self.column = line, column


def data_folder() -> Path:
    """Return the folder that holds `resources` and `rulesets`: the root of a checkout or of a frozen program, or the
    data folder of an installed wheel, as pyproject.toml names it."""
    beside = Path(__file__).resolve().parents[2]
    installed = beside / "gondwana_data"
    return installed if installed.is_dir() else beside


class _Setting:
    """The folder that was set, for this process."""

    modules: Path | None = None


def set_module_folder(folder: Path | None) -> None:
    """Set the folder in which compiled searches are kept (`dsl.bots.module_cache`), for this process and the processes
    of bots that it starts; None to keep none."""
    _Setting.modules = folder


def module_folder() -> Path | None:
    """Return the folder in which compiled searches are kept, as set; None without one."""
    return _Setting.modules


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_head(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a regular file. Raises OSError, also for a pipe or a device."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe does not keep us waiting
    handle = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(EINVAL, "not a regular file", str(path))
    with os.fdopen(handle, "rb") as file:
        return file.read(most)


def read_bytes(path: Path, most: int) -> bytes:
    """Return the contents of a regular file of at most `most` bytes. Raises OSError."""
    content = read_head(path, most + 1)
    if len(content) > most:
        raise OSError(EFBIG, f"larger than {most} bytes", str(path))
    return content


def read_text(path: Path, most: int) -> str:
    """Return the contents of a text file. Raises OSError and UnreadableError."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not text in UTF-8 (byte {error.start})") from None


def parse_toml(text: str, most: int = MAX_TOML) -> dict[str, object]:
    """Return the data of a text in TOML. Raises UnreadableError."""
    if len(text) > most:
        raise UnreadableError(f"longer than {most // 1024} KiB")
    try:
        _measure_toml(text)
        found: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (max(1, len(text.splitlines())), 1)
        raise UnreadableError(str(error), line, column) from None
    except UnreadableError:
        raise
    except (ValueError, RecursionError, OverflowError) as error:
        raise UnreadableError(str(error)) from None
    _measure(found)
    return found


def parse_json(text: str) -> object:
    """Return the data of a text in JSON. Raises UnreadableError."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(str(error)) from None
    if any(isinstance(each, str) and _NO_LETTER.search(each) for each in _all_in(found)):
        raise UnreadableError("a text holds half a letter")
    return found


def _measure_toml(text: str) -> None:
    """Check the nesting of lists and tables and the length of keys: tomllib's time for a key grows with the square of
    its parts."""
    depth = dots = 0
    for token in _TOML_TOKEN.finditer(text):
        match token.lastgroup:
            case "open":
                depth, dots = depth + 1, 0
            case "close":
                depth, dots = max(0, depth - 1), 0
            case "dot":
                dots += 1
            case "end":
                dots = 0
        if depth > MAX_DEPTH or dots >= MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            column = token.start() - text.rfind("\n", 0, token.start())
            raise UnreadableError("nested too deeply", line, column)


def _measure(found: dict[str, object]) -> None:
    """Check that numbers and texts can be shown."""
    for each in _all_in(found):
        if isinstance(each, int) and abs(each) > MAX_NUMBER:
            raise UnreadableError("a number is too large")
        if isinstance(each, str) and (strange := STRANGE.search(each)):
            raise UnreadableError(f"a text holds an invisible sign (U+{ord(strange.group()):04X})")


def _all_in(data: object) -> Iterator[object]:
    """Return all keys and values, however deep."""
    waiting = [data]
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list):
            waiting += each


# ---- writing ---------------------------------------------------------------------------------------------------------


def private_folder(folder: Path) -> Path:
    """Create a folder that only its owner can read, if it does not exist; return it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def make_private(path: Path) -> None:
    """Make a file or folder readable by its owner only, if it belongs to this user; others are left alone."""
    with contextlib.suppress(OSError):
        path.chmod(0o700 if path.is_dir() else 0o600)


def replace_file(path: Path, content: bytes, *, private: bool = True) -> None:
    """Write `content` beside `path`, sync it, and move it into place in one step. An OSError leaves `path` unchanged. A
    private file can be read by its owner only."""
    mode = 0o600 if private else path.stat().st_mode & 0o777 if path.exists() else 0o644
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(new, flags, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            new.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # users know the file by this name
        raise
    if os.name == "posix":  # elsewhere a folder cannot be opened, and renaming is durable enough
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def set_aside(path: Path) -> Path:
    """Rename a damaged file so that nothing is lost; return its new name. Raises OSError."""
    aside = unused_name(path)
    path.rename(aside)
    return aside


def unused_name(path: Path) -> Path:
    """Return the name for a damaged file."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside
