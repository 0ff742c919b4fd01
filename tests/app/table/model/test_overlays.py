"""Overlays: who leads, what is threatened, where a thing gets to, and hints."""

from __future__ import annotations

from app.table.model.overlays import Arrow, Ring, hint_overlay, majorities, reach, threats
from app.table.model.things import Spot, Thing
from dsl.match.view import Comparison, Prospect, ProspectsView, Rank, ScoreLine, SourcedLine, StandingsView, Value


def rank(seat: str, place: int, value: int) -> Rank:
    return Rank(seat, place, 0, (value,), ())


def test_the_leader_of_each_part_is_shown_and_a_tie_as_a_tie() -> None:
    found = majorities(
        StandingsView(
            "red", 3,
            lines=(
                SourcedLine(ScoreLine("red", "habitat", 6, 0), ("a",)),
                SourcedLine(ScoreLine("blue", "habitat", 3, 0), ("a",)),
                SourcedLine(ScoreLine("blue", "habitat", 3, 0), ("b", "c")),  # no single place
            ),
            comparisons=(
                Comparison("flock", ("a", "b"), (rank("red", 1, 4), rank("blue", 2, 1))),
                Comparison("flock", ("c",), (rank("red", 1, 2), rank("blue", 1, 2))),
            ),
        )
    ).leads  # fmt: skip
    assert [(sorted(lead.places), lead.leaders, lead.rule) for lead in found] == [
        (["a", "b"], ("red",), "flock"),
        (["c"], ("red", "blue"), "flock"),
        (["a"], ("red",), "habitat"),
    ]
    assert found[0].entries == (("red", "4"), ("blue", "1"))
    assert found[2].entries == (("red", "+6"), ("blue", "+3"))
    assert all(lead.tinted for lead in found)


def man(place: str) -> Value:
    return Value(place, "piece", place, "red", "", "man")


FOUND = ProspectsView(
    "red", 0,
    (
        Prospect("blue", "move", man("c3"), "d4"),
        Prospect("blue", "move", man("c3"), "d4", "taken", "d4", "red"),
        Prospect("red", "move", man("d4"), "c3", "taken", "c3", "blue"),
        Prospect("green", "move", man("a1"), "b2", "taken", "b2", "blue"),
        Prospect("blue", "drop", None, "e5", "won", "e5", certain=False),
    ),
    True,
)  # fmt: skip


def test_threats_are_those_of_others_against_the_seat_and_its_partners() -> None:
    mine = threats(FOUND, frozenset({"red"}))
    assert mine.arrows == (Arrow("c3", "d4", "threat"),)
    assert set(mine.rings) == {Ring("d4", "threat"), Ring("e5", "win", certain=False)}
    assert {ring.place for ring in threats(FOUND, frozenset({"red", "blue"})).rings} == {"b2"}
    assert {ring.place for ring in threats(FOUND, frozenset()).rings} == {"d4", "c3", "b2", "e5"}  # a spectator


def test_reach_is_that_of_the_thing_pointed_at() -> None:
    assert reach(FOUND, Spot("c3", Thing("piece", "man", "blue"))).rings == (Ring("d4", "reach"),)
    assert reach(FOUND, Spot("e5")).rings == ()


def test_a_hint_is_an_arrow_from_what_was_chosen_or_a_ring() -> None:
    target = Value("d4", "cell", "d4")
    assert hint_overlay((man("c3"),), target).arrows == (Arrow("c3", "d4", "hint"),)
    assert hint_overlay((), target).arrows == ()
    assert hint_overlay((), target).rings == (Ring("d4", "hint"),)
    assert hint_overlay((), Value("", "nothing")).rings == ()
    assert hint_overlay((), man("c3"), "d4").arrows == (Arrow("c3", "d4", "hint"),)
