"""Which folders say how a game is drawn: its own, and before it that of the game it is based on."""

from __future__ import annotations

import re
from pathlib import Path

from app.table.look import Look, read_look
from app.table.look_file import LookError
from dsl.engine.files import read_head

_GAME_LINE = re.compile(r"^game[ \t]+\w+(?:[ \t]+based[ \t]+on[ \t]+(\w+))?", re.MULTILINE)
_LONGEST_CHAIN = 4
_HEAD = 64 * 1024


def look_folders(folder: Path) -> tuple[Path, ...]:
    """The folders whose looks are laid over each other, the first one lowest."""
    folders = [folder]
    while len(folders) < _LONGEST_CHAIN and (base := _base(folders[0])) is not None and base not in folders:
        folders.insert(0, base)
    return tuple(folders)


def game_look(folder: Path) -> Look:
    """The look of the game in `folder`. Raises LookError."""
    return read_look(*look_folders(folder))


def game_look_or_plain(folder: Path) -> Look:
    """The same, or plain shapes if it cannot be read; the table says why when it is opened."""
    try:
        return game_look(folder)
    except LookError:
        return Look()


def _base(folder: Path) -> Path | None:
    for rules in sorted(folder.glob("*.rules")):
        try:
            line = _GAME_LINE.search(read_head(rules, _HEAD).decode(errors="replace"))
        except OSError:
            continue
        if line and line[1]:
            beside = (folder.parent / line[1], folder.parent / line[1].replace("_", "-"))
            return next((each for each in beside if each.is_dir()), None)
    return None
