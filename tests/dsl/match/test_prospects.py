"""Prospects: what each player could do on the board in one action, as one seat may know it."""

from __future__ import annotations

import pytest

from dsl.match.match import Match
from dsl.match.observation.prospects import prospects
from dsl.match.rulesets.ruleset import load
from dsl.match.view import Prospect, ProspectsView
from dsl.runtime.chance import Dice
from tests.dsl.match.test_standings import table_after
from tests.rulesets import RULESETS


def seen(match: Match, seat: str) -> ProspectsView:
    return prospects(match.information(seat).information, match.runner, seat, Dice(1))


def brief(found: tuple[Prospect, ...], effect: str) -> set[tuple[str, str, str, str]]:
    return {
        (each.seat, each.origin.place if each.origin else "", each.goal, each.target)
        for each in found
        if each.effect == effect
    }


def test_every_player_is_asked_whoever_has_the_turn() -> None:
    table = table_after("graze a", "graze b", "graze b")
    found = seen(table.match, "red").found
    assert brief(found, "taken") == {  # a sheep of the other on b, where both stand, can be driven away
        (seat, "b", goal, "b") for seat in ("red", "blue") for goal in ("a", "c")
    }
    assert {each.victim for each in found if each.seat == "blue" and each.effect} == {"red"}
    assert {each.goal for each in found if each.action == "graze" and each.seat == "red"} == {"a", "b", "c"}
    assert all(each.origin is None for each in found if each.action == "graze")
    assert all(each.certain for each in found)


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_prospects_tell_nothing_that_a_seat_does_not_know(seat: str) -> None:
    """Matches that differ only in what the seat does not see have the same prospects."""
    tables = [table_after("graze a", "graze b", "graze b", seed=seed) for seed in range(8)]
    told: dict[str, set[ProspectsView]] = {}
    for table in tables:
        own = repr(table.match.view(seat).zones)
        told.setdefault(own, set()).add(seen(table.match, seat))
    assert all(len(views) == 1 for views in told.values())


def test_a_place_where_a_player_could_win_at_once_is_found() -> None:
    match = load(RULESETS / "classics/tic-tac-toe").start(2)
    for place in ("a1", "a2", "b1", "b2"):
        question = match.questions[0]
        match.choose(question.position, question.option(0, question.read(0, place)) or 0, question.seat)
    crosses, noughts = match.program.colours
    assert brief(seen(match, crosses).found, "won") == {(crosses, "", "c1", "c1"), (noughts, "", "c2", "c2")}


def test_a_search_that_is_stopped_says_that_it_is_not_complete() -> None:
    match = table_after("graze a").match
    found = prospects(match.information("red").information, match.runner, "red", Dice(1), lambda: True)
    assert not found.complete
    assert found.found == ()
