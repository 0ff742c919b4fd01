"""Files of house rules as the workshop edits them: listing, creating, saving, and recovery copies."""

from __future__ import annotations

import contextlib
import glob
import os
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from itertools import islice
from pathlib import Path

from dsl.base.files import UnreadableError, private_folder, read_text, replace_file, set_aside
from dsl.language_service.house_text import new_house_rule
from dsl.match.rulesets.folder import MAX_FILES
from dsl.match.rulesets.provenance import Stamp, changed_by, made_by, split_stamp, with_stamp
from dsl.syntax.parser import MAX_SIZE

_TITLE = re.compile(r'^house rules\s+"([^"\n]*)"', re.MULTILINE)
_NOT_IN_TITLE = re.compile(r'["\x00-\x1f\x7f-\x9f\u2028\u2029]')
_NOT_IN_NAME = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME = 40  #: letters of a file name
_LONGEST_TITLE = 80  #: letters of a title

#: Unsaved text is written to the recovery copy after this many milliseconds without a keystroke, ...
RECOVERY_PAUSE = 500
#: ... and after this many milliseconds of uninterrupted typing.
RECOVERY_LIMIT = 1500


@dataclass(frozen=True, slots=True)
class HouseRuleFile:
    """A file of house rules in the user's folder."""

    path: Path
    title: str  #: the file name if the file has none


def house_rule_files(folder: Path) -> tuple[HouseRuleFile, ...]:
    """Return the files of house rules in a folder, broken ones included, by title."""
    try:
        paths = [path for path in islice(folder.iterdir(), 4 * MAX_FILES) if path.suffix == ".rules" and path.is_file()]
    except OSError:
        return ()  # no such folder: the user has none
    found = (HouseRuleFile(path, _title_in(path)) for path in paths[:MAX_FILES])
    return tuple(sorted(found, key=lambda file: (file.title.casefold(), file.path.name)))


def _title_in(path: Path) -> str:
    with contextlib.suppress(OSError, ValueError):
        return title_of(read_text(path, MAX_SIZE)) or path.name
    return path.name


def title_of(text: str) -> str | None:
    """Return the title of house rules; None if their first line is missing or broken."""
    found = _TITLE.search(text)
    return found[1] if found and found[1].strip() else None


def clean_title(title: str) -> str:
    """Return a title as a house rule can have it: in one line, without quotation marks; empty if nothing is left."""
    return " ".join(_NOT_IN_TITLE.sub(" ", title).split())[:_LONGEST_TITLE]


def create_house_rule(
    folder: Path, title: str, game: str, options: Iterable[tuple[str, str]] = (), author: str = ""
) -> Path:
    """Write a new file with house rules for the game `game` (its name in the rules) that set options, given by name and
    value; return its path. The file names its author, if that is known.

    No existing file is replaced. Raises OSError.
    """
    plain = unicodedata.normalize("NFKD", title.casefold())
    stem = _NOT_IN_NAME.sub("-", "".join(c for c in plain if not unicodedata.combining(c))).strip("-")[:_LONGEST_NAME]
    stem = stem.strip("-") or "house-rule"
    private_folder(folder)
    path, number = folder / f"{stem}.rules", 1
    while path.exists() or recovery_path(path).exists():
        number += 1
        path = folder / f"{stem}-{number}.rules"
    text = with_stamp(new_house_rule(clean_title(title), game, options), made_by(author, date.today().isoformat()))
    replace_file(path, text.encode())
    return path


def recovery_path(path: Path) -> Path:
    """Return the path of the recovery copy of a file; no page lists it as a house rule."""
    return path.with_name(f".{path.name}.recovery")


def _recovery_copies(path: Path) -> list[tuple[Path, str]]:
    """Return the recovery copies of a file with their texts, the newest first: if two windows edit the file, each has
    one."""
    found: list[tuple[int, Path, str]] = []
    for copy in path.parent.glob(f"{glob.escape(recovery_path(path).name)}*"):
        with contextlib.suppress(OSError, ValueError):
            found.append((copy.stat().st_mtime_ns, copy, _read(copy)[0]))
    return [(copy, text) for _, copy, text in sorted(found, reverse=True)]


def words_beside(path: Path) -> tuple[Path, ...]:
    """Return the files with the words of a house rule in other languages: beside `high.rules`, `high.words.fr`."""
    return tuple(sorted(each for each in path.parent.glob(f"{glob.escape(path.stem)}.words.*") if each.is_file()))


class DiskState(Enum):
    """The file on disk, compared with what was last read or saved."""

    SAME = auto()
    CHANGED = auto()
    MISSING = auto()
    UNREADABLE = auto()


