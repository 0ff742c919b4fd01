"""Events as movements: what left one place for another is seen to go there, before the new view is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QObject, QRectF, QVariantAnimation, Signal

from app.table.board.items import CellItem, ThingItem
from app.table.model.geometry import RADIUS, Point
from app.table.model.targets import Spot, counter_thing, piece_thing
from app.table.painting.item_models import CellModel, ItemModel, ItemModels
from dsl.match.view import CounterView, EventView, PieceView

STEP = 320  #: milliseconds that one movement takes at speed 1
LONGEST = 1200  #: milliseconds that all movements of one change take at most, at any speed
MOVES = ("count", "lay", "shift", "lift")


class AnimatedScene(Protocol):
    """The part of `BoardScene` that animations use."""

    @property
    def faces(self) -> ItemModels | None:
        """What every item shows; None before the first view."""

    def content_rect(self) -> QRectF:
        """The board, in scene coordinates."""

    def add_passing(self, face: ItemModel | CellModel) -> ThingItem | CellItem:
        """Add an item that is removed when the next view is shown."""

    def lift_ground(self, place: str) -> None:
        """Show a cell without its ground until the next view."""

    def dim(self, spot: Spot, face: ItemModel | None) -> None:
        """Show fewer counters on a spot, or none, until the next view."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One movement: a thing that goes from a place to a place; an empty one lies beside the board."""

    origin: str
    goal: str
    thing: CounterView | PieceView

    @property
    def amount(self) -> int:
        """How many go together."""
        return self.thing.amount if isinstance(self.thing, CounterView) else 1

    @property
    def spot(self) -> Spot:
        """Where the thing is taken from."""
        if isinstance(self.thing, CounterView):
            return self.origin, counter_thing(self.thing.counter, self.thing.owner, self.thing.state)
        return self.origin, piece_thing(self.thing.piece, self.thing.kind, self.thing.owner)


def flights_of(events: Sequence[EventView]) -> tuple[Flight, ...]:
    """Return the movements that the events tell of, in their order; what a seat may not know does not move."""
    return tuple(flight for event in events if event.kind in MOVES for flight in [_flight(event)] if flight)


def _flight(event: EventView) -> Flight | None:
    args = dict(event.args)
    origin = args.get("cell" if event.kind == "lift" else "from", "")
    goal = args.get("to", "")
    if event.kind == "count":
        amount = args.get("amount", "1")
        if not amount.isdecimal() or "counter" not in args:
            return None
        thing: CounterView | PieceView = CounterView(
            args["counter"], args.get("owner", ""), args.get("state", ""), int(amount)
        )
    elif "piece" in args:
        thing = PieceView(args["piece"], args.get("kind", ""), args.get("owner", ""))
    else:
        return None
    return Flight(origin, goal, thing)


class Flights(QObject):
    """Plays movements on a scene, one after the other.

    Signals:
        landed: All movements are over.
    """

    landed = Signal()

    def __init__(self, scene: AnimatedScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._flights: tuple[Flight, ...] = ()
        self._middles: dict[str, Point] = {}
        self._current = -1
        self._flying: tuple[ThingItem | CellItem, Point, Point] | None = None
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self.landed)

    def start(self, events: Sequence[EventView], speed: float, ahead: Mapping[str, Point]) -> None:
        """Play the events' movements; `landed` comes at once if there are none that can be shown.

        `ahead` says where the places of the coming view lie: a movement may end on one that is not shown yet.
        """
        faces = self._scene.faces
        self._middles = {**ahead, **(faces.middles if faces else {})}
        self._flights = tuple(f for f in flights_of(events) if f.origin in self._middles or f.goal in self._middles)
        self._current = -1
        self._flying = None
        if not self._flights:
            self.landed.emit()
            return
        self._clock.setEndValue(float(len(self._flights)))
        self._clock.setDuration(min(LONGEST, round(STEP * len(self._flights) / speed)))
        self._clock.start()

    def stop(self) -> None:
        """Stop where it is; nothing is reported."""
        self._clock.blockSignals(True)
        self._clock.stop()
        self._clock.blockSignals(False)

    def _advance(self, value: float) -> None:
        number = min(int(value), len(self._flights) - 1)
        while self._current < number:
            self._land()
            self._current += 1
            self._take_off(self._flights[self._current])
        if self._flying is not None:
            item, (x, y), (to_x, to_y) = self._flying
            share = _eased(min(1.0, value - self._current))
            item.setPos(x + (to_x - x) * share, y + (to_y - y) * share)

    def _land(self) -> None:
        if self._flying is not None:
            self._flying[0].setPos(*self._flying[2])

    def _take_off(self, flight: Flight) -> None:
        faces = self._scene.faces
        if faces is None or not faces.cells:
            return
        face = faces.loose(flight.thing, next((p for p in (flight.origin, flight.goal) if p in faces.cells), None))
        start = faces.things[flight.spot].middle if flight.spot in faces.things else self._middle(flight.origin)
        goal = self._middle(flight.goal)
        self._leave(faces, flight)
        item = self._scene.add_passing(replace(face, middle=start))
        self._flying = (item, start, goal)

    def _middle(self, place: str) -> Point:
        if place in self._middles:
            return self._middles[place]
        beside = self._scene.content_rect()
        return beside.center().x(), beside.bottom() + RADIUS

    def _leave(self, faces: ItemModels, flight: Flight) -> None:
        """Take away from the old picture what is on its way."""
        face = faces.things.get(flight.spot)
        if faces.is_ground(flight.thing):
            self._scene.lift_ground(flight.origin)
        elif face is not None:
            self._scene.dim(flight.spot, _fewer(face, flight.amount))


def _fewer(face: ItemModel, amount: int) -> ItemModel | None:
    left = face.emblem.amount - amount
    return replace(face, emblem=replace(face.emblem, amount=left)) if left > 0 else None


def _eased(share: float) -> float:
    """Start and end softly."""
    return share * share * (3 - 2 * share)
