"""Rows of seats on the set-up page: numbers of players, and partners."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.appearance.look import Look, game_look_or_plain
from app.base.i18n import Translations, names_of
from app.base.paths import official_rulesets
from app.screens.seat_rows import SeatRows, Swatch
from app.session.local_matches import read_form, read_game
from app.session.match_config import PLAYERS, GameForm, SeatConfig, default_seats, form_of
from dsl.bots.levels import levels_of


@pytest.fixture(scope="module")
def form() -> GameForm:
    return read_form(read_game(official_rulesets() / "dinosaures"), "en")


@pytest.fixture
def rows(qtbot, form: GameForm) -> SeatRows:
    found = SeatRows(Translations("en"))
    qtbot.addWidget(found)
    found.set_seats(form, Look(), default_seats(2))
    return found


def partners(rows: SeatRows) -> list[str]:
    return [row.partners.text() for row in rows._rows[: rows.players]]


def test_only_supported_numbers_of_players_are_offered(rows: SeatRows):
    assert [rows.number.itemText(index) for index in range(rows.number.count())] == ["2", "4"]


def test_each_seat_shows_its_partners(rows: SeatRows):
    assert partners(rows) == ["", ""]
    rows.number.setCurrentIndex(1)
    assert (rows.players, len(rows.seats)) == (4, 4)
    assert partners(rows) == ["with South-East", "with North-East", "with South", "with North"]


def test_the_last_setup_sets_the_number_of_players(rows: SeatRows, form: GameForm):
    rows.set_seats(form, Look(), default_seats(4))
    assert rows.players == 4
    rows.set_seats(form, Look(), default_seats(3))
    assert rows.players == 2


def test_the_users_seat_is_marked(rows: SeatRows):
    def marked() -> list[int]:
        return [number for number, row in enumerate(rows._rows) if not row.you.isHidden()]

    assert marked() == [0]
    assert rows._rows[0].player.accessibleName().endswith(", you")
    rows._rows[1].player.setCurrentIndex(0)
    assert marked() == [0]  # the first of two people
    rows.user = "Ann"
    rows._rows[1].name.setText("Ann")
    assert marked() == [1]
    rows._rows[1].player.setCurrentIndex(1)
    rows._rows[0].player.setCurrentIndex(1)
    assert marked() == []  # computers only


def test_computers_get_different_names_of_their_level_and_a_character(rows: SeatRows, form: GameForm):
    texts = Translations("en")
    computer = form.player_kinds.index("bot:strong")
    rows.set_seats(form, Look(), default_seats(4))
    assert rows.seats[0].name == ""  # a person
    names = [seat.name for seat in rows.seats[1:]]
    assert len(set(names)) == 3
    assert set(names) <= set(names_of("bot:steady", texts))
    row = rows._rows[1]
    assert row.character.text().startswith(f"{names[0]} plays solidly")
    row.player.setCurrentIndex(computer)
    assert rows.seats[1].name in names_of("bot:strong", texts)
    row.name.setText("Deep Thought")
    row.player.setCurrentIndex(form.player_kinds.index("bot:gentle"))
    assert rows.seats[1].name == "Deep Thought"  # the user's choice
    row.name.setText(names[0])
    row.player.setCurrentIndex(0)
    assert (rows.seats[1].name, row.character.isHidden()) == ("", True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_there_are_names_for_a_full_table_of_every_level(language: str):
    given = [names_of(player, Translations(language)) for player in PLAYERS[1:]]
    assert names_of("human", Translations(language)) == ()
    for names in given:
        assert len(set(names)) == len(names) >= 6
        assert all(name.isalpha() for name in names)


def test_only_bot_levels_of_the_game_are_offered(rows: SeatRows, form: GameForm):
    rows.set_seats(
        replace(form, player_kinds=("human", "bot:random", "bot:gentle", "bot:keen")), Look(), default_seats(2)
    )
    row = rows._rows[1]
    texts = Translations("en")
    said = [texts(f"setup.{each}") for each in ("human", "bot.random", "bot.gentle", "bot.keen")]
    assert [row.player.itemText(index) for index in range(row.player.count())] == said
    assert rows.seats[1].player == "bot:gentle"  # `usual_seats` wants steady: the next weaker one sits down
    row.player.setCurrentIndex(3)
    assert rows.seats[1].player == "bot:keen"


def test_the_form_of_a_game_has_its_bot_levels(form: GameForm):
    offered = levels_of(read_game(official_rulesets() / "dinosaures").about)
    assert form.player_kinds == ("human", "bot:random", *(f"bot:{level}" for level in offered))
    fewer = form_of(read_game(official_rulesets() / "dinosaures").rules, (), lambda _, word: word, ("gentle", "strong"))
    assert fewer.player_kinds == ("human", "bot:random", "bot:gentle", "bot:strong")


def test_players_are_shuffled_among_the_seats(rows: SeatRows, form: GameForm) -> None:
    rows.set_seats(form, Look(), default_seats(4))
    rows._rows[0].name.setText("Ann")
    before = rows.seats
    seen = {rows.seats}
    for _ in range(12):
        rows.shuffle.click()
        seen.add(rows.seats)
        assert sorted(rows.seats, key=str) == sorted(before, key=str)  # the same players with their names
    assert len(seen) > 1


def test_a_person_on_the_network_is_offered_where_a_table_can_be_opened(qtbot, rows: SeatRows, form: GameForm):
    count = len(form.player_kinds)
    assert rows._rows[0].player.count() == count
    networked = SeatRows(Translations("en"), networked=True)
    qtbot.addWidget(networked)
    networked.set_seats(form, Look(), (SeatConfig("human", "Ann"), SeatConfig("human", remote=True)))
    assert [seat.remote for seat in networked.seats] == [False, True]
    assert networked._rows[1].player.currentText() == "Player on the network"
    networked._rows[1].player.setCurrentIndex(0)
    assert [seat.remote for seat in networked.seats] == [False, False]
    networked._rows[0].player.setCurrentIndex(count)
    assert networked.seats[0] == SeatConfig("human", remote=True), "without the name of the person who sat there"
    assert not networked._rows[1].you.isHidden(), "the user is at this screen"
    networked._shuffle()
    assert sum(seat.remote for seat in networked.seats) == 1


def test_a_seat_shows_the_figure_of_its_player_or_a_dot(qtbot):
    def colours(look: Look) -> set[int]:
        swatch = Swatch(look, "south")
        qtbot.addWidget(swatch)
        image = swatch.grab().toImage()
        return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}

    figure, dot = (len(colours(look)) for look in (game_look_or_plain(official_rulesets() / "dinosaures"), Look()))
    assert figure > 3 * dot
    assert dot > 1
