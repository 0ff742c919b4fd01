"""What follows when all has been heard and nothing moves: who comes before the screen, the end, a computer's choice."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.table.handing import Handing
from app.table.hearing import Hearing
from app.table.manners import Manners
from app.table.sitting import Sitting
from app.table.viewer import asked_seats, needs_curtain


class Turns(QObject):
    """Goes on whenever the hearing is done; while something moves or the curtain is down, it waits to be told again."""

    def __init__(self, sitting: Sitting, hearing: Hearing, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = sitting.hands, sitting.onlooker, sitting.recap
        self._showing, self._sheets, self._computers = sitting.showing, sitting.sheets, sitting.computers
        self._hearing = hearing
        self._handing = Handing()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._go_on)
        self.manners = Manners()
        hearing.done.connect(self._soon.start)
        self._computers.chosen_unseen.connect(partial(self._soon.start, 0))
        self._sheets.curtain.lifted.connect(self._look_as)
        self._hands.desk.prompt.hand_over_wanted.connect(self._hand_over)
        self._hands.desk.prompt.wait_wanted.connect(self._wait_or_go_on)
        self._hands.desk.paused.pressed.connect(self._wait_or_go_on)
        self._hands.chooser.idle.connect(self._say_whose_turn)

    @property
    def may_hand_over(self) -> bool:
        """Whether whoever looks has decided in secret, while others at this window have not."""
        return self._handing.may_wish(self._onlooker.books, self._onlooker.seat)

    def stop(self) -> None:
        """Go on with nothing any more."""
        self._soon.stop()
        self._computers.stop()

    def _go_on(self) -> None:
        if not self._hearing.rests or self._sheets.curtain.colour:
            return
        if any(book.view is None for book in self._onlooker.books.values()):
            return
        if self._hands.chooser.go_on():
            return
        self._hearing.catch_up()
        if not self._give_way():
            self._end()
            self._let_computers_choose()

    def _give_way(self) -> bool:
        """Let whoever comes next look; tell whether the curtain falls before."""
        books, shown = self._onlooker.books, self._onlooker.seat
        coming = self._handing.coming(books, shown)
        if not coming:
            return False
        if self.manners.curtain and (len(coming) > 1 or needs_curtain(books, shown, coming[0])):
            self._sheets.let_curtain_fall(coming)
            return True
        self._look_as(coming[0])
        return False

    def _end(self) -> None:
        view = self._onlooker.view
        if view is not None and view.outcome is not None:
            self._sheets.see_off(self.manners.farewell if self._onlooker.books[view.seat].fresh else 0)

    def _let_computers_choose(self) -> None:
        view, books = self._onlooker.view, self._onlooker.books
        if any(seat not in books for seat in asked_seats(books)):
            self._computers.start(self.manners.pause, secretly=view is not None and view.secretly)

    def _look_as(self, seat: str) -> None:
        """Show the table as `seat` sees it, and let its player begin."""
        first, self._onlooker.seat = self._onlooker.seat is None, seat
        self._onlooker.cover_again()
        self._hands.desk.typed.clear()  # what another was about to type
        self._showing.show_all()
        if first or self._sheets.currentWidget() is self._sheets.curtain:
            self._sheets.show_desk()
        self._soon.start(0)

    # ---- wishes -------------------------------------------------------------------------------------------------

    def _hand_over(self) -> None:
        self._handing.wish()
        self._soon.start(0)

    def _wait_or_go_on(self) -> None:
        self._hands.desk.board.setFocus()
        self._computers.wait_or_go_on()
        self._showing.refresh_choice()

    def _say_whose_turn(self) -> None:
        """Nobody here is asked; if the table had stopped before a computer's choice, that is tried again, too."""
        if self._recap.busy:
            self._recap.go_on()
            return
        self._hands.voice.say(self._hands.desk.prompt.headline.text())
        self._soon.start(0)
