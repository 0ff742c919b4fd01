"""The player's profile: its part of the preferences, and its use on the set-up page and at the table."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.base.i18n import Translations
from app.screens.preferences import PreferencesPage
from app.session.match_config import SeatConfig, with_name
from app.shell.window import MainWindow
from app.storage.settings import Settings
from tests.app.appearance.test_portraits import picture
from tests.app.shell.test_window import choose_game, start_match


def test_the_preferences_change_the_profile(qtbot: QtBot) -> None:
    page = PreferencesPage(Translations("en"), "en")
    qtbot.addWidget(page)
    changes: list[Settings] = []
    page.changed.connect(changes.append)
    page.set_settings(Settings(player="Ann", colour="blue", portrait="rings"))
    assert changes == []
    form = page.profile
    form.name.setText(" Bea ")
    form.name.editingFinished.emit()
    form.colour.setCurrentIndex(form.colour.findData("green"))
    form.portraits["star"].click()
    assert [(each.player, each.colour, each.portrait) for each in changes] == [
        ("Bea", "blue", "rings"),
        ("Bea", "green", "rings"),
        ("Bea", "green", "star"),
    ]
    assert form.portraits["own"].isHidden()  # there is no picture


def test_the_first_person_without_a_name_gets_the_users() -> None:
    bot, nobody, guest = SeatConfig("bot:keen"), SeatConfig("human"), SeatConfig("human", "Guest")
    assert with_name((bot, nobody, nobody), "Ann") == (bot, SeatConfig("human", "Ann"), nobody)
    assert with_name((nobody, guest), "Ann") == (nobody, guest)
    assert with_name((bot,), "Ann") == (bot,)


def test_the_preferred_colour_is_found_by_name_or_by_likeness() -> None:
    look = Look().for_players(("red", "teal", "black"))
    assert look.nearest_player("red", ("black", "red")) == "red"
    assert look.nearest_player("grey", ("red", "black")) is None
    assert look.nearest_player("", ("red",)) is None
    assert look.nearest_player("blue", ()) is None
    assert look.nearest_player("violet", ("purple", "white")) == "purple"


def test_name_colour_and_picture_are_used_in_the_next_match(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    form = window.preferences.profile
    form.name.setText("Ann")
    form.name.editingFinished.emit()
    form.colour.setCurrentIndex(form.colour.findData("blue"))
    (tmp_path / "notes.png").write_text("no picture")
    window.import_portrait(tmp_path / "notes.png")
    assert not form._problem.isHidden()
    window.import_portrait(picture(tmp_path / "me.png"))
    assert form._problem.isHidden()
    assert form.portraits["own"].isChecked()
    choose_game(qtbot, window)
    seats = window.setup.seats.seats
    own = next(number for number, seat in enumerate(seats) if seat.player == "human")
    assert (own, seats[own].name) == (1, "Ann")
    start_match(qtbot, window)
    page = window.session.table_page if window.session is not None else None
    assert page is not None
    (colour,) = page.context.portraits
    assert page.context.player(colour) == "Ann"
    assert page.context.portraits[colour].picture == window.settings.picture
    setup = next(iter(window.settings.current.setups.values()))
    assert setup.seats[own] == ("human", "")  # the name may change until the next match
