"""A match looked back on, choice by choice, with the eyes of one seat: what it saw then, and what it was told."""

from __future__ import annotations

from itertools import accumulate

from dsl.engine.match import Match
from dsl.engine.view import EventView, View


class Retrospect:
    """The positions of a match, numbered from 0 to the present one, as a seat ("" for a spectator) knew each of them.

    What happens in the match from now on is not in it. What is decided in secret is one step, for whoever decided it,
    too: a match does not keep in which order people chose who knew nothing of each other.
    """

    def __init__(self, match: Match, seat: str) -> None:
        self._match, self._seat = match.fork(), seat
        self._events = match.events_of(seat)
        #: at each position but the last, the choice that was made there
        self._choices = tuple(n for n, snapshot in enumerate(match.past) if snapshot.apart is None or n == 0)
        known = list(accumulate((match.told(event, seat) is not None for event in match.events), initial=0))
        self._ends = (*(known[match.past[choice].events] for choice in self._choices), len(self._events))

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._choices)

    def view(self, position: int) -> View:
        """Return what the seat saw at a position."""
        if position == self.last:
            return self._match.view(self._seat)
        return self._match.before(self._choices[position]).view(self._seat)

    def events(self, position: int) -> tuple[EventView, ...]:
        """Return what the seat was told of the step that led to a position; to the first one, of setting up."""
        return self._events[self._ends[position - 1] if position else 0 : self._ends[position]]
