"""Notice of the workshop: what has changed in the game since a house rule was written, with its repair."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.base.i18n import Translations
from app.base.widgets import button, label, row
from app.workshop.answers import ServiceAnswers
from dsl.base.files import read_text, replace_file
from dsl.language_service import messages as m
from dsl.match.rulesets.folder import edition_path
from dsl.syntax.parser import MAX_SIZE


class EditionNotice(QFrame):
    """Says what the game has changed of what a house rule is about; hidden if nothing matters to it.

    The edition is recorded beside the house rule when it is saved, or opened for the first time, without problems.

    Signals:
        repair_chosen: The house rule is to take the present names of renamed parts; carries the edits.
        explained: It is said what has changed.
    """

    repair_chosen = Signal(object)
    explained = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._answers: ServiceAnswers | None = None
        self._file, self._path, self._game = "", Path(), ""
        self._is_checked = False
        self._repair: Sequence[m.Edit] = ()
        self.said, self.repair, self.settle = label("notice", wraps=True), button("small"), button("small")
        line = row(self.said, self.repair, self.settle)
        line.setContentsMargins(0, 0, 0, 0)
        line.setStretch(0, 1)
        self.setLayout(line)
        self.repair.clicked.connect(self._choose_repair)
        self.settle.clicked.connect(self._settle)
        self.hide()

    def set_house_rule(self, answers: ServiceAnswers | None, path: Path, game: str) -> None:
        """Look at this house rule for the game with that title from now on; None: none is open."""
        self._answers, self._file, self._path, self._game = answers, path.as_posix(), path, game
        self._is_checked = False
        self.hide()

    def check(self, problems: int) -> None:
        """Compare the edition of an opened house rule, whose number of problems is known, with that of the game."""
        if self._is_checked or self._answers is None:
            return
        self._is_checked = True
        self.settle.setVisible(not problems)
        try:
            edition = read_text(edition_path(self._path), MAX_SIZE)
        except (OSError, ValueError):
            if not problems:
                self.record()
            return
        question = m.CompareEdition(self._file, edition, self._texts.language)
        self._answers.ask("edition", question, self._take_changes)

    def record(self) -> None:
        """Record that the house rule, which has no problems, is written for the present edition."""
        if self._answers is not None:
            self._answers.ask("edition", m.WriteEdition(self._file, self._game), self._take_text)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.repair.setText(self._texts("workshop.edition.repair"))
        self.settle.setText(self._texts("workshop.edition.settle"))

    def _take_changes(self, answer: m.Answer) -> None:
        if isinstance(answer, m.EditionChanges) and answer.said:
            self._repair = answer.repair
            self.said.setText(answer.said)
            self.repair.setVisible(bool(answer.repair))
            self.show()
            self.explained.emit()

    def _take_text(self, answer: m.Answer) -> None:
        if isinstance(answer, m.EditionText):
            with contextlib.suppress(OSError):  # then it is compared with an older edition the next time
                replace_file(edition_path(self._path), answer.text.encode())

    def _choose_repair(self) -> None:
        self.hide()
        self.repair_chosen.emit(self._repair)

    def _settle(self) -> None:
        self.hide()
        self.record()
