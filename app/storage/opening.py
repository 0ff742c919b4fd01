"""What a file is that the program is started with, or that is opened from outside: a match's journal, or a game.

A journal from elsewhere is copied among the reader's matches first: there a match is gone on with, and the file that
was sent stays as it is. If it is there already, perhaps with choices that were made since, that match goes on.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from app.storage.matches import JOURNAL, MatchEntry, entry_of, new_journal
from app.storage.rulesets import GameCard, read_card
from dsl.base.files import read_bytes, replace_file

RULES = ".rules"
PACKAGE = ".gondwana"
_PARTS = ("house", "examples")  #: folders of a game that are no games themselves


class UnopenableError(Exception):
    """Nothing can be done with a file; the message says why."""

    def __init__(self, key: str, path: Path, problem: str = "") -> None:
        super().__init__(f"{path}: {key} {problem}".rstrip())
        self.key = key  #: of the sentence for the reader
        self.path = path
        self.problem = problem


def file_kind(path: Path, matches: Path, official: Path) -> MatchEntry | GameCard:
    """The match or the game that `path` stands for. Raises UnopenableError."""
    if not path.exists():
        raise UnopenableError("open.missing", path)
    if path.suffix == JOURNAL and path.is_file():
        return _match(path, matches)
    folder = _game_folder(path)
    if folder is None:
        raise UnopenableError("open.foreign", path)
    return read_card(folder, folder.resolve().is_relative_to(official.resolve()))


def _game_folder(path: Path) -> Path | None:
    """The folder of the game that `path` belongs to: itself, or one of its files, its examples or its house rules."""
    folder = path if path.is_dir() else path.parent
    if folder.name in _PARTS and any(folder.parent.glob(f"*{RULES}")):
        folder = folder.parent
    is_part = path.is_dir() or path.suffix == RULES or path.name == "game.toml"
    return folder if is_part and any(folder.glob(f"*{RULES}")) else None


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
    """The journal among the reader's own that begins as `content` does, with all its choices."""
    for journal in sorted(matches.glob(f"*{JOURNAL}")):
        if journal.stat().st_size >= len(content):
            with journal.open("rb") as file:
                if file.read(len(content)) == content:
                    return journal
    return None
