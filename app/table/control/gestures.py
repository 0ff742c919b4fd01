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

    desk: TableLayout
    chooser: SelectionController
    hovering: HoverPreview
    dial: RotationControl
    voice: Feedback


class Gestures(QObject):
    """Hears the desk. `seat` says who looks at a board that rests; None as long as nobody does, or it moves."""

    def __init__(self, hands: GestureTargets, seat: Callable[[], str | None], parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._voice = hands.desk, hands.voice
        self._chooser, self._hovering, self._dial = hands.chooser, hands.hovering, hands.dial
        self._seat = seat
        self._wire_board()
        self._wire_side()

    def _wire_board(self) -> None:
        desk, scene = self._desk, self._desk.scene
        scene.touched.connect(self.touch)
        scene.dragged.connect(self._drag)
        scene.hovered.connect(self._hover)
        scene.lifted.connect(self._lift)
        scene.dropped.connect(self._hovering.drop)
        scene.released_nowhere.connect(self.let_go)
        desk.board.turned.connect(self.turn)
        desk.cells.picked.connect(self.touch)

    def _wire_side(self) -> None:
        desk, zones = self._desk, self._desk.zones
        desk.prompt.pressed.connect(self._press)
        desk.prompt.picked.connect(self._pick)
        desk.prompt.undo_wanted.connect(self.undo)
        desk.prompt.back_wanted.connect(self.let_go)
        for cards in (zones, desk.top):
            cards.touched.connect(self._touch_card)
            cards.carried.connect(self._carry_card)
            cards.dropped.connect(self._drop_card)
        zones.by_chance.clicked.connect(partial(self._wish, "by chance"))
        zones.start_over.clicked.connect(partial(self._wish, "start over"))
        desk.moves.picked.connect(self._chooser.pick)
        desk.typed.returnPressed.connect(self._type)
        self._chooser.offering.connect(self._offer)

    # ---- at the board -------------------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Turn what is being laid, or what would be laid where the pointer is."""
        if self._dial.active:
            self._dial.turn(by)
        else:
            self._dial.prefer(self._hovering.turn(by))

    def touch(self, place: str, thing: str = "") -> None:
        """A place was clicked, or chosen from the list of places."""
        self._voice.attend(self._desk.point_of(place))
        if self._dial.option is not None and place == self._dial.place:
            self._chooser.pick(self._dial.option.number)
        else:
            self._chooser.touch(place, thing)

    def let_go(self) -> None:
        """Esc: away from a list or the typed line, and one step back in the choice in progress."""
        self._voice.hush()
        self._desk.board.setFocus()
        self._chooser.escape()

    def undo(self) -> None:
        """Take the last choice back."""
        self._voice.attend(self._desk.middle_of(self._desk.prompt.undo))
        self._chooser.undo()

    def _drag(self, origin: str, thing: str, goal: str) -> None:
        self._voice.attend(self._desk.point_of(goal))
        self._chooser.drag(origin, thing, goal)

    def _hover(self, place: str, thing: str) -> None:
        seat = self._seat()
        if seat is not None:
            self._hovering.point(place, thing, seat, self._chooser.choosing)

    def _lift(self, place: str, thing: str) -> None:
        seat = self._seat()
        if seat is not None:
            self._voice.hush()
            self._hovering.carry(place, thing, seat, self._chooser.choosing)

    # ---- at its side --------------------------------------------------------------------------------------------

    def _press(self, entry: int) -> None:
        button = self._desk.prompt.entry_button(entry)
        if button is not None:
            self._voice.attend(self._desk.middle_of(button))
            self._desk.board.setFocus()  # the button goes with the question, and the keyboard must not go to Undo
            left = self._chooser.choosing.lacking(entry)
            if left is None:
                self._chooser.press(entry)
            else:
                self._voice.too_dear(*left)

    def _pick(self, option: int) -> None:
        self._voice.attend(self._desk.middle_of(self._desk.prompt))
        self._desk.board.setFocus()
        self._chooser.pick(option)

    def _touch_card(self, text: str) -> None:
        self._voice.attend(self._desk.middle_of(self._desk.zones))
        self._chooser.pick_card(text)

    def _carry_card(self, text: str, where: QPoint) -> None:
        piece, seat = self._desk.piece(text), self._seat()
        if piece is None or seat is None:
            return
        self._voice.hush()
        self._desk.carried.show_at(piece, self._voice.context, self._desk.mapFromGlobal(where))
        self._hovering.carry_card(self._chooser.option_of(text), seat, self._chooser.choosing)
        self._hovering.point(self._desk.board.place_under(where), "", seat, self._chooser.choosing)

    def _drop_card(self, text: str, where: QPoint) -> None:
        self._desk.carried.hide()
        self._hovering.drop()
        place = self._desk.board.place_under(where)
        if place:
            self._voice.attend(self._desk.point_of(place))
            self._chooser.pick_card(text, place)

    def _wish(self, wish: Literal["by chance", "start over"]) -> None:
        self._voice.attend(self._desk.middle_of(self._desk.zones))
        self._desk.board.setFocus()
        self._chooser.wish(wish)

    def _type(self) -> None:
        self._voice.attend(self._desk.middle_of(self._desk.typed))
        line = self._desk.typed.text()
        self._desk.typed.clear()
        self._chooser.type(line)

    def _offer(self, offer: Offer) -> None:
        """Let the player pick from a small menu beside what was touched."""
        decision = self._chooser.choosing.decision
        if decision is None:
            return
        menu = QMenu(self._desk)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for option in offer.options:
            action = add_entry(menu, self._voice.context.words.option(option, decision))
            action.setData(option.number)
            action.triggered.connect(partial(self._chooser.pick, option.number, offer.then))
        menu.popup(self._desk.mapToGlobal(self._voice.place))


# The keys of the table, connected: each key that the help explains does what its action says.


def bind_keys(desk: TableLayout, gestures: Gestures, sheets: PageStack, peek: Callable[[], None]) -> None:
    """Let the keys work as long as the keyboard is somewhere on the desk."""
    actions = _actions(desk, gestures, sheets, peek)
    for key in KEYS:
        for number, sequence in enumerate(key.sequences):
            shortcut = QShortcut(QKeySequence(sequence), desk)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            act = actions.get(key.action) or partial(desk.prompt.press_number, number)
            shortcut.activated.connect(act)


def _actions(
    desk: TableLayout, gestures: Gestures, sheets: PageStack, peek: Callable[[], None]
) -> dict[str, Callable[[], None]]:
    return {
        "back": desk.prompt.back_wanted.emit,
        "advice": desk.prompt.hint.click,
        "again": desk.prompt.again.click,
        "film": desk.film.click,
        "wait": desk.prompt.wait.click,
        "undo": gestures.undo,
        "typed": partial(desk.typed.setFocus, Qt.FocusReason.ShortcutFocusReason),
        "log": partial(desk.show_list, desk.log),
        "moves": partial(desk.show_list, desk.moves),
        "cells": partial(desk.show_list, desk.cells),
        "help": sheets.read_keys,
        "rules": desk.rules.click,
        "peek": peek,
        "turn": partial(gestures.turn, 1),
        "turn_back": partial(gestures.turn, -1),
    }
