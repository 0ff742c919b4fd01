"""Text editor for rules: line numbers, coloured words, underlined problems, completion, explanations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontDatabase,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.appearance.theme import CONTRAST, LIGHT, Theme
from app.base.widgets import label, show_tip
from dsl.language_service.completion import opens_block
from dsl.language_service.messages import Edit, Place, ProblemFound, Proposal, SemanticToken, TokenSort

INDENT = "    "
_NAME = re.compile(r"[A-Za-z_]\w*")

#: Colours of the sorts of words: on light, on dark, and in high contrast. Contrast to the card at least 4.5:1 (tested).
_COLOURS: dict[str, tuple[str, str, str]] = {
    "keyword": ("#8a2f86", "#e3a6e0", "#ffb3ff"),
    "comment": ("#655443", "#c9b79e", "#d0d0d0"),
    "string": ("#2f6f3a", "#9fd49d", "#8cff8c"),
    "number": ("#a8401c", "#f5a878", "#ffe14d"),
    "name": ("#23508c", "#9cc4f2", "#9fd6ff"),
    "local": ("#2b2118", "#f5ebda", "#ffffff"),
    "builtin": ("#1d6a6a", "#86d3d0", "#8ff5f0"),
}
_GROUPS: dict[TokenSort, str] = {
    "keyword": "keyword", "comment": "comment", "string": "string", "number": "number", "local": "local",
    "parameter": "local", "builtin": "builtin", "type": "builtin",
}  # fmt: skip


def word_colour(sort: TokenSort, theme: Theme) -> str:
    """Return the colour of a sort of words in a theme."""
    light, dark, contrast = _COLOURS[_GROUPS.get(sort, "name")]
    return contrast if theme.name == CONTRAST.name else dark if theme.dark else light


def utf16_length(text: str) -> int:
    """Return the length of a text as Qt counts it, where a letter outside the basic plane counts twice."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def position_of(document: QTextDocument, line: int, column: int) -> int:
    """Return the position in a document of a line and column that count from 1; the nearest if there is none."""
    block = document.findBlockByNumber(min(max(line, 1), document.blockCount()) - 1)
    return block.position() + utf16_length(block.text()[: max(column, 1) - 1])


def place_of(cursor: QTextCursor) -> tuple[int, int]:
    """Return the line and column of a cursor, counted from 1, in letters."""
    before = cursor.block().text().encode("utf-16-le")[: 2 * cursor.positionInBlock()]
    return cursor.blockNumber() + 1, len(before.decode("utf-16-le", "replace")) + 1


class TokenHighlighter(QSyntaxHighlighter):
    """Colours the words of a document as the language service sorted them."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = LIGHT
        self._tokens: dict[int, list[SemanticToken]] = {}

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.rehighlight()

    def set_tokens(self, tokens: Iterable[SemanticToken]) -> None:
        """Colour these words."""
        self._tokens = {}
        for token in tokens:
            self._tokens.setdefault(token.line, []).append(token)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Override QSyntaxHighlighter: colour the words of one line."""
        for each in self._tokens.get(self.currentBlock().blockNumber() + 1, ()):
            style = QTextCharFormat()
            style.setForeground(QColor(word_colour(each.sort, self._theme)))
            if each.sort == "keyword":
                style.setFontWeight(QFont.Weight.DemiBold)
            start = utf16_length(text[: each.column - 1])
            word = text[each.column - 1 : each.column - 1 + each.length]
            self.setFormat(start, utf16_length(word), style)


_BEGUN_WORD = re.compile(r"(?<!\w)[^\W\d][\w.]*$")
_FOCUS_FRAME = 2  #: pixels of the frame of the editor, while it has the focus
_CORNER = 6  #: radius of its corners inside the frame


