"""Puzzles: which examples make a question, of which kind, and the right answers."""

from __future__ import annotations

from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.puzzles import Puzzle, PuzzleRun, puzzles_of
from dsl.match.rulesets.ruleset import Ruleset, build
from tests.dsl.match.test_lessons import HARES

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

example "H5: with a rule that nobody sees"
    given
        score of red: 2
    run
        score of red += 1
    expect position
        score of red: 3

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
"""


def pack() -> Ruleset:
    rules = (
        HARES.replace("board marsh", "option hares_each: 1..4 = 4\n\nboard marsh")
        .replace("4 each", "hares_each each")
        .replace("play\n    repeat", "to turn_of_all\n    choose graze\n\nplay\n    repeat")
    )
    return build(RulesetText((("hares.rules", rules + EXAMPLES),)), examples=True)


def test_examples_with_the_official_rules_and_an_open_position_make_puzzles() -> None:
    found = puzzles_of(pack())
    assert [(each.title[:2], each.kind) for each in found] == [
        ("H1", "possible"), ("H2", "places"), ("H3", "winner"), ("H4", "value"), ("H7", "winner"), ("H8", "amount"),
    ]  # fmt: skip


def run_of(number: int) -> PuzzleRun:
    rules = pack()
    return PuzzleRun(rules, puzzles_of(rules)[number])


def right(run: PuzzleRun) -> list[str]:
    return [answer for answer in run.answers if run.is_right(answer)]


def test_a_refused_move_is_not_possible_and_the_condition_says_why() -> None:
    run = run_of(0)
    assert right(run) == ["no"]
    assert run.move is not None
    assert run.reason is not None
    assert (run.move.message, run.move.args) == ("Graze on {s}", (("s", "a3"),))
    assert (run.reason.anchor, run.reason.message) == ("graze.free", "A hare sits there.")
    assert run.places == {"a3"}


def test_offered_places_are_to_be_found() -> None:
    run = run_of(1)
    assert run.offered == {"c3", "a2", "b2", "c2", "a1", "b1", "c1"}
    assert (run.answers, run.player) == ((), "red")
    assert run.decision is not None
    assert [entry.action for entry in run.decision.entries] == ["graze"]


def test_a_number_of_things_is_asked_after_what_was_run_and_played() -> None:
    run = run_of(5)
    assert (run.puzzle.thing, run.puzzle.variable, run.puzzle.runs) == (("hare", "b3"), ("", "red"), ("turn_of_all",))
    assert [(player, move.anchor) for player, move in run.then] == [("red", "graze")]
    assert right(run) == ["1"]
    assert run.places == {"b3"}


def test_all_winners_of_a_ranking_are_right() -> None:
    assert right(run_of(4)) == ["red", "blue"]


def test_the_winner_is_one_of_the_players() -> None:
    run = run_of(2)
    assert (run.answers, right(run)) == (("red", "blue"), ["red"])


def test_a_number_is_asked_before_the_moves_and_shown_after_them() -> None:
    run = run_of(3)
    assert len(run.answers) == 4
    assert right(run) == ["3"]
    assert [(player, move.args) for player, move in run.plays] == [("red", (("s", "b3"),))]
    assert (run.match.contents.get("score", 0), run.after.contents.get("score", 0)) == (2, 3)


def test_a_puzzle_keeps_its_name_when_examples_are_added_before_it() -> None:
    assert Puzzle(1, "H2: all", "possible", 0, "red").name == Puzzle(7, "H2: all", "possible", 0, "red").name
