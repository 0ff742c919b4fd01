"""Whether a program keeps the promises that runners rely on. A problem here is a mistake of ours, not of an author."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from dsl.program.code import Function
from dsl.program.layout import FIXED_SLOTS
from dsl.program.program import Program
from dsl.program.verify_body import Body

MAX_CALLS = 200  #: how deep functions may call each other; Python's stack is the limit


def verify(program: Program) -> list[str]:
    """Return what is wrong with `program`, one sentence each; empty if a runner may have it."""
    problems = [*_layout(program), *_references(program)]
    calls: dict[str, set[str]] = {}
    for function in program.functions.values():
        calls[function.name] = _body(program, function, problems)
    for step in program.steps:
        _body(program, Function(f"step {step.number}", (), 0, step.body), problems, step=True)
    _body(program, Function("the prologue", (), None, program.prologue), problems)
    return [*problems, *_call_graph(calls)]


def _body(program: Program, function: Function, problems: list[str], *, step: bool = False) -> set[str]:
    body = Body(program, function, step=step)
    body.check()
    problems += (f"{function.name}: {problem}" for problem in body.problems)
    return body.calls


def _layout(program: Program) -> Iterator[str]:
    slots = program.layout.slots
    yield from (f"there is no slot {name}" for name in FIXED_SLOTS if name not in slots)
    if "chance" in slots and slots["chance"].width != 64:
        yield "slot chance is not a bitset of 64"
    taken: dict[int, str] = {}
    for slot in slots.values():
        for place in range(slot.first, slot.first + slot.length):
            if place in taken or not 0 <= place < program.layout.length:
                yield f"place {place} of slot {slot.name} is {taken.get(place, 'outside')}"
                break
            taken[place] = slot.name


def _references(program: Program) -> Iterator[str]:
    steps = {step.number for step in program.steps}
    if [step.number for step in program.steps] != list(range(len(program.steps))):
        yield "steps are not numbered by their place"
    for name, step in {"the start": program.start, **program.alone}.items():
        if program.steps and step not in steps:
            yield f"{name}: there is no step {step}"
    for number, ask in enumerate(program.asks):
        if ask.number != number:
            yield f"ask {ask.number} stands at place {number}"
        if ask.options not in program.functions:
            yield f"ask {number}: there is no function {ask.options}"
        yield from (f"ask {number}: there is no slot {slot}" for slot in ask.given if slot not in program.layout.slots)
    wanted = [info.function for info in program.winner] + [
        entry.why for ask in program.asks for entry in ask.entries if entry.why
    ]
    yield from (f"there is no function {name}" for name in wanted if name not in program.functions)


def _call_graph(calls: dict[str, set[str]]) -> Iterator[str]:
    try:
        order = list(TopologicalSorter(calls).static_order())
    except CycleError as cycle:
        yield f"functions call each other in a circle: {' -> '.join(cycle.args[1])}"
        return
    depth: dict[str, int] = {}
    for name in order:
        depth[name] = 1 + max((depth[called] for called in calls.get(name, ())), default=0)
    if depth and max(depth.values()) > MAX_CALLS:
        yield f"functions call each other more than {MAX_CALLS} deep"
