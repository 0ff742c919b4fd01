"""SHA-256 as WebAssembly text, for programs with fingerprints. Its 64 rounds are written out one by one: a block then
lives in locals from its first word to its last, and what moves from name to name in the description costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

_NAMES = "abcdefgh"


@cache
def fingerprint() -> str:
    """Return the text of `$fingerprint`, which hashes stretches of memory."""
    return _HASHING.replace("ROUNDS", "\n".join(_rounds())).replace("BEGIN", _begin())


_HASHING = """
(func $big_endian (param $word i32) (result i32)
  (i32.or
    (i32.and (i32.rotl (local.get $word) (i32.const 8)) (i32.const 0x00ff00ff))
    (i32.and (i32.rotr (local.get $word) (i32.const 8)) (i32.const 0xff00ff00))))

(func $mix (param $block i32)  ;; 64 bytes into HASH
  (local $one i32)
  (local $a i32) (local $b i32) (local $c i32) (local $d i32)
  (local $e i32) (local $f i32) (local $g i32) (local $h i32)
  (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32)
  (local $w4 i32) (local $w5 i32) (local $w6 i32) (local $w7 i32)
  (local $w8 i32) (local $w9 i32) (local $w10 i32) (local $w11 i32)
  (local $w12 i32) (local $w13 i32) (local $w14 i32) (local $w15 i32)
ROUNDS)

;; SHA-256 of `length` bytes; behind them must be room for what it adds. Its first 8 bytes are left in HASH.
(func $fingerprint (param $text i32) (param $length i32)
  (local $end i32)
BEGIN
  (local.set $end (i32.add (local.get $text)
    (i32.and (i32.add (local.get $length) (i32.const 72)) (i32.const -64))))
  (memory.fill (i32.add (local.get $text) (local.get $length)) (i32.const 0)
    (i32.sub (local.get $end) (i32.add (local.get $text) (local.get $length))))
  (i32.store8 (i32.add (local.get $text) (local.get $length)) (i32.const 0x80))
  (i32.store (i32.sub (local.get $end) (i32.const 4))
    (call $big_endian (i32.shl (local.get $length) (i32.const 3))))
  (loop $again
    (call $mix (local.get $text))
    (br_if $again (i32.lt_u (local.tee $text (i32.add (local.get $text) (i32.const 64))) (local.get $end))))
  (i32.store (i32.const HASH) (call $big_endian (i32.load (i32.const HASH))))
  (i32.store (i32.const HASH+4) (call $big_endian (i32.load (i32.const HASH+4)))))
"""


def _begin() -> str:
    begin, _ = _constants()
    return "\n".join(
        f"  (i32.store (i32.const HASH+{4 * place}) (i32.const {number}))" for place, number in enumerate(begin)
    )


def _rounds() -> Iterator[str]:
    """Yield the text of all rounds. In each, eight names stand for the eight words one further round the circle."""
    yield from (f"(local.set ${name} (i32.load (i32.const HASH+{4 * at})))" for at, name in enumerate(_NAMES))
    for number, added in enumerate(_constants()[1]):
        a, b, c, d, e, f, g, h = (f"(local.get ${_NAMES[(at - number) % 8]})" for at in range(8))
        word = f"$w{number % 16}"
        yield f"(local.set {word} {_read(number) if number < 16 else _following(number)})"
        choice = f"(i32.xor {g} (i32.and {e} (i32.xor {f} {g})))"
        most = f"(i32.or (i32.and {a} (i32.or {b} {c})) (i32.and {b} {c}))"
        parts = (h, _turned(e, "6", "11", "25"), choice, f"(i32.const {added})", f"(local.get {word})")
        yield f"(local.set $one {_sum(*parts)})"
        yield f"(local.set ${_NAMES[(3 - number) % 8]} (i32.add {d} (local.get $one)))"
        last = _sum("(local.get $one)", _turned(a, "2", "13", "22"), most)
        yield f"(local.set ${_NAMES[(7 - number) % 8]} {last})"
    for at, name in enumerate(_NAMES):
        total = f"(i32.add (local.get ${name}) (i32.load (i32.const HASH+{4 * at})))"
        yield f"(i32.store (i32.const HASH+{4 * at}) {total})"


def _read(number: int) -> str:
    word = f"(local.tee $one (i32.load offset={4 * number} (local.get $block)))"
    one, other = f"(i32.rotl {word} (i32.const 8))", "(i32.rotr (local.get $one) (i32.const 8))"
    return f"(i32.or (i32.and {one} (i32.const 0x00ff00ff)) (i32.and {other} (i32.const 0xff00ff00)))"


def _following(number: int) -> str:
    """The next word of the schedule, in the place of the one 16 before it."""
    before = {back: f"(local.get $w{(number - back) % 16})" for back in (16, 15, 7, 2)}
    return _sum(before[16], _turned(before[15], "7", "18", ">3"), before[7], _turned(before[2], "17", "19", ">10"))


def _turned(word: str, *turns: str) -> str:
    """Text that turns a word in three ways and puts them together; a turn of `>n` drops what falls out."""
    a, b, c = (
        f"(i32.{'shr_u' if turn.startswith('>') else 'rotr'} {word} (i32.const {turn.strip('>')}))" for turn in turns
    )
    return f"(i32.xor (i32.xor {a} {b}) {c})"


def _sum(first: str, *parts: str) -> str:
    for part in parts:
        first = f"(i32.add {first} {part})"
    return first


def _constants() -> tuple[list[int], list[int]]:
    """What SHA-256 begins with and what each of its 64 rounds adds: parts of roots of the first primes."""
    primes = [number for number in range(2, 312) if all(number % smaller for smaller in range(2, number))]
    begin = [_root(prime << 64, 2) % (1 << 32) for prime in primes[:8]]
    return begin, [_root(prime << 96, 3) % (1 << 32) for prime in primes[:64]]


def _root(number: int, power: int) -> int:
    """The whole part of a root."""
    low, high = 0, 1 << number.bit_length() // power + 1
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= number else (low, middle)
    return low
