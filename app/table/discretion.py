"""What of a view is laid open on a screen that others may see, too: the faces of pieces that not everybody knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.engine.view import BoardView, PieceView, View


@dataclass(frozen=True, slots=True)
class Discretion:
    """The reader's wish. What is covered here is covered everywhere: on the board, in lists, for a screen reader."""

    remembers: bool = True  #: others' pieces that this seat has seen keep their faces, with a mark
    covers: bool = False  #: its own secret pieces show their backs
    peeks: bool = False  #: but not just now

    def of(self, view: View) -> View:
        """Return the view with the faces covered that are to be covered; the very same view if there are none."""
        boards = tuple(self._board(board, view.seat) for board in view.boards)
        return view if boards == view.boards else replace(view, boards=boards)

    def _board(self, board: BoardView, seat: str) -> BoardView:
        if all(piece.open or not piece.kind for cell in board.cells for piece in cell.pieces):
            return board
        cells = (replace(cell, pieces=tuple(self._piece(p, seat) for p in cell.pieces)) for cell in board.cells)
        return replace(board, cells=tuple(cells))

    def _piece(self, piece: PieceView, seat: str) -> PieceView:
        if piece.open or not piece.kind:
            return piece
        shown = (self.peeks or not self.covers) if piece.owner == seat else self.remembers
        return piece if shown else replace(piece, kind="")
