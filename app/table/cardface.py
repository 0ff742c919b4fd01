"""Cards as drawings: a face in the colour and pattern of its kind, a back that tells only what all may see."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.table.charts import chart_of, paint_chart
from app.table.paints import KindLook
from app.table.patterns import paint_pattern, shades_of
from app.table.tone import Tone
from app.table.tones import ink_on, mixed
from app.table.wrapping import capital, wrapped
from dsl.engine.view import PieceView

_SMALLEST = 0.75  #: of its size, a name may be written
_PATTERN_REACH = 52  #: the inner radius that patterns are drawn for


def kind_look(piece: PieceView, tone: Tone) -> KindLook:
    """How the kind is drawn: as this piece of the look says, or else as another piece of the same kind."""
    pieces = tone.look.pieces
    own = pieces.get(piece.piece, {}).get(piece.kind)
    others = (kinds[piece.kind] for kinds in pieces.values() if piece.kind in kinds)
    return own or next(others, None) or tone.look.kind(piece.piece, piece.kind)


def card_text(piece: PieceView) -> str:
    """A piece in a zone in the notation: whose it is, its kind, then what else is known of it."""
    words = [piece.owner, piece.kind or piece.piece, *(value for _, value in piece.facing)]
    return " ".join(word for word in words if word)


def paint_face(painter: QPainter, box: QRectF, piece: PieceView, tone: Tone, font: QFont) -> None:
    """Paint the face of a card whose kind is known, with its name below the picture."""
    look = kind_look(piece, tone)
    fill = QColor(look.fill.on(tone.theme.dark))
    outline = _rounded(box)
    painter.save()
    painter.fillPath(outline, QColor(tone.theme.card))
    name = capital(tone.words.name(piece.kind or piece.piece))
    lines = wrapped(name, QFontMetricsF(_smaller(font, _SMALLEST)), box.width() - 10)
    written = _fitting(font, max(lines, key=QFontMetricsF(font).horizontalAdvance), box.width() - 6)
    strip = QFontMetricsF(written).height() * len(lines) + 4
    picture = box.adjusted(4, 4, -4, -strip)
    inner = QPainterPath()
    inner.addRoundedRect(picture, 4, 4)
    painter.fillPath(inner, fill)
    painter.setClipPath(inner)
    chart = chart_of(look, tone.look)
    if chart:
        paint_chart(painter, picture, chart, dark=tone.theme.dark)
        painter.restore()
    else:
        painter.translate(picture.center())
        scale = min(picture.width(), picture.height()) / 2 / _PATTERN_REACH
        painter.scale(scale, scale)
        paint_pattern(painter, look.pattern, shades_of(fill))
        painter.restore()
        _paint_letter(painter, picture, look, fill, font)
        _paint_marks(painter, picture, tone.words.marks(piece.piece, dict(piece.facing)), fill, font)
    paint_note(painter, picture, piece, tone, font)
    painter.setPen(QColor(tone.theme.ink))
    painter.setFont(written)
    below = QRectF(box.left(), box.bottom() - strip, box.width(), strip)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, "\n".join(_cut(lines, written, box.width() - 6)))
    _edge(painter, outline, QColor(tone.theme.line))


def paint_note(painter: QPainter, room: QRectF, piece: PieceView, tone: Tone, font: QFont) -> None:
    """Write in the lower left corner what stands on the back of a piece, so that all see it on either side."""
    note = tone.words.note_on(piece.piece, dict(piece.facing))
    if not note:
        return
    painter.save()
    bold = QFont(font)
    bold.setBold(True)
    metrics = QFontMetricsF(bold)
    sign = QRectF(0, 0, max(metrics.horizontalAdvance(note) + 6, metrics.height()), metrics.height())
    sign.moveBottomLeft(room.bottomLeft() + QPointF(2, -2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tone.theme.raised))
    painter.drawRoundedRect(sign, 4, 4)
    painter.setPen(QColor(tone.theme.ink))
    painter.setFont(bold)
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, note)
    painter.restore()


def paint_amount(painter: QPainter, box: QRectF, amount: str, tone: Tone, font: QFont) -> None:
    """Draw how many equal cards lie here, on the corner of the uppermost."""
    size = QFontMetricsF(font).height() + 4
    sign = QRectF(box.right() - size + 4, box.top() - 4, size, size)
    painter.setPen(QPen(QColor(tone.theme.ink), 1.2))
    painter.setBrush(QColor(tone.theme.raised))
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
    """The lines, each with its end cut off where even small letters have no room."""
    metrics = QFontMetricsF(font)
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]


def _paint_letter(painter: QPainter, picture: QRectF, look: KindLook, fill: QColor, font: QFont) -> None:
    """The kind's letter in a corner: colour and picture are never the only signs."""
    painter.save()
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(ink_on(fill))
    painter.drawText(picture.adjusted(4, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, look.letter)
    painter.restore()


def _paint_marks(painter: QPainter, picture: QRectF, marks: str, fill: QColor, font: QFont) -> None:
    """What stands on the card beside its kind, such as its number, large in the middle."""
    if not marks:
        return
    painter.save()
    bold = _smaller(font, 1.5)
    bold.setBold(True)
    painter.setFont(_fitting(bold, marks, picture.width() - 4))
    painter.setPen(ink_on(fill))
    painter.drawText(picture, Qt.AlignmentFlag.AlignCenter, marks)
    painter.restore()


def paint_back(painter: QPainter, box: QRectF, tone: Tone, text: str = "") -> None:
    """Paint the back of a card; `text` is what stands on backs."""
    outline = _rounded(box)
    wood = QColor("#5d4029") if not tone.theme.dark else QColor("#7a5a40")
    painter.save()
    painter.fillPath(outline, wood)
    painter.setClipPath(outline)
    painter.setPen(QPen(mixed(wood, QColor("#fbf1de"), 0.28), 1.2))
    step = 5
    reach = int(box.width() + box.height())
    for x in range(0, reach, step):
        painter.drawLine(
            int(box.left()) + x, int(box.top()), int(box.left()) + x - int(box.height()), int(box.bottom())
        )
    painter.restore()
    if text:
        _paint_seal(painter, box, text, wood)
    _edge(painter, outline, mixed(wood, QColor("#000000"), 0.35))


def _paint_seal(painter: QPainter, box: QRectF, text: str, wood: QColor) -> None:
    painter.save()
    seal = QRectF(0, 0, 28, 24)
    seal.moveCenter(box.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fbf1de"))
    painter.drawRoundedRect(seal, 6, 6)
    painter.setPen(mixed(wood, QColor("#000000"), 0.4))
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
