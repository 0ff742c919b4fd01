"""Each optimizer pass on small functions: its effect, and what it must not change."""

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
    """Return the number of instructions of a type in a block, at any depth."""
    parts = [part for each in all_statements(block) for expr in expressions_of(each) for part in walk(expr)]
    return sum(isinstance(part, sort) for part in parts)


def square(name: str = "square") -> c.Function:
    return function(name, c.Return(c.Arith("*", X, X)))


# ---- fold ----


def test_constants_are_folded() -> None:
    seven = c.Arith("+", c.Const(3), c.Const(4))
    told = function("f", c.Set("y", seven), c.If(c.Compare(">", Y, c.Const(6)), (c.Return(Y),)), c.Return(X))
    assert body([told], ["fold"])[-2:] == (c.Return(c.Const(7)), c.Return(X))
    assert result([told], 5, 0) == 7


def test_a_local_assigned_in_a_loop_is_not_constant() -> None:
    turn = c.ForRange("i", c.Const(0), c.Const(3), (c.Set("y", c.Arith("+", Y, c.Const(2))),))
    assert result([function("f", c.Set("y", c.Const(0)), turn, c.Return(Y))], 0, 0) == 6


def test_sets_are_simplified_by_algebraic_laws() -> None:
    inside = c.SetOp("and", c.BitsConst(0b1110, WIDTH), c.SetOp("and", c.BitsConst(0b0111, WIDTH), M))
    folded = body([function("f", c.Return(inside), result=WIDTH)], ["fold"])
    assert folded == (c.Return(c.SetOp("and", M, c.BitsConst(0b0110, WIDTH))),)


def test_an_expression_that_may_trap_is_not_folded() -> None:
    outside = c.SetOp("and", EMPTY, c.Single(X, WIDTH))
    assert count(body([function("f", c.Return(outside), result=WIDTH)]), c.Single) == 1


# ---- inline ----


def test_a_small_function_is_inlined() -> None:
    calls = function("f", c.Return(c.Arith("+", c.Call("square", (X, M)), c.Const(1))))
    assert body([square(), calls], ["inline"]) == (c.Return(c.Arith("+", c.Arith("*", X, X), c.Const(1))),)
    assert result([square(), calls], 5, 0) == 26


def test_an_argument_of_an_inlined_call_is_evaluated_once() -> None:
    seven = c.Arith("*", X, c.Const(7))
    calls = function("f", c.Return(c.Call("square", (seven, M))))
    assert count(body([square(), calls], ["inline"]), c.Arith) == 2
    assert result([square(), calls], 2, 0) == 196


def test_a_function_with_effects_is_not_inlined() -> None:
    counts = function("counts", c.Store("n", c.Arith("+", c.Load("n"), c.Const(1))), c.Return(c.Load("n")))
    twice = function("f", c.Return(c.Arith("-", c.Call("counts", (X, M)), c.Call("counts", (X, M)))))
    assert count(body([counts, twice]), c.Call) == 2
    assert result([counts, twice], 0, 0) == -1


# ---- common subexpressions ----


def test_a_common_subexpression_is_evaluated_once() -> None:
    costly = c.SetOp("or", c.Shift(M, 2, WIDTH), SET)
    both = c.Arith("+", c.Population(costly), c.Lowest(costly))
    assert count(body([function("f", c.Return(both))], ["cse"]), c.Shift) == 1
    assert result([function("f", c.Return(both))], 0, 0b10) == 3


def test_a_value_that_changed_is_evaluated_again() -> None:
    costly = c.SetOp("or", c.Shift(M, 2, WIDTH), SET)
    first, second = c.Set("y", c.Population(costly)), c.Set("z", c.Population(costly))
    told = function("f", first, c.Store("set", FULL), second, c.Return(c.Arith("-", c.Local("z"), Y)))
    assert count(body([told], ["cse"]), c.SetOp) == 2
    assert result([told], 0, 0b10) == 8 - 3


def test_a_conditional_expression_is_not_evaluated_early() -> None:
    outside = c.Population(c.Single(X, WIDTH))
    careful = c.If(c.Compare("<", X, c.Const(WIDTH)), (c.Return(c.Arith("+", outside, outside)),))
    told = function("f", careful, c.Return(c.Const(-1)))
    assert result([told], 40, 0) == -1
    assert result([told], 4, 0) == 2


def test_a_function_that_restores_the_state_is_shared() -> None:
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
    """A function that is never inlined, because it has a loop."""
    return function(name, c.Set("y", X), c.ForBits("i", M, (c.Set("y", c.Arith("+", Y, c.Const(1))),)), c.Return(Y))


def test_an_invariant_call_is_hoisted_out_of_a_loop() -> None:
    more = c.Set("n", c.Arith("+", c.Local("n"), c.Call("far", (X, M))))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", SET, (more,)), c.Return(c.Local("n")))
    match body([far(), loop], ["licm"]):
        case (c.Set("n"), c.Set(), c.If(_, (c.Set(_, c.Call("far")), c.ForBits(_, _, again))), c.Return()):
            assert not count(again, c.Call)
        case other:
            raise AssertionError(other)
    assert result([far(), loop], 4, 0b11) == 3 * 6


def test_a_loop_without_iterations_calls_nothing() -> None:
    outside = c.Function("outside", (("x", 0),), 0, (c.ForBits("i", c.Single(X, WIDTH), (c.Break(),)), c.Return(X)))
    more = c.Set("n", c.Call("outside", (X,)))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", M, (more,)), c.Return(c.Local("n")))
    assert result([outside, loop], 40, 0) == 0


def test_a_call_that_depends_on_the_loop_stays_inside() -> None:
    grows = function("grows", c.Set("y", X), c.ForBits("i", SET, (c.Set("y", c.Arith("+", Y, X)),)), c.Return(Y))
    loses = c.Store("set", c.SetOp("minus", SET, c.Single(c.Local("k"), WIDTH)))
    more = c.Set("n", c.Arith("+", c.Local("n"), c.Call("grows", (X, M))))
    loop = function("f", c.Set("n", c.Const(0)), c.ForBits("k", SET, (more, loses)), c.Return(c.Local("n")))
    assert result([grows, loop], 1, 0) == 4 + 3 + 2
