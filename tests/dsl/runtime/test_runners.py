"""Semantics of the instructions, one by one, on every runner."""

from __future__ import annotations

import pytest

from dsl.ir import instructions as c
from dsl.ir.instructions import Arith, BitsConst, Const, Function, Load, Local, Return, Store
from dsl.ir.layout import Slot
from dsl.ir.program import DecisionPoint
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.runner import RuleError, Runner
from dsl.runtime.stepping_runner import SteppingRunner
from tests.dsl.runtime import chosen_runner
from tests.dsl.runtime.programs import program

pytestmark = pytest.mark.usefixtures("every_runner")


def result(expr: c.Expr, *before: c.Statement, width: int = 0, fuel: int = 100_000) -> int:
    """Return the result of a function that evaluates `expr`."""
    runner: Runner = chosen_runner.runner(program(Function("f", (), width, (*before, Return(expr))), fuel=fuel))
    return runner.call(runner.blank(), "f")


@pytest.mark.parametrize(
    ("dividend", "divisor", "down", "up"),
    [(7, 2, 3, 4), (-7, 2, -4, -3), (-6, 3, -2, -2), (0, 5, 0, 0), (-1, 9, -1, 0)],
)
def test_division_rounds_in_the_given_direction(dividend: int, divisor: int, down: int, up: int) -> None:
    for given in (Const(divisor), Arith("+", Const(divisor), Const(0))):
        assert result(Arith("/down", Const(dividend), given)) == down
        assert result(Arith("/up", Const(dividend), given)) == up


def test_a_divisor_below_one_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match="divided by 1 or more"):
        result(Arith("/up", Const(3), Const(0)))


def test_truth_values_are_0_and_1() -> None:
    kept = result(c.AnyOf((c.Compare("<", Const(1), Const(2)), Const(0))))
    assert type(kept) is int
    assert kept == 1
    assert result(c.Not(Const(7))) == 0


def test_bitsets_are_cut_to_their_width() -> None:
    shifted = c.Shift(BitsConst(0b1001, 4), 1, 4)
    assert result(shifted, width=4) == 0b0010
    assert result(c.Population(c.SetOp("or", shifted, shifted))) == 1
    assert result(c.Lowest(shifted)) == 1
    assert result(c.Lowest(BitsConst(0, 4))) == -1
    assert result(c.SetOp("minus", BitsConst(0b0110, 4), shifted), width=4) == 0b0100
    assert result(c.IsEmpty(c.Shift(BitsConst(0b1000, 4), 1, 4))) == 1
    assert result(c.Shift(BitsConst(0b1001, 4), -1, 4), width=4) == 0b0100


