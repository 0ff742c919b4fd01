"""Ways in a match: options and notation, reasons for refusals, events for other seats, and a growing board."""

from __future__ import annotations

import pytest

from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.runtime.board_window import recenter
from dsl.runtime.canonical_state import digest_of

GAME = """game brook
    players 2, colours red, blue
board land: hexes, unbounded, centre 0,0
counter frog of player: 9 each, on hexes
variable deep of hex: yes or no = no
variable strength: 0..9 = 2
variable swum: 0..9 = 0
variable last: hex or none = none

path leap(start: hex)
    step hop from a to b if not deep of b costs 1
    step swim from a to b if deep of b costs 0, at most 2 times
    within strength cost
    ends on: hexes where none of frogs on it

path shove(start: hex)
    step push from a to b
    within 3 steps
    through: hexes where any of frogs on it
    ends on: hexes where any of frogs of blue on it
    only shortest

path glide(start: hex)
    along lines
    step fly from a to b if none of frogs on b
    within 3 steps
    only straight

action go(f: frog, way: leap(place of f)) "{f} goes to {way}"
    needs mine: owner of f is me "Not your frog."
    needs rested: swims of way + swum < 3 "It has swum enough."
    do
        strength -= cost of way
        swum += swims of way
        move f to goal of way
action push(s: hex, way: shove(s)) "Push from {s} by way of {way}"
    needs mine: any of my frogs on s "None of yours."
    do
        for each next in links of way
            last = next
action fly(f: frog, way: glide(place of f))
    needs far: length of way > 1 "Too near."
    do
        last = goal of way

setup
    move 1 of frogs of red in reserve to centre
    deep of centre = no
    move 1 of frogs of blue in reserve to 2,0
    move 1 of frogs of red in reserve to 1,0
    move 1 of frogs of red in reserve to 1,1
    move 1 of frogs of red in reserve to 2,-1
    deep of -1,0 = yes
    deep of -2,0 = yes
play
    turns from seat(1) clockwise until strength is 0
        choose one of
            go
            push
            fly
winner
    most strength: strength
"""


def pack(more: str = "") -> Ruleset:
    return build(RulesetText((("brook.rules", GAME.replace("play\n", f"{more}play\n", 1)),)))


def begun(more: str = "") -> Match:
    return pack(more).start(players=2, seed=1)


def choose(match: Match, action: str, *values: str) -> None:
    """Choose an action by the words of its values, as typed."""
    for text in values:
        question = match.question
        assert question is not None
        entries = [i for i, e in enumerate(question.ask.entries) if e.action == action]
        option = question.option(entries[0], question.read(entries[0], text))
        assert option is not None, text
        match.choose(match.position, option)


def offered(match: Match) -> list[str]:
    (decision,) = match.decisions
    return [option.value.text for option in decision.options]


def test_ways_are_offered_by_goal_and_limited_steps() -> None:
    match = begun()
    choose(match, "go", "red 0,0")
    texts = offered(match)
    assert {"-1,0 swim", "-2,0 swim 2", "0,-1", "-1,-1 swim", "-1,-1"} <= set(texts)
    assert len(texts) == len(set(texts))
    (decision,) = match.decisions
    way = next(option.value for option in decision.options if option.value.text == "-2,0 swim 2")
    assert (way.sort, way.place, way.state, way.thing) == ("way", "-2,0", "swim 2", "leap")


def test_ways_cost_their_price_and_appear_in_the_log() -> None:
    match = begun()
    choose(match, "go", "red 0,0", "-1,-1 swim")
    view = match.view("red")
    assert dict(view.values)["strength"] == "1"
    chosen = [dict(event.args) for event in match.events if event.kind == "chose"]
    assert chosen[-1]["way"] == "-1,-1 swim"
    assert chosen[-1]["complete"] == "yes"


@pytest.mark.parametrize(
    ("action", "first", "way", "why"),
    [
        ("go", "red 0,0", "0,-3", "The path there costs too much."),
        ("go", "red 0,0", "1,0", "No path may end there."),
        ("go", "red 0,0", "0,-1 swim", "No path of this kind leads there."),
        ("go", "red 0,0", "-3,0 swim 2", ""),
        ("fly", "red 0,0", "-1,0", "Too near."),
        ("fly", "red 0,0", "-1,-1", "No path of this kind leads there."),
        ("fly", "red 0,0", "0,-4", "The path there costs too much."),
        ("push", "1,0", "1,-1", "No path of this kind leads there."),
    ],
)
def test_refused_ways_have_a_reason(action: str, first: str, way: str, why: str) -> None:
    match = begun()
    choose(match, action, first)
    question = match.question
    assert question is not None
    failed = question.why_not(0, way)
    assert [Translator(pack(), "en").condition(one) for one in failed] == ([why] if why else [])


def test_shortest_ways_ask_only_places_with_alternatives() -> None:
    match = begun()
    choose(match, "push", "0,0")
    assert offered(match) == ["1,0"]
    choose(match, "push", "1,0")
    assert match.contents.get("last") == match.notation.find_cell("land", "2,0")


def test_every_fork_of_shortest_ways_is_asked() -> None:
    """From 0,1 to 2,0 over 1,0 or 1,1: with a second blue frog at 2,1 the way over 1,1 forks."""
    match = begun(more="    move 1 of frogs of red in reserve to 0,1\n    move 1 of frogs of blue in reserve to 2,1\n")
    choose(match, "push", "0,1")
    assert offered(match) == ["1,0", "1,1"]
    choose(match, "push", "1,1")
    assert offered(match) == ["2,0", "2,1"]
    (decision,) = match.decisions
    assert [value.text for value in decision.chosen] == ["0,1", "1,1"]
    choose(match, "push", "2,1")
    chosen = [dict(event.args) for event in match.events if event.kind == "chose"]
    assert chosen[-1]["way"] == "1,1 2,1"
    assert match.contents.get("last") == match.notation.find_cell("land", "2,1")


def test_ways_survive_a_growing_board() -> None:
    match = begun()
    choose(match, "go", "red 0,0", "-1,-1 swim")
    small = match.runner
    large = pack().runner(2, match.options, {"land": small.program.layout.boards["land"].window * 2})
    moved = recenter(match.state, small.program.layout, large.program.layout, large.blank())
    before = digest_of(small.program.layout, match.state, small.blank())
    assert digest_of(large.program.layout, moved, large.blank()) == before
