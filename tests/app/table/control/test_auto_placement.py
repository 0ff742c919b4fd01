"""Many pieces of one's own are brought onto the board: dragged from their tray, exchanged, by chance, taken back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.table.model.selection import Ask, AutoPlacement, Disambiguation, Nothing, Offer, Reselect, Selection, Take
from app.table.panels.piles import PileWidget
from dsl.match.messages import Preview
from dsl.match.view import Value
from tests.app.table.sitting import Seating
from tests.app.table.test_secretly import all_texts, lifted_by, shown_buttons, sit
from tests.dsl.match.sealed import MUSTER


def muster(qtbot: QtBot, *players: str) -> Seating:
    seating = sit(qtbot, MUSTER, *(players or ("human", "human")))
    if seating.page.curtain.colour:
        seating.guest.click(lifted_by(seating, "red"))
    qtbot.waitUntil(lambda: seating.guest.decision is not None)
    return seating


def heap(seating: Seating, kind: str) -> PileWidget:
    return next(
        each for each in seating.page.table_layout.zones.widgets if each.pile.top and each.pile.top.kind == kind
    )


def waiting(seating: Seating) -> dict[str, int]:
    """How many of each kind the tray shows."""
    return {each.pile.top.kind: each.pile.size for each in seating.page.table_layout.zones.widgets if each.pile.top}


def standing(seating: Seating) -> dict[str, str]:
    """What stands where, as the seat that looks sees it."""
    cells = (cell for board in seating.guest.view.boards for cell in board.cells)
    return {cell.place: piece.kind for cell in cells for piece in cell.pieces}


def move_to(widget: PileWidget, where: QPoint, sort: QEvent.Type) -> None:
    """Send a mouse event at a point of the screen, as the system does while a button is held."""
    held = Qt.MouseButton.NoButton if sort == QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if sort == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    local = QPointF(widget.mapFromGlobal(where))
    event = QMouseEvent(sort, local, QPointF(where), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def carry(seating: Seating, kind: str, place: str) -> tuple[PileWidget, QPoint]:
    """Drag a piece from the tray over a place."""
    widget = heap(seating, kind)
    viewport = seating.page.table_layout.board.viewport()
    goal = viewport.mapToGlobal(seating.guest.at(place))
    move_to(widget, widget.mapToGlobal(widget.rect().center()), QEvent.Type.MouseButtonPress)
    move_to(widget, (widget.mapToGlobal(widget.rect().center()) + goal) / 2, QEvent.Type.MouseMove)
    move_to(widget, goal, QEvent.Type.MouseMove)
    return widget, goal


def drag(qtbot: QtBot, seating: Seating, kind: str, place: str) -> None:
    move_to(*carry(seating, kind, place), QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: standing(seating).get(place) == kind)


def chosen(seating: Seating) -> tuple[Value, ...]:
    return seating.guest.decision.chosen if seating.guest.decision else ()


def press_ready(qtbot: QtBot, seating: Seating) -> None:
    """Say that one has done."""
    qtbot.waitUntil(lambda: any("Ready" in button.text() for button in shown_buttons(seating)))
    seating.guest.click(next(button for button in shown_buttons(seating) if "Ready" in button.text()))


def test_equal_pieces_wait_together_and_say_how_many_they_are(qtbot: QtBot):
    seating = muster(qtbot)
    assert waiting(seating) == {"fox": 2, "hare": 1, "owl": 3}
    assert heap(seating, "owl").accessibleName() == "Your tray: 3 owls"


def test_a_piece_is_dragged_from_the_tray_to_a_square(qtbot: QtBot):
    seating = muster(qtbot)
    held = carry(seating, "owl", "b2")
    assert seating.page.table_layout.drag_preview.isVisible()
    drawn = seating.page.table_layout.scene.marks
    assert drawn.targets == frozenset(f"{file}{row}" for file in "abcd" for row in "12")
    move_to(*held, QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: standing(seating) == {"b2": "owl"})
    assert not seating.page.table_layout.drag_preview.isVisible()
    assert heap(seating, "owl").pile.size == 2


def test_a_piece_that_may_not_stand_there_says_why(qtbot: QtBot):
    seating = muster(qtbot)
    move_to(*carry(seating, "owl", "b5"), QEvent.Type.MouseButtonRelease)
    qtbot.waitUntil(lambda: "not yours" in seating.page.table_layout.status.text())
    assert standing(seating) == {}


def test_a_click_and_another_click_do_the_same(qtbot: QtBot):
    seating = muster(qtbot)
    seating.guest.click(heap(seating, "fox"))
    qtbot.waitUntil(lambda: seating.guest.decision is not None and seating.guest.decision.parameter == 1)
    seating.guest.click(heap(seating, "hare"))
    qtbot.waitUntil(lambda: [value.text for value in chosen(seating)] == ["red hare"])
    seating.guest.click_board("c1")
    qtbot.waitUntil(lambda: standing(seating) == {"c1": "hare"})


def test_a_drag_on_the_board_goes_to_a_free_square_or_changes_places(qtbot: QtBot):
    """Two deeds begin with the same figure; where it is let go says which is meant."""
    seating = muster(qtbot)
    drag(qtbot, seating, "owl", "b2")
    drag(qtbot, seating, "fox", "a1")
    seating.guest.drag("b2", "piece man owl red", "c1")
    qtbot.waitUntil(lambda: standing(seating) == {"c1": "owl", "a1": "fox"})
    seating.guest.drag("c1", "piece man owl red", "a1")
    qtbot.waitUntil(lambda: standing(seating) == {"a1": "owl", "c1": "fox"})


def test_chance_places_what_is_left_and_everything_may_be_taken_back(qtbot: QtBot):
    seating = muster(qtbot)
    zones = seating.page.table_layout.zones
    assert not zones.start_over.isVisible()
    drag(qtbot, seating, "owl", "b2")
    seating.guest.click(zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(seating)) == 6)
    assert standing(seating)["b2"] == "owl"
    qtbot.waitUntil(lambda: not zones.place_randomly.isVisible() and zones.start_over.isVisible())
    seating.guest.click(zones.start_over)
    qtbot.waitUntil(lambda: not standing(seating) and waiting(seating).get("owl") == 3)
    qtbot.waitUntil(lambda: seating.guest.view.position == 0)


def test_what_chance_placed_shows_the_next_player_nothing(qtbot: QtBot):
    seating = muster(qtbot)
    page, guest = seating.page, seating.guest
    guest.click(page.table_layout.zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(seating)) == 6)
    press_ready(qtbot, seating)
    qtbot.waitUntil(lambda: page.table_layout.prompt.hand_over.isVisible())
    guest.click(page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: page.curtain.colour == "blue")
    guest.click(page.curtain.ready)
    qtbot.waitUntil(lambda: guest.decision is not None)
    assert standing(seating) == {}
    assert "Put red" not in all_texts(page.table_layout)
    guest.click(page.table_layout.zones.place_randomly)
    qtbot.waitUntil(lambda: len(standing(seating)) == 6)
    press_ready(qtbot, seating)
    qtbot.waitUntil(lambda: page.curtain.colour == "red")
    guest.click(page.curtain.ready)
    qtbot.waitUntil(lambda: len(standing(seating)) == 12)
    assert sorted(kind for place, kind in standing(seating).items() if place[1] in "56") == [""] * 6
    assert "Put blue" not in all_texts(page.table_layout)


# ---- without a window ---------------------------------------------------------------------------------------------


def test_a_card_means_what_it_is_written_as(qtbot: QtBot):
    seating = muster(qtbot)
    selection = Selection().asked(seating.guest.decision)
    owl = next(option for option in selection.options if option.value.text == "red owl")
    assert selection.picked("red owl", "b2") == Take(owl, ("b2",))
    assert selection.picked("") == Nothing()
    assert selection.picked("red wolf") == Ask(None, "red wolf")
    seating.guest.click(heap(seating, "fox"))
    qtbot.waitUntil(lambda: seating.guest.decision is not None and seating.guest.decision.parameter == 1)
    assert selection.asked(seating.guest.decision).picked("red owl", "b2") == Reselect(owl, ("b2",))


def test_previews_tell_which_deed_was_meant(qtbot: QtBot):
    decision = muster(qtbot).guest.decision
    assert decision is not None
    one, other, *_ = decision.options
    disambiguation = Disambiguation.of(Offer((one, other), ("b2",)))
    assert not disambiguation.take(Preview(1, 999, (), (), None))
    assert disambiguation.take(Preview(1, one.number, (), ("a1",), None))
    assert disambiguation.meaning() is None
    assert disambiguation.take(Preview(2, other.number, (), ("b2",), None))
    assert disambiguation.meaning() == Take(other, ("b2",))
    nowhere = Disambiguation.of(Offer((one, other), ("d6",)))
    for number in (one.number, other.number):
        nowhere.take(Preview(3, number, (), (), None))
    assert nowhere.meaning() == Offer((one, other), ("d6",))


def test_chance_ends_where_nothing_waits(qtbot: QtBot):
    seating = muster(qtbot)
    auto_placement, view = AutoPlacement(), seating.guest.view
    selection = Selection().asked(seating.guest.decision)
    assert auto_placement.next_option(selection, view) is None
    auto_placement.start("by chance", selection, view)
    assert auto_placement.next_option(Selection(), view) is None
    option = auto_placement.next_option(selection, view)
    assert option is not None
    assert not option.value.place
