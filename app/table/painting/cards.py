"""Painters of cards: faces with the name and the picture of their kind, backs, and small maps of kinds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QIcon,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

from app.appearance.drawings import Drawing, inked, paint_drawing_in
from app.appearance.kind_look import KindLook, Paint
from app.appearance.look import Look, chosen_look
from app.appearance.theme import contrast_ratio
from app.base.widgets import capital, wrap_lines
from app.table.context import TableContext
from app.table.painting.palette import blended, text_colour_on
from app.table.painting.path_painting import rounded
from app.table.painting.pieces import LEAST_TEXT, text_path
from dsl.match.view import DecisionView, PieceView, Value

# ---- small maps of kinds that place several squares


MiniMap = tuple[tuple[Paint, ...], ...]  #: rows from the top
SIDE = 42  #: side of a map on a button, in pixels
_BEFORE_TEXT = 4  #: pixels right of the icon of a button
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


def answer_icon(
    key: str,
    minimap: MiniMap,
    drawing: Drawing | None,
    ink: str,
    font: QFont,
    context: TableContext,
    ratio: float,
    *,
    alone: bool = False,
) -> tuple[QIcon, QSize]:
    """Return the icon of a button, and its size in pixels: the key that presses it, a drawing, and a map of its value.

    The lines of the drawing have the colour `ink` (#rrggbb). The style sets a text close to its icon, so that the gap
    between them is a part of the icon, unless it is `alone` on the button.
    """
    gap = 0 if alone else _BEFORE_TEXT
    line = round(QFontMetricsF(font).height())
    cap, sign = line + 2 if key else 0, line + 4 if drawing else 0
    widths = [width for width in (cap, sign, SIDE if minimap else 0) if width]
    size = QSize(sum(widths) + _BESIDE * (len(widths) - 1) + gap, max(cap, sign, SIDE if minimap else 0))
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if key:
        _paint_key(painter, QRectF(0, (size.height() - cap) / 2, cap, cap), key, font, context)
    if drawing is not None:
        left = cap + _BESIDE if cap else 0
        paint_drawing_in(painter, drawing, QRectF(left, (size.height() - sign) / 2, sign, sign), inked(ink))
    if minimap:
        paint_minimap(painter, QRectF(size.width() - SIDE - gap, 0, SIDE, SIDE), minimap, dark=context.theme.dark)
    painter.end()
    return QIcon(picture), size


def _paint_key(painter: QPainter, box: QRectF, key: str, font: QFont, context: TableContext) -> None:
    """Paint a key of the keyboard: a cap with an edge below it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * _smallest(font))
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


_MOST_LINES = 2  #: of a name


def kind_look(piece: PieceView, context: TableContext) -> KindLook:
    """Return the look of the piece's kind, or else of another piece of the same kind."""
    pieces = context.look.pieces
    own = pieces.get(piece.piece, {}).get(piece.kind)
    others = (kinds[piece.kind] for kinds in pieces.values() if piece.kind in kinds)
    return chosen_look(own or next(others, None) or context.look.kind(piece.piece, piece.kind), piece)


def card_text(piece: PieceView) -> str:
    """Return a piece in a zone in notation: its owner, its kind, then its other visible values."""
    words = [piece.owner, piece.kind or piece.piece, *(value for _, value in piece.facing)]
    return " ".join(word for word in words if word)


