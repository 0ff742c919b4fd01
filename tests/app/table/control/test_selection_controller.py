"""Controller of the choice in progress: the commands that gestures send to the link."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.table.control.selection_controller import SelectionController
from app.table.model.selection import Offer
from app.table.model.things import Thing
from dsl.match.table_messages import AskPreview, AskWhyNot, Choose, Preview, Reason, Undo
from dsl.match.view import DecisionView, Value
from tests.app.table.control.recorded_link import RecordedLink
from tests.app.table.decisions import decision, deeds, entry, goals, herd, kind, tile
from tests.app.table.views import position

FRESH = Thing("counter", "herd", "red", "fresh")


@pytest.fixture
def link(qtbot: QtBot) -> RecordedLink:
    return RecordedLink()


@pytest.fixture
def controller(link: RecordedLink) -> SelectionController:
    made = SelectionController(link)
    show(made, deeds())
    return made


def show(controller: SelectionController, decision: DecisionView, seat: str = "red") -> None:
    """Show the position in which red is asked for this decision."""
    controller.set_decision(seat, position(decision=decision, number=decision.number), decision)


def test_a_click_on_counters_chooses_them(link: RecordedLink, controller: SelectionController) -> None:
    controller.touch("2,0", FRESH)
    assert link.sent == [Choose(1, "red", 7, 2)]


def test_a_drag_chooses_the_goal_as_soon_as_it_is_asked_for(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.drag("2,0", FRESH, "2,1")
    assert link.sent == [Choose(1, "red", 7, 2)]
    show(controller, goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))
    assert controller.resume()
    assert link.sent[1:] == [Choose(2, "red", 8, 1)]
    assert not controller.resume()


def test_the_goal_of_a_drag_is_forgotten_if_another_seat_is_shown(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.drag("2,0", FRESH, "2,1")
    show(controller, goals(herd("red", "2,0", "fresh"), "1,0", "2,1"), seat="blue")
    assert not controller.resume()
    assert len(link.sent) == 1


def test_a_click_on_several_things_offers_them(
    qtbot: QtBot, link: RecordedLink, controller: SelectionController
) -> None:
    with qtbot.waitSignal(controller.offer_made) as offered:
        controller.touch("2,0")
    assert offered.args is not None
    assert [option.number for option in offered.args[0].options] == [0, 2, 3, 5]
    assert not link.sent


def test_a_drag_that_fits_several_options_is_decided_by_their_previews(
    qtbot: QtBot, link: RecordedLink, controller: SelectionController
) -> None:
    controller.drag("2,0", None, "4,0")
    asked = [each for each in link.sent if isinstance(each, AskPreview)]
    assert [each.option for each in asked] == [0, 2, 3]
    for each in asked:
        assert controller.take_preview(Preview(0, each.option, (), ("4,0",) if each.option == 2 else (), None))
    assert link.sent[3:] == [Choose(4, "red", 7, 2)]
    assert not controller.take_preview(Preview(0, 0, (), (), None))


def test_a_drag_whose_previews_all_fit_offers_them(qtbot: QtBot, controller: SelectionController) -> None:
    controller.drag("2,0", None, "4,0")
    with qtbot.waitSignal(controller.offer_made) as offered:
        for option in (0, 2, 3):
            controller.take_preview(Preview(0, option, (), ("4,0",), None))
    assert offered.args is not None
    assert isinstance(offered.args[0], Offer)
    assert offered.args[0].then == ("4,0",)


def test_an_impossible_place_asks_why_and_then_what_stands_there(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.touch("2,1")
    assert link.sent == [AskWhyNot(1, "red", 7, -1, "2,1")]
    assert controller.ask_next(Reason(1, "2,1", ()))
    assert link.sent[1:] == [AskWhyNot(2, "red", 7, -1, "blue 2,1 fresh")]
    assert not controller.ask_next(Reason(2, "blue 2,1 fresh", ()))


def test_the_button_of_an_impossible_entry_asks_why(link: RecordedLink, controller: SelectionController) -> None:
    controller.press(3)
    assert link.sent == [AskWhyNot(1, "red", 7, 3, "")]
    assert controller.entry_in_question is not None
    assert controller.entry_in_question.action == "rescue"


def test_another_first_value_undoes_the_first_and_chooses_again(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.touch("2,0", FRESH)
    show(controller, goals(herd("red", "2,0", "fresh"), "2,1"))
    controller.touch("1,0", FRESH)
    assert link.sent[1:] == [Undo(2, "red")]
    show(controller, deeds())
    assert controller.resume()
    assert link.sent[2:] == [Choose(3, "red", 7, 4)]


def test_escape_releases_the_entry_and_then_undoes_the_first_value(
    qtbot: QtBot, link: RecordedLink, controller: SelectionController
) -> None:
    with qtbot.waitSignal(controller.changed):
        controller.press(1)
    assert controller.selection.armed == 1
    controller.escape()
    assert controller.selection.armed is None
    controller.escape()
    assert not link.sent
    show(controller, goals(herd("red", "2,0", "fresh"), "2,1"))
    controller.escape()
    assert link.sent == [Undo(1, "red")]


def test_a_typed_line_chooses_or_reports_what_is_unclear(
    qtbot: QtBot, link: RecordedLink, controller: SelectionController
) -> None:
    controller.type("stop")
    assert link.sent == [Choose(1, "red", 7, 6)]
    with qtbot.waitSignal(controller.not_understood) as unclear:
        controller.type("fly")
    assert unclear.args == ["fly"]


def test_a_gesture_without_a_decision_is_reported(qtbot: QtBot, link: RecordedLink) -> None:
    idle = SelectionController(link)
    with qtbot.waitSignal(idle.nothing_asked):
        idle.touch("2,0")
    assert not link.sent


# ---- confirmation ---------------------------------------------------------------------------------------------------


def answer_preview(link: RecordedLink, controller: SelectionController, *, certain: bool) -> int:
    """Answer the preview asked for last: with the view after the option if that is `certain`. Return the option."""
    asked = link.sent[-1]
    assert isinstance(asked, AskPreview)
    view = position(number=8) if certain else None
    assert controller.take_preview(Preview(asked.request, asked.option, (), (), view))
    return asked.option


def test_a_choice_waits_for_its_confirmation(qtbot: QtBot, link: RecordedLink, controller: SelectionController) -> None:
    controller.confirm = "always"
    controller.touch("2,0", FRESH)
    assert link.sent == [Choose(1, "red", 7, 2)]  # the first value of two is sent: Esc takes it back
    show(controller, goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))
    controller.touch("2,1")
    with qtbot.waitSignal(controller.pending_changed):
        answer_preview(link, controller, certain=True)
    assert not [each for each in link.sent[1:] if isinstance(each, Choose)]
    with qtbot.waitSignal(controller.pending_changed):
        controller.escape()
    assert controller.pending is None
    controller.touch("1,0")
    answer_preview(link, controller, certain=True)
    controller.touch("5,5")  # beside all goals: back, and no question
    assert controller.pending is None
    assert not [each for each in link.sent if isinstance(each, AskWhyNot)]
    controller.touch("1,0")
    answer_preview(link, controller, certain=True)
    controller.confirm_pending()
    assert link.sent[-1] == Choose(5, "red", 8, 0)


def test_only_a_choice_that_cannot_be_undone_waits(link: RecordedLink, controller: SelectionController) -> None:
    controller.confirm = "final"
    show(controller, goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))
    controller.touch("2,1")
    option = answer_preview(link, controller, certain=True)
    assert link.sent[-1] == Choose(2, "red", 8, option)
    controller.touch("2,1")
    answer_preview(link, controller, certain=False)
    assert controller.pending is not None
    assert controller.pending.final


def test_a_new_position_ends_the_wait_and_a_late_preview_is_not_taken(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.confirm = "always"
    show(controller, goals(herd("red", "2,0", "fresh"), "1,0", "2,1"))
    controller.touch("2,1")
    show(controller, deeds())
    assert not controller.take_preview(Preview(1, 1, (), (), None))
    assert controller.pending is None


def number(text: str) -> Value:
    return Value(text=text, sort="number")


def turns(*numbers: str, chosen: Value | None = None) -> DecisionView:
    """The second part of laying a tile: how it is turned."""
    lay = (entry("drift", "t", "turn"),)
    return decision(lay, tuple((0, number(each)) for each in numbers), 1, (chosen or tile("2,0"),), 8)


def test_the_only_number_that_can_follow_a_place_is_taken_at_once(
    link: RecordedLink, controller: SelectionController
) -> None:
    controller.press(0)
    controller.touch("2,0", Thing("piece", "tile", "", ""))
    chosen = len(link.sent)
    assert isinstance(link.sent[-1], Choose)
    show(controller, turns("0"))
    assert controller.resume()
    assert link.sent[chosen:] == [Choose(chosen + 1, "red", 8, 0)]
    show(controller, turns("0"))
    assert not controller.resume(), "after Undo the user may want to go back further"


@pytest.mark.parametrize("asked", [turns("0", "1"), turns("0", chosen=kind("wood")), goals(tile("2,0"), "3,0")])
def test_a_value_that_can_be_chosen_or_was_not_seen_is_left_to_the_user(
    link: RecordedLink, controller: SelectionController, asked: DecisionView
) -> None:
    controller.press(0)
    controller.touch("2,0", Thing("piece", "tile", "", ""))
    sent = len(link.sent)
    show(controller, asked)
    assert not controller.resume()
    assert len(link.sent) == sent
