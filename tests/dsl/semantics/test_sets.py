"""Sets: meaning of the operators, amounts, counters with owner, place and state."""

from __future__ import annotations

import pytest

from dsl.semantics import typed as t
from tests.dsl.semantics.fen import rules, said, shown, slugs


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (" = hexes without tiles", "CellUnion(without, AllCells(marsh), PieceCells(tile, None, None))"),
        ("(t: tile) = tiles joined to t", "JoinedTo(PieceCells(tile, None, None), t)"),
        ("(t: tile) = tiles next to t", "NextTo(PieceCells(tile, None, None), t)"),
        (" = hexes within 2 of centre", "WithinOf(AllCells(marsh), 2, CellConstant(marsh, 0, 0))"),
        (" = tiles of mud", "PieceCells(tile, 1, None)"),
        (" = tiles on edge(marsh)", "CellUnion(both, PieceCells(tile, None, None), EdgeCells(marsh))"),
        (" = number of my hares in reserve", "CountOf(CounterSet(hare, me, None, True, None))"),
        ("(t: tile) = any of hares on t that are tired",
         "ExistsIn(at least, 1, CounterSet(hare, None, t, False, 1))"),
        ("(h: hex) = steps(h, (east, west))",
         "StepsFrom(h, Directions(marsh, (east, west), (), None))"),
        (" = number of (hexes without tiles) in rows of 3",
         "CountOf(InRows(CellUnion(without, AllCells(marsh), PieceCells(tile, None, None)), 3))"),
        ("(t: tile) = between(t, centre)", "BetweenCells(t, CellConstant(marsh, 0, 0))"),
        ("(t: tile) = number of hares next to t",
         "CountOf(CounterSet(hare, None, NextTo(AllCells(marsh), t), False, None))"),
        (" = number of cards in deck", "CountOf(ZoneSet(deck, None, None))"),
        (" = tiles where kind of it is mud",
         "Filtered(PieceCells(tile, None, None), it, Comparison(==, PropertyValue(kind, it), 1))"),
        (" = players without red", "Filtered(AllSeats(True), it, Comparison(!=, it, SeatConstant(0)))"),
        (" = players clockwise from red", "Rotation(True, SeatConstant(0))"),
        (" = largest of score of it over players",
         "AggregateOf(largest, it, VariableValue(score, it), AllSeats(True))"),
        (" = players with most (hares of it in reserve)",
         "Extreme(AllSeats(True), it, CountOf(CounterSet(hare, it, None, True, None)), True)"),
        (" = none of players where score of it > 3 and it is not red",
         "ExistsIn(at most, 0, Filtered(AllSeats(True), it, Logic(and, (Comparison(>, VariableValue(score, it), 3), "
         "Comparison(!=, it, SeatConstant(0))))))"),
    ],
)  # fmt: skip
def test_phrases_have_the_expected_typed_form(text: str, typed: str) -> None:
    assert said(text) == typed


def acts(text: str) -> str:
    """Return the statements of a routine in short."""
    lines = "".join(f"    {line}\n" for line in text.split("; "))
    return shown(rules(f"to do_it(t: tile, k: Ground)\n{lines}").routines["do_it"].block)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("move 2 of my hares in reserve to t",
         "(MoveCounters(CounterSet(hare, me, None, True, None), None, 2, t, False))"),
        ("move food of k of my hares on t to reserve",
         "(MoveCounters(CounterSet(hare, me, t, False, None), None, TableValue(Soil, food, (k)), None, False))"),
        ("move my hares on t to reserve",
         "(MoveCounters(CounterSet(hare, me, t, False, None), None, None, None, False))"),
        ("move top(deck) to hand of me",
         "(MovePiece(ZoneTop(ZoneSet(deck, None, None), False), , None, ZoneSet(hand, me, None), False, None))"),
        ("move heap to bottom(deck)", "(MoveZone(ZoneSet(heap, None, None), ZoneSet(deck, None, None), True))"),
        ("create food of k of card(k, 2) in deck",
         "(CreatePieces(card, None, k, (2), TableValue(Soil, food, (k)), ZoneSet(deck, None, None), None))"),
        ("create 1 of frog of me in centre",
         "(CreatePieces(frog, me, None, (), 1, None, CellConstant(marsh, 0, 0)))"),
        ("mark 1 of my hares on t that are calm as tired", "(MarkCounters(CounterSet(hare, me, t, False, 0), 1, 1))"),
        ("let t = 3; note \"t\"", "(LetValue(t_2, 3), NoteText(t))"),
    ],
)  # fmt: skip
def test_statements_have_the_expected_typed_form(text: str, typed: str) -> None:
    assert acts(text) == typed


def test_definitions_of_counter_sets_are_inlined() -> None:
    (act,) = (
        rules("define lost(p: player) = hares of p on (hexes without tiles)\nto lose\n    move lost(me) to reserve\n")
        .routines["lose"]
        .block
    )
    assert isinstance(act, t.MoveCounters)
    assert shown(act.counters) == (
        "CounterSet(hare, me, CellUnion(without, AllCells(marsh), PieceCells(tile, None, None)), False, None)"
    )


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("define x(t: tile) = hares in t\n", "wrong-small-word"),
        ("define x = cards on deck\n", "wrong-small-word"),
        ("define x = tiles in deck\n", "type-mismatch"),
        ("define x = any of red\n", "not-a-set"),
        ("define x = tiles where any of tiles next to it where kind of it is mud\n", "nested-it"),
        ('setup\n    for each h in hexes\n        note "h"\n', "unbounded-loop"),
        ('action put(h: hex)\n    do\n        note "h"\n', "unbounded-choice"),
    ],
)
def test_meaningless_phrases_are_reported(text: str, slug: str) -> None:
    assert slug in slugs(text)
