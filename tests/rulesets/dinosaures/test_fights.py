"""Who wins against whom: the whole table of fights, on land and in swamp."""

from __future__ import annotations

import pytest

from dsl.match.observation.state_reader import StateReader
from tests.rulesets.dinosaures.boards import SOUTH, asked, chosen, position, runner

DEFENDERS = (
    "tyra1", "tyra2", "tri", "dilo", "stego", "docus", "deino1", "deino2", "flug", "culak", "lightning", "nest",
    "ghost", "trap",
)  # fmt: skip
#: Rows challenge. W: the challenger wins, L: it is removed, B: both are, D: a draw, N: it takes the nest, -: never.
ON_LAND = """
tyra1  D W W W W W W W D L L N W L
tyra2  L D W W W W W W D L L N W L
tri    L L D W W W W W D W L N W L
dilo   L L L D W W W W D W L N W L
stego  L L L L D W W W W W L N W L
docus  L L L L L D W B D W L N W L
deino1 L L L L L L D L D W L N W L
deino2 L L L L L B W D D W L N W L
flug   D D D D L D D D B D L N W L
culak  W W L L L L L L D D L D W L
"""
IN_SWAMP = """
tyra1  D L L L L L L L D L - - W L
tyra2  W D B B L L L L D L - - W L
tri    W B D B L L L L D D - - W L
dilo   W B B D L L L L D D - - W L
stego  W W W W D L L L W D - - W L
docus  W W W W W D L L D D - - W L
deino1 W W W W W W D W D L - - W L
deino2 W W W W W W L D D L - - W L
flug   D D D D L D D D B D - - W L
culak  W W D D D D W W D D - - W L
"""
PLACES = {"land": ("h6", "h7", "h8"), "swamp": ("c7", "c8", "d8")}  #: from, to, the defender's square
FIGHTS = [
    (ground, row.split()[0], defender, result)
    for ground, table in (("land", ON_LAND), ("swamp", IN_SWAMP))
    for row in table.strip().splitlines()
    for defender, result in zip(DEFENDERS, row.split()[1:], strict=True)
    if result != "-"
]


@pytest.mark.parametrize(("ground", "challenger", "defender", "result"), FIGHTS)
def test_a_fight_ends_as_the_table_says(ground: str, challenger: str, defender: str, result: str) -> None:
    white = defender in ("ghost", "trap")
    run = runner(white_piece=defender) if white else runner()
    start, stand, against = PLACES[ground]
    state = position(
        f"{challenger} {start}, nest e2", f"{'white' if white else defender} {against}, docus n14, nest g12", run
    )
    cells = {name: cell for cell, name in run.program.layout.boards["field"].names.items()}
    after = asked(run, state, "step", SOUTH)
    for square in (start, stand, against):
        after = chosen(run, after, cells[square])
    contents = StateReader(run.program, after)
    figurine = run.program.layout.pieces["figurine"]
    stands, falls = (contents.number_at(figurine, cells[square]) for square in (stand, against))
    found = {(True, True): "D", (True, False): "W", (False, True): "L", (False, False): "B"}[stands >= 0, falls >= 0]
    assert ("N" if contents.get("victor") == SOUTH else found) == result
