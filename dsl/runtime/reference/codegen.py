"""Generates readable Python from a program.

Names and texts of the rules reach the generated code only through `python_names` and `comment`, which escape them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Block,
    Break,
    Call,
    Check,
    Choose,
    Compare,
    Const,
    Digest,
    Do,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    IsEmpty,
    Keep,
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
    Recover,
    Reseed,
    Return,
    Revert,
    Select,
    Set,
    SetOp,
    SetOperation,
    Shift,
    Single,
    Snapshot,
    Statement,
    Store,
    Throw,
    While,
)
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.ir.widths import width_of, words
from dsl.runtime.fuel_prices import FuelPrices
from dsl.runtime.number_bounds import Bounds, assigned_once, assignments, bounds_of
from dsl.runtime.runner import FUEL


def python_names(prefix: str, words: Iterable[str]) -> dict[str, str]:
    """Return a unique Python name for each word, as similar as ASCII letters allow."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for word in dict.fromkeys(words):
        plain = prefix + re.sub(r"[^A-Za-z0-9]+", "_", word)[:60].strip("_")
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}__{number}"
        taken.add(name)
        names[word] = name
    return names


def comment(text: str) -> str:
    """Return `text` as the rest of one line of Python, whatever is in it."""
    return "  # " + "".join(c if c.isprintable() else " " for c in text[:200])


WORD = hex((1 << 32) - 1)
SIGNS: dict[SetOperation, str] = {"and": "& ", "or": "| ", "minus": "& ~"}


@dataclass(slots=True)
class PythonScope:
    """Names, widths and bounds within one generated function."""

    program: Program
    functions: Mapping[str, str]  #: Python names
    tables: Mapping[str, str]
    outside: Mapping[str, str]
    locals: Mapping[str, str]
    widths: dict[str, int] = field(default_factory=dict)  #: of the locals seen so far
    bounds: dict[str, Bounds] = field(default_factory=dict)  #: of the locals with a single assignment
    touched: dict[str, None] = field(default_factory=dict)  #: slots used in the current line, for its comment

    def width(self, expr: Expr) -> int:
        """Return the width of `expr`, 0 for a number."""
        return width_of(expr, self.program, self.widths)

    def limits(self, expr: Expr) -> Bounds:
        """Return bounds of a number."""
        return bounds_of(expr, self.program, self.widths, self.bounds)

    def slot(self, name: str) -> Slot:
        """Return a slot, and note that the current line uses it."""
        self.touched[name] = None
        return self.program.layout.slots[name]


def value(expr: Expr, scope: PythonScope) -> str:
    """Return the text of a number, truth as 0 or 1, or of a bitset without bits beyond its width."""
    match expr:
        case Const(number):
            return str(number) if number >= 0 else f"({number})"
        case BitsConst(bits):
            return hex(bits)
        case Local(name):
            return scope.locals[name]
        case Load(name, index):
            slot = scope.slot(name)
            return f"s[{slot.first}]" if index is None else _element("s", slot.first, slot.length, index, scope)
        case Lookup(table, index):
            return _element(scope.tables[table], 0, len(scope.program.tables[table]), index, scope)
        case Arith():
            return _arithmetic(expr, scope)
        case Compare() | Not() | AllOf() | AnyOf() | IsEmpty():
            return f"(1 if {truth(expr, scope)} else 0)"
        case Select(condition, then, otherwise):
            return f"({value(then, scope)} if {truth(condition, scope)} else {value(otherwise, scope)})"
        case Call():
            return call(expr, scope)
        case SetOp() | Shift():
            text = _loose(expr, scope)
            return f"({text} & {hex((1 << scope.width(expr)) - 1)})" if _overflows(expr) else text
        case Single(index, width):
            return f"(1 << {checked(index, width, scope)})"
        case Has(bits, index):
            return _has(bits, index, scope)
        case Population(bits):
            return f"{value(bits, scope)}.bit_count()"
        case Lowest(bits):
            return f"(((t := {value(bits, scope)}) & -t).bit_length() - 1)"
        case Nth(bits, number):
            return f"nth({value(bits, scope)}, {value(number, scope)})"
        case Digest(parts):
            return f"digest(({''.join(f'{word}, ' for part in parts for word in _canonical(part, scope))}))"
        case Draw(below):
            return f"draw(s, {scope.slot('chance').first}, {value(below, scope)})"
        case Recall(array, index):
            return _element(scope.outside[array], 0, scope.program.length_of(array), index, scope)
        case Throw(below):
            return f"throw({value(below, scope)})"
        case Offered():
            return "offered()"
        case Option(index):
            return f"option({value(index, scope)})"
    assert_never(expr)


