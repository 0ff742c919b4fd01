"""Parallel worlds: forking, choices in one world, merging."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.ir.instructions import (
    FORK,
    OVER,
    WAIT,
    Arith,
    BitsConst,
    Block,
    Compare,
    Const,
    Function,
    If,
    Load,
    Push,
    Return,
    SetOp,
    Single,
    Store,
)
from dsl.ir.layout import Layout, PieceLayout, Slot
from dsl.ir.program import DecisionPoint, Program
from dsl.match.rulesets.ruleset import load
from dsl.runtime.canonical_state import state_of
from dsl.runtime.runner import RuleError, State
from dsl.runtime.simultaneous import ConflictingChangesError, merge_worlds, next_chooser, worlds_of
from dsl.runtime.stepping_runner import SteppingRunner
from tests.dsl.runtime import chosen_runner
from tests.dsl.runtime.programs import layout, program
from tests.rulesets import RULESETS

every = pytest.mark.usefixtures("every_runner")

THINGS = (Slot("own", 0, 2), Slot("all", 0), Slot("seen", 0, 1, 8), Slot("rounds", 0))


def secretly(who: int, changed: str = "own") -> Program:
    """A program in which the seats in `who` each choose a number in secret; step 4 comes after it."""
    place = Load("chooser") if changed == "own" else None
    fork: Block = (
        Store("secretly", BitsConst(who, 6)), Store("branch", Const(1)), Store("next", Const(4)),
        Store("rounds", Arith("+", Load("rounds"), Const(1))), Return(Const(FORK)),
    )  # fmt: skip
    ask: Block = (
        Push(Const(3)), Push(Const(7)),
        Store("ask", Const(0)), Store("next", Const(2)), Return(Const(WAIT)),
    )  # fmt: skip
    take: Block = (
        Store("ask", Const(-1)), Store(changed, Load("chosen"), place),
        Store("seen", SetOp("or", Load("seen"), Single(Load("chosen"), 8))), Return(Const(3)),
    )  # fmt: skip
    after: Block = (
        If(Compare("<", Load("rounds"), Const(2)), (Return(Const(0)),)),
        Return(Const(OVER)),
    )
    shape = layout(*THINGS)
    things = frozenset({"own", "all", "seen"})
    shape = Layout(shape.slots, shape.length, {}, {}, {}, {}, {}, {}, things)
    offer = Function("offer", (), 0, (Push(Const(3)), Push(Const(7)), Return(Const(2))))
    question = DecisionPoint(0, "offer", (), 0, (), 0, False)
    return program(offer, steps=(fork, ask, take, (Return(Const(OVER)),), after), asks=(question,), shape=shape)


def get(runner: SteppingRunner, state: State, slot: str, index: int = 0) -> int:
    return state[runner.program.layout.slots[slot].first + index]


@every
def test_the_flow_continues_when_all_seats_are_done() -> None:
    runner = chosen_runner.runner(secretly(0b11))
    state = runner.start(1)
    assert runner.waiting(state) == [0, 1]
    runner.choose(state, 7, 1)
    assert runner.waiting(state) == [0]
    assert [get(runner, world, "own", 1) for world in worlds_of(runner.program.layout, state)] == [0, 0, 7]
    with pytest.raises(ValueError, match="seat 1 has nothing to choose"):
        runner.choose(state, 3, 1)
    runner.choose(state, 3)
    assert (get(runner, state, "own", 0), get(runner, state, "own", 1), get(runner, state, "seen")) == (
        3,
        7,
        0b10001000,
    )
    assert (get(runner, state, "rounds"), runner.waiting(state)) == (2, [0, 1])


@every
def test_without_participants_the_flow_continues_at_once() -> None:
    runner = chosen_runner.runner(secretly(0))
    state = runner.start(1)
    assert len(state) == runner.program.layout.length
    assert (get(runner, state, "final"), get(runner, state, "rounds"), get(runner, state, "branch")) == (1, 2, 0)


@every
def test_conflicting_changes_are_a_rule_error_that_restores_the_state() -> None:
    runner = chosen_runner.runner(secretly(0b11, changed="all"))
    state = runner.start(1)
    runner.choose(state, 3, 0)
    before = state.copy()
    with pytest.raises(RuleError) as caught:
        runner.choose(state, 7, 1)
    assert caught.value.slug == "both-changed"
    assert state == before
    assert runner.options(state, 1) == [3, 7]


@every
def test_endless_forking_runs_out_of_fuel() -> None:
    endless = secretly(0)
    steps = tuple(step if step.number != 4 else type(step)(4, (Return(Const(0)),)) for step in endless.steps)
    runner = chosen_runner.runner(replace(endless, steps=steps))
    with pytest.raises(RuleError) as caught:
        runner.start(1)
    assert caught.value.slug == "endless"


@every
def test_a_forked_state_has_a_canonical_form() -> None:
    runner = chosen_runner.runner(secretly(0b11))
    state = runner.start(1)
    digest = runner.digest(state)
    runner.choose(state, 7, 1)
    assert state_of(runner.program.layout, runner.block(state)) == state
    assert runner.digest(state) != digest


numbers = st.lists(st.integers(-3, 3), min_size=3, max_size=3)


@given(trunk=numbers, changes=st.lists(st.tuples(st.integers(0, 2), st.integers(-3, 3)), max_size=3), data=st.data())
def test_merging_ignores_the_order_of_worlds(
    trunk: list[int], changes: list[tuple[int, int]], data: st.DataObject
) -> None:
    shape = layout(Slot("thing", 0, 3), Slot("place", 0))
    shape = Layout(shape.slots, shape.length, {}, {}, {}, {}, {}, {}, frozenset({"thing"}))
    first = shape.slots["thing"].first
    base = [0] * first + trunk + [9]
    worlds = [base[:first] + trunk[:at] + [value] + trunk[at + 1 :] + [n] for n, (at, value) in enumerate(changes)]

    def together(order: list[State]) -> State | None:
        try:
            return merge_worlds(shape, base + [value for world in order for value in world])
        except ConflictingChangesError:
            return None

    found = together(worlds)
    assert found == together(data.draw(st.permutations(worlds)))
    if found is not None:
        assert found[-1] == 9, "where a world stood in the rules is forgotten"
        assert all(found[first + at] == value for at, value in changes if value != trunk[at])


def test_merging_recomputes_occupied_cells() -> None:
    """A piece leaves a cell in one world, another arrives there in another world: the cell stays occupied."""
    here, anywhere = Slot("frog.here", 0, 2, 4), Slot("frog.any", 0, 1, 2)
    shape = layout(here, anywhere)
    frog = PieceLayout("frog", "pond", False, True, 4, None, (), ())
    things = frozenset({"frog.here", "frog.any"})
    shape = Layout(shape.slots, shape.length, {}, {}, {"frog": frog}, {}, {}, {}, things)
    before = [0] * (shape.length - 3)
    trunk, left, came = [0b0001, 0b0010, 0b11], [0, 0b0011, 0b10], [0b0101, 0b0010, 0b11]
    found = merge_worlds(shape, [value for world in (trunk, left, came) for value in (*before, *world)])
    assert found[-3:] == [0b0100, 0b0011, 0b11]


def test_next_chooser_prefers_the_seat_then_its_team_leader() -> None:
    teamed = load(RULESETS / "dinosaures").program(4).layout
    teams = {seat: teamed.first_of(seat) for seat in range(4)}
    partner = next(seat for seat, first in teams.items() if first not in (seat, 0))
    assert next_chooser(teamed, (0, partner), partner) == partner
    assert next_chooser(teamed, (0, teams[partner]), partner) == teams[partner]
    assert next_chooser(teamed, (0,), partner) == 0
