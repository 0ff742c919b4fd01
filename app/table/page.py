"""An open table: a page that puts together what hears the table, what shows it, and what carries out gestures."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.table.answers import Answers
from app.table.chooser import Chooser
from app.table.computers import Computers
from app.table.desk import Desk
from app.table.dial import Dial
from app.table.gestures import Gestures, Hands
from app.table.hearing import Hearing
from app.table.hovering import Hovering
from app.table.link import Link
from app.table.looking_back import LookingBack
from app.table.manners import Manners
from app.table.offering import Offering
from app.table.onlooker import Onlooker
from app.table.recap import Recap
from app.table.sheets import Sheets
from app.table.shortcuts import bind_keys
from app.table.showing import Showing
from app.table.sitting import Sitting
from app.table.styled import sheet_of
from app.table.tone import Tone
from app.table.turns import Turns
from app.table.viewer import Notebook
from app.table.voice import Voice
from dsl.engine.view import View
from dsl.words.sentences import Words


class TablePage(QWidget):
    """The page of the window on which one plays.

    Signals:
        left: The player wants to go away from the table; the match can be gone on with later.
        again: The player wants another match of the same game.
    """

    left = Signal()
    again = Signal()

    def __init__(self, link: Link, tone: Tone, manners: Manners, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        tone = self._seated(tone)
        self._onlooker = onlooker = Onlooker({seat: Notebook() for seat in link.seats})
        self.desk = Desk(tone)
        voice = Voice(self.desk, tone)
        self._hands = hands = Hands(self.desk, Chooser(link, self), Hovering(link, self), Dial(link, self), voice)
        self._computers = Computers(link, self.desk, voice, self)
        self._recap = recap = Recap(self.desk.scene, self)
        gestures = Gestures(hands, lambda: onlooker.seat if self._hearing.rests else None, self)
        self._sheets = sheets = Sheets(self.desk, tone, onlooker)
        self.curtain, self.sheet, self.keys, self.rules = sheets.curtain, sheets.score, sheets.keys, sheets.rules
        self._showing = showing = Showing(hands, onlooker, recap, self._offering, self)
        self._computers.advised.connect(showing.highlights.point)
        sitting = Sitting(hands, onlooker, recap, showing, sheets, self._computers)
        Answers(link, sitting, self)
        self._hearing = Hearing(link, sitting, self)
        self._turns = Turns(sitting, self._hearing, self)
        self._back = LookingBack(link, sitting, self._hearing, self)
        self.sheet.again_wanted.connect(self.again)
        self.sheet.leave_wanted.connect(self.left)
        bind_keys(self.desk, gestures, sheets, self._peek)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(sheets)
        self.setStyleSheet(sheet_of(tone.theme))
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

    def retone(self, tone: Tone) -> None:
        """Speak another language, or look otherwise, at once."""
        self._hands.voice.tone = tone = self._seated(tone)
        self.setStyleSheet(sheet_of(tone.theme))
        self.desk.retone(tone)
        self._sheets.retone(tone)
        self._back.retone()
        if not self.curtain.colour:  # whoever lifts it finds everything said anew
            self._showing.show_all()
            self._sheets.fill_score()

    def behave(self, manners: Manners) -> None:
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
    def tone(self) -> Tone:
        """How the page speaks and looks."""
        return self._hands.voice.tone

    @property
    def words(self) -> Words:
        """What the page says sentences about the game with."""
        return self.tone.words

    def _seated(self, tone: Tone) -> Tone:
        """See that no two players at this table look alike."""
        return replace(tone, look=tone.look.seating(player.colour for player in self._link.players))

    def _offering(self) -> Offering:
        return Offering(self._link, self._showing.held, self._computers.waits, self._turns.may_hand_over)

    def _peek(self) -> None:
        if not self.curtain.colour and self._onlooker.peek():
            self._showing.show_all()
