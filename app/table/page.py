"""An open table: it hears what the table says to the seats of this window, shows one of them, and sends its choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.table.asked import asked_of
from app.table.chooser import Chooser
from app.table.computers import Computers
from app.table.curtain import Curtain
from app.table.desk import Desk
from app.table.dial import Dial
from app.table.discretion import Discretion
from app.table.gestures import Gestures, Hands
from app.table.handing import Handing
from app.table.help import KeysSheet
from app.table.hovering import Hovering
from app.table.keys import KEYS
from app.table.link import Hint, Link
from app.table.lists import describe_cell
from app.table.manners import Manners
from app.table.marking import ghost_at, marks_of, with_past
from app.table.marks import Ghost, Marks
from app.table.offering import Offering
from app.table.recap import Recap, steps_of
from app.table.rules_sheet import RulesSheet
from app.table.scattering import many_wait
from app.table.score_sheet import ScoreSheet
from app.table.styled import sheet_of
from app.table.tone import Tone
from app.table.viewer import Notebook, asked_seats, needs_curtain, wanted_seat
from app.table.voice import Voice
from dsl.engine.messages import (
    Accepted,
    Answer,
    Changed,
    Explanation,
    News,
    Paused,
    Preview,
    Reason,
    Refused,
    TakenBack,
)
from dsl.engine.view import View
from dsl.words.sentences import Words

_LINGER = 700  #: milliseconds between the end of a movement and the curtain


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
        self._link, self._manners = link, manners
        self._tone = tone = self._seated(tone)
        self._books = {seat: Notebook() for seat in link.seats}
        self._shown: str | None = None
        self._animating = self._sheet_was_shown = self._behind = self._held = False
        self._pointed: frozenset[str] = frozenset()
        self._chooser = Chooser(link, self)
        self._hovering = Hovering(link, self)
        self._dial = Dial(link, self)
        self._discretion = Discretion()
        self._handing = Handing()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._settle)
        self._farewell = QTimer(self)
        self._farewell.setSingleShot(True)
        self._farewell.timeout.connect(self._show_sheet)
        self.desk = Desk(tone)
        self._voice = Voice(self.desk, tone)
        self._computers = Computers(link, self.desk, self._voice, self)
        self._recap = Recap(self.desk.scene, self)
        hands = Hands(self.desk, self._chooser, self._hovering, self._dial, self._voice)
        self._gestures = Gestures(hands, lambda: None if self._animating or self._recap.busy else self._shown, self)
        self.curtain = Curtain()
        self.sheet = ScoreSheet()
        self.keys = KeysSheet(tone)
        self.rules = RulesSheet(tone)
        self._stack = QStackedWidget()
        for each in (self.desk, self.curtain, self.sheet, self.keys, self.rules):
            self._stack.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.setStyleSheet(sheet_of(tone.theme))
        self._wire()
        self._bind_keys()
        self.behave(manners)

    def open(self) -> None:
        """Sit down: from now on the table is heard."""
        self._link.open()

    def close_table(self) -> None:
        """Get up: nothing moves any more."""
        self._link.close()
        self._recap.stop()
        self.desk.scene.skip()  # first: what ends with it starts a timer
        for timer in (self._soon, self._farewell, self._computers):
            timer.stop()
        self._hovering.forget()

    def retone(self, tone: Tone) -> None:
        """Speak another language, or look otherwise, at once."""
        self._tone = tone = self._seated(tone)
        self.setStyleSheet(sheet_of(tone.theme))
        self.desk.retone(tone)
        self.keys.retone(tone)
        self.rules.retone(tone)
        self._voice.tone = tone
        if self.curtain.colour:
            self.curtain.fall(self.curtain.colours, tone)
            return  # whoever lifts it finds everything said anew
        self._show_all()
        self._fill_sheet()

    def behave(self, manners: Manners) -> None:
        """Follow the reader's taste from now on."""
        self._manners = manners
        self._hovering.patience = manners.patience
        self._discretion = Discretion(manners.remembers, manners.covers)
        self.desk.scene.set_places_written(manners.coordinates)
        self.desk.board.set_gliding(manners.speed > 0)

    def hold(self, held: bool) -> None:
        """Offer no choice while the table cannot hear or carry out one; all may be read meanwhile."""
        if held != self._held:
            self._held = held
            if not self.curtain.colour:
                self._show_all()

    def say(self, sentence: str) -> None:
        """Say something beside the question that is asked."""
        self._voice.attend(self.desk.middle_of(self.desk.prompt))
        self._voice.say(sentence)

    @property
    def view(self) -> View | None:
        """The view that is shown; None before anybody looks."""
        view = self._books[self._shown].view if self._shown is not None else None
        return self._discretion.of(view) if view is not None else None

    def _seated(self, tone: Tone) -> Tone:
        """See that no two players at this table look alike."""
        return replace(tone, look=tone.look.seating(player.colour for player in self._link.players))

    @property
    def link(self) -> Link:
        """The wire to the table."""
        return self._link

    @property
    def moving(self) -> bool:
        """Whether the board still shows how the last choice was carried out; a click ends that."""
        return self._animating

    @property
    def words(self) -> Words:
        """What the page says sentences about the game with."""
        return self._tone.words

    # ---- wiring -------------------------------------------------------------------------------------------------

    def _wire(self) -> None:
        desk, chooser = self.desk, self._chooser
        self._link.told.connect(self._hear)
        self._link.answered.connect(self._take_answer)
        desk.scene.settled.connect(self._animation_ended)
        desk.prompt.sheet_wanted.connect(self._show_sheet)
        desk.prompt.hand_over_wanted.connect(self._hand_over)
        desk.prompt.hint_wanted.connect(self._ask_advice)
        desk.prompt.again_wanted.connect(self._show_again)
        desk.prompt.wait_wanted.connect(self._wait_or_go_on)
        desk.prompt.back_wanted.connect(self._recap.enough)
        self._recap.changed.connect(self._refresh_choice)
        self._recap.ended.connect(self._shown_again)
        desk.prompt.hint_near.connect(self._link.expect_advice)
        self._link.advised.connect(self._take_advice)
        self._computers.advised.connect(self._point)
        self._computers.chosen_unseen.connect(partial(self._soon.start, 0))
        desk.players.sheet_wanted.connect(self._show_sheet)
        desk.log.pointed.connect(self._point)
        desk.log.asked.connect(self._ask_why)
        desk.moves.pointed.connect(self._point)
        desk.cells.pointed.connect(self._point)
        chooser.changed.connect(self._refresh_choice)
        chooser.unclear.connect(self._voice.not_understood)
        chooser.idle.connect(self._say_whose_turn)
        self._hovering.changed.connect(self._refresh_marks)
        self._dial.changed.connect(self._refresh_marks)
        self.curtain.lifted.connect(self._look_as)
        for read in (self.keys, self.rules):
            read.closed.connect(self._show_desk)
        desk.rules.clicked.connect(partial(self._read, self.rules))
        self.sheet.board_wanted.connect(self._show_desk)
        self.sheet.again_wanted.connect(self.again)
        self.sheet.leave_wanted.connect(self.left)

    def _bind_keys(self) -> None:
        desk = self.desk
        actions: dict[str, Callable[[], None]] = {
            "back": desk.prompt.back_wanted.emit,
            "advice": desk.prompt.hint.click,
            "again": desk.prompt.again.click,
            "wait": desk.prompt.wait.click,
            "undo": self._gestures.undo,
            "typed": partial(desk.typed.setFocus, Qt.FocusReason.ShortcutFocusReason),
            "log": partial(desk.show_list, desk.log),
            "moves": partial(desk.show_list, desk.moves),
            "cells": partial(desk.show_list, desk.cells),
            "help": partial(self._read, self.keys),
            "rules": desk.rules.click,
            "peek": self._peek,
            "turn": partial(self._gestures.turn, 1),
            "turn_back": partial(self._gestures.turn, -1),
        }
        for key in KEYS:
            for number, sequence in enumerate(key.sequences):
                shortcut = QShortcut(QKeySequence(sequence), desk)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                act = actions.get(key.action) or partial(desk.prompt.press_number, number)
                shortcut.activated.connect(act)

    # ---- what the table says ------------------------------------------------------------------------------------

    def _hear(self, seat: str, news: News) -> None:
        if isinstance(news, Paused):
            self._voice.stop(news)
            return
        book = self._books[seat]
        book.take(news)
        if seat == self._shown and not self.curtain.colour:
            self._show_change(news)
        self._soon.start(0)

    def _show_change(self, news: Changed | TakenBack) -> None:
        """Bring the shown seat's table up to date, with movements if there are events."""
        self._voice.forget()
        self._computers.heard()
        self._recap.stop()
        self._follow()
        if self._chooser.scattering.busy:  # many choices by one wish are shown when all are made
            self._behind = True
            return
        peeked = self._discretion.peeks
        self._cover_again()
        shown = self._discretion.of(news.view)
        scene = self.desk.scene
        match news:
            case Changed(events, view):
                if peeked:
                    self._tell_all(view)
                else:
                    self.desk.log.extend(self._discretion.told(events, view), view)
                self._animating = self._manners.speed > 0
                scene.animate(events, shown, self._marks(shown), self._manners.speed / 100)
            case TakenBack(_, view):
                self._tell_all(view)
                scene.present(shown, self._marks(shown))
            case _:
                assert_never(news)
        self._refresh_choice()
        if self.sheet.isVisible():
            self._fill_sheet()

    def _animation_ended(self) -> None:
        """Before a curtain falls, whoever chose may look at what came of it for a moment."""
        if self._recap.busy:
            self._recap.landed()
            return
        self._animating = False
        passes_on = self._manners.speed > 0 and wanted_seat(self._books, self._shown) != self._shown
        self._soon.start(_LINGER if passes_on else 0)

    def _settle(self) -> None:
        """All seats have heard and nothing moves: go on with what follows from the new position."""
        if self._animating or self._recap.busy or self.curtain.colour:
            return
        if any(book.view is None for book in self._books.values()):
            return
        if self._chooser.go_on():
            return
        if self._behind:
            self._behind = False
            self._show_all()
        coming = self._handing.coming(self._books, self._shown)
        if coming:
            if self._manners.curtain and (len(coming) > 1 or needs_curtain(self._books, self._shown, coming[0])):
                self.curtain.fall(coming, self._tone)
                self.desk.put_away()
                self._stack.setCurrentWidget(self.curtain)
                self.curtain.ready.setFocus()
                return
            self._look_as(coming[0])
        if self.view is not None and self.view.outcome is not None and not self._sheet_was_shown:
            self._sheet_was_shown = True
            self._farewell.start(self._manners.farewell if self._books[self.view.seat].fresh else 0)
        if any(seat not in self._books for seat in asked_seats(self._books)):
            secretly = self.view is not None and self.view.secretly
            self._computers.start(self._manners.pause, secretly=secretly)

    def _show_again(self) -> None:
        """Show what the others did since whoever looks chose last."""
        meanwhile = self._books[self._shown].meanwhile if self._shown is not None else None
        if meanwhile is None or meanwhile.before is None or self._recap.busy or self.curtain.colour:
            return
        self.desk.scene.skip()
        self._computers.stop()
        self.desk.board.setFocus()
        steps = steps_of(meanwhile, self._discretion, self._tone)
        self._recap.start(self._discretion.of(meanwhile.before), steps, self._manners.speed)
        self._follow()
        self._refresh_choice()

    def _shown_again(self) -> None:
        self._show_all()
        self._soon.start(0)

    def _wait_or_go_on(self) -> None:
        self.desk.board.setFocus()
        self._computers.wait_or_go_on()
        self._refresh_choice()

    def _ask_advice(self) -> None:
        if self._shown is not None:
            self._computers.ask_advice(self._shown)

    def _take_advice(self, hint: Hint) -> None:
        if hint.seat == self._shown and not self.curtain.colour:
            self._computers.tell(hint, self._chooser)

    def _hand_over(self) -> None:
        self._handing.wish()
        self._soon.start(0)

    # ---- showing ------------------------------------------------------------------------------------------------

    def _look_as(self, seat: str) -> None:
        """Show the table as `seat` sees it, and let its player begin."""
        first, self._shown = self._shown is None, seat
        self._cover_again()
        self.desk.typed.clear()  # what another was about to type
        self._show_all()
        if first or self._stack.currentWidget() is self.curtain:
            self._show_desk()
        self._soon.start(0)

    def _peek(self) -> None:
        """Uncover one's own secret pieces, or cover them again."""
        view = self.view
        if view is not None and not self.curtain.colour and self._discretion.covers:
            self._discretion = replace(self._discretion, peeks=not self._discretion.peeks)
            self._show_all()

    def _cover_again(self) -> None:
        self._discretion = replace(self._discretion, peeks=False)

    def _show_all(self) -> None:
        """Show everything anew for the seat that looks."""
        view = self.view
        if view is None:
            return
        self._recap.stop()
        self._voice.forget()
        self._follow()
        self._tell_all(self._books[view.seat].view or view)
        self.desk.scene.present(view, self._marks(view))
        self.desk.board.set_words(self._tone.texts("table.board.title"), self._describe)
        self._refresh_choice()

    def _tell_all(self, view: View) -> None:
        """Show the whole log anew; `view` is the one that nothing has been covered in."""
        self.desk.log.present(self._discretion.told(self._books[view.seat].events, view), view)

    def _follow(self) -> None:
        view = self.view
        if view is not None and self._shown is not None:
            self._hovering.forget()
            self._pointed = frozenset()
            decision = None if self._held or self._recap.busy else self._books[self._shown].decision(self._shown)
            self._chooser.follow(self._shown, view, decision)

    def _refresh_choice(self) -> None:
        """Show another choice in progress everywhere; the position may be the same."""
        view, choosing, desk = self.view, self._chooser.choosing, self.desk
        if view is None:
            return
        book = self._books[view.seat]
        read = replace(choosing, decision=self._discretion.asked(choosing.decision, book.view or view))
        asked = asked_of(view, read, self._tone, book.chapter())
        done = self._handing.may_wish(self._books, self._shown)
        self._dial.follow(view.seat, choosing)
        if self._dial.active and not self._held:
            asked = replace(asked, turning=True, hint=self._tone.texts("table.prompt.turn"))
        offering = Offering(self._link, self._held, self._computers.waits, done)
        asked = offering.of(asked, view, book, self._discretion, self._tone)
        desk.prompt.present(self._recap.asked(self._tone) if self._recap.busy else asked, view.turn)
        desk.players.present(view)
        desk.tracks.present(view)
        desk.zones.present(view, frozenset(option.value.text for option in choosing.options if not option.value.place))
        desk.zones.offer(many_wait(choosing, view), view.secretly and view.may_undo)
        desk.moves.present(read, self._tone)
        desk.cells.present(view, choosing, self._tone)
        self._refresh_marks()

    def _refresh_marks(self) -> None:
        self.desk.board.set_turning(self._dial.active or bool(self._hovering.pointed.turns))
        if self.view is not None and not self._recap.busy:
            self.desk.scene.set_marks(self._marks(self.view))

    def _marks(self, view: View) -> Marks:
        choosing, pointed = self._chooser.choosing, self._hovering.pointed
        ghost = ghost_at(pointed.place, choosing, view) if pointed.place else None
        if pointed.laid is not None:
            ghost = Ghost(pointed.place, pointed.laid)
        marks = marks_of(choosing, frozenset(), pointed, self._dial.ghost or ghost)
        return with_past(marks, self._books[view.seat], self._pointed, view)

    def _describe(self, place: str, thing: str) -> str:
        cells = (cell for board in self.view.boards for cell in board.cells) if self.view else ()
        offered = bool(self._chooser.choosing.at(place, thing))
        return next((describe_cell(cell, self._tone, offered) for cell in cells if cell.place == place), place)

    def _show_desk(self) -> None:
        self._stack.setCurrentWidget(self.desk)
        self.desk.board.setFocus()

    def _show_sheet(self) -> None:
        """Show how the match ended, or where the points have come from so far."""
        if self.view is not None:
            self._farewell.stop()
            self._fill_sheet()
            self._stack.setCurrentWidget(self.sheet)
            self.sheet.board.setFocus()

    def _fill_sheet(self) -> None:
        view = self.view
        if view is not None and view.outcome is not None:
            self.sheet.present(view.outcome, self._tone, view.teams)
        elif view is not None:
            self.sheet.present_so_far(view, self._tone)

    def _read(self, sheet: KeysSheet | RulesSheet) -> None:
        self._stack.setCurrentWidget(sheet)
        sheet.close_button.setFocus()

    def _point(self, places: frozenset[str]) -> None:
        self._pointed = places
        self._refresh_marks()

    def _ask_why(self, event: int) -> None:
        self._voice.attend(self.desk.middle_of(self.desk.log))
        self._link.ask_why(self._shown or "", event)

    # ---- answers ------------------------------------------------------------------------------------------------

    def _take_answer(self, answer: Answer) -> None:
        match answer:
            case Accepted():
                pass
            case Refused():
                self._voice.refuse(answer)
            case Reason():
                if not self._chooser.asks_on(answer):
                    self._voice.why_not(answer, self._chooser.doubted)
            case Explanation():
                self._voice.why(answer)
            case Preview():
                if not self._dial.take(answer) and not self._chooser.sifts(answer):
                    self._hovering.take(answer)
            case _:
                assert_never(answer)

    def _say_whose_turn(self) -> None:
        """Nobody here is asked; if the table had stopped before a computer's choice, that is tried again, too."""
        if self._recap.busy:
            self._recap.go_on()
            return
        self._voice.say(self.desk.prompt.headline.text())
        self._soon.start(0)
