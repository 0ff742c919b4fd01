"""Numbers and calls as WebAssembly; the result is left on the stack."""

from __future__ import annotations

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
from dsl.runtime.wasm.bitset_values import BitsetValue, MemoryBits, moves
from dsl.runtime.wasm.bitsets import BitsetCodegen
from dsl.runtime.wasm.effects import plain
from dsl.runtime.wasm.memory import COUNT, longs

#: The instruction for each operator: tests of the runners exchange them, to see that the difference is found.
ARITHMETIC = {"+": "i32.add", "-": "i32.sub", "*": "i32.mul"}
COMPARISON: dict[Comparison, str] = {
    "==": "i32.eq", "!=": "i32.ne", "<": "i32.lt_s", "<=": "i32.le_s", ">": "i32.gt_s", ">=": "i32.ge_s",
}  # fmt: skip
DIVISION = {"/up": "divide_up", "/down": "divide_down"}
CHOICE = {"min": "i32.lt_s", "max": "i32.gt_s"}
HALVING = "i32.shr_s"  #: rounds down, whatever the sign


class ExpressionCodegen(BitsetCodegen):
    """Writes the expressions of one function."""

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
                numbers = self.around.program.tables[table]
                self.scaled(index, len(numbers), 4)
                code.memory("i32.load", self.around.memory.numbers(numbers))
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
                code.call(self.around.helpers["draw"])
            case Recall(array, index):
                place = self.around.memory.outside[array]
                self.scaled(index, place.length, 4)
                code.memory("i32.load", place.address)
            case Throw(below):
                self.number(below)
                code.call(self.around.helpers["throw"])
            case Offered():
                code.i32(0)
                code.memory("i32.load", COUNT)
            case Option(index):
                self._option(index)
            case BitsConst() | SetOp() | Shift() | Single() | Digest():
                raise AssertionError("a bitset stands where a number must")
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
        code.br_if(self.stray)
        code.get(held)
        code.call(self.around.helpers["option"])
        code.give_back(lent)

    def truth(self, expr: Expr) -> None:
        """Push a number that is not 0 exactly if `expr` is not 0."""
        match expr:
            case Not(Not(value)):
                self.truth(value)
            case _:
                self.number(expr)

    def _load(self, slot: str, index: Expr | None) -> None:
        place, code = self.around.memory.places[slot], self.code
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
                code.call(self.around.helpers[DIVISION[expr.operator]])
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
        """`neutral` is 1 if all must hold and 0 if one is enough; it is what no parts at all make."""
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
        if plain(expr.then) and plain(expr.otherwise) and not self.around.effects.changes(expr.condition):
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
        self.words.nth(self._still(value), held, self.around.helpers["nth_of"])
        code.give_back(lent)

    # ---- calls ----

    def call(self, expr: Call) -> None:
        """Carry out a function: a number or the words of a narrow bitset stay on the stack."""
        plan = self.around.plans[expr.function]
        late: list[tuple[BitsetValue, MemoryBits]] = []
        for number, (arg, param) in enumerate(zip(expr.args, plan.params, strict=True)):
            if param == 0:
                self.number(arg)
                continue
            value = self.bits(arg)
            if isinstance(param, MemoryBits):
                after = expr.args[number + 1 :]
                late.append(
                    (self.written(value) if any(self.around.effects.calls(one) for one in after) else value, param)
                )
            else:
                for at in range(longs(value.width)):
                    self.words.word(value, at)
        for value, param in late:
            self.words.write(value, param)
        if self.in_place is None or not self.in_place(expr):
            self.code.call(plan.number)

    def _still(self, value: BitsetValue) -> BitsetValue:
        """Return a value in which one can look for a member."""
        return self.written(value) if moves(value) else value


def _is_power(number: int) -> bool:
    return number > 0 and not number & (number - 1)
