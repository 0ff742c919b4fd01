"""Particularities of the native runner: fixed buffers, rollouts inside the module, ways to call it."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from dsl.ir import instructions as c
from dsl.ir.instructions import Arith, Const, Function, Load, Local, Return, Store
from dsl.ir.layout import BoardLayout, PieceLayout, Slot
from dsl.ir.program import DecisionPoint, Program, WinnerInfo
from dsl.runtime import chance
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import RolloutError, RolloutStop, roll_out
from dsl.runtime.wasm import instance as machine
from dsl.runtime.wasm.memory_layout import EVENTS_BYTES, MOST_OPTIONS
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import layout, program
from tests.dsl.runtime.test_simultaneous import secretly


def many(count: int, *, told: int = 0, below: int = 10**6) -> Program:
    """A program that asks for a number below `count` until they add up to 50 or more."""
    turn = (c.Push(Local("i")),)
    ask = (
        c.ForRange("i", Const(0), Const(count), turn),
        c.ForRange("i", Const(0), Const(told), (c.Emit("note", (Local("i"),)),)),
        Store("ask", Const(0)), Store("next", Const(1)), Return(Const(c.WAIT)),
    )  # fmt: skip
    added = Arith("+", Load("sum"), Load("chosen"))
    answer = (
        Store("ask", Const(-1)), Store("sum", added), Store("me", Arith("-", Const(1), Load("me"))),
        c.Check(c.Compare("<", Load("sum"), Const(below)), 0),
        c.If(c.Compare(">=", Load("sum"), Const(50)), (Return(Const(c.OVER)),)), Return(Const(0)),
    )  # fmt: skip
    offer = Function("offer", (), None, (c.ForRange("i", Const(0), Const(count), turn),))
    last = Function("last", (("p", 0),), 0, (Return(c.Compare("==", Local("p"), Load("me"))),))
    return program(
        offer, last, slots=(Slot("sum", 0),), steps=(ask, answer), fuel=10**9, traps=("too-much",),
        asks=(DecisionPoint(0, "offer", (), 0, (), 0, False),),
        prologue=(Store("in_play", c.BitsConst(3, 6)), Store("ask", Const(-1))), winner=(WINNER,),
    )  # fmt: skip


WINNER = WinnerInfo("last", True, "last")


@pytest.mark.parametrize(
    "crowd", [many(MOST_OPTIONS + 5), many(2, told=EVENTS_BYTES // 8 + 1)], ids=["options", "events"]
)
def test_steps_that_overflow_a_buffer_still_run(crowd: Program) -> None:
    native, reference = NativeRunner(crowd), ReferenceRunner(crowd)
    states = [runner.start(1) for runner in (native, reference)]
    assert states[0] == states[1]
    assert native.options(states[0]) == reference.options(states[1])
    assert native.events() == reference.events()
    for runner, state in zip((native, reference), states, strict=True):
        runner.choose(state, 1)
    assert states[0] == states[1]
    assert native.call(states[0], "last", 1) == reference.call(states[1], "last", 1) == 1
    policy = chance.seeded(1)
    assert native.roll_out(states[0], policy, 5) == roll_out(reference, states[1], policy, 5)
    assert states[0] == states[1]
    first = [runner.start(seed) for runner in (native, reference) for seed in (1, 2)]  # asked of one, then of another
    assert native.options(first[0]) == reference.options(first[2])


@pytest.mark.parametrize("width", [9, 100, 300, 2000])
def test_options_kept_as_sets_are_chosen_alike(width: int) -> None:
    """Some options come from bitsets, one of them within another loop, some one by one; the order of pushes is kept."""
    every = c.BitsConst(sum(1 << member for member in range(0, width, 3)) | 1 << width - 1, width)
    offers = (
        c.Push(Const(-5)),
        c.ForBits("m", every, (c.Push(Local("m")),)),
        c.ForRange("i", Const(0), Const(3), (
            c.ForBits("n", c.Shift(every, 1, width), (c.Push(Arith("+", Const(7000), Local("n"))),)),
            c.Push(Local("i"), c.Compare("!=", Local("i"), Load("turn"))),
        )),
        c.ForBits("none", c.BitsConst(0, width), (c.Push(Local("none")),)),
        c.ForBits("p", every, (c.Push(Arith("-", Const(9000), Local("p"))),)),
    )  # fmt: skip
    ask = (*offers, Store("ask", Const(0)), Store("next", Const(1)), Return(Const(c.WAIT)))
    answer = (
        Store("ask", Const(-1)), Store("made", Load("chosen"), Load("turn")),
        Store("turn", Arith("+", Load("turn"), Const(1))),
        c.If(c.Compare("==", Load("turn"), Const(60)), (Return(Const(c.OVER)),)), Return(Const(0)),
    )  # fmt: skip
    offer = Function("offer", (), None, offers)
    asks = (DecisionPoint(0, "offer", (), 0, (), 0, False),)
    slots = (Slot("made", 0, 60),)
    made = program(offer, slots=slots, steps=(ask, answer), asks=asks, fuel=10**7)
    native, reference = NativeRunner(made), ReferenceRunner(made)
    for limit in (1, 30, 60):
        states = native.start(1), reference.start(1)
        policy = chance.seeded(width + limit)
        assert native.roll_out(states[0], policy, limit) == roll_out(reference, states[1], policy, limit)
        assert states[0] == states[1]
        assert native.options(states[0]) == reference.options(states[1])


@pytest.mark.parametrize("limit", [0, 3, 1000])
def test_rollouts_make_the_choices_of_the_reference(limit: int) -> None:
    native, reference = NativeRunner(many(6)), ReferenceRunner(many(6))
    for seed in range(20):
        states = native.start(seed), reference.start(seed)
        found = native.roll_out(states[0], chance.seeded(seed), limit, watch=True)
        assert found == roll_out(reference, states[1], chance.seeded(seed), limit, watch=True)
        assert found[0] == (RolloutStop.OVER if limit == 1000 else RolloutStop.LIMIT)
        assert states[0] == states[1]


def test_rollouts_pass_through_secret_decisions() -> None:
    native, reference = NativeRunner(secretly(0b11)), ReferenceRunner(secretly(0b11))
    for limit in range(6):
        states = native.start(1), reference.start(1)
        policy = chance.seeded(limit)
        assert native.roll_out(states[0], policy, limit) == roll_out(reference, states[1], policy, limit)
        assert states[0] == states[1]
        assert native.waiting(states[0]) == reference.waiting(states[1])
        assert native.options(states[0]) == reference.options(states[1])


def test_conflicting_secret_changes_end_a_rollout_with_an_error() -> None:
    native, reference = NativeRunner(secretly(0b11, "all")), ReferenceRunner(secretly(0b11, "all"))
    for play in (native.roll_out, partial(roll_out, reference)):
        state = native.start(1)
        with pytest.raises(RolloutError) as caught:
            play(state, chance.seeded(5), 1000)
        assert (caught.value.choices, caught.value.error.slug) == (1, "both-changed")
    state = native.start(1)
    native.choose(state, 3, 1)
    assert native.waiting(state) == [0]


@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize("cell", [12, 3])
def test_a_rollout_stops_when_the_rim_is_occupied(kind: int, cell: int) -> None:
    """For each type of component, which have bitsets of their own. The board is five by five; its middle is not the
    rim."""
    rim = sum(1 << number for number in range(25) if number // 5 in (0, 4) or number % 5 in (0, 4))
    board = BoardLayout("fen", "squares", 25, {}, {}, {}, unbounded=True, window=1, rim=rim)
    piece = PieceLayout("stone", "fen", True, False, 9, None, (), ())
    shape = replace(layout(Slot("stone.on", 0, 3, width=25), boards=(board,)), pieces={"stone": piece})
    put = Store("stone.on", c.BitsConst(1 << cell, 25), Const(kind))
    ask = Store("ask", Const(0)), Store("next", Const(1)), c.Push(Const(7)), Return(Const(c.WAIT))
    offer = Function("offer", (), None, (c.Push(Const(7)),))
    asks = (DecisionPoint(0, "offer", (), 0, (), 0, False),)
    made = program(offer, steps=(ask, (put, Return(Const(0)))), shape=shape, asks=asks)
    native, reference = NativeRunner(made), ReferenceRunner(made)
    states = native.start(1), reference.start(1)
    found = native.roll_out(states[0], chance.seeded(1), 4)
    assert found == roll_out(reference, states[1], chance.seeded(1), 4)
    assert found[:2] == ((RolloutStop.ROOM, 1) if cell == 3 else (RolloutStop.LIMIT, 4))
    assert states[0] == states[1]


def test_a_rule_error_in_a_rollout_reports_the_number_of_choices() -> None:
    found = []
    for runner in (NativeRunner(many(6, below=30)), ReferenceRunner(many(6, below=30))):
        play = runner.roll_out if isinstance(runner, NativeRunner) else partial(roll_out, runner)
        with pytest.raises(RolloutError) as caught:
            play(runner.start(1), chance.seeded(5), 1000)
        found.append((caught.value.choices, caught.value.error.slug))
        state = runner.start(1)
        runner.choose(state, 5)
        assert runner.options(state) == [0, 1, 2, 3, 4, 5]
    assert found[0] == found[1]
    assert found[0][1] == "too-much"


def test_playouts_count_leaders_and_keep_the_state() -> None:
    runner = NativeRunner(many(6))
    state = runner.start(1)
    before = state.copy()
    tally = runner.playouts(state, chance.seeded(3), 200)
    assert (tally.made, tally.stop, tally.shared, sum(tally.wins)) == (200, RolloutStop.OVER, 0, 200)
    assert state == before
    assert runner.playouts(state, chance.seeded(3), 200) == tally
    assert 200 * 10 < tally.choices < 200 * 50
    stopped = runner.playouts(state, chance.seeded(3), 200, limit=3)
    assert (stopped.made, stopped.stop) == (0, RolloutStop.LIMIT)
    assert runner.options(state) == [0, 1, 2, 3, 4, 5]


def test_playouts_without_room_fall_back_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = NativeRunner(many(6))
    quick = [runner.playouts(runner.start(1), chance.seeded(3), 20, limit) for limit in (1000, 14, 3)]
    reached = runner.left()

    def stopped(count: int, limit: int) -> int:
        raise machine.StoppedError

    monkeypatch.setattr(runner, "_playouts", stopped)
    assert [runner.playouts(runner.start(1), chance.seeded(3), 20, limit) for limit in (1000, 14, 3)] == quick
    assert runner.left() == reached
    assert quick[0].made == 20 > quick[1].made >= quick[2].made == 0


def test_the_plain_calling_convention_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.raw_calls_work()
    quick = NativeRunner(many(6))
    monkeypatch.setattr(machine, "raw_calls_work", lambda: False)
    plain = NativeRunner(many(6, below=30))
    states = quick.start(1), plain.start(1)
    assert quick.roll_out(states[0], chance.seeded(1), 3) == plain.roll_out(states[1], chance.seeded(1), 3)
    assert states[0] == states[1]
    with pytest.raises(RolloutError):
        plain.roll_out(plain.start(1), chance.seeded(5), 1000)


def test_a_module_imports_nothing_and_its_memory_never_grows() -> None:
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), NativeRunner(many(6)).binary)
    assert module.imports == []
    (limits,) = (export.type.limits for export in module.exports if isinstance(export.type, wasmtime.MemoryType))
    assert limits.min == limits.max
