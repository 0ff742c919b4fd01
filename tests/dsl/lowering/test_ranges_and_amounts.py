"""Guarantees of declarations: the range of a variable, and room for all pieces that the setup makes."""

from __future__ import annotations

import pytest

from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.runtime.runner import RuleError

GAME = """game sluice
    players 2, colours red, blue
kinds Stuff: mud
board pond: squares 3 by 3
piece stone: Stuff, on squares, one on each, alike
zone heap: stones, seen by all
variable level of player: 0..9 = 5
variable held of player: 0..9, clamped = 5
setup
    for each s in squares
        create 1 of stone(mud) in s
    repeat up to 3 times
        create 2 of stone(mud) in heap
play
    one turn each from seat(1) clockwise
        level of me += 0
winner
    most level: level of it
    most held: held of it
"""


def _problem(*lines: str) -> str:
    """Return the error of an example with these lines, or nothing."""
    text = GAME + 'example "as it says"\n    turn of red\n' + "".join(f"    {line}\n" for line in lines)
    (result,) = run_examples(build(RulesetText((("sluice.rules", text),)), examples=True))
    return f"{result.problem.slug}: {result.problem.summary}" if result.problem else ""


@pytest.mark.parametrize(
    ("change", "expected"), [("+= 4", 9), ("+= 7", 9), ("-= 5", 0), ("-= 8", 0), ("= held of blue * 2", 9)]
)
def test_a_clamped_variable_stays_in_its_range(change: str, expected: int) -> None:
    assert not _problem("run", f"    held of me {change}", f"expect that held of red is {expected}")


@pytest.mark.parametrize(("change", "why"), [("+= 5", "rise above 9"), ("-= 6", "fall below 0")])
def test_leaving_the_range_of_a_variable_is_a_rule_error(change: str, why: str) -> None:
    assert _problem("run", f"    level of me {change}") == f"out-of-range: `level` would {why}"


def test_setup_may_create_pieces_in_any_loop() -> None:
    match = build(RulesetText((("sluice.rules", GAME),))).start(players=2)
    (board,) = match.view("").boards
    assert sum(len(cell.pieces) for cell in board.cells) == 9
    assert {zone.name: zone.size for zone in match.view("").zones} == {"heap": 6}


@pytest.mark.parametrize(
    ("lines", "made"),
    [
        ("    for each n in numbers(1, 4)\n        create n of stone(mud) in heap", 10),
        ("    for each n in numbers(1, level of red)\n        create 2 of stone(mud) in heap", 10),
        ("    for each s in (a1, b2, c3)\n        create 3 of stone(mud) in heap", 9),
        ("    create (level of red * 2) of stone(mud) in heap", 10),
        ("    create (number of squares) of stone(mud) in heap", 9),
        ("    repeat while number of heap < 7\n        create 1 of stone(mud) in heap", 7),
    ],
)
def test_the_number_of_created_pieces_may_depend_on_the_position(lines: str, made: int) -> None:
    text = GAME[: GAME.index("    for each s")] + lines + GAME[GAME.index("\nplay") :]
    (heap,) = build(RulesetText((("sluice.rules", text),))).start(players=2).view("").zones
    assert heap.size == made


def test_assigning_none_is_a_rule_error_at_the_assignment() -> None:
    text = GAME.replace("setup", "variable leader: player = seat(1)\nsetup").replace(
        "level of me += 0", "leader = only(players where level of it > 8)"
    )
    with pytest.raises(RuleError, match=r"sluice\.rules:\d+:9: outside: `leader` would be none"):
        build(RulesetText((("sluice.rules", text),))).start(players=2)
