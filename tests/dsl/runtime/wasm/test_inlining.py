"""Inlined functions and steps behave like called ones, to the last unit of fuel."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.ir import instructions as c
from dsl.ir.instructions import Arith, BitsConst, Call, Compare, Const, Function, If, Load, Local, Return, Set, Store
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_program
from dsl.runtime import chance
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm import codegen as emit
from dsl.runtime.wasm import statements
from dsl.runtime.wasm.runner import NativeRunner
from dsl.runtime.wasm.statements import LESS_SHORT, SHORT
from tests.dsl.runtime.programs import program

CLASSICS = Path(__file__).parents[4] / "rulesets" / "classics"
FIRST_FREE = Function(
    "first_free",
    (("taken", 9), ("from_", 0)),
    0,
    (
        c.ForRange(
            "at", Local("from_"), Const(9), (If(c.Not(c.Has(Local("taken"), Local("at"))), (Return(Local("at")),)),)
        ),
        Return(Const(-1)),
    ),
)
TAKE = Function(
    "take",
    (("at", 0),),
    None,
    (
        If(Compare("<", Local("at"), Const(0)), (Return(),)),
        Store("set", c.SetOp("or", Load("set"), c.Single(Local("at"), 9))),
    ),
)
RIM = Function("rim", (("bits", 300),), 300, (Return(c.SetOp("minus", Local("bits"), c.Shift(Local("bits"), 1, 300))),))
TWICE = Function(
    "twice",
    (("at", 0),),
    0,
    (
        Set("at_one", Call("first_free", (Load("set"), Local("at")))),
        c.Do(Call("take", (Local("at_one"),))),
        Set("at_one", Arith("+", Local("at_one"), Call("first_free", (Load("set"), Local("at"))))),
        c.Do(Call("take", (Call("first_free", (Load("set"), Const(0))),))),
        Set("wide", Call("rim", (Call("rim", (BitsConst(0b1110111 << 200, 300),)),))),
        Return(Arith("+", Local("at_one"), c.Population(Local("wide")))),
    ),
)


BEYOND = Function(
    "beyond",
    (("at", 0), ("by", 0)),
    0,
    (Set("at", Arith("+", Local("at"), Local("by"))), Return(c.Has(Load("set"), Local("at")))),
)


def placing(monkeypatch: pytest.MonkeyPatch, made: Program, room: int) -> NativeRunner:
    """Return a runner with a limit on the inlined instructions of a function."""
    monkeypatch.setattr(emit, "PLACED", room)
    monkeypatch.setattr(emit, "MANY", 10**9)
    return NativeRunner(made, listening=False)


@pytest.mark.parametrize("fuel", [*range(1, 60, 3), 1000])
def test_an_inlined_function_matches_a_called_one(fuel: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slot("set", 0, width=9), Slot("n", 0)
    step = Store("n", Call("twice", (Load("n"),))), Return(Const(c.OVER))
    made = program(FIRST_FREE, TAKE, RIM, TWICE, slots=slots, steps=(step,), fuel=fuel)
    runners = placing(monkeypatch, made, 0), placing(monkeypatch, made, 2000), ReferenceRunner(made, listening=False)
    assert len(runners[1].binary) > len(runners[0].binary)
    for at in (-1, 0, 4, 8, 9):
        found = []
        for runner in runners:
            state = runner.blank()
            state[made.layout.slots["n"].first] = at
            try:
                runner.enter(state, 0)
                found.append(("", state))
            except RuleError as error:
                found.append((error.slug, state))
        assert found[0] == found[1] == found[2]


def test_facts_about_an_argument_end_when_the_parameter_is_assigned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = Store("n", Call("beyond", (Const(3), Load("n")))), Return(Const(c.OVER))
    made = program(BEYOND, slots=(Slot("set", 0, width=9), Slot("n", 0)), steps=(step,))
    for runner in (placing(monkeypatch, made, 2000), ReferenceRunner(made, listening=False)):
        state = runner.blank()
        state[made.layout.slots["n"].first] = 5
        runner.enter(state, 0)
        state[made.layout.slots["n"].first] = 6
        with pytest.raises(RuleError, match="outside"):
            runner.enter(state, 0)


@pytest.mark.parametrize("length", [SHORT, LESS_SHORT, LESS_SHORT + 20])
def test_longer_functions_are_inlined_only_in_small_programs(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    some = (Set("at", Arith("+", Local("at"), Const(number))) for number in range((length - 2) // 4))
    long = Function("long", (("at", 0),), 0, (*some, Return(Local("at"))))
    step = Store("n", Arith("*", Call("long", (Load("n"),)), Call("long", (Const(3),)))), Return(Const(c.OVER))
    made = program(long, slots=(Slot("n", 0),), steps=(step,))
    called, placed = (len(placing(monkeypatch, made, room).binary) for room in (0, 2000))
    monkeypatch.setattr(statements, "SMALL", 0)
    in_a_large_one = len(placing(monkeypatch, made, 2000).binary)
    assert (placed > called) == (length <= LESS_SHORT)
    assert (in_a_large_one > called) == (length <= SHORT)


@pytest.mark.parametrize("name", ["breakthrough", "chess", "draughts", "hex"])
def test_playouts_are_the_same_with_and_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = load(CLASSICS / name)
    made = optimized(sampling_program(lower(pack.rules, 2, pack.defaults(2))))
    plain, placed = placing(monkeypatch, made, 0), placing(monkeypatch, made, 2000)
    assert len(placed.binary) > 1.2 * len(plain.binary)
    state = plain.start(3)
    assert placed.start(3) == state
    tallies = [
        runner.playouts(state, chance.seeded(5), 40, limit) for runner in (plain, placed) for limit in (10**6, 40)
    ]
    assert tallies[:2] == tallies[2:]
    assert plain.left() == placed.left()
