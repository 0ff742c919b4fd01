"""WebAssembly text for the parts that are the same in every program.

It is the folded text form, as far as we use it: `(func $name (param $x i32) (result i32) (local $y i64) ...)`, where
every instruction is an S-expression with its operands inside, as in `(i32.add (local.get $x) (i32.const 1))`. Blocks
are `(block $label ...)`, `(loop $label ...)` and `(if CONDITION (then ...) (else ...))`; with a result, `(result i32)`
comes first. Words in capitals are replaced by the numbers that are given for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from dsl.base.records import Record
from dsl.runtime.canonical_state import FINAL, MULTIPLIER_1, MULTIPLIER_2, REPLACEMENT, RESERVED, ROTATION, SEED
from dsl.runtime.wasm.encoder import MEMORY, OPERATIONS, CodeBuilder, FunctionBody, FunctionType, ValueType

_TOKEN = re.compile(r";;[^\n]*|[()]|[^\s()]+")
_TYPES: dict[str, ValueType] = {"i32": "i32", "i64": "i64", "v128": "v128"}


class SExpression(Record, frozen=True):
    """An S-expression."""

    parts: tuple[str | SExpression, ...]

    @property
    def word(self) -> str:
        """The first word."""
        return str(self.parts[0])

    def nodes(self) -> tuple[SExpression, ...]:
        """Return the inner S-expressions."""
        return tuple(part for part in self.parts if isinstance(part, SExpression))


def read(text: str) -> tuple[SExpression, ...]:
    """Return the outermost S-expressions of a text."""
    tokens = (token for token in _TOKEN.findall(text) if not token.startswith(";;"))
    return tuple(part for part in _read(tokens) if isinstance(part, SExpression))


def _read(tokens: Iterator[str]) -> Iterator[str | SExpression]:
    for token in tokens:
        if token == ")":
            return
        yield SExpression(tuple(_read(tokens))) if token == "(" else token


class Declared(Record, frozen=True):
    """A function of a text before assembly, so that others can refer to it."""

    name: str
    signature: FunctionType
    node: SExpression
    exported: bool


@cache
def declared(text: str) -> tuple[Declared, ...]:
    """Return the functions of a text in order. Those with the word `export` after the name are exported."""
    return tuple(_declared(node) for node in read(text))


def _declared(node: SExpression) -> Declared:
    params = tuple(_TYPES[str(part.parts[2])] for part in node.nodes() if part.word == "param")
    results = tuple(_TYPES[str(part.parts[1])] for part in node.nodes() if part.word == "result")
    return Declared(str(node.parts[1]).lstrip("$"), FunctionType(params, results), node, "export" in node.parts[:3])


def assembled(function: Declared, functions: Mapping[str, int], words: Mapping[str, int]) -> FunctionBody:
    """Assemble a function; `functions` are the numbers of those that it may call."""
    assembler = _Assembler(function, functions, words)
    return FunctionBody(
        function.name, function.signature, assembler.code.locals, bytes(assembler.code.bytes), function.exported
    )


class _Assembler:
    """Assembles one function into `code`."""

    def __init__(self, function: Declared, functions: Mapping[str, int], words: Mapping[str, int]) -> None:
        self.code = CodeBuilder(function.signature.params)
        self._functions = functions
        self._words = words
        self._locals: dict[str, int] = {}
        self._labels: dict[str, int] = {}
        for node in function.node.nodes():
            if node.word == "param":
                self._locals[str(node.parts[1])] = len(self._locals)
            elif node.word == "local":
                self._locals[str(node.parts[1])] = self.code.local(_TYPES[str(node.parts[2])])
            elif node.word != "result":
                self._instruction(node)

    def _instructions(self, nodes: Sequence[SExpression]) -> None:
        for node in nodes:
            self._instruction(node)

    def _instruction(self, node: SExpression) -> None:
        word, code = node.word, self.code
        if word in ("block", "loop"):
            self._labels[str(node.parts[1])] = code.block() if word == "block" else code.loop()
            self._instructions(node.nodes())
            code.end()
        elif word == "if":
            self._if(node)
        elif word == "br_table":
            self._instructions(node.nodes())
            labels = [self._labels[part] for part in node.parts[1:] if isinstance(part, str)]
            code.br_table(labels[:-1], labels[-1])
        elif word in ("i32.const", "i64.const"):
            (code.i32 if word == "i32.const" else code.i64)(self._number(node.parts[1]))
        else:
            self._instructions(node.nodes())
            self._operation(word, node)

    def _operation(self, word: str, node: SExpression) -> None:
        code = self.code
        name = str(node.parts[1]) if len(node.parts) > 1 else ""
        if word in OPERATIONS:
            code.op(word)
        elif word in MEMORY:
            code.memory(word, self._number(name.removeprefix("offset=")) if name.startswith("offset=") else 0)
        elif word in ("local.get", "local.set", "local.tee"):
            {"local.get": code.get, "local.set": code.set, "local.tee": code.tee}[word](self._locals[name])
        elif word in ("br", "br_if"):
            (code.br if word == "br" else code.br_if)(self._labels[name])
        elif word == "call":
            code.call(self._functions[name.lstrip("$")])
        else:
            raise ValueError(f"there is no instruction {word}")

    def _if(self, node: SExpression) -> None:
        *before, then = [part for part in node.nodes() if part.word != "else"]
        otherwise = [part for part in node.nodes() if part.word == "else"]
        result = [_TYPES[str(part.parts[1])] for part in before if part.word == "result"]
        self._instructions([part for part in before if part.word != "result"])
        self.code.if_(result[0] if result else None)
        self._instructions(then.nodes())
        if otherwise:
            self.code.else_()
            self._instructions(otherwise[0].nodes())
        self.code.end()

    def _number(self, part: str | SExpression) -> int:
        words = str(part).split("+")
        return sum(self._words[word] if word in self._words else int(word, 0) for word in words)


# The parts that are the same in every program, as WebAssembly text (see `dsl.runtime.wasm.prelude`).


#: By number times 256 plus a byte: the member of the byte with that number, 0 if there is none.
MEMBER_OF_BYTE = bytes(
    next((at for at in range(8) if byte >> at & 1 and (byte & (1 << at) - 1).bit_count() == number), 0)
    for number in range(8)
    for byte in range(256)
)

#: Helpers that programs call: chance, division, shifts of wide bitsets.
CALLED = """
(func $fail (param $trap i32)
  (i32.store offset=TRAP (i32.const 0) (local.get $trap))
  (unreachable))

