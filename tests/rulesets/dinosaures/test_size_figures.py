"""Section 11: how large decisions and matches are when everybody plays at random, every move as likely as any other.

Lengths differ a hundredfold, so that a few matches only tell the median roughly. 40 matches gave 246 turns, 11 of them
drawn after 200 quiet turns, and without draws 264 turns, a tenth of them beyond 3,000.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import mean, median

import pytest

from dsl.ir.program import STRIDE, DecisionPoint
from dsl.match.observation.state_reader import StateReader
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner, State
from tests.rulesets.dinosaures.boards import chosen, pack

MATCHES = 7
LAYOUTS = 20  #: matches of which only the first turn is counted
CHALLENGES = ("challenge", "challenge_from_flight")
ADVANCES = ("advance", "follow")
DEALT = ("first_map", "second_map")


@dataclass
class Figures:
    """What was counted, a list entry for each decision or match."""

    moves: list[int] = field(default_factory=list)
    flights: list[int] = field(default_factory=list)
    challenges: list[int] = field(default_factory=list)
    advances: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    moves_of_a_match: list[float] = field(default_factory=list)


@cache
def runner() -> ReferenceRunner:
    return ReferenceRunner(pack().program(2), listening=False)


def asked(run: Runner, state: State) -> DecisionPoint:
    return run.program.asks[StateReader(run.program, state).get("ask")]


def begun(seed: int, dice: Random) -> State:
    """Return the first turn of a match with random layouts."""
    run = runner()
    state = run.start(seed)
    while StateReader(run.program, state).get("ask") < 0:  # landscape and figurines are laid in secret
        run.choose(state, dice.choice(run.options(state)))
    return state


def moves(run: Runner, state: State) -> list[tuple[str, int, int]]:
    """Return every step and flight: the action, who moves, and where to."""
    entries, found = asked(run, state).entries, []
    for who in run.options(state):
        half = state.copy()
        run.take(half, who)
        found += [(entries[who // STRIDE].action, who, goal) for goal in run.options(half)]
    return found


def turn(run: Runner, state: State, dice: Random, figures: Figures) -> None:
    """Play one turn, and count."""
    offered = moves(run, state)
    figures.moves.append(len(offered))
    figures.flights.append(sum(action == "fly" for action, *_ in offered))
    _, who, goal = dice.choice(offered)
    run.take(state, who)
    run.take(state, goal)
    while (options := run.options(state)) and (action := asked(run, state).entries[0].action) in CHALLENGES + ADVANCES:
        (figures.challenges if action in CHALLENGES else figures.advances).append(len(options))
        run.choose(state, dice.choice(options))


@cache
def played() -> Figures:
    figures, run = Figures(), runner()
    for seed in range(MATCHES):
        dice, before = Random(seed), len(figures.moves)
        state = begun(seed, dice)
        while run.options(state):
            turn(run, state, dice, figures)
        figures.turns.append(len(figures.moves) - before)
        figures.moves_of_a_match.append(mean(figures.moves[before:]))
    return figures


def test_there_are_6144_boards() -> None:
    """Six deals of two quarters each, and two places and four rotations of either for each side."""
    run = runner()
    state = run.start(0)
    ways = 0
    for first in run.options(state):
        half = chosen(run, state, first)
        ways += sum(len(run.options(chosen(run, half, turned))) for turned in run.options(half))
    dealt = {frozenset(StateReader(run.program, run.start(seed)).get(name, 0) for name in DEALT) for seed in range(60)}
    assert len(dealt) * ways * ways == 6144


def test_the_first_turn_has_as_many_moves_as_printed() -> None:
    first = [len(moves(runner(), begun(seed, Random(seed)))) for seed in range(LAYOUTS)]
    assert sum(50 <= number <= 80 for number in first) >= 0.9 * LAYOUTS
    assert mean(first) == pytest.approx(67, abs=4)


def test_moves_and_flights_are_as_many_as_printed() -> None:
    figures = played()
    assert 40 <= mean(figures.moves_of_a_match) <= 66
    assert max(figures.moves) <= 90
    assert 1 <= mean(figures.flights) <= 4
    assert max(figures.flights) <= 22


def test_challenges_and_advances_come_as_often_as_printed() -> None:
    figures = played()
    assert 0.05 <= len(figures.challenges) / len(figures.moves) <= 0.1
    assert set(figures.challenges) <= {1, 2, 3, 4}
    assert set(figures.advances) == {2}


def test_matches_are_as_long_as_printed() -> None:
    assert 100 <= median(played().turns) <= 600
