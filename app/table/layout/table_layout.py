"""Layout of an open table: prompt, board, sidebar and status line, the feedback bubble and the dragged piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QMoveEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.announcements import announce
from app.base.widgets import PlainLabel, button, label, name_tab, row, set_tip
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.layout.named_places import NamedPlaces
from app.table.model.things import Spot
from app.table.painting.cards import paint_face
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
from app.table.painting.pieces import REACH, figure_emblem, is_figure, paint_emblem
from app.table.panels.accessible_lists import CellsList, MovesList
from app.table.panels.current_rules import CurrentRules
from app.table.panels.enlarged import EnlargedView, Inspected
from app.table.panels.explanation import ExplanationSheet
from app.table.panels.hand import VISIBLE
from app.table.panels.inspected import InspectedPanel
from app.table.panels.log import LogList
from app.table.panels.notices import Banner, Legend, least_covering
from app.table.panels.piles_and_figures import PileWidget, lost_pieces
from app.table.panels.players import PlayersPanel
from app.table.panels.prompt import Prompt, PromptModel
from app.table.panels.tabletop import TableTop
from app.table.panels.tracks import TracksPanel
from app.table.panels.zones import ZonesPanel
from dsl.match.view import EventView, PieceView, View

_AWAY = 18  #: pixels between the pointer and the bubble
_WIDEST, _ROUND = 360, 28  #: largest width, and the part of it without text, in pixels
_WIDTHS = (360, 270, 180)  #: of a bubble beside the board
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class FeedbackBubble(QFrame):
    """Bubble with a message that stays until the next gesture; it takes neither mouse events nor the focus.

    A message about rules has a button in the bubble, which is no child of it, so that it takes mouse events.
    """

    def __init__(self, parent: QWidget, beside: QWidget) -> None:
        """A message about what is left of `beside` does not cover it."""
        super().__init__(parent)
        self._beside = beside
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = label(wraps=True)
        self._room = parent
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(12, 10, 12, 10)
        self._layout.addWidget(self._text)
        self.rule_button = button("small")
        self.rule_button.setParent(parent)
        self.rule_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rule_button.hide()
        self.hide()

    @property
    def text(self) -> str:
        """The message."""
        return self._text.text()

    def show_text(self, text: str, at: QPoint, command: str = "") -> None:
        """Show `text` beside a point of the parent, always wholly inside it and not over what is beside; below it a
        button with a `command`, if that is not empty."""
        self._text.setText(text)
        room = min(_WIDEST, self._room.width() - 2 * _AWAY)
        words = self._text.fontMetrics().boundingRect(QRect(0, 0, room - _ROUND, 10_000), _WRAPPED, text)
        below = self._offer(command)
        self._resize(max(words.width() + _ROUND, self.rule_button.width() + 24 if below else 0))
        area, edge = self._room.rect(), self._beside.mapTo(self._room, QPoint(0, 0)).x()
        if self.width() < at.x() < edge:
            area.setRight(edge)
        self.move(_inside(QRect(at, self.size()), area))
        self.show()
        self.raise_()
        self.rule_button.move(self.pos() + QPoint(12, self.height() - self.rule_button.height() - 10))
        self.rule_button.raise_()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget: the button goes with the bubble."""
        super().hideEvent(event)
        self.rule_button.hide()

    def show_beside(self, text: str, area: QRect, covered: Callable[[QRect], int]) -> None:
        """Show `text` at the edge of an area of the parent where it covers least, narrower if that covers less."""
        self._text.setText(text)
        self._offer("")
        sizes = []
        for width in _WIDTHS:
            self._resize(min(width, area.width()))
            sizes.append(self.size())
        place = least_covering(area, sizes, "tl tr bl br", covered)
        self._resize(place.width())
        self.move(place.topLeft())
        self.show()
        self.raise_()

    def _offer(self, command: str) -> int:
        """Reserve room for the button with this text, none if it is empty; return its height."""
        self.rule_button.setText(command)
        self.rule_button.ensurePolished()
        self.rule_button.resize(self.rule_button.sizeHint())
        self.rule_button.setVisible(bool(command))
        below = self.rule_button.height() + 8 if command else 0
        self._layout.setContentsMargins(12, 10, 12, 10 + below)
        return below

    def _resize(self, width: int) -> None:
        self.setFixedWidth(width)
        self.setFixedHeight(self._layout.totalHeightForWidth(width))


