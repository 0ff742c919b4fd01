"""Two worlds that differ only in secrets of other seats look the same to a seat during any play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load

RULESETS = Path(__file__).parents[3] / "rulesets"


@cache
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def unknown(match: Match, seat: int) -> list[int]:
    """The cards that a seat has not seen, grouped by their backs."""
    piece = match.program.layout.pieces["card"]
    made = match.contents.get("card.made")
    return [number for number in range(made) if not match.contents.seen_by(piece, number) >> seat & 1]


def exchanged(match: Match, seat: int, data: st.DataObject) -> Match:
    """The match with the kinds of unseen cards exchanged among cards with the same back."""
    other = Match.at(match.book, match.players, match.options, match.runner, list(match.state))
    for back in (1, 2):
        cards = [card for card in unknown(match, seat) if match.contents.get("card.part", card) == back]
        for first, second in zip(cards, data.draw(st.permutations(cards)), strict=True):
            other.contents.put("card.kind", match.contents.get("card.kind", second), first)
    return other


@settings(max_examples=25)
@given(st.integers(0, 2**63), st.integers(2, 5), st.integers(0, 80), st.data())
def test_views_never_depend_on_secrets(seed: int, players: int, length: int, data: st.DataObject) -> None:
    here = trias().start(players, {}, seed)
    dice = data.draw(st.randoms(use_true_random=False))
    for _ in range(length):
        if here.over:
            break
        assert here.question is not None
        here.choose(here.position, dice.choice(here.question.options))
    here = Match.at(here.book, players, here.options, here.runner, list(here.state))
    seat = data.draw(st.integers(0, players - 1))
    colour = here.program.colours[seat]
    there = exchanged(here, seat, data)
    assert here.view(colour) == there.view(colour)
    if here.question and there.question and here.question.options == there.question.options:
        option = dice.choice(here.question.options)
        before = set(unknown(here, seat))
        events = [[event.seen_by(seat) for event in match.choose(0, option)] for match in (here, there)]
        if set(unknown(here, seat)) == before == set(unknown(there, seat)):
            assert events[0] == events[1]
            assert here.view(colour) == there.view(colour)


def test_a_place_that_was_chosen_stays_in_the_view_of_an_unbounded_board() -> None:
    """The piece that is laid there is still to be turned: the player must see where."""
    match = load(RULESETS / "dinosaurs-and-unicorns").start(2, {}, 1)
    colour = match.program.colours[0]

    def choose(action: str) -> None:
        decision = next(each for each in match.view(colour).decisions if each.seat == colour)
        option = next(each for each in decision.options if decision.entries[each.entry].action == action)
        match.choose(match.position, option.number)

    choose("build")
    choose("lay")
    view = match.view(colour)
    (decision,) = view.decisions
    assert decision.parameter == 1
    assert decision.chosen[0].place in {cell.place for cell in view.boards[0].cells}
