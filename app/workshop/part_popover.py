"""Popover on a chip of the rulebook: what a part may become, its official value, its values by number of players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QListWidget, QSpinBox, QVBoxLayout, QWidget

from app.appearance.icons import IconButton
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import (
    SPACE,
    ComboBox,
    FlowLayout,
    SpinBox,
    button,
    clear_layout,
    label,
    set_item_tip,
    set_tip,
)
from app.workshop.rule_pages import SHARED, row_sentence, value_for, value_text, values_by_players
from app.workshop.rule_rows import LEAST, MOST, Key, RuleRow, is_number
from dsl.language_service.messages import Changeable, ChangeOperation, PartChange

_WIDTH, _EDGE = 380, 8  #: pixels of the popover at most, and between it and the edge of the page
_ARROW = 9  #: height of the tip that points at the chip
_ROUND = 11
_NUMBER_WIDTH = 62
_BESIDE_WORDS, _AROUND_WORDS = 90, 12  #: pixels beside the words in a list, and above and below each
_MOST_LISTED = 7  #: words that are listed without scrolling

Editor = QSpinBox | QListWidget | QComboBox | QLineEdit


class PartEditor(QWidget):
    """What may be done with one part: a control for its value, or buttons; the official value, and what puts it back.

    Signals:
        changed: The user wants a change; carries the key of the part and the PartChange.
    """

    changed = Signal(object, object)

    def __init__(self, row: RuleRow, texts: Translations, numbers: Sequence[int], players: int) -> None:
        """`numbers` are the numbers of players for which the game has values of their own; the value for `players` is
        shown."""
        super().__init__()
        self.row, self._texts, self._numbers, self._players_shown = row, texts, tuple(numbers), players
        self._keeps = False
        self._submitted: str | None = None  #: what was last written in the line
        self.sentence, self.official, self.by_value = (
            label("strong", wraps=True), label("soft", wraps=True), label("soft", wraps=True),
        )  # fmt: skip
        self.less, self.greater = button("small"), button("small")
        self.back, self.by_players = IconButton("undo", "quiet"), button("quiet")
        self.switch, self.up, self.down = button("small"), button("small"), button("small")
        self.refusal: QLineEdit | None = None  #: the sentence of a condition
        self.editor: Editor | None = None
        if row.control in ("number", "words", "text"):
            self.editor = self._make_editor(row.item, compact=False)
        elif row.item.kind == "condition" and "set text" in row.item.operations:
            self.refusal = QLineEdit()
        self.players: dict[int, Editor] = {}
        self._players_box = QWidget(self)
        self._lay_out()
        self._connect()
        self.update_row(row)

    # ---- layout ----

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.sentence)
        line = QHBoxLayout()
        line.setSpacing(8)
        if isinstance(self.editor, QSpinBox):
            self.less.setText("−")
            self.greater.setText("+")
            for each in (self.less, self.editor, self.greater):
                line.addWidget(each)
            line.addSpacing(4)
        elif self.editor is not None:
            whole.addWidget(self.editor)
        self._refusal_label = label("soft", wraps=True)
        if self.refusal is not None:
            whole.addWidget(self._refusal_label)
            whole.addWidget(self.refusal)
        line.addWidget(self.official, 1)
        for each in (self.switch, self.up, self.down):
            line.addWidget(each)
        whole.addLayout(line)
        self._rule = QFrame()
        self._rule.setProperty("role", "rule")
        whole.addWidget(self._rule)
        whole.addWidget(self.by_value)
        foot = QHBoxLayout()
        foot.addWidget(self.by_players)
        foot.addStretch(1)
        foot.addWidget(self.back)
        whole.addLayout(foot)
        below = FlowLayout(self._players_box, SPACE)
        for number in self._numbers if self._can_by_players else ():
            pair = QWidget(self._players_box)
            inside = QHBoxLayout(pair)
            inside.setContentsMargins(0, 0, 0, 0)
            name = label("soft")
            name.setText(self._texts("controls.number", n=number))
            inside.addWidget(name)
            editor = self.players[number] = self._make_editor(self.row.item, compact=True)
            inside.addWidget(editor)
            below.addWidget(pair)
        whole.addWidget(self._players_box)
        self._players_box.hide()
        is_number_row = isinstance(self.editor, QSpinBox)
        for part, shown in (
            (self.less, is_number_row), (self.greater, is_number_row), (self.switch, self.row.control == "switch"),
            (self.up, self._is_ordered), (self.down, self._is_ordered), (self._refusal_label, self.refusal is not None),
            (self._rule, self._can_by_players), (self.by_players, self._can_by_players),
        ):  # fmt: skip
            part.setParent(self)  # without one it would be a window of its own
            part.setVisible(shown)

    @property
    def _is_ordered(self) -> bool:
        return self.row.control == "order" and self.row.item.value != SHARED

    @property
    def _can_by_players(self) -> bool:
        return len(self._numbers) > 1 and self.row.item.kind in ("option", "cell") and self.editor is not None

    def _make_editor(self, item: Changeable, compact: bool) -> Editor:
        if self.row.control == "number":
            number = SpinBox()
            number.setRange(LEAST if item.least is None else item.least, MOST if item.most is None else item.most)
            if not compact:
                number.setProperty("role", "stepper")
                number.setFixedWidth(_NUMBER_WIDTH)
            return number
        if self.row.control == "words":
            words = [value_text(self.row, word, self._texts) for word in item.words]
            if compact:
                choice = ComboBox()
                for index, said in enumerate(words):
                    choice.addItem(said)
                    set_item_tip(choice, index, said)
                return choice
            listed = QListWidget()
            listed.setWordWrap(True)
            listed.setTextElideMode(Qt.TextElideMode.ElideNone)
            listed.addItems(words)
            listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            room, metrics = _WIDTH - _BESIDE_WORDS, listed.fontMetrics()
            lines = sum(1 + metrics.horizontalAdvance(word) // room for word in words[:_MOST_LISTED])
            listed.setFixedHeight(lines * metrics.lineSpacing() + min(len(words), _MOST_LISTED) * _AROUND_WORDS + 12)
            return listed
        line = QLineEdit()
        set_tip(line, self._texts("controls.code"))
        return line

    # ---- values ----

    def update_row(self, row: RuleRow, keep: bool = False) -> None:
        """Show the values of a row with the same key and control; with `keep` the editors stay as the user left them,
        and so does a line that is being written."""
        self.row, texts = row, self._texts
        self._keeps = keep
        said = row_sentence(row, texts)
        self.sentence.setText(self._number_text(said) if row.key[1] else said)
        now, was = value_for(row, self._players_shown)
        if self.editor is not None:
            self._show(self.editor, now)
            self.editor.setEnabled(not row.removed)
            self.editor.setAccessibleName(said)
        if self.refusal is not None:
            self._refusal_label.setText(texts("controls.refusal"))
            self.refusal.setAccessibleName(texts("controls.refusal"))
            self.refusal.setEnabled(not row.removed)
            if not (keep or (self.refusal.hasFocus() and self.refusal.isModified())):
                self.refusal.setText(row.item.sentence)
                self.refusal.setCursorPosition(0)
        self.official.setText(self._official(was))
        for each, key in (
            (self.less, "controls.less"), (self.greater, "controls.greater"), (self.switch, "controls.switch_off"),
            (self.up, "controls.up"), (self.down, "controls.down"), (self.back, "controls.reset"),
            (self.by_players, "controls.each"),
        ):  # fmt: skip
            if each not in (self.less, self.greater):
                each.setText(texts(key))
            each.setAccessibleName(f"{texts(key)}: {said}")
        self.switch.setVisible(row.control == "switch" and not row.removed)
        self.back.setVisible(row.changed and row.official is not None and not row.moved)
        self.up.setEnabled(not row.first and not row.removed)
        self.down.setEnabled(not row.last and not row.removed)
        if isinstance(self.editor, QSpinBox):
            self.less.setEnabled(self.editor.value() > self.editor.minimum())
            self.greater.setEnabled(self.editor.value() < self.editor.maximum())
        self.by_value.setText(self._by_players())
        self.by_value.setVisible(bool(self.by_value.text()))
        self._show_players()
        self.setAccessibleName(said)

    def _number_text(self, said: str) -> str:
        """Return what stands around a number in words; without such words, in which part and expression it is."""
        return self.row.detail if self.row.item.phrase else f"{said}: {self.row.detail}"

    def _official(self, was: str) -> str:
        """Return the official value, and what it may be."""
        row, texts = self.row, self._texts
        if row.removed:
            return texts("controls.off")
        if row.official is None:
            return texts("controls.new")
        if row.moved:
            return texts("controls.moved")
        if row.control in ("switch", "order"):
            return ""
        said = texts("controls.official", value=value_text(row, was, texts))
        if row.item.least is None or row.item.most is None:
            return said
        return f"{said}\n{texts('controls.range', least=row.item.least, most=row.item.most)}"

    def _by_players(self) -> str:
        """Return the values by number of players and the official ones, where they are not the same for all."""
        row, texts = self.row, self._texts
        now = values_by_players(row, [(number, value) for number, value, _ in row.players], texts)
        was = values_by_players(row, [(number, value) for number, _, value in row.players], texts)
        if not row.changed or now == was:
            return now
        return "\n".join(filter(None, (now, texts("controls.official", value=was) if was else "")))

    def _show(self, editor: Editor, value: str) -> None:
        if self._keeps or (isinstance(editor, QLineEdit) and editor.hasFocus() and editor.isModified()):
            return
        kept = QSignalBlocker(editor)
        words = self.row.item.words
        match editor:
            case QSpinBox():
                editor.setValue(int(value) if is_number(value) else 0)
            case QListWidget():
                editor.setCurrentRow(words.index(value) if value in words else -1)
            case QComboBox():
                editor.setCurrentIndex(words.index(value) if value in words else -1)
            case QLineEdit():
                editor.setText(value)
                editor.setCursorPosition(0)
            case _:
                assert_never(editor)
        kept.unblock()

    def _value(self, editor: Editor) -> str:
        words = self.row.item.words
        match editor:
            case QSpinBox():
                return str(editor.value())
            case QListWidget():
                return words[editor.currentRow()] if editor.currentRow() >= 0 else ""
            case QComboBox():
                return words[editor.currentIndex()] if editor.currentIndex() >= 0 else ""
            case QLineEdit():
                return editor.text().strip()
        assert_never(editor)

    def _show_players(self) -> None:
        values = {number: (now, was) for number, now, was in self.row.players}
        self.by_players.setVisible(self._can_by_players and not self._players_box.isVisibleTo(self))
        self._rule.setVisible(self._can_by_players)
        for number, editor in self.players.items():
            now, was = values.get(number, (self.row.item.value, self.row.official.value if self.row.official else ""))
            self._show(editor, now)
            players = self._texts("controls.number", n=number)
            editor.setAccessibleName(self._texts("controls.name", sentence=self.sentence.text(), players=players))
            official = self._texts("controls.official", value=value_text(self.row, was, self._texts))
            set_tip(editor, official if was != now else "")

    # ---- what the user does ----

    def focus(self) -> None:
        """Set the focus to the control."""
        order = [self.editor, self.switch if self.switch.isVisibleTo(self) else None, self.back, self.down, self.up]
        target = next(
            (each for each in order if each is not None and each.isVisibleTo(self) and each.isEnabled()), self
        )
        target.setFocus()
        if isinstance(target, QSpinBox | QLineEdit):
            target.selectAll()

    def _connect(self) -> None:
        self.switch.clicked.connect(lambda: self._emit("remove"))
        self.up.clicked.connect(lambda: self._emit("up"))
        self.down.clicked.connect(lambda: self._emit("down"))
        self.back.clicked.connect(lambda: self._emit("reset"))
        self.by_players.clicked.connect(self._open_players)
        if isinstance(self.editor, QSpinBox):
            self.less.clicked.connect(self.editor.stepDown)
            self.greater.clicked.connect(self.editor.stepUp)
        if self.editor is not None:
            self._watch(self.editor, None)
        if self.refusal is not None:
            self.refusal.editingFinished.connect(self._reword)
        for number, editor in self.players.items():
            self._watch(editor, number)

    def _watch(self, editor: Editor, players: int | None) -> None:
        edited = partial(self._edited, editor, players)
        match editor:
            case QSpinBox():
                editor.valueChanged.connect(lambda _: edited())
            case QListWidget():
                editor.currentRowChanged.connect(lambda _: edited())
            case QComboBox():
                editor.currentIndexChanged.connect(lambda _: edited())
            case QLineEdit():
                editor.editingFinished.connect(edited)
                editor.installEventFilter(self)
            case _:
                assert_never(editor)

    def _edited(self, editor: Editor, players: int | None) -> None:
        value = self._value(editor)
        self._submitted = value
        values = {number: now for number, now, _ in self.row.players}
        if players is None:
            before, players = value_for(self.row, self._players_shown)[0], self._own_number()
        else:
            before = values.get(players, self.row.item.value)
        if value and value != before:
            self._emit("set", value, players)

    def _own_number(self) -> int | None:
        """Return the number of players that is shown if the official rules have another value for it than for most."""
        official = self.row.official
        own = official is not None and dict(official.values).get(self._players_shown, official.value) != official.value
        return self._players_shown if own else None

    def _reword(self) -> None:
        said = self.refusal.text().strip() if self.refusal is not None else ""
        if said and said != self.row.item.sentence:
            self._emit("sentence", said)

    def _emit(self, operation: ChangeOperation, value: str = "", players: int | None = None) -> None:
        self.changed.emit(self.row.key, PartChange(operation, value, players))

    def _open_players(self) -> None:
        self._players_box.show()
        self.by_players.hide()
        next(iter(self.players.values())).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: a line that is left with what is refused, or is the value already, shows the value."""
        line = self.editor if isinstance(self.editor, QLineEdit) and watched is self.editor else None
        if line is not None and event.type() == QEvent.Type.FocusOut and line.text().strip() == self._submitted:
            line.setModified(False)
            self._show(line, self.row.item.value)
        return super().eventFilter(watched, event)


