"""Generator of random valid programs that sometimes trap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from dsl.ir import instructions as c
from dsl.ir.builder import children, walk
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from tests.dsl.runtime.interpreter import WIDTH
from tests.dsl.runtime.programs import program

OUTSIDE = (("kept", 4), ("more", 3))
TABLES = {"small": (0, 1, 2, 3, 4), "any": (-3, 7, 0, 4, 12, 2)}
_OPERATORS: tuple[c.Arithmetic, ...] = ("+", "-", "*", "/up", "/down", "min", "max")
_COMPARISONS: tuple[c.Comparison, ...] = ("==", "!=", "<", "<=", ">", ">=")
_SET_OPERATIONS: tuple[c.SetOperation, ...] = ("and", "or", "minus")


@dataclass(frozen=True, slots=True)
class Part:
    """One random program within a bundle: it begins at step `first` and may spend `fuel`."""

    first: int
    fuel: int
    functions: tuple[c.Function, ...]
    steps: tuple[c.Block, ...]
    tables: dict[str, tuple[int, ...]]


def random_program(chance: Random, width: int = WIDTH, again: float = 0) -> Program:
    """Return three functions, each calling only earlier ones, and two steps; all bitsets have one width.

    With probability `again` an expression repeats an earlier one. Such a program is input of the optimizer, so it uses
    nothing outside the position: the search is added after optimization.
    """
    part = random_part(chance, width, 0, again)
    return bundle([part], width, part.fuel)


def bundle(parts: list[Part], width: int, fuel: int = 10_000) -> Program:
    """Return one program that contains others, for a runner that is slow to make."""
    slots = (Slot("n", 0), Slot("list", 0, 5), Slot("set", 0, width=width), Slot("sets", 0, 3, width=width))
    return program(
        *(function for part in parts for function in part.functions),
        slots=slots,
        steps=tuple(step for part in parts for step in part.steps),
        tables=TABLES | {name: table for part in parts for name, table in part.tables.items()},
        traps=("one", "two"),
        outside=OUTSIDE,
        fuel=fuel,
    )


def random_part(chance: Random, width: int, first: int, again: float = 0) -> Part:
    """Return a program whose first step has the number `first`; its names are unique."""
    functions: list[c.Function] = []
    tables = {f"many{first}": tuple(chance.getrandbits(width) for _ in range(4))}
    for number in range(3):
        writer = _Writer(chance, functions, width, *tables, again=again)
        numbers, sets = {"x"}, {"m"}
        result = chance.choice((0, width, None))
        body = writer.block(numbers, sets, 2)
        ending = () if result is None else (c.Return(writer.bits(sets, 2) if result else writer.number(numbers, 2)),)
        name = f"f{number}" if not first else f"f{first}_{number}"
        functions.append(c.Function(name, (("x", 0), ("m", width)), result, (*body, *ending)))
    writer = _Writer(chance, functions, width, *tables, again=again)
    steps = tuple((*writer.block(set(), set(), 3), c.Return(c.Const(after))) for after in (first + 1, c.OVER))
    return Part(first, chance.choice((20, 200, 2000)), tuple(functions), steps, tables)


class _Writer:
    """Writes random code; `numbers` and `sets` are the locals that have a value."""

    def __init__(self, chance: Random, functions: list[c.Function], width: int, table: str, *, again: float) -> None:
        self.chance = chance
        self.again = again
        self.known: tuple[list[c.Expr], list[c.Expr]] = [], []  #: those without locals: numbers, bitsets
        self.width = width
        self.table = table
        self.functions = list(functions)
        self.fresh = 0
        self.loops = 0

    def name(self, prefix: str) -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def block(self, numbers: set[str], sets: set[str], depth: int) -> tuple[c.Statement, ...]:
        return tuple(self.statement(numbers, sets, depth) for _ in range(self.chance.randint(1, 4)))

    def statement(self, numbers: set[str], sets: set[str], depth: int) -> c.Statement:
        inner = numbers.copy(), sets.copy()
        match self.chance.randrange(15 if depth else 9):
            case 0:
                return c.Set(self.given(numbers, "a"), self.number(inner[0], 3))
            case 1:
                name = self.given(sets, "b")
                if name in inner[1] and self.chance.random() < 0.4:
                    operator = self.chance.choice(_SET_OPERATIONS)
                    return c.Set(name, c.SetOp(operator, c.Local(name), self.single(inner[0])))
                return c.Set(name, self.bits(inner[1], 3))
            case 2:
                return c.Store("n", self.number(numbers, 3))
            case 3 if not self.again and self.chance.random() < 0.4:
                name, length = self.chance.choice(OUTSIDE)
                return c.Keep(name, self.number(numbers, 2), self.index(numbers, length))
            case 3:
                return c.Store("list", self.number(numbers, 2), self.index(numbers, 5))
            case 4:
                one = c.SetOp(self.chance.choice(_SET_OPERATIONS), c.Load("set"), self.single(numbers))
                return c.Store("set", one if self.chance.random() < 0.4 else self.bits(sets, 3))
            case 5:
                index = self.index(numbers, 3)
                one = c.SetOp(self.chance.choice(_SET_OPERATIONS), c.Load("sets", index), self.single(numbers))
                return c.Store("sets", one if self.chance.random() < 0.4 else self.bits(sets, 2), index)
            case 6:
                return c.Push(self.number(numbers, 1), self.truth(numbers, sets, 1))
            case 7:
                return c.Emit("turn", (self.number(numbers, 1), self.number(numbers, 2)))
            case 8:
                if self.chance.random() < 0.2:
                    return c.Check(self.truth(numbers, sets, 2), self.chance.randrange(2))
                return self.effect(numbers, sets)
            case 9 | 10:
                condition = self.truth(numbers, sets, 2)
                return c.If(
                    condition, self.block(*inner, depth - 1), self.block(numbers.copy(), sets.copy(), depth - 1)
                )
            case 11:
                return c.While(self.truth(numbers, sets, 2), self.turn(*inner, depth))
            case 12:
                name = self.name("i")
                low, high = self.number(numbers, 1), self.number(numbers, 1)
                near = c.Const(self.chance.randint(-1, 2)), c.Const(self.chance.randint(0, 5))
                ends = near if self.chance.random() < 0.7 else (low, high)
                return c.ForRange(name, *ends, self.turn(inner[0] | {name}, inner[1], depth))
            case _:
                name = self.name("i")
                return c.ForBits(name, self.bits(sets, 2), self.turn(inner[0] | {name}, inner[1], depth))

    def given(self, names: set[str], prefix: str) -> str:
        """Return a new local or an existing one; never the variable of a loop."""
        old = sorted(name for name in names if name.startswith(prefix))
        name = self.chance.choice(old) if old and self.chance.random() < 0.4 else self.name(prefix)
        names.add(name)
        return name

    def single(self, numbers: set[str]) -> c.Expr:
        return c.Single(self.index(numbers, self.width), self.width)

    def turn(self, numbers: set[str], sets: set[str], depth: int) -> tuple[c.Statement, ...]:
        body = self.block(numbers, sets, depth - 1)
        return (*body, c.If(self.truth(numbers, sets, 1), (c.Break(),))) if self.chance.random() < 0.6 else body

    def effect(self, numbers: set[str], sets: set[str]) -> c.Statement:
        if not self.functions:
            return c.Emit("over", ())
        return c.Do(self.call(self.chance.choice(self.functions), numbers, sets))

    def call(self, function: c.Function, numbers: set[str], sets: set[str]) -> c.Call:
        return c.Call(function.name, (self.number(numbers, 1), self.bits(sets, 1)))

    def index(self, numbers: set[str], length: int) -> c.Expr:
        """Return an index mostly within an array of `length`, often in a form whose bounds a runner can prove."""
        if self.chance.random() < 0.06:
            names = sorted(numbers)
            risky = (self.number(numbers, 1), c.Lowest(self.bits(set(), 1)))
            return self.chance.choice([*risky, *(c.Local(name) for name in names)])
        match self.chance.randrange(4):
            case 0:
                return c.Draw(c.Const(length))
            case 1:
                return c.Arith("min", c.Const(length - 1), c.Arith("max", c.Const(0), self.number(numbers, 1)))
            case 2:
                surely = c.BitsConst(1 << self.chance.randrange(length), self.width)
                return c.Lowest(c.SetOp("or", surely, c.SetOp("and", surely, self.bits(set(), 1))))
            case _:
                return c.Const(self.chance.randrange(length))

    def clamped(self, numbers: set[str], depth: int) -> c.Expr:
        return c.Arith("max", c.Const(-1000), c.Arith("min", self.number(numbers, depth), c.Const(1000)))

    def number(self, numbers: set[str], depth: int) -> c.Expr:
        return self.new_or_known(False, lambda: self.new_number(numbers, depth))

    def new_or_known(self, sets: bool, new: Callable[[], c.Expr]) -> c.Expr:
        known = self.known[sets]
        if self.again and known and self.chance.random() < self.again:
            return self.chance.choice(known)
        expr = new()
        if self.again and not any(isinstance(part, c.Local) for part in walk(expr)) and children(expr):
            known.append(expr)
        return expr

    def new_number(self, numbers: set[str], depth: int) -> c.Expr:
        if not depth or self.chance.random() < 0.2:
            names = sorted(numbers)
            return c.Local(self.chance.choice(names)) if names and self.chance.random() < 0.6 else self.constant()
        match self.chance.randrange(11 if self.again else 12):
            case 10 if not self.again and self.chance.random() < 0.6:
                name, length = self.chance.choice(OUTSIDE)
                return c.Recall(name, self.index(numbers, length))
            case 10 if not self.again:
                return c.Throw(self.index(numbers, 5) if self.chance.random() < 0.1 else c.Const(6))
            case 0 | 1:
                operator = self.chance.choice(_OPERATORS)
                if operator.startswith("/") and self.chance.random() < 0.9:
                    return c.Arith(operator, self.number(numbers, depth - 1), c.Const(self.chance.randint(1, 4)))
                return c.Arith(operator, self.clamped(numbers, depth - 1), self.clamped(numbers, depth - 1))
            case 2:
                return c.Load("n")
            case 3:
                return c.Load("list", self.index(numbers, 5))
            case 4:
                return c.Lookup("any", c.Lookup("small", self.index(numbers, 5)))
            case 5 if self.chance.random() < 0.3:
                return c.Population(c.Digest((self.number(numbers, depth - 1), self.bits(set(), depth - 1))))
            case 5:
                return c.Population(self.bits(set(), depth - 1))
            case 6 if self.chance.random() < 0.5:
                return c.Nth(self.bits(set(), depth - 1), self.number(numbers, depth - 1))
            case 6:
                return c.Lowest(self.bits(set(), depth - 1))
            case 7:
                return c.Draw(self.index(numbers, 5) if self.chance.random() < 0.1 else c.Const(6))
            case 8:
                yes = self.truth(numbers, set(), depth - 1)
                return c.Select(yes, self.number(numbers, depth - 1), self.number(numbers, depth - 1))
            case 9:
                able = [function for function in self.functions if function.result == 0]
                return self.call(self.chance.choice(able), numbers, set()) if able else self.constant()
            case _:
                return self.truth(numbers, set(), depth - 1)

    def constant(self) -> c.Expr:
        return c.Const(self.chance.choice((-7, -1, 0, 1, 2, 3, 5, 40)))

    def truth(self, numbers: set[str], sets: set[str], depth: int) -> c.Expr:
        match self.chance.randrange(6):
            case 0:
                return c.Has(self.bits(sets, depth), self.index(numbers, self.width))
            case 1:
                return c.IsEmpty(self.bits(sets, depth))
            case 2:
                parts = tuple(self.truth(numbers, sets, depth - 1) for _ in range(2 if depth else 0))
                return c.AllOf(parts) if self.chance.random() < 0.5 else c.AnyOf(parts)
            case 3 if depth:
                return c.Not(self.truth(numbers, sets, depth - 1))
            case 4:
                return c.Compare(self.chance.choice(("==", "!=")), self.bits(sets, depth), self.bits(sets, depth))
            case _:
                one, other = self.number(numbers, depth), self.number(numbers, depth)
                return c.Compare(self.chance.choice(_COMPARISONS), one, other)

    def bits(self, sets: set[str], depth: int) -> c.Expr:
        return self.new_or_known(True, lambda: self.new_bits(sets, depth))

    def new_bits(self, sets: set[str], depth: int) -> c.Expr:
        if not depth or self.chance.random() < 0.2:
            names = sorted(sets)
            if names and self.chance.random() < 0.6:
                return c.Local(self.chance.choice(names))
            return c.BitsConst(self.chance.getrandbits(self.width) & self.chance.getrandbits(self.width), self.width)
        match self.chance.randrange(9):
            case 8:
                return c.Lookup(self.table, self.index(set(), 4), self.width)
            case 0:
                return c.Load("set")
            case 1:
                return c.Load("sets", self.index(set(), 3))
            case 2 | 3:
                operator = self.chance.choice(_SET_OPERATIONS)
                return c.SetOp(operator, self.bits(sets, depth - 1), self.bits(sets, depth - 1))
            case 4 | 5:
                return c.Shift(self.bits(sets, depth - 1), self.chance.randint(-self.width, self.width), self.width)
            case 6:
                return c.Single(self.index(set(), self.width), self.width)
            case _:
                yes = self.truth(set(), sets, depth - 1)
                return c.Select(yes, self.bits(sets, depth - 1), self.bits(sets, depth - 1))
