"""Painters of cards: faces in the colour and pattern of their kind, backs, and small maps of kinds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPainterPath, QPen, QPixmap

from app.appearance.kind_look import KindLook, Paint
from app.appearance.look import Look
from app.base.widgets import capital, wrap_lines
from app.table.context import TableContext
from app.table.painting.cells import paint_pattern, shades_of
from app.table.painting.palette import blended, text_colour_on
from dsl.match.view import DecisionView, PieceView, Value

# ---- small maps of kinds that place several squares


MiniMap = tuple[tuple[Paint, ...], ...]  #: rows from the top
SIDE = 42  #: side of a map on a button, in pixels
_BESIDE = 6  #: pixels between a key and a map


def minimap_of(kind: KindLook, look: Look) -> MiniMap:
    """Return the squares that a kind places; empty if the look has no map of it."""
    letters = {each.letter: each.fill for each in look.pieces.get(kind.map_of, {}).values()}
    return tuple(tuple(letters[letter] for letter in row) for row in kind.map)


def rotated(minimap: MiniMap, times: int) -> MiniMap:
    """Return the map rotated clockwise by a number of quarter turns."""
    for _ in range(times % 4):
        minimap = tuple(zip(*minimap[::-1], strict=True))
    return minimap


def paint_minimap(painter: QPainter, room: QRectF, minimap: MiniMap, *, dark: bool) -> None:
    """Paint a map centred and as large as fits, without lines between its squares."""
    cell = min(room.width() / len(minimap[0]), room.height() / len(minimap))
    box = QRectF(0, 0, cell * len(minimap[0]), cell * len(minimap))
    box.moveCenter(room.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for y, row in enumerate(minimap):
        for x, paint in enumerate(row):
            square = QRectF(box.left() + x * cell, box.top() + y * cell, cell, cell)
            painter.fillRect(square, QColor(paint.on(dark)))
    painter.restore()


def minimap_for(value: Value, decision: DecisionView, entry: int, context: TableContext) -> MiniMap:
    """Return the map of a value: of a kind, or of the kind chosen before, rotated by the value."""
    if value.sort == "kind":
        return minimap_of(_kind_with_map(value.text, context.look), context.look)
    if value.sort != "number" or not decision.chosen or decision.chosen[-1].sort != "kind":
        return ()
    kind, params = _kind_with_map(decision.chosen[-1].text, context.look), decision.entries[entry].params
    if decision.parameter >= len(params) or params[decision.parameter] not in kind.turned_by:
        return ()
    return rotated(minimap_of(kind, context.look), int(value.text))


def answer_icon(key: str, minimap: MiniMap, font: QFont, context: TableContext, ratio: float) -> tuple[QIcon, QSize]:
    """Return the icon of a button, and its size in pixels: the key that presses it, and a map of its value."""
    cap = round(QFontMetricsF(font).height()) + 2 if key else 0
    width = cap + (SIDE + (_BESIDE if cap else 0) if minimap else 0)
    size = QSize(width, max(cap, SIDE if minimap else 0))
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    if key:
        _paint_key(painter, QRectF(0, (size.height() - cap) / 2, cap, cap), key, font, context)
    if minimap:
        paint_minimap(painter, QRectF(width - SIDE, 0, SIDE, SIDE), minimap, dark=context.theme.dark)
    painter.end()
    return QIcon(picture), size


def _paint_key(painter: QPainter, box: QRectF, key: str, font: QFont, context: TableContext) -> None:
    """Paint a key of the keyboard: a cap with an edge below it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.76)
    cap = box.adjusted(1.5, 1.5, -1.5, -3.5)
    painter.setPen(QPen(QColor(context.theme.soft_ink), 1.0))
    painter.setBrush(QColor(context.theme.line))
    painter.drawRoundedRect(cap.translated(0, 2), 3.5, 3.5)
    painter.setBrush(QColor(context.theme.card))
    painter.drawRoundedRect(cap, 3.5, 3.5)
    painter.setFont(small)
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)


def _kind_with_map(kind: str, look: Look) -> KindLook:
    """Return the look of a kind with a map, or else any look of the kind."""
    found = (kinds[kind] for kinds in look.pieces.values() if kind in kinds and kinds[kind].map)
    return next(found, None) or look.kind("", kind)


_SMALLEST = 0.75  #: smallest font of a name, as a factor
_PATTERN_REACH = 52  #: the inner radius that patterns are drawn for


def kind_look(piece: PieceView, context: TableContext) -> KindLook:
    """Return the look of the piece's kind, or else of another piece of the same kind."""
    pieces = context.look.pieces
    own = pieces.get(piece.piece, {}).get(piece.kind)
    others = (kinds[piece.kind] for kinds in pieces.values() if piece.kind in kinds)
    return own or next(others, None) or context.look.kind(piece.piece, piece.kind)


def card_text(piece: PieceView) -> str:
    """Return a piece in a zone in notation: its owner, its kind, then its other visible values."""
    words = [piece.owner, piece.kind or piece.piece, *(value for _, value in piece.facing)]
    return " ".join(word for word in words if word)