class _LineNumbers(QWidget):
    """Column with the numbers of the lines."""

    def __init__(self, editor: RulesEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        """Override QWidget: the width of the largest number."""
        return QSize(self._editor.numbers_width, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the numbers of the visible lines."""
        self._editor.paint_numbers(QPainter(self), event.rect())


class CompletionList(QFrame):
    """Completions at the cursor, with the explanation of the selected one. The focus stays in the editor.

    Signals:
        chosen: A completion was clicked; carries the Proposal.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "popup")
        self.list, self.explanation = QListWidget(), label("soft", wraps=True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addWidget(self.list, 1)
        column.addWidget(self.explanation)
        self.list.currentItemChanged.connect(self._explain)
        self.list.itemClicked.connect(self._choose)
        self._items: tuple[Proposal, ...] = ()
        self.is_chosen = False  #: whether the user has selected the completion
        self.hide()

    @property
    def current(self) -> Proposal | None:
        """The selected completion."""
        row = self.list.currentRow()
        return self._items[row] if 0 <= row < len(self._items) else None

    @property
    def first(self) -> Proposal:
        """The first completion; there is one while the list is shown."""
        return self._items[0]

    def show_items(self, items: Sequence[Proposal], select: bool = True) -> None:
        """Show completions, the first one selected if `select`; hide the list if there are none."""
        self._items = tuple(items)
        self.is_chosen = False
        self.list.clear()
        for item in items:
            QListWidgetItem(item.text, self.list)
        if not items:
            self.hide()
            return
        self.list.setCurrentRow(0 if select else -1)
        self.show()
        self.raise_()

    def move_selection(self, step: int) -> None:
        """Select another completion, up to the first or last one."""
        self.is_chosen = True
        self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), self.list.count() - 1))

    def _explain(self) -> None:
        self.explanation.setText(self.current.explanation if self.current is not None else "")

    def _choose(self) -> None:
        if self.current is not None:
            self.chosen.emit(self.current)


_SHOWN = 60  #: completions in the list


@dataclass(frozen=True, slots=True)
class _Mark:
    """An underlined stretch of text."""

    problem: ProblemFound
    cursor: QTextCursor  #: moves with the text


