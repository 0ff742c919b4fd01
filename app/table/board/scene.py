"""The board as a picture that follows a view, and what was touched on it in the vocabulary of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QRadialGradient
from PySide6.QtWidgets import QGraphicsScene

from app.appearance.look import Look
from app.table.board.animation import Flights
from app.table.board.items import (
    LAYER_FLIGHT,
    LAYER_LINK,
    LAYER_NAME,
    CellItem,
    CursorItem,
    LetteringItem,
    LinksItem,
    TargetItem,
    ThingItem,
    outline,
)
from app.table.model.geometry import RADIUS, Point, Region
from app.table.model.layout import middles
from app.table.model.targets import NO_MARKS, Marks, Spot
from app.table.painting.item_models import CellModel, ItemModel, ItemModels, bare
from app.table.painting.palette import DAY, Palette, ink_on, mixed
from dsl.match.view import EventView, View

# What lies where on a board as it is shown: from points to places and things, and back. No item is asked.


@dataclass(frozen=True, slots=True)
class HitTest:
    """The cells and things of one board; none before a view is shown."""

    cells: Mapping[str, CellModel] = field(default_factory=dict)
    things: Mapping[Spot, ItemModel] = field(default_factory=dict)
    bases: Mapping[str, str] = field(default_factory=dict)  #: of a cell under a wide piece: where the piece is touched

    @classmethod
    def of(cls, faces: ItemModels) -> HitTest:
        """Return what lies where on a board that shows these faces."""
        return cls(faces.cells, faces.things, {place: base for place, (base, _) in faces.wide.items()})

    def cell_at(self, x: float, y: float) -> CellModel | None:
        """Return the cell at a point of the scene."""
        for face in self.cells.values():
            if face.geometry.holds(x - face.middle[0], y - face.middle[1]):
                return face
        return None

    def spot_at(self, x: float, y: float, slack: float = 0.0) -> Spot | None:
        """Return what lies at a point; a thing smaller than `slack` in radius is hit as if it were that large."""
        cell = self.cell_at(x, y)
        if cell is None:
            return None
        place = self.bases.get(cell.place, cell.place)
        nearest: tuple[float, Spot] | None = None
        for face in self.things_on(place):
            distance = math.hypot(x - face.middle[0], y - face.middle[1])
            if distance <= max(face.radius, slack) and (nearest is None or distance < nearest[0]):
                nearest = (distance, face.spot)
        return nearest[1] if nearest else (place, "")

    def things_on(self, place: str) -> list[ItemModel]:
        """Return what stands on a place."""
        return [face for spot, face in self.things.items() if spot[0] == place]

    def middle_of(self, spot: Spot) -> Point | None:
        """Return the middle of a place, or of a thing on it; None if it is not shown."""
        face = self.things.get(spot) if spot[1] else self.cells.get(spot[0])
        return face.middle if face else None

    def may_be_dragged(self, spot: Spot) -> bool:
        """Tell whether a drag from here carries something, and does not push the whole board along."""
        cell = self.cells.get(spot[0])
        return cell is not None and (bool(spot[1]) or cell.ground is not None)


# How much of a board there is to see: the land, the sea beside it that it may grow into, what calls for a click.


NEXT_SEA, OPEN_SEA = 2.6 * RADIUS, 3.2 * RADIUS  #: from the middle of the outermost land


def around_land(cells: Sequence[CellModel], sea: float) -> QRectF:
    """Return a box around all cells but the open sea, around as much `sea` beside the land, and around every target."""
    plain = [cell for cell in cells if cell.empty == "plain" or isinstance(cell.geometry, Region)]
    land = [cell for cell in cells if cell.ground or cell.crowded]
    marked = [cell for cell in cells if cell.target or cell.selectable]
    near = [*plain, *marked]
    around = _around(land, RADIUS if plain else sea) if land else _around(near or cells, RADIUS)
    return around | (_around(near, RADIUS) if near else QRectF())


def _around(cells: Sequence[CellModel], margin: float) -> QRectF:
    """Return a box around the cells; regions are as large as they are, of others the middle counts, and a margin."""
    box = QRectF()
    for cell in cells:
        if isinstance(cell.geometry, Region):
            box |= outline(cell.geometry).boundingRect().translated(*cell.middle).adjusted(-12, -12, 12, 12)
        else:
            x, y = cell.middle
            box |= QRectF(x - margin, y - margin, 2 * margin, 2 * margin)
    return box if cells else QRectF(-margin, -margin, 2 * margin, 2 * margin)


NOWHERE: Spot = ("", "")
_HINT = 0.55  #: opacity of a goal that is only pointed out


class BoardScene(QGraphicsScene):
    """Shows the boards of a view. It decides nothing: gestures come out as places and things.

    Signals:
        touched: A place was clicked or confirmed by Enter; with the thing on it that was hit, or "".
        dragged: A thing ("" for the ground) was dragged from a place to another place.
        lifted: A thing ("" for the ground) is being dragged from a place, as long as until `dropped`.
        dropped: It has been let go of, wherever.
        hovered: The pointer or the keyboard's cursor is now here; two empty texts when it is nowhere.
        released_nowhere: A click beside all cells, a drag that ended there, or Esc.
        settled: An animation has ended, or was skipped or replaced by another view; a view at rest is shown. It follows
            each `animate` exactly once, whatever happens in between.
        presented: Another view or other marks are shown.
    """

    touched = Signal(str, str)
    dragged = Signal(str, str, str)
    lifted = Signal(str, str)
    dropped = Signal()
    hovered = Signal(str, str)
    released_nowhere = Signal()
    settled = Signal()
    presented = Signal()

    def __init__(self, look: Look | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Few items, all of which move now and then: an index would cost more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._look = look or Look()
        self._tones = DAY
        self._writes_places = False
        self._view: View | None = None
        self._marks = NO_MARKS
        self._faces: ItemModels | None = None
        self.where = HitTest()  #: what lies where on the board that is shown
        self._shone = QRectF()  # what the background is lit around
        self._cells: dict[str, CellItem] = {}
        self._things: dict[Spot, ThingItem] = {}
        self._targets: dict[str, TargetItem] = {}
        self._passing: list[ThingItem | CellItem] = []  # gone at the next presentation
        self._held: ThingItem | CellItem | None = None
        self._named: Callable[[str], str] = str
        self._links, self._letterings, self._names = LinksItem(), LetteringItem(LAYER_LINK), LetteringItem(LAYER_NAME)
        for item in (self._links, self._letterings, self._names):
            self.addItem(item)
        self._cursor = CursorItem()
        self._cursor.setVisible(False)
        self.addItem(self._cursor)
        self._flights = Flights(self, self)
        self._flights.landed.connect(self._settle)
        self._next: tuple[View, Marks] | None = None

    # ---- what is shown ---------------------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The view that is shown."""
        return self._view

    @property
    def marks(self) -> Marks:
        """The marks that are shown."""
        return self._marks

    @property
    def tones(self) -> Palette:
        """The tones that the table is drawn in."""
        return self._tones

    @property
    def faces(self) -> ItemModels | None:
        """What every item shows; None before the first view."""
        return self._faces

    @property
    def moving(self) -> bool:
        """Whether an animation runs; `settled` follows."""
        return self._next is not None

    def show_state(self, view: View, marks: Marks = NO_MARKS) -> None:
        """Show a view at once; an animation that still runs is dropped, and has settled."""
        dropped = self.moving
        self.let_go()
        self._flights.stop()
        self._next = None
        self._view, self._marks = view, marks
        self._redraw()
        if dropped:
            self.settled.emit()

    def set_marks(self, marks: Marks) -> None:
        """Show other marks on the same view, or on the one that an animation leads to."""
        if self._next is not None:
            self._next = (self._next[0], marks)
        elif self._view is not None and marks != self._marks:
            self._marks = marks
            self._redraw()

    def animate(self, events: Sequence[EventView], view: View, marks: Marks = NO_MARKS, speed: float = 1.0) -> None:
        """Show how the events lead to a view, then the view. Speed 0 shows the view at once; 2 is twice as fast."""
        self.skip()
        if self._faces is None or speed <= 0:
            self.show_state(view, marks)
            self.settled.emit()
            return
        self._next = (view, marks)
        self._flights.start(events, speed, middles(view.boards, self._look.boards))

    def skip(self) -> bool:
        """End a running animation with what it leads to; tell whether there was one."""
        running = self.moving
        self._settle()
        return running

    def set_look(self, look: Look) -> None:
        """Draw with another look."""
        self._look = look
        self._restyle()

    def set_names(self, named: Callable[[str], str]) -> None:
        """Write names of the rules as `named` says them."""
        self._named = named
        self._restyle()

    def set_tones(self, tones: Palette) -> None:
        """Draw by day or by night."""
        if tones != self._tones:
            self._tones = tones
            self._restyle()
            self.update()

    def set_places_written(self, writes: bool) -> None:
        """Write the place on every cell, or do not."""
        self._writes_places = writes
        self._restyle()

    def needed_rect(self) -> QRectF:
        """Return what has to be in sight: all cells but the open sea, the sea next to them, and every target."""
        return self._around_land(NEXT_SEA)

    def content_rect(self) -> QRectF:
        """Return what is worth looking at: what is needed, and some open sea for the land to grow into."""
        return self._around_land(OPEN_SEA)

    def _around_land(self, sea: float) -> QRectF:
        words = self._letterings.words_box() if self._faces and self._faces.letterings else QRectF()
        return around_land(list(self.where.cells.values()), sea) | words

    def _settle(self) -> None:
        if self._next is not None:
            self.show_state(*self._next)

    def _restyle(self) -> None:
        """Draw everything otherwise. An animation ends: what flies was drawn as it was before."""
        if not self.skip():
            self._redraw()

    def _redraw(self) -> None:
        if self._view is None:
            return
        self._faces = faces = ItemModels(self._view, self._marks, self._look, self._named)
        self.where = HitTest.of(faces)
        self._shine_on(self.content_rect())
        self._clear_passing()
        self._links.show_state(faces.links, mixed(self.water, QColor(self._tones.ink), 0.45))
        self._letterings.show_state(faces.letterings, self._tones, ink_on(self.water))
        self._names.show_state(tuple(faces.names), self._tones, ink_on(self.water))
        self._redraw_cells(faces)
        self._redraw_things(faces)
        self._redraw_targets(faces)
        ghost = faces.ghost()
        if ghost is not None:
            self.add_passing(ghost).setOpacity(0.6)
        self.presented.emit()

    def _redraw_cells(self, faces: ItemModels) -> None:
        for place in self._cells.keys() - faces.cells.keys():
            self.removeItem(self._cells.pop(place))
        water = self.water
        for place, face in faces.cells.items():
            if place not in self._cells:
                self._cells[place] = CellItem()
                self.addItem(self._cells[place])
            self._cells[place].show_state(face, self._tones, water, self._writes_places)

    def _redraw_things(self, faces: ItemModels) -> None:
        for spot in self._things.keys() - faces.things.keys():
            self.removeItem(self._things.pop(spot))
        for spot, face in faces.things.items():
            if spot not in self._things:
                self._things[spot] = ThingItem()
                self.addItem(self._things[spot])
            self._things[spot].show_state(face, self._tones)

    def _redraw_targets(self, faces: ItemModels) -> None:
        offered = self._marks.targets | (self._marks.places if faces.quiet else frozenset())
        dotted = (offered | self._marks.hints) & faces.cells.keys()
        for place in self._targets.keys() - dotted:
            self.removeItem(self._targets.pop(place))
        for place in dotted:
            if place not in self._targets:
                self._targets[place] = TargetItem()
                self.addItem(self._targets[place])
            self._targets[place].show_state(faces.cells[place], self._tones)
            self._targets[place].setOpacity(1.0 if place in offered else _HINT)

    @property
    def water(self) -> QColor:
        """The colour of the background."""
        if self._tones.table:
            return QColor(self._tones.table)
        cells = self._faces.cells.values() if self._faces else ()
        sea = not cells or any(cell.empty == "sea" for cell in cells)
        return QColor(self._look.background(sea=sea).on(self._tones.dark))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Override QGraphicsScene: the sea, or the table top, a little lighter under the board."""
        if self._tones.table:
            painter.fillRect(rect, self.water)
            return
        content = self._shone
        shine = QRadialGradient(content.center(), max(content.width(), content.height(), 1.0))
        shine.setColorAt(0, mixed(self.water, QColor("#ffffff"), 0.04 if self._tones.dark else 0.25))
        shine.setColorAt(1, mixed(self.water, QColor("#000000"), 0.12))
        painter.fillRect(rect, shine)

    def _shine_on(self, content: QRectF) -> None:
        """Light the middle of the board; the light is painted anew as a whole, or its edges would be seen."""
        if content != self._shone:
            self._shone = content
            self.update()

    # ---- what comes and goes -----------------------------------------------------------------------------------

    def hold(self, spot: Spot, x: float, y: float) -> None:
        """Show what is being dragged under the pointer."""
        if self._faces is None:
            return
        if self._held is None:
            face = self._faces.things.get(spot) or self._faces.cells.get(spot[0])
            if face is None:
                return
            self._held = self._picture(bare(face, face.ground) if isinstance(face, CellModel) else face)
            self._held.setOpacity(0.75)
            self.lifted.emit(*spot)
        self._held.setPos(x, y)

    def let_go(self) -> None:
        """Show nothing under the pointer any more."""
        if self._held is not None:
            self.removeItem(self._held)
            self._held = None
            self.dropped.emit()

    def show_cursor(self, spot: Spot | None) -> None:
        """Show the keyboard's cursor around a place or a thing on it, or nowhere."""
        middle = self.where.middle_of(spot) if spot else None
        self._cursor.setVisible(middle is not None)
        if spot is None or middle is None or self._faces is None:
            return
        path = QPainterPath()
        thing = self._faces.things.get(spot)
        if thing is not None:
            path.addEllipse(QPointF(*middle), thing.radius * 1.25, thing.radius * 1.25)
        else:
            path.addPolygon(outline(self._faces.cells[spot[0]].geometry, 3.0).translated(*middle))
            path.closeSubpath()
        self._cursor.show_state(path, self._tones)

    def add_passing(self, face: ItemModel | CellModel) -> ThingItem | CellItem:
        """Add a picture that is gone when the next view is presented."""
        item = self._picture(face)
        self._passing.append(item)
        return item

    def _picture(self, face: ItemModel | CellModel) -> ThingItem | CellItem:
        """Add a picture above all that is at rest."""
        item: ThingItem | CellItem
        if isinstance(face, CellModel):
            item = CellItem()
            item.show_state(face, self._tones, self.water, writes=False)
        else:
            item = ThingItem()
            item.show_state(face, self._tones)
        item.setZValue(LAYER_FLIGHT)
        self.addItem(item)
        return item

    def lift_ground(self, place: str) -> None:
        """Show a cell without its ground until the next presentation."""
        if place in self._cells:
            self._cells[place].lift()

    def dim(self, spot: Spot, face: ItemModel | None) -> None:
        """Show fewer counters on a spot, or none, until the next presentation."""
        item = self._things.get(spot)
        if item is None:
            return
        item.setVisible(face is not None)
        if face is not None:
            item.show_state(face, self._tones)

    def _clear_passing(self) -> None:
        while self._passing:
            self.removeItem(self._passing.pop())
        for item in self._things.values():
            item.setVisible(True)
