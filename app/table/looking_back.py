"""From the table to its beginnings and back: whoever looks has the match played back, and computer players wait."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.table.film import Film
from app.table.hearing import Hearing
from app.table.link import Link
from app.table.manners import Manners
from app.table.playback import Playback
from app.table.sitting import Sitting


class LookingBack(QObject):
    """Opens the playback at somebody's wish, and closes it again; then one goes on with what waited."""

    def __init__(self, link: Link, sitting: Sitting, hearing: Hearing, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._sitting, self._hearing = link, sitting, hearing
        self._playback: Playback | None = None
        self.manners = Manners()
        desk, score = sitting.hands.desk, sitting.sheets.score
        for button in (desk.film, score.film):
            button.clicked.connect(self.begin)
        desk.film.setVisible(link.looks_back)
        score.offers_film = link.looks_back

    def begin(self) -> None:
        """Play the match back from its start as whoever looks saw it."""
        sitting, seat = self._sitting, self._sitting.onlooker.seat
        if seat is None or not self._link.looks_back or sitting.sheets.curtain.colour:
            return
        sitting.recap.enough()
        sitting.computers.stop()
        sitting.hands.desk.scene.skip()
        playback = self._playback = self._playback or self._made()
        playback.open(self._film, self._link.eyes(seat), seat, self.manners)
        sitting.sheets.read_film(playback)
        playback.bar.slider.setFocus()

    def retone(self) -> None:
        """Speak another language, or look otherwise."""
        if self._playback is not None:
            self._playback.retone(self._sitting.hands.voice.tone)

    def stop(self) -> None:
        """Play nothing back any more; what is shown then is up to others."""
        if self._playback is not None:
            self._playback.put_away()

    def _made(self) -> Playback:
        made = Playback(self._sitting.hands.voice.tone)
        made.closed.connect(self._end)
        return made

    def _film(self, seat: str) -> Film:
        return Film(self._link.look_back(seat), self._sitting.onlooker.discretion, self._sitting.hands.voice.tone)

    def _end(self) -> None:
        self.stop()
        self._sitting.sheets.close_film()
        self._hearing.done.emit(0)
