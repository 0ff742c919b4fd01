"""Generated Python against the interpreter: every slot of the state, fuel, options, events, and traps."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir.printer import show
from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError, rule_error
from tests.dsl.runtime.interpreter import Interpreter, SprungError
from tests.dsl.runtime.random_programs import random_program
from tests.rounds import rounds

programs = st.integers(0, 2**32).map(lambda seed: random_program(Random(seed)))


def outcome_of_walk(program: Program, state: list[int]) -> tuple[object, ...]:
    walk = Interpreter(program, state.copy())
    try:
        walk.run(0)
    except SprungError as sprung:
        return rule_error(program, sprung.number, program.anchors[0].span).slug, state, [], walk.outside, walk.dice
    slots = program.layout.slots
    walk.state[slots["final"].first], walk.state[slots["ask"].first] = 1, -1
    return "", walk.state, walk.events, walk.outside, walk.dice


def outcome_of_run(runner: ReferenceRunner, state: list[int]) -> tuple[object, ...]:
    after = state.copy()
    slug = ""
    try:
        runner.enter(after, 0)
    except RuleError as error:
        slug = error.slug
    return slug, after, runner.events(), runner.outside.arrays, runner.outside.dice


@settings(max_examples=rounds(80, 150))
@given(programs)
def test_generated_python_agrees_with_the_interpreter(program: Program) -> None:
    assert verify(program) == []
    runner = ReferenceRunner(program)
    state = runner.blank()
    assert outcome_of_run(runner, state) == outcome_of_walk(program, state), show(program) + runner.source


def test_random_programs_include_traps_and_endings() -> None:
    """Otherwise the comparison above would be weak."""
    seen = set()
    for seed in range(150):
        runner = ReferenceRunner(random_program(Random(seed)))
        seen.add(outcome_of_run(runner, runner.blank())[0])
    assert {"", "endless", "outside", "one"} <= seen
