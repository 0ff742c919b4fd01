"""Standings: points that the end of the match would bring, comparisons of awards, and the places behind points."""

from __future__ import annotations

import pytest

from dsl.match.journal import SeatPlan
from dsl.match.table import Table
from dsl.match.table_messages import AskStandings, Choose, Standings
from dsl.match.view import StandingsView
from tests.dsl.match.meadow import meadow

PEOPLE = [SeatPlan("red"), SeatPlan("blue")]


def table_after(*moves: str, seed: int = 1) -> Table:
    """Return a table after these choices: `graze a`, or `raid a` followed by `raid b`."""
    table = Table(meadow(), PEOPLE, {}, seed)
    for move in moves:
        action, _, place = move.partition(" ")
        (decision,) = table.match.decisions
        option = next(
            each
            for each in decision.options
            if decision.entries[each.entry].action == action and each.value.text == place
        )
        table.handle(Choose(1, decision.seat, decision.number, option.number))
    return table


def standings(table: Table, seat: str = "red", sheet: bool = False) -> StandingsView:
    answer = table.handle(AskStandings(1, seat, sheet))
    assert isinstance(answer, Standings)
    return answer.view


def points(view: StandingsView) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(each.line.seat, each.line.points, tuple(sorted(each.places))) for each in view.lines]


def test_the_end_of_the_match_would_bring_points_from_places() -> None:
    view = standings(table_after("graze a", "graze b", "graze b"))
    found = points(view)
    assert ("red", 5, ("a", "b")) in found  # the award: where its sheep are counted
    assert ("blue", 2, ("b",)) in found
    assert ("red", 3, ("b",)) in found  # a sheep on b is worth 3
    assert ("blue", 3, ("b",)) in found


def test_points_for_a_condition_come_from_the_places_that_fulfil_it() -> None:
    view = standings(table_after("graze a", "graze a", "graze b", "graze a", "graze c", "graze a"))
    assert ("red", 7, ("a", "b", "c")) in points(view)


def test_points_that_depend_on_what_a_seat_does_not_know_are_left_out() -> None:
    table = table_after("graze a")
    contents = table.match.contents
    zone, piece = contents.layout.zones["purse"], contents.layout.pieces["coin"]
    gold = {
        colour: contents.kind_of(piece, contents.zone(zone, seat)[0]) == 1
        for seat, colour in enumerate(table.match.program.colours)
    }
    for seat in ("red", "blue", ""):
        view = standings(table, seat)
        told = [(each.line.seat, each.line.points) for each in view.lines if each.line.points == 10]
        assert told == [(seat, 10)] * gold.get(seat, False)
        assert not view.complete


@pytest.mark.parametrize("seed", [1, 2])
def test_a_secret_of_another_seat_changes_no_standings(seed: int) -> None:
    """Seeds that give red the same coin: whatever blue holds, red is told the same."""
    tables = [table_after("graze a", "graze b", seed=each) for each in range(seed, seed + 8)]
    told: dict[str, set[StandingsView]] = {}
    for table in tables:
        coin = (
            dict(table.match.view("red").zones[1].pieces[0].facing) or table.match.view("red").zones[1].pieces[0].kind
        )
        told.setdefault(str(coin), set()).add(standings(table))
    assert all(len(views) == 1 for views in told.values())


def test_an_award_compares_the_players_in_each_part_of_the_board() -> None:
    view = standings(table_after("graze a", "graze b", "graze b", "graze c"))
    rye, oats = view.comparisons
    assert (rye.rule, rye.places) == ("flock", ("a", "b"))
    assert [(rank.seat, rank.place, rank.values, rank.points) for rank in rye.ranks] == [
        ("red", 1, (2,), 5),
        ("blue", 2, (1,), 2),
    ]
    assert (oats.places, [rank.seat for rank in oats.ranks]) == (("c",), ["blue"])
    tied = standings(table_after("graze a", "graze b")).comparisons[0]
    assert [rank.place for rank in tied.ranks] == [1, 1]


def test_a_line_of_the_ranking_has_its_places() -> None:
    view = standings(table_after("graze a", "graze b", "graze b"))
    spread = {each.seat: each.places for each in view.winner if each.line == "spread"}
    assert spread == {"red": ("a", "b"), "blue": ("b",)}


def test_lines_of_the_score_sheet_have_their_places_also_after_undo_and_at_the_end() -> None:
    moves = ["graze a", "graze c"] + ["graze a", "graze b"] * 3
    table = table_after(*moves[:2])
    assert standings(table, sheet=True).sheet == (("c",),)
    table.take_back("blue", consented=True)
    assert standings(table, sheet=True).sheet == ()
    table = table_after(*moves)
    assert table.match.over
    view = standings(table, sheet=True)
    lines = [(line.seat, line.points, places) for line, places in zip(table.match.score_sheet, view.sheet, strict=True)]
    assert lines[0] == ("blue", 1, ("c",))
    assert ("red", 5, ("a",)) in lines
    assert ("blue", 9, ("b",)) in lines
    assert view.lines == view.comparisons == ()
