"""Table top of a game without a board: the areas of the players, with the shared zones between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.base.widgets import FlowLayout, label
from app.table.context import TableContext
from app.table.panels.card_flips import CardFlips
from app.table.panels.piles_and_figures import PileWidget
from app.table.panels.players import Badge
from app.table.panels.zones import CardFan, Spread, spread_of
from dsl.match.view import View, ZoneView

_OTHERS, _SHARED, _OWN = 1.2, 1.8, 1.8  #: factors for the size of cards at a height of _ROOM
_ROOM = 620.0  #: pixels of height
_LARGEST = 1.7
_SMALLER = (1.0, 0.88, 0.77, 0.68, 0.6)  #: factors, tried until everything fits
_ABREAST = 3  #: areas in a row


@dataclass(frozen=True, slots=True)
class TableArea:
    """Zones of one player, or the shared zones."""

    owner: str  #: a colour; empty: shared
    spreads: tuple[Spread, ...]


def table_areas(view: View, context: TableContext, known: frozenset[str]) -> tuple[TableArea, ...]:
    """Return the areas: of the other players, shared, of the viewer.

    Shared zones that were always empty are left out; `known` names the others.
    """
    seat = view.colours.index(view.seat) if view.seat in view.colours else 0
    around = (*view.colours[seat:], *view.colours[:seat])
    others = [colour for colour in around if colour != view.seat]
    shared = [zone for zone in view.zones if zone.owner not in view.colours and (zone.size or zone.name in known)]
    found = [_area_of(colour, view, context) for colour in others]
    if shared:
        found.append(TableArea("", tuple(spread_of(zone, view, context, beside=False) for zone in shared)))
    return (*found, *([_area_of(view.seat, view, context)] if view.seat else []))


def _area_of(colour: str, view: View, context: TableContext) -> TableArea:
    zones: Iterable[ZoneView] = (zone for zone in view.zones if zone.owner == colour and zone.size)
    return TableArea(colour, tuple(spread_of(zone, view, context, beside=False) for zone in zones))


class TableTop(QScrollArea):
    """Scroll area with all zones of a game without a board.

    Signals:
        activated, dragged, dropped: As those of a PileWidget.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known: frozenset[str] = frozenset()
        self._shown: object = None
        self._areas: list[_AreaWidget] = []
        self._surface = _Surface()
        self.flips = CardFlips(self)
        self.setWidget(self._surface)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(240, 160))

    @property
    def cards(self) -> tuple[PileWidget, ...]:
        """All cards and piles, area by area."""
        return tuple(card for area in self._areas for fan in area.fans for card in fan.cards)

    def set_context(self, context: TableContext) -> None:
        """Speak and look otherwise from the next `show_state` on."""
        self._context, self._shown = context, None
        self.setAccessibleName(context.texts("table.top.title"))

    def clear(self) -> None:
        """Remove all areas."""
        self._shown = None
        self.flips.clear()
        self._surface.set_areas([])
        self._areas = []

    def show_state(self, view: View, selectable: frozenset[str]) -> None:
        """Show the zones of `view`; cards whose notation is in `selectable` can be chosen."""
        self._known |= {zone.name for zone in view.zones if zone.size and zone.owner not in view.colours}
        shown = table_areas(view, self._context, self._known), selectable, view.active
        if shown == self._shown:
            return
        self._shown = shown
        focus = next((card.pile for card in self.cards if card.hasFocus()), None)
        self._areas = [
            _AreaWidget(area, view, self._context, _selectable_in(area, shown[0], view.seat, selectable))
            for area in shown[0]
        ]
        for area in self._areas:
            for fan in area.fans:
                fan.activated.connect(self.activated)
                fan.dragged.connect(self.dragged)
                fan.dropped.connect(self.dropped)
        self._surface.colour = QColor(self._context.look.background(sea=False).on(self._context.theme.dark))
        self._surface.set_areas(self._areas)
        self.flips.follow(self.cards, view.seat)
        self._fit()
        again = next((card for card in self.cards if focus is not None and card.pile == focus), None)
        if again is not None:
            again.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QScrollArea: fit the size of the cards."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.viewport().size()
        whole = min(max(room.height() / _ROOM, 0.6), _LARGEST)
        for share in _SMALLER:
            for area in self._areas:
                area.set_scale(whole * share)
            if self._surface.height_in(room.width()) <= room.height():
                break


