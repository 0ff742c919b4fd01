"""Traced programs, which locate the failing line of a rule, play like the plain ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.runtime.failure_tracing import FUEL_FACTOR
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from tests.rulesets import FOLDERS, name_of

CHOICES = 25


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_traced_program_plays_like_the_plain_one(folder: Path) -> None:
    pack = load(folder)
    plain = lower(pack.rules, pack.numbers[0], pack.defaults(pack.numbers[0]))
    assert plain.traced is not None
    made = plain.traced().program
    assert not list(verify(made))
    tracing = ReferenceRunner(replace(made, fuel=plain.fuel * FUEL_FACTOR), listening=False)
    runner = ReferenceRunner(plain, listening=False)
    state, traced, choices = runner.start(5), tracing.start(5), random.Random(5)
    for _ in range(CHOICES):
        assert tracing.options(traced) == runner.options(state)
        assert _said(made, traced) == _said(plain, state)
        if not runner.options(state):
            return
        option = choices.choice(runner.options(state))
        runner.choose(state, option)
        tracing.choose(traced, option)


def _said(program: Program, state: State) -> list[State]:
    """Return the values of a position slot by slot, leaving out internal slots of the lowering, whose names differ."""
    slots = program.layout.slots.values()
    return [state[slot.first : slot.first + slot.length] for slot in slots if not slot.passing]
