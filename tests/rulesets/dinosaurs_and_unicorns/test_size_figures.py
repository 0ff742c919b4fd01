"""Section 11: how many decisions a match takes when everybody plays at random, and how large they are.

"Loose" play is choosing evenly among all that is offered. The printed number of times that one is asked whether to show
oneself (17 to 27 in a match) fits players who do so one time in ten; then all the other figures come out as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import mean

import pytest

from dsl.ir.program import DecisionPoint
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import Playouts
from dsl.runtime.board_window import with_larger_windows
from dsl.runtime.runner import Runner, State
from tests.rulesets.dinosaurs_and_unicorns.test_matches import pack

MATCHES = 6  #: of each number of players
SHOWS = 0.1  #: how likely somebody shows himself when asked
PLAYERS = (2, 3, 4)
ALL = {2: 292, 3: 313, 4: 336}  #: decisions of a match
NEAR = 0.06  #: of all that is printed; 72 matches were within a hundredth
MOST_PAWNS = {2: 70, 3: 65, 4: 64}
#: The decisions by the first line of their lists; the last number is the value that is asked for.
NAMES = {
    ("build", 0): "programme", ("lay", 0): "cell", ("lay", 1): "rotation", ("lay_lake", 0): "cell",
    ("move_pawn", 0): "pick", ("move_pawn", 1): "end", ("rest", 0): "push", ("discard", 0): "discard",
    ("show_yourself", 0): "show", ("relocate", 0): "newborn",
}  # fmt: skip
#: How many there are in a match: what is printed, in the middle of it, and how far a few matches stray from that.
PER_MATCH = {
    "programme": (41.5, 1), "cell": (31, 3), "pick": (108, 10), "end": (96, 10), "push": (4, 2.5), "discard": (10, 2),
    "show": (22, 6), "newborn": (0.3, 0.5),
}  # fmt: skip
#: How many options they have: the least and the largest mean, what 95 of 100 stay below, the most that was seen.
OPTIONS = {"programme": (4.2, 4.4, 5, 5), "pick": (10, 14, 23, 34), "end": (4, 4, 11, 26), "cell": (26, 26, 42, 55)}


@dataclass
class Figures:
    """What was counted in some matches: for each decision how many options it had."""

    options: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    lengths: list[int] = field(default_factory=list)
    pawns: list[int] = field(default_factory=list)  #: on the map in the end
    farthest: list[int] = field(default_factory=list)  #: the tile or lake farthest from the pass


def asked(runner: Runner, state: State) -> DecisionPoint:
    return runner.program.asks[StateReader(runner.program, state).get("ask")]


def pick(ask: DecisionPoint, options: Sequence[int], dice: Random) -> int:
    if ask.entries[0].action == "show_yourself":
        return options[dice.random() >= SHOWS]
    return dice.choice(options)


def play(playouts: Playouts, seed: int, figures: Figures) -> None:
    """Play a match, and count."""
    dice, windows = Random(seed), dict[str, int]()
    runner, state = playouts.start(seed, windows)
    decisions = 0
    while options := runner.options(state):
        ask = asked(runner, state)
        name = NAMES.get((ask.entries[0].action, ask.parameter), "")
        figures.options[name].append(len(options))
        decisions += name not in ("", "rotation")
        runner.choose(state, pick(ask, options, dice))
        runner, state = with_larger_windows(runner, state, windows, playouts.runner)
    figures.lengths.append(decisions)
    contents = StateReader(runner.program, state)
    layout, place = runner.program.layout, runner.program.layout.boards["land"].coordinates
    figures.pawns.append(sum(stack.amount for stack in contents.counters(layout.counters["pawn"])))
    laid = [place[member] for name in ("tile", "lake") for _, member in contents.on_board(layout.pieces[name])]
    figures.farthest.append(max(max(abs(q), abs(r), abs(q + r)) for q, r in laid))


@cache
def figures(players: int) -> Figures:
    found = Figures()
    playouts = Playouts(pack(), players, pack().options(players, {}))
    for seed in range(MATCHES):
        play(playouts, seed, found)
    return found


def options(decision: str) -> list[int]:
    """Return how many options a decision had each time, smallest first."""
    return sorted(number for players in PLAYERS for number in figures(players).options[decision])


def test_matches_take_as_many_decisions_as_printed() -> None:
    lengths = {players: mean(figures(players).lengths) for players in PLAYERS}
    assert sum(lengths.values()) == pytest.approx(sum(ALL.values()), rel=NEAR)
    for players, length in lengths.items():
        assert length == pytest.approx(ALL[players], rel=2 * NEAR)


@pytest.mark.parametrize("decision", PER_MATCH)
def test_each_decision_comes_as_often_as_printed(decision: str) -> None:
    often, near = PER_MATCH[decision]
    assert len(options(decision)) / MATCHES / len(PLAYERS) == pytest.approx(often, abs=near)


@pytest.mark.parametrize("decision", OPTIONS)
def test_decisions_are_as_large_as_printed(decision: str) -> None:
    least, most, usual, largest = OPTIONS[decision]
    found = options(decision)
    assert 0.9 * least <= mean(found) <= 1.15 * most
    assert found[len(found) * 95 // 100] <= usual * 1.1
    assert found[-1] <= largest


@pytest.mark.parametrize("players", PLAYERS)
def test_the_land_and_the_herds_grow_as_far_as_printed(players: int) -> None:
    found = figures(players)
    assert max(found.farthest) <= 12
    assert mean(found.farthest) == pytest.approx(6.5, abs=1)
    assert max(found.pawns) <= MOST_PAWNS[players]
    assert min(found.options["programme"]) >= 2
