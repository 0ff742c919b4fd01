"""Histories of the seats of this window: the view and events of each, and what the others did since its last choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.i18n.event_log import chapter_of
from dsl.match.table_messages import Changed, TakenBack
from dsl.match.view import DecisionView, EventView, View

_REMEMBERED = 60  #: number of choices of others that can be shown again


@dataclass(frozen=True, slots=True)
class Chapter:
    """An outermost phase, by its anchor; new until every seat has had a turn in it."""

    phase: str = ""
    new: bool = False


@dataclass(slots=True)
class EventsSince:
    """What the others did since this seat's last choice; kept until they act again."""

    before: View | None = None  #: the view before the first of these changes
    steps: list[Changed] = field(default_factory=list)
    read: bool = False  #: this seat has chosen after them

    def add(self, news: Changed, seen: View | None) -> None:
        """Add one more choice; `seen` is the view in which it was made."""
        if _chose(news.events, news.view.seat):
            self.read = True
            return
        if self.read or self.before is None:
            self.before, self.steps, self.read = seen, [], False
        self.steps.append(news)
        if len(self.steps) > _REMEMBERED:
            self.before = self.steps.pop(0).view

    def undo_to(self, position: int) -> None:
        """Remove what happened after `position`."""
        self.steps = [step for step in self.steps if step.view.position <= position]

    @property
    def events(self) -> tuple[EventView, ...]:
        """What happened, in order."""
        return tuple(event for step in self.steps for event in step.events)


def _chose(events: tuple[EventView, ...], seat: str) -> bool:
    return any(event.kind == "chose" and ("player", seat) in event.args for event in events)


@dataclass(slots=True)
class SeatHistory:
    """One seat's view and events. Those of other seats are never added, so the log cannot show a secret."""

    view: View | None = None
    previous: View | None = None  #: before the last choice; None if that is not known
    events: list[EventView] = field(default_factory=list)
    fresh: tuple[EventView, ...] = ()  #: those of the last change, which animations show
    before: tuple[EventView, ...] = ()  #: those of the last choice before the match was opened, until the next one
    since: EventsSince = field(default_factory=EventsSince)
    _read: tuple[str, int, str, int] = ("", 0, "", 0)  #: phase, its turns, the phase before, events read for them
    _last_read: EventView | None = None

    def apply(self, news: Changed | TakenBack) -> None:
        """Apply an update for this seat."""
        match news:
            case Changed(events, view):
                # The first update holds the whole past: it belongs in the log, and its end is the last choice.
                if self.view is None or news.view.position != self.view.position:
                    self.previous = self.view
                self.fresh = events if self.view is not None else ()
                self.before = _last_choice(events) if self.view is None else ()
                if self.view is not None:
                    self.since.add(news, self.view)
                self.events += [event for event in events if not self.events or event.number > self.events[-1].number]
            case TakenBack(_, view):
                self.events = [event for event in self.events if event.position < view.position]
                self.fresh = self.before = ()
                self.previous = None
                self.since.undo_to(view.position)
        self.view = news.view

    def chapter(self) -> Chapter:
        """Return the current outermost phase, as far as this seat's events show it."""
        found, turns, before, read = self._read
        if read > len(self.events) or (read and self.events[read - 1] is not self._last_read):
            found, turns, before, read = "", 0, "", 0  # a choice was taken back
        for event in self.events[read:]:
            phase = chapter_of(event)
            if phase and phase != found:
                found, turns, before = phase, 0, found
            turns += event.kind == "turn"
        self._read = found, turns, before, len(self.events)
        self._last_read = self.events[-1] if self.events else None
        seats = len(self.view.seats) if self.view is not None else 0
        return Chapter(found, bool(before) and turns <= seats)

    def decision(self, seat: str) -> DecisionView | None:
        """Return the decision that this seat has to make now."""
        if self.view is None:
            return None
        return next((d for d in self.view.decisions if d.seat == seat and d.options), None)


def _last_choice(events: tuple[EventView, ...]) -> tuple[EventView, ...]:
    """Return the events of the last choice; none before the first one."""
    position = events[-1].position if events else -1
    return tuple(event for event in events if event.position == position) if position >= 0 else ()


def asked_seats(histories: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """Return the seats that must choose, by the newest view of any seat."""
    views = [history.view for history in histories.values() if history.view is not None]
    newest = max(views, key=lambda view: view.position, default=None)
    return tuple(decision.seat for decision in newest.decisions) if newest else ()
