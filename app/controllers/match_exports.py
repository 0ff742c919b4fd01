"""Files that the user names: the position as a picture, the match as text, a copy of its journal, a package of a house
rule or of a game."""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.screens import dialogs
from app.storage.matches import JOURNAL
from app.storage.opening import PACKAGE
from dsl.base.files import read_bytes, replace_file

if TYPE_CHECKING:
    from app.table.page import TablePage

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


class MatchExports(QObject):
    """Writes files that the user names in a dialog.

    A picture or a text has the state of the match at the moment when it was requested: the match goes on while the
    dialog is open.

    Signals:
        copied: A copy of a journal was saved; carries its Path.
        saved: A picture, a text or a copy of the match was saved; carries its Path.
    """

    copied = Signal(Path)
    saved = Signal(Path)

    def __init__(self, window: QWidget, texts: Translations, matches: Path, report: Callable[[str], None]) -> None:
        """`report` shows a sentence to the user; the dialogs belong to `window`; `matches` is the folder of matches."""
        super().__init__(window)
        self._window, self._texts, self._matches, self._report = window, texts, matches, report

    def export_picture(self, page: TablePage, title: str) -> None:
        """Save the position that the page shows as a PNG file."""
        picture = page.board_picture()
        if picture is None:
            self._report(self._texts("files.hidden"))
        else:
            self._choose(
                "files.picture.title",
                "files.picture.kind",
                ".png",
                title,
                lambda path: self._save(path, png_of(picture)),
            )

    def export_text(self, page: TablePage, title: str) -> None:
        """Save the match as a text file in UTF-8."""
        text = page.match_text(title)
        if text is None:
            self._report(self._texts("files.hidden"))
        else:
            self._choose(
                "files.text.title", "files.text.kind", ".txt", title, lambda path: self._save(path, text.encode())
            )

    def save_copy(self, journal: Path, title: str, unwritten: Callable[[], bytes]) -> None:
        """Save a copy of a journal, with the choices made until then; `unwritten` returns what the disk has refused to
        add to it."""
        copy = partial(self._copy, journal, unwritten)
        self._choose("files.copy.title", "files.copy.kind", JOURNAL, title, copy)

    def export_house_rule(self, path: Path, title: str) -> None:
        """Save a house rule as a package, which other users open or drop on their window."""
        from app.storage.package import pack_house_rule  # it reads rules, which the first page need not

        self._export_package(pack_house_rule, path, title, "files.house.title")

    def export_game(self, folder: Path, title: str) -> None:
        """Save a game of the user's own as a package, if its rules have no problem."""
        from app.storage.package import pack
        from dsl.base.problem import RulesError
        from dsl.i18n.problem_texts import problem_summary
        from dsl.match.rulesets.ruleset import load

        try:
            load(folder)
        except RulesError as error:
            problem, _ = problem_summary(error.problems[0].slug, error.problems[0].summary, self._texts.language)
            self._report(self._texts("files.game.mend", problem=problem))
        else:
            self._export_package(pack, folder, title, "files.game.title")

    def _export_package(self, pack: Callable[[Path], bytes], path: Path, title: str, question: str) -> None:
        from app.storage.package import PackageError

        try:
            content = pack(path)
        except PackageError as error:
            self._report(self._texts(error.key, **error.values))
        except OSError as error:
            self._report(problem_text(error, path, self._texts))
        else:
            self._choose(question, "files.house.kind", PACKAGE, title, partial(self._save_package, content))

    def _save_package(self, content: bytes, path: Path) -> None:
        """Write a package, and tell where it is: no table is on the screen that would."""
        if self._write(path, content):
            self._report(self._texts("files.saved", name=path.name, folder=path.parent))

    def _choose(self, title: str, kind: str, suffix: str, name: str, chosen: Callable[[Path], object]) -> None:
        """Let the user name a file; `title` and `kind` are keys of texts."""
        kinds, suggested = f"{self._texts(kind)} (*{suffix})", f"{file_name(name)}{suffix}"
        name = self._texts(title)
        dialogs.choose_new_file(self._window, self._texts, name, kinds, suggested, lambda path: chosen(Path(path)))

    def _copy(self, journal: Path, unwritten: Callable[[], bytes], path: Path) -> None:
        if path.resolve().parent == self._matches.resolve():  # it might replace a match, even the one that is open
            self._report(self._texts("files.own_folder", path=path.parent))
            return
        from dsl.match.journal import MAX_SIZE

        try:
            content = read_bytes(journal, MAX_SIZE) + unwritten()
        except OSError as error:
            self._report(problem_text(error, journal, self._texts))
        else:
            if self._save(path, content):
                self.copied.emit(path)

    def _save(self, path: Path, content: bytes) -> bool:
        """Write a file of the open match, and tell where it is; return whether it worked."""
        written = self._write(path, content)
        if written:
            self.saved.emit(path)
        return written

    def _write(self, path: Path, content: bytes) -> bool:
        """Write a file; return whether it worked. A file that was there is kept if the disk refuses."""
        try:
            replace_file(path, content, private=False)
        except OSError as error:
            self._report(problem_text(error, path, self._texts))
            return False
        return True


def png_of(picture: QImage) -> bytes:
    """Return a picture as PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    return bytes(buffer.data().data())


def file_name(title: str) -> str:
    """Return a file name without an ending for a title; signs that a system does not allow become hyphens."""
    allowed = "".join(letter if letter.isalnum() or letter in " -_'’" else "-" for letter in title)
    return allowed.strip(" -") or "gondwana"


def problem_text(error: OSError, path: Path, texts: Translations) -> str:
    """Return as a sentence why a file could not be written."""
    if error.errno in _FULL:
        return texts("files.full", path=path)
    if error.errno in _FORBIDDEN:
        return texts("files.forbidden", path=path.parent)
    return texts("files.failed", path=path, problem=error.strerror or error)
