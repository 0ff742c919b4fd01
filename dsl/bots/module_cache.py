"""Cache of compiled searches, in a folder that only the user may write to.

Two things take most of the time before a bot's first search: generating the WebAssembly of a program, and its
compilation to machine code. The folder keeps the results of both. We write the WebAssembly; it runs in the sandbox of
wasmtime wherever it comes from. wasmtime writes the machine code, finds it by the module and its own version, and runs
it unchecked. Therefore a folder of another user, or one that others can write to, is not used.

A module is found by the content of its program and the version of ours. The folder may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

import dsl
from dsl.base.files import module_folder, private_folder, read_bytes, replace_file
from dsl.ir.program import Program

MAX_FILES = 64  #: modules that are kept
MAX_BYTES = 8 << 20  #: limit on a module
MACHINE_CODE = "64Mi"  #: limit on the machine code that wasmtime keeps
_SUFFIX = ".module"
_DIGEST = 32  #: bytes of the hash at the beginning of a file


def module_cache() -> ModuleCache | None:
    """Return the cache in the folder that is set (`set_module_folder`); None without one, or if others could write to
    it."""
    folder = module_folder()
    return ModuleCache(folder) if folder is not None and _is_private(folder) else None


class ModuleCache:
    """Modules in a folder, by key. Reading and writing never fail: without a file the module is generated."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        #: the file with the settings of wasmtime's cache; empty if it cannot be written
        self.machine_code_settings = _machine_code_settings(folder)

    def read(self, key: str) -> bytes | None:
        """Return what was written under a key; None if there is nothing, or it is damaged."""
        path = self._folder / f"{key}{_SUFFIX}"
        with suppress(OSError):
            content = read_bytes(path, MAX_BYTES)
            if sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
                os.utime(path)  # the oldest are deleted first
                return content[_DIGEST:]
        return None

    def write(self, key: str, module: bytes) -> None:
        """Keep a module under a key, and delete the modules used longest ago if there are too many."""
        if len(module) > MAX_BYTES - _DIGEST:
            return
        with suppress(OSError):
            replace_file(self._folder / f"{key}{_SUFFIX}", sha256(module).digest() + module)
            by_age = sorted(self._folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns)
            for path in by_age[:-MAX_FILES]:
                path.unlink(missing_ok=True)


def key_of(program: Program, search: str) -> str:
    """Return the key of a program with a search of some kind: a hash of all that the code for it depends on."""
    found = sha256(f"{_version()} {search}".encode())
    for name in program.__struct_fields__:
        if name not in program.metadata:
            part = msgspec.to_builtins(getattr(program, name), str_keys=True, order="sorted")
            found.update(msgspec.json.encode(part))
    return found.hexdigest()


@cache
def _version() -> str:
    """Return what tells this version of the code that makes modules from others: its files as they are on disk, or the
    frozen program's file."""
    root = Path(dsl.__file__).parent
    files = [Path(sys.executable)] if getattr(sys, "frozen", False) else sorted(root.rglob("*.py"))
    lines = [dsl.__version__]
    for path in files:
        with suppress(OSError):
            about = path.stat()
            lines.append(f"{path} {about.st_size} {about.st_mtime_ns}")
    return "\n".join(lines)


def _is_private(folder: Path) -> bool:
    """Create a folder for the user alone; return whether nobody else can write to it."""
    try:
        about = private_folder(folder).lstat()
    except OSError:
        return False
    if stat.S_ISLNK(about.st_mode):
        return False
    if sys.platform == "win32":
        return True  # the folders of a user are closed to others there
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022


def _machine_code_settings(folder: Path) -> str:
    """Return the file with the settings of wasmtime's cache; empty if it cannot be written."""
    lines = (
        "[cache]",
        f"directory = {json.dumps(str(folder.absolute() / 'machine-code'))}",
        f'files-total-size-soft-limit = "{MACHINE_CODE}"',
    )
    path, text = folder / "wasmtime.toml", "\n".join((*lines, "")).encode()
    try:
        if not path.is_file() or read_bytes(path, len(text)) != text:
            replace_file(path, text)
    except OSError:
        return ""
    return str(path)
