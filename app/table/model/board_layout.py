"""Layout of the boards in scene units: positions of cells and of the things on them, coordinates, sides.

A board of areas without a plan in the look becomes round regions with lines between neighbours. No Qt.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from app.appearance.board_plan import BY_AMOUNT, BY_SEAT, PLAIN, AreaPlan, BoardPlan, Box, Circle, Point, Side
from app.appearance.kind_look import KindLook
from app.appearance.look import Look, PlayerLook
from app.table.model.cell_shapes import RADIUS, SQUARE, CellShape, Geometry, Region, centroid, turned
from app.table.model.graph_layout import laid_out

if TYPE_CHECKING:  # the first page draws covers without the engine
    from dsl.match.view import BoardView, CellView, PieceView

_ROUND = 32  #: corners of a circle
_RING_RADIUS = 72.0  #: of an area that no look describes
_APART = 2.6 * _RING_RADIUS  #: least distance of such areas
_LABEL = (20.0, 11.0)  #: half the size of a short name
#: Parts of a slot that has its picture at the left, because it is this much wider than high; all in its heights.
_WIDE_SLOT, _SLOT_MARGIN, _SLOT_PICTURE, _SLOT_GAP, _SLOT_LINE = 1.4, 0.1, 1.3, 0.21, 0.34
_MOST_OF_SLOT = 0.46  #: largest share of the width of a wide slot that its picture takes
_BETWEEN_BOARDS = 1.0 * SQUARE
_HEX, _SQUARE = Geometry(hexagonal=True), Geometry(hexagonal=False)

Bounds = tuple[float, float, float, float]  #: left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Site:
    """One cell: its middle, its shape, and the positions of things relative to the middle."""

    middle: Point
    shape: CellShape
    places: tuple[Circle, ...] = ()  #: the counters of one owner each
    strip: Box | None = None  #: everything else
    linked: bool = False  #: its neighbours are shown by lines

    def turned(self, angle: int) -> Site:
        """Return the site of an area after its board has been turned clockwise around the origin, by a multiple of 90
        degrees. Its name is upright, and has another position if it would lie across."""
        middle = turned(self.middle, angle)
        if self.linked or not isinstance(self.shape, Region):
            return replace(self, middle=middle)
        places = tuple((*turned((x, y), angle), radius) for x, y, radius in self.places)
        strip, shape = self.strip, self.shape.turned(angle)
        across = angle % 180 != 0
        if strip is not None:
            width, height = (strip[3], strip[2]) if across else strip[2:]
            strip = (*turned(strip[:2], angle), width, height)
        if across:
            shape = replace(shape, label=_label(shape, places, strip[3] / 2 if strip else shape.room))
        return replace(self, middle=middle, shape=shape, places=places, strip=strip)


def sites(boards: Sequence[BoardView], plans: Mapping[str, BoardPlan], angle: int = 0) -> dict[str, Site]:
    """Return the cells by place. A board without a position in its plan is put to the right of those before it,
    vertically centred on the first.

    The boards are turned clockwise by `angle`, a multiple of `rotation_step`, around the origin; slots stay upright,
    beside the same edge of the other boards.
    """
    found: dict[str, Site] = {}
    for board in boards:
        plan = plans.get(board.name, PLAIN)
        own = _own(board, plan, angle)
        if plan.at is not None and board.shape == "slots":
            own = _shift(own, *plan.at)
            others = [each for each in boards if each.shape != "slots"]
            if angle and own and any(each.cells for each in others):
                before, after = (_bounds(sites(others, plans, each).values()) for each in (0, angle))
                own = _shift(own, *_follow(_bounds(own.values()), before, after, angle))
        elif plan.at is not None:
            own = _shift(own, *turned(plan.at, angle))
        elif found and own:  # the first board keeps its origin: its cells stay where they are while it grows
            left, top, _, bottom = _bounds(own.values())
            _, above, right, below = _bounds(found.values())
            own = _shift(own, right + _BETWEEN_BOARDS - left, (above + below) / 2 - (top + bottom) / 2)
        found = {**own, **found}  # a place names one cell; a second one could not be clicked
    return found


def landing_place(
    place: str, offered: Collection[str], boards: Sequence[BoardView], plans: Mapping[str, BoardPlan]
) -> str:
    """Return where a thing comes to lie that is dropped at `place`: on a board that stands upright, the only `offered`
    place of the same column; elsewhere the place itself."""
    if place in offered:
        return place
    for board in boards:
        dropped = next((cell for cell in board.cells if cell.place == place), None)
        if dropped is not None and board.shape == "squares" and plans.get(board.name, PLAIN).upright:
            column = [cell.place for cell in board.cells if cell.x == dropped.x and cell.place in offered]
            return column[0] if len(column) == 1 else place
    return place


def _shift(found: Mapping[str, Site], dx: float, dy: float) -> dict[str, Site]:
    return {p: replace(site, middle=(site.middle[0] + dx, site.middle[1] + dy)) for p, site in found.items()}


def _follow(own: Bounds, before: Bounds, after: Bounds, angle: int) -> Point:
    """Return by how much slots move when the boards that are `before` them are turned: with the edge that they lie
    beside, or, if they lie among the cells, with the cells around them."""
    (left, top, right, bottom), (x, y) = own, ((own[0] + own[2]) / 2, (own[1] + own[3]) / 2)
    dx = after[2] - before[2] if left >= before[2] else after[0] - before[0] if right <= before[0] else None
    dy = after[3] - before[3] if top >= before[3] else after[1] - before[1] if bottom <= before[1] else None
    if dx is None and dy is None:
        goal = turned((x, y), angle)
        return goal[0] - x, goal[1] - y
    across, down = ((after[axis] + after[axis + 2] - before[axis] - before[axis + 2]) / 2 for axis in (0, 1))
    return across if dx is None else dx, down if dy is None else dy


def middles(boards: Sequence[BoardView], plans: Mapping[str, BoardPlan], angle: int = 0) -> dict[str, Point]:
    """Return the middle of every cell by its place, with the boards turned by `angle`."""
    return {place: site.middle for place, site in sites(boards, plans, angle).items()}


def _own(board: BoardView, plan: BoardPlan, angle: int) -> dict[str, Site]:
    """Return the cells of one board, turned around its own origin."""
    match board.shape:
        case "hexes" | "squares":
            shape = _HEX if board.shape == "hexes" else _SQUARE
            return {
                cell.place: Site(shape.centre(*shape.turned_cell(cell.x, cell.y, angle)), shape) for cell in board.cells
            }
        case "slots":
            return _slots(board, plan)
        case "areas":
            return {place: site.turned(angle) for place, site in _areas(board, plan).items()}
    assert_never(board.shape)


@dataclass(frozen=True, slots=True)
class SlotParts:
    """Parts of a slot around its middle, with a card in it."""

    wide: bool  #: the picture is at the left; otherwise the name is below it, and things are on the picture
    picture: Box
    words: Box  #: the name, and below it the things
    strip: Box  #: the things


def slot_parts(width: float, height: float, picture: float = _SLOT_PICTURE) -> SlotParts:
    """Return the parts of a slot of this size, with a picture whose width is `picture` heights of a wide slot."""
    margin = _SLOT_MARGIN * height
    if width <= _WIDE_SLOT * height:
        margin = 0.07 * width
        high = height * 0.62 - margin
        shown = (0.0, -height / 2 + margin + high / 2, width - 2 * margin, high)
        words = (0.0, height * 0.31 - margin / 2, width - 2 * margin, height * 0.38 - margin)
        return SlotParts(False, shown, words, (0.0, -height * 0.16, width * 0.7, height * 0.6))
    high = height - 2 * margin
    across = min(picture * high, _MOST_OF_SLOT * width)
    left = -width / 2 + margin + across + _SLOT_GAP * height
    room, middle = width / 2 - margin - left, (width / 2 - margin + left) / 2
    line = _SLOT_LINE * height
    shown = (-width / 2 + margin + across / 2, 0.0, across, high)
    return SlotParts(True, shown, (middle, 0.0, room, high), (middle, height / 2 - margin - line / 2, room, line))


def _slots(board: BoardView, plan: BoardPlan) -> dict[str, Site]:
    """Return the slots in one row or column; the upper left corner of the first one is the origin."""
    width, height = plan.cell
    half_x, half_y = width / 2, height / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    region = Region(corners, min(half_x, half_y), slot=True)
    parts = slot_parts(width, height)
    strip = parts.strip
    steps = (width + plan.gap, 0.0) if plan.orientation == "row" else (0.0, height + plan.gap)
    cells = sorted(board.cells, key=lambda cell: (cell.y, cell.x))
    return {
        cell.place: Site((half_x + steps[0] * rank, half_y + steps[1] * rank), region, strip=strip)
        for rank, cell in enumerate(cells)
    }


def _areas(board: BoardView, plan: BoardPlan) -> dict[str, Site]:
    """Return the areas by the plan of the look; areas without a plan below the others."""
    drawn = {c.place: _area(plan.areas[c.place], plan.scale) for c in board.cells if c.place in plan.areas}
    others = [cell.place for cell in board.cells if cell.place not in drawn]
    blobs = _blobs(others, board.links)
    if drawn and blobs:
        around, below = _bounds(drawn.values()), _bounds(blobs.values())
        dx = (around[0] + around[2]) / 2 - (below[0] + below[2]) / 2
        blobs = _shift(blobs, dx, around[3] - below[1] + _BETWEEN_BOARDS)
    return {**drawn, **blobs}


def _area(plan: AreaPlan, scale: float) -> Site:
    """Return an area whose middle is that of its strip, of its circles, or of its surface."""
    corners = tuple((x * scale, y * scale) for x, y in plan.outline)
    circles = tuple((x * scale, y * scale, r * scale) for x, y, r in plan.places)
    strip = None if plan.strip is None else _scale(plan.strip, scale)
    if strip is not None:
        x, y = strip[:2]
    elif circles:
        x, y = sum(c[0] for c in circles) / len(circles), sum(c[1] for c in circles) / len(circles)
    else:
        x, y = centroid(corners)
    room = min(strip[2:]) / 2 if strip else min((c[2] for c in circles), default=_room(corners, (x, y)))
    shape = Region(tuple((a - x, b - y) for a, b in corners), room)
    around = tuple((a - x, b - y, r) for a, b, r in circles)
    beside = None if strip is None else (0.0, 0.0, strip[2], strip[3])
    wanted = None if plan.label is None else (plan.label[0] * scale - x, plan.label[1] * scale - y)
    label = wanted or _label(shape, around, beside[3] / 2 if beside else room)
    return Site((x, y), replace(shape, label=label), around, beside)


def _label(shape: Region, circles: tuple[Circle, ...], reach: float) -> Point:
    """Return a free position for a name: above the things in the middle, below, beside, or on them."""
    dx, dy = _LABEL
    for far in (reach + dy, reach + 2 * dy, reach + 4 * dy):
        for x, y in ((0.0, -far), (0.0, far), (-far - dx, 0.0), (far + dx, 0.0)):
            corners = ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))
            apart = all(math.dist((x, y), (a, b)) > r + dx for a, b, r in circles)
            if apart and all(shape.holds(*corner) for corner in corners):
                return x, y
    return 0.0, -reach


def _scale(box: Box, scale: float) -> Box:
    x, y, width, height = box
    return x * scale, y * scale, width * scale, height * scale


def _room(corners: tuple[Point, ...], middle: Point) -> float:
    """Return the distance to the nearest side."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return max(8.0, min(_distance(middle, a, b) for a, b in sides))


