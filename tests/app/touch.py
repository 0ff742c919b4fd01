"""Fingers on a touch screen."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget


@cache
def touch_screen() -> QPointingDevice:
    """Return the touch screen of the tests."""
    return QTest.createTouchDevice()


def touch(device: QPointingDevice, widget: QWidget, phase: str, *points: QPoint) -> None:
    """Let a finger for each point of a widget `press`, `move` or `release`, all at once."""
    window = widget.window().windowHandle()
    sequence = QTest.touchEvent(window, device, False)
    for finger, at in enumerate(points):
        getattr(sequence, phase)(finger, widget.mapTo(widget.window(), at))
    sequence.commit()
    QApplication.processEvents()


def tap(device: QPointingDevice, widget: QWidget, at: QPoint) -> None:
    """Tap with one finger."""
    touch(device, widget, "press", at)
    touch(device, widget, "release", at)
