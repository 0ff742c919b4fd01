from __future__ import annotations

from msgspec.structs import replace

from app.table.model.seat_histories import Chapter, SeatHistory, asked_seats
from app.table.model.shown_seat import HotSeat, needs_curtain, wanted_seat
from dsl.match.table_messages import Changed, TakenBack
from dsl.match.view import EventView, View
from tests.app.table.views import moved, position


def history(view: View) -> SeatHistory:
    made = SeatHistory()
    made.apply(Changed((), view))
    return made


def two(asked: str) -> dict[str, SeatHistory]:
    """Red and blue at one screen, `asked` to choose."""
    decision = replace(position().decisions[0], seat=asked)
    return {seat: history(position(seat, decision)) for seat in ("red", "blue")}


def in_secret(*asked: str) -> dict[str, SeatHistory]:
    """Return views of red and blue at one screen in a simultaneous phase; `asked` have not decided yet."""
    decisions = tuple(replace(position().decisions[0], seat=seat) for seat in asked)
    return {seat: history(replace(position(seat), decisions=decisions, secretly=True)) for seat in ("red", "blue")}


def test_the_seat_that_must_choose_is_shown():
    assert wanted_seat(two("blue"), "red") == "blue"
    assert wanted_seat(two("red"), "red") == "red"


def test_the_shown_seat_stays_while_a_remote_player_chooses():
    assert wanted_seat(two("black"), "blue") == "blue"


def test_at_first_a_seat_of_this_window_is_shown():
    assert wanted_seat(two("blue"), None) == "blue"
    assert wanted_seat(two("black"), None) == "red"


def test_a_curtain_is_needed_only_between_people_with_secrets():
    histories = two("blue")
    assert needs_curtain(histories, "red", "blue")
    assert not needs_curtain(histories, "blue", "blue")
    assert not needs_curtain({"blue": histories["blue"]}, None, "blue")
    histories["blue"].apply(Changed((), replace(position("blue"), secrets=False)))
    assert not needs_curtain(histories, "red", "blue")


def test_the_newest_view_determines_who_must_choose():
    histories = two("red")
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


def test_in_turns_the_screen_shows_the_seat_that_must_choose():
    hot_seat = HotSeat()
    assert hot_seat.next_seats(two("blue"), "red") == ("blue",)
    assert hot_seat.next_seats(two("blue"), "blue") == ()
    assert not hot_seat.may_hand_over(two("blue"), "red")


def test_in_a_simultaneous_phase_any_local_player_begins_and_keeps_the_screen():
    hot_seat = HotSeat()
    assert hot_seat.next_seats(in_secret("red", "blue"), None) == ("red", "blue")
    assert hot_seat.next_seats(in_secret("red", "blue"), "red") == ()
    assert hot_seat.next_seats(in_secret("blue"), "red") == (), "red has decided and may still undo it"
    assert hot_seat.may_hand_over(in_secret("blue"), "red")
    assert not hot_seat.may_hand_over(in_secret("blue"), "blue")
    hot_seat.hand_over()
    assert hot_seat.next_seats(in_secret("blue"), "red") == ("blue",)
    assert hot_seat.next_seats(in_secret("red"), "blue") == (), "a handover counts once"
