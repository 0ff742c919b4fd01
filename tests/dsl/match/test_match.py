"""A match advances by choices alone, shows each seat what it may know, and can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir.verify import verify
from dsl.match.match import Match
from dsl.match.view import CounterView, DecisionView, OptionView
from tests.dsl.match.fen import FenBook, program

BOOK = FenBook()


def start(seed: int = 7) -> Match:
    return Match(BOOK, 2, {}, seed)


def option(decision: DecisionView, action: str, text: str = "") -> OptionView:
    return next(
        found
        for found in decision.options
        if decision.entries[found.entry].action == action and found.value.text == text
    )


def play(match: Match, action: str, text: str = "") -> None:
    (decision,) = match.decisions
    match.choose(decision, option(decision, action, text))


def test_the_program_verifies() -> None:
    assert verify(program()) == []


def test_a_choice_returns_the_next_decision_and_events() -> None:
    match = start()
    (decision,) = match.decisions
    events = match.choose(decision, option(decision, "settle", "b2"))
    assert [event.kind for event in events] == ["chose", "count", "set", "turn"]
    assert events[0].args == (
        ("player", "red"), ("action", "settle"), ("text", "Settle on {to}"), ("to", "b2"), ("complete", "yes"),
    )  # fmt: skip
    assert events[1].causes == ("settle",)
    assert match.decisions[0].seat == "blue"
    assert match.why(events[1].number) == (("settle", "fen.rules:1:1"),)


def test_each_further_parameter_is_a_separate_decision() -> None:
    match = start()
    play(match, "settle", "a1")
    play(match, "stop")
    play(match, "walk", "red a1")
    (decision,) = match.decisions
    assert decision.parameter == 1
    assert [value.text for value in decision.chosen] == ["red a1"]
    assert [found.value.text for found in decision.options] == ["b1", "a2"]
    play(match, "walk", "b1")
    cells = {cell.place: cell.counters for cell in match.view("red").boards[0].cells}
    assert cells["b1"] == (CounterView("herd", "red", "spent", 1),)


def test_why_not_names_the_condition_and_its_values() -> None:
    match = start()
    play(match, "settle", "a1")
    (reason,) = match.why_not("blue", 0, "a1")
    assert (reason.anchor, reason.args) == ("settle.empty", (("to", "a1"),))
    assert match.why_not("blue", 1, "red a1")[0].anchor == "walk.mine"
    assert match.why_not("blue", 0, "b1") == ()
    assert match.why_not("blue", 0, "nowhere") == ()


def test_stale_choices_and_wrong_seats_are_refused_with_a_reason() -> None:
    match = start()
    play(match, "stop")
    offered = match.decisions[0].options[0].number
    assert match.refusal("blue", 0, offered).reason == "refused.stale"  # type: ignore[union-attr]
    assert match.refusal("red", 1, offered).reason == "refused.not_your_turn"  # type: ignore[union-attr]
    assert match.refusal("blue", 1, 12345).reason == "refused.not_offered"  # type: ignore[union-attr]
    with pytest.raises(ValueError):
        match.choose(0, offered)


def test_undo_ends_when_a_player_has_learned_something() -> None:
    match = start()
    first = match.view("red")
    play(match, "settle", "a1")
    assert match.undo("blue") == "undo.not_yours"
    assert match.undo("red") == ""
    assert match.view("red") == first
    play(match, "draw")
    assert match.undo("red") == "undo.seen"


def test_the_ranking_shares_places_and_the_sheet_sums_to_the_score() -> None:
    match = start()
    while not match.over:
        play(match, "stop" if match.position else "settle", "" if match.position else "a1")
    outcome = match.outcome
    assert outcome is not None
    assert [(line.seat, line.place) for line in outcome.ranking] == [("red", 1), ("blue", 2)]
    assert [(line.seat, line.rule, line.points) for line in outcome.sheet] == [("red", "settle", 1)]


def test_a_hand_is_visible_to_its_player_and_its_backs_to_all() -> None:
    match = start()
    zones = {(zone.name, zone.owner): zone for zone in match.view("red").zones}
    own, other = zones["hand", "red"].pieces[0], zones["hand", "blue"].pieces[0]
    assert own.kind in ("sun", "rain")
    assert other.kind == ""
    assert [name for name, _ in other.facing] == ["part"]
    assert match.view("red").secrets


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.data())
def test_views_and_events_never_depend_on_secrets(seed: int, data: st.DataObject) -> None:
    """Two worlds: the cards that red does not know change places; red's views and events stay the same."""
    here, there = start(seed), start(seed)
    hidden = [card for card in range(4) if not here.contents.seen_by(here.program.layout.pieces["card"], card) & 1]
    for first, second in zip(hidden, data.draw(st.permutations(hidden)), strict=True):
        there.contents.put("card.kind", here.contents.get("card.kind", second), first)
    assume_same_backs(here, there)
    while not here.over:
        assert here.view("red") == there.view("red")
        assert [event.seen_by(0) for event in here.events] == [event.seen_by(0) for event in there.events]
        chosen = data.draw(st.sampled_from([o.number for o in here.decisions[0].options]))
        if chosen == 2 << 20 and here.decisions[0].seat == "red":
            break  # red would learn a card; from here on the worlds differ for red
        here.choose(here.position, chosen)
        there.choose(there.position, chosen)


def assume_same_backs(here: Match, there: Match) -> None:
    assert [here.contents.get("card.part", card) for card in range(4)] == [
        there.contents.get("card.part", card) for card in range(4)
    ]


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.data())
def test_undo_restores_views_and_events(seed: int, data: st.DataObject) -> None:
    match = start(seed)
    past = []
    for _ in range(data.draw(st.integers(0, 20))):
        if match.over:
            break
        past.append((match.digest, match.view("blue"), list(match.events)))
        match.choose(match.position, data.draw(st.sampled_from([o.number for o in match.decisions[0].options])))
    for digest, view, events in reversed(past):
        match.go_back()
        assert (match.digest, match.view("blue"), match.events) == (digest, view, events)


def test_a_preview_lists_what_may_follow_and_changes_nothing() -> None:
    match = start()
    play(match, "settle", "a1")
    play(match, "stop")
    before = match.view("red")
    (decision,) = match.decisions
    values, places, view = match.preview("red", option(decision, "walk", "red a1").number)
    assert (values, places) == (("b1", "a2"), ("b1", "a2"))
    assert view is not None
    assert match.view("red") == before
