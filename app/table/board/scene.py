"""Graphics scene of the board: shows a view, animates changes, and emits gestures as places and things."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsScene

from app.appearance.look import Look
from app.storage.settings import Letters
from app.table.board.animation import (
    Movement,
    MovementAnimation,
    PointsAnimation,
    movements_of,
    moving_model,
    points_won,
    turnings_of,
)
from app.table.board.background import Background, GroundImage
from app.table.board.items import (
    LAYER_EDGE,
    LAYER_MOVING,
    LAYER_NAME,
    OVERLAP,
    BoardCellItem,
    CellStyle,
    CursorItem,
    DimmedItem,
    PictureItem,
    SpanItem,
    TargetItem,
    ThingItem,
    WallItem,
    outline,
)
from app.table.board.labels import LetteringItem
from app.table.board.overlay import OverlayItems
from app.table.model.board_layout import landing_place, middles
from app.table.model.cell_shapes import RADIUS, Geometry, Point, Region
from app.table.model.overlays import Overlay
from app.table.model.things import NO_MARKS, Marks, Spot
from app.table.painting.board_grounds import Grounds, Wall, grounds_of
from app.table.painting.coast import Coast, coast_of
from app.table.painting.image_cache import IMAGES, SceneImages
from app.table.painting.item_models import CellModel, ItemModel, ItemModels, unmarked
from app.table.painting.palette import LIGHT_PALETTE, Palette, text_colour_on
from app.table.painting.surfaces import water_tone
from dsl.match.view import EventView, View

# ---- hit testing


@dataclass(frozen=True, slots=True)
class HitTest:
    """Hit testing on the boards that are shown: from scene coordinates to places and things, and back."""

    cells: Mapping[str, CellModel] = field(default_factory=dict)
    things: Mapping[Spot, ItemModel] = field(default_factory=dict)
    bases: Mapping[str, str] = field(default_factory=dict)  #: of a cell under a wide piece: where the piece is touched

    @classmethod
    def from_models(cls, models: ItemModels) -> HitTest:
        """Return the hit test for these models."""
        return cls(models.cells, models.things, {place: base for place, (base, _) in models.spanning.items()})

    def cell_at(self, x: float, y: float) -> CellModel | None:
        """Return the cell at a point in scene coordinates; None if there is none."""
        for model in self.cells.values():
            if model.geometry.holds(x - model.middle[0], y - model.middle[1]):
                return model
        return None

    def count_in(self, part: QRectF) -> int:
        """Return how many cells lie in a part of the scene, wholly or partly."""
        count = 0
        for cell in self.cells.values():
            shape = outline(cell.geometry).translated(*cell.middle)
            # An area may have cut corners: its box alone would count too much.
            count += part.intersects(shape.boundingRect()) and shape.intersects(QPolygonF(part))
        return count

    def spot_at(self, x: float, y: float, slack: float = 0.0) -> Spot | None:
        """Return the spot at a point in scene coordinates; None beside all cells.

        A thing whose radius is smaller than `slack` (scene units) is hit as if it had that radius.
        """
        cell = self.cell_at(x, y)
        if cell is None:
            return None
        place = self.bases.get(cell.place, cell.place)
        nearest: tuple[float, Spot] | None = None
        for model in self.things_on(place):
            distance = math.hypot(x - model.middle[0], y - model.middle[1])
            if distance <= max(model.radius, slack) and (nearest is None or distance < nearest[0]):
                nearest = (distance, model.spot)
        return nearest[1] if nearest else Spot(place)

    def things_on(self, place: str) -> list[ItemModel]:
        """Return the models of the things on a place."""
        return [model for spot, model in self.things.items() if spot.place == place]

    def middle_of(self, spot: Spot) -> Point | None:
        """Return the middle of a place, or of a thing on it; None if it is not shown."""
        model = self.things.get(spot) if spot.thing is not None else self.cells.get(spot.place)
        return model.middle if model else None

    def may_be_dragged(self, spot: Spot) -> bool:
        """Whether a drag from here drags a thing rather than panning the board."""
        cell = self.cells.get(spot.place)
        return cell is not None and (spot.thing is not None or cell.ground is not None)


# ---- bounds of the visible board


NEXT_SEA, OPEN_SEA = 1.8 * RADIUS, 2.3 * RADIUS  #: from the middle of the outermost land


def around_land(cells: Sequence[CellModel], sea: float) -> QRectF:
    """Return a box, in scene coordinates, around the land with a margin of `sea`, and around every target."""
    plain = [cell for cell in cells if cell.empty == "plain" or isinstance(cell.geometry, Region)]
    land = [cell for cell in cells if cell.ground or cell.crowded]
    marked = [cell for cell in cells if cell.target or cell.selectable or cell.chosen]
    near = [*plain, *marked]
    around = _around(land, RADIUS if plain else sea) if land else _around(near or cells, RADIUS)
    return around | (_around(near, RADIUS) if near else QRectF())


def _around(cells: Sequence[CellModel], margin: float) -> QRectF:
    """Return a box around the cells: around the outlines of regions, and around the middles of others by a margin."""
    middles = [cell.middle for cell in cells if not isinstance(cell.geometry, Region)]
    across, down = [x for x, _ in middles or [(0.0, 0.0)]], [y for _, y in middles or [(0.0, 0.0)]]
    left, top = min(across) - margin, min(down) - margin
    box = QRectF(left, top, max(across) + margin - left, max(down) + margin - top)
    if cells and not middles:
        box = QRectF()
    for cell in cells:
        if isinstance(cell.geometry, Region):
            box |= outline(cell.geometry).boundingRect().translated(*cell.middle).adjusted(-8, -8, 8, 8)
    return box


NOWHERE = Spot("")
MAX_PICTURE = 8192  #: pixels of the longer side of a picture
_HINT = 0.55  #: opacity of the dot of a suggested target


class BoardScene(QGraphicsScene):
    """Scene of the boards of a view. It knows no rules: it emits gestures as places and things.

    Signals:
        activated: A place was clicked or confirmed by Enter; with the thing on it that was hit, or None.
        dragged: A thing (None for the ground) was dragged from a place to another place.
        drag_started: A drag of a thing (None for the ground) from a place began; `drag_ended` follows.
        drag_ended: The drag has ended, on a place or beside all.
        hovered: The pointer or the keyboard cursor is on this spot now: place and thing; an empty place if on none.
        cancelled: A click beside all cells, a drag that ended there, or Esc.
        animation_finished: An animation has ended, or was skipped or replaced by another view. It follows each
            `animate` exactly once.
        state_shown: Another view or other marks are shown.
        background_changed: What lies under the items has changed. A view may show what was there until the new one is
            painted: it calls `settle_background` then, or at once.
        background_replaced: All of it has other colours; what was painted before is of no use.
        animation_pending: Movements begin as soon as the view calls `begin_movements`, which may paint
            `moving_pictures` before; another view follows after them.
        rotation_begins: The boards will be turned; `rotated` follows.
        rotated: The boards were turned; carries by how many degrees, clockwise around the origin.
    """

    activated = Signal(str, object)
    dragged = Signal(str, object, str)
    drag_started = Signal(str, object)
    drag_ended = Signal()
    hovered = Signal(str, object)
    cancelled = Signal()
    animation_finished = Signal()
    state_shown = Signal()
    background_changed = Signal()
    background_replaced = Signal()
    animation_pending = Signal()
    rotation_begins = Signal()
    rotated = Signal(int)

    def __init__(self, look: Look | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Few items, all of which move: an index costs more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._look = look or Look()
        self._palette = LIGHT_PALETTE
        self._shows_places = False
        self._named_places: frozenset[str] = frozenset()  #: have their coordinates on them, too
        self._letters: Letters = "off"
        self._rotation = 0
        self._view: View | None = None
        self._marks = NO_MARKS
        self._models: ItemModels | None = None
        self.hit_test = HitTest()
        self.images = SceneImages()
        IMAGES.open_scene(self)
        self._grounds = Grounds()
        self._background = self._shown_background = self._empty_background()
        self._begun = False  #: the background of a view is painted
        self._frames: list[QRectF] = []  #: around the boards that have a frame
        self._coast: Coast | None = None
        self._coast_image: GroundImage | None = None
        self._bounds: dict[float, QRectF] = {}  #: what must be visible, by the width of the sea around the land
        self._board_images: tuple[GroundImage, ...] = ()
        self._spans: list[SpanItem] = []
        self._cells: dict[str, BoardCellItem] = {}
        self._things: dict[Spot, ThingItem] = {}
        self._targets: dict[str, TargetItem] = {}
        self._temporary: list[ThingItem | BoardCellItem] = []  #: removed by the next `show_state`
        self._dragged_item: ThingItem | BoardCellItem | None = None
        self._named: Callable[[str], str] = str
        self._overlay = OverlayItems()
        self._letterings = LetteringItem(LAYER_EDGE, self.images)
        self._names = LetteringItem(LAYER_NAME, self.images)
        self._walls: list[WallItem] = []
        self._dimmed = DimmedItem(self.images)
        fixed = (self._dimmed, self._letterings, self._names, self._overlay.tints, self._overlay.marks)
        for item in fixed:
            self.addItem(item)
        self._cursor = CursorItem()
        self._cursor.setVisible(False)
        self.addItem(self._cursor)
        self._movements = MovementAnimation(self, self)
        self._movements.finished.connect(self._finish_animation)
        self._next: tuple[View, Marks] | None = None
        self._ahead: tuple[View, tuple[object, ...], ItemModels, Grounds] | None = None  #: found during an animation
        self._begin: Callable[[], None] | None = None  #: the movements that are pending
        self._departing: tuple[Movement, ...] = ()
        self.points = PointsAnimation(self)
        self._won: tuple[list[tuple[str, str]], Point, float] | None = None  #: shown at the end of the animation

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
    def table_palette(self) -> Palette:
        """The colours that the board is painted in."""
        return self._palette

    @property
    def models(self) -> ItemModels | None:
        """What every item shows; None before the first view."""
        return self._models

    @property
    def animating(self) -> bool:
        """Whether an animation runs; `animation_finished` follows."""
        return self._next is not None

    def show_state(self, view: View, marks: Marks = NO_MARKS) -> None:
        """Show a view at once. A running animation is stopped; `animation_finished` is emitted for it."""
        dropped = self.animating
        self.end_drag()
        self._movements.stop()
        self._next = self._won = self._begin = None
        self._view, self._marks = view, marks
        self._redraw()
        if dropped:
            self.animation_finished.emit()

    def set_marks(self, marks: Marks) -> None:
        """Show other marks on the same view, or on the one at the end of a running animation."""
        if self._next is not None:
            self._next = (self._next[0], marks)
        elif self._view is not None and marks != self._marks:
            self._marks = marks
            models = self._models.with_marks(marks) if self._models is not None else None
            if models is not None:
                self._show_models(models)
            else:
                self._redraw()

    def animate(self, events: Sequence[EventView], view: View, marks: Marks = NO_MARKS, speed: float = 1.0) -> None:
        """Animate the events, then show the view. `speed` is a factor; 0 shows the view at once."""
        self.skip_animation()
        if self._models is None or speed <= 0:
            self.show_state(view, marks)
            self.animation_finished.emit()
            return
        self._next = (view, marks)
        self._won = self._points_of(events, view, speed)
        self._departing = movements_of(events)
        self._begin = partial(self._movements.start, events, speed, self._middles(view))
        self.animation_pending.emit()
        if not (self._departing and self.views()):
            self.begin_movements()

    @property
    def movements_pending(self) -> bool:
        """Whether `begin_movements` has something to begin."""
        return self._begin is not None

    def begin_movements(self) -> None:
        """Begin the animation that is pending, if there is one."""
        begin, self._begin = self._begin, None
        if begin is not None:
            begin()

    def landing_spot(self, spot: Spot) -> Spot:
        """Return what a click on `spot` means: on a board that stands upright, the place to which a thing falls in
        this column; elsewhere the spot itself."""
        if self._view is None:
            return spot
        offered = (self._next[1] if self._next is not None else self._marks).places
        place = landing_place(spot.place, offered, self._view.boards, self._look.boards)
        return spot if place == spot.place else Spot(place)

    def set_fading(self, fading: bool) -> None:
        """Let things fade in at their goals instead of moving there, for users who asked for less motion."""
        self._movements.fading = self.points.fading = fading

    def skip_animation(self) -> bool:
        """End a running animation with its final view; return whether there was one."""
        running = self.animating
        self.points.stop()
        self._won = None  # for players who are in a hurry
        self._finish_animation()
        return running

    @property
    def look(self) -> Look:
        """The look with which everything is drawn."""
        return self._look

    def set_look(self, look: Look) -> None:
        """Paint with another look."""
        self._look = look
        self._restyle()
        self.repaint_background()

    def set_name_lookup(self, named: Callable[[str], str]) -> None:
        """Translate names of the rules for labels by `named`."""
        self._named = named
        self._restyle()

    def set_table_palette(self, palette: Palette) -> None:
        """Paint with another palette."""
        if palette != self._palette:
            self._palette = palette
            self._restyle()
            self.repaint_background()

    def set_coordinates_visible(self, shows_place: bool) -> None:
        """Show or hide the coordinates on every cell."""
        self._shows_places = shows_place
        self._restyle()

    def set_named_places(self, places: frozenset[str]) -> None:
        """Show the coordinates of these places where their names cannot be read on the board otherwise; words that
        are no places are ignored."""
        named = frozenset(each for each in places & self.hit_test.cells.keys() if not self.shows_name_of(each))
        if named != self._named_places:
            self._named_places = named
            if self._models is not None and not self.animating:
                self._redraw_cells(self._models)

    def set_letters(self, letters: Letters) -> None:
        """Show letters and patterns on pieces: off, on hover or always."""
        if letters != self._letters:
            self._letters = letters
            self._restyle()

    @property
    def rotation(self) -> int:
        """By how many degrees the boards are turned clockwise."""
        return self._rotation

    def set_rotation(self, angle: int) -> None:
        """Turn the boards to an angle in degrees clockwise, a multiple of `rotation_step`. A running animation ends;
        pieces, cards and names stay upright."""
        by, angle = (angle - self._rotation) % 360, angle % 360
        if by:
            self.skip_animation()
            self.rotation_begins.emit()
            self._rotation = angle
            self._redraw()
            self.rotated.emit(by)

    def turning_items(self) -> list[PictureItem]:
        """Return the items that turn with the boards, from below: cells and walls."""
        upright = set(self.upright_items())
        found = self.items(Qt.SortOrder.AscendingOrder)
        return [each for each in found if isinstance(each, PictureItem) and each.isVisible() and each not in upright]

    def upright_items(self) -> list[PictureItem]:
        """Return the items that stay upright on turned boards, from below: things, and the cells of slots."""
        slots = [item for item in self._cells.values() if self.is_slot(item)]
        return [item for item in (*slots, *self._things.values()) if item.isVisible()]

    def is_slot(self, item: PictureItem) -> bool:
        """Whether an item is a cell of a board of slots, which does not turn."""
        model = item.model if isinstance(item, BoardCellItem) else None
        return model is not None and isinstance(model.geometry, Region) and model.geometry.slot

    def _middles(self, view: View) -> dict[str, Point]:
        """Return the middles of the cells of a view on the turned boards."""
        return middles(view.boards, self._look.boards, self._rotation)

    def needed_rect(self) -> QRectF:
        """Return the rectangle that must be visible: the land, the sea next to it, and every target."""
        return self._around_land(NEXT_SEA)

    def content_rect(self) -> QRectF:
        """Return the rectangle to fit into the view: `needed_rect` and some open sea around the land."""
        return self._around_land(OPEN_SEA)

    def covered_parts(self) -> list[QRectF]:
        """Return boxes that contain all of the boards, in scene coordinates; none if they may grow, as hexes do."""
        cells = self.hit_test.cells.values()
        if any(isinstance(cell.geometry, Geometry) and cell.geometry.hexagonal for cell in cells):
            return []
        found = [outline(cell.geometry).boundingRect().translated(*cell.middle) for cell in cells]
        words = [self._letterings.words_box()] if self._models and self._models.letterings else []
        return [*found, *self._frames, *words] if found else []

    def picture(self, scale: float) -> QImage:
        """Return a picture of the view that is shown, at the end of a running animation, without marks.

        `scale` is in pixels per unit of the scene; a picture with a longer side than `MAX_PICTURE` is smaller.
        """
        view = self._next[0] if self._next is not None else self._view
        scene = BoardScene(self._look)
        scene.images.cache = self.images.cache
        scene.set_name_lookup(self._named)
        scene.set_table_palette(self._palette)
        scene.set_coordinates_visible(self._shows_places)
        scene.set_letters(self._letters)
        scene.set_rotation(self._rotation)
        if view is not None:
            scene.show_state(view)
        shown = scene.content_rect()
        scale = min(scale, MAX_PICTURE / max(shown.width(), shown.height()))
        image = QImage(round(shown.width() * scale), round(shown.height() * scale), QImage.Format.Format_RGB32)
        image.fill(scene.background_colour)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        scene.render(painter, QRectF(image.rect()), shown, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        scene.deleteLater()
        return image

    def _around_land(self, sea: float) -> QRectF:
        if sea not in self._bounds:
            self._bounds[sea] = self._found_around_land(sea)
        return QRectF(self._bounds[sea])

    def _found_around_land(self, sea: float) -> QRectF:
        words = self._letterings.words_box() if self._models and self._models.letterings else QRectF()
        frames = list(self._frames)
        if self._coast is not None and any(ground.style == "areas" for ground in self._grounds.boards):
            frames.append(self._coast.beach.adjusted(-2, -2, 2, 2))
        return reduce(QRectF.united, frames, around_land(list(self.hit_test.cells.values()), sea) | words)

    def _finish_animation(self) -> None:
        won = self._won
        if self._next is not None:
            self.show_state(*self._next)
        if won is not None:
            self.points.start(*won)

    def _points_of(
        self, events: Sequence[EventView], view: View, speed: float
    ) -> tuple[list[tuple[str, str]], Point, float] | None:
        """Return the points that the events brought, where they are shown, and the speed; None if there are none."""
        won = points_won(self._view, view)
        if not won:
            return None
        colours = {seat: self._look.player(seat).fill.on(self._palette.dark) for seat in won}
        points = [(f"{amount:+d}".replace("-", "\N{MINUS SIGN}"), colours[seat]) for seat, amount in won.items()]
        known = self._middles(view)
        places = [movement.goal for movement in movements_of(events)] + [each.place for each in turnings_of(events)]
        place = next((each for each in reversed(places) if each in known), None)
        if place is not None:
            return points, known[place], speed
        content = self.content_rect()
        return points, (content.center().x(), content.top() + content.height() / 3), speed

    def _restyle(self) -> None:
        """Repaint after a change of look, names or palette. A running animation ends: its item has the old style."""
        if not self.skip_animation():
            self._redraw()

    def _redraw(self) -> None:
        if self._view is None:
            return
        models, grounds = self._found_ahead(self._view, self._marks) or (None, None)
        if models is None:
            models = ItemModels(self._view, self._marks, self._look, self._named, self._letters, self._rotation)
        self._models = models  # they decide the colour of the background
        self._redraw_grounds(grounds or grounds_of(self._view, models, self._look, self._palette))
        self._letterings.show_state(models.letterings, self._palette, self._lettering_ink())
        self._show_models(models)

    @property
    def _style(self) -> tuple[object, ...]:
        """What models and grounds depend on beside the view and its marks."""
        return self._look, self._named, self._letters, self._rotation, self._palette

    def _found_ahead(self, view: View, marks: Marks) -> tuple[ItemModels, Grounds] | None:
        """Return the models and grounds of a view if they were found during the animation before it."""
        ahead, self._ahead = self._ahead, None
        if ahead is None or ahead[0] is not view or any(a is not b for a, b in zip(ahead[1], self._style, strict=True)):
            return None
        models = ahead[2].with_marks(marks)
        return (models, ahead[3]) if models is not None else None

    def _show_models(self, models: ItemModels) -> None:
        """Show what stands on the grounds, which marks do not change."""
        self._models = models
        self.hit_test = HitTest.from_models(models)
        self._bounds = {}
        self._redraw_overlay()
        self._change_background(self._background_of(models))
        self._clear_temporary()
        self._names.show_state(
            tuple(models.names),
            self._palette,
            text_colour_on(self.background_colour),
            models.taken,
            self._marks.pointed,
        )
        self._redraw_cells(models)
        self._redraw_things(models)
        self._redraw_targets(models)
        ghost = models.ghost()
        if ghost is not None:
            self.add_temporary(ghost).setOpacity(0.6)
        self.state_shown.emit()

    def shows_name_of(self, place: str) -> bool:
        """Whether the name of a place can be read on the board: on the place, at the edge, or as the name of an
        area."""
        if self._shows_places or (self._models is not None and self._models.letterings):
            return True
        boards = self._view.boards if self._view is not None else ()
        return any(
            board.shape in ("areas", "slots") and any(cell.place == place for cell in board.cells) for board in boards
        )

    @property
    def overlay(self) -> Overlay:
        """The overlay over the board."""
        return self._overlay.overlay

    def set_overlay(self, overlay: Overlay) -> None:
        """Show an overlay over the board; `NO_OVERLAY` removes it."""
        if overlay != self._overlay.overlay:
            self._overlay.overlay = overlay
            self._redraw_overlay()

    def _redraw_overlay(self) -> None:
        def colour_of(seat: str) -> QColor:
            return QColor(self._look.player(seat).fill.on(self._palette.dark))

        if self._models is not None:
            self._overlay.show_state(
                self._models.cells, self._palette, colour_of, self.content_rect(), self._names.boxes
            )

    def _redraw_cells(self, models: ItemModels) -> None:
        for place in self._cells.keys() - models.cells.keys():
            self.removeItem(self._cells.pop(place))
        chosen = self._marks.places | self._marks.targets
        dims = models.dots_only and not self._palette.high_contrast
        most = 2 * len(chosen) > len(models.cells)  # what is taken already shows that it cannot be chosen
        dimmed: list[tuple[Point, ...]] = []
        for place, model in models.cells.items():
            if place not in self._cells:
                self._cells[place] = BoardCellItem(self.images)
                self.addItem(self._cells[place])
            hidden = place in self._grounds.hidden
            base = models.spanning.get(place, (place,))[0]
            if dims and not hidden and base not in chosen and not (most and model.crowded):
                x, y = model.middle
                dimmed.append(tuple((x + dx, y + dy) for dx, dy in model.geometry.outline(-OVERLAP)))
            self._cells[place].show_state(model, self._palette, self._cell_style(place, self._grounds))
        self._dimmed.show_state(tuple(dimmed))

    def _cell_style(self, place: str, grounds: Grounds) -> CellStyle:
        shows_place = self._shows_places or place in self._named_places
        background = self.background_colour.name() if shows_place else ""
        return CellStyle(background, shows_place, place in grounds.covered, place in grounds.hidden)

    def _redraw_grounds(self, grounds: Grounds) -> None:
        before, self._grounds = self._grounds, grounds
        while len(self._spans) > len(grounds.spans):
            self.removeItem(self._spans.pop())
        while len(self._spans) < len(grounds.spans):
            self._spans.append(SpanItem(self.images))
            self.addItem(self._spans[-1])
        for item, ground in zip(self._spans, grounds.spans, strict=True):
            item.show_state(ground)
        self._redraw_walls(grounds.walls)
        coast, self._coast = self._coast, self._coast_of(grounds)
        if self._coast != coast:
            self._coast_image = GroundImage.of(self._coast, self.images) if self._coast is not None else None
        if grounds.boards != before.boards:
            self._frames = [each.outer() for each in grounds.boards if each.frame != "none"]
            self._board_images = tuple(GroundImage.of(each, self.images) for each in grounds.boards)

    def _coast_of(self, grounds: Grounds) -> Coast | None:
        return coast_of(grounds.land, self.background_colour.name(), self._palette.dark) if grounds.land else None

    def _background_of(self, models: ItemModels) -> Background:
        links, coast = tuple(models.links), self._coast_image
        ink = QColor(self._palette.foam) if self._palette.high_contrast else QColor("#f3e6c8")
        if self._palette.table:
            return Background(self.background_colour, "", QRectF(), coast, links, ink, self._board_images)
        sea = any(cell.empty == "sea" for cell in models.cells.values())
        table, lit = self._look.table_top(sea=sea), self.content_rect()
        return Background(self.background_colour, table, lit, coast, links, ink, self._board_images)

    def _redraw_walls(self, walls: Sequence[Wall]) -> None:
        while len(self._walls) > len(walls):
            self.removeItem(self._walls.pop())
        while len(self._walls) < len(walls):
            self._walls.append(WallItem(self.images))
            self.addItem(self._walls[-1])
        for item, wall in zip(self._walls, walls, strict=True):
            item.show_state(wall, self._look.board.wall)

    def _lettering_ink(self) -> QColor:
        """The colour of the names of rows and files: on the frame of a board, or on the table."""
        framed = any(ground.frame != "none" for ground in self._grounds.boards) and not self._palette.table
        return QColor("#ecd9b4") if framed else text_colour_on(self.background_colour)

    def _redraw_things(self, models: ItemModels) -> None:
        for spot in self._things.keys() - models.things.keys():
            self.removeItem(self._things.pop(spot))
        for spot, model in models.things.items():
            if spot not in self._things:
                self._things[spot] = ThingItem(self.images)
                self.addItem(self._things[spot])
            self._things[spot].show_state(model, self._palette)

    def _redraw_targets(self, models: ItemModels) -> None:
        offered = self._marks.targets | (self._marks.places if models.dots_only else frozenset())
        if not self._palette.high_contrast:  # a glow marks them
            offered = frozenset()
        dotted = (offered | self._marks.hints) & models.cells.keys()
        for place in self._targets.keys() - dotted:
            self.removeItem(self._targets.pop(place))
        for place in dotted:
            if place not in self._targets:
                self._targets[place] = TargetItem()
                self.addItem(self._targets[place])
            self._targets[place].show_state(models.cells[place], self._palette)
            self._targets[place].setOpacity(1.0 if place in offered else _HINT)

    @property
    def background_colour(self) -> QColor:
        """The colour of the background."""
        if self._palette.table:
            return QColor(self._palette.table)
        cells = self._models.cells.values() if self._models else ()
        sea = not cells or any(cell.empty == "sea" for cell in cells)
        colour = QColor(self._look.background(sea=sea).on(self._palette.dark))
        return water_tone(colour) if self._look.table_top(sea=sea) == "water" else colour

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Override QGraphicsScene: paint the background that is shown."""
        self._shown_background.paint(painter, QRectF(rect), self.images)

    @property
    def background(self) -> Background:
        """The background of the view that is shown; `drawBackground` paints it after `settle_background`."""
        return self._background

    @property
    def shown_background(self) -> Background:
        """The background that `drawBackground` paints."""
        return self._shown_background

    @property
    def background_settled(self) -> bool:
        """Whether `drawBackground` paints the newest background."""
        return self._shown_background is self._background

    @property
    def background_begins(self) -> bool:
        """Whether no board has been painted yet."""
        return not self._begun

    def settle_background(self) -> None:
        """Paint the newest background from now on."""
        self._shown_background = self._background
        self._begun = self._view is not None

    def _empty_background(self) -> Background:
        """Return the background before the first view."""
        return Background(self.background_colour, "" if self._palette.table else self._look.table_top(sea=True))

    def _change_background(self, background: Background) -> None:
        if background != self._background:
            self._background = background
            self.background_changed.emit()
            if not self.views():
                self.settle_background()
            self.update()

    def missing_pictures(self, zoom: float, ratio: float, shown: QRectF) -> Iterator[None]:
        """Paint the pictures of items in a rectangle that are missing at a zoom and a device pixel ratio, in steps."""
        for item in self.items(shown, Qt.ItemSelectionMode.IntersectsItemBoundingRect):
            if isinstance(item, PictureItem | LetteringItem):
                yield from item.prepare(zoom, ratio)

    def moving_pictures(self, zoom: float, ratio: float) -> Iterator[None]:
        """Paint the pictures of what moves in an animation that is pending, in steps."""
        if self._begin is not None and self._models is not None and self._models.cells:
            for movement in self._departing:
                yield from self._item_of(moving_model(movement, self._models)).prepare(zoom, ratio)

    def next_pictures(self, zoom: float, ratio: float, shown: QRectF) -> Iterator[None]:
        """Paint what the view after the animation shows in a rectangle, as `missing_pictures` and `Background.prepare`
        do, in steps; nothing if no animation runs."""
        if self._next is None:
            return
        view, marks = self._next
        models = ItemModels(view, marks, self._look, self._named, self._letters, self._rotation)
        yield
        grounds = grounds_of(view, models, self._look, self._palette)
        self._ahead = (view, self._style, models, grounds)
        yield
        coast = self._coast_of(grounds)
        for ground in (coast, *grounds.boards):
            if ground is not None:
                image = GroundImage.of(ground, self.images)
                yield from image.prepare(zoom, ratio, shown, self.images)
        for place, cell in models.cells.items():
            if place not in self._cells or cell != self._cells[place].model:
                tile = BoardCellItem(self.images)
                tile.show_state(cell, self._palette, self._cell_style(place, grounds))
                yield from tile.prepare(zoom, ratio)
        for spot, model in models.things.items():
            if spot not in self._things:
                yield from self._item_of(model).prepare(zoom, ratio)

    def repaint_background(self) -> None:
        """Paint the table top again in every view, which keeps it while the board is panned."""
        if self._view is None:
            self._background = self._empty_background()
        self.settle_background()
        self.background_replaced.emit()
        self.update()

    # ---- temporary items ---------------------------------------------------------------------------------------

    def drag_item_to(self, spot: Spot, x: float, y: float) -> None:
        """Show the dragged thing at a point in scene coordinates."""
        if self._models is None:
            return
        if self._dragged_item is None:
            model = self._models.things.get(spot) or self._models.cells.get(spot.place)
            if model is None:
                return
            self._dragged_item = self._add_overlay(
                unmarked(model, model.ground) if isinstance(model, CellModel) else model
            )
            self._dragged_item.setOpacity(0.75)
            self.drag_started.emit(*spot)
        self._dragged_item.setPos(x, y)

    def end_drag(self) -> None:
        """Remove the dragged thing from the pointer."""
        if self._dragged_item is not None:
            self.removeItem(self._dragged_item)
            self._dragged_item = None
            self.drag_ended.emit()

    def show_cursor(self, spot: Spot | None) -> None:
        """Show the keyboard cursor around a place or a thing on it; None hides it."""
        middle = self.hit_test.middle_of(spot) if spot else None
        self._cursor.setVisible(middle is not None)
        if spot is None or middle is None or self._models is None:
            return
        path = QPainterPath()
        thing = self._models.things.get(spot)
        if thing is not None:
            path.addEllipse(QPointF(*middle), thing.radius * 1.25, thing.radius * 1.25)
        else:
            path.addPolygon(outline(self._models.cells[spot.place].geometry, 3.0).translated(*middle))
            path.closeSubpath()
        self._cursor.show_state(path, self._palette)

    def add_temporary(self, model: ItemModel | CellModel) -> ThingItem | BoardCellItem:
        """Add an item that the next `show_state` removes."""
        item = self._add_overlay(model)
        self._temporary.append(item)
        return item

    def _add_overlay(self, model: ItemModel | CellModel) -> ThingItem | BoardCellItem:
        """Add an item above all others."""
        item = self._item_of(model)
        item.setZValue(LAYER_MOVING)
        self.addItem(item)
        return item

    def _item_of(self, model: ItemModel | CellModel) -> ThingItem | BoardCellItem:
        if isinstance(model, CellModel):
            cell = BoardCellItem(self.images)
            cell.show_state(model, self._palette, CellStyle(self.background_colour.name()))
            return cell
        thing = ThingItem(self.images)
        thing.show_state(model, self._palette)
        return thing

    def hide_ground(self, place: str) -> None:
        """Hide the ground of a cell until the next `show_state`."""
        if place in self._cells:
            self._cells[place].hide_ground()
            for wall in self._walls:
                wall.hide_at(place)

    def show_other_side(self, item: ThingItem, model: ItemModel) -> None:
        """Show another model with an item."""
        item.show_state(model, self._palette)

    def show_fewer(self, spot: Spot, model: ItemModel | None) -> None:
        """Show fewer counters on a spot, or none, until the next `show_state`."""
        item = self._things.get(spot)
        if item is None:
            return
        item.setVisible(model is not None)
        if model is not None:
            item.show_state(model, self._palette)

    def _clear_temporary(self) -> None:
        while self._temporary:
            self.removeItem(self._temporary.pop())
        for item in self._things.values():
            item.setVisible(True)
