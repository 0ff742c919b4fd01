"""Animation of events: items move from their place of origin to their goal before the new view is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QObject, QRectF, QVariantAnimation, Signal

from app.table.board.items import BoardCellItem, ThingItem
from app.table.model.cell_shapes import RADIUS, Point
from app.table.model.things import Spot, thing_of
from app.table.painting.item_models import CellModel, ItemModel, ItemModels
from dsl.match.view import CounterView, EventView, PieceView

MOVE_DURATION = 320  #: duration of one movement at speed 1, in ms
MAX_DURATION = 1200  #: longest duration of all movements of one change, in ms
MOVE_EVENTS = ("count", "lay", "shift", "lift")


class AnimatedScene(Protocol):
    """The part of `BoardScene` that animations use."""

    @property
    def models(self) -> ItemModels | None:
        """What every item shows; None before the first view."""

    def content_rect(self) -> QRectF:
        """The board, in scene coordinates."""

    def add_temporary(self, model: ItemModel | CellModel) -> ThingItem | BoardCellItem:
        """Add an item that is removed when the next view is shown."""

    def hide_ground(self, place: str) -> None:
        """Hide the ground of a cell until the next view."""

    def show_fewer(self, spot: Spot, model: ItemModel | None) -> None:
        """Show fewer counters on a spot, or none, until the next view."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Movement of a thing from one place to another; an empty place name means beside the board."""

    origin: str
    goal: str
    thing: CounterView | PieceView

    @property
    def amount(self) -> int:
        """Number of counters that move together; 1 for a piece."""
        return self.thing.amount if isinstance(self.thing, CounterView) else 1

    @property
    def spot(self) -> Spot:
        """The place of origin and the thing there."""
        return Spot(self.origin, thing_of(self.thing))


def movements_of(events: Sequence[EventView]) -> tuple[Movement, ...]:
    """Return the movements of the events, in order. Events whose details the seat may not know have none."""
    return tuple(
        movement for event in events if event.kind in MOVE_EVENTS for movement in [_movement(event)] if movement
    )


def _movement(event: EventView) -> Movement | None:
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
    return Movement(origin, goal, thing)


class MovementAnimation(QObject):
    """Animation that plays movements on a scene, one after the other.

    Signals:
        finished: All movements are over.
    """

    finished = Signal()

    def __init__(self, scene: AnimatedScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._movements: tuple[Movement, ...] = ()
        self._middles: dict[str, Point] = {}
        self._current = -1
        self._moving_item: tuple[ThingItem | BoardCellItem, Point, Point] | None = None
        self.fading = False  #: things fade in at their goals instead of moving there
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self.finished)

    def start(self, events: Sequence[EventView], speed: float, ahead: Mapping[str, Point]) -> None:
        """Play the events' movements; emits `finished` at once if none can be shown.

        `speed` is a factor (2 halves the duration). `ahead` maps places of the next view to scene coordinates: a
        movement may end on a place that is not shown yet.
        """
        models = self._scene.models
        self._middles = {**ahead, **(models.middles if models else {})}
        self._movements = tuple(f for f in movements_of(events) if f.origin in self._middles or f.goal in self._middles)
        self._current = -1
        self._moving_item = None
        if not self._movements:
            self.finished.emit()
            return
        self._clock.setEndValue(float(len(self._movements)))
        self._clock.setDuration(min(MAX_DURATION, round(MOVE_DURATION * len(self._movements) / speed)))
        self._clock.start()

    def stop(self) -> None:
        """Stop without emitting `finished`."""
        self._clock.blockSignals(True)
        self._clock.stop()
        self._clock.blockSignals(False)

    def _advance(self, value: float) -> None:
        number = min(int(value), len(self._movements) - 1)
        while self._current < number:
            self._finish_current()
            self._current += 1
            self._start_movement(self._movements[self._current])
        if self._moving_item is not None:
            item, (x, y), (to_x, to_y) = self._moving_item
            share = _ease(min(1.0, value - self._current))
            item.setPos(x + (to_x - x) * share, y + (to_y - y) * share)
            if self.fading:
                item.setOpacity(share)

    def _finish_current(self) -> None:
        if self._moving_item is not None:
            self._moving_item[0].setPos(*self._moving_item[2])
            self._moving_item[0].setOpacity(1)

    def _start_movement(self, movement: Movement) -> None:
        models = self._scene.models
        if models is None or not models.cells:
            return
        model = models.moving_model(
            movement.thing, next((p for p in (movement.origin, movement.goal) if p in models.cells), None)
        )
        start = models.things[movement.spot].middle if movement.spot in models.things else self._middle(movement.origin)
        goal = self._middle(movement.goal)
        start = goal if self.fading else start
        self._remove_from_origin(models, movement)
        item = self._scene.add_temporary(replace(model, middle=start))
        self._moving_item = (item, start, goal)

    def _middle(self, place: str) -> Point:
        if place in self._middles:
            return self._middles[place]
        beside = self._scene.content_rect()
        return beside.center().x(), beside.bottom() + RADIUS

    def _remove_from_origin(self, models: ItemModels, movement: Movement) -> None:
        """Remove the moving thing from its place of origin."""
        model = models.things.get(movement.spot)
        if models.is_ground(movement.thing):
            self._scene.hide_ground(movement.origin)
        elif model is not None:
            self._scene.show_fewer(movement.spot, _fewer(model, movement.amount))


def _fewer(model: ItemModel, amount: int) -> ItemModel | None:
    left = model.emblem.amount - amount
    return replace(model, emblem=replace(model.emblem, amount=left)) if left > 0 else None


def _ease(share: float) -> float:
    """Ease in and out (smoothstep)."""
    return share * share * (3 - 2 * share)
