"""The lessons of every game can be played through, and are translated into every language of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.lesson_texts import missing_lesson_texts
from dsl.match.rulesets.lessons import run_lessons
from dsl.match.rulesets.ruleset import load
from tests.rulesets import RULESETS

GAMES = sorted({path.parents[1] for path in RULESETS.glob("**/lessons/*.rules")})


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_the_lessons_of_a_game_can_be_played_and_are_translated(folder: Path) -> None:
    pack = load(folder, lessons=True)
    failed = {result.title: str(result.problem) for result in run_lessons(pack) if not result.passed}
    assert failed == {}
    text = read_folder(folder)
    assert [warning.said for language in text.languages()[1:] for warning in missing_lesson_texts(text, language)] == []
