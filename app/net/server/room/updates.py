"""What a seat has been told, and who hears it: news in their order, or one whole view for whoever was too slow.

Those who look on may be told later, when so many turns have passed; then they hear what was true at that time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.net.protocol.messages import AskHistory, History, MatchCommand, Told
from app.net.server.room.members import Member
from dsl.match.messages import Answer, AskWhy, Changed, News, Paused, Refused, TakenBack
from dsl.match.table import Table
from dsl.match.view import EventView, View

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
            if member.outlet is None or member.outlet.is_congested:
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
            if member.id in self._owed and member.outlet is not None and not member.outlet.is_congested:
                self.begin(member)


@dataclass(frozen=True, slots=True)
class _Held:
    """News that wait, and the turn that they tell of."""

    turn: int
    news: Changed | TakenBack


class UpdateBroadcaster:
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


# The match of a room: its table, and what each seat and those who look on are told of it.


Hearers = Callable[[str], Sequence[Member]]  #: by seat, those who are to be told; "" for those who look on


class MatchRunner:
    """A match that goes on. Every choice is in its journal before anybody is told."""

    def __init__(self, table: Table, hearers: Hearers, turns: int, begun: bool) -> None:
        """Those who look on see all so many turns late; what they see first, at once if the match has just `begun`."""
        self.table = table
        self._hearers = hearers
        self._channels: dict[str, Channel] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._gallery: UpdateBroadcaster | None = None
        self._turns = turns
        if turns:
            self._open_gallery(begun)  # from the first turn on, whoever comes to look

    # ---- who hears ----

    def listen(self, member: Member, seat: str) -> None:
        """Tell a member of one of its seats from now on; where things stand at once."""
        if seat not in self._channels:
            self._channels[seat] = Channel(seat, self.table.view(seat), self.table.match.events_of(seat))
            self._stops[seat] = self.table.subscribe(seat, lambda news: self._tell(seat, news))
        self._channels[seat].begin(member)
        self._pause_told(member, seat)

    def unheard(self, seat: str) -> None:
        """Nobody hears for a seat any more: its view need not be made."""
        if seat in self._channels and not self._hearers(seat):
            self._stops.pop(seat)()
            del self._channels[seat]

    def look_on(self, member: Member) -> None:
        """Tell somebody what everybody may see."""
        self.gallery.begin(member)
        self._pause_told(member, "")

    def delay(self, turns: int) -> None:
        """Those who look on see everything so many turns later."""
        self._turns = turns
        if self._gallery is not None:
            self._gallery.turns = turns
            self._gallery.release(self._hearers(""))

    @property
    def gallery(self) -> UpdateBroadcaster:
        """Those who look on; nothing is made for them as long as there are none and nothing is delayed."""
        return self._gallery or self._open_gallery(False)

    def _open_gallery(self, begun: bool) -> UpdateBroadcaster:
        self._gallery = UpdateBroadcaster(self.table.view(""), self.table.match.events_of(""), self._turns, begun)
        self.table.subscribe("", self._show)
        return self._gallery

    def _pause_told(self, member: Member, seat: str) -> None:
        paused = self.table.paused
        if paused is not None:
            channel_last = self._channels[seat].last if seat in self._channels else -1
            member.tell(Told(seat, channel_last, paused))

    def catch_up(self) -> None:
        """Tell those who were too slow where things stand."""
        for seat, channel in self._channels.items():
            channel.catch_up(self._hearers(seat))
        if self._gallery is not None:
            self._gallery.catch_up(self._hearers(""))

    def _tell(self, seat: str, news: News) -> None:
        channel = self._channels[seat]
        channel.tell(news, self._hearers(seat), self._last(channel, news))

    def _last(self, channel: Channel, news: News) -> int:
        """Return the number of the last event after news."""
        if isinstance(news, TakenBack):
            return last_of(self.table.match.events_of(channel.seat))
        events = () if isinstance(news, Paused) else news.events
        return events[-1].number if events else channel.last

    def _show(self, news: News) -> None:
        self.gallery.hear(news, self._hearers(""))

    # ---- what is asked ----

    def handle(self, command: MatchCommand, member: Member) -> Answer:
        """Carry a command for a seat out that its member holds."""
        return self.table.handle(command, member.id)

    def looked_on(self, command: AskWhy) -> Answer:
        """Answer somebody who looks on: only about what has been told already."""
        if self.gallery.behind:
            return Refused(command.request, "refused.delayed")
        return self.table.handle(command)

    def history(self, ask: AskHistory) -> History:
        """Return a page of what has happened, as a seat may know it."""
        if not ask.seat:
            return page_of(ask.request, ask.seat, self.gallery.events, ask.after)
        page = self.table.history(ask.seat, ask.after, PAGE)
        return History(ask.request, ask.seat, page.events, page.more)
