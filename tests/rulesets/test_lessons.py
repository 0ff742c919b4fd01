"""The lessons of every game can be played through, and are translated into every language of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.lesson_link import LessonLink
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.lesson_texts import missing_lesson_texts
from dsl.match.rulesets.lessons import LessonRun, run_lessons
from dsl.match.rulesets.ruleset import load
from dsl.match.table_messages import Answer, Refused
from tests.rulesets import RULESETS

GAMES = sorted({path.parents[1] for path in RULESETS.glob("**/lessons/*.rules")})


def play_through(run: LessonRun) -> None:
    """Play a lesson at its table: in each step some choices as they come, a hint, and a right choice."""
    link = LessonLink(run)
    try:
        while True:
            progress = link.progress
            link.give_hint()
            if progress.task is not None:
                assert not progress.done
                assert_wrong_choices_change_nothing(link, run, progress.step)
                link.show_solution()
            assert link.progress.done, progress.task
            if progress.is_last:
                return
            link.go_on()
            assert link.progress.step == progress.step + 1
    finally:
        link.close()


def assert_wrong_choices_change_nothing(link: LessonLink, run: LessonRun, step: int) -> None:
    """Choose the first and the last option, and come back to the beginning of the step after each."""
    start = link.match.fork()
    question = start.question_of(run.learner)
    assert question is not None
    for option in {question.options[0], question.options[-1]}:
        verdict = run.judge(step, start, [option])
        answers: list[Answer] = []
        heard = link.answered.connect(answers.append)
        link.choose(run.learner, question.position, option)
        link.answered.disconnect(heard)
        if verdict.verdict == "wrong":
            assert isinstance(answers[0], Refused)
            assert link.progress.reaction == verdict.text
            assert list(link.match.state) == list(start.state)
        else:
            link.undo(run.learner)
            assert link.progress.step == step


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_the_lessons_of_a_game_can_be_played_and_are_translated(folder: Path) -> None:
    pack = load(folder, lessons=True)
    failed = {result.title: str(result.problem) for result in run_lessons(pack) if not result.passed}
    assert failed == {}
    for number in range(len(pack.rules.lessons)):
        play_through(LessonRun(pack, number))
    text = read_folder(folder)
    assert [warning.said for language in text.languages()[1:] for warning in missing_lesson_texts(text, language)] == []