class PartPopover(QFrame):
    """The popover. It belongs to a page, and opens over its window beside a chip.

    Signals:
        changed: The user wants a change; carries the key of the part and the PartChange.
        closed: The user has closed it.
    """

    changed = Signal(object, object)
    closed = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page, self._theme = page, LIGHT  #: the page is in the window over which it opens
        self.parts: dict[Key, PartEditor] = {}
        self._tip, self._above = 0, False
        self._column = QVBoxLayout(self)
        self._column.setSpacing(SPACE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The parts in it, while it is open."""
        return tuple(self.parts) if not self.isHidden() else ()

    @property
    def part(self) -> PartEditor:
        """The first part in it. Raises StopIteration if it was never open."""
        return next(iter(self.parts.values()))

    def open(
        self, rows: Sequence[RuleRow], texts: Translations, numbers: Sequence[int], players: int, at: QRect
    ) -> None:
        """Show what may be done with some parts, beside a rectangle of the window."""
        clear_layout(self._column)
        self.parts = {}
        if self.parent() is not self._page.window():
            self.setParent(self._page.window())
        for row in rows:
            made = self.parts[row.key] = PartEditor(row, texts, numbers, players)
            made.changed.connect(self.changed)
            self._column.addWidget(made)
        self.show()
        self.raise_()
        self.place(at)
        self.part.focus()

    def update_rows(self, rows: Sequence[RuleRow], kept: set[Key]) -> None:
        """Show other values of the same parts; those that are `kept` stay as the user left them."""
        for row in rows:
            if row.key in self.parts:
                self.parts[row.key].update_row(row, row.key in kept)

    def place(self, at: QRect) -> None:
        """Move beside a rectangle of the window: below it, or above it if there is more room."""
        page = self._page.window().rect()
        width = min(_WIDTH, page.width() - 2 * _EDGE)
        self._column.setContentsMargins(16, 14 + _ARROW, 16, 14)
        self.setFixedWidth(width)
        self._column.activate()
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self._above = at.bottom() + height > page.bottom() and at.top() - height > page.top()
        if self._above:
            self._column.setContentsMargins(16, 14, 16, 14 + _ARROW)
        left = min(max(at.center().x() - width // 2, _EDGE), page.width() - width - _EDGE)
        top = at.top() - height - 2 if self._above else min(at.bottom() + 2, max(page.bottom() - height, _EDGE))
        self._tip = at.center().x() - left
        self.setGeometry(left, top, width, height)
        self.update()

    def close_popover(self) -> None:
        """Close it, and say so."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: Esc closes it, and so does Enter in a value that is taken as it changes."""
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (entered and isinstance(self.focusWidget(), QSpinBox | QListWidget)):
            self.close_popover()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QWidget: Tab stays inside."""
        inside = [each for each in self.findChildren(QWidget) if _takes_tab(each, self)]
        current = self.window().focusWidget()
        if not inside:
            return False
        at = inside.index(current) if current in inside else -1 if forward else 0
        inside[(at + (1 if forward else -1)) % len(inside)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint a card with a tip that points at the chip."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, bottom = (0, _ARROW) if self._above else (_ARROW, 0)
        card = self.rect().adjusted(1, 1 + top, -1, -1 - bottom)
        path, tip = QPainterPath(), QPainterPath()
        path.addRoundedRect(card, _ROUND, _ROUND)
        x = min(max(self._tip, 24), self.width() - 24)
        base, point = (
            (card.bottom() - 1, card.bottom() + _ARROW) if self._above else (card.top() + 2, card.top() - _ARROW)
        )
        tip.moveTo(x - _ARROW, base)
        tip.lineTo(x, point)
        tip.lineTo(x + _ARROW, base)
        painter.setPen(QPen(QColor(self._theme.soft_ink), 1.2))
        painter.setBrush(QColor(self._theme.card))
        painter.drawPath(path.united(tip))


def _takes_tab(widget: QWidget, inside: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled() and widget.isVisibleTo(inside)


def point_in(widget: QWidget, other: QWidget, rect: QRect) -> QRect:
    """Return a rectangle of a widget in the coordinates of another one."""
    return QRect(other.mapFromGlobal(widget.mapToGlobal(QPoint(rect.topLeft()))), rect.size())
