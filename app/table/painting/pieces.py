"""Painters of pieces (counters and figures): a drawing or an abstract body in the owner's colour, number and state."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from app.appearance.conditions import NOTHING_KNOWN, KnownValues
from app.appearance.drawings import DARK, LIGHT, MAIN, Drawing, paint_drawing, recoloured_for
from app.appearance.fonts import title_font
from app.appearance.kind_look import Paint
from app.appearance.look import Look, Mark, PlayerLook, Shape, Weave
from app.table.painting.palette import Palette, blended, text_colour_on
from dsl.match.view import CellView, CounterView, PieceView

LetterFace = Literal["text", "title", "name"]  #: of letters on a board: plain, of large numbers, of the names of places

REACH = 1.3  #: an emblem of radius 1 with its mark and badge stays within this
_UNITS = 50.0  #: of a drawing in a radius
_MOST_BODIES = 12  #: in a heap
_COUNTABLE = 4  #: larger heaps have their number beside them
_SINGLY = 3  #: up to this number, equal pieces are painted one by one
_BODY = 0.25  #: radius of one body in a heap
#: Rings of a heap for each number of bodies: bodies on each ring, from the middle, and the ring's radius.
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
#: Where one, two and three equal pieces are, from back to front: x, y, size.
_SINGLE_PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0.0, 0.0, 1.0),),
    2: ((-0.36, -0.2, 0.74), (0.34, 0.24, 0.74)),
    3: ((-0.42, -0.26, 0.66), (0.44, -0.22, 0.66), (0.0, 0.34, 0.66)),
}
_OUTLINE, _HALO = QColor("#1e150d"), QColor(255, 250, 238, 215)
_FADED = QColor("#8f877c")


@dataclass(frozen=True, slots=True)
class Emblem:
    """Emblem of equal counters, or of equal figures."""

    shape: Shape
    player: PlayerLook
    amount: int = 1
    mark: Mark = "none"
    remembered: bool = False  #: hidden now, but the viewer has seen it
    grouped: bool = False  #: a heap: one body for each counter, up to _MOST_BODIES
    art: tuple[Drawing, ...] = ()  #: variants of the drawing; none: the abstract shape
    plate: bool = False  #: an upright plate with the drawing on it
    back: bool = False  #: the back of a plate or piece whose kind is unknown
    numbers: tuple[tuple[str, Paint], ...] = ()  #: on a plate, each on a ground of its colour
    inscribed: bool = True  #: the letter belongs to the abstract shape: no drawing tells the kinds apart
    signs: bool = False  #: letter and pattern are shown, for players who do not distinguish the colours

    @property
    def bodies(self) -> int:
        """Number of bodies to paint."""
        if self.grouped:
            return min(self.amount, _MOST_BODIES)
        return self.amount if self.amount <= _SINGLY and not self.plate else 1

    @property
    def badge(self) -> str:
        """Number beside the bodies; empty if there are few."""
        counted = self.amount == self.bodies and (not self.grouped or self.bodies <= _COUNTABLE)
        return "" if counted else str(self.amount)

    @property
    def places(self) -> tuple[tuple[float, float, float, float], ...]:
        """For each body, from back to front: x, y, size, and by how many degrees it is turned."""
        if self.grouped:
            return tuple(_heap(self.bodies))
        return tuple((x, y, size, 0.0) for x, y, size in _SINGLE_PLACES[self.bodies])


def _heap(bodies: int) -> Iterator[tuple[float, float, float, float]]:
    number = 0
    for count, radius in _RINGS[bodies]:
        for place in range(count):
            angle = 2 * math.pi * (place / count + radius * 0.4)
            turn = (number * 67 + 20) % 180
            yield radius * math.cos(angle) * 0.9, radius * math.sin(angle) * 0.9, _BODY, turn
            number += 1


def emblem_reach(emblem: Emblem) -> float:
    """Return the distance from the middle, in radii, that an emblem covers."""
    boxes = [drawing.box for drawing in emblem.art]
    sides = [abs(side) / _UNITS for box in boxes for side in (box.left(), box.top(), box.right(), box.bottom())]
    size = max(size for _, _, size, _ in emblem.places)
    return max(REACH, *(side * size for side in sides)) if sides and not emblem.plate else REACH


def paint_emblem(painter: QPainter, emblem: Emblem, radius: float, palette: Palette, *, in_water: bool = False) -> None:
    """Paint pieces, or the emblem of a kind, around the origin; of those `in_water`, the lower part is covered."""
    painter.save()
    painter.scale(radius, radius)
    for number, (x, y, size, turn) in enumerate(emblem.places):
        painter.save()
        painter.translate(x, y)
        painter.scale(size, size)
        if in_water:
            _paint_in_water(painter, emblem, number, palette)
        else:
            _paint_piece(painter, emblem, number, turn, palette)
        painter.restore()
    if emblem.mark == "crossed":
        _paint_cross(painter, palette)
    if (emblem.signs or palette.high_contrast) and (emblem.player.letter or emblem.player.pattern != "plain"):
        _paint_signs(painter, emblem, palette)
    if emblem.badge:
        _paint_badge(painter, emblem, palette)
    if emblem.remembered:
        _paint_eye(painter, palette)
    painter.restore()


def _paint_piece(painter: QPainter, emblem: Emblem, number: int, turn: float, palette: Palette) -> None:
    """Paint one body, with its shadow and the ring of a ringed one."""
    fill = QColor(emblem.player.fill.on(palette.dark))
    if emblem.mark == "faded":
        fill = blended(fill, _FADED, 0.6)
        painter.setOpacity(painter.opacity() * 0.72)
    if emblem.mark == "ringed":
        _paint_ring(painter, fill)
    if emblem.plate:
        _paint_plate(painter, emblem, fill)
        return
    if emblem.art:
        painter.rotate(turn)
        painter.scale(1 / _UNITS, 1 / _UNITS)
        if paint_drawing(painter, emblem.art[number % len(emblem.art)], recoloured_for(fill.name())):
            return
        painter.scale(_UNITS, _UNITS)
        painter.rotate(-turn)
    _paint_abstract(painter, emblem, fill, turn)


# ---- in water


_SURFACE = QRectF(-1.02, 0.1, 2.04, 0.52)  #: ripples around what swims
_SUNK = 0.42  #: how far below its place it swims: its feet are under water


def _paint_in_water(painter: QPainter, emblem: Emblem, number: int, palette: Palette) -> None:
    """Paint a body above the water line, and ripples around it."""
    shade = QColor(palette.deep_water)
    shade.setAlphaF(0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawEllipse(_SURFACE)
    painter.save()
    painter.setClipPath(_above_water(), Qt.ClipOperation.IntersectClip)
    painter.translate(0, _SUNK)
    _paint_piece(painter, emblem, number, 0.0, palette)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    foam = QColor(palette.foam)
    for grown, opacity, width, parts in ((0.0, 0.95, 0.08, (185, 170)), (0.16, 0.5, 0.05, (200, 80))):
        foam.setAlphaF(opacity)
        painter.setPen(QPen(foam, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        box = _SURFACE.adjusted(-grown, -grown * 0.4, grown, grown * 0.4)
        start, span = parts
        painter.drawArc(box, start * 16, span * 16)
        if grown:
            painter.drawArc(box, (start + 100) * 16, span * 8)


@cache
def _above_water() -> QPainterPath:
    """Return the region above the front edge of the ripples."""
    path = QPainterPath(QPointF(_SURFACE.left(), _SURFACE.center().y()))
    path.arcTo(_SURFACE, 180, 180)
    path.lineTo(1.6, 0.36)
    path.lineTo(1.6, -2)
    path.lineTo(-1.6, -2)
    path.lineTo(-1.6, 0.36)
    path.closeSubpath()
    return path


# ---- plates


_PLATE = QRectF(-0.86, -1.02, 1.72, 1.88)
_EDGE = 0.15  #: thickness of a plate
_NUMBER = 0.3  #: height of a number on a plate; more while the board is small


def plate_box(radius: float) -> QRectF:
    """Return the box around an upright plate that is painted around the origin."""
    lying = _PLATE.adjusted(0, 0, 0, _EDGE)
    return QRectF(lying.x() * radius, lying.y() * radius, lying.width() * radius, lying.height() * radius)


def _paint_plate(painter: QPainter, emblem: Emblem, fill: QColor) -> None:
    """Paint an upright plate: its front with the drawing and the numbers, or its back."""
    tones = dict(recoloured_for(fill.name()))
    shadow = QRadialGradient(0.06, 0.95, 1.0)
    shadow.setColorAt(0, QColor(15, 9, 4, 120))
    shadow.setColorAt(1, QColor(15, 9, 4, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shadow)
    painter.drawEllipse(QPointF(0.04, 0.95), 1.05, 0.24)
    painter.setPen(QPen(_OUTLINE, 0.05))
    painter.setBrush(QColor(tones[DARK]))
    painter.drawRoundedRect(_PLATE.translated(0, _EDGE), 0.2, 0.2)
    face = QLinearGradient(_PLATE.topLeft(), _PLATE.bottomRight())
    front = not emblem.back
    face.setColorAt(0, QColor("#fffdf4") if front else QColor(tones[LIGHT]))
    face.setColorAt(0.35, QColor("#faf1dc") if front else QColor(tones[MAIN]))
    face.setColorAt(1, QColor("#efe0bf") if front else blended(QColor(tones[MAIN]), QColor(tones[DARK]), 0.35))
    painter.setBrush(face)
    painter.drawRoundedRect(_PLATE, 0.2, 0.2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = _PLATE.adjusted(0.1, 0.1, -0.1, -0.1)
    painter.setPen(QPen(QColor(tones[MAIN] if front else tones[LIGHT]), 0.12 if front else 0.05))
    painter.drawRoundedRect(inner.adjusted(-0.02, -0.02, 0.02, 0.02) if front else inner, 0.13, 0.13)
    capital = readable(painter, _NUMBER, 1.6)  #: of the numbers
    strip = capital + 0.2 if emblem.numbers and front else 0.0
    room = inner.adjusted(0.04, 0.04, -0.04, -0.06 - strip)
    if not _paint_on_plate(painter, emblem, fill, room) and front:
        text = text_path(emblem.player.letter, 0.6, room.center())
        painter.fillPath(text, _OUTLINE)
    if strip:
        _paint_numbers(
            painter,
            emblem,
            QRectF(inner.left() + 0.07, inner.bottom() - strip, inner.width() - 0.14, strip - 0.06),
            capital,
        )


def _paint_on_plate(painter: QPainter, emblem: Emblem, fill: QColor, room: QRectF) -> bool:
    """Paint the drawing of a plate as large as fits; False if there is none."""
    if not emblem.art:
        return False
    box = emblem.art[0].box
    if box.isEmpty():
        return False
    scale = min(room.width() / box.width(), room.height() / box.height()) * 1.12
    painter.save()
    painter.translate(room.center() - box.center() * scale)
    painter.scale(scale, scale)
    painted = paint_drawing(painter, emblem.art[0], recoloured_for(fill.name()))
    painter.restore()
    return painted


def _paint_numbers(painter: QPainter, emblem: Emblem, room: QRectF, capital: float) -> None:
    width = room.width() / len(emblem.numbers)
    painter.setPen(Qt.PenStyle.NoPen)
    for index, (number, ground) in enumerate(emblem.numbers):
        box = QRectF(room.left() + index * width + 0.03, room.top(), width - 0.06, room.height())
        fill = blended(QColor(ground.light), _OUTLINE, 0.18)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 0.1, 0.1)
        painter.fillPath(text_path(number, capital, box.center()), text_colour_on(fill))


# ---- abstract bodies


@cache
def silhouette(shape: Shape) -> QPainterPath:
    """Return the outline of a shape of radius 1 around the origin."""
    path = QPainterPath()
    match shape:
        case "disc":
            path.moveTo(-0.9, -0.07)
            path.arcTo(QRectF(-0.9, -0.9, 1.8, 1.66), 180, -180)
            path.lineTo(0.9, 0.13)
            path.arcTo(QRectF(-0.9, -0.7, 1.8, 1.66), 0, -180)
            path.closeSubpath()
        case "stone":
            path.addEllipse(QPointF(0, 0), 0.86, 0.86)
        case "cube":
            path.addPolygon(_points(*_CUBE["outline"]))
            path.closeSubpath()
        case "die":
            path.addRoundedRect(QRectF(-0.76, -0.76, 1.52, 1.52), 0.3, 0.3)
        case "card":
            path.addRoundedRect(QRectF(-0.64, -0.9, 1.28, 1.8), 0.16, 0.16)
        case "pawn":
            return _pawn()
        case "meeple":
            return _meeple()
    return path


def _points(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


#: Faces of a cube that is seen from above and in front.
_CUBE: dict[str, tuple[tuple[float, float], ...]] = {
    "outline": ((0, -0.9), (0.8, -0.48), (0.8, 0.44), (0, 0.88), (-0.8, 0.44), (-0.8, -0.48)),
    "top": ((0, -0.9), (0.8, -0.48), (0, -0.06), (-0.8, -0.48)),
    "left": ((-0.8, -0.48), (0, -0.06), (0, 0.88), (-0.8, 0.44)),
    "right": ((0.8, -0.48), (0, -0.06), (0, 0.88), (0.8, 0.44)),
}


def _pawn() -> QPainterPath:
    path = QPainterPath(QPointF(-0.7, 0.9))
    path.cubicTo(-0.72, 0.62, -0.32, 0.4, -0.22, -0.08)
    path.lineTo(-0.36, -0.08)
    path.cubicTo(-0.44, -0.1, -0.42, -0.24, -0.3, -0.24)
    path.cubicTo(-0.62, -0.52, -0.4, -0.96, 0, -0.96)
    path.cubicTo(0.4, -0.96, 0.62, -0.52, 0.3, -0.24)
    path.cubicTo(0.42, -0.24, 0.44, -0.1, 0.36, -0.08)
    path.lineTo(0.22, -0.08)
    path.cubicTo(0.32, 0.4, 0.72, 0.62, 0.7, 0.9)
    path.closeSubpath()
    return path


def _meeple() -> QPainterPath:
    """Return a person with spread arms, as pieces are cut from wood."""
    path = QPainterPath(QPointF(0, -0.95))
    path.cubicTo(0.28, -0.95, 0.38, -0.7, 0.3, -0.46)
    path.cubicTo(0.62, -0.36, 1.0, -0.2, 0.98, 0.02)
    path.cubicTo(0.96, 0.22, 0.62, 0.18, 0.44, 0.14)
    path.cubicTo(0.56, 0.42, 0.76, 0.64, 0.78, 0.9)
    path.lineTo(0.2, 0.9)
    path.cubicTo(0.16, 0.7, 0.08, 0.58, 0, 0.52)
    path.cubicTo(-0.08, 0.58, -0.16, 0.7, -0.2, 0.9)
    path.lineTo(-0.78, 0.9)
    path.cubicTo(-0.76, 0.64, -0.56, 0.42, -0.44, 0.14)
    path.cubicTo(-0.62, 0.18, -0.96, 0.22, -0.98, 0.02)
    path.cubicTo(-1.0, -0.2, -0.62, -0.36, -0.3, -0.46)
    path.cubicTo(-0.38, -0.7, -0.28, -0.95, 0, -0.95)
    path.closeSubpath()
    return path


def _paint_abstract(painter: QPainter, emblem: Emblem, fill: QColor, turn: float) -> None:
    """Paint a body of the abstract library: shadow, halo, outline, and light from the upper left."""
    tones = dict(recoloured_for(fill.name()))
    main, dark, light = QColor(tones[MAIN]), QColor(tones[DARK]), QColor(tones[LIGHT])
    shadow = QRadialGradient(0, 0, 1)
    shadow.setColorAt(0, QColor(15, 9, 4, 130))
    shadow.setColorAt(0.6, QColor(15, 9, 4, 80))
    shadow.setColorAt(1, QColor(15, 9, 4, 0))
    painter.save()
    painter.translate(0.08, 0.74)
    painter.scale(1.0, 0.34)
    painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
    painter.restore()
    painter.save()
    if emblem.shape in ("stone", "card", "die") and turn:
        painter.rotate(turn)
    body = silhouette(emblem.shape)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(_HALO, 0.24))
    painter.drawPath(body)
    line = _round_pen(_OUTLINE, 0.11)
    if emblem.mark == "faded":
        line.setDashPattern([1.5, 2.0])  # for those whose own colour is as pale as a faded one
    painter.setPen(line)
    painter.drawPath(body)
    painter.setPen(Qt.PenStyle.NoPen)
    match emblem.shape:
        case "disc":
            _paint_disc(painter, body, main, dark, light)
        case "cube":
            for face, ink in (("top", light), ("left", main), ("right", dark)):
                painter.setBrush(ink)
                painter.drawPolygon(_points(*_CUBE[face]))
        case _:
            painter.setBrush(_lit(main, dark, light))
            painter.drawPath(body)
            _paint_gloss(painter, emblem.shape, light, dark)
    painter.restore()
    if emblem.inscribed and emblem.player.letter and emblem.shape in _LETTER_AT:
        _paint_letter(painter, emblem, main)


def _round_pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _lit(main: QColor, dark: QColor, light: QColor) -> QBrush:
    """Return a brush with light from the upper left."""
    shade = QRadialGradient(QPointF(-0.2, -0.15), 1.35, QPointF(-0.42, -0.5))
    shade.setColorAt(0, light)
    shade.setColorAt(0.45, main)
    shade.setColorAt(1, dark)
    return QBrush(shade)


def _paint_disc(painter: QPainter, body: QPainterPath, main: QColor, dark: QColor, light: QColor) -> None:
    side = QLinearGradient(-0.9, 0, 0.9, 0)
    side.setColorAt(0, main)
    side.setColorAt(0.6, dark)
    side.setColorAt(1, dark)
    painter.setBrush(side)
    painter.drawPath(body)
    top = QLinearGradient(-0.6, -0.8, 0.5, 0.7)
    top.setColorAt(0, light)
    top.setColorAt(0.5, main)
    top.setColorAt(1, blended(main, dark, 0.45))
    painter.setBrush(top)
    painter.drawEllipse(QRectF(-0.9, -0.9, 1.8, 1.66))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for box, ink in ((QRectF(-0.68, -0.7, 1.36, 1.26), dark), (QRectF(-0.68, -0.67, 1.36, 1.26), light)):
        ink = QColor(ink)
        ink.setAlphaF(0.55)
        painter.setPen(QPen(ink, 0.045))
        painter.drawEllipse(box)
    painter.setPen(Qt.PenStyle.NoPen)


def _paint_gloss(painter: QPainter, shape: Shape, light: QColor, dark: QColor) -> None:
    """Paint what distinguishes the shapes besides their outline."""
    if shape == "stone":
        painter.save()
        painter.rotate(-38)
        painter.setBrush(QColor(255, 255, 255, 120))
        painter.drawEllipse(QPointF(0.02, -0.56), 0.34, 0.14)
        painter.restore()
    elif shape == "die":
        painter.setBrush(_OUTLINE if light.lightnessF() > 0.75 else QColor("#fffaf0"))
        for x, y in ((-0.36, -0.36), (0.36, -0.36), (0, 0), (-0.36, 0.36), (0.36, 0.36)):
            painter.drawEllipse(QPointF(x, y), 0.13, 0.13)
    elif shape == "card":
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(light, 0.06))
        painter.drawRoundedRect(QRectF(-0.5, -0.76, 1.0, 1.52), 0.1, 0.1)


# ---- letters and patterns


_LETTER_AT: dict[Shape, tuple[float, float]] = {
    "disc": (0.0, -0.07),
    "stone": (0.0, 0.0),
    "card": (0.0, 0.0),
    "pawn": (0.0, 0.56),
    "meeple": (0.0, 0.1),
}


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
                    path.addEllipse(QPointF(x + 0.17 * (row % 2), y), 0.05, 0.05)
        case "rings":
            for radius in (0.22, 0.5, 0.78, 1.06):
                path.addEllipse(QPointF(0, 0.9), radius, radius)
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


_BASE = QRectF(-1.0, 0.66, 2.0, 0.58)  #: at the foot of a piece


def _paint_signs(painter: QPainter, emblem: Emblem, palette: Palette) -> None:
    """Paint a base with the pattern and the letter of the owner at the foot of a piece; above a plate."""
    fill = QColor(emblem.player.fill.on(palette.dark))
    ink = text_colour_on(fill)
    base = _BASE.translated(0, -1.92) if emblem.plate else _BASE
    outline = QPainterPath()
    outline.addRoundedRect(base, 0.26, 0.26)
    painter.setPen(_round_pen(QColor(palette.paper), 0.22))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    painter.setPen(_round_pen(QColor(palette.ink), 0.09))
    painter.setBrush(fill)
    painter.drawPath(outline)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    painter.translate(0, base.top() - _BASE.top())
    painter.setPen(QPen(blended(fill, ink, 0.75), 0.11))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_weave(emblem.player.pattern))
    painter.restore()
    if emblem.player.letter and not (emblem.inscribed and not emblem.art):
        letter = text_path(emblem.player.letter, 0.42, base.center())
        painter.setPen(_round_pen(fill, 0.26))
        painter.drawPath(letter)
        painter.fillPath(letter, ink)


def _paint_letter(painter: QPainter, emblem: Emblem, fill: QColor) -> None:
    """Paint the letter of an abstract shape."""
    x, y = _LETTER_AT[emblem.shape]
    letter = text_path(emblem.player.letter, 0.6, QPointF(x, y))
    painter.setPen(_round_pen(fill, 0.16))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(letter)
    painter.fillPath(letter, text_colour_on(fill))


LEAST_TEXT = 13.0  #: pixels of the smallest text
_CAPITAL = 0.73  #: height of a capital, in font sizes


def least_text(zoom: float) -> float:
    """Return the size of the smallest font, in units, at a zoom in pixels for each unit."""
    return LEAST_TEXT / max(zoom, 0.01)


def least_capital(zoom: float) -> float:
    """Return the height of capitals, in units, of the smallest text at a zoom in pixels for each unit."""
    return least_text(zoom) * _CAPITAL


def zoom_of(painter: QPainter) -> float:
    """Return the zoom of a painter: pixels, on a screen at scale 1, for each of its units."""
    turned = painter.deviceTransform()
    return math.hypot(turned.m11(), turned.m12()) / painter.device().devicePixelRatioF()


def readable(painter: QPainter, size: float, most: float) -> float:
    """Return a height of capitals, in units of the painter, at which text is readable; at most `most` times `size`."""
    return min(max(size, least_capital(zoom_of(painter))), size * most)


def text_path(text: str, size: float, middle: QPointF, face: LetterFace = "text") -> QPainterPath:
    """Return bold text of this height as a path around a point, so that it is sharp at every zoom."""
    scale = size / 73.0  # the height of a capital at 100 pixels
    return QTransform(scale, 0, 0, scale, middle.x(), middle.y()).map(_letters(text, QFont().family(), face))


@lru_cache(maxsize=1024)
def _letters(text: str, family: str, face: LetterFace) -> QPainterPath:
    font = QFont(family) if face == "text" else title_font(QFont(family), 1.0)
    font.setBold(True)
    font.setItalic(face == "name")
    font.setPixelSize(100)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path.translated(-path.boundingRect().center())


# ---- marks and numbers


def _paint_ring(painter: QPainter, fill: QColor) -> None:
    """Paint a ring on the ground around the foot of a piece."""
    ring = QRectF(-1.12, 0.02, 2.24, 0.98)
    painter.setBrush(QColor(30, 21, 13, 90))
    for ink, width in ((_OUTLINE, 0.26), (QColor("#fffaf0"), 0.18), (fill, 0.07)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(ring)
        painter.setBrush(Qt.BrushStyle.NoBrush)


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


_MOST_BADGE = 1.35  #: a number grows up to this factor while the board is made smaller


def _paint_badge(painter: QPainter, emblem: Emblem, palette: Palette) -> None:
    """Paint the number of pieces; smaller beside a heap."""
    middle, size = (QPointF(0.93, 0.91), 0.35) if emblem.grouped else (QPointF(0.76, 0.62), 0.42)
    if emblem.plate:  # its numbers are below
        middle = QPointF(0.72, -0.84)
    share = 1.16 if len(emblem.badge) == 1 else 0.92
    height = readable(painter, size * share, _MOST_BADGE)
    size = height / share
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(15, 9, 4, 70))
    painter.drawEllipse(middle + QPointF(0.03, 0.06), size * 1.08, size * 1.08)
    painter.setPen(QPen(QColor(palette.ink), 0.16 * size))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawEllipse(middle, size, size)
    painter.fillPath(text_path(emblem.badge, height, middle), QColor("#1e150d"))


# ---- figures


NO_PLAYER = PlayerLook(Paint("#d8cbb0", "#b7aa90"), "plain", "")


def figure_emblem(
    piece: PieceView,
    look: Look,
    amount: int = 1,
    viewer: str = "",
    *,
    signs: bool = False,
    known_values: KnownValues = NOTHING_KNOWN,
    cell: CellView | None = None,
) -> Emblem:
    """Return the emblem of `amount` equal figures on a cell; hidden ones that the viewer has seen are marked."""
    kind = look.kind_of(piece, known_values, cell)
    owner = look.player(piece.owner) if piece.owner else replace(NO_PLAYER, fill=kind.fill)
    known = bool(piece.kind) or piece.open  # nothing but the owner is seen on a back
    remembered = bool(piece.kind) and not piece.open and piece.owner not in ("", viewer)
    back = look.backs.get(piece.piece)
    own = kind.art[:1] or ((owner.art,) if owner.art is not None else ())
    art = own if known else (back,) if back is not None else ()
    return Emblem(
        look.shape(kind.shape) if known else "disc",
        replace(owner, letter=kind.letter if known else ""),
        amount,
        remembered=remembered,
        art=art,
        plate=piece.piece in look.plates,
        back=not known,
        numbers=tuple((number, look.terrain("", ground).fill) for number, ground in kind.numbers) if known else (),
        inscribed=not art,
        signs=signs,
    )


def counter_emblem(
    counter: CounterView,
    look: Look,
    rank: int = 0,
    *,
    signs: bool = False,
    known_values: KnownValues = NOTHING_KNOWN,
    cell: CellView | None = None,
) -> Emblem:
    """Return the emblem of equal counters on a cell; `rank` is the index of their state among those of the counter."""
    drawn = look.counter_of(counter, known_values, cell)
    return Emblem(
        look.shape(drawn.shape),
        look.player(counter.owner) if counter.owner else NO_PLAYER,
        counter.amount,
        drawn.marks.get(counter.state, "none") if drawn.marks else look.mark(counter.counter, counter.state, rank),
        grouped=drawn.form == "heap",
        art=drawn.state_art.get(counter.state) or drawn.art,
        inscribed=False,
        signs=signs,
    )


def is_figure(piece: PieceView, look: Look) -> bool:
    """Return whether a piece is painted as a figure, on the board and beside it."""
    return bool(piece.owner) and look.form(piece.piece, owned=True) == "figure"
