"""What a player does at the desk with mouse and keys, handed on to the choice in progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from app.base.widgets import add_entry
from app.table.control.feedback import Feedback
from app.table.control.preview import HoverPreview, RotationControl
from app.table.control.selection_controller import SelectionController
from app.table.layout.page_stack import PageStack
from app.table.layout.table_layout import TableLayout
from app.table.model.keys import KEYS
from app.table.model.selection import Offer


@dataclass(frozen=True, slots=True)
class GestureTargets:
    """What gestures are made at, and what takes them."""

    table_layout: TableLayout
    selection_controller: SelectionController
    hover_preview: HoverPreview
    rotation: RotationControl
    feedback: Feedback


class Gestures(QObject):
    """Hears the desk. `seat` says who looks at a board that rests; None as long as nobody does, or it moves."""

    def __init__(self, hands: GestureTargets, seat: Callable[[], str | None], parent: QObject) -> None:
        super().__init__(parent)
        self._table_layout, self._feedback = hands.table_layout, hands.feedback
        self._selection_controller, self._hover_preview, self._rotation = (
            hands.selection_controller,
            hands.hover_preview,
            hands.rotation,
        )
        self._seat = seat
        self._wire_board()
        self._wire_side()

    def _wire_board(self) -> None:
        table_layout, scene = self._table_layout, self._table_layout.scene
        scene.activated.connect(self.touch)
        scene.dragged.connect(self._drag)
        scene.hovered.connect(self._hover)
        scene.drag_started.connect(self._lift)
        scene.drag_ended.connect(self._hover_preview.drop)
        scene.cancelled.connect(self.let_go)
        table_layout.board.wheel_rotated.connect(self.turn)
        table_layout.cells.chosen.connect(self.touch)

    def _wire_side(self) -> None:
        table_layout, zones = self._table_layout, self._table_layout.zones
        table_layout.prompt.entry_pressed.connect(self._press)
        table_layout.prompt.value_pressed.connect(self._pick)
        table_layout.prompt.undo_requested.connect(self.undo)
        table_layout.prompt.back_requested.connect(self.let_go)
        for cards in (zones, table_layout.top):
            cards.activated.connect(self._touch_card)
            cards.dragged.connect(self._carry_card)
            cards.dropped.connect(self._drop_card)
        zones.place_randomly.clicked.connect(partial(self._wish, "by chance"))
        zones.start_over.clicked.connect(partial(self._wish, "start over"))
        table_layout.moves.chosen.connect(self._selection_controller.pick)
        table_layout.typed.returnPressed.connect(self._type)
        self._selection_controller.offering.connect(self._offer)

    # ---- at the board -------------------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Turn what is being laid, or what would be laid where the pointer is."""
        if self._rotation.active:
            self._rotation.turn(by)
        else:
            self._rotation.prefer(self._hover_preview.turn(by))

    def touch(self, place: str, thing: str = "") -> None:
        """A place was clicked, or chosen from the list of places."""
        self._feedback.attend(self._table_layout.point_of(place))
        if self._rotation.option is not None and place == self._rotation.place:
            self._selection_controller.pick(self._rotation.option.number)
        else:
            self._selection_controller.touch(place, thing)

    def let_go(self) -> None:
        """Esc: away from a list or the typed line, and one step back in the choice in progress."""
        self._feedback.hush()
        self._table_layout.board.setFocus()
        self._selection_controller.escape()

    def undo(self) -> None:
        """Take the last choice back."""
        self._feedback.attend(self._table_layout.middle_of(self._table_layout.prompt.undo))
        self._selection_controller.undo()

    def _drag(self, origin: str, thing: str, goal: str) -> None:
        self._feedback.attend(self._table_layout.point_of(goal))
        self._selection_controller.drag(origin, thing, goal)

    def _hover(self, place: str, thing: str) -> None:
        seat = self._seat()
        if seat is not None:
            self._hover_preview.point(place, thing, seat, self._selection_controller.selection)

    def _lift(self, place: str, thing: str) -> None:
        seat = self._seat()
        if seat is not None:
            self._feedback.hush()
            self._hover_preview.carry(place, thing, seat, self._selection_controller.selection)

    # ---- at its side --------------------------------------------------------------------------------------------

    def _press(self, entry: int) -> None:
        button = self._table_layout.prompt.entry_button(entry)
        if button is not None:
            self._feedback.attend(self._table_layout.middle_of(button))
            self._table_layout.board.setFocus()
            left = self._selection_controller.selection.lacking(entry)
            if left is None:
                self._selection_controller.press(entry)
            else:
                self._feedback.too_dear(*left)

    def _pick(self, option: int) -> None:
        self._feedback.attend(self._table_layout.middle_of(self._table_layout.prompt))
        self._table_layout.board.setFocus()
        self._selection_controller.pick(option)

    def _touch_card(self, text: str) -> None:
        self._feedback.attend(self._table_layout.middle_of(self._table_layout.zones))
        self._selection_controller.pick_card(text)

    def _carry_card(self, text: str, where: QPoint) -> None:
        piece, seat = self._table_layout.piece(text), self._seat()
        if piece is None or seat is None:
            return
        self._feedback.hush()
        self._table_layout.carried.show_at(piece, self._feedback.context, self._table_layout.mapFromGlobal(where))
        self._hover_preview.carry_card(
            self._selection_controller.option_of(text), seat, self._selection_controller.selection
        )
        self._hover_preview.point(
            self._table_layout.board.place_under(where), "", seat, self._selection_controller.selection
        )

    def _drop_card(self, text: str, where: QPoint) -> None:
        self._table_layout.carried.hide()
        self._hover_preview.drop()
        place = self._table_layout.board.place_under(where)
        if place:
            self._feedback.attend(self._table_layout.point_of(place))
            self._selection_controller.pick_card(text, place)

    def _wish(self, wish: Literal["by chance", "start over"]) -> None:
        self._feedback.attend(self._table_layout.middle_of(self._table_layout.zones))
        self._table_layout.board.setFocus()
        self._selection_controller.wish(wish)

    def _type(self) -> None:
        self._feedback.attend(self._table_layout.middle_of(self._table_layout.typed))
        line = self._table_layout.typed.text()
        self._table_layout.typed.clear()
        self._selection_controller.type(line)

    def _offer(self, offer: Offer) -> None:
        """Let the player pick from a small menu beside what was touched."""
        decision = self._selection_controller.selection.decision
        if decision is None:
            return
        menu = QMenu(self._table_layout)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for option in offer.options:
            action = add_entry(menu, self._feedback.context.words.option(option, decision))
            action.setData(option.number)
            action.triggered.connect(partial(self._selection_controller.pick, option.number, offer.then))
        menu.popup(self._table_layout.mapToGlobal(self._feedback.place))


