"""Owned pieces, one on each cell: options agree with the conditions, and derived slots with the pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader, members
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from tests.dsl.lowering.offers import disagreements, play, position_of

COURT = (Path(__file__).parent / "court.rules").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def court() -> Ruleset:
    return build(RulesetText((("court.rules", COURT),)), examples=True)


def test_examples_pass(court: Ruleset) -> None:
    assert [result.problem for result in run_examples(court)] == [None] * len(court.rules.examples)


@pytest.mark.parametrize("seed", range(3))
def test_options_agree_with_the_conditions(court: Ruleset, seed: int) -> None:
    def look(match: Match) -> None:
        assert list(disagreements(position_of(match))) == []
        assert_kept_right(match.contents)

    play(Match(court, 2, {}, seed), seed, look, most=60)


def assert_kept_right(contents: StateReader) -> None:
    """Kind, owner and cell of each man agree with the sets of cells."""
    man = contents.layout.pieces["man"]
    at = contents.stretch("man.at")
    lies = {cell: number for cell, number in enumerate(at) if number >= 0}
    assert set(members(contents.get("man.any"))) == set(lies)
    for sort, of in (("on", contents.kind_of), ("by", contents.owner_of)):
        sets = contents.stretch(f"man.{sort}")
        assert {(i, cell) for i, bits in enumerate(sets) for cell in members(bits)} == {
            (of(man, number), cell) for cell, number in lies.items()
        }


def test_views_show_the_owner_of_a_piece(court: Ruleset) -> None:
    match = Match(court, 2, {}, 0)
    (board,) = match.view("black").boards
    king = next(cell for cell in board.cells if cell.place == "c1").pieces[0]
    assert (king.piece, king.kind, king.owner) == ("man", "king", "white")
    assert "white guard b2" in {option.value.text for option in match.decisions[0].options}


def test_events_of_removed_or_changed_pieces_name_their_owner(court: Ruleset) -> None:
    match = Match(court, 2, {}, 0)
    play(match, 0, lambda _: None)
    gone = [event for event in match.events if event.kind == "lift"]
    turned = [event for event in match.events if event.kind == "become"]
    assert {(event.arg("zone"), event.arg("owner")) for event in gone} == {("box", "white"), ("box", "black")}
    assert {event.arg("kind") for event in turned} == {"rook"}
    assert {event.arg("before") for event in turned} <= {"guard", "king"}


def test_a_change_of_owner_updates_slots_and_emits_an_event() -> None:
    text = COURT.replace("        move m to goal\n", "        move m to goal\n        give men next to goal to me\n")
    court = build(RulesetText((("court.rules", text),)))
    match = Match(court, 2, {}, 3)
    play(match, 3, lambda at: assert_kept_right(at.contents), most=60)
    given = [event for event in match.events if event.kind == "give"]
    assert {(event.arg("piece"), event.arg("owner")) for event in given} == {("man", "black")}
    assert all(event.arg("cell") for event in given)


RECRUITS = """game recruits
    players 2, colours white, black

board hall: squares 2 by 2
piece man of player, on squares, one on each, alike

action call(s: square)
    do
        move men on s to box
        create man of me in s

play
    repeat up to 40 times
        one turn each from white clockwise
            choose call

winner
    most men: number of men of it
"""


def test_pieces_in_the_box_are_reused() -> None:
    """Four squares hold four men, however often they are replaced."""
    match = Match(build(RulesetText((("recruits.rules", RECRUITS),))), 2, {}, 5)

    def look(at: Match) -> None:
        numbers = [number for number in at.contents.stretch("man.at") if number >= 0]
        assert len(set(numbers)) == len(numbers) == len(list(members(at.contents.get("man.any"))))

    play(match, 5, look)
    assert match.over
    assert len([event for event in match.events if event.kind == "lay"]) == 80
