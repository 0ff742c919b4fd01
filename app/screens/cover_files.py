"""Covers of games as files, so that the start page shows them at once when the program is started again."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap

import app
from app.appearance.look import look_folders
from app.storage.svg import ART
from dsl import __version__
from dsl.base.files import private_folder

_MOST_FILES = 64  #: about 3 MB
_PAINTED_BY = ("appearance", "screens", "table")  #: the packages whose code decides what a cover looks like


class CoverFiles:
    """Covers in a folder, as PNG files; the folder may be deleted at any time.

    The name of a file is a hash of all that the cover depends on: the files of the game and its base games and any
    position that it shows, by their sizes and times, the size in pixels, the theme, and the program; not where they
    lie, since an AppImage is mounted at another place each time. A cover that does not fit any more is never read, and
    the oldest files are removed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, game: Path, size: QSize, dark: bool, position: Path | None) -> QPixmap | None:
        """Return the cover of the game in a folder, or the position in a file, of this size in device pixels;
        None if there is no such file."""
        path = self._path(game, size, dark, position)
        cover = QPixmap(str(path)) if path.is_file() else QPixmap()
        return cover if cover.size() == size else None

    def write(self, game: Path, size: QSize, dark: bool, position: Path | None, cover: QPixmap) -> None:
        """Keep a cover. If that is impossible, it is painted again next time."""
        path = self._path(game, size, dark, position)
        new = path.with_suffix(".new")
        with contextlib.suppress(OSError):
            private_folder(self._folder)
            if cover.save(str(new), "PNG"):
                new.replace(path)  # whole, or not at all
            files = sorted(self._folder.glob("*.png"), key=lambda path: path.stat().st_mtime_ns)
            for old in files[:-_MOST_FILES]:
                old.unlink(missing_ok=True)

    def _path(self, game: Path, size: QSize, dark: bool, position: Path | None) -> Path:
        parts = [path for folder in look_folders(game) for path in _painted_files(folder)]
        parts += [position] if position is not None else []
        state = (_program(), game.name, [_state(path) for path in parts], size.toTuple(), dark)
        return self._folder / f"{hashlib.sha256(repr(state).encode()).hexdigest()[:40]}.png"


def _painted_files(folder: Path) -> list[Path]:
    """Return the files of a game that its cover may depend on."""
    return sorted((*folder.glob("*.look"), *folder.glob("*.rules"), *(folder / ART).glob("*.svg")))


def _state(path: Path) -> tuple[str, int, int]:
    with contextlib.suppress(OSError):
        status = path.stat()
        return path.name, status.st_mtime_ns, status.st_size
    return path.name, 0, 0


@cache
def _program() -> tuple[str, list[tuple[str, int, int]]]:
    """Return the version of the program and the state of its code: of the modules, or of the frozen program."""
    modules = [path for name in _PAINTED_BY for path in sorted(Path(app.__file__).with_name(name).rglob("*.py"))]
    return __version__, [_state(path) for path in modules or [Path(sys.executable)]]
