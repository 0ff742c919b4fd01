"""View sync: the updates of each seat, in order and without gaps. No Qt.

A table sends what is new. A client that was disconnected or too slow lacks a part, and may still show choices that were
taken back meanwhile. Then it requests the whole history, page by page, and compares it with what it knows. The receiver
gets one TakenBack to the last common event, if they differ, and one Changed with everything since.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from app.net.protocol.messages import History, Told
from dsl.match.table_messages import Changed, News, Paused, TakenBack
from dsl.match.view import DecisionView, EventView, View


def is_valid_view(view: View, seat: str) -> bool:
    """Validate a view of a seat ("" for a spectator): its decisions, options and seats refer to what it lists."""
    colours = set(view.colours)
    return (
        view.seat == seat
        and view.position >= 0
        and len(colours) == len(view.colours)
        and all(each.colour in colours for each in view.seats)
        and all(each.seat in colours and _is_valid_decision(each) for each in view.decisions)
        and all(each.seat == seat for each in view.decisions if each.options)
    )


def _is_valid_decision(decision: DecisionView) -> bool:
    entries = range(len(decision.entries))
    return decision.parameter >= 0 and all(option.entry in entries for option in decision.options)


MOST_SEATS = 100
MOST_EVENTS = 100_000
MOST_TEXT = 32 * 1024 * 1024  #: characters of a whole history


class ViewSyncError(Exception):
    """Endless seats or history, or an invalid view: the table is broken or hostile."""


@dataclass(frozen=True, slots=True)
class MissingEvents:
    """Request: the history of the seat after this event is needed; -1 for all of it."""

    after: int


SyncedUpdates = tuple[News | MissingEvents, ...]  #: what to forward, in order, and what to request


class SeatSync:
    """The updates of one seat."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.view: View | None = None
        self._events: list[EventView] = []
        self._stale = True  #: nothing was received on this connection yet
        self.outdated = False  #: the view is one of former rules
        self._requested = False
        self._pages: list[EventView] = []
        self._text = 0
        self._pending: list[Changed | TakenBack] = []

    @property
    def last(self) -> int:
        """The number of the last known event; -1 without one, as in Told."""
        return _last(self._events)

    @property
    def snapshot(self) -> Changed | None:
        """Everything known, as one change; none before the first update."""
        shown = self.view is not None and not self.outdated
        return Changed(tuple(self._events), self.view) if shown and self.view is not None else None

    def on_disconnected(self) -> None:
        """The connection broke: the next update may follow any gap."""
        self._stale, self._requested = True, False
        self._pages, self._pending, self._text = [], [], 0

    def receive(self, told: Told) -> SyncedUpdates:
        """Take an update. Raises ViewSyncError."""
        news = told.news
        if isinstance(news, Paused):
            return (news,)
        if not is_valid_view(news.view, self.seat):
            raise ViewSyncError("an invalid view")
        if self._requested:
            self._pending.append(news)
            return self._request_history() if isinstance(news, TakenBack) else ()
        if self._fits(told, news):
            self._stale = False
            return self._take(news)
        self._stale, self._requested, self._pending = False, True, [news]
        return self._request_history()

    def _fits(self, told: Told, news: Changed | TakenBack) -> bool:
        """Whether an update follows what is known. On a new connection none does: a choice that was taken back and
        made again meanwhile may have the same numbers."""
        if self._stale and self._events:
            return False
        return isinstance(news, TakenBack) or told.previous == self.last

    def _request_history(self) -> SyncedUpdates:
        self._pages, self._text = [], 0
        return (MissingEvents(-1),)

    def add_history(self, page: History) -> SyncedUpdates:
        """Take a page of the requested history. Raises ViewSyncError."""
        if not self._requested:
            return ()
        numbers = [event.number for event in page.events]
        in_order = all(before < after for before, after in zip([_last(self._pages), *numbers], numbers, strict=False))
        self._text += sum(len(text) for event in page.events for pair in event.args for text in (*pair, event.kind))
        self._pages += page.events
        if not in_order or (page.more and not numbers):
            raise ViewSyncError("a history out of order")
        if len(self._pages) > MOST_EVENTS or self._text > MOST_TEXT:
            raise ViewSyncError("an endless history")
        if page.more:
            return (MissingEvents(_last(self._pages)),)
        undone = [number for number, news in enumerate(self._pending) if isinstance(news, TakenBack)]
        self._pending = self._pending[undone[-1] if undone else 0 :]  # the history was requested again after an undo
        return self._mend()

    def without_history(self) -> SyncedUpdates:
        """The table refuses the history: continue with what is known."""
        if not self._requested:
            return ()
        self._pages = self._events[:]
        return self._mend()

    def _mend(self) -> SyncedUpdates:
        """Return the updates from what was known to the whole history, and then those that came meanwhile; each event
        once."""
        first, *later = self._pending
        told, cut = self._pages, _first_difference(self._events, self._pages)
        self._requested, self._pages, self._pending = False, [], []
        updates: list[News | MissingEvents] = []
        if cut is not None:
            updates += self._take(TakenBack("", replace(first.view, position=cut)))
        known = self.last
        updates += self._take(Changed(tuple(event for event in told if event.number > known), first.view))
        for news in later:
            updates += self._take(news)
        return tuple(updates)

    def _take(self, news: Changed | TakenBack) -> SyncedUpdates:
        match news:
            case Changed(events, _):
                known = self.last  # a history may include events of the updates that came meanwhile
                news = replace(news, events=tuple(event for event in events if event.number > known))
                self._events += news.events
                if len(self._events) > MOST_EVENTS:
                    raise ViewSyncError("an endless match")
            case TakenBack(_, view):
                self._events = [event for event in self._events if event.position < view.position]
        self.view, self.outdated = news.view, False
        return (news,)


