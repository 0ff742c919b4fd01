"""Small maps: a kind that stands for a part of a board is drawn as the squares that it brings, as they will lie."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPen, QPixmap

from app.table.look import Look
from app.table.paints import KindLook, Paint
from app.table.tone import Tone
from dsl.engine.view import DecisionView, Value

Chart = tuple[tuple[Paint, ...], ...]  #: rows from the top
SIDE = 42  #: pixels of a map on a button
_BESIDE = 6  #: pixels between a key and a map


def chart_of(kind: KindLook, look: Look) -> Chart:
    """Return the squares that a kind brings; none if the look draws no map of it."""
    letters = {each.letter: each.fill for each in look.pieces.get(kind.map_of, {}).values()}
    return tuple(tuple(letters[letter] for letter in row) for row in kind.map)


def turned(chart: Chart, times: int) -> Chart:
    """Return it turned by so many quarters clockwise."""
    for _ in range(times % 4):
        chart = tuple(zip(*chart[::-1], strict=True))
    return chart


def paint_chart(painter: QPainter, room: QRectF, chart: Chart, *, dark: bool) -> None:
    """Paint a map as large as there is room, in the middle, its squares without lines between them."""
    cell = min(room.width() / len(chart[0]), room.height() / len(chart))
    box = QRectF(0, 0, cell * len(chart[0]), cell * len(chart))
    box.moveCenter(room.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for y, row in enumerate(chart):
        for x, paint in enumerate(row):
            square = QRectF(box.left() + x * cell, box.top() + y * cell, cell, cell)
            painter.fillRect(square, QColor(paint.on(dark)))
    painter.restore()


def chart_asked(value: Value, decision: DecisionView, entry: int, tone: Tone) -> Chart:
    """Return the map that choosing a value means: that of a kind, or of the kind chosen before, turned so."""
    if value.sort == "kind":
        return chart_of(_mapped(value.text, tone.look), tone.look)
    if value.sort != "number" or not decision.chosen or decision.chosen[-1].sort != "kind":
        return ()
    kind, params = _mapped(decision.chosen[-1].text, tone.look), decision.entries[entry].params
    if decision.parameter >= len(params) or params[decision.parameter] not in kind.turned_by:
        return ()
    return turned(chart_of(kind, tone.look), int(value.text))


def answer_icon(key: str, chart: Chart, font: QFont, tone: Tone, ratio: float) -> tuple[QIcon, QSize]:
    """Return the sign of a button that answers a question, and its size: the key that presses it, drawn as a key so
    that nobody takes it for the answer, and a map of what the answer means."""
    cap = round(QFontMetricsF(font).height()) + 2 if key else 0
    width = cap + (SIDE + (_BESIDE if cap else 0) if chart else 0)
    size = QSize(width, max(cap, SIDE if chart else 0))
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    if key:
        _paint_key(painter, QRectF(0, (size.height() - cap) / 2, cap, cap), key, font, tone)
    if chart:
        paint_chart(painter, QRectF(width - SIDE, 0, SIDE, SIDE), chart, dark=tone.theme.dark)
    painter.end()
    return QIcon(picture), size


def _paint_key(painter: QPainter, box: QRectF, key: str, font: QFont, tone: Tone) -> None:
    """Paint a key of the keyboard: a cap with an edge below it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.76)
    cap = box.adjusted(1.5, 1.5, -1.5, -3.5)
    painter.setPen(QPen(QColor(tone.theme.soft_ink), 1.0))
    painter.setBrush(QColor(tone.theme.line))
    painter.drawRoundedRect(cap.translated(0, 2), 3.5, 3.5)
    painter.setBrush(QColor(tone.theme.card))
    painter.drawRoundedRect(cap, 3.5, 3.5)
    painter.setFont(small)
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)


def _mapped(kind: str, look: Look) -> KindLook:
    """How a kind is drawn by the piece that has a map of it, or by any."""
    found = (kinds[kind] for kinds in look.pieces.values() if kind in kinds and kinds[kind].map)
    return next(found, None) or look.kind("", kind)