class HouseRuleDocument:
    """A house rule that is edited: its text, what is on disk, and a recovery copy of unsaved text beside the file.

    What the file says at its end about its authors (`dsl.match.rulesets.provenance`) is no part of the text. The file
    itself is only written by `save`, in one step, and never over a change of another program.
    """

    def __init__(self, path: Path) -> None:
        """Read the file, and the recovery copy of unsaved text if there is one. Raises OSError and UnreadableError."""
        self.path = path
        self._saved, self._stamp = _read(path)
        self._missing = False  #: the file was deleted by another program
        self._on_disk: str | None = None  #: text of another program that is not accepted yet
        self.text = self._saved
        self._recovery_path = recovery_path(path)
        found = [(copy, text) for copy, text in _recovery_copies(path) if text != self._saved]
        self.recovered = bool(found)  #: the text is that of a recovery copy
        self.other_texts = tuple(text for _, text in found[1:])  #: of other windows, in their recovery copies
        if found:
            self._recovery_path, self.text = found[0]
        self._recovery: str | None = self.text if self.recovered else None
        if not self.recovered:
            self._remove_recovery()

    @property
    def title(self) -> str:
        """The title of the house rule; the name of the file while the text has none."""
        return title_of(self.text) or title_of(self._saved) or self.path.name

    @property
    def saved_text(self) -> str:
        """The text that was last read or saved."""
        return self._saved

    @property
    def is_modified(self) -> bool:
        """Whether the text is not that on disk; empty lines at its end make no difference."""
        return self.text.rstrip("\n") != self._saved.rstrip("\n") or self._missing

    @property
    def has_conflict(self) -> bool:
        """Whether another program has changed the file, and neither text is chosen yet."""
        return self._on_disk is not None

    def save(self, author: str = "") -> bool:
        """Write the text to the file and delete the recovery copy; False if another program has changed the file.

        The file names `author` as the one who has changed it. A file that has become unreadable is renamed, not
        replaced. Raises OSError; then the file, the text and the recovery copy are as before.
        """
        state = self.check_disk()
        if state is DiskState.CHANGED and self.has_conflict:
            return False
        private_folder(self.path.parent)
        if state is DiskState.UNREADABLE:
            set_aside(self.path)
        changed = self.text.rstrip("\n") != self._saved.rstrip("\n")
        stamp = changed_by(self._stamp, author, date.today().isoformat()) if changed else self._stamp
        replace_file(self.path, with_stamp(self.text, stamp).encode())
        before, self._saved, self._missing, self._stamp = self._saved, self.text, False, stamp
        self._remove_recovery()
        with contextlib.suppress(OSError, UnreadableError):  # then the title has no translation
            self._rename_in_words(title_of(before), title_of(self.text))
        return True

    def _rename_in_words(self, before: str | None, after: str | None) -> None:
        """Give the sentences about the house rule in other languages the key of its new title."""
        if before is None or after is None or before == after:
            return
        key = re.compile(rf"^([ \t]*house\.){re.escape(before)}(?=(?:\.text)?[ \t]*:)", re.MULTILINE)
        for path in words_beside(self.path):
            text = _read_text(path)
            changed = key.sub(lambda found: found[1] + after, text)
            if changed != text:
                replace_file(path, changed.encode())

    def write_recovery(self) -> None:
        """Write unsaved text to the recovery copy, if it is not there already; if another window of the program has
        written its own text there, to another copy. Raises OSError."""
        if not self.is_modified:
            self._remove_recovery()
            return
        there = self._text_in_recovery()
        if there != self.text:
            private_folder(self.path.parent)
            if there not in (None, self._recovery, self._saved):
                self._recovery_path = recovery_path(self.path).with_suffix(f".recovery-{os.getpid()}-{id(self)}")
            replace_file(self._recovery_path, self.text.encode())
            self._recovery = self.text

    def _text_in_recovery(self) -> str | None:
        with contextlib.suppress(OSError, ValueError):
            return _read(self._recovery_path)[0]
        return None

    def forget_others(self) -> None:
        """Delete the recovery copies with `other_texts`; a window that still has such a text writes it again."""
        for copy, text in _recovery_copies(self.path):
            if text in self.other_texts and copy != self._recovery_path:
                with contextlib.suppress(OSError):
                    copy.unlink()
        self.other_texts = ()

    def discard(self) -> None:
        """Return to the text that was last read or saved, and delete the recovery copy."""
        self.text = self._saved
        self._remove_recovery()

    # ---- changes by other programs ----

    def check_disk(self) -> DiskState:
        """Compare the file with what was last read or saved.

        A change is taken over at once if there is no unsaved text; otherwise `has_conflict` is true until `keep_own`
        or `take_other` is called.
        """
        try:
            found, stamp = _read(self.path)
        except FileNotFoundError:
            self._missing, self._on_disk = True, None
            return DiskState.MISSING
        except (OSError, ValueError):
            return DiskState.UNREADABLE
        self._missing = False
        if found == self._saved or found == self.text:
            self._saved, self._stamp, self._on_disk = found, stamp, None
            return DiskState.SAME
        self._stamp = stamp
        if not self.is_modified:
            self.text = self._saved = found
        else:
            self._on_disk = found
        return DiskState.CHANGED

    def keep_own(self) -> None:
        """Settle a conflict: the next `save` replaces the text of the other program."""
        if self._on_disk is not None:
            self._saved, self._on_disk = self._on_disk, None

    def take_other(self) -> None:
        """Settle a conflict: the text of the other program takes the place of the unsaved one."""
        if self._on_disk is not None:
            self.text = self._saved = self._on_disk
            self._on_disk = None
            self._remove_recovery()

    def _remove_recovery(self) -> None:
        """Delete the recovery copy, unless another window has written its own text there."""
        own = (None, self._recovery, self._saved, self.text)
        self._recovery = None
        with contextlib.suppress(OSError):
            if self._text_in_recovery() in own:
                self._recovery_path.unlink(missing_ok=True)


def _read(path: Path) -> tuple[str, Stamp]:
    """Return the text of a file, and what it says at its end about its authors."""
    return split_stamp(_read_text(path))


def _read_text(path: Path) -> str:
    return read_text(path, MAX_SIZE).replace("\r\n", "\n").replace("\r", "\n")
