"""Loop-invariant code motion: moves calls out of loops in which their value stays the same.

Only calls are worth it, and only those that the first iteration always evaluates. They are evaluated before the loop,
behind a test that it has an iteration at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl.ir.builder import children, declared, walk
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Block,
    Compare,
    Do,
    Expr,
    ForBits,
    ForRange,
    If,
    IsEmpty,
    Local,
    Not,
    Select,
    Set,
    Statement,
    While,
)
from dsl.optimizer.effects import EffectAnalysis, EffectSet
from dsl.optimizer.rewriting import blocks_of, calls, expressions_of, rebuilt, with_blocks, with_expressions

MAX_NESTING = 12  #: limit on the nesting of blocks that the pass produces


class LoopInvariants:
    """Moves invariant calls out of the loops of one function."""

    def __init__(self, known: EffectAnalysis, fresh: Callable[[], str]) -> None:
        self._known = known
        self._fresh = fresh

    def block(self, block: Block, depth: int = 0) -> Block:
        """Return a block with the invariant calls of its loops moved in front of them."""
        found: list[Statement] = []
        for statement in block:
            inner = blocks_of(statement)
            new = with_blocks(statement, [self.block(each, depth + 1) for each in inner]) if inner else statement
            if isinstance(new, (ForBits, ForRange)) and depth < MAX_NESTING:
                found += self._hoisted(new)
            else:
                found.append(new)
        return tuple(found)

    def _hoisted(self, loop: ForBits | ForRange) -> Block:
        writes = self._known.of_block(loop.body).writes
        own = {loop.local, *declared(loop.body)}
        certain = dict.fromkeys(self._always_evaluated(loop.body))
        invariant = [expr for expr in certain if self._is_invariant(expr, writes, own)]
        invariant = [expr for expr in invariant if not any(expr in proper_subexpressions(other) for other in invariant)]
        if not invariant:
            return (loop,)
        names = {expr: Local(self._fresh()) for expr in invariant}
        body = tuple(_replaced(statement, names) for statement in loop.body)
        before, turns, again = self._preheader(loop, body)
        return (*before, If(turns, (*(Set(local.name, expr) for expr, local in names.items()), again)))

    def _preheader(self, loop: ForBits | ForRange, body: Block) -> tuple[Block, Expr, Statement]:
        """Return the preheader of a loop, the test that it has an iteration, and the loop."""
        if isinstance(loop, ForBits):
            bits = Local(self._fresh())
            return (Set(bits.name, loop.bits),), Not(IsEmpty(bits)), ForBits(loop.local, bits, body)
        low, high = Local(self._fresh()), Local(self._fresh())
        begun = Set(low.name, loop.low), Set(high.name, loop.high)
        return begun, Compare("<", low, high), ForRange(loop.local, low, high, body)

    def _is_invariant(self, expr: Expr, writes: frozenset[str], own: set[str]) -> bool:
        effects: EffectSet = self._known.of((expr,))
        if not effects.pure or effects.reads & writes:
            return False
        return not any(isinstance(part, Local) and part.name in own for part in walk(expr))

    def _always_evaluated(self, body: Block) -> Iterator[Expr]:
        """Yield the expressions with calls that the first iteration always evaluates before any effect."""
        for statement in body:
            parts = expressions_of(statement)
            if not self._known.of(parts).pure or isinstance(statement, (While, Do)):
                return
            for part in parts:
                yield from _unconditional(part)
            if not isinstance(statement, Set):
                return


def _unconditional(expr: Expr) -> Iterator[Expr]:
    """Yield the calls in an expression that are always evaluated, and the expressions that contain them."""
    if not calls(expr):
        return
    if not isinstance(expr, (AllOf, AnyOf, Not, IsEmpty)):
        yield expr
    match expr:
        case AllOf((first, *_)) | AnyOf((first, *_)):
            yield from _unconditional(first)
        case Select(condition):
            yield from _unconditional(condition)
        case AllOf() | AnyOf():
            return
        case _:
            for part in children(expr):
                yield from _unconditional(part)


def proper_subexpressions(expr: Expr) -> Iterator[Expr]:
    """Yield all subexpressions of an expression, without itself."""
    for part in children(expr):
        yield from walk(part)


def _replaced(statement: Statement, names: dict[Expr, Local]) -> Statement:
    if isinstance(statement, Do):
        return statement
    new = with_expressions(statement, [_without(part, names) for part in expressions_of(statement)])
    inner = blocks_of(new)
    return with_blocks(new, [tuple(_replaced(each, names) for each in block) for block in inner]) if inner else new


def _without(expr: Expr, names: dict[Expr, Local]) -> Expr:
    if not calls(expr):
        return expr
    known = names.get(expr)
    return known if known is not None else rebuilt(expr, [_without(part, names) for part in children(expr)])
