"""How many ways one movement action can go, in the positions for which the rules' author has counted them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from dsl.ir.program import STRIDE
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.runtime.runner import Runner, State
from tests.dsl.match.test_positions import items
from tests.rulesets import RULESETS

GREEN = "shown_colour of north: green; shown_species of north: dinosaur"
RED = "shown_colour of north: red; shown_species of north: unicorn"
POSITIONS = {
    "W5": "saddle 0,0: red 14, blue 14, green 14, yellow 14; PL1 1,-2",
    "W6": "saddle 0,0: red 5, blue 5; PL1 1,-2: red 2, blue 1; ST4 1,-3",
    "W7": "saddle 0,0: blue 3; FO1 -2,0: red 1; FO5 2,0; ST4 3,0",
    "W10": f"saddle 0,0: red 5; PL1 2,-2; HI2 1,-2 turned 4; {RED}",
    "W12": f"saddle 0,0: green 5, red 5; PL1 1,-2: red 2, blue 1; ST4 1,-3; {GREEN}",
    "W15": f"saddle 0,0: green 5, red 5; PL1 1,-2: green 1, red 2; ST4 1,-3: green 1, red 1; PL2 1,-4; {GREEN}",
}
RUN = 'example "a movement action"\n    turn of north\n    run\n        movement()\n'


@cache
def pack() -> Ruleset:
    text = read_folder(RULESETS / "dinosaurs-and-unicorns")
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    return build(RulesetText((*kept, ("examples/counts.rules", RUN))), examples=True)


def begun(position: str, budget: int) -> tuple[Runner, State]:
    """Return the state at the first choice of a movement action."""
    options = pack().options(2, {"points_each": budget})
    runner = pack().runner(2, options, {}, (0,))
    state = runner.blank()
    PositionNotation(Notation(runner.program), StateReader(runner.program, state)).set_up(items(position))
    step = next(iter(runner.program.examples.values()))
    assert isinstance(step, int)
    runner.enter(state, step)
    return runner, state


def pawns(runner: Runner, state: State) -> tuple[tuple[int, int, int], ...]:
    """Return how many pawns of each colour stand where, marks left out."""
    contents = StateReader(runner.program, state)
    found: dict[tuple[int, int], int] = {}
    for stack in contents.counters(runner.program.layout.counters["pawn"]):
        key = (stack.owner, stack.cell)
        found[key] = found.get(key, 0) + stack.amount
    return tuple(sorted((*key, amount) for key, amount in found.items()))


def after_a_move(runner: Runner, state: State) -> Iterator[State]:
    """Yield the states after one complete move of a pawn, its push included.

    The rules count once what differs only in which of two pawns of a colour is pushed, be one of them marked or not.
    """
    for option in runner.options(state):
        if entries(runner, state)[option // STRIDE if len(entries(runner, state)) > 1 else 0] == "move_pawn":
            picked = chosen(runner, state, option)
            for way in runner.options(picked):
                ends = completed(runner, chosen(runner, picked, way))
                yield from {pawns(runner, after): after for after in ends}.values()


def entries(runner: Runner, state: State) -> list[str]:
    ask = runner.program.asks[StateReader(runner.program, state).get("ask")]
    return [entry.action for entry in ask.entries]


def chosen(runner: Runner, state: State, option: int) -> State:
    after = state.copy()
    runner.choose(after, option)
    return after


def completed(runner: Runner, state: State) -> Iterator[State]:
    """Yield the states in which the next pawn may be picked, or the action is over."""
    contents = StateReader(runner.program, state)
    done = contents.get("ask") < 0 or not runner.options(state)
    if done or (entries(runner, state)[0] == "move_pawn" and len(entries(runner, state)) > 1):
        yield state
        return
    for option in runner.options(state):
        yield from completed(runner, chosen(runner, state, option))


def sequences(runner: Runner, state: State, results: set[tuple[tuple[int, int, int], ...]]) -> int:
    """Count the series of moves from here on, the empty one included; collect what they lead to."""
    results.add(pawns(runner, state))
    contents = StateReader(runner.program, state)
    if contents.get("ask") < 0 or not runner.options(state):
        return 1
    return 1 + sum(sequences(runner, after, results) for after in after_a_move(runner, state))


@pytest.mark.parametrize(
    ("name", "budget", "first", "series", "results"),
    [
        ("W5", 3, 4, 85, 35),
        ("W6", 3, 6, 112, 32),
        ("W7", 3, 6, 39, 21),
        ("W12", 1, 8, 9, 9),
        ("W12", 2, 10, 71, 38),
        ("W15", 1, 14, 15, 15),
        ("W15", 2, 20, 157, 60),
    ],
)
def test_the_ways_of_a_movement_action(name: str, budget: int, first: int, series: int, results: int) -> None:
    runner, state = begun(POSITIONS[name], budget)
    found: set[tuple[tuple[int, int, int], ...]] = set()
    assert len(list(after_a_move(runner, state))) == first
    assert sequences(runner, state, found) == series
    assert len(found) == results


def test_three_first_moves_of_a_unicorn() -> None:
    runner, state = begun(POSITIONS["W10"], 3)
    assert len(list(after_a_move(runner, state))) == 3
