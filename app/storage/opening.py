"""Identifies a file that the user opens: the journal of a match, or a game.

A journal from elsewhere is copied to the user's matches, so that the original stays as it is. If the user's matches
contain it already, perhaps with later choices, that match is opened.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from app.storage.game_library import GameCard, read_card
from app.storage.matches import JOURNAL, MatchEntry, entry_of, new_journal
from dsl.base.files import read_bytes, read_head, replace_file

RULES = ".rules"
PACKAGE = ".gondwana"
_PARTS = ("house", "examples", "lessons")  #: folders inside a game's folder


class UnopenableError(Exception):
    """A file that is neither a match nor a game, or that cannot be read."""

    def __init__(self, key: str, path: Path, problem: str = "") -> None:
        super().__init__(f"{path}: {key} {problem}".rstrip())
        self.key = key  #: of the sentence for the user
        self.path = path
        self.problem = problem


def file_kind(path: Path, matches: Path, official: Path) -> MatchEntry | GameCard:
    """Return the match or the game of a file or folder. Raises UnopenableError."""
    if not path.exists():
        raise UnopenableError("open.missing", path)
    if path.suffix == JOURNAL and path.is_file():
        return _match(path, matches)
    folder = _game_folder(path)
    if folder is None:
        raise UnopenableError("open.foreign", path)
    return read_card(folder, folder.resolve().is_relative_to(official.resolve()))


def _game_folder(path: Path) -> Path | None:
    """Return the folder of the game that `path` is, or that has it among its files, examples or house rules."""
    folder = path if path.is_dir() else path.parent
    if folder.name in _PARTS and any(folder.parent.glob(f"*{RULES}")):
        folder = folder.parent
    is_part = path.is_dir() or path.suffix == RULES or path.name == "game.toml"
    return folder if is_part and any(folder.glob(f"*{RULES}")) else None


def house_rule_game(path: Path) -> str | None:
    """Return the game that a file is a house rule for, by its name in the rules; None if it is none."""
    from dsl.match.rulesets.folder import house_game
    from dsl.syntax.parser import MAX_SIZE

    try:
        return house_game(read_head(path, MAX_SIZE).decode("utf-8", "replace").removeprefix("\ufeff"))
    except OSError:
        return None


def _match(path: Path, matches: Path) -> MatchEntry:
    if path.resolve().parent == matches.resolve():
        return entry_of(path)
    from dsl.match.journal import MAX_SIZE, JournalError, read

    try:
        content = read(path)
        whole = read_bytes(path, MAX_SIZE)
        kept = _same_match(whole, matches)
        if kept is None:
            games = content.header.ruleset.games()
            kept = new_journal(matches, games[0].replace("_", "-") if games else "", datetime.now())
            replace_file(kept, whole)
    except (JournalError, OSError) as problem:
        raise UnopenableError("open.unreadable", path, str(problem)) from problem
    return entry_of(kept)


def _same_match(content: bytes, matches: Path) -> Path | None:
    """Return the journal among the user's matches that begins with `content`."""
    for journal in sorted(matches.glob(f"*{JOURNAL}")):
        if journal.stat().st_size >= len(content):
            with journal.open("rb") as file:
                if file.read(len(content)) == content:
                    return journal
    return None