# The keys of the table, connected: each key that the help explains does what its action says.


def bind_keys(table_layout: TableLayout, gestures: Gestures, pages: PageStack, peek: Callable[[], None]) -> None:
    """Let the keys work as long as the keyboard is somewhere on the desk."""
    actions = _actions(table_layout, gestures, pages, peek)
    for key in KEYS:
        for number, sequence in enumerate(key.sequences):
            shortcut = QShortcut(QKeySequence(sequence), table_layout)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            act = actions.get(key.action) or partial(table_layout.prompt.press_number, number)
            shortcut.activated.connect(act)


def _actions(
    table_layout: TableLayout, gestures: Gestures, pages: PageStack, peek: Callable[[], None]
) -> dict[str, Callable[[], None]]:
    return {
        "back": table_layout.prompt.back_requested.emit,
        "advice": table_layout.prompt.hint.click,
        "again": table_layout.prompt.recap.click,
        "film": table_layout.replay_button.click,
        "wait": table_layout.prompt.pause.click,
        "undo": gestures.undo,
        "typed": partial(table_layout.typed.setFocus, Qt.FocusReason.ShortcutFocusReason),
        "log": partial(table_layout.show_list, table_layout.log),
        "moves": partial(table_layout.show_list, table_layout.moves),
        "cells": partial(table_layout.show_list, table_layout.cells),
        "help": pages.show_keys,
        "rules": table_layout.rules.click,
        "peek": peek,
        "turn": partial(gestures.turn, 1),
        "turn_back": partial(gestures.turn, -1),
    }
