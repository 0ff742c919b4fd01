from __future__ import annotations

from app.table.model.selection import Arm, Ask, Nothing, Offer, Reselect, Selection, Take, TakeBack
from app.table.model.things import Thing
from tests.app.table.decisions import NO_VALUE, decision, deeds, entry, goals, herd, kind, tile

FRESH = Thing("counter", "herd", "red", "fresh")
SPENT = Thing("counter", "herd", "red", "spent")


def selection() -> Selection:
    return Selection().with_decision(deeds())


def moving() -> Selection:
    return selection().with_decision(goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))


def test_without_a_decision_a_click_selects_nothing():
    assert Selection().meaning_of_click("2,0") == Nothing()
    assert Selection().meaning_of_drag("2,0", None, "1,0") == Nothing()
    assert Selection().meaning_of_button(0) == Nothing()
    assert Selection().meaning_of_escape() == Nothing()


def test_clicking_the_only_match_selects_it():
    assert selection().meaning_of_click("3,0", Thing("piece", "tile")) == Take(deeds().options[1])


def test_clicking_a_counter_selects_the_counter_and_not_its_tile():
    assert selection().meaning_of_click("2,0", SPENT) == Take(deeds().options[3])


def test_clicking_a_tile_with_several_actions_offers_them():
    meaning = selection().meaning_of_click("2,0")
    assert isinstance(meaning, Offer)
    assert [option.number for option in meaning.options] == [0, 2, 3, 5]


def test_a_selected_entry_makes_a_click_unambiguous():
    assert selection().arm(2).meaning_of_click("2,0") == Take(deeds().options[5])


def test_pressing_an_entry_with_values_toggles_it():
    assert selection().meaning_of_button(0) == Arm(0)
    assert selection().arm(0).meaning_of_button(0) == Arm(None)


def test_pressing_an_entry_without_values_chooses_it():
    assert selection().meaning_of_button(4) == Take(deeds().options[6])


def test_pressing_an_impossible_entry_asks_why():
    assert selection().meaning_of_button(3) == Ask(3, "")


def test_clicking_an_impossible_target_asks_why_in_notation():
    assert selection().meaning_of_click("9,9") == Ask(None, "9,9")
    assert selection().meaning_of_click("9,9", Thing("counter", "herd", "blue", "spent")) == Ask(
        None, "blue 9,9 spent", ("9,9",)
    )
    assert moving().meaning_of_click("9,9") == Ask(0, "9,9")


def test_the_notation_includes_the_counter_if_a_game_has_several():
    assert Selection(deeds(), only_kind=False).meaning_of_click("9,9", Thing("counter", "herd", "blue")) == Ask(
        None, "herd blue 9,9", ("9,9",)
    )


def test_the_notation_includes_the_counter_if_nobody_owns_it():
    stone = Thing("counter", "stone", state="hot")
    assert selection().meaning_of_click("9,9", stone) == Ask(None, "stone 9,9 hot", ("9,9",))


def test_dragging_a_counter_chooses_it_and_requests_the_goal():
    assert selection().meaning_of_drag("2,0", FRESH, "1,0") == Take(deeds().options[2], ("1,0",))
    assert moving().next_value(("1,0",)) == Take(moving().options[0])


def test_dragging_a_tile_selects_the_action_with_a_second_value():
    meaning = selection().arm(None).meaning_of_drag("3,0", None, "4,0")
    assert meaning == Take(deeds().options[1], ("4,0",))
    offered = selection().meaning_of_drag("2,0", Thing("piece", "tile"), "4,0")
    assert isinstance(offered, Offer)
    assert 5 not in {option.number for option in offered.options}, "breeding has no goal"


def test_a_drag_to_an_impossible_goal_asks_why_and_keeps_the_first_value():
    assert moving().next_value(("9,9",)) == Ask(None, "9,9")


def test_dragging_the_chosen_piece_continues_its_action():
    assert moving().meaning_of_drag("2,0", FRESH, "2,1") == Take(moving().options[1])


def test_a_drag_that_ends_at_its_start_is_a_click():
    assert selection().meaning_of_drag("3,0", None, "3,0") == selection().meaning_of_click("3,0")


def test_clicking_another_piece_of_the_same_action_replaces_the_choice():
    later = selection().with_decision(goals(herd("red", "1,0", "fresh"), "2,1"))
    assert later.meaning_of_click("2,0", FRESH) == Reselect(deeds().options[2])


def test_clicking_a_piece_of_another_action_keeps_the_choice():
    assert moving().meaning_of_click("3,0") == Ask(0, "3,0"), "that tile drifts, but a herd is being moved"


def test_a_goal_takes_precedence_over_replacing_the_choice():
    assert moving().meaning_of_click("1,0") == Take(moving().options[0])


def test_clicking_the_chosen_piece_undoes_the_choice():
    assert moving().meaning_of_click("2,0") == TakeBack()


def test_escape_cancels_the_entry_and_then_the_first_value():
    assert selection().arm(1).meaning_of_escape() == Arm(None)
    assert moving().meaning_of_escape() == TakeBack()
    assert selection().meaning_of_escape() == Nothing()


def test_a_new_action_forgets_the_earlier_decision():
    assert moving().with_decision(deeds()).earlier is None


def test_values_without_a_place_get_buttons_once_the_entry_is_unambiguous():
    asked = decision((entry("bid", "n"), entry("dare", "n")), ((0, kind("1")), (0, kind("2")), (1, kind("3"))))
    assert Selection().with_decision(asked).without_place == ()
    assert [o.value.text for o in Selection().with_decision(asked).arm(0).without_place] == ["1", "2"]
    only = decision((entry("bid", "n"),), ((0, kind("1")), (0, kind("2"))))
    assert [o.value.text for o in Selection().with_decision(only).without_place] == ["1", "2"]


def test_the_only_action_beside_words_needs_no_button_for_its_values():
    stop = entry("stop", is_word=True)
    asked = decision((entry("bid", "n"), stop), ((0, kind("1")), (0, kind("2")), (1, NO_VALUE)))
    assert Selection().with_decision(asked).only_action == 0
    assert [o.value.text for o in Selection().with_decision(asked).without_place] == ["1", "2"]
    impossible = decision((entry("bid", "n"), stop), ((1, NO_VALUE),))
    assert Selection().with_decision(impossible).only_action is None


def test_board_options_are_those_with_a_place():
    assert {option.value.place for option in selection().on_board} == {"2,0", "3,0", "1,0"}
    assert tile("2,0") in {option.value for option in selection().arm(0).on_board}


def test_a_drag_is_previewed_only_if_it_is_unambiguous():
    assert selection().option_to_drag("2,0", FRESH) == deeds().options[2]
    assert selection().option_to_drag("9,9") is None
    assert selection().arm(2).option_to_drag("2,0") is None, "breeding asks for no second value"
