"""A rollout program draws fairly among the actual options, and ends."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dsl.ir import instructions as c
from dsl.ir.program import DecisionPoint, Program
from dsl.ir.verify import verify
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.optimizer.candidate_analysis import Candidates, options_of
from dsl.optimizer.rewriting import all_statements
from dsl.optimizer.sampling_programs import rollout_program, sampler_name
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from tests.dsl.runtime.programs import program

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[3] / "rulesets"
GAMES = sorted(path.parent for path in RULESETS.rglob("game.toml"))
WIDTH, WIDE = 8, 2100
FOUND, N = c.Local("found"), c.Local("n")


def lowered(folder: Path) -> Program:
    pack = load(folder)
    return lower(pack.rules, pack.players[0], pack.defaults(pack.players[0]))


def drawn(runner: ReferenceRunner, state: State, ask: DecisionPoint, seed: int) -> int:
    """Return the option drawn at a waiting state, -1 if there is none."""
    slots, ahead = runner.program.layout.slots, state.copy()
    ahead[slots["chance"].first] = Random(seed).getrandbits(64)
    held = runner.call(ahead, sampler_name(ask.options))
    return ahead[slots["chosen"].first] if held else -1


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_only_what_is_offered_is_drawn(folder: Path) -> None:
    plain = lowered(folder)
    alone = rollout_program(plain)
    assert verify(alone) == []
    asked, draws = ReferenceRunner(optimized(plain)), ReferenceRunner(optimized(alone))
    dice, state = Random(3), asked.start(3)
    for _ in range(40):
        options = asked.options(state)
        if not options:
            break
        seat = asked.waiting(state)[0]
        first = (seat + 1) * plain.layout.length if len(state) > plain.layout.length else 0
        world = state[first : first + plain.layout.length]
        ask = plain.asks[world[plain.layout.slots["ask"].first]]
        assert {drawn(draws, world, ask, seed) for seed in range(3)} <= set(options)
        asked.choose(state, dice.choice(options))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_ask_can_be_sampled(folder: Path) -> None:
    """Otherwise all options would be evaluated to draw one."""
    plain = lowered(folder)
    assert all(options_of(plain, plain.functions[ask.options].body) is not None for ask in plain.asks)


def test_one_counter_is_tested_without_a_search_for_it() -> None:
    """Where the member of a loop tells its cell, the test of one member looks at this cell only."""
    plain = lowered(RULESETS / "dinosaurs-and-unicorns")
    found = [options_of(plain, plain.functions[ask.options].body) for ask in plain.asks]
    tests = [part.test for each in found if each for part in each.options if isinstance(part, Candidates)]
    counters = [test for test in tests if any(isinstance(each, c.ForRange) for each in test)]
    assert len(counters) >= 2
    assert not any(isinstance(each, c.ForBits) for test in counters for each in all_statements(test))


def test_a_match_is_one_run_of_steps() -> None:
    alone = optimized(rollout_program(lowered(RULESETS / "classics" / "breakthrough")))
    runner = ReferenceRunner(alone)
    state = runner.start(1)
    assert state[alone.layout.slots["final"].first] == 1
    assert runner.start(1) == state != runner.start(2)


# ---- fairness ----


def offering(*more: c.Statement) -> tuple[Program, DecisionPoint]:
    """A program with one ask: of the values 1 to 6 the odd ones pass, followed by further options."""
    odd = c.Compare("!=", c.Arith("-", c.Local("x"), c.Arith("*", half(), c.Const(2))), c.Const(0))
    drops = c.If(c.Not(odd), (c.Set("found", c.SetOp("minus", FOUND, c.Single(c.Local("x"), WIDTH))),))
    loop = c.ForBits("x", FOUND, (drops,))
    values = c.Function("values", (), WIDTH, (c.Set("found", c.BitsConst(0b1111110, WIDTH)), loop, c.Return(FOUND)))
    offers = c.Function("ask_0", (), 0, (
        c.Set("n", c.Const(0)),
        c.Set("v", c.Call("values", ())),
        c.Set("n", c.Arith("+", N, c.Population(c.Local("v")))),
        c.ForBits("each", c.Local("v"), (c.Push(c.Arith("+", c.Const(100), c.Local("each"))),)),
        *more,
        c.Return(N),
    ))  # fmt: skip
    ask = DecisionPoint(0, "ask_0", (), 0, (), 0, False)
    return program(values, offers, asks=(ask,)), ask


def half() -> c.Expr:
    return c.Arith("/down", c.Local("x"), c.Const(2))


def often(made: Program, ask: DecisionPoint) -> Counter[int]:
    runner = ReferenceRunner(optimized(rollout_program(made)))
    return Counter(drawn(runner, runner.blank(), ask, seed) for seed in range(1200))


def test_candidates_that_fail_are_never_drawn_and_the_others_equally_often() -> None:
    made, ask = offering()
    found = options_of(made, made.functions["ask_0"].body)
    assert found is not None
    assert any(isinstance(part, Candidates) and part.test for part in found.options)
    counted = often(made, ask)
    assert set(counted) == {101, 103, 105}
    assert all(320 < times < 480 for times in counted.values())


def test_candidates_of_a_wide_set_are_counted_once_each() -> None:
    """Members that are added one by one, some of them twice, are as likely as the others."""
    member = c.Arith("+", c.Const(2000), c.Local("x"))
    add = c.Set("found", c.SetOp("or", FOUND, c.Single(c.Local("it"), WIDE)))
    loops = [
        c.ForBits("x", c.BitsConst(bits, WIDTH), (
            c.Set("it", member), c.If(c.Compare("!=", c.Local("it"), c.Const(2002)), (add,)),
        ))
        for bits in (0b1111, 0b1000, 0b11000)
    ]  # fmt: skip
    values = c.Function("values", (), WIDE, (c.Set("found", c.BitsConst(0, WIDE)), *loops, c.Return(FOUND)))
    _, ask = offering()
    offers = c.Function("ask_0", (), 0, (
        c.Set("n", c.Const(0)),
        c.Set("v", c.Call("values", ())),
        c.Set("n", c.Arith("+", N, c.Population(c.Local("v")))),
        c.ForBits("each", c.Local("v"), (c.Push(c.Local("each")),)),
        c.Return(N),
    ))  # fmt: skip
    made = program(values, offers, asks=(ask,))
    found = options_of(made, offers.body)
    assert found is not None
    assert [part.counted != "" for part in found.options if isinstance(part, Candidates)] == [True]
    counted = often(made, ask)
    assert set(counted) == {2000, 2001, 2003, 2004}
    assert all(230 < times < 370 for times in counted.values())


def test_a_single_option_is_as_likely_as_each_candidate() -> None:
    counted = often(*offering(c.Push(c.Const(200), c.Compare(">", N, c.Const(0)))))
    assert set(counted) == {101, 103, 105, 200}
    assert all(230 < times < 370 for times in counted.values())


def test_an_option_that_needs_another_is_not_drawn_alone() -> None:
    stays = c.Push(c.Const(200), c.Compare(">", N, c.Const(0)))
    never = c.Function("values", (), WIDTH, (
        c.Set("found", c.BitsConst(0b1111110, WIDTH)),
        c.ForBits("x", FOUND, (
            c.If(c.Compare(">", c.Local("x"), c.Const(0)), (
                c.Set("found", c.SetOp("minus", FOUND, c.Single(c.Local("x"), WIDTH))),
            )),
        )),
        c.Return(FOUND),
    ))  # fmt: skip
    made, ask = offering(stays)
    none = program(never, made.functions["ask_0"], asks=(ask,))
    assert set(often(none, ask)) == {-1}


def test_options_of_another_form_are_drawn_fairly() -> None:
    strange = c.ForRange("i", c.Const(7), c.Const(10), (c.Push(c.Local("i")),))
    made, ask = offering(strange)
    assert options_of(made, made.functions["ask_0"].body) is None
    counted = often(made, ask)
    assert set(counted) == {101, 103, 105, 7, 8, 9}
    assert all(140 < times < 260 for times in counted.values())