class StatusLine(PlainLabel):
    """Line over the lower edge of the board with the last message; hidden if empty, or if the bubble shows the same:
    then it is for screen readers only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("notice", wraps=True, parent=parent)
        self._area = QRect()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_area(self, area: QRect) -> None:
        """Set the part of the parent at whose lower edge messages are shown."""
        self._area = area
        self._place()

    def show_text(self, text: str, *, announced: bool = True, visible: bool = True) -> None:
        """Show a message if it is to be `visible`, and announce it to a screen reader unless something else does."""
        self.setVisible(visible and bool(text))
        self.setText(text)
        self._place()
        if announced:
            self.setAccessibleName(text)
            announce(self, text, urgent=True)

    def reset(self) -> None:
        """Remove the message."""
        self.hide()
        self.clear()
        self.setAccessibleName("")

    def _place(self) -> None:
        width = min(self._area.width(), self._wanted_width())
        self.resize(width, self.heightForWidth(width))
        self.move(self._area.left(), self._area.bottom() - self.height())
        self.raise_()

    def _wanted_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.text()) + _ROUND + 8


def _inside(wanted: QRect, room: QRect) -> QPoint:
    """Return the position of a bubble: right of and below the point, or on the other side near an edge."""
    x, y = wanted.x() + _AWAY, wanted.y() + _AWAY
    if x + wanted.width() > room.right():
        x = max(0, wanted.x() - _AWAY - wanted.width())
    if y + wanted.height() > room.bottom():
        y = max(0, wanted.y() - _AWAY - wanted.height())
    return QPoint(x, y)


# ---- the piece that is dragged from a panel to the board ------------------------------------------------------------

_RADIUS = 24.0
_CARD = QSize(58, 76)


class DragPreview(QWidget):
    """Piece under the pointer during a drag, transparent for mouse events."""

    def __init__(self, table_layout: QWidget) -> None:
        super().__init__(table_layout)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._piece: PieceView | None = None
        self._context: TableContext | None = None
        self.hide()

    def show_at(self, piece: PieceView, context: TableContext, where: QPoint) -> None:
        """Show a piece with its middle at a point of the layout."""
        self._piece, self._context = piece, context
        side = round(2 * _RADIUS * REACH)
        size = QSize(side, side) if is_figure(piece, context.look) else _CARD
        self.resize(size)
        self.move(where - QPoint(size.width() // 2, size.height() // 2))
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._piece is None or self._context is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.9)
        if is_figure(self._piece, self._context.look):
            painter.translate(self.width() / 2, self.height() / 2)
            tones = DARK_PALETTE if self._context.theme.dark else LIGHT_PALETTE
            paint_emblem(painter, figure_emblem(self._piece, self._context.look), _RADIUS, tones)
        else:
            paint_face(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._piece, self._context, self.font())


# ---- the sidebar ----------------------------------------------------------------------------------------------------

_USUAL, _NARROW = 40, 36  #: width in letters of the font: preferred, and the least (in half a screen)
_SHARE, _MOST = 0.2, 0.36  #: least and largest share of the window
_LEAST = 5  #: lines of text that a section shows in any case
_LEAST_EDGE = 3  #: pixels between the board and the lower edge of the window
_EDGE, _GAP = 12, 10  #: pixels between the panels and the edge of the window, and between panels
_LOW_EDGE = 4  #: the same two in a low table
_NOT_BY_TAB = (Qt.FocusPolicy.NoFocus, Qt.FocusPolicy.ClickFocus)
_MANY = 1000  #: more than the places that a panel covers
_LEAST_BOARD = QSize(320, 200)
_ROUND_CORNER, _IN_CORNER = 14, 5  #: radius of the corners of a panel, and the inset of a box within the round ones
_RESHAPES = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})
_LOW_TABLE = 600  #: in a lower table, in pixels, the prompt is smaller and less of the cards in hand is visible
_MORE_LISTS = 2  #: lines of the lists besides their least height, where another panel gets room
_FULL_LISTS = 8  #: the same, where the lists are read most
_WITH_LISTS = 36  #: lines of text in a window, from which the sidebar has room for a lesson and the lists


class Sidebar(QWidget):
    """Column beside the board: takes a share of a wide window, and shrinks before the board does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Override QWidget: a number of letters of the font, within a share of the window."""
        window = self.window().width()
        width = max(min(self._letters(_USUAL), round(window * _MOST)), round(window * _SHARE), self._letters(_NARROW))
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: half a screen is enough for a table."""
        return QSize(self._letters(_NARROW), super().minimumSizeHint().height())

    def _letters(self, count: int) -> int:
        return round(QFontMetricsF(self.font()).averageCharWidth() * count)


