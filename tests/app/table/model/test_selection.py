from __future__ import annotations

from app.table.model.selection import Arm, Ask, Nothing, Offer, Reselect, Selection, Take, TakeBack
from tests.app.table.decisions import NO_VALUE, decision, deeds, entry, goals, herd, kind, tile

FRESH = "counter herd red fresh"
SPENT = "counter herd red spent"


def selection() -> Selection:
    return Selection().asked(deeds())


def moving() -> Selection:
    return selection().asked(goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))


def test_nobody_asked_means_nothing():
    assert Selection().touched("2,0") == Nothing()
    assert Selection().dragged("2,0", "", "1,0") == Nothing()
    assert Selection().pressed(0) == Nothing()
    assert Selection().escaped() == Nothing()


def test_touching_the_only_fitting_thing_takes_it():
    assert selection().touched("3,0", "piece tile") == Take(deeds().options[1])


def test_touching_a_counter_means_that_counter_and_not_its_tile():
    assert selection().touched("2,0", SPENT) == Take(deeds().options[3])


def test_touching_a_tile_that_fits_several_actions_offers_them():
    meaning = selection().touched("2,0")
    assert isinstance(meaning, Offer)
    assert [option.number for option in meaning.options] == [0, 2, 3, 5]


def test_an_armed_entry_makes_the_touch_clear():
    assert selection().arm(2).touched("2,0") == Take(deeds().options[5])


def test_pressing_an_entry_with_values_arms_it_and_pressing_again_lets_go():
    assert selection().pressed(0) == Arm(0)
    assert selection().arm(0).pressed(0) == Arm(None)


def test_pressing_an_entry_without_value_takes_it():
    assert selection().pressed(4) == Take(deeds().options[6])


def test_pressing_an_impossible_entry_asks_why():
    assert selection().pressed(3) == Ask(3, "")


def test_touching_what_does_not_fit_asks_why_in_the_notation():
    assert selection().touched("9,9") == Ask(None, "9,9")
    assert selection().touched("9,9", "counter herd blue spent") == Ask(None, "blue 9,9 spent", ("9,9",))
    assert moving().touched("9,9") == Ask(0, "9,9")


def test_the_notation_names_the_counter_where_a_game_has_several():
    assert Selection(deeds(), only_kind=False).touched("9,9", "counter herd blue") == Ask(
        None, "herd blue 9,9", ("9,9",)
    )


def test_dragging_a_counter_takes_it_and_wishes_for_the_goal():
    assert selection().dragged("2,0", FRESH, "1,0") == Take(deeds().options[2], ("1,0",))
    assert moving().next_value(("1,0",)) == Take(moving().options[0])


def test_dragging_a_tile_means_the_action_that_asks_for_a_second_value():
    meaning = selection().arm(None).dragged("3,0", "", "4,0")
    assert meaning == Take(deeds().options[1], ("4,0",))
    offered = selection().dragged("2,0", "piece tile", "4,0")
    assert isinstance(offered, Offer)
    assert 5 not in {option.number for option in offered.options}, "breeding has no goal"


def test_a_drag_to_a_forbidden_goal_asks_why_and_keeps_the_first_value():
    assert moving().next_value(("9,9",)) == Ask(None, "9,9")


def test_dragging_the_chosen_thing_goes_on_with_it():
    assert moving().dragged("2,0", FRESH, "2,1") == Take(moving().options[1])


def test_a_drag_that_ends_where_it_began_is_a_touch():
    assert selection().dragged("3,0", "", "3,0") == selection().touched("3,0")


def test_touching_another_thing_of_the_same_action_changes_ones_mind():
    later = selection().asked(goals(herd("red", "1,0", "fresh"), "2,1"))
    assert later.touched("2,0", FRESH) == Reselect(deeds().options[2])


def test_a_thing_of_another_action_does_not_change_ones_mind():
    assert moving().touched("3,0") == Ask(0, "3,0"), "that tile drifts, but a herd is being moved"


def test_a_goal_comes_before_changing_ones_mind():
    assert moving().touched("1,0") == Take(moving().options[0])


def test_touching_the_chosen_thing_takes_it_back():
    assert moving().touched("2,0") == TakeBack()


def test_escape_lets_go_of_the_entry_then_of_the_first_value():
    assert selection().arm(1).escaped() == Arm(None)
    assert moving().escaped() == TakeBack()
    assert selection().escaped() == Nothing()


def test_a_new_action_forgets_the_earlier_decision():
    assert moving().asked(deeds()).earlier is None


def test_values_without_a_place_are_spoken_once_the_entry_is_clear():
    asked = decision((entry("bid", "n"), entry("stop", is_word=True)), ((0, kind("1")), (0, kind("2")), (1, NO_VALUE)))
    assert Selection().asked(asked).spoken == ()
    assert [o.value.text for o in Selection().asked(asked).arm(0).spoken] == ["1", "2"]
    only = decision((entry("bid", "n"),), ((0, kind("1")), (0, kind("2"))))
    assert [o.value.text for o in Selection().asked(only).spoken] == ["1", "2"]


def test_board_options_are_those_with_a_place():
    assert {option.value.place for option in selection().on_board} == {"2,0", "3,0", "1,0"}
    assert tile("2,0") in {option.value for option in selection().arm(0).on_board}


def test_a_drag_is_previewed_where_it_can_mean_one_thing_only():
    assert selection().carried("2,0", FRESH) == deeds().options[2]
    assert selection().carried("9,9") is None
    assert selection().arm(2).carried("2,0") is None, "breeding asks for no second value"
