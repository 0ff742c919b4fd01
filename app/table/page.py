"""An open table: a page that puts together what hears the table, what shows it, and what carries out gestures."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.session.link import Link
from app.table.control.bots import BotTurns
from app.table.control.controller import (
    AnswerHandler,
    OptionsOffered,
    ReplayOpener,
    TableParts,
    TableRefresh,
    Turns,
    UpdateHandler,
)
from app.table.control.feedback import Feedback
from app.table.control.gestures import Gestures, GestureTargets, bind_keys
from app.table.control.preview import HoverPreview, RotationControl
from app.table.control.selection_controller import SelectionController
from app.table.layout.page_stack import PageStack
from app.table.layout.recap import Recap
from app.table.layout.table_layout import TableLayout
from app.table.model.context import TableContext, TableSettings
from app.table.model.seat_view import SeatHistory, ViewerState
from app.table.painting.palette import sheet_of
from dsl.i18n.translator import Translator
from dsl.match.view import View


class TablePage(QWidget):
    """The page of the window on which one plays.

    Signals:
        left: The player wants to go away from the table; the match can be gone on with later.
        again: The player wants another match of the same game.
    """

    left = Signal()
    again = Signal()

    def __init__(
        self, link: Link, context: TableContext, manners: TableSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._link = link
        context = self._seated(context)
        self._onlooker = onlooker = ViewerState({seat: SeatHistory() for seat in link.seats})
        self.desk = TableLayout(context)
        voice = Feedback(self.desk, context)
        self._hands = hands = GestureTargets(
            self.desk, SelectionController(link, self), HoverPreview(link, self), RotationControl(link, self), voice
        )
        self._computers = BotTurns(link, self.desk, voice, self)
        self._recap = recap = Recap(self.desk.scene, self)
        gestures = Gestures(hands, lambda: onlooker.seat if self._hearing.rests else None, self)
        self._sheets = sheets = PageStack(self.desk, context, onlooker)
        self.curtain, self.sheet, self.keys, self.rules = sheets.curtain, sheets.score, sheets.keys, sheets.rules
        self._showing = showing = TableRefresh(hands, onlooker, recap, self._offering, self)
        self._computers.advised.connect(showing.highlights.point)
        sitting = TableParts(hands, onlooker, recap, showing, sheets, self._computers)
        AnswerHandler(link, sitting, self)
        self._hearing = UpdateHandler(link, sitting, self)
        self._turns = Turns(sitting, self._hearing, self)
        self._back = ReplayOpener(link, sitting, self._hearing, self)
        self.sheet.again_wanted.connect(self.again)
        self.sheet.leave_wanted.connect(self.left)
        bind_keys(self.desk, gestures, sheets, self._peek)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(sheets)
        self.setStyleSheet(sheet_of(context.theme))
        self.behave(manners)

    def open(self) -> None:
        """Sit down: from now on the table is heard."""
        self._link.open()

    def close_table(self) -> None:
        """Get up: nothing moves any more."""
        self._link.close()
        self._recap.stop()
        self._back.stop()
        self.desk.scene.skip()  # first: what ends with it starts a timer
        self._turns.stop()
        self._sheets.stop()
        self._hands.hovering.forget()

    def set_context(self, context: TableContext) -> None:
        """Speak another language, or look otherwise, at once."""
        self._hands.voice.context = context = self._seated(context)
        self.setStyleSheet(sheet_of(context.theme))
        self.desk.set_context(context)
        self._sheets.set_context(context)
        self._back.set_context()
        if not self.curtain.colour:  # whoever lifts it finds everything said anew
            self._showing.show_all()
            self._sheets.fill_score()

    def behave(self, manners: TableSettings) -> None:
        """Follow the reader's taste from now on."""
        self._hearing.manners = self._turns.manners = self._back.manners = manners
        self._hands.hovering.patience = manners.patience
        self._onlooker.heed(remembers=manners.remembers, covers=manners.covers)
        self.desk.scene.set_places_written(manners.coordinates)
        self.desk.board.set_gliding(manners.speed > 0)

    def hold(self, held: bool) -> None:
        """Offer no choice while the table cannot hear or carry out one; all may be read meanwhile."""
        if held != self._showing.held:
            self._showing.held = held
            if not self.curtain.colour:
                self._showing.show_all()

    def read_keys(self) -> None:
        """Show what the keys do, unless something else is in front of the board."""
        if self._sheets.currentWidget() is self.desk:
            self._sheets.read_keys()

    def say(self, sentence: str) -> None:
        """Say something beside the question that is asked."""
        self._hands.voice.attend(self.desk.middle_of(self.desk.prompt))
        self._hands.voice.say(sentence)

    @property
    def view(self) -> View | None:
        """The view that is shown; None before anybody looks."""
        return self._onlooker.view

    @property
    def link(self) -> Link:
        """The wire to the table."""
        return self._link

    @property
    def moving(self) -> bool:
        """Whether the board still shows how the last choice was carried out; a click ends that."""
        return self._hearing.moving

    @property
    def context(self) -> TableContext:
        """How the page speaks and looks."""
        return self._hands.voice.context

    @property
    def words(self) -> Translator:
        """What the page says sentences about the game with."""
        return self.context.words

    def _seated(self, context: TableContext) -> TableContext:
        """See that no two players at this table look alike."""
        return replace(context, look=context.look.seating(player.colour for player in self._link.players))

    def _offering(self) -> OptionsOffered:
        return OptionsOffered(self._link, self._showing.held, self._computers.waits, self._turns.may_hand_over)

    def _peek(self) -> None:
        if not self.curtain.colour and self._onlooker.peek():
            self._showing.show_all()
