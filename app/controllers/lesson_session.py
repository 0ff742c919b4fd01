"""Session of a lesson or a puzzle: a table for practice, with its panel beside the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.appearance.look import LookSet, game_look
from app.controllers.session import Session, box_of, context_of, look_of, table_settings_of
from app.controllers.settings_controller import SettingsController
from app.screens.box import BoxSource
from app.session.lesson_link import Course, LessonLink
from app.storage.game_library import GameCard
from app.storage.settings import with_lesson
from app.table.context import TableContext, TableSettings
from app.table.layout.lesson_panel import LessonPanel
from app.table.page import TablePage
from dsl.match.rulesets.ruleset import Ruleset


class LessonSession(Session):
    """Session of a lesson: it has no journal and cannot be resumed. What was finished is saved in the settings.

    Signals:
        finished: The learner has gone on after the last step; the lesson is marked as done.
        match_requested: A first match is requested.
    """

    finished = Signal()
    match_requested = Signal()

    def __init__(
        self, course: Course, name: str, game: GameCard, settings: SettingsController, report: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        """`name` is what the settings call it; `report` shows a sentence about a problem to the user. Raises what
        LessonLink raises."""
        super().__init__(settings, parent)
        self._course, self._name, self._game = course, name, game
        self._link = LessonLink(course, self)
        chosen = settings.current.sets.get(self.rules_name, ())
        look = look_of(lambda: game_look(game.folder, chosen), self._texts, report)
        self._look = look.for_players(player.colour for player in self._link.players)
        self.page = TablePage(self._link, self._make_context(), self._table_settings())
        self.panel = LessonPanel(self._texts)
        self.page.table_layout.top_of_sidebar.addWidget(self.panel)
        self.page.table_layout.replay_button.hide()
        self._connect()

    def _connect(self) -> None:
        self.page.left.connect(self.left)
        self.page.rules_requested.connect(self.rules_requested)
        self.page.sound_requested.connect(self.sound_requested)
        self.panel.next_requested.connect(self._link.go_on)
        self.panel.back_requested.connect(self._link.go_back)
        self.panel.hint_requested.connect(self._link.give_hint)
        self.panel.solution_requested.connect(self._link.show_solution)
        self.panel.answered.connect(self._link.answer)
        self.panel.check_requested.connect(self._link.check_places)
        self.page.place_marked.connect(self._link.toggle_place)
        self.panel.match_requested.connect(self.match_requested)
        self._link.progressed.connect(self._show_progress)
        self._link.finished.connect(self._finish)

    def open(self) -> None:
        """Start with the first step."""
        self.page.open()
        self._show_progress()
        self.panel.next.setFocus()

    def close(self) -> None:
        """End; what was not finished begins again."""
        super().close()
        self.page.close_table()

    def _show_progress(self) -> None:
        progress = self._link.progress
        self.panel.show_progress(self._course.title, progress)
        self.page.mark_places(progress.places, progress.marked)
        self.page.table_layout.order_focus()
        if progress.is_last and progress.done:
            self._settings.save(with_lesson(self._settings.current, self._game.name, self._name))

    def _finish(self) -> None:
        self.finished.emit()

    @property
    def lesson_link(self) -> LessonLink:
        """The link, with the progress."""
        return self._link

    @property
    def game(self) -> GameCard:
        """The game that is learned."""
        return self._game

    @property
    def rules_name(self) -> str:
        """The name of the game in its rules."""
        return self._course.pack.name

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self._course.pack

    @property
    def look_sets(self) -> tuple[LookSet, ...]:
        """None: a lesson keeps the set that was chosen when it began."""
        return ()

    @property
    def widget(self) -> TablePage:
        """The page of the table."""
        return self.page

    @property
    def table_page(self) -> TablePage:
        """The page of the table."""
        return self.page

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._game.title(self._texts.language)

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        return self._game.folder

    @property
    def box(self) -> BoxSource:
        """What is in the box for as many players as the lesson has."""
        players = len(self._link.players)
        return box_of(self._course.pack, self._make_context(), (players,), players, self._options)

    @property
    def _options(self) -> dict[str, int]:
        return self._course.pack.defaults(len(self._link.players))

    @property
    def leave_question(self) -> None:
        """None: a lesson may be left at any time."""
        return None

    def _apply_settings(self) -> None:
        self._link.set_language(self._texts.language)
        self.page.set_context(self._make_context())
        self.page.apply_settings(self._table_settings())
        self._show_progress()

    def _table_settings(self) -> TableSettings:
        settings = table_settings_of(self._settings.resolved)
        return replace(
            settings, confirm="off", passes=False, coach=False, curtain=False, covers=False, turn_alert=False,
            coordinates=settings.coordinates or self._course.shows_coordinates,
        )  # fmt: skip

    def _make_context(self) -> TableContext:
        pack, theme, players = self._course.pack, self._settings.theme, len(self._link.players)
        return context_of(pack, {}, self._look, self._texts, theme, players, {}, self._options)
