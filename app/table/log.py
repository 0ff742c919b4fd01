"""What has happened, in sentences. Pointing at one shows its places on the board; choosing it asks why."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.table.tone import Tone
from dsl.engine.view import EventView, View

SETUP = "setup"  #: the anchor that the language gives to the setting up of every game
_EVENT = Qt.ItemDataRole.UserRole
_PLACES = Qt.ItemDataRole.UserRole + 1


def places_of(event: EventView, known: Iterable[str]) -> frozenset[str]:
    """The places of the board that an event speaks of."""
    words = {word for _, text in event.args for word in text.split()}
    return frozenset(words & set(known))


class LogList(QListWidget):
    """The sentences of one seat's events, the newest last.

    Signals:
        pointed: The pointer or cursor is on a sentence: a frozenset of its places (empty when it leaves).
        asked: A sentence was chosen: the number of its event.
    """

    pointed = Signal(object)
    asked = Signal(int)

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = tone
        self.setWordWrap(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMinimumSize(QSize(120, 80))
        self.itemEntered.connect(self._point)
        self.currentItemChanged.connect(self._point)
        self.itemClicked.connect(self._ask)
        self.itemActivated.connect(self._ask)
        self.viewport().installEventFilter(self)
        # The last sentence stays in sight, also when the list is first laid out or made smaller.
        self.verticalScrollBar().rangeChanged.connect(self.scrollToBottom)

    def retone(self, tone: Tone) -> None:
        """Speak otherwise from the next `present` on."""
        self._tone = tone
        self.setAccessibleName(tone.texts("table.log.title"))

    def present(self, events: Iterable[EventView], view: View) -> None:
        """Show all of `events`, whatever was shown before."""
        self.clear()
        self.extend(events, view)

    def extend(self, events: Iterable[EventView], view: View) -> None:
        """Add what has happened since."""
        known = {cell.place for board in view.boards for cell in board.cells}
        for event in events:
            sentence = self._sentence(event)
            if not sentence:
                continue
            item = QListWidgetItem(sentence)
            item.setData(_EVENT, event.number)
            item.setData(_PLACES, places_of(event, known))
            if event.kind == "turn":
                font = item.font()
                font.setBold(True)
                item.setFont(font)
            self.addItem(item)

    def _sentence(self, event: EventView) -> str | None:
        """What to say of an event. Setting up is one sentence: the board shows what came of it."""
        if event.causes[:1] == (SETUP,):
            return self._tone.texts("table.log.setup") if self.count() == 0 else None
        return self._tone.words.event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let go of the board when the pointer leaves the log."""
        if event.type() == QEvent.Type.Leave and watched is self.viewport():
            self.pointed.emit(frozenset())
        return super().eventFilter(watched, event)

    def _point(self, item: QListWidgetItem | None) -> None:
        self.pointed.emit(item.data(_PLACES) if item is not None else frozenset())

    def _ask(self, item: QListWidgetItem) -> None:
        self.asked.emit(item.data(_EVENT))
