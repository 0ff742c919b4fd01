"""Sample board: an invented island of four areas around a lake, with slots beside it; its look and a view."""

from __future__ import annotations

from pathlib import Path

from app.appearance.look import Look, read_look
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View
from tests.app.table.boards import board_of

LOOK = """
[boards.isle]
places_by = "seats"

[boards.isle.kinds.fen]
fill = "#93b873"
letter = "F"

[boards.isle.areas.N1]
outline = "0,0 400,0 300,100 100,100"
places = "80,40,30 200,40,26 310,40,22"
strip = "200,80,120,30"
label = "30,14"

[boards.isle.areas.E1]
outline = "400,0 400,400 300,300 300,100"
places = "360,90,30"
strip = "350,200,60,80"

[boards.isle.areas.S1]
outline = "400,400 0,400 100,300 300,300"
places = "90,360,30 200,350,26"

[boards.isle.areas.W1]
outline = "0,400 0,0 100,100 100,300"

[boards.track]
at = "470,60"
lie = "column"
cell = "110,80"

[counters.vole]
shape = "disc"

[pieces.figure]
form = "figure"
"""


def isle_look(folder: Path) -> Look:
    (folder / "isle.look").write_text(LOOK, encoding="utf-8")
    return read_look(folder)


def voles(owner: str, amount: int) -> CounterView:
    return CounterView("vole", owner, "", amount)


def isle() -> View:
    """Return the view: in the north blue was first, and red has more counters; also a wolf, and a heron on a slot."""
    cells = (
        CellView(
            "N1", 0, 0, (PieceView("wolf", ""),), (voles("red", 9), voles("blue", 4)), "fen", (("seats", "blue, red"),)
        ),
        CellView("E1", 1, 0, (), (voles("red", 2),), "fen", (("seats", "red"),)),
        CellView("S1", 2, 0, (), (), "heath"),
        CellView("W1", 3, 0, (), (voles("white", 1),), "heath"),
    )
    links = (("N1", "E1"), ("E1", "S1"), ("S1", "W1"), ("W1", "N1"))
    tiles = ("new_land", "hatching", "")
    slots = tuple(
        CellView(f"{rank + 1}", rank, 0, (PieceView("tile", tile),) if tile else (PieceView("figure", "", "red"),))
        for rank, tile in enumerate(tiles)
    )
    return board_of(BoardView("isle", "areas", cells, links), BoardView("track", "slots", slots))
