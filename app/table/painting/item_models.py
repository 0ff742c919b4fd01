"""Models of graphics items: plain data from a view, marks and a look; an item is repainted if its model changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import TypedDict

from app.appearance.board_plan import BY_SEAT, Cells, Circle
from app.appearance.conditions import KnownValues
from app.appearance.kind_look import KindLook, Paint
from app.appearance.look import EmptyCell, Look, PlayerLook
from app.storage.settings import Letters
from app.table.model.board_layout import (
    Frame,
    Lettering,
    Site,
    alone,
    edges_of,
    frame_of,
    is_wide_slot,
    joints,
    letterings,
    middle_of,
    places_of,
    rims_of,
    seated,
    sites,
    spanning_pieces,
    standing_places,
)
from app.table.model.cell_shapes import CellShape, Point, Region
from app.table.model.things import Marks, Spot, Thing, thing_of
from app.table.painting.pieces import Emblem, counter_emblem, figure_emblem
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View


@dataclass(frozen=True, slots=True)
class SlotModel:
    """What is written on a slot beside its things."""

    name: str  #: of the slot
    things: int  #: how many things lie on it
    owner: str  #: name of the player whose things they are; empty: of no player, or of several


@dataclass(frozen=True, slots=True)
class CellModel:
    """Model of a cell, without the things on it."""

    place: str
    middle: Point
    geometry: CellShape
    ground: KindLook | None
    empty: EmptyCell  #: appearance without a ground
    shaded: bool  #: every other square of a board
    crowded: bool  #: there are things on it
    selectable: bool
    target: bool
    chosen: bool
    last: bool
    earlier: bool = False
    mentioned: bool = False  #: a hovered sentence names it
    hovered: bool = False  #: hovered, and selectable or a target
    dots_only: bool = False  #: highlighted by a dot without an outline, because there are many
    terrain: KindLook | None = None  #: the look of the place itself
    caption: str = ""  #: text on the ground of a region
    circles: tuple[Circle, ...] = ()  #: positions of counters, relative to the middle, one for each owner
    ranked: bool = False  #: the circles have an order, and are numbered
    cells: Cells = "plain"  #: style of an empty cell
    fill: Paint | None = None  #: colour of an empty cell; None: the default of the style
    walls: tuple[int, ...] = ()  #: its sides with a wall, counted from the first corner
    joints: tuple[int, ...] = ()  #: its sides behind which the same ground goes on
    rims: tuple[tuple[int, PlayerLook], ...] = ()  #: its sides at a side of the board that a player owns
    slot: SlotModel | None = None  #: what is written on a slot


@dataclass(frozen=True, slots=True)
class ItemModel:
    """Model of equal counters or of a figure."""

    spot: Spot
    emblem: Emblem
    middle: Point
    radius: float
    in_water: bool
    selectable: bool = False
    chosen: bool = False


UNKNOWN_KIND = KindLook(Paint("#dfd3b9", "#3d352c"), "")  #: look of an area or slot without a kind


_PLATE_FILLS = 0.95  #: of a cell
_ROOMY = (1.12, 1.3, 1.36)  #: how much larger one, two or three bodies alone on a tile are
_MANY = 30  #: with more places, they are highlighted by dots instead of outlines
_WIDE = 92.0  #: space for things on a piece that spans several cells, in scene units


def unmarked(cell: CellModel, ground: KindLook | None) -> CellModel:
    """Return a cell with this ground and without highlights."""
    plain = replace(cell, selectable=False, target=False, chosen=False, last=False, hovered=False)
    return replace(plain, earlier=False, mentioned=False, ground=ground, crowded=False, walls=(), joints=())


def _large(cell: CellModel) -> bool:
    """Return whether a single thing may fill the cell: one without ground, or a square."""
    if isinstance(cell.geometry, Region):
        return False
    return cell.empty == "plain" and (cell.ground is None or not cell.geometry.hexagonal)


def _alone_on(cell: CellModel, emblem: Emblem) -> tuple[Circle, ...]:
    """Return position and radius of a thing alone on a large cell; a plate fills the cell."""
    if emblem.plate:
        return ((0.0, 0.0, cell.geometry.inner * _PLATE_FILLS),)
    return alone(cell.geometry.inner, cell.ground is None)


def _area_label(model: CellModel, shape: Region, name: str) -> Lettering:
    x, y = shape.label or (0.0, -shape.room - 15.0)
    return Lettering(
        name,
        (model.middle[0] + x, model.middle[1] + y),
        model.ground or model.terrain or UNKNOWN_KIND,
        model.place,
        shape,
        model.middle,
    )


class ItemModels:
    """Models of all items of one view.

    `cells` is keyed by place, `things` by spot; `named` translates a name of the rules; `letters` says when pieces have
    letters and patterns; the boards are turned clockwise by `angle` degrees.
    """

    def __init__(
        self,
        view: View,
        marks: Marks,
        look: Look,
        named: Callable[[str], str] = str,
        letters: Letters = "off",
        angle: int = 0,
    ) -> None:
        self._angle = angle
        self._look = look.for_players(view.colours)
        self._marks = marks
        self._viewer = view.seat
        self.dots_only = _dots_only(marks)  #: too many places for outlines
        self._seats = {colour: rank for rank, colour in enumerate(view.colours)}
        self._states = _states_of(view)
        self._known_values = KnownValues(view)
        self._cell_views = {cell.place: cell for board in view.boards for cell in board.cells}
        self._named = named
        self._letters = letters
        self._colours = view.colours
        self.sites = sites(view.boards, look.boards, angle)
        self.middles = {place: site.middle for place, site in self.sites.items()}
        self.links = tuple(
            (self.middles[one], self.middles[other])
            for board in view.boards
            for one, other in board.links
            if self.sites[one].linked or self.sites[other].linked
        )
        self._piece_shapes = {
            (p.piece, board.shape) for board in view.boards for cell in board.cells for p in cell.pieces
        }
        self.spanning = spanning_pieces(view.boards)
        self.cells: dict[str, CellModel] = {}
        self.things: dict[Spot, ItemModel] = {}
        self.names: list[Lettering] = []  #: of areas
        self.letterings = tuple(
            word for board in view.boards for word in letterings(board, self.sites, self._look.plan(board.name), angle)
        )
        for board in view.boards:
            frame = frame_of(board) if board.cells else None
            for cell in board.cells:
                if frame and cell.place not in self.cells:  # a place names one cell; a second one could not be touched
                    self._add(board, cell, frame)

    def with_marks(self, marks: Marks) -> ItemModels | None:
        """Return the models of the same view with other marks, which are found faster than from the view; None if the
        marks change more than highlights."""
        letters = self._letters == "hover" and marks.pointed != self._marks.pointed
        if letters or _dots_only(marks) != self.dots_only:
            return None
        found = copy(self)
        places, spots = _changed(self._marks, marks)
        found._marks, found.cells, found.things = marks, dict(self.cells), dict(self.things)
        spanned = [place for place, (base, _) in self.spanning.items() if base in places]
        for place in (places | set(spanned)) & self.cells.keys():
            base = self.spanning[place][0] if place in self.spanning else place
            found.cells[place] = replace(self.cells[place], **_highlights(base, marks))
        for spot in spots & self.things.keys():
            chosen, selectable = spot in marks.chosen, spot in marks.selectable
            found.things[spot] = replace(self.things[spot], selectable=selectable, chosen=chosen)
        return found

    @property
    def taken(self) -> tuple[tuple[float, float, float], ...]:
        """Circles of the pieces, and of the places for pieces, that no name of an area should cover: x, y, radius."""
        pieces = [(*thing.middle, thing.radius) for thing in self.things.values()]
        places = [
            (cell.middle[0] + x, cell.middle[1] + y, radius)
            for cell in self.cells.values()
            for x, y, radius in cell.circles
        ]
        return tuple(pieces + places)

    def ghost(self) -> ItemModel | CellModel | None:
        """Return the model of the ghost of the marks; None if there is none or its place is not shown."""
        ghost = self._marks.ghost
        if ghost is None or ghost.place not in self.cells:
            return None
        return self.moving_model(ghost.thing, ghost.place)

    def is_ground(self, thing: CounterView | PieceView) -> bool:
        """Return whether a thing is the ground of its cell."""
        shapes = {shape for piece, shape in self._piece_shapes if isinstance(thing, PieceView) and piece == thing.piece}
        return isinstance(thing, PieceView) and any(self._is_ground_on(thing, shape) for shape in shapes or {"hexes"})

    def _is_ground_on(self, piece: PieceView, shape: str) -> bool:
        """Return whether a piece is the ground of its cell; on an area only if the look says so."""
        return self._look.form(piece.piece, owned=bool(piece.owner) or shape == "areas") == "ground"

    def moving_model(self, thing: CounterView | PieceView, place: str | None) -> ItemModel | CellModel:
        """Return the model of a single thing that is a ghost or moves, sized for the cell at `place` (None: any)."""
        cell = self.cells[place] if place is not None else next(iter(self.cells.values()))
        if isinstance(thing, PieceView) and self.is_ground(thing):
            kind = self._look.kind_of(thing, self._known_values, self._cell_views.get(cell.place))
            ground = unmarked(cell, kind)
            return replace(ground, walls=edges_of(thing.walls, cell.geometry, self._angle))
        emblem = self._emblem(thing, self._cell_views.get(cell.place))
        if _large(cell):
            ((dx, dy, radius),) = _alone_on(cell, emblem)
        else:
            ((dx, dy, radius),) = standing_places(1, cell.geometry.inner)
        middle = (cell.middle[0] + dx, cell.middle[1] + dy)
        return ItemModel(Spot(cell.place), emblem, middle, radius if emblem.plate else radius * 0.8, in_water=False)

    def _add(self, board: BoardView, cell: CellView, frame: Frame) -> None:
        base, over = self.spanning.get(cell.place, (cell.place, None))
        lying = (*cell.pieces, over) if over is not None and base != cell.place else cell.pieces
        ground = next((piece for piece in reversed(lying) if self._is_ground_on(piece, board.shape)), None)
        emblems = list(self._emblems_on(cell, ground))
        site, plan = self.sites[cell.place], self._look.plan(board.name)
        model = self.cells[cell.place] = self._cell_model(board, cell, frame, base, ground)
        if isinstance(site.shape, Region) and site.shape.slot:
            owners = {thing.owner for thing, _, _ in emblems}
            owner = owners.pop() if len(owners) == 1 else ""
            written = SlotModel(self._named(cell.place), len(emblems), self._named(owner) if owner else "")
            model = self.cells[cell.place] = replace(model, slot=written)
            if ground is None and site.strip is not None and is_wide_slot(site.shape):
                site = replace(site, strip=(site.strip[0], 0.0, *site.strip[2:]))  # as high as the name of the slot
        elif isinstance(site.shape, Region):
            self.names.append(_area_label(model, site.shape, self._named(cell.place)))
        if over is not None and base == cell.place:
            site = replace(site, middle=middle_of(over, self.sites), shape=Region(site.shape.outline(), _WIDE))
        self._add_items(model, site, seated(cell, plan.places_by, self._colours), emblems)

    def _cell_model(
        self, board: BoardView, cell: CellView, frame: Frame, base: str, ground: PieceView | None
    ) -> CellModel:
        """Return the model of a cell that is selected at `base` and has this ground."""
        place = cell.place
        site, plan = self.sites[place], self._look.plan(board.name)
        empty = self._look.empty(hexagonal=board.shape == "hexes")
        shaded = (cell.x + cell.y) % 2 == 0 and (empty == "sea" or not frame.hexagonal)
        own = cell.kind or (plan.areas[place].kind if place in plan.areas else "")
        return CellModel(
            place,
            site.middle,
            site.shape,
            self._ground(ground, base == place, cell) if ground else None,
            empty,
            shaded=shaded,
            crowded=bool(cell.counters) or len(cell.pieces) > (ground in cell.pieces),
            **_highlights(base, self._marks),
            dots_only=self.dots_only,
            terrain=self._look.terrain(board.name, own) if own else None,
            caption=self._named(ground.kind or ground.piece) if ground else "",
            circles=site.places,
            ranked=plan.places_by != BY_SEAT,
            cells=plan.cells,
            fill=plan.shade if shaded and plan.shade else plan.fill,
            walls=edges_of(ground.walls if ground else (), site.shape, self._angle),
            joints=joints(place, self.sites, self.spanning),
            rims=rims_of(cell, frame, plan, self._look.players, self._angle) if plan.sides else (),
        )

    def _ground(self, piece: PieceView, first: bool, cell: CellView) -> KindLook:
        """Return the look of the ground of a cell; its letter is on the first cell of the piece only."""
        kind = self._look.kind_of(piece, self._known_values, cell)
        return kind if first else replace(kind, letter="")

    def _emblems_on(self, cell: CellView, ground: PieceView | None) -> Iterator[tuple[Thing, str, Emblem]]:
        """Yield the things on a cell: thing, owner of the circle, emblem. Equal figures are one thing."""
        figures: dict[Thing, Emblem] = {}
        signs = self._letters == "always" or (self._letters == "hover" and cell.place == self._marks.pointed)
        pieces = list(cell.pieces)
        if ground in pieces:  # of several equal ones the others lie on it
            pieces.remove(ground)
        for piece in pieces:
            thing = thing_of(piece)
            known = figures.get(thing)
            figures[thing] = (
                replace(known, amount=known.amount + 1) if known else self._emblem(piece, cell, signs, self._viewer)
            )
        yield from ((thing, "", emblem) for thing, emblem in figures.items())
        for counter in sorted(cell.counters, key=self._rank):
            yield thing_of(counter), counter.owner, self._emblem(counter, cell, signs)

    def _add_items(
        self, cell: CellModel, site: Site, order: tuple[str, ...], emblems: list[tuple[Thing, str, Emblem]]
    ) -> None:
        in_water = cell.ground is None and cell.empty == "sea" and not isinstance(site.shape, Region)
        owners = [owner for _, owner, _ in emblems]
        found = _alone_on(cell, emblems[0][2]) if _large(cell) and len(owners) == 1 else places_of(site, owners, order)
        if len(owners) == 1 and not isinstance(site.shape, Region) and not _large(cell):
            ((x, y, radius),) = found
            found = ((x, y, radius * _ROOMY[min(emblems[0][2].bodies, len(_ROOMY)) - 1]),)
        for (thing, _, emblem), (dx, dy, radius) in zip(emblems, found, strict=True):
            spot = Spot(cell.place, thing)
            self.things[spot] = ItemModel(
                spot,
                emblem,
                (site.middle[0] + dx, site.middle[1] + dy),
                radius,
                in_water,
                selectable=spot in self._marks.selectable,
                chosen=spot in self._marks.chosen,
            )

    def _rank(self, counter: CounterView) -> tuple[str, int, int]:
        return counter.counter, self._seats.get(counter.owner, -1), self._states.index((counter.counter, counter.state))

    def _emblem(
        self, thing: CounterView | PieceView, cell: CellView | None, signs: bool = False, viewer: str = ""
    ) -> Emblem:
        """Return the emblem of equal counters or of a figure on a cell."""
        known = self._known_values
        if isinstance(thing, PieceView):
            return figure_emblem(thing, self._look, viewer=viewer, signs=signs, known_values=known, cell=cell)
        counter = thing
        states = [state for name, state in self._states if name == counter.counter]
        rank = states.index(counter.state) if counter.state in states else 0
        return counter_emblem(counter, self._look, rank, signs=signs, known_values=known, cell=cell)


class _Highlights(TypedDict):
    """The fields of a CellModel that marks decide."""

    selectable: bool
    target: bool
    chosen: bool
    last: bool
    earlier: bool
    mentioned: bool
    hovered: bool


def _highlights(base: str, marks: Marks) -> _Highlights:
    """Return the highlights of a cell that is selected at `base`."""
    spot = Spot(base)
    return {
        "selectable": spot in marks.selectable,
        "target": base in marks.targets,
        "chosen": spot in marks.chosen,
        "last": base in marks.last,
        "earlier": base in marks.earlier,
        "mentioned": base in marks.mentioned,
        "hovered": base == marks.pointed and (base in marks.targets or spot in marks.selectable),
    }


def _changed(before: Marks, after: Marks) -> tuple[set[str], frozenset[Spot]]:
    """Return the places whose highlights differ, and the spots that are chosen or selectable in one only."""
    spots = (before.selectable ^ after.selectable) | (before.chosen ^ after.chosen)
    places = {before.pointed, after.pointed, *(spot.place for spot in spots if spot.thing is None)}
    places |= (before.targets ^ after.targets) | (before.mentioned ^ after.mentioned)
    return places | (before.last ^ after.last) | (before.earlier ^ after.earlier), spots


def _dots_only(marks: Marks) -> bool:
    return len(marks.places | marks.targets) > _MANY


def _states_of(view: View) -> list[tuple[str, str]]:
    """Return the states that are seen, by counter, in an order that is the same in every view."""
    counters = (counter for board in view.boards for cell in board.cells for counter in cell.counters)
    return sorted({(counter.counter, counter.state) for counter in counters})
