"""The line that always says who acts and what is asked, with the buttons that answer it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.parts import Sentence, button, label, row, set_tip
from app.table.asked import Asked, EntryButton
from app.table.badge import Badge
from app.table.charts import Chart, answer_icon
from app.table.flow import FlowLayout
from app.table.pips import MOST, Pips
from app.table.tone import Tone

_KEYS = 9  #: answers that a number key gives
_AROUND = 70  #: pixels beside the headline that are left free


class Prompt(QFrame):
    """Who acts, what is asked and chosen so far, what is left to pay with.

    Signals:
        pressed: The button of an entry, by its number.
        picked: The button of a value: the option's number.
        undo_wanted, back_wanted, sheet_wanted, hand_over_wanted, hint_wanted, again_wanted, wait_wanted: The buttons
            of these names.
        hint_near: A hint may soon be wanted: the pointer is at its button.
    """

    pressed = Signal(int)
    picked = Signal(int)
    undo_wanted = Signal()
    back_wanted = Signal()
    sheet_wanted = Signal()
    hand_over_wanted = Signal()
    hint_wanted = Signal()
    again_wanted = Signal()
    wait_wanted = Signal()
    hint_near = Signal()

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._badge = Badge(30)
        self.headline = label("heading", wraps=True)
        self.headline.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.chapter = label("chapter")
        self.chapter.setIndent(0)
        self.stage = label("soft")
        self._pips = Pips()
        self.back = button()
        self.undo = button()
        self.hint = button()
        self.again = button()
        self.wait = button()
        self.sheet = button("primary")
        self.hand_over = button("primary")
        self._answers = QWidget()
        self._flow = FlowLayout(self._answers)
        self._entries: dict[int, QPushButton] = {}
        self._turn: tuple[str, int] = ("", -1)
        self._lay_out()
        self.back.clicked.connect(self.back_wanted)
        self.undo.clicked.connect(self.undo_wanted)
        self.hint.clicked.connect(self.hint_wanted)
        self.again.clicked.connect(self.again_wanted)
        self.wait.clicked.connect(self.wait_wanted)
        self.hint.installEventFilter(self)
        self.sheet.clicked.connect(self.sheet_wanted)
        self.hand_over.clicked.connect(self.hand_over_wanted)

    def _lay_out(self) -> None:
        for words in (self.chapter, self.stage):
            words.setMinimumWidth(1)  # in half a screen they are cut rather than that the window grows
        when = row(self.chapter, self.stage)
        when.addStretch(1)
        said = QVBoxLayout()
        said.setSpacing(1)
        said.addLayout(when)
        said.addWidget(self.headline)
        headed = QHBoxLayout()
        headed.setSpacing(10)
        headed.addWidget(self._badge)
        headed.addLayout(said, 1)
        self._wishes = QHBoxLayout()
        self._wishes.setSpacing(10)
        self._wishes.addStretch(1)
        for widget in (self._pips, self.hint, self.again, self.wait, self.back, self.undo, self.sheet, self.hand_over):
            self._wishes.addWidget(widget)
        self._top = top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        top.setSpacing(10)
        top.addLayout(headed, 1)
        top.addLayout(self._wishes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 10)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._answers)
        # One row is always kept free, so that the board does not jump from question to question.
        self._answers.setMinimumHeight(button().sizeHint().height() + 4)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice a pointer that comes to the hint's button."""
        if watched is self.hint and event.type() == QEvent.Type.Enter:
            self.hint_near.emit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: as much room for the words."""
        super().resizeEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: as narrow as it gets when the buttons stand below the headline."""
        least, wishes = super().minimumSizeHint(), self._wishes.minimumSize().width()
        return QSize(max(self._answers.minimumSizeHint().width(), wishes) + _AROUND // 2, least.height())

    def _make_room(self) -> None:
        """Let the buttons stand below the headline if it would be broken into more than two lines beside them."""
        words = self.headline.fontMetrics().horizontalAdvance(self.headline.text())
        room = self.width() - self._wishes.sizeHint().width() - self._badge.width() - _AROUND
        beside = QBoxLayout.Direction.LeftToRight if room * 5 >= words * 3 else QBoxLayout.Direction.TopToBottom
        if beside != self._top.direction():
            self._top.setDirection(beside)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    def present(self, asked: Asked, turn: int) -> None:
        """Show what is asked; `turn` tells when budgets start again."""
        texts = self._tone.texts
        self._badge.present(asked.colour, self._tone)
        said = self.headline.text()
        self.headline.setText(asked.headline)
        self.headline.setAccessibleName(asked.headline)
        if said != asked.headline:
            announce(self.headline)
        self._show_when(asked)
        self._show_budget(asked, turn)
        self.back.setText(texts("table.prompt.back"))
        self.back.setVisible(asked.may_go_back)
        self.undo.setText(texts("table.prompt.ask_back" if asked.may_ask_back else "table.prompt.undo"))
        self._show_undo(asked)
        self.hint.setText(texts("table.hint.button"))
        self.hint.setVisible(asked.may_be_advised)
        self.again.setText(texts("table.recap.button"))
        self.again.setVisible(asked.may_see_again)
        self.wait.setText(texts("table.wait.go_on" if asked.waits else "table.wait.button"))
        self.wait.setVisible(asked.may_wait)
        self.sheet.setText(texts("table.prompt.sheet"))
        self.sheet.setVisible(asked.over)
        self.hand_over.setText(texts("table.prompt.hand_over"))
        self.hand_over.setVisible(asked.may_hand_over)
        self._show_answers(asked)
        self._make_room()

    def entry_button(self, number: int) -> QPushButton | None:
        """The button of an entry, if it is shown."""
        return self._entries.get(number)

    def press_number(self, number: int) -> None:
        """Press the button of that number, counted from 0, as they stand in the row."""
        if number < self._flow.count():
            item = self._flow.itemAt(number)
            made = item.widget() if item is not None else None
            if isinstance(made, QPushButton):
                made.click()

    def _show_when(self, asked: Asked) -> None:
        """Where in the match and in the turn one is; a new part of the match stands out until everybody has played."""
        self._wear(self.chapter, "new chapter" if asked.new_chapter else "chapter")
        room = 7 if asked.new_chapter else 0
        self.chapter.setContentsMargins(room, 0, room, 0)
        for part, text in ((self.chapter, asked.chapter), (self.stage, asked.stage)):
            part.setText(text)
            part.setVisible(bool(text))

    @staticmethod
    def _wear(widget: QWidget, role: str) -> None:
        if widget.property("role") != role:
            widget.setProperty("role", role)
            widget.style().polish(widget)
            widget.updateGeometry()

    def _show_undo(self, asked: Asked) -> None:
        """The button stays when it may not be used: pressing it tells why."""
        self._wear(self.undo, "" if asked.may_undo or asked.may_ask_back else "quiet")
        undoes = asked.undoes or asked.why_no_undo
        set_tip(self.undo, undoes)
        self.undo.setAccessibleDescription(undoes)

    def _show_budget(self, asked: Asked, turn: int) -> None:
        if self._turn != (asked.colour, turn):
            self._turn = (asked.colour, turn)
            self._pips.restart()
        words = [self._tone.named(self._tone.words.name(name, left), str(left)) for name, left in asked.budget]
        left = asked.budget[0][1] if len(asked.budget) == 1 else MOST + 1
        self._pips.setVisible(left <= MOST)
        if left <= MOST:
            self._pips.present(left, self._tone.theme, ", ".join(words))

    def _show_answers(self, asked: Asked) -> None:
        self._flow.clear()
        self._entries = {}
        for entry in asked.entries:
            made = self._entry(entry)
            self._entries[entry.number] = made
            self._flow.addWidget(made)
        for value in asked.values:
            made = button()
            made.setText(value.text)
            made.setAccessibleName(value.sentence)
            self._sign(made, value.sentence, value.chart)
            made.clicked.connect(partial(self.picked.emit, value.option.number))
            self._flow.addWidget(made)
        if asked.turning or not (asked.entries or asked.values):
            hint = Sentence("soft")
            hint.setText(asked.hint)
            hint.setMinimumHeight(self._answers.minimumHeight())
            self._flow.addWidget(hint)

    def _entry(self, entry: EntryButton) -> QPushButton:
        made = button("primary" if entry.armed else "")
        price = "  " + ("●" * entry.price if entry.price <= 5 else f"({entry.price})") if entry.price else ""
        made.setText(f"{entry.text}{price}")
        made.setAccessibleName(self._spoken(entry))
        self._sign(made, self._spoken(entry))
        if not entry.possible:
            made.setProperty("role", "quiet")
        made.clicked.connect(partial(self.pressed.emit, entry.number))
        return made

    def _sign(self, made: QPushButton, spoken: str, chart: Chart = ()) -> None:
        """Show on a button which key presses it, and perhaps a map."""
        key = str(self._flow.count() + 1) if self._flow.count() < _KEYS else ""
        set_tip(made, self._tone.texts("table.prompt.key", said=spoken, number=key) if key else spoken)
        if key or chart:
            icon, size = answer_icon(key, chart, made.font(), self._tone, self.devicePixelRatioF())
            made.setIcon(icon)
            made.setIconSize(size)

    def _spoken(self, entry: EntryButton) -> str:
        texts = self._tone.texts
        parts = [entry.sentence]
        if entry.price:
            parts.append(
                texts("table.prompt.price", price=entry.price, budget=self._tone.words.name(entry.budget, entry.price))
            )
        if not entry.possible:
            parts.append(texts("table.prompt.impossible"))
        if entry.armed:
            parts.append(texts("table.prompt.armed"))
        return ", ".join(parts)


def announce(widget: QWidget) -> None:
    """Tell a screen reader that the widget says something new."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.NameChanged))
