"""Gestures of the player with mouse and keys on the widgets of a table, as signals."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from app.table.layout.table_layout import TableLayout
from app.table.model.things import Thing

_RETURN, _ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter


class Gestures(QObject):
    """Recognizes gestures on the board, the cards, the prompt and the lists of a table layout.

    A gesture that chooses or asks first emits `begun`. Things are a Thing, or None for the ground of a place.

    Signals:
        begun: A gesture was made at this position of the table layout: its answer belongs there.
        clicked: A place was clicked, or picked in the list of places; carries place and thing.
        dragged: A thing was dragged to another place; carries its place, the thing and the goal.
        hovered: The pointer or the keyboard cursor is on a place and thing; an empty place if on none.
        lifted: A drag of a thing began; carries its place and the thing. `dropped` follows.
        dropped: A drag has ended, on the board or elsewhere.
        rotated: The thing being placed, or under the pointer, is to be rotated by this number of steps.
        escaped: Esc, a click beside the board, or the button to go back.
        undo_requested: The last choice is to be undone.
        entry_pressed: The button of an entry was pressed; carries its number.
        option_picked: An option was picked from a list or from the buttons of values; carries its number.
        card_clicked: A card was clicked; carries its notation.
        card_dragged: A card is dragged over this point of the screen; carries its notation and the point.
        card_dropped: A card was dropped; carries its notation and the place under it, which may be empty.
        auto_placement_requested: All waiting pieces are to be placed, or taken back; carries an AutoPlacementMode.
        line_entered: A move was typed; carries the line.
        confirmed: The choice that waits for a confirmation is to be taken.
    """

    begun = Signal(QPoint)
    clicked = Signal(str, object)
    dragged = Signal(str, object, str)
    hovered = Signal(str, object)
    lifted = Signal(str, object)
    dropped = Signal()
    rotated = Signal(int)
    escaped = Signal()
    undo_requested = Signal()
    entry_pressed = Signal(int)
    option_picked = Signal(int)
    card_clicked = Signal(str)
    card_dragged = Signal(str, QPoint)
    card_dropped = Signal(str, str)
    auto_placement_requested = Signal(str)
    line_entered = Signal(str)
    confirmed = Signal()

    def __init__(self, table_layout: TableLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._table_layout = table_layout
        self._enter_keys = tuple(QShortcut(QKeySequence(key), table_layout) for key in (_RETURN, _ENTER))
        for key in self._enter_keys:
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.setEnabled(False)
            key.activated.connect(self._press_enter)
        self._connect_board()
        self._connect_panels()

    def _connect_board(self) -> None:
        table_layout, scene = self._table_layout, self._table_layout.scene
        scene.activated.connect(self._click)
        scene.dragged.connect(self._drag)
        scene.hovered.connect(self.hovered)
        scene.drag_started.connect(self.lifted)
        scene.drag_ended.connect(self.dropped)
        scene.cancelled.connect(self.escaped)
        table_layout.board.wheel_rotated.connect(self.rotated)
        table_layout.cells.chosen.connect(self._click)

    def _connect_panels(self) -> None:
        table_layout, zones = self._table_layout, self._table_layout.zones
        table_layout.prompt.entry_pressed.connect(self._press)
        table_layout.prompt.value_pressed.connect(self._pick_value)
        table_layout.prompt.undo_requested.connect(self.undo)
        table_layout.prompt.back_requested.connect(self.escaped)
        table_layout.prompt.confirm.clicked.connect(self._confirm)
        for cards in (zones, table_layout.top):
            cards.activated.connect(self._click_card)
            cards.dragged.connect(self.card_dragged)
            cards.dropped.connect(self._drop_card)
        zones.place_randomly.clicked.connect(partial(self._request_auto_placement, "by chance"))
        zones.start_over.clicked.connect(partial(self._request_auto_placement, "start over"))
        table_layout.moves.chosen.connect(self.option_picked)
        table_layout.typed.returnPressed.connect(self._enter_line)

    def set_confirming(self, confirming: bool) -> None:
        """Let Enter confirm a choice, wherever the focus is at the table, or do what it usually does."""
        for key in self._enter_keys:
            key.setEnabled(confirming)

    def _press_enter(self) -> None:
        """Confirm the choice; but Enter on another button presses it, and a typed move is entered."""
        focused, typed = QApplication.focusWidget(), self._table_layout.typed
        if focused is typed and typed.text().strip():
            self._enter_line()
        elif isinstance(focused, QAbstractButton):
            focused.click()
        else:
            self._confirm()

    def _confirm(self) -> None:
        self._begin_on(self._table_layout.prompt.confirm)
        self._table_layout.board.setFocus()  # the button disappears, and the focus must not go to Undo
        self.confirmed.emit()

    def undo(self) -> None:
        """Request to undo the last choice."""
        self._begin_on(self._table_layout.prompt.undo)
        self.undo_requested.emit()

    def _begin_on(self, widget: QWidget) -> None:
        self.begun.emit(self._table_layout.middle_of(widget))

    def _click(self, place: str, thing: Thing | None = None) -> None:
        self.begun.emit(self._table_layout.point_of(place))
        self.clicked.emit(place, thing)

    def _drag(self, origin: str, thing: Thing | None, goal: str) -> None:
        self.begun.emit(self._table_layout.point_of(goal))
        self.dragged.emit(origin, thing, goal)

    def _press(self, entry: int) -> None:
        button = self._table_layout.prompt.entry_button(entry)
        if button is not None:
            self._begin_on(button)
            self._table_layout.board.setFocus()  # the button disappears, and the focus must not go to Undo
            self.entry_pressed.emit(entry)

    def _pick_value(self, option: int) -> None:
        self._begin_on(self._table_layout.prompt)
        self._table_layout.board.setFocus()
        self.option_picked.emit(option)

    def _click_card(self, text: str) -> None:
        self._begin_on(self._card_used(text))
        self.card_clicked.emit(text)

    def _card_used(self, text: str) -> QWidget:
        """Return the card with this notation that is under the pointer or has the focus; the panel if none is shown."""
        cards = (*self._table_layout.zones.widgets, *self._table_layout.top.cards)
        shown = [card for card in cards if card.pile.target == text and card.isVisible()]
        used = (card for card in shown if card.underMouse() or card.hasFocus())
        return next(used, shown[0] if shown else self._table_layout.zones)

    def _drop_card(self, text: str, position: QPoint) -> None:
        place = self._table_layout.board.place_under(position)
        if place:
            self.begun.emit(self._table_layout.point_of(place))
        self.card_dropped.emit(text, place)

    def _request_auto_placement(self, mode: str) -> None:
        self._begin_on(self._table_layout.zones)
        self._table_layout.board.setFocus()
        self.auto_placement_requested.emit(mode)

    def _enter_line(self) -> None:
        self._begin_on(self._table_layout.typed)
        line = self._table_layout.typed.text()
        self._table_layout.typed.clear()
        self.line_entered.emit(line)
