from __future__ import annotations

import pytest

from app.table.model.selection import Arm, Ask, Nothing, Offer, Selection, Take, Unclear, read_line
from tests.app.table.decisions import DEEDS as DEEDS_OF_ENTRIES
from tests.app.table.decisions import decision, deeds, goals, herd

DEEDS = deeds().options


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", Nothing()),
        ("stop", Take(DEEDS[6])),
        ("drift", Arm(0)),
        ("drift 3,0", Take(DEEDS[1])),
        ("drift(3,0, 4,-1)", Take(DEEDS[1], ("4,-1",))),
        ("Drift 3,0 to 4,-1", Take(DEEDS[1], ("4,-1",))),
        ("move red 2,0 spent, 1,0", Take(DEEDS[3], ("1,0",))),
        ("move(red 1,0, 2,1)", Take(DEEDS[4], ("2,1",))),
        ("3,0", Take(DEEDS[1])),
        ("rescue", Ask(3, "")),
        ("move red 2,0", Take(DEEDS[2])),
        ("drift(wood 3,0, 4,-1)", Take(DEEDS[1], ("4,-1",))),
        ("move red 1,0 2,1", Take(DEEDS[4], ("2,1",))),
        ("move green 1,0", Unclear("green 1,0")),
        ("fly 2,0", Unclear("fly 2,0")),
        ("breed 2,0", Take(DEEDS[5])),
    ],
)
def test_a_typed_line_is_parsed_as_notation(line, meaning):
    assert read_line(Selection().with_decision(deeds()), line) == meaning


def test_a_value_that_several_actions_share_offers_them():
    meaning = read_line(Selection().with_decision(deeds()), "2,0")
    assert isinstance(meaning, Offer)
    assert len(meaning.options) == 4


def test_owner_and_place_identify_counters_that_differ_in_state_only():
    spent = decision(DEEDS_OF_ENTRIES, ((1, herd("red", "2,0", "spent")), (1, herd("red", "2,0", "asleep"))))
    meaning = read_line(Selection().with_decision(spent), "move red 2,0")
    assert meaning == Offer(spent.options)


def test_a_coordinate_is_never_cut_in_two():
    later = Selection().with_decision(goals(herd("red", "2,0", "fresh"), "1", "1,0", "1,01"))
    assert read_line(later, "1,0") == Take(later.options[1])


def test_without_a_decision_nothing_is_parsed():
    assert read_line(Selection(), "drift 2,0") == Nothing()
