"""A match played back from its start: the board of each shot, the log as its table of contents, a bar to steer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.parts import escape
from app.table.asked import Asked
from app.table.choosing import Choosing
from app.table.desk import Desk
from app.table.film import Film, Shot
from app.table.film_bar import FilmBar
from app.table.lists import describe_cell
from app.table.manners import Manners
from app.table.marking import last_places
from app.table.marks import Marks
from app.table.styled import sheet_of
from app.table.tone import Tone
from app.table.verdict import first_seats, winners
from dsl.engine.view import View

_READ = 1100  #: milliseconds that a shot is shown after its movement, at the usual speed
Shoot = Callable[[str], Film]  #: makes the film of a match as a seat ("" for a spectator) saw it


class Playback(QWidget):
    """Shows a film at a desk of its own. Nothing can be chosen here, and what goes on at the table is not shown.

    Signals:
        closed: Back to the table: Esc, or the button.
    """

    closed = Signal()

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone, self._manners = tone, Manners()
        self._film: Film | None = None
        self._shoot: Shoot | None = None
        self._seats: tuple[str, ...] = ()
        self._seat = ""
        self._number = 0
        self._plays = False
        self.desk = Desk(tone)
        self.bar = FilmBar()
        self._read = QTimer(self)
        self._read.setSingleShot(True)
        self._read.timeout.connect(self._play_on)
        self._lay_out()
        self._connect()
        self.retone(tone)

    def _lay_out(self) -> None:
        desk, layout = self.desk, QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(desk)
        desk.below_board.addWidget(self.bar)
        for idle in (desk.typed, desk.film, desk.status, desk.prompt.undo):
            idle.hide()
        desk.tabs.setTabVisible(desk.tabs.indexOf(desk.moves), False)

    def _connect(self) -> None:
        desk, bar = self.desk, self.bar
        bar.wanted.connect(self.show_shot)
        bar.play_wanted.connect(self._play_or_pause)
        bar.seat_wanted.connect(self._see_as)
        desk.scene.settled.connect(self._settled)
        desk.scene.touched.connect(self._step)
        desk.log.asked.connect(self._show_event)
        for sentences in (desk.log, desk.cells):
            sentences.pointed.connect(self._point)
        desk.prompt.back_wanted.connect(self.closed)
        escape(self, desk.prompt.back)
        shortcut = QShortcut(QKeySequence("P"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._play_or_pause)

    def open(self, shoot: Shoot, seats: Sequence[str], seat: str, manners: Manners) -> None:
        """Show the first shot of the film as `seat` saw it; `seats` are those whose eyes may be borrowed."""
        self._shoot, self._seats, self._seat, self._manners = shoot, tuple(seats), seat, manners
        self._film, self._number = shoot(seat), 0
        self.desk.scene.set_places_written(manners.coordinates)
        self.desk.board.set_gliding(manners.speed > 0)
        self._show_all()

    def put_away(self) -> None:
        """Show nothing any more."""
        self._stop()
        self._film = None
        self.desk.scene.skip()
        self.desk.put_away()

    def retone(self, tone: Tone) -> None:
        """Speak another language, or look otherwise."""
        self._tone = tone
        self.setStyleSheet(sheet_of(tone.theme))
        self.desk.retone(tone)
        self.desk.rules.hide()
        self.bar.retone(tone)
        if self._film is not None and self._shoot is not None:
            self._film = self._shoot(self._seat)
            self._show_all()

    def show_shot(self, number: int) -> None:
        """Show a shot, and stay there; the next one as it came about."""
        self._stop()
        self._go_to(number, moving=number == self._number + 1)

    # ---- steering ---------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        self.show_shot(self._number + 1)

    def _play_or_pause(self) -> None:
        if self._plays:
            self._stop()
            self._show_beside()
        elif self._film is not None:
            self._plays = True
            if self._number == self._film.last:
                self._go_to(0, moving=False)
            self._play_on()

    def _play_on(self) -> None:
        self._go_to(self._number + 1, moving=True)

    def _settled(self) -> None:
        """What moved has come to rest: leave time to read, then go on if it plays."""
        if self._plays and self._film is not None and self._number < self._film.last:
            self._read.start(_READ * 100 // self._manners.speed if self._manners.speed else 2 * _READ)
        elif self._plays:
            self._stop()
            self._show_beside()

    def _stop(self) -> None:
        self._plays = False
        self._read.stop()

    def _see_as(self, seat: str) -> None:
        """See the same moment with the eyes of another seat."""
        if self._film is None or self._shoot is None:
            return
        self._stop()
        position = self._film.shots[self._number].position
        self._seat, self._film = seat, self._shoot(seat)
        self._number = self._film.shot_at(position)
        self._show_all()

    def _show_event(self, event: int) -> None:
        if self._film is not None:
            self._stop()
            self._go_to(self._film.shot_of(event), moving=False)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        film = self._film
        if film is not None:
            self.bar.offer_eyes([(seat, self._seen_by(seat)) for seat in self._seats], self._seat)
            self.desk.log.present(film.events, film.view(film.last))
            self.desk.board.set_words(self._tone.texts("table.board.title"), self._describe)
            self._go_to(self._number, moving=False)

    def _seen_by(self, seat: str) -> str:
        texts = self._tone.texts
        return texts("table.film.seen", player=self._tone.player(seat)) if seat else texts("table.film.spectator")

    def _go_to(self, number: int, *, moving: bool) -> None:
        film, scene = self._film, self.desk.scene
        if film is None:
            return
        self._number = min(max(number, 0), film.last)
        shot, view = film.shots[self._number], film.view(self._number)
        marks = Marks(last=last_places(shot.events, view))
        self._show_beside()
        if moving:
            scene.animate(shot.events, view, marks, self._manners.speed / 100)
        else:
            scene.present(view, marks)

    def _show_beside(self) -> None:
        """Show everything but the board: who did what, how everybody stood, where in the match that was."""
        film, desk, tone = self._film, self.desk, self._tone
        if film is None:
            return
        shot, view = film.shots[self._number], film.view(self._number)
        desk.prompt.present(self._asked(shot, view), view.turn)
        for part in (desk.players, desk.tracks):
            part.present(view)
        desk.present_zones(view, frozenset())
        desk.cells.present(view, Choosing(), tone)
        desk.log.mark(shot.main_event)
        self.bar.present(self._number, film.last, plays=self._plays, tone=tone)

    def _asked(self, shot: Shot, view: View) -> Asked:
        texts, words = self._tone.texts, self._tone.words
        said, player = shot.sentence, shot.player
        if view.outcome is not None:
            said, player = winners(view.outcome, self._tone), first_seats(view.outcome)[0]
        elif not said:
            said = texts("table.film.now" if self._number else "table.film.start")
        stage = words.anchor(view.phase) if view.phase else ""
        return Asked(said, player, chapter=texts("table.film.title"), stage=stage, may_go_back=True,
                     hint=texts("table.film.hint"))  # fmt: skip

    def _point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        marks = self.desk.scene.marks
        self.desk.scene.set_marks(replace(marks, told=places))

    def _describe(self, place: str, _thing: str) -> str:
        view = self.desk.scene.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        return next((describe_cell(cell, self._tone) for cell in cells if cell.place == place), place)
