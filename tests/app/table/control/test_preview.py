"""Previews on the board: which number is a rotation, and what is shown under the pointer."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.table.control.preview import HoverPreview, RotationControl
from app.table.model.selection import Selection
from app.table.model.things import Ghost
from dsl.match.view import DecisionView, PieceView, Value
from tests.app.table.control.recorded_link import RecordedLink, laid
from tests.app.table.decisions import decision, deeds, entry, tile

NUMBERS = ("0", "1", "2")


def how_many() -> DecisionView:
    """A number is asked for after a place."""
    values = tuple((0, Value(text=number, sort="number")) for number in NUMBERS)
    return decision((entry("lay", "at", "turn"),), values, 1, (tile("2,0"),))


@pytest.fixture
def link(qtbot: QtBot) -> RecordedLink:
    return RecordedLink()


@pytest.fixture
def rotation(link: RecordedLink) -> RotationControl:
    control = RotationControl(link)
    control.set_selection("red", Selection(how_many()))
    return control


def test_a_number_that_turns_the_piece_is_a_rotation(link: RecordedLink, rotation: RotationControl) -> None:
    assert link.previews == [(0, ""), (1, "")]
    assert rotation.take_preview(laid(0, 0))
    assert not rotation.active, "nothing is known yet of the second number"
    assert rotation.take_preview(laid(1, 1))
    assert rotation.active
    assert rotation.ghost == Ghost("2,0", PieceView("field", "A1"))


@pytest.mark.parametrize("turned", [None, 0])
def test_a_number_that_turns_nothing_is_no_rotation(rotation: RotationControl, turned: int | None) -> None:
    for option in range(2):
        assert rotation.take_preview(laid(option, turned))
    rotation.turn(1)
    assert (rotation.active, rotation.option, rotation.ghost) == (False, None, None)


def test_a_rotation_steps_around_and_begins_with_the_last_value(link: RecordedLink, rotation: RotationControl) -> None:
    for option in range(2):
        rotation.take_preview(laid(option, option))
    rotation.turn(-1)
    assert rotation.option is not None
    assert rotation.option.value.text == "2"
    assert link.previews[-1] == (2, "")
    rotation.set_selection("red", Selection(deeds()))
    assert not rotation.active
    rotation.set_selection("red", Selection(how_many()))
    assert link.previews[-2:] == [(2, ""), (0, "")]


def test_a_preview_of_another_option_is_left_to_others(rotation: RotationControl) -> None:
    assert not rotation.take_preview(laid(7, 0))
    assert rotation.take_preview(laid(0, 0))
    assert not rotation.take_preview(laid(0, 0)), "it was answered already"


# ---- under the pointer ----------------------------------------------------------------------------------------------


@pytest.fixture
def hover(link: RecordedLink) -> HoverPreview:
    preview = HoverPreview(link)
    preview.point("3,0", None, "red", Selection(deeds()))
    return preview


def test_the_thing_under_the_pointer_is_rotated_if_another_number_turns_it(
    link: RecordedLink, hover: HoverPreview
) -> None:
    hover.show_preview(laid(1, 0, *NUMBERS))
    assert not hover.pointed.turns
    hover.show_preview(laid(1, 1, *NUMBERS))
    assert hover.pointed.turns == NUMBERS
    assert hover.pointed.laid == PieceView("field", "A1")
    assert hover.turn(1) == "1"
    assert link.previews == [(1, ""), (1, "1"), (1, "1")]
    hover.show_preview(laid(1, 1, *NUMBERS))
    assert hover.pointed.laid == PieceView("field", "A1", turned=1)


def test_the_thing_under_the_pointer_is_not_rotated_by_a_number_of_things(hover: HoverPreview) -> None:
    for _ in range(2):
        hover.show_preview(laid(1, 0, *NUMBERS))
    assert not hover.pointed.turns
    assert hover.pointed.laid == PieceView("field", "A1")


def test_a_preview_that_comes_too_late_is_dropped(hover: HoverPreview) -> None:
    hover.point("9,9", None, "red", Selection(deeds()))
    hover.show_preview(laid(1, 0))
    assert hover.pointed.laid is None


def test_goals_stay_visible_during_a_drag(link: RecordedLink, hover: HoverPreview) -> None:
    hover.carry("3,0", None, "red", Selection(deeds()))
    hover.point("1,0", None, "red", Selection(deeds()))
    assert (hover.pointed.place, hover.pointed.carries) == ("1,0", True)
    hover.drop()
    assert not hover.pointed.carries
    assert link.previews == [(1, ""), (1, "")]
