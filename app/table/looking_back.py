"""From the table to its beginnings and back: whoever looks has the match played back, and computer players wait."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.table.film import Film
from app.table.link import Link
from app.table.manners import Manners
from app.table.playback import Playback
from app.table.sitting import Sitting


class LookingBack(QObject):
    """Opens the playback at somebody's wish, and closes it again.

    Signals:
        began: The match is played back from now on.
        done: The table is shown again: one may go on with what waited, after so many milliseconds.
    """

    began = Signal()
    done = Signal(int)

    def __init__(self, link: Link, sitting: Sitting, parent: QObject) -> None:
        super().__init__(parent)
        self._link = link
        self._hands, self._onlooker, self._sheets = sitting.hands, sitting.onlooker, sitting.sheets
        self._playback: Playback | None = None
        self.manners = Manners()
        desk, score = self._hands.desk, self._sheets.score
        for button in (desk.film, score.film):
            button.clicked.connect(self.begin)
        desk.film.setVisible(link.looks_back)
        score.offers_film = link.looks_back
        self.began.connect(sitting.recap.enough)
        self.began.connect(sitting.computers.stop)

    def begin(self) -> None:
        """Play the match back from its start as whoever looks saw it."""
        seat = self._onlooker.seat
        if seat is None or not self._link.looks_back or self._sheets.curtain.colour:
            return
        self.began.emit()
        self._hands.desk.scene.skip()
        playback = self._playback = self._playback or self._made()
        playback.open(self._film, self._link.eyes(seat), seat, self.manners)
        self._sheets.read_film(playback)

    def retone(self) -> None:
        """Speak another language, or look otherwise."""
        if self._playback is not None:
            self._playback.retone(self._hands.voice.tone)

    def stop(self) -> None:
        """Play nothing back any more; what is shown then is up to others."""
        if self._playback is not None:
            self._playback.put_away()

    def _made(self) -> Playback:
        made = Playback(self._hands.voice.tone)
        made.closed.connect(self._end)
        return made

    def _film(self, seat: str) -> Film:
        return Film(self._link.look_back(seat), self._onlooker.discretion, self._hands.voice.tone)

    def _end(self) -> None:
        self.stop()
        self._sheets.close_film()
        self.done.emit(0)
