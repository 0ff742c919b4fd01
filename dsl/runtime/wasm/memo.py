"""Memoization: functions that cache their last result and return it while their arguments and dependencies are
unchanged.

Dependencies (the slots that a function reads) are compared by value, so it does not matter what changed them: a rule,
the host, another position. A cached result costs the same fuel as the first evaluation. It pays for functions that
compute much and read little. A function whose cache rarely hits stops checking it.

The cache of a function has its own memory: whether it is valid, the fuel, a score of useless checks (less four for each
hit), the arguments, the dependencies, and the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from dsl.ir.instructions import Function
from dsl.runtime.memoization import InstructionCosts, MemoDependencies
from dsl.runtime.wasm.bitset_values import MemoryBits
from dsl.runtime.wasm.codegen_context import CallingConvention
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody, ValueType
from dsl.runtime.wasm.memory_layout import Memory, MemoryArea, longs

MIN_COST = 600  #: minimum cost of a memoized function, in instructions
MIN_COST_PER_WORD = 16  #: minimum instructions per word that it reads
USELESS_LIMIT = 200  #: score at which it stops checking its cache
_VALID, _SPENT, _USELESS, _HEAD = 0, 4, 8, 16
_STRAIGHT = 256  #: limit on the bytes that are copied unrolled: a copy of the runtime's is a call out of the module
_BLOCK, _BLOCKS = 64, 4  #: bytes compared at once, and limit on unrolled comparisons


def memoizable(functions: Mapping[str, Function], memory: Memory) -> dict[str, tuple[MemoryArea, ...]]:
    """Return the functions to memoize, with the memory of the slots that they read, the smallest first."""
    answers, costs = MemoDependencies(functions), InstructionCosts(functions)
    found: dict[str, tuple[MemoryArea, ...]] = {}
    for name, function in functions.items():
        reads = answers.reads(name) if costs.of(name) >= MIN_COST else None
        if reads is None:
            continue
        read = sorted((memory.places[slot] for slot in reads), key=_size)
        if (sum(map(_size, read)) + 8 * len(function.params)) // 4 * MIN_COST_PER_WORD <= costs.of(name):
            found[name] = tuple(read)
    return found


def _size(place: MemoryArea) -> int:
    return place.size * place.length


def memo_wrapper(
    name: str, plan: CallingConvention, worker: int, read: tuple[MemoryArea, ...], memory: Memory
) -> FunctionBody:
    """Return the memoizing wrapper of function `worker`."""
    return _MemoWriter(plan, worker, read, memory).written(name)


class _MemoWriter:
    """Generates one wrapper."""

    def __init__(self, plan: CallingConvention, worker: int, read: tuple[MemoryArea, ...], memory: Memory) -> None:
        self._plan = plan
        self._worker = worker
        self._code = CodeBuilder(plan.signature.params)
        self._fuel = memory.places["fuel"].address
        self._wide = [param for param in plan.params if isinstance(param, MemoryBits)]
        ranges = [(param.offset, 8 * longs(param.width)) for param in self._wide]
        ranges += [(place.address, _size(place)) for place in read]
        self._numbers = 8 * (len(plan.signature.params) + len(plan.signature.results))
        result = 8 * longs(plan.result.width) if isinstance(plan.result, MemoryBits) else 0
        whole = _HEAD + self._numbers + sum(size + 8 for _, size in ranges) + result
        self._kept = memory.reserve(whole)
        self._ranges = list(self._laid_out(ranges))
        self._result = self._kept + whole - result

    def _laid_out(self, ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
        """Yield the address of each range, the address of its copy, and its size."""
        place = self._kept + _HEAD + self._numbers
        for address, size in ranges:
            yield address, place, size
            place += -(-size // 8) * 8

    def written(self, name: str) -> FunctionBody:
        """Generate the function."""
        code = self._code
        self._cell(_USELESS)
        code.i32(USELESS_LIMIT)
        code.op("i32.gt_s")
        code.if_()
        self._arguments()
        code.return_call(self._worker)
        code.end()
        missed = code.block()
        self._compare(missed)
        self._return_cached(missed)
        code.end()
        self._compute()
        return FunctionBody(name, self._plan.signature, code.locals, bytes(code.bytes))

    def _cell(self, offset: int) -> None:
        self._code.i32(0)
        self._code.memory("i32.load", self._kept + offset)

    def _put(self, address: int, number: Callable[[], None]) -> None:
        self._code.i32(0)
        number()
        self._code.memory("i32.store", address)

    def _arguments(self) -> None:
        for local in range(len(self._plan.signature.params)):
            self._code.get(local)

    # ---- cache hit ----

    def _compare(self, missed: int) -> None:
        code = self._code
        self._cell(_VALID)
        code.op("i32.eqz")
        code.br_if(missed)
        for local, type_ in enumerate(self._plan.signature.params):
            code.i32(0)
            code.memory(f"{type_}.load", self._kept + _HEAD + 8 * local)
            code.get(local)
            code.op(f"{type_}.ne")
            code.br_if(missed)
        for address, kept, size in self._ranges:
            self._compare_stretch(address, kept, size, missed)

    def _compare_stretch(self, address: int, kept: int, size: int, missed: int) -> None:
        code, lent = self._code, self._code.lent()
        blocks = size // _BLOCK
        if blocks > _BLOCKS:
            offset = code.borrow("i32")
            code.i32(0)
            code.set(offset)
            again = code.loop()
            self._compare_block(address, kept, lambda: code.get(offset), missed)
            code.get(offset)
            code.i32(_BLOCK)
            code.op("i32.add")
            code.tee(offset)
            code.i32(blocks * _BLOCK)
            code.op("i32.lt_u")
            code.br_if(again)
            code.end()
        else:
            for done in range(0, blocks * _BLOCK, _BLOCK):
                self._compare_block(address + done, kept + done, lambda: code.i32(0), missed)
        done = blocks * _BLOCK
        while done < size:
            type_ = "i64" if size - done >= 8 else "i32"
            for base in (address, kept):
                code.i32(0)
                code.memory(f"{type_}.load", base + done)
            code.op(f"{type_}.ne")
            code.br_if(missed)
            done += 8 if type_ == "i64" else 4
        code.give_back(lent)

    def _compare_block(self, address: int, kept: int, offset: Callable[[], None], missed: int) -> None:
        """Compare a number of bytes at once, two words of 64 bits at a time."""
        code = self._code
        for part in range(0, _BLOCK, 16):
            for base in (address, kept):
                offset()
                code.pair("v128.load", base + part)
            code.op("v128.xor")
            if part:
                code.op("v128.or")
        code.op("v128.any_true")
        code.br_if(missed)

    def _return_cached(self, missed: int) -> None:
        code = self._code
        left = code.local("i32")
        code.i32(0)
        code.memory("i32.load", self._fuel)
        self._cell(_SPENT)
        code.op("i32.sub")
        code.tee(left)
        code.i32(0)
        code.op("i32.lt_s")
        code.br_if(missed)
        self._put(self._fuel, lambda: code.get(left))
        self._count(-4)
        for number, type_ in enumerate(self._plan.signature.results, len(self._plan.signature.params)):
            code.i32(0)
            code.memory(f"{type_}.load", self._kept + _HEAD + 8 * number)
        if isinstance(self._plan.result, MemoryBits):
            self._copy(self._plan.result.offset, self._result, 8 * longs(self._plan.result.width))
        code.op("return")

    def _count(self, by: int) -> None:
        code = self._code

        def counted() -> None:
            self._cell(_USELESS)
            code.i32(by)
            code.op("i32.add")

        self._put(self._kept + _USELESS, counted)

    # ---- cache miss ----

    def _compute(self) -> None:
        code, plan = self._code, self._plan
        before = code.local("i32")
        code.i32(0)
        code.memory("i32.load", self._fuel)
        code.set(before)
        self._put(self._kept + _VALID, lambda: code.i32(0))
        self._keep(0, list(enumerate(plan.signature.params)))
        for address, kept, size in self._ranges:
            self._copy(kept, address, size)
        self._arguments()
        code.call(self._worker)
        results = [code.local(type_) for type_ in plan.signature.results]
        for local in reversed(results):
            code.set(local)
        self._keep(len(plan.signature.params), list(zip(results, plan.signature.results, strict=True)))
        if isinstance(plan.result, MemoryBits):
            self._copy(self._result, plan.result.offset, 8 * longs(plan.result.width))

        def spent() -> None:
            code.get(before)
            code.i32(0)
            code.memory("i32.load", self._fuel)
            code.op("i32.sub")

        self._put(self._kept + _SPENT, spent)
        self._put(self._kept + _VALID, lambda: code.i32(1))
        self._count(1)
        for local in results:
            code.get(local)
        code.op("return")

    def _keep(self, first: int, numbers: list[tuple[int, ValueType]]) -> None:
        """Store locals as the numbers from `first` on."""
        code = self._code
        for number, (local, type_) in enumerate(numbers, first):
            code.i32(0)
            code.get(local)
            code.memory(f"{type_}.store", self._kept + _HEAD + 8 * number)

    def _copy(self, to: int, source: int, size: int) -> None:
        code = self._code
        if size > _STRAIGHT:
            for number in (to, source, size):
                code.i32(number)
            code.op("memory.copy")
            return
        done = 0
        while size - done >= 16:
            code.i32(0)
            code.i32(0)
            code.pair("v128.load", source + done)
            code.pair("v128.store", to + done)
            done += 16
        while done < size:
            type_ = "i64" if size - done >= 8 else "i32"
            code.i32(0)
            code.i32(0)
            code.memory(f"{type_}.load", source + done)
            code.memory(f"{type_}.store", to + done)
            done += 8 if type_ == "i64" else 4
