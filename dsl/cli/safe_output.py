"""Standard output and error of the command line. Whatever a command prints may contain text from rule files, journals
or the network, so every control character except the newline is removed here, in one place.

The program's own control sequences (colours, the progress bar) are written with `write_controls`.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO, cast

from dsl.base.control_characters import printable

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "→": "->"})


class SafeStream:
    """A text stream that writes printable characters and newlines only. Everything else is the stream it wraps."""

    def __init__(self, stream: TextIO) -> None:
        self.wrapped = stream

    def write(self, text: str) -> int:
        """Write the printable part of a text."""
        self.wrapped.write(printable(text, keep="\n"))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write the printable part of each line."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.wrapped, name)


def write_controls(stream: TextIO, text: str) -> None:
    """Write a text of the program's own with its control sequences; text of unknown origin in it must be printable."""
    target = cast(object, stream)
    (target.wrapped if isinstance(target, SafeStream) else stream).write(text)


@contextmanager
def safe_streams() -> Iterator[None]:
    """Let everything that is printed within pass through a SafeStream."""
    _escape_unencodable()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, SafeStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _escape_unencodable() -> None:
    """Let a terminal that lacks a letter show a plain one, or its number; a missing accent must not end a match."""
    codecs.register_error("plain_letters", _plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain_letters")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")


def _plain_letters(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what stands for letters that an encoding lacks: `e` for `é`, its number for one without such a letter."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.backslashreplace_errors(error)
    missing = error.object[error.start : error.end]
    plain = unicodedata.normalize("NFKD", missing.translate(_PLAIN))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.encode("ascii", "backslashreplace").decode("ascii"), error.end
