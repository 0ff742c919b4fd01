"""View sync: after any lost updates, the client has the events and views of the table."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.net.client.view_sync import MissingEvents, SeatSync, ViewSyncError
from app.net.protocol.messages import History, Told
from app.table.model.seat_histories import SeatHistory
from dsl.match.table_messages import Changed, Paused, TakenBack
from dsl.match.view import EventView, View


def view_at(position: int) -> View:
    return View("pond", "red", position, (), 0, "", "", (), (), (), (), (), (), None, False, False, "")


def event(number: int, position: int, text: str = "") -> EventView:
    return EventView(number, "note", (("text", text),), (), position)


@dataclass
class Play:
    """A table that updates one seat, and the view sync of its client, with pages of three events."""

    events: list[EventView] = field(default_factory=list)
    position: int = 0
    said: int = -1
    chance: int = 0
    sync: SeatSync = field(default_factory=lambda: SeatSync("red"))
    book: SeatHistory = field(default_factory=SeatHistory)
    way: list[Told | History] = field(default_factory=list)  #: messages in transit
    connected: bool = False

    @property
    def view(self) -> View:
        return view_at(self.position)

    @property
    def last(self) -> int:
        return self.events[-1].number if self.events else -1

    def choose(self, count: int) -> None:
        self.chance += 1
        fresh = [event(self.last + 1 + n, self.position, str(self.chance)) for n in range(count)]
        before = self.last
        self.events += fresh
        self.position += 1
        if self.connected:
            self.way.append(Told("red", before, Changed(tuple(fresh), self.view)))

    def take_back(self, position: int) -> None:
        before = self.last
        self.position = min(position, self.position)
        self.events = [each for each in self.events if each.position < self.position]
        if self.connected:
            self.way.append(Told("red", before, TakenBack("red", self.view)))

    def connect(self) -> None:
        self.sync.on_disconnected()
        self.way = [Told("red", self.last, Changed((), self.view))]
        self.connected = True

    def leave_out(self) -> None:
        """The client is slow: pending updates are replaced by one view."""
        if self.connected:
            self.way = [each for each in self.way if isinstance(each, History)]
            self.way.append(Told("red", self.last, Changed((), self.view)))

    def hear(self) -> None:
        if not self.way:
            return
        message = self.way.pop(0)
        heard = self.sync.add_history(message) if isinstance(message, History) else self.sync.receive(message)
        for each in heard:
            if isinstance(each, MissingEvents):
                after = [found for found in self.events if found.number > each.after]
                self.way = [told for told in self.way if isinstance(told, Told)]  # an older request is dropped
                self.way.append(History(0, "red", tuple(after[:3]), len(after) > 3))
            elif not isinstance(each, Paused):
                self._apply(each)

    def _apply(self, news: Changed | TakenBack) -> None:
        known = {each.number for each in self.book.events}
        received = [each.number for each in news.events] if isinstance(news, Changed) else []
        assert known.isdisjoint(received), "an event is received twice"
        self.book.apply(news)

    def settle(self) -> None:
        while self.way:
            self.hear()


STEPS = some.one_of(
    some.tuples(some.just("choose"), some.integers(0, 4)),
    some.tuples(some.just("take_back"), some.integers(0, 12)),
    some.tuples(some.just("connect"), some.just(0)),
    some.tuples(some.just("drop"), some.just(0)),
    some.tuples(some.just("hear"), some.just(0)),
)


@settings(max_examples=300)
@given(some.lists(STEPS, max_size=40))
def test_after_any_losses_the_client_has_the_state_of_the_table(steps: list[tuple[str, int]]) -> None:
    play = Play()
    play.connect()
    for step, number in steps:
        match step:
            case "choose":
                play.choose(number)
            case "take_back":
                play.take_back(number)
            case "connect":
                play.connect()
            case "drop":
                play.connected, play.way = False, []
            case _:
                play.hear()
    play.connect()
    play.settle()
    assert play.book.view == play.view
    assert play.book.events == play.events


def test_a_slow_client_gets_the_missing_events() -> None:
    play = Play()
    play.connect()
    for _ in range(5):
        play.choose(2)
    play.leave_out()
    play.choose(1)
    play.settle()
    assert play.book.events == play.events
    assert play.book.view == play.view


def test_after_a_reconnection_the_whole_state_is_compared() -> None:
    """A choice that was undone and replaced may have the same number of events and a similar view."""
    play = Play()
    play.connect()
    play.choose(2)
    play.settle()
    play.connected = False
    play.take_back(0)
    play.choose(2)
    play.connect()
    play.settle()
    assert play.book.events == play.events


def test_nothing_is_requested_if_nothing_has_changed() -> None:
    play = Play()
    play.connect()
    play.settle()
    play.connect()
    assert isinstance(play.way[0], Told)
    assert play.sync.receive(play.way[0]) == (Changed((), play.view),)


def test_a_pause_is_forwarded() -> None:
    assert SeatSync("red").receive(Told("red", 5, Paused("refused.paused"))) == (Paused("refused.paused"),)


def test_without_a_history_the_view_is_still_shown() -> None:
    sync = SeatSync("red")
    assert sync.receive(Told("red", 5, Changed((), view_at(9)))) == (MissingEvents(-1),)
    assert sync.without_history() == (Changed((), view_at(9)),)


@pytest.mark.parametrize("page", [(3, 3), (3, 2), (0, -1)])
def test_an_unordered_history_is_refused(page: tuple[int, ...]) -> None:
    sync = SeatSync("red")
    sync.receive(Told("red", 5, Changed((), view_at(9))))
    with pytest.raises(ViewSyncError):
        sync.add_history(History(1, "red", tuple(event(number, 0) for number in page), False))


def test_the_length_of_a_history_is_limited() -> None:
    sync = SeatSync("red")
    sync.receive(Told("red", 5, Changed((), view_at(9))))
    with pytest.raises(ViewSyncError):
        sync.add_history(History(1, "red", (), True))
    pages = [History(1, "red", (event(number, 0, "x" * 1024 * 1024),), True) for number in range(40)]
    with pytest.raises(ViewSyncError):
        [sync.add_history(page) for page in pages]
