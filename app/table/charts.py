"""Small maps: a kind that stands for a part of a board is drawn as the squares that it brings, as they will lie."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from app.table.look import Look
from app.table.paints import KindLook, Paint
from app.table.tone import Tone
from dsl.engine.view import DecisionView, Value

Chart = tuple[tuple[Paint, ...], ...]  #: rows from the top
SIDE = 42  #: pixels of a map on a button


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


def chart_icon(chart: Chart, tone: Tone, ratio: float) -> QIcon:
    """Return a map as the sign of a button."""
    picture = QPixmap(QSize(SIDE, SIDE) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_chart(painter, QRectF(0, 0, SIDE, SIDE), chart, dark=tone.theme.dark)
    painter.end()
    return QIcon(picture)


def _mapped(kind: str, look: Look) -> KindLook:
    """How a kind is drawn by the piece that has a map of it, or by any."""
    found = (kinds[kind] for kinds in look.pieces.values() if kind in kinds and kinds[kind].map)
    return next(found, None) or look.kind("", kind)
