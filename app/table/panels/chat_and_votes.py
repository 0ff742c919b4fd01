"""Panels of a network table: the chat, and the votes that are open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from app.base.i18n import Translations
from app.base.widgets import HintedList, add_entry, button, clear_layout, label, scroll_area, set_tip
from app.net.localize import Named, localized
from app.net.protocol.limits import CHAT
from app.net.protocol.messages import PHRASES, Lobby, Noticed, Said, VoteState
from app.net.protocol.sanitize import sanitize_chat

_KEPT = 300  #: largest number of lines; the oldest are removed


class Chat(QWidget):
    """Chat: the lines so far, a field for a message, and a menu of phrases that everyone reads in their language.

    Signals:
        message_sent: A message was entered; carries its text.
        phrase_chosen: A phrase was chosen; carries its key.
        message_received: Another member sent a message.
    """

    message_sent = Signal(str)
    phrase_chosen = Signal(str)
    message_received = Signal()

    def __init__(self, texts: Translations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._member = ""
        self._named: Named = str
        self._lines: list[Said | Noticed] = []
        self.list = HintedList()
        self.field = QLineEdit()
        self.phrases, self.mute = button("small"), button("small")
        self.mute.setCheckable(True)
        self._menu = QMenu(self)
        self._lay_out()
        self.field.setMaxLength(CHAT)
        self.field.returnPressed.connect(self._say)
        self.mute.toggled.connect(self._fill)
        self._menu.triggered.connect(lambda action: self.phrase_chosen.emit(str(action.data())))
        self.retranslate()

    def set_member(self, member: str, named: Named) -> None:
        """Set which member this window is, and how colours are named. Own lines emit no `message_received`."""
        self._member, self._named = member, named

    def add(self, line: Said | Noticed) -> None:
        """Append a message or a notice."""
        self._lines = [*self._lines, line][-_KEPT:]
        while self.list.count() >= _KEPT:  # muted lines have no row
            self.list.takeItem(0)
        self._show(line)
        self.list.scrollToBottom()
        if self._is_foreign(line) and not self.mute.isChecked():
            self.message_received.emit()

    @property
    def lines(self) -> tuple[str, ...]:
        """The visible lines, the newest last."""
        return tuple(self.list.item(row).text() for row in range(self.list.count()))

    def retranslate(self) -> None:
        """Update all texts to the current language, also those of phrases."""
        texts = self._texts
        self.field.setPlaceholderText(texts("chat.field"))
        self.field.setAccessibleName(texts("chat.field"))
        self.list.setAccessibleName(texts("chat.title"))
        self.list.set_hint(texts("chat.empty"))
        self.phrases.setText(texts("chat.phrases"))
        set_tip(self.phrases, texts("chat.phrases.why"))
        self.phrases.setAccessibleName(texts("chat.phrases.why"))
        set_tip(self.mute, texts("chat.mute.why"))
        self.mute.setAccessibleDescription(texts("chat.mute.why"))
        self._menu.clear()
        for key in PHRASES:
            add_entry(self._menu, texts(f"phrase.{key}")).setData(key)
        self._fill()

    def _fill(self) -> None:
        """Show all lines that are not muted, and what the button does next."""
        self.mute.setText(self._texts("chat.unmute" if self.mute.isChecked() else "chat.mute"))
        self.list.clear()
        for line in self._lines:
            self._show(line)
        self.list.scrollToBottom()

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: room for a few lines."""
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
        line.addWidget(self.mute)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.list, 1)
        column.addLayout(line)

    def _is_foreign(self, line: Said | Noticed) -> bool:
        return isinstance(line, Said) and line.member != self._member

    def _show(self, line: Said | Noticed) -> None:
        if self._is_foreign(line) and self.mute.isChecked():
            return
        if isinstance(line, Noticed):
            item = QListWidgetItem(f"· {localized(self._texts, line.what, line.args, self._named)}")
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
            self.message_sent.emit(text)


# ---- votes


class VotePanel(QWidget):
    """Bar with a line for each open vote: the question, who has not answered, and Yes and No if this member has not.

    Signals:
        answered: Yes or No was pressed; carries the number of the vote and the answer.
    """

    answered = Signal(int, bool)

    def __init__(self, texts: Translations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._shown: tuple[object, ...] = ()
        self._proposed: Mapping[int, Sequence[str]] = {}
        self._unread: Collection[int] = ()
        self.hide()

    def show_state(
        self, lobby: Lobby, member: str, named: Named, proposed: Mapping[int, Sequence[str]] | None = None,
        unread: Collection[int] = (),
    ) -> None:  # fmt: skip
        """Show the votes of `lobby` to this member, with the lines of what is `proposed` by the number of the vote; to
        those in `unread` one cannot agree yet. The buttons are kept while the votes stay the same."""
        self._proposed, self._unread = proposed or {}, unread
        shown = (lobby.votes, lobby.members, member, self._texts.language, tuple(self._proposed.items()), tuple(unread))
        if shown == self._shown:
            return
        self._shown = shown
        clear_layout(self._column)
        names = {each.member: each.name for each in lobby.members}
        for vote in lobby.votes:
            self._column.addWidget(self._line(vote, member, names, named))
        self.setVisible(bool(lobby.votes))

    def _line(self, vote: VoteState, member: str, names: dict[str, str], named: Named) -> QFrame:
        texts = self._texts
        frame = QFrame()
        frame.setProperty("role", "ballot")
        line = QHBoxLayout(frame)
        line.setContentsMargins(14, 8, 14, 8)
        said, waiting = label("strong", wraps=True), label("soft", wraps=True)
        said.setText(self._sentence(vote, member, names, named))
        others = ", ".join(names.get(each, each) for each in vote.waiting if each != member)
        waiting.setText(texts("vote.waiting", names=others) if others else "")
        waiting.setVisible(bool(others))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(said)
        lines = [f"•  {sanitize_chat(text)}" for text in self._proposed.get(vote.vote, ())]
        if lines:
            said.setAccessibleDescription("\n".join(lines))
            changes = label(wraps=True)
            changes.setText("\n".join(lines))
            words.addWidget(_low(changes) if vote.kind == "rules" else changes)
        words.addWidget(waiting)
        line.addLayout(words, 1)
        if member in vote.waiting:
            for agreed, key, role in ((True, "vote.yes", "primary"), (False, "vote.no", "")):
                made = button(role)
                made.setText(texts(key))
                made.setAccessibleName(f"{made.text()}: {said.text()}")
                made.clicked.connect(partial(self.answered.emit, vote.vote, agreed))
                made.setEnabled(not (agreed and vote.vote in self._unread))
                line.addWidget(made)
        return frame

    def _sentence(self, vote: VoteState, member: str, names: dict[str, str], named: Named) -> str:
        """Return what is proposed, with the question whether this member agrees if the vote still waits for it."""
        key = f"vote.{vote.kind}"
        if vote.by == member and member not in vote.waiting:
            key += ".mine"
        other = named(vote.other) if vote.kind == "swap" else ""
        said = self._texts(
            key, n=vote.choices, who=names.get(vote.by, "…"), seat=named(vote.seat) if vote.seat else "", other=other
        )
        return self._texts("vote.question", proposal=said) if member in vote.waiting else said


def _low(words: QWidget) -> QWidget:
    """Return what shows a long text within a few lines: it can be scrolled, also with the keyboard."""
    area = scroll_area(words)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    area.setMaximumHeight(8 * words.fontMetrics().lineSpacing())
    return area
