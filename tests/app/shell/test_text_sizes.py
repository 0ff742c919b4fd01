"""Text has at least 13 pixels on every page of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.shell.window import MainWindow
from tests.app.shell.test_window import choose_game, start_match

LEAST = 13  #: pixels
WITH_TEXT = (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)


def too_small(page: QWidget) -> Iterator[str]:
    """Yield each widget with text on a page that is smaller, and the size."""
    for widget in page.findChildren(QWidget):
        size = QFontInfo(widget.font()).pixelSize()
        if isinstance(widget, WITH_TEXT) and widget.isVisible() and size < LEAST:
            said = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
            yield f"{type(widget).__name__} {widget.property('role') or ''} {said!r}: {size}"


@pytest.mark.parametrize("page", ["start", "setup", "preferences", "about", "statistics", "host_page", "lessons"])
def test_text_has_at_least_13_pixels(qtbot: QtBot, window: MainWindow, page: str) -> None:
    if page == "setup":
        choose_game(qtbot, window)
    shown = {
        "host_page": lambda: window.network.host_page,
        "lessons": lambda: window.lessons.page,
    }.get(page, lambda: getattr(window, page))()
    window.show_page(shown)
    qtbot.waitUntil(shown.isVisible)
    assert list(too_small(window)) == []


def test_text_at_a_table_has_at_least_13_pixels(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = start_match(qtbot, window).page
    for tab in range(page.table_layout.tabs.count()):
        page.table_layout.tabs.setCurrentIndex(tab)
        assert list(too_small(window)) == []
