"""Page with the rules of the game: the rulebook that is generated from them; a summary and the source text instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.provenance import ProvenanceLine
from app.base.widgets import SPACE, bind_escape, button, card, centred_column, clear_layout, label, scroll_area
from app.session.rules_summary import RuleEntry, RulesSummary
from app.table.context import TableContext
from app.table.panels.rulebook_browser import RulebookBrowser
from app.table.panels.rulebook_pictures import RulebookPictures
from dsl.rulebook.document import Diagram
from dsl.rulebook.phrases import anchor_of

_WIDEST = 860


class RulesSheet(QFrame):
    """Page with the rules of the game at this table.

    Signals:
        closed: Esc or the button was pressed.
    """

    closed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.title, self._blurb = label("title", wraps=True), label("soft", wraps=True)
        self.summary, self.written, self.close_button = button(), button(), button("primary")
        self.summary.setCheckable(True)
        self.written.setCheckable(True)
        self.book, self.origin = RulebookBrowser(), ProvenanceLine(context.texts)
        self._work: Iterator[None] = iter(())  #: on the rulebook with examples
        self._worker = QTimer(self)
        self._worker.timeout.connect(self._work_on)
        self._brief = QWidget()
        self._column = QVBoxLayout(self._brief)
        self._column.setSpacing(SPACE)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._pages = QStackedWidget()
        for page in (self.book, scroll_area(self._brief), self.text):
            self._pages.addWidget(page)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.summary)
        head.addWidget(self.written)
        head.addWidget(self.close_button)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addLayout(head)
        layout.addWidget(self._blurb)
        layout.addWidget(self.origin)
        layout.addWidget(self._pages, 1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(centred_column(inside, _WIDEST))
        self._names: tuple[str, ...] = ()  #: of rules at which the rulebook opens
        self.close_button.clicked.connect(self.closed)
        self.written.toggled.connect(partial(self._turn, self.summary))
        self.summary.toggled.connect(partial(self._turn, self.written))
        bind_escape(self, self.close_button)

    def begin_at(self, names: Sequence[str]) -> None:
        """Open the rulebook, when it is shown, at the first of these rules that has a place in it."""
        self._names = tuple(names)

    def show_rulebook(self) -> None:
        """Show the rulebook in place of the summary or the source text."""
        self.summary.setChecked(False)
        self.written.setChecked(False)

    def set_context(self, context: TableContext) -> None:
        """Speak another language."""
        self._context = context
        if self.isVisible():
            self._present()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: fill the page when it becomes visible."""
        super().showEvent(event)
        self._present()

    def _present(self) -> None:
        """Show the rules of the game at this table; nothing where they are not at hand."""
        context = self._context
        if context.rulebook is None:
            return
        texts, book = context.texts, context.rulebook()
        self.title.setText(texts("table.rules.title", game=book.title))
        self.book.setAccessibleName(self.title.text())
        self.origin.show_origin(book.origin())
        self._blurb.setText(book.blurb)
        self._blurb.setVisible(bool(book.blurb))
        self.book.clear()
        self._show_page()
        self.close_button.setText(texts("table.help.close"))
        self.text.setPlainText(book.text)
        self._fill(book, context)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_B:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _turn(self, other: QPushButton, on: bool) -> None:
        """Show the page of a button, and let go of the other one."""
        if on:
            other.setChecked(False)
        self._show_page()

    def _show_page(self) -> None:
        texts = self._context.texts
        pages = {self.summary: (1, "table.rules.short"), self.written: (2, "table.rules.written")}
        for chosen, (_, name) in pages.items():
            chosen.setText(texts("table.rules.whole" if chosen.isChecked() else name))
        self._pages.setCurrentIndex(next((page for each, (page, _) in pages.items() if each.isChecked()), 0))
        if self._pages.currentWidget() is self.book and self.book.document().isEmpty():
            self._write_book()

    def _write_book(self) -> None:
        """Write the rulebook, at its first showing: it takes a moment."""
        if self._context.rulebook is None:
            return
        summary = self._context.rulebook()
        self._pictures = RulebookPictures(self._context, summary.start, summary.example)
        html = self.book.show_book(summary.whole(), self._pictures, self._style())
        self._work = self._show_fuller(summary)
        self._worker.start()
        anchors = (each for name in self._names for each in (anchor_of(name), name.partition(".")[0]))
        self.book.scrollToAnchor(next((each for each in anchors if f'name="{escape(each)}"' in html), ""))

    def _work_on(self) -> None:
        """Do a short piece of work on the rulebook with examples."""
        if not self.isVisible() or next(self._work, self) is self:
            self._worker.stop()

    def _show_fuller(self, summary: RulesSummary) -> Iterator[None]:
        """Show the rulebook with examples when it is worked out; yield after each short piece of work."""
        for book in summary.fuller():
            yield
            for what in (block for section in book.all_sections() for block in section.blocks) if book else ():
                if isinstance(what, Diagram):
                    self._pictures.size(what)
                    yield
            if book is not None:
                self.book.show_book(book, self._pictures, self._style())

    def _style(self) -> str:
        """Return the style of the rulebook in the colours of the theme, in the part of CSS that Qt reads."""
        theme = self._context.theme
        return f"""
            h1, h2, h3 {{ font-family: "{self.title.font().family()}"; }}
            a {{ color: {theme.accent}; text-decoration: none; }}
            .subtitle, .remark {{ color: {theme.soft_ink}; }}
            .picture {{ line-height: 100%; }}
            .changed {{ background: {theme.tint}; }}
            table {{ border-collapse: collapse; border-style: solid; border-color: {theme.line}; margin: 8px 0; }}
            th, td {{ padding: 5px 10px; vertical-align: middle; }}
            th {{ background: {theme.raised}; }}
        """

    def _fill(self, book: RulesSummary, context: TableContext) -> None:
        clear_layout(self._column)
        for key, lines in (("house", book.house), ("winner", book.winner), ("points", book.points)):
            if lines:
                self._column.addWidget(_list(context.texts(f"table.rules.{key}"), lines, ordered=key == "winner"))
        heading = label("heading")
        heading.setText(context.texts("table.rules.actions"))
        self._column.addWidget(heading)
        self._column.addWidget(_line(context.texts("table.rules.why"), "soft"))
        for passage in book.actions:
            self._column.addWidget(_card(passage))
        self._column.addStretch(1)


def _list(title: str, lines: tuple[str, ...], *, ordered: bool) -> QFrame:
    frame, layout = card()
    layout.setSpacing(6)
    heading = label("heading")
    heading.setText(title)
    layout.addWidget(heading)
    for number, line in enumerate(lines, start=1):
        layout.addWidget(_line(f"{number}.  {line}" if ordered and len(lines) > 1 else line))
    return frame


def _card(passage: RuleEntry) -> QFrame:
    frame, layout = card()
    layout.setSpacing(4)
    title = label("strong", wraps=True)
    title.setText(passage.title)
    layout.addWidget(title)
    if passage.sentence != passage.title:
        layout.addWidget(_line(passage.sentence))
    for condition in passage.conditions:
        layout.addWidget(_line(f"•  {condition}", "soft"))
    return frame


def _line(text: str, role: str = "") -> QLabel:
    made = label(role, wraps=True)
    made.setText(text)
    return made