def _distance(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    share = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def _blobs(places: list[str], links: Sequence[tuple[str, str]]) -> dict[str, Site]:
    """Return round regions of one size, near those they are linked with."""
    round_ = tuple(2 * math.pi * corner / _ROUND for corner in range(_ROUND))
    corners = tuple((_RING_RADIUS * math.cos(a), _RING_RADIUS * math.sin(a)) for a in round_)
    region = Region(corners, _RING_RADIUS * 0.86, label=(0.0, -_RING_RADIUS * 0.8))
    return {
        place: Site((x * _APART, y * _APART), region, linked=True) for place, (x, y) in laid_out(places, links).items()
    }


def _bounds(found: Iterable[Site]) -> Bounds:
    """Return left, top, right and bottom of the outlines."""
    points = [(s.middle[0] + x, s.middle[1] + y) for s in found for x, y in s.shape.outline()]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


# ---- things on one cell: in rows, on circles by owner, or side by side on a strip -----------------------------------

_ROWS = ((1,), (2,), (2, 1), (2, 2), (3, 2), (3, 3), (2, 3, 2), (3, 3, 2), (3, 3, 3), (3, 4, 3))
_ALONE = 0.78  #: of a circle that one thing fills
_FILLS = 0.74  #: of a bare cell that one thing fills
_LEAVES_RIM = 0.62  #: of a covered cell, so that its ground is seen around
_CROWD = 1.15  #: several in a circle may reach over its line


def standing_places(amount: int, inner: float) -> tuple[Circle, ...]:
    """Return position (x, y) and radius of each of a number of things on a cell of this inner radius."""
    rows = _ROWS[amount - 1] if amount <= len(_ROWS) else _even_rows(amount)
    widest = max(rows)
    # Less than the room there is: rings and badges reach beyond a thing.
    radius = inner * min(0.48, 0.79 / widest, 0.71 / len(rows) if len(rows) == 2 else 0.79 / len(rows))
    step = radius * 2.2
    top = -step * (len(rows) - 1) / 2 + (inner * 0.12 if len(rows) == 1 else inner * 0.02)
    return tuple(
        (step * (column - (row - 1) / 2), top + line * step, radius)
        for line, row in enumerate(rows)
        for column in range(row)
    )


def alone(inner: float, bare: bool) -> tuple[Circle, ...]:
    """Return position and radius of a thing alone on its cell; without marks it fills the cell."""
    return ((0.0, 0.0, inner * (_FILLS if bare else _LEAVES_RIM)),)


def _even_rows(amount: int) -> tuple[int, ...]:
    lines = round(amount**0.5)
    share, rest = divmod(amount, lines)
    return tuple(share + (line < rest) for line in range(lines))


def seated(cell: CellView, places_by: str, colours: Sequence[str]) -> tuple[str, ...]:
    """Return the owners of the circles of a cell in order: by seat, by amount, or by a list of players that is a
    variable of the cell."""
    if places_by == BY_SEAT:
        return tuple(colours)
    if places_by == BY_AMOUNT:
        owned: dict[str, int] = {}
        for counter in cell.counters:
            if counter.owner:
                owned[counter.owner] = owned.get(counter.owner, 0) + counter.amount
        return tuple(sorted(owned, key=lambda colour: (-owned[colour], colours.index(colour))))
    said = re.findall(r"\w+", dict(cell.values).get(places_by, ""))
    return tuple(word for word in said if word in colours)


def places_of(site: Site, owners: Sequence[str], order: Sequence[str]) -> tuple[Circle, ...]:
    """Return the position of each of several things relative to the middle of the cell. `owners` has the owner of
    each thing on a circle and "" for the others; `order` has the owners of the circles."""
    if not site.places and site.strip is None:
        return standing_places(len(owners), site.shape.inner) if owners else ()
    circles = dict(zip(order, site.places, strict=False))
    beside = [owner not in circles for owner in owners]
    free = iter(_beside(site, sum(beside)))
    shared = {owner: iter(_in_circle(circle, owners.count(owner))) for owner, circle in circles.items()}
    return tuple(next(free) if off else next(shared[owner]) for owner, off in zip(owners, beside, strict=True))


def _in_circle(circle: Circle, amount: int) -> tuple[Circle, ...]:
    x, y, radius = circle
    if amount == 1:
        return ((x, y, radius * _ALONE),)
    return tuple((x + dx, y + dy, r) for dx, dy, r in standing_places(amount, radius * _CROWD)) if amount else ()


def _beside(site: Site, amount: int) -> tuple[Circle, ...]:
    if site.strip is None or not amount:
        return standing_places(amount, site.shape.inner) if amount else ()
    found = in_a_row(site.strip, amount)
    if not is_wide_slot(site.shape):
        return found
    left = site.strip[0] - site.strip[2] / 2 - min(x - radius for x, _, radius in found)
    return tuple((x + left, y, radius) for x, y, radius in found)


def is_wide_slot(shape: CellShape) -> bool:
    """Whether a cell is a slot with its picture at the left, in which things begin beside the picture."""
    if not isinstance(shape, Region) or not shape.slot:
        return False
    xs, ys = zip(*shape.corners, strict=True)
    return bool(max(xs) - min(xs) > _WIDE_SLOT * (max(ys) - min(ys)))


def in_a_row(box: Box, amount: int) -> tuple[Circle, ...]:
    """Return positions side by side in a box, in the number of lines that makes the things largest."""
    x, y, width, height = box

    def radius(lines: int) -> float:
        return min(height / lines, width / -(-amount // lines)) / 2.15

    lines = max(range(1, amount + 1), key=lambda count: (radius(count), -count))
    across, size = -(-amount // lines), radius(lines)
    step = 2.15 * size
    return tuple(
        (
            x + step * (rank % across - (min(across, amount - rank // across * across) - 1) / 2),
            y + step * (rank // across - (lines - 1) / 2),
            size,
        )
        for rank in range(amount)
    )


# ---- pieces that cover several cells --------------------------------------------------------------------------------


def spanning_pieces(boards: Iterable[BoardView]) -> dict[str, tuple[str, PieceView]]:
    """Return for every cell under a piece that covers several: the cell that represents them, and the piece."""
    return {
        place: (cell.place, piece)
        for board in boards
        for cell in board.cells
        for piece in cell.pieces
        for place in piece.covers
    }


def joints(place: str, sites: Mapping[str, Site], wide: Mapping[str, tuple[str, PieceView]]) -> tuple[int, ...]:
    """Return the sides of a cell that are inside the same piece, counted from the first corner."""
    if place not in wide:
        return ()
    base, piece = wide[place]
    fellows = {_near(sites[each].middle) for each in piece.covers if each in sites and wide.get(each, ("",))[0] == base}
    x, y = sites[place].middle
    corners = sites[place].shape.outline()
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple(i for i, (a, b) in enumerate(sides) if _near((x + a[0] + b[0], y + a[1] + b[1])) in fellows)


def middle_of(piece: PieceView, sites: Mapping[str, Site]) -> Point:
    """Return the middle of all cells of a piece."""
    found = [sites[each].middle for each in piece.covers if each in sites]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def edges_of(sides: Iterable[int], shape: CellShape, angle: int = 0) -> tuple[int, ...]:
    """Convert sides of the rules, counted counter-clockwise from the east, to those of a shape on a turned board."""
    if not isinstance(shape, Geometry):
        return ()
    return tuple(_turned_side(1 - side, shape, angle) for side in sides)


def _turned_side(side: int, shape: Geometry, angle: int) -> int:
    """Return where a side of a cell, counted clockwise, is on a turned board."""
    return (side + angle // shape.step) % (360 // shape.step)


def _near(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


# ---- around a board: names of files and rows, sides of players ------------------------------------------------------

_CELL = re.compile(r"([a-z]+)(\d+)")
_PAIR = re.compile(r"-?\d+,-?\d+")
_NEAR, _FAR = 18.0, 30.0  #: from the rim to the middle of a letter, without and with a coloured side

#: The sides of a cell that lie at each side of a board; sides are counted clockwise from the one that begins at the
#: first corner.
_HEX_RIMS: Mapping[Side, tuple[int, ...]] = {"top": (5, 0), "bottom": (2, 3), "left": (4, 3), "right": (1, 0)}
_SQUARE_RIMS: Mapping[Side, tuple[int, ...]] = {"top": (0,), "right": (1,), "bottom": (2,), "left": (3,)}


@dataclass(frozen=True, slots=True)
class Lettering:
    """A word on the table."""

    text: str
    middle: Point
    ground: KindLook | None = None  #: what it is written on
    place: str = ""  #: whose name it is
    region: Region | None = None  #: the name stays inside this region, which is around `home`
    home: Point = (0.0, 0.0)
    away: Point = (0.0, 0.0)  #: direction from the board, in which a name beside it moves when it grows


@dataclass(frozen=True, slots=True)
class Frame:
    """Extent of a board."""

    left: int
    right: int
    low: int
    high: int
    hexagonal: bool

    @property
    def top(self) -> int:
        """The row drawn at the top: hexes count downwards, squares upwards."""
        return self.low if self.hexagonal else self.high

    def sides_of(self, cell: CellView) -> tuple[Side, ...]:
        """Return the sides of the board that a cell touches."""
        bottom = self.high if self.hexagonal else self.low
        at: dict[Side, bool] = {
            "top": cell.y == self.top,
            "bottom": cell.y == bottom,
            "left": cell.x == self.left,
            "right": cell.x == self.right,
        }
        return tuple(side for side, there in at.items() if there)


def frame_of(board: BoardView) -> Frame:
    """Return the extent of the cells of a board."""
    xs, ys = [cell.x for cell in board.cells], [cell.y for cell in board.cells]
    return Frame(min(xs), max(xs), min(ys), max(ys), board.shape == "hexes")


def rims_of(
    cell: CellView, frame: Frame, plan: BoardPlan, looks: Mapping[str, PlayerLook], angle: int = 0
) -> tuple[tuple[int, PlayerLook], ...]:
    """Return the sides of a cell on a side of the turned board that a player owns."""
    rims, shape = (_HEX_RIMS, _HEX) if frame.hexagonal else (_SQUARE_RIMS, _SQUARE)
    owned = [
        (_turned_side(edge, shape, angle), plan.sides[side])
        for side in frame.sides_of(cell)
        if side in plan.sides
        for edge in rims[side]
    ]
    return tuple({edge: looks[colour] for edge, colour in reversed(owned) if colour in looks}.items())


def names_hidden_by(boards: Iterable[BoardView], look: Look) -> Callable[[str], bool]:
    """Return a test for places whose name cannot be read on these boards: neither on the place nor at the edge."""
    nameless = [
        board
        for board in boards
        if board.shape not in ("areas", "slots")
        and (look.plan(board.name).edge == "none" or not all(_CELL.fullmatch(place) for place in _short_places(board)))
    ]
    places = frozenset(cell.place for board in nameless for cell in board.cells)
    grows = any(_PAIR.fullmatch(place) for place in places)  # and a place may have gone since
    return lambda place: place in places or (grows and _PAIR.fullmatch(place) is not None)


def offsets_on(boards: Iterable[BoardView]) -> Callable[[str], Point | None]:
    """Return a function for the offset of a place from the middle of its board, in cells to the right and down.

    It returns None for a place of areas or slots. On a board of hexes that are called `2,-1`, the middle is `0,0`.
    """
    offsets: dict[str, Point] = {}
    for board in boards:
        if board.shape not in ("hexes", "squares") or not board.cells:
            continue
        geometry, unit = (_HEX, RADIUS * math.sqrt(3.0)) if board.shape == "hexes" else (_SQUARE, SQUARE)
        middles = {cell.place: geometry.centre(cell.x, cell.y) for cell in board.cells}
        xs, ys = ([middle[axis] for middle in middles.values()] for axis in (0, 1))
        named = not all(_PAIR.fullmatch(place) for place in middles)
        x, y = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) if named else (0.0, 0.0)
        offsets |= {place: ((across - x) / unit, (down - y) / unit) for place, (across, down) in middles.items()}

    def offset(place: str) -> Point | None:
        if place not in offsets and _PAIR.fullmatch(place):  # a place of hexes that lies far from everything now
            across, down = _HEX.centre(*(int(part) for part in place.split(",")))
            return across / (RADIUS * math.sqrt(3.0)), down / (RADIUS * math.sqrt(3.0))
        return offsets.get(place)

    return offset


def _short_places(board: BoardView) -> Iterator[str]:
    """Yield the names of the places of a board without that of the board."""
    return (cell.place.removeprefix(f"{board.name}_") for cell in board.cells)


def letterings(board: BoardView, sites: Mapping[str, Site], plan: BoardPlan, angle: int = 0) -> tuple[Lettering, ...]:
    """Return the names of files and rows, if the cells of a board are named by them and the look wants it.

    On a turned board of squares they lie at the left and at the bottom as before; on one of hexes they turn with it.
    """
    own = f"{board.name}_"  # stands before the place where other boards have squares, too
    parts = {cell.place: _CELL.fullmatch(cell.place.removeprefix(own)) for cell in board.cells}
    if board.shape not in ("hexes", "squares") or plan.edge == "none" or not parts or not all(parts.values()):
        return ()
    far = _FAR if plan.sides else _NEAR
    named = [(cell, sites[cell.place].middle, part[1], part[2]) for cell in board.cells if (part := parts[cell.place])]
    found = []
    if board.shape == "hexes":
        frame = frame_of(board)
        up, left = turned((-RADIUS * 0.5, -RADIUS * 0.86 - far), angle), turned((-_HEX.inner - far, 0.0), angle)
        for cell, (x, y), file, row in named:
            if cell.y == frame.top:
                found.append(Lettering(file, (x + up[0], y + up[1]), away=turned((0.0, -1.0), angle)))
            if cell.x == frame.left:
                found.append(Lettering(row, (x + left[0], y + left[1]), away=turned((-1.0, 0.0), angle)))
        return tuple(found)
    leftmost, lowest = min(x for _, (x, _), *_ in named), max(y for _, (_, y), *_ in named)
    for _, (x, y), file, row in named:
        across, up_down = (file, row) if angle % 180 == 0 else (row, file)
        if y == lowest:
            found.append(Lettering(across, (x, y + SQUARE / 2 + far), away=(0.0, 1.0)))
        if x == leftmost:
            found.append(Lettering(up_down, (x - _SQUARE.inner - far, y), away=(-1.0, 0.0)))
    return tuple(found)