class SidebarSection(QScrollArea):
    """Scroll area for a column of widgets at their full height."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._content = content = QWidget()
        column = self._column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for each in widgets:
            column.addWidget(each)
        column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        """Override QScrollArea: the full height of the column, in the width without a scroll bar."""
        content, width = self._content, self.maximumViewportSize().width()
        hint = content.sizeHint()
        return QSize(hint.width(), content.heightForWidth(width) if content.hasHeightForWidth() else hint.height())

    def minimumSizeHint(self) -> QSize:
        """Override QScrollArea: the height of some lines of text."""
        least = self.fontMetrics().lineSpacing() * _LEAST
        return QSize(self._content.minimumSizeHint().width(), min(least, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QScrollArea: update the height for a new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._need_bar()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QScrollArea: update the height when the column changes."""
        done = super().eventFilter(watched, event)
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._column.activate()  # its height for a width is known only then
            self.updateGeometry()
            self._settle()
            self._need_bar()
        return done

    def _need_bar(self) -> None:
        """Show the scroll bar only if the column does not fit without it. QScrollArea uses the width beside its bar, so
        a bar could stay that only the bar itself makes necessary."""
        fits = self.sizeHint().height() <= self.height()
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )

    def _settle(self) -> None:
        """Lay out the column at once, so that it is never painted with its former size."""
        column = self.parentWidget()
        layout = column.layout() if column is not None else None
        if layout is not None:
            layout.activate()


# ---- the table ------------------------------------------------------------------------------------------------------


