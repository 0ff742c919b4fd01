"""Setting up, who begins, how long it lasts and what is scored when: the tables of the rules, for every number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dsl.match.match import Match
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import build
from tests.rulesets import RULESETS
from tests.rulesets.triassic_terror.matches import COLOURS, finished, play, start, table

#: For each number of players, whose herds sit in S1, S2, S3 at first: the first player is number 1.
OPENING = {
    2: ([], [1], [2]),
    3: ([1], [2], [3]),
    4: ([2], [3], [4, 1]),
    5: ([3], [4, 1], [5, 2]),
    6: ([4, 1], [5, 2], [6, 3]),
}
#: Section 4.6: who is first in each round.
FIRST = {
    2: [1, 2, 1, 2, 1, 2, 1, 2],
    3: [1, 2, 3, 2, 3, 1, 3, 1, 2],
    4: [1, 2, 3, 4, 1, 2, 3, 4],
    5: [1, 2, 3, 4, 5, 1, 2, 3],
    6: [1, 2, 3, 4, 5, 6],
}
#: Section 4.5: N habitats, P presence, D domination, after each period.
SCORED = {2: ["NP", "N", "ND"], 3: ["NP", "NP", "ND"], 4: ["NP", "NP", "ND"], 5: ["NP", "NP", "NPD"], 6: ["NP", "NPD"]}
#: Section 12: tiles taken, cards taken, turns.
FIGURES = {2: (16, 10, 16), 3: (27, 9, 27), 4: (32, 12, 32), 5: (40, 15, 40), 6: (36, 12, 36)}
EVERY = [2, 3, 4, 5, 6]


def numbered(match: Match) -> list[str]:
    """Return the colours in the order of the numbers that they have from the set-up on."""
    colours = list(match.program.colours)
    first = colours.index(table(match).value("first_player"))
    return colours[first:] + colours[:first]


@pytest.mark.parametrize("players", EVERY)
def test_the_opening_is_that_of_the_chart(players: int) -> None:
    match = start(players, seed=players)
    now, order = table(match), numbered(match)
    for area, seats in zip(("S1", "S2", "S3"), OPENING[players], strict=True):
        assert now.seats(area) == [order[number - 1] for number in seats]
        assert set(now.dinos(area).values()) <= {4}
    assert all(now.reserve(colour) == 53 for colour in COLOURS[:players])
    slots = {cell.place: cell for cell in now.view.boards[1].cells}
    assert {place for place, cell in slots.items() if cell.counters} == {"order_5", "order_6"}
    assert [slots[f"order_{n}"].pieces[0].kind for n in (5, 6)] == ["raptor_tile", "migration"]
    assert (slots["order_4"].pieces[0].kind == "trex_tile") or players < 6


@pytest.mark.parametrize("players", EVERY)
def test_who_is_first_in_each_round(players: int) -> None:
    """X32 for three players; the rounds of section 4.6."""
    match = start(players, seed=1)
    order = numbered(match)
    rounds: dict[tuple[str, str], int] = {}
    for _ in play(match, seed=1):
        now = table(match)
        if not match.over and now.view.phase == "phase drafting":
            first = order.index(now.value("first_player")) + 1
            rounds.setdefault((now.value("period"), now.value("round")), first)
    assert list(rounds.values()) == FIRST[players]


PERIODS = ("triassic", "jurassic", "cretaceous")


@pytest.mark.parametrize(
    ("players", "period", "ways"),
    [(n, period, way) for n, ways in SCORED.items() for period, way in zip(PERIODS, ways, strict=False)],
)
def test_each_period_is_scored_as_the_schedule_says(players: int, period: str, ways: str) -> None:
    """X31: somebody sits alone in front in one area of each terrain."""
    points = {"N": 6 + 4 + 4 + 5, "P": 8, "D": 4 * (4 if players == 2 else 8)}
    example = f"""example "X31"
    options seats = {players}
    given
        S1: dino red 1; F1: dino red 1; D1: dino red 1; M1: dino red 1; period: {period}
        seats of S1: red; seats of F1: red; seats of D1: red; seats of M1: red
    turn of red
    run
        score_period()
    expect position
        score of red: {sum(points[way] for way in ways)}
"""
    text = read_folder(RULESETS / "triassic-terror")
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    rules = replace(text, files=(*kept, ("examples/x31.rules", example)))
    (result,) = run_examples(build(rules, examples=True))
    assert result.problem is None


@pytest.mark.parametrize("players", EVERY)
def test_tiles_cards_and_turns_are_as_many_as_the_rules_count(players: int) -> None:
    match = finished(start(players, seed=3), seed=3)
    chosen = [event.arg("action") for event in match.events if event.kind == "chose" and event.arg("complete") != "no"]
    tiles = chosen.count("take_tile")
    cards = chosen.count("take_face_up") + chosen.count("draw_blind")
    turns = sum(event.kind == "turn" for event in match.events)
    assert (tiles, cards, turns) == FIGURES[players]


@pytest.mark.parametrize("players", EVERY)
def test_tiles_are_offered_from_six_downwards(players: int) -> None:
    match = start(players, seed=4)
    offered = []
    while match.decisions[0].entries[0].action in ("take_face_up", "take_tile"):
        (decision,) = match.decisions
        if decision.entries[0].action == "take_tile":
            offered.append(len(decision.options))
        else:
            assert len(decision.options) == 2
        match.choose(decision, decision.options[0])
    assert offered == list(range(6, 6 - players, -1))


def test_the_longer_game_for_six_has_a_cretaceous() -> None:
    match = finished(start(6, seed=5, options={"long_six": "yes"}), seed=5)
    assert sum(event.kind == "turn" for event in match.events) == 48
    assert table(match).value("period") == "cretaceous"
