"""The matches that were begun: journals in one folder, each with a small note beside it for the list.

The journal alone is the truth. A note is only a shortcut that spares replaying every match to list them; a journal
without one is listed by what its name and its date tell.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile

from dsl.base.files import UnreadableError, make_private, parse_json, private_folder, read_text, replace_file

JOURNAL = ".journal"
TABLE = ".table"  #: after a journal's name: what a table of the network keeps beside it
_NOTE = ".note.json"
_LONGEST_NOTE = 16 * 1024
_EARLIEST, _LATEST = 0.0, 2.0**32  #: seconds since 1970


@dataclass(frozen=True, slots=True)
class MatchNote:
    """How a match stands, for the list of matches."""

    folder: str = ""  #: of the ruleset, as text
    seats: tuple[str, ...] = ()  #: the players' names in the order of seats
    turn: int = 0
    whose: str = ""  #: the name of whoever must choose
    finished: bool = False


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in the list."""

    journal: Path
    changed: datetime
    note: MatchNote

    @property
    def game(self) -> str:
        """The name of the game's folder."""
        return Path(self.note.folder).name if self.note.folder else game_of(self.journal)


def game_of(journal: Path) -> str:
    """The name of the game's folder, as the journal's own name tells it."""
    return journal.stem.partition("-")[2]


def new_journal(matches: Path, game: str, now: datetime) -> Path:
    """A path for the journal of a match that begins `now`; the folder is made, the file is not."""
    make_private(private_folder(matches))
    stem, number = f"{now:%Y%m%dT%H%M%S}-{game}", 1
    path = matches / f"{stem}{JOURNAL}"
    while path.exists():
        number += 1
        path = matches / f"{stem}-{number}{JOURNAL}"
    return path


def write_note(journal: Path, note: MatchNote) -> None:
    """Note how the match of `journal` stands. May raise OSError."""
    replace_file(_note_path(journal), json.dumps(asdict(note), ensure_ascii=False).encode())


def find_matches(matches: Path) -> tuple[MatchEntry, ...]:
    """All matches, those that are not finished first, then the latest first; those of tables on the network are not
    gone on with here."""
    return tuple(sorted(_entries(matches), key=lambda each: (each.note.finished, -each.changed.timestamp())))


def remove_match(entry: MatchEntry) -> None:
    """Put a match away for good. May raise OSError."""
    entry.journal.unlink(missing_ok=True)
    _note_path(entry.journal).unlink(missing_ok=True)


def _entries(matches: Path) -> Iterator[MatchEntry]:
    for journal in matches.glob(f"*{JOURNAL}"):
        with contextlib.suppress(OSError):  # it may go away while we look
            if not journal.with_name(journal.name + TABLE).exists():
                yield entry_of(journal)


def entry_of(journal: Path) -> MatchEntry:
    """The match of `journal` as it stands in the list. May raise OSError."""
    seconds = min(max(journal.stat().st_mtime, _EARLIEST), _LATEST)  # a disk may hold any time
    return MatchEntry(journal, datetime.fromtimestamp(seconds), _read_note(_note_path(journal)))


def _note_path(journal: Path) -> Path:
    return journal.with_suffix(_NOTE)


def _read_note(path: Path) -> MatchNote:
    """The note, or an empty one if it is missing or damaged: nothing depends on it."""
    try:
        raw = parse_json(read_text(path, _LONGEST_NOTE))
    except (OSError, UnreadableError):
        return MatchNote()
    match raw:
        case {"folder": str(folder), "seats": [*seats], "turn": int(turn), "whose": str(whose), "finished": bool(done)}:
            return MatchNote(folder, tuple(str(seat) for seat in seats), turn, whose, done)
    return MatchNote()


# What became of a match's file, in the reader's language: the engine says it in a key and values.


def journal_problem(error: Exception, language: str) -> str:
    """Return why a journal cannot be opened; what the engine has no sentence for as it says it itself."""
    from dsl.i18n.translations import translation_in
    from dsl.match.journal import JournalError

    cause = error if isinstance(error, JournalError) else error.__cause__
    if isinstance(cause, JournalError):
        translation = translation_in(language)
        if cause.reason in translation:
            return translation.said(cause.reason, dict(cause.args_by_name))
    return getattr(error, "problem", "") or str(error)


# Nobody else at the same match: two windows must not write one journal.


def lock_file(journal: Path, wait: int = 0) -> QLockFile | None:
    """The lock of a match, until it is let go by `unlock`; None if another program that still runs has it, also after
    `wait` milliseconds. What a killed program left behind does not count. Raises OSError if there can be no lock, such
    as on a disk that is read only."""
    path = journal.with_suffix(".lock")
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    if lock.tryLock(wait):
        return lock
    if lock.error() == QLockFile.LockError.LockFailedError:
        return None
    with tempfile.TemporaryFile(dir=path.parent):  # says why, which Qt does not
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
