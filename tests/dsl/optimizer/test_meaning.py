"""An optimized program behaves as before: random programs, and random matches of every ruleset."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir.printer import show
from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import PASSES, optimized
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from tests.dsl.runtime.random_programs import random_program
from tests.dsl.runtime.test_random_programs import outcome_of_run
from tests.rounds import rounds

RULESETS = Path(__file__).parents[3] / "rulesets"
GAMES = sorted(path.parent for path in RULESETS.rglob("game.toml"))
CHOICES = 60  #: of each match; the soak run plays whole ones

programs = st.integers(0, 2**32).map(lambda seed: random_program(Random(seed), again=0.4))


def without_fuel(program: Program, state: State) -> State:
    fuel, length = program.layout.slots["fuel"].first, program.layout.length
    return [0 if place % length == fuel else value for place, value in enumerate(state)]


def outcome(program: Program) -> tuple[object, ...]:
    runner = ReferenceRunner(program)
    slug, state, events, *_ = outcome_of_run(runner, runner.blank())
    assert isinstance(state, list)
    return slug, without_fuel(program, state), events


@settings(max_examples=rounds(80, 150))
@given(programs)
def test_an_optimized_program_behaves_as_before(program: Program) -> None:
    better = optimized(program)
    assert verify(better) == []
    before, after = outcome(program), outcome(better)
    if before[0] != "endless":  # the optimizer saves fuel
        assert bool(before[0]) == bool(after[0]), show(program)
        assert before[0] or before == after, show(program) + show(better)


def test_every_pass_changes_random_programs() -> None:
    """Otherwise the comparison above would be weak."""
    gained = dict.fromkeys(PASSES, 0)
    for seed in range(40):
        program = random_program(Random(seed), again=0.4)
        texts = [show(program), *(show(optimized(program, PASSES[: number + 1])) for number in range(len(PASSES)))]
        for name, before, after in zip(PASSES, texts[:-1], texts[1:], strict=True):
            gained[name] += before != after
    assert all(gained[name] for name in ("fold", "inline", "cse")), gained


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_match_goes_the_same_way(folder: Path) -> None:
    pack = load(folder)
    players = pack.players[0]
    plain = lower(pack.rules, players, pack.defaults(players))
    runners = ReferenceRunner(plain), ReferenceRunner(optimized(plain))
    dice, states = Random(1), [runner.start(1) for runner in runners]
    for _ in range(CHOICES):
        one, other = (without_fuel(plain, state) for state in states)
        assert one == other
        options = [runner.options(state) for runner, state in zip(runners, states, strict=True)]
        assert options[0] == options[1]
        happened = [runner.events() for runner in runners]
        assert happened[0] == happened[1]
        if not options[0]:
            break
        option = dice.choice(options[0])
        for runner, state in zip(runners, states, strict=True):
            runner.choose(state, option)
