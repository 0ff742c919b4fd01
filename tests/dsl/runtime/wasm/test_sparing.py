"""Minimal modules, which contain only what a match needs: they play the same, and other calls still work."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.ir.instructions import Check, Const, Emit, Function, Load, Local, Push, Return
from dsl.ir.layout import Slot
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.runtime import chance
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import program

RULESETS = Path(__file__).parents[4] / "rulesets"


@pytest.mark.parametrize("name", ["classics/chess", "classics/reversi", "trias", "dinosaures"])
def test_a_minimal_module_plays_and_explains_the_same(name: str) -> None:
    pack = load(RULESETS / name)
    made = optimized(lower(pack.rules, 2, pack.defaults(2)))
    whole, minimal = NativeRunner(made), NativeRunner(made, minimal=True)
    assert len(minimal.binary) < 0.9 * len(whole.binary)
    states = whole.start(3), minimal.start(3)
    policy = chance.seeded(3)
    for made_before in range(0, 60, 15):
        found = [runner.roll_out(state, policy, 15) for runner, state in zip((whole, minimal), states, strict=True)]
        assert found[0] == found[1], made_before
        assert states[0] == states[1]
        policy = found[0][2]
        if states[0][made.layout.slots["ask"].first] >= 0:
            ask = made.asks[states[0][made.layout.slots["ask"].first]]
            whys = [entry.why for entry in ask.entries if entry.why]
            for value in range(0, 90, 7):
                for why in whys:
                    assert whole.call(states[0], why, value) == minimal.call(states[1], why, value)
            assert states[0] == states[1]


def test_functions_outside_the_module_may_push_emit_and_trap() -> None:
    loud = Function(
        "loud",
        (("n", 0),),
        0,
        (Push(Local("n")), Emit("over", ()), Check(Local("n"), 0), Return(Load("kept"))),
    )
    made = program(loud, slots=(Slot("kept", 0),), steps=((Return(Const(-2)),),), traps=("too-much",))
    whole, minimal = NativeRunner(made), NativeRunner(made, minimal=True)
    for runner in (whole, minimal):
        state = runner.blank()
        state[made.layout.slots["kept"].first] = 7
        before = state.copy()
        assert runner.call(state, "loud", 3) == 7
        assert runner.events() == [("over", ())]
        with pytest.raises(RuleError):
            runner.call(state, "loud", 0)
        assert runner.events() == []
        assert state == before
