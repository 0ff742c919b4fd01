"""Each pass on small functions: what it does, and what it must leave alone."""

from __future__ import annotations

from dsl.ir import instructions as c
from dsl.ir.builder import walk
from dsl.optimizer.rewriting import all_statements, expressions_of
from tests.dsl.optimizer.running import WIDTH, body, result

X, Y, M = c.Local("x"), c.Local("y"), c.Local("m")
SET = c.Load("set")
FULL, EMPTY = c.BitsConst(0xFF, WIDTH), c.BitsConst(0, WIDTH)


def function(name: str, *statements: c.Statement, result: int | None = 0, restores: bool = False) -> c.Function:
    return c.Function(name, (("x", 0), ("m", WIDTH)), result, statements, restores=restores)


def count(block: c.Block, sort: type) -> int:
    """How many instructions of a sort stand in a block, wherever."""
    parts = [part for each in all_statements(block) for expr in expressions_of(each) for part in walk(expr)]
    return sum(isinstance(part, sort) for part in parts)


def square(name: str = "square") -> c.Function:
    return function(name, c.Return(c.Arith("*", X, X)))


# ---- fold ----


def test_what_is_known_beforehand_is_worked_out() -> None:
    seven = c.Arith("+", c.Const(3), c.Const(4))
    told = function("f", c.Set("y", seven), c.If(c.Compare(">", Y, c.Const(6)), (c.Return(Y),)), c.Return(X))
    assert body([told], ["fold"])[-2:] == (c.Return(c.Const(7)), c.Return(X))
    assert result([told], 5, 0) == 7


def test_a_local_that_a_loop_changes_is_no_constant() -> None:
    turn = c.ForRange("i", c.Const(0), c.Const(3), (c.Set("y", c.Arith("+", Y, c.Const(2))),))
    assert result([function("f", c.Set("y", c.Const(0)), turn, c.Return(Y))], 0, 0) == 6


def test_sets_go_by_their_laws() -> None:
    inside = c.SetOp("and", c.BitsConst(0b1110, WIDTH), c.SetOp("and", c.BitsConst(0b0111, WIDTH), M))
    folded = body([function("f", c.Return(inside), result=WIDTH)], ["fold"])
    assert folded == (c.Return(c.SetOp("and", M, c.BitsConst(0b0110, WIDTH))),)


def test_nothing_is_folded_away_that_springs_a_trap() -> None:
    outside = c.SetOp("and", EMPTY, c.Single(X, WIDTH))
    assert count(body([function("f", c.Return(outside), result=WIDTH)]), c.Single) == 1


# ---- inline ----


def test_a_small_function_takes_the_place_of_its_call() -> None:
    calls = function("f", c.Return(c.Arith("+", c.Call("square", (X, M)), c.Const(1))))
    assert body([square(), calls], ["inline"]) == (c.Return(c.Arith("+", c.Arith("*", X, X), c.Const(1))),)
    assert result([square(), calls], 5, 0) == 26


def test_what_is_given_to_it_is_worked_out_once() -> None:
    seven = c.Arith("*", X, c.Const(7))
    calls = function("f", c.Return(c.Call("square", (seven, M))))
    assert count(body([square(), calls], ["inline"]), c.Arith) == 2
    assert result([square(), calls], 2, 0) == 196


def test_a_function_that_changes_something_stays_a_call() -> None:
    counts = function("counts", c.Store("n", c.Arith("+", c.Load("n"), c.Const(1))), c.Return(c.Load("n")))
    twice = function("f", c.Return(c.Arith("-", c.Call("counts", (X, M)), c.Call("counts", (X, M)))))
    assert count(body([counts, twice]), c.Call) == 2
    assert result([counts, twice], 0, 0) == -1


# ---- common subexpressions ----


def test_what_is_needed_twice_is_worked_out_once() -> None:
    costly = c.SetOp("or", c.Shift(M, 2, WIDTH), SET)
    both = c.Arith("+", c.Population(costly), c.Lowest(costly))
    assert count(body([function("f", c.Return(both))], ["cse"]), c.Shift) == 1
    assert result([function("f", c.Return(both))], 0, 0b10) == 3


def test_what_changed_in_between_is_worked_out_again() -> None:
    costly = c.SetOp("or", c.Shift(M, 2, WIDTH), SET)
    first, second = c.Set("y", c.Population(costly)), c.Set("z", c.Population(costly))
    told = function("f", first, c.Store("set", FULL), second, c.Return(c.Arith("-", c.Local("z"), Y)))
    assert count(body([told], ["cse"]), c.SetOp) == 2
    assert result([told], 0, 0b10) == 8 - 3


def test_what_only_some_cases_need_is_not_worked_out_for_all() -> None:
    outside = c.Population(c.Single(X, WIDTH))
    careful = c.If(c.Compare("<", X, c.Const(WIDTH)), (c.Return(c.Arith("+", outside, outside)),))
    told = function("f", careful, c.Return(c.Const(-1)))
    assert result([told], 40, 0) == -1
    assert result([told], 4, 0) == 2


def test_whoever_puts_everything_back_counts_as_an_expression() -> None:
    supposes = function(
        "supposes",
        c.Set("kept", SET),
        c.Store("set", M),
        c.Set("y", c.Population(SET)),
        c.Store("set", c.Local("kept")),
        c.Return(Y),
        restores=True,
    )
    twice = function("f", c.Return(c.Arith("*", c.Call("supposes", (X, M)), c.Call("supposes", (X, M)))))
    assert count(body([supposes, twice]), c.Call) == 1
    assert result([supposes, twice], 0, 0b111) == 9


# ---- loop invariants ----


def far(name: str = "far") -> c.Function:
    """A function that is never put in place: it has a loop."""
    return function(name, c.Set("y", X), c.ForBits("i", M, (c.Set("y", c.Arith("+", Y, c.Const(1))),)), c.Return(Y))


def test_a_loop_does_not_call_anew_what_stays_the_same() -> None:
    more = c.Set("n", c.Arith("+", c.Local("n"), c.Call("far", (X, M))))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", SET, (more,)), c.Return(c.Local("n")))
    match body([far(), loop], ["licm"]):
        case (c.Set("n"), c.Set(), c.If(_, (c.Set(_, c.Call("far")), c.ForBits(_, _, again))), c.Return()):
            assert not count(again, c.Call)
        case other:
            raise AssertionError(other)
    assert result([far(), loop], 4, 0b11) == 3 * 6


def test_a_loop_that_never_turns_calls_nothing() -> None:
    outside = c.Function("outside", (("x", 0),), 0, (c.ForBits("i", c.Single(X, WIDTH), (c.Break(),)), c.Return(X)))
    more = c.Set("n", c.Call("outside", (X,)))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", M, (more,)), c.Return(c.Local("n")))
    assert result([outside, loop], 40, 0) == 0


def test_a_loop_calls_anew_what_it_changes() -> None:
    grows = function("grows", c.Set("y", X), c.ForBits("i", SET, (c.Set("y", c.Arith("+", Y, X)),)), c.Return(Y))
    loses = c.Store("set", c.SetOp("minus", SET, c.Single(c.Local("k"), WIDTH)))
    more = c.Set("n", c.Arith("+", c.Local("n"), c.Call("grows", (X, M))))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", SET, (more, loses)), c.Return(c.Local("n")))
    assert result([grows, loop], 1, 0) == 4 + 3 + 2
