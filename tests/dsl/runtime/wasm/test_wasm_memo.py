"""Memoized functions of the native runner return current values and spend the same fuel."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from dsl.ir.instructions import (
    OVER,
    WAIT,
    Arith,
    BitsConst,
    Call,
    Check,
    Compare,
    Const,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    Load,
    Local,
    Population,
    Push,
    Return,
    Set,
    SetOp,
    Single,
    Statement,
    Store,
)
from dsl.ir.layout import Slot
from dsl.ir.program import DecisionPoint, Program, WinnerInfo
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_program
from dsl.runtime import chance
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm import codegen as emit
from dsl.runtime.wasm import memo as memoization
from dsl.runtime.wasm import slot_versions
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import program

RULESETS = Path(__file__).parents[4] / "rulesets"
SLOTS = (Slot("n", 0), Slot("total", 0), Slot("set", 0, width=100))
SUM = Function(
    "sum",
    (("times", 0),),
    0,
    (
        Set("sum", Const(0)),
        ForRange("i", Const(0), Local("times"), (Set("sum", Arith("+", Local("sum"), Load("n"))),)),
        Check(Compare("<", Local("sum"), Const(50)), 0),
        Return(Local("sum")),
    ),
)


def price(times: int, program: Program) -> int:
    """Return the fuel that `sum` costs."""
    (loop,) = (each for each in SUM.body if isinstance(each, ForRange))
    prices = FuelPrices(SUM, program)
    return prices.entry + times * prices.turn(loop)


def step_price(made: Program) -> int:
    """Return the fuel that step 0 costs without its calls."""
    return FuelPrices(Function("", (), 0, made.steps[0].body), made).entry


def adding(times: int) -> Program:
    """Step 0 calls twice, changes what is read, and calls once more; the fuel is enough for 18 iterations."""
    more = Store("total", Arith("+", Load("total"), Call("sum", (Const(times),))))
    change = Store("n", Arith("+", Load("n"), Const(1)))
    made = program(SUM, slots=SLOTS, steps=((more, more, change, more, Return(Const(-2))),), traps=("too-much",))
    return replace(made, fuel=step_price(made) + 3 * price(18, made) + 2)


def twice(spare: int) -> Program:
    """Step 0 calls twice with the same arguments, with `spare` more fuel than that takes."""
    more = Store("total", Arith("+", Load("total"), Call("sum", (Const(9),))))
    made = program(SUM, slots=SLOTS, steps=((more, more, Return(Const(-2))),), traps=("too-much",))
    return replace(made, fuel=step_price(made) + 2 * price(9, made) + spare)


SPARE = [(1, ""), (0, ""), (-1, "endless"), (-2, "endless"), (-10, "endless")]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memoize every function."""
    monkeypatch.setattr(memoization, "MIN_COST", 0)
    monkeypatch.setattr(memoization, "MIN_COST_PER_WORD", 0)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("times", [0, 1, 9, 16, 17, 18, 19, 30])
def test_memoized_calls_match_in_state_fuel_and_traps(times: int) -> None:
    """With 19 the fuel runs out in the third call, with 30 in the second, whose result is memoized."""
    made = adding(times)
    native, reference = NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)
    assert b"sum uncached" in native.binary
    for n in (0, 0, 1, 1, 2, 3, 40, 1):
        found = []
        for runner in (native, reference):
            state = runner.blank()
            state[made.layout.slots["n"].first] = n
            try:
                runner.enter(state, 0)
                found.append(("", state))
            except RuleError as error:
                found.append((error.slug, state))
        assert found[0] == found[1]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("spare", "slug"), SPARE)
def test_a_memoized_result_costs_its_full_fuel(spare: int, slug: str) -> None:
    made = twice(spare)
    found = []
    for runner in (NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)):
        state = runner.blank()
        for _ in range(2):  # the second time both answers are known
            found.append("")
            try:
                runner.enter(state, 0)
            except RuleError as error:
                found[-1] = error.slug
    assert found == [slug] * 4


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("length", [1, 15, 16, 17, 35, 64, 65, 99])
def test_a_change_of_any_element_invalidates_the_memo(length: int) -> None:
    grown = Set("sum", Arith("+", Local("sum"), Load("row", Local("i"))))
    body = (Set("sum", Const(0)), ForRange("i", Const(0), Const(length), (grown,)), Return(Local("sum")))
    made = program(Function("all", (), 0, body), slots=(Slot("row", 0, length),))
    runner = NativeRunner(made, listening=False)
    state = runner.blank()
    for place in range(length):
        assert runner.call(state, "all") == place
        state[made.layout.slots["row"].first + place] = 1
        assert runner.call(state, "all") == place + 1


