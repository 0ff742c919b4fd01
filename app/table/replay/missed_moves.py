"""Missed moves: what the others did since the seat's last choice, shown again step by step (the recap)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.model.highlights import last_places
from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.seat_histories import EventsSince
from app.table.model.things import NO_MARKS, Marks
from app.table.panels.prompt import PromptModel
from dsl.i18n.event_log import log_entries
from dsl.match.view import EventView, View

_READ = 1100  #: milliseconds that a step is shown after its movement, at the usual speed


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a player: its sentence, its events and the view after it."""

    player: str
    sentence: str
    events: tuple[EventView, ...]
    view: View


def steps_of(since: EventsSince, privacy: PrivacyFilter, context: TableContext) -> tuple[Step, ...]:
    """Return the actions in order; choices that lead up to an action are part of it."""
    made: list[Step] = []
    gathered: tuple[EventView, ...] = ()
    for change in since.steps:
        gathered += privacy.events(change.events, change.view)
        action = action_of(gathered, context)
        if action is not None:
            made.append(Step(*action, gathered, privacy.view(change.view)))
            gathered = ()
    return tuple(made)


def last_sentence(since: EventsSince, privacy: PrivacyFilter, context: TableContext) -> str:
    """Return the sentence of the others' last action if the seat has not chosen since; empty if there is none."""
    if since.read:
        return ""
    for change in reversed(since.steps):
        action = action_of(privacy.events(change.events, change.view), context)
        if action is not None:
            return action[1]
    return ""


def action_of(events: Iterable[EventView], context: TableContext) -> tuple[str, str] | None:
    """Return the player of an action and its sentence; None while the action is incomplete."""
    return next(_sentences(events, context), None)


def _sentences(events: Iterable[EventView], context: TableContext) -> Iterator[tuple[str, str]]:
    for entry in log_entries(events, context.words):
        if entry.sort == "choice":
            yield entry.player, entry.sentence.rstrip(".")


class Recap(QObject):
    """Replay of missed moves on a scene, one step after the other; while it runs, nothing can be chosen.

    Signals:
        changed: Another step is shown.
        ended: All steps have been shown, or the player has stopped it. The scene shows the last step.
        stopped: The recap does not run any more, for any reason.
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
        self._read.timeout.connect(self.show_next)

    @property
    def running(self) -> bool:
        """Whether a recap is shown."""
        return bool(self._steps)

    def start(self, before: View, steps: tuple[Step, ...], speed: int) -> None:
        """Show steps from the position `before` on, at a speed in per cent; 0: without animation."""
        self._steps, self._number, self._speed = steps, -1, speed
        if steps:
            self._scene.show_state(before)
            self.show_next()

    def show_next(self) -> None:
        """Show the next step now; after the last one, end."""
        self._read.stop()
        self._number += 1
        if self._number >= len(self._steps):
            self.finish()
            return
        step = self._steps[self._number]
        self.changed.emit()
        self._scene.animate(step.events, step.view, _marks(step), self._speed / 100)

    def schedule_next(self) -> None:
        """The animation of a step is over: show the next one after some time to read."""
        self._read.start(_READ * 100 // self._speed if self._speed else 2 * _READ)

    def finish(self) -> None:
        """End the recap, if one is shown."""
        if self.stop():
            self.ended.emit()

    def stop(self) -> bool:
        """End the recap because the table shows something else; return whether one was shown."""
        was_running, self._steps = self.running, ()
        self._read.stop()
        if was_running:
            self.stopped.emit()
        return was_running

    def prompt_model(self, context: TableContext) -> PromptModel:
        """Return the model of the prompt for the current step."""
        step = self._steps[self._number]
        count = context.texts("table.recap.count", n=self._number + 1, of=len(self._steps))
        return PromptModel(
            step.sentence,
            step.player,
            chapter=count,
            may_go_back=True,
            has_undo=False,
            hint=context.texts("table.recap.hint"),
        )


def _marks(step: Step) -> Marks:
    places = last_places(step.events, step.view)
    return Marks(last=places) if places else NO_MARKS
