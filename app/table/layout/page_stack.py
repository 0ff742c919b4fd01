"""The keys of the table, on one sheet."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.base.widgets import bind_escape, button, centred, label, scrolled
from app.table.layout.table_layout import TableLayout
from app.table.model.context import TableContext
from app.table.model.keys import KEYS, diagonals
from app.table.model.seat_view import ViewerState
from app.table.panels.curtain import Curtain
from app.table.panels.rules import RulesSheet
from app.table.panels.score import ScoreSheet

_WIDEST = 640
_CURSOR = "table.key.cursor"
_COLUMNS = ("key", "help")  #: of the texts: how the keys are called, and what they do


class KeysSheet(QFrame):
    """Shows every key and what it does.

    Signals:
        closed: Back to the table: Esc, or the button.
    """

    closed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content = QWidget()
        grid = QGridLayout(content)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self._title = label("title")
        self.close_button = button("primary")
        grid.addWidget(self._title, 0, 0, 1, 2)
        self._said: dict[str, QLabel] = {}
        for row, key in enumerate(KEYS, start=1):
            for column, made in enumerate((label("strong"), label(wraps=True))):
                self._said[f"table.{_COLUMNS[column]}.{key.action}"] = made
                grid.addWidget(made, row, column, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.close_button, len(KEYS) + 1, 0)
        grid.setRowStretch(len(KEYS) + 2, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(scrolled(centred(content, _WIDEST)))
        self.close_button.clicked.connect(self.closed)
        bind_escape(self, self.close_button)
        self.set_context(context)

    def set_context(self, context: TableContext) -> None:
        """Speak another language."""
        self._context = context
        self._title.setText(context.texts("table.help.title"))
        self.close_button.setText(context.texts("table.help.close"))
        for text, said in self._said.items():
            said.setText(context.texts(text, letters=diagonals().letters) if text == _CURSOR else context.texts(text))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: the letters of the keyboard may be known better by now."""
        super().showEvent(event)
        self.set_context(self._context)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_H:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


# What the page shows, one at a time: the desk, the curtain before it, the score sheet, the keys, the rules.


class PageStack(QStackedWidget):
    """Turns from one to the other, and gives the keyboard to what is shown."""

    def __init__(
        self, table_layout: TableLayout, context: TableContext, viewer: ViewerState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._table_layout, self._context, self._viewer = table_layout, context, viewer
        self._was_seen_off = False
        self._replay: QWidget | None = None
        self._before_replay: QWidget = table_layout
        self._farewell = QTimer(self)
        self._farewell.setSingleShot(True)
        self._farewell.timeout.connect(self.show_score)
        self.curtain = Curtain()
        self.score = ScoreSheet()
        self.keys = KeysSheet(context)
        self.rules = RulesSheet(context)
        for each in (table_layout, self.curtain, self.score, self.keys, self.rules):
            self.addWidget(each)
        self._wire()

    def _wire(self) -> None:
        table_layout = self._table_layout
        table_layout.prompt.score_requested.connect(self.show_score)
        table_layout.players.score_requested.connect(self.show_score)
        table_layout.rules.clicked.connect(partial(self._read, self.rules))
        self.score.board_requested.connect(self.show_desk)
        for read in (self.keys, self.rules):
            read.closed.connect(self.show_desk)

    def set_context(self, context: TableContext) -> None:
        """Speak otherwise; the score sheet follows with `fill_score`."""
        self._context = context
        self.keys.set_context(context)
        self.rules.set_context(context)
        if self.curtain.colour:
            self.curtain.fall(self.curtain.colours, context)

    def stop(self) -> None:
        """Turn to nothing by itself any more."""
        self._farewell.stop()

    def show_desk(self) -> None:
        """Show the board and what is beside it."""
        self.setCurrentWidget(self._table_layout)
        self._table_layout.board.setFocus()

    def let_curtain_fall(self, colours: tuple[str, ...]) -> None:
        """Show nothing until one of `colours` says to be there."""
        self.curtain.fall(colours, self._context)
        self._table_layout.put_away()
        self.setCurrentWidget(self.curtain)
        self.curtain.ready.setFocus()

    def show_keys(self) -> None:
        """Show what the keys do."""
        self._read(self.keys)

    def _read(self, sheet: KeysSheet | RulesSheet) -> None:
        self.setCurrentWidget(sheet)
        sheet.close_button.setFocus()

    @property
    def shows_replay(self) -> bool:
        """Whether the match is played back just now."""
        return self._replay is not None and self.currentWidget() is self._replay

    def show_replay(self, replay: QWidget) -> None:
        """Show the match as it is played back."""
        self._farewell.stop()
        self._before_replay = self.currentWidget() or self._table_layout
        if self._replay is None:
            self._replay = replay
            self.addWidget(replay)
        self.setCurrentWidget(replay)

    def close_replay(self) -> None:
        """Show again what was shown before the match was played back."""
        if self._before_replay is self.score:
            self.show_score()
        else:
            self.show_desk()

    # ---- the points ---------------------------------------------------------------------------------------------

    def see_off(self, after: int) -> None:
        """The match is over: show how it ended after so many milliseconds. Only the first time; after it one looks."""
        if not self._was_seen_off:
            self._was_seen_off = True
            self._farewell.start(after)

    def take_up_again(self) -> None:
        """The last choice was taken back: when the match is over again, how it ended is shown again."""
        self._was_seen_off = False
        self._farewell.stop()

    def show_score(self) -> None:
        """Show how the match ended, or where the points have come from so far."""
        if self._viewer.view is not None:
            self._farewell.stop()
            self.fill_score()
            self.setCurrentWidget(self.score)
            self.score.board.setFocus()

    def fill_score(self) -> None:
        """Bring the score sheet up to date."""
        view = self._viewer.view
        if view is not None and view.outcome is not None:
            self.score.show_state(view.outcome, self._context, view.teams)
        elif view is not None:
            self.score.show_current(view, self._context)
