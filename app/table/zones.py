"""The cards: one's own hand face up, piles with their back and how many are left, discards with the last one on top."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.table.cardface import card_text, paint_back, paint_face
from app.table.flow import FlowLayout
from app.table.tone import Tone
from dsl.engine.view import PieceView, View, ZoneView

_WIDTH, _HEIGHT = 58, 76
_LARGEST = 1.6  #: cards grow with the reader's text up to so many times
_WRAPPED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom) | int(Qt.TextFlag.TextWordWrap)
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
            return tone.named(self.title, face)
        return tone.named(self.title, f"{cards}, {face}")


def heaps(view: View, tone: Tone, known: frozenset[str]) -> tuple[Heap, ...]:
    """What to show of the zones: the viewer's own card by card, then those of the table. Zones of the table that have
    been empty all along (`known` names the others) are left out."""
    made: list[Heap] = []
    for zone in view.zones:
        if zone.owner and zone.owner == view.seat:
            title = tone.texts("table.zones.own", zone=tone.words.name(zone.name))
            made += [Heap(title, piece, 1, card_text(piece)) for piece in zone.pieces]
        elif not zone.owner and (zone.size or zone.name in known):
            made.append(_pile(zone, tone))
    return tuple(made)


def _pile(zone: ZoneView, tone: Tone) -> Heap:
    return Heap(tone.words.name(zone.name).capitalize(), zone.pieces[-1] if zone.pieces else None, zone.size)


class HeapWidget(QWidget):
    """One card or pile.

    Signals:
        touched: The card was clicked or Enter pressed on it; carries how it is written.
    """

    touched = Signal(str)

    def __init__(self, heap: Heap, tone: Tone, selectable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heap, self._tone, self._selectable = heap, tone, selectable
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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
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
        for depth in range(min(2, heap.size - 1), 0, -1):
            paint_back(painter, box.translated(2 * depth, -2 * depth), self._tone)
        if heap.hidden:
            paint_back(painter, box, self._tone, str(heap.size))
            return
        paint_face(painter, box, heap.top, self._tone, font)


class ZonesPanel(QFrame):
    """All cards that this seat may see.

    Signals:
        touched: A card was chosen by click or Enter; carries how it is written ("" for piles).
    """

    touched = Signal(str)

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._known: frozenset[str] = frozenset()
        self._flow = FlowLayout(spacing=4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(self._flow)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    @property
    def widgets(self) -> tuple[HeapWidget, ...]:
        """The cards and piles, in order."""
        found = (self._flow.itemAt(index) for index in range(self._flow.count()))
        return tuple(widget for item in found if item and isinstance(widget := item.widget(), HeapWidget))

    def present(self, view: View, selectable: frozenset[str]) -> None:
        """Show the zones of `view`; cards written as in `selectable` may be chosen now."""
        self._known |= {zone.name for zone in view.zones if zone.size and not zone.owner}
        shown = heaps(view, self._tone, self._known)
        self._flow.clear()
        made = [HeapWidget(heap, self._tone, bool(heap.value) and heap.value in selectable) for heap in shown]
        for each in made:
            each.touched.connect(self.touched)
            self._flow.addWidget(each)
        lines = max((each.lines_wanted for each in made), default=1)
        for each in made:
            each.lines = lines
        self.setVisible(bool(shown))
