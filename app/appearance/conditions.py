"""Conditions in a look: a drawing that depends on a value which the viewer knows, such as a player's revealed species.

A condition is evaluated on a view, so a value that the viewer does not know never decides what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.match.view import CellView, CounterView, PieceView, View


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a case: a variable or attribute has one of some values."""

    variable: str  #: name of the variable or attribute in the rules
    values: tuple[str, ...]  #: as the rules write them; one of them is enough
    owner_by: str = ""  #: the variable that says which player owns a thing whose owner is no player; empty: none


class KnownValues:
    """The values in a view that a condition can ask for. Without a view, those printed on a piece only."""

    def __init__(self, view: View | None = None) -> None:
        self._players = {seat.colour: dict(seat.values) for seat in view.seats} if view is not None else {}
        self._game = dict(view.values) if view is not None else {}

    def hold(self, condition: Condition, thing: PieceView | CounterView, cell: CellView | None = None) -> bool:
        """Whether a condition of a thing on a cell is known to be true.

        The value is the first of: an attribute or variable of the piece, a variable of its place, of the player who
        owns it, of its owner or kind, and of the game.
        """
        found = next(self._values(condition, thing, cell), None)
        return found is not None and not {found, *found.split(", ")}.isdisjoint(condition.values)

    def _values(self, condition: Condition, thing: PieceView | CounterView, cell: CellView | None) -> Iterator[str]:
        from dsl.match.view import PieceView  # not above: the start page reads looks, and needs no view

        name = condition.variable
        if isinstance(thing, PieceView):
            yield from (value for each, value in thing.facing if each == name)
        if cell is not None:
            yield from (value for each, value in cell.values if each == name)
        owner = self._owner(condition, thing.owner)
        if name in self._players.get(owner, {}):
            yield self._players[owner][name]
        kind = thing.kind if isinstance(thing, PieceView) else ""
        yield from (self._game[key] for key in (f"{name} of {thing.owner}", f"{name} of {kind}") if key in self._game)
        if name in self._game:
            yield self._game[name]

    def _owner(self, condition: Condition, owner: str) -> str:
        """Return the player to whom a thing of `owner` belongs."""
        if not condition.owner_by:
            return owner
        said = ((colour, values.get(condition.owner_by, "")) for colour, values in self._players.items())
        return next((colour for colour, value in said if owner and value == owner), "")


NOTHING_KNOWN = KnownValues()
