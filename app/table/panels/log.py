"""Log of the match as a story: a heading for each turn, a line for each choice, consequences collapsed into it.

Hovering over a line highlights its places; choosing one asks for the reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
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

from app.appearance.drawings import inked, paint_drawing_in
from app.appearance.theme import contrast_ratio
from app.base.widgets import TouchScrolling, add_entry, capital
from app.table.context import TableContext
from app.table.model.board_layout import names_hidden_by, offsets_on
from app.table.panels.players import paint_player
from dsl.i18n.event_log import Detail, Sort, chapter_of, log_entries, points_text
from dsl.match.view import EventView, View

# ---- delegate of the list


SIGN = 18  #: size of the icon before a line, in pixels
DEPTH = Qt.ItemDataRole.UserRole + 1  #: item data: depth of indentation
NAME = Qt.ItemDataRole.UserRole + 2  #: item data: the number of characters of a name, which are bold
POINTS = Qt.ItemDataRole.UserRole + 3  #: item data: text and colour of what stands at the end of a line
HEADING = Qt.ItemDataRole.UserRole + 4  #: item data: the colour of the line beside a heading
_MOST_HEIGHTS = 4096  #: lines whose heights are kept
_DISC = 1.3  #: size of the icons of the log, in heights of a line
_BEFORE_HEADING = 5  #: pixels between a heading and the line before it
_ON_DISC = 2.6  #: least contrast of a white icon to its disc; below it the icon is dark
_OUTLINED = 1.6  #: contrast of a disc to its ground below which it has an outline
_PILL = 36  #: opacity of the ground of points, of 255
_STEP = 16  #: pixels for each level of indentation
_ASIDE, _ABOVE, _GAP = 8, 4, 8
_JOINER = "\u2060"  #: word joiner: no line break here


def with_joiners(sentence: str) -> str:
    """Return the sentence with joiners, so that no line breaks within a place such as `2,-1`, within a word with a
    hyphen or before punctuation."""
    sentence = re.sub(r" (?=[:;?!»])", "\u00a0", sentence)
    return re.sub(
        r"(?<=[\d,])-(?=\d)|(?<=\d),(?=-?\d)|(?<=\s)-(?=\d)|(?<=[^\W\d])-(?=\w)",
        lambda found: _join(found[0]),
        sentence,
    )


def _join(sign: str) -> str:
    return f"{_JOINER}{sign}{_JOINER}"


class LineDelegate(QStyledItemDelegate):
    """Item delegate of the log: paints an icon, a sentence that wraps at the width of the list, and points after it."""

    def __init__(self, room: QListWidget, size_of: Callable[[QFont], int] = lambda _font: SIGN) -> None:
        """`size_of` returns the size of the icons beside a font, in pixels."""
        super().__init__(room)
        self._room, self._size_of = room, size_of
        self._heights: dict[tuple[object, ...], float] = {}  #: of sentences
        self._sizes: dict[int, QSize] = {}  #: of the rows, by their items: a list asks for all after each new line
        self._measured = (0, "")  #: width of the list and font of these sizes
        model = room.model()
        model.dataChanged.connect(self._forget_sizes)
        model.rowsRemoved.connect(self._forget_sizes)
        model.modelReset.connect(self._forget_sizes)

    def _forget_sizes(self) -> None:
        self._sizes.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Override QStyledItemDelegate: the height that the sentence needs at the width of the list."""
        width, item = self._room.viewport().width(), index.internalId()
        if self._measured != (width, option.font.key()):
            self._measured = (width, option.font.key())
            self._sizes.clear()
        if item not in self._sizes:
            self._sizes[item] = self._measure(option, index, width)
        return self._sizes[item]

    def _measure(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, width: int) -> QSize:
        self.initStyleOption(option, index)
        words = self._words(QRect(0, 0, width, 10_000), option, index)
        height = self._height(option.text, option.font, words.width(), bold_part(index))
        least = 0 if option.icon.isNull() else self._size_of(option.font)
        above = _ABOVE + (_BEFORE_HEADING if index.data(HEADING) else 0)
        return QSize(width, max(math.ceil(height), least) + above + _ABOVE)

    def _height(self, text: str, font: QFont, width: int, bold: int) -> float:
        """Return the height of a sentence in a column of this width."""
        key = (text, font.key(), width, bold)
        if key not in self._heights:
            if len(self._heights) >= _MOST_HEIGHTS:
                self._heights.clear()
            self._heights[key] = laid_out_text(with_joiners(text), font, width, bold).boundingRect().height()
        return self._heights[key]

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate: paint the background by the style, then icon, sentence and points."""
        self.initStyleOption(option, index)
        words, icon, sentence = (
            self._words(option.rect, option, index),
            QIcon(option.icon),
            with_joiners(option.text),
        )
        option.text, option.icon = "", QIcon()
        self._room.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._room)
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        ink = option.palette.color(role)
        painter.setPen(ink)
        text = laid_out_text(sentence, option.font, words.width(), bold_part(index), option.displayAlignment)
        bounds = text.boundingRect()
        top = words.top() + max(0.0, (words.height() - bounds.height()) / 2)
        text.draw(painter, QPointF(words.left(), top))
        if index.data(HEADING):
            painter.setPen(QPen(QColor(index.data(HEADING)), 1.0))
            line = round(top + bounds.height() / 2)
            painter.drawLine(round(words.left() + text.lineAt(0).naturalTextWidth()) + _GAP, line, words.right(), line)
        first = text.lineAt(0).height() if text.lineCount() else 0.0
        if index.data(POINTS):
            self._paint_points(painter, option, index, ink if selected else None, top + first / 2)
        painter.restore()
        # Beside the first line, or in the middle of the only one.
        size = self._size_of(option.font)
        rise = top + (first - size) / 2 if text.lineCount() > 1 else words.center().y() + 0.5 - size / 2
        icon.paint(painter, QRect(words.left() - size - _GAP, round(rise), size, size))

    def _words(self, row: QRect, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QRect:
        indent = (0 if option.icon.isNull() else self._size_of(option.font) + _GAP) + _STEP * int(
            index.data(DEPTH) or 0
        )
        points = index.data(POINTS)
        pill = self._pill(points[0], option.font).width() + _GAP if points else 0
        above = _ABOVE + (_BEFORE_HEADING if index.data(HEADING) else 0)
        return row.adjusted(_ASIDE + indent, above, -_ASIDE - pill, -_ABOVE)

    @staticmethod
    def _pill(text: str, font: QFont) -> QSize:
        bold = QFont(font)
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        return QSize(metrics.horizontalAdvance(text) + metrics.height(), metrics.height() + 2)

    def _paint_points(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex,
        ink: QColor | None, middle: float,
    ) -> None:  # fmt: skip
        text, colour = index.data(POINTS)
        size, own = self._pill(text, option.font), ink or QColor(colour)
        box = QRectF(
            option.rect.right() - _ASIDE - size.width(), middle - size.height() / 2, size.width(), size.height()
        )
        ground = QColor(own)
        ground.setAlpha(_PILL)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        bold = QFont(option.font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(own)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _disc(font: QFont) -> int:
    """Return the size of the icons of the log, in pixels."""
    return round(QFontMetrics(font).height() * _DISC)


def bold_part(index: QModelIndex | QPersistentModelIndex) -> int:
    """Return the number of characters that are bold at the beginning of a row."""
    return int(index.data(NAME) or 0)


def laid_out_text(
    text: str, font: QFont, width: int, bold: int, how: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
) -> QTextLayout:
    """Return a text in lines that fit a width, its first characters bold."""
    found = QTextLayout(text, font)
    options = QTextOption(how & Qt.AlignmentFlag.AlignHorizontal_Mask)
    options.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    found.setTextOption(options)
    if bold:
        part = QTextLayout.FormatRange()
        part.start, part.length = 0, bold
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        part.format = strong
        found.setFormats([part])
    found.beginLayout()
    height = 0.0
    while (line := found.createLine()).isValid():
        line.setLineWidth(max(width, 1))
        line.setPosition(QPointF(0.0, height))
        height += line.height()
    found.endLayout()
    return found


# ---- lines of the log, without Qt


#: A chapter is an outermost phase, a turn the heading of a player's choices; what follows from a choice or a rule is
#: quieter than the choice itself.
Weight = Literal["chapter", "turn", "choice", "consequence"]
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
    action: str = ""  #: the action or word that was chosen
    points: int = 0  #: what the player gained
    spoken: str = ""  #: the text with the points, for a screen reader
    name: int = 0  #: the number of characters of the player's name, with which the text begins


def log_lines(
    events: Iterable[EventView], known: frozenset[str], context: TableContext, chapter: str = "", turn: str = ""
) -> Iterator[LogLine]:
    """Yield the lines for `events`; `chapter` and `turn` are the phase and the player of the last headings. A line that
    only repeats the heading before or after it is left out."""
    lines = list(_all_lines(events, known, context, chapter, turn))
    headings = {number: line.text for number, line in enumerate(lines) if line.weight == "chapter"}
    for number, line in enumerate(lines):
        repeated = line.text.rstrip(".") in (headings.get(number - 1), headings.get(number + 1))
        if repeated and line.details:
            yield from (replace(detail, weight="consequence") for detail in line.details)
        elif not repeated:
            yield line


def _all_lines(
    events: Iterable[EventView], known: frozenset[str], context: TableContext, chapter: str, turn: str
) -> Iterator[LogLine]:
    words = context.words
    for entry in log_entries(events, words):
        now = next((found for event in entry.events if (found := chapter_of(event))), "")
        if now not in ("", chapter):
            chapter = now
            yield LogLine(words.anchor(chapter), "chapter", entry.event)
        if entry.sort in ("choice", "turn") and entry.player != turn:
            turn = entry.player
            yield LogLine(capital(words.say("told.heading", player=words.player(turn))), "turn", entry.event, turn)
        spoken = entry.sentence
        if entry.points:
            spoken = f"{spoken} {points_text(entry.points, words)}"
        yield LogLine(
            entry.sentence,
            _WEIGHTS.get(entry.sort, "choice"),
            entry.event,
            entry.player,
            _places_of(entry.events, known),
            tuple(_detail(each, known) for each in entry.details),
            entry.action,
            entry.points,
            spoken,
            _name_in(entry.sentence, words.player(entry.player)) if entry.player else 0,
        )


def _name_in(text: str, player: str) -> int:
    """Return the number of characters of the word that a text begins with if it is a player's name: `Ann`, `Ann’s`."""
    if not text.startswith(capital(player)):
        return 0
    return (text.find(" ", len(player)) + len(text)) % len(text)


