"""The verifier rejects programs that no runner supports; programs at its limits still run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dsl.ir import instructions as c
from dsl.ir.instructions import BitsConst, Const, Function, Local, Return
from dsl.ir.layout import Slot
from dsl.ir.printer import show
from dsl.ir.verify import MAX_BLOCKS, MAX_EXPRESSION, verify
from dsl.runtime.reference.runner import ReferenceRunner
from tests.dsl.runtime.programs import program


def problems(*body: c.Statement, result: int | None = 0) -> list[str]:
    slots = (Slot("list", 0, 3), Slot("set", 0, width=9))
    return verify(program(Function("f", (), result, body), slots=slots))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ((Return(Local("a")),), "a is read before it surely has a value"),
        ((c.If(Const(1), (c.Set("a", Const(1)),)), Return(Local("a"))), "a is read before it surely has a value"),
        ((c.ForRange("i", Const(0), Const(2), ()), Return(Local("i"))), "i is read before it surely has a value"),
        ((c.If(Const(1), (Return(Const(1)),)),), "may end without a result"),
        ((Return(BitsConst(1, 9)),), "the result has width 0, and its value has 9"),
        ((c.Set("a", Const(1)), c.Set("a", BitsConst(1, 9)), Return(Const(0))), "a has two widths, 0 and 9"),
        ((c.Store("list", Const(1)), Return(Const(0))), "slot list is an array and needs an index"),
        ((c.Store("lost", Const(1)), Return(Const(0))), "there is no slot lost"),
        ((c.Break(), Return(Const(0))), "a break outside of all loops"),
        ((c.Check(Const(1), 0), Return(Const(0))), "there is no trap 0"),
        ((c.Emit("turn", (Const(1),)), Return(Const(0))), "no event turn has 1 numbers"),
        ((Return(c.Call("g", ())),), "there is no function g"),
        ((Return(c.Lookup("t", Const(0))),), "there is no table t"),
        ((Return(c.Population(c.Shift(BitsConst(1, 9), 1, 8))),), "what is shifted has width 8, and its value has 9"),
        ((c.ForRange("i", Const(0), Const(2), (c.Set("i", Const(1)),)), Return(Const(0))), "the loop's own i"),
        ((Return(Const(2**31)),), "2147483648 is beyond 32 bits"),
        ((Return(c.Recall("lost", Const(0))),), "there is no array lost outside the position"),
        ((c.Keep("lost", Const(1), Const(0)), Return(Const(0))), "there is no array lost outside the position"),
        ((c.Choose(BitsConst(1, 9)), Return(Const(0))), "a number has width 0, and its value has 9"),
    ],
)
def test_each_violation_is_found(body: tuple[c.Statement, ...], problem: str) -> None:
    assert any(problem in found for found in problems(*body))


def test_recursion_is_found() -> None:
    one = Function("one", (), 0, (Return(c.Call("other", ())),))
    other = Function("other", (), 0, (Return(c.Call("one", ())),))
    assert any("in a circle" in found for found in verify(program(one, other)))


def test_a_missing_step_is_found() -> None:
    assert verify(program(steps=((Return(Const(1)),),))) == ["step 0: there is no step 1"]


Wrap = Callable[[c.Expr], c.Expr]
WRAPS: list[Wrap] = [
    lambda inner: c.Not(inner),
    lambda inner: c.Arith("/up", inner, Const(2)),
    lambda inner: c.Load("list", c.Load("list", inner)),
    lambda inner: c.Lowest(c.Single(inner, 9)),
    lambda inner: c.Nth(BitsConst(0b11, 9), inner),
    lambda inner: c.Population(c.SetOp("or", c.Shift(c.Single(inner, 9), 1, 9), BitsConst(0, 9))),
    lambda inner: c.Select(Const(1), Const(0), inner),
    lambda inner: c.Compare("<", c.Arith("min", inner, c.Load("list", Const(0))), Const(0)),
    lambda inner: c.Has(c.Load("set"), inner),
    lambda inner: c.AllOf((Const(0), inner)),
    lambda inner: c.Draw(c.Arith("+", inner, Const(1))),
]


@pytest.mark.parametrize("wrap", WRAPS)
def test_an_expression_of_maximum_depth_runs(wrap: Wrap) -> None:
    expr: c.Expr = Const(0)
    while not problems(Return(wrap(expr))):
        expr = wrap(expr)
    runner = ReferenceRunner(
        program(Function("f", (), 0, (Return(expr),)), slots=(Slot("list", 0, 3), Slot("set", 0, width=9)))
    )
    assert runner.call(runner.blank(), "f") in (0, 1)
    assert any(f"more than {MAX_EXPRESSION} deep" in found for found in problems(Return(wrap(expr))))


def test_blocks_of_maximum_depth_run() -> None:
    body: c.Block = (c.Store("set", BitsConst(1, 9)),)
    for number in range(MAX_BLOCKS):
        body = (c.ForRange(f"i{number}", Const(0), Const(1), body),)
    assert problems(*body, result=None) == []
    runner = ReferenceRunner(program(steps=((*body, Return(Const(c.OVER))),), slots=(Slot("set", 0, width=9),)))
    assert runner.start(1)[-1] == 1
    assert problems(c.While(Const(0), body), result=None) == [f"f: blocks are nested more than {MAX_BLOCKS} deep"]


def test_the_printer_shows_a_program() -> None:
    body = (
        c.ForBits("m", c.Load("set"), (c.Push(Local("m"), c.Has(c.Load("set"), Const(2))),)),
        Return(c.Arith("+", Const(1), Const(2))),
    )
    text = show(
        program(Function("f", (("x", 0), ("y", 9)), 0, body, "action migrate"), slots=(Slot("set", 0, width=9),))
    )
    assert text.endswith(
        "function f(x: number, y: bits 9) -> number  -- action migrate\n"
        "  for m in @set\n"
        "    push m if Has(@set, 2)\n"
        "  return (1 + 2)\n"
    )
