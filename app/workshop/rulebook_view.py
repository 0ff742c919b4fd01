"""View of the rulebook in the workshop: a page of text in which each value that may be changed is a chip.

A chip is a link of the text on a ground of its own, so that it wraps, is copied and is read aloud as a part of its
sentence. Tab leads from chip to chip; Enter and a click open it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from app.appearance.fonts import title_font
from app.appearance.theme import LIGHT, Theme
from app.base.widgets import TouchScrolling
from app.workshop.rule_pages import PageLine, PageRun, RulePage
from app.workshop.rule_rows import Key

_CHIP = "chip"  #: scheme of the links that are chips
_SPACE = "\u00a0"  #: beside the text of a chip; it does not break
_ARROW = "▾"  #: behind a word that is one of several
_HANDLE = "…"  #: the chip behind a line that can be switched off
_LONGEST_WHOLE = 26  #: letters of a chip that is never broken over two lines
_ROUND, _PAD = 6.0, 2.5  #: pixels of the corners of a chip, and above and below its text
_LEADING = 9.0  #: pixels between two lines of text
_INDENT, _MARGIN = 20, 4  #: pixels of an item, and around the page
_HEADING, _SMALL = 1.22, 0.93  #: sizes of headings and of what was, in relation to the text


@dataclass(frozen=True, slots=True)
class ChipState:
    """How a chip looks, and what a screen reader says of it."""

    changed: bool
    was: str  #: stands behind it; empty: nothing
    chooses: bool  #: whether its value is one of some words
    name: str


@dataclass(frozen=True, slots=True)
class _Chip:
    """A chip in the text."""

    key: Key
    start: int
    end: int
    state: ChipState
    is_line: bool  #: it is behind the line that it changes


class RulebookView(QTextBrowser):
    """A page of the rulebook.

    Signals:
        chip_pressed: A chip is to be opened; carries its key.
        chip_reached: The focus is on a chip; carries its key.
        link_pressed: A link leads to a section; carries its anchor.
    """

    chip_pressed = Signal(object)
    chip_reached = Signal(object)
    link_pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        TouchScrolling(self)
        self._theme = LIGHT
        self._chips: list[_Chip] = []
        self._page: RulePage | None = None
        self._states: Callable[[Key], ChipState] | None = None
        self._line_words: Callable[[PageLine], tuple[str, str]] = lambda line: ("", "")
        self._hovered = -1
        self._open: Key | None = None
        self._reached: Key | None = None
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "rulebook")
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(
            QTextOption.WrapMode.WordWrap
        )  # a table is rather wider than the view than broken in words
        self.document().setDocumentMargin(_MARGIN)
        self.anchorClicked.connect(self._press)
        self.highlighted.connect(self._hover)
        self.selectionChanged.connect(self._follow_focus)

    # ---- the page ----

    def show_page(
        self, page: RulePage, state: Callable[[Key], ChipState], words: Callable[[PageLine], tuple[str, str]]
    ) -> None:
        """Show a page. `state` says how the chip of a part looks; `words` returns what stands on the chip behind a
        line with parts (empty: three dots), and its name. The same page stays where it is scrolled to, and the focus on
        its chip."""
        same = self._page is not None and self._page.anchor == page.anchor
        at, current = self.verticalScrollBar().value() if same else 0, self.current if same else None
        self._page, self._states, self._line_words = page, state, words
        self._write()
        self.verticalScrollBar().setValue(at)
        if current is not None and self.chip_area(current) is not None:
            self._select(current)
        self.verticalScrollBar().setValue(at)
        self.viewport().update()

    def clear_page(self) -> None:
        """Show nothing."""
        self._page, self._chips = None, []
        self.clear()

    @property
    def current(self) -> Key | None:
        """The part of the chip with the focus."""
        chip = self._at_cursor()
        return chip.key if chip is not None else None

    @property
    def parts(self) -> tuple[Key, ...]:
        """The parts that have a chip on the page, in order."""
        return tuple(dict.fromkeys(chip.key for chip in self._chips))

    def text_of(self, key: Key) -> str:
        """Return the text on the first chip of a part. Raises KeyError."""
        chip = self._required(key)
        return self.document().toPlainText()[chip.start : chip.end].replace(_SPACE, " ").strip()

    def chip_area(self, key: Key) -> QRect | None:
        """Return where the first chip of a part is, in this view; None if there is none on the page."""
        chip = next((each for each in self._chips if each.key == key), None)
        if chip is None:
            return None
        whole = QRectF()
        for rect in self._rects(chip):
            whole = rect if whole.isNull() else whole.united(rect)
        offset = self.viewport().pos()
        return whole.toAlignedRect().translated(-self.horizontalScrollBar().value() + offset.x(),
                                                -self.verticalScrollBar().value() + offset.y())  # fmt: skip

    def reach(self, key: Key) -> None:
        """Set the focus to a chip, and scroll to it."""
        self._select(key)
        self.setFocus()
        rect = self.chip_area(key)
        if rect is not None and not self.viewport().geometry().contains(rect):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + rect.top() - self.height() // 4)

    def reach_anchor(self, anchor: str) -> None:
        """Scroll to a heading."""
        self.scrollToAnchor(anchor)

    def show_open(self, key: Key | None) -> None:
        """Show that the chip of a part is open."""
        self._open = key
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self._follow_focus()
        self._rewrite()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: write the page in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._rewrite()

    def _rewrite(self) -> None:
        if self._page is not None and self._states is not None:
            self.show_page(self._page, self._states, self._line_words)

    def _required(self, key: Key) -> _Chip:
        return next(chip for chip in self._chips if chip.key == key)

    # ---- writing ----

    def _write(self) -> None:
        """Write the page into the document."""
        self._chips = []
        self._hovered = -1
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        lines = list(self._page.lines) if self._page is not None else []
        first = True
        while lines:
            line = lines.pop(0)
            if line.sort in ("head", "row"):
                rows = [line]
                while lines and lines[0].sort == "row":
                    rows.append(lines.pop(0))
                self._write_table(cursor, rows)
                cursor.movePosition(QTextCursor.MoveOperation.End)
            else:
                style = self._block(line, first)
                if first:
                    cursor.setBlockFormat(style)
                else:
                    cursor.insertBlock(style)
                self._write_line(cursor, line)
            first = False
        cursor.endEditBlock()
        self.setTextCursor(QTextCursor(self.document()))  # it has moved with the text

    def _block(self, line: PageLine, first: bool) -> QTextBlockFormat:
        style = QTextBlockFormat()
        style.setLineHeight(_LEADING, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        style.setTopMargin(4 if first else 14 if line.sort == "heading" else 3)
        style.setBottomMargin(2)
        if line.sort == "item":
            style.setLeftMargin((line.depth + 1) * _INDENT)
            style.setTextIndent(-_INDENT + 2)
        if line.sort == "heading":
            style.setHeadingLevel(2)
        return style

    def _write_line(self, cursor: QTextCursor, line: PageLine) -> None:
        style = self._style(line)
        if line.anchor:
            named = QTextCharFormat(style)
            named.setAnchor(True)
            named.setAnchorNames([line.anchor])
            cursor.insertText("\u200b", named)
        if line.sort == "item":
            cursor.insertText(f"{line.number}.\u2002" if line.number else f"•{_SPACE}{_SPACE}", self._soft(style))
        for run in line.cells[0] if line.cells else ():
            self._write_run(cursor, run, style)
        self._write_handle(cursor, line)

    def _write_run(self, cursor: QTextCursor, run: PageRun, style: QTextCharFormat) -> None:
        if run.key is not None and self._states is not None:
            state = self._states(run.key)
            said = f"{run.text} {_ARROW}" if state.chooses else run.text
            self._write_chip(cursor, run.key, said, state, style)
            if state.was:
                cursor.insertText(f" {state.was}", self._small(style))
        elif run.target:
            linked = QTextCharFormat(style)
            linked.setAnchor(True)
            linked.setAnchorHref(f"#{run.target}")
            linked.setForeground(QColor(self._theme.accent))
            cursor.insertText(run.text, linked)
        else:
            cursor.insertText(run.text, style)

    def _write_handle(self, cursor: QTextCursor, line: PageLine) -> None:
        if line.keys and self._states is not None:
            said, name = self._line_words(line)
            state = self._states(line.keys[0])
            cursor.insertText(" ", self._style(line, plain=True))
            shown = ChipState(bool(said), "", False, name or state.name)
            self._write_chip(cursor, line.keys[0], said or _HANDLE, shown, self._style(line, plain=True), is_line=True)

    def _write_chip(
        self, cursor: QTextCursor, key: Key, said: str, state: ChipState, style: QTextCharFormat, is_line: bool = False
    ) -> None:
        whole = said.replace(" ", _SPACE) if len(said) <= _LONGEST_WHOLE else said
        chip = QTextCharFormat(style)
        chip.setAnchor(True)
        chip.setAnchorHref(f"{_CHIP}:{len(self._chips)}")
        chip.setFontWeight(QFont.Weight.DemiBold)
        soft = is_line and not state.changed
        colour = self._theme.soft_ink if soft else self._theme.accent if state.changed else self._theme.ink
        chip.setForeground(QColor(colour))
        start = cursor.position()
        cursor.insertText(f"{_SPACE}{whole}{_SPACE}", chip)
        self._chips.append(_Chip(key, start, cursor.position(), state, is_line))

    def _write_table(self, cursor: QTextCursor, rows: list[PageLine]) -> None:
        columns = max(len(row.cells) for row in rows)
        look = QTextTableFormat()
        look.setBorder(0)
        look.setCellPadding(4)
        look.setCellSpacing(0)
        look.setTopMargin(6)
        look.setBottomMargin(8)
        look.setHeaderRowCount(1 if rows[0].sort == "head" else 0)
        look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        look.setColumnWidthConstraints([QTextLength()] * columns)
        table = cursor.insertTable(len(rows), columns, look)
        for at, row in enumerate(rows):
            style = self._style(row)
            for column, cell in enumerate(row.cells):
                inside = table.cellAt(at, column).firstCursorPosition()
                for run in cell:
                    self._write_run(inside, run, style)

    # ---- formats ----

    def _style(self, line: PageLine, plain: bool = False) -> QTextCharFormat:
        style = QTextCharFormat()
        style.setFont(self.font())
        style.setForeground(QColor(self._theme.ink))
        if line.sort == "heading":
            style.setFont(title_font(self.font(), _HEADING))
        elif line.sort in ("remark", "head"):
            style.setForeground(QColor(self._theme.soft_ink))
        if line.removed and not plain:
            style.setFontStrikeOut(True)
            style.setForeground(QColor(self._theme.soft_ink))
        return style

    def _soft(self, style: QTextCharFormat) -> QTextCharFormat:
        soft = QTextCharFormat(style)
        soft.setForeground(QColor(self._theme.soft_ink))
        soft.setFontStrikeOut(False)
        return soft

    def _small(self, style: QTextCharFormat) -> QTextCharFormat:
        small = self._soft(style)
        small.setFontPointSize(self.font().pointSizeF() * _SMALL)
        return small

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QTextBrowser: paint the grounds of the chips below the text."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dx, dy = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        painter.translate(-dx, -dy)
        seen = QRectF(event.rect()).translated(dx, dy).adjusted(0, -8, 0, 8)
        focused = self._at_cursor() if self.hasFocus() else None
        for number, chip in enumerate(self._chips):
            rects = [rect for rect in self._rects(chip) if rect.intersects(seen)]
            for rect in rects:
                self._paint_chip(painter, rect, chip, number == self._hovered, chip is focused)
        painter.end()
        super().paintEvent(event)

    def _paint_chip(self, painter: QPainter, rect: QRectF, chip: _Chip, hovered: bool, focused: bool) -> None:
        theme = self._theme
        strong = chip.state.changed or (self._open == chip.key and not chip.is_line)
        if focused or self._open == chip.key:
            painter.setPen(QPen(QColor(theme.accent), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-2.2, -2.2, 2.2, 2.2), _ROUND + 2, _ROUND + 2)
        if chip.is_line and not strong and not hovered and not focused:
            return
        painter.setPen(QPen(QColor(theme.accent if strong else theme.soft_ink if hovered else theme.line), 1.4))
        painter.setBrush(QColor(theme.tint if strong else theme.raised))
        painter.drawRoundedRect(rect, _ROUND, _ROUND)

    def _rects(self, chip: _Chip) -> Iterator[QRectF]:
        """Yield where a chip is in the document, one rectangle for each of its lines."""
        block = self.document().findBlock(chip.start)
        layout = block.layout()
        corner = self.document().documentLayout().blockBoundingRect(block).topLeft()
        metrics = QFontMetricsF(self._font_at(chip))
        first, last = chip.start - block.position(), chip.end - block.position()
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            low, high = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            if low >= high:
                continue
            left, right = (cast(tuple[float, int], line.cursorToX(each))[0] for each in (low, high))
            baseline = line.y() + line.ascent()
            top, bottom = baseline - metrics.ascent() - _PAD + 1, baseline + metrics.descent() + _PAD
            yield QRectF(left, top, right - left, bottom - top).translated(corner).adjusted(0.5, 0.5, -0.5, -0.5)

    def _font_at(self, chip: _Chip) -> QFont:
        cursor = QTextCursor(self.document())
        cursor.setPosition(chip.start + 1)
        return cursor.charFormat().font()

    # ---- focus ----

    def _at_cursor(self) -> _Chip | None:
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        return next((each for each in self._chips if (each.start, each.end) == (start, end)), None)

    def _select(self, key: Key) -> None:
        chip = next((each for each in self._chips if each.key == key), None)
        if chip is not None:
            cursor = self.textCursor()
            cursor.setPosition(chip.start)
            cursor.setPosition(chip.end, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QTextBrowser: Qt does not tell that it has selected the next link."""
        moved = super().focusNextPrevChild(forward)
        self._follow_focus()
        return moved

    def _follow_focus(self) -> None:
        """Leave a chip with the focus its own colours, and say its name to screen readers."""
        chip = self._at_cursor()
        palette = QPalette(self.palette())
        theme = self._theme
        palette.setColor(
            QPalette.ColorRole.Highlight, QColor(Qt.GlobalColor.transparent) if chip else QColor(theme.accent)
        )
        ink = theme.accent if chip is not None and chip.state.changed else theme.ink
        palette.setColor(QPalette.ColorRole.HighlightedText, QColor(ink if chip else theme.accent_ink))
        if palette != self.palette():
            self.setPalette(palette)
        key = chip.key if chip is not None else None
        if key != self._reached:
            self._reached = key
            self.setAccessibleDescription(chip.state.name if chip is not None else "")
            event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)
            if key is not None and self.hasFocus():
                self.chip_reached.emit(key)
        self.viewport().update()

    def _hover(self, url: QUrl) -> None:
        self._hovered = int(url.path()) if url.scheme() == _CHIP else -1
        self.viewport().update()

    def _press(self, url: QUrl) -> None:
        if url.scheme() == _CHIP:
            chip = self._chips[int(url.path())]
            cursor = self.textCursor()
            cursor.setPosition(chip.start)
            cursor.setPosition(chip.end, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
            self.chip_pressed.emit(chip.key)
        elif url.hasFragment():
            self.link_pressed.emit(url.fragment())
