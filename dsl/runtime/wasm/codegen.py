"""Generates the WebAssembly module of a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import msgspec

from dsl.base.records import Record
from dsl.ir.instructions import FORK, MAX_SNAPSHOTS, OVER, Const, Function, Snapshot, Statement, Step
from dsl.ir.layout import Layout
from dsl.ir.program import Program
from dsl.optimizer.rewriting import all_statements
from dsl.runtime import chance
from dsl.runtime.runner import CHANCE, CONFLICT, DIVISOR, FUEL
from dsl.runtime.wasm import memory_layout as at
from dsl.runtime.wasm.bitset_values import NARROW, MemoryBits
from dsl.runtime.wasm.codegen_context import CallingConvention, ModuleContext
from dsl.runtime.wasm.effect_analysis import CodeSizes, ExpressionEffects, digests, needed_in, writers
from dsl.runtime.wasm.encoder import PAGE, CodeBuilder, FunctionBody, FunctionType, ModuleBuilder, ValueType
from dsl.runtime.wasm.memo import memo_wrapper, memoizable
from dsl.runtime.wasm.memory_layout import Memory, MemoryArea, longs
from dsl.runtime.wasm.prelude import (
    APART,
    CALLED,
    CALLING,
    HASHING,
    MEMBER_OF_BYTE,
    SEARCHING,
    Declared,
    assembled,
    declared,
)
from dsl.runtime.wasm.random_pick import TEXT as PICKING
from dsl.runtime.wasm.rollout import ROOM, TEXT, WHOLE, RolloutCode
from dsl.runtime.wasm.slot_versions import SlotVersions
from dsl.runtime.wasm.statements import MANY, PLACED, body_of

PROLOGUE = "prologue"


@dataclass(frozen=True, slots=True)
class EmittedModule:
    """A generated module and the layout of its memory."""

    binary: bytes
    memory: Memory
    functions: tuple[str, ...]  #: by the number that `call` takes
    words: dict[str, int]  #: constants for the text of the helpers, mostly addresses

    def packed(self) -> bytes:
        """Return all of it as bytes, for `unpacked_module`."""
        arrays = {name: (area.address, area.length) for name, area in self.memory.outside.items()}
        words = {name: int(value) for name, value in self.words.items()}  # some are truth values
        return msgspec.msgpack.encode(_PackedModule(self.binary, self.functions, words, arrays))


class _PackedModule(Record, frozen=True):
    """What `EmittedModule.packed` holds: all that does not follow from the layout of the state."""

    binary: bytes
    functions: tuple[str, ...]
    words: dict[str, int]
    arrays: dict[str, tuple[int, int]]  #: arrays outside the position: address and length


def unpacked_module(packed: bytes, layout: Layout) -> EmittedModule:
    """Return the module that was packed, of a program with this layout. Raises msgspec.ValidationError."""
    found = msgspec.msgpack.decode(packed, type=_PackedModule)
    memory = Memory(layout)
    memory.outside = {name: MemoryArea(address, 4, length, 0) for name, (address, length) in found.arrays.items()}
    return EmittedModule(found.binary, memory, found.functions, found.words)


def emit(program: Program, *, listening: bool, minimal: bool = False) -> EmittedModule:
    """Return the module of `program`. Without `listening` it reports no events; with `minimal` it has only the
    functions that steps, asks, results and searches need."""
    return _ModuleEmitter(program, listening, minimal).emitted()


class _ModuleEmitter:
    """Generates a module: numbers its functions, then emits helpers, functions, steps and exports, in this order."""

    def __init__(self, program: Program, listening: bool, minimal: bool) -> None:
        self._program = program
        needed = needed_in(program) if minimal else program.functions
        self._written = {name: program.functions[name] for name in program.functions if name in needed}
        self._memory = Memory(program.layout)
        self._called = declared(CALLED + (HASHING if digests(program, self._written) else ""))
        self._calling = declared(CALLING + PICKING + APART + TEXT + SEARCHING)
        written = (part for function in self._written.values() for part in all_statements(function.body))
        self._playing = RolloutCode(program, self._memory, _snapshots(written))
        for array, length in program.outside:
            self._memory.array(array, length)
        self._numbers = {function.name: number for number, function in enumerate(self._called)}
        first = len(self._called)
        self._plans = {
            name: self._plan(first + number, function) for number, (name, function) in enumerate(self._functions())
        }
        first += len(self._plans)
        self._numbers |= {function.name: first + number for number, function in enumerate(self._calling)}
        first += len(self._calling)
        bodies = dict(self._functions())
        self._versions = SlotVersions(bodies, self._memory)
        functions = {name: bodies[name] for name in (*self._written, ROOM)}
        self._memoized = memoizable(program, functions, self._memory, self._versions)
        self._workers = {name: first + number for number, name in enumerate(self._memoized)}
        first += len(self._workers)
        made = ("step", "call", "ask", "worth", "joining")  # in the order of `emitted`
        self._numbers |= {name: first + number for number, name in enumerate(made)}
        self._numbers |= {"room": self._plans[ROOM].number, "whole": self._plans[WHOLE].number}
        steps = {step.number: _step_name(step) for step in program.steps}
        sizes = CodeSizes(bodies, steps)
        self._context = ModuleContext(
            program,
            self._memory,
            self._plans,
            self._numbers,
            ExpressionEffects(writers(self._written)),
            listening,
            steps,
            bodies,
            sizes,
            frozenset(entry.why for ask in program.asks for entry in ask.entries),
            PLACED if sizes.total <= MANY and not listening else 0,
            frozenset(self._memoized),
            self._versions,
        )

    def _functions(self) -> Iterator[tuple[str, Function]]:
        """Yield all functions, steps and the prologue, each with a unique name."""
        yield from self._written.items()
        for step in self._program.steps:
            yield _step_name(step), Function("", (), 0, step.body)
        yield from self._playing.functions()
        yield f" {PROLOGUE}", Function("", (), None, self._program.prologue)

    def _plan(self, number: int, function: Function) -> CallingConvention:
        params = tuple(self._place(width) if width else 0 for _, width in function.params)
        result = self._place(function.result) if function.result else function.result
        taken = tuple(one for param in params for one in _types(param))
        return CallingConvention(number, FunctionType(taken, tuple(_types(result))), params, result)

    def _place(self, width: int) -> MemoryBits | int:
        if longs(width) <= NARROW:
            return width
        return MemoryBits(-1, self._memory.reserve_set(width), width, margin=True)

    def emitted(self) -> EmittedModule:
        """Return the module."""
        bodies = {name: body_of(f, self._plans[name], self._context, name) for name, f in self._context.bodies.items()}
        workers = [replace(bodies[name], name=f"{name} uncached") for name in self._memoized]
        for name, memo in self._memoized.items():
            bodies[name] = memo_wrapper(name, self._plans[name], self._workers[name], memo, self._memory)
        step = self._step()
        words = self._words()
        module = ModuleBuilder(0)
        module.bodies += [self._assembled(function, words) for function in self._called]
        module.bodies += bodies.values()
        module.bodies += [self._assembled(function, words) for function in self._calling]
        module.bodies += workers
        module.bodies += [step, self._call(), self._playing.ask(self._plans), self._playing.worth(self._plans)]
        module.bodies.append(self._playing.joining(self._numbers))
        module.data = self._memory.data
        module.pages = -(-self._memory.end // PAGE)
        return EmittedModule(module.binary(), self._memory, tuple(self._plans), words)

    def _assembled(self, function: Declared, words: dict[str, int]) -> FunctionBody:
        return assembled(function, self._numbers, words)

    def _words(self) -> dict[str, int]:
        """Return the constants for the text of the helpers."""
        return self._playing.words() | {
            "TRAP": at.TRAP,
            "COUNT": at.COUNT,
            "EVENT_BYTES": at.EVENT_BYTES,
            "FORKED": at.FORKED,
            "LIVED_IN": at.LIVED_IN,
            "LIMIT": at.LIMIT,
            "MOVES": at.MOVES,
            "PATH": at.PATH,
            "MADE": at.MADE,
            "WATCH": at.WATCH,
            "SEED": at.SEED,
            "COUNTED": at.COUNTED,
            "REPLACED": at.REPLACED,
            "POLICY": at.POLICY,
            "FIRST": at.FIRST,
            "CHOICES": at.CHOICES,
            "STOP": at.STOP,
            "BUNCHED": at.BUNCHED,
            "BUNCH_ROOM": at.BUNCH_ROOM,
            "BUNCHES": at.BUNCHES,
            "BUNCHES_BYTES": at.BUNCHES_BYTES,
            "OPTIONS": at.OPTIONS,
            "MEMBER_OF_BYTE": self._memory.constant(MEMBER_OF_BYTE),
            "MULTIPLIER": chance.MULTIPLIER,
            "INCREMENT": chance.INCREMENT,
            "NO_FUEL": FUEL,
            "NO_CHANCE": CHANCE,
            "NO_DIVISOR": DIVISOR,
            "BOTH": CONFLICT,
            "OVER": OVER,
            "FORK": FORK,
        }

    def _step(self) -> FunctionBody:
        """Generate the function that runs a step by number."""
        code = CodeBuilder(("i32",))
        steps = {step.number: self._plans[_step_name(step)].number for step in self._program.steps}
        outside = code.block()
        labels = [code.block() for _ in range(max(steps, default=-1) + 1)][::-1]
        code.get(0)
        code.br_table(labels, outside)
        for number in range(len(labels)):
            code.end()
            if number in steps:
                code.call(steps[number])
                code.op("return")
            else:
                code.op("unreachable")
        code.end()
        code.op("unreachable")
        return FunctionBody("step", FunctionType(("i32",), ("i32",)), code.locals, bytes(code.bytes))

    def _call(self) -> FunctionBody:
        """Generate the function that calls a function by number: arguments from ARGUMENTS, the result to RESULT.

        A bitset takes as many words of 64 bits as it needs, a number one of 32.
        """
        code = CodeBuilder(("i32",))
        labels = [code.block() for _ in self._plans][::-1]
        code.get(0)
        code.br_table(labels[:-1], labels[-1])
        for plan in self._plans.values():
            code.end()
            _handed_over(code, plan)
            code.call(plan.number)
            _handed_back(code, plan)
            code.op("return")
        return FunctionBody("call", FunctionType(("i32",), ()), code.locals, bytes(code.bytes), exported=True)


def argument_bytes(width: int) -> int:
    """Return the bytes of an argument or result in ARGUMENTS or RESULT."""
    return 8 * longs(width) if width else 4


def _handed_over(code: CodeBuilder, plan: CallingConvention) -> None:
    address = at.ARGUMENTS
    for param in plan.params:
        if isinstance(param, MemoryBits):
            for number in (param.offset, address, 8 * longs(param.width)):
                code.i32(number)
            code.op("memory.copy")
        elif param:
            for word in range(longs(param)):
                code.i32(0)
                code.memory("i64.load", address + 8 * word)
        else:
            code.i32(0)
            code.memory("i32.load", address)
        address += argument_bytes(param.width if isinstance(param, MemoryBits) else param)


def _handed_back(code: CodeBuilder, plan: CallingConvention) -> None:
    result = plan.result
    if isinstance(result, MemoryBits):
        for number in (at.RESULT, result.offset, 8 * longs(result.width)):
            code.i32(number)
        code.op("memory.copy")
    elif result is not None:
        for place, type_ in reversed(list(enumerate(plan.signature.results))):
            held = code.local(type_)
            code.set(held)
            code.i32(0)
            code.get(held)
            code.memory(f"{type_}.store", at.RESULT + 8 * place)


def _types(place: MemoryBits | int | None) -> list[ValueType]:
    if place is None or isinstance(place, MemoryBits):
        return []
    return ["i64"] * longs(place) if place else ["i32"]


def _step_name(step: Step) -> str:
    return f" step {step.number}"


def _snapshots(written: Iterable[Statement]) -> int:
    """Return for how many kept positions a program needs memory."""
    numbers = [part.number for part in written if isinstance(part, Snapshot)]
    return max((each.value + 1 if isinstance(each, Const) else MAX_SNAPSHOTS for each in numbers), default=0)
