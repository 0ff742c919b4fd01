"""Tree-walking interpreter of programs, as simple as possible: the reference for the generated Python."""

from __future__ import annotations

from typing import assert_never

from dsl.ir import instructions as c
from dsl.ir.program import Program
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.runner import CHANCE, DIVISOR, FUEL, INDEX


def mixed(words: list[int]) -> int:
    """The fingerprint again, with unbounded integers."""
    found = 2870177450012600261
    for word in words:
        found = (found + word * 14029467366897019727) % 2**64
        found = (found * 2**31 + found // 2**33) % 2**64 * 11400714785074694791 % 2**64
    found = (found + (len(words) ^ 2870177450012600261 ^ 3527539)) % 2**64
    return found if found != 2**64 - 1 else 1546275796


Locals = dict[str, int]


class SprungError(Exception):
    """A trap, by number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Left(Exception):  # noqa: N818 - not an error, but the way out of a loop or function
    pass


class _Returned(_Left):
    def __init__(self, value: int) -> None:
        self.value = value


class Interpreter:
    """Interpreter that changes `state` in place, also when a trap springs."""

    def __init__(self, program: Program, state: list[int]) -> None:
        self.program = program
        self.state = state
        self.options: list[int] = []
        self.outside = {name: [0] * length for name, length in program.outside}
        self.dice = 0
        self.events: list[tuple[str, tuple[int, ...]]] = []
        self.prices = FuelPrices(c.Function("", (), None, ()), program)

    def run(self, step: int) -> int:
        """Run steps until one waits or ends."""
        self.state[0] = self.program.fuel
        while step >= 0:
            self.options.clear()
            step = self.body(c.Function("", (), 0, self.program.steps[step].body), {})
        return step

    def body(self, function: c.Function, local: Locals) -> int:
        outer, self.prices = self.prices, FuelPrices(function, self.program)
        self.spend(self.prices.entry)
        try:
            self.block(function.body, local)
        except _Returned as returned:
            return returned.value
        finally:
            self.prices = outer
        return 0

    def spend(self, fuel: int) -> None:
        self.state[0] -= fuel
        if self.state[0] < 0:
            raise SprungError(FUEL)

    def block(self, block: c.Block, local: Locals) -> None:
        for statement in block:
            self.statement(statement, local)

    def place(self, slot: str, index: int) -> int:
        if not 0 <= index < self.program.layout.slots[slot].length:
            raise SprungError(INDEX)
        return self.program.layout.slots[slot].first + index

    def statement(self, statement: c.Statement, local: Locals) -> None:
        match statement:
            case c.Set(name, value):
                local[name] = self.value(value, local)
            case c.Store(slot, value, index):
                stored = self.value(value, local)
                self.state[self.place(slot, self.value(index, local) if index is not None else 0)] = stored
            case c.Do(call):
                self.value(call, local)
            case c.If(condition, then, otherwise):
                self.block(then if self.value(condition, local) else otherwise, local)
            case c.While() | c.ForRange() | c.ForBits():
                try:
                    self.loop(statement, local)
                except _Returned:
                    raise
                except _Left:
                    pass
            case c.Break():
                raise _Left
            case c.Return(value):
                raise _Returned(self.value(value, local) if value is not None else 0)
            case c.Push(option, condition):
                if self.value(condition, local):
                    self.options.append(self.value(option, local))
            case c.Emit(kind, args):
                self.events.append((kind, tuple(self.value(arg, local) for arg in args)))
            case c.Keep(array, value, index):
                stored, place = self.value(value, local), self.value(index, local)
                self.element(tuple(self.outside[array]), place)
                self.outside[array][place] = stored
            case c.Choose() | c.Revert() | c.Snapshot() | c.Recover() | c.Reseed():
                raise NotImplementedError("no random program looks ahead")
            case c.Check(condition, trap):
                if not self.value(condition, local):
                    raise SprungError(trap)
            case _:
                assert_never(statement)

    def loop(self, loop: c.While | c.ForRange | c.ForBits, local: Locals) -> None:
        match loop:
            case c.While(condition, body):
                while self.value(condition, local):
                    self.spend(self.prices.turn(loop))
                    self.block(body, local)
                return
            case c.ForRange(name, low, high):
                members = list(range(self.value(low, local), self.value(high, local)))
            case c.ForBits(name, bits):
                members = _members(self.value(bits, local))
        self.spend(self.prices.turn(loop) * len(members))
        for member in members:
            local[name] = member
            self.block(loop.body, local)

    def value(self, expr: c.Expr, local: Locals) -> int:
        match expr:
            case c.Const(value) | c.BitsConst(value):
                return value
            case c.Local(name):
                return local[name]
            case c.Load(slot, index):
                return self.state[self.place(slot, self.value(index, local) if index is not None else 0)]
            case c.Lookup(table, index, _):
                return self.element(self.program.tables[table], self.value(index, local))
            case c.Arith(operator, left, right):
                return _arithmetic(operator, self.value(left, local), self.value(right, local))
            case c.Compare(operator, left, right):
                return _compare(operator, self.value(left, local), self.value(right, local))
            case c.Not(part):
                return int(self.value(part, local) == 0)
            case c.AllOf(parts):
                return int(all(self.value(part, local) for part in parts))
            case c.AnyOf(parts):
                return int(any(self.value(part, local) for part in parts))
            case c.Select(condition, then, otherwise):
                return self.value(then if self.value(condition, local) else otherwise, local)
            case c.Call(name, args):
                function = self.program.functions[name]
                values = [self.value(arg, local) for arg in args]
                names = [param for param, _ in function.params]
                return self.body(function, dict(zip(names, values, strict=True)))
            case c.SetOp(operator, left, right):
                one, other = self.value(left, local), self.value(right, local)
                return {"and": one & other, "or": one | other, "minus": one & ~other}[operator]
            case c.Shift(value, by, width):
                members = (member + by for member in _members(self.value(value, local)))
                return sum(1 << member for member in members if 0 <= member < width)
            case c.Single(index, width):
                return 1 << self.element(range(width), self.value(index, local))
            case c.Has(bits, index):
                whole = self.value(bits, local)
                return whole >> self.element(range(WIDTH), self.value(index, local)) & 1
            case c.IsEmpty(bits):
                return int(self.value(bits, local) == 0)
            case c.Population(bits):
                return len(_members(self.value(bits, local)))
            case c.Lowest(bits):
                return min(_members(self.value(bits, local)), default=-1)
            case c.Nth(bits, number):
                members, place = _members(self.value(bits, local)), self.value(number, local)
                return sorted(members)[place] if 0 <= place < len(members) else -1
            case c.Digest(parts):
                words = [self.value(part, local) % 2**32 for part in parts]  # values of random programs take one each
                return mixed(words)
            case c.Draw(below):
                slot, limit = self.program.layout.slots["chance"].first, self.value(below, local)
                self.state[slot], drawn = _drawn(self.state[slot], limit)
                return drawn
            case c.Throw(below):
                limit = self.value(below, local)
                self.dice, drawn = _drawn(self.dice, limit)
                return drawn
            case c.Recall(array, index):
                return self.element(tuple(self.outside[array]), self.value(index, local))
            case c.Offered() | c.Option():
                raise NotImplementedError("no random program is asked anything")
        assert_never(expr)

    def element(self, array: tuple[int, ...] | range, index: int) -> int:
        if not 0 <= index < len(array):
            raise SprungError(INDEX)
        return array[index]


def _drawn(old: int, below: int) -> tuple[int, int]:
    """PCG32 again, written from the paper and not from the runner."""
    if below < 1:
        raise SprungError(CHANCE)
    mixed = (((old >> 18) ^ old) >> 27) % 2**32
    turn = old >> 59
    drawn = ((mixed >> turn) | (mixed << (32 - turn))) % 2**32 * below >> 32
    return (old * 6364136223846793005 + 109) % 2**64, drawn


WIDTH = 20  #: of all bitsets of random programs


def _members(bits: int) -> list[int]:
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


def _arithmetic(operator: c.Arithmetic, left: int, right: int) -> int:
    if operator in ("/up", "/down") and right < 1:
        raise SprungError(DIVISOR)
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/down":
            return (left - left % right) // right
        case "/up":
            return (left + -left % right) // right
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
    assert_never(operator)


def _compare(operator: c.Comparison, left: int, right: int) -> int:
    answers = {"==": left == right, "!=": left != right, "<": left < right}
    answers |= {"<=": left <= right, ">": left > right, ">=": left >= right}
    return int(answers[operator])
