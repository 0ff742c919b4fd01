"""Inspection of things on the board: tooltips, the panel in the sidebar, and the enlarged picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.appearance.conditions import KnownValues
from app.table.context import TableContext
from app.table.layout.table_layout import TableLayout
from app.table.model.subjects import cell_of
from app.table.model.things import Spot, Thing, thing_of
from app.table.painting.thing_pictures import Surroundings
from app.table.panels.descriptions import Description, describe_spot, piece_at
from app.table.panels.enlarged import EnlargedView, Inspected
from app.table.panels.piles_and_figures import PileWidget
from dsl.match.view import CellView, View


def owned_thing(cell: CellView) -> Thing | None:
    """Return the uppermost piece of a player on a cell, which says more than its ground; None if there is none."""
    owned = [piece for piece in cell.pieces if piece.owner]
    return thing_of(owned[-1]) if owned else None


class Inspection(QObject):
    """Describes and enlarges what is on the board of a table layout, as the shown view knows it.

    `offered` returns whether a place or a thing on it can be chosen now.
    """

    def __init__(
        self,
        table_layout: TableLayout,
        context: TableContext,
        offered: Callable[[str, Thing | None], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._table_layout, self.context, self._offered = table_layout, context, offered
        self.coordinates = False  #: the board shows the coordinates of its cells
        self.enlarged: EnlargedView = table_layout.enlarged
        board = table_layout.board
        board.set_tip_source(self.tip)
        board.enlarge_requested.connect(self.enlarge)
        table_layout.scene.hovered.connect(self._point)
        table_layout.scene.state_shown.connect(self._refresh)

    @property
    def _view(self) -> View | None:
        return self._table_layout.scene.view

    def describe(self, place: str, thing: Thing | None) -> Description | None:
        """Return a place, or a thing on it, in words; None for a place that is not in the view."""
        view = self._view
        if view is None:
            return None
        offered = self._offered(place, thing)
        return describe_spot(view, Spot(place, thing), self.context, offered=offered, coordinates=self.coordinates)

    def tip(self, place: str, thing: Thing | None) -> str:
        """Return the tooltip of a place, or of a thing on it."""
        described = self.describe(place, thing)
        return described.text if described is not None else ""

    def inspected_at(self, place: str, thing: Thing | None) -> Inspected | None:
        """Return a thing, or the uppermost one of a place, with its description; None for an empty place."""
        view, spot = self._view, Spot(place, thing)
        shown = piece_at(view, spot) if view is not None else None
        described = self.describe(place, thing)
        found = cell_of(view, place) if view is not None else None
        if view is None or shown is None or described is None or found is None:
            return None
        _, shape, cell = found
        return Inspected(shown, described, Surroundings(shape, KnownValues(view), cell), spot)

    def _point(self, place: str, thing: Thing | None) -> None:
        """Show what is under the pointer in the sidebar."""
        self._table_layout.inspected.point(self.inspected_at(place, thing) if place else None)

    def _refresh(self) -> None:
        """Show in the sidebar what the new view says of the thing under the pointer, and what is chosen."""
        view, scene, board = self._view, self._table_layout.scene, self._table_layout.board
        if view is None or not self._table_layout.isVisible():
            return
        if board.current_spot is not None:
            self._point(*board.current_spot)
        chosen = (self.inspected_at(*spot) for spot in sorted(scene.marks.chosen, key=lambda spot: spot.place))
        panel = self._table_layout.inspected
        panel.choose(next((each for each in chosen if each is not None), None), view.seat)
        last = (cell_of(view, place) for place in sorted(scene.marks.last) if panel.shown is None)
        moved = (self.inspected_at(found[2].place, owned_thing(found[2])) for found in last if found is not None)
        if (seen := next((each for each in moved if each is not None), None)) is not None:
            panel.suggest(seen)

    def enlarge(self, place: str, thing: Thing | None) -> None:
        """Show a thing, or the uppermost one of a place, large; an empty place has nothing to show."""
        inspected = self.inspected_at(place, thing)
        if inspected is not None:
            self.enlarged.open(inspected, self.context)

    def enlarge_current(self) -> None:
        """Show large what has the focus: a card, or what is under the keyboard cursor or the pointer on the board."""
        focused = QApplication.focusWidget()
        if isinstance(focused, PileWidget):
            focused.enlarge()
            return
        pointed = self._table_layout.pointed_card()
        if pointed is not None:
            pointed.enlarge()
            return
        spot = self._table_layout.board.current_spot
        if spot is not None:
            self.enlarge(*spot)
