"""Positions of Dinosaures on the reference board, and the ways to play a turn from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from dsl.base.source import NOWHERE
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.runtime.runner import Runner, State
from dsl.syntax import ast as t
from tests.rulesets import RULESETS

#: By quarter, from the top: `.` land, `~` swamp, as the booklet's reconstruction has them.
REFERENCE = """
~ ~ ~ . . . . . . ~ ~ ~ . .
~ ~ . . . . . . . ~ ~ ~ ~ .
. . . ~ ~ . . . . . ~ ~ . .
. . . ~ ~ ~ . ~ ~ . . . . .
. . ~ ~ ~ ~ . ~ ~ . . ~ ~ .
. . ~ ~ ~ . . ~ ~ . . ~ ~ ~
. . . ~ . . . . . . . . ~ ~
. . . . . . . . ~ ~ ~ . . .
. ~ ~ . . ~ . . ~ ~ ~ ~ ~ .
. ~ ~ ~ . ~ ~ . ~ ~ ~ ~ . .
. . ~ ~ . ~ ~ . . . . . . ~
. . . . . ~ . ~ ~ . . ~ ~ ~
. ~ ~ . . . . ~ ~ ~ . . ~ ~
. ~ ~ . . . . . . . . . . .
"""
SOUTH, NORTH = 0, 1


@cache
def pack() -> Ruleset:
    """Return the ruleset."""
    return load(RULESETS / "dinosaures")


@cache
def runner(**chosen: str) -> Runner:
    """Return what runs the game, with options by their words."""
    return pack().runner(2, pack().options(2, chosen), {})


def ground() -> dict[str, str]:
    """Return land or swamp for each square of the reference board."""
    lines = [line.split() for line in REFERENCE.strip().splitlines()]
    words = {".": "land", "~": "swamp"}
    return {f"{chr(97 + x)}{14 - y}": words[cell] for y, line in enumerate(lines) for x, cell in enumerate(line)}


def position(south: str, north: str, run: Runner | None = None) -> State:
    """Return the state with these figurines, such as `nest e2, dilo d4`, on the reference board."""
    run = run or runner()
    state = run.blank()
    contents = StateReader(run.program, state)
    items = [t.PositionItem((kind, square), (), span=NOWHERE) for square, kind in ground().items()]
    for colour, men in (("south", south), ("north", north)):
        items += [t.PositionItem((colour, *man.split()), (), span=NOWHERE) for man in men.split(",") if man.strip()]
    PositionNotation(Notation(run.program), contents).set_up(items)
    return state


def asked(run: Runner, state: State, action: str, seat: int) -> State:
    """Return the state in which a seat is asked for one action by itself."""
    ahead = list(state)
    StateReader(run.program, ahead).put("me", seat)
    run.enter(ahead, run.program.alone[action])
    run.events()
    return ahead


def chosen(run: Runner, state: State, option: int) -> State:
    """Return the state after an option."""
    ahead = list(state)
    run.choose(ahead, option)
    run.events()
    return ahead


def moves(run: Runner, state: State, seat: int) -> list[tuple[str, State]]:
    """Return every step and flight of a seat, without the challenges that follow, and where it leads."""
    return [
        (action, chosen(run, half, option))
        for action in ("step", "fly")
        for first in [asked(run, state, action, seat)]
        for half in (chosen(run, first, option) for option in run.options(first))
        for option in run.options(half)
    ]


def turns(run: Runner, state: State, seat: int) -> Iterator[State]:
    """Yield where each whole turn of a seat leads: a move, whom it challenges, whether the winner advances."""
    for _, after in moves(run, state, seat):
        yield from _to_the_end(run, after)


def _to_the_end(run: Runner, state: State) -> Iterator[State]:
    options = run.options(state) if state[run.program.layout.slots["ask"].first] >= 0 else ()
    if not options:
        yield state
    for option in options:
        yield from _to_the_end(run, chosen(run, state, option))
