"""Painters of pieces (counters and figures): an outline in the owner's colour and pattern, letter, number and state."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.appearance.kind_look import Paint
from app.appearance.look import Look, Mark, PlayerLook, Shape, Weave
from app.table.painting.palette import Palette, blended, text_colour_on
from dsl.match.view import PieceView

REACH = 1.3  #: an emblem of radius 1 with its mark and badge stays within this
_MAX_BODIES = 12  #: largest number of bodies in a group
_COUNTABLE = 4  #: more bodies have their number beside them
_BODY = 0.25  #: radius of one body in a group
#: Rings of a group for each number of bodies: bodies on each ring, from the middle, and the ring's radius.
_RINGS: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 0.0),),
    2: ((2, 0.3),),
    3: ((3, 0.34),),
    4: ((4, 0.4),),
    5: ((1, 0.0), (4, 0.54)),
    6: ((1, 0.0), (5, 0.56)),
    7: ((1, 0.0), (6, 0.58)),
    8: ((1, 0.0), (7, 0.64)),
    9: ((2, 0.3), (7, 0.84)),
    10: ((3, 0.34), (7, 0.88)),
    11: ((3, 0.34), (8, 0.88)),
    12: ((4, 0.38), (8, 0.92)),
}


@dataclass(frozen=True, slots=True)
class Emblem:
    """Emblem of equal counters, or of one figure."""

    shape: Shape
    player: PlayerLook
    amount: int = 1
    mark: Mark = "none"
    remembered: bool = False  #: hidden now, but the viewer has seen it
    grouped: bool = False  #: one body for each counter, up to _MAX_BODIES

    @property
    def bodies(self) -> int:
        """Number of bodies to paint."""
        return min(self.amount, _MAX_BODIES) if self.grouped else 1

    @property
    def badge(self) -> str:
        """Number beside the bodies; empty if there are few."""
        return "" if self.amount == self.bodies and self.bodies <= _COUNTABLE else str(self.amount)


def paint_emblem(painter: QPainter, emblem: Emblem, radius: float, palette: Palette, *, in_water: bool = False) -> None:
    """Paint a piece, or the emblem of a kind, around the origin; of one `in_water`, the lower part is faded."""
    painter.save()
    painter.scale(radius, radius)
    for x, y, size, turn in _places(emblem):
        painter.save()
        painter.translate(x, y)
        painter.rotate(turn)
        painter.scale(size, size)
        if in_water:
            _paint_in_water(painter, emblem, palette)
        else:
            _paint_figure(painter, emblem, palette)
        painter.restore()
    if emblem.mark == "crossed":
        _paint_cross(painter, palette)
    if emblem.badge:
        _paint_badge(painter, emblem, palette)
    if emblem.remembered:
        _paint_eye(painter, palette)
    painter.restore()


def _places(emblem: Emblem) -> Iterator[tuple[float, float, float, float]]:
    """Yield for each body where it lies, how large, and by how many degrees it is turned."""
    if not emblem.grouped:
        yield 0.0, 0.0, 1.0, 0.0
        return
    lettered = emblem.shape in _LETTER_AT
    number = 0
    for count, radius in _RINGS[emblem.bodies]:
        for place in range(count):
            angle = 2 * math.pi * (place / count + radius * 0.4)
            turn = 0.0 if lettered else (number * 67 + 20) % 180
            yield radius * math.cos(angle) * 0.9, radius * math.sin(angle) * 0.9, _BODY, turn
            number += 1


def _paint_figure(painter: QPainter, emblem: Emblem, palette: Palette) -> None:
    fill = QColor(emblem.player.fill.on(palette.dark))
    if emblem.mark == "faded":
        fill = blended(fill, QColor("#8f877c"), 0.6)
    _paint_ground(painter, emblem.mark, fill, palette)
    _paint_body(painter, emblem, fill)


def _paint_in_water(painter: QPainter, emblem: Emblem, palette: Palette) -> None:
    surface = _surface()
    air = QPainterPath(surface)
    air.lineTo(1.5, -1.6)
    air.lineTo(-1.5, -1.6)
    air.closeSubpath()
    painter.save()
    painter.setOpacity(painter.opacity() * 0.25)
    _paint_figure(painter, emblem, palette)
    painter.restore()
    painter.save()
    painter.setClipPath(air, Qt.ClipOperation.IntersectClip)
    _paint_figure(painter, emblem, palette)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((palette.deep_water, 0.24), (palette.foam, 0.12)):
        painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(surface)


@cache
def _surface() -> QPainterPath:
    """Return the path of the water line, a little wider than a body."""
    surface = QPainterPath(QPointF(-1.25, 0.54))
    for x in (-1.25, -0.75, -0.25, 0.25, 0.75):
        surface.quadTo(x + 0.125, 0.38, x + 0.25, 0.54)
        surface.quadTo(x + 0.375, 0.7, x + 0.5, 0.54)
    return surface


@cache
def silhouette(shape: Shape) -> QPainterPath:
    """Return the outline of a shape of radius 1 around the origin."""
    path = QPainterPath()
    match shape:
        case "disc" | "stone" | "meeple":
            path.addEllipse(QPointF(0, 0), 0.92, 0.92)
        case "cube" | "card" | "die":
            path.addRoundedRect(QRectF(-0.8, -0.8, 1.6, 1.6), 0.22, 0.22)
        case "pawn":
            path.addEllipse(QPointF(0, -0.5), 0.42, 0.42)
            path.addPolygon(_points((-0.25, -0.3), (0.25, -0.3), (0.68, 0.9), (-0.68, 0.9), (-0.25, -0.3)))
            return path.simplified()
    return path


def _points(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _paint_ground(painter: QPainter, mark: Mark, fill: QColor, palette: Palette) -> None:
    """Paint a shadow under the body, and the ring of a ringed one."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 14, 8, 70))
    painter.drawEllipse(QPointF(0, 0.88), 0.85, 0.2)
    if mark != "ringed":
        return
    inside = QColor(palette.paper)
    inside.setAlphaF(0.55)
    painter.setBrush(inside)
    for ink, width in ((QColor(palette.ink), 0.26), (blended(fill, QColor(palette.paper), 0.45), 0.12)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(QPointF(0, 0), 1.08, 1.08)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_body(painter: QPainter, emblem: Emblem, fill: QColor) -> None:
    body = silhouette(emblem.shape)
    if emblem.mark == "ringed":
        painter.save()
        painter.scale(0.82, 0.82)
    ink = text_colour_on(fill)
    edge = QColor("#17110b") if ink.lightnessF() < 0.5 or fill.lightnessF() > 0.25 else QColor("#d9cdb8")
    line = QPen(edge, 0.11, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    if emblem.mark == "faded":
        line.setDashPattern([1.5, 2.0])  # for those whose own colour is as pale as a faded one
    painter.setPen(line)
    painter.setBrush(fill)
    painter.drawPath(body)
    painter.save()
    painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    _paint_weave(painter, emblem.player.pattern, blended(fill, ink, 0.5))
    painter.restore()
    if emblem.shape in _LETTER_AT:
        _paint_letter(painter, emblem, fill, ink)
    else:
        _paint_detail(painter, emblem.shape, fill, ink)
    if emblem.mark == "ringed":
        painter.restore()


@cache
def _weave(weave: Weave) -> QPainterPath:
    path = QPainterPath()
    steps = [i * 0.34 for i in range(-6, 7)]
    match weave:
        case "plain":
            pass
        case "stripes":
            for x in steps:
                path.addPolygon(_points((x - 1.2, 1.2), (x + 1.2, -1.2)))
        case "cross":
            for x in steps[::2]:
                path.addPolygon(_points((x - 1.2, 1.2), (x + 1.2, -1.2)))
                path.addPolygon(_points((x - 1.2, -1.2), (x + 1.2, 1.2)))
        case "bars":
            for x in steps:
                path.addPolygon(_points((x, -1.2), (x, 1.2)))
        case "dots":
            for row, y in enumerate(steps):
                for x in steps:
                    path.addEllipse(QPointF(x + 0.17 * (row % 2), y), 0.03, 0.03)
        case "rings":
            for radius in (0.5, 0.78, 1.06):
                path.addEllipse(QPointF(-0.05, 0.0), radius, radius)
        case "checks":
            for x in steps:
                path.addPolygon(_points((x, -1.2), (x, 1.2)))
                path.addPolygon(_points((-1.2, x), (1.2, x)))
        case "waves":
            for y in steps:
                path.moveTo(-1.2, y)
                for x in range(-4, 4):
                    path.quadTo(x * 0.3 + 0.15, y + (0.22 if x % 2 else -0.22), x * 0.3 + 0.3, y)
    return path


def _paint_weave(painter: QPainter, weave: Weave, ink: QColor) -> None:
    painter.setPen(QPen(ink, 0.1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_weave(weave))


_LETTER_AT: dict[Shape, tuple[float, float]] = {
    "disc": (0.0, 0.0),
    "cube": (0.0, 0.0),
    "pawn": (0.0, 0.4),
}


@cache
def _detail(shape: Shape) -> QPainterPath:
    """Return the lines on a shape without a letter."""
    path = QPainterPath()
    if shape == "stone":
        path.addEllipse(QPointF(0, 0), 0.68, 0.68)
    return path


def text_path(text: str, size: float, middle: QPointF) -> QPainterPath:
    """Return bold text of this height as a path around a point, so that it is sharp at every zoom."""
    scale = size / 73.0  # the height of a capital at 100 pixels
    return QTransform(scale, 0, 0, scale, middle.x(), middle.y()).map(_letters(text))


@lru_cache(maxsize=1024)
def _letters(text: str) -> QPainterPath:
    font = QFont()
    font.setBold(True)
    font.setPixelSize(100)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path.translated(-path.boundingRect().center())


def _paint_detail(painter: QPainter, shape: Shape, fill: QColor, ink: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tint, width in ((fill, 0.2), (blended(ink, fill, 0.2), 0.09)):
        painter.setPen(QPen(tint, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(_detail(shape))


def _paint_letter(painter: QPainter, emblem: Emblem, fill: QColor, ink: QColor) -> None:
    x, y = _LETTER_AT[emblem.shape]
    letter = text_path(emblem.player.letter, 0.72, QPointF(x, y))
    painter.setPen(QPen(fill, 0.24, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(letter)
    painter.fillPath(letter, ink)


def _paint_cross(painter: QPainter, palette: Palette) -> None:
    for ink, width in ((palette.ink, 0.3), (palette.paper, 0.14)):
        painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(-0.8, 0.8), QPointF(0.8, -0.8))


def _paint_eye(painter: QPainter, palette: Palette) -> None:
    """Paint the mark of a hidden piece that the viewer has seen."""
    painter.save()
    painter.translate(-0.66, -0.66)
    eye = QPainterPath(QPointF(-0.46, 0))
    eye.quadTo(0, -0.56, 0.46, 0)
    eye.quadTo(0, 0.56, -0.46, 0)
    painter.setPen(QPen(QColor(palette.ink), 0.1))
    painter.setBrush(QColor(palette.paper))
    painter.drawPath(eye)
    painter.setBrush(QColor(palette.ink))
    painter.drawEllipse(QPointF(0, 0), 0.11, 0.11)
    painter.restore()


def _paint_badge(painter: QPainter, emblem: Emblem, palette: Palette) -> None:
    """Paint the number of counters; smaller beside a group."""
    middle, size = (QPointF(0.93, 0.91), 0.35) if emblem.grouped else (QPointF(0.7, 0.68), 0.5)
    painter.setPen(QPen(QColor(palette.ink), 0.2 * size))
    painter.setBrush(QColor(palette.paper))
    painter.drawEllipse(middle, size, size)
    height = size * (1.16 if len(emblem.badge) == 1 else 0.92)
    painter.fillPath(text_path(emblem.badge, height, middle), QColor(palette.ink))


# ---- figures


NO_PLAYER = PlayerLook(Paint("#d8cbb0", "#b7aa90"), "plain", "")


def figure_emblem(piece: PieceView, look: Look, amount: int = 1, viewer: str = "") -> Emblem:
    """Return the emblem of `amount` equal figures; hidden ones that the viewer has seen are marked."""
    kind = look.kind(piece.piece, piece.kind)
    owner = look.player(piece.owner) if piece.owner else replace(NO_PLAYER, fill=kind.fill)
    known = bool(piece.kind) or piece.open  # nothing but the owner is seen on a back
    remembered = bool(piece.kind) and not piece.open and piece.owner not in ("", viewer)
    shape = look.figure_shape(piece.piece, piece.kind) if known else "disc"
    return Emblem(shape, replace(owner, letter=kind.letter if known else ""), amount, remembered=remembered)


def is_figure(piece: PieceView, look: Look) -> bool:
    """Return whether a piece is painted as a figure, on the board and beside it."""
    return bool(piece.owner) and look.form(piece.piece, owned=True) == "figure"
