"""Constant folding: evaluates constant expressions, and simplifies by algebraic laws of sets and truths.

Expressions that may trap are not removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir import builder
from dsl.ir.builder import declared
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Block,
    Compare,
    Comparison,
    Const,
    Expr,
    ForBits,
    ForRange,
    Has,
    If,
    IsEmpty,
    Load,
    Local,
    Lookup,
    Not,
    Population,
    Select,
    Set,
    SetOp,
    Shift,
    Single,
    Statement,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of
from dsl.optimizer.effects import EffectAnalysis, is_plain
from dsl.optimizer.rewriting import (
    blocks_of,
    calls,
    expressions_of,
    rewritten,
    with_blocks,
    with_expressions,
    with_locals,
)

_OPPOSITE: dict[Comparison, Comparison] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_INTEGERS = range(-(2**31), 2**31)


class ExpressionFolding:
    """Folds the expressions of one function."""

    def __init__(self, program: Program, known: EffectAnalysis, widths: dict[str, int]) -> None:
        self._program = program
        self._known = known
        self._widths = widths

    def __call__(self, expr: Expr) -> Expr:
        """Return `expr`, folded and simplified."""
        return rewritten(expr, self._fold_expression)

    def _fold_expression(self, expr: Expr) -> Expr:
        match expr:
            case Arith(operator, left, right):
                found = builder.arith(operator, left, right)
                return found if not isinstance(found, Const) or found.value in _INTEGERS else expr
            case Compare():
                return _fold_comparison(expr)
            case Not(value):
                return _negated(value)
            case AllOf(parts):
                return _truth(builder.all_of(parts))
            case AnyOf(parts):
                return _truth(builder.any_of(parts))
            case Select(condition, then, otherwise):
                return self._selected(condition, then, otherwise)
            case SetOp(operator, left, right):
                return self._set(operator, left, right)
            case IsEmpty(SetOp("and", bits, Single(index))):
                return Not(Has(bits, index))
            case IsEmpty(SetOp("and", Single(index), bits)) if is_plain(bits):
                return Not(Has(bits, index))
            case IsEmpty(Select(condition, bits, BitsConst(0))):
                return _negated(_truth(builder.all_of((condition, Not(IsEmpty(bits))))))
            case IsEmpty(bits):
                return builder.is_empty(bits) if isinstance(bits, BitsConst) else expr
            case Has(BitsConst(bits, width), Const(index)) if 0 <= index < width:
                return Const(bits >> index & 1)
            case Population(BitsConst(bits)):
                return Const(bits.bit_count())
            case Single(Const(index), width) if 0 <= index < width:
                return BitsConst(1 << index, width)
            case Shift(BitsConst(bits), by, width):
                return BitsConst((bits << by if by >= 0 else bits >> -by) & (1 << width) - 1, width)
            case Lookup(table, Const(index), width) if 0 <= index < len(self._program.tables[table]):
                number = self._program.tables[table][index]
                return BitsConst(number, width) if width else Const(number)
            case _:
                return expr

    def _selected(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr:
        if isinstance(condition, Not):
            return self._selected(condition.value, otherwise, then)
        if (then, otherwise) == (Const(1), Const(0)) and is_truth(condition):
            return condition
        if isinstance(condition, Const):
            return then if condition.value else otherwise
        return Select(condition, then, otherwise)

    def _set(self, operator: str, left: Expr, right: Expr) -> Expr:
        width = width_of(left, self._program, self._widths)
        full = (1 << width) - 1
        match operator, left, right:
            case "and", BitsConst(), _ if not isinstance(right, BitsConst):
                return self._set("and", right, left)
            case "and", SetOp("and", rest, BitsConst(a)), BitsConst(b):
                return self._set("and", rest, BitsConst(a & b, width))
            case "and", _, SetOp("and", rest, BitsConst() as constant):
                return self._set("and", self._set("and", left, rest), constant)
            case "and", SetOp("minus", BitsConst(a), rest), BitsConst(b):
                return self._set("minus", BitsConst(a & b, width), rest)
            case "minus", BitsConst(a), SetOp("and", rest, BitsConst(b)) if a & ~b == 0:
                return self._set("minus", left, rest)
            case "minus", BitsConst(a), SetOp("minus", BitsConst(b), rest) if a & ~b == 0:
                return self._set("and", rest, left)
            case (("and" | "or"), Local(a), Local(b)) if a == b:
                return left
            case (("and" | "minus"), Select(condition, some, BitsConst(0)), _) if self._may_be_skipped(
                right, condition
            ):
                return Select(condition, SetOp(operator, some, right), BitsConst(0, width))
            case "and", _, Select(condition, BitsConst(a), BitsConst(0)) if a == full and is_plain(left):
                return Select(condition, left, BitsConst(0, width))
        match operator:
            case "and" | "or" | "minus":
                return builder.set_op(operator, left, right, width) if is_plain(left) and is_plain(right) else SetOp(
                    operator, left, right
                )  # fmt: skip
        raise TypeError(f"{operator} makes no set")

    def _may_be_skipped(self, expr: Expr, condition: Expr) -> bool:
        """Whether an expensive expression may be evaluated only if a condition holds, without missing a trap."""
        if not calls(expr):
            return False
        within = {(part.name, length) for part, length in self._certain_indices(condition)}
        return not any(
            self._known.has_effect(part)
            and not (
                isinstance(part, Single) and isinstance(part.index, Local) and (part.index.name, part.width) in within
            )
            for part in builder.walk(expr)
        )

    def _certain_indices(self, expr: Expr) -> Iterator[tuple[Local, int]]:
        """Yield the locals that an expression always uses as an index, with the length of the array."""
        match expr:
            case AllOf((first, *_)) | AnyOf((first, *_)):
                yield from self._certain_indices(first)
                return
            case Select(condition):
                yield from self._certain_indices(condition)
                return
            case Load(slot, Local() as index):
                yield index, self._program.layout.slots[slot].length
        for part in builder.children(expr):
            yield from self._certain_indices(part)


class BlockFolding:
    """Folds the expressions of a block; it knows the widths of the locals so far, and which are constants."""

    def __init__(self, program: Program, known: EffectAnalysis, widths: dict[str, int]) -> None:
        self._program = program
        self._widths = widths
        self._fold = ExpressionFolding(program, known, widths)
        self._constants: dict[str, Expr] = {}

    def block(self, block: Block) -> Block:
        """Return a block with its expressions folded, and without branches that are never taken."""
        return tuple(folded for statement in block for folded in self._statement(statement))

    def _statement(self, statement: Statement) -> Block:
        blocks = blocks_of(statement)
        if blocks and not isinstance(statement, If):
            self._forget(blocks)
        folded = with_expressions(statement, [self._expr(part) for part in expressions_of(statement)])
        match folded:
            case Set(local, value):
                self._widths[local] = width_of(value, self._program, self._widths)
                self._constants.pop(local, None)
                if isinstance(value, (Const, BitsConst)):
                    self._constants[local] = value
            case ForRange(local) | ForBits(local):
                self._widths[local] = 0
            case If(Const(truth), then, otherwise):
                return self.block(then if truth else otherwise)
        if not blocks:
            return (folded,)
        inner = [self._scope(block) for block in blocks]
        self._forget(blocks)
        return (with_blocks(folded, inner),)

    def _expr(self, expr: Expr) -> Expr:
        return self._fold(with_locals(expr, self._constants) if self._constants else expr)

    def _scope(self, block: Block) -> Block:
        before = self._constants.copy()
        found = self.block(block)
        self._constants = before
        return found

    def _forget(self, blocks: Iterable[Block]) -> None:
        """Forget the constants that a block assigns."""
        for block in blocks:
            for name in declared(block):
                self._constants.pop(name, None)


def is_truth(expr: Expr) -> bool:
    """Whether a number can only be 0 or 1."""
    match expr:
        case Compare() | Not() | AllOf() | AnyOf() | Has() | IsEmpty():
            return True
        case Const(value):
            return value in (0, 1)
        case Select(_, then, otherwise):
            return is_truth(then) and is_truth(otherwise)
        case _:
            return False


def _truth(expr: Expr) -> Expr:
    """Return a simplified condition as 0 or 1."""
    return expr if is_truth(expr) else AllOf((expr,))


def _negated(value: Expr) -> Expr:
    match value:
        case Not(inner) if is_truth(inner):
            return inner
        case Compare(sign, left, right):
            return Compare(_OPPOSITE[sign], left, right)
        case Const(number):
            return Const(int(not number))
    return Not(value)


def _fold_comparison(expr: Compare) -> Expr:
    match expr:
        case Compare(">", Population(bits), Const(0)) | Compare(">=", Population(bits), Const(1)):
            return Not(IsEmpty(bits))
        case Compare("!=", Population(bits), Const(0)):
            return Not(IsEmpty(bits))
        case Compare("==", Population(bits), Const(0)) | Compare("<", Population(bits), Const(1)):
            return IsEmpty(bits)
    return builder.compare(expr.operator, expr.left, expr.right)
