"""Parts of the workshop's pages: their layout, problems, the text of the official rules, the line to search a text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.base.i18n import Translations
from app.base.widgets import SPACE, ElidingComboBox, FlowLayout, button, label, row, set_item_tip
from app.workshop.answers import ServiceAnswers
from app.workshop.editor import RulesEditor, problem_text
from dsl.i18n.problem_texts import advice_text, answer_text, explanation_text, problem_summary
from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import OpenedFiles

_RULES = ".rules"
_MOST_PROBLEMS, _AROUND_PROBLEMS = 3, 12  #: problems seen at once, pixels above and below them


def in_language(problem: m.ProblemFound, language: str) -> m.ProblemFound:
    """Return a problem with its summary, explanation and help in a language."""
    said, _ = problem_summary(problem.slug, problem.summary, language)
    why = explanation_text(problem.explanation, language)
    return replace(problem, summary=said, explanation=why, help=advice_text(problem.help, language))


def fill_workshop_page(page: QWidget, head: QLayout, *parts: QLayout | QWidget, body: QWidget) -> None:
    """Lay out a page of the workshop: a line with its title and buttons, other lines, and its body in the rest."""
    column = QVBoxLayout(page)
    column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
    column.setSpacing(SPACE)
    column.addLayout(head)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    column.addWidget(body, 1)


class ProblemList(QFrame):
    """List of problems; the selected one with its explanation and its fixes.

    Signals:
        selected: A problem was selected; carries the ProblemFound.
        fix_chosen: A fix is to be made; carries the Fix.
    """

    selected = Signal(object)
    fix_chosen = Signal(object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._problems: tuple[m.ProblemFound, ...] = ()
        self.fixes: tuple[QPushButton, ...] = ()
        self.list, self.detail = QListWidget(), label("soft", wraps=True)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._buttons = QWidget()
        self._flow = FlowLayout(self._buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.list, self.detail, self._buttons):
            column.addWidget(part)
        self.list.currentRowChanged.connect(self._select)
        self.list.itemActivated.connect(lambda: self._select(self.list.currentRow()))
        self.hide()

    @property
    def current(self) -> m.ProblemFound | None:
        """The selected problem."""
        number = self.list.currentRow()
        return self._problems[number] if 0 <= number < len(self._problems) else None

    def show_problems(self, problems: Sequence[m.ProblemFound], line: int) -> None:
        """Show problems; the one at `line`, or the first, is selected. Without any, nothing is shown."""
        if tuple(problems) == self._problems and problems:
            return
        self._problems = tuple(problems)
        self.list.blockSignals(True)
        self.list.clear()
        for problem in problems:
            text = self._texts("workshop.problem", line=problem.place.line, problem=problem.summary)
            QListWidgetItem(text, self.list)
        near = next((n for n, problem in enumerate(problems) if problem.place.line == line), 0)
        self.list.setCurrentRow(near if problems else -1)
        self.list.blockSignals(False)
        self.show_fixes(())
        self._explain()
        self.setVisible(bool(problems))
        self._fit_list()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: in a narrow column, problems take more lines."""
        super().resizeEvent(event)
        self._fit_list()

    def _fit_list(self) -> None:
        """Show up to three problems at once, each with all its lines."""
        rows = range(min(self.list.count(), _MOST_PROBLEMS))
        rects = [self.list.visualItemRect(self.list.item(row)) for row in rows]
        self.list.setFixedHeight(sum(rect.height() for rect in rects) + _AROUND_PROBLEMS)

    def show_fixes(self, fixes: Sequence[m.Fix]) -> None:
        """Offer these fixes for the selected problem."""
        self._flow.clear()
        made = []
        for fix in fixes:
            offer = button("small")
            offer.setText(answer_text(fix.title, self._texts.language))
            offer.clicked.connect(partial(self._choose, fix))
            self._flow.addWidget(offer)
            made.append(offer)
        self.fixes = tuple(made)
        self._buttons.setVisible(bool(made))

    def step(self, by: int) -> None:
        """Select the next or previous problem, round and round."""
        if self._problems:
            self.list.setCurrentRow((self.list.currentRow() + by) % len(self._problems))
            self._select(self.list.currentRow())

    def _select(self, _row: int) -> None:
        self._explain()
        if self.current is not None:
            self.selected.emit(self.current)

    def _choose(self, fix: m.Fix, _checked: bool = False) -> None:
        self.fix_chosen.emit(fix)

    def _explain(self) -> None:
        self.detail.setText(self._detail(self.current) if self.current is not None else "")
        self.detail.setVisible(bool(self.detail.text()))

    def _detail(self, problem: m.ProblemFound) -> str:
        """Return the explanation of a problem, what helps, and the other places that it is about."""
        lines = problem_text(problem).split("\n")[1:]
        at = {(note.place.file, note.place.line): None for note in problem.notes if note.place.line}
        own = problem.place.file
        places = [
            self._texts("workshop.problem_line", line=line)
            if file == own
            else self._texts("workshop.problem_elsewhere", line=line, file=file)
            for file, line in at
        ]
        return "\n".join((*lines, *([self._texts("workshop.problem_see", places=", ".join(places))] if places else ())))


