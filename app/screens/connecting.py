"""Page shown while connecting to a table: progress, the table's code, consent to unknown rules, and failures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, bind_escape, button, card, centred_column, label, scroll_area

_LONGEST_CODE = 32


class ConnectingPage(QWidget):
    """Page that shows one step of joining: a title, a text, an optional field, and buttons.

    Signals:
        code_entered: The code of the table was entered; carries it.
        consent_given: The user consents to the rules.
        retry_requested: The connection is to be tried again.
        back_requested: The button to go back was pressed.
    """

    code_entered = Signal(str)
    consent_given = Signal()
    retry_requested = Signal()
    back_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._title, self._said, self._remedy = label("title", wraps=True), label(wraps=True), label(wraps=True)
        self._lines = label(wraps=True)
        self._lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.code = QLineEdit()
        self.code.setMaxLength(_LONGEST_CODE)
        self.go, self.agree, self.retry, self.back = button("primary"), button("primary"), button("primary"), button()
        self._lay_out()
        self.go.clicked.connect(self._give)
        self.code.returnPressed.connect(self._give)
        self.agree.clicked.connect(self.consent_given)
        self.retry.clicked.connect(self.retry_requested)
        self.back.clicked.connect(self.back_requested)
        bind_escape(self, self.back)

    def show_connecting(self, where: str) -> None:
        """Show that the client connects to `where`."""
        self._show(self._texts("entry.seek"), self._texts("entry.seek.where", where=where))
        self.back.setFocus()

    def show_reading_rules(self) -> None:
        """Show that rules are loaded and inspected."""
        self._show(self._texts("entry.rules"), self._texts("entry.rules.what"))
        self.back.setFocus()

    def ask_code(self, wrong: bool) -> None:
        """Ask for the table's code."""
        texts = self._texts
        self._show(texts("entry.code"), texts("entry.code.wrong" if wrong else "entry.code.what"))
        self.code.clear()
        self.code.setAccessibleName(texts("invite.code"))
        self.code.setPlaceholderText(texts("invite.code"))
        for part in (self.code, self.go):
            part.show()
        self.code.setFocus()

    def ask_consent(self, title: str, lines: Sequence[str]) -> None:
        """Ask for consent to unknown rules; `lines` describe the differences."""
        texts = self._texts
        self._show(texts("entry.consent", game=title), texts("entry.consent.what"))
        self._lines.setText("\n".join(f"•  {line}" for line in lines))
        self._lines.setVisible(bool(lines))
        self.agree.show()
        self.back.setText(texts("entry.refuse"))
        self.agree.setFocus()

    def show_failure(self, title: str, why: str, remedy: str = "", *, again: bool = False) -> None:
        """Show why the table could not be joined, and what the user can do."""
        self._show(title, why)
        self._remedy.setText(remedy)
        self._remedy.setVisible(bool(remedy))
        self.retry.setVisible(again)
        (self.retry if again else self.back).setFocus()

    @property
    def text(self) -> str:
        """All visible texts."""
        labels = (self._title, self._said, self._remedy, self._lines)
        return "\n".join(each.text() for each in labels if not each.isHidden() and each.text())

    def _show(self, title: str, said: str) -> None:
        texts = self._texts
        self._title.setText(title)
        self._said.setText(said)
        self._said.setVisible(bool(said))
        for part in (self.code, self.go, self.agree, self.retry, self._remedy, self._lines):
            part.hide()
        self._lines.setText("")
        self.go.setText(texts("entry.go"))
        self.agree.setText(texts("entry.agree"))
        self.retry.setText(texts("entry.again"))
        self.back.setText(texts("entry.back"))

    def _give(self) -> None:
        if code := self.code.text().strip():
            self.code_entered.emit(code)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        buttons.addStretch(1)
        for each in (self.back, self.retry, self.agree, self.go):
            buttons.addWidget(each)
        frame, column = card()
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        for widget in (self._title, self._said, self._remedy, self._lines, self.code):
            column.addWidget(widget)
        column.addSpacing(SPACE)
        column.addLayout(buttons)
        content = QWidget()
        page = QVBoxLayout(content)
        page.setContentsMargins(0, 0, 0, 0)
        page.addStretch(2)  # a little above the middle
        page.addWidget(frame)
        page.addStretch(3)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(scroll_area(centred_column(content, 680)))
