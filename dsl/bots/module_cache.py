"""Cache of compiled searches, in a folder that only the user may write to.

Three things take most of the time before a bot's first search: making the program of the rules, generating its
WebAssembly, and the compilation of that to machine code. The folder keeps the results of all three. We write the
program and the WebAssembly, which runs in the sandbox of wasmtime wherever it comes from. wasmtime writes the machine
code, finds it by the module and its own version, and runs it unchecked. Therefore a folder of another user, or one
that others can write to, is not used.

A program is found by the text of the rules and the setting, a module by the content of its program, and both by the
version of this code. The folder may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import zlib
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import structs

import dsl
from dsl.base.files import module_folder, private_folder, read_bytes, replace_file
from dsl.base.records import Record
from dsl.ir.program import FlowSites, Program

MAX_FILES = 64  #: modules that are kept, and as many programs
MAX_BYTES = 8 << 20  #: limit on a module or program
MAX_UNPACKED = 64 << 20  #: limit on a program before compression
MACHINE_CODE = "64Mi"  #: limit on the machine code that wasmtime keeps
_MODULE, _PROGRAM = ".module", ".program"
_DIGEST = 32  #: bytes of the hash at the beginning of a file
_LEVEL = 1  #: of compression: the quickest, to a fifth of the size
_KEY = 40  #: digits of each of the two parts of a program's name


class StoredProgram(Record, frozen=True):
    """A program without its metadata, and what it is known by."""

    digest: str  #: of the program, as the code that is made of it depends on it
    program: Program


def module_cache() -> ModuleCache | None:
    """Return the cache in the folder that is set (`set_module_folder`); None without one, or if others could write to
    it."""
    folder = module_folder()
    return ModuleCache(folder) if folder is not None and _is_private(folder) else None


class ModuleCache:
    """Modules and programs in a folder, by key. Reading and writing never fail: without a file they are made again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        #: the file with the settings of wasmtime's cache; empty if it cannot be written
        self.machine_code_settings = _machine_code_settings(folder)

    def read(self, key: str) -> bytes | None:
        """Return the module that was written under a key; None if there is nothing, or it is damaged."""
        return self._read(f"{key}{_MODULE}")

    def write(self, key: str, module: bytes) -> None:
        """Keep a module under a key, and delete the modules used longest ago if there are too many."""
        self._write(f"{key}{_MODULE}", module)

    def has_program(self, rules: str) -> bool:
        """Whether a program of these rules (`key_of_rules`) is kept for some setting."""
        with suppress(OSError):
            return any(self._folder.glob(f"{rules}-*{_PROGRAM}"))
        return False

    def read_program(self, rules: str, setting: str) -> StoredProgram | None:
        """Return the program of some rules in a setting; None if there is none, or it is damaged."""
        content = self._read(_program_name(rules, setting))
        return from_bytes(content) if content is not None else None

    def write_program(self, rules: str, setting: str, program: Program, digest: str) -> None:
        """Keep a program, and delete those used longest ago if there are too many."""
        self._write(_program_name(rules, setting), to_bytes(program, digest))

    def _read(self, name: str) -> bytes | None:
        path = self._folder / name
        with suppress(OSError):
            content = read_bytes(path, MAX_BYTES)
            if sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
                os.utime(path)  # the oldest are deleted first
                return content[_DIGEST:]
        return None

    def _write(self, name: str, content: bytes) -> None:
        if len(content) > MAX_BYTES - _DIGEST:
            return
        with suppress(OSError):
            path = self._folder / name
            replace_file(path, sha256(content).digest() + content)
            by_age = sorted(self._folder.glob(f"*{path.suffix}"), key=lambda each: each.stat().st_mtime_ns)
            for old in by_age[:-MAX_FILES]:
                old.unlink(missing_ok=True)


def digest_of(program: Program) -> str:
    """Return the hash of all that the code for a program depends on."""
    found = sha256()
    for name in program.__struct_fields__:
        if name not in program.metadata:
            part = msgspec.to_builtins(getattr(program, name), str_keys=True, order="sorted")
            found.update(msgspec.json.encode(part))
    return found.hexdigest()


def key_of(program: str, search: str) -> str:
    """Return the key of the module of a program, known by its digest, with a search of some kind."""
    return sha256(f"{_version()} {search} {program}".encode()).hexdigest()


def key_of_rules(text: bytes) -> str:
    """Return the key of rules, by all that their programs depend on but the setting."""
    return sha256(_version().encode() + b" " + text).hexdigest()[:_KEY]


def to_bytes(program: Program, digest: str) -> bytes:
    """Return a program as bytes, without the metadata that only explanations need."""
    plain = structs.replace(
        program,
        functions=dict(program.functions),
        steps=tuple(program.steps),
        traced=None,
        explained=None,
        sites=FlowSites((), {}),
    )
    return zlib.compress(msgspec.json.encode(StoredProgram(digest, plain)), _LEVEL)


def from_bytes(content: bytes) -> StoredProgram | None:
    """Return the program of `to_bytes`; None if the bytes are none."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(content, MAX_UNPACKED)
        found = _decoder().decode(text) if unpacker.eof else None
    except (zlib.error, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if found is None:
        return None
    return structs.replace(found, program=structs.replace(found.program, steps=tuple(found.program.steps)))


@cache
def _decoder() -> msgspec.json.Decoder[StoredProgram]:
    return msgspec.json.Decoder(StoredProgram)


def _program_name(rules: str, setting: str) -> str:
    return f"{rules}-{sha256(setting.encode()).hexdigest()[:_KEY]}{_PROGRAM}"


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
