"""Plans of boards that a look file draws: areas, slots, edges, the style of cells and the frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from app.appearance.kind_look import KindLook, Paint
from app.appearance.look_file import LookFile, Table

Point = tuple[float, float]
Circle = tuple[float, float, float]  #: x, y, radius
Box = tuple[float, float, float, float]  #: x and y of the middle, width, height

Orientation = Literal["row", "column"]
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)

Cells = Literal["plain", "two-tone", "wood", "holes", "bowls", "merged"]
CELLS: tuple[Cells, ...] = get_args(Cells)
BoardFrame = Literal["none", "wood", "dark_wood", "plain"]
BOARD_FRAMES: tuple[BoardFrame, ...] = get_args(BoardFrame)
Side = Literal["top", "bottom", "left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)
Edge = Literal["names", "none"]
EDGES: tuple[Edge, ...] = get_args(Edge)

BY_SEAT, BY_AMOUNT = "seat", "amount"
_AREA = {"outline", "places", "strip", "label", "kind"}
_BOARD = {"at", "scale", "places_by", "kinds", "areas", "lie", "cell", "gap", "cells", "edge", "sides"}
_BOARD |= {"fill", "fill_dark", "shade", "shade_dark", "frame"}


@dataclass(frozen=True, slots=True)
class AreaPlan:
    """Plan of an area; x grows to the right, y downwards."""

    outline: tuple[Point, ...]
    places: tuple[Circle, ...] = ()  #: for counters: one circle per owner, in order
    strip: Box | None = None  #: for all other contents of the area
    label: Point | None = None  #: position of its name
    kind: str = ""  #: kind of the area, if the rules do not declare one


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Plan of a board. Every field has a default that fits any board."""

    at: Point | None = None  #: position of its origin; None: beside the boards before it
    scale: float = 1.0
    places_by: str = BY_SEAT  #: assigns circles: `seat`, `amount`, or a variable of the area that lists players
    kinds: Mapping[str, KindLook] = field(default_factory=dict)
    areas: Mapping[str, AreaPlan] = field(default_factory=dict)
    orientation: Orientation = "row"
    cell: Point = (100.0, 100.0)  #: width and height of a slot
    gap: float = 8.0  #: between slots
    cells: Cells = "plain"  #: style of empty squares
    fill: Paint | None = None  #: of empty cells; None: the default of `cells`
    shade: Paint | None = None  #: of every second cell
    edge: Edge = "names"  #: whether a board of squares shows the names of its rows and files
    sides: Mapping[Side, str] = field(default_factory=dict)  #: colour of the player who owns a side
    frame: BoardFrame = "none"  #: around the whole board

    @property
    def upright(self) -> bool:
        """Whether the board stands on its edge, so that things fall down in it."""
        return self.cells == "holes"


PLAIN = BoardPlan()


def read_plan(file: LookFile, value: object, key: str, before: BoardPlan) -> BoardPlan:
    """Return the plan of a table; missing keys keep the values of `before`. Raises LookError."""
    table = file.table(value, key, _BOARD)
    at = file.groups(table, key, "at", 2)
    cell = file.groups(table, key, "cell", 2)
    if any(min(size) < 1 for size in cell):
        raise file.refused(f"{key}.cell", "a slot is at least 1,1 large")
    return BoardPlan(
        at=_point(at[0]) if at else before.at,
        scale=file.number(table, key, "scale", before.scale, least=0.05),
        places_by=file.name(table, key, "places_by", before.places_by),
        kinds={**before.kinds, **file.kinds(table, key, before.kinds)},
        areas={**before.areas, **_areas(file, table, key)},
        orientation=file.one_of(table, key, "lie", ORIENTATIONS, before.orientation),
        cell=_point(cell[0]) if cell else before.cell,
        gap=file.number(table, key, "gap", before.gap),
        cells=file.one_of(table, key, "cells", CELLS, before.cells),
        fill=_paint(file, table, key, "fill") or before.fill,
        shade=_paint(file, table, key, "shade") or before.shade,
        edge=file.one_of(table, key, "edge", EDGES, before.edge),
        sides={**before.sides, **_sides(file, table, key)},
        frame=file.one_of(table, key, "frame", BOARD_FRAMES, before.frame),
    )


def _paint(file: LookFile, table: Table, key: str, name: str) -> Paint | None:
    if name not in table and f"{name}_dark" not in table:
        return None
    return file.paint(table, key, name, Paint("#ffffff", "#ffffff"))


def _sides(file: LookFile, table: Table, key: str) -> dict[Side, str]:
    sides = file.table(table.get("sides", {}), f"{key}.sides", set(SIDES))
    return {side: file.name(sides, f"{key}.sides", side, "") for side in SIDES if side in sides}


def _areas(file: LookFile, table: Table, key: str) -> dict[str, AreaPlan]:
    return {n: _area(file, value, f"{key}.areas.{n}") for n, value in file.tables(table, key, "areas")}


def _area(file: LookFile, value: object, key: str) -> AreaPlan:
    table = file.table(value, key, _AREA)
    outline = file.groups(table, key, "outline", 2)
    if len(set(outline)) < 3:
        raise file.refused(f"{key}.outline", "at least three corners are needed")
    places = file.groups(table, key, "places", 3)
    strip, label = file.groups(table, key, "strip", 4), file.groups(table, key, "label", 2)
    if any(radius < 1 for _, _, radius in places):
        raise file.refused(f"{key}.places", "the third number of each is a radius of at least 1")
    if any(min(width, height) < 1 for _, _, width, height in strip):
        raise file.refused(f"{key}.strip", "the third and fourth number are a width and a height of at least 1")
    return AreaPlan(
        outline=tuple(_point(each) for each in outline),
        places=tuple((x, y, radius) for x, y, radius in places),
        strip=_box(strip[0]) if strip else None,
        label=_point(label[0]) if label else None,
        kind=file.name(table, key, "kind", ""),
    )


def _point(group: tuple[float, ...]) -> Point:
    x, y = group
    return x, y


def _box(group: tuple[float, ...]) -> Box:
    x, y, width, height = group
    return x, y, width, height
