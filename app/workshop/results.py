"""Right side of the workshop: what a house rule changes, in tabs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, label, name_tab, scroll_area
from app.storage.game_library import GameCard
from app.workshop.answers import ServiceAnswers
from app.workshop.effects import EffectsPage
from app.workshop.example_list import ExamplesPage
from app.workshop.tryout import TableAppearance, TakenMatch, TryOutPage
from dsl.i18n.problem_texts import answer_text
from dsl.language_service import messages as m


class RuleResults(QTabWidget):
    """Tabs on the edited rules: the changes in words, the examples of the rulebook, a table, simulated effects.

    Each page asks the language service itself. The page of the workshop says when the text has changed and whether it
    has problems.

    Signals:
        place_chosen: The user wants to see a place of the rules; carries the Place.
        stopped: Another question stopped one of the results: `refresh` is to be called after a pause.
    """

    place_chosen = Signal(object)
    stopped = Signal()

    def __init__(self, texts: Translations, appearance: TableAppearance | None = None) -> None:
        """`appearance` is that of tables; without it there is no table to try the rules out."""
        super().__init__()
        self._texts = texts
        self.changes, self.examples = ChangesPage(texts), ExamplesPage(texts)
        self.tryout = TryOutPage(texts, appearance) if appearance is not None else None
        self.effects = EffectsPage(texts)
        self.changes.counted.connect(self._name_tabs)
        self.examples.counted.connect(self._name_tabs)
        self.examples.place_chosen.connect(self.place_chosen)
        self.examples.stopped.connect(self.stopped)
        self.retranslate()

    @property
    def _pages(self) -> tuple[_ResultPage, ...]:
        more = (self.tryout,) if self.tryout is not None else ()
        return (self.changes, self.examples, *more, self.effects)

    @property
    def needs_room(self) -> bool:
        """Whether the tab that is shown holds a table or plots, which need more room than a column."""
        return self.currentWidget() in (self.tryout, self.effects)

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open."""
        for page in self._pages:
            page.set_service(answers, file)

    def invalidate(self) -> None:
        """The text has changed: answers to earlier questions are about another text."""
        for page in self._pages:
            page.invalidate()

    def refresh(self) -> None:
        """Ask again; the service has the text, and the text has no problems."""
        for page in self._pages:
            page.refresh()

    def show_broken(self) -> None:
        """Say that there are no results before the problems of the text are solved."""
        for page in self._pages:
            page.show_broken()

    def open_rules(self, game: GameCard, path: Path, read_text: Callable[[], str], taken: TakenMatch | None) -> None:
        """Try out and simulate the house rule at `path`, with the text that `read_text` returns; at the table in the
        match `taken`, or from the set-up."""
        self.examples.set_game(game.folder)
        self.examples.read_house = read_text
        if self.tryout is not None:
            self.tryout.open_rules(game.folder, path, read_text, taken)
        self.effects.open_rules(game.folder, path, game.players, read_text)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme, and the settings of tables."""
        self.effects.set_theme(theme)
        self.examples.set_theme(theme)
        if self.tryout is not None:
            self.tryout.apply_settings()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self._name_tabs()
        for page in self._pages:
            page.retranslate()

    def _name_tabs(self) -> None:
        """Name the tabs, with the number of changes and of examples that go differently."""
        for page, key, count in (
            (self.changes, "changes", self.changes.count),
            (self.examples, "examples", self.examples.count),
        ):
            name_tab(self, page, self._texts(f"workshop.tab.{key}", n=count), self._texts(f"workshop.heading.{key}"))
        if self.tryout is not None:
            name_tab(self, self.tryout, self._texts("tryout.title"), self._texts("tryout.title.tip"))
        name_tab(self, self.effects, self._texts("effects.title"), self._texts("effects.title.tip"))


class _ResultPage(Protocol):
    """Page of a result: what `RuleResults` asks of each of its tabs, with the meaning explained there."""

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None: ...
    def invalidate(self) -> None: ...
    def refresh(self) -> None: ...
    def show_broken(self) -> None: ...
    def retranslate(self) -> None: ...


class ChangesPage(QWidget):
    """What the house rule changes, in sentences.

    Signals:
        counted: The number of sentences is another.
    """

    counted = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._answers: ServiceAnswers | None = None
        self._file = ""
        self.count = 0  #: of the sentences shown
        self.sentences = label(wraps=True)
        self.sentences.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addWidget(scroll_area(self.sentences))

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open."""
        self._answers, self._file = answers, file
        self._show((), "")

    def invalidate(self) -> None:
        """Do nothing: the sentences stay until there are others."""

    def refresh(self) -> None:
        """Ask for the sentences."""
        if self._answers is not None:
            self._answers.ask("changes", m.CompareRules(self._file, self._texts.language), self._take)

    def show_broken(self) -> None:
        """Say that the sentences wait for the problems to be solved."""
        self._show((), self._texts("workshop.mend_to_see"))

    def retranslate(self) -> None:
        """Update the name for screen readers; the page asks for the sentences again."""
        self.sentences.setAccessibleName(self._texts("workshop.heading.changes"))

    def _take(self, answer: m.Answer) -> None:
        if isinstance(answer, m.RuleChanges):
            self._show(
                answer.sentences, answer_text(answer.why, self._texts.language) or self._texts("workshop.changes.none")
            )

    def _show(self, sentences: tuple[str, ...], otherwise: str) -> None:
        self.sentences.setText("\n".join(f"• {each}" for each in sentences) or otherwise)
        self.count = len(sentences)
        self.counted.emit()
