"""Printer: a program as text, complete, for developers of the compiler."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.instructions import (
    Arith,
    BitsConst,
    Block,
    Compare,
    Const,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Lookup,
    Push,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
    While,
)
from dsl.ir.program import Program


def show(program: Program) -> str:
    """Return the whole code of `program`; data such as layout and asks are not shown."""
    return "\n".join(_program(program)) + "\n"


def _program(program: Program) -> Iterator[str]:
    for slot in program.layout.slots.values():
        yield f"slot {slot.name}: {_sort(slot.width)}" + (f" x {slot.length}" if slot.length != 1 else "")
    for name, numbers in program.tables.items():
        yield f"table {name}: {' '.join(map(str, numbers))}"
    yield from _body("prologue", program.prologue, "")
    for function in program.functions.values():
        params = ", ".join(f"{name}: {_sort(width)}" for name, width in function.params)
        result = "" if function.result is None else f" -> {_sort(function.result)}"
        yield from _body(f"function {function.name}({params}){result}", function.body, function.comment)
    for step in program.steps:
        yield from _body(f"step {step.number}", step.body, step.comment)


def _sort(width: int) -> str:
    return f"bits {width}" if width else "number"


def _body(title: str, body: Block, remark: str) -> Iterator[str]:
    yield ""
    yield title + (f"  -- {' '.join(remark.split())}" if remark else "")
    yield from _block(body, 1)


def _block(block: Block, depth: int) -> Iterator[str]:
    for statement in block:
        yield from _statement(statement, depth)


def _statement(statement: Statement, depth: int) -> Iterator[str]:
    indent = "  " * depth
    match statement:
        case Set(local, value):
            yield f"{indent}{local} = {_text(value)}"
        case Store(slot, value, index):
            yield f"{indent}@{slot}{_index(index)} = {_text(value)}"
        case If(condition, then, otherwise):
            yield f"{indent}if {_text(condition)}"
            yield from _block(then, depth + 1)
            if otherwise:
                yield f"{indent}else"
                yield from _block(otherwise, depth + 1)
        case While(condition, body):
            yield f"{indent}while {_text(condition)}"
            yield from _block(body, depth + 1)
        case ForRange(local, low, high, body):
            yield f"{indent}for {local} from {_text(low)} below {_text(high)}"
            yield from _block(body, depth + 1)
        case ForBits(local, bits, body):
            yield f"{indent}for {local} in {_text(bits)}"
            yield from _block(body, depth + 1)
        case Return(value):
            yield f"{indent}return" + (f" {_text(value)}" if value is not None else "")
        case Push(option, condition):
            yield f"{indent}push {_text(option)} if {_text(condition)}"
        case Emit(kind, args):
            yield f"{indent}emit {kind}({', '.join(map(_text, args))})"
        case _:
            yield f"{indent}{_plain(statement)}"


def _text(expr: Expr) -> str:
    match expr:
        case Const(value):
            return str(value)
        case BitsConst(bits, width):
            return f"{bits:#x}/{width}"
        case Local(name):
            return name
        case Load(slot, index):
            return f"@{slot}{_index(index)}"
        case Lookup(table, index):
            return f"{table}[{_text(index)}]"
        case Arith(operator, left, right) | Compare(operator, left, right) | SetOp(operator, left, right):
            return f"({_text(left)} {operator} {_text(right)})"
        case _:
            return _plain(expr)


def _index(index: Expr | None) -> str:
    return "" if index is None else f"[{_text(index)}]"


def _plain(node: Expr | Statement) -> str:
    """Return the node's name and its fields, for nodes without a notation of their own."""
    return f"{type(node).__name__}({', '.join(_field(getattr(node, name)) for name in type(node).__match_args__)})"


def _field(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_field, value))}]"
    return _text(value) if isinstance(value, Expr) else str(value)
