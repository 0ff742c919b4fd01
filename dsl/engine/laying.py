"""How a thing would lie that a player is about to lay, even where nobody may know yet what comes after it."""

from __future__ import annotations

from dataclasses import replace

from dsl.engine.match import Match
from dsl.engine.view import PieceView, View


def laid(match: Match, seat: str, option: int) -> tuple[PieceView, ...]:
    """Return what would lie, after an option, at the place that was chosen before it and does not lie there now.

    Only what the seat knows already is told: things of a kind that it sees somewhere now. Everything else that the
    option leads to may hang on chance or on a secret, and stays untold.
    """
    before = match.view(seat)
    chosen = next((decision.chosen for decision in before.decisions if decision.seat == seat), ())
    place = chosen[-1].place if chosen else ""
    if not place:
        return ()
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    known = {(piece.piece, piece.kind) for piece in _seen(before) if piece.kind}
    there = _at(before, place)
    return tuple(
        replace(piece, covers=())
        for piece in _at(ahead.view(seat), place)
        if piece not in there and (piece.piece, piece.kind) in known
    )


def _at(view: View, place: str) -> tuple[PieceView, ...]:
    cells = (cell for board in view.boards for cell in board.cells if cell.place == place)
    return next((cell.pieces for cell in cells), ())


def _seen(view: View) -> tuple[PieceView, ...]:
    return tuple(piece for zone in view.zones for piece in zone.pieces)
