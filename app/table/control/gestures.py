"""Gestures of the player with mouse and keys, passed on to the choice in progress."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.base.widgets import add_entry
from app.table.control.feedback import Feedback
from app.table.control.preview import HoverPreview, RotationControl
from app.table.control.selection_controller import SelectionController
from app.table.layout.table_layout import TableLayout
from app.table.model.selection import AutoPlacementMode, Offer
from app.table.model.shown_seat import ViewerState
from app.table.replay.missed_moves import Recap


class Gestures(QObject):
    """Connects the signals of the widgets with the choice in progress, the previews and the feedback."""

    def __init__(
        self,
        table_layout: TableLayout,
        viewer: ViewerState,
        recap: Recap,
        selection_controller: SelectionController,
        hover_preview: HoverPreview,
        rotation: RotationControl,
        feedback: Feedback,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._table_layout, self._viewer, self._recap = table_layout, viewer, recap
        self._selection_controller, self._feedback = selection_controller, feedback
        self._hover_preview, self._rotation = hover_preview, rotation
        self._connect_board()
        self._connect_panels()

    def _connect_board(self) -> None:
        table_layout, scene = self._table_layout, self._table_layout.scene
        scene.activated.connect(self._click)
        scene.dragged.connect(self._drag)
        scene.hovered.connect(self._hover)
        scene.drag_started.connect(self._lift)
        scene.drag_ended.connect(self._hover_preview.drop)
        scene.cancelled.connect(self._escape)
        table_layout.board.wheel_rotated.connect(self.rotate)
        table_layout.cells.chosen.connect(self._click)

    def _connect_panels(self) -> None:
        table_layout, zones = self._table_layout, self._table_layout.zones
        table_layout.prompt.entry_pressed.connect(self._press)
        table_layout.prompt.value_pressed.connect(self._pick)
        table_layout.prompt.undo_requested.connect(self.undo)
        table_layout.prompt.back_requested.connect(self._escape)
        for cards in (zones, table_layout.top):
            cards.activated.connect(self._click_card)
            cards.dragged.connect(self._drag_card)
            cards.dropped.connect(self._drop_card)
        zones.place_randomly.clicked.connect(partial(self._start_auto_placement, "by chance"))
        zones.start_over.clicked.connect(partial(self._start_auto_placement, "start over"))
        table_layout.moves.chosen.connect(self._selection_controller.pick)
        table_layout.typed.returnPressed.connect(self._type)
        self._selection_controller.offer_made.connect(self._show_menu)

    @property
    def _seat(self) -> str | None:
        """The seat that may hover and drag; None while the board moves or shows a recap."""
        return None if self._table_layout.scene.animating or self._recap.running else self._viewer.seat

    # ---- on the board -------------------------------------------------------------------------------------------

    def rotate(self, by: int) -> None:
        """Rotate the thing being placed, or the thing shown under the pointer."""
        if self._rotation.active:
            self._rotation.turn(by)
        else:
            self._rotation.set_preferred(self._hover_preview.turn(by))

    def undo(self) -> None:
        """Undo the last choice."""
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.prompt.undo))
        self._selection_controller.undo()

    def _click(self, place: str, thing: str = "") -> None:
        """A place was clicked, or picked in the list of places."""
        self._feedback.begin_at(self._table_layout.point_of(place))
        if self._rotation.option is not None and place == self._rotation.place:
            self._selection_controller.pick(self._rotation.option.number)
        else:
            self._selection_controller.touch(place, thing)

    def _escape(self) -> None:
        """Esc: move the focus to the board, and go one step back in the choice in progress."""
        self._feedback.hide_bubble()
        self._table_layout.board.setFocus()
        self._selection_controller.escape()

    def _drag(self, origin: str, thing: str, goal: str) -> None:
        self._feedback.begin_at(self._table_layout.point_of(goal))
        self._selection_controller.drag(origin, thing, goal)

    def _hover(self, place: str, thing: str) -> None:
        seat = self._seat
        if seat is not None:
            self._hover_preview.point(place, thing, seat, self._selection_controller.selection)

    def _lift(self, place: str, thing: str) -> None:
        seat = self._seat
        if seat is not None:
            self._feedback.hide_bubble()
            self._hover_preview.carry(place, thing, seat, self._selection_controller.selection)

    # ---- on the panels ------------------------------------------------------------------------------------------

    def _press(self, entry: int) -> None:
        button = self._table_layout.prompt.entry_button(entry)
        if button is None:
            return
        self._feedback.begin_at(self._table_layout.middle_of(button))
        self._table_layout.board.setFocus()  # the button disappears, and the focus must not go to Undo
        too_dear = self._selection_controller.selection.lacking(entry)
        if too_dear is None:
            self._selection_controller.press(entry)
        else:
            self._feedback.show_price(*too_dear)

    def _pick(self, option: int) -> None:
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.prompt))
        self._table_layout.board.setFocus()
        self._selection_controller.pick(option)

    def _click_card(self, text: str) -> None:
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.zones))
        self._selection_controller.pick_card(text)

    def _drag_card(self, text: str, position: QPoint) -> None:
        piece, seat = self._table_layout.piece(text), self._seat
        if piece is None or seat is None:
            return
        selection = self._selection_controller.selection
        self._feedback.hide_bubble()
        self._table_layout.drag_preview.show_at(
            piece, self._feedback.context, self._table_layout.mapFromGlobal(position)
        )
        self._hover_preview.carry_card(self._selection_controller.option_of(text), seat, selection)
        self._hover_preview.point(self._table_layout.board.place_under(position), "", seat, selection)

    def _drop_card(self, text: str, position: QPoint) -> None:
        self._table_layout.drag_preview.hide()
        self._hover_preview.drop()
        place = self._table_layout.board.place_under(position)
        if place:
            self._feedback.begin_at(self._table_layout.point_of(place))
            self._selection_controller.pick_card(text, place)

    def _start_auto_placement(self, mode: AutoPlacementMode) -> None:
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.zones))
        self._table_layout.board.setFocus()
        self._selection_controller.start_auto_placement(mode)

    def _type(self) -> None:
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.typed))
        line = self._table_layout.typed.text()
        self._table_layout.typed.clear()
        self._selection_controller.type(line)

    def _show_menu(self, offer: Offer) -> None:
        """Let the player pick from a menu beside the gesture."""
        decision = self._selection_controller.selection.decision
        if decision is None:
            return
        menu = QMenu(self._table_layout)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for option in offer.options:
            action = add_entry(menu, self._feedback.context.words.option(option, decision))
            action.setData(option.number)
            action.triggered.connect(partial(self._selection_controller.pick, option.number, offer.then))
        menu.popup(self._table_layout.mapToGlobal(self._feedback.position))
