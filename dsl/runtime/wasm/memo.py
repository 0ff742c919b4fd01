"""Memoization: functions that cache their last result and return it while their arguments and dependencies are
unchanged.

Dependencies (the slots that a function reads) are unchanged as long as their versions are
(`dsl.runtime.wasm.slot_versions`); a small slot is compared itself. A function that computes much and reads little also
keeps the content of its dependencies, and compares that where a version has changed: something may have been written
that was there before, or restored. A function of one small number, such as a cell, keeps a result for each number, all
of the same versions; one of wide bitsets keeps a result for each hash of its arguments. A cached result costs the same
fuel as the first evaluation. A function whose cache rarely hits stops checking it.

The cache of a function has its own memory: whether it is valid, the fuel, a score of useless checks (less four for each
hit), the versions, the arguments, the dependencies, and the result; a table has a generation in place of arguments, and
for each number or hash the generation of its result, the fuel, the arguments of a hash, and the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from dsl.ir.instructions import BitsConst, Function, Has, Load, Local, Lookup, Single
from dsl.ir.program import Program
from dsl.runtime.memoization import InstructionCosts, MemoDependencies
from dsl.runtime.wasm.bitset_values import NARROW, MemoryBits
from dsl.runtime.wasm.codegen_context import CallingConvention
from dsl.runtime.wasm.effect_analysis import nodes
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody, ValueType
from dsl.runtime.wasm.memory_layout import Memory, MemoryArea, longs
from dsl.runtime.wasm.slot_versions import SlotVersions, branch_if_changed, keep_versions, small

MIN_COST = 600  #: minimum cost of a memoized function that keeps what it read, in instructions
MIN_COST_PER_WORD = 16  #: minimum instructions per word that it reads
MOST_KEPT = 2048  #: limit on the bytes that it reads
COMPARED = 256  #: bytes that are compared without looking at versions first
MIN_COST_BY_VERSION = 200  #: minimum cost of a memoized function that compares versions only
MIN_WORK_BY_VERSION = 2500  #: minimum of its cost times the words of 64 bits of the widest bitset that it reads
MOST_ARGUMENTS = 4  #: limit on the words of 64 bits of its arguments
MOST_SLOTS = 24  #: limit on the slots that it reads, small ones and others
TABLE_BYTES = 1 << 17  #: limit on the memory of a table
HASHES_LOG2 = 6  #: a table has so many hashes, as a power of 2
MOST_HASHED = 32  #: limit on the words of 64 bits that are hashed
USELESS_LIMIT = 200  #: score at which it stops checking its cache
_VALID, _SPENT, _USELESS, _HEAD = 0, 4, 8, 16
_STRAIGHT = 256  #: limit on the bytes that are copied unrolled: a copy of the runtime's is a call out of the module
_BLOCK, _BLOCKS = 64, 4  #: bytes compared at once, and limit on unrolled comparisons
_FACTOR = 0x9E3779B97F4A7C15  #: of the hash: the words times its odd multiples, summed up; the upper bits count


@dataclass(frozen=True, slots=True)
class Memo:
    """How a function is memoized."""

    small: tuple[MemoryArea, ...]  #: slots that are compared themselves
    large: tuple[MemoryArea, ...]  #: slots that are kept and compared if a version has changed
    versions: tuple[int, ...]  #: addresses of the versions of all slots that are not small
    entries: int = 0  #: numbers or hashes with a result each; 0 if only the last result is kept
    hashed: bool = False  #: whether the entries are hashes


def memoizable(
    program: Program, functions: Mapping[str, Function], memory: Memory, versions: SlotVersions
) -> dict[str, Memo]:
    """Return the functions to memoize; the slots that they read get versions."""
    answers, costs = MemoDependencies(functions), InstructionCosts(functions)
    found: dict[str, Memo] = {}
    for name, function in functions.items():
        reads = answers.reads(name) if costs.of(name) >= min(MIN_COST, MIN_COST_BY_VERSION) else None
        if reads is not None:
            slots = sorted(reads, key=lambda slot: (_size(memory.places[slot]), slot))
            memo = _memo(program, function, costs.of(name), {slot: memory.places[slot] for slot in slots}, versions)
            if memo is not None:
                found[name] = memo
    return found


def _memo(
    program: Program, function: Function, cost: int, places: dict[str, MemoryArea], versions: SlotVersions
) -> Memo | None:
    read = sum(map(_size, places.values())) + 8 * len(function.params)
    keeps = cost >= MIN_COST and read <= MOST_KEPT and read // 4 * MIN_COST_PER_WORD <= cost
    few = tuple(place for place in places.values() if small(place))
    large = {slot: place for slot, place in places.items() if not small(place)}
    arguments = sum(longs(width) or 1 for _, width in function.params)
    words = max((longs(width) for width in (*(p.width for p in places.values()), function.result or 0)), default=1)
    by_version = cost >= MIN_COST_BY_VERSION and cost * words >= MIN_WORK_BY_VERSION
    by_version = by_version and arguments <= MOST_ARGUMENTS and max(len(few), len(large)) <= MOST_SLOTS
    entries = _entries(program, function) if by_version else 0
    if keeps and arguments <= MOST_HASHED and any(longs(width) > NARROW for _, width in function.params):
        return Memo(few, tuple(large.values()), _versions(versions, large), 1 << HASHES_LOG2, True)
    if keeps and not entries:
        needed = large if read > COMPARED else {}
        return Memo(few, tuple(large.values()), _versions(versions, needed))
    return Memo(few, (), _versions(versions, large), entries) if by_version else None


def _versions(versions: SlotVersions, slots: Iterable[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(map(versions.of, slots)))


def _entries(program: Program, function: Function) -> int:
    """Return a limit on the argument of a function of one small number, as far as its body tells; 0 if it is none."""
    match function.params:
        case ((name, 0),):
            limits = [0]
            for node in nodes(function.body):
                match node:
                    case Single(Local(used), width) | Has(BitsConst(_, width), Local(used)) if used == name:
                        limits.append(width)
                    case Load(slot, Local(used)) if used == name:
                        limits.append(program.layout.slots[slot].length)
                    case Lookup(table, Local(used)) if used == name:
                        limits.append(len(program.tables[table]))
            most = max(limits)
            return most if most * _entry_size(function.result or 0) <= TABLE_BYTES else 0
        case _:
            return 0


def _entry_size(width: int) -> int:
    return _HEAD + -(-8 * (longs(width) or 1) // 16) * 16


def _size(place: MemoryArea) -> int:
    return place.size * place.length


def memo_wrapper(name: str, plan: CallingConvention, worker: int, memo: Memo, memory: Memory) -> FunctionBody:
    """Return the memoizing wrapper of function `worker`."""
    writer = _TableWriter if memo.entries else _LastWriter
    return writer(plan, worker, memo, memory).written(name)


class _MemoWriter:
    """What both kinds of wrappers share."""

    _kept: int  #: the address of its memory

    def __init__(self, plan: CallingConvention, worker: int, memo: Memo, memory: Memory) -> None:
        self._plan = plan
        self._worker = worker
        self._memo = memo
        self._code = CodeBuilder(plan.signature.params)
        self._fuel = memory.places["fuel"].address

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

    def _give_up(self) -> None:
        """Generate the call without a cache, if checking it has been useless."""
        code = self._code
        self._cell(_USELESS)
        code.i32(USELESS_LIMIT)
        code.op("i32.gt_s")
        code.if_()
        self._arguments()
        code.return_call(self._worker)
        code.end()

    def _count(self, by: int) -> None:
        code = self._code

        def counted() -> None:
            self._cell(_USELESS)
            code.i32(by)
            code.op("i32.add")

        self._put(self._kept + _USELESS, counted)

    def _pay(self, spent: Callable[[], None], missed: int) -> None:
        """Spend the fuel on a cached result; branch if there is too little."""
        code = self._code
        left = code.local("i32")
        code.i32(0)
        code.memory("i32.load", self._fuel)
        spent()
        code.op("i32.sub")
        code.tee(left)
        code.i32(0)
        code.op("i32.lt_s")
        code.br_if(missed)
        self._put(self._fuel, lambda: code.get(left))

    def _evaluated(self) -> tuple[list[int], Callable[[], None]]:
        """Generate the evaluation; return the locals with the results, and what pushes the fuel that it took."""
        code = self._code
        before = code.local("i32")
        code.i32(0)
        code.memory("i32.load", self._fuel)
        code.set(before)
        self._arguments()
        code.call(self._worker)
        results = [code.local(type_) for type_ in self._plan.signature.results]
        for local in reversed(results):
            code.set(local)

        def spent() -> None:
            code.get(before)
            code.i32(0)
            code.memory("i32.load", self._fuel)
            code.op("i32.sub")

        return results, spent

    def _copy(self, to: int, source: int, size: int, *, base: int = -1, into: bool = False) -> None:
        """Copy bytes; with `base`, add that local to `to` if `into`, else to `source`."""
        code = self._code

        def addresses() -> None:
            for used in (base >= 0 and into, base >= 0 and not into):
                if used:
                    code.get(base)
                else:
                    code.i32(0)

        if size > _STRAIGHT:
            for number, used in ((to, base >= 0 and into), (source, base >= 0 and not into)):
                code.i32(number)
                if used:
                    code.get(base)
                    code.op("i32.add")
            code.i32(size)
            code.op("memory.copy")
            return
        done = 0
        while size - done >= 16:
            addresses()
            code.pair("v128.load", source + done)
            code.pair("v128.store", to + done)
            done += 16
        while done < size:
            type_ = "i64" if size - done >= 8 else "i32"
            addresses()
            code.memory(f"{type_}.load", source + done)
            code.memory(f"{type_}.store", to + done)
            done += 8 if type_ == "i64" else 4

    @staticmethod
    def _laid_out(ranges: list[tuple[int, int]], place: int) -> Iterator[tuple[int, int, int]]:
        """Yield the address of each range, the address of its copy, and its size."""
        for address, size in ranges:
            yield address, place, size
            place += -(-size // 8) * 8

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


class _LastWriter(_MemoWriter):
    """Generates a wrapper that keeps the last result. One in memory is not copied: only the function writes it."""

    def __init__(self, plan: CallingConvention, worker: int, memo: Memo, memory: Memory) -> None:
        super().__init__(plan, worker, memo, memory)
        params = [(param.offset, 8 * longs(param.width)) for param in plan.params if isinstance(param, MemoryBits)]
        always = params + [(place.address, _size(place)) for place in memo.small]
        ranges = always + [(place.address, _size(place)) for place in memo.large]
        self._versions = _HEAD + 8 * (len(plan.signature.params) + len(plan.signature.results))
        copies = self._versions + 8 * (len(memo.versions) + 1)
        self._kept = memory.reserve(copies + sum(size + 8 for _, size in ranges))
        laid_out = list(self._laid_out(ranges, self._kept + copies))
        self._always, self._large = laid_out[: len(always)], laid_out[len(always) :]

    def written(self, name: str) -> FunctionBody:
        """Generate the function."""
        code = self._code
        self._give_up()
        missed = code.block()
        self._compare(missed)
        self._return_cached(missed)
        code.end()
        self._compute()
        return FunctionBody(name, self._plan.signature, code.locals, bytes(code.bytes))

    # ---- cache hit ----

    def _compare(self, missed: int) -> None:
        code, versions, known = self._code, self._memo.versions, self._kept + self._versions
        self._cell(_VALID)
        code.op("i32.eqz")
        code.br_if(missed)
        for local, type_ in enumerate(self._plan.signature.params):
            code.i32(0)
            code.memory(f"{type_}.load", self._kept + _HEAD + 8 * local)
            code.get(local)
            code.op(f"{type_}.ne")
            code.br_if(missed)
        for address, kept, size in self._always:
            self._compare_stretch(address, kept, size, missed)
        if not versions or not self._large:
            if versions:
                branch_if_changed(code, versions, known, missed)
            for address, kept, size in self._large:
                self._compare_stretch(address, kept, size, missed)
            return
        same = code.block()
        changed = code.block()
        branch_if_changed(code, versions, known, changed)
        code.br(same)
        code.end()
        for address, kept, size in self._large:
            self._compare_stretch(address, kept, size, missed)
        keep_versions(code, versions, known)
        code.end()

    def _return_cached(self, missed: int) -> None:
        code = self._code
        self._pay(lambda: self._cell(_SPENT), missed)
        self._count(-4)
        for number, type_ in enumerate(self._plan.signature.results, len(self._plan.signature.params)):
            code.i32(0)
            code.memory(f"{type_}.load", self._kept + _HEAD + 8 * number)
        code.op("return")

    # ---- cache miss ----

    def _compute(self) -> None:
        code, plan = self._code, self._plan
        self._put(self._kept + _VALID, lambda: code.i32(0))
        self._keep(0, list(enumerate(plan.signature.params)))
        for address, kept, size in (*self._always, *self._large):
            self._copy(kept, address, size)
        if self._memo.versions:
            keep_versions(code, self._memo.versions, self._kept + self._versions)
        results, spent = self._evaluated()
        self._keep(len(plan.signature.params), list(zip(results, plan.signature.results, strict=True)))
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


class _TableWriter(_MemoWriter):
    """Generates a wrapper that keeps a result for each number below a limit, or for each hash of its arguments."""

    def __init__(self, plan: CallingConvention, worker: int, memo: Memo, memory: Memory) -> None:
        super().__init__(plan, worker, memo, memory)
        self._versions = _HEAD + 8
        copies = self._versions + 8 * (len(memo.versions) + 1)
        small, large = ([(place.address, _size(place)) for place in places] for places in (memo.small, memo.large))
        self._kept = memory.reserve(copies + sum(size + 8 for _, size in small + large))
        laid_out = list(self._laid_out(small + large, self._kept + copies))
        self._small, self._large = laid_out[: len(small)], laid_out[len(small) :]
        sets = [param for param in plan.params if isinstance(param, MemoryBits)] if memo.hashed else []
        place = _HEAD + 8 * len(plan.signature.results)
        self._numbers = place  #: of an entry: where its arguments in locals begin
        place += 8 * len(plan.signature.params) * memo.hashed
        self._sets = list(self._laid_out([(param.offset, 8 * longs(param.width)) for param in sets], place))
        self._result = place + sum(size for _, _, size in self._sets)
        end = self._result + (8 * longs(plan.result.width) if isinstance(plan.result, MemoryBits) else 0)
        self._size = -(-end // 16) * 16
        self._table = memory.reserve(self._size * memo.entries)

    def written(self, name: str) -> FunctionBody:
        """Generate the function."""
        code = self._code
        self._give_up()
        if not self._memo.hashed:
            code.get(0)
            code.i32(self._memo.entries)
            code.op("i32.ge_u")
            code.if_()
            self._arguments()
            code.return_call(self._worker)
            code.end()
        self._begin_generation()
        entry = code.local("i32")
        if self._memo.hashed:
            self._hash()
        else:
            code.get(0)
        code.i32(self._size)
        code.op("i32.mul")
        code.set(entry)
        missed = code.block()
        self._return_cached(entry, missed)
        code.end()
        self._compute(entry)
        return FunctionBody(name, self._plan.signature, code.locals, bytes(code.bytes))

    def _hash(self) -> None:
        """Push the hash of the arguments."""
        code = self._code
        words = [partial(self._word, local, type_) for local, type_ in enumerate(self._plan.signature.params)]
        for address, _, size in self._sets:
            words += [partial(self._word_at, address + done) for done in range(0, size, 8)]
        for number, word in enumerate(words):
            word()
            code.i64(_FACTOR * (2 * number + 1) % (1 << 64))
            code.op("i64.mul")
            if number:
                code.op("i64.add")
        code.i64(64 - HASHES_LOG2)
        code.op("i64.shr_u", "i32.wrap_i64")

    def _word(self, local: int, type_: ValueType) -> None:
        self._code.get(local)
        if type_ == "i32":
            self._code.op("i64.extend_i32_u")

    def _word_at(self, address: int) -> None:
        self._code.i32(0)
        self._code.memory("i64.load", address)

    def _generation(self) -> None:
        self._code.i32(0)
        self._code.memory("i64.load", self._kept + _HEAD)

    def _begin_generation(self) -> None:
        """Generate the beginning of a generation, if something has changed since the last one began."""
        code, versions, known = self._code, self._memo.versions, self._kept + self._versions
        same = code.block()
        changed = code.block()
        newer = code.block() if self._large else changed
        self._cell(_VALID)
        code.op("i32.eqz")
        code.br_if(changed)
        for address, kept, size in self._small:
            self._compare_stretch(address, kept, size, changed)
        if versions:
            branch_if_changed(code, versions, known, newer)
        code.br(same)
        if self._large:
            code.end()
            for address, kept, size in self._large:
                self._compare_stretch(address, kept, size, changed)
            keep_versions(code, versions, known)
            code.br(same)
        code.end()
        for address, kept, size in (*self._small, *self._large):
            self._copy(kept, address, size)
        if versions:
            keep_versions(code, versions, known)
        code.i32(0)
        self._generation()
        code.i64(1)
        code.op("i64.add")
        code.memory("i64.store", self._kept + _HEAD)
        self._put(self._kept + _VALID, lambda: code.i32(1))
        code.end()

    def _return_cached(self, entry: int, missed: int) -> None:
        code, result = self._code, self._plan.result
        code.get(entry)
        code.memory("i64.load", self._table)
        self._generation()
        code.op("i64.ne")
        code.br_if(missed)
        if self._memo.hashed:
            self._compare_arguments(entry, missed)

        def spent() -> None:
            code.get(entry)
            code.memory("i32.load", self._table + 8)

        self._pay(spent, missed)
        self._count(-4)
        for number, type_ in enumerate(self._plan.signature.results):
            code.get(entry)
            code.memory(f"{type_}.load", self._table + _HEAD + 8 * number)
        if isinstance(result, MemoryBits):
            self._copy(result.offset, self._table + self._result, 8 * longs(result.width), base=entry)
        code.op("return")

    def _compare_arguments(self, entry: int, missed: int) -> None:
        code = self._code
        for local, type_ in enumerate(self._plan.signature.params):
            code.get(entry)
            code.memory(f"{type_}.load", self._table + self._numbers + 8 * local)
            code.get(local)
            code.op(f"{type_}.ne")
            code.br_if(missed)
        for address, kept, size in self._sets:
            for done in range(0, size - 15, 16):
                code.i32(0)
                code.pair("v128.load", address + done)
                code.get(entry)
                code.pair("v128.load", self._table + kept + done)
                code.op("v128.xor")
                if done:
                    code.op("v128.or")
            code.op("v128.any_true")
            code.br_if(missed)
            if size % 16:
                self._word_at(address + size - 8)
                code.get(entry)
                code.memory("i64.load", self._table + kept + size - 8)
                code.op("i64.ne")
                code.br_if(missed)

    def _compute(self, entry: int) -> None:
        code, result = self._code, self._plan.result
        if self._memo.hashed:
            # The function may change its arguments, and may trap: until it is done the entry is of no generation.
            code.get(entry)
            code.i64(0)
            code.memory("i64.store", self._table)
            for local, type_ in enumerate(self._plan.signature.params):
                code.get(entry)
                code.get(local)
                code.memory(f"{type_}.store", self._table + self._numbers + 8 * local)
            for address, kept, size in self._sets:
                self._copy(self._table + kept, address, size, base=entry, into=True)
        results, spent = self._evaluated()
        for number, (local, type_) in enumerate(zip(results, self._plan.signature.results, strict=True)):
            code.get(entry)
            code.get(local)
            code.memory(f"{type_}.store", self._table + _HEAD + 8 * number)
        if isinstance(result, MemoryBits):
            self._copy(self._table + self._result, result.offset, 8 * longs(result.width), base=entry, into=True)
        code.get(entry)
        spent()
        code.memory("i32.store", self._table + 8)
        code.get(entry)
        self._generation()
        code.memory("i64.store", self._table)
        self._count(1)
        for local in results:
            code.get(local)
        code.op("return")
