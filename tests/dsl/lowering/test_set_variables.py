"""A variable that holds a set of places: its first value is a list, and examples write and read it."""

from __future__ import annotations

from pathlib import Path

from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.ruleset import load

RULES = """
game lamps
    players 2, colours red, blue

board street: squares 3 by 2
variable lit: set of square = (0,0, 2,0)

action put_out(s: square) "Put out {s}"
    needs burning: s is in lit
    do
        lit = lit without s

action swap
    do
        lit = squares without lit

play
    turns from seat(1) clockwise until none of lit
        choose put_out

winner
    most lit: number of lit
    shared

example "one less"
    expect that number of lit is 2 and 2,0 is in lit
    play put_out(c1)
    expect that number of lit is 1 and 2,0 is not in lit
    play swap
    expect position
        lit: b1 c1 a2 b2 c2

example "written"
    given
        lit: a1 b2
    turn of red
    expect put_out(c1) refused: burning
    expect put_out() offers a1 b2
"""


def test_set_variables_are_assigned_changed_and_written(tmp_path: Path) -> None:
    (tmp_path / "lamps.rules").write_text(RULES, "utf-8")
    results = run_examples(load(tmp_path, examples=True))
    assert [(result.title, result.problem) for result in results] == [("one less", None), ("written", None)]
