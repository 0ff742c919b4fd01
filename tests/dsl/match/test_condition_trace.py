"""Why something is not offered: each condition, and the values of what stands in it."""

from __future__ import annotations

import pytest

from dsl.match.condition_trace import ActionTrace, TraceError, trace
from dsl.match.match import Match
from dsl.match.rulesets.examples import match_of_example
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

GAME = """game fen
    players 2, colours red, blue
kinds Ground: marsh meadow
option deep: 0..9 = 2
table Box(g: Ground) depth
    marsh  3
    meadow 1
board pond: squares 3 by 2
piece pad: Ground, on squares, one on each, alike
counter frog of player: 9 each, on squares
define dry(p: pad) = depth of p < deep
action leap(p: pad, q: pad)
    needs free: none of frogs on p
    needs dry: dry(p) or place of p is 0,0
    needs near: q is in pads next to p and not dry(q)
    do
        move 1 of my frogs in reserve to q
setup
    create 1 of pad(marsh) in 0,0
    create 1 of pad(marsh) in 1,0
    create 1 of pad(meadow) in 2,0
    create 1 of pad(marsh) in 2,1
play
    turns from red clockwise until none of pads without frogs
        budget days = 2
        choose one of
            leap for 1 days
            rest for 3 days
action rest
winner
    most score: number of frogs of it on squares
"""
EXAMPLE = """example "one frog"
    given
        marsh a1: red 1; meadow b1; marsh b2
    turn of blue
example "a pad alone"
    given
        marsh a1; meadow c1; marsh c2
    turn of blue
"""


@pytest.fixture(scope="module")
def pack() -> Ruleset:
    return build(RulesetText((("examples/one.rules", EXAMPLE), ("fen.rules", GAME))), examples=True)


def _trace(pack: Ruleset, match: Match, action: str, *values: str) -> ActionTrace:
    return trace(match, pack.sources, pack.rules, action, values)


def _verdicts(told: ActionTrace) -> dict[str, str]:
    return {condition.name.partition(".")[2]: condition.verdict for condition in told.conditions}


def test_the_first_condition_that_fails_shows_what_it_found(pack: Ruleset) -> None:
    told = _trace(pack, pack.start(2), "leap", "b1")
    assert not told.offered
    assert _verdicts(told) == {"free": "holds", "dry": "fails", "near": "not tried"}
    values = dict(told.conditions[1].values)
    assert values["depth of p < deep"] == "no"
    assert values["depth of p"] == "3"


def test_a_condition_on_a_later_value_says_so(pack: Ruleset) -> None:
    told = _trace(pack, pack.start(2), "leap", "c1")
    assert told.offered
    assert _verdicts(told) == {"free": "holds", "dry": "holds", "near": "not tried"}
    assert told.conditions[2].values == (("", "depends on `q`, which is chosen later"),)


def test_a_later_value_is_tried_after_the_first_is_chosen(pack: Ruleset) -> None:
    told = _trace(pack, pack.start(2), "leap", "c1", "a1")
    assert told.values == (("p", "meadow c1"), ("q", "marsh a1"))
    assert _verdicts(told)["near"] == "fails"
    assert dict(told.conditions[2].values)["pads next to p"] == "b1 c2"
    assert _trace(pack, pack.start(2), "leap", "c1", "c2").offered


def test_a_condition_that_no_later_value_meets_says_so_and_what_was_not_tried(pack: Ruleset) -> None:
    told = _trace(pack, match_of_example(pack, "a pad alone", "leap"), "leap", "a1", "c2")
    assert not told.offered
    assert _verdicts(told)["near"] == "fails"
    assert told.conditions[2].values == (("", "fails for every `q` that the conditions above leave"),)
    assert told.note == "not tried: `c2`"


def test_an_action_that_does_not_exist_is_told_from_one_that_is_not_asked(pack: Ruleset) -> None:
    with pytest.raises(TraceError, match="there is no action `leep`; did you mean `leap`"):
        _trace(pack, pack.start(2), "leep")


def test_the_price_and_what_is_left_are_told(pack: Ruleset) -> None:
    told = _trace(pack, pack.start(2), "rest")
    assert not told.offered
    assert told.note == "it costs 3 days, and 2 are left"


def test_without_a_value_all_that_is_offered_is_told(pack: Ruleset) -> None:
    assert _trace(pack, pack.start(2), "leap").note == "offered: marsh a1, meadow c1"


def test_the_position_of_an_example_is_traced_where_its_action_is_asked_alone(pack: Ruleset) -> None:
    told = _trace(pack, match_of_example(pack, "one frog", "leap"), "leap", "a1")
    assert told.seat == "blue"
    assert _verdicts(told)["free"] == "fails"


@pytest.mark.parametrize(("action", "values"), [("jump", ()), ("leap", ("z9",)), ("leap", ("c1", "c2", "a1"))])
def test_what_is_not_asked_is_named(pack: Ruleset, action: str, values: tuple[str, ...]) -> None:
    with pytest.raises(TraceError):
        _trace(pack, pack.start(2), action, *values)


def test_tracing_changes_nothing(pack: Ruleset) -> None:
    match = pack.start(2)
    before = match.digest
    _trace(pack, match, "leap", "c1", "c2")
    assert match.digest == before
