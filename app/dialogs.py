"""What the window says and asks in small windows of its own; the table goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.parts import caption, set_window_title
from app.texts import Texts


def tell(parent: QWidget, title: str, text: str) -> None:
    """Say something that the reader should not miss."""
    _box(parent, QMessageBox.Icon.Warning, title, text).open()


def ask_about_table(parent: QWidget, texts: Texts, close: Callable[[], None], leave: Callable[[], None]) -> None:
    """Ask what becomes of a table that this window has opened: it is closed, left open, or nothing happens yet."""
    box = _box(parent, QMessageBox.Icon.Question, texts("app.name"), texts("closing.ask"))
    closing = box.addButton(caption(texts("closing.close")), QMessageBox.ButtonRole.DestructiveRole)
    leaving = box.addButton(caption(texts("closing.leave")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(caption(texts("closing.cancel")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leaving)
    closing.clicked.connect(close)
    leaving.clicked.connect(leave)
    box.open()


def _box(parent: QWidget, icon: QMessageBox.Icon, title: str, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setIcon(icon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    set_window_title(box, title)
    box.setText(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
