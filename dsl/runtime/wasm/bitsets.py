"""Bitsets as WebAssembly: a value of `dsl.runtime.wasm.bitset_values`, carried out as far as it must be now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.instructions import (
    BitsConst,
    Call,
    Const,
    Digest,
    Expr,
    Function,
    Load,
    Local,
    Lookup,
    Select,
    SetOp,
    Shift,
    Single,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of, words
from dsl.runtime.codegen_analysis import Bounds, bounds_of
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
    moves_out_of,
    possible,
)
from dsl.runtime.wasm.effects import CodeSizes, ExpressionEffects
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionType
from dsl.runtime.wasm.memory import MARGIN, Memory, longs


@dataclass(frozen=True, slots=True)
class CallingConvention:
    """How a function is called: a bitset of many words is handed over, and comes back, in a place in memory."""

    number: int
    signature: FunctionType
    params: tuple[MemoryBits | int, ...]  #: by parameter: its place, or its width (0 for a number) if it goes by locals
    result: MemoryBits | int | None


@dataclass(frozen=True, slots=True)
class ModuleContext:
    """What all functions of a module share."""

    program: Program
    memory: Memory
    plans: Mapping[str, CallingConvention]
    helpers: Mapping[str, int]
    effects: ExpressionEffects
    listening: bool
    steps: Mapping[int, str]  #: by number the name of each step among the plans
    bodies: Mapping[str, Function]  #: by name all that has a plan
    sizes: CodeSizes
    whys: frozenset[str]  #: functions that only a person ever calls, and not often
    room: int  #: how many instructions may be written in place in one function
    remembering: frozenset[str]  #: functions that must be called, as they may know the answer


@dataclass
class BitsetCodegen(ABC):
    """Writes the bitsets of one function, and what its numbers are made with."""

    around: ModuleContext
    code: CodeBuilder
    stray: int = 0  #: the label where an index goes that its array does not have
    locals: dict[str, int | LocalBits | MemoryBits] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)  #: of locals that are given only one value
    #: what may write a function in place of a call whose arguments are on the stack; whether it did
    in_place: Callable[[Call], bool] | None = None
    words: WholeBitsetOps = field(init=False)

    def __post_init__(self) -> None:
        """Make what writes words."""
        self.words = WholeBitsetOps(self.code, self.around.memory)

    def width(self, expr: Expr) -> int:
        """Return the width of an expression, 0 for a number."""
        return width_of(expr, self.around.program, self.widths)

    def limits(self, expr: Expr) -> Bounds:
        """Return bounds of a number."""
        return bounds_of(expr, self.around.program, self.widths, self.bounds)

    @abstractmethod
    def number(self, expr: Expr) -> None:
        """Push a number, truth as 0 or 1."""

    @abstractmethod
    def truth(self, expr: Expr) -> None:
        """Push a number that is not 0 exactly if `expr` is not 0."""

    @abstractmethod
    def call(self, expr: Call) -> None:
        """Carry out a function: a number or the words of a narrow bitset stay on the stack."""

    def scaled(self, index: Expr, length: int, size: int) -> None:
        """Push the offset of an element of an array; go astray if there is no such element."""
        self.checked(index, length)
        if size & (size - 1):
            self.code.i32(size)
            self.code.op("i32.mul")
        elif size > 1:
            self.code.i32(size.bit_length() - 1)
            self.code.op("i32.shl")

    def checked(self, index: Expr, length: int) -> None:
        """Push an index; go astray unless an array of `length` has it."""
        self.number(index)
        low, high = self.limits(index)
        if low >= 0 and high < length:
            return
        lent, code = self.code.lent(), self.code
        held = code.borrow("i32")
        code.tee(held)
        code.i32(length)
        code.op("i32.ge_u")
        code.br_if(self.stray)
        code.get(held)
        code.give_back(lent)

    # ---- bitsets ----

    def bits(self, expr: Expr) -> BitsetValue:
        """Carry out a bitset as far as it must be now, and return what its words are made of."""
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
                sets = self.around.program.tables[table]
                return self._in_table(self.around.memory.bitsets(sets, width), len(sets), index, width)
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
        raise AssertionError("a number stands where a bitset must")

    def element(self, slot: str, index: Expr | None) -> MemoryBits:
        """Return an element of a slot of bitsets, its index worked out now."""
        place = self.around.memory.places[slot]
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
        code.call(self.around.helpers["move"])
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
        result = self.around.plans[expr.function].result
        if isinstance(result, MemoryBits):
            return result
        assert result
        target = tuple(self.code.borrow("i64") for _ in range(longs(result)))
        for local in reversed(target):
            self.code.set(local)
        return LocalBits(target, result)

    def _digest(self, parts: tuple[Expr, ...]) -> BitsetValue:
        """Write the parts one behind the other, then mix them."""
        code = self.code
        sizes = [4 * words(self.width(part)) for part in parts]
        text = self.around.memory.reserve(sum(sizes))
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
        code.call(self.around.helpers["fingerprint"])
        target_local = code.borrow("i64")
        code.set(target_local)
        return LocalBits((target_local,), 64)

    # ---- keeping bitsets ----

    def give(self, expr: Expr, target: LocalBits | MemoryBits) -> None:
        """Work a bitset out into a target."""
        lent = self.code.lent()
        self.put(self.bits(expr), target)
        self.code.give_back(lent)

    def put(self, value: BitsetValue, target: LocalBits | MemoryBits) -> None:
        """Write a value into a target, of which it may be made."""
        if isinstance(target, LocalBits):
            self.words.fill(value, target)
            return
        if value == target:
            return
        self.words.write(self.written(value) if moves_out_of(value, target) else value, target)

    def written(self, value: BitsetValue) -> LocalBits | MemoryBits:
        """Return a value with all its words worked out now."""
        target = self._somewhere(value.width)
        if isinstance(target, MemoryBits):
            self.words.write(value, target)
        else:
            self.words.fill(value, target)
        return target

    def _somewhere(self, width: int) -> LocalBits | MemoryBits:
        if longs(width) <= NARROW:
            return LocalBits(tuple(self.code.borrow("i64") for _ in range(longs(width))), width)
        return MemoryBits(-1, self.around.memory.reserve_set(width), width, lasting=True, margin=True)

    def kept(self, value: BitsetValue, after: Expr) -> BitsetValue:
        """Return a value that is still the same when `after` has been worked out."""
        if lasts(value) or not self.around.effects.disturbs(after):
            return value
        return self.written(value)


def _folded(value: CombinedBits) -> BitsetValue:
    """Return a constant for what is made of two constants."""
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
