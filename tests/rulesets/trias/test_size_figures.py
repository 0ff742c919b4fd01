"""Section 12: how large decisions and matches are when everybody plays at random.

The rulebook file does not say how its random players choose. Its figures (nearly every action point spent on actions of
one point) fit players who hardly ever stop, buy a drift once in twenty times, and else choose the kind of action first.
Played so, every figure comes out near the printed one; the ranges allow for the few matches that a test can play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import mean

import pytest

from dsl.ir.program import STRIDE
from dsl.match.match import Match
from dsl.runtime.runner import State
from tests.rulesets.trias.matches import start

Option = tuple[str, int, int | None]  #: an action, its first value as an option, its second value

MATCHES = 6


@dataclass
class Figures:
    """What was counted, a list entry for each decision or match."""

    card_drifts: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    bought: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    left_the_centre: list[int] = field(default_factory=list)
    farthest: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


def whole_options(match: Match, state: State) -> list[Option]:
    """Return the options that wait, both values of each counted together."""
    program, runner = match.program, match.runner
    ask = program.asks[state[program.layout.slots["ask"].first]]
    found: list[Option] = []
    for option in runner.options(state):
        action = ask.entries[option // STRIDE].action
        if action and len(program.actions[action].params) == 2:
            further = list(state)
            runner.choose(further, option)
            found += [(action, option, second) for second in runner.options(further)]
        else:
            found.append((action, option, None))
    return found


def pick(options: list[Option], random: Random) -> Option:
    """Choose as the printed figures were made, as far as can be told."""
    drifts = [option for option in options if option[0] == "drift"]
    others = [option for option in options if option[0] not in ("drift", "")]
    if drifts and (not others or random.random() < 0.05):
        return random.choice(drifts)
    if others:
        kind = random.choice(sorted({option[0] for option in others}))
        return random.choice([option for option in others if option[0] == kind])
    return options[-1]


def play(match: Match, seed: int, figures: Figures) -> None:
    """Play one match on a board wide enough, and count."""
    random, bought = Random(seed), 0
    program, runner = match.program, match.runner
    slots = program.layout.slots
    state = list(match.state)
    while not state[slots["final"].first]:
        entries = [entry.action for entry in program.asks[state[slots["ask"].first]].entries]
        options = whole_options(match, state)
        if "breed" in entries:
            figures.actions.append(len(options))
        elif entries[0] == "drift":
            figures.card_drifts.append(len(options))
        action, option, second = pick(options, random) if "breed" in entries else random.choice(options)
        bought += "breed" in entries and action != ""
        runner.choose(state, option)
        if second is not None:
            runner.choose(state, second)
    figures.bought.append(bought)
    figures.turns.append(state[slots["turn"].first])
    score = slots["score"]
    figures.points.append(sum(state[score.first : score.first + score.length]))
    board = program.layout.boards["world"]
    tiles = {board.coordinates[cell] for cell in board.coordinates if state[slots["tile.any"].first] >> cell & 1}
    figures.farthest.append(max(max(abs(q), abs(r), abs(q + r)) for q, r in tiles))
    figures.left_the_centre.append(len(tiles) - len(joined_to_centre(tiles)))


def joined_to_centre(tiles: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the land of the centre tile."""
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        q, r = edge.pop()
        near = {(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)} & tiles - reached
        reached |= near
        edge += near
    return reached


@pytest.mark.parametrize(
    ("players", "turns", "card_drifts", "actions", "bought", "left", "farthest", "points"),
    [
        (2, (16, 21), (50, 95), (50, 100), (42, 57), (8, 18), (4.5, 7.5), (5, 20)),
        (4, (30, 39), (125, 210), (180, 300), (110, 135), (22, 34), (6.5, 9), (25, 62)),
    ],
)
def test_random_matches_are_as_large_as_printed(
    players: int,
    turns: tuple[int, int],
    card_drifts: tuple[int, int],
    actions: tuple[int, int],
    bought: tuple[int, int],
    left: tuple[int, int],
    farthest: tuple[float, float],
    points: tuple[int, int],
) -> None:
    figures = Figures()
    for seed in range(MATCHES):
        play(start("trias", players, seed), seed, figures)
    assert turns[0] <= min(figures.turns) <= max(figures.turns) <= turns[1]
    measured = [
        (figures.card_drifts, card_drifts), (figures.actions, actions), (figures.bought, bought),
        (figures.left_the_centre, left), (figures.farthest, farthest), (figures.points, points),
    ]  # fmt: skip
    for found, (low, high) in measured:
        assert low <= mean(found) <= high
