"""Journals whose header and its copy are altered on purpose."""

from __future__ import annotations

from pathlib import Path

from dsl.match.journal import copy_of


def change_header(journal: Path, before: bytes, after: bytes) -> None:
    """Replace what the header of a journal says."""
    header, _, lines = journal.read_bytes().split(b"\n", 2)
    assert before in header
    header = header.replace(before, after, 1)
    journal.write_bytes(header + b"\n" + copy_of(header) + b"\n" + lines)
