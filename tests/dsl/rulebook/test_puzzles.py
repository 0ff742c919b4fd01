"""Puzzles: which examples make a question, of which kind, and the right answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.i18n.translations import translation_in
from dsl.match.rulesets.examples import ExampleFailedError
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.rulebook.puzzle_runs import PuzzleRun
from dsl.rulebook.puzzles import Carried, Played, Puzzle, Stated, puzzles_of
from tests.dsl.match.test_lessons import HARES
from tests.rounds import rounds
from tests.rulesets import RULESETS

EXAMPLES = """
example "H1: nobody grazes where another sits"
    given
        a3: blue 1
    turn of red
    expect graze(a3) refused: free

example "H2: every free place is open"
    given
        a3: blue 1; b3: blue 1
    turn of red
    expect graze offers c3 a2 b2 c2 a1 b1 c1

example "H3: the most points win"
    given
        score of red: 3; score of blue: 2
    expect winner red

example "H4: the far row brings a point"
    given
        score of red: 2
    turn of red
    play graze(b3)
    expect position
        score of red: 3

example "H5: with statements that have no name"
    given
        a3: blue 1
    run
        move 1 of hares of blue on a3 to b3
    expect position
        b3: blue 1

example "H6: after a move, and with a condition"
    given
        score of red: 2
    turn of red
    run
        one turn each from seat(1) clockwise
            choose graze
    play graze(b3)
    expect that score of red is 3 and number of hares of red on b3 is 1

example "H7: the last one is not shared"
    given
        score of red: 3; score of blue: 3
    expect ranking red and blue

example "H8: what stands there afterwards"
    given
        a3: blue 1
    turn of red
    run
        turn_of_all()
    play graze(b3)
    expect position
        b3: red 1

example "H9: with other options"
    options hares_each = 1
    given
        a3: blue 1
    turn of red
    expect graze(a3) refused: free

example "H10: a grazing hare stays where it is"
    given
        a3: blue 1
    turn of red
    play graze(b3)
    expect position
        b3: red 1; a3: blue 1

example "H12: a hare on the meadow"
    given
        a3: blue 1
    expect that number of hares on a3 is 1

example "H13: no hare stands alone"
    given
        a3: blue 1
    expect that none of hares on b3

example "H14: a free place may be taken"
    turn of red
    play graze(c3)
"""


def rules_text() -> str:
    return (
        HARES.replace("board marsh", "option hares_each: 1..4 = 4\n\nboard marsh")
        .replace("4 each", "hares_each each")
        .replace(
            "play\n    repeat",
            "to turn_of_all\n    choose graze\n\n"
            "to all_gain\n    for each p in players\n        score of p += 1\n\nplay\n    repeat",
        )
    )


def pack(examples: str = EXAMPLES) -> Ruleset:
    return build(RulesetText((("hares.rules", rules_text() + examples),)), examples=True)


def test_every_example_makes_a_puzzle() -> None:
    found = puzzles_of(pack())
    assert [(each.title.partition(":")[0], each.kind) for each in found] == [
        ("H1", "possible"), ("H2", "places"), ("H3", "winner"), ("H4", "value"), ("H5", "amount"), ("H6", "value"),
        ("H7", "winner"), ("H8", "amount"), ("H9", "possible"), ("H10", "amount"),
        ("H12", "count"), ("H13", "statement"), ("H14", "possible"),
    ]  # fmt: skip


def run_of(title: str) -> PuzzleRun:
    rules = pack()
    return PuzzleRun(rules, next(each for each in puzzles_of(rules) if each.title.startswith(f"{title}:")))


def right(run: PuzzleRun) -> list[str]:
    return [answer for answer in run.answers if run.is_right(answer)]


def test_a_refused_move_is_not_possible_and_the_condition_says_why() -> None:
    run = run_of("H1")
    assert right(run) == ["no"]
    assert run.move is not None
    assert run.reason is not None
    assert (run.move.message, run.move.args) == ("Graze on {s}", (("s", "a3"),))
    assert (run.reason.anchor, run.reason.message) == ("graze.free", "A hare sits there.")
    assert run.places == {"a3"}


def test_offered_places_are_to_be_found() -> None:
    run = run_of("H2")
    assert run.offered == {"c3", "a2", "b2", "c2", "a1", "b1", "c1"}
    assert (run.answers, run.player) == ((), "red")
    assert run.decision is not None
    assert [entry.action for entry in run.decision.entries] == ["graze"]


def test_statements_without_a_name_are_told_in_words() -> None:
    run = run_of("H5")
    (stated,) = run.events
    assert isinstance(stated, Stated)
    assert run.steps(stated, "en") == ("Move 1 of the hares of Blue on a3 to b3.",)
    assert (run.match.state == run.after.state, right(run)) == (False, ["1"])


def test_what_ran_before_a_move_is_not_told_but_shown() -> None:
    run = run_of("H8")
    assert (run.puzzle.thing, run.puzzle.variable) == (("hare", "b3"), ("", "red"))
    assert [type(event) for event in run.puzzle.events] == [Played]
    assert run.match.question is not None
    assert right(run) == ["1"]
    assert run.places == {"b3"}


def test_a_named_routine_is_told() -> None:
    rules = pack(
        """
