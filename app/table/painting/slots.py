"""Painter of slots: places for cards in a row beside a board, with picture, name, and the owner of what lies there."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QLinearGradient, QPainter, QPainterPath, QPen

from app.appearance.board_plan import Box
from app.appearance.drawings import inked, paint_drawing_in
from app.base.widgets import capital, wrap_lines
from app.table.model.board_layout import SlotParts, slot_parts
from app.table.painting.cells import polygon, round_pen
from app.table.painting.item_models import UNKNOWN_KIND, CellModel
from app.table.painting.palette import Palette, text_colour_on
from app.table.painting.path_painting import seed_of, shadow_steps
from app.table.painting.pieces import least_text, text_path, zoom_of
from app.table.painting.soil import Soil, paint_soil
from app.table.painting.surfaces import Steps, with_alpha

SLOT_CORNER = 14.0  #: radius of the corners of a slot, in scene units
_PICTURE_CORNER = 9.0
_PICTURES = (1.3, 1.0, 0.78)  #: width of a picture, in heights of a wide slot: the first that leaves room for the name
_TITLE, _NOTE = 0.185, 0.165  #: size of a name and of an owner's name, in heights of a slot
_SMALL_SLOT = 0.13  #: size of a name below a picture
_BADGE = 0.17  #: radius of the sign of a kind, in heights of a slot
_BADGE_SIGN = 0.62  #: of its diameter that the sign fills
_MOST_LINES = 2
_FEWEST_LETTERS = 5  #: a name is cut if so many letters of it fit
_LIGHT, _DARK = "#fffaf0", "#2a221c"  #: paper
_LINE = QColor("#7d6238")
_SIGN_GROUND = "#3d352c"
_AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class _Caption:
    """A text in lines, with its font."""

    lines: tuple[str, ...]
    font: QFont

    @property
    def height(self) -> float:
        """The height of all lines."""
        return QFontMetricsF(self.font).height() * len(self.lines)


def slot_steps(painter: QPainter, model: CellModel, palette: Palette) -> Steps:
    """Paint a slot around the origin: an empty place with its name, or a card with picture and name for the tile."""
    box = polygon(model.geometry.outline(1.0)).boundingRect()
    card = QPainterPath()
    card.addRoundedRect(box, SLOT_CORNER, SLOT_CORNER)
    if model.ground is None:
        _paint_empty(painter, box, card, model, palette)
        return
    yield from shadow_steps(painter, card, 9, 0.36, 4)
    paper = QColor(_DARK if palette.dark else _LIGHT)
    shade = QLinearGradient(box.topLeft(), box.bottomLeft())
    shade.setColorAt(0, paper.lighter(104))
    shade.setColorAt(1, paper.darker(104))
    painter.fillPath(card, shade)
    parts, caption = _with_caption(painter, box, model)
    picture = _around(parts.picture) if caption is not None else box.adjusted(5, 5, -5, -5)
    _paint_picture(painter, picture, model, palette)
    yield
    if caption is not None:
        _paint_words(painter, parts, caption, model, text_colour_on(paper))
    _paint_sign(painter, picture, box, model, paper)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_LINE, 0.7), 1.4))
    painter.drawPath(card)


def _paint_empty(painter: QPainter, box: QRectF, card: QPainterPath, model: CellModel, palette: Palette) -> None:
    """Paint a place without a card: a dashed outline on a veil, the name of the place, and whose thing is there."""
    opaque = palette.high_contrast
    fill = QColor((model.terrain or UNKNOWN_KIND).fill.on(palette.dark)) if opaque or model.terrain else None
    veil = fill or QColor(_DARK if palette.dark else _LIGHT)
    painter.fillPath(card, veil if opaque else with_alpha(veil, 0.55 if palette.dark else 0.42))
    ink = text_colour_on(veil)
    pen = QPen(with_alpha(ink, 0.45), 1.8, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([3.5, 3.0])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(card)
    slot = model.slot
    if slot is None:
        return
    parts = slot_parts(box.width(), box.height())
    room = _around(parts.picture) if parts.wide else box.adjusted(5, 0, -5, 0)
    named = _fitted(
        painter, capital(slot.name), room.size().toTuple(), _font(painter, _NOTE * _size_of(box), bold=False)
    )
    if named is not None:
        high = QFontMetricsF(named.font).height()
        below = (
            room if parts.wide or not slot.things else QRectF(box.left(), box.bottom() - high - 6, box.width(), high)
        )
        _write(painter, named, below, with_alpha(ink, 0.85), Qt.AlignmentFlag.AlignCenter)
    if parts.wide:
        strip = _around(parts.strip)
        strip.moveCenter(QPointF(strip.center().x(), box.center().y()))
        _paint_owner(painter, strip, model, ink)


def _with_caption(painter: QPainter, box: QRectF, model: CellModel) -> tuple[SlotParts, _Caption | None]:
    """Return the parts of a card, and its name in the largest size that fits; without a name if none is readable."""
    text = capital(model.caption)
    found = slot_parts(box.width(), box.height())
    font = _font(painter, (_TITLE if found.wide else _SMALL_SLOT) * _size_of(box), bold=True)
    for picture in _PICTURES if found.wide else _PICTURES[:1]:
        found = slot_parts(box.width(), box.height(), picture)
        room = _room_for_title(found, model)
        caption = _fitted(painter, text, (room.width(), room.height()), font)
        if caption is not None:
            return found, caption
    room = _room_for_title(found, model)
    smallest = _font(painter, 0.0, bold=True)
    metrics = QFontMetricsF(smallest)
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    readable = len(cut) > _FEWEST_LETTERS and metrics.height() <= room.height() + 1
    return found, _Caption((cut,), smallest) if readable else None


def _room_for_title(parts: SlotParts, model: CellModel) -> QRectF:
    """Return the room for the name: in a wide slot above the things, if there are any."""
    room = _around(parts.words)
    if parts.wide and model.slot is not None and model.slot.things:
        room.setBottom(_around(parts.strip).top() + room.height() * 0.06)
    return room


def _paint_words(painter: QPainter, parts: SlotParts, caption: _Caption, model: CellModel, ink: QColor) -> None:
    """Write the name, and beside the things whose they are."""
    centred = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    _write(
        painter, caption, _room_for_title(parts, model), ink, centred if parts.wide else Qt.AlignmentFlag.AlignCenter
    )
    if parts.wide:
        _paint_owner(painter, _around(parts.strip), model, ink)


def _paint_owner(painter: QPainter, strip: QRectF, model: CellModel, ink: QColor) -> None:
    """Write the name of the player whose things lie on the left of a strip, right of them."""
    slot = model.slot
    if slot is None or not slot.owner or not slot.things:
        return
    taken = slot.things * strip.height() + strip.height() * 0.1
    room = strip.adjusted(taken, 0, 0, 0)
    font = _font(painter, _NOTE * strip.height() / 0.34, bold=False)
    text = QFontMetricsF(font).elidedText(slot.owner, Qt.TextElideMode.ElideRight, room.width())
    if len(text) > 1:
        _write(painter, _Caption((text,), font), room, with_alpha(ink, 0.8), _AT_LEFT)


def _paint_picture(painter: QPainter, picture: QRectF, model: CellModel, palette: Palette) -> None:
    """Paint the picture of the tile in a frame: its drawing, or its ground and letter."""
    if model.ground is None:
        return
    frame = QPainterPath()
    frame.addRoundedRect(picture, _PICTURE_CORNER, _PICTURE_CORNER)
    soil = Soil.of(model.ground, dark=palette.dark)
    painter.save()
    painter.setClipPath(frame, Qt.ClipOperation.IntersectClip)
    if not (soil.art and paint_drawing_in(painter, soil.art[0], picture, fills=True)):
        paint_soil(painter, frame, soil, seed_of(model.caption))
        size = min(picture.width(), picture.height()) * 0.5
        text = text_path(model.ground.letter, size, picture.center())
        painter.fillPath(text, with_alpha(text_colour_on(QColor(soil.fill)), 0.75))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(with_alpha(_LINE, 0.9), 1.6))
    painter.drawPath(frame)


def _paint_sign(painter: QPainter, picture: QRectF, box: QRectF, model: CellModel, paper: QColor) -> None:
    """Paint the sign of the kind on a dark disc at the upper right corner of the picture, if it has a picture, too."""
    ground = model.ground
    if ground is None or ground.icon is None or not ground.art:
        return
    radius = _BADGE * _size_of(box)
    middle = QPointF(picture.right(), picture.top() + radius * 0.9)
    painter.setPen(QPen(paper, radius * 0.16))
    painter.setBrush(QColor(_SIGN_GROUND))
    painter.drawEllipse(middle, radius, radius)
    side = 2 * radius * _BADGE_SIGN
    sign = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
    paint_drawing_in(painter, ground.icon, sign, inked(_LIGHT))


def _size_of(box: QRectF) -> float:
    """Return the length to which the sizes on a slot are proportional."""
    return min(box.height(), box.width())


def _around(box: Box) -> QRectF:
    x, y, width, height = box
    return QRectF(x - width / 2, y - height / 2, width, height)


def _font(painter: QPainter, size: float, *, bold: bool) -> QFont:
    """Return the font of texts, of a size in scene units, but not smaller than text may be on the screen."""
    font = QFont(QGuiApplication.font())
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    font.setPixelSize(max(math.ceil(least_text(zoom_of(painter)) - 0.5), round(size), 1))
    return font


def _fitted(painter: QPainter, text: str, room: tuple[float, float], font: QFont) -> _Caption | None:
    """Return a text in as many lines as it needs, smaller than in `font` if it must be; None if no size fits."""
    width, height = room
    least = math.ceil(least_text(zoom_of(painter)) - 0.5)
    for pixels in range(max(font.pixelSize(), least), least - 1, -1):
        font.setPixelSize(max(pixels, 1))
        metrics = QFontMetricsF(font)
        lines = wrap_lines(text, metrics, width)
        fits = len(lines) <= _MOST_LINES and metrics.height() * len(lines) <= height + 1
        if fits and all(metrics.horizontalAdvance(line) <= width for line in lines):
            return _Caption(tuple(lines), QFont(font))
    return None


def _write(painter: QPainter, caption: _Caption, room: QRectF, ink: QColor, alignment: Qt.AlignmentFlag) -> None:
    painter.setFont(caption.font)
    painter.setPen(ink)
    flags = int(alignment) | int(Qt.TextFlag.TextDontClip)
    painter.drawText(room, flags, "\n".join(caption.lines))
