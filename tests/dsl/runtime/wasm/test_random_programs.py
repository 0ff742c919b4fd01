"""Random programs on both runners: every word of the state, fuel, options, events, and traps."""

from __future__ import annotations

import pytest

from dsl.runtime.reference import codegen as python
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.wasm import codegen as emit
from dsl.runtime.wasm import expressions, slot_versions
from dsl.runtime.wasm import memo as memoization
from tests.dsl.runtime.random_programs import Part, bundle
from tests.dsl.runtime.wasm.outcomes import Outcome, differences, outcome, parts
from tests.rounds import rounds

#: Width of the bitsets and how many programs: in one word, in a few, in many, and in enough for loops.
USUAL = ((20, 160), (64, 40), (65, 40), (90, 60), (192, 40), (257, 40), (320, 40), (730, 40), (1537, 20), (3000, 20))
MORE = ((20, 400), (64, 100), (65, 100), (90, 120), (192, 60), (257, 60), (320, 60), (730, 60), (1537, 40), (3000, 40))
MANY = tuple((width, rounds(usual, more)) for (width, usual), (_, more) in zip(USUAL, MORE, strict=True))
BUNDLE = 20


@pytest.mark.parametrize(("width", "count"), MANY)
def test_both_runners_agree(width: int, count: int) -> None:
    for seed in range(count // BUNDLE):
        assert _told(differences(parts(seed, BUNDLE, width), width)) == []


@pytest.mark.parametrize("width", [20, 90, 320, 730])
def test_both_runners_agree_with_full_inlining_and_memoization(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MIN_COST", 0), ("MIN_COST_PER_WORD", 0), ("USELESS_LIMIT", 10**6)):
        monkeypatch.setattr(memoization, name, value)
    monkeypatch.setattr(emit, "MANY", 10**9)
    for seed in range(rounds(2, 3)):
        assert _told(differences(parts(seed, BUNDLE, width), width)) == []


@pytest.mark.parametrize("width", [20, 90, 320, 730])
def test_both_runners_agree_with_memoization_by_versions_alone(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("MIN_COST", 10**9),
        ("MIN_COST_BY_VERSION", 0),
        ("MIN_WORK_BY_VERSION", 0),
        ("USELESS_LIMIT", 10**6),
    ):
        monkeypatch.setattr(memoization, name, value)
    monkeypatch.setattr(slot_versions, "SMALL", 0)
    for seed in range(rounds(2, 3)):
        assert _told(differences(parts(seed, BUNDLE, width), width)) == []


def test_there_are_hundreds_of_programs() -> None:
    assert sum(count for _, count in MANY) >= rounds(500, 1000)


def test_random_programs_include_every_trap_and_endings() -> None:
    """Otherwise the comparison above would be weak."""
    chosen = parts(0, 100, 20)
    runner = ReferenceRunner(bundle(chosen, 20))
    assert {outcome(runner, part)[1] for part in chosen} >= {0, 1, -1, -2, -3, -4}


Change = tuple[object, str, object]  #: a table of an emitter, an entry of it, and what it becomes

PLANTED: dict[str, Change] = {
    "a logical shift for an arithmetic one": (expressions, "HALVING", "i32.shr_u"),
    "an unsigned comparison": (expressions.COMPARISON, "<", "i32.lt_u"),
    "the larger for the smaller": (expressions.CHOICE, "min", "i32.gt_s"),
    "rounding up for rounding down": (expressions.DIVISION, "/down", "divide_up"),
    "a difference for a sum": (expressions.ARITHMETIC, "+", "i32.sub"),
    "what is in both, in the reference runner": (python.SIGNS, "minus", "& "),
    "what is in one alone, in the reference runner": (python.SIGNS, "or", "^ "),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_bug_is_found(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong = change
    if isinstance(place, dict):
        monkeypatch.setitem(place, name, wrong)
    else:
        monkeypatch.setattr(place, name, wrong)
    assert any(differences(parts(seed, BUNDLE, 20), 20) for seed in range(MANY[0][1] // BUNDLE))


def _told(found: list[tuple[Part, Outcome, Outcome]]) -> list[tuple[int, Outcome, Outcome]]:
    return [(part.first, reference, native) for part, reference, native in found]
