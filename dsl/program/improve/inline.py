"""Puts small functions in the place of their calls: a call costs more than what they do.

What is put in place has no effects, so it may be worked out before the statement that calls. Only expressions that are
surely worked out get statements put in front of them; elsewhere a function must be an expression of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.base.records import dataclass
from dsl.program.code import (
    AllOf,
    AnyOf,
    Block,
    Call,
    Do,
    Expr,
    Function,
    If,
    Local,
    Push,
    Return,
    Select,
    Set,
    Statement,
    While,
)
from dsl.program.improve.effects import Known, is_plain
from dsl.program.improve.trees import (
    blocks_of,
    everything,
    expressions_of,
    rebuilt,
    size,
    with_blocks,
    with_expressions,
    with_locals,
)
from dsl.program.lower.ir import children, walk

MOST = 60  #: instructions of a function that is put in place
DEEPEST = 20  #: how deep its expressions may be


@dataclass(frozen=True, slots=True)
class Straight:
    """A function without loops: values for some locals, then its result."""

    params: tuple[str, ...]
    given: tuple[Set, ...]
    result: Expr


def straight(function: Function, known: Known) -> Straight | None:
    """Return what a small function without effects works out; None if it is none."""
    found = _straight(function.body)
    if found is None or function.result is None:
        return None
    given, result = found
    parts = [*(each.value for each in given), result]
    if sum(map(size, parts)) > MOST or max(map(depth, parts)) > DEEPEST or not known.of(parts).pure:
        return None
    if len({each.local for each in given}) != len(given):
        return None
    return Straight(tuple(name for name, _ in function.params), given, result)


def could_be_straight(body: Block) -> bool:
    """Whether it is worth looking closer: a loop stays a loop, and long functions stay long."""
    statements = list(everything(body))
    return len(statements) <= MOST and all(isinstance(each, (Set, If, Return)) for each in statements)


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
    """Return how deep an expression goes."""
    inside = children(expr)
    return 1 + max(map(depth, inside)) if inside else 1


class Inlining:
    """Puts functions in the place of their calls in one function; `find` knows those that are small."""

    def __init__(self, find: Callable[[str], Straight | None], known: Known, fresh: Callable[[], str]) -> None:
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
        """Replace the calls in an expression; what must be worked out first goes to `before`, if there is a place."""
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

    def _put(self, small: Straight, args: Sequence[Expr], before: list[Statement] | None) -> Expr | None:
        """Return the result of a small function, None if there is no place to work it out."""
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


def _uses(name: str, small: Straight) -> int:
    parts = [*(each.value for each in small.given), small.result]
    return sum(1 for expr in parts for part in walk(expr) if isinstance(part, Local) and part.name == name)
