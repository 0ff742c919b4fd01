"""Instruction builder: constructors of expressions and statements that fold constants and drop empty sets, and
traversals of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Arithmetic,
    BitsConst,
    Block,
    Call,
    Check,
    Compare,
    Comparison,
    Const,
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
    Offered,
    Option,
    Population,
    Push,
    Recall,
    Return,
    Select,
    Set,
    SetOp,
    SetOperation,
    Shift,
    Single,
    Statement,
    Store,
    Throw,
    While,
)

TRUE = Const(1)
FALSE = Const(0)
NONE = Const(-1)

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/up": lambda a, b: -((-a) // b),
    "/down": lambda a, b: a // b,
    "min": min,
    "max": max,
}
_COMPARISON: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def arith(operator: Arithmetic, left: Expr, right: Expr) -> Expr:
    """Return `left operator right`, folded if both are constants or one is neutral."""
    match left, right:
        case Const(a), Const(b) if not (operator in ("/up", "/down") and b <= 0):
            return Const(_ARITHMETIC[operator](a, b))
        case _, Const(0) if operator in ("+", "-"):
            return left
        case Const(0), _ if operator == "+":
            return right
        case _, Const(1) if operator in ("*", "/up", "/down"):
            return left
        case Const(1), _ if operator == "*":
            return right
    return Arith(operator, left, right)


def compare(operator: Comparison, left: Expr, right: Expr) -> Expr:
    """Return a comparison, folded if both sides are constants."""
    match left, right:
        case Const(a), Const(b):
            return Const(int(_COMPARISON[operator](a, b)))
        case BitsConst(a, _), BitsConst(b, _):
            return Const(int(_COMPARISON[operator](a, b)))
    return Compare(operator, left, right)


def negate(value: Expr) -> Expr:
    """Return the negation of a truth."""
    match value:
        case Const(n):
            return Const(int(not n))
        case Not(inner):
            return inner
    return Not(value)


def all_of(parts: Iterable[Expr]) -> Expr:
    """Return 1 if all parts hold."""
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Const):
            if part.value:
                continue
            kept.append(FALSE)
            break
        kept.extend(part.parts if isinstance(part, AllOf) else (part,))
    if FALSE in kept[:1]:
        return FALSE
    return TRUE if not kept else kept[0] if len(kept) == 1 else AllOf(tuple(kept))


def any_of(parts: Iterable[Expr]) -> Expr:
    """Return 1 if some part holds."""
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Const):
            if not part.value:
                continue
            kept.append(TRUE)
            break
        kept.extend(part.parts if isinstance(part, AnyOf) else (part,))
    if TRUE in kept[:1]:
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else AnyOf(tuple(kept))


def select(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """Return one of two values."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return then if then == otherwise else Select(condition, then, otherwise)


def set_op(operator: SetOperation, left: Expr, right: Expr, width: int) -> Expr:
    """Return the union ("or"), intersection ("and") or difference ("minus") of two bitsets of `width`."""
    full = (1 << width) - 1
    match operator, left, right:
        case _, BitsConst(a, _), BitsConst(b, _):
            return BitsConst({"and": a & b, "or": a | b, "minus": a & ~b}[operator], width)
        case ("or" | "minus", _, BitsConst(0, _)) | ("and", _, BitsConst(_, _)) if isinstance(right, BitsConst) and (
            right.bits == (full if operator == "and" else 0)
        ):
            return left
        case ("or", BitsConst(0, _), _):
            return right
        case ("and", BitsConst(b, _), _) if b == full:
            return right
        case ("and" | "minus", BitsConst(0, _), _) | ("and", _, BitsConst(0, _)):
            return BitsConst(0, width)
    return SetOp(operator, left, right)


def union(sets: Iterable[Expr], width: int) -> Expr:
    """Return the union of sets, balanced, so that no expression is too deep."""
    parts = list(sets)
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        parts = [*(set_op("or", a, b, width) for a, b in pairs), *(parts[-1:] if len(parts) % 2 else [])]
    return parts[0] if parts else BitsConst(0, width)


def is_empty(bits: Expr) -> Expr:
    """Return 1 if the bitset has no member."""
    match bits:
        case BitsConst(b, _):
            return Const(int(b == 0))
        case Single():
            return FALSE
    return IsEmpty(bits)


def has(bits: Expr, index: Expr) -> Expr:
    """Return 1 if `index` is a member."""
    match bits, index:
        case BitsConst(b, _), Const(i):
            return Const(b >> i & 1)
    return Has(bits, index)