def paint_face(painter: QPainter, box: QRectF, piece: PieceView, context: TableContext, font: QFont) -> None:
    """Paint the face of a card whose kind is known: a band with icon and name, and below it the picture in a frame."""
    look = kind_look(piece, context)
    fill = QColor(look.fill.on(context.theme.dark))
    outline = _rounded(box)
    painter.save()
    painter.fillPath(outline, QColor(context.theme.card))
    margin = max(3.0, box.width() * 0.05)
    name = capital(context.words.name(piece.kind or piece.piece))
    icon = look.icon or context.look.icon(piece.kind)
    picture = _paint_band(painter, box.adjusted(margin, margin, -margin, -margin), name, icon, fill, font)
    painter.save()
    inner = QPainterPath()
    inner.addRoundedRect(picture, margin * 0.8, margin * 0.8)
    painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)
    _paint_ground(painter, picture, fill)
    marks = context.words.marks(piece.piece, dict(piece.facing))
    minimap = minimap_of(look, context.look)
    drawn = bool(minimap or (look.art and paint_drawing_in(painter, look.art[0], picture, fills=True)))
    if minimap:
        paint_minimap(painter, picture, minimap, dark=context.theme.dark)
    elif not drawn and not marks:
        _paint_sign(painter, picture, look, icon, fill)
    painter.restore()
    if marks and not minimap:
        _paint_marks(painter, picture, marks, fill, font, on_picture=drawn)
    paint_note(painter, picture, piece, context, font)
    _edge(painter, inner, blended(fill, QColor("#1e150d"), 0.45))
    _edge(painter, outline, QColor(context.theme.line))
    painter.restore()


def band_colour(fill: QColor) -> QColor:
    """Return the colour of a band with white text: the hue of `fill`, as dark as a contrast of 6:1 needs."""
    hue, saturation = max(fill.hslHueF(), 0.0), min(fill.hslSaturationF() * _RICHER, 1.0)
    colour = QColor.fromHslF(hue, saturation, min(fill.lightnessF(), _LIGHTEST))
    while contrast_ratio("#ffffff", colour) < _BAND_CONTRAST:
        colour = colour.darker(106)
    return colour


_RICHER, _LIGHTEST, _BAND_CONTRAST = 1.1, 0.42, 6.0


def _paint_band(painter: QPainter, room: QRectF, name: str, icon: Drawing | None, fill: QColor, font: QFont) -> QRectF:
    """Paint the band with icon and name in the upper part of a room; return what is left for the picture.

    Where there is no room for both in a readable size, one of them is left out.
    """
    bold = QFont(font)
    bold.setBold(True)
    side = QFontMetricsF(_smaller(bold, _smallest(bold))).height() * 1.1 if icon is not None else 0.0
    aside = side + 2 if icon is not None else 0.0
    written = _lines_of(name, bold, room.width() - 6 - aside)
    if written is None and icon is not None and (written := _lines_of(name, bold, room.width() - 6)) is not None:
        icon, aside = None, 0.0
    lines, face = written or ([] if icon is not None else [name], _smaller(bold, _smallest(bold)))
    height = max(QFontMetricsF(face).height() * len(lines) + 4, side + 4 if icon is not None else 0.0)
    band = QRectF(room.left(), room.top(), room.width(), min(height, room.height() * 0.5))
    colour = band_colour(fill)
    ink = QColor("#ffffff")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(band, 4, 4)
    text = band.adjusted(3, 0, -3, 0)
    if icon is not None:
        left = band.left() + 3 if lines else band.center().x() - side / 2
        paint_drawing_in(painter, icon, QRectF(left, band.center().y() - side / 2, side, side), inked(ink))
        text.setLeft(text.left() + aside)
    painter.setPen(ink)
    painter.setFont(face)
    alignment = Qt.AlignmentFlag.AlignVCenter | (
        Qt.AlignmentFlag.AlignHCenter if icon is None else Qt.AlignmentFlag.AlignLeft
    )
    painter.drawText(text, int(alignment), "\n".join(_cut(lines, face, text.width())))
    return room.adjusted(0, band.height() + 3, 0, 0)


def _lines_of(name: str, font: QFont, width: float) -> tuple[list[str], QFont] | None:
    """Return the name in at most two lines, and the largest font in which they fit; None if it would be too small."""
    for share in (1.0, (1.0 + _smallest(font)) / 2, _smallest(font)):
        face = _smaller(font, share)
        metrics = QFontMetricsF(face)
        lines = wrap_lines(name, metrics, width)
        if len(lines) <= _MOST_LINES and all(metrics.horizontalAdvance(line) <= width for line in lines):
            return lines, face
    return None


def _smallest(font: QFont) -> float:
    """Return the factor for the smallest readable size of a font."""
    return min(1.0, LEAST_TEXT / max(QFontInfo(font).pixelSize(), 1))