example "R: everybody grazes"
    given
        a3: blue 1
    run
        all_gain()
    expect that score of red is 1
"""
    )
    (puzzle,) = puzzles_of(rules)
    assert (puzzle.kind, puzzle.events) == ("value", (Carried("all_gain"),))


def test_a_shared_victory_is_an_answer_of_its_own() -> None:
    run = run_of("H7")
    assert (run.answers, right(run)) == (("red", "blue", "red blue"), ["red blue"])


def test_the_winner_is_one_of_the_players() -> None:
    run = run_of("H3")
    assert (run.answers, right(run)) == (("red", "blue", "red blue"), ["red"])


def test_a_number_is_asked_before_the_moves_and_shown_after_them() -> None:
    run = run_of("H4")
    assert len(run.answers) == 4
    assert right(run) == ["3"]
    ((player, move),) = [event for event in run.events if isinstance(event, tuple)]
    assert (player, move.args) == ("red", (("s", "b3"),))
    assert (run.match.contents.get("score", 0), run.after.contents.get("score", 0)) == (2, 3)


def test_options_that_are_not_official_are_told() -> None:
    assert run_of("H9").settings == (("hares_each", 1),)
    assert run_of("H1").settings == ()


def test_a_statement_may_be_turned_into_its_opposite() -> None:
    run = run_of("H13")
    assert run.puzzle.holds == (right(run) == ["yes"])
    assert ("There is no hare" in run.clause("en")) is run.puzzle.holds


def test_a_number_of_the_rules_is_asked_in_words() -> None:
    run = run_of("H12")
    assert (run.clause("en"), run.counted, right(run)) == ("The hares on a3", "count", ["1"])


@pytest.mark.parametrize(("language", "asked"), [("en", "how many cards are there"), ("fr", "combien de cartes")])
def test_pieces_that_are_counted_have_their_name_in_the_question(language: str, asked: str) -> None:
    rules = load(RULESETS / "trias", examples=True)
    puzzle = next(each for each in puzzles_of(rules) if each.title.startswith("R6, R42"))
    run = PuzzleRun(rules, puzzle)
    texts = translation_in(language)
    said = texts(f"puzzle.{run.counted}", what=run.clause(language), things=run.things(language))
    assert asked in said
    assert run_of("H12").things(language) == ""


def test_an_answer_that_the_rules_contradict_makes_no_puzzle_run() -> None:
    wrong = EXAMPLES.replace('score of red: 3\n\nexample "H5', 'score of red: 4\n\nexample "H5')
    rules = pack(wrong)
    puzzle = next(each for each in puzzles_of(rules) if each.title.startswith("H4"))
    with pytest.raises(ExampleFailedError):
        PuzzleRun(rules, puzzle)


def test_a_move_that_merely_succeeds_is_possible() -> None:
    run = run_of("H14")
    assert (run.match.contents.get("score", 0), right(run)) == (0, ["yes"])


def test_a_puzzle_keeps_its_name_when_examples_are_added_before_it() -> None:
    assert Puzzle(1, "H2: all", "possible", 0, "red").name == Puzzle(7, "H2: all", "possible", 0, "red").name


def folders() -> list[Path]:
    games = sorted(path.parent for path in RULESETS.glob("**/game.toml") if (path.parent / "examples").is_dir())
    return [folder for folder in games if any(folder.glob("examples/*.rules"))]


@pytest.mark.slow
@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_every_example_of_a_game_is_a_question_with_one_right_answer(folder: Path) -> None:
    rules = load(folder, examples=True)
    found = puzzles_of(rules)
    assert {each.title for each in found} == {each.title for each in rules.rules.examples}
    for puzzle in found[:: rounds(6, 1)]:
        run = PuzzleRun(rules, puzzle)
        if puzzle.kind == "places":
            assert run.offered, puzzle.title
        else:
            assert (len(right(run)), len(run.answers) > 1) == (1, True), puzzle.title