class OfficialText(QWidget):
    """The files of the official rules, one at a time, to be read. Built from the texts of the language service."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._answers: ServiceAnswers | None = None
        self._files: dict[str, str] = {}
        self.files, self.sections = ElidingComboBox(8), ElidingComboBox(8)
        self.editor = RulesEditor(read_only=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        boxes = row(self.files, self.sections)
        boxes.setStretch(0, 1)
        boxes.setStretch(1, 1)
        column.addLayout(boxes)
        column.addWidget(self.editor, 1)
        self.files.currentIndexChanged.connect(self._show_file)
        self.sections.activated.connect(self._go_to_section)

    def set_files(self, opened: OpenedFiles, own: str, answers: ServiceAnswers) -> None:
        """Show the rules files of a game but for the house rule `own`, the rules themselves first."""
        named = [(name, text) for name, text in opened.files if name.endswith(_RULES) and name != own]
        named += [(f"{prefix}{name}", text) for prefix, base in opened.bases for name, text in base.files]
        named = [(name, text) for name, text in named if name.endswith(_RULES)]
        named.sort(key=lambda each: "/" in each[0].removeprefix("../"))
        self._files, self._answers = dict(named), answers
        self.files.blockSignals(True)
        self.files.clear()
        for name in self._files:
            self.files.addItem(name, name)
            set_item_tip(self.files, self.files.count() - 1, name)
        self.files.blockSignals(False)
        self._show_file()

    def _index_of(self, file: str) -> int:
        """Return the index of a file, which may be of a game that this one is based on; -1 if it is none of these."""
        index = self.files.findData(file)
        return index if index >= 0 else next((i for i, n in enumerate(self._files) if n.endswith(f"/{file}")), -1)

    def line(self, place: m.Place) -> str:
        """Return the line of text at a place; empty if it is in none of these files."""
        index = self._index_of(place.file)
        rows = self._files[self.files.itemData(index)].split("\n") if index >= 0 else []
        return rows[place.line - 1] if place.line <= len(rows) else ""

    def show_place(self, place: m.Place) -> bool:
        """Show a place of the official rules; False if it is in none of these files."""
        index = self._index_of(place.file)
        if index < 0:
            return False
        self.files.setCurrentIndex(index)
        self.editor.select_place(place)
        return True

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.files.setAccessibleName(self._texts("workshop.file"))
        self.sections.setAccessibleName(self._texts("workshop.section"))
        self.editor.setAccessibleName(self._texts("workshop.official"))

    def _show_file(self) -> None:
        name = self.files.currentData()
        self.sections.clear()
        self.editor.setPlainText(self._files.get(name, ""))
        if name and self._answers is not None and not name.startswith("../"):
            self._answers.ask("official tokens", m.TokensOf(name), self._take_tokens)
            self._answers.ask("official outline", m.OutlineOf(name), self._take_outline)

    def _take_tokens(self, answer: m.Answer) -> None:
        if isinstance(answer, m.SemanticTokens):
            self.editor.highlighter.set_tokens(answer.tokens)

    def _take_outline(self, answer: m.Answer) -> None:
        if isinstance(answer, m.Outline):
            self.sections.clear()
            for entry in answer.entries:
                self.sections.addItem(f"{entry.sort} {entry.name}", entry.head)

    def _go_to_section(self, index: int) -> None:
        head = self.sections.itemData(index)
        if isinstance(head, m.Place):
            self.editor.select_place(head)
            self.editor.setFocus()


class FindBar(QFrame):
    """Line to search the text of an editor."""

    def __init__(self, texts: Translations, editor: RulesEditor) -> None:
        super().__init__()
        self._texts, self._editor = texts, editor
        self.line, self.forward, self.backward, self.done = (
            QLineEdit(),
            button("small"),
            button("small"),
            button("small"),
        )
        self._found = label("soft")
        layout = row(self.line, self._found, self.backward, self.forward, self.done)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.line.textChanged.connect(lambda: self.search(0))
        self.line.returnPressed.connect(lambda: self.search(1))
        self.forward.clicked.connect(lambda: self.search(1))
        self.backward.clicked.connect(lambda: self.search(-1))
        self.done.clicked.connect(self.leave)
        self.hide()

    def open(self) -> None:
        """Show the line with the selected text, ready to type."""
        chosen = self._editor.textCursor().selectedText()
        self.show()
        if chosen and "\u2029" not in chosen:
            self.line.setText(chosen)
        self.line.selectAll()
        self.line.setFocus()

    def leave(self) -> None:
        """Hide the line and return to the editor."""
        self.hide()
        self._editor.setFocus()

    def search(self, step: int) -> None:
        """Select the next (1) or previous (-1) occurrence, or the one at the cursor (0); after the last the first."""
        wanted = self.line.text()
        self._found.setText("")
        if not wanted:
            return
        flags = QTextDocument.FindFlag.FindBackward if step < 0 else QTextDocument.FindFlag(0)
        cursor = self._editor.textCursor()
        if not step:
            cursor.setPosition(cursor.selectionStart())
        document = self._editor.document()
        found = document.find(wanted, cursor, flags)
        if found.isNull():
            around = QTextCursor(document)
            if step < 0:
                around.movePosition(QTextCursor.MoveOperation.End)
            found = document.find(wanted, around, flags)
        if found.isNull():
            self._found.setText(self._texts("workshop.not_found"))
        else:
            self._editor.setTextCursor(found)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.line.setPlaceholderText(self._texts("workshop.find"))
        self.line.setAccessibleName(self._texts("workshop.find"))
        self.backward.setText(self._texts("workshop.find_before"))
        self.forward.setText(self._texts("workshop.find_next"))
        self.done.setText(self._texts("workshop.find_done"))
