"""Lessons: what they say, how they judge choices, and that a check finds what cannot be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.lessons import LessonRun, lessons_of, run_lessons
from dsl.match.rulesets.review import review, translation_remarks
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse

MANUAL = (Path(__file__).parents[3] / "docs" / "language" / "lessons.md").read_text("utf-8")
_found = re.search(r"^```rules\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)
assert _found is not None
HARES = _found[1]


def text_of(changed: str = HARES, french: str = "") -> RulesetText:
    files = (("hares.rules", changed), *([("lessons/words.fr", french), ("words.fr", "")] if french else []))
    return RulesetText(files)


def pack_of(changed: str = HARES, french: str = "") -> Ruleset:
    return build(text_of(changed, french), lessons=True)


@pytest.fixture
def run() -> LessonRun:
    return LessonRun(pack_of(), 0)


def graze(match: Match, place: str) -> int:
    question = match.question
    assert question is not None
    option = question.option(0, question.read(0, place))
    assert option is not None
    return option


def test_a_lesson_says_its_sentences_its_task_and_its_hints(run: LessonRun) -> None:
    texts = run.texts(0)
    assert texts.sentences == ("A hare in the far row brings a point.",)
    assert texts.task == "Graze in the far row."
    assert texts.hints == ("The far row is row 3.",)
    assert run.texts(1).task is None


def test_the_places_that_a_step_shows_are_named_as_in_views(run: LessonRun) -> None:
    start = run.enter(0, None).match
    assert run.places(0, start) == {"b3", "c3"}


def test_the_position_after_a_choice_decides_whether_it_is_right(run: LessonRun) -> None:
    start = run.enter(0, None).match
    right, wrong = (run.judge(0, start, [graze(start, place)]) for place in ("b3", "b1"))
    assert (right.verdict, right.text) == ("right", "One point.")
    assert (wrong.verdict, wrong.text) == ("wrong", "No point there.")
    assert start.position == 0


def test_a_refused_choice_has_a_reaction_of_its_own(run: LessonRun) -> None:
    assert run.refused(0, "graze.free") == "Blue was there before you."
    assert run.refused(0, "graze.other") == ""


def test_right_choices_are_found_for_show_me(run: LessonRun) -> None:
    start = run.enter(0, None).match
    found = set(run.solutions(0, start))
    assert found == {(graze(start, "b3"),), (graze(start, "c3"),)}


def test_the_next_step_goes_on_from_there_and_others_reply_by_the_seed(run: LessonRun) -> None:
    start = run.enter(0, None).match
    (solution, *_) = run.solutions(0, start)
    after = start.fork()
    after.choose(0, solution[0])
    entered = [run.enter(1, after) for _ in range(2)]
    assert [seat for seat, _ in entered[0].choices] == ["blue"]
    assert entered[0].choices == entered[1].choices
    assert not entered[0].was_set_up
    assert entered[0].match.position == 2


def test_another_player_ends_a_sequence_by_play_stop() -> None:
    several = HARES.replace(
        "            choose graze\n",
        "            repeat\n                choose one of\n                    graze\n                    stop\n",
    ).replace("        reply by blue seed 1\n", "        play graze(c3) by blue\n        play stop by blue\n")
    several = several.replace(
        "    step answer\n", "    step ends\n        task \"End.\"\n        right stop\n    step answer\n"
    )  # fmt: skip
    (result,) = run_lessons(pack_of(several))
    assert result.passed, result.problem
    (result,) = run_lessons(pack_of(HARES.replace("reply by blue seed 1", "play stop by blue")))
    assert result.problem is not None
    assert result.problem.summary == "nothing is asked here that `stop` ends"


def test_a_lesson_leads_to_a_first_match_with_as_many_players_as_it_has(run: LessonRun) -> None:
    assert [run.leads_to_match(step) for step in range(run.count)] == [False, True]
    assert [lesson.first_match for lesson in lessons_of(run.pack, "en")] == [2]
    (without,) = lessons_of(pack_of(HARES.replace("        first match\n", "")), "en")
    assert without.first_match is None


def test_translations_are_read_by_key_and_unknown_keys_are_reported() -> None:
    french = 'first_bite: "Première bouchée"\nfirst_bite.row.task: "Broutez au fond."\nfirst_bite.rwo: "?"\n'
    pack = pack_of(french=french)
    assert [lesson.title for lesson in lessons_of(pack, "fr")] == ["Première bouchée"]
    assert LessonRun(pack, 0, "fr").texts(0).task == "Broutez au fond."
    assert LessonRun(pack, 0, "fr").texts(0).hints == ("The far row is row 3.",)
    (problem,) = [each for each in review(text_of(french=french)) if each.span.file == "lessons/words.fr"]
    assert (problem.slug, problem.help) == ("unknown-words-key", "did you mean `first_bite.row`?")


def test_texts_of_lessons_in_files_of_their_own_that_are_not_translated_are_listed() -> None:
    rules, head, lesson = HARES.partition("lesson ")
    files = (("hares.rules", rules), ("lessons/1.rules", head + lesson))
    text = RulesetText((*files, ("words.fr", 'graze: "Brouter"\n'), ("lessons/words.fr", 'first_bite: "Bouchée"\n')))
    missing = [each.said for each in translation_remarks(text) if each.file == "lessons/words.fr"]
    assert '`first_bite.row.task` is not translated: "Graze in the far row."' in missing
    assert not any("`first_bite` " in each for each in missing)


@pytest.mark.parametrize(
    ("before", "after", "summary"),
    [
        ("right graze where score of red is 1", "right graze where score of red is 2", "no choice solves the task"),
        ("refused graze(a3): free", "refused graze(b3): free", "`graze` is not refused so"),
        ('wrong graze "No', 'wrong graze(a3) "No', "`graze` cannot be chosen so"),
        ("show b3 c3", "show b3 c9", "`c9` is no place of this game"),
        ("seed 1", "seed 1\n        play graze(a3) by blue", "`graze` cannot be played so"),
    ],
)
def test_a_check_finds_what_cannot_be_played(before: str, after: str, summary: str) -> None:
    assert HARES.count(before) == 1
    (result,) = run_lessons(pack_of(HARES.replace(before, after)))
    assert result.problem is not None
    assert summary in result.problem.summary


def test_a_lesson_is_formatted_as_it_is_written_and_is_no_part_of_the_identity() -> None:
    pack, tree = pack_of(), parse(text_of().rules()[0])
    assert format_tree(tree) == HARES
    assert pack.identity == build(text_of(HARES.partition("lesson ")[0])).identity
    assert all(result.passed for result in run_lessons(pack))
