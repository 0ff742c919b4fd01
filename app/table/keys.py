"""The keys of the table, as data: what the page connects and what the help shows cannot differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do one thing."""

    action: str  #: what the page connects
    sequences: tuple[str, ...]  #: as QKeySequence reads them; empty: handled by the board itself
    shown: str  #: how the help writes them


KEYS: tuple[Key, ...] = (
    Key("entries", tuple("123456789"), "1 – 9"),
    Key("cursor", (), "← ↑ → ↓   Q W A S"),
    Key("next", (), "Tab, Space / Backspace"),
    Key("closer", (), "."),
    Key("choose", (), "Enter"),
    Key("back", ("Escape",), "Esc"),
    Key("undo", ("U", "Ctrl+Z"), "U, Ctrl+Z"),
    Key("typed", ("M",), "M"),
    Key("log", ("L",), "L"),
    Key("moves", ("O",), "O"),
    Key("cells", ("C",), "C"),
    Key("zoom", (), "+, −"),
    Key("fit", (), "F, 0"),
    Key("pan", (), "Ctrl + ← ↑ → ↓"),
    Key("help", ("H", "F1"), "H, F1"),
)