class RulesEditor(QPlainTextEdit):
    """Editor of a rules text.

    Signals:
        completion_requested: Completions for the cursor are wanted.
        explanation_requested: The word at a line and column is to be explained; carries them and where to show it.
        menu_requested: The context menu opens; carries the QMenu, to which entries may be added.
    """

    completion_requested = Signal()
    explanation_requested = Signal(int, int, QPoint)
    menu_requested = Signal(object)

    def __init__(self, *, read_only: bool = False) -> None:
        super().__init__()
        self._theme = LIGHT
        self._marks: list[_Mark] = []
        self._completed: Place | None = None  #: what a completion replaces
        self._complete: frozenset[str] = frozenset()  #: what may stand there
        self.setReadOnly(read_only)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(read_only)
        if read_only:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.setProperty("role", "code")
        self._numbers = _LineNumbers(self)
        self.highlighter = TokenHighlighter(self.document())
        self.completions = CompletionList(self)
        self.completions.chosen.connect(self._insert)
        self.blockCountChanged.connect(self._fit_numbers)
        self.updateRequest.connect(self._scroll_numbers)
        self.cursorPositionChanged.connect(self._mark)
        self._take_font()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.highlighter.set_theme(theme)
        self._take_font()
        self._mark()

    # ---- text ----

    def replace_text(self, text: str) -> None:
        """Replace the whole text; this can be undone."""
        if text == self.toPlainText():
            return
        line, column = place_of(self.textCursor())
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.go_to(line, column)

    def apply_edits(self, edits: Iterable[Edit]) -> None:
        """Make changes of the text; they are undone in one step."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for edit in sorted(edits, key=lambda edit: (edit.place.line, edit.place.column), reverse=True):
            place = edit.place
            cursor.setPosition(position_of(self.document(), place.line, place.column))
            end = position_of(self.document(), place.end_line, place.end_column)
            if place.end_line > self.document().blockCount():
                end = self.document().characterCount() - 1
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(edit.text)
        cursor.endEditBlock()

    def go_to(self, line: int, column: int = 1) -> None:
        """Move the cursor to a line and column, and show it in the middle."""
        cursor = self.textCursor()
        cursor.setPosition(position_of(self.document(), line, column))
        self.setTextCursor(cursor)
        self.centerCursor()

    def select_place(self, place: Place) -> None:
        """Select a stretch of the text, and show it in the middle, and lines from their beginning if they are long."""
        cursor = self.textCursor()
        cursor.setPosition(position_of(self.document(), place.end_line, place.end_column))
        start = position_of(self.document(), place.line, place.column)
        cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()
        self.horizontalScrollBar().setValue(0)
        self.ensureCursorVisible()

    # ---- problems ----

    @property
    def problems(self) -> tuple[ProblemFound, ...]:
        """The problems that are underlined."""
        return tuple(mark.problem for mark in self._marks)

    def show_problems(self, problems: Iterable[ProblemFound]) -> None:
        """Underline these problems in place of those before."""
        self._marks = [_Mark(problem, self._stretch(problem.place)) for problem in problems]
        self._mark()
        self._numbers.update()

    def _stretch(self, place: Place) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position_of(self.document(), place.line, place.column))
        end = position_of(self.document(), place.end_line, place.end_column)
        cursor.setPosition(max(end, cursor.position()), QTextCursor.MoveMode.KeepAnchor)
        if not cursor.hasSelection():
            cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        return cursor

    def _mark(self) -> None:
        """Mark the current line and the problems."""
        current = QTextEdit.ExtraSelection()
        current.format.setBackground(QColor(self._theme.raised))
        current.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        current.cursor = self.textCursor()
        current.cursor.clearSelection()
        marks = [current]
        for mark in self._marks:
            under = QTextEdit.ExtraSelection()
            under.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            under.format.setUnderlineColor(QColor(self._theme.alarm))
            under.cursor = mark.cursor
            marks.append(under)
        self.setExtraSelections(marks)

    # ---- completion ----

    def show_completions(self, items: Sequence[Proposal], place: Place) -> None:
        """Show completions below the cursor; one of them replaces the text at `place`. A word that is complete as it
        stands there is not among those shown, and Enter then begins a line."""
        self._completed = place
        self._complete = frozenset(item.text for item in items)
        begun = self._begun()
        others = [item for item in items if item.text != begun]
        self.completions.show_items(others[:_SHOWN], select=begun not in self._complete)
        if others:
            self._place_completions()

    def _begun(self) -> str:
        """Return the text between the beginning of a completion and the cursor."""
        cursor = self.textCursor()
        column = self._completed.column if self._completed is not None else 1
        return cursor.block().text()[column - 1 : cursor.positionInBlock()]

    def _place_completions(self) -> None:
        popup, spot = self.completions, self.cursorRect()
        row = self.fontMetrics().height() + 12
        width = min(max(320, self.viewport().width() // 2), self.viewport().width())
        popup.explanation.setFixedHeight(4 * self.fontMetrics().height())
        height = min(popup.list.count(), 6) * row + 5 * self.fontMetrics().height() + 24
        corner = self.viewport().mapToParent(spot.bottomLeft()) + QPoint(0, 2)
        if corner.y() + height > self.height():
            above = self.viewport().mapToParent(spot.topLeft()).y() - height - 2
            corner.setY(above if above >= 0 else max(0, self.height() - height))
        corner.setX(max(0, min(corner.x(), self.width() - width)))
        popup.setGeometry(QRect(corner, QSize(width, min(height, self.height()))))

    def _insert(self, proposal: Proposal) -> None:
        """Write a completion in place of what was begun."""
        place, cursor = self._completed, self.textCursor()
        self.completions.hide()
        if place is None or place.line != cursor.blockNumber() + 1:
            return
        end = cursor.position()  # more letters may have been typed since
        cursor.setPosition(position_of(self.document(), place.line, place.column))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(proposal.text)
        self.setTextCursor(cursor)

    # ---- keys and pointer ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: keys of the list of completions; Tab indents, Enter keeps the indentation."""
        if self.completions.isVisible() and self._complete_by_key(event.key()):
            return
        if self.isReadOnly():
            super().keyPressEvent(event)
            return
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self._break_line()
        elif event.key() == Qt.Key.Key_Tab and plain:
            self._indent_by_tab()
        elif event.key() == Qt.Key.Key_Backtab:
            self.indent(-1)
        elif event.key() == Qt.Key.Key_Backspace and plain and self._is_in_indent():
            self._shorten_indent()
        else:
            super().keyPressEvent(event)
            typed = event.text()
            if typed and (typed.isalnum() or typed in "._") and self._begins_word():
                self.completion_requested.emit()
            elif event.text():
                self.completions.hide()

    def _begins_word(self) -> bool:
        """Whether the word before the cursor is more than a number, which nothing completes."""
        cursor = self.textCursor()
        return _BEGUN_WORD.search(cursor.block().text()[: cursor.positionInBlock()]) is not None

    def _complete_by_key(self, key: int) -> bool:
        """Use a key for the list of completions; False if it is not one of its keys."""
        popup = self.completions
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -6, Qt.Key.Key_PageDown: 6}
        if key in steps:
            popup.move_selection(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._wants(popup.current):
            popup.hide()
            return False
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._insert(popup.current or popup.first)
        elif key == Qt.Key.Key_Escape:
            popup.hide()
        else:
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                popup.hide()
            return False
        return True

    def _wants(self, proposal: Proposal | None) -> bool:
        """Return whether Enter means the selected completion. If the user has not selected it, it begins like the word
        that was typed, and that word is not complete; and no letters have been typed since that lead to another."""
        begun = self._begun().lower()
        if proposal is None or begun not in proposal.text.lower():
            return False
        return self.completions.is_chosen or (
            proposal.text.lower().startswith(begun) and self._begun() not in self._complete
        )

    def _indent_by_tab(self) -> None:
        cursor = self.textCursor()
        if cursor.hasSelection():
            self.indent(1)
        else:
            cursor.insertText(" " * (len(INDENT) - cursor.positionInBlock() % len(INDENT)))

    def leave(self) -> None:
        """Give the focus to the next widget, which Tab does not: it indents."""
        self.setTabChangesFocus(True)
        self.focusNextChild()
        self.setTabChangesFocus(False)

    def _break_line(self) -> None:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        blanks = before[: len(before) - len(before.lstrip())]
        above = self.toPlainText().split("\n")[: cursor.blockNumber()]
        cursor.insertText("\n" + blanks + (INDENT if opens_block([*above, before]) else ""))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _is_in_indent(self) -> bool:
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        return bool(before) and not before.strip() and not cursor.hasSelection()

    def _shorten_indent(self) -> None:
        cursor = self.textCursor()
        count = (cursor.positionInBlock() - 1) % len(INDENT) + 1
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, count)
        cursor.removeSelectedText()

    def indent(self, step: int) -> None:
        """Indent the selected lines, or the current one, by one level more (1) or less (-1)."""
        cursor = self.textCursor()
        document = self.document()
        first = document.findBlock(cursor.selectionStart()).blockNumber()
        last = document.findBlock(cursor.selectionEnd()).blockNumber()
        edit = QTextCursor(document)
        edit.beginEditBlock()
        for number in range(first, last + 1):
            block = document.findBlockByNumber(number)
            edit.setPosition(block.position())
            if step > 0:
                edit.insertText(INDENT)
            else:
                blanks = min(len(INDENT), len(block.text()) - len(block.text().lstrip(" ")))
                edit.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, blanks)
                edit.removeSelectedText()
        edit.endEditBlock()

    def event(self, event: QEvent) -> bool:
        """Override QObject: Esc closes the completions before the page."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self.completions.isVisible() and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif event.type() == QEvent.Type.FocusOut:
            self.completions.hide()
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Override QAbstractScrollArea: explain the word under the pointer."""
        if isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(event.pos())
            problem = self._problem_at(cursor.position())
            if problem is not None:
                show_tip(self.viewport(), event.globalPos(), problem_text(problem))
            else:
                line, column = place_of(cursor)
                self.explanation_requested.emit(line, column, event.globalPos())
            return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QWidget: the menu is about the word under the pointer, or at the cursor."""
        at = self.cursorForPosition(event.pos())
        selected = self.textCursor()
        if event.reason() == QContextMenuEvent.Reason.Mouse and not (
            selected.selectionStart() <= at.position() <= selected.selectionEnd()
        ):
            self.setTextCursor(at)
        self.setFocus()
        menu: QMenu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        self.menu_requested.emit(menu)
        menu.popup(event.globalPos())

    def word_at_cursor(self) -> str:
        """Return the name at the cursor, without the names before it in `a.b`; empty if there is none."""
        cursor = self.textCursor()
        text, at = cursor.block().text(), cursor.positionInBlock()
        return next((found[0] for found in _NAME.finditer(text) if found.start() <= at <= found.end()), "")

    def request_explanation(self) -> None:
        """Ask for the explanation of the word at the cursor."""
        line, column = place_of(self.textCursor())
        corner = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        self.explanation_requested.emit(line, column, corner)

    def _problem_at(self, position: int) -> ProblemFound | None:
        for mark in self._marks:
            if mark.cursor.selectionStart() <= position <= mark.cursor.selectionEnd():
                return mark.problem
        return None

    # ---- line numbers and font ----

    @property
    def numbers_width(self) -> int:
        """Width of the column of line numbers, in pixels."""
        digits = max(3, len(str(self.blockCount())))
        return 16 + self.fontMetrics().horizontalAdvance("9") * digits

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Paint the numbers of the visible lines; those with a problem in the colour of problems."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(self._numbers.rect().adjusted(0, 0, _CORNER, 0), _CORNER, _CORNER)
        broken = {mark.cursor.document().findBlock(mark.cursor.selectionStart()).blockNumber() for mark in self._marks}
        block: QTextBlock = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        painter.setFont(self.font())
        while block.isValid() and top <= area.bottom():
            height = self.blockBoundingRect(block).height()
            alarming = block.blockNumber() in broken
            painter.setPen(QColor(self._theme.alarm if alarming else self._theme.soft_ink))
            box = QRect(0, round(top), self._numbers.width() - 8, self.fontMetrics().height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block, top = block.next(), top + height
        painter.end()

    def _fit_numbers(self) -> None:
        self.setViewportMargins(self.numbers_width, 0, 0, 0)

    def _scroll_numbers(self, area: QRect, moved: int) -> None:
        if moved:
            self._numbers.scroll(0, moved)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the line numbers are as high as the text."""
        super().resizeEvent(event)
        edge = _FOCUS_FRAME
        self._numbers.setGeometry(edge, edge, self.numbers_width, self.height() - 2 * edge)

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: follow the size of the window's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ParentChange:
            self._take_font()

    def _take_font(self) -> None:
        """Use the system's font of fixed width, in the size of the window's text."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        size = QApplication.font().pointSizeF()
        if size > 0:
            font.setPointSizeF(size)
        self.setFont(font)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * len(INDENT))
        self._fit_numbers()


def problem_text(problem: ProblemFound) -> str:
    """Return a problem in a few lines of plain text: what is wrong, why, and what helps."""
    help_ = problem.help[:1].upper() + problem.help[1:]
    first = problem.summary[:1].upper() + problem.summary[1:]
    return "\n".join(part for part in (first, problem.explanation, help_) if part)