class ViewSync:
    """The updates of every seat of a client, by colour; "" is a spectator's."""

    def __init__(self) -> None:
        self._seats: dict[str, SeatSync] = {}

    def snapshot(self, seat: str) -> Changed | None:
        """Return everything known of a seat, as one change; none before the first update."""
        sync = self._seats.get(seat)
        return sync.snapshot if sync else None

    def all_snapshots(self) -> list[tuple[str, Changed]]:
        """Return everything known, seat by seat."""
        return [(seat, sync.snapshot) for seat, sync in self._seats.items() if sync.snapshot is not None]

    def on_disconnected(self) -> None:
        """The connection broke: the next updates may follow any gap."""
        for sync in self._seats.values():
            sync.on_disconnected()

    def outdate(self, but: str | None) -> None:
        """The match goes on under other rules: views from before are no longer shown, except that of the seat `but`."""
        for sync in self._seats.values():
            sync.outdated = sync.seat != but

    def receive(self, told: Told) -> SyncedUpdates:
        """Take an update of any seat. Raises ViewSyncError."""
        return self._sync_of(told.seat).receive(told)

    def add_history(self, page: History) -> SyncedUpdates:
        """Take a page of a requested history. Raises ViewSyncError."""
        return self._sync_of(page.seat).add_history(page)

    def without_history(self, seat: str) -> SyncedUpdates:
        """The table refuses the history of this seat: continue with what is known. Raises ViewSyncError."""
        return self._sync_of(seat).without_history()

    def _sync_of(self, seat: str) -> SeatSync:
        if seat not in self._seats:
            if len(self._seats) >= MOST_SEATS:
                raise ViewSyncError("endless seats")
            self._seats[seat] = SeatSync(seat)
        return self._seats[seat]


def _last(events: list[EventView]) -> int:
    return events[-1].number if events else -1


def _first_difference(known: list[EventView], whole: list[EventView]) -> int | None:
    """Return the position of the first known event that is not in the history; none if all are."""
    for index, event in enumerate(known):
        if index >= len(whole) or whole[index] != event:
            return event.position
    return None
