"""How a window asks a table's process to close: by a file beside the journal. It needs no number of a process, which
may belong to another one by then, and works alike on every system."""

from __future__ import annotations

from pathlib import Path


def closing_wish(journal: Path) -> Path:
    """The file that says that the table of a match is to close."""
    return journal.with_name(f"{journal.name}.close")
