"""The keys of the table, connected: each key that the help explains does what its action says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from app.table.desk import Desk
from app.table.gestures import Gestures
from app.table.keys import KEYS
from app.table.sheets import Sheets


def bind_keys(desk: Desk, gestures: Gestures, sheets: Sheets, peek: Callable[[], None]) -> None:
    """Let the keys work as long as the keyboard is somewhere on the desk."""
    actions = _actions(desk, gestures, sheets, peek)
    for key in KEYS:
        for number, sequence in enumerate(key.sequences):
            shortcut = QShortcut(QKeySequence(sequence), desk)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            act = actions.get(key.action) or partial(desk.prompt.press_number, number)
            shortcut.activated.connect(act)


def _actions(desk: Desk, gestures: Gestures, sheets: Sheets, peek: Callable[[], None]) -> dict[str, Callable[[], None]]:
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
