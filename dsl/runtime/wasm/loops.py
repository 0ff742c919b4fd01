"""Loops as WebAssembly: over ranges of numbers, over the members of bitsets, and while a condition holds."""

from __future__ import annotations

from typing import Protocol

from dsl.ir.instructions import (
    Block,
    ForBits,
    ForRange,
    While,
)
from dsl.runtime.wasm.bitset_ops import DynamicOffset
from dsl.runtime.wasm.bitset_values import NARROW, SKIPPED, UNROLLED, LocalBits, MemoryBits, sources
from dsl.runtime.wasm.codegen_context import FunctionScope
from dsl.runtime.wasm.encoder import CodeBuilder
from dsl.runtime.wasm.expressions import ExpressionCodegen
from dsl.runtime.wasm.memory_layout import longs
from dsl.runtime.wasm.random_pick import added_to_members, has_room, keep_bunch
from dsl.runtime.wasm.side_effects import SideEffects

CHEAP = 4  #: sources of a bitset up to which it is evaluated twice, to leave a loop over nothing at once


class FunctionCodegen(Protocol):
    """Generator of one function, as its loops need it."""

    code: CodeBuilder
    expressions: ExpressionCodegen
    effects: SideEffects
    scope: FunctionScope

    def block(self, block: Block) -> None:
        """Generate a block."""


def generate_while(function: FunctionCodegen, loop: While) -> None:
    """Generate a loop that ends when its condition fails."""
    code = function.code
    function.scope.exits.append(code.block())
    again = code.loop()
    function.expressions.truth(loop.condition)
    code.op("i32.eqz")
    code.br_if(function.scope.exits[-1])
    function.effects.spend(function.scope.prices.turn(loop))
    function.block(loop.body)
    code.br(again)
    code.end()
    code.end()
    function.scope.exits.pop()


def generate_for_range(function: FunctionCodegen, loop: ForRange) -> None:
    """Generate a loop over a range of numbers."""
    code, expressions = function.code, function.expressions
    limits = expressions.limits(loop.low)[0], expressions.limits(loop.high)[1] - 1
    expressions.number(loop.low)
    turn, high = code.borrow("i32"), code.borrow("i32")
    code.set(turn)
    expressions.number(loop.high)
    code.set(high)
    local = function.expressions.number_local(loop.local)
    if loop.local in function.scope.single:
        expressions.bounds[loop.local] = limits
    function.scope.exits.append(code.block())
    for part in (turn, high):
        code.get(part)
    code.op("i32.ge_s")
    code.br_if(function.scope.exits[-1])
    for part in (high, turn):
        code.get(part)
    code.op("i32.sub")
    function.effects.spend_for_all(function.scope.prices.turn(loop), limits[1] - limits[0] + 1)
    again = code.loop()
    code.get(turn)
    code.set(local)
    function.block(loop.body)
    code.get(turn)
    code.i32(1)
    code.op("i32.add")
    code.tee(turn)
    code.get(high)
    code.op("i32.lt_s")
    code.br_if(again)
    code.end()
    code.end()
    function.scope.exits.pop()


def generate_for_bits(function: FunctionCodegen, loop: ForBits) -> None:
    """Generate a loop over the members of a bitset."""
    code, expressions = function.code, function.expressions
    width = expressions.width(loop.bits)
    value = expressions.bits(loop.bits)
    local = function.expressions.number_local(loop.local)
    if loop.local in function.scope.single:
        expressions.bounds[loop.local] = (0, width - 1)
    count = longs(width)
    function.scope.exits.append(code.block())
    if count > NARROW and sources(value) <= CHEAP:
        expressions.words.is_empty(value)
        code.br_if(function.scope.exits[-1])
    members = expressions.written(value)
    expressions.words.population(members)
    turns = code.borrow("i32")
    code.tee(turns)
    function.effects.spend_for_all(function.scope.prices.turn(loop), width)
    if count > 1:
        code.get(turns)
        code.op("i32.eqz")
        code.br_if(function.scope.exits[-1])
    added = added_to_members(loop)
    if added is not None:
        _store_members_or_continue(function, members, turns, added)
    word, base = code.borrow("i64"), code.borrow("i32")
    if count == 1:
        assert isinstance(members, LocalBits)
        _loop_over_word(function, members.locals[0], local, None, loop.body)
    elif isinstance(members, LocalBits):
        _loop_over_locals(function, members, base, local, loop.body)
    else:
        _loop_over_memory(function, members, (word, base), local, loop.body)
    code.end()
    function.scope.exits.pop()


