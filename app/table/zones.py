"""The cards: one's own hand face up, piles with their back and how many are left, discards with the last one on top."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from app.parts import button, row
from app.table.cardface import card_text, paint_back, paint_face
from app.table.emblems import REACH, paint_emblem
from app.table.figures import figure_emblem, stands_as_figure
from app.table.flow import FlowLayout
from app.table.thing import readings
from app.table.tone import Tone
from app.table.tones import DAY, NIGHT
from dsl.engine.view import PieceView, View, ZoneView

_WIDTH, _HEIGHT = 58, 76
_LARGEST = 1.6  #: cards grow with the reader's text up to so many times
_WRAPPED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom) | int(Qt.TextFlag.TextWordWrap)
_MANY = 10  #: from so many pieces of one's own on, equal ones are shown together
_LINE = 16.0  #: the height of a line for which the measures hold


@dataclass(frozen=True, slots=True)
class Heap:
    """What one card of the panel shows: a single card, or a pile by its top."""

    title: str
    top: PieceView | None  #: None: an empty place
    size: int
    value: str = ""  #: how the card is written when it can be chosen itself

    @property
    def hidden(self) -> bool:
        """Whether the back is up."""
        return self.top is not None and not self.top.kind

    def spoken(self, tone: Tone) -> str:
        """The heap in words."""
        if self.top is None:
            return tone.named(self.title, tone.texts("table.zones.empty"))
        cards = tone.texts.count("table.zones.cards", self.size)
        if self.hidden:
            return tone.named(self.title, cards)
        face = tone.words.name(self.top.kind)
        if self.value:
            many = f"{self.size} {tone.words.name(self.top.kind, self.size)}"
            return tone.named(self.title, face if self.size == 1 else many)
        return tone.named(self.title, f"{cards}, {face}")


def heaps(view: View, tone: Tone, known: frozenset[str]) -> tuple[Heap, ...]:
    """What to show of the zones: the viewer's own card by card (equal figures, and equal ones of very many, together),
    then those of the table. Zones of the table that have been empty all along (`known` names the others) are left out.
    """
    made: list[Heap] = []
    for zone in view.zones:
        if zone.owner and zone.owner == view.seat:
            made += _own(zone, tone)
        elif zone.owner not in view.colours and (zone.size or zone.name in known):
            made.append(_pile(zone, tone))
    return tuple(made)


def _own(zone: ZoneView, tone: Tone) -> list[Heap]:
    title = tone.texts("table.zones.own", zone=tone.words.name(zone.name))
    together = len(zone.pieces) > _MANY or any(stands_as_figure(piece, tone.look) for piece in zone.pieces)
    amounts = list(Counter(zone.pieces).items()) if together else [(piece, 1) for piece in zone.pieces]
    return [Heap(title, piece, amount, card_text(piece)) for piece, amount in amounts]


def _pile(zone: ZoneView, tone: Tone) -> Heap:
    title = tone.words.name(zone.name).capitalize()
    if zone.owner:  # one of several that are told apart by a kind
        title = f"{title}, {tone.words.name(zone.owner)}"
    return Heap(title, zone.pieces[-1] if zone.pieces else None, zone.size)


class HeapWidget(QWidget):
    """One card or pile.

    Signals:
        touched: The card was clicked or Enter pressed on it; carries how it is written.
        carried: A card that may be chosen is dragged; carries how it is written, and where on the screen it is.
        dropped: It was let go; carries the same.
    """

    touched = Signal(str)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, heap: Heap, tone: Tone, selectable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heap, self._tone, self._selectable = heap, tone, selectable
        self._pressed: QPoint | None = None
        self._carries = False
        self.lines = 1  #: that the title may take
        spoken = heap.spoken(tone)
        self.setAccessibleName(spoken)
        self.setToolTip(spoken)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def heap(self) -> Heap:
        """What it shows."""
        return self._heap

    def sizeHint(self) -> QSize:  # noqa: D102
        card, line = self._card_size(), QFontMetricsF(self._small()).height()
        return QSize(round(card.width()) + 8, round(card.height() + self.lines * line) + 10)

    @property
    def lines_wanted(self) -> int:
        """How many lines its title takes."""
        metrics = QFontMetricsF(self._small())
        room = QRectF(0, 0, self.sizeHint().width(), 1000)
        return round(metrics.boundingRect(room, _WRAPPED, self._heap.title).height() / metrics.height())

    def _card_size(self) -> QSizeF:
        grown = QFontMetricsF(self.font()).height() / _LINE
        return QSizeF(_WIDTH, _HEIGHT) * min(max(grown, 1.0), _LARGEST)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._carries = event.position().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if self._pressed is None or not self._selectable:
            return
        far = (event.position().toPoint() - self._pressed).manhattanLength()
        self._carries = self._carries or far >= QApplication.startDragDistance()
        if self._carries:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.carried.emit(self._heap.value, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        pressed, self._pressed = self._pressed, None
        if pressed is not None and self._carries:
            self._carries = False
            self.unsetCursor()
            self.dropped.emit(self._heap.value, event.globalPosition().toPoint())
        elif event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.touched.emit(self._heap.value)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.touched.emit(self._heap.value)
        else:
            super().keyPressEvent(event)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.9)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._small()
        room, card = self.lines * QFontMetricsF(font).height(), self._card_size()
        box = QRectF(QPointF((self.width() - card.width()) / 2, room + 4), card)
        painter.setFont(font)
        painter.setPen(QColor(self._tone.theme.soft_ink))
        words = (self._cut(word, font) for word in self._heap.title.split(" "))
        painter.drawText(QRectF(0, 0, self.width(), room), _WRAPPED, " ".join(words))
        self._paint_card(painter, box, font)
        if self._selectable or self.hasFocus():
            pen = painter.pen()
            pen.setColor(QColor(self._tone.theme.accent))
            pen.setWidthF(3.0)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 8, 8)

    def _cut(self, text: str, font: QFont) -> str:
        return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, self.width())

    def _paint_card(self, painter: QPainter, box: QRectF, font: QFont) -> None:
        heap = self._heap
        if heap.top is None:
            painter.setPen(QColor(self._tone.theme.line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 7, 7)
            return
        if stands_as_figure(heap.top, self._tone.look) and not heap.hidden:
            self._paint_figure(painter, box, heap.top, font)
            return
        for depth in range(min(2, heap.size - 1), 0, -1):
            paint_back(painter, box.translated(2 * depth, -2 * depth), self._tone)
        if heap.hidden:
            paint_back(painter, box, self._tone, str(heap.size))
            return
        paint_face(painter, box, heap.top, self._tone, font)

    def _paint_figure(self, painter: QPainter, box: QRectF, piece: PieceView, font: QFont) -> None:
        """A figure that waits looks as it does on the board, with its name below and how many of it there are."""
        strip = QFontMetricsF(font).height() + 2
        painter.save()
        painter.translate(box.center().x(), (box.top() + box.bottom() - strip) / 2)
        tones = NIGHT if self._tone.theme.dark else DAY
        radius = min(box.width(), box.height() - strip) / 2 / REACH
        paint_emblem(painter, figure_emblem(piece, self._tone.look, self._heap.size), radius, tones)
        painter.restore()
        name = self._tone.words.name(piece.kind or piece.piece).capitalize()
        painter.setPen(QColor(self._tone.theme.ink))
        place = QRectF(box.left(), box.bottom() - strip, box.width(), strip)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._cut(name, font))


class ZonesPanel(QFrame):
    """All cards that this seat may see.

    Signals:
        touched: A card was chosen by click or Enter; carries how it is written ("" for piles).
        carried, dropped: As those of a HeapWidget.
    """

    touched = Signal(str)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._known: frozenset[str] = frozenset()
        self._flow = FlowLayout(spacing=4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(self._flow)
        self.by_chance, self.start_over = button(), button()
        buttons = row(self.by_chance, self.start_over)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self.offer(by_chance=False, start_over=False)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    @property
    def widgets(self) -> tuple[HeapWidget, ...]:
        """The cards and piles, in order."""
        found = (self._flow.itemAt(index) for index in range(self._flow.count()))
        return tuple(widget for item in found if item and isinstance(widget := item.widget(), HeapWidget))

    def offer(self, by_chance: bool, start_over: bool) -> None:
        """Show the buttons that place the rest by chance, and that take everything back."""
        for made, shown in ((self.by_chance, by_chance), (self.start_over, start_over)):
            made.setVisible(shown)
        self.by_chance.setText(self._tone.texts("table.zones.chance"))
        self.start_over.setText(self._tone.texts("table.zones.over"))
        self.setVisible(bool(self.widgets) or by_chance or start_over)

    def piece(self, text: str) -> PieceView | None:
        """The piece that is written so, if one of these cards shows it."""
        return next((each.heap.top for each in self.widgets if each.heap.value == text), None)

    def present(self, view: View, selectable: frozenset[str]) -> None:
        """Show the zones of `view`; cards written as in `selectable` may be chosen now."""
        self._known |= {zone.name for zone in view.zones if zone.size and zone.owner not in view.colours}
        shown = heaps(view, self._tone, self._known)
        self._flow.clear()
        made = [
            HeapWidget(heap, self._tone, any(text in selectable for text in readings(heap.value))) for heap in shown
        ]
        for each in made:
            each.touched.connect(self.touched)
            each.carried.connect(self.carried)
            each.dropped.connect(self.dropped)
            self._flow.addWidget(each)
        lines = max((each.lines_wanted for each in made), default=1)
        for each in made:
            each.lines = lines
        self.setVisible(bool(shown))
