"""Courses of a game: its lessons, listed with their titles, and each as what a `LessonLink` runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.session.local_matches import UnplayableError, house_rule_problem

if TYPE_CHECKING:
    from app.base.i18n import Translations
    from app.session.lesson_link import Course
    from dsl.match.rulesets.ruleset import Ruleset
    from dsl.rulebook.puzzles import Puzzle


@dataclass(frozen=True, slots=True)
class CourseEntry:
    """A lesson or a puzzle in a list."""

    name: str  #: by which it is marked as done
    title: str
    steps: int
    first_match: int | None = None  #: players of the first match that it leads to; None: it leads to none


def has_lessons(folder: Path) -> bool:
    """Whether the game in a folder has lessons."""
    return any((folder / "lessons").glob("*.rules"))


class Courses:
    """The lessons of one game, with its official rules."""

    def __init__(self, folder: Path) -> None:
        """Raises UnplayableError."""
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.ruleset import load

        self.folder = folder
        self._examples: Ruleset | None = None  #: the rules with their examples, once puzzles are asked for
        try:
            self.pack: Ruleset = load(folder, lessons=True)
        except RulesError as error:
            raise UnplayableError(house_rule_problem(error)) from error

    def lessons(self, language: str) -> tuple[CourseEntry, ...]:
        """Return the lessons in their order. Raises UnplayableError if their translation cannot be read."""
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.lessons import lessons_of

        try:
            found = lessons_of(self.pack, language)
        except RulesError as error:
            raise UnplayableError(house_rule_problem(error)) from error
        return tuple(CourseEntry(each.name, each.title, each.steps, each.first_match) for each in found)

    def lesson(self, name: str, language: str) -> Course:
        """Return the lesson of this name. Raises UnplayableError."""
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.lessons import LessonRun, lessons_of
        from dsl.match.rulesets.ruleset import OptionError

        try:
            number = next(each.number for each in lessons_of(self.pack, language) if each.name == name)
            return LessonRun(self.pack, number, language)
        except RulesError as error:
            raise UnplayableError(house_rule_problem(error)) from error
        except OptionError as error:
            raise UnplayableError(str(error)) from error

    def puzzles(self) -> tuple[CourseEntry, ...]:
        """Return the puzzles in their order. Raises UnplayableError."""
        return tuple(CourseEntry(each.name, "", 1) for each in self._puzzles())

    def _puzzles(self) -> tuple[Puzzle, ...]:
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.ruleset import load
        from dsl.rulebook.puzzles import puzzles_of

        try:
            self._examples = self._examples or load(self.folder, examples=True)
        except RulesError as error:
            raise UnplayableError(house_rule_problem(error)) from error
        return puzzles_of(self._examples)

    def puzzle(self, name: str, texts: Translations) -> Course:
        """Return the puzzle of this name. Raises UnplayableError, and what PuzzleRun raises."""
        from app.session.puzzle_course import PuzzleCourse

        number, found = next((n, each) for n, each in enumerate(self._puzzles(), 1) if each.name == name)
        assert self._examples is not None
        return PuzzleCourse(self._examples, found, number, texts)
