"""Placement of many pieces from the reserve: dragged, swapped, placed randomly, undone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.table.model.selection import Ask, AutoPlacement, Disambiguation, Nothing, Offer, Reselect, Selection, Take
from app.table.model.things import Thing
from app.table.panels.piles_and_figures import PileWidget
from dsl.match.table_messages import Preview
from dsl.match.view import Value
from tests.app.table.table_pages import OpenTable
from tests.app.table.test_simultaneous_choices import all_texts, lifted_by, shown_buttons, sit
from tests.dsl.match.secret_games import MUSTER


def muster(qtbot: QtBot, *players: str) -> OpenTable:
    opened = sit(qtbot, MUSTER, *(players or ("human", "human")))
    if opened.page.curtain.colour:
        opened.driver.click(lifted_by(opened, "red"))
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    return opened


def heap(opened: OpenTable, kind: str) -> PileWidget:
    return next(each for each in opened.page.table_layout.zones.widgets if each.pile.top and each.pile.top.kind == kind)


def waiting(opened: OpenTable) -> dict[str, int]:
    """How many of each kind the tray shows."""
    return {each.pile.top.kind: each.pile.size for each in opened.page.table_layout.zones.widgets if each.pile.top}


def standing(opened: OpenTable) -> dict[str, str]:
    """Return the pieces by place, in the shown view."""
    cells = (cell for board in opened.driver.view.boards for cell in board.cells)
    return {cell.place: piece.kind for cell in cells for piece in cell.pieces}


def move_to(widget: PileWidget, where: QPoint, sort: QEvent.Type) -> None:
    """Send a mouse event at a point of the screen, as the system does while a button is held."""
    held = Qt.MouseButton.NoButton if sort == QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if sort == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    local = QPointF(widget.mapFromGlobal(where))
    event = QMouseEvent(sort, local, QPointF(where), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def carry(opened: OpenTable, kind: str, place: str) -> tuple[PileWidget, QPoint]:
    """Drag a piece from the tray over a place."""
    widget = heap(opened, kind)
    viewport = opened.page.table_layout.board.viewport()
    goal = viewport.mapToGlobal(opened.driver.at(place))
    move_to(widget, widget.mapToGlobal(widget.rect().center()), QEvent.Type.MouseButtonPress)
    move_to(widget, (widget.mapToGlobal(widget.rect().center()) + goal) / 2, QEvent.Type.MouseMove)
    move_to(widget, goal, QEvent.Type.MouseMove)
    return widget, goal


def drag(qtbot: QtBot, opened: OpenTable, kind: str, place: str) -> None:
    move_to(*carry(opened, kind, place), QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: standing(opened).get(place) == kind)


def chosen(opened: OpenTable) -> tuple[Value, ...]:
    return opened.driver.decision.chosen if opened.driver.decision else ()


def press_ready(qtbot: QtBot, opened: OpenTable) -> None:
    """Finish the placement."""
    qtbot.waitUntil(lambda: any("Ready" in button.text() for button in shown_buttons(opened)))
    opened.driver.click(next(button for button in shown_buttons(opened) if "Ready" in button.text()))


def test_equal_pieces_are_grouped_in_the_reserve_with_their_number(qtbot: QtBot):
    opened = muster(qtbot)
    assert waiting(opened) == {"fox": 2, "hare": 1, "owl": 3}
    assert heap(opened, "owl").accessibleName() == "Your tray: 3 owls"


def test_a_piece_is_dragged_from_the_reserve_to_a_square(qtbot: QtBot):
    opened = muster(qtbot)
    held = carry(opened, "owl", "b2")
    assert opened.page.table_layout.drag_preview.isVisible()
    drawn = opened.page.table_layout.scene.marks
    assert drawn.targets == frozenset(f"{file}{row}" for file in "abcd" for row in "12")
    move_to(*held, QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: standing(opened) == {"b2": "owl"})
    assert not opened.page.table_layout.drag_preview.isVisible()
    assert heap(opened, "owl").pile.size == 2


def test_an_impossible_place_for_a_piece_is_explained(qtbot: QtBot):
    opened = muster(qtbot)
    move_to(*carry(opened, "owl", "b5"), QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: "not yours" in opened.page.table_layout.status.text())
    assert standing(opened) == {}


def test_clicks_select_a_piece_and_then_its_square(qtbot: QtBot):
    opened = muster(qtbot)
    opened.driver.click(heap(opened, "fox"))
    qtbot.waitUntil(lambda: opened.driver.decision is not None and opened.driver.decision.parameter == 1)
    opened.driver.click(heap(opened, "hare"))
    qtbot.waitUntil(lambda: [value.text for value in chosen(opened)] == ["red hare"])
    opened.driver.click_board("c1")
    qtbot.waitUntil(lambda: standing(opened) == {"c1": "hare"})


def test_a_drag_on_the_board_moves_a_piece_or_swaps_two(qtbot: QtBot):
    """Two actions start with the same piece; the place of the drop selects one of them."""
    opened = muster(qtbot)
    drag(qtbot, opened, "owl", "b2")
    drag(qtbot, opened, "fox", "a1")
    opened.driver.drag("b2", Thing("piece", "man", "red", kind="owl"), "c1")
    qtbot.waitUntil(lambda: standing(opened) == {"c1": "owl", "a1": "fox"})
    opened.driver.drag("c1", Thing("piece", "man", "red", kind="owl"), "a1")
    qtbot.waitUntil(lambda: standing(opened) == {"a1": "owl", "c1": "fox"})


def test_the_rest_is_placed_randomly_and_all_can_be_undone(qtbot: QtBot):
    opened = muster(qtbot)
    zones = opened.page.table_layout.zones
    assert not zones.start_over.isVisible()
    drag(qtbot, opened, "owl", "b2")
    opened.driver.click(zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(opened)) == 6)
    assert standing(opened)["b2"] == "owl"
    qtbot.waitUntil(lambda: not zones.place_randomly.isVisible() and zones.start_over.isVisible())
    opened.driver.click(zones.start_over)
    qtbot.waitUntil(lambda: not standing(opened) and waiting(opened).get("owl") == 3)
    qtbot.waitUntil(lambda: opened.driver.view.position == 0)


def test_a_random_placement_is_hidden_from_the_next_player(qtbot: QtBot):
    opened = muster(qtbot)
    page, driver = opened.page, opened.driver
    driver.click(page.table_layout.zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(opened)) == 6)
    press_ready(qtbot, opened)
    qtbot.waitUntil(lambda: page.table_layout.prompt.hand_over.isVisible())
    driver.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: page.curtain.colour == "blue")
    driver.click(page.curtain.ready)
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert standing(opened) == {}
    assert "Put red" not in all_texts(page.table_layout)
    driver.click(page.table_layout.zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(opened)) == 6)
    press_ready(qtbot, opened)
    qtbot.waitUntil(lambda: page.curtain.colour == "red")
    driver.click(page.curtain.ready)
    qtbot.waitUntil(lambda: len(standing(opened)) == 12)
    assert sorted(kind for place, kind in standing(opened).items() if place[1] in "56") == [""] * 6
    assert "Put blue" not in all_texts(page.table_layout)


# ---- without a window ---------------------------------------------------------------------------------------------


def test_a_card_is_found_by_its_notation(qtbot: QtBot):
    opened = muster(qtbot)
    selection = Selection().with_decision(opened.driver.decision)
    owl = next(option for option in selection.options if option.value.text == "red owl")
    assert selection.meaning_of_card("red owl", "b2") == Take(owl, ("b2",))
    assert selection.meaning_of_card("") == Nothing()
    assert selection.meaning_of_card("red wolf") == Ask(None, "red wolf")
    opened.driver.click(heap(opened, "fox"))
    qtbot.waitUntil(lambda: opened.driver.decision is not None and opened.driver.decision.parameter == 1)
    assert selection.with_decision(opened.driver.decision).meaning_of_card("red owl", "b2") == Reselect(owl, ("b2",))


def test_previews_determine_the_intended_action(qtbot: QtBot):
    decision = muster(qtbot).driver.decision
    assert decision is not None
    one, other, *_ = decision.options
    disambiguation = Disambiguation.begin(Offer((one, other), ("b2",)))
    assert not disambiguation.take(Preview(1, 999, (), (), None))
    assert disambiguation.take(Preview(1, one.number, (), ("a1",), None))
    assert disambiguation.meaning() is None
    assert disambiguation.take(Preview(2, other.number, (), ("b2",), None))
    assert disambiguation.meaning() == Take(other, ("b2",))
    nowhere = Disambiguation.begin(Offer((one, other), ("d6",)))
    for number in (one.number, other.number):
        nowhere.take(Preview(3, number, (), (), None))
    assert nowhere.meaning() == Offer((one, other), ("d6",))


def test_random_placement_ends_when_the_reserve_is_empty(qtbot: QtBot):
    opened = muster(qtbot)
    auto_placement, view = AutoPlacement(), opened.driver.view
    selection = Selection().with_decision(opened.driver.decision)
    assert auto_placement.next_option(selection, view) is None
    auto_placement.start("by chance", selection, view)
    assert auto_placement.next_option(Selection(), view) is None
    option = auto_placement.next_option(selection, view)
    assert option is not None
    assert not option.value.place