def paint_face(painter: QPainter, box: QRectF, piece: PieceView, context: TableContext, font: QFont) -> None:
    """Paint the face of a card whose kind is known, with its name below the picture."""
    look = kind_look(piece, context)
    fill = QColor(look.fill.on(context.theme.dark))
    outline = _rounded(box)
    painter.save()
    painter.fillPath(outline, QColor(context.theme.card))
    name = capital(context.words.name(piece.kind or piece.piece))
    lines = wrap_lines(name, QFontMetricsF(_smaller(font, _SMALLEST)), box.width() - 10)
    written = _fitting(font, max(lines, key=QFontMetricsF(font).horizontalAdvance), box.width() - 6)
    strip = QFontMetricsF(written).height() * len(lines) + 4
    picture = box.adjusted(4, 4, -4, -strip)
    inner = QPainterPath()
    inner.addRoundedRect(picture, 4, 4)
    painter.fillPath(inner, fill)
    painter.setClipPath(inner)
    minimap = minimap_of(look, context.look)
    if minimap:
        paint_minimap(painter, picture, minimap, dark=context.theme.dark)
        painter.restore()
    else:
        painter.translate(picture.center())
        scale = min(picture.width(), picture.height()) / 2 / _PATTERN_REACH
        painter.scale(scale, scale)
        paint_pattern(painter, look.pattern, shades_of(fill))
        painter.restore()
        _paint_letter(painter, picture, look, fill, font)
        _paint_marks(painter, picture, context.words.marks(piece.piece, dict(piece.facing)), fill, font)
    paint_note(painter, picture, piece, context, font)
    painter.setPen(QColor(context.theme.ink))
    painter.setFont(written)
    below = QRectF(box.left(), box.bottom() - strip, box.width(), strip)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, "\n".join(_cut(lines, written, box.width() - 6)))
    _edge(painter, outline, QColor(context.theme.line))


def paint_note(painter: QPainter, room: QRectF, piece: PieceView, context: TableContext, font: QFont) -> None:
    """Write the public text of a piece in its lower left corner, on face and back."""
    note = context.words.note_on(piece.piece, dict(piece.facing))
    if not note:
        return
    painter.save()
    bold = QFont(font)
    bold.setBold(True)
    metrics = QFontMetricsF(bold)
    sign = QRectF(0, 0, max(metrics.horizontalAdvance(note) + 6, metrics.height()), metrics.height())
    sign.moveBottomLeft(room.bottomLeft() + QPointF(2, -2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(context.theme.raised))
    painter.drawRoundedRect(sign, 4, 4)
    painter.setPen(QColor(context.theme.ink))
    painter.setFont(bold)
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, note)
    painter.restore()


def paint_amount(painter: QPainter, box: QRectF, amount: str, context: TableContext, font: QFont) -> None:
    """Paint the number of equal cards in the upper right corner."""
    size = QFontMetricsF(font).height() + 4
    sign = QRectF(box.right() - size + 4, box.top() - 4, size, size)
    painter.setPen(QPen(QColor(context.theme.ink), 1.2))
    painter.setBrush(QColor(context.theme.raised))
    painter.drawEllipse(sign)
    painter.setFont(font)
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, amount)


def _fitting(font: QFont, text: str, width: float) -> QFont:
    """The font, a little smaller where a long name needs it."""
    share = width / max(QFontMetricsF(font).horizontalAdvance(text), 1.0)
    return _smaller(font, min(1.0, max(share * 0.94, _SMALLEST)))


def _smaller(font: QFont, share: float) -> QFont:
    smaller = QFont(font)
    smaller.setPointSizeF(font.pointSizeF() * share)
    return smaller


def _cut(lines: Sequence[str], font: QFont, width: float) -> list[str]:
    """Return the lines, each elided at `width` pixels."""
    metrics = QFontMetricsF(font)
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]


def _paint_letter(painter: QPainter, picture: QRectF, look: KindLook, fill: QColor, font: QFont) -> None:
    """Paint the kind's letter in a corner, so that colour and picture are not the only signs."""
    painter.save()
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(text_colour_on(fill))
    painter.drawText(picture.adjusted(4, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, look.letter)
    painter.restore()


def _paint_marks(painter: QPainter, picture: QRectF, marks: str, fill: QColor, font: QFont) -> None:
    """Paint what is on the card besides its kind, such as its number, large in the middle."""
    if not marks:
        return
    painter.save()
    bold = _smaller(font, 1.5)
    bold.setBold(True)
    painter.setFont(_fitting(bold, marks, picture.width() - 4))
    painter.setPen(text_colour_on(fill))
    painter.drawText(picture, Qt.AlignmentFlag.AlignCenter, marks)
    painter.restore()


def paint_back(painter: QPainter, box: QRectF, context: TableContext, text: str = "") -> None:
    """Paint the back of a card, with `text` in its middle."""
    outline = _rounded(box)
    wood = QColor("#5d4029") if not context.theme.dark else QColor("#7a5a40")
    painter.save()
    painter.fillPath(outline, wood)
    painter.setClipPath(outline)
    painter.setPen(QPen(blended(wood, QColor("#fbf1de"), 0.28), 1.2))
    step = 5
    reach = int(box.width() + box.height())
    for x in range(0, reach, step):
        painter.drawLine(
            int(box.left()) + x, int(box.top()), int(box.left()) + x - int(box.height()), int(box.bottom())
        )
    painter.restore()
    if text:
        _paint_back_text(painter, box, text, wood)
    _edge(painter, outline, blended(wood, QColor("#000000"), 0.35))


def _paint_back_text(painter: QPainter, box: QRectF, text: str, wood: QColor) -> None:
    painter.save()
    seal = QRectF(0, 0, 28, 24)
    seal.moveCenter(box.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fbf1de"))
    painter.drawRoundedRect(seal, 6, 6)
    painter.setPen(blended(wood, QColor("#000000"), 0.4))
    font = painter.font()
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(seal, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def _rounded(box: QRectF) -> QPainterPath:
    radius = min(7.0, box.width() / 6)
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    return path


def _edge(painter: QPainter, outline: QPainterPath, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
