"""A counter's name is stale only where the counter was certainly moved, and only for properties that a move changes."""

from __future__ import annotations

import pytest

from tests.dsl.semantics.fen import slugs

HOP = """action hop(h: hare, goal: tile)
    do
        {}
to use_hop
    choose hop
"""


def found(*lines: str) -> list[str]:
    return [slug for slug in slugs(HOP.format("\n        ".join(lines))) if slug == "stale-thing"]


@pytest.mark.parametrize(
    "lines",
    [
        ("move h to goal", "move h to reserve"),
        ("move h to goal", "score of me += number of hares on place of h"),
        ("if goal is goal", "    move h to goal", "otherwise", "    move h to reserve", "move h to goal"),
        ("together", "    move h to goal", "move h to reserve"),
        ("for each p in players", "    move h to goal", "    move h to reserve"),
    ],
)
def test_names_of_moved_counters_are_stale(lines: tuple[str, ...]) -> None:
    assert found(*lines) == ["stale-thing"]


@pytest.mark.parametrize(
    "lines",
    [
        ("move h to goal", "score of owner of h += 1"),
        ("if score of me > 3", "    move h to goal", "otherwise", "    score of me += 1", "move h to reserve"),
        ("for each p in players where score of it > 3", "    move h to goal", "move h to reserve"),
        ("let old = place of h", "move h to goal", "score of me += number of hares on old"),
    ],
)
def test_unchanged_properties_of_moved_counters_may_be_read(lines: tuple[str, ...]) -> None:
    assert found(*lines) == []


def test_parameters_of_other_actions_are_not_stale() -> None:
    leap = "action leap(h: hare)\n    needs mine: owner of h is me\n    do\n        move h to reserve\n"
    lines = "move h to goal\n        choose leap where place of h is place of h"
    assert "stale-thing" not in slugs(leap + HOP.format(lines))
