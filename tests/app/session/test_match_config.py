"""The set-up form of a game, from checked rules."""

from __future__ import annotations

import pytest

from app.base.paths import official_rulesets
from app.session.local_matches import read_form, read_game
from app.session.match_config import (
    ChoiceField,
    GameForm,
    NumberField,
    OptionField,
    SeatConfig,
    SwitchField,
    default_seats,
    with_name,
)


@pytest.fixture(scope="module", params=["en", "fr"])
def form(request: pytest.FixtureRequest) -> GameForm:
    return read_form(read_game(official_rulesets() / "trias"), request.param)


def test_every_option_has_a_default_that_it_accepts_for_every_number_of_players(form: GameForm):
    least, most = form.players
    for option in form.options:
        for players in range(least, most + 1):
            assert option.accepts(option.default(players)), option.name


def test_every_option_has_a_text(form: GameForm):
    assert [option.name for option in form.options if not option.text or option.text == option.name] == []


def test_the_form_is_in_the_requested_language():
    pack = read_game(official_rulesets() / "trias")
    english, french = read_form(pack, "en"), read_form(pack, "fr")
    assert [one.name for one in english.options] == [one.name for one in french.options]
    assert english.options[0].text != french.options[0].text
    assert english.colours[0] != french.colours[0]
    assert english.house[0].key == french.house[0].key
    assert english.house[0].title != french.house[0].title


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [(NumberField(2, 4), (2, 4), (1, 5)), (SwitchField(), (0, 1), (2, -1)), (ChoiceField(("a", "b")), (0, 1), (2, -1))],
)
def test_a_field_accepts_the_values_that_it_offers(field, good, bad):
    option = OptionField("x", "X", field, {2: good[0]})
    assert all(option.accepts(value) for value in good)
    assert not any(option.accepts(value) for value in bad)


def test_by_default_one_person_plays_against_bots():
    assert default_seats(3) == (SeatConfig("human"), SeatConfig("bot:steady"), SeatConfig("bot:steady"))


def test_the_form_has_the_partners_of_each_seat():
    form = read_form(read_game(official_rulesets() / "dinosaures"), "en")
    assert form.numbers == (2, 4)
    assert [form.partners(seat, 2) for seat in (0, 1)] == [(), ()]
    assert [form.partners(seat, 4) for seat in range(4)] == [(2,), (3,), (0,), (1,)]


def test_the_users_name_is_given_to_the_first_person_at_this_screen():
    elsewhere, here, bot = SeatConfig("human", remote=True), SeatConfig("human"), SeatConfig("bot:steady")
    assert with_name((elsewhere, bot, here, here), "Ann") == (elsewhere, bot, SeatConfig("human", "Ann"), here)
    named = (here, SeatConfig("human", "Bea"))
    assert with_name(named, "Ann") == named
    assert with_name((elsewhere, bot), "Ann") == (elsewhere, bot)
