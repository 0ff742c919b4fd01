"""Pages of an open table, one shown at a time: table, curtain, score, keys, rules, replay."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsView,
    QGridLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.widgets import (
    SPACE,
    WIDE_SPACE,
    Column,
    bind_escape,
    button,
    card,
    centred_column,
    label,
    row,
    scroll_area,
)
from app.table.board.keyboard_cursor import diagonals
from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.layout.table_layout import TableLayout
from app.table.model.key_bindings import KEYS
from app.table.model.shown_seat import ViewerState
from app.table.panels.curtain import Curtain
from app.table.panels.rules import RulesSheet
from app.table.panels.score import ScoreSheet
from dsl.match.view import StandingsView

_LETTERS = 124  #: of the widest line of the keys
_CURSOR = "table.key.cursor"


class KeysSheet(QFrame):
    """Page with all keys and their effects.

    Signals:
        closed: Esc or the button was pressed.
    """

    closed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("title")
        self.close_button = button("primary")
        self._said: dict[str, QLabel] = {}
        frame, inside = card()
        lines = QWidget()
        grid = QGridLayout(lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(WIDE_SPACE)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for number, key in enumerate(KEYS):
            name, effect = label("key"), label(wraps=True)
            self._said[f"table.key.{key.action}"], self._said[f"table.help.{key.action}"] = name, effect
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(effect, number, 1)  # aligned, it would keep the height of one line
        inside.addWidget(lines)
        page = Column(_LETTERS)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(row(self._title, self.close_button, stretch_after=0))
        column.addWidget(scroll_area(frame), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(centred_column(page, page.maximumWidth()))
        self.close_button.clicked.connect(self.closed)
        bind_escape(self, self.close_button)
        self.set_context(context)

    def set_context(self, context: TableContext) -> None:
        """Change the language."""
        self._context = context
        self._title.setText(context.texts("table.help.title"))
        self.close_button.setText(context.texts("table.help.close"))
        for text, said in self._said.items():
            said.setText(context.texts(text, letters=diagonals().letters) if text == _CURSOR else context.texts(text))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: update the letters, since keys pressed meanwhile may have identified the keyboard."""
        super().showEvent(event)
        self.set_context(self._context)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_H:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class BoardThumbnail(QGraphicsView):
    """View of the whole board as it is shown on the table, without gestures, and the ground around it."""

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._scene = scene
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setInteractive(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumSize(240, 170)
        scene.state_shown.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QGraphicsView: show the whole board."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QGraphicsView: show the whole board."""
        super().showEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QGraphicsView: the page scrolls, not the board."""
        event.ignore()

    def _fit(self) -> None:
        if self.isVisible():
            content = self._scene.needed_rect()
            self.setSceneRect(content)  # the scene's own is larger, and would let the view scroll away from the board
            self.fitInView(content, Qt.AspectRatioMode.KeepAspectRatio)


class PageStack(QStackedWidget):
    """Switches between the pages and moves the keyboard focus; shows the score when the match is over.

    Signals:
        score_updated: The score sheet shows another position, or is shown again.
    """

    score_updated = Signal()

    def __init__(
        self, table_layout: TableLayout, context: TableContext, viewer: ViewerState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._table_layout, self._context, self._viewer = table_layout, context, viewer
        self.takes_focus = True  #: a page that appears takes the focus also from widgets outside the table
        self._score_shown = False
        self._replay: QWidget | None = None
        self._before_replay: QWidget = table_layout
        self._score_timer = QTimer(self)
        self._score_timer.setSingleShot(True)
        self._score_timer.timeout.connect(self.show_score)
        self.curtain = Curtain()
        self.score = ScoreSheet(BoardThumbnail(table_layout.scene))
        self._standings: StandingsView | None = None
        self.keys = KeysSheet(context)
        self.rules = RulesSheet(context)
        for each in (table_layout, self.curtain, self.score, self.keys, self.rules):
            self.addWidget(each)
        self._wire()

    def _wire(self) -> None:
        table_layout = self._table_layout
        table_layout.prompt.score_requested.connect(self.show_score)
        table_layout.players.score_requested.connect(self.show_score)
        table_layout.rules.clicked.connect(lambda: self.show_rules())
        self.score.board_requested.connect(self.show_table)
        for sheet in (self.keys, self.rules):
            sheet.closed.connect(self.show_table)

    def set_context(self, context: TableContext) -> None:
        """Change language and look; the score sheet follows with `update_score`."""
        self._context = context
        self.keys.set_context(context)
        self.rules.set_context(context)
        if self.covered:
            self.curtain.fall(self.curtain.colours, context)

    @property
    def covered(self) -> bool:
        """Whether the curtain hides the table."""
        return bool(self.curtain.colours)

    def stop(self) -> None:
        """Cancel a scheduled score sheet."""
        self._score_timer.stop()

    def show_table(self) -> None:
        """Show the board and the panels."""
        self.setCurrentWidget(self._table_layout)
        self._focus(self._table_layout.board)

    def _focus(self, widget: QWidget) -> None:
        focused = QApplication.focusWidget()
        if self.takes_focus or focused is None or self.isAncestorOf(focused):
            widget.setFocus()

    def show_curtain(self, colours: tuple[str, ...]) -> None:
        """Hide the table until one of the players `colours` confirms to be at the screen."""
        self.curtain.fall(colours, self._context)
        self._table_layout.clear()
        self.setCurrentWidget(self.curtain)
        self.curtain.ready.setFocus()

    def show_keys(self) -> None:
        """Show the help on keys."""
        self._show_sheet(self.keys)

    def show_rules(self, names: Sequence[str] = ()) -> None:
        """Show the rules, as the rulebook at the first of `names` that has a place in it; without names the rulebook
        opens at the phase and the choice on the table."""
        view = self._viewer.view
        if view is not None and not names:
            entries = [entry for decision in view.decisions for entry in decision.entries]
            now = [view.phase, *(entry.action for entry in sorted(entries, key=lambda each: not each.possible))]
            self.rules.begin_at(now)
        else:
            self.rules.begin_at(names)
        self._show_sheet(self.rules)
        if names:
            self.rules.show_rulebook()

    def _show_sheet(self, sheet: KeysSheet | RulesSheet) -> None:
        self.setCurrentWidget(sheet)
        sheet.close_button.setFocus()

    @property
    def shows_replay(self) -> bool:
        """Whether the replay is shown."""
        return self._replay is not None and self.currentWidget() is self._replay

    def show_replay(self, replay: QWidget) -> None:
        """Show the replay page."""
        self._score_timer.stop()
        self._before_replay = self.currentWidget() or self._table_layout
        if self._replay is None:
            self._replay = replay
            self.addWidget(replay)
        self.setCurrentWidget(replay)

    def close_replay(self) -> None:
        """Return to the page that was shown before the replay."""
        if self._before_replay is self.score:
            self.show_score()
        else:
            self.show_table()

    # ---- the score ----------------------------------------------------------------------------------------------

    def show_final_score(self, delay: int) -> None:
        """Show the score of a finished match once, after `delay` milliseconds."""
        if not self._score_shown:
            self._score_shown = True
            self._score_timer.start(delay)

    def reset_final_score(self) -> None:
        """The last choice was undone: show the score again at the next end of the match."""
        self._score_shown = False
        self._score_timer.stop()

    def show_score(self) -> None:
        """Show the result of the match, or the points so far."""
        if self._viewer.view is not None:
            self._score_timer.stop()
            self.setCurrentWidget(self.score)
            self.update_score()
            self._focus(self.score.board)

    def set_standings(self, standings: StandingsView) -> None:
        """Show standings on the score sheet as long as its position is theirs."""
        known = self._standings
        same = known is not None and (known.seat, known.position) == (standings.seat, standings.position)
        if same and known is not None and known.sheet and not standings.sheet:
            return
        self._standings = standings
        if self.currentWidget() is self.score:
            self._fill_score()

    def update_score(self) -> None:
        """Update the score sheet."""
        self._fill_score()
        self.score_updated.emit()

    def _fill_score(self) -> None:
        view, known = self._viewer.view, self._standings
        if view is None:
            return
        fits = known is not None and (known.seat, known.position) == (view.seat, view.position)
        standings = known if fits else None
        if view.outcome is not None:
            self.score.show_state(view.outcome, self._context, view.teams, standings, self._turns())
        else:
            self.score.show_current(view, self._context, standings, self._turns())

    def _turns(self) -> tuple[int, ...]:
        """The positions at which the turns of the match began, as far as the shown seat knows."""
        seat = self._viewer.seat
        events = self._viewer.histories[seat].events if seat is not None else ()
        return tuple(max(event.position, 0) for event in events if event.kind == "turn")
