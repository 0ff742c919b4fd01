"""Covers that are kept as files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPixmap
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from app.screens.cover_files import CoverFiles
from app.screens.gallery import GamePicture

SIZE = QSize(60, 40)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a game with drawings."""
    return Path(shutil.copytree(official_rulesets() / "trias", tmp_path / "games" / "trias"))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "covers"


def painted(colour: str, size: QSize = SIZE) -> QPixmap:
    cover = QPixmap(size)
    cover.fill(QColor(colour))
    return cover


def colour_of(cover: QPixmap | None) -> str:
    assert cover is not None
    return cover.toImage().pixelColor(5, 5).name()


def test_a_cover_is_read_again_for_its_size_and_theme_only(qtbot: QtBot, game: Path, kept: Path) -> None:
    CoverFiles(kept).write(game, SIZE, False, None, painted("#123456"))
    later = CoverFiles(kept)
    assert colour_of(later.read(game, SIZE, False, None)) == "#123456"
    assert later.read(game, SIZE, True, None) is None
    assert later.read(game, SIZE * 2, False, None) is None
    assert later.read(official_rulesets() / "ciao-dino", SIZE, False, None) is None


def test_a_cover_is_read_again_when_the_game_lies_elsewhere(qtbot: QtBot, game: Path, kept: Path) -> None:
    """An AppImage is mounted at another place each time."""
    CoverFiles(kept).write(game, SIZE, False, None, painted("#123456"))
    elsewhere = game.rename(game.parent.parent / "trias")
    assert colour_of(CoverFiles(kept).read(elsewhere, SIZE, False, None)) == "#123456"


@pytest.mark.parametrize("changed", ["trias.look", "trias.rules", "art/*.svg"])
def test_a_cover_is_painted_again_after_a_change_of_the_game(
    qtbot: QtBot, game: Path, kept: Path, changed: str
) -> None:
    files = CoverFiles(kept)
    files.write(game, SIZE, False, None, painted("#123456"))
    path = next(iter(sorted(game.glob(changed))))
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    assert files.read(game, SIZE, False, None) is None


def test_a_damaged_file_is_not_shown(qtbot: QtBot, game: Path, kept: Path) -> None:
    files = CoverFiles(kept)
    files.write(game, SIZE, False, None, painted("#123456"))
    (path,) = kept.iterdir()
    for damaged in (b"", b"no picture", path.read_bytes()[:40]):
        path.write_bytes(damaged)
        assert files.read(game, SIZE, False, None) is None


def test_without_room_for_files_nothing_fails(qtbot: QtBot, game: Path, kept: Path) -> None:
    kept.write_text("in the way")
    files = CoverFiles(kept)
    files.write(game, SIZE, False, None, painted("#123456"))
    assert files.read(game, SIZE, False, None) is None
    assert kept.read_text() == "in the way"


def test_the_oldest_files_are_removed(qtbot: QtBot, game: Path, kept: Path) -> None:
    files = CoverFiles(kept)
    for width in range(1, 70):
        files.write(game, QSize(width, 9), False, None, painted("#123456", QSize(width, 9)))
    assert len(list(kept.iterdir())) == 64
    assert files.read(game, QSize(69, 9), False, None) is not None


def test_the_gallery_shows_a_kept_cover_at_once(qtbot: QtBot, game: Path, kept: Path) -> None:
    """The first picture paints the cover and keeps it; the next one shows what the file has, here another colour."""
    first = GamePicture(game, CoverFiles(kept), place="right")
    qtbot.addWidget(first)
    first.resize(160, 112)
    first.show()
    qtbot.waitUntil(lambda: kept.is_dir() and len(list(kept.glob("*.png"))) == 1)
    (path,) = kept.glob("*.png")
    other = QPixmap(str(path))
    other.fill(QColor("#ff00ff"))
    other.save(str(path))
    second = GamePicture(game, CoverFiles(kept), place="right")
    qtbot.addWidget(second)
    second.resize(160, 112)
    assert second.grab().toImage().pixelColor(80, 56).name() == "#ff00ff"
