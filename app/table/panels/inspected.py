"""Panel in the sidebar with the thing under the pointer, or the chosen one: picture, values, and who sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from app.appearance.fonts import SMALL_TEXT, title_font
from app.appearance.icons import SIDE, program_icon
from app.base.widgets import capital, wrap_lines
from app.session.rules_summary import KindFact
from app.table.context import TableContext
from app.table.painting.palette import text_colour_on
from app.table.painting.thing_pictures import paint_thing
from app.table.panels.enlarged import Inspected
from dsl.match.view import PieceView

_LINES = 9.4  #: height of the panel, in lines of text
_MARGIN, _GAP = 16.0, 12.0  #: pixels at the edges, and between the parts
_PICTURE = 4.9  #: side of the picture, in lines of text
_FRAME = 3.0  #: width of the frame of the picture, in pixels
_MOST_FACTS = 3
_CHIP = (2.1, 1.5)  #: width and height of a number on its ground, in lines of text
_LINGER = 350  #: milliseconds that a thing stays after the pointer has left it


@dataclass(frozen=True, slots=True)
class Fact:
    """A number about a kind of piece, as the panel shows it."""

    value: str
    name: str
    ground: str = ""  #: colour as #rrggbb; empty: that of the program


def shown_facts(facts: Sequence[KindFact], numbers: Sequence[tuple[str, str]], context: TableContext) -> list[Fact]:
    """Return at most three facts: those first that the look writes on the piece, in the colours that it has there."""
    values, written = [str(fact.value) for fact in facts], [number for number, _ in numbers]
    starts = range(len(values) - len(written) + 1) if written else ()
    start = next((at for at in starts if values[at : at + len(written)] == written), None)
    grounds: dict[int, str] = {}
    for rank, (_, kind) in enumerate(numbers if start is not None else ()):
        known = next((kinds[kind] for kinds in context.look.pieces.values() if kind in kinds), None)
        grounds[(start or 0) + rank] = known.fill.on(context.theme.dark) if known is not None else ""
    order = sorted(range(len(facts)), key=lambda at: at not in grounds)
    return [Fact(values[at], facts[at].name, grounds.get(at, "")) for at in order[:_MOST_FACTS]]


class InspectedPanel(QFrame):
    """Card with one thing. It keeps its size whatever it shows, and leaves the mouse to what it may cover.

    What the pointer is on goes before what is chosen; where the panel has a room of its own (`stays`), it keeps the
    last thing afterwards.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.stays = False
        self._context: TableContext | None = None
        self._pointed: Inspected | None = None
        self._chosen: Inspected | None = None
        self._last: Inspected | None = None
        self._viewer = ""
        self._leaving = QTimer(self, singleShot=True, interval=_LINGER)
        self._leaving.timeout.connect(self._leave)
        self.hide()

    @property
    def shown(self) -> Inspected | None:
        """The thing that is shown; None: the panel is empty or hidden."""
        return self._pointed or self._chosen or (self._last if self.stays else None)

    @property
    def needed_height(self) -> int:
        """The height of the panel in pixels, whatever it shows."""
        return round(self.fontMetrics().lineSpacing() * _LINES)

    def point(self, inspected: Inspected | None) -> None:
        """Show what the pointer is on now; nothing stays a moment, because the pointer is on its way."""
        if inspected is None:
            if self._pointed is not None and not self._leaving.isActive():
                self._leaving.start()
            return
        self._leaving.stop()
        if inspected != self._pointed:
            self._pointed = self._last = inspected
            self._refresh()

    def choose(self, inspected: Inspected | None, viewer: str) -> None:
        """Show what is chosen, while the pointer is on nothing else; `viewer` is the colour of the seat that sees."""
        if (inspected, viewer) != (self._chosen, self._viewer):
            self._chosen, self._viewer = inspected, viewer
            self._last = inspected or self._last
            self._refresh()

    def suggest(self, inspected: Inspected) -> None:
        """Show something as long as nothing has been inspected yet, if the panel has a room of its own."""
        if self._last is None:
            self._last = inspected
            self._refresh()

    def set_context(self, context: TableContext) -> None:
        """Forget everything, and use another language and look."""
        self._context = context
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._leaving.stop()
        self._pointed = self._chosen = self._last = None
        self._refresh()

    def set_stays(self, stays: bool) -> None:
        """Set whether the panel has a room of its own."""
        if stays != self.stays:
            self.stays = stays
            self._refresh()

    def _leave(self) -> None:
        self._pointed = None
        self._refresh()

    def _refresh(self) -> None:
        shown = self.shown
        self.setVisible(self.stays or shown is not None)
        self.setAccessibleName(shown.description.text.replace("\n", ". ") if shown is not None else "")
        if self.isVisible():
            self.raise_()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QFrame: paint the card and the thing."""
        super().paintEvent(event)
        context, shown = self._context, self.shown
        if context is None:
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        room = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN * 0.7, -_MARGIN, -_MARGIN * 0.7)
        if shown is None:
            painter.setPen(QColor(context.theme.soft_ink))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(room, flags, context.texts("thing.inspect"))
            return
        room.setTop(self._paint_title(painter, room, shown, context) + _GAP * 0.4)
        side = _PICTURE * self.fontMetrics().lineSpacing()
        picture = QRectF(room.left(), room.top(), side, side)
        self._paint_picture(painter, picture, shown, context)
        beside = QRectF(picture.right() + _GAP + 4, picture.top(), room.right() - picture.right() - _GAP - 4, side)
        left = self._paint_facts(painter, beside, shown, context)
        below = QRectF(room.left(), picture.bottom() + _GAP * 0.6, room.width(), room.bottom() - picture.bottom())
        self._paint_lines(painter, beside.adjusted(0, left, 0, 0), below, shown, context)

    def _paint_title(self, painter: QPainter, room: QRectF, shown: Inspected, context: TableContext) -> float:
        """Write the name, and at the right whose it is or what it is; return the lower end."""
        thing, words = shown.thing, context.words
        if isinstance(thing, PieceView) and thing.kind:
            name = capital(
                " ".join(p for p in (words.name(thing.kind), words.marks(thing.piece, dict(thing.facing))) if p)
            )
            what = capital(words.name(thing.piece)) if thing.kind != thing.piece else ""
        else:
            name, what = shown.description.title, ""
        owner = thing.owner
        if owner:
            what = capital(context.texts("table.players.you")) if owner == self._viewer else context.on_board(owner)
        heading = title_font(self.font(), 1.2)
        metrics, small = QFontMetricsF(heading), self._small()
        right = QFontMetricsF(small).horizontalAdvance(what)
        painter.setFont(heading)
        painter.setPen(QColor(context.theme.ink))
        line = QRectF(room.left(), room.top(), room.width(), metrics.height())
        cut = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width() - right - _GAP)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
        painter.setFont(small)
        painter.setPen(QColor(context.theme.soft_ink))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), what)
        return line.bottom()

    def _paint_picture(self, painter: QPainter, box: QRectF, shown: Inspected, context: TableContext) -> None:
        """Paint the thing in a frame in the colour of its owner."""
        owner = shown.thing.owner
        line = QColor(context.look.player(owner).fill.on(context.theme.dark) if owner else context.theme.line)
        painter.setPen(QPen(line, _FRAME))
        painter.setBrush(QColor(context.theme.raised))
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 10, 10)
        paint_thing(painter, box.adjusted(6, 6, -6, -6), shown.thing, context, shown.where)

    def _paint_facts(self, painter: QPainter, room: QRectF, shown: Inspected, context: TableContext) -> float:
        """Paint the numbers with their names below each other; return the height that they take."""
        thing = shown.thing
        if not isinstance(thing, PieceView) or not thing.kind:
            return 0.0
        numbers = context.look.kind_of(thing, shown.where.known, shown.where.cell).numbers
        line = self.fontMetrics().lineSpacing()
        width, height = _CHIP[0] * line, _CHIP[1] * line
        taken = 0.0
        for fact in shown_facts(context.facts(thing.piece, thing.kind), numbers, context):
            chip = QRectF(room.left(), room.top() + taken, width, height)
            ground = QColor(fact.ground or context.theme.line)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(chip, 7, 7)
            painter.setPen(text_colour_on(ground))
            painter.setFont(title_font(self.font(), 1.25))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, fact.value)
            painter.setPen(QColor(context.theme.soft_ink))
            painter.setFont(self._small())
            beside = QRectF(chip.right() + 10, chip.top(), room.right() - chip.right() - 10, height)
            _write(painter, wrap_lines(fact.name, QFontMetricsF(painter.font()), beside.width())[:2], beside)
            taken += height + 4
        return taken

    def _paint_lines(
        self, painter: QPainter, beside: QRectF, below: QRectF, shown: Inspected, context: TableContext
    ) -> None:
        """Write what else is known: beside the picture as far as there is room, and below it who sees the thing."""
        thing = shown.thing
        hidden = isinstance(thing, PieceView) and not (thing.kind and thing.open) and shown.where.shape != ""
        painter.setFont(self._small())
        metrics = QFontMetricsF(painter.font())
        if hidden and isinstance(thing, PieceView):
            said = context.texts("thing.secret" if thing.kind else "thing.hidden")
            painter.setPen(QPen(QColor(context.theme.line), 1))
            painter.drawLine(below.topLeft(), below.topRight())
            line = below.adjusted(0, 6, 0, 0)
            line.setHeight(max(metrics.height(), SIDE))
            icon = program_icon("hidden", context.theme.soft_ink)
            icon.paint(painter, line.toRect().adjusted(0, 0, SIDE + 5 - line.toRect().width(), 0))
            painter.setPen(QColor(context.theme.soft_ink))
            text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, line.width() - SIDE - 8)
            painter.drawText(line.adjusted(SIDE + 8, 0, 0, 0), int(Qt.AlignmentFlag.AlignVCenter), text)
        painter.setPen(QColor(context.theme.soft_ink))
        about = [shown.description.about] if shown.description.about else []
        told = {context.texts("thing.secret"), context.texts("thing.hidden")}
        if thing.owner:
            owned = context.texts("thing.owner", player=context.player(thing.owner))
            name = capital(context.words.name(thing.piece if isinstance(thing, PieceView) else thing.counter))
            told |= {owned, f"{name} – {owned}"}  # the picture shows it, and the title says whose it is
        sentences = [each for each in (*about, *shown.description.facts) if each not in told]
        fits = max(0, int(beside.height() // metrics.height()))
        lines = [part for each in sentences for part in wrap_lines(each, metrics, beside.width())]
        beside_lines, rest = lines[:fits], lines[fits:]
        _write(
            painter,
            beside_lines,
            QRectF(beside.left(), beside.top(), beside.width(), len(beside_lines) * metrics.height()),
        )
        if rest and not hidden:
            more = wrap_lines(" ".join(rest), metrics, below.width())
            high = int(below.height() // metrics.height())
            if len(more) > high > 0:
                more[high - 1] = metrics.elidedText(f"{more[high - 1]} …", Qt.TextElideMode.ElideRight, below.width())
            _write(
                painter,
                more[:high],
                QRectF(below.left(), below.top(), below.width(), high * metrics.height()),
                top=True,
            )

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * SMALL_TEXT)
        return font

    def sizeHint(self) -> QSize:
        """Override QFrame: the height of the panel."""
        return QSize(200, self.needed_height)


def _write(painter: QPainter, lines: Sequence[str], room: QRectF, *, top: bool = False) -> None:
    """Write lines below each other at the left of a room, in its middle or at its top."""
    metrics = QFontMetricsF(painter.font())
    cut = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, room.width()) for line in lines]
    upright = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | upright) | int(Qt.TextFlag.TextDontClip), "\n".join(cut))


def inspected_panel_of(widget: QWidget) -> InspectedPanel | None:
    """Return the panel of the table that contains `widget`."""
    parent = widget.parentWidget()
    while parent is not None:
        found = parent.findChild(InspectedPanel, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if found is not None:
            return found
        parent = parent.parentWidget()
    return None
