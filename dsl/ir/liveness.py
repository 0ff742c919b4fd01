"""Liveness analysis: the slots of the flow that are live where a player must choose, which are those that may be read
before they are written again.

A parameter, a `let` or the rest of a loop keeps its slot after its last use, and the value there may be secret. A
state made for one seat leaves dead slots out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import finalize

from dsl.ir.builder import expressions, statements, walk
from dsl.ir.instructions import (
    FORK,
    OVER,
    WAIT,
    Block,
    Call,
    Check,
    Const,
    Do,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Push,
    Return,
    Set,
    Statement,
    Step,
    Store,
    While,
)
from dsl.ir.layout import FIXED_SLOTS
from dsl.ir.program import DecisionPoint, Program

Slots = frozenset[str]
NONE: Slots = frozenset()
NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit of a step: the slots that it has certainly written, and its successors."""

    written: Slots
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Liveness:
    """The live slots of one program."""

    _start: int  #: the first step of the program
    _into: Mapping[int, Slots]
    _asked: tuple[Slots, ...]
    _onward: Mapping[int, frozenset[int]]  #: by step, those that may come after it
    _writers: Mapping[str, frozenset[int]]  #: by variable, the steps that may give it a value

    @classmethod
    def of(cls, program: Program) -> Liveness:
        """Return the liveness of a program's slots. It takes a few hundredths of a second."""
        flow = _Flow(program)
        into = flow.solved()
        return cls(program.start, into, tuple(map(flow.asked, program.asks)), flow.onward(), flow.writers())

    def may_be_set(self, variable: str, steps: Iterable[int]) -> bool:
        """Whether a variable may differ from its initial value at the start of one of `steps`."""
        open_ = [step for step in self._writers.get(variable, NOWHERE) if step in self._from_start]
        seen, wanted = set(open_), set(steps)
        while open_:
            after = self._onward[open_.pop()] - seen
            if after & wanted:
                return True
            seen |= after
            open_ += after
        return False

    @cached_property
    def _from_start(self) -> frozenset[int]:
        return self.after(self._start)

    def after(self, step: int) -> frozenset[int]:
        """Return the steps reachable from a step, itself included."""
        return reachable([step], self._onward)

    def from_step(self, step: int) -> Slots:
        """Return the slots of the flow that may be read from a step on before they are written."""
        return self._into.get(step, NONE)

    def asked(self, ask: int) -> Slots:
        """Return the slots of the flow that are read to offer and explain the options of an ask."""
        return self._asked[ask]


_KEPT: dict[int, Liveness] = {}  #: by the identity of a program in use, which is too large to be hashed


def liveness_of(program: Program) -> Liveness:
    """Return the liveness of a program, cached as long as the program is in use."""
    number = id(program)
    found = _KEPT.get(number)
    if found is None:
        found = _KEPT[number] = Liveness.of(program)
        finalize(program, _KEPT.pop, number)  # another program may get its number
    return found


