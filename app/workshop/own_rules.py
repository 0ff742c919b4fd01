"""Controls and ready-made changes for the rules of a user's own game.

They work as for a house rule: the changes since the controls were opened are the text of a house rule that is in no
file. After each change it is merged into the files of the game, where only the lines that differ are written anew. If
the text of the files becomes another in any other way, the controls begin again with that text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import label, name_tab
from app.workshop.answers import ServiceAnswers
from app.workshop.controls import RuleControls
from app.workshop.template_form import TemplateForm
from dsl.i18n.problem_texts import answer_text
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.house_text import new_house_rule
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.language_service.symbols import applied
from dsl.match.rulesets.folder import RulesetText

_CHANGES = "house/changes-by-controls.rules"  #: the name of the house rule in the language service
_PAUSE = 400  #: milliseconds after a change of the text, before the controls begin again with it
_MOST_STATES = 200  #: texts to which undo may lead back without a new beginning

Texts = Mapping[str, str]


class OwnRuleControls(QTabWidget):
    """Tabs with the controls and the ready-made changes of a game's rules.

    The language service that answers them is a process of its own, since it has the rules without the changes; it is
    started when the tabs are first shown.

    Signals:
        changed: Files of rules get other texts; carries the texts by name, and what a ready-made change adds to the
            words of the game: edits of the words of a house rule. The receiver calls `follow` with the texts.
        place_chosen: The user looks at a part; carries its Place.
        settled: No change is pending any more, or one was refused; carries whether all are in the files.
    """

    changed = Signal(object, object)
    place_chosen = Signal(object)
    settled = Signal(bool)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.setProperty("role", "segments")
        self._opened: OpenedFiles | None = None
        self._current: dict[str, str] = {}  #: the texts of the files, as they are in the editor
        self._answers: ServiceAnswers | None = None
        self._client: ServiceClient | None = None
        self._empty = ""  #: the text of the house rule without changes
        self._states: dict[tuple[tuple[str, str], ...], str] = {}  #: by texts of the files: the house rule
        self.controls, self.templates = RuleControls(None, texts), TemplateForm(texts)
        self.problem = label("notice", wraps=True)
        self._first = QWidget()
        column = QVBoxLayout(self._first)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.controls)
        column.addWidget(self.problem)
        self.problem.hide()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._begin)
        self.controls.change_requested.connect(self._take)
        self.templates.change_requested.connect(self._take)
        self.controls.settled.connect(self._settle)
        self.templates.settled.connect(self._settle)
        self.controls.rule_chosen.connect(self.place_chosen)
        self.retranslate()

    @property
    def is_changing(self) -> bool:
        """Whether a change that the user has made is not in the files yet."""
        merging = self._answers is not None and self._answers.is_waiting("merge")
        return self.controls.is_changing or self.templates.is_inserting or merging

    def _settle(self, taken: bool) -> None:
        if not taken or not self.is_changing:
            self.settled.emit(taken)

    def open(self, opened: OpenedFiles, texts: Texts) -> None:
        """Show the controls for the rules of a game; `texts` are those of its files in the editor."""
        self.close_game()
        self._opened, self._current = opened, dict(texts)
        if self.isVisible():
            self._start()

    def close_game(self) -> None:
        """Stop the language service."""
        self._pause.stop()
        self.controls.set_client(None)
        self.templates.set_service(None)
        if self._answers is not None:
            self._answers.close()
        self._answers = self._client = self._opened = None
        self._states.clear()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: start the language service at first."""
        super().showEvent(event)
        if self._client is None and self._opened is not None:
            self._start()

    def follow(self, texts: Texts) -> None:
        """Take the texts of the files as they are in the editor now."""
        if dict(texts) == self._current:
            return
        self._current = dict(texts)
        if self._client is not None:
            self._pause.start()

    def _start(self) -> None:
        assert self._opened is not None
        files = {**dict(self._opened.files), **self._current}
        games = RulesetText(tuple(self._current.items())).games()
        self._empty = new_house_rule("Changes", games[0] if games else "game")
        files[_CHANGES] = self._empty
        self._client = ServiceClient(OpenedFiles(tuple(files.items()), self._opened.bases))
        self._answers = ServiceAnswers(self._client, self)
        self._states = {self._key(): self._empty}
        self.controls.set_client(self._client)
        self.controls.show_house_rule(_CHANGES)
        self.templates.set_service(self._answers, _CHANGES)

    def _key(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self._current.items()))

    def _begin(self) -> None:
        """Show the controls for the present texts: with the changes that have led to them, else as a new beginning."""
        if self._client is None:
            return
        house = self._states.get(self._key())
        if house is None:
            for name, text in self._current.items():
                if self._client.files.get(name) != text:
                    self._client.set_text(name, text)
            self._client.set_text(_CHANGES, self._empty)
            self._states = {self._key(): self._empty}
            self.controls.show_house_rule(_CHANGES)
        elif self._client.files.get(_CHANGES) != house:
            self._client.set_text(_CHANGES, house)
            self.controls.refresh()
        self.templates.refresh()

    def _take(self, house: str, words: tuple[m.Edit, ...] = ()) -> None:
        """Merge the house rule that a control or a ready-made change has made into the files."""
        if self._client is None or self._answers is None or self._pause.isActive():
            self.settled.emit(False)
            return  # the text has changed meanwhile: the controls begin again with it
        self._client.set_text(_CHANGES, house)
        for edit in words:
            file = edit.place.file
            self._client.set_text(file, applied(self._client.files.get(file, ""), (edit,)))
        self.templates.refresh()
        self._answers.ask("merge", m.MergeChanges(_CHANGES), partial(self._merged, house, words))

    def _merged(self, house: str, words: tuple[m.Edit, ...], answer: m.Answer) -> None:
        if not isinstance(answer, m.MergedFiles) or self._pause.isActive() or self._client is None:
            self.settled.emit(False)
            return
        why = answer_text(answer.refused, self._texts.language) if answer.refused else ""
        self.problem.setText(self._texts("controls.refused", why=why))
        self.problem.setVisible(bool(why))
        if why:  # the controls show the state before
            self._client.set_text(_CHANGES, self._states.get(self._key(), self._empty))
            self.controls.refresh()
            self.settled.emit(False)
            return
        merged = dict(answer.files)
        unchanged = {name: text for name, text in self._client.files.items() if name in self._current}
        self._current = {**unchanged, **merged}
        if len(self._states) >= _MOST_STATES:
            del self._states[next(iter(self._states))]
        self._states[self._key()] = house
        self.changed.emit(dict(self._current), words)
        self._settle(taken=True)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.controls.set_theme(theme)
        self.templates.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        for page, key in ((self._first, "workshop.controls"), (self.templates, "template.title")):
            name_tab(self, page, self._texts(key))
        self.controls.retranslate()
        self.templates.retranslate()
