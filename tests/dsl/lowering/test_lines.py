"""Directions and straight lines, compared with walking over the board; options, compared with the conditions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.runtime.runner import Runner
from tests.dsl.lowering.offers import disagreements, play, position_of

pytestmark = pytest.mark.slow

Place = tuple[int, int]
STEPS: dict[str, list[Place]] = {
    "squares": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)],
    "hexes": [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)],
}
WAYS = {"squares": "orthogonal, diagonal", "hexes": "orthogonal"}

GAME = """game frost
    players 2, colours red, blue

board field: SHAPE
counter flake of player: 99 each, on PLACES
variable reach: 1..12 = 1

define cold = flakes_of(red)
define warm = flakes_of(blue)
define flakes_of(p: player) = PLACES where any of flakes of p on it
define one_step(s: PLACE) = steps(s, (WAYS))
define slid(s: PLACE) = slides(s, (WAYS), PLACES without cold)
define caught(s: PLACE) = enclosed(cold, s, warm)
define three = cold in rows of 3
define some_three = any of cold in rows of 3
define row_of(n: 1..12) = cold in rows of n
define some_row_of(n: 1..12) = any of cold in rows of n
define gap(a: PLACE, b: PLACE) = between(a, b)

action look(s: PLACE, b: PLACE)
    needs near: any of cold on one_step(s) or any of caught(s) or s is in three
    needs far: b is in slid(s) or any of gap(s, b)
    needs there: any of warm on slides(s, (WAYS), PLACES without cold)
    needs reached: s is not in one_step(b) or any of caught(b) or centre is in one_step(b)
    needs rows: some_three or any of row_of(reach) or some_row_of(reach) or reach is 1
    needs half: x_of(s) > 1 and y_of(s) <= 3 and x_of(b) is not 2
    do
        move 1 of my flakes in reserve to b

setup
    for each s in random of 14 of PLACES
        move 1 of flakes of red in reserve to s
    for each s in random of 14 of (PLACES without cold)
        move 1 of flakes of blue in reserve to s

play
    repeat up to 6 times
        one turn each from red clockwise
            choose look if possible

winner
    shared