@pytest.mark.parametrize("width", [5, 64, 90, 200, 700])
def test_nth_finds_members_in_ascending_order(width: int) -> None:
    bits = sum(1 << member for member in range(width) if member % 7 in (0, 3, 4))
    members = [member for member in range(width) if bits >> member & 1]
    for number in (-(2**31), -2, -1, *range(0, len(members) + 2, 1 + len(members) // 40), 10**9):
        wanted = members[number] if 0 <= number < len(members) else -1
        assert result(c.Nth(BitsConst(bits, width), Const(number))) == wanted


@pytest.mark.parametrize("member", [-1, 4])
def test_a_member_beyond_the_width_is_a_rule_error(member: int) -> None:
    for question in (c.Has(BitsConst(5, 4), Const(member)), c.Population(c.Single(Const(member), 4))):
        with pytest.raises(RuleError, match="place that does not exist"):
            result(question)


def test_loops_iterate_over_a_snapshot_in_ascending_order() -> None:
    slots = (Slot("seen", 0, 3), Slot("at", 0), Slot("left", 0, width=9))
    body = (
        Store("seen", Local("m"), Load("at")),
        Store("at", Arith("+", Load("at"), Const(1))),
        Store("left", BitsConst(0, 9)),
    )
    loop = (Store("left", BitsConst(0b1_0000_0101, 9)), c.ForBits("m", Load("left"), body), Return(Const(c.OVER)))
    made = program(slots=slots, steps=(loop,))
    runner = chosen_runner.runner(made)
    state = runner.start(1)
    first = runner.program.layout.slots["seen"].first
    assert state[first : first + 3] == [0, 2, 8]
    prices = FuelPrices(Function("", (), 0, loop), made)
    assert state[0] == made.fuel - prices.entry - 3 * prices.turn(loop[1]), "for the step, and for each member"


def test_a_counted_loop_pays_for_all_iterations_at_entry() -> None:
    loop = c.ForRange("i", Const(3), Const(9), (c.Break(),))
    empty = c.ForRange("i", Const(9), Const(3), ())
    step = (loop, empty, Return(Const(c.OVER)))
    made = program(steps=(step,))
    prices = FuelPrices(Function("", (), 0, step), made)
    assert chosen_runner.runner(made).start(1)[0] == made.fuel - prices.entry - 6 * prices.turn(loop)


def test_an_iteration_with_more_work_costs_more_fuel() -> None:
    def turn(width: int, *more: c.Statement) -> int:
        body = (c.Set("s", c.SetOp("and", Load("set"), Load("set"))), *more)
        loop = c.ForRange("i", Const(0), Const(9), body)
        made = program(slots=(Slot("set", 0, width=width),), steps=((loop, Return(Const(c.OVER))),))
        runner = chosen_runner.runner(made)
        price = FuelPrices(Function("", (), 0, made.steps[0].body), made).turn(loop)
        assert (
            runner.start(1)[0]
            == made.fuel - FuelPrices(Function("", (), 0, made.steps[0].body), made).entry - 9 * price
        )
        return price

    counts = (Store("me", c.Population(Local("s"))),) * 20
    assert turn(50) < turn(50, *counts)
    assert turn(50) < turn(8100)
    assert turn(8100, *counts) - turn(8100) > turn(50, *counts) - turn(50)
    branches = c.If(Load("me"), counts[:9], counts)
    assert turn(50, branches) == turn(50, c.If(Load("me"), (), counts)), "the dearer branch counts"


def test_an_endless_loop_runs_out_of_fuel_and_restores_the_state() -> None:
    turn = (Store("count", Arith("+", Load("count"), Const(1))),)
    endless = (c.Emit("enter", (Const(1),)), c.While(Const(1), turn), Return(Const(c.OVER)))
    runner = chosen_runner.runner(program(slots=(Slot("count", 0),), steps=(endless,)))
    state = runner.blank()
    before = state.copy()
    with pytest.raises(RuleError, match=r"fen\.rules:7:1: endless"):
        runner.enter(state, 0)
    assert state == before
    assert runner.events() == []


def asking(*, trap: bool = False) -> SteppingRunner:
    """A program in which red chooses 3 or 5 three times, which are added up; blue is never asked."""
    offer = Function("offer", (), None, (c.Push(Const(3)), c.Push(Const(4), Const(0)), c.Push(Const(5))))
    ask = (
        Store("ask", Const(0)),
        Store("next", Const(1)),
        c.Do(c.Call("offer", ())),
        Return(Const(c.WAIT)),
    )
    answer = (
        Store("sum", Arith("+", Load("sum"), Load("chosen"))),
        c.Emit("note", (Load("sum"),)),
        *((c.Check(c.Compare("<", Load("sum"), Const(8)), 0),) if trap else ()),
        c.If(c.Compare(">=", Load("sum"), Const(9)), (Return(Const(c.OVER)),)),
        Return(Const(0)),
    )
    question = DecisionPoint(0, "offer", (), 0, (), 0, False)
    return chosen_runner.runner(
        program(offer, slots=(Slot("sum", 0),), steps=(ask, answer), asks=(question,), traps=("too-much",))
    )


def test_a_match_waits_for_choices_and_continues() -> None:
    runner = asking()
    state = runner.start(1)
    assert runner.options(state) == [3, 5]
    runner.choose(state, 5)
    assert runner.options(state) == [3, 5]
    assert runner.events() == [("note", (5,))]
    assert runner.events() == []
    runner.choose(state, 5)
    assert runner.options(state) == []
    assert state[runner.program.layout.slots["final"].first] == 1


def test_options_depend_on_the_state_not_on_the_last_run() -> None:
    runner = asking()
    state = runner.start(1)
    earlier = state.copy()
    runner.choose(state, 5)
    runner.choose(state, 5)
    assert runner.options(earlier) == [3, 5]
    runner.choose(earlier, 3)
    assert runner.options(state) == []


def test_a_choice_that_is_not_offered_is_refused() -> None:
    runner = asking()
    state = runner.start(1)
    with pytest.raises(ValueError, match="4 is not among the options"):
        runner.choose(state, 4)


def test_a_trap_restores_the_state_and_its_options() -> None:
    runner = asking(trap=True)
    state = runner.start(1)
    runner.choose(state, 5)
    runner.events()
    before = state.copy()
    with pytest.raises(RuleError) as error:
        runner.choose(state, 5)
    assert (error.value.slug, error.value.span.line) == ("too-much", 3)
    assert state == before
    assert runner.events() == []
    assert runner.options(state) == [3, 5]


def test_calling_a_function_never_changes_the_state() -> None:
    suppose = Function("suppose", (("x", 0),), 0, (Store("sum", Local("x")), c.Check(Const(0), 0), Return(Const(1))))
    runner = chosen_runner.runner(program(suppose, slots=(Slot("sum", 0),), traps=("never",)))
    state = runner.blank()
    before = state.copy()
    with pytest.raises(RuleError, match="never"):
        runner.call(state, "suppose", 7)
    assert state == before


def test_random_numbers_are_those_of_pcg32() -> None:
    """The demo of the C library: seed 42, stream 54. A draw below 2**31 keeps 31 bits of each number."""
    published = (0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)
    drawing = c.ForRange("i", Const(0), Const(6), (Store("drawn", c.Draw(Const(2**31 - 1)), Local("i")),))
    runner = chosen_runner.runner(program(slots=(Slot("drawn", 0, 6),), steps=((drawing, Return(Const(c.OVER))),)))
    first = runner.program.layout.slots["drawn"].first
    assert runner.start(42)[first:] == [number * (2**31 - 1) >> 32 for number in published]


def test_a_runner_without_listener_keeps_no_events_and_plays_the_same() -> None:
    loud = asking()
    quiet = chosen_runner.runner(loud.program, listening=False)
    states = [runner.start(1) for runner in (loud, quiet)]
    for runner, state in zip((loud, quiet), states, strict=True):
        runner.choose(state, 5)
    assert states[0] == states[1]
    assert (len(loud.events()), quiet.events()) == (1, [])


def test_calling_the_function_of_an_ask_offers_options_once() -> None:
    runner = asking()
    state = runner.start(1)
    runner.call(state, "offer")
    assert runner.options(state) == [3, 5]


TWICE = (c.Set("a", Const(1)), c.Set("a", Load("far")))
TURN = c.ForRange("i", Const(2), Const(3), (c.Set("a", Arith("-", Local("i"), Const(9))),))


@pytest.mark.parametrize(
    ("before", "index"),
    [
        ((), Arith("-", Const(1), c.Lowest(c.Single(Const(3), 4)))),
        ((), Arith("-", c.Population(BitsConst(0, 4)), Const(1))),
        ((), c.Lowest(BitsConst(0, 3))),
        ((), Arith("*", Const(-1), c.Population(BitsConst(1, 2)))),
        ((), Arith("/down", Const(-1), Const(3))),
        ((), Arith("max", Const(3), Const(1))),
        ((), Arith("min", Const(-1), Const(1))),
        ((), c.Select(Const(1), Const(3), Const(0))),
        ((), c.Select(Const(0), Const(0), Const(-1))),
        ((), c.Lookup("far", Const(0))),
        (TWICE, Local("a")),
        ((c.Set("a", Const(0)), TURN), Local("a")),
    ],
)
def test_unproven_indices_are_checked(before: c.Block, index: c.Expr) -> None:
    """Each index lies outside an array of three; an unsound proof of its bounds would let it pass."""
    read = (*before, Return(Load("list", index)))
    write = (*before, Store("list", Const(1), index), Return(Const(0)))
    for body in (read, write):
        prologue = (Store("far", Const(3)),)
        slots = (Slot("list", 0, 3), Slot("far", 0), Slot("spare", 0, 9))
        runner = chosen_runner.runner(
            program(Function("f", (), 0, body), slots=slots, tables={"far": (9, 1)}, prologue=prologue)
        )
        with pytest.raises(RuleError, match="place that does not exist"):
            runner.call(runner.blank(), "f")
