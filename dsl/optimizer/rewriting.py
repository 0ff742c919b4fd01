"""Traversal and rewriting of instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import is_

from dsl.ir.builder import children, walk
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Block,
    Call,
    Check,
    Compare,
    Digest,
    Do,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Has,
    If,
    IsEmpty,
    Load,
    Local,
    Lookup,
    Lowest,
    Not,
    Nth,
    Population,
    Push,
    Return,
    Select,
    Set,
    SetOp,
    Shift,
    Single,
    Statement,
    Store,
    While,
)

Rewrite = Callable[[Expr], Expr]


def rebuilt(expr: Expr, parts: Sequence[Expr]) -> Expr:
    """Return `expr` with `parts` in place of its `children`; itself if they are the same."""
    if all(map(is_, parts, children(expr))):
        return expr
    match expr:
        case Load(slot):
            return Load(slot, parts[0])
        case Lookup(table, _, width):
            return Lookup(table, parts[0], width)
        case Arith(operator):
            return Arith(operator, parts[0], parts[1])
        case Compare(sign):
            return Compare(sign, parts[0], parts[1])
        case SetOp(sort):
            return SetOp(sort, parts[0], parts[1])
        case Has() | Nth():
            return type(expr)(parts[0], parts[1])
        case Not() | IsEmpty() | Population() | Lowest() | Draw():
            return type(expr)(parts[0])
        case Shift(_, by, width):
            return Shift(parts[0], by, width)
        case Single(_, width):
            return Single(parts[0], width)
        case AllOf() | AnyOf() | Digest():
            return type(expr)(tuple(parts))
        case Call(function):
            return Call(function, tuple(parts))
        case Select():
            return Select(*parts)
    raise TypeError(f"{expr} has no parts")


def rewritten(expr: Expr, change: Rewrite) -> Expr:
    """Return `expr` with `change` applied to all subexpressions, bottom up."""
    inside = children(expr)
    return change(rebuilt(expr, [rewritten(part, change) for part in inside]) if inside else expr)


def with_locals(expr: Expr, values: dict[str, Expr]) -> Expr:
    """Return `expr` with values in place of locals."""
    return rewritten(expr, lambda part: values.get(part.name, part) if isinstance(part, Local) else part)


def size(expr: Expr) -> int:
    """Return the number of instructions of an expression."""
    return sum(1 for _ in walk(expr))


def calls(expr: Expr) -> bool:
    """Whether an expression calls a function."""
    return any(isinstance(part, Call) for part in walk(expr))


def expressions_of(statement: Statement) -> tuple[Expr, ...]:
    """Return the expressions of a statement itself, in the order of evaluation."""
    match statement:
        case Set(_, value):
            return (value,)
        case Store(_, value, index):
            return (value,) if index is None else (value, index)
        case Do(call):
            return (call,)
        case If(condition) | While(condition) | Check(condition):
            return (condition,)
        case ForRange(_, low, high):
            return (low, high)
        case ForBits(_, bits):
            return (bits,)
        case Return(value):
            return () if value is None else (value,)
        case Push(option, condition):
            return (condition, option)
        case Emit(_, args):
            return args
        case _:
            return ()


def with_expressions(statement: Statement, parts: Sequence[Expr]) -> Statement:
    """Return `statement` with `parts` in place of its `expressions_of`."""
    match statement:
        case Set(local):
            return Set(local, parts[0])
        case Store(slot):
            return Store(slot, parts[0], parts[1] if len(parts) > 1 else None)
        case Do():
            call = parts[0]
            assert isinstance(call, Call)
            return Do(call)
        case If(_, then, otherwise):
            return If(parts[0], then, otherwise)
        case While(_, body):
            return While(parts[0], body)
        case Check(_, trap):
            return Check(parts[0], trap)
        case ForRange(local, _, _, body):
            return ForRange(local, parts[0], parts[1], body)
        case ForBits(local, _, body):
            return ForBits(local, parts[0], body)
        case Return():
            return Return(parts[0]) if parts else statement
        case Push():
            return Push(parts[1], parts[0])
        case Emit(kind):
            return Emit(kind, tuple(parts))
        case _:
            return statement


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """Return the blocks inside a statement."""
    match statement:
        case If(_, then, otherwise):
            return (then, otherwise)
        case While() | ForRange() | ForBits():
            return (statement.body,)
        case _:
            return ()


def with_blocks(statement: Statement, blocks: Sequence[Block]) -> Statement:
    """Return `statement` with `blocks` in place of its `blocks_of`."""
    match statement:
        case If(condition):
            return If(condition, blocks[0], blocks[1])
        case While(condition):
            return While(condition, blocks[0])
        case ForRange(local, low, high):
            return ForRange(local, low, high, blocks[0])
        case ForBits(local, bits):
            return ForBits(local, bits, blocks[0])
        case _:
            return statement


def all_statements(block: Block) -> Iterator[Statement]:
    """Yield all statements of a block, those inside others included."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from all_statements(inner)


def renamed(block: Block, names: dict[str, str]) -> Block:
    """Return a block with renamed locals."""
    return tuple(_renamed(statement, names) for statement in block)


def _renamed(statement: Statement, names: dict[str, str]) -> Statement:
    values: dict[str, Expr] = {old: Local(new) for old, new in names.items()}
    new = with_expressions(statement, [with_locals(part, values) for part in expressions_of(statement)])
    match new:
        case Set(local, value):
            return Set(names.get(local, local), value)
        case ForBits(local, bits, body):
            return ForBits(names.get(local, local), bits, renamed(body, names))
        case ForRange(local, low, high, body):
            return ForRange(names.get(local, local), low, high, renamed(body, names))
    inner = blocks_of(new)
    return with_blocks(new, [renamed(each, names) for each in inner]) if inner else new
