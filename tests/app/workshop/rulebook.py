"""Hands on the rulebook of the workshop: turns its pages and opens chips with the mouse, as users do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSpinBox
from pytestqt.qtbot import QtBot

from app.workshop.controls import RuleControls
from app.workshop.part_popover import PartEditor
from app.workshop.rule_rows import Key


def wait_for_rules(qtbot: QtBot, controls: RuleControls) -> None:
    """Wait until a page of the rulebook is shown."""
    qtbot.waitUntil(lambda: controls.page is not None and bool(controls.view.parts))


def press_chip(controls: RuleControls, anchor: str, number: int | None = None) -> PartEditor:
    """Turn to the first page with a part, or a number in it, and click its chip; return what has opened."""
    return press(controls, (anchor, number is not None, number or 0))


def press(controls: RuleControls, key: Key) -> PartEditor:
    """Turn to the first page with a part, and click its chip; return what has opened."""
    assert controls.page is not None
    if key not in controls.page.parts():
        while controls.before.isEnabled() and controls.before.isVisible():
            QTest.mouseClick(controls.before, Qt.MouseButton.LeftButton)
        while key not in controls.page.parts():
            assert controls.next.isEnabled(), f"{key} is on no page"
            QTest.mouseClick(controls.next, Qt.MouseButton.LeftButton)
    view = controls.view
    shown = key if key in view.parts else next(line.keys[0] for line in controls.page.lines if key in line.keys)
    area = view.chip_area(shown)
    assert area is not None
    bar = view.verticalScrollBar()
    bar.setValue(bar.value() + area.center().y() - view.height() // 2)
    QApplication.processEvents()
    area = view.chip_area(shown)
    assert area is not None
    at = view.viewport().mapFrom(view, area.center())
    QTest.mouseMove(view.viewport(), at)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert key in controls.popover.keys, controls.popover.keys
    return controls.popover.parts[key]


def press_number(qtbot: QtBot, controls: RuleControls) -> QSpinBox:
    """Click the first chip with a number, as soon as there is one; return the field of the number."""

    def numbers() -> list[Key]:
        parts = (key for page in controls.pages for key in page.parts())
        return [key for key in parts if controls.row(key[0], key[2] if key[1] else None).control == "number"]

    qtbot.waitUntil(lambda: bool(numbers()))
    editor = press(controls, numbers()[0]).editor
    assert isinstance(editor, QSpinBox)
    return editor


def open_number(controls: RuleControls, anchor: str) -> QSpinBox:
    """Click the chip of a part with a number; return the field of the number."""
    editor = press_chip(controls, anchor).editor
    assert isinstance(editor, QSpinBox)
    return editor