class _Opening(QWidget):
    """Space between the panels, through which the board is seen and clicked.

    Signals:
        moved: Its place or size has changed.
    """

    moved = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(_LEAST_BOARD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: emit `moved`."""
        super().resizeEvent(event)
        self.moved.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Override QWidget: emit `moved`."""
        super().moveEvent(event)
        self.moved.emit()


class TableLayout(QWidget):
    """All widgets of an open table: the board to the edges of the window, and over it the prompt and the sidebar.

    It connects nothing: `TableController` does.
    """

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = BoardScene(context.look, self)
        self.board = BoardGraphicsView(self.scene, self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self._opening = _Opening(self)
        self.prompt = Prompt(context)
        self.players = PlayersPanel(context)
        self.zones = ZonesPanel(context)
        self.zones.hand.setParent(self)
        self.top = TableTop(context)  #: in place of the board, where the game has none
        self.top.hide()
        self.tracks = TracksPanel(context)
        self.log = LogList(context)
        self.moves = MovesList()
        self.cells = CellsList()
        self.current = CurrentRules()
        self.tabs = QTabWidget()
        self.typed = QLineEdit()
        self.rules = button()
        self.replay_button = button("corner")  #: opens the replay
        self.status = StatusLine(self)
        self.legend = Legend(self.board.places_under, self)  #: of the overlays on the board
        self.paused = Banner()  #: shows that the bots are paused
        self.above = QVBoxLayout()  #: for the banners of a network table
        self.above.addWidget(self.paused)
        self.coach = Banner()  #: says that a choice was a mistake
        self.above.addWidget(self.coach)
        self.below_board = QVBoxLayout()  #: for the replay bar
        self.top_of_sidebar = QVBoxLayout()  #: for the panel of a lesson
        self.inspected = InspectedPanel(self)
        self._edge, self._shows_typing = _EDGE, False
        self._hand_below = QSize()  #: the size of this widget in which the hand of cards does not fit beside the board
        self._room_for_hand = QSize(), 0  #: this size of the widget, and the height of the hand below the board in it
        self._more_lists = _MORE_LISTS
        self._room_for_players = 0  #: the least height that the other panels have left them in this size, in pixels
        self._new_size = False  #: the sidebar is being arranged for a new size
        self._focus_order: list[QWidget] = []
        self._painted = QRegion()  #: the part of the board that no panel hides
        self._lost_by: object = None  #: the events from which `show_out_of_play` has read last
        self._content = QRectF()  #: what the board shows, for which the hand has its place
        self._lay_out()
        self.bubble = FeedbackBubble(self, self._side)
        self.drag_preview = DragPreview(self)
        self.enlarged = EnlargedView(self)
        self.explanation = ExplanationSheet(self)
        self.named_places = NamedPlaces(self.scene, (self.bubble, self.explanation, self.moves, self.cells), self)
        self.enlarged.find_row = self._inspected_cards
        self.set_context(context)
        self.order_focus()

    def order_focus(self) -> None:
        """Let Tab go from the board to the answers, the prompt, the players, the cards and the lists.

        Buttons, players and cards are made while the match runs, and Qt puts them at the end.
        """
        answers = (self.prompt.answers, self.prompt)
        lists = (self.tabs, self.replay_button, self.typed, self.rules)
        parts: tuple[QWidget, ...] = (self.board, self.top, *answers, self.zones.hand, self.players, self.zones, *lists)
        order: dict[QWidget, None] = {}  # without those that came before, in an inner part
        for part in parts:
            for each in (part, *part.findChildren(QWidget)):
                if each.focusPolicy() in _NOT_BY_TAB:  # most widgets; a test of flags takes several times as long
                    continue
                # A new widget is not hidden explicitly; it is shown with the next layout.
                if not (each.isHidden() and each.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)):
                    order[each] = None
        if list(order) != self._focus_order:
            self._focus_order = list(order)
            for before, after in pairwise(order):
                QWidget.setTabOrder(before, after)

    def _lay_out(self) -> None:
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setCornerWidget(self.replay_button)
        self._lists = lists = QFrame()
        lists.setProperty("role", "card")
        inside = QVBoxLayout(lists)
        inside.setContentsMargins(4, 4, 4, 8)
        inside.setSpacing(8)
        inside.addWidget(self.tabs, 1)
        self._typing = QWidget()  #: hidden where the panels above need its height
        typing = row(self.typed, self.rules)
        typing.setContentsMargins(8, 0, 8, 0)
        self._typing.setLayout(typing)
        inside.addWidget(self._typing)
        side = self._side_column = QVBoxLayout()
        side.setSpacing(_GAP)
        side.addLayout(self.top_of_sidebar)
        self._section = SidebarSection(self.tracks, self.players, self.zones)
        side.addWidget(self._section)
        self._room_for_inspected = QWidget()  #: where the thing under the pointer is shown; hidden where it is too low
        self._room_for_inspected.hide()
        side.addWidget(self._room_for_inspected)
        side.addWidget(lists, 1)
        side.addStretch(0)  # below the rest, where the lists are hidden
        self._side = Sidebar()
        self._side.setLayout(side)
        side.setContentsMargins(0, 0, 0, 0)
        middle = self._middle = QVBoxLayout()
        middle.setSpacing(_GAP)
        middle.addLayout(self.above)
        middle.addWidget(self.prompt)
        middle.addWidget(self._opening, 1)
        middle.addWidget(self.top, 1)
        middle.addLayout(self.below_board)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        layout.setSpacing(_GAP)
        layout.addLayout(middle, 1)
        layout.addWidget(self._side)
        self.board.lower()
        self._around_inspected = (self.tabs, lists, self._room_for_inspected, self.zones, self.players, self.tracks)
        panels = self.prompt, self.inspected, self._side, self._section, self._section.viewport()
        for each in (*self._around_inspected, *panels):
            each.installEventFilter(self)
        self._section.verticalScrollBar().valueChanged.connect(self._cover_board)
        self._opening.moved.connect(self._tell_free_rect)
        self.scene.state_shown.connect(self._on_state_shown)
        self.zones.hand.lifted.connect(self._keep_in_front)
        self.zones.hand.height_changed.connect(self._tell_free_rect)

    def _keep_in_front(self) -> None:
        for sheet in (self.enlarged, self.explanation):
            if sheet.isVisible():
                sheet.raise_()

    def _tell_free_rect(self) -> None:
        """Tell the board and what lies over it which part of it is free. The hand of cards lies beside the board at the
        lower edge; where there is no room, below it."""
        opening, hand = self._opening.geometry(), self.zones.hand
        replaying = self.below_board.sizeHint().height() > 0  # the replay bar is at the lower edge then
        area = opening if replaying else opening.adjusted(0, 0, 0, self.height() - opening.bottom() - 1)
        below = 0 if replaying else self._edge
        visible, beside = VISIBLE[self.height() < _LOW_TABLE], QRect()
        for share in VISIBLE if self._hand_below != self.size() else ():
            strip = self.board.strip_beside_board(opening, hand.rest_height(share) - below)
            if strip.width() >= hand.least_width:
                visible, beside = share, strip
                break
        if hand.cards and beside.isEmpty():
            self._hand_below = self.size()  # so that the board does not change its size with each card
        elif hand.cards:
            area = QRect(beside.left(), area.top(), beside.width(), area.height())
        hand.set_area(area, visible)
        covered = max(0, hand.rest_height(visible) - below) if beside.isEmpty() else 0
        if hand.cards:
            self._room_for_hand = self.size(), covered
        elif self._room_for_hand[0] == self.size() and not replaying:
            covered = self._room_for_hand[1]  # so that the board does not move when the last card is played
        free = opening.adjusted(0, 0, 0, -covered)
        # The open margin of a board may reach under the edge, which leaves more height for the board.
        self.board.set_free_rect(free if replaying or covered else free.adjusted(0, 0, 0, self._edge - _LEAST_EDGE))
        self.status.set_area(free)
        self.legend.set_area(free)

    def _on_state_shown(self) -> None:
        """Find another place for the hand of cards if the boards have another shape."""
        content = self.scene.content_rect()
        if content != self._content:
            self._content, self._hand_below = content, QSize()
            self._tell_free_rect()

    def show_beside_board(self, text: str) -> None:
        """Show a text in the bubble where it covers least of the board and not the legend."""

        def covered(part: QRect) -> int:
            over_legend = self.legend.isVisible() and part.intersects(self.legend.geometry())
            return self.board.places_under(part) + (_MANY if over_legend else 0)

        self.bubble.show_beside(text, self.board.free_rect, covered)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            QTimer.singleShot(0, self, self._rescue_focus)

    def _rescue_focus(self) -> None:
        """Give the focus to the board if the widget that had it has disappeared: otherwise keys would do nothing."""
        if QApplication.focusWidget() is None and self.isActiveWindow() and self.board.isVisible():
            self.board.setFocus()

    def set_context(self, context: TableContext) -> None:
        """Change language and look; the contents follow with the next views."""
        texts = context.texts
        self.enlarged.close_sheet()  # it shows the former language and look
        self.explanation.close_sheet()
        self._lost_by = None
        for part in (self.prompt, self.players, self.zones, self.top, self.tracks, self.log, self.inspected):
            part.set_context(context)
        self.scene.set_look(context.look)
        self.scene.set_name_lookup(context.on_board)
        for lists, key in ((self.log, "log"), (self.moves, "moves"), (self.cells, "cells")):
            name_tab(self.tabs, lists, texts(f"table.{key}.title"))
        name_tab(self.tabs, self.current, texts("table.current.tab"), texts("table.current.title"))
        self.typed.setPlaceholderText(texts("table.typed.placeholder"))
        set_tip(self.typed, texts("table.typed.how"))
        self.rules.setText(texts("table.rules.button"))
        self._replay_text = texts("table.film.button")
        set_tip(self.replay_button, texts("table.film.how"))
        self.replay_button.setAccessibleName(texts("table.film.how"))
        self.rules.setVisible(context.rulebook is not None)
        self.typed.setAccessibleName(texts("table.typed.placeholder"))
        self._side.updateGeometry()
        self._name_replay()

    def _name_replay(self) -> None:
        """Name the button of the replay; where its name and those of the tabs do not fit, there is only its sign."""
        text = self._replay_text
        self.replay_button.setText(text)
        needed = self.tabs.tabBar().sizeHint().width() + self.replay_button.sizeHint().width()
        if needed > self.tabs.width():
            self.replay_button.setText(text.partition(" ")[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: the button of the replay takes the room beside the tabs, the panel of the inspected thing
        that above the lists."""
        if watched is self.tabs and event.type() == QEvent.Type.Resize:
            self._name_replay()
        elif event.type() in _RESHAPES:
            if watched in self._around_inspected and not self._new_size:
                self._spare_typing()
                self._place_inspected()
            self._cover_board()
        return super().eventFilter(watched, event)

    def _cover_board(self) -> None:
        """Leave the board unpainted where a panel hides it: else each frame of the board paints the panels again, too,
        because they lie above it and have round corners. The view around the viewport is left out there, as well: Qt
        paints a widget that gets or loses the focus, and all that lies over it."""
        scrolled = QRect(self._section.viewport().mapTo(self, QPoint()), self._section.viewport().size())
        hidden = QRegion()
        for panel in (self.prompt, self.players, self.zones, self.tracks, self._lists, self.inspected):
            if panel.isVisibleTo(self):
                box = QRect(panel.mapTo(self, QPoint()), panel.size())
                opaque = QRegion(box.adjusted(_ROUND_CORNER, 1, -_ROUND_CORNER, -1))
                opaque += box.adjusted(1, _ROUND_CORNER, -1, -_ROUND_CORNER)
                opaque += box.adjusted(_IN_CORNER, _IN_CORNER, -_IN_CORNER, -_IN_CORNER)
                hidden += opaque & scrolled if self._section.isAncestorOf(panel) else opaque
        painted = QRegion(self.rect()) - hidden
        if painted != self._painted:
            self._painted = painted
            self.board.setMask(painted)
            self.board.viewport().setMask(painted)

    def _place_inspected(self) -> None:
        """Show the inspected thing above the lists where they are high enough, else over them while it is inspected."""
        self._limit_players()
        line, needed, room = self.fontMetrics().lineSpacing(), self.inspected.needed_height, self._room_for_inspected
        had, lists = not room.isHidden(), self._lists.height() if self._lists.isVisibleTo(self) else 0
        others = self._section.sizeHint().height() + self.top_of_sidebar.sizeHint().height()
        left = self._height_of_sidebar - others - needed - 2 * self._side_column.spacing()
        stays = had and not self._new_size  # it does not come and go with each card
        least = self._lists.minimumSizeHint().height() + line * (self._more_lists - (_MORE_LISTS if stays else 0))
        fits = lists > 0 and left >= least
        if fits != had:
            room.setFixedHeight(needed)
            room.setVisible(fits)
        place = room if fits else self._lists
        at = place.mapTo(self, QPoint())
        self.inspected.set_stays(fits)
        if not fits:  # over the lists, but below their tabs if they are high enough
            bar = self.tabs.tabBar()
            tabs = bar.mapTo(self._lists, QPoint(0, bar.height())).y()
            lists, at = (lists - tabs, at + QPoint(0, tabs)) if lists - tabs >= needed else (lists, at)
        low = lists < needed + line * _LEAST  # what would be left of the lists is of no use
        self.inspected.setGeometry(at.x(), at.y(), place.width(), lists if low and not fits else needed)

    def _limit_players(self) -> None:
        """Let the rows of the players be compact where the panels above the lists would not fit otherwise. They stay so
        in this size, and do not change their height with each card."""
        if not self._lists.isVisibleTo(self):
            return
        others = self._section.sizeHint().height() - self.players.sizeHint().height()
        others += self.top_of_sidebar.sizeHint().height() + self._lists.minimumSizeHint().height()
        others += self._side_column.spacing()
        left = max(self._height_of_sidebar - others, 1)
        self._room_for_players = min(self._room_for_players, left)
        self.players.set_room(self._room_for_players)

    @property
    def _height_of_sidebar(self) -> int:
        return self.height() - 2 * self._edge

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the board fills the window, and the sidebar has its share of it."""
        super().resizeEvent(event)
        self.board.setGeometry(self.rect())
        self._cover_board()
        self._side.updateGeometry()
        self._new_size = True
        self._hand_below, self._room_for_hand = QSize(), (QSize(), 0)
        self._fit_height()
        if self.top_of_sidebar.count():
            self._lists.setVisible(self.height() >= self.fontMetrics().lineSpacing() * _WITH_LISTS)
        self._arrange_sidebar()
        self._new_size = False
        self._tell_free_rect()

    def _arrange_sidebar(self) -> None:
        """Arrange the sidebar at once for a new size: all panels at their full height, then what fits."""
        self._room_for_players = self.height()
        self.players.set_room(self._room_for_players)
        self._lay_out_sidebar()
        self.zones.fit_window()
        self._lay_out_sidebar()
        self._spare_typing()
        self._lay_out_sidebar()
        self._limit_players()
        self._lay_out_sidebar()
        self._place_inspected()
        self._lay_out_sidebar()

    def _lay_out_sidebar(self) -> None:
        """Give the panels their places now; the inner ones first, so that the outer ones know their heights."""
        for each in (self.players, self.zones, self._section.widget(), self._lists, self._side):
            layout = each.layout() if each is not None else None
            if each is not None and layout is not None:
                layout.activate()
                each.updateGeometry()

    def _fit_height(self) -> None:
        """Leave less room beside the panels of a low table, and let the prompt be smaller."""
        low = self.height() < _LOW_TABLE
        self._edge, gap = (_LOW_EDGE, _LOW_EDGE) if low else (_EDGE, _GAP)
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(self._edge, self._edge, self._edge, self._edge)
        for column in (self._side_column, self._middle):
            column.setSpacing(gap)
        self.prompt.set_low(low)
        self._shows_typing = True  # a widget that is hidden while it is being shown stays on the screen
        self._typing.show()
        self._shows_typing = False

    def _spare_typing(self) -> None:
        """Hide the line for typed moves and the button beside it where the panels above the lists do not fit otherwise.
        They stay hidden in this size, until a key asks for the line."""
        if self.height() >= _LOW_TABLE or self._typing.isHidden() or self._shows_typing or self.typed.hasFocus():
            return
        above = self._section.sizeHint().height() + self.top_of_sidebar.sizeHint().height()
        room = self._height_of_sidebar - self._side_column.spacing()
        if self._lists.isVisibleTo(self) and above + self._lists.minimumSizeHint().height() > room:
            self._typing.hide()

    def begin_typing(self) -> None:
        """Show the line for typed moves, with the focus."""
        self._shows_typing = True
        self._typing.show()
        self.typed.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._shows_typing = False

    def set_motion(self, speed: int, *, reduced: bool) -> None:
        """Set how fast things move, in per cent, 0 for at once; `reduced`: they fade instead, and nothing glides."""
        self.board.set_animated(speed > 0 and not reduced)
        self.scene.set_fading(reduced)
        for flips in (self.zones.flips, self.top.flips):
            flips.set_motion(speed / 100, fading=reduced)

    def set_least_board(self, least: QSize) -> None:
        """Set how small the free part of the board may become, in pixels, where other widgets need the height."""
        self._opening.setMinimumSize(least)

    def prefer_lists(self) -> None:
        """Give the lists more room before other panels get any."""
        self._more_lists = _FULL_LISTS

    def clear(self) -> None:
        """Remove all contents but the board, which is hidden by the curtain."""
        for lists in (self.log, self.moves, self.cells, self.current):
            lists.clear()
        self.zones.clear()
        self.top.clear()
        self._lost_by = None
        self.prompt.show_state(PromptModel(""), -1)
        self.typed.clear()
        self.status.reset()
        self.bubble.hide()
        self.inspected.clear()
        self.enlarged.close_sheet()
        self.explanation.close_sheet()
        self.coach.show_state([])

    def show_zones(self, view: View, selectable: frozenset[str], chosen: frozenset[str] = frozenset()) -> None:
        """Show the zones: beside the boards, or in their place where the game has none."""
        if view.boards:
            self.zones.show_state(view, selectable, chosen)
            return
        if self.top.isHidden():
            had_focus = self.board.hasFocus()
            self.board.setFocusProxy(self.top)  # focus meant for the board goes to the cards
            self.top.show()
            self._opening.hide()
            self.board.hide()
            if had_focus:
                self.top.setFocus()
        self.top.show_state(view, selectable)

    def show_out_of_play(self, events: Sequence[EventView], view: View) -> None:
        """Show the players' pieces that have left the board for good by these events, if the look shows such pieces."""
        look = self.scene.look
        known = look, view.seat, len(events), events[-1] if events else None
        if known != self._lost_by:
            self._lost_by = known
            self.zones.show_out_of_play(lost_pieces(events if look.out_of_play else (), view.colours, look))

    def piece(self, text: str) -> PieceView | None:
        """Return the piece with this notation, if a card shows it."""
        cards = (*self.zones.widgets, *self.top.cards)
        return next((card.pile.top for card in cards if card.pile.value == text), None)

    def pointed_card(self) -> PileWidget | None:
        """Return the card or pile under the pointer."""
        return next((card for card in (*self.zones.widgets, *self.top.cards) if card.underMouse()), None)

    def _inspected_cards(self) -> tuple[Inspected, ...]:
        """Return the cards and piles beside the board, for the enlarged view."""
        found = (card.inspected for card in (*self.zones.widgets, *self.top.cards))
        return tuple(dict.fromkeys(each for each in found if each is not None))

    def show_list(self, which: QWidget) -> None:
        """Bring one of the lists to the front and the keyboard to it."""
        self._lists.show()
        self.tabs.setCurrentWidget(which)
        which.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def point_of(self, place: str) -> QPoint:
        """Return the position of a place of the board in this widget; the middle of the board if it is not drawn."""
        middle = self.scene.hit_test.middle_of(Spot(place))
        viewport = self.board.viewport()
        at = self.board.mapFromScene(*middle) if middle is not None else viewport.rect().center()
        return viewport.mapTo(self, at)

    def below(self, widget: QWidget) -> QPoint:
        """Return the position below a widget."""
        return widget.mapTo(self, widget.rect().bottomLeft())

    def middle_of(self, widget: QWidget) -> QPoint:
        """Return the position of the middle of a widget."""
        return widget.mapTo(self, widget.rect().center())
