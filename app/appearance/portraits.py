"""Portraits of players: abstract drawings in the player's colour, a monogram, and a picture of the user's own.

A picture is read from PNG, JPEG or WebP within limits on its file and its size, cropped to its middle and kept as a
small PNG in the user's folder. It never leaves this computer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QImageReader,
    QImageWriter,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from app.appearance.drawings import paint_drawing_in, recoloured_for
from app.appearance.look import Look
from app.storage.settings import PortraitKind
from dsl.base.files import private_folder, read_head, replace_file

LARGEST_FILE = 16 * 1024 * 1024  #: bytes
LARGEST_SIDE = 12_000  #: pixels
_MEGABYTES = 128  #: of an uncompressed picture
SIDE = 192  #: pixels of the picture that is kept
_FORMATS = (b"png", b"jpeg", b"webp")


class PictureError(Exception):
    """A file that is no picture, or one beyond the limits; the message is a key of the window's texts."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """Portrait of one player."""

    kind: PortraitKind = "game"
    picture: QImage | None = None  #: of the kind `own`


GAME_PORTRAIT = Portrait()


def import_picture(source: Path) -> QImage:
    """Return the middle of a picture as a square of `SIDE` pixels. Raises PictureError."""
    return _middle(read_picture(source))


def read_picture(source: Path) -> QImage:
    """Return a picture from a file, whole. Raises PictureError."""
    try:
        if source.stat().st_size > LARGEST_FILE:
            raise PictureError("portrait.too_large")
        data = read_head(source, LARGEST_FILE)
    except OSError as problem:
        raise PictureError("portrait.unreadable") from problem
    return _decoded(data)


def _decoded(data: bytes) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)  # pictures of cameras say how they are turned
    if bytes(reader.format().data()) not in _FORMATS:
        raise PictureError("portrait.unreadable")
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > LARGEST_SIDE or _uncompressed(size) > _MEGABYTES:
        raise PictureError("portrait.too_large")
    image = reader.read()
    if image.isNull():
        raise PictureError("portrait.unreadable")
    return image


