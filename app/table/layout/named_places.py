"""Coordinates on the board while a text beside it names places whose names the board does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QWidget

from app.table.board.scene import BoardScene

_NAME = re.compile(r"-?\w+(?:,-?\w+)*")  #: of a place, such as `d4` or `2,-1`
_CHANGES = (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest)


class NamedPlaces(QObject):
    """Writes the names of places on the board while a visible list, or a label or a box in another visible widget, has
    them.

    Names that can be read on the board anyway are not written twice.
    """

    def __init__(self, scene: BoardScene, widgets: Sequence[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._widgets: list[QWidget] = []
        self._timer = QTimer(self, singleShot=True, interval=0)  # a list changes row by row
        self._timer.timeout.connect(self._refresh)
        for widget in widgets:
            self.watch(widget)

    def watch(self, widget: QWidget) -> None:
        """Also write the names that a widget has while it is visible."""
        self._widgets.append(widget)
        widget.installEventFilter(self)
        for box in (widget,) if isinstance(widget, QListWidget) else widget.findChildren(QComboBox):
            model = box.model()
            for changed in (model.rowsInserted, model.rowsRemoved, model.modelReset):
                changed.connect(self._timer.start)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: follow what is shown and hidden."""
        if event.type() in _CHANGES:
            self._timer.start()
        return super().eventFilter(watched, event)

    def _refresh(self) -> None:
        words = (
            word
            for widget in self._widgets
            if widget.isVisible()
            for text in _texts_in(widget)
            for word in _NAME.findall(text)
        )
        self._scene.set_named_places(frozenset(words))


def _texts_in(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QListWidget):
        yield from (widget.item(row).text() for row in range(widget.count()))
    else:
        yield from (label.text() for label in widget.findChildren(QLabel))
        for box in widget.findChildren(QComboBox):
            yield from (box.itemText(row) for row in range(box.count()))
