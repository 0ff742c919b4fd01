"""From a view, marks and a look to what each item has to show: plain data that says when an item must be redrawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.table.emblems import Emblem
from app.table.geometry import Geometry, Point, geometry_of, middles
from app.table.look import Empty, Look, PlayerLook
from app.table.marks import Marks, Spot, counter_thing, piece_thing
from app.table.paints import KindLook, Paint
from dsl.engine.view import BoardView, CellView, CounterView, PieceView, View


@dataclass(frozen=True, slots=True)
class CellFace:
    """All there is to see of a cell but what stands on it."""

    place: str
    middle: Point
    geometry: Geometry
    ground: KindLook | None
    empty: Empty  #: what is seen where there is no ground
    shaded: bool  #: every other plain square
    crowded: bool  #: something stands on it
    selectable: bool
    target: bool
    chosen: bool
    last: bool
    pointed: bool = False  #: under the pointer, and of use there


@dataclass(frozen=True, slots=True)
class ThingFace:
    """All there is to see of equal counters or of a figure."""

    spot: Spot
    emblem: Emblem
    middle: Point
    radius: float
    afloat: bool
    selectable: bool = False
    chosen: bool = False


NEUTRAL = PlayerLook(Paint("#d8cbb0", "#b7aa90"), "plain", "")

_ROWS = ((1,), (2,), (2, 1), (2, 2), (3, 2), (3, 3), (2, 3, 2), (3, 3, 2), (3, 3, 3), (3, 4, 3))


def stands(amount: int, inner: float) -> tuple[tuple[float, float, float], ...]:
    """Return where (x, y) and how large (radius) each of so many things stands on a cell of this inner radius."""
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


def _even_rows(amount: int) -> tuple[int, ...]:
    lines = round(amount**0.5)
    share, rest = divmod(amount, lines)
    return tuple(share + (line < rest) for line in range(lines))


def bare(cell: CellFace, ground: KindLook | None) -> CellFace:
    """Return a cell with this ground and no marks."""
    return replace(
        cell, ground=ground, crowded=False, selectable=False, target=False, chosen=False, last=False, pointed=False
    )


class Faces:
    """The faces of one view. `cells` and `things` are keyed as they are touched."""

    def __init__(self, view: View, marks: Marks, look: Look) -> None:
        self._look = look.seating(view.colours)
        self._marks = marks
        self._seats = {colour: rank for rank, colour in enumerate(view.colours)}
        self._states = _states_of(view)
        self.middles = middles(view.boards)
        self.cells: dict[str, CellFace] = {}
        self.things: dict[Spot, ThingFace] = {}
        for board in view.boards:
            for cell in board.cells:
                if cell.place not in self.cells:  # a place names one cell; a second one could not be touched
                    self._add(board, cell)

    def ghost(self) -> ThingFace | CellFace | None:
        """Return the face of the marks' ghost, if there is one on a place that is shown."""
        ghost = self._marks.ghost
        if ghost is None or ghost.place not in self.cells:
            return None
        return self.loose(ghost.thing, ghost.place)

    def is_ground(self, thing: CounterView | PieceView) -> bool:
        """Tell whether a thing covers its cell."""
        return isinstance(thing, PieceView) and self._look.form(thing.piece, thing.owner) == "ground"

    def loose(self, thing: CounterView | PieceView, place: str | None) -> ThingFace | CellFace:
        """Return the face of a thing that is alone and not at rest: a ghost, or something on its way. It is drawn for
        the cell at `place`; None for any cell."""
        cell = self.cells[place] if place is not None else next(iter(self.cells.values()))
        if isinstance(thing, PieceView) and self.is_ground(thing):
            return bare(cell, self._look.kind(thing.piece, thing.kind))
        ((dx, dy, radius),) = stands(1, cell.geometry.inner)
        middle = (cell.middle[0] + dx, cell.middle[1] + dy)
        emblem = self._counter_emblem(thing) if isinstance(thing, CounterView) else self._figure_emblem(thing)
        return ThingFace((cell.place, ""), emblem, middle, radius * 0.8, afloat=False)

    def _add(self, board: BoardView, cell: CellView) -> None:
        grounds = [piece for piece in cell.pieces if self._look.form(piece.piece, piece.owner) == "ground"]
        empty = self._look.empty(hexagonal=board.shape == "hexes")
        standing = list(self._standing(cell, grounds[-1:]))
        marks, place = self._marks, cell.place
        face = CellFace(
            place,
            self.middles[place],
            geometry_of(board.shape),
            self._look.kind(grounds[-1].piece, grounds[-1].kind) if grounds else None,
            empty,
            shaded=(cell.x + cell.y) % 2 == 0,
            crowded=bool(standing),
            selectable=(place, "") in marks.selectable,
            target=place in marks.targets,
            chosen=(place, "") in marks.chosen,
            last=place in marks.last,
            pointed=place == marks.pointed and (place in marks.targets or (place, "") in marks.selectable),
        )
        self.cells[place] = face
        self._stand(face, standing)

    def _standing(self, cell: CellView, grounds: list[PieceView]) -> Iterator[tuple[str, Emblem]]:
        """Give everything that stands on a cell with the name that it is touched by; equal figures are one thing."""
        figures: dict[str, Emblem] = {}
        for piece in cell.pieces:
            if piece not in grounds:
                thing = piece_thing(piece.piece, piece.kind, piece.owner)
                known = figures.get(thing)
                figures[thing] = replace(known, amount=known.amount + 1) if known else self._figure_emblem(piece)
        yield from figures.items()
        for counter in sorted(cell.counters, key=self._rank):
            yield counter_thing(counter.counter, counter.owner, counter.state), self._counter_emblem(counter)

    def _stand(self, cell: CellFace, standing: list[tuple[str, Emblem]]) -> None:
        if not standing:
            return
        afloat = cell.ground is None and cell.empty == "sea"
        for (thing, emblem), (dx, dy, radius) in zip(standing, stands(len(standing), cell.geometry.inner), strict=True):
            spot = (cell.place, thing)
            self.things[spot] = ThingFace(
                spot,
                emblem,
                (cell.middle[0] + dx, cell.middle[1] + dy),
                radius,
                afloat,
                selectable=spot in self._marks.selectable,
                chosen=spot in self._marks.chosen,
            )

    def _rank(self, counter: CounterView) -> tuple[str, int, int]:
        return counter.counter, self._seats.get(counter.owner, -1), self._states.index((counter.counter, counter.state))

    def _counter_emblem(self, counter: CounterView) -> Emblem:
        states = [state for name, state in self._states if name == counter.counter]
        rank = states.index(counter.state) if counter.state in states else 0
        return Emblem(
            self._look.counter(counter.counter).shape,
            self._look.player(counter.owner) if counter.owner else NEUTRAL,
            counter.amount,
            self._look.mark(counter.counter, counter.state, rank),
        )

    def _figure_emblem(self, piece: PieceView) -> Emblem:
        kind = self._look.kind(piece.piece, piece.kind)
        owner = self._look.player(piece.owner) if piece.owner else replace(NEUTRAL, fill=kind.fill)
        letter = kind.letter if piece.kind or not piece.owner else "?"
        return Emblem("disc", replace(owner, letter=letter))


def _states_of(view: View) -> list[tuple[str, str]]:
    """Return the states that are seen, by counter, in an order that is the same in every view."""
    counters = (counter for board in view.boards for cell in board.cells for counter in cell.counters)
    return sorted({(counter.counter, counter.state) for counter in counters})
