"""Limits that keep an untrusted ruleset from occupying the checker."""

from __future__ import annotations

import pytest

from tests.call_counts import with_few_calls_if_slow
from tests.dsl.semantics.fen import slugs

MOST_CALLS = 10_000_000


def chain(first: str, link: str, length: int) -> str:
    return first + "".join(link.format(this=n, below=n - 1) for n in range(1, length + 1))


HOSTILE = {
    "a sum of 5000": f"define x = {' + '.join(['1'] * 5000)}\n",
    "each definition uses the next": "define d400 = 1\n" + "".join(f"define d{n} = d{n + 1}\n" for n in range(400)),
    "numbers that double": chain("define d0 = 1\n", "define d{this} = d{below} + d{below}\n", 60),
    "sets that double": chain("define d0 = tiles\n", "define d{this} = d{below} plus d{below}\n", 60)
    + "action far(t: tile)\n    needs in_it: t is in d60\n",
    "counters that double": chain(
        "define d0(s: set of tile) = hares on (s plus s)\n", "define d{this}(s: set of tile) = d{below}(s plus s)\n", 60
    ),
    "routines that double": chain("to r0\n    note \"x\"\n", "to r{this}\n    r{below}()\n    r{below}()\n", 60)
    + "to ask\n    repeat\n        r60()\n",
    "3000 unknown names": "".join(f"define f{n} = nubmer{n}\n" for n in range(3000)),
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_rules_are_checked_quickly(text: str) -> None:
    with_few_calls_if_slow(lambda: slugs(text), MOST_CALLS)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        (HOSTILE["a sum of 5000"], "too-deep"),
        (HOSTILE["each definition uses the next"], "too-deep"),
        (HOSTILE["counters that double"], "too-large"),
        (HOSTILE["routines that double"], "endless-repeat"),
        ("".join(f"option o{n}: 0..1 = 0\n" for n in range(130)), "too-many-values"),
        (f"kinds Many: {' '.join(f'k{n}' for n in range(65))}\n", "too-many-values"),
        ("to far(a: 0..1, b: 0..1, c: 0..1, d: 0..1, e: 0..1, f: 0..1, g: 0..1)\n    note \"x\"\n", "too-many-values"),
        ("setup\n    create 10001 of card(mud, 1) in deck\n", "out-of-range"),
    ],
)  # fmt: skip
def test_oversized_rules_are_refused(text: str, slug: str) -> None:
    assert slug in slugs(text)
