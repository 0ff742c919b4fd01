"""What carrying out an expression may do besides giving its value: as much as decides what may be left out or late."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from dsl.program.code import (
    AllOf,
    AnyOf,
    Arith,
    Block,
    Call,
    Compare,
    Const,
    Draw,
    Expr,
    Function,
    Load,
    Local,
    Not,
    Store,
)

SMALL = 6  #: an expression of at most so many nodes is worked out rather than jumped around


def nodes(part: object) -> Iterator[object]:
    """Yield every node of an expression or block."""
    if isinstance(part, tuple):
        for one in part:
            yield from nodes(one)
    elif is_dataclass(part):
        yield part
        for field in fields(part):
            yield from nodes(getattr(part, field.name))


def writers(functions: Mapping[str, Function]) -> frozenset[str]:
    """Return the functions that change the state, themselves or through others."""
    called = {name: {n.function for n in nodes(f.body) if isinstance(n, Call)} for name, f in functions.items()}
    found = {name for name, f in functions.items() if _writes(f.body)}
    while more := {name for name, others in called.items() if name not in found and others & found}:
        found |= more
    return frozenset(found)


def _writes(block: Block) -> bool:
    return any(isinstance(node, Store | Draw) for node in nodes(block))


def calls(expr: Expr) -> bool:
    """Whether functions are called: they use their places in memory, and spend fuel."""
    return any(isinstance(node, Call) for node in nodes(expr))


def changes(expr: Expr, writing: frozenset[str]) -> bool:
    """Whether the state may change."""
    return any(isinstance(node, Draw) or (isinstance(node, Call) and node.function in writing) for node in nodes(expr))


def plain(expr: Expr) -> bool:
    """Whether a number is small and harmless enough to be worked out where nobody needs it."""
    return all(not (count > SMALL or not _harmless(node)) for count, node in enumerate(nodes(expr), 1))


def _harmless(node: object) -> bool:
    match node:
        case Const() | Local() | Compare() | Not() | AllOf() | AnyOf():
            return True
        case Load(_, index):
            return index is None
        case Arith(operator):
            return operator in ("+", "-", "*", "min", "max")
        case _:
            return False
