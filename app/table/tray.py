"""The figures of one's own that wait beside the board, each kind once, as they look when they stand on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.parts import label
from app.table.cardface import card_text
from app.table.emblems import REACH, paint_emblem
from app.table.figures import figure_emblem, stands_as_figure
from app.table.flow import FlowLayout
from app.table.heap import Heap, HeapWidget
from app.table.thing import readings
from app.table.tone import Tone
from app.table.tones import DAY, NIGHT
from app.table.wrapping import capital
from dsl.engine.view import View, ZoneView

_SIDE = 44


@dataclass(frozen=True, slots=True)
class Waiting:
    """The figures that wait in one zone."""

    title: str
    heaps: tuple[Heap, ...]


def waits_there(zone: ZoneView, view: View, tone: Tone) -> bool:
    """Whether a zone holds figures of the viewer's own."""
    own = bool(zone.owner) and zone.owner == view.seat
    return own and any(stands_as_figure(piece, tone.look) and piece.kind for piece in zone.pieces)


def waiting_figures(view: View, tone: Tone) -> tuple[Waiting, ...]:
    """Return what waits, zone by zone."""
    found = []
    for zone in view.zones:
        if waits_there(zone, view, tone):
            title = tone.texts("table.zones.own", zone=tone.words.name(zone.name))
            heaps = (Heap(title, piece, amount, card_text(piece)) for piece, amount in Counter(zone.pieces).items())
            found.append(Waiting(title, tuple(heaps)))
    return tuple(found)


class FigureWidget(HeapWidget):
    """Equal figures: one of them, its name, and how many there are."""

    def sizeHint(self) -> QSize:  # noqa: D102
        side, line = round(_SIDE * self._grown()), round(QFontMetricsF(self._small()).height())
        return QSize(side + 14, side + line + 6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        piece = self.heap.top
        if piece is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._small()
        strip = QFontMetricsF(font).height()
        painter.save()
        painter.translate(self.width() / 2, (self.height() - strip) / 2)
        tones = NIGHT if self._tone.theme.dark else DAY
        radius = (self.height() - strip - 4) / 2 / REACH
        paint_emblem(painter, figure_emblem(piece, self._tone.look, self.heap.size), radius, tones)
        painter.restore()
        painter.setFont(font)
        painter.setPen(QColor(self._tone.theme.ink))
        name = capital(self._tone.words.name(piece.kind or piece.piece))
        place = QRectF(0, self.height() - strip - 2, self.width(), strip)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._cut(name, font))
        self._paint_frame(painter, QRectF(self.rect()).adjusted(3, 3, -3, -3))


class Tray(QWidget):
    """The figures that wait in one zone.

    Signals:
        touched, carried, dropped: As those of a HeapWidget.
    """

    touched = Signal(str)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, waiting: Waiting, tone: Tone, selectable: frozenset[str]) -> None:
        super().__init__()
        title = label("soft")
        title.setText(waiting.title)
        flow = FlowLayout(spacing=2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(title)
        layout.addLayout(flow)
        self.figures: list[HeapWidget] = []
        for heap in waiting.heaps:
            made = FigureWidget(heap, tone, any(text in selectable for text in readings(heap.value)))
            made.touched.connect(self.touched)
            made.carried.connect(self.carried)
            made.dropped.connect(self.dropped)
            flow.addWidget(made)
            self.figures.append(made)
