"""Histories of the seats: the log, the last choice, the chapter."""

from __future__ import annotations

from msgspec.structs import replace

from app.table.model.highlights import with_past
from app.table.model.seat_histories import Chapter, SeatHistory, asked_seats
from app.table.model.things import Marks
from dsl.match.table_messages import Changed, TakenBack
from dsl.match.view import EventView, View
from tests.app.table.views import moved, position


def history(view: View) -> SeatHistory:
    made = SeatHistory()
    made.apply(Changed((), view))
    return made


def red_and_blue(asked: str) -> dict[str, SeatHistory]:
    """Red and blue at one screen, `asked` to choose."""
    decision = replace(position().decisions[0], seat=asked)
    return {seat: history(position(seat, decision)) for seat in ("red", "blue")}


def test_the_newest_view_determines_who_must_choose():
    histories = red_and_blue("red")
    decision = replace(position().decisions[0], seat="blue")
    histories["blue"].apply(Changed((), position("blue", decision, number=8)))
    assert asked_seats(histories) == ("blue",)


def test_events_before_joining_are_no_last_choice():
    notes = SeatHistory()
    notes.apply(Changed(moved(), position()))
    assert notes.events == list(moved())
    assert notes.fresh == ()
    notes.apply(Changed(moved(9), position(number=8)))
    assert [event.number for event in notes.events] == [3, 4, 5, 9, 10, 11]
    assert notes.fresh == moved(9)


def test_the_last_choice_before_the_match_was_opened_is_marked_until_the_next_one():
    notes = SeatHistory()
    older = tuple(replace(event, position=4) for event in moved())
    notes.apply(Changed((*older, *moved(9)), position()))
    assert notes.before == moved(9)[1:]  # its first event opens the turn, before the choice
    assert with_past(Marks(), notes, frozenset(), position()).last == {"2,0", "1,0"}
    notes.apply(Changed(moved(12), position(number=8)))
    assert notes.before == ()


def test_the_set_up_is_no_last_choice():
    notes = SeatHistory()
    notes.apply(Changed(tuple(replace(event, position=-1) for event in moved()), position()))
    assert notes.before == ()


def test_events_of_an_undone_choice_leave_the_log():
    notes = SeatHistory()
    notes.apply(Changed(moved(), position()))
    notes.apply(TakenBack("red", position(number=6)))
    assert [event.kind for event in notes.events] == ["turn"]


def told(kind: str, phase: str, number: int) -> EventView:
    return EventView(number, kind, (), (phase,), number)


def test_a_chapter_is_new_until_every_player_had_a_turn_in_it():
    history = SeatHistory(position())
    history.events += [told("lay", "setup", 0), told("turn", "phase first", 1)]
    assert history.chapter() == Chapter("phase first", new=False)
    history.events += [told("turn", "phase second", 2)]
    assert history.chapter() == Chapter("phase second", new=True)
    history.events += [told("turn", "phase second", number) for number in (3, 4, 5)]
    assert history.chapter() == Chapter("phase second", new=False)


def test_the_chapter_goes_back_with_choices_that_are_taken_back():
    history = SeatHistory(position())
    history.events += [told("lay", "setup", 0), told("turn", "phase first", 1), told("turn", "phase second", 2)]
    assert history.chapter() == Chapter("phase second", new=True)
    history.apply(TakenBack("red", position(number=2)))
    assert history.chapter() == Chapter("phase first", new=False)
    history.events += [told("turn", "phase third", 2)]  # as many events as before, but another one
    assert history.chapter() == Chapter("phase third", new=True)


class ReadOnce(list[EventView]):
    """Events that count how many of them were read one after another."""

    read = 0

    def __iter__(self):  # type: ignore[no-untyped-def]
        self.read += len(self)
        return super().__iter__()

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        found = super().__getitem__(at)
        self.read += len(found) if isinstance(at, slice) else 0
        return found


def test_the_chapter_is_found_from_the_events_that_are_new():
    """A long match has thousands of events, and every choice asks for the chapter."""
    history = SeatHistory(position())
    history.events = events = ReadOnce(told("turn", "phase first", number) for number in range(500))
    assert history.chapter() == Chapter("phase first", new=False)
    assert events.read == 500
    events.append(told("turn", "phase second", 500))
    assert history.chapter() == Chapter("phase second", new=True)
    assert events.read == 501
