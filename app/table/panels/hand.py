"""The viewer's hand of cards: a fan at the lower edge of the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from app.table.context import TableContext
from app.table.model.things import readings
from app.table.panels.piles_and_figures import Pile, PileWidget

_CARD = QSizeF(110, 154)
#: Shares of a card's height that are visible at rest: usually, and where there is little room.
VISIBLE = (0.64, 0.5)
_LOW, _SMALL = 760, 0.82  #: in windows lower than this, cards are smaller by this factor
_RAISED = 1.28  #: growth of the card under the pointer or with the focus
_LIFT = 20  #: pixels by which a chosen card is lifted
_STEP = 0.78  #: share of a card's width from card to card, if there is room
_READABLE = 0.42  #: share of a card's width that shows its name
_NARROWEST = 16  #: pixels of a card that are visible in any case
_TURN, _WIDEST_TURN = 2.6, 9.0  #: degrees from card to card, and of the outermost card
_SAG = 12.0  #: pixels by which the outermost cards lie lower
_MARGIN = 6  #: pixels around a card, for its frame and shadow


class HandCard(PileWidget):
    """Card in a hand: turned a little; upright, whole and larger under the pointer or with the focus.

    Signals:
        raised_changed: It is under the pointer or has the focus now, or no longer.
    """

    raised_changed = Signal()

    def __init__(self, pile: Pile, context: TableContext, selectable: bool, chosen: bool, parent: QWidget) -> None:
        super().__init__(pile, context, selectable, parent)
        self.lines = 0
        self.chosen = chosen
        self._size, self._angle = _CARD, 0.0
        self._pointed = False

    @property
    def raised(self) -> bool:
        """Whether it is shown whole and larger."""
        return self._pointed or self.hasFocus()

    def place(self, middle: QPointF, size: QSizeF, angle: float) -> None:
        """Put the middle of the card, of this size and turned by degrees, at a point of the parent."""
        self._size, self._angle = size, angle
        box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        around = QTransform().rotate(angle).mapRect(box).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self.setGeometry(around.translated(middle).toAlignedRect())
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102
        self._pointed = True
        super().enterEvent(event)
        self.raised_changed.emit()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self._pointed = False
        super().leaveEvent(event)
        self.raised_changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        self.raised_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self.raised_changed.emit()

    def _show_preview(self) -> None:
        """Override PileWidget: the card itself is shown larger."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QRectF(self.rect()).center())
        painter.rotate(self._angle)
        size = self._size
        box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
        painter.setPen(Qt.PenStyle.NoPen)
        for spread, alpha in ((4.0, 26), (2.0, 44)):
            painter.setBrush(QColor(12, 8, 4, alpha))
            painter.drawRoundedRect(box.adjusted(-spread, -spread + 2, spread, spread), 10, 10)
        font = self._small()
        font.setPointSizeF(font.pointSizeF() * max(size.width() / _CARD.width(), 0.8) * 1.16)
        self._paint_card(painter, box, font)
        self._paint_frame(painter, box)
        if self.chosen:
            painter.setPen(QPen(QColor(self._context.theme.accent), 4.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 8, 8)


class HandFan(QWidget):
    """Fan of the viewer's cards over the lower edge of the board; between the cards the board can be clicked.

    The arrow keys move the focus from card to card.

    Signals:
        activated, dragged, dropped: As those of a PileWidget.
        height_changed: `rest_height` has changed.
        lifted: It lies above the other widgets of the table now.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)
    height_changed = Signal()
    lifted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[HandCard] = []
        self._shown: object = None
        self._area = QRect()
        self._visible = VISIBLE[0]
        self.hide()

    def rest_height(self, visible: float = VISIBLE[0]) -> int:
        """Return the height in pixels of what the cards at rest cover, if this share of them is visible; 0 without
        cards."""
        return round(self._size().height() * visible) + _MARGIN if self.cards else 0

    @property
    def least_width(self) -> int:
        """Width in pixels in which the names of the cards at rest can be read; 0 without cards."""
        across = self._size().width()
        return round(across * (_RAISED + _READABLE * (len(self.cards) - 1))) + 2 * _MARGIN if self.cards else 0

    def set_area(self, area: QRect, visible: float = VISIBLE[0]) -> None:
        """Set the part of the parent at whose lower edge the cards lie, and which share of them is visible at rest."""
        if (area, visible) != (self._area, self._visible):
            self._area, self._visible = area, visible
            self.arrange()

    def show_state(
        self, piles: Sequence[Pile], context: TableContext, selectable: frozenset[str], chosen: frozenset[str]
    ) -> None:
        """Show cards; those whose notation is in `selectable` can be chosen, those in `chosen` are chosen already."""
        shown = (tuple(piles), context, selectable, chosen)
        if shown == self._shown:
            return  # the card under the pointer stays raised
        before = self.rest_height()
        self._clear()
        self._shown = shown
        for pile in piles:
            is_chosen = any(text in chosen for text in readings(pile.value))
            made = HandCard(pile, context, pile.is_selectable(selectable), is_chosen, parent=self)
            made.activated.connect(self.activated)
            made.dragged.connect(self.dragged)
            made.dropped.connect(self.dropped)
            made.raised_changed.connect(self.arrange)
            made.show()
            self.cards.append(made)
        self.arrange()
        if self.rest_height() != before:
            self.height_changed.emit()

    def clear(self) -> None:
        """Remove all cards."""
        had = self.rest_height()
        self._clear()
        self.arrange()
        if had:
            self.height_changed.emit()

    def _clear(self) -> None:
        self._shown = None
        cards, self.cards = self.cards, []
        for card in cards:
            card.raised_changed.disconnect(self.arrange)
            card.hide()
            card.deleteLater()

    def _size(self) -> QSizeF:
        low = self.window().height() < _LOW
        text = self.cards[0].text_scale if self.cards else 1.0
        return _CARD * (_SMALL if low else 1.0) * text

    def arrange(self) -> None:
        """Lay the cards out: overlapping and in an arc; the raised one whole and above the others."""
        self.setVisible(bool(self.cards))
        if not self.cards or self._area.isEmpty():
            return
        size, amount = self._size(), len(self.cards)
        raised_height = round(size.height() * _RAISED) + 2 * _MARGIN + 2
        self.setGeometry(self._area.left(), self._area.bottom() + 1 - raised_height, self._area.width(), raised_height)
        room = self.width() - size.width() * _RAISED - 2 * _MARGIN
        step = min(size.width() * _STEP, room / max(amount - 1, 1))
        step = max(step, min(_NARROWEST, room / max(amount - 1, 1)))
        turn = min(_TURN, 2 * _WIDEST_TURN / max(amount - 1, 1))
        top = self.height() - size.height() * self._visible
        covered = QRegion()
        for rank, card in enumerate(self.cards):
            off = rank - (amount - 1) / 2
            across = self.width() / 2 + off * step
            sag = _SAG * (off / max((amount - 1) / 2, 1.0)) ** 2
            if card.raised:
                grown = size * _RAISED
                across = min(max(across, grown.width() / 2 + _MARGIN), self.width() - grown.width() / 2 - _MARGIN)
                card.place(QPointF(across, self.height() - grown.height() / 2 - _MARGIN), grown, 0.0)
            else:
                lift = _LIFT if card.chosen else 0
                card.place(QPointF(across, top + sag - lift + size.height() / 2), size, turn * off)
            card.raise_()
            covered += QRegion(card.geometry())
        for card in self.cards:
            if card.raised:
                card.raise_()
        self.setMask(covered)
        self.raise_()
        self.lifted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: from card to card."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        now = next((place for place, card in enumerate(self.cards) if card.hasFocus()), None)
        if step is None or now is None or not 0 <= now + step < len(self.cards):
            super().keyPressEvent(event)
        else:
            self.cards[now + step].setFocus(Qt.FocusReason.TabFocusReason)
