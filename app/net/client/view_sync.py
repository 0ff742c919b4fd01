"""What a guest was told for each seat, made whole again where a part is missing. No Qt.

A table tells what is new. Whoever was away, or was too slow, lacks a part, and perhaps believes what was taken back
meanwhile. Then the whole history is asked for, page by page, and compared with what is known: the hearer is told one
going back to where both agree, if they do not, and one change with everything since.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.net.protocol.messages import History, Told
from dsl.match.messages import Changed, News, Paused, TakenBack
from dsl.match.view import DecisionView, EventView, View

# Whether a view that a table sends hangs together, so that whoever shows it need not doubt it. No Qt.


def is_valid_view(view: View, seat: str) -> bool:
    """Whether a view is that of a seat ("" for one who looks on), and offers nothing but what it lists."""
    colours = set(view.colours)
    return (
        view.seat == seat
        and view.position >= 0
        and len(colours) == len(view.colours)
        and all(each.colour in colours for each in view.seats)
        and all(each.seat in colours and _hangs_together(each) for each in view.decisions)
        and all(each.seat == seat for each in view.decisions if each.options)
    )


def _hangs_together(decision: DecisionView) -> bool:
    entries = range(len(decision.entries))
    return decision.parameter >= 0 and all(option.entry in entries for option in decision.options)


MOST_SEATS = 100
MOST_EVENTS = 100_000
MOST_TEXT = 32 * 1024 * 1024  #: letters of all that a history says


class ViewSyncError(Exception):
    """Seats or a history without end, or a view that points nowhere; who tells it cannot be believed."""


@dataclass(frozen=True, slots=True)
class MissingEvents:
    """Please ask for the history of the seat after this event."""

    after: int


Heard = tuple[News | MissingEvents, ...]


class SeatSync:
    """One seat's news in their order."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.view: View | None = None
        self._events: list[EventView] = []
        self._away = True  #: nothing was heard on this connection yet
        self._asking = False
        self._pages: list[EventView] = []
        self._text = 0
        self._held: list[Changed | TakenBack] = []

    @property
    def last(self) -> int:
        """The number of the last event that is known; -1: none."""
        return _last(self._events)

    @property
    def known(self) -> Changed | None:
        """All that is known, as one change; none before anything was told."""
        return Changed(tuple(self._events), self.view) if self.view is not None else None

    def lost(self) -> None:
        """The connection broke; what comes next may leave out anything."""
        self._away, self._asking = True, False
        self._pages, self._held, self._text = [], [], 0

    def told(self, told: Told) -> Heard:
        """Return what is to be handed on, in order, and what is to be asked. Raises HearingError."""
        news = told.news
        if isinstance(news, Paused):
            return (news,)
        if not is_valid_view(news.view, self.seat):
            raise ViewSyncError("a view that does not hang together")
        if self._asking:
            self._held.append(news)
            return self._ask_anew() if isinstance(news, TakenBack) else ()
        if self._fits(told, news):
            self._away = False
            return self._take(news)
        self._away, self._asking, self._held = False, True, [news]
        return self._ask_anew()

    def _fits(self, told: Told, news: Changed | TakenBack) -> bool:
        """Whether news follow on what is known. On a new connection nothing does: what was taken back and chosen anew
        while one was away may look the same in every number."""
        if self._away and self._events:
            return False
        return isinstance(news, TakenBack) or told.previous == self.last

    def _ask_anew(self) -> Heard:
        self._pages, self._text = [], 0
        return (MissingEvents(-1),)

    def history(self, page: History) -> Heard:
        """Take a page that was wanted. Raises HearingError."""
        if not self._asking:
            return ()
        numbers = [event.number for event in page.events]
        in_order = all(before < after for before, after in zip([_last(self._pages), *numbers], numbers, strict=False))
        self._text += sum(len(text) for event in page.events for pair in event.args for text in (*pair, event.kind))
        self._pages += page.events
        if not in_order or (page.more and not numbers):
            raise ViewSyncError("a history that is in no order")
        if len(self._pages) > MOST_EVENTS or self._text > MOST_TEXT:
            raise ViewSyncError("a history without an end")
        return (MissingEvents(_last(self._pages)),) if page.more else self._mend()

    def no_history(self) -> Heard:
        """The table tells no history: go on with what there is."""
        if not self._asking:
            return ()
        self._pages = self._events[:]
        return self._mend()

    def _mend(self) -> Heard:
        """Return what leads from what was known to the whole, and from there through what came meanwhile."""
        first, *later = self._held
        told, cut = self._pages, _first_difference(self._events, self._pages)
        self._asking, self._pages, self._held = False, [], []
        heard: list[News | MissingEvents] = []
        if cut is not None:
            heard += self._take(TakenBack("", replace(first.view, position=cut)))
        known = self.last
        heard += self._take(Changed(tuple(event for event in told if event.number > known), first.view))
        for news in later:
            heard += self._take(news)
        return tuple(heard)

    def _take(self, news: Changed | TakenBack) -> Heard:
        match news:
            case Changed(events, _):
                known = self.last
                self._events += [event for event in events if event.number > known]
                if len(self._events) > MOST_EVENTS:
                    raise ViewSyncError("a match without an end")
            case TakenBack(_, view):
                self._events = [event for event in self._events if event.position < view.position]
        self.view = news.view
        return (news,)


class ViewSync:
    """The news of every seat of a guest, by its colour; "" is that of one who looks on."""

    def __init__(self) -> None:
        self._hearings: dict[str, SeatSync] = {}

    def known(self, seat: str) -> Changed | None:
        """Return all that was told for a seat, as one change; none before anything was."""
        hearing = self._hearings.get(seat)
        return hearing.known if hearing else None

    def all_known(self) -> list[tuple[str, Changed]]:
        """Return all that was told, seat by seat."""
        return [(seat, hearing.known) for seat, hearing in self._hearings.items() if hearing.known is not None]

    def lost(self) -> None:
        """The connection broke; what comes next may leave out anything."""
        for hearing in self._hearings.values():
            hearing.lost()

    def told(self, told: Told) -> Heard:
        """Return what is to be handed on for its seat, and what is to be asked. Raises HearingError."""
        return self._of(told.seat).told(told)

    def history(self, page: History) -> Heard:
        """Take a page that was wanted for its seat. Raises HearingError."""
        return self._of(page.seat).history(page)

    def no_history(self, seat: str) -> Heard:
        """The table tells no history of this seat: go on with what there is. Raises HearingError."""
        return self._of(seat).no_history()

    def _of(self, seat: str) -> SeatSync:
        if seat not in self._hearings:
            if len(self._hearings) >= MOST_SEATS:
                raise ViewSyncError("seats without end")
            self._hearings[seat] = SeatSync(seat)
        return self._hearings[seat]


def _last(events: list[EventView]) -> int:
    return events[-1].number if events else -1


def _first_difference(known: list[EventView], whole: list[EventView]) -> int | None:
    """Return the position from which on what is known is not what happened; none if all of it is."""
    for index, event in enumerate(known):
        if index >= len(whole) or whole[index] != event:
            return event.position
    return None
