"""Rotation of the boards on the screen: by which steps they can be turned, and whose side is where. No Qt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from app.appearance.board_plan import PLAIN, BoardPlan, Side
from app.table.model.board_layout import sites
from app.table.model.cell_shapes import Point
from dsl.match.view import BoardView, CellView, View

FIXED = 360  #: the step of boards that stay as they are
_STEPS = {"hexes": 60, "squares": 90, "areas": 90}  #: degrees, by shape
_BELOW: Mapping[Side, int] = {"bottom": 0, "right": 90, "top": 180, "left": 270}  #: the angle that brings a side below
_OFF_CENTRE = 0.25  #: of half the board: a player whose things lie nearer to its middle has no side
_TOLERANCE = 25.0  #: degrees between the direction of a player's things and the side that they are said to lie at


def rotation_step(boards: Sequence[BoardView], plans: Mapping[str, BoardPlan]) -> int:
    """Return the smallest angle, in degrees, by which boards can be turned together; `FIXED` if by none."""
    turning = _turning(boards)
    if not turning or any(plans.get(board.name, PLAIN).upright for board in turning):
        return FIXED
    return math.lcm(*(_STEPS[board.shape] for board in turning))


def side_angles(view: View, plans: Mapping[str, BoardPlan]) -> dict[str, int]:
    """Return for each player by how many degrees the boards are turned clockwise so that the player's side is below;
    empty if the players have no sides.

    A side is that of the look, if it gives every player one. Otherwise it is where the player's things lie on a board
    of squares, or on any board before the first choice, if all players have some and they lie at different sides.
    """
    boards = _turning(view.boards)
    step = rotation_step(view.boards, plans)
    if not boards or step == FIXED:
        return {}
    board = boards[0]
    owned = [(colour, _BELOW[side]) for side, colour in plans.get(board.name, PLAIN).sides.items()]
    if sorted(colour for colour, _ in owned) == sorted(view.colours):
        found = dict(owned)
    elif view.position == 0 or board.shape == "squares":
        found = _angles_of_things(board, view.colours, plans, step)
    else:
        found = {}
    return found if len(set(found.values())) == len(found) and all(a % step == 0 for a in found.values()) else {}


def _turning(boards: Sequence[BoardView]) -> list[BoardView]:
    """Return the boards that can be turned: those of slots, on which cards lie, stay upright."""
    return [board for board in boards if board.shape != "slots" and board.cells]


def _angles_of_things(
    board: BoardView, colours: Sequence[str], plans: Mapping[str, BoardPlan], step: int
) -> dict[str, int]:
    """Return the angles by where the things of the players lie; empty if one player has no clear side."""
    middles = {place: site.middle for place, site in sites([board], plans).items()}
    xs, ys = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    half = max(max(xs) - min(xs), max(ys) - min(ys)) / 2
    found: dict[str, int] = {}
    for colour in colours:
        at = [middles[cell.place] for cell in board.cells for _ in range(_things(cell, colour))]
        angle = _angle_below(at, centre, half * _OFF_CENTRE, step)
        if angle is None:
            return {}
        found[colour] = angle
    return found


def _things(cell: CellView, colour: str) -> int:
    """Return how many things of a player lie on a cell."""
    counters = sum(counter.amount for counter in cell.counters if counter.owner == colour)
    return counters + sum(piece.owner == colour for piece in cell.pieces)


def _angle_below(points: Sequence[Point], centre: Point, least: float, step: int) -> int | None:
    """Return the multiple of `step` that brings points below the centre; None if they lie less than `least` beside it,
    or between two directions."""
    if not points:
        return None
    x, y = (sum(point[axis] for point in points) / len(points) - centre[axis] for axis in (0, 1))
    if math.hypot(x, y) <= least:
        return None
    wanted = 90 - math.degrees(math.atan2(y, x))
    angle = round(wanted / step) * step
    return angle % 360 if abs(wanted - angle) <= _TOLERANCE else None
