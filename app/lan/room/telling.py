"""What a seat has been told, and who hears it: news in their order, or one whole view for whoever was too slow.

Those who look on may be told later, when so many turns have passed; then they hear what was true at that time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from app.lan.protocol import History, Told
from app.lan.room.members import Member
from dsl.engine.messages import Changed, News, Paused, TakenBack
from dsl.engine.view import EventView, View

PAGE = 200  #: events of a history that are told at once


def page_of(request: int, seat: str, events: Sequence[EventView], after: int) -> History:
    """Return the next events after a number, as many as go at once."""
    fresh = [event for event in events if event.number > after]
    return History(request, seat, tuple(fresh[:PAGE]), len(fresh) > PAGE)


def last_of(events: Sequence[EventView]) -> int:
    """Return the number of the last event, -1 if nothing has happened."""
    return events[-1].number if events else -1


class Channel:
    """What is told to one seat: of a member, or of all who look on (seat "")."""

    def __init__(self, seat: str, view: View, events: Sequence[EventView]) -> None:
        self.seat = seat
        self.view = view  #: the last that was told
        self.last = last_of(events)  #: the number of the last event that was told
        self._owed: set[str] = set()  #: members who were too slow for some news

    def whole(self) -> Told:
        """Return all at once: for whoever comes, comes back, or has missed something."""
        return Told(self.seat, self.last, Changed((), self.view))

    def begin(self, member: Member) -> None:
        """Tell a member where things stand."""
        self._owed.discard(member.id)
        member.tell(self.whole())

    def tell(self, news: News, hearers: Sequence[Member], last: int) -> None:
        """Tell news after which `last` is the last event."""
        told = Told(self.seat, self.last, news)
        if not isinstance(news, Paused):
            self.view, self.last = news.view, last
        for member in hearers:
            if member.outlet is None or member.outlet.behind:
                self._owed.add(member.id)
            elif member.id in self._owed:
                self.begin(member)
            else:
                member.tell(told)

    def catch_up(self, hearers: Sequence[Member]) -> None:
        """Tell those who were too slow where things stand, if they can hear it now."""
        if not self._owed:
            return
        for member in hearers:
            if member.id in self._owed and member.outlet is not None and not member.outlet.behind:
                self.begin(member)


@dataclass(frozen=True, slots=True)
class _Held:
    """News that wait, and the turn that they tell of."""

    turn: int
    news: Changed | TakenBack


class Gallery:
    """What those who look on are told, and when."""

    def __init__(self, view: View, events: Sequence[EventView], turns: int, begun: bool = True) -> None:
        """The first thing told is `view`: at once if the match has just `begun`, otherwise as late as anything else."""
        self.turns = turns
        self.events = list(events)  #: that were told
        self._channel = Channel("", view, events)
        self._open = begun or not turns  #: something was told
        self._turn, self._over = view.turn, view.outcome is not None
        self._held = deque([] if self._open else [_Held(view.turn, Changed((), view))])

    @property
    def behind(self) -> bool:
        """Whether something is not told yet."""
        return bool(self._held)

    def begin(self, member: Member) -> None:
        """Tell somebody who looks on from now on where things stand, as far as it may be told."""
        if self._open:
            self._channel.begin(member)

    def catch_up(self, hearers: Sequence[Member]) -> None:
        """Tell those who were too slow where things stand, if they can hear it now."""
        self._channel.catch_up(hearers)

    def hear(self, news: News, hearers: Sequence[Member]) -> None:
        """Take news; tell what is due."""
        if isinstance(news, Paused):
            self._channel.tell(news, hearers, self._channel.last)
            return
        self._turn, self._over = news.view.turn, news.view.outcome is not None
        self._held.append(_Held(self._turn, news))
        self.release(hearers)

    def release(self, hearers: Sequence[Member]) -> None:
        """Tell what so many turns ago was new; at the end of the match everything."""
        while self._held and (self._over or self._held[0].turn + self.turns <= self._turn):
            self._release(self._held.popleft().news, hearers)

    def _release(self, news: Changed | TakenBack, hearers: Sequence[Member]) -> None:
        if self._open:
            self._tell(news, hearers)
            return
        self._open = True
        for member in hearers:
            self._channel.begin(member)

    def _tell(self, news: Changed | TakenBack, hearers: Sequence[Member]) -> None:
        match news:
            case Changed(events, _):
                self.events += events
            case TakenBack(_, view, _):
                self.events = [event for event in self.events if event.position < view.position]
        self._channel.tell(news, hearers, last_of(self.events))