def _paint_ground(painter: QPainter, picture: QRectF, fill: QColor) -> None:
    """Paint the ground of a picture, lit from the upper left."""
    shade = QLinearGradient(picture.topLeft(), picture.bottomRight())
    shade.setColorAt(0, blended(fill, QColor("#ffffff"), 0.28))
    shade.setColorAt(0.5, fill)
    shade.setColorAt(1, blended(fill, QColor("#1e150d"), 0.16))
    painter.fillRect(picture, shade)


def _paint_sign(painter: QPainter, picture: QRectF, look: KindLook, icon: Drawing | None, fill: QColor) -> None:
    """Paint the icon or else the letter of a kind without a picture, large on a round ground."""
    side = min(picture.width(), picture.height()) * 0.74
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 252, 242, 110))
    painter.drawEllipse(picture.center(), side / 2, side / 2)
    ink = text_colour_on(blended(fill, QColor("#fffcf2"), 0.43))
    room = QRectF(0, 0, side * 0.66, side * 0.66)
    room.moveCenter(picture.center())
    if icon is None or not paint_drawing_in(painter, icon, room, inked(ink)):
        painter.fillPath(text_path(look.letter, side * (0.5 if len(look.letter) == 1 else 0.34), room.center()), ink)


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
    """Paint the number of equal cards in the lower right corner."""
    size = QFontMetricsF(font).height() + 4
    sign = QRectF(box.right() - size + 4, box.bottom() - size + 4, size, size)
    painter.setPen(QPen(QColor(context.theme.ink), 1.2))
    painter.setBrush(QColor(context.theme.raised))
    painter.drawEllipse(sign)
    painter.setFont(font)
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, amount)


def _fitting(font: QFont, text: str, width: float) -> QFont:
    """The font, a little smaller where a long name needs it."""
    share = width / max(QFontMetricsF(font).horizontalAdvance(text), 1.0)
    return _smaller(font, min(1.0, max(share * 0.94, _smallest(font))))


def _smaller(font: QFont, share: float) -> QFont:
    smaller = QFont(font)
    smaller.setPointSizeF(font.pointSizeF() * share)
    return smaller


def _cut(lines: Sequence[str], font: QFont, width: float) -> list[str]:
    """Return the lines, each elided at `width` pixels."""
    metrics = QFontMetricsF(font)
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]


def _paint_marks(
    painter: QPainter, picture: QRectF, marks: str, fill: QColor, font: QFont, *, on_picture: bool
) -> None:
    """Paint what is on the card besides its kind, such as its number: large, or on a disc in a corner of a picture."""
    painter.save()
    bold = _smaller(font, 1.2 if on_picture else 1.5)
    bold.setBold(True)
    if on_picture:
        metrics = QFontMetricsF(bold)
        sign = QRectF(0, 0, max(metrics.horizontalAdvance(marks) + 8, metrics.height() + 2), metrics.height() + 2)
        sign.moveTopRight(picture.topRight() + QPointF(-2, 2))
        painter.setPen(QPen(QColor("#1e150d"), 1.2))
        painter.setBrush(QColor("#fffdf6"))
        painter.drawRoundedRect(sign, sign.height() / 2, sign.height() / 2)
        painter.setPen(QColor("#1e150d"))
        painter.setFont(_fitting(bold, marks, picture.width() - 8))
        painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, marks)
    else:
        painter.setFont(_fitting(bold, marks, picture.width() - 4))
        painter.setPen(text_colour_on(fill))
        painter.drawText(picture, Qt.AlignmentFlag.AlignCenter, marks)
    painter.restore()


def paint_back(painter: QPainter, box: QRectF, context: TableContext, text: str = "", piece: str = "") -> None:
    """Paint the back of a card, with `text` in its middle; `piece` is the name of the piece in the rules."""
    hexagonal = piece in context.look.hexagonal
    outline = _hexagon(box) if hexagonal else _rounded(box)
    colour = _back_colour(context)
    if hexagonal:
        painter.fillPath(outline.translated(0, box.width() * _THICK), blended(colour, QColor("#000000"), 0.5))
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    drawing = context.look.backs.get(piece)
    if drawing is None or not paint_drawing_in(painter, drawing, box, fills=True):
        _paint_abstract_back(painter, box, colour, outline)
    painter.restore()
    if text:
        _paint_back_text(painter, box, text, colour)
    _edge(painter, outline, blended(colour, QColor("#000000"), 0.35))


