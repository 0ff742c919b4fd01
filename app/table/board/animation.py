"""Animation of events before the new view is shown: pieces fly in an arc, tiles slide, hidden pieces turn over.

After it, points rise where they were won.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, QVariantAnimation, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsScene

from app.table.board.items import BoardCellItem, PointsItem, ThingItem
from app.table.model.cell_shapes import RADIUS, Point
from app.table.model.things import Spot, thing_of
from app.table.painting.item_models import CellModel, ItemModel, ItemModels
from dsl.match.view import CounterView, EventView, PieceView, View

MOVE_DURATION = 320  #: duration of one movement at speed 1, in ms
MAX_DURATION = 1200  #: longest duration of all movements of one change, in ms
MOVE_EVENTS = ("count", "lay", "shift", "lift")
_TURN_EVENTS = ("show", "become", "give")
_RISE, _HIGHEST = 0.22, 70.0  #: height of an arc, as a share of its length and in scene units
_LIFTED = 0.16  #: share by which a flying piece is larger at the top of its arc
_APPEARING, _DISAPPEARING = 0.25, 0.4  #: shares of a flight from and to beside the board, in which a thing fades
_EDGE_ON = 0.04  #: smallest width of a piece that turns over


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

    def show_other_side(self, item: ThingItem, model: ItemModel) -> None:
        """Show another model with an item, in the colours of the scene."""

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


@dataclass(frozen=True, slots=True)
class Turning:
    """A piece on the board shows its other side: a hidden one its kind, or one of another kind or owner."""

    place: str
    thing: PieceView  #: afterwards


def turnings_of(events: Sequence[EventView]) -> tuple[Turning, ...]:
    """Return the pieces that the events turn over, in order; none whose place the seat may not know."""
    found = []
    for event in events:
        args = dict(event.args)
        if event.kind in _TURN_EVENTS and args.get("cell"):
            found.append(Turning(args["cell"], PieceView(args["piece"], args.get("kind", ""), args.get("owner", ""))))
    return tuple(found)


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


def moving_model(movement: Movement, models: ItemModels) -> ItemModel | CellModel:
    """Return the model of what moves over a board with cells, as it looks at its origin or else at its goal."""
    place = next((each for each in (movement.origin, movement.goal) if each in models.cells), None)
    return models.moving_model(movement.thing, place)


class MovementAnimation(QObject):
    """Animation that plays movements on a scene one after the other. Pieces that turn over before the first movement
    do so before it, all at once, and the others after the last one.

    Signals:
        finished: All movements are over.
    """

    finished = Signal()

    def __init__(self, scene: AnimatedScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._movements: tuple[Movement, ...] = ()
        self._turnings: tuple[tuple[Turning, ...], tuple[Turning, ...]] = (), ()  #: before and after the movements
        self._middles: dict[str, Point] = {}
        self._current = -1
        self.fading = False  #: things fade in at their goals instead of moving there, and turn over at once
        self._flight: _Flight | None = None
        self._turns: list[_Turn] = []  #: of the present step
        self._turned: dict[Spot, _Turn] = {}  #: pieces that have turned over, before they move
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
        self._movements = tuple(f for f in movements_of(events) if self._is_shown(f))
        first = next((n for n, event in enumerate(events) if any(map(self._is_shown, movements_of((event,))))), 0)
        self._turnings = self._shown_turnings(events[:first]), self._shown_turnings(events[first:])
        self._current = -1
        self._flight, self._turns, self._turned = None, [], {}
        steps = len(self._movements) + sum(map(bool, self._turnings))
        if not steps:
            self.finished.emit()
            return
        self._clock.blockSignals(True)  # another end would be shown as another time of the animation before
        self._clock.setEndValue(float(steps))
        self._clock.setDuration(min(MAX_DURATION, round(MOVE_DURATION * steps / speed)))
        self._clock.blockSignals(False)
        self._clock.start()

    def _is_shown(self, movement: Movement) -> bool:
        return movement.origin in self._middles or movement.goal in self._middles

    def _shown_turnings(self, events: Sequence[EventView]) -> tuple[Turning, ...]:
        return tuple(each for each in turnings_of(events) if each.place in self._middles)

    def stop(self) -> None:
        """Stop without emitting `finished`."""
        self._clock.blockSignals(True)
        self._clock.stop()
        self._clock.blockSignals(False)

    def _advance(self, value: float) -> None:
        number = min(int(value), round(self._clock.endValue()) - 1)
        while self._current < number:
            for moving in (self._flight, *self._turns):
                if moving is not None:
                    moving.show_at(1.0)
            self._current += 1
            before, after = self._turnings
            step = self._current - bool(before)  # the number of the movement
            self._flight, self._turns = None, []
            if 0 <= step < len(self._movements):
                self._flight = self._begin_flight(self._movements[step])
            else:
                turnings = before if step < 0 else after
                self._turns = [turn for each in turnings for turn in [self._begin_turn(each)] if turn]
        share = min(1.0, value - self._current)
        if self._flight is not None:
            self._flight.show_at(share)
        for turn in self._turns:
            turn.show_at(share)

    def _begin_flight(self, movement: Movement) -> _Flight | None:
        models = self._scene.models
        if models is None or not models.cells:
            return None
        model = moving_model(movement, models)
        start = models.things[movement.spot].middle if movement.spot in models.things else self._middle(movement.origin)
        goal = self._middle(movement.goal)
        comes, leaves = movement.origin not in self._middles, movement.goal not in self._middles
        if self.fading:
            start = goal = start if leaves else goal
        self._remove_from_origin(models, movement)
        item = self._scene.add_temporary(replace(model, middle=start))
        return _Flight(item, start, goal, fading=self.fading, comes=comes, leaves=leaves)

    def _begin_turn(self, turning: Turning) -> _Turn | None:
        models = self._scene.models
        if models is None or turning.place not in models.cells or models.is_ground(turning.thing):
            return None
        piece = turning.thing
        there = (model for spot, model in models.things.items() if spot.place == turning.place and spot.thing)
        before = next((m for m in there if m.spot.thing and m.spot.thing.name == piece.piece), None)
        after = models.moving_model(piece, turning.place)
        if before is None or isinstance(after, CellModel) or after.emblem == before.emblem:
            return None
        self._scene.show_fewer(before.spot, None)
        item = self._scene.add_temporary(before)
        after = replace(after, middle=before.middle, radius=before.radius)
        if not isinstance(item, ThingItem):
            return None
        turn = self._turned[Spot(turning.place, thing_of(piece))] = _Turn(self._scene, item, after, fading=self.fading)
        return turn

    def _middle(self, place: str) -> Point:
        if place in self._middles:
            return self._middles[place]
        beside = self._scene.content_rect()
        return beside.center().x(), beside.bottom() + RADIUS

    def _remove_from_origin(self, models: ItemModels, movement: Movement) -> None:
        """Remove the moving thing from its place of origin."""
        model, turned = models.things.get(movement.spot), self._turned.pop(movement.spot, None)
        if turned is not None:
            turned.remove()
        elif models.is_ground(movement.thing):
            self._scene.hide_ground(movement.origin)
        elif model is not None:
            self._scene.show_fewer(movement.spot, _fewer(model, movement.amount))


class _Flight:
    """Item on its way from one point to another: a piece in an arc, the ground of a cell along the table."""

    def __init__(
        self, item: ThingItem | BoardCellItem, start: Point, goal: Point, *, fading: bool, comes: bool, leaves: bool
    ) -> None:
        """`fading`: it does not move but fades. It `comes` from beside the board, or `leaves` it."""
        self._item, self._start, self._goal, self._fading = item, start, goal, fading
        self._comes, self._leaves = comes, leaves
        self._rise = 0.0
        if isinstance(item, ThingItem):
            self._rise = min(_RISE * math.dist(start, goal), _HIGHEST)
            item.stretched = True

    def show_at(self, share: float) -> None:
        """Show the item after this share of the way."""
        (x, y), (to_x, to_y), eased = self._start, self._goal, _ease(share)
        height = 4 * eased * (1 - eased)
        self._item.setPos(x + (to_x - x) * eased, y + (to_y - y) * eased - self._rise * height)
        if self._rise:
            self._item.setScale(1 + _LIFTED * height)
        if self._fading:
            self._item.setOpacity(1 - eased if self._leaves else eased)
        elif self._comes or self._leaves:
            appeared = share / _APPEARING if self._comes else 1.0
            left = (1 - share) / _DISAPPEARING if self._leaves else 1.0
            self._item.setOpacity(min(appeared, left, 1.0))


class _Turn:
    """Piece that turns over around its upright axis, and shows another side from the middle of the turn on."""

    def __init__(self, scene: AnimatedScene, item: ThingItem, after: ItemModel, *, fading: bool) -> None:
        self._scene, self._item, self._after, self._fading = scene, item, after, fading
        self._turned = False
        item.stretched = True

    def remove(self) -> None:
        """Remove the piece from its place: it moves on."""
        self._item.hide()

    def show_at(self, share: float) -> None:
        """Show the piece after this share of the turn."""
        if share >= 0.5 and not self._turned:
            self._turned = True
            self._scene.show_other_side(self._item, self._after)
        if self._fading:
            self._item.setOpacity(abs(1 - 2 * share))
            return
        across = max(abs(math.cos(math.pi * _ease(share))), _EDGE_ON)
        self._item.setTransform(QTransform.fromScale(across, 1.0))


def _fewer(model: ItemModel, amount: int) -> ItemModel | None:
    left = model.emblem.amount - amount
    return replace(model, emblem=replace(model.emblem, amount=left)) if left > 0 else None


def _ease(share: float) -> float:
    """Ease in and out (smoothstep)."""
    return share * share * (3 - 2 * share)


# ---- points


POINTS_DURATION = 1600  #: milliseconds at speed 1
_UP = 46.0  #: scene units by which points rise
_FADING = 0.65  #: share of the duration after which they fade
_APART = 34.0  #: scene units between the points of two players


class PointsAnimation(QObject):
    """Points that rise and fade where they were won. The table waits for none of it."""

    def __init__(self, scene: QGraphicsScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self.fading = False  #: the points do not rise
        self._items: list[tuple[PointsItem, QPointF]] = []
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self.stop)

    @property
    def texts(self) -> tuple[str, ...]:
        """The points that are shown."""
        return tuple(item.text for item, _ in self._items)

    def start(self, points: Sequence[tuple[str, str]], at: Point, speed: float) -> None:
        """Show points at a point in scene coordinates: pairs of a text and the colour of the player, #rrggbb."""
        self.stop()
        for rank, (text, colour) in enumerate(points):
            item = PointsItem(text, colour)
            start = QPointF(at[0], at[1] - rank * _APART)
            item.setPos(start)
            self._scene.addItem(item)
            self._items.append((item, start))
        if self._items:
            self._clock.setDuration(round(POINTS_DURATION / speed))
            self._clock.start()

    def stop(self) -> None:
        """Remove the points at once."""
        self._clock.stop()
        while self._items:
            self._scene.removeItem(self._items.pop()[0])

    def _advance(self, share: float) -> None:
        for item, start in self._items:
            if not self.fading:
                item.setPos(start - QPointF(0, _UP * share))
            passed = self._clock.currentTime() / max(self._clock.duration(), 1)
            item.setOpacity(1.0 if passed < _FADING else max(0.0, (1 - passed) / (1 - _FADING)))


def points_won(before: View | None, after: View) -> dict[str, int]:
    """Return what each seat has won or lost from one view to the next, by the lines of their score sheets."""
    if before is None or after.sheet[: len(before.sheet)] != before.sheet:
        return {}
    won: dict[str, int] = {}
    for line in after.sheet[len(before.sheet) :]:
        won[line.seat] = won.get(line.seat, 0) + line.points
    return {seat: points for seat, points in won.items() if points}
