"""What people at a network table say to each other, and what happens at the table besides the match."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from app.lan.limits import CHAT
from app.lan.phrases import PHRASES
from app.lan.protocol import Noticed, Said
from app.lan.sentences import Named, sentence
from app.parts import add_entry, button, set_tip
from app.texts import Texts

_KEPT = 300  #: lines; the oldest go


class Chat(QWidget):
    """The lines so far, a field to say something, and a menu of phrases that each reads in the own language.

    Signals:
        said: Something was typed; carries the text.
        phrase_chosen: A ready-made phrase was chosen; carries its key.
        heard: Somebody else said something.
    """

    said = Signal(str)
    phrase_chosen = Signal(str)
    heard = Signal()

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._member = ""
        self._named: Named = str
        self._lines: list[Said | Noticed] = []
        self.list = QListWidget()
        self.field = QLineEdit()
        self.phrases = button("small")
        self._menu = QMenu(self)
        self._lay_out()
        self.field.setMaxLength(CHAT)
        self.field.returnPressed.connect(self._say)
        self._menu.triggered.connect(lambda action: self.phrase_chosen.emit(str(action.data())))
        self.retranslate()

    def know(self, member: str, named: Named) -> None:
        """Who this window is, for its own lines make nobody look up, and how a colour is said."""
        self._member, self._named = member, named

    def add(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self._lines = [*self._lines, line][-_KEPT:]
        while self.list.count() >= _KEPT:
            self.list.takeItem(0)
        self._show(line)
        self.list.scrollToBottom()
        if isinstance(line, Said) and line.member != self._member:
            self.heard.emit()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is to be read, the newest last."""
        return tuple(self.list.item(row).text() for row in range(self.list.count()))

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now, what was said by phrases, too."""
        texts = self._texts
        self.field.setPlaceholderText(texts("chat.field"))
        self.field.setAccessibleName(texts("chat.field"))
        self.list.setAccessibleName(texts("chat.title"))
        self.phrases.setText(texts("chat.phrases"))
        set_tip(self.phrases, texts("chat.phrases.why"))
        self.phrases.setAccessibleName(texts("chat.phrases.why"))
        self._menu.clear()
        for key in PHRASES:
            add_entry(self._menu, texts(f"phrase.{key}")).setData(key)
        self.list.clear()
        for line in self._lines:
            self._show(line)
        self.list.scrollToBottom()

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: a few lines are enough."""
        return QSize(160, 110)

    def _lay_out(self) -> None:
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.setMinimumHeight(60)
        self.phrases.setMenu(self._menu)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.field, 1)
        line.addWidget(self.phrases)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.list, 1)
        column.addLayout(line)

    def _show(self, line: Said | Noticed) -> None:
        if isinstance(line, Noticed):
            item = QListWidgetItem(f"· {sentence(self._texts, line.what, line.args, self._named)}")
            item.setForeground(QColor(self.palette().color(QPalette.ColorRole.PlaceholderText)))
        else:
            item = QListWidgetItem(self._texts("table.named", name=line.name, value=self._text(line)))
        self.list.addItem(item)

    def _text(self, line: Said) -> str:
        return self._texts(f"phrase.{line.phrase}") if line.phrase in PHRASES else line.text

    def _say(self) -> None:
        text = self.field.text().strip()
        if text:
            self.field.clear()
            self.said.emit(text)
