"""Right side of the workshop: what a house rule changes, in tabs."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QTabWidget, QVBoxLayout, QWidget

from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, label, markup_label, name_tab, scroll_area
from app.storage.game_library import GameCard
from app.workshop.answers import ServiceAnswers
from app.workshop.effects import EffectsPage
from app.workshop.example_list import ExamplesPage
from app.workshop.tryout import TableAppearance, TakenMatch, TryOutPage
from dsl.i18n.problem_texts import answer_text
from dsl.language_service import messages as m


class RuleResults(QTabWidget):
    """Tabs on the edited rules: the changes in words, unless they have another place, the examples of the rulebook, a
    table, simulated effects.

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
        self._has_changes = True
        self.setProperty("role", "segments")
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

    def hold_changes(self, holds: bool) -> None:
        """Have a tab for the changes in words, or give their page away: it has another place then."""
        if holds == self._has_changes:
            return
        self._has_changes = holds
        if holds:
            name_tab(self, self.changes, "")
            self.tabBar().moveTab(self.count() - 1, 0)
        else:
            self.removeTab(self.indexOf(self.changes))
        self._name_tabs()

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
        self.changes.set_theme(theme)
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
        pages: list[tuple[QWidget, str, int]] = [(self.examples, "examples", self.examples.count)]
        if self._has_changes:
            pages.insert(0, (self.changes, "changes", self.changes.count))
        for page, key, count in pages:
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
    """What the house rule changes: values with the official ones, all else in sentences, and the sentences of the
    rulebook that read differently.

    Signals:
        counted: The number of changes is another.
    """

    counted = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self._answers: ServiceAnswers | None = None
        self._file = ""
        self._found = m.RuleChanges(())
        self._otherwise = ""
        self._rulebook: tuple[str, ...] = ()
        self.values, self.others = markup_label(), label(wraps=True)
        self.so_heading, self.so = label("strong"), label(wraps=True)
        self._rule = QFrame()
        self._rule.setProperty("role", "rule")
        inside = QWidget()
        lines = QVBoxLayout(inside)
        lines.setContentsMargins(0, 0, SPACE, 0)
        lines.setSpacing(8)
        for part in (self.values, self.others, self._rule, self.so_heading, self.so):
            lines.addWidget(part)
        lines.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addWidget(scroll_area(inside))

    @property
    def count(self) -> int:
        """The number of changes."""
        return len(self._found.sentences)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that changes, in sentences."""
        return self._found.sentences

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open."""
        self._answers, self._file = answers, file
        self._rulebook = ()
        self._show(m.RuleChanges(()), "")

    def show_rulebook(self, sentences: tuple[str, ...]) -> None:
        """Show the sentences of the rulebook that read differently with the house rule."""
        self._rulebook = sentences
        self._show(self._found, self._otherwise)

    def invalidate(self) -> None:
        """Do nothing: the changes stay until there are others."""

    def refresh(self) -> None:
        """Ask for the changes."""
        if self._answers is not None:
            self._answers.ask("changes", m.CompareRules(self._file, self._texts.language), self._take)

    def show_broken(self) -> None:
        """Say that the changes wait for the problems to be solved."""
        self._show(m.RuleChanges(()), self._texts("workshop.mend_to_see"))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self._show(self._found, self._otherwise)

    def retranslate(self) -> None:
        """Update the name for screen readers; the page asks for the changes again."""
        self.values.setAccessibleName(self._texts("workshop.heading.changes"))
        self.so_heading.setText(self._texts("workshop.changes.so"))

    def _take(self, answer: m.Answer) -> None:
        if isinstance(answer, m.RuleChanges):
            why = answer_text(answer.why, self._texts.language)
            self._show(answer, why or self._texts("workshop.changes.none"))

    def _show(self, found: m.RuleChanges, otherwise: str) -> None:
        self._found, self._otherwise = found, otherwise
        told = {each.sentence for each in found.values}
        self.values.setText(self._table(found.values))
        self.values.setAccessibleDescription("\n".join(each.sentence for each in found.values))
        self.values.setVisible(bool(found.values))
        others = [each for each in found.sentences if each not in told]
        self.others.setText("\n".join(f"• {each}" for each in others) if found.sentences else otherwise)
        self.others.setVisible(bool(self.others.text()))
        rulebook = self._rulebook if found.sentences else ()
        self.so.setText("\n".join(rulebook))
        for part in (self._rule, self.so_heading, self.so):
            part.setVisible(bool(rulebook))
        self.counted.emit()

    def _table(self, values: tuple[m.ValueChange, ...]) -> str:
        """Return the values as a table in HTML: name, official value struck through, new value."""
        theme = self._theme
        rows = (
            f'<tr><td width="70%"><span style="color:{theme.accent}">•</span>&nbsp; {escape(each.name)}</td>'
            f'<td align="right"><span style="color:{theme.soft_ink}"><s>{escape(each.before)}</s>&nbsp; › &nbsp;</span>'
            f'<span style="color:{theme.accent}"><b>{escape(each.after)}</b></span></td></tr>'
            for each in values
        )
        return f'<table width="100%" cellspacing="0" cellpadding="3">{"".join(rows)}</table>'