(func $output (param $state i64) (result i32)  ;; of PCG32
  (i32.rotr
    (i32.wrap_i64 (i64.shr_u (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
    (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))

(func $draw_at (param $cell i32) (param $below i32) (result i32)
  (local $state i64)
  (local.set $state (i64.load (local.get $cell)))
  (i64.store (local.get $cell)
    (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul (i64.extend_i32_u (call $output (local.get $state))) (i64.extend_i32_u (local.get $below)))
    (i64.const 32))))

(func $draw (param $below i32) (result i32)
  (local $state i64)  ;; a copy of `draw_at`: inlined, as it is called very often
  (if (i32.lt_s (local.get $below) (i32.const 1)) (then (call $fail (i32.const NO_CHANCE)) (unreachable)))
  (local.set $state (i64.load (i32.const STATE+CHANCE)))
  (i64.store (i32.const STATE+CHANCE)
    (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul
      (i64.extend_i32_u (i32.rotr
        (i32.wrap_i64 (i64.shr_u
          (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
        (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))
      (i64.extend_i32_u (local.get $below)))
    (i64.const 32))))

;; A member by its number; there are enough. With few branches: no processor would foresee where they go. First the
;; byte, by how many members lie in and below each, then a member of that byte by a table.
(func $nth_of (param $word i64) (param $number i32) (result i32)
  (local $sums i64) (local $wanted i64) (local $place i64)
  (local.set $wanted (i64.extend_i32_u (local.get $number)))
  (local.set $sums (i64.sub (local.get $word)
    (i64.and (i64.shr_u (local.get $word) (i64.const 1)) (i64.const 0x5555555555555555))))
  (local.set $sums (i64.add (i64.and (local.get $sums) (i64.const 0x3333333333333333))
    (i64.and (i64.shr_u (local.get $sums) (i64.const 2)) (i64.const 0x3333333333333333))))
  (local.set $sums (i64.mul (i64.const 0x0101010101010101)
    (i64.and (i64.add (local.get $sums) (i64.shr_u (local.get $sums) (i64.const 4))) (i64.const 0x0f0f0f0f0f0f0f0f))))
  (local.set $place (i64.shl (i64.popcnt (i64.and (i64.const 0x8080808080808080)
    (i64.sub (i64.or (i64.mul (local.get $wanted) (i64.const 0x0101010101010101)) (i64.const 0x8080808080808080))
      (local.get $sums)))) (i64.const 3)))
  (local.set $wanted (i64.sub (local.get $wanted)
    (i64.and (i64.const 0xff)
      (i64.shr_u (i64.shl (local.get $sums) (i64.const 8)) (local.get $place)))))
  (i32.add (i32.wrap_i64 (local.get $place))
    (i32.load8_u offset=MEMBER_OF_BYTE (i32.wrap_i64 (i64.or
      (i64.shl (local.get $wanted) (i64.const 8))
      (i64.and (i64.const 0xff) (i64.shr_u (local.get $word) (local.get $place))))))))

(func $divide_down (param $dividend i32) (param $divisor i32) (result i32)
  (local $quotient i32)
  (if (i32.lt_s (local.get $divisor) (i32.const 1)) (then (call $fail (i32.const NO_DIVISOR)) (unreachable)))
  (local.set $quotient (i32.div_s (local.get $dividend) (local.get $divisor)))
  (i32.sub (local.get $quotient)
    (i32.lt_s (local.get $dividend) (i32.mul (local.get $quotient) (local.get $divisor)))))

(func $divide_up (param $dividend i32) (param $divisor i32) (result i32)
  (local $quotient i32)
  (if (i32.lt_s (local.get $divisor) (i32.const 1)) (then (call $fail (i32.const NO_DIVISOR)) (unreachable)))
  (local.set $quotient (i32.div_s (local.get $dividend) (local.get $divisor)))
  (i32.add (local.get $quotient)
    (i32.gt_s (local.get $dividend) (i32.mul (local.get $quotient) (local.get $divisor)))))

;; Word `at` of a bitset at `from` with `count` words; 0 beyond its ends.
(func $word (param $from i32) (param $count i32) (param $at i32) (result i64)
  (if (result i64) (i32.lt_u (local.get $at) (local.get $count))
    (then (i64.load (i32.add (local.get $from) (i32.shl (local.get $at) (i32.const 3)))))
    (else (i64.const 0))))

;; Move a bitset of `count` words by 64 * `whole` + `rest` places, with `rest` from 0 to 63.
(func $move (param $to i32) (param $from i32) (param $count i32) (param $whole i32) (param $rest i32)
  (local $at i32) (local $source i32) (local $turn i64)
  (local.set $turn (i64.extend_i32_u (local.get $rest)))
  (loop $again
    (local.set $source (i32.sub (local.get $at) (local.get $whole)))
    (i64.store (i32.add (local.get $to) (i32.shl (local.get $at) (i32.const 3)))
      (i64.or
        (i64.shl (call $word (local.get $from) (local.get $count) (local.get $source)) (local.get $turn))
        (if (result i64) (local.get $rest)
          (then (i64.shr_u
            (call $word (local.get $from) (local.get $count) (i32.sub (local.get $source) (i32.const 1)))
            (i64.sub (i64.const 64) (local.get $turn))))
          (else (i64.const 0)))))
    (br_if $again (i32.lt_u
      (local.tee $at (i32.add (local.get $at) (i32.const 1)))
      (local.get $count)))))
"""

#: Functions that the host calls. `$step` runs a step and those inlined after it, and returns the number of the next.
CALLING = """
(func $run export (param $step i32) (result i32)  ;; until a step is none; return that
  (block $done
    (loop $again
      (br_if $done (i32.lt_s (local.get $step) (i32.const 0)))
      (local.set $step (call $step (local.get $step)))
      (br $again)))
  (if (i32.eq (local.get $step) (i32.const OVER))
    (then
      (i32.store (i32.const STATE+FINAL) (i32.const 1))
      (i32.store (i32.const STATE+ASK) (i32.const -1))
      (i32.store offset=COUNT (i32.const 0) (i32.const 0))))
  (local.get $step))
"""


# Fingerprints (`dsl.runtime.canonical_state`) as WebAssembly text, for programs that have some.


HASHING = f"""
(func $fingerprint (param $text i32) (param $count i32) (result i64)  ;; of `count` words of 32 bits in memory
  (local $found i64) (local $end i32)
  (local.set $found (i64.const {SEED}))
  (local.set $end (i32.add (local.get $text) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.get $text) (local.get $end)))
      (local.set $found (i64.add (local.get $found)
        (i64.mul (i64.extend_i32_u (i32.load (local.get $text))) (i64.const {MULTIPLIER_2}))))
      (local.set $found (i64.mul (i64.rotl (local.get $found) (i64.const {ROTATION})) (i64.const {MULTIPLIER_1})))
      (local.set $text (i32.add (local.get $text) (i32.const 4)))
      (br $again)))
  (local.set $found (i64.add (local.get $found)
    (i64.xor (i64.extend_i32_u (local.get $count)) (i64.const {FINAL}))))
  (select (i64.const {REPLACEMENT}) (local.get $found) (i64.eq (local.get $found) (i64.const {RESERVED}))))
"""


# Deciding in secret inside a module, as WebAssembly text: worlds part, are lived in, and come together.


APART = """
(func $replaced  ;; count up: what STATE holds has nothing to do with what it held (`dsl.runtime.wasm.slot_versions`)
  (i64.store offset=REPLACED (i32.const 0) (i64.add (i64.load offset=REPLACED (i32.const 0)) (i64.const 1))))

(func $world (param $seat i32) (result i32)
  (i32.add (i32.const WORLDS) (i32.mul (local.get $seat) (i32.const SIZE))))

(func $fork
  (local $seat i32) (local $who i32)
  (i32.store (i32.const STATE+ASK) (i32.const -1))
  (i32.store (i32.const FUEL) (i32.sub (i32.load (i32.const FUEL)) (i32.const PARTING)))
  (if (i32.lt_s (i32.load (i32.const FUEL)) (i32.const 0)) (then (call $fail (i32.const NO_FUEL)) (unreachable)))
  (memory.copy (i32.const TRUNK) (i32.const STATE) (i32.const SIZE))
  (i32.store (i32.const FORKED) (i32.const 1))
  (loop $copying
    (memory.copy (call $world (local.get $seat)) (i32.const STATE) (i32.const SIZE))
    (br_if $copying (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const PLAYERS))))
  (local.set $who (i32.load (i32.const TRUNK+SECRETLY)))
  (block $done
    (loop $again
      (br_if $done (i32.eqz (local.get $who)))
      (local.set $seat (i32.ctz (local.get $who)))
      (local.set $who (i32.and (local.get $who) (i32.sub (local.get $who) (i32.const 1))))
      (call $enter_world_of (local.get $seat))
      (i32.store (i32.const STATE+CHOOSER) (local.get $seat))
      (call $apart (local.get $seat) (i32.load (i32.const TRUNK+BRANCH)))
      (br $again))))

(func $apart (param $seat i32) (param $step i32)  ;; run the world of a seat on, which is in STATE
  (drop (call $run (local.get $step)))
  (if (i32.load (i32.const STATE+FINAL))
    (then (i32.store (i32.const TRUNK+SECRETLY)
      (i32.and (i32.load (i32.const TRUNK+SECRETLY))
        (i32.rotl (i32.const -2) (local.get $seat)))))))

(func $join
  (call $leave_world)
  (call $joining)
  (i32.store (i32.const TRUNK+SECRETLY) (i32.const 0))
  (i32.store (i32.const TRUNK+BRANCH) (i32.const 0))
  (memory.copy (i32.const STATE) (i32.const TRUNK) (i32.const SIZE))
  (call $replaced)
  (i32.store (i32.const FORKED) (i32.const 0)))

;; `count` words of bitsets at `at`: all that is more and less in the worlds.
(func $join_bits (param $at i32) (param $count i32)
  (local $before i32) (local $world i32) (local $now i32) (local $more i32) (local $less i32)
  (loop $again
    (local.set $before (i32.load (i32.add (local.get $at) (i32.const TRUNK))))
    (local.set $more (i32.const 0))
    (local.set $less (i32.const 0))
    (local.set $world (i32.const 0))
    (loop $worlds
      (local.set $now (i32.load (i32.add (local.get $at) (call $world (local.get $world)))))
      (local.set $more (i32.or (local.get $more)
        (i32.and (local.get $now) (i32.xor (local.get $before) (i32.const -1)))))
      (local.set $less (i32.or (local.get $less)
        (i32.and (local.get $before) (i32.xor (local.get $now) (i32.const -1)))))
      (br_if $worlds (i32.lt_u (local.tee $world (i32.add (local.get $world) (i32.const 1))) (i32.const PLAYERS))))
    (i32.store (i32.add (local.get $at) (i32.const TRUNK))
      (i32.and (i32.or (local.get $before) (local.get $more)) (i32.xor (local.get $less) (i32.const -1))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

;; `count` numbers at `at`: the sum of all changes, or the one change that there may be.
(func $join_numbers (param $at i32) (param $count i32) (param $sum i32)
  (local $before i32) (local $world i32) (local $now i32) (local $after i32) (local $changes i32)
  (loop $again
    (local.set $before (i32.load (i32.add (local.get $at) (i32.const TRUNK))))
    (local.set $after (local.get $before))
    (local.set $changes (i32.const 0))
    (local.set $world (i32.const 0))
    (loop $worlds
      (local.set $now (i32.load (i32.add (local.get $at) (call $world (local.get $world)))))
      (local.set $after (i32.add (local.get $after) (i32.sub (local.get $now) (local.get $before))))
      (local.set $changes (i32.add (local.get $changes) (i32.ne (local.get $now) (local.get $before))))
      (br_if $worlds (i32.lt_u (local.tee $world (i32.add (local.get $world) (i32.const 1))) (i32.const PLAYERS))))
    (if (i32.gt_u (local.get $changes) (i32.const 1))
      (then (if (i32.eqz (local.get $sum)) (then (call $fail (i32.const BOTH)) (unreachable)))))
    (i32.store (i32.add (local.get $at) (i32.const TRUNK)) (local.get $after))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

;; Members of the bitset at `any`: which of `count` bitsets at `here`, of `words` words each, are not empty.
(func $find_again (param $any i32) (param $here i32) (param $count i32) (param $words i32)
  (local $at i32) (local $word i32) (local $found i32)
  (loop $again
    (local.set $found (i32.const 0))
    (local.set $word (i32.const 0))
    (loop $more
      (local.set $found (i32.or (local.get $found) (i32.load (i32.add (i32.const TRUNK) (local.get $here)))))
      (local.set $here (i32.add (local.get $here) (i32.const 4)))
      (br_if $more (i32.lt_u (local.tee $word (i32.add (local.get $word) (i32.const 1))) (local.get $words))))
    (if (i32.eqz (i32.and (local.get $at) (i32.const 31)))
      (then (i32.store (i32.add (i32.const TRUNK)
        (i32.add (local.get $any) (i32.shl (i32.shr_u (local.get $at) (i32.const 5)) (i32.const 2))))
        (i32.const 0))))
    (local.set $word (i32.add (i32.const TRUNK)
      (i32.add (local.get $any) (i32.shl (i32.shr_u (local.get $at) (i32.const 5)) (i32.const 2)))))
    (i32.store (local.get $word)
      (i32.or (i32.load (local.get $word)) (i32.shl (i32.ne (local.get $found) (i32.const 0)) (local.get $at))))
    (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $count)))))

(func $next_seat (result i32)  ;; while seats decide in secret: the highest in FIRST, or the lowest that has not done
  (local $first i32)
  (local.set $first (i32.and (i32.load (i32.const TRUNK+SECRETLY)) (i32.load offset=FIRST (i32.const 0))))
  (if (result i32) (local.get $first)
    (then (i32.sub (i32.const 31) (i32.clz (local.get $first))))
    (else (i32.ctz (i32.load (i32.const TRUNK+SECRETLY))))))

(func $enter_world  ;; while seats decide in secret: STATE is the world of the next seat
  (if (i32.load (i32.const FORKED)) (then (call $enter_world_of (call $next_seat)))))

(func $enter_world_of (param $seat i32)
  (if (i32.ne (i32.load offset=LIVED_IN (i32.const 0)) (i32.add (local.get $seat) (i32.const 1)))
    (then
      (call $leave_world)
      (memory.copy (i32.const STATE) (call $world (local.get $seat)) (i32.const SIZE))
      (call $replaced)
      (i32.store offset=LIVED_IN (i32.const 0) (i32.add (local.get $seat) (i32.const 1))))))

(func $leave_world  ;; after that STATE may be anything
  (local $lived_in i32)
  (local.set $lived_in (i32.load offset=LIVED_IN (i32.const 0)))
  (if (local.get $lived_in)
    (then
      (memory.copy
        (call $world (i32.sub (local.get $lived_in) (i32.const 1))) (i32.const STATE) (i32.const SIZE))
      (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0)))))
"""


# What looking ahead needs inside a module besides the functions of `dsl.search`, as WebAssembly text.


SEARCHING = """
(func $keep export
  (call $leave_world)
  (i32.store (i32.const KEPT) (i32.load (i32.const FORKED)))
  (memory.copy (i32.const KEPT+16) (i32.const STATE) (i32.const SIZE))
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const KEPT+16+SIZE) (i32.const TRUNK) (i32.const ALL_WORLDS)))))

(func $revert
  (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0))
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.const 0))
  (i32.store (i32.const FORKED) (i32.load (i32.const KEPT)))
  (memory.copy (i32.const STATE) (i32.const KEPT+16) (i32.const SIZE))
  (call $replaced)
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const TRUNK) (i32.const KEPT+16+SIZE) (i32.const ALL_WORLDS))))
  (call $offer))

