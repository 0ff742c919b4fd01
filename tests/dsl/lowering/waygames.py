"""Invented boards for ways, and a slow search for ways in plain Python, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.runtime.runner import Runner, State

HEAD = """game downs
    players 2, colours red, blue
board land: {board}
variable height of {place}: 0..3 = 0
variable open of {place}: yes or no = yes
variable home: {place} = centre
variable points: 0..9 = 0
variable spent: 0..99 = 0
variable leapt: 0..9 = 0
variable reached: {place} = centre
"""
CHEAPEST = """
path ramble(start: {place})
    step walk from a to b if height of b < 3 costs height of b
    step slide from a to b if height of a > height of b costs 1
    step leap from a to b if height of a is 1 costs 1, at most 2 times
    step climb from a to b if height of b is 3 and open of b costs 2, at most 1 times
    within points cost
    through: {places} where height of it is not 2 or open of it
    ends on: {places} where open of it
    only cheapest
action go(way: ramble(home))
    do
        spent = cost of way
        leapt = leaps of way * 2 + climbs of way
        reached = goal of way
"""
STRAIGHT = """
path ray(start: {place})
    along {along}
    step slide from a to b if height of a >= height of b and open of b
    step leap from a to b if height of b is 3, at most 1 times
    within points steps
    only straight
action go(way: ray(home))
    do
        spent = length of way
        leapt = leaps of way
        reached = goal of way
"""
SHORTEST = """
path chain(start: {place})
    step push from a to b if height of a <= height of b
    through: {places} where open of it
    ends on: {places} where height of it is 3
    only shortest
action go(way: chain(home))
    do
        spent = length of way
        reached = goal of way
"""
REST = """
play
    one turn each from seat(1) clockwise
        choose go
winner
    most points: points
"""

Place = tuple[int, int]
SQUARE = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
HEX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def ground(path: str, hexes: bool, along: str = "lines") -> Ruleset:
    """Return a game of one path, on hexes or squares."""
    places = "hexes" if hexes else "squares"
    words = {
        "board": "hexes 5 by 4" if hexes else "squares 8 by 8", "places": places, "along": along,
        "place": "hex" if hexes else "square",
    }  # fmt: skip
    text = HEAD + path + REST
    for word, meaning in words.items():
        text = text.replace(f"{{{word}}}", meaning)
    return build(RulesetText((("downs.rules", text),)))


@dataclass(frozen=True, slots=True)
class Land:
    """A position: heights and open places, where ways begin, how much they may cost."""

    runner: Runner
    state: State
    heights: dict[Place, int]
    open: dict[Place, bool]
    home: Place
    points: int

    @staticmethod
    def made(runner: Runner, heights: list[int], shut: list[int], home: int, points: int) -> Land:
        """Return a position; lists that are too short are repeated."""
        at = runner.program.layout.boards["land"].coordinates
        state = runner.blank()
        contents = StateReader(runner.program, state)
        tall, open_ = {}, {}
        for number, (cell, place) in enumerate(at.items()):
            tall[place], open_[place] = heights[number % len(heights)], number not in shut
            contents.put("height", tall[place], cell)
            contents.put("open", int(open_[place]), cell)
        start = list(at)[home % len(at)]
        contents.put("home", start)
        contents.put("points", points)
        runner.enter(state, runner.program.alone["go"])
        return Land(runner, state, tall, open_, at[start], points)

    def offered(self) -> list[int]:
        """Return the options."""
        return list(self.runner.options(self.state))

    def number(self, place: Place) -> int:
        """Return the cell at a place."""
        at = self.runner.program.layout.boards["land"].coordinates
        return next(cell for cell, there in at.items() if there == place)

    def place(self, cell: int) -> Place:
        """Return the coordinates of a cell."""
        return self.runner.program.layout.boards["land"].coordinates[cell]

    def after(self, option: int) -> StateReader:
        """Return the result of a choice."""
        state = list(self.state)
        self.runner.choose(state, option)
        self.runner.events()
        return StateReader(self.runner.program, state)

    def near(self, place: Place, steps: tuple[Place, ...]) -> Iterator[Place]:
        """Yield the places one step away."""
        for dx, dy in steps:
            if (place[0] + dx, place[1] + dy) in self.heights:
                yield place[0] + dx, place[1] + dy

    # ---- by hand ----

    def cheapest(self, steps: tuple[Place, ...]) -> dict[tuple[Place, int, int], int]:
        """Return the cost of each undominated way by goal, leaps and climbs."""
        reached: dict[tuple[Place, int, int], int] = {(self.home, 0, 0): 0}
        todo = [(self.home, 0, 0)]
        while todo:
            place, leaps, climbs = todo.pop()
            if place != self.home and self.heights[place] == 2 and not self.open[place]:
                continue
            cost = reached[place, leaps, climbs]
            for there, price, leap, climb in self._steps(place, steps):
                key = there, leaps + leap, climbs + climb
                better = cost + price < reached.get(key, self.points + 1)
                if there != self.home and key[1] <= 2 and key[2] <= 1 and better:
                    reached[key] = cost + price
                    todo.append(key)
        return {
            key: cost for key, cost in reached.items()
            if key[0] != self.home and self.open[key[0]] and not any(
                other[0] == key[0] and other != key and _no_worse((less, *other[1:]), (cost, *key[1:]))
                for other, less in reached.items()
            )
        }  # fmt: skip

    def _steps(self, place: Place, steps: tuple[Place, ...]) -> Iterator[tuple[Place, int, int, int]]:
        here = self.heights[place]
        for there in self.near(place, steps):
            height = self.heights[there]
            if height < 3:
                yield there, height, 0, 0
            if here > height:
                yield there, 1, 0, 0
            if here == 1:
                yield there, 1, 1, 0
            if height == 3 and self.open[there]:
                yield there, 2, 0, 1

    def straight(self, steps: tuple[Place, ...]) -> dict[tuple[Place, int], int]:
        """Return the length of the straight ways by goal and leaps."""
        found: dict[tuple[Place, int], int] = {}
        for step in steps:
            place, leaps = self.home, 0
            for length in range(1, self.points + 1):
                there = next(self.near(place, (step,)), None)
                if there is None:
                    break
                if not (self.heights[place] >= self.heights[there] and self.open[there]):
                    leaps += 1  # only a leap leads on
                    if leaps > 1 or self.heights[there] != 3:
                        break
                place = there
                found[place, leaps] = length
        return found

    def shortest(self, steps: tuple[Place, ...], most: int) -> set[tuple[Place, ...]]:
        """Return the shortest ways, each as its places."""
        ways: list[tuple[Place, ...]] = [(self.home,)]
        for _ in range(most):
            further = [
                (*way, there) for way in ways for there in self.near(way[-1], steps)
                if there not in way and self.heights[way[-1]] <= self.heights[there]
                and (len(way) == 1 or self.open[way[-1]])
            ]  # fmt: skip
            if found := {way[1:] for way in further if self.heights[way[-1]] == 3}:
                return found
            ways = further
        return set()


def _no_worse(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))
