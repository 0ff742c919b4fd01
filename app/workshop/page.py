"""Page of the workshop: the text of a house rule with live answers, and the official rules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.appearance.icons import SIDE, IconButton, IconPicture
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ElidingLabel, button, card, label, name_tab, row, set_tip, show_card_frame, splitter
from app.screens import dialogs
from app.storage.game_library import GameCard
from app.workshop.answers import PendingChanges, ServiceAnswers
from app.workshop.comparison import ComparisonPage
from app.workshop.controls import RuleControls
from app.workshop.document import RECOVERY_LIMIT, RECOVERY_PAUSE, DiskState, HouseRuleDocument, words_beside
from app.workshop.edition_notice import EditionNotice
from app.workshop.example_files import ExamplePlace, add_example, saved_examples
from app.workshop.linked_files import LinkedFiles, read_file, write_file
from app.workshop.page_parts import OfficialText, fill_workshop_page
from app.workshop.results import RuleResults
from app.workshop.snapshots import Snapshot, keep_snapshot, snapshots_of, undo_texts
from app.workshop.template_form import TemplateForm
from app.workshop.text_column import TextColumn
from app.workshop.tryout import EditedRules, TableAppearance, TakenMatch
from app.workshop.versions import VersionsDialog, moment
from dsl.base.files import UnreadableError, read_text
from dsl.base.problem import RulesError
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from dsl.match.journal import SetUpPosition
from dsl.syntax.parser import MAX_SIZE

_QUIET = 700  #: milliseconds after the last keystroke, before changes in words and examples are asked for
_DISK_INTERVAL = 1000  #: milliseconds between two looks at the file on disk
_WRITTEN, _COLUMNS = [440, 540], [880, 400]  #: pixels of official rules and text, and of both and the results
_MIDDLE = [430, 250]  #: of the text and of what it changes
_HIGH_ENOUGH = 34  #: lines of text that the page needs for both
_MOST_FOR_TABS = 54  #: percent of the width of a narrow page
_THREE_COLUMNS = 155  #: letters side by side that three columns need


class WorkshopPage(QWidget):
    """Page on which the user edits a house rule: its text, problems, changes in words, examples, the official rules.

    Unsaved text is in a recovery copy within two seconds, and is there again the next time the house rule is opened.

    Signals:
        back_requested: The page is to be left; unsaved text has been saved or given up.
        export_requested: The house rule is to be saved as a package; carries its Path and its title.
        play_on_requested: The match at the table is to go on with the text of this house rule; carries its Path and its
            text.
        play_requested: The set-up page is to be shown with this house rule ticked; carries its Path.
        retranslated: Language or theme may have changed, also for dialogs that are open.
    """

    back_requested = Signal()
    play_requested = Signal(Path)
    play_on_requested = Signal(Path, str)
    export_requested = Signal(Path, str)
    retranslated = Signal()

    def __init__(self, texts: Translations, appearance: TableAppearance | None = None) -> None:
        """`appearance` is that of the table on which rules are tried out; without it there is none."""
        super().__init__()
        self._texts, self._appearance = texts, appearance
        self._theme = LIGHT
        self._game: GameCard | None = None
        self._document: HouseRuleDocument | None = None
        self._client: ServiceClient | None = None
        self._answers: ServiceAnswers | None = None
        self._file = ""  #: name of the house rule in the language service
        self._opened = False  #: the house rule was opened, and its problems are not known yet
        self._notice_key = ""
        self._moments: dict[str, datetime] = {}  #: when each earlier version was kept
        self.setObjectName("workshop")
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._make_shortcuts()
        self.retranslate()

    def _make_widgets(self) -> None:
        texts = self._texts
        self.title, self._about, self.state = ElidingLabel("title"), ElidingLabel("soft"), label("soft")
        self.author = ""  #: the name of the user, for the files that are saved
        self.back, self.save, self.export = IconButton("left"), button(), IconButton("export")
        self.play = IconButton("play", "primary")
        self.play_on = button()
        self.play_on.hide()
        self.notice, self.keep, self.take = label("notice", wraps=True), button("small"), button("small")
        self.tabs, self.official, self.edition = QTabWidget(), OfficialText(texts), EditionNotice(texts)
        self.tabs.setProperty("role", "segments")
        self.controls, self.templates = RuleControls(None, texts), TemplateForm(texts)
        self._pending = PendingChanges(lambda: self.controls.is_changing or self.templates.is_inserting)
        self.text = TextColumn(texts, self.official)
        self.editor, self.problems, self.status = self.text.editor, self.text.problems, self.text.status
        self.find_bar = self.text.find_bar
        self._changes_icon = IconPicture("list", SIDE)
        self._changes_heading, self._changes_count = label("strong"), label("badge")
        self.comparison, self.results = ComparisonPage(texts, self.editor), RuleResults(texts, self._appearance)
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
        head = row(
            self.back,
            self.title,
            self._about,
            self.state,
            self.export,
            self.save,
            self.play_on,
            self.play,
            stretch_after=3,
        )
        notice = row(self.notice, self.keep, self.take)
        notice.setStretch(0, 1)
        official, official_column = card()
        official_column.addWidget(self.tabs)
        self._result_card, results_column = card()
        results_column.addWidget(self.results)
        self._changes_card, changes_column = card()
        changes_head = row(self._changes_icon, self._changes_heading, self._changes_count, stretch_after=1)
        changes_column.addLayout(changes_head)
        self._changes_place = QVBoxLayout()
        changes_column.addLayout(self._changes_place, 1)
        self._middle = splitter(self.text, self._changes_card, sizes=_MIDDLE, stretch=(3, 2), vertical=True)
        self._written = splitter(official, self._middle, sizes=_WRITTEN, stretch=(10, 14))
        self._splitter = splitter(self._written, self._result_card, sizes=_COLUMNS, stretch=(24, 8))
        fill_workshop_page(self, head, notice, self.edition, body=self._splitter)
        self._show_notice("")

    def _connect(self) -> None:
        self.back.clicked.connect(self.leave)
        self.save.clicked.connect(self.save_document)
        self.export.clicked.connect(self._export)
        self.play.clicked.connect(self._play)
        self.play_on.clicked.connect(self._play_on)
        self.keep.clicked.connect(self._keep)
        self.take.clicked.connect(self._take)
        self.text.changed.connect(self._on_text_changed)
        self.text.checked.connect(self._judge_opened)
        self.text.checked.connect(self.edition.check)
        self.edition.repair_chosen.connect(self.editor.apply_edits)
        self.edition.explained.connect(self._hide_no_longer_fits)
        self.text.refused_length.connect(partial(self._show_notice, "workshop.too_long"))
        self.text.place_requested.connect(self.show_place)
        self.text.comparison_requested.connect(self._show_comparison)
        self.text.versions_requested.connect(self._show_versions)
        self.comparison.place_chosen.connect(self.show_place)
        self.controls.change_requested.connect(self._change_by_controls)
        self.templates.change_requested.connect(self._insert_template)
        for maker in (self.controls, self.templates):
            maker.settled.connect(self._pending.settle)
        self.controls.rule_chosen.connect(self.official.show_place)
        self.controls.part_missing.connect(self._show_part_in_text)
        self.controls.sentences_changed.connect(self.results.changes.show_rulebook)
        self.results.changes.counted.connect(self._count_changes)
        self.text.sent.connect(self.results.invalidate)
        self.results.place_chosen.connect(self.show_place)
        self.results.stopped.connect(self._quiet.start)
        self.results.currentChanged.connect(self._arrange)
        self.tabs.currentChanged.connect(self._arrange)
        if self.results.tryout is not None:
            self.results.tryout.rules_requested.connect(self._show_rules)
            self.results.tryout.focus_changed.connect(self._on_focus)
            self.results.tryout.enlarge.toggled.connect(self._arrange)
        self.results.examples.house_edited.connect(self._edit_examples)
        self.results.examples.file_edited.connect(self._take_examples)
        self.results.examples.position_requested.connect(self._set_up_position)
        self.results.examples.try_requested.connect(self._try_position)
        self.results.examples.set_up.setVisible(self._appearance is not None)
        self._pause.timeout.connect(self._write_recovery)
        self._limit.timeout.connect(self._write_recovery)
        self._quiet.timeout.connect(self._ask_slow)
        self._disk.timeout.connect(self._check_disk)

    def _make_shortcuts(self) -> None:
        for keys, action in (
            (QKeySequence.StandardKey.Save, self.save.click),
            *self.text.shortcuts(),
            ("Ctrl+Return", self.play.click),
            ("Ctrl+Shift+Return", self.play_on.click),
            ("Esc", self._escape),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)
            if keys == "Esc":
                self._leave_key = shortcut
            if keys in (
                QKeySequence.StandardKey.Save,
                "Ctrl+Return",
            ):  # the open chip is a child of the window, not of the page
                also = QShortcut(QKeySequence(keys), self.controls.popover)
                also.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                also.activated.connect(action)

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

    def open(self, game: GameCard, path: Path, taken: TakenMatch | None = None) -> None:
        """Open a house rule of a game; it is tried out in the match `taken`, or from the set-up. Raises OSError and
        UnreadableError; then nothing is open."""
        self.close_document()
        document = HouseRuleDocument(path)
        saved = saved_examples(path.parent)
        words = words_beside(path)
        opened = read_files(game.folder, [path, *([saved] if saved.is_file() else []), *words])
        self._game, self._document, self._file = game, document, path.as_posix()
        self._client = ServiceClient(opened)
        self._answers = ServiceAnswers(self._client, self)
        self.controls.set_client(self._client)
        self._opened = True
        self.official.set_files(opened, self._file, self._answers)
        self.results.set_service(self._answers, self._file)
        self.results.open_rules(game, path, lambda: document.text, taken)
        self.comparison.set_service(self._answers, self._file)
        self.edition.set_house_rule(self._answers, path, game.title(self._texts.language))
        self._show_notice("workshop.recovered" if document.recovered else "")
        if all(each.text != document.saved_text for each in snapshots_of(path)):
            self._keep_version(document.saved_text)
        self._keep_other_texts(document)
        texts = undo_texts(snapshots_of(path), document.saved_text, document.text)
        self.text.open(self._client, self._answers, self._file, texts)
        self.text.linked = LinkedFiles(
            _words_in, self._write_words, lambda name: Path(name) in words_beside(path)
        )  # fmt: skip
        self._disk.start()
        self.controls.show_house_rule(self._file)
        self.templates.set_service(self._answers, self._file, self.text.send_text)
        self.retranslate()
        self.editor.setFocus()

    def close_document(self) -> None:
        """Stop the language service; unsaved text stays in the recovery copy."""
        if self._document is None:
            return
        self._write_recovery()
        self._keep_version(self._document.text)
        for timer in (self._pause, self._limit, self._quiet, self._disk):
            timer.stop()
        if self._answers is not None:
            self._answers.close()
        self.controls.set_client(None)
        self.templates.set_service(None)
        self.results.set_service(None)
        self.comparison.set_service(None)
        self.edition.set_house_rule(None, Path(), "")
        self.text.close_service()
        self._document = self._client = self._answers = None
        self._pending.forget()

    def leave(self) -> None:
        """Leave the page; ask first what happens to unsaved text. A change on its way into the text is awaited."""
        if self.delays(self.leave):
            return
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
            saved = document.save(self.author)
        except OSError as problem:
            self._show_notice("workshop.not_saved", problem=problem.strerror or problem)
            return False
        self._show_notice("" if saved else "workshop.conflict")
        if saved:
            self._in_linked(LinkedFiles.saved)
            self._in_linked(lambda _: self._read_words(document.path))  # another title has another key there
            self._keep_version(document.text)
            if self.text.is_checked and not self.editor.problems:
                self.edition.record()
        self._show_state()
        return saved

    def delays(self, action: Callable[[], object]) -> bool:
        """Whether a change that the user has made by controls or ready-made changes is not in the text yet; then
        `action` is done as soon as it is (`PendingChanges`)."""
        delayed = self._document is not None and self._pending.delay(action)
        if delayed:
            self.status.setText(self._texts("workshop.changing"))
        return delayed

    def _ask_to_save(self) -> None:
        title = self._document.title if self._document is not None else ""
        question = self._texts("workshop.ask_to_save", title=title)
        dialogs.ask_to_save(self, self._texts, question, self._save_and_leave, self._discard)

    def _save_and_leave(self) -> None:
        if self.save_document():
            self.back_requested.emit()

    def _discard(self) -> None:
        if self._document is not None:
            self._keep_version(self._document.text)
            self._in_linked(LinkedFiles.discard)
            self._document.discard()
            self._show_text()
        self.back_requested.emit()

    def _play(self) -> None:
        if self._document is None or self.delays(self._play):
            return
        if self.editor.problems:
            self.status.setText(self._texts("workshop.mend_first"))
            self.problems.list.setFocus()
        elif self.save_document():
            self.play_requested.emit(self._document.path)

    def set_match(self, playing: bool) -> None:
        """Offer to play on with these rules in the match at the table, if a player of this game is there."""
        self.play_on.setVisible(playing)

    def _play_on(self) -> None:
        if self._document is None or self.play_on.isHidden() or self.delays(self._play_on):
            return
        if self.editor.problems:
            self.status.setText(self._texts("workshop.mend_first"))
            self.problems.list.setFocus()
        elif self.save_document():
            self.play_on_requested.emit(self._document.path, self._document.text)

    def _export(self) -> None:
        """Save the house rule, and ask for a package of it; not while it has problems."""
        document = self._document
        if self.delays(self._export):
            return
        if document is not None and self.editor.problems:
            self.status.setText(self._texts("workshop.mend_to_share"))
            self.problems.list.setFocus()
        elif document is not None and (not document.is_modified or self.save_document()):
            self.export_requested.emit(document.path, document.title)

    def _escape(self) -> None:
        if not self.text.escape():
            self.leave()

    # ---- the file ----

    def _take_text(self) -> None:
        """Take the text of the editor into the document."""
        if self._document is not None:
            self._document.text = self.text.text

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
        if document.is_modified and not self._pause.isActive():
            self._write_recovery()  # another window may have deleted the copy
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
        kept = self._moments.get(document.text) if document.is_modified else None
        said = self._texts("workshop.unsaved" if document.is_modified else "workshop.saved")
        if kept is not None:
            said = self._texts("workshop.versions.state", time=moment(kept, self._texts))
        self.state.setText(said)
        self.save.setEnabled(document.is_modified)

    # ---- earlier versions ----

    def _keep_version(self, text: str) -> None:
        """Keep a text among the earlier versions; a notice says why that is not possible."""
        if self._document is None:
            return
        try:
            keep_snapshot(self._document.path, text, datetime.now(UTC))
        except OSError as problem:
            self._show_notice("workshop.versions.not_kept", problem=problem.strerror or problem)
        self._read_moments()

    def _keep_other_texts(self, document: HouseRuleDocument) -> None:
        """Keep what other windows have not saved among the earlier versions, in place of their recovery copies."""
        for text in document.other_texts:
            self._keep_version(text)
        self._read_moments()
        if document.other_texts and self._moments.keys() >= set(document.other_texts):
            document.forget_others()
            self._show_notice("workshop.recovered_more")

    def _read_moments(self) -> None:
        if self._document is not None:
            self._moments = {each.text: each.time for each in snapshots_of(self._document.path)}

    def _show_versions(self) -> None:
        """Show the earlier versions; the text as it is now stays among them."""
        document = self._document
        if document is None:
            return
        self._take_text()
        self._keep_version(document.text)
        found = snapshots_of(document.path)
        dialog = VersionsDialog(self, self._texts, self._theme, document.title, found, document.text)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.taken.connect(self._take_version)
        dialog.open()

    def _take_version(self, version: Snapshot) -> None:
        self.editor.replace_text(version.text)
        self.status.setText(self._texts("workshop.versions.taken", time=moment(version.time, self._texts)))
        self.editor.setFocus()

    # ---- answers of the language service ----

    def _on_text_changed(self) -> None:
        """Keep the text, and ask for what takes longer after a pause."""
        if self._document is None:
            return
        self._take_text()
        self._show_state()
        self._in_linked(lambda linked: linked.follow(self._file, self.text.text))
        self._pause.start()
        if not self._limit.isActive():
            self._limit.start()
        self._quiet.start()

    def _judge_opened(self, problems: int) -> None:
        """Say that a house rule no longer fits its game if it had problems as soon as it was opened."""
        opened, self._opened = self._opened, False
        document = self._document
        if opened and problems and document is not None and not document.is_modified:
            self._show_notice("workshop.no_longer_fits", n=problems)
        elif not problems:
            self._hide_no_longer_fits()

    def _hide_no_longer_fits(self) -> None:
        if self._notice_key == "workshop.no_longer_fits":
            self._show_notice("")

    def show_place(self, place: m.Place) -> None:
        """Show a place: of the house rule in the editor, of the official rules beside it."""
        if place.file == self._file:
            self.editor.select_place(place)
            self.editor.setFocus()
        elif self.official.show_place(place):
            self.tabs.setCurrentWidget(self.official)

    def _show_comparison(self) -> None:
        """Compare the part at the cursor with the official rules."""
        self.text.send_text()
        self.tabs.setCurrentWidget(self.comparison)
        self.comparison.refresh()

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
        if self.text.is_sent:
            self.editor.replace_text(text)
        self.text.send_text()

    def _insert_template(self, text: str, words: tuple[m.Edit, ...]) -> None:
        """Take the text with a ready-made change, and what its new parts are called in each language; show what was
        added."""
        rows = self.text.text.split("\n")
        whole = m.Edit(m.Place(self._file, 1, 1, len(rows), len(rows[-1]) + 1), text)
        known = self._client.files if self._client is not None else {}
        self._in_linked(lambda linked: linked.change(self._file, self.text.text, (whole, *words), known))
        self.editor.replace_text(text)
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.status.setText(self._texts("template.inserted"))

    def _in_linked(self, do: Callable[[LinkedFiles], object]) -> None:
        """Do something with the words of the house rule; say why if it is impossible."""
        try:
            if self.text.linked is not None:
                do(self.text.linked)
        except (OSError, UnreadableError) as problem:
            self._show_notice("workshop.not_saved", problem=problem)

    def _read_words(self, path: Path) -> None:
        for each in words_beside(path):
            if self._client is not None:
                self._client.set_text(each.as_posix(), read_file(each))

    def _write_words(self, name: str, text: str) -> None:
        """Take other words of the house rule in a language, after a renaming or a ready-made change; none: no file."""
        if text:
            write_file(Path(name), text)
        else:
            Path(name).unlink(missing_ok=True)
        if self._client is not None and text:
            self._client.set_text(name, text)
        elif self._client is not None:
            self._client.remove(name)

    # ---- results ----

    def _edit_examples(self, change: Callable[[str], str]) -> None:
        """Change the examples in the house rule."""
        self.editor.replace_text(change(self.editor.toPlainText()))

    def _set_up_position(self) -> None:
        """Put a position together under the rules as they stand."""
        from app.workshop.position_editor import PositionEditor

        game, document, appearance = self._game, self._document, self._appearance
        if game is None or document is None or appearance is None:
            return
        try:
            pack = EditedRules(game.folder, document.path, self.text.text).read()
        except RulesError as error:
            self.status.setText(self._texts("position.broken", problem=error.problems[0].summary))
            return
        own = ExamplePlace(document.path, document.title)
        saved = saved_examples(document.path.parent)
        context = partial(appearance.context, pack, game.folder)
        editor = PositionEditor(
            self, pack, context, (own, ExamplePlace(saved)), self._save_example,
            play=self._try_position, play_key="position.try_out",
        )  # fmt: skip
        self.retranslated.connect(editor.retranslate)
        editor.open()

    def _try_position(self, players: int | None, options: Mapping[str, int | str], start: SetUpPosition) -> None:
        """Try the rules out in a match that begins at a position."""
        from app.workshop.position_editor import PositionEditor

        for editor in self.findChildren(PositionEditor):
            editor.accept()
        if self.results.tryout is not None:
            self.results.tryout.begin_at(players, options, start)
            self.results.setCurrentWidget(self.results.tryout)

    def _save_example(self, place: ExamplePlace, text: str) -> None:
        """Save an example: in the text of the house rule, or with the user's examples."""
        if place.title is not None:
            self._edit_examples(lambda own: "\n".join((own.rstrip("\n"), "", text, "")))
            return
        try:
            add_example(place.path, text)
            self._take_examples(place.path.as_posix(), read_text(place.path, MAX_SIZE))
        except (OSError, ValueError) as problem:
            self.status.setText(self._texts("example.not_saved", problem=problem))

    def _take_examples(self, file: str, text: str) -> None:
        """Give the language service the changed examples of the user, and run all examples again."""
        if self._client is not None:
            self._client.set_text(file, text)
            self.results.examples.refresh()

    def _ask_slow(self) -> None:
        """Ask for what takes longer: after a pause in typing, if the text has no problem."""
        if self._answers is None:
            return
        if not self.text.is_checked:
            self._quiet.start()
            return
        self.controls.refresh()
        self.templates.refresh()
        self.comparison.refresh()
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
            show_card_frame(self._result_card, False)
        elif in_tabs and not narrow:
            self.tabs.removeTab(self.tabs.indexOf(self._result_card))
            self._splitter.addWidget(self._result_card)
            self._result_card.show()
            show_card_frame(self._result_card, True)
            self._written.setSizes(_WRITTEN)
            self._splitter.setSizes(_COLUMNS)
        self._arrange()

    def _fit_tabs(self) -> None:
        """Leave the tabs room for all their names, in a narrow window at the cost of the text, but not of its half."""
        wanted, most = self.tabs.tabBar().sizeHint().width() + SPACE, self.width() * _MOST_FOR_TABS // 100
        self.tabs.setMinimumWidth(min(wanted, most) if self.tabs.indexOf(self._result_card) >= 0 else 0)

    def _arrange(self) -> None:
        """Make room for a table or plots: the text goes below the controls, or, in a narrow window, they cover it."""
        self._fit_tabs()
        in_tabs = self.tabs.currentWidget() is self._result_card
        wide = self.results.needs_room
        self._middle.setVisible(not (wide and in_tabs))
        beside = wide and self.tabs.indexOf(self._result_card) < 0
        below = not beside and not in_tabs and self._is_high
        if below != self._changes_card.isVisibleTo(self._middle):
            self._place_changes(below)
        tryout = self.results.tryout
        if tryout is not None:
            tryout.enlarge.setVisible(beside)
            large = beside and tryout.enlarge.isChecked() and self.results.currentWidget() is tryout
            self._written.setVisible(not large)
        orientation = Qt.Orientation.Vertical if beside else Qt.Orientation.Horizontal
        if self._written.orientation() != orientation:
            self._written.setOrientation(orientation)
            self._written.setSizes([500, 500] if beside else _WRITTEN)
            self._splitter.setSizes([440, 860] if beside else _COLUMNS)

    @property
    def _is_high(self) -> bool:
        """Whether there is room for the changes in words below the text."""
        return self.tabs.indexOf(self._result_card) < 0 and self.height() >= _HIGH_ENOUGH * self.fontMetrics().height()

    def _place_changes(self, below: bool) -> None:
        """Show the changes in words below the text, or as a tab of the results."""
        changes = self.results.changes
        if below:
            self.results.hold_changes(False)
            self._changes_place.addWidget(changes)
            changes.show()
        else:
            self._changes_place.removeWidget(changes)
            self.results.hold_changes(True)
        self._changes_card.setVisible(below)

    def _count_changes(self) -> None:
        count = self.results.changes.count
        self._changes_count.setText(str(count))
        self._changes_count.setVisible(count > 0)

    def _on_focus(self, at_table: bool) -> None:
        """At the table Esc belongs to the table."""
        self._leave_key.setEnabled(not at_table)

    def _show_rules(self, anchors: tuple[str, ...]) -> None:
        if anchors:
            self.show_part(anchors[0])

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.text.set_theme(theme)
        self.official.editor.set_theme(theme)
        self.controls.set_theme(theme)
        self.templates.set_theme(theme)
        self.results.set_theme(theme)
        self.comparison.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.back.setText(texts("workshop.back"))
        self.save.setText(texts("workshop.save"))
        self.export.setText(texts("workshop.export"))
        set_tip(self.export, texts("workshop.export.tip"))
        self.play.setText(texts("workshop.play"))
        self.play_on.setText(texts("workshop.play_on"))
        set_tip(self.play_on, texts("workshop.play_on.tip"))
        self.keep.setText(texts("workshop.keep"))
        self.take.setText(texts("workshop.take"))
        self._changes_heading.setText(texts("workshop.heading.changes"))
        self.text.retranslate()
        self.edition.retranslate()
        self.results.retranslate()
        name_tab(self.tabs, self.controls, texts("workshop.controls"))
        self.controls.retranslate()
        name_tab(self.tabs, self.templates, texts("template.title"))
        self.templates.retranslate()
        name_tab(self.tabs, self.official, texts("workshop.official"))
        name_tab(self.tabs, self.comparison, texts("workshop.comparison"))
        self.comparison.retranslate()
        if self.tabs.indexOf(self._result_card) >= 0:
            name_tab(self.tabs, self._result_card, texts("workshop.results"))
        self._fit_tabs()
        self.official.retranslate()
        if self._game is not None:
            self._about.setText(texts("workshop.about", game=self._game.title(texts.language)))
        self._show_state()
        if self._document is not None:
            self._quiet.start()
        self.retranslated.emit()


def _words_in(name: str) -> str:
    """Return the text of a words file; empty if there is none. Raises OSError and UnreadableError."""
    return read_file(Path(name)) if Path(name).exists() else ""
