"""Differences between two rules texts, shown line by line; page that compares a changed part with the official one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QShowEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import button, label, row
from app.workshop.answers import ServiceAnswers
from app.workshop.editor import RulesEditor, utf16_length
from dsl.base.line_differences import LineDifference
from dsl.i18n.problem_texts import answer_text
from dsl.language_service import messages as m

_SIGNS = {"removed": "−", "added": "+", "same": "", "gap": "⋯"}
_FAINT, _STRONG = 34, 90  #: opacity of the ground of a line that differs, and of its words that differ, of 255
_PAUSE = 200  #: milliseconds after a movement of the cursor


class DifferenceView(RulesEditor):
    """Lines of two texts: `−` before what only the first one has, `+` before what only the second one has."""

    def __init__(self) -> None:
        self._lines: tuple[LineDifference, ...] = ()
        super().__init__(read_only=True)
        self.setLineWrapMode(RulesEditor.LineWrapMode.WidgetWidth)

    def show_lines(self, lines: Sequence[LineDifference]) -> None:
        """Show differences, from the first one on."""
        self._lines = tuple(lines)
        self.setPlainText("\n".join(each.text for each in lines))
        first = next((n for n, each in enumerate(lines) if each.kind in ("removed", "added")), 0)
        self.go_to(first + 1)
        self._mark()

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Override RulesEditor: paint the sign of each line in place of its number."""
        painter.fillRect(area, QColor(self._theme.raised))
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        painter.setFont(self.font())
        while block.isValid() and top <= area.bottom() and block.blockNumber() < len(self._lines):
            kind = self._lines[block.blockNumber()].kind
            colours = {"removed": self._theme.alarm, "added": self._theme.good}
            painter.setPen(QColor(colours.get(kind, self._theme.soft_ink)))
            box = QRect(0, round(top), self.numbers_width - 8, self.fontMetrics().height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, _SIGNS[kind])
            block, top = block.next(), top + self.blockBoundingRect(block).height()
        painter.end()

    def _mark(self) -> None:
        """Override RulesEditor: colour the lines and the words that differ."""
        marks: list[QTextEdit.ExtraSelection] = []
        for number, line in enumerate(self._lines):
            if line.kind not in ("removed", "added"):
                continue
            colour = QColor(self._theme.alarm if line.kind == "removed" else self._theme.good)
            start = self.document().findBlockByNumber(number).position()
            for first, last in ((-1, -1), *line.marks):
                mark = QTextEdit.ExtraSelection()
                colour.setAlpha(_FAINT if first < 0 else _STRONG)
                mark.format.setBackground(colour)
                mark.cursor = QTextCursor(self.document())
                if first < 0:
                    mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                    mark.cursor.setPosition(start)
                    mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                    # with the end of the line, the ground is as wide as the view
                    mark.cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
                else:
                    mark.format.setFontUnderline(True)
                    mark.cursor.setPosition(start + utf16_length(line.text[:first]))
                    mark.cursor.setPosition(start + utf16_length(line.text[:last]), QTextCursor.MoveMode.KeepAnchor)
                marks.append(mark)
        self.setExtraSelections(marks)


class ComparisonPage(QWidget):
    """The part of the rules that a line of the house rule changes, as it is officially and as it is then.

    Signals:
        place_chosen: The part is to be shown in the official rules; carries the Place.
    """

    place_chosen = Signal(object)

    def __init__(self, texts: Translations, editor: RulesEditor) -> None:
        """`editor` holds the house rule; its cursor tells the part."""
        super().__init__()
        self._texts, self._editor = texts, editor
        self._answers: ServiceAnswers | None = None
        self._file = ""
        self._found = m.PartComparison("")
        self.title, self.sentences = label("heading", wraps=True), label(wraps=True)
        self.view, self.show_official = DifferenceView(), button("small")
        self._legend = label("soft", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        for part in (self.title, self.sentences, self.view, self._legend):
            column.addWidget(part)
        column.setStretch(2, 1)
        self.sentences.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addLayout(row(self.show_official, stretch_after=0))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.refresh)
        editor.cursorPositionChanged.connect(self._follow)
        self.show_official.clicked.connect(self._show_place)
        self.retranslate()

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open."""
        self._answers, self._file, self._found = answers, file, m.PartComparison("")
        self._pause.stop()
        self._show()

    def refresh(self) -> None:
        """Compare the part at the cursor, if the page can be seen; the service has the text."""
        if self._answers is not None and self.isVisible():
            line = self._editor.textCursor().blockNumber() + 1
            self._answers.ask("comparison", m.ComparePart(self._file, line, self._texts.language), self._take)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: compare the part at the cursor."""
        super().showEvent(event)
        self._pause.start()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.view.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.show_official.setText(self._texts("workshop.comparison.official"))
        self.view.setAccessibleName(self._texts("workshop.comparison"))
        self._legend.setText(self._texts("workshop.comparison.legend"))
        self._show()
        self.refresh()

    def _follow(self) -> None:
        if self.isVisible():
            self._pause.start()

    def _take(self, answer: m.Answer) -> None:
        if isinstance(answer, m.PartComparison):
            self._found = answer
            self._show()

    def _show(self) -> None:
        found, texts = self._found, self._texts
        self.title.setText(found.anchor)
        self.title.setVisible(bool(found.anchor))
        before, after = found.sentences
        said = [] if found.anchor else [answer_text(found.why, texts.language) or texts("workshop.comparison.none")]
        if before != after:
            said.append(texts("workshop.comparison.before", text=before) if before else "")
            said.append(texts("workshop.comparison.after", text=after) if after else "")
        elif before:
            said.append(texts("workshop.comparison.sentence", text=before))
        if found.anchor and not found.lines:
            said.append(texts("workshop.comparison.same"))
        elif found.anchor and found.place is None:
            said.append(texts("workshop.comparison.new"))
        self.sentences.setText("\n".join(filter(None, said)))
        self.sentences.setVisible(bool(self.sentences.text()))
        self.view.show_lines(found.lines)
        for part in (self.view, self._legend):
            part.setVisible(bool(found.lines))
        self.show_official.setVisible(found.place is not None)

    def _show_place(self) -> None:
        if self._found.place is not None:
            self.place_chosen.emit(self._found.place)
