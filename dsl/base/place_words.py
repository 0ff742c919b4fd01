"""Words for the places of boards, by the shape of the board."""

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
