"""The folder of matches: journals, each with a lock and a small note for the list of matches.

A note is a cache: it spares replaying every match to list them. A journal without a note is listed by its name and
its date.
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
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from dsl.base.files import UnreadableError, make_private, parse_json, private_folder, read_text, replace_file

if TYPE_CHECKING:
    from dsl.match.rulesets.provenance import Provenance
    from dsl.match.view import View

JOURNAL = ".journal"
TABLE = ".table"  #: after a journal's name: the state of a network table, beside it
_NOTE = ".note.json"
_POSITION = ".position.json"
_SCORE = "score"  #: variable with the score in the rules language
_LONGEST_NOTE = 16 * 1024
_LARGEST_TABLE = 16 * 1024 * 1024  #: bytes of the state of a network table
_EARLIEST, _LATEST = 0.0, 2.0**32  #: seconds since 1970


@dataclass(frozen=True, slots=True)
class MatchNote:
    """State of a match for the list of matches. The fields are stored under their names."""

    folder: str = ""  #: of the ruleset
    seats: tuple[str, ...] = ()  #: the players' names in the order of seats
    turn: int = 0
    whose: str = ""  #: the name of the player who must choose
    finished: bool = False
    places: tuple[int, ...] = ()  #: of the seats in the final ranking, 1 for winners; empty before, and in old notes
    points: tuple[int, ...] = ()  #: score of the seats; empty if the game has no points, or if they are hidden
    house: tuple[str, ...] = ()  #: titles of the house rules, as their files have them
    by_hand: bool = False  #: all players agreed to change something by hand
    colours: tuple[str, ...] = ()  #: of the seats, in the words of the rules; empty in old notes
    yours: bool = False  #: the only person at this computer must choose
    origin: str = ""  #: where the rules come from, as JSON of `Provenance`; empty in old notes

    @property
    def provenance(self) -> Provenance | None:
        """Where the rules come from; None if the note does not say."""
        from dsl.base.serialization import SerializationError, loads
        from dsl.match.rulesets.provenance import Provenance

        try:
            return loads(self.origin, Provenance) if self.origin else None
        except SerializationError:
            return None

    @property
    def lacks_result(self) -> bool:
        """Whether the match is finished, but its note is from a version that did not store the result."""
        return self.finished and len(self.places) != len(self.seats)


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in the list of matches."""

    journal: Path
    changed: datetime
    note: MatchNote

    @property
    def game(self) -> str:
        """The name of the game's folder."""
        return Path(self.note.folder).name if self.note.folder else game_of(self.journal)


def game_of(journal: Path) -> str:
    """Return the name of the game's folder, which is part of the journal's name."""
    return journal.stem.partition("-")[2]


def new_journal(matches: Path, game: str, now: datetime) -> Path:
    """Return a free path for the journal of a match that begins `now`. Creates the folder, not the file."""
    make_private(private_folder(matches))
    stem, number = f"{now:%Y%m%dT%H%M%S}-{game}", 1
    path = matches / f"{stem}{JOURNAL}"
    while path.exists():
        number += 1
        path = matches / f"{stem}-{number}{JOURNAL}"
    return path


def write_note(journal: Path, note: MatchNote) -> None:
    """Save the note of a match beside its journal. Raises OSError."""
    replace_file(_note_path(journal), json.dumps(asdict(note), ensure_ascii=False).encode())


def find_matches(matches: Path) -> tuple[MatchEntry, ...]:
    """Return all local matches, unfinished ones first, then the latest first. Network tables are left out, unless their
    state is damaged: such a table cannot be opened again, and its match can."""
    return tuple(sorted(_entries(matches), key=lambda each: (each.note.finished, -each.changed.timestamp())))


def remove_match(entry: MatchEntry) -> None:
    """Delete a match. Raises OSError."""
    journal = entry.journal
    for path in (journal, _note_path(journal), position_path(journal), journal.with_name(journal.name + TABLE)):
        path.unlink(missing_ok=True)


def _entries(matches: Path) -> Iterator[MatchEntry]:
    for journal in matches.glob(f"*{JOURNAL}"):
        with contextlib.suppress(OSError):  # it may be deleted meanwhile
            if not _is_hosted(journal):
                yield entry_of(journal)


