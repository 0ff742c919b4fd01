"""Page on which the rules of a user's own game are changed: as text, file by file, with live problems, or by controls
and ready-made changes beside it. Its examples run after each change."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import QComboBox, QSplitter, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, button, card, label, name_tab, row, show_card_frame
from app.workshop.answers import PendingChanges, ServiceAnswers
from app.workshop.document import RECOVERY_LIMIT, RECOVERY_PAUSE, DiskState, HouseRuleDocument
from app.workshop.example_list import ExamplesPage
from app.workshop.linked_files import LinkedFiles, read_file, write_file
from app.workshop.own_rules import OwnRuleControls
from app.workshop.page_parts import OfficialText
from app.workshop.text_column import TextColumn
from dsl.base.files import UnreadableError
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from dsl.match.rulesets.folder import house_game

_NARROW = 130  #: letters of a window in which the text has no room beside the controls
_QUIET = 700  #: milliseconds after the last keystroke, before the examples run
_SIDES = [440, 540]  #: pixels of the controls and of the text


class GameRulesPage(QWidget):
    """Text of the rules and examples of a game. Unsaved text of each file is kept in its recovery copy."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.setObjectName("workshop")  # for the style sheet: as on the page of house rules
        self._folder: Path | None = None
        self._client: ServiceClient | None = None
        self._answers: ServiceAnswers | None = None
        self._documents: dict[str, HouseRuleDocument] = {}
        self._file = ""  #: that is shown
        self._linked: LinkedFiles | None = None
        self._beside = OfficialText(texts)  #: not shown: a game of one's own changes no other rules
        self.author = ""  #: the name of the user, for the files that are saved
        self.files, self.save, self.keep, self.take = ComboBox(), button(), button("small"), button("small")
        self.state, self.notice = label("soft"), label("notice", wraps=True)
        self.text = TextColumn(texts, self._beside)
        self._beside.setParent(self)
        self._beside.hide()
        for tool in (self.text.compare, self.text.versions):
            tool.hide()
        head = row(self.files, self.state, self.keep, self.take, self.save, stretch_after=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE // 2, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(self.notice)
        self.changes = OwnRuleControls(texts)
        self._pending = PendingChanges(lambda: self.changes.is_changing)
        self.examples = ExamplesPage(texts)
        for absent in (self.examples.set_up, self.examples.try_out):  # "Play" is on the page of the game
            absent.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        beside, inside = card()
        inside.addWidget(self.changes)
        for part, stretch in ((beside, 10), (self.text, 14)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(SPACE)
        self._splitter.setSizes(_SIDES)
        column.addWidget(self._splitter, 1)
        self._pause, self._limit, self._quiet = QTimer(self), QTimer(self), QTimer(self)
        for timer, milliseconds, act in (
            (self._pause, RECOVERY_PAUSE, self._write_recovery), (self._limit, RECOVERY_LIMIT, self._write_recovery),
            (self._quiet, _QUIET, self._run_examples),
        ):  # fmt: skip
            timer.setSingleShot(True)
            timer.setInterval(milliseconds)
            timer.timeout.connect(act)
        self.files.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.files.currentIndexChanged.connect(self._switch)
        self.save.clicked.connect(self.save_all)
        self.keep.clicked.connect(self._keep)
        self.take.clicked.connect(self._take)
        self.text.changed.connect(self._on_text_changed)
        self.text.place_requested.connect(self.show_place)
        self.changes.changed.connect(self._take_changes)
        self.changes.place_chosen.connect(self._look_at)
        self.changes.settled.connect(self._pending.settle)
        self.text.sent.connect(self.examples.invalidate)
        self.examples.place_chosen.connect(self.show_place)
        self.examples.house_edited.connect(self._adjust_example)
        self.examples.stopped.connect(self._quiet.start)
        self.examples.counted.connect(self._name_tabs)
        self.changes.currentChanged.connect(lambda _: self._quiet.start())
        for keys, action in ((QKeySequence.StandardKey.Save, self.save.click), *self.text.shortcuts()):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)
        in_popover = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self.changes.controls.popover)
        in_popover.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        in_popover.activated.connect(self.save.click)
        self._say("")
        self.retranslate()

    @property
    def is_open(self) -> bool:
        """Whether a game is shown."""
        return self._client is not None

    @property
    def is_modified(self) -> bool:
        """Whether a file has unsaved text."""
        return any(each.is_modified for each in self._documents.values())

    @property
    def editor_text(self) -> str:
        """The text that is shown."""
        return self.text.text

    def delays(self, action: Callable[[], object]) -> bool:
        """Whether a change that the user has made by controls or ready-made changes is not in the text yet; then
        `action` is done as soon as it is (`PendingChanges`)."""
        delayed = self.is_open and self._pending.delay(action)
        if delayed:
            self.text.status.setText(self._texts("workshop.changing"))
        return delayed

    def open(self, folder: Path) -> None:
        """Show the rules of the game in a folder; a file that cannot be read is left out."""
        self.close_game()
        self._folder = folder
        opened = read_files(folder)
        names = [name for name, text in opened.files if name.endswith(".rules") and house_game(text) is None]
        names.sort(key=lambda name: ("/" in name, name))
        self._client = ServiceClient(opened)
        self._answers = ServiceAnswers(self._client, self)
        self.files.blockSignals(True)
        self.files.clear()
        recovered = False
        for name in names:
            try:
                self._documents[name] = HouseRuleDocument(folder / name)
            except (OSError, UnreadableError):
                continue
            self.files.addItem(name, name)
            if self._documents[name].recovered:
                recovered = True
                self._client.set_text(name, self._documents[name].text)
        self.files.blockSignals(False)
        self._say("workshop.recovered" if recovered else "")
        self.examples.set_game(folder)
        self.examples.set_service(self._answers)
        self._switch()
        self.changes.open(opened, self._rules)
        self._linked = self.text.linked = LinkedFiles(self._read_linked, self._write_linked, lambda _: True)

    def close_game(self) -> None:
        """Stop the language service; unsaved text stays in the recovery copies."""
        self._write_recovery()
        self._quiet.stop()
        self.examples.set_service(None)
        if self._answers is not None:
            self._answers.close()
        self.text.close_service()
        self.changes.close_game()
        self._client = self._answers = None
        self._pending.forget()
        self._documents.clear()
        self._linked = self.text.linked = None
        self._file = ""

    def _switch(self, _index: int = 0) -> None:
        """Show the chosen file; the text of the one before stays in its document."""
        self._write_recovery()
        document = self._documents.get(self.files.currentData() or "")
        if document is not None and self._client is not None and self._answers is not None:
            self._file = self.files.currentData()
            texts = (document.saved_text, document.text) if document.is_modified else (document.text,)
            self.text.open(self._client, self._answers, self._file, texts)
            self.text.editor.moveCursor(QTextCursor.MoveOperation.Start)
            self._show_state()

    def show_place(self, place: m.Place) -> None:
        """Show a place in one of the files."""
        if self._look_at(place):
            self.text.editor.setFocus()

    def _look_at(self, place: m.Place) -> bool:
        """Select a place in one of the files; the focus stays where it is."""
        index = self.files.findData(place.file)
        if index >= 0:
            self.files.setCurrentIndex(index)
            if self._is_narrow:
                self.changes.setCurrentWidget(self.text)
            self.text.editor.select_place(place)
        return index >= 0

    # ---- renaming ----

    def _read_linked(self, name: str) -> str:
        document = self._documents.get(name)
        if document is not None:
            return document.text
        path = (self._folder or Path()) / name
        return read_file(path) if path.exists() else ""

    def _write_linked(self, name: str, text: str) -> None:
        """Take another text for a file of rules until it is saved; words and looks are written at once."""
        document = self._documents.get(name)
        if document is not None:
            document.text = text
        else:
            write_file((self._folder or Path()) / name, text)
        if self._client is not None:
            self._client.set_text(name, text)

    def _sync_others(self) -> None:
        """Give the language service the words and looks as they are on disk."""
        for name in tuple(self._client.files) if self._client is not None else ():
            if name not in self._documents and self._folder is not None and self._client is not None:
                with contextlib.suppress(OSError, UnreadableError):
                    text = read_file(self._folder / name)
                    if text != self._client.files[name]:
                        self._client.set_text(name, text)

    # ---- controls ----

    @property
    def _rules(self) -> dict[str, str]:
        """The texts of the files of rules; examples and lessons are none."""
        return {name: each.text for name, each in self._documents.items() if "/" not in name}

    def _take_changes(self, texts: Mapping[str, str], words: Iterable[m.Edit]) -> None:
        """Take the texts that the controls have made, and what is added to the words; each is one step for Undo."""
        self._take_text()
        self._add_words(texts.get(self._file, self.text.text), words)
        for name, text in texts.items():
            document = self._documents.get(name)
            if document is None or document.text == text:
                continue
            document.text = text
            if name == self._file:
                self.text.editor.replace_text(text)
            elif self._client is not None:
                self._client.set_text(name, text)
        self._on_text_changed()

    def _add_words(self, after: str, words: Iterable[m.Edit]) -> None:
        """Add what is said of new parts to the words of the game, in each language; `after` is what the text that is
        shown becomes."""
        rows = self.text.text.split("\n")
        edits = [m.Edit(m.Place(self._file, 1, 1, len(rows), len(rows[-1]) + 1), after)]
        try:
            for each in words:
                name = f"words.{each.place.file.rpartition('.')[2]}"
                own = self._read_linked(name).split("\n")
                end = m.Place(name, len(own), len(own[-1]) + 1, len(own), len(own[-1]) + 1)
                edits.append(m.Edit(end, each.text if not own[-1] else f"\n{each.text}"))
            if len(edits) > 1 and self._linked is not None and self._client is not None:
                self._sync_others()
                self._linked.change(self._file, self.text.text, edits, self._client.files)
        except (OSError, UnreadableError) as problem:
            self._say("workshop.not_saved", problem=problem)

    # ---- examples ----

    def _run_examples(self) -> None:
        """Run the examples under the rules as they stand, while they are shown."""
        if self._answers is None or not self.examples.isVisible():
            return
        if not self.text.is_checked:
            self._quiet.start()
        elif self.text.editor.problems:
            self.examples.show_broken()
        else:
            self.examples.refresh()

    def _adjust_example(self, change: Callable[[str], str]) -> None:
        """Change the example that is chosen, in its file."""
        document = self._documents.get(self.examples.file)
        if document is not None:
            self.files.setCurrentIndex(self.files.findData(self.examples.file))
            self.text.editor.replace_text(change(self.text.text))

    # ---- arrangement ----

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: in a narrow window the text is a tab beside the controls."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def _is_narrow(self) -> bool:
        return self.changes.indexOf(self.text) >= 0

    def _arrange(self) -> None:
        narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        if narrow and not self._is_narrow:
            name_tab(self.changes, self.text, self._texts("gamerules.text"))
            show_card_frame(self.text.frame, False)
            self.changes.setCurrentWidget(self.text)
        elif not narrow and self._is_narrow:
            self._splitter.addWidget(self.text)
            self.text.show()
            show_card_frame(self.text.frame, True)
            self._splitter.setSizes(_SIDES)
        self._name_tabs()

    def _name_tabs(self) -> None:
        count = self.examples.count
        said = self._texts("workshop.tab.examples", n=count), self._texts("workshop.heading.examples")
        name_tab(self.changes, self.examples, *said)
        if self._is_narrow:
            name_tab(self.changes, self.text, self._texts("gamerules.text"))

    # ---- files ----

    @property
    def _document(self) -> HouseRuleDocument | None:
        return self._documents.get(self._file)

    def _take_text(self) -> None:
        if self._document is not None:
            self._document.text = self.text.text

    def _on_text_changed(self) -> None:
        self._take_text()
        self._show_state()
        if self._linked is not None:
            try:
                self._linked.follow(self._file, self.text.text)
            except (OSError, UnreadableError) as problem:
                self._say("workshop.not_saved", problem=problem)
        self.changes.follow(self._rules)
        self._quiet.start()
        self._pause.start()
        if not self._limit.isActive():
            self._limit.start()

    def _write_recovery(self) -> None:
        self._pause.stop()
        self._limit.stop()
        self._take_text()
        failed: OSError | None = None
        for document in self._documents.values():
            try:
                document.write_recovery()
            except OSError as problem:
                failed = problem
        if failed is not None:
            self._say("workshop.not_kept", problem=failed.strerror or failed)
        elif self._notice_key in ("workshop.not_kept", "workshop.not_saved"):
            self._say("")

    def save_all(self) -> bool:
        """Save all files; False if one could not be saved, which a notice explains."""
        self._take_text()
        self._say("")
        saved = True
        for document in self._documents.values():
            try:
                if document.is_modified and not document.save(self.author):
                    self._say("workshop.conflict")
                    saved = False
            except OSError as problem:
                self._say("workshop.not_saved", problem=problem.strerror or problem)
                saved = False
        if saved and self._linked is not None:
            self._linked.saved()
        self._show_state()
        return saved

    def discard(self) -> None:
        """Give up unsaved text."""
        if self._linked is not None:
            try:
                self._linked.discard()
            except (OSError, UnreadableError) as problem:
                self._say("workshop.not_saved", problem=problem)
        for document in self._documents.values():
            document.discard()
        if self._document is not None:
            self.text.editor.replace_text(self._document.text)

    def follow_disk(self) -> None:
        """Look whether another program has changed the files."""
        self._take_text()
        self._sync_others()
        for name, document in self._documents.items():
            before = document.text
            state = document.check_disk()
            if document.text != before:
                if name == self._file:
                    self.text.editor.replace_text(document.text)
                elif self._client is not None:
                    self._client.set_text(name, document.text)
                self._say("workshop.reread")
            elif state is DiskState.CHANGED:
                self._say("workshop.conflict")
        self._show_state()
        self.changes.follow(self._rules)

    def _keep(self) -> None:
        for document in self._documents.values():
            document.keep_own()
        self.save_all()

    def _take(self) -> None:
        for document in self._documents.values():
            document.take_other()
        if self._document is not None:
            self.text.editor.replace_text(self._document.text)
        self._say("")
        self._show_state()

    def _say(self, key: str, **values: object) -> None:
        self._notice_key = key
        self.notice.setText(self._texts(key, **values) if key else "")
        self.notice.setVisible(bool(key))
        for each in (self.keep, self.take):
            each.setVisible(key == "workshop.conflict")

    def _show_state(self) -> None:
        self.state.setText(self._texts("workshop.unsaved" if self.is_modified else "workshop.saved"))
        self.save.setEnabled(self.is_modified)

    # ---- theme and language ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.text.set_theme(theme)
        self.changes.set_theme(theme)
        self.examples.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.save.setText(self._texts("workshop.save"))
        self.keep.setText(self._texts("workshop.keep"))
        self.take.setText(self._texts("workshop.take"))
        self.files.setAccessibleName(self._texts("gamerules.file"))
        self.text.retranslate()
        self.changes.retranslate()
        self.examples.retranslate()
        self._name_tabs()
        self._quiet.start()
        self._show_state()
