"""Column of the workshop with the text of a house rule: its editor, its problems, and what is asked of its words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QKeySequence, QTextCursor
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from app.appearance.icons import SIDE, IconButton, IconPicture
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import FlowLayout, add_entry, card, label, set_tip, show_tip
from app.workshop.answers import ServiceAnswers
from app.workshop.editor import RulesEditor, place_of
from app.workshop.linked_files import LinkedFiles
from app.workshop.names import JumpList, RenameBar
from app.workshop.page_parts import FindBar, OfficialText, ProblemList, in_language
from dsl.base.files import UnreadableError
from dsl.i18n.problem_texts import answer_text
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.syntax.parser import MAX_SIZE


class TextColumn(QFrame):
    """The text of a house rule with its tools and problems. The language service gets each change of the text.

    Signals:
        changed: The text is another than before.
        refused_length: The text would be too long; the change was undone.
        sent: The language service got another text.
        checked: The problems of the text are known; carries how many there are.
        place_requested: A place is to be shown, of the house rule or of the official rules; carries the Place.
        versions_requested: The earlier versions are to be shown.
        comparison_requested: The part at the cursor is to be compared with the official rules.
    """

    changed = Signal()
    refused_length = Signal()
    sent = Signal()
    checked = Signal(int)
    place_requested = Signal(object)
    versions_requested = Signal()
    comparison_requested = Signal()

    def __init__(self, texts: Translations, official: OfficialText) -> None:
        """`official` shows the rules that the house rule changes."""
        super().__init__()
        self._texts, self._official = texts, official
        self._client: ServiceClient | None = None
        self._answers: ServiceAnswers | None = None
        self._file = ""  #: name of the house rule in the language service
        self._sent: str | None = None  #: the text that the service has
        self._followed: str | None = None  #: the text of the editor after its last change
        self._is_checked = False
        self.linked: LinkedFiles | None = None  #: other files that a renaming may change; None: none may be
        self.editor = RulesEditor()
        self.find_bar = FindBar(texts, self.editor)
        self.rename_bar, self.jumps = RenameBar(texts), JumpList(texts)
        self.undo, self.redo, self.search, self.format, self.explain, self.jump, self.compare, self.versions = (
            IconButton(icon, role="tool")
            for icon in ("undo", "redo", "search", "tidy", "explain", "list", "compare", "clock")
        )
        self.count = label("badge alarm")  #: of the problems
        self.count.hide()
        self.problems, self.status = ProblemList(texts), label("soft", wraps=True)
        self._icon, self._heading = IconPicture("text", SIDE), label("strong")
        self._lay_out()
        self._connect()
        self.retranslate()

    def _lay_out(self) -> None:
        tools = QWidget()
        flow = FlowLayout(tools, 2)
        for tool in (
            self._icon, self._heading, self.undo, self.redo, self.search, self.jump, self.compare, self.format,
            self.explain, self.versions, self.count,
        ):  # fmt: skip
            flow.addWidget(tool)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self.frame, column = card()
        whole.addWidget(self.frame)
        column.addWidget(tools)
        column.addWidget(self.find_bar)
        column.addWidget(self.rename_bar)
        column.addWidget(self.editor, 1)
        column.addWidget(self.status)
        column.addWidget(self.problems)

    def _connect(self) -> None:
        self.undo.clicked.connect(self.editor.undo)
        self.redo.clicked.connect(self.editor.redo)
        self.search.clicked.connect(self.find_bar.open)
        self.jump.clicked.connect(self.show_outline)
        self.compare.clicked.connect(self.comparison_requested)
        self.versions.clicked.connect(self.versions_requested)
        self.format.clicked.connect(self.ask_format)
        self.explain.clicked.connect(self.editor.request_explanation)
        self.editor.undoAvailable.connect(self.undo.setEnabled)
        self.editor.redoAvailable.connect(self.redo.setEnabled)
        self.editor.textChanged.connect(self.follow)
        self.editor.completion_requested.connect(self.complete)
        self.editor.explanation_requested.connect(self._explain)
        self.editor.menu_requested.connect(self._fill_menu)
        self._official.editor.explanation_requested.connect(self._explain_official)
        self._official.editor.menu_requested.connect(self._fill_official_menu)
        self.problems.selected.connect(self._show_problem)
        self.problems.fix_chosen.connect(self._fix)
        self.rename_bar.name_chosen.connect(self._rename_to)
        self.rename_bar.left.connect(self.editor.setFocus)
        self.jumps.chosen.connect(self.place_requested)

    def shortcuts(self) -> tuple[tuple[QKeySequence.StandardKey | str, Callable[[], object]], ...]:
        """Return the keys of this column, with what they do; the page makes them work on the official text, too."""
        return (
            (QKeySequence.StandardKey.Find, self.find_bar.open),
            (QKeySequence.StandardKey.FindNext, partial(self.find_bar.search, 1)),
            (QKeySequence.StandardKey.FindPrevious, partial(self.find_bar.search, -1)),
            ("Ctrl+Space", self.complete),
            ("Ctrl+Shift+I", self.ask_format),
            ("Ctrl+I", self.editor.request_explanation),
            ("F12", self.show_definition),
            ("Shift+F12", self.show_references),
            ("F2", self.rename),
            ("Ctrl+Shift+O", self.show_outline),
            ("Ctrl+Shift+D", self.compare.click),
            ("Ctrl+Shift+E", self.versions.click),
            ("Ctrl+.", self.fix_here),
            ("F8", partial(self.problems.step, 1)),
            ("Shift+F8", partial(self.problems.step, -1)),
        )

    # ---- the house rule that is open ----

    @property
    def text(self) -> str:
        """The text; half letters, which no file can hold, are replaced."""
        return self.editor.toPlainText().encode("utf-8", "replace").decode()

    @property
    def is_checked(self) -> bool:
        """Whether the problems that are shown are those of the text."""
        return self._is_checked

    @property
    def is_sent(self) -> bool:
        """Whether the language service has the text."""
        return self.text == self._sent

    def open(self, client: ServiceClient, answers: ServiceAnswers, file: str, texts: tuple[str, ...]) -> None:
        """Edit a house rule, the service's `file`. The last of `texts` is shown; Undo leads back to the first."""
        self.close_service()  # no older version is followed
        self.editor.highlighter.set_tokens(())  # those of the text before have other places
        self.editor.setPlainText(texts[0])
        for text in texts[1:]:
            self.editor.replace_text(text)
        self.undo.setEnabled(self.editor.document().isUndoAvailable())
        self.redo.setEnabled(False)
        self._client, self._answers, self._file = client, answers, file
        self._sent, self._is_checked, self._followed = client.files.get(file), False, None
        self.editor.show_problems(())
        self.problems.show_problems((), 0)
        self.status.setText(self._texts("workshop.checking"))
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.follow()

    def close_service(self) -> None:
        """Ask nothing more."""
        self._client = self._answers = None
        self.rename_bar.hide()
        self.jumps.hide()

    def follow(self) -> None:
        """Follow a change of the text; Qt also reports a change of its colours."""
        if self._client is None or self.editor.toPlainText() == self._followed:
            return
        self._followed = self.editor.toPlainText()
        if self.editor.document().characterCount() > MAX_SIZE:
            self.refused_length.emit()
            QTimer.singleShot(0, self.editor.undo)
            return
        self._is_checked = False
        self.changed.emit()
        self._check()

    def send_text(self) -> None:
        """Give the language service the text, unless it has it."""
        text = self.text
        if self._client is not None and self._sent != text:
            self._sent = text
            self._client.set_text(self._file, text)
            self.sent.emit()

    def escape(self) -> bool:
        """Close the line that is open above the text, or lead the focus out of the text; False if there is neither. So
        Esc leaves no page while its user writes."""
        if self.rename_bar.isVisible():
            self.rename_bar.leave()
        elif self.find_bar.isVisible():
            self.find_bar.leave()
        elif self.editor.hasFocus():
            self.editor.leave()
        else:
            return False
        return True

    # ---- problems ----

    def _check(self) -> None:
        """Ask for the problems of the text, unless an answer is awaited: then ask again when it is there."""
        if self._answers is None or self._answers.is_waiting("problems"):
            return
        self.send_text()
        self._answers.ask("problems", m.ProblemsOf(self._file), partial(self._take_problems, self._sent))

    def _take_problems(self, text: str | None, answer: m.Answer) -> None:
        if text != self.text:
            self._check()
            return
        if self._answers is not None:  # the colours can wait until the author pauses
            self._answers.ask("tokens", m.TokensOf(self._file), partial(self._take_tokens, self._sent))
        if isinstance(answer, m.Failed):
            self.status.setText(self._texts("workshop.no_answer", problem=answer.why))
        elif isinstance(answer, m.ProblemList):
            own = [each.problems for each in answer.files if each.file == self._file]
            said = (in_language(each, self._texts.language) for each in own[0]) if own else self.editor.problems
            found = tuple(said)
            self._is_checked = True
            self.editor.show_problems(found)
            self.problems.show_problems(found, self.editor.textCursor().blockNumber() + 1)
            count = self._texts("workshop.problems", n=len(found))
            self.status.setText(count)
            self.count.setText(count)
            self.count.setVisible(bool(found))
            self.checked.emit(len(found))
            if self.problems.current is not None:
                self._ask_fixes(self.problems.current)

    def _take_tokens(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.SemanticTokens) and text == self.text:
            self.editor.highlighter.set_tokens(answer.tokens)

    def _show_problem(self, problem: m.ProblemFound) -> None:
        self.editor.select_place(problem.place)
        self._ask_fixes(problem)

    def _ask_fixes(self, problem: m.ProblemFound) -> None:
        if self._answers is not None:
            line = problem.place.line
            self._answers.ask("fixes", m.FixesIn(self._file, line, line), partial(self._take_fixes, self._sent))

    def _take_fixes(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.Fixes) and text == self.text:
            self.problems.show_fixes(answer.fixes)

    def _fix(self, fix: m.Fix) -> None:
        if self._is_checked:  # otherwise the text is another than the fix was made for
            self.editor.apply_edits(edit for edit in fix.edits if edit.place.file == self._file)
            self.editor.setFocus()

    def fix_here(self) -> None:
        """Make the first fix that is offered."""
        if self.problems.fixes:
            self.problems.fixes[0].click()

    # ---- words ----

    def _place_asked(self) -> tuple[RulesEditor, str, int, int]:
        """Return the editor in use, its file in the service, and line and column of its cursor."""
        editor, file = self.editor, self._file
        if self._official.editor.hasFocus():
            editor, file = self._official.editor, self._official.files.currentData() or ""
        return editor, file, *place_of(editor.textCursor())

    def complete(self) -> None:
        """Show what could be written at the cursor."""
        if self._answers is None:
            return
        self.send_text()
        line, column = place_of(self.editor.textCursor())
        self._answers.ask("completion", m.CompleteAt(self._file, line, column), self._take_proposals)

    def _take_proposals(self, answer: m.Answer) -> None:
        if not isinstance(answer, m.Proposals) or self.window().focusWidget() is not self.editor:
            return
        line, column = place_of(self.editor.textCursor())
        if line != answer.place.line or column < answer.place.column:
            return
        self.editor.show_completions(answer.items, answer.place)

    def _explain(self, line: int, column: int, at: QPoint) -> None:
        if self._answers is not None:
            self.send_text()
            self._answers.ask("hover", m.HoverAt(self._file, line, column), partial(self._show_explanation, at))

    def _explain_official(self, line: int, column: int, at: QPoint) -> None:
        name = self._official.files.currentData()
        if self._answers is not None and name and not name.startswith("../"):
            self._answers.ask("hover", m.HoverAt(name, line, column), partial(self._show_explanation, at))

    def _show_explanation(self, at: QPoint, answer: m.Answer) -> None:
        if isinstance(answer, m.HoverText) and (answer.code or answer.text):
            code = " ".join(answer.code.split())
            text = "\n".join(part for part in (code, answer.text) if part)
            show_tip(self, at, text)

    def show_definition(self) -> None:
        """Show where the name at the cursor is declared."""
        _, file, line, column = self._place_asked()
        if self._answers is not None and file:
            self.send_text()
            self._answers.ask("definition", m.DefinitionOf(file, line, column), self._take_definition)

    def _take_definition(self, answer: m.Answer) -> None:
        if isinstance(answer, m.Places) and answer.places:
            self.place_requested.emit(answer.places[0])
        else:
            self.status.setText(self._texts("workshop.no_definition"))

    def ask_format(self) -> None:
        """Put spaces and indentation in order."""
        if self._answers is not None:
            self.send_text()
            self._answers.ask("format", m.FormatLines(self._file), partial(self._take_edits, self._sent))

    def _take_edits(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.Edits) and text == self.text:
            self.editor.apply_edits(answer.edits)

    # ---- references, outline, renaming ----

    def show_references(self) -> None:
        """List where the name at the cursor stands: in the house rule first, then in the official rules."""
        editor, file, line, column = self._place_asked()
        if self._answers is not None and file:
            self.send_text()
            word = editor.word_at_cursor()
            question = m.ReferencesTo(file, line, column)
            self._answers.ask("references", question, partial(self._take_references, editor, word))

    def _take_references(self, editor: RulesEditor, word: str, answer: m.Answer) -> None:
        places = answer.places if isinstance(answer, m.Places) else ()
        if not places:
            self.status.setText(self._texts("workshop.no_definition"))
            return
        own = [place for place in places if place.file == self._file]
        others = [place for place in places if place.file != self._file]
        rows = [(self._said(place), place) for place in (*own, *others)]
        title = self._texts("workshop.references.title", name=word, own=len(own), official=len(others))
        self.jumps.open_over(editor, title, rows)

    def _said(self, place: m.Place) -> str:
        """Return a place with its line of text."""
        if place.file == self._file:
            written = self.editor.document().findBlockByNumber(place.line - 1).text()
            return self._texts("workshop.place.own", line=place.line, text=" ".join(written.split()))
        written = self._official.line(place)
        return self._texts("workshop.place.official", file=place.file, line=place.line, text=" ".join(written.split()))

    def show_outline(self) -> None:
        """List the parts of the text in use, to jump to one."""
        editor, file, _, _ = self._place_asked()
        if self._answers is not None and file:
            self.send_text()
            self._answers.ask("outline", m.OutlineOf(file), partial(self._take_outline, editor))

    def _take_outline(self, editor: RulesEditor, answer: m.Answer) -> None:
        if not isinstance(answer, m.Outline):
            return
        rows: list[tuple[str, m.Place]] = []
        for entry in answer.entries:
            rows.append((f"{entry.sort} {entry.name}", entry.head))
            rows += [(f"    {part.name}", part.head) for part in entry.parts]
        self.jumps.open_over(editor, self._texts("workshop.outline.title"), rows)

    def rename(self) -> None:
        """Ask for another name for the word at the cursor; a name of the official rules cannot have one."""
        editor, file, line, column = self._place_asked()
        if self._answers is not None and file:
            self.send_text()
            question = m.DefinitionOf(file, line, column)
            place = m.Place(file, line, column, line, column)
            self._answers.ask("rename", question, partial(self._take_renamed, editor.word_at_cursor(), place))

    def _take_renamed(self, word: str, at: m.Place, answer: m.Answer) -> None:
        places = answer.places if isinstance(answer, m.Places) else ()
        official = next((place for place in places if place.file != self._file), None)
        if not places:
            self.status.setText(self._texts("workshop.rename.nothing"))
        elif official is not None:
            said = self._texts("workshop.rename.official", name=word, file=official.file, line=official.line)
            self.status.setText(said)
        else:
            self.rename_bar.open(word, at)

    def _rename_to(self, name: str, at: m.Place) -> None:
        if self._answers is not None:
            self.send_text()
            question = m.RenameAt(at.file, at.line, at.column, name)
            self._answers.ask("rename", question, partial(self._take_rename, self._sent))

    def _take_rename(self, text: str | None, answer: m.Answer) -> None:
        if not isinstance(answer, m.Edits) or text != self.text:
            self.rename_bar.show_refusal(self._texts("workshop.rename.changed"))
            return
        elsewhere = [edit for edit in answer.edits if edit.place.file != self._file]
        fixed = [edit for edit in elsewhere if self.linked is None or not self.linked.may_change(edit.place.file)]
        if answer.refused:
            self.rename_bar.show_refusal(answer_text(answer.refused, self._texts.language))
        elif fixed:
            place = fixed[0].place
            self.rename_bar.show_refusal(self._texts("workshop.rename.elsewhere", file=place.file, line=place.line))
        else:
            try:
                known = self._client.files if self._client is not None else {}
                if self.linked is not None and self.linked.change(self._file, self.text, answer.edits, known):
                    self.rename_bar.show_refusal(self._texts("workshop.rename.changed"))
                    return
            except (OSError, UnreadableError) as problem:
                self.rename_bar.show_refusal(self._texts("workshop.not_saved", problem=problem))
                return
            self.rename_bar.leave()
            self.editor.apply_edits(tuple(edit for edit in answer.edits if edit.place.file == self._file))
            files = {edit.place.file for edit in elsewhere}
            key = "workshop.rename.files" if files else "workshop.rename.done"
            self.status.setText(self._texts(key, n=len(answer.edits), files=len(files)))

    # ---- menus ----

    def _fill_menu(self, menu: QMenu) -> None:
        """Add what can be done with the word at the cursor to the menu of the editor."""
        self._add_entry(menu, "rename", "F2", self.rename)
        self._fill_official_menu(menu)
        self._add_entry(menu, "compare", "Ctrl+Shift+D", self.compare.click)

    def _fill_official_menu(self, menu: QMenu) -> None:
        self._add_entry(menu, "references", "Shift+F12", self.show_references)
        self._add_entry(menu, "definition", "F12", self.show_definition)

    def _add_entry(self, menu: QMenu, key: str, keys: str, action: Callable[[], object]) -> None:
        entry = add_entry(menu, self._texts(f"workshop.menu.{key}"))
        entry.setShortcut(QKeySequence(keys))  # shown; the page's own shortcut acts
        entry.triggered.connect(lambda: action())

    # ---- appearance ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.editor.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._check()  # problems are said in the language of the window
        self._heading.setText(texts("workshop.heading.text"))
        for tool, key, keys in (
            (self.undo, "undo", QKeySequence(QKeySequence.StandardKey.Undo)),
            (self.redo, "redo", QKeySequence(QKeySequence.StandardKey.Redo)),
            (self.search, "find", QKeySequence(QKeySequence.StandardKey.Find)),
            (self.format, "format", QKeySequence("Ctrl+Shift+I")),
            (self.explain, "explain", QKeySequence("Ctrl+I")),
            (self.jump, "jump", QKeySequence("Ctrl+Shift+O")),
            (self.compare, "compare", QKeySequence("Ctrl+Shift+D")),
            (self.versions, "versions", QKeySequence("Ctrl+Shift+E")),
        ):
            tool.setAccessibleName(texts(f"workshop.{key}"))
            said = keys.toString(QKeySequence.SequenceFormat.NativeText)
            set_tip(tool, texts(f"workshop.{key}.tip", keys=said))
        self.editor.setAccessibleName(texts("workshop.heading.text"))
        self.problems.list.setAccessibleName(texts("workshop.problem_list"))
        self.find_bar.retranslate()
        self.rename_bar.retranslate()
        self.jumps.retranslate()
