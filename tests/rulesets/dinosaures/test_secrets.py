"""What the other side learns: where figurines go and who fights, never what stands there unshown."""

from __future__ import annotations

import random

import pytest

from dsl.match.match import Match
from dsl.match.observation.notation import NotationError
from dsl.match.view import EventView, View
from tests.rulesets.dinosaures.boards import SOUTH, asked, pack, position, runner


def match_of(south: str, north: str) -> Match:
    """Return a match in which south is asked for a step."""
    state = asked(runner(), position(south, north), "step", SOUTH)
    return Match.at(pack(), 2, pack().options(2, {}), runner(), state)


def play(match: Match, *texts: str) -> None:
    """Choose what is written, one value after the other; an empty text is a choice without a value."""
    for text in texts:
        question = match.question
        assert question is not None
        actions = [entry.action for entry in question.ask.entries]
        entry = actions.index(text) if text in actions else 0
        value = 0 if text in actions else question.read(entry, text)
        option = question.option(entry, value)
        assert option is not None
        match.choose(match.position, option)


def seen_by_north(match: Match) -> tuple[View, list[EventView]]:
    return match.view("north"), [event.seen_by(1) for event in match.events]


@pytest.mark.parametrize("upto", range(1, 4))
def test_a_lightning_beside_an_enemy_and_a_figurine_that_declines_look_alike(upto: int) -> None:
    """I6: whether the mover had the right to challenge is nobody else's business."""
    worlds = [match_of(f"{kind} g8, nest e2", "dilo h9, nest g12") for kind in ("lightning", "dilo", "culak")]
    for match in worlds:
        play(match, *("g8", "h8", "decline")[:upto])
    assert seen_by_north(worlds[0]) == seen_by_north(worlds[1]) == seen_by_north(worlds[2])


def test_what_is_not_known_is_offered_and_told_without_its_kind() -> None:
    match = match_of("dilo g8, nest e2", "stego h9, nest g12")
    play(match, "south dilo g8", "h8")
    assert [option.value.text for option in match.decisions[0].options if option.value.text] == ["north h9"]
    assert match.events[0].seen_by(0).args[-2] == ("f", "south dilo g8")
    assert match.events[0].seen_by(1).args[-2] == match.events[0].seen_by(-1).args[-2] == ("f", "south g8")


def test_nobody_can_ask_by_typing_what_stands_somewhere() -> None:
    told = []
    for kind in ("stego", "nest"):
        match = match_of("dilo g8, nest e2", f"{kind} h9")
        question = match.question
        assert question is not None
        with pytest.raises(NotationError) as raised:
            question.read(0, "north stego h9")
        told.append(str(raised.value))
    assert told[0] == told[1] == "on h9 lies north"


def test_a_shown_figurine_stays_known_and_its_place_is_public() -> None:
    match = match_of("tri g6, nest e2", "tri g8, nest g12")
    play(match, "g6", "g7", "g8")
    pieces = {cell.place: cell.pieces for board in match.view("north").boards for cell in board.cells}
    assert [(piece.kind, piece.owner, piece.open) for piece in pieces["g7"] if piece.owner] == [("tri", "south", True)]
    assert [(piece.kind, piece.owner, piece.open) for piece in pieces["e2"] if piece.owner] == [("", "south", False)]


def test_a_whole_match_shows_each_side_its_own_figurines_and_what_was_revealed() -> None:
    match = pack().start(2, {}, 7)
    dice = random.Random(7)
    while match.question is not None:
        match.choose(match.position, dice.choice(match.question.options))
        if match.position % 50 == 0 and not match.secretly:
            for seat, colour in enumerate(match.program.colours):
                _nothing_unshown(match, seat, match.view(colour))


def _nothing_unshown(match: Match, seat: int, view: View) -> None:
    contents, figurine = match.contents, match.program.layout.pieces["figurine"]
    cells = {name: cell for cell, name in match.program.layout.boards["field"].names.items()}
    for cell in view.boards[0].cells:
        for piece in cell.pieces:
            if piece.piece == "figurine":
                number = contents.number_at(figurine, cells[cell.place])
                knows = contents.owner_of(figurine, number) == seat or contents.seen_by(figurine, number) >> seat & 1
                assert bool(piece.kind) == bool(knows)


@pytest.mark.parametrize(
    ("options", "after_the_fight", "after_its_next_step"),
    [
        ({}, "tri", "tri"),
        ({"show_known": "no"}, "", ""),
        ({"show_known": "no", "winner_shown": "yes"}, "tri", ""),
    ],
    ids=("reminded", "to be remembered", "winner shown"),
)
def test_a_winner_is_seen_as_long_as_the_table_says(
    options: dict[str, str], after_the_fight: str, after_its_next_step: str
) -> None:
    """B15, I4, h_winner_shown: South's Tri beats a Dilo; North moves; the Tri goes on."""
    run = runner(**options)
    state = asked(run, position("tri g6, nest e2", "dilo g8, docus n14, nest g12", run), "step", SOUTH)
    match = Match.at(pack(), 2, pack().options(2, options), run, state)
    play(match, "g6", "g7", "g8", "no")
    assert dict(_kinds(match))["g7"] == after_the_fight
    match = Match.at(pack(), 2, pack().options(2, options), run, asked(run, match.state, "step", SOUTH))
    play(match, "g7", "h7")
    assert dict(_kinds(match))["h7"] == after_its_next_step


def _kinds(match: Match) -> list[tuple[str, str]]:
    """Return what North sees of South's figurines, by square."""
    cells = match.view("north").boards[0].cells
    return [(cell.place, piece.kind) for cell in cells for piece in cell.pieces if piece.owner == "south"]
