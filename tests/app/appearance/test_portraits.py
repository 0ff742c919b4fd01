"""Portraits: pictures that are read within limits and kept without their metadata, and the drawings of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.appearance import portraits
from app.appearance.portraits import (
    SIDE,
    PictureError,
    Portrait,
    import_picture,
    initials,
    paint_portrait,
    store_picture,
    stored_picture,
)
from app.storage.settings import PORTRAITS


def picture(path: Path, width: int = 60, height: int = 40) -> Path:
    """Write a picture whose middle is green and whose sides are red, with a comment."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    painter = QPainter(image)
    painter.fillRect((width - height) // 2, 0, height, height, QColor("lime"))
    painter.end()
    image.setText("Comment", "taken at home")
    assert image.save(str(path))
    return path


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp"])
def test_the_middle_of_a_picture_is_kept_as_a_small_square(qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    store_picture(import_picture(picture(tmp_path / f"me.{suffix}")), tmp_path / "config" / "portrait.png")
    kept = stored_picture(tmp_path / "config" / "portrait.png")
    assert kept is not None
    assert (kept.width(), kept.height()) == (SIDE, SIDE)
    for x, y in ((4, 4), (SIDE - 5, SIDE - 5)):
        assert kept.pixelColor(x, y).green() > 200 > 100 > kept.pixelColor(x, y).red()
    assert b"taken at home" not in (tmp_path / "config" / "portrait.png").read_bytes()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "portrait.unreadable"),
        (b"\x89PNG\r\n\x1a\n truncated", "portrait.too_large"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "portrait.unreadable"),
        (b"P6 1 1 255\n\0\0\0", "portrait.unreadable"),  # a format of Qt that is not among the three
    ],
)
def test_a_file_that_is_no_picture_is_refused(qtbot: QtBot, tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "me.png").write_bytes(content)
    with pytest.raises(PictureError, match=problem):
        import_picture(tmp_path / "me.png")


def test_a_picture_beyond_the_limits_is_refused(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = picture(tmp_path / "me.png")
    monkeypatch.setattr(portraits, "LARGEST_SIDE", 59)
    with pytest.raises(PictureError, match="too_large"):
        import_picture(path)
    monkeypatch.undo()
    monkeypatch.setattr(portraits, "LARGEST_FILE", 100)
    with pytest.raises(PictureError, match="too_large"):
        import_picture(path)


def test_every_portrait_is_drawn_differently_and_shows_the_colour(qtbot: QtBot) -> None:
    drawn: set[bytes] = set()
    own = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    own.fill(QColor("teal"))
    for kind in PORTRAITS[1:]:
        image = QImage(40, 40, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.translate(20, 20)
        paint_portrait(painter, Portrait(kind, own if kind == "own" else None), QColor("#c0392b"), "Ann Bee", 19)
        painter.end()
        drawn.add(bytes(image.constBits()))
        rim = [image.pixelColor(x, 20) for x in range(6)]
        assert any(colour.red() > 100 > colour.green() for colour in rim), kind
    assert len(drawn) == len(PORTRAITS) - 1


def test_initials_are_those_of_the_first_and_the_last_word() -> None:
    assert [initials(name) for name in ("anne", "Anne-Laure de Morel", "", "É. Zola")] == ["A", "AM", "", "ÉZ"]
