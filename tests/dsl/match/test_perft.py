"""Perft: counts of the possible sequences of turns in small games, checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.match.playouts import Perft, PerftPosition, Playouts
from dsl.match.rulesets.ruleset import load

PEBBLES = """
game pebbles
    players 2, colours red, blue

board shore: squares 3 by 1
counter pebble of player: 9 each, on squares

action drop(s: square) "Drop one on {s}"
    do
        move 1 of my pebbles in reserve to s

action skip(s: square, goal: square) "Skip from {s} to {goal}"
    needs mine: any of my pebbles on s
    needs near: goal touches s
    do
        move 1 of my pebbles on s to goal

play
    TURNS
        choose drop
        MORE

winner
    most pebbles: number of pebbles of it on squares
    shared
"""


def counted(folder: Path, more: str, depth: int, *, apart: bool = False, one: bool = False) -> int:
    """Return how many sequences of `depth` turns exist when each turn is `drop` and then `more`."""
    (folder / "pebbles.rules").write_text(
        PEBBLES.replace("TURNS", "turns from seat(1) clockwise").replace("MORE", more), "utf-8"
    )
    pack = load(folder)
    series = Playouts(pack, 2, pack.options(2, {}))
    windows: dict[str, int] = {}
    runner, state = series.start(1, windows)
    return Perft(series, apart=apart, one_action=one).count(PerftPosition(runner, state, windows), depth)


def test_turns_with_equal_results_count_once_unless_apart(tmp_path: Path) -> None:
    """Two pebbles on three squares: six positions, nine ways to drop them."""
    assert counted(tmp_path, "choose drop", 1) == 6
    assert counted(tmp_path, "choose drop", 1, apart=True) == 9
    assert counted(tmp_path, "choose drop", 2) == 36
    assert counted(tmp_path, "choose drop", 2, apart=True) == 81


def test_arguments_of_finished_actions_do_not_distinguish_positions(tmp_path: Path) -> None:
    """Dropped on a or c, a pebble skips to b; dropped on b, to a or c."""
    assert counted(tmp_path, "choose skip", 1) == 3
    assert counted(tmp_path, "choose skip", 1, apart=True) == 4


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_single_action_turns_are_counted_without_playing_them(tmp_path: Path, depth: int) -> None:
    assert counted(tmp_path, "lone = yes\nvariable lone: yes or no = no", depth, one=True) == 3**depth
    assert counted(tmp_path, "lone = yes\nvariable lone: yes or no = no", depth) == 3**depth