def _store_members_or_continue(
    function: FunctionCodegen, members: LocalBits | MemoryBits, turns: int, added: int
) -> None:
    """Leave the loop with its members stored as one set of options, if that is allowed and there is room."""
    code = function.code
    has_room(code, members)
    code.if_()
    keep_bunch(code, function.expressions.words, members, turns, added)
    code.br(function.scope.exits[-1])
    code.end()


def _loop_over_locals(function: FunctionCodegen, members: LocalBits, base: int, local: int, body: Block) -> None:
    """Loop over a bitset in locals: the first holds the current word; when it is empty the others move up."""
    code = function.code
    first, *others = members.locals
    code.i32(0)
    code.set(base)
    again = code.loop()
    _loop_over_word(function, first, local, base, body)
    for one, next_ in zip(members.locals, others, strict=False):
        code.get(next_)
        code.set(one)
    code.i64(0)
    code.set(others[-1])
    code.get(base)
    code.i32(64)
    code.op("i32.add")
    code.tee(base)
    code.i32(64 * len(members.locals))
    code.op("i32.lt_u")
    code.br_if(again)
    code.end()


def _loop_over_memory(
    function: FunctionCodegen, members: MemoryBits, held: tuple[int, int], local: int, body: Block
) -> None:
    """Loop over a bitset in memory with a margin, word by word; `base` is the first member of the word. Empty words are
    skipped over together."""
    code, (word, base) = function.code, held
    skipped = SKIPPED if longs(members.width) > UNROLLED else 2
    offset, end = code.borrow("i32"), code.borrow("i32")
    code.i32(0)
    code.set(offset)
    again = code.loop()
    function.expressions.words.any_of_block(members, DynamicOffset(offset), skipped)
    code.if_()
    code.get(offset)
    code.i32(8 * skipped)
    code.op("i32.add")
    code.set(end)
    next_word = code.loop()
    code.get(offset)
    code.memory("i64.load", members.offset)
    code.set(word)
    code.get(offset)
    code.i32(3)
    code.op("i32.shl")
    code.set(base)
    _loop_over_word(function, word, local, base, body)
    code.get(offset)
    code.i32(8)
    code.op("i32.add")
    code.tee(offset)
    code.get(end)
    code.op("i32.lt_u")
    code.br_if(next_word)
    code.end()
    code.else_()
    code.get(offset)
    code.i32(8 * skipped)
    code.op("i32.add")
    code.set(offset)
    code.end()
    code.get(offset)
    code.i32(8 * longs(members.width))
    code.op("i32.lt_u")
    code.br_if(again)
    code.end()


def _loop_over_word(function: FunctionCodegen, word: int, local: int, base: int | None, body: Block) -> None:
    """Generate the body for every member of a word, which is empty afterwards."""
    code = function.code
    done = code.block()
    code.get(word)
    code.op("i64.eqz")
    code.br_if(done)
    again = code.loop()
    code.get(word)
    code.op("i64.ctz", "i32.wrap_i64")
    if base is not None:
        code.get(base)
        code.op("i32.add")
    code.set(local)
    code.get(word)
    code.get(word)
    code.i64(1)
    code.op("i64.sub", "i64.and")
    code.set(word)
    function.block(body)
    code.get(word)
    code.op("i64.eqz", "i32.eqz")
    code.br_if(again)
    code.end()
    code.end()
