"""Memoized functions of the reference runner return current values and spend the same fuel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_program
from dsl.runtime import chance
from dsl.runtime.reference import runner as memoization
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import RolloutStop, roll_out
from dsl.runtime.runner import RuleError, State
from tests.dsl.runtime.wasm.test_wasm_memo import SPARE, adding, twice

RULESETS = Path(__file__).parents[3] / "rulesets"
NEVER = 10**9


@contextmanager
def remembered_after(calls: int) -> Iterator[None]:
    """Memoize every function that allows it after a number of calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memoization, "PROBE_CALLS", calls)
        for name in ("MIN_FUEL", "MIN_COST", "MIN_COST_PER_WORD"):
            patch.setattr(memoization, name, 0)
        yield


@pytest.mark.parametrize("times", [0, 1, 9, 16, 17, 18, 19, 30])
def test_memoized_calls_match_in_state_fuel_and_traps(times: int) -> None:
    """With 19 the fuel runs out in the third call, with 30 in the second, whose result is memoized."""
    made = adding(times)
    found = []
    for calls in (1, 2, NEVER):
        with remembered_after(calls):
            runner = ReferenceRunner(made, listening=False)
            found.append([entered(runner, n) for n in (0, 0, 1, 1, 2, 3, 40, 1)])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("spare", "slug"), SPARE)
def test_a_memoized_result_costs_its_full_fuel(spare: int, slug: str) -> None:
    with remembered_after(1):
        runner = ReferenceRunner(twice(spare), listening=False)
        assert [entered(runner, 0)[0] for _ in range(4)] == [slug] * 4


def entered(runner: ReferenceRunner, n: int) -> tuple[str, State]:
    """Return the slug and state after step 0, which reads the number `n`."""
    state = runner.blank()
    state[runner.program.layout.slots["n"].first] = n
    try:
        runner.enter(state, 0)
    except RuleError as error:
        return error.slug, state
    return "", state


def test_memoization_ends_without_hits() -> None:
    with remembered_after(1):
        runner = ReferenceRunner(adding(3), listening=False)
        state = runner.blank()
        for times in (1, 1, *(n % 9 for n in range(memoization.USELESS_LIMIT - 1))):
            assert runner.call(state, "sum", times) == 0
        assert runner._named["f_sum"].__name__ == "cached", "the generated function has its own name"
        for times in (5, 6, 7):
            runner.call(state, "sum", times)
    assert runner._named["f_sum"].__name__ == "f_sum"


@pytest.mark.parametrize("name", ["classics/reversi", "classics/draughts", "dinosaurs-and-unicorns"])
def test_matches_are_the_same_with_and_without_memoization(name: str) -> None:
    pack = load(RULESETS / name)
    made = optimized(sampling_program(lower(pack.rules, 2, pack.defaults(2))))
    ends = []
    for calls in (1, NEVER):
        with remembered_after(calls):
            runner = ReferenceRunner(made, listening=False)
            state = runner.start(3)
            stop, choices, *_ = roll_out(runner, state, chance.seeded(5), 150)
            ends.append((stop, choices, state))
    assert ends[0] == ends[1]
    assert ends[0][0] in (RolloutStop.OVER, RolloutStop.LIMIT)
