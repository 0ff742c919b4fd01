"""Cards side by side under the name of their zone: each can be seen and chosen, overlapping where there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.parts import label
from app.table.heap import Heap, HeapWidget
from app.table.thing import readings
from app.table.tone import Tone

_LEAST = 0.3  #: of a card that is seen at least of each but the last; beyond that there is another row
_GAP = 2


@dataclass(frozen=True, slots=True)
class Spread:
    """What a fan shows: the cards of one zone."""

    title: str
    heaps: tuple[Heap, ...]


class Fan(QWidget):
    """The cards of one zone. The arrow keys go from card to card.

    Signals:
        touched, carried, dropped: As those of a HeapWidget.
    """

    touched = Signal(str)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, spread: Spread, tone: Tone, selectable: frozenset[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spread = spread
        self.setAccessibleName(spread.title)
        title = label("soft")
        title.setText(spread.title)
        title.setVisible(bool(spread.title))
        self.cards: list[HeapWidget] = []
        self._row = _Row(self.cards)
        for heap in spread.heaps:
            made = HeapWidget(heap, tone, any(text in selectable for text in readings(heap.value)), self._row)
            made.lines = 0
            made.touched.connect(self.touched)
            made.carried.connect(self.carried)
            made.dropped.connect(self.dropped)
            self.cards.append(made)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(title)
        layout.addWidget(self._row)

    def set_scale(self, scale: float) -> None:
        """Draw the cards in another size."""
        for card in self.cards:
            card.scale = scale
            card.update()
        self._row.arrange()
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: from card to card."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        now = next((place for place, card in enumerate(self.cards) if card.hasFocus()), None)
        if step is None or now is None or not 0 <= now + step < len(self.cards):
            super().keyPressEvent(event)
        else:
            self.cards[now + step].setFocus(Qt.FocusReason.TabFocusReason)


class _Row(QWidget):
    """Where the cards lie: side by side, closer together in little room, in several rows in very little."""

    def __init__(self, cards: Sequence[HeapWidget]) -> None:
        super().__init__()
        self._cards = cards
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _card(self) -> QSize:
        sizes = [card.sizeHint() for card in self._cards] or [QSize(0, 0)]
        return QSize(max(size.width() for size in sizes), max(size.height() for size in sizes))

    def sizeHint(self) -> QSize:
        """Override QWidget: all cards side by side."""
        card = self._card()
        return QSize(len(self._cards) * (card.width() + _GAP), card.height())

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: a card."""
        return self._card()

    def heightForWidth(self, width: int) -> int:
        """Override QWidget: as many rows as it takes."""
        return max(1, len(self._places(width)[1])) * self._card().height()

    def _places(self, width: int) -> tuple[int, list[int]]:
        """Return from card to card how far it is, and how many cards each row has."""
        card, amount = self._card(), len(self._cards)
        if amount < 2:
            return 0, [amount]
        most = 1 + max(0, int((width - card.width()) / max(1.0, card.width() * _LEAST)))
        rows = -(-amount // most)
        share, rest = divmod(amount, rows)
        counts = [share + (row < rest) for row in range(rows)]
        step = (width - card.width()) // max(1, counts[0] - 1)
        return min(card.width() + _GAP, step), counts

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: as much room as there is now."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Lay the cards out, those to the right above those to the left."""
        card = self._card()
        step, counts = self._places(self.width())
        left = iter(self._cards)
        for row, count in enumerate(counts):
            for place in range(count):
                each = next(left, None)
                if each is not None:
                    each.setGeometry(QRect(QPoint(place * step, row * card.height()), card))
                    each.raise_()
        self.updateGeometry()
