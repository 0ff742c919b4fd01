"""What follows of itself: a change notes in a bitset where; after the statement that made it, what is due follows."""

from __future__ import annotations

from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Do,
    Emit,
    Expr,
    If,
    Load,
    Local,
    Lowest,
    Set,
    Statement,
    Store,
    While,
)
from dsl.program.lower.ir import compare, is_empty, negate, set_op, single
from dsl.program.lower.statements import SETTLE, Statements
from dsl.program.lower.unit import Env, board_about, local_name
from dsl.semantics import typed as t


def settle(statements: Statements) -> None:
    """Make the function that carries out what is due, place by place, whoever sets others off first.

    It waits while a batch (`together`) is open. What a consequence does sets others off, but not itself.
    """
    unit = statements.unit
    body: list[Statement] = []
    for one in unit.rules.consequences.values():
        body += _settle_one(statements, one)
    open_batch = Load(unit.slot("batch"))
    unit.function(SETTLE, [], None, [If(compare("==", open_batch, Const(0)), tuple(body))], "what follows of itself")


def _settle_one(statements: Statements, one: t.ConsequenceDecl) -> list[Statement]:
    unit, width = statements.unit, statements.unit.due_width(one)
    due = unit.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board_about(one))
    place = Local("place")
    anchor = Const(unit.anchor(one.name, "consequence", one.span))
    args: tuple[Expr, ...] = (place,) if one.place else ()
    return [
        While(negate(is_empty(Load(due))), (
            Set("place", Lowest(Load(due))),
            Set("left", set_op("minus", Load(due), single(place, width), width)),
            Store(due, BitsConst(0, width)),
            Emit("enter", (anchor,)),
            Do(Call(_body(statements, one), args)),
            Emit("leave", (anchor,)),
            Store(due, Local("left")),
        )),
    ]  # fmt: skip


def _body(statements: Statements, one: t.ConsequenceDecl) -> str:
    name = f"follow_{one.name}"
    if name not in statements.unit.functions:
        env = Env().local(one.place.name, 0) if one.place else Env()
        params = [(local_name(one.place.name), 0)] if one.place else []
        with statements.quietly():
            body = statements.block(one.block, env)
        statements.unit.function(name, params, None, body, f"consequence {one.name}")
    return name
