"""Verifier: checks the invariants of a program that runners rely on. A problem is a bug of the compiler, never of a
ruleset.

Inside functions and steps, locals are assigned before they are read, widths agree, names exist and limits hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import assert_never

from dsl.ir.events import EVENTS, EXPLANATIONS
from dsl.ir.instructions import (
    FORK,
    OVER,
    WAIT,
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
    Shift,
    Single,
    Snapshot,
    Statement,
    Store,
    Throw,
    While,
)
from dsl.ir.layout import FIXED_SLOTS
from dsl.ir.program import Program
from dsl.ir.widths import DIGEST

MAX_CALLS = 200  #: limit on the depth of calls, because of Python's stack

_EVENTS = EVENTS | EXPLANATIONS


def verify(program: Program) -> list[str]:
    """Return the problems of `program`, one sentence each; empty if a runner may run it."""
    problems = [*_layout(program), *_references(program)]
    calls: dict[str, set[str]] = {}
    for function in program.functions.values():
        calls[function.name] = _body(program, function, problems)
    for step in program.steps:
        _body(program, Function(f"step {step.number}", (), 0, step.body), problems, step=True)
    _body(program, Function("the prologue", (), None, program.prologue), problems)
    return [*problems, *_call_graph(calls)]


def _body(program: Program, function: Function, problems: list[str], *, step: bool = False) -> set[str]:
    body = _BodyCheck(program, function, step=step)
    body.check()
    problems += (f"{function.name}: {problem}" for problem in body.problems)
    return body.calls


def _layout(program: Program) -> Iterator[str]:
    slots = program.layout.slots
    yield from (f"there is no slot {name}" for name in FIXED_SLOTS if name not in slots)
    if "chance" in slots and slots["chance"].width != 64:
        yield "slot chance is not a bitset of 64"
    taken: dict[int, str] = {}
    for slot in slots.values():
        for place in range(slot.first, slot.first + slot.length):
            if place in taken or not 0 <= place < program.layout.length:
                yield f"place {place} of slot {slot.name} is {taken.get(place, 'outside')}"
                break
            taken[place] = slot.name


def _references(program: Program) -> Iterator[str]:
    steps = {step.number for step in program.steps}
    if [step.number for step in program.steps] != list(range(len(program.steps))):
        yield "steps are not numbered by their place"
    for name, step in {"the start": program.start, **program.alone}.items():
        if program.steps and step not in steps:
            yield f"{name}: there is no step {step}"
    for number, ask in enumerate(program.asks):
        if ask.number != number:
            yield f"ask {ask.number} is at index {number}"
        if ask.options not in program.functions:
            yield f"ask {number}: there is no function {ask.options}"
        yield from (f"ask {number}: there is no slot {slot}" for slot in ask.given if slot not in program.layout.slots)
    wanted = [info.function for info in program.winner] + [
        entry.why for ask in program.asks for entry in ask.entries if entry.why
    ]
    yield from (f"there is no function {name}" for name in wanted if name not in program.functions)


def _call_graph(calls: dict[str, set[str]]) -> Iterator[str]:
    try:
        order = list(TopologicalSorter(calls).static_order())
    except CycleError as cycle:
        yield f"functions call each other in a circle: {' -> '.join(cycle.args[1])}"
        return
    depth: dict[str, int] = {}
    for name in order:
        depth[name] = 1 + max((depth[called] for called in calls.get(name, ())), default=0)
    if depth and max(depth.values()) > MAX_CALLS:
        yield f"functions call each other more than {MAX_CALLS} deep"


MAX_BLOCKS = 18  #: Python's limit is 20 nested loops
MAX_EXPRESSION = 45  #: Python's limit is 200 nested brackets, and one level of an expression may take four
INTEGERS = range(-(2**31), 2**31)

Given = dict[str, int] | None  #: the locals that certainly have a value, with widths; None if this place is unreachable


class _BodyCheck:
    """The check of one function; `problems` and `calls` hold what was found."""

    def __init__(self, program: Program, function: Function, *, step: bool) -> None:
        self.problems: list[str] = []
        self.calls: set[str] = set()
        self._program = program
        self._function = function
        self._step = step
        self._widths = dict(function.params)
        self._steps = {step.number for step in program.steps} | {WAIT, OVER, FORK}
        self._given = dict(function.params)  #: at the current statement
        self._turning: list[str] = []  #: the locals of the loops around it
        self._loops = 0
        self._depth = 0

    def check(self) -> None:
        """Fill `problems` and `calls`."""
        after = self._block(self._function.body, dict(self._function.params), 0)
        if self._function.result is not None and after is not None:
            self._problem("may end without a result")

    def _problem(self, text: str) -> None:
        self.problems.append(text)

    # ---- statements -----------------------------------------------------------------------------------------------

    def _block(self, block: Block, given: dict[str, int], depth: int) -> Given:
        if depth > MAX_BLOCKS:
            self._problem(f"blocks are nested more than {MAX_BLOCKS} deep")
            return given
        reached = True
        for statement in block:
            self._given = dict(given)
            after = self._statement(statement, self._given, depth)
            reached = reached and after is not None
            given = after if after is not None else given
        return given if reached else None

    def _statement(self, statement: Statement, given: dict[str, int], depth: int) -> Given:
        match statement:
            case Set(local, value):
                return given | {local: self._give(local, self._width(value))}
            case Store(slot, value, index):
                width = self._element(slot, index)
                self._expect(width, value, f"slot {slot}")
            case Do(call):
                self._call(call)
            case If(condition, then, otherwise):
                self._number(condition)
                return _both(self._block(then, dict(given), depth + 1), self._block(otherwise, dict(given), depth + 1))
            case While(condition, body):
                self._number(condition)
                self._loop(body, given, depth)
            case ForRange(local, low, high, body):
                self._number(low)
                self._number(high)
                self._turns(local, body, given, depth)
            case ForBits(local, bits, body):
                self._bits(bits)
                self._turns(local, body, given, depth)
            case Break():
                if not self._loops:
                    self._problem("a break outside of all loops")
                return None
            case Return(value):
                self._return(value)
                return None
            case Push(option, condition):
                self._number(condition)
                self._number(option)
            case Emit(kind, args):
                if len(_EVENTS.get(kind, "?")) != len(args) or kind not in _EVENTS:
                    self._problem(f"no event {kind} has {len(args)} numbers")
                for arg in args:
                    self._number(arg)
            case Keep(array, value, index):
                self._number(value)
                self._outside(array, index)
            case Choose(option):
                self._number(option)
            case Snapshot(number) | Recover(number):
                self._number(number)
            case Revert() | Reseed():
                pass
            case Check(condition, trap):
                self._number(condition)
                if not 0 <= trap < len(self._program.traps):
                    self._problem(f"there is no trap {trap}")
            case _:
                assert_never(statement)
        return given

    def _give(self, local: str, width: int) -> int:
        if local in self._turning:
            self._problem(f"the loop's own {local} is given a value")
        if self._widths.setdefault(local, width) != width:
            self._problem(f"{local} has two widths, {self._widths[local]} and {width}")
        return self._widths[local]

    def _turns(self, local: str, body: Block, given: dict[str, int], depth: int) -> None:
        self._give(local, 0)
        self._turning.append(local)
        self._loop(body, {**given, local: 0}, depth)
        self._turning.pop()
        given.pop(local, None)  # what it holds after the loop is not defined

    def _loop(self, body: Block, given: dict[str, int], depth: int) -> None:
        self._loops += 1
        self._block(body, dict(given), depth + 1)
        self._loops -= 1

    def _return(self, value: Expr | None) -> None:
        result = self._function.result
        if (value is None) != (result is None):
            self._problem("returns a result that it does not have, or none")
        if value is not None:
            self._expect(result or 0, value, "the result")
        if self._step and isinstance(value, Const) and value.value not in self._steps:
            self._problem(f"there is no step {value.value}")

    # ---- expressions ----------------------------------------------------------------------------------------------

    def _expect(self, width: int, expr: Expr, what: str) -> None:
        found = self._width(expr)
        if found != width:
            self._problem(f"{what} has width {width}, and its value has {found}")

    def _number(self, expr: Expr) -> None:
        self._expect(0, expr, "a number")

    def _bits(self, expr: Expr) -> int:
        width = self._width(expr)
        if not width:
            self._problem("expected a bitset, found a number")
        return width

    def _width(self, expr: Expr) -> int:
        self._depth += 1
        width = 0
        if self._depth <= MAX_EXPRESSION:
            width = self._width_within(expr)
        elif self._depth == MAX_EXPRESSION + 1:
            self._problem(f"an expression is nested more than {MAX_EXPRESSION} deep")
        self._depth -= 1
        return width

    def _width_within(self, expr: Expr) -> int:
        match expr:
            case Const(value):
                if value not in INTEGERS:
                    self._problem(f"{value} is beyond 32 bits")
            case BitsConst(bits, width):
                if not 0 <= bits < 1 << width:
                    self._problem(f"a bitset of {width} is given as {bits:#x}")
                return width
            case Local(name):
                if name not in self._given:
                    self._problem(f"{name} is read before it surely has a value")
                return self._widths.get(name, 0)
            case Load(slot, index):
                return self._element(slot, index)
            case Lookup(table, index, width):
                self._number(index)
                self._table(table, width)
                return width
            case Arith(_, left, right):
                self._number(left)
                self._number(right)
            case Compare(operator, left, right):
                width = self._width(left)
                self._expect(width, right, "the left side")
                if width and operator not in ("==", "!="):
                    self._problem(f"bitsets cannot be compared by {operator}")
            case Not(value) | Draw(value) | Throw(value) | Option(value):
                self._number(value)
            case Recall(array, index):
                self._outside(array, index)
            case Offered():
                pass
            case AllOf(parts) | AnyOf(parts):
                for part in parts:
                    self._number(part)
            case Digest(parts):
                for part in parts:
                    self._width(part)
                return DIGEST
            case Select(condition, then, otherwise):
                self._number(condition)
                width = self._width(then)
                self._expect(width, otherwise, "the first choice")
                return width
            case Call():
                return self._result(expr)
            case SetOp(_, left, right):
                width = self._bits(left)
                self._expect(width, right, "the left set")
                return width
            case Shift(value, _, width):
                self._expect(width, value, "what is shifted")
                return width
            case Single(index, width):
                self._number(index)
                return width
            case Has(bits, index) | Nth(bits, index):
                self._bits(bits)
                self._number(index)
            case IsEmpty(bits) | Population(bits) | Lowest(bits):
                self._bits(bits)
            case _:
                assert_never(expr)
        return 0

    def _table(self, table: str, width: int) -> None:
        if table not in self._program.tables:
            self._problem(f"there is no table {table}")
            return
        fits = range(1 << width) if width else INTEGERS
        if any(number not in fits for number in self._program.tables[table]):
            self._problem(f"table {table} has an element that does not fit")

    def _element(self, name: str, index: Expr | None) -> int:
        if index is not None:
            self._number(index)
        slot = self._program.layout.slots.get(name)
        if slot is None:
            self._problem(f"there is no slot {name}")
            return 0
        if index is None and slot.length != 1:
            self._problem(f"slot {name} is an array and needs an index")
        return slot.width

    def _outside(self, array: str, index: Expr) -> None:
        self._number(index)
        if array not in dict(self._program.outside):
            self._problem(f"there is no array {array} outside the position")

    def _call(self, call: Call) -> None:
        function = self._program.functions.get(call.function)
        if function is None:
            self._problem(f"there is no function {call.function}")
            return
        self.calls.add(call.function)
        if len(call.args) != len(function.params):
            self._problem(f"{call.function} takes {len(function.params)} values, not {len(call.args)}")
        for (name, width), arg in zip(function.params, call.args, strict=False):
            self._expect(width, arg, f"{name} of {call.function}")

    def _result(self, call: Call) -> int:
        self._call(call)
        function = self._program.functions.get(call.function)
        if function is None or function.result is not None:
            return (function.result or 0) if function else 0
        self._problem(f"{call.function} has no result")
        return 0


def _both(one: Given, other: Given) -> Given:
    """The locals assigned after either of two branches."""
    if one is None or other is None:
        return other if one is None else one
    return {name: width for name, width in one.items() if name in other}