def _detail(detail: Detail, known: frozenset[str]) -> LogLine:
    parts = tuple(_detail(each, known) for each in detail.parts)
    places = _places_of(detail.events, known)
    return LogLine(
        detail.text, "consequence", detail.events[0].number, places=places, details=parts, spoken=detail.text
    )


def _places_of(events: Iterable[EventView], known: frozenset[str]) -> frozenset[str]:
    """Return the places of the board that the events name."""
    return frozenset(word for event in events for _, text in event.args for word in text.split() if word in known)


def _places_on(view: View) -> frozenset[str]:
    return frozenset(cell.place for board in view.boards for cell in board.cells)


_LINE = Qt.ItemDataRole.UserRole
COLLAPSED, EXPANDED = "▸", "▾"
_NEAR_END = 8  #: pixels from the end within which the log is read as it grows


def _ink_on(ground: QColor) -> QColor:
    """Return the colour of an icon on a disc: white, unless it would be hard to see."""
    white, dark = QColor("#ffffff"), QColor("#1a1410")
    return white if contrast_ratio(white, ground) >= _ON_DISC else dark


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
        TouchScrolling(self)
        self._context = context
        self.setItemDelegate(LineDelegate(self, _disc))
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
        self._autoscrolls = True  #: until the user scrolls back
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._marked = -1  #: the row that is current while the list has no focus; -1: none
        self._chapter = self._turn = ""
        self.second_person = True  #: sentences call the player of the seat "you"
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
        self._chapter, self._turn, self._details, self._marked = "", "", {}, -1
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
        new_events, chapter, turn = tuple(events), self._chapter, self._turn
        lines, context = self._append(new_events, view), self._addressing(self._context, view)
        return lines if self.coordinates else self._lines(new_events, _places_on(view), context, chapter, turn)

    def _append(self, events: tuple[EventView, ...], view: View) -> tuple[LogLine, ...]:
        lines = self._lines(events, _places_on(view), self.story_context(view), self._chapter, self._turn)
        for line in lines:
            self._add(line)
            self._turn = line.player if line.weight == "turn" else self._turn
        self._chapter = next((chapter for event in reversed(events) if (chapter := chapter_of(event))), self._chapter)
        return lines

    def context_for(self, view: View) -> TableContext:
        """Return a context whose sentences name only places whose names can be read on the boards of a view, unless
        the user wants coordinates."""
        if self.coordinates:
            return self._context
        return self._context.without_places(names_hidden_by(view.boards, self._context.look), offsets_on(view.boards))

    def story_context(self, view: View) -> TableContext:
        """Return a context whose sentences also call the player of the seat "you", if no other player sits here."""
        return self._addressing(self.context_for(view), view)

    def _addressing(self, context: TableContext, view: View) -> TableContext:
        return context.addressing(view.seat) if self.second_person and view.seat else context

    def _lines(
        self, events: tuple[EventView, ...], known: frozenset[str], context: TableContext, chapter: str, turn: str
    ) -> tuple[LogLine, ...]:
        return tuple(
            replace(line, text=(said := context.texts("table.log.automatic", line=line.text)), spoken=said)
            if line.event in self.automatic and line.weight == "choice"
            else line
            for line in log_lines(events, known, context, chapter, turn)
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
        font, theme = item.font(), self._context.theme
        match line.weight:
            case "chapter":
                item.setForeground(QColor(theme.accent))
                item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
                font.setBold(True)
            case "turn":
                item.setForeground(QColor(theme.soft_ink))
                item.setData(HEADING, theme.line)
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            case "choice":
                item.setIcon(self._sign(line.player, line.action))
                item.setData(NAME, line.name)
            case "consequence":
                item.setIcon(self._sign("", ""))
                item.setForeground(QColor(theme.soft_ink))
        if line.points:
            item.setData(POINTS, (f"{line.points:+d}".replace("-", "\N{MINUS SIGN}"), self._colour_of(line.points)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, line.spoken)
        item.setFont(font)
        return item

    def _colour_of(self, points: int) -> str:
        return self._context.theme.good if points > 0 else self._context.theme.alarm

    def _sign(self, colour: str, action: str) -> QIcon:
        """Return the look's icon of an action on a disc in a player's colour; the player's portrait if it has none."""
        ratio, size = self.devicePixelRatioF(), _disc(self.font())
        picture = QPixmap(round(size * ratio), round(size * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        if not colour:
            return QIcon(picture)
        painter, drawing = QPainter(picture), self._context.look.icon(action) if action else None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if drawing is None:
            painter.translate(size / 2, size / 2)
            paint_player(painter, colour, self._context, size * 0.46)
        else:
            theme = self._context.theme
            own = QColor(self._context.look.player(colour).fill.on(theme.dark))
            pale = contrast_ratio(own, theme.card) < _OUTLINED
            painter.setPen(QPen(QColor(theme.soft_ink), 1.0) if pale else QPen(Qt.PenStyle.NoPen))
            painter.setBrush(own)
            painter.drawEllipse(QRectF(1, 1, size - 2, size - 2))
            inset, side = size * 0.21, size * 0.58
            paint_drawing_in(painter, drawing, QRectF(inset, inset, side, side), inked(_ink_on(own)))
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
