"""Shapes of boards: words for their places, and directions on squares and hexes as steps in coordinates."""

from __future__ import annotations

from collections.abc import Mapping

PLACE_WORDS = {"hexes": "hex", "squares": "square", "areas": "area", "slots": "slot"}


def board_called(word: str, shapes: Mapping[str, str]) -> str:
    """Return the board of these shapes whose places are called `word` (`hex`, `hexes`, `hexes of pond`), or nothing."""
    sort, _, name = word.partition(" of ")
    for board, shape in shapes.items():
        if sort in (shape, PLACE_WORDS[shape]) and name in ("", board):
            return board
    return ""


# ---- directions

Step = tuple[int, int]

SQUARES: dict[str, Step] = {
    "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1),
    "south": (0, -1), "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
}  # fmt: skip
HEXES: dict[str, Step] = {
    "east": (1, 0), "northeast": (1, -1), "northwest": (0, -1), "west": (-1, 0), "southwest": (-1, 1),
    "southeast": (0, 1),
}  # fmt: skip
#: Directions as seen by a player at the lower edge.
SEEN: dict[str, tuple[Step, ...]] = {
    "ahead": ((0, 1),), "back": ((0, -1),), "sideways": ((1, 0), (-1, 0)),
    "diagonal_ahead": ((1, 1), (-1, 1)), "diagonal_back": ((1, -1), (-1, -1)),
}  # fmt: skip


def quarter_turns(seat: int, players: int) -> int:
    """Return the clockwise rotation of a seat's edge from the lower one, in quarter turns: two players sit face to
    face."""
    return 2 * seat if players <= 2 else seat


def turned(step: Step, quarters: int) -> Step:
    """Return a step rotated clockwise by quarter turns: the first player looks up the board."""
    x, y = step
    for _ in range(quarters % 4):
        x, y = y, -x
    return x, y
