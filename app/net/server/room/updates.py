"""Updates of a match: broadcast to each seat and to spectators, in order, or one whole view after a gap.

Spectators may be delayed by a number of turns; then they see the match as it was at that time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from app.net.protocol.messages import AskHistory, AskInformation, History, MatchCommand, SeatKnowledge, Told
from app.net.server.room.members import Member, Members
from app.net.server.room.seating import Seats
from dsl.match.match import EVERYTHING
from dsl.match.table import Table
from dsl.match.table_messages import Answer, AskStandings, AskWhy, Changed, News, Paused, Refused, TakenBack
from dsl.match.view import EventView, View

PAGE = 200  #: events in one History
UNKNOWN = -2  #: in place of the last event sent before: the client has to request the history


def page_of(request: int, seat: str, events: Sequence[EventView], after: int) -> History:
    """Return the next page of events after a number."""
    fresh = [event for event in events if event.number > after]
    return History(request, seat, tuple(fresh[:PAGE]), len(fresh) > PAGE)


def last_of(events: Sequence[EventView]) -> int:
    """Return the number of the last event, -1 without one (as in Told)."""
    return events[-1].number if events else -1


class Channel:
    """The stream of updates of one seat, of all spectators (seat ""), or of those who see everything."""

    def __init__(self, seat: str, view: View, events: Sequence[EventView]) -> None:
        self.seat = seat if seat != EVERYTHING else ""  #: as clients know it
        self.view = view  #: the last one sent
        self.last = last_of(events)  #: the number of the last event sent
        self._owed: set[str] = set()  #: members that were too slow for some update

    def whole(self) -> Told:
        """Return the whole view: for a member that is new, returns, or has missed an update."""
        return Told(self.seat, self.last, Changed((), self.view))

    def begin(self, member: Member, anew: bool = False) -> None:
        """Send a member the whole view; with `anew` its client requests the history, too: it had another stream."""
        self._owed.discard(member.id)
        member.send(replace(self.whole(), previous=UNKNOWN) if anew else self.whole())

    def send(self, news: News, receivers: Sequence[Member], last: int) -> None:
        """Send an update after which `last` is the last event."""
        told = Told(self.seat, self.last, news)
        if not isinstance(news, Paused):
            self.view, self.last = news.view, last
        for member in receivers:
            if member.connection is None or member.connection.is_congested:
                self._owed.add(member.id)
            elif member.id in self._owed:
                self.begin(member)
            else:
                member.send(told)

    def catch_up(self, receivers: Sequence[Member]) -> None:
        """Send the whole view to members that were too slow, as soon as they can receive it."""
        if not self._owed:
            return
        for member in receivers:
            if member.id in self._owed and member.connection is not None and not member.connection.is_congested:
                self.begin(member)


@dataclass(frozen=True, slots=True)
class _Delayed:
    """A delayed update, and its turn."""

    turn: int
    news: Changed | TakenBack


class SpectatorFeed:
    """The stream of updates for spectators, with its delay."""

    def __init__(self, view: View, events: Sequence[EventView], turns: int, begun: bool = True) -> None:
        """The first update is `view`: at once if the match has just `begun`, otherwise with the delay."""
        self.turns = turns
        self.events = list(events)  #: those sent
        self._channel = Channel("", view, events)
        self._open = begun or not turns  #: something was sent
        self._turn, self._over = view.turn, view.outcome is not None
        self._held = deque([] if self._open else [_Delayed(view.turn, Changed((), view))])

    @property
    def is_behind(self) -> bool:
        """Whether updates are delayed."""
        return bool(self._held)

    def begin(self, member: Member, anew: bool = False) -> None:
        """Send a new spectator the view, as far as the delay allows; `anew` if it saw everything before."""
        if self._open:
            self._channel.begin(member, anew)

    def catch_up(self, receivers: Sequence[Member]) -> None:
        """Send the whole view to members that were too slow, as soon as they can receive it."""
        self._channel.catch_up(receivers)

    def add(self, news: News, receivers: Sequence[Member]) -> None:
        """Take an update; send what is due."""
        if isinstance(news, Paused):
            self._channel.send(news, receivers, self._channel.last)
            return
        self._turn, self._over = news.view.turn, news.view.outcome is not None
        self._held.append(_Delayed(self._turn, news))
        self.release(receivers)

    def release(self, receivers: Sequence[Member]) -> None:
        """Send what is old enough; at the end of the match everything."""
        while self._held and (self._over or self._held[0].turn + self.turns <= self._turn):
            self._release(self._held.popleft().news, receivers)

    def _release(self, news: Changed | TakenBack, receivers: Sequence[Member]) -> None:
        if self._open:
            self._send(news, receivers)
            return
        self._open = True
        for member in receivers:
            self._channel.begin(member)

    def _send(self, news: Changed | TakenBack, receivers: Sequence[Member]) -> None:
        match news:
            case Changed(events, _):
                self.events += events
            case TakenBack(_, view, _):
                self.events = [event for event in self.events if event.position < view.position]
        self._channel.send(news, receivers, last_of(self.events))


class MatchRunner:
    """The match of a room: its table, and the updates for members. Every choice is in the journal before it is sent."""

    def __init__(self, table: Table, members: Members, seats: Seats, turns: int, begun: bool) -> None:
        """Spectators are delayed by `turns`; their first view is not if the match has just `begun`."""
        self.table = table
        self._members, self._seats = members, seats
        self._channels: dict[str, Channel] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._feed: SpectatorFeed | None = None
        self._turns = turns
        if turns:
            self._open_feed(begun)  # from the first turn on, so that later spectators see it

    # ---- receivers ----

    def _receivers(self, seat: str) -> Sequence[Member]:
        """Return the connected members that receive the updates of a seat; "" is the spectators."""
        if seat in ("", EVERYTHING):
            return [each for each in self._members.present if each.watching and each.sees_all == bool(seat)]
        held = self._seats.get(seat)
        holder = self._members.get(held.member) if held else None
        return [holder] if holder is not None and holder.here else []

    def subscribe(self, member: Member, seat: str, anew: bool = False) -> None:
        """Send a member the updates of one of its seats from now on, and the current view at once."""
        if seat not in self._channels:
            self._channels[seat] = Channel(seat, self.table.view(seat), self.table.match.events_of(seat))
            self._stops[seat] = self.table.subscribe(seat, lambda news: self._send(seat, news))
        self._channels[seat].begin(member, anew)
        self._send_pause(member, seat)

    def unsubscribe(self, seat: str) -> None:
        """A seat has no receiver any more: its view is no longer made."""
        if seat in self._channels and not self._receivers(seat):
            self._stops.pop(seat)()
            del self._channels[seat]

    def add_spectator(self, member: Member) -> None:
        """Send a member what it may see as a spectator."""
        if member.sees_all:
            self.subscribe(member, EVERYTHING)
            return
        self.feed.begin(member)
        self._send_pause(member, "")

    def uncover(self, member: Member) -> None:
        """A spectator sees everything from now on: `member.sees_all` is true."""
        self.subscribe(member, EVERYTHING, anew=True)

    def cover(self, member: Member) -> None:
        """A spectator no longer sees everything: `member.sees_all` is false."""
        self.unsubscribe(EVERYTHING)
        if member.watching:
            self.feed.begin(member, anew=True)
            self._send_pause(member, "")

    def set_delay(self, turns: int) -> None:
        """Change the delay of spectators, in turns."""
        self._turns = turns
        if self._feed is not None:
            self._feed.turns = turns
            self._feed.release(self._receivers(""))

    @property
    def feed(self) -> SpectatorFeed:
        """The feed of spectators; not made before there is one or a delay."""
        return self._feed or self._open_feed(False)

    def _open_feed(self, begun: bool) -> SpectatorFeed:
        self._feed = SpectatorFeed(self.table.view(""), self.table.match.events_of(""), self._turns, begun)
        self.table.subscribe("", self._send_spectators)
        return self._feed

    def _send_pause(self, member: Member, seat: str) -> None:
        paused = self.table.paused
        if paused is not None:
            channel_last = self._channels[seat].last if seat in self._channels else -1
            member.send(Told(seat if seat != EVERYTHING else "", channel_last, paused))

    def catch_up(self) -> None:
        """Send the whole view to members that were too slow."""
        for seat, channel in self._channels.items():
            channel.catch_up(self._receivers(seat))
        if self._feed is not None:
            self._feed.catch_up(self._receivers(""))

    def _send(self, seat: str, news: News) -> None:
        channel = self._channels[seat]
        channel.send(news, self._receivers(seat), self._last(seat, channel, news))

    def _last(self, seat: str, channel: Channel, news: News) -> int:
        """Return the number of the last event after an update."""
        if isinstance(news, TakenBack):
            return last_of(self.table.match.events_of(seat))
        events = () if isinstance(news, Paused) else news.events
        return events[-1].number if events else channel.last

    def _send_spectators(self, news: News) -> None:
        self.feed.add(news, self._receivers(""))

    # ---- commands ----

    def handle(self, command: MatchCommand, member: Member) -> Answer:
        """Execute a command of a member for its seat."""
        return self.table.handle(command, member.id)

    def information(self, ask: AskInformation) -> SeatKnowledge:
        """Return all that a seat may know of the position."""
        known = self.table.match.information(ask.seat)
        return SeatKnowledge(ask.request, known.information, tuple(known.options.items()))

    def explain_to_spectator(
        self, command: AskInformation | AskWhy | AskStandings, member: Member
    ) -> Answer | SeatKnowledge:
        """Answer a spectator, only about what it has seen already."""
        if self.feed.is_behind and not member.sees_all:
            return Refused(command.request, "refused.delayed")
        if isinstance(command, AskInformation):
            return self.information(command)
        return self.table.handle(command)

    def history(self, ask: AskHistory, member: Member) -> History:
        """Return a page of the events that a seat of a member may know, or the member as a spectator."""
        if not ask.seat and member.sees_all:
            return page_of(ask.request, ask.seat, self.table.match.events_of(EVERYTHING), ask.after)
        if not ask.seat:
            return page_of(ask.request, ask.seat, self.feed.events, ask.after)
        page = self.table.history(ask.seat, ask.after, PAGE)
        return History(ask.request, ask.seat, page.events, page.more)
