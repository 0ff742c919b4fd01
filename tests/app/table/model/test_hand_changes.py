"""The view after changes by hand, before they are made, is the view after they are made, as far as a seat knows."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from app.table.model.hand_changes import BOX, changed_view, found_at, goals_of, movables_of, settings_of
from dsl.match.by_hand import ByHandError
from dsl.match.match import Match
from dsl.match.table_messages import ByHand, SetValue
from dsl.match.view import CounterView, View
from tests.rulesets import RULESETS, loaded

GAMES = [RULESETS / name for name in ("trias", "ciao-dino", "triassic-terror", "classics/chess", "classics/oware")]


def seen(view: View) -> object:
    """Return what the view says of things and values, in no order, without the kinds of what a zone hides."""
    cells = [
        (cell.place, Counter((p.piece, p.owner) for p in cell.pieces), frozenset(cell.counters))
        for board in view.boards
        for cell in board.cells
        if cell.pieces or cell.counters
    ]
    zones = [(zone.name, zone.owner, zone.size) for zone in view.zones]
    seats = [(seat.colour, seat.reserves, seat.values) for seat in view.seats]
    return sorted(cells, key=str), zones, seats, view.values, sorted(view.reserves)


def any_change(match: Match, seat: str, dice: random.Random) -> ByHand:
    """Return a change that the panel of the mode offers."""
    view, events = match.view(seat), match.events_of(seat)
    settings = settings_of(view, lambda name: True)
    if settings and dice.random() < 0.2:
        setting = dice.choice(settings)
        return SetValue(setting.variable, setting.of, str(dice.randrange(9)))
    movable = dice.choice([each for each in movables_of(view, events) if each.at != BOX or dice.random() < 0.2])
    most = movable.what.amount if isinstance(movable.what, CounterView) else 1
    return dice.choice(goals_of(movable, view, events)).change(movable, dice.randint(1, most))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_view_shown_is_that_of_the_table(folder: Path) -> None:
    pack, dice, made = loaded(folder), random.Random(folder.name), 0
    match = pack.start(pack.numbers[0], {}, 3)
    for _ in range(12):
        assert match.question is not None
        match.choose(match.position, dice.choice(match.question.options))
    while match.question is not None and (match.question.ask.parameter or match.secretly):
        match.choose(match.position, dice.choice(match.question.options))
    for _ in range(25):
        seat = dice.choice(match.program.colours)
        change, before = any_change(match, seat, dice), match.view(seat)
        try:
            match.change_by_hand(seat, [change])
        except ByHandError:
            continue
        assert seen(changed_view(before, [change])) == seen(match.view(seat)), change
        made += 1
    assert made > 5


def test_a_thing_is_found_at_its_place() -> None:
    view = loaded(RULESETS / "classics" / "chess").start(2, {}, 1).view("white")
    king = found_at(view, "e1", None)
    assert king is not None
    assert getattr(king.what, "kind", "") == "king"
    assert found_at(view, "e4", None) is None
