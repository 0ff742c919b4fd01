"""The parts that are the same in every program, as WebAssembly text (see `dsl.run.native.assembler`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def _turned(word: str, *turns: str) -> str:
    """Return text that turns a word in three ways and puts them together; a turn of `>n` drops what falls out."""
    a, b, c = (
        f"(i32.{'shr_u' if turn.startswith('>') else 'rotr'} {word} (i32.const {turn.strip('>')}))" for turn in turns
    )
    return f"(i32.xor (i32.xor {a} {b}) {c})"


def _before(words: int) -> str:
    """Return text for the word of SCHEDULE so many places before the one at hand."""
    return f"(i32.load offset=SCHEDULE (i32.sub (local.get $at) (i32.const {4 * words})))"


#: What the functions of a program call: chance, division, moving wide bitsets, fingerprints.
CALLED = f"""
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
  (if (i32.lt_s (local.get $below) (i32.const 1)) (then (call $fail (i32.const NO_CHANCE)) (unreachable)))
  (call $draw_at (i32.const STATE+CHANCE) (local.get $below)))

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

(func $big_endian (param $word i32) (result i32)
  (i32.or
    (i32.and (i32.rotl (local.get $word) (i32.const 8)) (i32.const 0x00ff00ff))
    (i32.and (i32.rotr (local.get $word) (i32.const 8)) (i32.const 0xff00ff00))))

(func $prepare (param $block i32)  ;; the 64 words of SCHEDULE from the 16 of a block
  (local $at i32) (local $near i32) (local $far i32)
  (loop $first
    (i32.store offset=SCHEDULE (local.get $at)
      (call $big_endian (i32.load (i32.add (local.get $block) (local.get $at)))))
    (br_if $first (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 64))))
  (loop $more
    (local.set $near {_before(2)})
    (local.set $far {_before(15)})
    (i32.store offset=SCHEDULE (local.get $at)
      (i32.add
        (i32.add
          {_turned("(local.get $near)", "17", "19", ">10")}
          {_before(7)})
        (i32.add
          {_turned("(local.get $far)", "7", "18", ">3")}
          {_before(16)})))
    (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 256)))))

(func $mix  ;; SCHEDULE into HASH
  (local $at i32) (local $one i32) (local $other i32)
  (local $a i32) (local $b i32) (local $c i32) (local $d i32)
  (local $e i32) (local $f i32) (local $g i32) (local $h i32)
  (local.set $a (i32.load offset=HASH (i32.const 0)))
  (local.set $b (i32.load offset=HASH (i32.const 4)))
  (local.set $c (i32.load offset=HASH (i32.const 8)))
  (local.set $d (i32.load offset=HASH (i32.const 12)))
  (local.set $e (i32.load offset=HASH (i32.const 16)))
  (local.set $f (i32.load offset=HASH (i32.const 20)))
  (local.set $g (i32.load offset=HASH (i32.const 24)))
  (local.set $h (i32.load offset=HASH (i32.const 28)))
  (loop $again
    (local.set $one
      (i32.add
        (i32.add (local.get $h) {_turned("(local.get $e)", "6", "11", "25")})
        (i32.add
          (i32.xor (local.get $g) (i32.and (local.get $e) (i32.xor (local.get $f) (local.get $g))))
          (i32.add (i32.load offset=ROUNDS (local.get $at)) (i32.load offset=SCHEDULE (local.get $at))))))
    (local.set $other
      (i32.add
        {_turned("(local.get $a)", "2", "13", "22")}
        (i32.or (i32.and (local.get $a) (i32.or (local.get $b) (local.get $c)))
          (i32.and (local.get $b) (local.get $c)))))
    (local.set $h (local.get $g))
    (local.set $g (local.get $f))
    (local.set $f (local.get $e))
    (local.set $e (i32.add (local.get $d) (local.get $one)))
    (local.set $d (local.get $c))
    (local.set $c (local.get $b))
    (local.set $b (local.get $a))
    (local.set $a (i32.add (local.get $one) (local.get $other)))
    (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const 256))))
  (call $add_to (i32.const 0) (local.get $a))
  (call $add_to (i32.const 4) (local.get $b))
  (call $add_to (i32.const 8) (local.get $c))
  (call $add_to (i32.const 12) (local.get $d))
  (call $add_to (i32.const 16) (local.get $e))
  (call $add_to (i32.const 20) (local.get $f))
  (call $add_to (i32.const 24) (local.get $g))
  (call $add_to (i32.const 28) (local.get $h)))

(func $add_to (param $at i32) (param $number i32)
  (i32.store offset=HASH (local.get $at) (i32.add (i32.load offset=HASH (local.get $at)) (local.get $number))))

;; SHA-256 of `length` bytes; behind them must be room for what it adds. Its first 8 bytes are left in HASH.
(func $fingerprint (param $text i32) (param $length i32)
  (local $end i32)
  (memory.copy (i32.const HASH) (i32.const FRACTIONS) (i32.const 32))
  (local.set $end (i32.add (local.get $text)
    (i32.and (i32.add (local.get $length) (i32.const 72)) (i32.const -64))))
  (memory.fill (i32.add (local.get $text) (local.get $length)) (i32.const 0)
    (i32.sub (local.get $end) (i32.add (local.get $text) (local.get $length))))
  (i32.store8 (i32.add (local.get $text) (local.get $length)) (i32.const 0x80))
  (i32.store (i32.sub (local.get $end) (i32.const 4))
    (call $big_endian (i32.shl (local.get $length) (i32.const 3))))
  (loop $again
    (call $prepare (local.get $text))
    (call $mix)
    (br_if $again (i32.lt_u (local.tee $text (i32.add (local.get $text) (i32.const 64))) (local.get $end))))
  (i32.store (i32.const HASH) (call $big_endian (i32.load (i32.const HASH))))
  (i32.store (i32.const HASH+4) (call $big_endian (i32.load (i32.const HASH+4)))))
"""

#: What the host calls. `$step` carries out one step and returns the number of the next.
CALLING = """
(func $run export (param $step i32) (result i32)  ;; until a step is none; return that
  (block $done
    (loop $again
      (br_if $done (i32.lt_s (local.get $step) (i32.const 0)))
      (i32.store offset=COUNT (i32.const 0) (i32.const 0))
      (local.set $step (call $step (local.get $step)))
      (br $again)))
  (if (i32.eq (local.get $step) (i32.const OVER))
    (then
      (i32.store (i32.const STATE+FINAL) (i32.const 1))
      (i32.store (i32.const STATE+ASK) (i32.const -1))
      (i32.store offset=COUNT (i32.const 0) (i32.const 0))))
  (local.get $step))
"""


@cache
def sha_constants() -> tuple[Sequence[int], Sequence[int]]:
    """Return what SHA-256 begins with and what each of its 64 rounds adds: parts of roots of the first primes."""
    primes = [number for number in range(2, 312) if all(number % smaller for smaller in range(2, number))]
    begin = [_root(prime << 64, 2) % (1 << 32) for prime in primes[:8]]
    return begin, [_root(prime << 96, 3) % (1 << 32) for prime in primes[:64]]


def _root(number: int, power: int) -> int:
    """Return the whole part of a root."""
    low, high = 0, 1 << number.bit_length() // power + 1
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= number else (low, middle)
    return low
