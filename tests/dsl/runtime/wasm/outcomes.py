"""Outcome of a run: the state that a runner leaves, compared between runners, also after a trap."""

from __future__ import annotations

from random import Random

from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import FUEL, State, TrapError
from dsl.runtime.wasm.memory_layout import STATE
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.random_programs import OUTSIDE, Part, bundle, random_part

Outcome = tuple[object, ...]


def parts(seed: int, count: int, width: int) -> list[Part]:
    """Random programs, each with two steps."""
    return [random_part(Random(f"{seed} {number}"), width, 2 * number) for number in range(count)]


def differences(chosen: list[Part], width: int) -> list[tuple[Part, Outcome, Outcome]]:
    """Return the programs whose outcome differs between two runners."""
    program = bundle(chosen, width)
    native, reference = NativeRunner(program), ReferenceRunner(program)
    outcomes = ((part, outcome(reference, part), outcome(native, part)) for part in chosen)
    return [found for found in outcomes if found[1] != found[2]]


def outcome(runner: NativeRunner | ReferenceRunner, part: Part) -> Outcome:
    """Run a program from the blank state; return its trap and the state that it left at that moment."""
    state = runner.blank()
    state[0] = part.fuel
    trap = 0
    try:
        step: int | None = runner._carry_out(state, part.first)
    except TrapError as error:
        step, trap = None, error.number
        state = left(runner, state)
    fuel = state[0] % 2**32 if trap == FUEL else state[0]  # what is below 0 may be beyond 32 bits
    outside = [runner.outside.array(name)[place] for name, length in OUTSIDE for place in range(length)]
    return step, trap, fuel, state[1:], runner._options.copy(), runner.events(), outside, runner.outside.dice


def left(runner: NativeRunner | ReferenceRunner, state: State) -> State:
    """Return the state after a trap, before it is restored."""
    if isinstance(runner, ReferenceRunner):
        return state
    runner._options[:] = runner._pushed()
    return runner._packing.read(STATE)
