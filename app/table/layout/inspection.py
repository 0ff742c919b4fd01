"""Inspection of things on the board: tooltips, the enlarged picture and its menu entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from app.appearance.conditions import KnownValues
from app.base.widgets import add_entry
from app.table.context import TableContext
from app.table.layout.table_layout import TableLayout
from app.table.model.things import Spot, Thing
from app.table.painting.thing_pictures import Surroundings
from app.table.panels.descriptions import describe_spot, piece_at
from app.table.panels.enlarged import EnlargedView, Inspected
from app.table.panels.piles_and_figures import PileWidget
from dsl.match.view import View


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
        board.menu_requested.connect(self._open_menu)

    @property
    def _view(self) -> View | None:
        return self._table_layout.scene.view

    def tip(self, place: str, thing: Thing | None) -> str:
        """Return the tooltip of a place, or of a thing on it."""
        view = self._view
        if view is None:
            return ""
        offered = self._offered(place, thing)
        described = describe_spot(view, Spot(place, thing), self.context, offered=offered, coordinates=self.coordinates)
        return described.text if described is not None else ""

    def enlarge(self, place: str, thing: Thing | None) -> None:
        """Show a thing, or the uppermost one of a place, large; an empty place has nothing to show."""
        view, spot = self._view, Spot(place, thing)
        shown = piece_at(view, spot) if view is not None else None
        if view is None or shown is None:
            return
        offered = self._offered(place, thing)
        described = describe_spot(view, spot, self.context, offered=offered, coordinates=self.coordinates)
        places = ((board.shape, cell) for board in view.boards for cell in board.cells)
        shape, cell = next(each for each in places if each[1].place == place)
        if described is not None:
            where = Surroundings(shape, KnownValues(view), cell)
            self.enlarged.open(Inspected(shown, described, where), self.context)

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

    def _open_menu(self, place: str, thing: Thing | None, at: QPoint) -> None:
        view = self._view
        if view is None or piece_at(view, Spot(place, thing)) is None:
            return
        menu = QMenu(self._table_layout)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_entry(menu, self.context.texts("thing.enlarge")).triggered.connect(partial(self.enlarge, place, thing))
        menu.popup(at)
