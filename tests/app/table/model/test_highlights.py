from __future__ import annotations

from msgspec.structs import replace

from app.table.model.highlights import HoverTarget, ghost_at, last_places, marks_of, with_past
from app.table.model.seat_histories import SeatHistory
from app.table.model.selection import Selection
from app.table.model.things import Marks, Spot, Thing
from dsl.match.view import CounterView, EventView, PieceView, Value
from tests.app.table.boards import hexes
from tests.app.table.decisions import deeds, goals, herd, tile
from tests.app.table.views import moved, position


def test_each_option_is_marked():
    marks = marks_of(Selection().with_decision(deeds()), frozenset({"0,1"}))
    assert Spot("2,0", Thing("counter", "herd", "red", "spent")) in marks.selectable
    assert Spot("3,0") in marks.selectable
    assert marks.last == {"0,1"}
    assert not marks.targets


def test_a_selected_entry_shows_only_its_own_marks():
    marks = marks_of(Selection().with_decision(deeds()).arm(2), frozenset())
    assert marks.selectable == {Spot("2,0")}


def test_goals_are_targets_and_the_chosen_piece_is_marked():
    first = herd("red", "2,0", "fresh")
    marks = marks_of(Selection().with_decision(goals(first, "1,0", "2,1")), frozenset())
    assert marks.targets == {"1,0", "2,1"}
    assert marks.chosen == {Spot("2,0", Thing("counter", "herd", "red", "fresh"))}


def test_hovering_the_end_of_a_path_shows_the_places_on_it():
    asked = goals(herd("red", "2,0", "fresh"), "1,0", "2,1")
    ways = (Value("2,-1 1,0", "way", "1,0"), Value("2,1", "way", "2,1"))
    options = tuple(replace(option, value=way) for option, way in zip(asked.options, ways, strict=True))
    selection = Selection().with_decision(replace(asked, options=options))
    assert marks_of(selection, frozenset(), HoverTarget("1,0")).hints == {"2,-1"}
    assert marks_of(selection, frozenset(), HoverTarget("2,1")).hints == frozenset()


def test_nothing_is_marked_without_a_decision():
    assert not marks_of(Selection(), frozenset()).selectable


def test_hovering_a_goal_shows_the_resulting_piece():
    moving = Selection().with_decision(goals(herd("red", "2,0", "fresh"), "1,0"))
    ghost = ghost_at("1,0", moving, position())
    assert ghost is not None
    assert ghost.thing == CounterView("herd", "red", "fresh", 1)
    assert ghost_at("3,0", moving, position()) is None
    drifting = Selection().with_decision(goals(tile("3,0"), "4,0"))
    ghost = ghost_at("4,0", drifting, position())
    assert ghost is not None
    assert ghost.thing == PieceView("tile", "mountain")


def test_last_places_are_those_that_changed():
    assert last_places(moved(), position()) == {"2,0", "1,0"}


def test_hovering_hints_at_goals_and_a_dragged_piece_shows_its_goals_only():
    selection = Selection().with_decision(deeds())
    hinted = marks_of(selection, frozenset(), HoverTarget("3,0", ("4,0",)))
    assert (hinted.hints, hinted.targets) == ({"4,0"}, frozenset())
    assert hinted.selectable
    carried = marks_of(selection, frozenset(), HoverTarget("3,0", ("4,0",), carried=Spot("3,0")))
    assert (carried.targets, carried.selectable) == ({"4,0"}, frozenset())
    assert carried.chosen == {Spot("3,0")}


def test_nothing_is_marked_if_almost_all_places_changed():
    view = hexes(*((q, 0, "marsh", ()) for q in range(20)))
    laid = [EventView(q, "lay", (("piece", "tile"), ("to", f"{q},0")), (), 0) for q in range(20)]
    assert last_places(laid[:3], view) == {"0,0", "1,0", "2,0"}
    assert last_places(laid, view) == frozenset()


def test_the_places_of_a_sentence_replace_those_of_the_last_change():
    history = SeatHistory(position(), fresh=tuple(moved()))
    marks = with_past(Marks(), history, frozenset(), position())
    assert (marks.last, marks.mentioned) == (frozenset({"2,0", "1,0"}), frozenset())
    marks = with_past(Marks(), history, frozenset({"0,1"}), position())
    assert (marks.last, marks.mentioned) == (frozenset(), frozenset({"0,1"}))
