"""A match from its start as a series of scenes: who did what, and how the table looked after it. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.table.discretion import Discretion
from app.table.recap import told_of
from app.table.tone import Tone
from dsl.engine.retrospect import Retrospect
from dsl.engine.view import EventView, View


@dataclass(frozen=True, slots=True)
class Shot:
    """One action of somebody, with the choices that led up to it; or how everything was set up."""

    position: int  #: of the match, after it
    player: str
    sentence: str  #: empty for the first shot, and for what was only begun
    events: tuple[EventView, ...]

    @property
    def main_event(self) -> int:
        """The number of the event that the shot is about; -1 for the one that sets everything up."""
        chosen = [event.number for event in self.events if event.kind == "chose"]
        return chosen[-1] if chosen else -1


class Film:
    """What one seat saw and was told of a match up to now, shot by shot; there is always a first one."""

    def __init__(self, retrospect: Retrospect, discretion: Discretion, tone: Tone) -> None:
        self._retrospect, self._discretion = retrospect, discretion
        self.shots = tuple(self._shots(tone))

    def _shots(self, tone: Tone) -> Iterator[Shot]:
        last = self._retrospect.last
        yield Shot(0, "", "", self._told(0))
        gathered: tuple[EventView, ...] = ()
        for position in range(1, last + 1):
            gathered += self._told(position)
            told = told_of(gathered, tone)
            if told is not None or position == last:
                yield Shot(position, *(told or ("", "")), gathered)
                gathered = ()

    def _told(self, position: int) -> tuple[EventView, ...]:
        events = self._retrospect.events(position)
        return self._discretion.told(events, self._retrospect.view(position)) if self._discretion.covers else events

    @property
    def last(self) -> int:
        """The number of the last shot."""
        return len(self.shots) - 1

    @property
    def events(self) -> tuple[EventView, ...]:
        """Everything that happened, in order."""
        return tuple(event for shot in self.shots for event in shot.events)

    def view(self, number: int) -> View:
        """How the table looked after a shot."""
        return self._discretion.of(self._retrospect.view(self.shots[number].position))

    def shot_of(self, event: int) -> int:
        """The number of the shot in which an event happened, by the event's number."""
        return next((n for n, shot in enumerate(self.shots) if shot.events and shot.events[-1].number >= event), 0)

    def shot_at(self, position: int) -> int:
        """The number of the shot that led to a position of the match, or of the one that was under way there."""
        return next((number for number, shot in enumerate(self.shots) if shot.position >= position), self.last)