"""


class Board:
    """A position of the game, and an independent evaluation of the rules on it."""

    def __init__(self, match: Match, places: str) -> None:
        self.runner: Runner = match.runner
        self.state = list(match.state)
        self.layout = self.runner.program.layout.boards["field"]
        self.cells = set(self.layout.coordinates.values())
        self.steps = STEPS[places]
        self.numbers = {place: number for number, place in self.layout.coordinates.items()}
        self.cold, self.warm = (self.said(f"flakes_of({seat})", "rule_flakes_of", seat) for seat in (0, 1))

    def said(self, _text: str, function: str, *args: int) -> set[Place]:
        bits = self.runner.call(self.state, function, *args)
        return {place for number, place in self.layout.coordinates.items() if bits >> number & 1}

    def line(self, place: Place, step: Place, length: int = 99) -> list[Place]:
        """The cells from a place in one direction, to the end of the board."""
        found = []
        while len(found) < length and (place := (place[0] + step[0], place[1] + step[1])) in self.cells:
            found.append(place)
        return found

    def one_step(self, place: Place) -> set[Place]:
        return {cell for step in self.steps for cell in self.line(place, step, 1)}

    def slid(self, place: Place) -> set[Place]:
        return {cell for step in self.steps for cell in _upto(self.line(place, step), lambda cell: cell in self.cold)}

    def caught(self, place: Place) -> set[Place]:
        found: set[Place] = set()
        for step in self.steps:
            *line, end = _upto(self.line(place, step), lambda cell: cell not in self.cold) or [place]
            found |= set(line) if end in self.warm else set()
        return found

    def rows(self, length: int) -> set[Place]:
        rows = [[cell, *self.line(cell, step, length - 1)] for cell in self.cold for step in self.steps]
        return {cell for row in rows if len(row) == length and set(row) <= self.cold for cell in row}

    def gap(self, one: Place, other: Place) -> set[Place]:
        lines = [self.line(one, step) for step in self.steps]
        return {cell for line in lines if other in line for cell in line[: line.index(other)]}


def _upto(line: list[Place], ends: Callable[[Place], bool]) -> list[Place]:
    """A line up to and with the first cell that ends it."""
    last = next((index for index, cell in enumerate(line) if ends(cell)), len(line))
    return line[: last + 1]


def match_on(shape: str, seed: int) -> Match:
    """Return a match on a board of a shape such as `squares 7 by 5`."""
    places = shape.split(" ")[0].rstrip(",")
    text = GAME.replace("SHAPE", shape).replace("PLACES", places).replace("WAYS", WAYS[places])
    text = text.replace("PLACE", "hex" if places == "hexes" else "square")
    return build(RulesetText((("frost.rules", text),))).start(2, seed=seed)


SHAPES = ["squares 7 by 5", "squares 5 by 6", "hexes 6 by 5", "squares 8 by 8", "squares 1 by 66", "hexes 8 by 8"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", SHAPES)
def test_lines_agree_with_walking_over_the_board(shape: str, seed: int) -> None:
    board = Board(match_on(shape, seed), shape.split(" ")[0])
    assert board.said("three", "rule_three") == board.rows(3)
    assert board.runner.call(board.state, "rule_some_three") == bool(board.rows(3))
    for length in range(1, 6):
        assert board.said("row_of", "rule_row_of", length) == board.rows(length)
        assert board.runner.call(board.state, "rule_some_row_of", length) == bool(board.rows(length))
    for place, number in board.numbers.items():
        assert board.said("one_step", "rule_one_step", number) == board.one_step(place)
        assert board.said("slid", "rule_slid", number) == board.slid(place)
        assert board.said("caught", "rule_caught", number) == board.caught(place)
        for other, goal in board.numbers.items():
            assert board.said("gap", "rule_gap", number, goal) == board.gap(place, other)


@pytest.mark.parametrize(("across", "up", "each"), [(12, 10, 7), (40, 30, 97)])
def test_places_between_work_without_a_table_on_large_boards(across: int, up: int, each: int) -> None:
    board = Board(match_on(f"squares {across} by {up}", 1), "squares")
    places = sorted(board.numbers)[::each]
    for place in places:
        for other in [*places, (place[0], up - 1), (across - 1, place[1]), *board.one_step(place)]:
            assert board.said("gap", "rule_gap", board.numbers[place], board.numbers[other]) == board.gap(place, other)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shape", SHAPES)
def test_options_agree_with_single_conditions(shape: str, seed: int) -> None:
    def look(match: Match) -> None:
        assert not list(disagreements(position_of(match)))

    play(match_on(shape, seed), seed, look, most=12)


AROUND = """game corners
    players 2..4, colours red, blue, green, white

board field: squares 5 by 4
counter flake of player: 9 each, on squares

define home(p: player) = squares where row(p, it) is 1
define before(p: player, s: square) = steps(s, (ahead, diagonal_back) of p)
define far(p: player) = squares where row(p, it) >= 4 and not row(p, it) > 4

action fall(s: square)
    needs home: s is in home(me) or any of before(me, s) or s is in far(me)
    do
        move 1 of my flakes in reserve to s

play
    one turn each from red clockwise
        choose fall

winner
    shared
"""
#: By number of players: for each seat its home row, and from where it looks, as a square of it and one ahead.
EDGES = {
    2: [("a1 b1 c1 d1 e1", "a1 a2"), ("a4 b4 c4 d4 e4", "a4 a3")],
    4: [
        ("a1 b1 c1 d1 e1", "c1 c2"), ("a1 a2 a3 a4", "a2 b2"), ("a4 b4 c4 d4 e4", "c4 c3"), ("e1 e2 e3 e4", "e2 d2"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("players", "seat"), [(n, seat) for n, edges in EDGES.items() for seat in range(len(edges))])
def test_directions_depend_on_the_edge_of_the_player(players: int, seat: int) -> None:
    match = build(RulesetText((("corners.rules", AROUND),))).start(players)
    names = match.runner.program.layout.boards["field"].names
    numbers = {name: number for number, name in names.items()}

    def said(function: str, *args: int) -> set[str]:
        bits = match.runner.call(list(match.state), function, *args)
        return {name for number, name in names.items() if bits >> number & 1}

    home, looks = EDGES[players][seat]
    stands, ahead = looks.split()
    assert said("rule_home", seat) == set(home.split())
    assert ahead in said("rule_before", seat, numbers[stands])
    assert not said("rule_before", seat, numbers[ahead]) & {ahead}
    assert len(said("rule_far", seat)) == len(home.split())
