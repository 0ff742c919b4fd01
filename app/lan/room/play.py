"""The match of a room: its table, and what each seat and those who look on are told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.lan.protocol import AskHistory, History, MatchCommand, Told
from app.lan.room.members import Member
from app.lan.room.telling import PAGE, Channel, Gallery, last_of, page_of
from dsl.engine.messages import Answer, AskWhy, News, Paused, Refused, TakenBack
from dsl.engine.table import Table

Hearers = Callable[[str], Sequence[Member]]  #: by seat, those who are to be told; "" for those who look on


class Play:
    """A match that goes on. Every choice is in its journal before anybody is told."""

    def __init__(self, table: Table, hearers: Hearers, turns: int, begun: bool) -> None:
        """Those who look on see all so many turns late; what they see first, at once if the match has just `begun`."""
        self.table = table
        self._hearers = hearers
        self._channels: dict[str, Channel] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._gallery: Gallery | None = None
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
    def gallery(self) -> Gallery:
        """Those who look on; nothing is made for them as long as there are none and nothing is delayed."""
        return self._gallery or self._open_gallery(False)

    def _open_gallery(self, begun: bool) -> Gallery:
        self._gallery = Gallery(self.table.view(""), self.table.match.events_of(""), self._turns, begun)
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
