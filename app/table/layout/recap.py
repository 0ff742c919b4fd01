"""What the others did since one chose last, told once more: step by step, at a pace at which a person can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.table.board.scene import BoardScene
from app.table.model.context import TableContext
from app.table.model.highlights import last_places
from app.table.model.seat_view import EventsSince, PrivacyFilter
from app.table.model.targets import NO_MARKS, Marks
from app.table.panels.prompt import PromptModel
from dsl.match.view import EventView, View

_READ = 1100  #: milliseconds that a step is shown after its movement, at the usual speed


@dataclass(frozen=True, slots=True)
class Step:
    """One action of somebody: what happened, how it is told, and what it led to."""

    player: str
    sentence: str
    events: tuple[EventView, ...]
    view: View


def steps_of(since: EventsSince, privacy: PrivacyFilter, context: TableContext) -> tuple[Step, ...]:
    """Return what happened, action by action: the choices that only lead up to one are part of it."""
    made: list[Step] = []
    gathered: tuple[EventView, ...] = ()
    for change in since.steps:
        gathered += privacy.told(change.events, change.view)
        told = told_of(gathered, context)
        if told is not None:
            made.append(Step(*told, gathered, privacy.of(change.view)))
            gathered = ()
    return tuple(made)


def last_told(since: EventsSince, privacy: PrivacyFilter, context: TableContext) -> str:
    """Return the sentence of the last action of others that this seat has not answered yet; empty if there is none."""
    if since.read:
        return ""
    for change in reversed(since.steps):
        told = told_of(privacy.told(change.events, change.view), context)
        if told is not None:
            return told[1]
    return ""


def told_of(events: Iterable[EventView], context: TableContext) -> tuple[str, str] | None:
    """Return who did something, and the sentence for it; none as long as an action is only begun."""
    return next(_sentences(events, context), None)


def _sentences(events: Iterable[EventView], context: TableContext) -> Iterator[tuple[str, str]]:
    for event in events:
        if event.kind == "chose" and (sentence := context.words.chosen(event)):
            yield dict(event.args)["player"], sentence


class Recap(QObject):
    """Shows steps on a scene, one after the other; as long as it is busy nothing can be chosen.

    Signals:
        changed: Another step is shown.
        ended: All have been shown, or the reader has had enough. What the scene shows is the last step.
        stopped: Nothing is shown again any more, for whatever reason: what waited for that goes on.
    """

    changed = Signal()
    ended = Signal()
    stopped = Signal()

    def __init__(self, scene: BoardScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._steps: tuple[Step, ...] = ()
        self._number = -1
        self._speed = 100
        self._read = QTimer(self)
        self._read.setSingleShot(True)
        self._read.timeout.connect(self.go_on)

    @property
    def busy(self) -> bool:
        """Whether something is shown again just now."""
        return bool(self._steps)

    def start(self, before: View, steps: tuple[Step, ...], speed: int) -> None:
        """Show these steps from the position `before` on, at a speed in per cent; 0: without movements."""
        self._steps, self._number, self._speed = steps, -1, speed
        if steps:
            self._scene.show_state(before)
            self.go_on()

    def go_on(self) -> None:
        """Show the next step now; after the last one, end."""
        self._read.stop()
        self._number += 1
        if self._number >= len(self._steps):
            self.enough()
            return
        step = self._steps[self._number]
        self.changed.emit()
        self._scene.animate(step.events, step.view, _marks(step), self._speed / 100)

    def landed(self) -> None:
        """The movements of a step are over: leave time to read."""
        self._read.start(_READ * 100 // self._speed if self._speed else 2 * _READ)

    def enough(self) -> None:
        """End, if anything is shown at all."""
        if self.stop():
            self.ended.emit()

    def stop(self) -> bool:
        """End because the table shows something else. Tell whether anything was shown."""
        busy, self._steps = self.busy, ()
        self._read.stop()
        if busy:
            self.stopped.emit()
        return busy

    def asked(self, context: TableContext) -> PromptModel:
        """What the prompt says meanwhile."""
        step = self._steps[self._number]
        count = context.texts("table.recap.count", n=self._number + 1, of=len(self._steps))
        return PromptModel(
            step.sentence, step.player, chapter=count, may_go_back=True, hint=context.texts("table.recap.hint")
        )


def _marks(step: Step) -> Marks:
    places = last_places(step.events, step.view)
    return Marks(last=places) if places else NO_MARKS
