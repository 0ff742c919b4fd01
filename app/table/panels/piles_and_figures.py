"""Widgets of cards, piles and figures beside the board."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.fonts import SMALL_TEXT
from app.appearance.look import Look
from app.base.announcements import set_accessible_role
from app.base.widgets import LONG_PRESS, FlowLayout, capital, is_touch, label, set_tip, show_tip_beside
from app.table.context import TableContext
from app.table.model.subjects import CardSubject, Subject
from app.table.model.things import readings
from app.table.painting.cards import card_text, paint_amount, paint_back, paint_face, paint_note
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from app.table.painting.pieces import REACH, figure_emblem, is_figure, paint_emblem
from app.table.painting.thing_pictures import paint_thing
from app.table.panels.descriptions import describe_piece
from app.table.panels.enlarged import Inspected, enlarged_view_of
from app.table.panels.inspected import inspected_panel_of
from app.table.panels.players import paint_player
from dsl.match.view import EventView, PieceView, View, ZoneView

CARD_WIDTH, _HEIGHT = 58, 76
_ENLARGED = 2.4  #: size of the preview of a card, as a factor
_TEXT = 0.8  #: growth of the text on a card that grows, as a factor
_LARGEST = 1.6  #: largest factor by which cards grow with the font
_WRAPPED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom) | int(Qt.TextFlag.TextWordWrap)
_WIDEST_TITLE = 2.0  #: width of a title, as a share of the usual width of a card; longer words are cut
_EDGE_ON = 0.04  #: smallest width of a card that turns over, as a share
_COMPACT_HEIGHT, _BESIDE_COMPACT = 1.5, 7  #: height of a compact card in lines, and pixels between it and its title
_LINE = 16.0  #: height in pixels of a line of the font that the sizes are made for


@dataclass(frozen=True, slots=True)
class Pile:
    """Content of one card widget: a single card, or a pile with its top card."""

    title: str
    top: PieceView | None  #: None: an empty place
    size: int
    value: str = ""  #: notation of the card if it can be chosen itself; empty: it cannot
    zone: str = ""  #: name of the zone in the rules
    action: str = ""  #: text of the action that a click chooses now; empty: the card itself, or none

    @property
    def target(self) -> str:
        """What a click means: the action of the zone, or the notation of the card."""
        return self.action or self.value

    def is_selectable(self, selectable: frozenset[str]) -> bool:
        """Whether a click chooses something, given the notations of what can be chosen."""
        return bool(self.action) or any(text in selectable for text in readings(self.value))

    @property
    def badge(self) -> str:
        """Number on the pile: how many cards it has."""
        return str(self.size) if self.hidden or self.size > 1 else ""

    def named(self, context: TableContext) -> str:
        """Return the top card in words, with its number if there are equal ones."""
        if self.top is None:
            return ""
        kind = {"kind": self.top.kind} if self.top.kind else {}
        known = {"piece": self.top.piece, **kind, **dict(self.top.facing)}
        return context.words.thing(known, self.size if self.value else 1)

    @property
    def hidden(self) -> bool:
        """Whether the back is up."""
        return self.top is not None and not self.top.kind

    def accessible_text(self, context: TableContext) -> str:
        """Return the accessible text of the pile."""
        if self.top is None:
            return context.named(self.title, context.texts("table.zones.empty"))
        cards = context.texts("table.zones.cards", n=self.size)
        if self.hidden:
            return context.named(self.title, cards)
        named = self.named(context)
        return context.named(self.title, named if self.value or self.size == 1 else f"{cards}, {named}")


@dataclass(slots=True)
class Turning:
    """A card that turns over: what it showed before, and how far it has come."""

    before: Pile
    fading: bool  #: it fades instead, for users who asked for less motion
    share: float = 0.0


class PileWidget(QWidget):
    """Widget of one card or pile.

    Signals:
        activated: The card was clicked, or Enter pressed on it; carries the target of its pile. (Space, a middle click
            and, on a touch screen, a long press enlarge it.)
        dragged: A selectable card is dragged; carries its notation and the global position.
        dropped: The drag has ended; carries the same.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, pile: Pile, context: TableContext, selectable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pile, self._context, self._selectable = pile, context, selectable
        self._pressed: QPoint | None = None
        self._dragging = False
        self.turning: Turning | None = None  #: while it turns over
        self.lines = 1  #: lines of the title; 0: the title is elsewhere
        self.scale = 1.0  #: factor for the size of the card
        self.compact = False  #: shown in one line: a small back with its number and title
        accessible_text = pile.accessible_text(context)
        self.setAccessibleName(accessible_text)
        self._long_press = QTimer(self, singleShot=True, interval=LONG_PRESS)
        self._long_press.timeout.connect(self._enlarge_pressed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_accessible_role(self, QAccessible.Role.Button)

    @property
    def pile(self) -> Pile:
        """The pile that is shown."""
        return self._pile

    @property
    def inspected(self) -> Inspected | None:
        """The card, or the top one of the pile, as the enlarged view shows it; None for an empty place."""
        pile = self._pile
        if pile.top is None:
            return None
        described = describe_piece(pile.top, self._context, pile.size if pile.value else 1, beside=True)
        where = capital(pile.accessible_text(self._context) if pile.hidden else pile.title)
        subject = CardSubject(pile.zone, pile.title, pile.top, pile.size, pile.value)
        return Inspected(pile.top, replace(described, facts=(where, *described.facts)), subject=subject)

    def subject_at(self, at: QPoint) -> Subject:
        """Return what "What is this?" explains: the card, or the pile."""
        pile = self._pile
        return CardSubject(pile.zone, pile.title, pile.top, pile.size, pile.value)

    def enlarge(self) -> None:
        """Show the card large over the table."""
        inspected, view = self.inspected, enlarged_view_of(self)
        if inspected is not None and view is not None:
            self._preview.hide_for(self)
            view.open(inspected, self._context)

    def _enlarge_pressed(self) -> None:
        if self._pressed is not None and not self._dragging:
            self._pressed = None
            self.enlarge()

    def event(self, event: QEvent) -> bool:
        """Override QObject: show the description beside the card."""
        if event.type() == QEvent.Type.ToolTip:
            inspected = self.inspected
            said = inspected.description.text if inspected else self._pile.accessible_text(self._context)
            show_tip_beside(self, self.rect(), said)
            return True
        return super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102
        super().enterEvent(event)
        self._show_preview()
        self._inspect(self.inspected)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._show_preview()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        super().leaveEvent(event)
        self._preview.hide_for(self)
        self._inspect(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self._preview.hide_for(self)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102
        super().hideEvent(event)
        self._preview.hide_for(self)
        if self.underMouse():
            self._inspect(None)

    def _inspect(self, inspected: Inspected | None) -> None:
        """Show the card in the panel of the sidebar; None: the pointer has left it."""
        panel = inspected_panel_of(self)
        if panel is not None:
            panel.point(inspected)

    @property
    def _preview(self) -> CardPreview:
        """The card preview of this window."""
        window = self.window()
        return window.findChild(CardPreview) or CardPreview(window)

    def _show_preview(self) -> None:
        top = self._pile.top
        if top is not None and top.kind:
            self._preview.show_beside(self, top, self._context)

    @property
    def selectable(self) -> bool:
        """Whether it may be chosen now."""
        return self._selectable

    def sizeHint(self) -> QSize:  # noqa: D102
        card, metrics = self._card_size(), QFontMetricsF(self._small())
        if self.compact:
            width = self._compact_card().right() + _BESIDE_COMPACT + metrics.horizontalAdvance(self._compact_title)
            return QSize(math.ceil(width) + 6, round(metrics.height() * _COMPACT_HEIGHT) + 6)
        width = round(card.width()) + 8
        if self.lines:  # a small card makes room for the longest word of its title
            word = max(metrics.horizontalAdvance(word) for word in self._pile.title.split(" "))
            width = max(width, min(math.ceil(word) + 4, round(_WIDEST_TITLE * CARD_WIDTH * self._text_scale())))
        return QSize(width, round(card.height() + self.lines * metrics.height()) + 10)

    @property
    def title_lines(self) -> int:
        """Number of lines that the title needs."""
        metrics = QFontMetricsF(self._small())
        room = QRectF(0, 0, self.sizeHint().width(), 1000)
        return round(metrics.boundingRect(room, _WRAPPED, self._pile.title).height() / metrics.height())

    @property
    def _compact_title(self) -> str:
        return f"{self._pile.title}  {self._pile.size}"

    def _compact_card(self) -> QRectF:
        """Return the place of the small card of a compact pile."""
        height = QFontMetricsF(self._small()).height() * _COMPACT_HEIGHT
        return QRectF(3, 3, height * CARD_WIDTH / _HEIGHT, height)

    def _card_size(self) -> QSizeF:
        return QSizeF(CARD_WIDTH, _HEIGHT) * self._text_scale() * self.scale

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._preview.hide_for(self)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragging = event.position().toPoint(), False
            if is_touch(event):
                self._long_press.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if self._pressed is None or not self._selectable:
            return
        far = (event.position().toPoint() - self._pressed).manhattanLength()
        self._dragging = self._dragging or far >= QApplication.startDragDistance()
        if self._dragging:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(self._pile.target, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        pressed, self._pressed = self._pressed, None
        self._long_press.stop()
        if event.button() == Qt.MouseButton.MiddleButton:
            self.enlarge()
            return
        if pressed is not None and self._dragging:
            self._dragging = False
            self.unsetCursor()
            self.dropped.emit(self._pile.target, event.globalPosition().toPoint())
        elif pressed is not None and self.rect().contains(event.position().toPoint()):
            self.activated.emit(self._pile.target)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self._pile.target)
        elif event.key() == Qt.Key.Key_Space:
            self.enlarge()
        else:
            super().keyPressEvent(event)

    @property
    def text_scale(self) -> float:
        """Factor by which cards grow with the font."""
        return self._text_scale()

    def _text_scale(self) -> float:
        return min(max(QFontMetricsF(self.font()).height() / _LINE, 1.0), _LARGEST)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * SMALL_TEXT)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._small()
        room, card = self.lines * QFontMetricsF(font).height(), self._card_size()
        box = QRectF(QPointF((self.width() - card.width()) / 2, room + 4), card)
        painter.setFont(font)
        painter.setPen(QColor(self._context.theme.soft_ink))
        if self.compact:
            self._paint_compact(painter)
            return
        if self.lines:
            words = (self._cut(word, font) for word in self._pile.title.split(" "))
            painter.drawText(QRectF(0, 0, self.width(), room), _WRAPPED, " ".join(words))
        font.setPointSizeF(font.pointSizeF() * min(max(self.scale * _TEXT, 1.0), _LARGEST))
        self._paint_card(painter, box, font)
        self._paint_frame(painter, box)

    def _paint_compact(self, painter: QPainter) -> None:
        """Paint the pile in one line."""
        box, top = self._compact_card(), self._pile.top
        beside = QRectF(self.rect()).adjusted(box.right() + _BESIDE_COMPACT, 0, 0, 0)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, self._compact_title)
        if top is not None:
            paint_back(painter, box, self._context, piece=top.piece)
        self._paint_frame(painter, QRectF(self.rect()).adjusted(4, 4, -4, -4))

    def _paint_frame(self, painter: QPainter, box: QRectF) -> None:
        """Paint a frame around a selectable or focused card."""
        if self._selectable or self.hasFocus():
            painter.setPen(QPen(QColor(self._context.theme.accent), 3.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 8, 8)

    def _cut(self, text: str, font: QFont) -> str:
        return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, self.width())

    def _paint_card(self, painter: QPainter, box: QRectF, font: QFont) -> None:
        """Paint the card, or the side of it that is seen while it turns over around its upright axis."""
        turning = self.turning
        if turning is None:
            self._paint_side(painter, box, font, self._pile)
            return
        painter.save()
        eased = turning.share * turning.share * (3 - 2 * turning.share)
        if turning.fading:
            painter.setOpacity(abs(1 - 2 * eased))
        else:
            painter.translate(box.center())
            painter.scale(max(abs(math.cos(math.pi * eased)), _EDGE_ON), 1.0)
            painter.translate(-box.center())
        self._paint_side(painter, box, font, turning.before if eased < 0.5 else self._pile)
        painter.restore()

    def _paint_side(self, painter: QPainter, box: QRectF, font: QFont, pile: Pile) -> None:
        if pile.top is None:
            painter.setPen(QColor(self._context.theme.line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 7, 7)
            return
        for depth in range(min(2, pile.size - 1), 0, -1):
            paint_back(painter, box.translated(2 * depth, -2 * depth), self._context, piece=pile.top.piece)
        if pile.hidden:
            paint_back(painter, box, self._context, pile.badge, pile.top.piece)
            paint_note(painter, box, pile.top, self._context, font)
            return
        paint_face(painter, box, pile.top, self._context, font)
        if pile.badge:
            paint_amount(painter, box, pile.badge, self._context, font)


class CardPreview(QWidget):
    """Preview: the hovered or focused card, enlarged; transparent for the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._piece: PieceView | None = None
        self._context: TableContext | None = None
        self._card: PileWidget | None = None
        self.hide()

    def show_beside(self, card: PileWidget, piece: PieceView, context: TableContext) -> None:
        """Show the preview above its card, below it, or where the window has room."""
        self._card, self._piece, self._context = card, piece, context
        self.resize((QSizeF(CARD_WIDTH, _HEIGHT) * max(_ENLARGED, 1.6 * card.scale)).toSize() + QSize(4, 4))
        window = card.window().rect()
        box = QRect(card.mapTo(card.window(), QPoint(0, 0)), card.size())
        x = min(max(box.center().x() - self.width() // 2, 4), window.width() - self.width() - 4)
        above, below = box.top() - self.height() - 4, box.bottom() + 4
        y = above if above >= 0 else min(below, window.height() - self.height() - 4)
        self.move(x, y)
        self.show()
        self.raise_()
        self.update()

    def hide_for(self, card: PileWidget) -> None:
        """Hide the preview if it is of this card."""
        if self._card is card:
            self._card = None
            self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._piece is None or self._context is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.7)
        paint_face(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._piece, self._context, font)


# ---- figures in the viewer's reserve


_SIDE = 44


@dataclass(frozen=True, slots=True)
class OwnReserve:
    """The viewer's figures in one zone beside the board."""

    title: str
    piles: tuple[Pile, ...]


def is_own_reserve(zone: ZoneView, view: View, context: TableContext) -> bool:
    """Return whether a zone holds figures of the viewer."""
    own = bool(zone.owner) and zone.owner == view.seat
    return own and any(is_figure(piece, context.look) and piece.kind for piece in zone.pieces)


def own_reserves(view: View, context: TableContext) -> tuple[OwnReserve, ...]:
    """Return the viewer's figures beside the board, by zone."""
    found = []
    for zone in view.zones:
        if is_own_reserve(zone, view, context):
            title = context.texts("table.zones.own", zone=context.words.name(zone.name))
            found_here = Counter(zone.pieces).items()
            piles = (Pile(title, piece, amount, card_text(piece), zone.name) for piece, amount in found_here)
            found.append(OwnReserve(title, tuple(piles)))
    return tuple(found)


class FigureWidget(PileWidget):
    """Widget of equal figures: one of them with its name and number."""

    def sizeHint(self) -> QSize:  # noqa: D102
        side, line = round(_SIDE * self._text_scale()), round(QFontMetricsF(self._small()).height())
        return QSize(side + 14, side + line + 6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        piece = self.pile.top
        if piece is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self._small()
        strip = QFontMetricsF(font).height()
        painter.save()
        painter.translate(self.width() / 2, (self.height() - strip) / 2)
        palette = DARK_PALETTE if self._context.theme.dark else LIGHT_PALETTE
        radius = (self.height() - strip - 4) / 2 / REACH
        paint_emblem(painter, figure_emblem(piece, self._context.look, self.pile.size), radius, palette)
        painter.restore()
        painter.setFont(font)
        painter.setPen(QColor(self._context.theme.ink))
        name = capital(self._context.words.name(piece.kind or piece.piece))
        place = QRectF(0, self.height() - strip - 2, self.width(), strip)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._cut(name, font))
        self._paint_frame(painter, QRectF(self.rect()).adjusted(3, 3, -3, -3))


class ReserveWidget(QWidget):
    """The figures that wait in one zone.

    Signals:
        activated, dragged, dropped: As those of a PileWidget.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, reserve: OwnReserve, context: TableContext, selectable: frozenset[str]) -> None:
        super().__init__()
        title = label("soft")
        title.setText(reserve.title)
        flow = FlowLayout(spacing=2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(title)
        layout.addLayout(flow)
        self.figures: list[PileWidget] = []
        for pile in reserve.piles:
            made = FigureWidget(pile, context, any(text in selectable for text in readings(pile.value)))
            made.activated.connect(self.activated)
            made.dragged.connect(self.dragged)
            made.dropped.connect(self.dropped)
            flow.addWidget(made)
            self.figures.append(made)


# ---- pieces that have left the board for good

_LOST_SIDE, _LOST_GAP = 2.0, 3  #: side of a piece in heights of a line, and pixels between two
_BOX = "box"  #: the zone, in events, of a piece that has left the board for no other zone


@dataclass(frozen=True, slots=True)
class LostPieces:
    """The pieces of one player that are out of play, equal ones together, in the order in which the first one left."""

    owner: str
    pieces: tuple[tuple[PieceView, int], ...]

    def accessible_text(self, context: TableContext) -> str:
        """Return them in words: "Ann: 2 cubes, disc"."""
        words = context.words
        things = (words.thing({"piece": each.piece, "kind": each.kind or each.piece}, n) for each, n in self.pieces)
        return context.named(context.on_board(self.owner), ", ".join(things))


def lost_pieces(events: Iterable[EventView], colours: Sequence[str], look: Look) -> tuple[LostPieces, ...]:
    """Return the players' pieces that have left the board by these events, of the sorts that the look shows."""
    found: dict[str, Counter[PieceView]] = {}
    for event in events:
        args = dict(event.args)
        if event.kind == "lift" and args["zone"] == _BOX and args["piece"] in look.out_of_play:
            piece = PieceView(args["piece"], args.get("kind", ""), args.get("owner", ""))
            found.setdefault(piece.owner, Counter())[piece] += 1
    return tuple(LostPieces(colour, tuple(found[colour].items())) for colour in colours if colour in found)


class OutOfPlay(QWidget):
    """The players' pieces that are out of play: a row for each player, with portrait and pieces; hidden without any."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._lost: tuple[LostPieces, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        set_accessible_role(self, QAccessible.Role.StaticText)
        self.hide()

    @property
    def lost(self) -> tuple[LostPieces, ...]:
        """What is shown."""
        return self._lost

    def show_state(self, lost: tuple[LostPieces, ...], context: TableContext) -> None:
        """Show these pieces."""
        said = "; ".join(each.accessible_text(context) for each in lost)
        title = context.texts("table.zones.lost")
        self._lost, self._context = lost, context
        self.setAccessibleName(context.named(title, said) if lost else "")
        set_tip(self, "\n".join((title, *(each.accessible_text(context) for each in lost))) if lost else "")
        self.setVisible(bool(lost))
        self.updateGeometry()
        self.update()

    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    def _boxes(self, lost: LostPieces, width: float) -> tuple[list[QRectF], float]:
        """Return where the pieces of a player are in a row as wide as this, and its height: in several lines if one is
        not enough."""
        side, metrics = self._line() * _LOST_SIDE, QFontMetricsF(self._small())
        left = side + 8
        boxes, x, y = [], left, 0.0
        for _, amount in lost.pieces:
            needed = side + (metrics.horizontalAdvance(str(amount)) + 2 if amount > 1 else 0)
            if x > left and x + needed > width:
                x, y = left, y + side + _LOST_GAP
            boxes.append(QRectF(x, y, needed, side))
            x += needed + _LOST_GAP
        return boxes, y + side

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * SMALL_TEXT)
        return font

    def hasHeightForWidth(self) -> bool:
        """Override QWidget: many pieces need several lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QWidget."""
        rows = sum(self._boxes(each, width)[1] + _LOST_GAP for each in self._lost)
        return math.ceil(self._line() * 1.2 + rows)

    def sizeHint(self) -> QSize:
        """Override QWidget."""
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the title and the rows."""
        painter, context = QPainter(self), self._context
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        small, line = self._small(), self._line()
        painter.setFont(small)
        painter.setPen(QColor(context.theme.soft_ink))
        title = QRectF(0, 0, self.width(), line)
        painter.drawText(title, int(Qt.AlignmentFlag.AlignVCenter), context.texts("table.zones.lost"))
        top = line * 1.2
        for lost in self._lost:
            boxes, height = self._boxes(lost, self.width())
            side = line * _LOST_SIDE
            painter.save()
            painter.translate(side / 2, top + side / 2)
            paint_player(painter, lost.owner, context, side * 0.42)
            painter.restore()
            for (piece, amount), box in zip(lost.pieces, boxes, strict=True):
                at = QRectF(box.left(), top + box.top(), side, side)
                paint_thing(painter, at, piece, context)
                if amount > 1:
                    painter.setFont(small)
                    painter.setPen(QColor(context.theme.ink))
                    beside = QRectF(at.right(), at.top(), box.width() - side, side)
                    painter.drawText(beside, int(Qt.AlignmentFlag.AlignVCenter), str(amount))
            top += height + _LOST_GAP
