"""Inliner: replaces calls of small functions by their bodies, as a call costs more than what they do; before that,
calls in conditions and conditional values are made statements of their own (`split`).

An inlined function has no effects, so it may be evaluated before the statement that calls it. Statements are inserted
only before expressions that are always evaluated; elsewhere a function must be a single expression to be inlined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.base.records import Record
from dsl.ir.builder import children, negate, walk
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Block,
    Call,
    Do,
    Expr,
    Function,
    If,
    Local,
    Not,
    Push,
    Return,
    Select,
    Set,
    Statement,
    While,
)
from dsl.optimizer.effects import EffectAnalysis, is_plain
from dsl.optimizer.rewriting import (
    all_statements,
    blocks_of,
    calls,
    expressions_of,
    rebuilt,
    size,
    with_blocks,
    with_expressions,
    with_locals,
)

MAX_SIZE = 60  #: limit on the instructions of an inlined function
MAX_DEPTH = 20  #: limit on the depth of its expressions


class StraightLine(Record, frozen=True):
    """Straight-line code: assignments of locals, then a result."""

    params: tuple[str, ...]
    given: tuple[Set, ...]
    result: Expr


def straight_line(function: Function, known: EffectAnalysis) -> StraightLine | None:
    """Return a small function without effects as straight-line code; None for other functions."""
    found = _straight(function.body)
    if found is None or function.result is None:
        return None
    given, result = found
    parts = [*(each.value for each in given), result]
    if sum(map(size, parts)) > MAX_SIZE or max(map(depth, parts)) > MAX_DEPTH or not known.of(parts).pure:
        return None
    if len({each.local for each in given}) != len(given):
        return None
    return StraightLine(tuple(name for name, _ in function.params), given, result)


def may_be_straight_line(body: Block) -> bool:
    """Quick test that rules out loops and long functions."""
    statements = list(all_statements(body))
    return len(statements) <= MAX_SIZE and all(isinstance(each, (Set, If, Return)) for each in statements)


def _straight(body: Block) -> tuple[tuple[Set, ...], Expr] | None:
    given: list[Set] = []
    for number, statement in enumerate(body):
        match statement:
            case Set():
                given.append(statement)
            case Return(value) if value is not None:
                return tuple(given), value
            case If(condition, (Return(then),), ()) if then is not None:
                rest = _straight(body[number + 1 :])
                if rest is None or rest[0]:
                    return None
                return tuple(given), Select(condition, then, rest[1])
            case _:
                return None
    return None


def depth(expr: Expr) -> int:
    """Return the depth of an expression."""
    inside = children(expr)
    return 1 + max(map(depth, inside)) if inside else 1


class Inliner:
    """Inlines small functions into one function; `find` returns those that are small."""

    def __init__(
        self, find: Callable[[str], StraightLine | None], known: EffectAnalysis, fresh: Callable[[], str]
    ) -> None:
        self._find = find
        self._known = known
        self._fresh = fresh

    def block(self, block: Block) -> Block:
        """Return a block with calls replaced."""
        found: list[Statement] = []
        for statement in block:
            found += self._statement(statement)
        return tuple(found)

    def _statement(self, statement: Statement) -> list[Statement]:
        parts, before = expressions_of(statement), list[Statement]()
        if any(isinstance(inner, Call) for part in parts for inner in walk(part)) and self._known.of(parts).pure:
            front = None if isinstance(statement, While) else before
            statement = with_expressions(statement, self._parts(statement, parts, front))
        blocks = blocks_of(statement)
        if blocks:
            statement = with_blocks(statement, [self.block(inner) for inner in blocks])
        return [*before, statement]

    def _parts(self, statement: Statement, parts: Sequence[Expr], before: list[Statement] | None) -> list[Expr]:
        if isinstance(statement, Do):
            return [rebuilt(part, [self._expr(arg, before) for arg in children(part)]) for part in parts]
        if isinstance(statement, Push):
            return [self._expr(parts[0], before), self._expr(parts[1], None)]
        return [self._expr(part, before) for part in parts]

    def _expr(self, expr: Expr, before: list[Statement] | None) -> Expr:
        """Replace the calls in an expression; statements that must run first are appended to `before`, if there is
        one.
        """
        match expr:
            case AllOf(parts) | AnyOf(parts):
                first = [self._expr(part, before if number == 0 else None) for number, part in enumerate(parts)]
                return rebuilt(expr, first)
            case Select(condition, then, otherwise):
                return rebuilt(
                    expr, (self._expr(condition, before), self._expr(then, None), self._expr(otherwise, None))
                )
            case Call(name, args):
                inner = [self._expr(arg, before) for arg in args]
                small = self._find(name)
                put = None if small is None else self._put(small, inner, before)
                return rebuilt(expr, inner) if put is None else put
        inside = children(expr)
        return rebuilt(expr, [self._expr(part, before) for part in inside]) if inside else expr

    def _put(self, small: StraightLine, args: Sequence[Expr], before: list[Statement] | None) -> Expr | None:
        """Return the inlined result of a small function; None if its statements cannot be inserted."""
        values: dict[str, Expr] = {}
        for param, arg in zip(small.params, args, strict=True):
            uses = _uses(param, small)
            if not children(arg) or (uses == 1 and not small.given and is_plain(arg)) or (not uses and is_plain(arg)):
                values[param] = arg
            elif before is None:
                return None
            else:
                local = Local(self._fresh())
                before.append(Set(local.name, arg))
                values[param] = local
        if small.given and before is None:
            return None
        for each in small.given:
            assert before is not None
            local = Local(self._fresh())
            before.append(Set(local.name, with_locals(each.value, values)))
            values[each.local] = local
        return with_locals(small.result, values)


def _uses(name: str, small: StraightLine) -> int:
    parts = [*(each.value for each in small.given), small.result]
    return sum(1 for expr in parts for part in walk(expr) if isinstance(part, Local) and part.name == name)


MAX_NESTING = 12  #: limit on the nesting of blocks that the pass produces
SMALL = 12  #: limit on the instructions of a duplicated block


def split(block: Block, depth: int = 0) -> Block:
    """Return a block in which conditions and cases that call functions are statements of their own."""
    found: list[Statement] = []
    for statement in block:
        parted = _split_condition(statement) if depth < MAX_NESTING else (statement,)
        if parted == (statement,):
            blocks = blocks_of(statement)
            if blocks:
                statement = with_blocks(statement, [split(inner, depth + 1) for inner in blocks])
            found.append(statement)
        else:
            found += split(parted, depth)
    return tuple(found)


def _split_condition(statement: Statement) -> Block:
    match statement:
        case If(AllOf((first, *rest)), then, ()) if rest and any(map(calls, rest)):
            return (If(first, (If(_all(rest), then),)),)
        case If(Not(AllOf((first, *rest))), then, ()) if rest and any(map(calls, rest)) and _small(then):
            return (If(negate(first), then, (If(Not(_all(rest)), then),)),)
        case If(AnyOf((first, *rest)), then, otherwise) if rest and any(map(calls, rest)) and _small(then):
            return (If(first, then, (If(AnyOf(tuple(rest)) if rest[1:] else rest[0], then, otherwise),)),)
        case Set(local, Select(condition, one, other)) if calls(one) or calls(other):
            return (If(condition, (Set(local, one),), (Set(local, other),)),)
        case Return(Select(condition, one, other)) if calls(one) or calls(other):
            return (If(condition, (Return(one),)), Return(other))
        case _:
            return (statement,)


def _all(parts: list[Expr]) -> Expr:
    return AllOf(tuple(parts)) if parts[1:] else parts[0]


def _small(block: Block) -> bool:
    return sum(1 + sum(map(size, expressions_of(statement))) for statement in all_statements(block)) <= SMALL
