"""Positions of a board as files, for pictures: on the cover of a game, and in the banner of a match.

A position is what one viewer sees of the first board; in the files of matches it is a spectator. The file belongs to a
game (`cover.json` in its folder) or to a match (beside its journal); a picture whose file is missing or damaged shows
something else.
"""

from __future__ import annotations

from pathlib import Path

from dsl.base.files import read_head, replace_file
from dsl.base.serialization import Serializable, SerializationError, encode, loads
from dsl.match.view import BoardView, View

_LARGEST = 256 * 1024  #: bytes of a file
_MOST_CELLS = 2000


class BoardPosition(Serializable, frozen=True):
    """Position of a board, and the part of it that a picture shows."""

    board: BoardView
    colours: tuple[str, ...]  #: of the players
    around: str = ""  #: the place in the middle of the picture; empty: where most things lie
    share: int = 0  #: of the board's width that the picture shows, in per cent; 0: as the picture's size suggests


def position_of(view: View, around: str = "", share: int = 0) -> BoardPosition | None:
    """Return the position of the first board of a view; None without a board."""
    return BoardPosition(view.boards[0], view.colours, around, share) if view.boards else None


def write_position(path: Path, position: BoardPosition, *, private: bool = True) -> None:
    """Save a position; a private file can be read by its owner only. Raises OSError."""
    replace_file(path, encode(position), private=private)


def read_position(path: Path) -> BoardPosition | None:
    """Return the position in a file; None if the file is missing, damaged or too large."""
    try:
        data = read_head(path, _LARGEST + 1)
        position = loads(data, BoardPosition) if len(data) <= _LARGEST else None
    except (OSError, SerializationError):
        return None
    return position if position is not None and 0 < len(position.board.cells) <= _MOST_CELLS else None