def _middle(image: QImage) -> QImage:
    """Return the middle of a picture as a square, without what its file tells about place and camera."""
    side = min(image.width(), image.height())
    middle = QRect((image.width() - side) // 2, (image.height() - side) // 2, side, side)
    smooth = Qt.TransformationMode.SmoothTransformation
    scaled = image.copy(middle).scaled(QSize(SIDE, SIDE), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    kept = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    kept.fill(Qt.GlobalColor.transparent)
    painter = QPainter(kept)
    painter.drawImage(0, 0, scaled)
    painter.end()
    return kept


def _uncompressed(size: QSize) -> int:
    return size.width() * size.height() * 4 // 2**20


def store_picture(picture: QImage, target: Path) -> None:
    """Keep a picture as PNG. Raises OSError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    private_folder(target.parent)
    replace_file(target, bytes(buffer.data().data()))


def stored_picture(path: Path) -> QImage | None:
    """Return the picture that was kept; None if there is none, or if the file is damaged."""
    try:
        return _middle(_decoded(read_head(path, LARGEST_FILE)))
    except (OSError, PictureError):
        return None


# ---- painting


def paint_game_portrait(painter: QPainter, look: Look, colour: str, radius: float, *, dark: bool) -> bool:
    """Paint a player's figure of the look around the origin, on a disc of the player's colour with light from the upper
    left. Returns False if the look has no such drawing; then nothing is painted."""
    drawing = look.portrait(colour)
    if drawing is None:
        return False
    fill = look.player(colour).fill.on(dark)
    shine, rim = QRadialGradient(QPointF(-radius * 0.3, -radius * 0.4), radius * 1.7), max(radius * 0.09, 1.0)
    shine.setColorAt(0, QColor(255, 255, 255, 184))
    shine.setColorAt(1, QColor(255, 255, 255, 64))
    painter.setPen(QPen(QColor(fill), rim))
    painter.setBrush(QColor(fill))
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    painter.setPen(QPen(QColor(0, 0, 0, 89), rim))
    painter.setBrush(shine)
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    side = radius * 1.8
    paint_drawing_in(painter, drawing, QRectF(-side / 2, -side / 2, side, side), recoloured_for(fill))
    return True


def paint_portrait(painter: QPainter, portrait: Portrait, fill: QColor, name: str, radius: float) -> None:
    """Paint a portrait around the origin: a disc with a rim of the player's colour; `name` is for the monogram."""
    painter.save()
    pale = fill.lightness() > 150
    rim = fill.darker(150) if pale else fill.darker(130)
    disc = QPainterPath()
    disc.addEllipse(QPointF(0, 0), radius, radius)
    painter.setClipPath(disc, Qt.ClipOperation.IntersectClip)
    painter.setPen(Qt.PenStyle.NoPen)
    if portrait.picture is not None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillPath(disc, fill)
        painter.drawImage(QRectF(-radius, -radius, 2 * radius, 2 * radius), portrait.picture)
    else:
        painter.fillPath(disc, fill)
        ink = fill.darker(175) if pale else QColor("#ffffff")
        soft = QColor(ink)
        soft.setAlphaF(0.5)
        _PAINTERS.get(portrait.kind, _paint_rings)(painter, radius, ink, soft, name)
    painter.restore()
    width = max(radius * (0.17 if portrait.picture is not None else 0.1), 1.2)
    painter.save()
    painter.setPen(QPen(fill if portrait.picture is not None else rim, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), radius - width / 2, radius - width / 2)
    if portrait.picture is not None:
        painter.setPen(QPen(rim, max(width / 4, 1.0)))
        painter.drawEllipse(QPointF(0, 0), radius - 0.5, radius - 0.5)
    painter.restore()


def initials(name: str) -> str:
    """Return up to two initials of a name, in upper case."""
    words = [word for word in name.split() if word[:1].isalnum()]
    chosen = words[:1] + words[-1:] if len(words) > 1 else words
    return "".join(word[0] for word in chosen).upper()


def _paint_monogram(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    letters = initials(name)
    font = QFont(painter.font())
    font.setPixelSize(max(round(radius * (1.05 if len(letters) < 2 else 0.82)), 4))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QRectF(-radius, -radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, letters)


def _paint_rings(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for share, colour in ((0.72, soft), (0.46, ink)):
        painter.setPen(QPen(colour, radius * 0.13))
        painter.drawEllipse(QPointF(0, 0), radius * share, radius * share)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(0, 0), radius * 0.18, radius * 0.18)


def _paint_rays(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    painter.setPen(QPen(soft, radius * 0.13, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for step in range(12):
        painter.drawLine(_at(step / 12, radius * 0.52), _at(step / 12, radius * 0.78))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(0, 0), radius * 0.34, radius * 0.34)


def _paint_waves(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row, colour in ((-0.45, soft), (-0.02, ink), (0.41, soft)):
        path = QPainterPath(QPointF(-radius, radius * row))
        for part in range(4):
            x, up = -radius + part * radius / 2, -1 if part % 2 else 1
            height = radius * (row + 0.3 * up)
            path.quadTo(QPointF(x + radius / 4, height), QPointF(x + radius / 2, radius * row))
        painter.setPen(QPen(colour, radius * 0.14, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)


def _paint_star(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    painter.setBrush(ink)
    painter.drawPolygon([_at(n / 10, radius * (0.7 if n % 2 == 0 else 0.31)) for n in range(10)])


def _paint_spiral(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    path = QPainterPath(QPointF(0, 0))
    for step in range(1, 49):
        path.lineTo(_at(step / 20, radius * 0.72 * step / 48))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, radius * 0.13, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)


def _paint_petals(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    for step in range(6):
        painter.save()
        painter.rotate(60 * step)
        painter.setBrush(ink if step % 2 else soft)
        painter.drawEllipse(QPointF(0, -radius * 0.44), radius * 0.2, radius * 0.34)
        painter.restore()


def _paint_facets(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    corners = [_at(n / 6, radius * 0.76) for n in range(6)]
    for number in range(0, 6, 2):
        painter.setBrush(ink if number == 0 else soft)
        painter.drawPolygon([QPointF(0, 0), corners[number], corners[number + 1]])


def _paint_checks(painter: QPainter, radius: float, ink: QColor, soft: QColor, name: str) -> None:
    side = radius * 0.5
    for row in range(-2, 2):
        for column in range(-2, 2):
            if (row + column) % 2:
                painter.fillRect(QRectF(column * side, row * side, side, side), ink if row % 2 else soft)


_PAINTERS = {
    "monogram": _paint_monogram,
    "rings": _paint_rings,
    "rays": _paint_rays,
    "waves": _paint_waves,
    "star": _paint_star,
    "spiral": _paint_spiral,
    "petals": _paint_petals,
    "facets": _paint_facets,
    "checks": _paint_checks,
}


def _at(turn: float, radius: float) -> QPointF:
    """Return the point at this distance from the origin, clockwise from the top by a part of the full circle."""
    return QPointF(radius * math.sin(2 * math.pi * turn), -radius * math.cos(2 * math.pi * turn))
