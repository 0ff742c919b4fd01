"""Controller of learning: the page with the lessons of a game, and the sessions that are opened from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.controllers.settings_controller import SettingsController
from app.session.courses import CourseEntry, Courses, has_lessons
from app.session.local_matches import UnplayableError
from app.storage.game_library import GameCard, GameLibrary

if TYPE_CHECKING:
    from app.screens.lessons import LessonsPage
    from app.session.lesson_link import Course


class LessonsController(QObject):
    """Shows the lessons of games, and makes their sessions.

    Signals:
        session_created: A lesson is to be opened; carries its Session.
        page_requested: A lesson is finished, and the page is to be shown again.
        match_requested: A first match is to begin; carries its GameCard and the number of players.
        back_requested: The user leaves the page.
    """

    session_created = Signal(object)
    page_requested = Signal()
    match_requested = Signal(object, int)
    back_requested = Signal()

    def __init__(
        self, settings: SettingsController, games: GameLibrary, report: Callable[[str], None], parent: QObject
    ) -> None:
        """`report` shows a sentence about a problem to the user."""
        super().__init__(parent)
        self._settings, self._games, self._report = settings, games, report
        self._shows_puzzles = False
        self._game: GameCard | None = None
        self._courses: Courses | None = None
        self._players: int | None = None  #: of the first match that the lessons lead to

    @cached_property
    def page(self) -> LessonsPage:
        """The page with the lessons, made when it is first used."""
        from app.screens.lessons import LessonsPage

        page = LessonsPage(self._settings.texts)
        page.game_chosen.connect(self.show_game)
        page.lesson_chosen.connect(self._open_lesson)
        page.puzzle_chosen.connect(self._open_puzzle)
        page.puzzles_requested.connect(self._show_puzzles)
        page.match_requested.connect(self._play_first_match)
        page.back_requested.connect(self.back_requested)
        return page

    @property
    def game(self) -> GameCard | None:
        """The game whose lessons are shown."""
        return self._game

    def show(self, game: GameCard | None) -> None:
        """Fill the page with the lessons of a game; None: of the one shown before, or of the first that has some."""
        playable = (each for each in self._games.cards if not each.problem)
        offered = sorted(playable, key=lambda each: each.shelf)  # as on the first page: those on no shelf first
        if game is None and self._game is not None:
            game = self._games.in_folder(self._game.folder)
        game = game or next((each for each in offered if has_lessons(each.folder)), next(iter(offered), None))
        if game is None:
            return
        self.page.set_games(offered if game in offered else [*offered, game], game)
        self.show_game(game)

    def begin_next(self) -> None:
        """Open the first lesson on the page that is not done."""
        if (name := self.page.next_lesson) is not None:
            self._open_lesson(name)

    def show_game(self, game: GameCard) -> None:
        """Show the lessons of a game."""
        if self._game is None or self._game.folder != game.folder:
            self._courses, self._shows_puzzles = None, False
        self._game = game
        texts, problem = self._settings.texts, ""
        lessons: tuple[CourseEntry, ...] = ()
        try:
            self._courses = self._courses or Courses(game.folder)
            lessons = self._courses.lessons(texts.language)
        except UnplayableError as why:
            problem = texts("lessons.failed", problem=why)
        self._players = next((each.first_match for each in lessons if each.first_match is not None), None)
        self.page.show_lessons(lessons, self._settings.current.lessons.get(game.name, ()), problem)
        self.page.focus_next()
        if self._shows_puzzles:
            self._show_puzzles()

    def retranslate(self) -> None:
        """Show the page in the current language."""
        if "page" in vars(self):  # it has been made
            self.page.retranslate()
        if self._game is not None and self._courses is not None:
            self.show_game(self._game)

    def _show_puzzles(self) -> None:
        if self._courses is None or self._game is None:
            return
        try:
            puzzles = self._courses.puzzles()
        except UnplayableError as why:
            self._report(self._settings.texts("lessons.failed", problem=why))
            return
        self._shows_puzzles = True
        self.page.show_puzzles(puzzles, self._settings.current.lessons.get(self._game.name, ()))

    def _open_lesson(self, name: str) -> None:
        texts = self._settings.texts
        self._open(name, lambda courses: courses.lesson(name, texts.language))

    def _open_puzzle(self, name: str) -> None:
        self._open(name, lambda courses: courses.puzzle(name, self._settings.texts))

    def _open(self, name: str, course_of: Callable[[Courses], Course]) -> None:
        from app.controllers.lesson_session import LessonSession
        from dsl.match.observation.notation import NotationError
        from dsl.match.rulesets.examples import ExampleFailedError
        from dsl.match.rulesets.ruleset import OptionError
        from dsl.runtime.runner import RuleError

        if self._courses is None or self._game is None:
            return
        try:
            course = course_of(self._courses)
            session = LessonSession(course, name, self._game, self._settings, self._report, self)
        except (UnplayableError, ExampleFailedError, NotationError, OptionError, RuleError) as problem:
            self._report(self._settings.texts("lessons.failed", problem=problem))
            return
        session.finished.connect(self.page_requested)
        session.match_requested.connect(self._play_first_match)
        self.session_created.emit(session)

    def _play_first_match(self) -> None:
        if self._game is not None and self._players is not None:
            self.match_requested.emit(self._game, self._players)
