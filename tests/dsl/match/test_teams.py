"""Teams: partners share secrets and components; teams decide separately, and win and lose together."""

from __future__ import annotations

import random

import pytest

from dsl.match.journal import SeatPlan
from dsl.match.match import Match
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.ruleset import OptionError
from dsl.match.table import Table
from dsl.match.table_messages import Choose, News
from dsl.match.view import RankLine, View
from tests.dsl.match.same_information import compare, pair
from tests.dsl.match.team_game import begin, moles


def play(match: Match, dice: random.Random, most: int = 10**6) -> None:
    """Make a number of random choices, in random order of the seats."""
    for _ in range(most):
        if match.over:
            return
        question = dice.choice(match.questions)
        match.choose(question.position, dice.choice(question.options), question.seat)


def in_summer(players: int = 4) -> Match:
    """Return a match in which all moles stand."""
    match = begin(players)
    dice = random.Random(players)
    while match.secretly:
        play(match, dice, 1)
    play(match, dice, 5)
    return match


def kinds(view: View, owner: str) -> set[str]:
    """Return what a view shows of the moles of a team."""
    return {piece.kind for cell in view.boards[0].cells for piece in cell.pieces if piece.owner == owner}


def test_views_show_the_teams() -> None:
    match = begin()
    assert {match.view(seat).teams for seat in ("", *match.program.colours)} == {(("red", "green"), ("blue", "white"))}
    assert begin(2).view("red").teams == ()


def test_only_partners_see_the_secrets_of_their_team() -> None:
    match = in_summer()
    for partner in ("red", "green"):
        assert "" not in kinds(match.view(partner), "red")
        assert kinds(match.view(partner), "blue") == {""}
    assert kinds(match.view(""), "red") == kinds(match.view(""), "blue") == {""}


def test_partners_may_see_variables_of_each_other() -> None:
    match = in_summer()
    while not match.over and not match.contents.get("note_of", 2):
        play(match, random.Random(1), 1)
    told = {seat: dict(match.view(seat).seats[2].values).get("note_of") for seat in match.program.colours}
    assert told == {"red": "4", "blue": None, "green": "4", "white": None}


def test_team_components_are_shown_at_the_first_player() -> None:
    view = begin().view("green")
    assert [(zone.name, zone.owner) for zone in view.zones] == [("den", "red"), ("den", "blue")]
    assert [dict(seat.values).get("caught") for seat in view.seats] == ["0", "0", None, None]


def test_the_first_player_decides_for_the_team() -> None:
    match = begin()
    assert [question.seat for question in match.questions] == ["red", "blue"]
    play(match, random.Random(2), 3)
    assert match.view("green").boards == match.view("red").boards
    assert match.view("white").zones == match.view("blue").zones
    assert match.sees_secrets_of("green", "red")
    assert not match.sees_secrets_of("blue", "red")
    standing = {piece.owner for cell in match.view("green").boards[0].cells for piece in cell.pieces}
    assert "blue" not in standing


def test_a_spectator_is_notified_of_each_choice() -> None:
    """Partners receive what changes, opponents only that a choice was made."""
    table = Table(moles(), [SeatPlan(colour) for colour in ("red", "blue", "green", "white")], {}, 0)
    told: list[str] = []

    def listener(seat: str) -> None:
        def note(_: News) -> None:
            told.append(seat)

        table.subscribe(seat, note)

    for seat in ("blue", "green"):
        listener(seat)
    table.handle(Choose(1, "red", 0, table.view("red").decisions[0].options[0].number))
    assert told == ["green"]


@pytest.mark.parametrize("seed", range(12))
def test_opponents_cannot_distinguish_two_worlds(seed: int) -> None:
    dice = random.Random(seed)
    assert compare(pair(moles(), dice, 30), dice) >= 0


def test_partners_share_a_rank() -> None:
    match = in_summer()
    play(match, random.Random(4))
    assert match.outcome is not None
    ranking: dict[str, RankLine] = {line.seat: line for line in match.outcome.ranking}
    assert ranking["red"].place == ranking["green"].place
    assert ranking["blue"].place == ranking["white"].place
    caught = match.contents.get("caught", 0), match.contents.get("caught", 1)
    assert {line.place for line in match.outcome.ranking} == ({1} if caught[0] == caught[1] else {1, 2})


def test_tie_breaking_by_seat_never_separates_partners() -> None:
    match = moles("    shared\n", "").start(4, {}, 0)
    play(match, random.Random(0))
    assert match.outcome is not None
    assert sorted((line.place, line.seat) for line in match.outcome.ranking if line.place == 1) in (
        [(1, "green"), (1, "red")],
        [(1, "blue"), (1, "white")],
    )
    assert sorted(line.place for line in match.outcome.ranking) == [1, 1, 2, 2]


def test_a_team_ranks_by_its_better_player() -> None:
    """Each player has a value: the team ranks by its better player."""
    match = moles("most caught: caught of team of it", "most notes: note_of of it").start(4, {}, 0)
    for seat, value in enumerate((1, 2, 3, 2)):
        match.contents.put("note_of", value, seat)
    match.contents.put("final", 1)
    assert match.outcome is not None
    assert [(line.seat, line.place) for line in match.outcome.ranking] == [
        ("green", 1), ("red", 1), ("blue", 2), ("white", 2),
    ]  # fmt: skip


def test_unsupported_numbers_of_players_are_refused() -> None:
    with pytest.raises(OptionError, match="is for 2 or 4 players, not 3"):
        begin(3)


def test_positions_may_name_any_partner_for_a_team() -> None:
    pack = moles("red: digger c3, queen a1; blue", "green: digger c3, queen a1; white", examples=True)
    assert [result.passed for result in run_examples(pack)] == [True]