def population(bits: Expr) -> Expr:
    """Return the number of members."""
    match bits:
        case BitsConst(b, _):
            return Const(b.bit_count())
        case Single():
            return TRUE
    return Population(bits)


def single(index: Expr, width: int) -> Expr:
    """Return the bitset with one member."""
    return BitsConst(1 << index.value, width) if isinstance(index, Const) else Single(index, width)


def if_(condition: Expr, then: Iterable[Statement], otherwise: Iterable[Statement] = ()) -> list[Statement]:
    """Return an `If`, or only the branch that can be taken."""
    if isinstance(condition, Const):
        return list(then if condition.value else otherwise)
    first, second = tuple(then), tuple(otherwise)
    return [If(condition, first, second)] if first or second else []


def children(expr: Expr) -> tuple[Expr, ...]:
    """Return the direct operands of `expr`."""
    return _CHILDREN[type(expr)](expr)


def _parts_of(*names: str) -> Callable[[Expr], tuple[Expr, ...]]:
    """Return a getter of the expressions in these fields of an instruction."""
    if len(names) == 1:
        one = attrgetter(names[0])
        return lambda expr: (one(expr),)
    return attrgetter(*names)


def _none(_expr: Expr) -> tuple[Expr, ...]:
    return ()


#: By type of an instruction; a chain of cases would be measurably slower.
_CHILDREN: dict[type[Expr], Callable[[Expr], tuple[Expr, ...]]] = {
    **dict.fromkeys((Const, BitsConst, Local, Offered), _none),
    Load: lambda expr: (expr.index,) if isinstance(expr, Load) and expr.index is not None else (),
    **dict.fromkeys((Lookup, Single, Recall, Option), _parts_of("index")),
    **dict.fromkeys((Arith, Compare, SetOp), _parts_of("left", "right")),
    Has: _parts_of("bits", "index"),
    Nth: _parts_of("bits", "number"),
    **dict.fromkeys((Not, Shift), _parts_of("value")),
    **dict.fromkeys((IsEmpty, Population, Lowest), _parts_of("bits")),
    **dict.fromkeys((Draw, Throw), _parts_of("below")),
    **dict.fromkeys((AllOf, AnyOf, Digest), attrgetter("parts")),
    Call: attrgetter("args"),
    Select: _parts_of("condition", "then", "otherwise"),
}


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield `expr` and all expressions in it, in preorder."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += reversed(_CHILDREN[type(part)](part))


def statements(block: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements of a block, each before those of the blocks in it."""
    for statement in block:
        yield statement
        match statement:
            case If(_, then, otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case While(_, body) | ForRange(_, _, _, body) | ForBits(_, _, body):
                yield from statements(body)
            case _:
                pass


def expressions(block: Iterable[Statement]) -> Iterator[Expr]:
    """Yield the outermost expressions of a block, nested blocks included."""
    for statement in block:
        match statement:
            case Set(_, value) | Check(value, _):
                yield value
            case Store(_, value, index):
                yield value
                if index is not None:
                    yield index
            case Do(call):
                yield call
            case If(condition, then, otherwise):
                yield condition
                yield from expressions(then)
                yield from expressions(otherwise)
            case While(condition, body):
                yield condition
                yield from expressions(body)
            case ForRange(_, low, high, body):
                yield low
                yield high
                yield from expressions(body)
            case ForBits(_, bits, body):
                yield bits
                yield from expressions(body)
            case Return(value):
                if value is not None:
                    yield value
            case Push(option, condition):
                yield option
                yield condition
            case Emit(_, args):
                yield from args
            case _:
                pass


def declared(block: Iterable[Statement]) -> Iterator[str]:
    """Yield the locals that a block assigns, nested blocks included."""
    for statement in block:
        match statement:
            case Set(name, _):
                yield name
            case If(_, then, otherwise):
                yield from declared(then)
                yield from declared(otherwise)
            case While(_, body):
                yield from declared(body)
            case ForRange(name, _, _, body) | ForBits(name, _, body):
                yield name
                yield from declared(body)
            case _:
                pass


def free_locals(block: Block) -> list[str]:
    """Return the locals that a block reads and does not assign, in order of first use."""
    own = set(declared(block))
    found: dict[str, None] = {}
    for expr in expressions(block):
        _note_locals(expr, found)
    return [name for name in found if name not in own]


def _note_locals(expr: Expr, found: dict[str, None]) -> None:
    if isinstance(expr, Local):
        found[expr.name] = None
    else:
        for child in children(expr):
            _note_locals(child, found)
