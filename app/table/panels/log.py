"""Log of the match: list of sentences. Hovering over one highlights its places; choosing one asks for the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.base.widgets import add_entry
from app.table.context import TableContext
from app.table.model.board_layout import names_hidden_by
from app.table.panels.players import paint_player
from dsl.i18n.event_log import Detail, Sort, chapter_of, log_entries
from dsl.match.view import EventView, View

# ---- delegate of the list


SIGN = 18  #: size of the icon before a line, in pixels
DEPTH = Qt.ItemDataRole.UserRole + 1  #: item data: depth of indentation
_STEP = 16  #: pixels for each level of indentation
_ASIDE, _ABOVE, _GAP = 8, 4, 8
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_JOINER = "\u2060"  #: word joiner: no line break here


def with_joiners(sentence: str) -> str:
    """Return the sentence with joiners, so that no line breaks within a place such as `2,-1` or before punctuation."""
    sentence = re.sub(r" (?=[:;?!»])", "\u00a0", sentence)
    return re.sub(r"(?<=[\d,])-(?=\d)|(?<=\d),(?=-?\d)|(?<=\s)-(?=\d)", lambda found: _join(found[0]), sentence)


def _join(sign: str) -> str:
    return f"{_JOINER}{sign}{_JOINER}"


class LineDelegate(QStyledItemDelegate):
    """Item delegate of the log: paints an icon and a sentence that wraps at the width of the list."""

    def __init__(self, room: QListWidget) -> None:
        super().__init__(room)
        self._room = room

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Override QStyledItemDelegate: the height that the sentence needs at the width of the list."""
        self.initStyleOption(option, index)
        width = self._room.viewport().width()
        words = self._words(QRect(0, 0, width, 10_000), option.icon, index)
        text = QFontMetrics(option.font).boundingRect(words, _WRAPPED, with_joiners(option.text))
        return QSize(width, max(text.height(), 0 if option.icon.isNull() else SIGN) + 2 * _ABOVE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate: paint the background by the style, then icon and sentence."""
        self.initStyleOption(option, index)
        words, icon, sentence = (
            self._words(option.rect, option.icon, index),
            QIcon(option.icon),
            with_joiners(option.text),
        )
        option.text, option.icon = "", QIcon()
        self._room.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._room)
        painter.save()
        painter.setFont(option.font)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(
            option.palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        )
        how = option.displayAlignment & Qt.AlignmentFlag.AlignHorizontal_Mask
        painter.drawText(words, int(how) | int(Qt.AlignmentFlag.AlignVCenter) | _WRAPPED, sentence)
        painter.restore()
        # Beside the first line, or in the middle of the only one.
        rise = (QFontMetrics(option.font).height() - SIGN) // 2 if words.height() > SIGN else 0
        icon.paint(painter, QRect(words.left() - SIGN - _GAP, words.top() + rise, SIGN, SIGN))

    @staticmethod
    def _words(row: QRect, icon: QIcon, index: QModelIndex | QPersistentModelIndex) -> QRect:
        indent = (0 if icon.isNull() else SIGN + _GAP) + _STEP * int(index.data(DEPTH) or 0)
        return row.adjusted(_ASIDE + indent, _ABOVE, -_ASIDE, -_ABOVE)


# ---- lines of the log, without Qt


#: A chapter is an outermost phase; what follows from a choice or a rule is quieter than the choice itself.
Weight = Literal["chapter", "choice", "consequence"]
_WEIGHTS: dict[Sort, Weight] = {"setup": "consequence", "rule": "consequence"}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, with its `details`, which are collapsed at first."""

    text: str
    weight: Weight
    event: int  #: number of its event
    player: str = ""  #: the colour of the player who chose, or whom it is about
    places: frozenset[str] = frozenset()  #: of the board
    details: tuple[LogLine, ...] = ()


def log_lines(
    events: Iterable[EventView], known: frozenset[str], context: TableContext, chapter: str = ""
) -> Iterator[LogLine]:
    """Yield the lines for `events`; `chapter` is the last one that the log contains."""
    for entry in log_entries(events, context.words):
        now = next((found for event in entry.events if (found := chapter_of(event))), "")
        if now not in ("", chapter):
            chapter = now
            yield LogLine(context.words.anchor(chapter), "chapter", entry.event)
        details = tuple(_detail(each, known) for each in entry.details)
        places = _places_of(entry.events, known)
        yield LogLine(entry.sentence, _WEIGHTS.get(entry.sort, "choice"), entry.event, entry.player, places, details)


def _detail(detail: Detail, known: frozenset[str]) -> LogLine:
    parts = tuple(_detail(each, known) for each in detail.parts)
    places = _places_of(detail.events, known)
    return LogLine(detail.text, "consequence", detail.events[0].number, places=places, details=parts)


def _places_of(events: Iterable[EventView], known: frozenset[str]) -> frozenset[str]:
    """Return the places of the board that the events name."""
    return frozenset(word for event in events for _, text in event.args for word in text.split() if word in known)


def _places_on(view: View) -> frozenset[str]:
    return frozenset(cell.place for board in view.boards for cell in board.cells)


_LINE = Qt.ItemDataRole.UserRole
COLLAPSED, EXPANDED = "▸", "▾"
_NEAR_END = 8  #: pixels from the end within which the log is read as it grows


class LogList(QListWidget):
    """List of one seat's events, the newest last; consequences of a choice are collapsed into its line.

    Signals:
        highlighted: The pointer or cursor is on a sentence; carries a frozenset of its places, empty when it leaves.
        event_chosen: A sentence was chosen; carries the number of its event.
        rule_requested: The rule that led to an event is to be shown; carries the number of the event.
    """

    highlighted = Signal(object)
    event_chosen = Signal(int)
    rule_requested = Signal(int)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setItemDelegate(LineDelegate(self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMinimumSize(QSize(120, 80))
        self.itemEntered.connect(self._point)
        self.currentItemChanged.connect(self._point)
        self.itemClicked.connect(self._ask)
        self.itemActivated.connect(self._ask)
        self.viewport().installEventFilter(self)
        self.setIconSize(QSize(SIGN, SIGN))
        self._autoscrolls = True  #: until the user scrolls back
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._marked = -1  #: the row that is current while the list has no focus; -1: none
        self._chapter = ""
        self.coordinates = False  #: sentences name places whose names the board does not show
        self.automatic: set[int] = set()  #: the events of choices that the window has made for the player
        self._details: dict[
            int, list[QListWidgetItem]
        ] = {}  #: items of details, by the id of the item that contains them

    def set_context(self, context: TableContext) -> None:
        """Speak otherwise from the next `show_state` on."""
        self._context = context
        self.setAccessibleName(context.texts("table.log.title"))

    def show_state(self, events: Iterable[EventView], view: View) -> None:
        """Show `events` in place of those before."""
        self.clear()
        self._append(tuple(events), view)
        self._autoscrolls = True
        self.scrollToBottom()

    def clear(self) -> None:
        """Override QListWidget: remove all lines."""
        self._chapter, self._details, self._marked = "", {}, -1
        super().clear()

    @property
    def current_event(self) -> int | None:
        """The number of the event whose line is selected while the log has the focus."""
        item = self.currentItem() if self.hasFocus() else None
        return item.data(_LINE).event if item is not None else None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QWidget: offer to show the rule of a line."""
        item = self.itemAt(event.pos()) if event.reason() == QContextMenuEvent.Reason.Mouse else self.currentItem()
        if item is not None:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            entry = add_entry(menu, self._context.texts("table.show_rule"))
            entry.triggered.connect(partial(self._request_rule, item.data(_LINE).event))
            menu.popup(event.globalPos())

    def _request_rule(self, event: int, _checked: bool = False) -> None:
        self.rule_requested.emit(event)

    def extend(self, events: Iterable[EventView], view: View) -> tuple[LogLine, ...]:
        """Append events, and return their lines with the names of all places, for a screen reader. The list keeps its
        position if the user has scrolled back."""
        new_events, chapter = tuple(events), self._chapter
        lines, context = self._append(new_events, view), self._context
        return lines if self.coordinates else self._lines(new_events, _places_on(view), context, chapter)

    def _append(self, events: tuple[EventView, ...], view: View) -> tuple[LogLine, ...]:
        lines = self._lines(events, _places_on(view), self.context_for(view), self._chapter)
        for line in lines:
            self._add(line)
        self._chapter = next((chapter for event in reversed(events) if (chapter := chapter_of(event))), self._chapter)
        return lines

    def context_for(self, view: View) -> TableContext:
        """Return a context whose sentences name only places whose names can be read on the boards of a view, unless
        the user wants coordinates."""
        if self.coordinates:
            return self._context
        return self._context.without_places(names_hidden_by(view.boards, self._context.look))

    def _lines(
        self, events: tuple[EventView, ...], known: frozenset[str], context: TableContext, chapter: str
    ) -> tuple[LogLine, ...]:
        return tuple(
            replace(line, text=context.texts("table.log.automatic", line=line.text))
            if line.event in self.automatic
            else line
            for line in log_lines(events, known, context, chapter)
        )

    def mark(self, event: int | None) -> None:
        """Mark the sentence of an event (None: no sentence), or the last one before it, and scroll to it.

        Emits no signal.
        """
        lines = [(row, self.item(row).data(_LINE)) for row in range(self.count()) if not self.item(row).data(DEPTH)]
        last = -1 if event is None else event
        rows = (row for row, line in reversed(lines) if isinstance(line, LogLine) and line.event <= last)
        self._marked = next(rows, -1)
        self._autoscrolls = False
        blocked = self.blockSignals(True)
        self.setCurrentRow(self._marked)
        self.blockSignals(blocked)
        if self._marked >= 0:
            self.scrollToItem(self.item(self._marked))
        else:
            self.scrollToTop()

    def _on_scrolled(self, _action: int) -> None:
        """The user has scrolled. (A layout also moves the scroll bar, but triggers no action.)"""
        bar = self.verticalScrollBar()
        self._autoscrolls = bar.sliderPosition() >= bar.maximum() - _NEAR_END

    def _on_range_changed(self, _least: int, most: int) -> None:
        if self._autoscrolls:
            self.verticalScrollBar().setValue(most)

    def _add(self, line: LogLine, depth: int = 0) -> QListWidgetItem:
        item = self._item(line, depth)
        self.addItem(item)
        item.setHidden(depth > 0)
        if line.details:
            self._details[id(item)] = [self._add(each, depth + 1) for each in line.details]
            self._show_fold_mark(item)
        return item

    def _item(self, line: LogLine, depth: int) -> QListWidgetItem:
        item = QListWidgetItem(line.text)
        item.setData(_LINE, line)
        item.setData(DEPTH, depth)
        font = item.font()
        match line.weight:
            case "chapter":
                item.setForeground(QColor(self._context.theme.accent))
                item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
                font.setBold(True)
            case "choice":
                item.setIcon(self._sign(line.player))
            case "consequence":
                item.setIcon(self._sign(""))
                item.setForeground(QColor(self._context.theme.soft_ink))
        item.setFont(font)
        return item

    def _sign(self, colour: str) -> QIcon:
        """Return a player's emblem as an icon, or a transparent one."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(SIGN * ratio), round(SIGN * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        if colour:
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(SIGN / 2, SIGN / 2)
            paint_player(painter, colour, self._context, SIGN * 0.42)
            painter.end()
        return QIcon(picture)

    def _show_fold_mark(self, item: QListWidgetItem) -> None:
        """Show by a mark whether the details of a line are expanded or collapsed."""
        closed = self._details[id(item)][0].isHidden()
        item.setText(f"{item.data(_LINE).text}\u00a0{COLLAPSED if closed else EXPANDED}")
        how = self._context.texts("table.log.closed" if closed else "table.log.opened")
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, how)

    def _set_expanded(self, item: QListWidgetItem, expanded: bool | None = None) -> None:
        """Expand or collapse the details of a line; None toggles them."""
        details = self._details.get(id(item))
        if details is None or expanded == (not details[0].isHidden()):
            return
        self._autoscrolls = False
        shown = details[0].isHidden()
        for each in details:
            each.setHidden(not shown)
            if not shown:
                self._set_expanded(each, expanded=False)
        self._show_fold_mark(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QListWidget: lay out again, because sentences wrap at another width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QListWidget: Right expands a line, Left collapses it."""
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not event.modifiers():
            self._set_expanded(item, expanded=event.key() == Qt.Key.Key_Right)
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: the log follows the match again when the focus leaves it."""
        super().focusOutEvent(event)
        self.setCurrentRow(self._marked)
        self._autoscrolls = self._marked < 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: end highlighting when the pointer leaves the log."""
        if event.type() == QEvent.Type.Leave and watched is self.viewport():
            self.highlighted.emit(frozenset())
        return super().eventFilter(watched, event)

    def _point(self, item: QListWidgetItem | None) -> None:
        line = item.data(_LINE) if item is not None else None
        if item is not None and item is self.currentItem():
            self._autoscrolls = self.row(item) == self.count() - 1
        self.highlighted.emit(line.places if isinstance(line, LogLine) else frozenset())

    def _ask(self, item: QListWidgetItem) -> None:
        line = item.data(_LINE)
        self._set_expanded(item)
        if line.weight == "choice" or not line.details:
            self.event_chosen.emit(line.event)
