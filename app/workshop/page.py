"""Page of the workshop: the text of a house rule with live answers, and the official rules beside it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import (
    SPACE,
    FlowLayout,
    button,
    card,
    label,
    name_tab,
    row,
    set_tip,
    show_tip,
)
from app.screens import dialogs
from app.storage.game_library import GameCard
from app.workshop.answers import ServiceAnswers
from app.workshop.controls import RuleControls
from app.workshop.document import RECOVERY_LIMIT, RECOVERY_PAUSE, DiskState, HouseRuleDocument
from app.workshop.editor import RulesEditor, place_of
from app.workshop.page_parts import FindBar, OfficialText, ProblemList
from app.workshop.results import RuleResults
from app.workshop.template_form import TemplateForm
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from dsl.syntax.parser import MAX_SIZE

_QUIET = 700  #: milliseconds after the last keystroke, before changes in words and examples are asked for
_DISK_INTERVAL = 1000  #: milliseconds between two looks at the file on disk
_THREE_COLUMNS = 155  #: letters side by side that three columns need


class WorkshopPage(QWidget):
    """Page on which the user edits a house rule: its text, problems, changes in words, examples, the official rules.

    Unsaved text is in a recovery copy within two seconds, and is there again the next time the house rule is opened.

    Signals:
        back_requested: The page is to be left; unsaved text has been saved or given up.
        export_requested: The house rule is to be saved as a package; carries its Path and its title.
        play_requested: The set-up page is to be shown with this house rule ticked; carries its Path.
    """

    back_requested = Signal()
    play_requested = Signal(Path)
    export_requested = Signal(Path, str)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._theme = LIGHT
        self._game: GameCard | None = None
        self._document: HouseRuleDocument | None = None
        self._client: ServiceClient | None = None
        self._answers: ServiceAnswers | None = None
        self._file = ""  #: name of the house rule in the language service
        self._sent: str | None = None  #: the text that the service has
        self._followed: str | None = None  #: the text of the editor after its last change
        self._opened = False  #: the house rule was opened, and its problems are not known yet
        self._checked = False  #: the problems on the page are those of the text
        self._notice_key = ""
        self.setObjectName("workshop")
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._make_shortcuts()
        self.retranslate()

    def _make_widgets(self) -> None:
        texts = self._texts
        self.title, self._about, self.state = label("title"), label("soft"), label("soft")
        self.back, self.save, self.export, self.play = button(), button(), button(), button("primary")
        self.notice, self.keep, self.take = label("notice", wraps=True), button("small"), button("small")
        self.tabs, self.official = QTabWidget(), OfficialText(texts)
        self.controls, self.templates = RuleControls(None, texts), TemplateForm(texts)
        self.editor = RulesEditor()
        self.find_bar = FindBar(texts, self.editor)
        self.undo, self.redo, self.search, self.format, self.explain = (button("small") for _ in range(5))
        self.problems, self.status = ProblemList(texts), label("soft", wraps=True)
        self.results, self._text_heading = RuleResults(texts), label("heading")
        self._pause, self._limit, self._quiet, self._disk = (QTimer(self) for _ in range(4))
        for timer, milliseconds in (
            (self._pause, RECOVERY_PAUSE),
            (self._limit, RECOVERY_LIMIT),
            (self._quiet, _QUIET),
        ):
            timer.setSingleShot(True)
            timer.setInterval(milliseconds)
        self._disk.setInterval(_DISK_INTERVAL)

    def _lay_out(self) -> None:
        self.title.setMinimumWidth(120)  # a long title does not widen the window
        self._about.setMinimumWidth(40)
        head = row(self.back, self.title, self._about, self.state, self.export, self.save, self.play, stretch_after=3)
        head.setContentsMargins(SPACE, SPACE, SPACE, 0)
        notice = row(self.notice, self.keep, self.take)
        notice.setStretch(0, 1)
        notice.setContentsMargins(SPACE, 0, SPACE, 0)
        official, official_column = card()
        official_column.addWidget(self.tabs)
        text, text_column = card()
        tools = QWidget()
        flow = FlowLayout(tools, 6)
        for tool in (self._text_heading, self.undo, self.redo, self.search, self.format, self.explain):
            flow.addWidget(tool)
        text_column.addWidget(tools)
        text_column.addWidget(self.find_bar)
        text_column.addWidget(self.editor, 1)
        text_column.addWidget(self.status)
        text_column.addWidget(self.problems)
        self._result_card, results_column = card()
        results_column.addWidget(self.results)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        for part, stretch in ((official, 10), (text, 14), (self._result_card, 8)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        self._splitter.setSizes([440, 540, 300])
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(SPACE)
        body = QHBoxLayout()
        body.setContentsMargins(SPACE, 0, SPACE, SPACE)
        body.addWidget(self._splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addLayout(notice)
        column.addLayout(body, 1)
        self._show_notice("")

    def _connect(self) -> None:
        self.back.clicked.connect(self.leave)
        self.save.clicked.connect(self.save_document)
        self.export.clicked.connect(self._export)
        self.play.clicked.connect(self._play)
        self.keep.clicked.connect(self._keep)
        self.take.clicked.connect(self._take)
        self.undo.clicked.connect(self.editor.undo)
        self.redo.clicked.connect(self.editor.redo)
        self.search.clicked.connect(self.find_bar.open)
        self.format.clicked.connect(self._format)
        self.explain.clicked.connect(self.editor.request_explanation)
        self.editor.undoAvailable.connect(self.undo.setEnabled)
        self.editor.redoAvailable.connect(self.redo.setEnabled)
        self.editor.textChanged.connect(self._on_text_changed)
        self.editor.completion_requested.connect(self._complete)
        self.editor.explanation_requested.connect(self._explain)
        self.official.editor.explanation_requested.connect(self._explain_official)
        self.controls.change_requested.connect(self._change_by_controls)
        self.templates.change_requested.connect(self._insert_template)
        self.controls.rule_chosen.connect(self.official.show_place)
        self.controls.part_missing.connect(self._show_part_in_text)
        self.problems.selected.connect(self._show_problem)
        self.problems.fix_chosen.connect(self._fix)
        self.results.place_chosen.connect(self.show_place)
        self.results.stopped.connect(self._quiet.start)
        self._pause.timeout.connect(self._write_recovery)
        self._limit.timeout.connect(self._write_recovery)
        self._quiet.timeout.connect(self._ask_slow)
        self._disk.timeout.connect(self._check_disk)

    def _make_shortcuts(self) -> None:
        for keys, action in (
            (QKeySequence.StandardKey.Save, self.save.click),
            (QKeySequence.StandardKey.Find, self.find_bar.open),
            (QKeySequence.StandardKey.FindNext, partial(self.find_bar.search, 1)),
            (QKeySequence.StandardKey.FindPrevious, partial(self.find_bar.search, -1)),
            ("Ctrl+Space", self._complete),
            ("Ctrl+Shift+I", self._format),
            ("Ctrl+I", self.editor.request_explanation),
            ("F12", self._show_definition),
            ("Ctrl+.", self._fix_here),
            ("F8", partial(self.problems.step, 1)),
            ("Shift+F8", partial(self.problems.step, -1)),
            ("Ctrl+Return", self.play.click),
            ("Esc", self._escape),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)

    # ---- opening and leaving ----

    @property
    def game(self) -> GameCard | None:
        """The game whose house rule is open."""
        return self._game

    @property
    def document(self) -> HouseRuleDocument | None:
        """The house rule that is open."""
        return self._document

    @property
    def client(self) -> ServiceClient | None:
        """The client of the language service, while a house rule is open."""
        return self._client

    def open(self, game: GameCard, path: Path) -> None:
        """Open a house rule of a game. Raises OSError and UnreadableError; then nothing is open."""
        self.close_document()
        document = HouseRuleDocument(path)
        opened = read_files(game.folder, [path])
        self._game, self._document, self._file = game, document, path.as_posix()
        self._client = ServiceClient(opened)
        self._answers = ServiceAnswers(self._client, self)
        self.controls.set_client(self._client)
        self._opened = True
        self._sent, self._checked, self._followed = dict(opened.files).get(self._file), False, None
        self.editor.blockSignals(True)
        self.editor.setPlainText(document.saved_text)
        self.editor.blockSignals(False)
        self.editor.show_problems(())
        self.problems.show_problems((), 0)
        self.official.set_files(opened, self._file, self._answers)
        self.status.setText(self._texts("workshop.checking"))
        self.results.set_service(self._answers, self._file)
        self._show_notice("workshop.recovered" if document.recovered else "")
        if document.recovered:
            self.editor.replace_text(document.text)  # undo leads back to the saved text
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self._disk.start()
        self._on_text_changed()
        self.controls.show_house_rule(self._file)
        self.templates.set_service(self._answers, self._file)
        self.retranslate()
        self.editor.setFocus()

    def close_document(self) -> None:
        """Stop the language service; unsaved text stays in the recovery copy."""
        if self._document is None:
            return
        self._write_recovery()
        for timer in (self._pause, self._limit, self._quiet, self._disk):
            timer.stop()
        if self._answers is not None:
            self._answers.close()
        self.controls.set_client(None)
        self.templates.set_service(None)
        self.results.set_service(None)
        self._document = self._client = self._answers = None

    def leave(self) -> None:
        """Leave the page; ask first what happens to unsaved text."""
        if self._document is not None and self._document.is_modified:
            self._ask_to_save()
        else:
            self.back_requested.emit()

    def save_document(self) -> bool:
        """Save the house rule; False if that was not possible, which a notice explains."""
        document = self._document
        if document is None:
            return False
        self._take_text()
        try:
            saved = document.save()
        except OSError as problem:
            self._show_notice("workshop.not_saved", problem=problem.strerror or problem)
            return False
        self._show_notice("" if saved else "workshop.conflict")
        self._show_state()
        return saved

    def _ask_to_save(self) -> None:
        title = self._document.title if self._document is not None else ""
        question = self._texts("workshop.ask_to_save", title=title)
        dialogs.ask_to_save(self, self._texts, question, self._save_and_leave, self._discard)

    def _save_and_leave(self) -> None:
        if self.save_document():
            self.back_requested.emit()

    def _discard(self) -> None:
        if self._document is not None:
            self._document.discard()
            self._show_text()
        self.back_requested.emit()

    def _play(self) -> None:
        if self._document is None:
            return
        if self.editor.problems:
            self.status.setText(self._texts("workshop.mend_first"))
            self.problems.list.setFocus()
        elif self.save_document():
            self.play_requested.emit(self._document.path)

    def _export(self) -> None:
        """Save the house rule, and ask for a package of it; not while it has problems."""
        document = self._document
        if document is not None and self.editor.problems:
            self.status.setText(self._texts("workshop.mend_to_share"))
            self.problems.list.setFocus()
        elif document is not None and (not document.is_modified or self.save_document()):
            self.export_requested.emit(document.path, document.title)

    def _escape(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.leave()
        else:
            self.leave()

    # ---- the file ----

    def _take_text(self) -> None:
        """Take the text of the editor into the document; half letters, which no file can hold, are replaced."""
        if self._document is not None:
            self._document.text = self.editor.toPlainText().encode("utf-8", "replace").decode()

    def _show_text(self) -> None:
        """Show the text of the document in the editor."""
        if self._document is not None:
            self.editor.replace_text(self._document.text)

    def _write_recovery(self) -> None:
        self._pause.stop()
        self._limit.stop()
        if self._document is None:
            return
        self._take_text()
        try:
            self._document.write_recovery()
        except OSError as problem:
            self._show_notice("workshop.not_kept", problem=problem.strerror or problem)
        else:
            if self._notice_key == "workshop.not_kept":
                self._show_notice("")

    def _check_disk(self) -> None:
        """Look whether another program has changed the file."""
        document = self._document
        if document is None or not self.isVisible():
            return
        self._take_text()
        before = document.text
        state = document.check_disk()
        if document.text != before:
            self._show_text()
            self._show_notice("workshop.reread")
        elif state is DiskState.CHANGED:
            self._show_notice("workshop.conflict")
        elif state is DiskState.MISSING:
            self._show_notice("workshop.missing")
        elif state is DiskState.UNREADABLE:
            self._show_notice("workshop.unreadable")
        elif self._notice_key in ("workshop.conflict", "workshop.missing", "workshop.unreadable"):
            self._show_notice("")
        self._show_state()

    def _keep(self) -> None:
        if self._document is not None:
            self._document.keep_own()
            self.save_document()

    def _take(self) -> None:
        if self._document is not None:
            self._document.take_other()
            self._show_text()
            self._show_notice("")
            self._show_state()

    def _show_notice(self, key: str, **values: object) -> None:
        self._notice_key = key
        self.notice.setText(self._texts(key, **values) if key else "")
        self.notice.setVisible(bool(key))
        for each in (self.keep, self.take):
            each.setVisible(key == "workshop.conflict")

    def _show_state(self) -> None:
        document = self._document
        if document is None:
            return
        self.title.setText(document.title)
        set_tip(self.title, document.title)
        self.state.setText(self._texts("workshop.unsaved" if document.is_modified else "workshop.saved"))
        self.save.setEnabled(document.is_modified)

    # ---- answers of the language service ----

    def _on_text_changed(self) -> None:
        """Follow a change of the text; Qt also reports a change of its colours."""
        if self._document is None or self.editor.toPlainText() == self._followed:
            return
        self._followed = self.editor.toPlainText()
        if self.editor.document().characterCount() > MAX_SIZE:
            self._show_notice("workshop.too_long")
            QTimer.singleShot(0, self.editor.undo)
            return
        self._take_text()
        self._checked = False
        self._show_state()
        self._pause.start()
        if not self._limit.isActive():
            self._limit.start()
        self._quiet.start()
        self._check()

    def _send_text(self) -> None:
        if self._document is not None and self._client is not None and self._sent != self._document.text:
            self._sent = self._document.text
            self._client.set_text(self._file, self._sent)
            self.results.invalidate()

    def _check(self) -> None:
        """Ask for the problems of the text, unless an answer is awaited: then ask again when it is there."""
        if self._answers is None or self._answers.is_waiting("problems"):
            return
        self._send_text()
        self._answers.ask("problems", m.ProblemsOf(self._file), partial(self._take_problems, self._sent))
        self._answers.ask("tokens", m.TokensOf(self._file), partial(self._take_tokens, self._sent))

    def _take_problems(self, text: str | None, answer: m.Answer) -> None:
        if self._document is None:
            return
        if text != self._document.text:
            self._check()
            return
        if isinstance(answer, m.Failed):
            self.status.setText(self._texts("workshop.no_answer", problem=answer.why))
        elif isinstance(answer, m.ProblemList):
            own = [each.problems for each in answer.files if each.file == self._file]
            found = own[0] if own else self.editor.problems
            self._checked = True
            self.editor.show_problems(found)
            self.problems.show_problems(found, self.editor.textCursor().blockNumber() + 1)
            self.status.setText(self._texts("workshop.problems", n=len(found)))
            self._judge_opened(len(found))
            if self.problems.current is not None:
                self._ask_fixes(self.problems.current)

    def _judge_opened(self, problems: int) -> None:
        """Say that a house rule no longer fits its game if it had problems as soon as it was opened."""
        opened, self._opened = self._opened, False
        document = self._document
        if opened and problems and document is not None and not document.is_modified:
            self._show_notice("workshop.no_longer_fits", n=problems)
        elif not problems and self._notice_key == "workshop.no_longer_fits":
            self._show_notice("")

    def _take_tokens(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.SemanticTokens) and self._document is not None and text == self._document.text:
            self.editor.highlighter.set_tokens(answer.tokens)

    def _show_problem(self, problem: m.ProblemFound) -> None:
        self.editor.select_place(problem.place)
        self._ask_fixes(problem)

    def _ask_fixes(self, problem: m.ProblemFound) -> None:
        if self._answers is not None:
            line = problem.place.line
            self._answers.ask("fixes", m.FixesIn(self._file, line, line), partial(self._take_fixes, self._sent))

    def _take_fixes(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.Fixes) and self._document is not None and text == self._document.text:
            self.problems.show_fixes(answer.fixes)

    def _fix(self, fix: m.Fix) -> None:
        if self._checked:  # otherwise the text is another than the fix was made for
            self.editor.apply_edits(edit for edit in fix.edits if edit.place.file == self._file)
            self.editor.setFocus()

    def _fix_here(self) -> None:
        if self.problems.fixes:
            self.problems.fixes[0].click()

    def _complete(self) -> None:
        if self._answers is None:
            return
        self._take_text()
        self._send_text()
        line, column = place_of(self.editor.textCursor())
        self._answers.ask("completion", m.CompleteAt(self._file, line, column), self._take_proposals)

    def _take_proposals(self, answer: m.Answer) -> None:
        if not isinstance(answer, m.Proposals) or self.window().focusWidget() is not self.editor:
            return
        line, column = place_of(self.editor.textCursor())
        if line != answer.place.line or column < answer.place.column:
            return
        begun = self.editor.textCursor().block().text()[answer.place.column - 1 : column - 1]
        items = [each for each in answer.items if each.text != begun]
        self.editor.show_completions(items, answer.place)

    def _explain(self, line: int, column: int, at: QPoint) -> None:
        if self._answers is not None:
            self._take_text()
            self._send_text()
            self._answers.ask("hover", m.HoverAt(self._file, line, column), partial(self._show_explanation, at))

    def _explain_official(self, line: int, column: int, at: QPoint) -> None:
        name = self.official.files.currentData()
        if self._answers is not None and name and not name.startswith("../"):
            self._answers.ask("hover", m.HoverAt(name, line, column), partial(self._show_explanation, at))

    def _show_explanation(self, at: QPoint, answer: m.Answer) -> None:
        if isinstance(answer, m.HoverText) and (answer.code or answer.text):
            code = " ".join(answer.code.split())
            text = "\n".join(part for part in (code, answer.text) if part)
            show_tip(self, at, text)

    def _show_definition(self) -> None:
        editor, file = self.editor, self._file
        if self.official.editor.hasFocus():
            editor, file = self.official.editor, self.official.files.currentData() or ""
        if self._answers is not None and file:
            self._take_text()
            self._send_text()
            line, column = place_of(editor.textCursor())
            self._answers.ask("definition", m.DefinitionOf(file, line, column), self._take_definition)

    def _take_definition(self, answer: m.Answer) -> None:
        if isinstance(answer, m.Places) and answer.places:
            self.show_place(answer.places[0])
        else:
            self.status.setText(self._texts("workshop.no_definition"))

    def show_place(self, place: m.Place) -> None:
        """Show a place: of the house rule in the editor, of the official rules beside it."""
        if place.file == self._file:
            self.editor.select_place(place)
            self.editor.setFocus()
        elif self.official.show_place(place):
            self.tabs.setCurrentWidget(self.official)

    def show_part(self, anchor: str) -> None:
        """Show the control of a part of the rules; of a part without one its place in the official text."""
        self.tabs.setCurrentWidget(self.controls)
        self.controls.show_part(anchor)

    def _show_part_in_text(self, anchor: str) -> None:
        if self._answers is not None:
            self._answers.ask("part", m.ListChangeable("", self._texts.language), partial(self._take_part, anchor))

    def _take_part(self, anchor: str, answer: m.Answer) -> None:
        if not isinstance(answer, m.ChangeableList):
            return
        place = next((item.place for item in answer.items if item.anchor == anchor), None)
        if place is not None:
            self.show_place(place)
        self.status.setText(self._texts("workshop.write_change", anchor=anchor))
        self.editor.setFocus()

    def _change_by_controls(self, text: str) -> None:
        """Take the text that a control has made, unless more was typed meanwhile; then the controls read it again."""
        self._take_text()
        if self._document is not None and self._document.text == self._sent:
            self.editor.replace_text(text)
        self._take_text()
        self._send_text()

    def _insert_template(self, text: str) -> None:
        """Take the text with a ready-made change, unless more was typed meanwhile; show what was added."""
        self._take_text()
        if self._document is not None and self._document.text == self._sent:
            self.editor.replace_text(text)
            self.editor.moveCursor(QTextCursor.MoveOperation.End)
            self.status.setText(self._texts("template.inserted"))

    def _format(self) -> None:
        if self._answers is not None:
            self._take_text()
            self._send_text()
            self._answers.ask("format", m.FormatLines(self._file), partial(self._take_edits, self._sent))

    def _take_edits(self, text: str | None, answer: m.Answer) -> None:
        if isinstance(answer, m.Edits) and self._document is not None and text == self._document.text:
            self.editor.apply_edits(answer.edits)

    # ---- results ----

    def _ask_slow(self) -> None:
        """Ask for what takes longer: after a pause in typing, if the text has no problem."""
        if self._answers is None:
            return
        if not self._checked:
            self._quiet.start()
            return
        self.controls.refresh()
        self.templates.refresh()
        if self.editor.problems:
            self.results.show_broken()
        else:
            self.results.refresh()

    # ---- appearance ----

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: in a narrow window, the results are a tab instead of a column."""
        super().resizeEvent(event)
        narrow = self.width() < _THREE_COLUMNS * self.fontMetrics().averageCharWidth()
        in_tabs = self.tabs.indexOf(self._result_card) >= 0
        if narrow and not in_tabs:
            name_tab(self.tabs, self._result_card, self._texts("workshop.results"))
        elif in_tabs and not narrow:
            self.tabs.removeTab(self.tabs.indexOf(self._result_card))
            self._splitter.addWidget(self._result_card)
            self._result_card.show()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        for editor in (self.editor, self.official.editor):
            editor.set_theme(theme)
        self.templates.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.back.setText(texts("workshop.back"))
        self.save.setText(texts("workshop.save"))
        self.export.setText(texts("workshop.export"))
        set_tip(self.export, texts("workshop.export.tip"))
        self.play.setText(texts("workshop.play"))
        self.keep.setText(texts("workshop.keep"))
        self.take.setText(texts("workshop.take"))
        self._text_heading.setText(texts("workshop.heading.text"))
        for tool, key, keys in (
            (self.undo, "undo", QKeySequence(QKeySequence.StandardKey.Undo)),
            (self.redo, "redo", QKeySequence(QKeySequence.StandardKey.Redo)),
            (self.search, "find", QKeySequence(QKeySequence.StandardKey.Find)),
            (self.format, "format", QKeySequence("Ctrl+Shift+I")),
            (self.explain, "explain", QKeySequence("Ctrl+I")),
        ):
            tool.setText(texts(f"workshop.{key}"))
            said = keys.toString(QKeySequence.SequenceFormat.NativeText)
            set_tip(tool, texts(f"workshop.{key}.tip", keys=said))
        self.editor.setAccessibleName(texts("workshop.heading.text"))
        self.results.retranslate()
        self.problems.list.setAccessibleName(texts("workshop.problem_list"))
        name_tab(self.tabs, self.controls, texts("workshop.controls"))
        self.controls.retranslate()
        name_tab(self.tabs, self.templates, texts("template.title"))
        self.templates.retranslate()
        name_tab(self.tabs, self.official, texts("workshop.official"))
        if self.tabs.indexOf(self._result_card) >= 0:
            name_tab(self.tabs, self._result_card, texts("workshop.heading.changes"))
        self.official.retranslate()
        self.find_bar.retranslate()
        if self._game is not None:
            self._about.setText(texts("workshop.about", game=self._game.title(texts.language)))
        self._show_state()
        if self._document is not None:
            self._quiet.start()