def truth(expr: Expr, scope: PythonScope) -> str:
    """Return text that Python takes for true exactly if `expr` is not 0."""
    match expr:
        case Compare(operator, left, right):
            return f"({value(left, scope)} {operator} {value(right, scope)})"
        case Not(part):
            return f"(not {truth(part, scope)})"
        case AllOf(parts):
            return "(" + " and ".join(truth(part, scope) for part in parts) + ")" if parts else "1"
        case AnyOf(parts):
            return "(" + " or ".join(truth(part, scope) for part in parts) + ")" if parts else "0"
        case IsEmpty(bits):
            return f"(not {value(bits, scope)})"
        case _:
            return value(expr, scope)


def call(expr: Call, scope: PythonScope) -> str:
    """Return the text of a call."""
    return f"{scope.functions[expr.function]}({', '.join(['s', *(value(arg, scope) for arg in expr.args)])})"


def checked(index: Expr, length: int, scope: PythonScope) -> str:
    """Return the text of an index that springs the trap unless it is in an array of `length`."""
    text = value(index, scope)
    if _surely_inside(index, length, scope):
        return text
    if isinstance(index, Local):
        return f"({text} if 0 <= {text} < {length} else stray())"
    return f"inside({text}, {length})"


def place(first: int, length: int, index: Expr, scope: PythonScope) -> str:
    """Return the text of an index into the state, to be written to."""
    text = checked(index, length, scope)
    return f"{first} + {text}" if first else text


def _surely_inside(index: Expr, length: int, scope: PythonScope) -> bool:
    low, high = scope.limits(index)
    return low >= 0 and high < length


def _element(array: str, first: int, length: int, index: Expr, scope: PythonScope) -> str:
    """`t` holds the index from its check to its use; nothing happens between the two."""
    text = value(index, scope)
    offset = f"{first} + " if first else ""
    if isinstance(index, Const) and 0 <= index.value < length:
        return f"{array}[{first + index.value}]"
    if _surely_inside(index, length, scope):
        return f"{array}[{offset}{text}]"
    if isinstance(index, Local):
        return f"({array}[{offset}{text}] if 0 <= {text} < {length} else stray())"
    return f"({array}[{offset}t] if 0 <= (t := {text}) < {length} else stray())"


def _has(bits: Expr, index: Expr, scope: PythonScope) -> str:
    width = scope.width(bits)
    whole, member = value(bits, scope), value(index, scope)
    if _surely_inside(index, width, scope):
        return f"({whole} >> {member} & 1)"
    if isinstance(index, Local) and isinstance(bits, Local | BitsConst | Load) and not _indexed(bits):
        return f"({whole} >> {member} & 1 if 0 <= {member} < {width} else stray())"
    return f"has({whole}, {member}, {width})"


def _indexed(bits: Expr) -> bool:
    return isinstance(bits, Load) and bits.index is not None


def _canonical(expr: Expr, scope: PythonScope) -> Iterator[str]:
    """Yield the text of each word of 32 bits of a value. `t` holds a bitset until all its words are there."""
    text, count = value(expr, scope), words(scope.width(expr))
    if not scope.width(expr):
        yield text if scope.limits(expr)[0] >= 0 else f"{text} & {WORD}"
    elif count == 1:
        yield text
    else:
        yield f"(t := {text}) & {WORD}"
        yield from (f"t >> {32 * at} & {WORD}" for at in range(1, count - 1))
        yield f"t >> {32 * (count - 1)}"


