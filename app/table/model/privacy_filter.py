"""Privacy filter of the screen: covers the faces of secret pieces on the board, in lists and for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from msgspec import structs

from dsl.match.view import BoardView, CellView, DecisionView, EventView, PieceView, Value, View

_PUBLIC = ("show", "lift", "become")  #: events whose things are public
_NO_THINGS = ("player", "owner", "action", "text", "complete")  #: arguments of an event that name none


@dataclass(frozen=True, slots=True)
class PrivacyFilter:
    """Covers faces of secret pieces as the settings say: on the board, in lists and for a screen reader."""

    remembers: bool = True  #: others' pieces that this seat has seen keep their faces, with a mark
    covers: bool = False  #: its own secret pieces show their backs
    peeks: bool = False  #: `covers` is suspended

    def view(self, view: View) -> View:
        """Return the view with the faces covered; the same object if none has to be."""
        if self.remembers and self._shows_own:
            return view
        boards = tuple(self._board(board, view.seat) for board in view.boards)
        return view if boards == view.boards else structs.replace(view, boards=boards)

    @property
    def _shows_own(self) -> bool:
        return self.peeks or not self.covers

    def _board(self, board: BoardView, seat: str) -> BoardView:
        return structs.replace(board, cells=tuple(self._cell(cell, seat) for cell in board.cells))

    def _cell(self, cell: CellView, seat: str) -> CellView:
        if not any(self._is_covered(piece, seat) for piece in cell.pieces):
            return cell
        pieces = (structs.replace(piece, kind="") if self._is_covered(piece, seat) else piece for piece in cell.pieces)
        return structs.replace(cell, pieces=tuple(pieces))

    def _is_covered(self, piece: PieceView, seat: str) -> bool:
        if piece.open or not piece.kind:
            return False
        return not (self._shows_own if piece.owner == seat else self.remembers)

    def events(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events without the names of the seat's own secret pieces, as long as these are covered."""
        secret = self._secret(view)
        return tuple(_cover_event(event, view.seat, secret) if secret else event for event in events)

    def decision(self, decision: DecisionView | None, view: View) -> DecisionView | None:
        """Return a decision to be displayed, in which covered pieces have their public names."""
        secret = self._secret(view)
        if decision is None or not secret:
            return decision
        options = (structs.replace(option, value=_cover_value(option.value, secret)) for option in decision.options)
        chosen = tuple(_cover_value(value, secret) for value in decision.chosen)
        return structs.replace(decision, options=tuple(options), chosen=chosen)

    def _secret(self, view: View) -> dict[str, str]:
        """Return the kinds of the seat's own pieces that are covered now, each with its public name."""
        if self._shows_own:
            return {}
        pieces = (piece for board in view.boards for cell in board.cells for piece in cell.pieces)
        return {
            piece.kind: piece.piece for piece in pieces if piece.kind and not piece.open and piece.owner == view.seat
        }


def _cover_event(event: EventView, seat: str, secret: Mapping[str, str]) -> EventView:
    args = dict(event.args)
    if event.kind in _PUBLIC or seat not in (args.get("player"), args.get("owner")):
        return event
    said = {name: _cover_words(text, secret) for name, text in args.items() if name not in (*_NO_THINGS, "kind")}
    if args.get("kind") in secret:
        said["kind"] = ""
    return structs.replace(event, args=tuple((args | said).items()))


def _cover_value(value: Value, secret: Mapping[str, str]) -> Value:
    """Cover the name of a piece on the board. A piece beside the board is drawn open in any case."""
    return (
        structs.replace(value, text=_cover_words(value.text, secret))
        if value.sort == "piece" and value.place
        else value
    )


def _cover_words(text: str, secret: Mapping[str, str]) -> str:
    return " ".join(secret.get(word, word) for word in text.split(" "))
