"""Subjects of "What is this?": their names in the rules, their options, and how a choice would write them."""

from __future__ import annotations

from app.table.model.selection import Selection
from app.table.model.subjects import (
    CardSubject,
    EntrySubject,
    PlayerSubject,
    ValueSubject,
    names_of,
    notations_of,
    options_of,
)
from app.table.model.things import Spot, Thing
from dsl.match.view import PieceView
from tests.app.table.decisions import deeds
from tests.app.table.views import position

HERD = Thing("counter", "herd", "red", "fresh")


def test_the_most_particular_name_comes_first() -> None:
    view, selection = position(), Selection(deeds())
    assert names_of(Spot("2,0", HERD), view, selection) == ("fresh", "herd")
    assert names_of(Spot("2,0"), view, selection)[:3] == ("2,0", "steppe", "tile")
    assert {"fresh", "herd"} <= set(names_of(Spot("2,0"), view, selection))
    assert names_of(Spot("4,0"), view, selection)[-1] == "world"
    assert names_of(CardSubject("hand", "Your hand", PieceView("card", "wood")), view, selection) == (
        "wood", "card", "hand",
    )  # fmt: skip
    assert names_of(CardSubject("pile", "Pile", PieceView("card", "")), view, selection) == ("card", "pile")
    assert "score" in names_of(PlayerSubject("red"), view, selection)
    assert names_of(ValueSubject("cost of wood", "Cost: 3"), view, selection) == ("cost",)
    assert names_of(EntrySubject(0), view, selection) == ("drift",)
    assert names_of(EntrySubject(99), view, selection) == ()


def test_options_are_those_that_the_thing_takes_part_in_whatever_is_armed() -> None:
    selection = Selection(deeds())
    entries = {option.entry for option in selection.every_option}
    for entry in entries:
        found = options_of(EntrySubject(entry), selection.arm(next(each for each in entries if each != entry)))
        assert found
        assert {option.entry for option in found} == {entry}
    for option in (each for each in selection.every_option if each.value.place):
        assert option in options_of(Spot(option.value.place), selection)
    assert options_of(CardSubject("hand", "", None), selection) == ()


def test_a_place_is_asked_about_with_what_stands_on_it() -> None:
    view = position()
    assert notations_of(Spot("2,0", HERD), view, True) == ("red 2,0 fresh", "2,0")
    asked = notations_of(Spot("2,0"), view, True)
    assert asked[0] == "2,0"
    assert "blue 2,0 fresh" in asked
    assert notations_of(Spot("4,0"), view, True) == ("4,0",)
    assert notations_of(ValueSubject("score", ""), view, True) == ()
