"""W23 and W27: how a match ends, and who wins."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dsl.match.observation.notation import Notation
from dsl.match.observation.score import outcome
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import Playouts
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import OptionError, Ruleset, load
from tests.dsl.match.test_positions import items
from tests.rulesets import RULESETS
from tests.rulesets.dinosaurs_and_unicorns.test_matches import step

TOKENS = (
    "own_colour of north: red; own_colour of east: blue; own_colour of south: green; own_species of north: unicorn; "
    "own_species of east: unicorn; own_species of south: unicorn"
)


@cache
def pack() -> Ruleset:
    return load(RULESETS / "dinosaurs-and-unicorns")


def places(scores: tuple[int, int, int], in_play: tuple[int, int, int], waiting: tuple[int, int, int]) -> list[int]:
    """Return the final places of three players who own red, blue and green."""
    runner = pack().runner(3, pack().options(3, {}), {})
    contents = StateReader(runner.program, runner.blank())
    colours, seats = ("red", "blue", "green"), ("north", "east", "south")
    start = ", ".join(f"{colour} {n}" for colour, n in zip(colours, waiting, strict=True))
    away = ", ".join(f"{c} {n - w}" for c, n, w in zip(colours, in_play, waiting, strict=True))
    points = "; ".join(f"score of {seat}: {score}" for seat, score in zip(seats, scores, strict=True))
    text = f"saddle 0,0: {start}; PL1 1,-2: {away}; {points}; {TOKENS}"
    PositionNotation(Notation(runner.program), contents).set_up(items(text))
    ranking = outcome(runner, contents, ()).ranking
    return [next(line.place for line in ranking if line.seat == seat) for seat in seats]


@pytest.mark.parametrize(
    ("in_play", "waiting", "expected"),
    [
        ((16, 15, 15), (3, 0, 0), [1, 2, 3]),
        ((16, 16, 15), (3, 2, 0), [2, 1, 3]),
        ((16, 16, 20), (2, 2, 0), [1, 1, 3]),
    ],
)
def test_ties(in_play: tuple[int, int, int], waiting: tuple[int, int, int], expected: list[int]) -> None:
    assert places((20, 20, 19), in_play, waiting) == expected


@pytest.mark.parametrize("seed", range(4))
def test_the_final_round_is_one_turn_each_and_ends_with_who_emptied_the_stacks(seed: int) -> None:
    match, random = pack().start(players=3, seed=seed), Random(seed)
    turns: list[tuple[int, str, str]] = []
    emptied = ""
    while not match.over:
        view = match.view("")
        final = dict(view.values)["final_round"]
        if not turns or turns[-1] != (view.turn, view.active, final):
            turns.append((view.turn, view.active, final))
        if final == "yes":
            assert {entry.action for entry in match.decisions[0].entries} <= FINAL
        step(match, random)
        left = sum(zone.size for zone in match.view("").zones if zone.name == "stack")
        emptied = emptied or (view.active if left == 0 else "")
    last = [seat for _, seat, final in turns if final == "yes"]
    order = ["north", "east", "south"]
    after = (order.index(emptied) + 1) % 3
    assert last == order[after:] + order[:after]
    assert last[-1] == emptied


FINAL = {"move_pawn", "stop", "rest", "push_foreign", "push_own", "push_on", ""}


@pytest.mark.parametrize("end", ["stacks", "stacks_and_lakes"])
def test_a_match_on_little_land_comes_to_its_end(end: str) -> None:
    options = pack().options(2, {"radius": 2, "end_trigger": end})
    assert Playouts(pack(), 2, options).play(3).choices > 0


def test_a_land_that_no_tile_could_be_laid_on_is_refused() -> None:
    with pytest.raises(OptionError, match="`radius` is a number from 2 to 45"):
        pack().options(2, {"radius": 1})


@pytest.mark.parametrize("other", [{"cascade_last": "any_resident"}, {"power_user": "anyone"}])
def test_pawns_that_may_not_be_pushed_overfill_no_tile(other: dict[str, str]) -> None:
    whole = load(RULESETS / "dinosaurs-and-unicorns", examples=True)
    playouts = Playouts(whole, 4, whole.options(4, {"push_revealed": "no", **other}))
    for seed in range(2):
        playouts.play(seed)
