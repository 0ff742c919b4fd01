"""What is offered, straight from the runner: in random matches, and for one action by itself in a set position."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from dsl.ir.program import STRIDE, DecisionPoint
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.positions import PositionNotation
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner, State
from tests.dsl.match.test_positions import items
from tests.rulesets.triassic_terror.matches import pack

Herds = tuple[tuple[int, int, int], ...]  #: of whom, where, how many


@cache
def runner(players: int = 4) -> Runner:
    """Return what plays the official rules; it keeps no events."""
    return ReferenceRunner(pack().program(players), listening=False)


def asked(run: Runner, state: State) -> DecisionPoint:
    """Return what is asked now."""
    return run.program.asks[StateReader(run.program, state).get("ask")]


def lines(run: Runner, state: State) -> dict[str, list[int]]:
    """Return the options that wait by action; "" stops."""
    ask = asked(run, state)
    entries = [(ask.entries[option // STRIDE if ask.combined else 0].action, option) for option in run.options(state)]
    return {action: [option for _, option in line] for action, line in groupby(entries, key=lambda entry: entry[0])}


def chosen(run: Runner, state: State, option: int) -> State:
    """Return the state after an option."""
    after = state.copy()
    run.choose(after, option)
    return after


def at(run: Runner, action: str, position: str) -> State:
    """Return the state in which the first player is asked for one action by itself."""
    state = run.blank()
    contents = StateReader(run.program, state)
    PositionNotation(Notation(run.program), contents).set_up(items(position))
    contents.put("me", 0)
    run.enter(state, run.program.alone[action])
    return state


def outcomes(run: Runner, state: State, actions: set[str]) -> set[Herds]:
    """Return where all dinosaurs can stand when these actions are done or stopped, each way counted once."""
    ended, seen, waiting = set[Herds](), set[tuple[int, ...]](), [state]
    while waiting:
        now = waiting.pop()
        offered = lines(run, now)
        if not offered.keys() & actions:
            ended.add(dinosaurs(run, now))
        for action in offered.keys() & (actions | {""}) if offered.keys() & actions else ():
            for after in (chosen(run, now, option) for option in offered[action]):
                if tuple(after) not in seen:
                    seen.add(tuple(after))
                    waiting.append(after)
    return ended


def dinosaurs(run: Runner, state: State) -> Herds:
    """Return where all dinosaurs stand."""
    stacks = StateReader(run.program, state).counters(run.program.layout.counters["dino"])
    return tuple(sorted((stack.owner, stack.cell, stack.amount) for stack in stacks))