CELLS = 70


def neighbours(width: int) -> Program:
    """Step 0 joins `beside` of every cell in `land`, then adds cell `n` to `land` and joins them again; a cell beyond
    the table is looked up, too."""
    grown = Set("found", SetOp("or", Local("found"), Single(Arith("+", Local("cell"), Const(1)), width)))
    first = Set("found", SetOp("and", Load("land"), Single(Local("cell"), width)))
    beside = (("cell", 0),), width, (first, If(Has(Load("land"), Local("cell")), (grown,)), Return(Local("found")))
    joined = Store("joined", SetOp("or", Load("joined"), Call("beside", (Local("cell"),))))
    every = ForBits("cell", BitsConst((1 << CELLS) - 1, width), (joined,))
    add = Store("land", SetOp("or", Load("land"), Single(Load("n"), width)))
    twice = (every, every, add, every, Store("count", Population(Load("joined"))), Return(Const(-2)))
    slots = (Slot("n", 0), Slot("count", 0), Slot("land", 0, width=width), Slot("joined", 0, width=width))
    return program(Function("beside", *beside), slots=slots, steps=(twice,))


@pytest.fixture
def by_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memoize every function, and compare versions only."""
    monkeypatch.setattr(memoization, "MIN_COST", 10**9)
    monkeypatch.setattr(memoization, "MIN_COST_BY_VERSION", 0)
    monkeypatch.setattr(memoization, "MIN_WORK_BY_VERSION", 0)
    monkeypatch.setattr(slot_versions, "SMALL", 0)


@pytest.mark.usefixtures("by_version")
@pytest.mark.parametrize("width", [100, 300, 700])
def test_a_result_for_each_number_is_current(width: int) -> None:
    made = neighbours(width)
    native, reference = NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)
    assert b"beside uncached" in native.binary
    for n in (3, 3, 68, 0, 69, 3):
        states = [runner.blank() for runner in (native, reference)]
        for runner, state in zip((native, reference), states, strict=True):
            state[made.layout.slots["n"].first] = n
            state[made.layout.slots["land"].first] = 0b1011
            runner.enter(state, 0)
        assert states[0] == states[1]


@pytest.mark.usefixtures("by_version")
@pytest.mark.parametrize("number", [-1, 100, 10**6])
def test_a_number_beyond_the_kept_results_is_looked_up(number: int) -> None:
    made = neighbours(100)
    found = []
    for runner in (NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)):
        with pytest.raises(RuleError) as error:
            runner.call(runner.blank(), "beside", number)
        found.append(error.value.slug)
    assert found[0] == found[1]


@pytest.mark.usefixtures("by_version")
@pytest.mark.parametrize("times", [0, 1, 9, 16, 17, 18, 19, 30])
def test_calls_memoized_by_version_match_in_state_fuel_and_traps(times: int) -> None:
    test_memoized_calls_match_in_state_fuel_and_traps(times)


@pytest.mark.usefixtures("by_version")
@pytest.mark.parametrize(("spare", "slug"), SPARE)
def test_a_result_memoized_by_version_costs_its_full_fuel(spare: int, slug: str) -> None:
    test_a_memoized_result_costs_its_full_fuel(spare, slug)


@pytest.mark.usefixtures("by_version")
def test_a_change_of_any_element_changes_its_version() -> None:
    test_a_change_of_any_element_invalidates_the_memo(35)


def spreading(width: int) -> Program:
    """Step 0 joins what `spread` makes of four sets in turn, then again after a change of `walls`; a set of more than
    six members traps."""
    known = (
        Check(Compare("<=", Population(Local("cells")), Const(6)), 0),
        Set("cells", SetOp("minus", Local("cells"), Load("walls"))),
        Set("found", SetOp("or", Local("cells"), Single(Local("more"), width))),
        ForBits("cell", Local("cells"), (If(Has(Load("walls"), Arith("+", Local("cell"), Const(1))), ()),)),
        Return(Local("found")),
    )
    body: list[Statement] = []
    for number in (0, 1, 2, 3, 0, 0, 2, 1):
        spread = Call("spread", (Load("sets", Const(number)), Const(number // 2)))
        body += [Store("joined", SetOp("or", Load("joined"), spread)), Store("n", Population(Load("joined")))]
    change = Store("walls", SetOp("or", Load("walls"), Single(Load("wall"), width)))
    steps = ((*body, change, *body, Return(Const(OVER))),)
    slots = (
        Slot("n", 0), Slot("wall", 0), Slot("sets", 0, 4, width=width), Slot("walls", 0, width=width),
        Slot("joined", 0, width=width),
    )  # fmt: skip
    function = Function("spread", (("cells", width), ("more", 0)), width, known)
    return program(function, slots=slots, steps=steps, traps=("too-much",))


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("width", [300, 350, 700])
@pytest.mark.parametrize("hashes", [1, 6])
def test_a_result_for_each_hash_of_wide_sets_is_current(
    width: int, hashes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two hashes for four sets, results take the places of others."""
    monkeypatch.setattr(memoization, "HASHES_LOG2", hashes)
    made = spreading(width)
    native, reference = NativeRunner(made, listening=False), ReferenceRunner(made, listening=False)
    assert b"spread uncached" in native.binary
    dice, first = Random(hashes), made.layout.slots["sets"].first
    stopped = set()
    for turn in range(40):
        sets = [
            sum(1 << dice.randrange(width - 1) for _ in range(dice.choice((0, 1, 3, 8)[: 3 + turn // 20])))
            for _ in range(4)
        ]
        found = []
        for runner in (native, reference):
            state = runner.blank()
            state[first : first + 4] = [bits if turn % 4 else sets[0] for bits in sets]
            state[made.layout.slots["wall"].first] = turn % 7
            try:
                runner.enter(state, 0)
                found.append(("", state))
            except RuleError as error:
                found.append((error.slug, state))
        assert found[0] == found[1]
        stopped.add(found[0][0])
    assert stopped == {"", "too-much"}


@pytest.mark.parametrize("name", ["classics/reversi", "classics/draughts", "dinosaurs-and-unicorns"])
@pytest.mark.parametrize("content", [True, False])
def test_playouts_are_the_same_with_and_without(name: str, content: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not content:
        for name_, value in (
            ("MIN_COST", 10**9),
            ("MIN_COST_BY_VERSION", 0),
            ("MIN_WORK_BY_VERSION", 0),
            ("USELESS_LIMIT", 10**6),
        ):
            monkeypatch.setattr(memoization, name_, value)
    pack = load(RULESETS / name)
    made = optimized(sampling_program(lower(pack.rules, 2, pack.defaults(2))))
    remembers = NativeRunner(made, listening=False)
    monkeypatch.setattr(emit, "memoizable", lambda *_: {})
    forgets = NativeRunner(made, listening=False)
    assert b" uncached" in remembers.binary
    assert b" uncached" not in forgets.binary
    state = remembers.start(3)
    assert forgets.start(3) == state
    for limit in (10**6, 25):
        tallies = [runner.playouts(state, chance.seeded(5), 8, limit) for runner in (remembers, forgets)]
        assert tallies[0] == tallies[1]
    assert remembers.left() == forgets.left()


@pytest.mark.usefixtures("by_version")
def test_a_playout_sees_the_state_from_which_it_begins() -> None:
    """The first to sit wins as long as no element of `row` is set when the only choice is made; then one is set."""
    row = Function("row", (), 0, (Return(Arith("+", Load("row", Const(0)), Load("row", Const(5)))),))
    kept = Store("total", Call("row", ()))
    wins = Function("wins", (("p", 0),), 0, (Return(Compare("==", Local("p"), Load("total"))),))
    ask = Push(Const(0)), Store("ask", Const(0)), Store("next", Const(1)), Return(Const(WAIT))
    answer = kept, Store("row", Const(1), Const(5)), Store("n", Call("row", ())), Return(Const(OVER))
    made = program(
        row,
        wins,
        Function("offer", (), None, (Push(Const(0)),)),
        slots=(Slot("n", 0), Slot("row", 0, 6), Slot("total", 0)),
        steps=(ask, answer),
        asks=(DecisionPoint(0, "offer", (), 0, (), 0, False),),
        prologue=(Store("in_play", BitsConst(3, 6)), Store("ask", Const(-1))),
        winner=(WinnerInfo("wins", True, "wins"),),
    )
    runner = NativeRunner(made, listening=False)
    assert runner.playouts(runner.start(1), chance.seeded(3), 9).wins == (9, 0)