def _arithmetic(expr: Arith, scope: PythonScope) -> str:
    left, right = value(expr.left, scope), value(expr.right, scope)
    match expr.operator:
        case "+" | "-" | "*":
            return f"({left} {expr.operator} {right})"
        case "/up" if isinstance(expr.right, Const) and expr.right.value > 0:
            return f"(-(-{left} // {right}))"
        case "/down" if isinstance(expr.right, Const) and expr.right.value > 0:
            return f"({left} // {right})"
        case "/up":
            return f"divide_up({left}, {right})"
        case "/down":
            return f"divide_down({left}, {right})"
        case "min" | "max":
            if all(isinstance(part, Local | Const) for part in (expr.left, expr.right)):
                return f"({left} if {left} {'<' if expr.operator == 'min' else '>'} {right} else {right})"
            return f"{expr.operator}({left}, {right})"
    assert_never(expr.operator)


def _overflows(expr: Expr) -> bool:
    """Whether the loose text of `expr` may have bits beyond its width."""
    match expr:
        case Shift(_, by):
            return by > 0
        case SetOp("or", left, right):
            return _overflows(left) or _overflows(right)
        case SetOp("and", left, right):
            return _overflows(left) and _overflows(right)
        case SetOp("minus", left, _):
            return _overflows(left)
        case _:
            return False


def _loose(expr: Expr, scope: PythonScope) -> str:
    """Return the text of a bitset that may have bits beyond its width, if `_overflows` says so."""
    match expr:
        case Shift(bits, by):
            if by > 0:
                return f"({_loose(bits, scope)} << {by})"
            return f"({value(bits, scope)} >> {-by})" if by else value(bits, scope)
        case SetOp(operator, left, right):
            return f"({_loose(left, scope)} {SIGNS[operator]}{_loose(right, scope)})"
        case _:
            return value(expr, scope)


# A program as Python source: one function for each function, step and the prologue.


PROLOGUE = "prologue"
LARGE = 1 << 64  #: from here on a number can only be a set


class PythonCode:
    """The generated Python of a program; each function is generated on demand, as most are never called."""

    def __init__(self, program: Program) -> None:
        self.functions: Mapping[str, str] = python_names("f_", program.functions)  #: by function its Python name
        self.steps = tuple(f"step_{number}" for number in range(len(program.steps)))  #: the names of the steps
        self.tables: Mapping[str, str] = python_names("t_", program.tables)
        self._program = program
        self.outside: Mapping[str, str] = python_names("m_", dict(program.outside))
        self._writer = _FunctionWriter(program, self)
        self._defined = {name: function for function, name in self.functions.items()}
        self._numbers = {name: number for number, name in enumerate(self.steps)}

    @property
    def names(self) -> Iterable[str]:
        """The Python names of all functions, those of the steps and the prologue included."""
        return [*self._defined, *self._numbers, PROLOGUE]

    def definition(self, name: str) -> str:
        """Return the definition of one of `names`, which may refer to the others and to the tables."""
        return "\n".join(self._writer.function(name, self._function(name))) + "\n"

    def _function(self, name: str) -> Function:
        if name in self._numbers:
            step = self._program.steps[self._numbers[name]]
            return Function(name, (), 0, step.body, step.comment)
        if name in self._defined:
            return self._program.functions[self._defined[name]]
        return Function(PROLOGUE, (), None, self._program.prologue, "first values")

    def whole(self) -> str:
        """Return the whole program, for reading."""
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


class _FunctionWriter:
    """Generates functions. `_fresh` numbers the helper variables of the current function."""

    def __init__(self, program: Program, source: PythonCode) -> None:
        self._program = program
        self._source = source
        self._scope = self._scope_of({})
        self._single: set[str] = set()
        self._prices = FuelPrices(Function("", (), None, ()), program)
        self._fresh = 0

    def _scope_of(self, locals_: Mapping[str, str]) -> PythonScope:
        return PythonScope(self._program, self._source.functions, self._source.tables, self._source.outside, locals_)

    def function(self, name: str, function: Function) -> Iterator[str]:
        """Return the lines of one function."""
        words = [param for param, _ in function.params] + [word for word, _ in assignments(function.body)]
        self._scope = self._scope_of(python_names("v_", words))
        self._scope.widths.update(function.params)
        self._single = assigned_once(function)
        self._prices = FuelPrices(function, self._program)
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
            case Snapshot(number):
                yield self._line(depth, f"snapshot(s, {value(number, scope)})")
            case Recover(number, blind):
                yield self._line(depth, f"recover(s, {value(number, scope)}, {blind})")
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