def reachable(starts: Iterable[int], onward: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """Return the steps that can be reached from some steps, themselves included. `onward`: the successors by step."""
    seen = set(starts)
    open_ = [*seen]
    while open_:
        more = onward[open_.pop()] - seen
        seen |= more
        open_ += more
    return frozenset(seen)


class _Flow:
    """Backward data-flow analysis over steps, to a fixed point."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots = program.layout.slots
        fixed = frozenset(FIXED_SLOTS)
        self.flow = frozenset(
            n for n, slot in self.slots.items() if n not in program.layout.things | fixed and not slot.passing
        )
        self._functions: dict[str, Slots] = {}
        self._storing: dict[str, Slots] = {}
        self._onward = NOWHERE  #: where the current step continues after a choice
        self._targets: dict[str, set[int]] = {}
        self._targets = self._stored_steps()
        self._steps = {step.number: self._walk_step(step) for step in program.steps}

    def onward(self) -> dict[int, frozenset[int]]:
        """Return the successors of each step. What players decide in secret ends where the flow goes on for all."""
        found = {
            number: frozenset(to for out in exits for to in out.steps) for number, (_, exits) in self._steps.items()
        }
        ends = {step.number for step in self.program.steps if OVER in self._returned(step)}
        for step in self.program.steps:
            if FORK in self._returned(step):
                joined = frozenset(self._stored_in(step, "next"))
                for number in reachable(self._stored_in(step, "branch"), found) & ends:
                    found[number] |= joined
        return found

    def _returned(self, step: Step) -> set[int]:
        returns = (s.value for s in statements(step.body) if isinstance(s, Return))
        return set[int]().union(*(self._constants(value) for value in returns))

    def _stored_in(self, step: Step, slot: str) -> set[int]:
        stores = (s.value for s in statements(step.body) if isinstance(s, Store) and s.slot == slot)
        return set[int]().union(*(self._constants(value) for value in stores))

    def writers(self) -> dict[str, frozenset[int]]:
        """Return for each variable the steps that may write it."""
        variables = frozenset(self.program.layout.variables)
        found: dict[str, set[int]] = {name: set() for name in variables}
        for step in self.program.steps:
            for name in self._stores(step.body) & variables:
                found[name].add(step.number)
        return {name: frozenset(steps) for name, steps in found.items()}

    def _stores(self, block: Block) -> Slots:
        stored = {statement.slot for statement in statements(block) if isinstance(statement, Store)}
        called = {part.function for expr in expressions(block) for part in walk(expr) if isinstance(part, Call)}
        return frozenset(stored).union(*(self._stored_by(name) for name in called))

    def _stored_by(self, function: str) -> Slots:
        if function not in self._storing:
            self._storing[function] = NONE
            self._storing[function] = self._stores(self.program.functions[function].body)
        return self._storing[function]

    def solved(self) -> dict[int, Slots]:
        """Return the slots live at the start of each step."""
        found = self._steps
        into: dict[int, Slots] = {number: reads for number, (reads, _) in found.items()}
        changed = True
        while changed:
            changed = False
            for number, (_, exits) in reversed(found.items()):
                after = (into.get(to, NONE) - out.written for out in exits for to in out.steps)
                now = into[number].union(*after)
                changed |= now != into[number]
                into[number] = now
        return into

    def asked(self, ask: DecisionPoint) -> Slots:
        """Return the slots read to offer and explain the options of an ask."""
        names = {ask.options, *(entry.why for entry in ask.entries), *(s[2] for e in ask.entries for s in e.supplied)}
        rule = self.program.anchors[ask.anchor].name if ask.anchor >= 0 else ""
        budgets = (f"{rule}.{entry.budget}" for entry in ask.entries if entry.budget)
        found = frozenset((*ask.given, *budgets)) & self.flow
        return found.union(*(self._function(name) for name in names if name))

    # ---- reads ----

    def _function(self, name: str) -> Slots:
        if name not in self._functions:
            self._functions[name] = NONE  # calls are never recursive
            body = self.program.functions[name].body
            self._functions[name] = NONE.union(*(self._read(expr) for expr in expressions(body)))
        return self._functions[name]

    def _read(self, *exprs: Expr | None) -> Slots:
        found: set[str] = set()
        for expr in (part for whole in exprs if whole is not None for part in walk(whole)):
            if isinstance(expr, Load):
                found.add(expr.slot)
            elif isinstance(expr, Call):
                found |= self._function(expr.function)
        return frozenset(found) & self.flow

    # ---- one step ----

    def _walk_step(self, step: Step) -> tuple[Slots, list[Exit]]:
        exits: list[Exit] = []
        own = [s for s in statements(step.body) if isinstance(s, Store) and s.slot in ("next", "branch")]
        self._onward = NOWHERE.union(*(self._constants(store.value) for store in own))
        reads, _ = self._block(step.body, NONE, exits)
        return reads, exits

    def _block(self, block: Block, written: Slots, exits: list[Exit]) -> tuple[Slots, Slots | None]:
        """Return the slots that a block reads before writing, and those written after it; None if its end is
        unreachable.
        """
        reads = NONE
        for statement in block:
            more, after = self._statement(statement, written, exits)
            reads |= more - written
            if after is None:
                return reads, None
            written = after
        return reads, written

    def _statement(self, statement: Statement, written: Slots, exits: list[Exit]) -> tuple[Slots, Slots | None]:
        match statement:
            case Store(slot, value, index):
                whole = index is None and self.slots[slot].length == 1
                return self._read(value, index), written | {slot} if whole else written
            case If(condition, then, otherwise):
                one, after = self._block(then, written, exits)
                other, else_ = self._block(otherwise, written, exits)
                both = after if else_ is None else else_ if after is None else after & else_
                return self._read(condition) | one | other, both
            case While(condition, body):
                return self._read(condition) | self._block(body, written, exits)[0], written
            case ForRange(_, low, high, body):
                return self._read(low, high) | self._block(body, written, exits)[0], written
            case ForBits(_, bits, body):
                return self._read(bits) | self._block(body, written, exits)[0], written
            case Return(value):
                exits.append(Exit(written, tuple(self._next_steps(value))))
                return self._read(value), None
            case Push(option, condition):
                return self._read(option, condition), written
            case Emit(_, args):
                return self._read(*args), written
            case Set(_, value) | Check(value, _):
                return self._read(value), written
            case Do(call):
                return self._read(call), written
            case _:
                return NONE, written

    # ---- successors ----

    def _next_steps(self, value: Expr | None) -> Iterator[int]:
        for step in self._constants(value):
            if step in (WAIT, FORK):
                yield from self._onward
            elif step >= 0:
                yield step

    def _constants(self, value: Expr | None) -> set[int]:
        """Return the possible values of an expression that gives the number of a step."""
        found: set[int] = set()
        for part in walk(value) if value is not None else ():
            if isinstance(part, Const):
                found.add(part.value)
            elif isinstance(part, Load):
                found |= self._targets.get(part.slot, set())
        return found

    def _stored_steps(self) -> dict[str, set[int]]:
        """Return the possible values of each slot of the flow that holds numbers of steps: all values ever stored."""
        bodies = [self.program.prologue, *(step.body for step in self.program.steps)]
        bodies += [function.body for function in self.program.functions.values()]
        stores = [s for body in bodies for s in statements(body) if isinstance(s, Store) and s.slot in self.flow]
        found: dict[str, set[int]] = {}
        before = -1
        while before != (before := sum(map(len, found.values()))):
            for store in stores:
                into = found.setdefault(store.slot, set())
                for part in walk(store.value):
                    into |= {part.value} if isinstance(part, Const) else set()
                    into |= found.get(part.slot, set()) if isinstance(part, Load) else set()
        return found