_THICK = 0.06  #: thickness of a tile, in relation to its width


def _hexagon(box: QRectF) -> QPainterPath:
    """Return a hex with round corners and a corner above, as wide as a box, in its middle."""
    middle, across = box.center(), min(box.width() / 2, box.height() / 2 * math.sqrt(0.75))
    reach = across / math.sqrt(0.75)
    turns = (math.radians(60 * side - 90) for side in range(6))
    corners = [(middle.x() + reach * math.cos(turn), middle.y() + reach * math.sin(turn)) for turn in turns]
    return rounded(corners, box.width() * 0.06)


def _back_colour(context: TableContext) -> QColor:
    """Return a deep colour that suits the background of the game's boards."""
    ground = QColor(context.look.background(sea=False).light)
    saturation, lightness = (
        min(max(ground.hslSaturationF(), 0.35), 0.6),
        min(max(ground.lightnessF() * 0.42, 0.2), 0.32),
    )
    return QColor.fromHslF(max(ground.hslHueF(), 0.0), saturation, lightness)


def _paint_abstract_back(painter: QPainter, box: QRectF, colour: QColor, outline: QPainterPath) -> None:
    """Paint a frame along an outline, a lattice and a round seal."""
    cream = QColor("#fbf1de")
    painter.fillRect(box, cream)
    margin = max(2.0, box.width() * 0.06)
    whole, inner = outline.boundingRect(), box.adjusted(margin, margin, -margin, -margin)
    across, down = 1 - 2 * margin / whole.width(), 1 - 2 * margin / whole.height()
    middle = box.center()
    smaller = QTransform(across, 0, 0, down, middle.x() * (1 - across), middle.y() * (1 - down))
    shade = QLinearGradient(inner.topLeft(), inner.bottomRight())
    shade.setColorAt(0, blended(colour, cream, 0.22))
    shade.setColorAt(1, colour)
    field = smaller.map(outline)
    painter.fillPath(field, shade)
    painter.save()
    painter.setClipPath(field, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = QColor(cream)
    line.setAlphaF(0.3)
    painter.setPen(QPen(line, max(0.8, box.width() / 90)))
    step = max(box.width() / 6, 4.0)
    count = int((box.width() + box.height()) / step) + 1
    for index in range(count):
        x = inner.left() + index * step
        painter.drawLine(QPointF(x, inner.top()), QPointF(x - inner.height(), inner.bottom()))
        painter.drawLine(QPointF(x - inner.height(), inner.top()), QPointF(x, inner.bottom()))
    painter.restore()
    radius = box.width() * 0.22
    painter.setPen(QPen(cream, max(1.0, box.width() / 40)))
    painter.setBrush(colour)
    painter.drawEllipse(box.center(), radius, radius)
    painter.setBrush(cream)
    painter.setPen(Qt.PenStyle.NoPen)
    diamond = QPainterPath(box.center() - QPointF(0, radius * 0.6))
    for dx, dy in ((0.45, 0.0), (0.0, 0.6), (-0.45, 0.0)):
        diamond.lineTo(box.center() + QPointF(dx * radius, dy * radius))
    diamond.closeSubpath()
    painter.drawPath(diamond)


def _paint_back_text(painter: QPainter, box: QRectF, text: str, colour: QColor) -> None:
    painter.save()
    font = QFont(painter.font())
    font.setBold(True)
    metrics = QFontMetricsF(font)
    seal = QRectF(0, 0, max(metrics.horizontalAdvance(text) + 12, metrics.height() + 8), metrics.height() + 8)
    seal.moveCenter(box.center())
    painter.setPen(QPen(colour, 1.4))
    painter.setBrush(QColor("#fbf1de"))
    painter.drawRoundedRect(seal, seal.height() / 2, seal.height() / 2)
    painter.setPen(blended(colour, QColor("#000000"), 0.4))
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
