"""The seat that the window shows, and which one a shared screen shows next."""

from __future__ import annotations

from msgspec.structs import replace

from app.table.model.seat_histories import SeatHistory
from app.table.model.shown_seat import HotSeat, needs_curtain, wanted_seat
from dsl.match.table_messages import Changed
from dsl.match.view import View
from tests.app.table.views import position


def history(view: View) -> SeatHistory:
    made = SeatHistory()
    made.apply(Changed((), view))
    return made


def red_and_blue(asked: str) -> dict[str, SeatHistory]:
    """Red and blue at one screen, `asked` to choose."""
    decision = replace(position().decisions[0], seat=asked)
    return {seat: history(position(seat, decision)) for seat in ("red", "blue")}


def in_secret(*asked: str) -> dict[str, SeatHistory]:
    """Return views of red and blue at one screen in a simultaneous phase; `asked` have not decided yet."""
    decisions = tuple(replace(position().decisions[0], seat=seat) for seat in asked)
    return {seat: history(replace(position(seat), decisions=decisions, secretly=True)) for seat in ("red", "blue")}


def test_the_seat_that_must_choose_is_shown():
    assert wanted_seat(red_and_blue("blue"), "red") == "blue"
    assert wanted_seat(red_and_blue("red"), "red") == "red"


def test_the_shown_seat_stays_while_a_remote_player_chooses():
    assert wanted_seat(red_and_blue("black"), "blue") == "blue"


def test_at_first_a_seat_of_this_window_is_shown():
    assert wanted_seat(red_and_blue("blue"), None) == "blue"
    assert wanted_seat(red_and_blue("black"), None) == "red"


def test_a_curtain_is_needed_only_between_people_with_secrets():
    histories = red_and_blue("blue")
    assert needs_curtain(histories, "red", "blue")
    assert not needs_curtain(histories, "blue", "blue")
    assert not needs_curtain({"blue": histories["blue"]}, None, "blue")
    histories["blue"].apply(Changed((), replace(position("blue"), secrets=False)))
    assert not needs_curtain(histories, "red", "blue")


def test_in_turns_the_screen_shows_the_seat_that_must_choose():
    hot_seat = HotSeat()
    assert hot_seat.next_seats(red_and_blue("blue"), "red") == ("blue",)
    assert hot_seat.next_seats(red_and_blue("blue"), "blue") == ()
    assert not hot_seat.may_hand_over(red_and_blue("blue"), "red")


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
