"""How a thing would lie that a player is about to lay, even where nobody may know yet what comes after it."""

from __future__ import annotations

from dataclasses import replace

from dsl.engine.match import Match
from dsl.engine.view import DecisionView, PieceView, View


def laid(match: Match, seat: str, option: int, then: str = "") -> tuple[PieceView, ...]:
    """Return what would lie, after an option, at the place that was chosen before it and does not lie there now.

    If the option is a place itself, and a number is asked for next, it is what would lie there after the number
    `then`, or after the first that may be chosen. Only what the seat knows already is told: things of a kind that it
    sees somewhere now. Everything else that the option leads to may hang on chance or on a secret, and stays untold.
    """
    before = match.view(seat)
    decision = _asked(before, seat)
    if decision is None:
        return ()
    chosen = decision.chosen[-1].place if decision.chosen else ""
    value = next((each.value for each in decision.options if each.number == option), None)
    own = value.place if value is not None and not chosen else ""
    if not chosen and not own:
        return ()
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    if own and not _go_on(ahead, seat, decision, then):
        return ()
    known = {(piece.piece, piece.kind) for piece in _seen(before) if piece.kind}
    place = chosen or own
    there = _at(before, place)
    return tuple(
        replace(piece, covers=())
        for piece in _at(ahead.view(seat), place)
        if piece not in there and (piece.piece, piece.kind) in known
    )


def _go_on(ahead: Match, seat: str, before: DecisionView, then: str) -> bool:
    """Choose the number that the same action asks for next; tell whether it asks for one."""
    decision = _asked(ahead.view(seat), seat)
    if decision is None or decision.parameter != before.parameter + 1:
        return False
    numbers = [option for option in decision.options if option.value.sort == "number"]
    if not numbers or len(numbers) != len(decision.options):
        return False
    wanted = next((option for option in numbers if option.value.text == then), numbers[0])
    ahead.choose(ahead.position_of(ahead.seat(seat)), wanted.number, seat)
    return True


def _asked(view: View, seat: str) -> DecisionView | None:
    return next((decision for decision in view.decisions if decision.seat == seat and decision.options), None)


def _at(view: View, place: str) -> tuple[PieceView, ...]:
    cells = (cell for board in view.boards for cell in board.cells if cell.place == place)
    return next((cell.pieces for cell in cells), ())


def _seen(view: View) -> tuple[PieceView, ...]:
    return tuple(piece for zone in view.zones for piece in zone.pieces)
