"""Changes by controls in a user's own game: merged into its files, where all other lines stay as they were written."""

from __future__ import annotations

import difflib

import pytest

from dsl.base.problem import RulesError
from dsl.language_service import messages as m
from dsl.language_service.changeable import ChangeError
from dsl.language_service.merged_changes import merged_files
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.language_service.service import Service

POND = """-- A pond.
game pond
    players 2..3, colours red, blue, white

option rounds: 1..9   =   4   "Rounds"  -- as we like it
board pond: squares 3 by 3
piece frog of player, on squares, one on each, alike

with 2 players
    rounds = 3  -- shorter

action put(s: square) "Put a frog on {s}"
    -- A frog needs room.
    needs free: none of frogs on s "{s} is taken."  -- says the rulebook
    do
        create frog of me in s

play
    repeat up to rounds times
        one turn each from seat(1) clockwise
            choose put, if possible
winner
    most frogs: number of frogs of it
"""
HOUSE = 'house rules "Changes" for pond\n\n'


def difference(text: str, house: str) -> list[str]:
    changed = merged_files({"pond.rules": text, "more.rules": ""}, HOUSE + house)
    assert set(changed) <= {"pond.rules"}
    rows = difflib.unified_diff(text.split("\n"), changed.get("pond.rules", text).split("\n"), lineterm="", n=0)
    return [row for row in rows if row[:1] in "+-" and row[1:].strip() and row[:3] not in ("+++", "---")]


@pytest.mark.parametrize(
    ("house", "rows"),
    [
        ('set put.free.text = "Full."\n', [
            '-    needs free: none of frogs on s "{s} is taken."  -- says the rulebook',
            '+    needs free: none of frogs on s "Full."  -- says the rulebook',
        ]),
        ("remove put.free\n", ['-    needs free: none of frogs on s "{s} is taken."  -- says the rulebook']),
        ("with 2 players\n    rounds = 2\n", ["-    rounds = 3  -- shorter", "+    rounds = 2  -- shorter"]),
        ("with 3 players\n    rounds = 2\n", ["+with 3 players", "+    rounds = 2"]),
        ('option size: 1..3 = 1 "Size"\n', ['+option size: 1..3 = 1 "Size"']),
        ("", []),
    ],
)  # fmt: skip
def test_only_the_lines_that_differ_are_written(house: str, rows: list[str]) -> None:
    assert difference(POND, house) == rows


def test_an_option_for_all_numbers_of_players_takes_its_other_values_out() -> None:
    rows = difference(POND, "set option.rounds = 5\n")
    assert rows == [
        '-option rounds: 1..9   =   4   "Rounds"  -- as we like it',
        '+option rounds: 1..9 = 5 "Rounds"  -- as we like it',
        "-with 2 players",
        "-    rounds = 3  -- shorter",
    ]


def test_sections_in_other_layouts_are_written_anew_with_their_comments() -> None:
    odd = POND.replace('    needs free: none of frogs on s "', '      needs free:  none of frogs on s "')
    odd = odd.replace("    do\n        create", "      do\n            create").replace("    -- A frog", "   -- A frog")
    changed = merged_files({"pond.rules": odd}, HOUSE + 'set put.free.text = "Full."\n')["pond.rules"]
    assert '    needs free: none of frogs on s "Full."  -- says the rulebook\n    do\n        create frog' in changed
    assert "-- A frog needs room." in changed


def test_mistakes_are_refused() -> None:
    with pytest.raises(RulesError):
        merged_files({"pond.rules": POND}, HOUSE + "set option.size = 2\n")
    with pytest.raises((RulesError, ChangeError)):
        merged_files({"pond.rules": POND + "\naction (\n"}, HOUSE)
    service = Service(OpenedFiles((("pond.rules", POND + "\naction (\n"), ("house/x.rules", HOUSE))))
    answer = service.answer(m.MergeChanges("house/x.rules"))
    assert isinstance(answer, m.MergedFiles)
    assert answer.refused
