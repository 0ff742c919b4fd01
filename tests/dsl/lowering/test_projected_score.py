"""The projected score: the scoring at the end of a match, applied to the current position."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest

from dsl.bots.game_adapter import GameAdapter
from dsl.ir.program import Program
from dsl.match.observation.score import projected_lines as reckoned_lines
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from dsl.runtime.runner_selection import native_runner
from dsl.search.fixed_point_numbers import ONE
from tests.rulesets import FOLDERS, name_of

STALL = """
game stall
    players 2, colours red, blue

variable score of player: 0..999 = 0
variable sold of player: 0..99 = 0
variable day: 0..9 = 0

action sell "Sell"
    do
        sold of me += 1

action rest "Rest"
    do
        sold of me += 0

play
    for each d in numbers(1, 3)
        day = d
        phase market
            turns from seat(1) clockwise until sold of seat(1) + sold of seat(2) > 2 * d
                choose one of
                    sell
                    rest
        phase evening
            let prize = d * 10
            for each p in players
                if sold of p > 0
                    score of p += prize
    for each p in players
        score of p += sold of p

winner
    most score: score of it
    most sold: sold of it
"""


def reckoned(program: Program, state: State) -> State:
    """Return the state after the final scoring, by the reference runner."""
    after = state.copy()
    ReferenceRunner(program).call(after, program.projected_score)
    return after


def scores(program: Program, state: State) -> list[int]:
    """Return the score of each seat."""
    first = program.layout.slots["score"].first
    return list(state[first : first + program.players])


@pytest.fixture
def stall() -> Ruleset:
    """A game that scores each evening, and again at its end."""
    return build(RulesetText((("stall.rules", STALL),)))


def test_projection_includes_the_end_of_each_loop(stall: Ruleset) -> None:
    match = stall.start(2, {}, 1)
    assert scores(match.program, reckoned(match.program, match.state)) == [0, 0]
    match.choose(match.questions[0].position, 0, match.questions[0].seat)
    assert scores(match.program, reckoned(match.program, match.state)) == [11, 0]
    assert scores(match.program, match.state) == [0, 0]


def test_projected_points_are_listed_by_rule(stall: Ruleset) -> None:
    match = stall.start(2, {}, 1)
    match.choose(match.questions[0].position, 0, match.questions[0].seat)
    for runner in (ReferenceRunner(match.program), stall.runner(2, {}, {})):
        lines = reckoned_lines(runner, match.state)
        assert [(line.seat, line.points) for line in lines] == [("red", 10), ("red", 1)]
        assert lines[0].rule == "phase evening"
    assert [line.rule for line in match.score_sheet] == ["sell"]


def test_tie_breakers_are_not_projected(stall: Ruleset) -> None:
    match = stall.start(2, {}, 1)
    ground = GameAdapter(ReferenceRunner(match.program), 0)
    state = match.state.copy()
    state[match.program.layout.slots["score"].first] = 5
    assert ground.utilities_of(state)[0] > ONE // 2 > ground.utilities_of(state)[1]
    state[match.program.layout.slots["score"].first + 1] = 5
    assert ground.utilities_of(state) == [ONE // 2, ONE // 2]
    before = state.copy()
    ground.utilities_of(state)
    assert state == before


def test_a_match_without_final_scoring_has_no_projected_score() -> None:
    text = STALL[: STALL.index("        phase evening")] + STALL[STALL.index("winner") :]
    assert build(RulesetText((("stall.rules", text),))).program(2).projected_score is None


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_both_runners_project_the_same_scores(folder: Path) -> None:
    pack = load(folder)
    program, dice = pack.program(pack.numbers[-1]), random.Random(5)
    runner, quick = ReferenceRunner(program), native_runner(program)
    state, told = runner.start(7), 0
    if not program.projected_score:
        return
    assert quick is not None
    for number in count():
        waiting = runner.waiting(state)
        if not waiting:
            break
        options = runner.options(state, waiting[0])
        runner.choose(state, dice.choice(options), waiting[0])
        if len(state) == program.layout.length and number % 5 == 0:
            mine, theirs = state.copy(), state.copy()
            runner.call(mine, program.projected_score)
            quick.call(theirs, program.projected_score)
            assert mine == theirs
            told += mine != state
    assert told


def test_projection_knows_names_bound_before_a_finally() -> None:
    """Each part of a phase with a `finally` is lowered with its own names."""
    text = STALL.replace("        phase evening\n            let prize = d * 10\n", "")
    text = text.replace("        phase market\n", "        phase market\n            let prize = d * 10\n")
    text = text.replace("+= prize\n", "+= prize\n            finally\n                score of seat(2) += 1\n")
    match = build(RulesetText((("stall.rules", text),))).start(2, {}, 1)
    match.choose(match.questions[0].position, 0, match.questions[0].seat)
    assert scores(match.program, reckoned(match.program, match.state)) == [11, 1]


def test_projection_includes_the_end_of_a_routine() -> None:
    body = STALL[STALL.index("play\n") + len("play\n") : STALL.index("winner")]
    text = STALL.replace(body, "    all_days()\n\n").replace("winner\n", f"to all_days\n{body}winner\n")
    match = build(RulesetText((("stall.rules", text),))).start(2, {}, 1)
    match.choose(match.questions[0].position, 0, match.questions[0].seat)
    assert scores(match.program, reckoned(match.program, match.state)) == [11, 0]
