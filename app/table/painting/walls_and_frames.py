"""Painters of walls at the sides of tiles, wooden frames, medallions and plaques."""

from __future__ import annotations

import math
import random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from app.table.model.cell_shapes import Point
from app.table.painting.path_painting import (
    EARTH,
    WHITE,
    fill_steps,
    path_of,
    rounded_line,
    seed_of,
    shadow_steps,
    soft_shadow,
)
from app.table.painting.pieces import text_path
from app.table.painting.surfaces import Steps, grit_steps, saved, toned, with_alpha, wood_grain_steps


def paint_ridge(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a chain of rock from one point to another: single low and brown, double broad with two rows of snow."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = -uy, ux
    if nx * -0.6 + ny * -0.8 < 0:  # towards the light
        nx, ny = -nx, -ny
    dice = random.Random(seed_of(round(ax), round(ay), round(bx), round(by)))
    half, count = (12.5 if double else 6.0), (6 if double else 7)

    def at(share: float, off: float) -> Point:
        return ax + ux * length * share + nx * off, ay + uy * length * share + ny * off

    def slope(side: int) -> list[Point]:
        found = []
        for k in range(count + 1):
            jag = dice.uniform(0.55, 0.8) if (k + (side < 0)) % 2 else dice.uniform(0.95, 1.2)
            found.append(at(k / count, side * half * jag * (0.5 if k in (0, count) else 1)))
        return found

    lit, shaded = slope(1), slope(-1)
    crest = [at(k / count, dice.uniform(-1.6, 1.6)) for k in range(count + 1)]
    whole = path_of([*lit, *reversed(shaded)])
    soft_shadow(painter, whole, 5, 0.5, 4)
    painter.setPen(rounded_line(QColor("#241812"), 3.0))
    painter.setBrush(QColor("#8d7a69"))
    painter.drawPath(whole)
    painter.fillPath(path_of([*lit, *reversed(crest)]), QColor("#c9b49c" if double else "#a98f74"))
    painter.fillPath(path_of([*crest, *reversed(shaded)]), QColor("#54463d" if double else "#614c3b"))
    for k in range(1, count):
        painter.setPen(rounded_line(with_alpha(QColor("#241812"), 0.5), 1.0))
        painter.drawLine(QPointF(*crest[k]), QPointF(*(shaded[k] if k % 2 else lit[k])))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(WHITE)
    for row in (0.46, -0.46) if double else ():
        for k in range(count):
            x, y = at((k + 0.5) / count, half * row)
            size = 4.6 * dice.uniform(0.85, 1.15)
            painter.drawPath(
                path_of(
                    [
                        (x - ux * size * 1.3, y - uy * size * 1.3),
                        (x + nx * size * 0.8, y + ny * size * 0.8),
                        (x + ux * size * 1.3, y + uy * size * 1.3),
                        (x - nx * size * 0.6, y - ny * size * 0.6),
                    ]
                )
            )


def paint_fence(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a wooden fence from one point to another; a double one has two rows of posts."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length, (bx - ax) / length
    for off in (-5.0, 5.0) if double else (0.0,):
        one, other = QPointF(ax + nx * off, ay + ny * off), QPointF(bx + nx * off, by + ny * off)
        for ink, width in ((QColor("#2a1a0e"), 6.0), (QColor("#a9794a"), 3.4)):
            painter.setPen(rounded_line(ink, width))
            painter.drawLine(one, other)
        for k in range(6):
            post = one + (other - one) * ((k + 0.5) / 6)
            painter.setPen(rounded_line(QColor("#2a1a0e"), 1.2))
            painter.setBrush(QColor("#d9b080"))
            painter.drawEllipse(post, 3.6, 3.6)


def paint_wall(painter: QPainter, kind: str, start: Point, end: Point, *, double: bool) -> None:
    """Paint a wall of the kind ridge, fence or line from one point to another."""
    if kind == "ridge":
        paint_ridge(painter, start, end, double=double)
    elif kind == "fence":
        paint_fence(painter, start, end, double=double)
    else:
        _paint_line(painter, start, end, double=double)


def _paint_line(painter: QPainter, start: Point, end: Point, *, double: bool) -> None:
    """Paint a dark line with light links: one row, or two rows in a broader line."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    nx, ny = -(by - ay) / length, (bx - ax) / length
    painter.setPen(rounded_line(QColor("#1d140c"), 17.0 if double else 8.0))
    painter.drawLine(QPointF(ax, ay), QPointF(bx, by))
    links = QPen(QColor("#fff6dc"), 3.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    links.setDashPattern([1.4, 2.2])
    painter.setPen(links)
    for off in (-4.2, 4.2) if double else (0.0,):
        painter.drawLine(QPointF(ax + nx * off, ay + ny * off), QPointF(bx + nx * off, by + ny * off))


# ---- frames


def casing_steps(painter: QPainter, inner: QRectF, width: float, colour: QColor) -> Steps:
    """Paint a round-cornered frame in the colour of the board around `inner`, with a lit edge and a shadow below."""
    outer = inner.adjusted(-width, -width, width, width)
    whole = QPainterPath()
    whole.addRoundedRect(outer, width * 0.62, width * 0.62)
    yield from shadow_steps(painter, whole, 22, 0.5, 10)
    yield from fill_steps(painter, whole.translated(0, 9), toned(colour, -0.55))
    body = QLinearGradient(outer.topLeft(), outer.bottomLeft())
    for stop, tone in ((0.0, 0.16), (0.12, 0.02), (0.88, -0.06), (1.0, -0.24)):
        body.setColorAt(stop, toned(colour, tone))
    yield from fill_steps(painter, whole, body)
    with saved(painter):
        painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
        yield from grit_steps(painter, outer)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, ink, thick in ((1.5, with_alpha(toned(colour, -0.7), 0.7), 2.0), (5, with_alpha(WHITE, 0.3), 2.4)):
        painter.setPen(QPen(ink, thick))
        corner = width * 0.62 - inset
        painter.drawRoundedRect(outer.adjusted(inset, inset, -inset, -inset), corner, corner)


def frame_steps(painter: QPainter, inner: QRectF, width: float, colour: QColor) -> Steps:
    """Paint a mitred wooden frame around `inner`, lit from the upper left, with a shadow below."""
    outer = inner.adjusted(-width, -width, width, width)
    edge = QPainterPath()
    edge.addRoundedRect(outer, 8, 8)
    yield from shadow_steps(painter, edge, 22, 0.5, 8)
    left, top, right, bottom = outer.left(), outer.top(), outer.right(), outer.bottom()
    corners = {
        "top": ([(left, top), (right, top), (right - width, top + width), (left + width, top + width)], 0.1, 0),
        "left": ([(left, top), (left + width, top + width), (left + width, bottom - width), (left, bottom)], 0.0, 90),
        "right": (
            [(right, top), (right, bottom), (right - width, bottom - width), (right - width, top + width)],
            -0.22,
            90,
        ),
        "bottom": (
            [(left, bottom), (left + width, bottom - width), (right - width, bottom - width), (right, bottom)],
            -0.3,
            0,
        ),
    }
    with saved(painter):
        painter.setClipPath(edge, Qt.ClipOperation.IntersectClip)
        for name, (points, tone, turned) in corners.items():
            path = path_of(points)
            with saved(painter):
                painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
                painter.fillPath(path, toned(colour, tone))
                box = path.boundingRect()
                if turned:
                    painter.translate(box.center())
                    painter.rotate(90)
                    box = QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width())
                yield from wood_grain_steps(painter, box, toned(colour, tone), random.Random(name), 5.0)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(rounded_line(with_alpha(EARTH, 0.5), 1.0))
            painter.drawPath(path)
    lines = (
        (outer.adjusted(1, 1, -1, -1), with_alpha(EARTH, 0.9), 2.0),
        (outer.adjusted(3, 3, -3, -3), with_alpha(toned(colour, 0.7), 0.4), 1.4),
        (inner.adjusted(-4, -4, 4, 4), with_alpha(toned(colour, 0.7), 0.35), 1.2),
        (inner.adjusted(-1.5, -1.5, 1.5, 1.5), with_alpha(toned(colour, -0.8), 1.0), 3.0),
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for box, ink, thick in lines:
        painter.setPen(QPen(ink, thick))
        painter.drawRoundedRect(
            box, 6 if box.width() > inner.width() + 8 else 2, 6 if box.width() > inner.width() + 8 else 2
        )
        yield


# ---- circles, plaques


_METALS = (("#f2cf63", "#a6781a"), ("#e9e9ea", "#7d858c"), ("#dba678", "#85502a"), ("#d9c39a", "#7a6140"))


def paint_medallion(
    painter: QPainter, x: float, y: float, radius: float, rank: int, *, number: str = "", dark: bool = False
) -> None:
    """Paint a round place with a rim of gold, silver or bronze, by its rank from 0; all others are of wood."""
    light, deep = (QColor(tone) for tone in _METALS[min(rank, 3)])
    disc = QPainterPath()
    disc.addEllipse(QPointF(x, y), radius, radius)
    soft_shadow(painter, disc, 6, 0.36, 2.5)
    face = QRadialGradient(QPointF(x - radius * 0.3, y - radius * 0.4), radius * 1.8)
    tones = ("#b5a88c", "#7d715b") if dark else ("#fffdf2", "#ead9b2")
    face.setColorAt(0, with_alpha(QColor(tones[0]), 0.96))
    face.setColorAt(1, with_alpha(QColor(tones[1]), 0.94))
    painter.fillPath(disc, face)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(3.0, radius * 0.13)
    metal = QLinearGradient(x - radius, y - radius, x + radius, y + radius)
    metal.setColorAt(0, WHITE)
    metal.setColorAt(0.3, light)
    metal.setColorAt(1, deep)
    middle = QPointF(x, y)
    for brush, thick in ((QBrush(deep), width + 2.4), (QBrush(metal), width)):
        painter.setPen(QPen(brush, thick))
        painter.drawEllipse(middle, radius - width * 0.5, radius - width * 0.5)
    painter.setPen(QPen(with_alpha(deep, 0.45), 1.0))
    painter.drawEllipse(middle, radius - width * 1.7, radius - width * 1.7)
    if number:
        ink = QColor("#1e140a" if dark else "#3d2c15")
        painter.fillPath(text_path(number, radius * 0.74, middle, "title"), with_alpha(ink, 0.92))


PLAQUE_HEIGHT, PLAQUE_SIDE = 25.0, 11.0  #: of a strip of paper: its height, and paper at either side of the text


def paint_plaque(painter: QPainter, text: QPainterPath, *, dark: bool = False) -> None:
    """Paint a name, given as a path, on a strip of paper with round ends."""
    box = text.boundingRect()
    high, side = PLAQUE_HEIGHT, PLAQUE_SIDE
    strip = QRectF(box.left() - side, box.center().y() - high / 2, box.width() + 2 * side, high)
    paper = QPainterPath()
    paper.addRoundedRect(strip, high / 2, high / 2)
    soft_shadow(painter, paper, 3.5, 0.35, 1.2)
    painter.fillPath(paper, with_alpha(QColor("#3a2f24" if dark else "#fff8e6"), 0.94))
    painter.fillPath(text, QColor("#f5ebda" if dark else "#2a1c0e"))
