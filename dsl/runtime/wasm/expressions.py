"""Expressions as WebAssembly: numbers and calls are left on the stack, bitsets are evaluated as far as needed now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Call,
    Compare,
    Comparison,
    Const,
    Digest,
    Draw,
    Expr,
    Has,
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
    Recall,
    Select,
    SetOp,
    Shift,
    Single,
    Throw,
)
from dsl.ir.widths import width_of, words
from dsl.runtime.number_bounds import Bounds, bounds_of
from dsl.runtime.wasm.bitset_ops import WholeBitsetOps
from dsl.runtime.wasm.bitset_values import (
    NARROW,
    UNROLLED,
    BitsetValue,
    CombinedBits,
    ConstantBits,
    LocalBits,
    MemoryBits,
    ShiftedBits,
    SingleBit,
    lasts,
    moves,
    moves_out_of,
    possible,
)
from dsl.runtime.wasm.codegen_context import ModuleContext
from dsl.runtime.wasm.effect_analysis import plain
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.memory_layout import COUNT, MARGIN, longs

#: The instruction for each operator; mutation tests exchange them.
ARITHMETIC = {"+": "i32.add", "-": "i32.sub", "*": "i32.mul"}
COMPARISON: dict[Comparison, str] = {
    "==": "i32.eq", "!=": "i32.ne", "<": "i32.lt_s", "<=": "i32.le_s", ">": "i32.gt_s", ">=": "i32.ge_s",
}  # fmt: skip
DIVISION = {"/up": "divide_up", "/down": "divide_down"}
CHOICE = {"min": "i32.lt_s", "max": "i32.gt_s"}
HALVING = "i32.shr_s"  #: rounds down for negative numbers, too


@dataclass
class ExpressionCodegen:
    """Generates the expressions of one function. Numbers go to the stack, bitsets become a `BitsetValue`."""

    context: ModuleContext
    code: CodeBuilder
    out_of_range: int = 0  #: the label for an index that is out of range
    locals: dict[str, int | LocalBits | MemoryBits] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)  #: of locals with a single assignment
    #: inlines a call whose arguments are on the stack; returns whether it did
    in_place: Callable[[Call], bool] | None = None
    words: WholeBitsetOps = field(init=False)

    def __post_init__(self) -> None:
        """Create the generator of word operations."""
        self.words = WholeBitsetOps(self.code, self.context.memory)

    def width(self, expr: Expr) -> int:
        """Return the width of an expression, 0 for a number."""
        return width_of(expr, self.context.program, self.widths)

    def limits(self, expr: Expr) -> Bounds:
        """Return bounds of a number."""
        return bounds_of(expr, self.context.program, self.widths, self.bounds)

    def number_local(self, name: str) -> int:
        """Return the local of a number of the rules, made at its first use."""
        known = self.locals.get(name)
        if known is None:
            known = self.locals[name] = self.code.local("i32")
            self.widths[name] = 0
        assert isinstance(known, int)
        return known

    def scaled(self, index: Expr, length: int, size: int) -> None:
        """Push the offset of an element of an array; branch to the trap if there is no such element."""
        self.checked(index, length)
        if size & (size - 1):
            self.code.i32(size)
            self.code.op("i32.mul")
        elif size > 1:
            self.code.i32(size.bit_length() - 1)
            self.code.op("i32.shl")

    def checked(self, index: Expr, length: int) -> None:
        """Push an index; branch to the trap unless it is below `length`."""
        self.number(index)
        low, high = self.limits(index)
        if low >= 0 and high < length:
            return
        lent, code = self.code.lent(), self.code
        held = code.borrow("i32")
        code.tee(held)
        code.i32(length)
        code.op("i32.ge_u")
        code.br_if(self.out_of_range)
        code.get(held)
        code.give_back(lent)

    # ---- bitsets ----

    def bits(self, expr: Expr) -> BitsetValue:
        """Evaluate a bitset as far as needed now, and return the symbolic value."""
        match expr:
            case BitsConst(bits, width):
                return ConstantBits(bits, width)
            case Local(name):
                value = self.locals[name]
                assert not isinstance(value, int)
                return value
            case Load(slot, index):
                return self.element(slot, index)
            case Lookup(table, index, width):
                sets = self.context.program.tables[table]
                return self._in_table(self.context.memory.bitsets(sets, width), len(sets), index, width)
            case SetOp(operator, left, right):
                one = self.kept(self.bits(left), right)
                return _folded(CombinedBits(operator, one, self.bits(right), one.width))
            case Shift(value, by, width):
                return self._shifted(self.bits(value), by, width)
            case Single(index, width):
                return self._single(index, width)
            case Select():
                return self._selected(expr)
            case Call():
                return self._result(expr)
            case Digest(parts):
                return self._digest(parts)
        raise AssertionError("expected a bitset, found a number")

    def element(self, slot: str, index: Expr | None) -> MemoryBits:
        """Return an element of a slot of bitsets; its index is evaluated now."""
        place = self.context.memory.places[slot]
        half = place.size % 8 != 0
        if index is None or (isinstance(index, Const) and 0 <= index.value < place.length):
            at = index.value if isinstance(index, Const) else 0
            return MemoryBits(-1, place.address + place.size * at, place.width, half)
        self.scaled(index, place.length, place.size)
        base = self.code.borrow("i32")
        self.code.set(base)
        return MemoryBits(base, place.address, place.width, half)

    def _in_table(self, address: int, length: int, index: Expr, width: int) -> BitsetValue:
        self.scaled(index, length, 8 * longs(width))
        base = self.code.borrow("i32")
        self.code.set(base)
        return MemoryBits(base, address, width, lasting=True)

    def _shifted(self, value: BitsetValue, by: int, width: int) -> BitsetValue:
        if not by:
            return value
        if abs(by) >= width:
            return ConstantBits(0, width)
        if isinstance(value, ConstantBits):
            return ConstantBits((value.bits << by if by > 0 else value.bits >> -by) & (1 << width) - 1, width)
        cut = possible(value) << by >> width != 0 if by > 0 else False
        if longs(width) > UNROLLED:
            if abs(by) > 8 * MARGIN - 64:
                return self._moved_far(value, by, width)
            source = value if isinstance(value, MemoryBits) and value.margin else self.written(value)
        else:
            source = value if isinstance(value, LocalBits | MemoryBits) else self.written(value)
        return ShiftedBits(source, by, width, cut)

    def _moved_far(self, value: BitsetValue, by: int, width: int) -> BitsetValue:
        source, code = self.written(value), self.code
        assert isinstance(source, MemoryBits)
        target = self._somewhere(width)
        assert isinstance(target, MemoryBits)
        for number in (target.offset, source.offset, longs(width), by // 64, by % 64):
            code.i32(number)
        code.call(self.context.helpers["move"])
        if by > 0 and width % 64:
            last = longs(width) - 1
            code.i32(0)
            self.words.word(target, last)
            code.i64((1 << width % 64) - 1)
            code.op("i64.and")
            code.memory("i64.store", target.offset + 8 * last)
        return target

    def _single(self, index: Expr, width: int) -> BitsetValue:
        if isinstance(index, Const) and 0 <= index.value < width:
            return ConstantBits(1 << index.value, width)
        self.checked(index, width)
        member = self.code.borrow("i32")
        self.code.set(member)
        return SingleBit(member, width)

    def _selected(self, expr: Select) -> BitsetValue:
        code = self.code
        target = self._somewhere(self.width(expr))
        self.truth(expr.condition)
        code.if_()
        self.give(expr.then, target)
        code.else_()
        self.give(expr.otherwise, target)
        code.end()
        return target

    def _result(self, expr: Call) -> BitsetValue:
        self.call(expr)
        result = self.context.plans[expr.function].result
        if isinstance(result, MemoryBits):
            return result
        assert result
        target = tuple(self.code.borrow("i64") for _ in range(longs(result)))
        for local in reversed(target):
            self.code.set(local)
        return LocalBits(target, result)

    def _digest(self, parts: tuple[Expr, ...]) -> BitsetValue:
        """Store the parts one after the other, then compute their fingerprint."""
        code = self.code
        sizes = [4 * words(self.width(part)) for part in parts]
        text = self.context.memory.reserve(sum(sizes))
        address = text
        for part, size in zip(parts, sizes, strict=True):
            if self.width(part):
                target = MemoryBits(-1, address, self.width(part), size % 8 != 0)
                self.words.write(self.bits(part), target)
            else:
                code.i32(0)
                self.number(part)
                code.memory("i32.store", address)
            address += size
        code.i32(text)
        code.i32(sum(sizes) // 4)
        code.call(self.context.helpers["fingerprint"])
        target_local = code.borrow("i64")
        code.set(target_local)
        return LocalBits((target_local,), 64)

    # ---- storing bitsets ----

    def give(self, expr: Expr, target: LocalBits | MemoryBits) -> None:
        """Evaluate a bitset into a target."""
        lent = self.code.lent()
        self.put(self.bits(expr), target)
        self.code.give_back(lent)

    def put(self, value: BitsetValue, target: LocalBits | MemoryBits) -> None:
        """Write a value into a target, which it may use itself."""
        if isinstance(target, LocalBits):
            self.words.fill(value, target)
            return
        if value == target:
            return
        self.words.write(self.written(value) if moves_out_of(value, target) else value, target)

    def written(self, value: BitsetValue) -> LocalBits | MemoryBits:
        """Return a value with all its words evaluated now."""
        target = self._somewhere(value.width)
        if isinstance(target, MemoryBits):
            self.words.write(value, target)
        else:
            self.words.fill(value, target)
        return target

    def _somewhere(self, width: int) -> LocalBits | MemoryBits:
        if longs(width) <= NARROW:
            return LocalBits(tuple(self.code.borrow("i64") for _ in range(longs(width))), width)
        return MemoryBits(-1, self.context.memory.reserve_set(width), width, lasting=True, margin=True)

    def kept(self, value: BitsetValue, after: Expr) -> BitsetValue:
        """Return a value that the evaluation of `after` does not change."""
        if lasts(value) or not self.context.effects.disturbs(after):
            return value
        return self.written(value)

    # ---- numbers ----

    def number(self, expr: Expr) -> None:
        """Push a number, truth as 0 or 1."""
        code = self.code
        match expr:
            case Const(value):
                code.i32(value)
            case Local(name):
                local = self.locals[name]
                assert isinstance(local, int)
                code.get(local)
            case Load(slot, index):
                self._load(slot, index)
            case Lookup(table, index):
                numbers = self.context.program.tables[table]
                self.scaled(index, len(numbers), 4)
                code.memory("i32.load", self.context.memory.numbers(numbers))
            case Arith():
                self._arithmetic(expr)
            case Compare():
                self._compare(expr)
            case Not(value):
                self.truth(value)
                code.op("i32.eqz")
            case AllOf(parts):
                self._all(parts)
            case AnyOf(parts):
                self._any(parts)
            case Select():
                self._select(expr)
            case Call():
                self.call(expr)
            case Has(bits, index):
                self._has(bits, index)
            case IsEmpty(bits):
                self.words.is_empty(self.bits(bits))
            case Population(bits):
                self.words.population(self.bits(bits))
            case Lowest(bits):
                self.words.lowest(self.bits(bits))
            case Nth(bits, number):
                self._nth(bits, number)
            case Draw(below):
                self.number(below)
                code.call(self.context.helpers["draw"])
            case Recall(array, index):
                place = self.context.memory.outside[array]
                self.scaled(index, place.length, 4)
                code.memory("i32.load", place.address)
            case Throw(below):
                self.number(below)
                code.call(self.context.helpers["throw"])
            case Offered():
                code.i32(0)
                code.memory("i32.load", COUNT)
            case Option(index):
                self._option(index)
            case BitsConst() | SetOp() | Shift() | Single() | Digest():
                raise AssertionError("expected a number, found a bitset")
            case _:
                assert_never(expr)

    def _option(self, index: Expr) -> None:
        code, lent = self.code, self.code.lent()
        held = code.borrow("i32")
        self.number(index)
        code.tee(held)
        code.i32(0)
        code.memory("i32.load", COUNT)
        code.op("i32.ge_u")
        code.br_if(self.out_of_range)
        code.get(held)
        code.call(self.context.helpers["option"])
        code.give_back(lent)

    def truth(self, expr: Expr) -> None:
        """Push a number that is not 0 exactly if `expr` is not 0."""
        match expr:
            case Not(Not(value)):
                self.truth(value)
            case _:
                self.number(expr)

    def _load(self, slot: str, index: Expr | None) -> None:
        place, code = self.context.memory.places[slot], self.code
        if index is None or (isinstance(index, Const) and 0 <= index.value < place.length):
            code.i32(0)
            at = index.value if isinstance(index, Const) else 0
            code.memory("i32.load", place.address + 4 * at)
            return
        self.scaled(index, place.length, 4)
        code.memory("i32.load", place.address)

    def _arithmetic(self, expr: Arith) -> None:
        code = self.code
        match expr.operator:
            case "+" | "-" | "*":
                self.number(expr.left)
                self.number(expr.right)
                code.op(ARITHMETIC[expr.operator])
            case "min" | "max":
                self._extreme(expr)
            case "/down" if isinstance(expr.right, Const) and _is_power(expr.right.value):
                self.number(expr.left)
                code.i32(expr.right.value.bit_length() - 1)
                code.op(HALVING)
            case "/down" if isinstance(expr.right, Const) and expr.right.value > 0 and self.limits(expr.left)[0] >= 0:
                self.number(expr.left)
                self.number(expr.right)
                code.op("i32.div_u")
            case "/up" | "/down":
                self.number(expr.left)
                self.number(expr.right)
                code.call(self.context.helpers[DIVISION[expr.operator]])
            case _:
                assert_never(expr.operator)

    def _extreme(self, expr: Arith) -> None:
        code, lent = self.code, self.code.lent()
        self.number(expr.left)
        left = code.borrow("i32")
        code.set(left)
        self.number(expr.right)
        right = code.borrow("i32")
        code.set(right)
        for part in (left, right, left, right):
            code.get(part)
        code.op(CHOICE[expr.operator], "select")
        code.give_back(lent)

    def _compare(self, expr: Compare) -> None:
        code = self.code
        if not self.width(expr.left):
            self.number(expr.left)
            if expr.right == Const(0) and expr.operator == "==":
                code.op("i32.eqz")
                return
            self.number(expr.right)
            code.op(COMPARISON[expr.operator])
            return
        left = self.kept(self.bits(expr.left), expr.right)
        self.words.equal(left, self.bits(expr.right))
        if expr.operator == "!=":
            code.op("i32.eqz")

    def _all(self, parts: tuple[Expr, ...]) -> None:
        self._several(parts, 1)

    def _any(self, parts: tuple[Expr, ...]) -> None:
        self._several(parts, 0)

    def _several(self, parts: tuple[Expr, ...], neutral: int) -> None:
        """Push a short-circuit conjunction (`neutral` 1) or disjunction (`neutral` 0)."""
        code = self.code
        if not parts:
            code.i32(neutral)
            return
        first, *rest = parts
        if not rest:
            self._zero_or_one(first)
        elif all(plain(part) for part in rest):
            self._zero_or_one(first)
            for part in rest:
                self._zero_or_one(part)
                code.op("i32.and" if neutral else "i32.or")
        else:
            self.truth(first)
            code.if_("i32")
            if neutral:
                self._several(tuple(rest), neutral)
            else:
                code.i32(1)
            code.else_()
            if neutral:
                code.i32(0)
            else:
                self._several(tuple(rest), neutral)
            code.end()

    def _zero_or_one(self, expr: Expr) -> None:
        self.number(expr)
        if not isinstance(expr, Compare | Not | AllOf | AnyOf | IsEmpty | Has):
            self.code.i32(0)
            self.code.op("i32.ne")

    def _select(self, expr: Select) -> None:
        code = self.code
        if plain(expr.then) and plain(expr.otherwise) and not self.context.effects.changes(expr.condition):
            self.number(expr.then)
            self.number(expr.otherwise)
            self.truth(expr.condition)
            code.op("select")
            return
        self.truth(expr.condition)
        code.if_("i32")
        self.number(expr.then)
        code.else_()
        self.number(expr.otherwise)
        code.end()

    def _has(self, bits: Expr, index: Expr) -> None:
        code, lent = self.code, self.code.lent()
        value = self.kept(self.bits(bits), index)
        self.checked(index, self.width(bits))
        at = code.borrow("i32")
        code.set(at)
        self.words.member(self._still(value), at)
        code.i32(1)
        code.op("i32.and")
        code.give_back(lent)

    def _nth(self, bits: Expr, number: Expr) -> None:
        code, lent = self.code, self.code.lent()
        value = self.kept(self.bits(bits), number)
        self.number(number)
        held = code.borrow("i32")
        code.set(held)
        self.words.nth(self._still(value), held, self.context.helpers["nth_of"])
        code.give_back(lent)

    # ---- calls ----

    def call(self, expr: Call) -> None:
        """Call a function: a number, or the words of a narrow bitset, stay on the stack."""
        plan = self.context.plans[expr.function]
        late: list[tuple[BitsetValue, MemoryBits]] = []
        for number, (arg, param) in enumerate(zip(expr.args, plan.params, strict=True)):
            if param == 0:
                self.number(arg)
                continue
            value = self.bits(arg)
            if isinstance(param, MemoryBits):
                after = expr.args[number + 1 :]
                late.append(
                    (self.written(value) if any(self.context.effects.calls(one) for one in after) else value, param)
                )
            else:
                for at in range(longs(value.width)):
                    self.words.word(value, at)
        for value, param in late:
            self.words.write(value, param)
        if self.in_place is None or not self.in_place(expr):
            self.code.call(plan.number)

    def _still(self, value: BitsetValue) -> BitsetValue:
        """Return a value whose members can be addressed."""
        return self.written(value) if moves(value) else value


def _is_power(number: int) -> bool:
    return number > 0 and not number & (number - 1)


def _folded(value: CombinedBits) -> BitsetValue:
    """Return a constant if both sides are constants."""
    if not isinstance(value.left, ConstantBits) or not isinstance(value.right, ConstantBits):
        return value
    one, other = value.left.bits, value.right.bits
    match value.operator:
        case "and":
            return ConstantBits(one & other, value.width)
        case "or":
            return ConstantBits(one | other, value.width)
        case "minus":
            return ConstantBits(one & ~other, value.width)
    assert_never(value.operator)