def _selectable_in(
    area: TableArea, areas: Iterable[TableArea], seat: str, selectable: frozenset[str]
) -> frozenset[str]:
    """Return the selectable cards of an area: of equal cards, the viewer's own go before the shared ones."""
    nearest = (seat, "")
    rank = nearest.index(area.owner) if area.owner in nearest else len(nearest)
    nearer = (other for other in areas if other.owner in nearest[:rank])
    return selectable - {pile.value for other in nearer for spread in other.spreads for pile in spread.piles}


class _AreaWidget(QFrame):
    """Zones of one player, or the shared zones."""

    def __init__(self, place: TableArea, view: View, context: TableContext, selectable: frozenset[str]) -> None:
        super().__init__()
        self.place = place
        self.own = bool(place.owner) and place.owner == view.seat
        self.setProperty("role", "card")
        self.fans = [CardFan(spread, context, selectable) for spread in place.spreads]
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(4)
        if place.owner:
            layout.addLayout(self._header(context))
        flow = FlowLayout(spacing=16 if not place.owner else 10, centred=not place.owner)
        for fan in self.fans:
            flow.addWidget(fan)
        layout.addLayout(flow)
        layout.addStretch(1)
        self.setAccessibleName(context.player(place.owner) if place.owner else context.texts("table.top.shared"))

    def _header(self, context: TableContext) -> QHBoxLayout:
        sign = Badge(20)
        sign.show_state(self.place.owner, context)
        name = label("strong")
        name.setText(context.player(self.place.owner))
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(sign)
        row.addWidget(name)
        row.addStretch(1)
        return row

    def set_scale(self, scale: float) -> None:
        """Draw the cards in another size."""
        share = _OWN if self.own else _OTHERS if self.place.owner else _SHARED
        for fan in self.fans:
            fan.set_scale(scale * share)
        self._column.invalidate()
        self._column.activate()
        self.updateGeometry()


class _Surface(QWidget):
    """Background and layout of the areas."""

    def __init__(self) -> None:
        super().__init__()
        self.colour = QColor()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 12, 12, 12)
        self._column.setSpacing(10)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_areas(self, areas: list[_AreaWidget]) -> None:
        """Replace the areas: other players', shared, the viewer's own."""
        while (item := self._column.takeAt(0)) is not None:
            _discard(item.widget(), item.layout())
        grid = QGridLayout()
        grid.setSpacing(10)
        others = [area for area in areas if area.place.owner and not area.own]
        for number, area in enumerate(others):
            grid.addWidget(area, number // _ABREAST, number % _ABREAST)
        self._column.addLayout(grid)
        self._column.addStretch(1)
        for area in areas:
            if area not in others:
                self._column.addWidget(area)
                self._column.addStretch(1 if not area.own else 0)

        for area in areas:
            area.show()  # at once: a hidden widget does not update its layout

    def height_in(self, width: int) -> int:
        """Return the height of all areas at a width, after activating the layout."""
        self._column.invalidate()
        self._column.activate()
        return self._column.heightForWidth(width)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: fill the background."""
        QPainter(self).fillRect(self.rect(), self.colour)


def _discard(widget: QWidget | None, layout: object) -> None:
    if isinstance(layout, QGridLayout):
        while (item := layout.takeAt(0)) is not None:
            _discard(item.widget(), None)
        layout.deleteLater()
    if widget is not None:
        widget.hide()
        widget.deleteLater()
