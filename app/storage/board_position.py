"""Positions of a board as files, for the pictures of matches: what a spectator sees of the first board. The file lies
beside the journal of the match; a picture whose file is missing or damaged shows the cover of the game.
"""

from __future__ import annotations

from pathlib import Path

from dsl.base.files import read_head, replace_file
from dsl.base.serialization import Serializable, SerializationError, encode, loads
from dsl.match.view import BoardView, View

_LARGEST = 256 * 1024  #: bytes of a file
_MOST_CELLS = 2000


class BoardPosition(Serializable, frozen=True):
    """Position of a board."""

    board: BoardView
    colours: tuple[str, ...]  #: of the players


def position_of(view: View) -> BoardPosition | None:
    """Return the position of the first board of a view; None without a board."""
    return BoardPosition(view.boards[0], view.colours) if view.boards else None


def write_position(path: Path, position: BoardPosition) -> None:
    """Save a position in a file that its owner only can read. Raises OSError."""
    replace_file(path, encode(position), private=True)


def read_position(path: Path) -> BoardPosition | None:
    """Return the position in a file; None if the file is missing, damaged or too large."""
    try:
        data = read_head(path, _LARGEST + 1)
        position = loads(data, BoardPosition) if len(data) <= _LARGEST else None
    except (OSError, SerializationError):
        return None
    return position if position is not None and 0 < len(position.board.cells) <= _MOST_CELLS else None
