"""What the table tells the seats of this window: written down for each, shown to whoever looks, shown again on wish."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from PySide6.QtCore import QObject, Signal

from app.table.link import Link
from app.table.manners import Manners
from app.table.recap import steps_of
from app.table.sitting import Sitting
from app.table.viewer import wanted_seat
from dsl.engine.messages import Changed, News, Paused, TakenBack

_LINGER = 700  #: milliseconds between the end of a movement and the curtain


class Hearing(QObject):
    """Hears the link. News that come while the curtain hides the table are only written down.

    Signals:
        done: Something was heard or has come to rest: one may go on with what follows, after so many milliseconds.
    """

    done = Signal(int)

    def __init__(self, link: Link, sitting: Sitting, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = sitting.hands, sitting.onlooker, sitting.recap
        self._showing, self._sheets, self._computers = sitting.showing, sitting.sheets, sitting.computers
        desk = self._hands.desk
        self._scene = desk.scene
        self._behind = False
        self.manners = Manners()
        link.told.connect(self._hear)
        self._scene.settled.connect(self._landed)
        desk.prompt.again_wanted.connect(self._show_again)
        desk.prompt.back_wanted.connect(self._recap.enough)
        self._recap.ended.connect(self._showing.show_all)
        self._recap.stopped.connect(partial(self.done.emit, 0))

    @property
    def moving(self) -> bool:
        """Whether the board still shows how the last choice was carried out."""
        return self._scene.moving and not self._recap.busy

    @property
    def rests(self) -> bool:
        """Whether the board shows the position as it is: nothing moves, is shown again or played back."""
        return not (self._scene.moving or self._recap.busy or self._sheets.shows_film)

    def catch_up(self) -> None:
        """Show what was passed over while many choices were made by one wish."""
        if self._behind:
            self._behind = False
            self._showing.show_all()

    def _hear(self, seat: str, news: News) -> None:
        if isinstance(news, Paused):
            self._hands.voice.stop(news)
            return
        self._onlooker.books[seat].take(news)
        if seat == self._onlooker.seat and not self._sheets.curtain.colour:
            self._show_change(news)
        self.done.emit(0)

    def _show_change(self, news: Changed | TakenBack) -> None:
        """Bring the shown seat's table up to date, with movements if there are events."""
        self._hands.voice.forget()
        self._computers.heard()
        self._recap.stop()
        self._showing.follow()
        if self._hands.chooser.scattering.busy:  # many choices by one wish are shown when all are made
            self._behind = True
            return
        self._show_position(news)
        self._showing.refresh_choice()
        if self._sheets.score.isVisible():
            self._sheets.fill_score()

    def _show_position(self, news: Changed | TakenBack) -> None:
        onlooker, peeked = self._onlooker, self._onlooker.discretion.peeks
        onlooker.cover_again()
        shown = onlooker.discretion.of(news.view)
        marks = self._showing.highlights.marks(shown)
        match news:
            case Changed(events, view):
                if peeked:
                    self._showing.tell_all()
                else:
                    self._hands.desk.log.extend(onlooker.told(events, view), view)
                self._scene.animate(events, shown, marks, self.manners.speed / 100)
            case TakenBack():
                self._computers.stop()
                self._sheets.take_up_again()
                self._showing.tell_all()
                self._scene.present(shown, marks)
            case _:
                assert_never(news)

    def _landed(self) -> None:
        """Before a curtain falls, whoever chose may look at what came of it for a moment."""
        if self._recap.busy:
            self._recap.landed()
            return
        shown = self._onlooker.seat
        passes_on = self.manners.speed > 0 and wanted_seat(self._onlooker.books, shown) != shown
        self.done.emit(_LINGER if passes_on else 0)

    # ---- once more ----------------------------------------------------------------------------------------------

    def _show_again(self) -> None:
        """Show what the others did since whoever looks chose last."""
        onlooker, desk = self._onlooker, self._hands.desk
        meanwhile = onlooker.books[onlooker.seat].meanwhile if onlooker.seat is not None else None
        if meanwhile is None or meanwhile.before is None or self._recap.busy or self._sheets.curtain.colour:
            return
        steps = steps_of(meanwhile, onlooker.discretion, self._hands.voice.tone)
        if not steps:
            return
        self._scene.skip()
        self._computers.stop()
        desk.board.setFocus()
        self._recap.start(onlooker.discretion.of(meanwhile.before), steps, self.manners.speed)
        self._showing.follow()
        self._showing.refresh_choice()
