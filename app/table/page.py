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
from app.table.painting.palette import table_style_sheet
from dsl.i18n.translator import Translator
from dsl.match.view import View


class TablePage(QWidget):
    """The page of the window on which one plays.

    Signals:
        left: The player wants to go away from the table; the match can be gone on with later.
        rematch_requested: The player wants another match of the same game.
    """

    left = Signal()
    rematch_requested = Signal()

    def __init__(
        self, link: Link, context: TableContext, settings: TableSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._link = link
        context = self._seated(context)
        self._viewer = viewer = ViewerState({seat: SeatHistory() for seat in link.seats})
        self.table_layout = TableLayout(context)
        feedback = Feedback(self.table_layout, context)
        self._hands = hands = GestureTargets(
            self.table_layout,
            SelectionController(link, self),
            HoverPreview(link, self),
            RotationControl(link, self),
            feedback,
        )
        self._bots = BotTurns(link, self.table_layout, feedback, self)
        self._recap = recap = Recap(self.table_layout.scene, self)
        gestures = Gestures(hands, lambda: viewer.seat if self._hearing.rests else None, self)
        self._pages = pages = PageStack(self.table_layout, context, viewer)
        self.curtain, self.score, self.keys, self.rules = pages.curtain, pages.score, pages.keys, pages.rules
        self._showing = showing = TableRefresh(hands, viewer, recap, self._offering, self)
        self._bots.advised.connect(showing.highlights.point)
        sitting = TableParts(hands, viewer, recap, showing, pages, self._bots)
        AnswerHandler(link, sitting, self)
        self._hearing = UpdateHandler(link, sitting, self)
        self._turns = Turns(sitting, self._hearing, self)
        self._back = ReplayOpener(link, sitting, self._hearing, self)
        self.score.rematch_requested.connect(self.rematch_requested)
        self.score.leave_requested.connect(self.left)
        bind_keys(self.table_layout, gestures, pages, self._peek)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(pages)
        self.setStyleSheet(table_style_sheet(context.theme))
        self.apply_settings(settings)

    def open(self) -> None:
        """Sit down: from now on the table is heard."""
        self._link.open()

    def close_table(self) -> None:
        """Get up: nothing moves any more."""
        self._link.close()
        self._recap.stop()
        self._back.stop()
        self.table_layout.scene.skip_animation()  # first: what ends with it starts a timer
        self._turns.stop()
        self._pages.stop()
        self._hands.hover_preview.forget()

    def set_context(self, context: TableContext) -> None:
        """Speak another language, or look otherwise, at once."""
        self._hands.feedback.context = context = self._seated(context)
        self.setStyleSheet(table_style_sheet(context.theme))
        self.table_layout.set_context(context)
        self._pages.set_context(context)
        self._back.set_context()
        if not self.curtain.colour:  # whoever lifts it finds everything said anew
            self._showing.show_all()
            self._pages.fill_score()

    def apply_settings(self, settings: TableSettings) -> None:
        """Follow the reader's taste from now on."""
        self._hearing.settings = self._turns.settings = self._back.settings = settings
        self._hands.hover_preview.patience = settings.patience
        self._viewer.heed(remembers=settings.remembers, covers=settings.covers)
        self.table_layout.scene.set_coordinates_visible(settings.coordinates)
        self.table_layout.board.set_animated(settings.speed > 0)

    def set_read_only(self, held: bool) -> None:
        """Offer no choice while the table cannot hear or carry out one; all may be read meanwhile."""
        if held != self._showing.held:
            self._showing.held = held
            if not self.curtain.colour:
                self._showing.show_all()

    def show_keys(self) -> None:
        """Show what the keys do, unless something else is in front of the board."""
        if self._pages.currentWidget() is self.table_layout:
            self._pages.show_keys()

    def say(self, sentence: str) -> None:
        """Say something beside the question that is asked."""
        self._hands.feedback.attend(self.table_layout.middle_of(self.table_layout.prompt))
        self._hands.feedback.say(sentence)

    @property
    def view(self) -> View | None:
        """The view that is shown; None before anybody looks."""
        return self._viewer.view

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
        return self._hands.feedback.context

    @property
    def words(self) -> Translator:
        """What the page says sentences about the game with."""
        return self.context.words

    def _seated(self, context: TableContext) -> TableContext:
        """See that no two players at this table look alike."""
        return replace(context, look=context.look.for_players(player.colour for player in self._link.players))

    def _offering(self) -> OptionsOffered:
        return OptionsOffered(self._link, self._showing.held, self._bots.waits, self._turns.may_hand_over)

    def _peek(self) -> None:
        if not self.curtain.colour and self._viewer.peek():
            self._showing.show_all()
