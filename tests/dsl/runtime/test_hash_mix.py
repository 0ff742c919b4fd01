"""Fingerprints: the mixing diffuses every bit and keeps similar positions apart."""

from __future__ import annotations

from itertools import combinations
from random import Random

from dsl.ir import instructions as c
from dsl.runtime.canonical_state import (
    FINAL,
    MULTIPLIER_1,
    MULTIPLIER_2,
    REPLACEMENT,
    RESERVED,
    SEED,
    fingerprint,
    hash_mix,
)
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.runtime.programs import program

WORD = 2**32 - 1


def test_the_fast_mix_equals_the_plain_one() -> None:
    dice = Random(1)
    for length in range(200):
        words = tuple(dice.getrandbits(32) if dice.random() < 0.5 else dice.randrange(3) for _ in range(length))
        assert fingerprint(words) == hash_mix(words)
    assert hash_mix((1, 2, 3)) == 529344067295497451


def test_the_reserved_hash_value_is_replaced() -> None:
    """The one word that leads there is computed backwards."""
    before = (RESERVED - (1 ^ FINAL)) % 2**64 * pow(MULTIPLIER_1, -1, 2**64) % 2**64
    before = (before >> 31 | before << 33) % 2**64
    word = (before - SEED) * pow(MULTIPLIER_2, -1, 2**64) % 2**64
    assert hash_mix((word,)) == REPLACEMENT


def test_one_changed_bit_flips_half_of_the_hash() -> None:
    """All words but the last ones, which are mixed less but still change many bits."""
    dice = Random(2)
    often = [0] * 64
    flips = 0
    for _ in range(400):
        words = [dice.getrandbits(32) for _ in range(12)]
        before = fingerprint(tuple(words))
        at = dice.randrange(10)
        words[at] ^= 1 << dice.randrange(32)
        changed = before ^ fingerprint(tuple(words))
        flips += 1
        for bit in range(64):
            often[bit] += changed >> bit & 1
        assert changed.bit_count() > 8
    assert all(0.38 < times / flips < 0.62 for times in often)


def test_similar_positions_have_distinct_fingerprints() -> None:
    """Two changes at each pair of places in a position of small numbers, and a moved member of a bitset."""
    seen = {fingerprint((0,) * 60)}
    made = 1
    for one, other in combinations(range(60), 2):
        for first, second in ((1, 1), (1, WORD), (2, 1), (WORD, 2)):
            words = [0] * 60
            words[one], words[other] = first, second
            seen.add(fingerprint(tuple(words)))
            made += 1
    for one, other in combinations(range(0, 60 * 32, 7), 2):
        words = [0] * 60
        words[one // 32] |= 1 << one % 32
        words[other // 32] |= 1 << other % 32
        seen.add(fingerprint(tuple(words)) + 2**64)  # the same words may be among those above
        made += 1
    assert len(seen) == made
    assert len({fingerprint((0,) * length) for length in range(100)}) == 100


def test_both_runners_hash_numbers_and_wide_bitsets_alike() -> None:
    dice = Random(3)
    for widths in ((), (0,), (1, 32, 33), (64, 0, 65, 100), (300, 0, 31), (2000, 0)):
        values = [dice.getrandbits(width) if width else dice.choice((-1, -2, -(2**31), 5)) for width in widths]
        parts = tuple(c.Local(f"p{at}") for at in range(len(widths)))
        params = tuple((f"p{at}", width) for at, width in enumerate(widths))
        made = program(c.Function("f", params, 64, (c.Return(c.Digest(parts)),)))
        words = [
            value >> 32 * at & WORD
            for value, width in zip(values, widths, strict=True)
            for at in range(max(-(-width // 32), 1))
        ]
        for runner in (NativeRunner(made), ReferenceRunner(made)):
            assert runner.call(runner.blank(), "f", *values) == hash_mix(tuple(words))
