"""A program as Python source: one function for each function, step and the prologue.

The state is the list `s`. Its places are written as numbers, with the slots' names behind the line and in a table at
the top: a literal index runs a tenth faster than one kept in a module constant. Options go to `push`, events to `emit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from dsl.ir.instructions import (
    Block,
    Break,
    Check,
    Choose,
    Const,
    Do,
    Emit,
    ForBits,
    ForRange,
    Function,
    If,
    Keep,
    Push,
    Reseed,
    Return,
    Revert,
    Set,
    Statement,
    Store,
    While,
)
from dsl.ir.program import Program
from dsl.run.locals import given_once, givings
from dsl.run.prices import Prices
from dsl.run.reference.expressions import Scope, call, checked, place, truth, value
from dsl.run.reference.names import comment, python_names
from dsl.run.traps import FUEL

PROLOGUE = "prologue"
LARGE = 1 << 64  #: from here on a number can only be a set


class Source:
    """The text of a program, each function for itself: it is written when somebody asks for it, most never are."""

    def __init__(self, program: Program) -> None:
        self.functions: Mapping[str, str] = python_names("f_", program.functions)  #: by function its Python name
        self.steps = tuple(f"step_{number}" for number in range(len(program.steps)))  #: the names of the steps
        self.tables: Mapping[str, str] = python_names("t_", program.tables)
        self._program = program
        self.outside: Mapping[str, str] = python_names("m_", dict(program.outside))
        self._writer = _Writer(program, self)
        self._defined = {name: function for function, name in self.functions.items()}
        self._numbers = {name: number for number, name in enumerate(self.steps)}

    @property
    def names(self) -> Iterable[str]:
        """The Python names of all functions, those of the steps and the prologue included."""
        return [*self._defined, *self._numbers, PROLOGUE]

    def definition(self, name: str) -> str:
        """Return the text that defines one of `names`; it speaks of others and of the tables."""
        return "\n".join(self._writer.function(name, self._function(name))) + "\n"

    def _function(self, name: str) -> Function:
        if name in self._numbers:
            step = self._program.steps[self._numbers[name]]
            return Function(name, (), 0, step.body, step.comment)
        if name in self._defined:
            return self._program.functions[self._defined[name]]
        return Function(PROLOGUE, (), None, self._program.prologue, "first values")

    def whole(self) -> str:
        """Return all of it, for whoever wants to read it."""
        tables = (f"{self.tables[name]} = {_row(numbers)}" for name, numbers in self._program.tables.items())
        lines = "\n".join([*_slot_table(self._program), *tables])
        return lines + "\n" + "".join(self.definition(name) for name in self.names)


def _row(numbers: Sequence[int]) -> str:
    """Return the numbers of a table as a tuple; sets of many cells in hex, as Python writes no such long decimals."""
    return f"({''.join(f'{hex(n) if n >= LARGE else n}, ' for n in numbers)})"


def _slot_table(program: Program) -> Iterator[str]:
    for slot in program.layout.slots.values():
        kind = f"bitset of {slot.width}" if slot.width else "number"
        many = f" x {slot.length}" if slot.length > 1 else ""
        yield comment(f"s[{slot.first}] {slot.name}: {kind}{many}").strip()


class _Writer:
    """Writes functions. `_fresh` numbers the helper variables of the function at hand."""

    def __init__(self, program: Program, source: Source) -> None:
        self._program = program
        self._source = source
        self._scope = self._scope_of({})
        self._single: set[str] = set()
        self._prices = Prices(Function("", (), None, ()), program)
        self._fresh = 0

    def _scope_of(self, locals_: Mapping[str, str]) -> Scope:
        return Scope(self._program, self._source.functions, self._source.tables, self._source.outside, locals_)

    def function(self, name: str, function: Function) -> Iterator[str]:
        """Return the lines of one function."""
        words = [param for param, _ in function.params] + [word for word, _ in givings(function.body)]
        self._scope = self._scope_of(python_names("v_", words))
        self._scope.widths.update(function.params)
        self._single = given_once(function)
        self._prices = Prices(function, self._program)
        self._fresh = 0
        params = ", ".join(["s", *(self._scope.locals[param] for param, _ in function.params)])
        yield ""
        yield ""
        yield f"def {name}({params}):" + (comment(function.comment) if function.comment else "")
        yield from self._spend(str(self._prices.entry), 1)
        yield from self._block(function.body, 1)

    def _block(self, block: Block, depth: int) -> Iterator[str]:
        if not block:
            yield _indented(depth, "pass")
        for statement in block:
            yield from self._statement(statement, depth)

    def _statement(self, statement: Statement, depth: int) -> Iterator[str]:
        scope = self._scope
        match statement:
            case Set(local, given):
                text = _bare(value(given, scope))
                self._declare(statement)
                yield self._line(depth, f"{scope.locals[local]} = {text}")
            case Store(name, given, index):
                slot, text = scope.slot(name), _bare(value(given, scope))
                at = str(slot.first) if index is None else place(slot.first, slot.length, index, scope)
                yield self._line(depth, f"s[{at}] = {text}")
            case Do(called):
                yield self._line(depth, call(called, scope))
            case If(condition, then, otherwise):
                yield self._line(depth, f"if {_bare(truth(condition, scope))}:")
                yield from self._block(then, depth + 1)
                if otherwise:
                    yield self._line(depth, "else:")
                    yield from self._block(otherwise, depth + 1)
            case While(condition, body):
                yield self._line(depth, f"while {_bare(truth(condition, scope))}:")
                yield from self._spend(str(self._prices.turn(statement)), depth + 1)
                yield from self._block(body, depth + 1)
            case ForRange():
                yield from self._for_range(statement, depth)
            case ForBits():
                yield from self._for_bits(statement, depth)
            case Break():
                yield self._line(depth, "break")
            case Return(result):
                yield self._line(depth, f"return {_bare(value(result, scope))}" if result is not None else "return")
            case Push():
                yield from self._push(statement, depth)
            case Emit(kind, args):
                numbers = "".join(f"{value(arg, scope)}, " for arg in args)
                yield self._line(depth, f"emit(({kind!r}, ({numbers.rstrip() if args else ''})))")
            case Keep(array, given, index):
                text, at = _bare(value(given, scope)), checked(index, self._program.length_of(array), scope)
                yield self._line(depth, f"{scope.outside[array]}[{at}] = {text}")
            case Choose(option):
                yield self._line(depth, f"choose(s, {value(option, scope)})")
            case Revert():
                yield self._line(depth, "revert(s)")
            case Reseed():
                yield self._line(depth, "reseed(s)")
            case Check(condition, trap):
                yield self._line(depth, f"if not {truth(condition, scope)}: fail({int(trap)})")
            case _:
                assert_never(statement)

    def _push(self, push: Push, depth: int) -> Iterator[str]:
        option = f"push({value(push.option, self._scope)})"
        sure = push.condition == Const(1)
        yield self._line(depth, option if sure else f"if {_bare(truth(push.condition, self._scope))}: {option}")

    def _for_range(self, loop: ForRange, depth: int) -> Iterator[str]:
        low, high = value(loop.low, self._scope), value(loop.high, self._scope)
        turns = self._helper("r")
        self._declare(loop)
        yield self._line(depth, f"{turns} = range({low}, {high})")
        yield from self._spend_for_all(loop, f"len({turns})", depth)
        yield self._line(depth, f"for {self._scope.locals[loop.local]} in {turns}:")
        yield from self._block(loop.body, depth + 1)

    def _for_bits(self, loop: ForBits, depth: int) -> Iterator[str]:
        bits, low = self._helper("b"), self._helper("w")
        yield self._line(depth, f"{bits} = {_bare(value(loop.bits, self._scope))}")
        self._declare(loop)
        yield from self._spend_for_all(loop, f"{bits}.bit_count()", depth)
        yield self._line(depth, f"while {bits}:")
        yield self._line(depth + 1, f"{low} = {bits} & -{bits}")
        yield self._line(depth + 1, f"{bits} ^= {low}")
        yield self._line(depth + 1, f"{self._scope.locals[loop.local]} = {low}.bit_length() - 1")
        yield from self._block(loop.body, depth + 1)

    def _spend_for_all(self, loop: ForRange | ForBits, turns: str, depth: int) -> Iterator[str]:
        price = self._prices.turn(loop)
        return self._spend(turns if price == 1 else f"{price} * {turns}", depth)

    def _spend(self, fuel: str, depth: int) -> Iterator[str]:
        tank = self._program.layout.slots["fuel"].first
        yield _indented(depth, f"s[{tank}] -= {fuel}")
        yield _indented(depth, f"if s[{tank}] < 0: fail({FUEL})")

    def _declare(self, giving: Set | ForRange | ForBits) -> None:
        """Note what is known about a local from here on."""
        scope = self._scope
        match giving:
            case Set(local, given):
                width = scope.width(given)
                limits = (0, 0) if width else scope.limits(given)
            case ForRange(local, low, high):
                width, limits = 0, (scope.limits(low)[0], scope.limits(high)[1] - 1)
            case ForBits(local, bits):
                width, limits = 0, (0, scope.width(bits) - 1)
        scope.widths[local] = width
        if local in self._single:
            scope.bounds[local] = limits

    def _helper(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def _line(self, depth: int, text: str) -> str:
        names = ", ".join(self._scope.touched)
        self._scope.touched.clear()
        return _indented(depth, text) + (comment(names) if names else "")


def _indented(depth: int, text: str) -> str:
    return "    " * depth + text


def _bare(text: str) -> str:
    """Return `text` without a pair of brackets around all of it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[1:-1] if at and at == len(text) - 1 and text[0] == "(" else text
    return text