(func $snapshot (param $at i32)  ;; keep a copy of STATE, `at` bytes from SNAPSHOTS on
  (memory.copy (i32.add (i32.const SNAPSHOTS) (local.get $at)) (i32.const STATE) (i32.const SIZE)))

(func $recover (param $at i32) (param $blind i32)
  (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0))
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.const 0))
  (i32.store offset=COUNT (i32.const 0) (i32.const 0))
  (i32.store (i32.const FORKED) (i32.const 0))
  (memory.copy (i32.const STATE) (i32.add (i32.const SNAPSHOTS) (local.get $at)) (i32.const SIZE))
  (call $replaced)
  (if (i32.eqz (local.get $blind)) (then (call $offer))))

(func $begin_anew
  (local $seed i64)
  (local.set $seed (i64.add (i64.const INCREMENT)
    (i64.mul (i64.const MULTIPLIER) (i64.add (i64.const INCREMENT) (call $seed)))))
  (if (i32.load (i32.const FORKED))
    (then (i64.store (i32.const TRUNK+CHANCE) (local.get $seed)))
    (else (i64.store (i32.const STATE+CHANCE) (local.get $seed)))))

(func $choose (param $option i32) (param $blind i32)
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.mul (local.get $blind) (i32.const BUNCHES_BYTES)))
  (i32.store offset=EVENT_BYTES (i32.const 0) (i32.const 0))
  (call $take (local.get $option))
  (if (i32.load (i32.const FORKED)) (then (call $offer))))

(func $throw (param $below i32) (result i32)
  (if (i32.lt_s (local.get $below) (i32.const 1)) (then (call $fail (i32.const NO_CHANCE)) (unreachable)))
  (call $draw_at (i32.const POLICY) (local.get $below)))
"""