def _is_hosted(journal: Path) -> bool:
    """Whether a match belongs to a network table of this computer whose state can be read."""
    try:
        state = parse_json(read_text(journal.with_name(journal.name + TABLE), _LARGEST_TABLE))
    except UnreadableError:
        return False
    except OSError as error:
        return error.errno not in (errno.ENOENT, errno.EFBIG)
    return isinstance(state, dict)


def entry_of(journal: Path) -> MatchEntry:
    """Return the entry of a journal for the list of matches. Raises OSError."""
    seconds = min(max(journal.stat().st_mtime, _EARLIEST), _LATEST)  # a disk may hold any time
    return MatchEntry(journal, datetime.fromtimestamp(seconds), _read_note(_note_path(journal)))


def _note_path(journal: Path) -> Path:
    return journal.with_suffix(_NOTE)


def position_path(journal: Path) -> Path:
    """Return the path of the position in which a match was left, beside its journal."""
    return journal.with_suffix(_POSITION)


def _read_note(path: Path) -> MatchNote:
    """Return the note, or an empty one if it is missing or damaged."""
    try:
        raw = parse_json(read_text(path, _LONGEST_NOTE))
    except (OSError, UnreadableError):
        return MatchNote()
    match raw:
        case {
            "folder": str(folder), "seats": [*seats], "turn": int(turn), "whose": str(whose), "finished": bool(done),
            **later,
        }:  # fmt: skip
            names = tuple(str(seat) for seat in seats)
            places, points = (_numbers(later.get(field), len(names)) for field in ("places", "points"))
            titles, colours = _words(later.get("house")), _words(later.get("colours"))
            colours = colours if len(colours) == len(names) else ()
            by_hand, yours = later.get("by_hand") is True, later.get("yours") is True
            origin = str(later.get("origin") or "")
            return MatchNote(folder, names, turn, whose, done, places, points, titles, by_hand, colours, yours, origin)
    return MatchNote()


def _numbers(value: object, length: int) -> tuple[int, ...]:
    """Return a stored list of whole numbers, one for each seat; empty if it is anything else."""
    if not isinstance(value, list) or len(value) != length:
        return ()
    return tuple(each for each in value) if all(type(each) is int for each in value) else ()


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def result_of(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return places and points of the seats of a match; places are empty before its end, and points are empty in a game
    without them and where a spectator does not see them."""
    ranking = view.outcome.ranking if view.outcome is not None else ()
    places = {line.seat: line.place for line in ranking}
    first = {colour: team[0] for team in view.teams for colour in team}  # what a team has is shown there
    scores = {seat.colour: dict(seat.values).get(_SCORE, "") for seat in view.seats}
    points = [scores.get(colour) or scores.get(first.get(colour, colour), "") for colour in view.colours]
    known = all(each.removeprefix("-").isdecimal() for each in points)
    ranks = tuple(places.get(colour, 0) for colour in view.colours) if ranking else ()
    return ranks, tuple(map(int, points)) if known else ()


def journal_problem(error: Exception, language: str) -> str:
    """Return in the user's language why a journal cannot be opened; the error's own text if it has no translation."""
    from dsl.i18n.translations import translation_in
    from dsl.match.journal import JournalError

    cause = error if isinstance(error, JournalError) else error.__cause__
    if isinstance(cause, JournalError):
        translation = translation_in(language)
        if cause.reason in translation:
            return translation.said(cause.reason, dict(cause.args_by_name))
    return getattr(error, "problem", "") or str(error)


def lock_file(journal: Path, wait: int = 0) -> QLockFile | None:
    """Lock a journal, so that two programs never write it at once. Return the lock, to be released by `unlock`; None if
    a running program still has it after `wait` milliseconds. The lock of a program that was killed is taken over.

    Raises OSError if there can be no lock, such as on a read-only disk.
    """
    path = journal.with_suffix(".lock")
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    if lock.tryLock(wait):
        return lock
    if lock.error() == QLockFile.LockError.LockFailedError:
        return None
    with tempfile.TemporaryFile(dir=path.parent):  # raises the system's reason, which Qt does not give
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
