"""Where everything at the table has its place: the prompt on top, the board in the middle, the rest at its side."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTabWidget, QVBoxLayout, QWidget

from app.parts import button, name_tab, row, set_tip
from app.table.asked import Asked
from app.table.banner import Banner
from app.table.board_view import BoardView
from app.table.carried import Carried
from app.table.lists import CellsList, MovesList
from app.table.log import LogList
from app.table.players import PlayersPanel
from app.table.prompt import Prompt
from app.table.reason import ReasonBubble, StatusLine
from app.table.scene import BoardScene
from app.table.side import Shelf, Side
from app.table.tabletop import TableTop
from app.table.tone import Tone
from app.table.tracks import TracksPanel
from app.table.zones import ZonesPanel
from dsl.engine.view import PieceView, View


class Desk(QWidget):
    """The parts of an open table. It wires nothing: the page does."""

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = BoardScene(tone.look, self)
        self.board = BoardView(self.scene)
        self.prompt = Prompt(tone)
        self.players = PlayersPanel(tone)
        self.zones = ZonesPanel(tone)
        self.top = TableTop(tone)  #: in place of the board, where the game has none
        self.top.hide()
        self.tracks = TracksPanel(tone)
        self.log = LogList(tone)
        self.moves = MovesList()
        self.cells = CellsList()
        self.tabs = QTabWidget()
        self.typed = QLineEdit()
        self.rules = button()
        self.film = button("corner")  #: plays the match back
        self.status = StatusLine()
        self.paused = Banner()  #: says that the computer players wait
        self.above = QVBoxLayout()  #: for what a network table has to say
        self.above.addWidget(self.paused)
        self.below_board = QVBoxLayout()  #: for what plays a match back
        self._lay_out()
        self.bubble = ReasonBubble(self)
        self.carried = Carried(self)
        self.retone(tone)
        order = (
            self.board,
            self.top,
            self.prompt,
            self.players,
            self.zones,
            self.tabs,
            self.film,
            self.typed,
            self.rules,
        )
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _lay_out(self) -> None:
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setCornerWidget(self.film)
        side = QVBoxLayout()
        side.setSpacing(8)
        side.addWidget(Shelf(self.tracks, self.players, self.zones))
        side.addWidget(self.tabs, 1)
        side.addLayout(row(self.typed, self.rules))
        self._side = Side()
        self._side.setLayout(side)
        side.setContentsMargins(0, 0, 0, 0)
        middle = QVBoxLayout()
        middle.setSpacing(8)
        middle.addLayout(self.above)
        middle.addWidget(self.prompt)
        middle.addWidget(self.board, 1)
        middle.addWidget(self.top, 1)
        middle.addLayout(self.below_board)
        middle.addWidget(self.status)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 8)
        layout.setSpacing(10)
        layout.addLayout(middle, 1)
        layout.addWidget(self._side)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise; the contents follow with the next views."""
        texts = tone.texts
        for part in (self.prompt, self.players, self.zones, self.top, self.tracks, self.log):
            part.retone(tone)
        self.scene.set_look(tone.look)
        self.scene.set_names(tone.words.name)
        for lists, key in ((self.log, "log"), (self.moves, "moves"), (self.cells, "cells")):
            name_tab(self.tabs, lists, texts(f"table.{key}.title"))
        self.typed.setPlaceholderText(texts("table.typed.placeholder"))
        set_tip(self.typed, texts("table.typed.how"))
        self.rules.setText(texts("table.rules.button"))
        self.film.setText(texts("table.film.button"))
        set_tip(self.film, texts("table.film.how"))
        self.film.setAccessibleName(texts("table.film.how"))
        self.rules.setVisible(tone.rulebook is not None)
        self.typed.setAccessibleName(texts("table.typed.placeholder"))
        self._side.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the side has its share of the window."""
        super().resizeEvent(event)
        self._side.updateGeometry()

    def put_away(self) -> None:
        """Leave nothing to be read or heard behind the curtain; whoever looks next has everything shown anew."""
        for lists in (self.log, self.moves, self.cells):
            lists.clear()
        self.zones.clear()
        self.top.clear()
        self.prompt.present(Asked(""), -1)
        self.typed.clear()
        self.status.forget()
        self.bubble.hide()

    def present_zones(self, view: View, selectable: frozenset[str]) -> None:
        """Show the zones: beside the boards, or in their place where the game has none."""
        if view.boards:
            self.zones.present(view, selectable)
            return
        if self.top.isHidden():
            had_keyboard = self.board.hasFocus()
            self.board.setFocusProxy(self.top)  # whatever gives the keyboard to the board gives it to the cards
            self.top.show()
            self.board.hide()
            if had_keyboard:
                self.top.setFocus()
        self.top.present(view, selectable)

    def piece(self, text: str) -> PieceView | None:
        """Return the piece that is written so, if a card shows it."""
        cards = (*self.zones.widgets, *self.top.cards)
        return next((card.heap.top for card in cards if card.heap.value == text), None)

    def show_list(self, which: QWidget) -> None:
        """Bring one of the lists to the front and the keyboard to it."""
        self.tabs.setCurrentWidget(which)
        which.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def point_of(self, place: str) -> QPoint:
        """Where a place of the board is on the desk; the middle of the board if it is nowhere."""
        middle = self.scene.where.middle_of((place, ""))
        viewport = self.board.viewport()
        at = self.board.mapFromScene(*middle) if middle is not None else viewport.rect().center()
        return viewport.mapTo(self, at)

    def below(self, widget: QWidget) -> QPoint:
        """Where the room begins on the desk that a part leaves below itself."""
        return widget.mapTo(self, widget.rect().bottomLeft())

    def middle_of(self, widget: QWidget) -> QPoint:
        """Where the middle of a part is on the desk."""
        return widget.mapTo(self, widget.rect().center())
