"""The wheel scrolls a page, and never changes a value under the pointer."""

from __future__ import annotations

import ast

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.base.paths import home
from app.base.widgets import ComboBox, ElidingComboBox, Slider, SpinBox, scroll_area


def turn_wheel(over: QWidget) -> None:
    """Turn the wheel by one notch towards the user."""
    window = over.window()
    QTest.wheelEvent(window.windowHandle(), QPointF(over.mapTo(window, over.rect().center())), QPoint(0, -120))


def test_the_wheel_over_a_control_scrolls_the_page_with_and_without_focus(qtbot: QtBot) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    combo, eliding, number, slider = ComboBox(), ElidingComboBox(9), SpinBox(), Slider(Qt.Orientation.Horizontal)
    for box in (combo, eliding):
        box.addItems(["one", "two", "three"])
        box.setCurrentIndex(1)
    for each in (number, slider):
        each.setRange(0, 9)
        each.setValue(5)
    controls = (combo, eliding, number, slider)
    for control in controls:
        column.addWidget(control)
    column.addSpacing(2000)
    area = scroll_area(content)
    qtbot.addWidget(area)
    area.resize(300, 400)
    area.show()
    bar = area.verticalScrollBar()
    for control in controls:
        for focused in (False, True):
            if focused:
                control.setFocus()
            else:
                area.setFocus()
            bar.setValue(0)
            turn_wheel(control)
            assert control.hasFocus() is focused, control
            assert bar.value() > 0, (control, focused)
    assert (combo.currentIndex(), eliding.currentIndex(), number.value(), slider.value()) == (1, 1, 5, 5)


def test_every_combo_box_and_number_field_of_the_program_leaves_the_wheel_to_its_page() -> None:
    """Qt's own classes are made nowhere; the slider of the replay has no page to scroll."""
    made = [
        f"{path.name}:{node.lineno}"
        for path in (home() / "app").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("QComboBox", "QSpinBox", "QDoubleSpinBox")
    ]
    assert not made
