"""Definitions as functions: those whose values and result fit into locals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import Call, Expr, Return
from dsl.program.lower.ir import FALSE, select
from dsl.program.lower.unit import Env, local_name
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


def defined(ex: Expressions, expr: t.DefineValue, env: Env) -> Expr:
    """Return the call of the function that a definition becomes."""
    define = ex.unit.rules.defines[expr.define]
    name = f"rule_{define.name}"
    if name not in ex.unit.functions:
        _function(ex, name, define)
    args = tuple(
        ex.held(arg, env, ex.unit.measures.width(param.type))
        for param, arg in zip(define.params, expr.args, strict=True)
    )
    return Call(name, args)


def _function(ex: Expressions, name: str, define: t.DefineDecl) -> None:
    env = Env()
    for param in define.params:
        env = env.local(param.name, ex.unit.measures.width(param.type))
    width = ex.unit.measures.width(define.result)
    result: Expr = FALSE
    for case in reversed(define.cases):
        chosen = ex.held(case.value, env, width)
        result = chosen if case.condition is None else select(ex.value(case.condition, env), chosen, result)
    params = [(local_name(param.name), ex.unit.measures.width(param.type)) for param in define.params]
    ex.unit.function(name, params, width, [Return(result)], f"define {define.name}")
