"""A match played back from its start: the board of each shot, the log as its table of contents, a bar to steer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QSlider, QVBoxLayout, QWidget

from app.base.widgets import bind_escape, button, label, set_tip
from app.table.layout.recap import told_of
from app.table.layout.table_layout import TableLayout
from app.table.model.context import TableContext, TableSettings
from app.table.model.highlights import last_places
from app.table.model.seat_view import PrivacyFilter
from app.table.model.selection import Choosing
from app.table.model.targets import Marks
from app.table.painting.palette import sheet_of
from app.table.panels.lists import describe_cell
from app.table.panels.prompt import PromptModel
from app.table.panels.score import first_seats, winners
from dsl.match.replay import SeatReplay
from dsl.match.view import EventView, View

# A match from its start as a series of scenes: who did what, and how the table looked after it. No Qt.


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One action of somebody, with the choices that led up to it; or how everything was set up."""

    position: int  #: of the match, after it
    player: str
    sentence: str  #: empty for the first shot, and for what was only begun
    events: tuple[EventView, ...]

    @property
    def main_event(self) -> int:
        """The number of the event that the shot is about; -1 for the one that sets everything up."""
        chosen = [event.number for event in self.events if event.kind == "chose"]
        return chosen[-1] if chosen else -1


class Replay:
    """What one seat saw and was told of a match up to now, shot by shot; there is always a first one."""

    def __init__(self, retrospect: SeatReplay, discretion: PrivacyFilter, context: TableContext) -> None:
        self._retrospect, self._discretion = retrospect, discretion
        self.shots = tuple(self._shots(context))

    def _shots(self, context: TableContext) -> Iterator[ReplayFrame]:
        last = self._retrospect.last
        yield ReplayFrame(0, "", "", self._told(0))
        gathered: tuple[EventView, ...] = ()
        for position in range(1, last + 1):
            gathered += self._told(position)
            told = told_of(gathered, context)
            if told is not None or position == last:
                yield ReplayFrame(position, *(told or ("", "")), gathered)
                gathered = ()

    def _told(self, position: int) -> tuple[EventView, ...]:
        events = self._retrospect.events(position)
        return self._discretion.told(events, self._retrospect.view(position)) if self._discretion.covers else events

    @property
    def last(self) -> int:
        """The number of the last shot."""
        return len(self.shots) - 1

    @property
    def events(self) -> tuple[EventView, ...]:
        """Everything that happened, in order."""
        return tuple(event for shot in self.shots for event in shot.events)

    def view(self, number: int) -> View:
        """How the table looked after a shot."""
        return self._discretion.of(self._retrospect.view(self.shots[number].position))

    def shot_of(self, event: int) -> int:
        """The number of the shot in which an event happened, by the event's number."""
        return next((n for n, shot in enumerate(self.shots) if shot.events and shot.events[-1].number >= event), 0)

    def shot_at(self, position: int) -> int:
        """The number of the shot that led to a position of the match, or of the one that was under way there."""
        return next((number for number, shot in enumerate(self.shots) if shot.position >= position), self.last)


# What a playback is steered with: a slider over the whole match, step by step, and whose eyes see it.


_PLAYING = {True: "table.film.pause", False: "table.film.play"}  #: what the button does next, while it plays or rests


class ReplayBar(QFrame):
    """Knows at which of how many shots one is; it shows nothing itself.

    Signals:
        wanted: Another shot is to be shown at once; its number.
        play_wanted: Play on, or pause.
        seat_wanted: The match is to be seen with other eyes: a colour, or "" for a spectator's.
    """

    wanted = Signal(int)
    play_wanted = Signal()
    seat_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.first, self.back, self.forward, self.last = (button("small") for _ in range(4))
        self.play = button("primary")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.count = label("soft")
        self.eyes = QComboBox()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        for each in (self.first, self.back, self.play, self.forward, self.last):
            layout.addWidget(each)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.count)
        layout.addWidget(self.eyes)
        self._connect()

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self.slider.setValue(0))
        self.back.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.slider.setValue(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.slider.setValue(self.slider.maximum()))
        self.play.clicked.connect(self.play_wanted)
        self.slider.valueChanged.connect(self._move)
        self.eyes.activated.connect(lambda: self.seat_wanted.emit(self.eyes.currentData()))

    def set_context(self, context: TableContext) -> None:
        """Speak another language; the rest follows with `show_state`."""
        for made, sign, key in self._signed():
            made.setText(sign)
            set_tip(made, context.texts(key))
            made.setAccessibleName(context.texts(key))
        self.play.setMinimumWidth(max(self._width_of(context.texts(key)) for key in _PLAYING.values()))
        self.slider.setAccessibleName(context.texts("table.film.slider"))
        self.eyes.setAccessibleName(context.texts("table.film.eyes"))
        set_tip(self.eyes, context.texts("table.film.eyes"))

    def _width_of(self, text: str) -> int:
        self.play.setText(text)
        return self.play.sizeHint().width()

    def _signed(self) -> tuple[tuple[QPushButton, str, str], ...]:
        return (
            (self.first, "|◀", "table.film.first"),
            (self.back, "◀", "table.film.back"),
            (self.forward, "▶", "table.film.forward"),
            (self.last, "▶|", "table.film.last"),
        )

    def offer_eyes(self, seats: Sequence[tuple[str, str]], seat: str) -> None:
        """Let one choose among seats, each a colour and how it is called; a single one is no choice."""
        self.eyes.clear()
        for colour, name in seats:
            self.eyes.addItem(name, colour)
        self.eyes.setCurrentIndex(self.eyes.findData(seat))
        self.eyes.setVisible(len(seats) > 1)

    def show_state(self, number: int, last: int, *, plays: bool, context: TableContext) -> None:
        """Show that it is at a shot, of those from 0 to the last one. Nothing is reported."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, last)
        self.slider.setPageStep(max(last // 10, 2))
        self.slider.setValue(number)
        self.slider.blockSignals(False)
        self.count.setText(context.texts("table.film.count", n=number, of=last))
        self.play.setText(context.texts(_PLAYING[plays]))
        for made, possible in ((self.first, number > 0), (self.back, number > 0),
                               (self.forward, number < last), (self.last, number < last)):  # fmt: skip
            made.setEnabled(possible)

    def _move(self, number: int) -> None:
        self.wanted.emit(number)


_READ = 1100  #: milliseconds that a shot is shown after its movement, at the usual speed
Shoot = Callable[[str], Replay]  #: makes the film of a match as a seat ("" for a spectator) saw it


class ReplayPage(QWidget):
    """Shows a film at a desk of its own. Nothing can be chosen here, and what goes on at the table is not shown.

    Signals:
        closed: Back to the table: Esc, or the button.
    """

    closed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._manners = context, TableSettings()
        self._film: Replay | None = None
        self._shoot: Shoot | None = None
        self._seats: tuple[str, ...] = ()
        self._seat = ""
        self._number = 0
        self._plays = False
        self.desk = TableLayout(context)
        self.bar = ReplayBar()
        self._read = QTimer(self)
        self._read.setSingleShot(True)
        self._read.timeout.connect(self._play_on)
        self._lay_out()
        self._connect()
        self.set_context(context)

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
        bind_escape(self, desk.prompt.back)
        shortcut = QShortcut(QKeySequence("P"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._play_or_pause)

    def open(self, shoot: Shoot, seats: Sequence[str], seat: str, manners: TableSettings) -> None:
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

    def set_context(self, context: TableContext) -> None:
        """Speak another language, or look otherwise."""
        self._context = context
        self.setStyleSheet(sheet_of(context.theme))
        self.desk.set_context(context)
        self.desk.rules.hide()
        self.bar.set_context(context)
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
            self.desk.log.show_state(film.events, film.view(film.last))
            self.desk.board.set_words(self._context.texts("table.board.title"), self._describe)
            self._go_to(self._number, moving=False)

    def _seen_by(self, seat: str) -> str:
        texts = self._context.texts
        return texts("table.film.seen", player=self._context.player(seat)) if seat else texts("table.film.spectator")

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
            scene.show_state(view, marks)

    def _show_beside(self) -> None:
        """Show everything but the board: who did what, how everybody stood, where in the match that was."""
        film, desk, context = self._film, self.desk, self._context
        if film is None:
            return
        shot, view = film.shots[self._number], film.view(self._number)
        desk.prompt.show_state(self._asked(shot, view), view.turn)
        for part in (desk.players, desk.tracks):
            part.show_state(view)
        desk.present_zones(view, frozenset())
        desk.cells.show_state(view, Choosing(), context)
        desk.log.mark(shot.main_event)
        self.bar.show_state(self._number, film.last, plays=self._plays, context=context)

    def _asked(self, shot: ReplayFrame, view: View) -> PromptModel:
        texts, words = self._context.texts, self._context.words
        said, player = shot.sentence, shot.player
        if view.outcome is not None:
            said, player = winners(view.outcome, self._context), first_seats(view.outcome)[0]
        elif not said:
            said = texts("table.film.now" if self._number else "table.film.start")
        stage = words.anchor(view.phase) if view.phase else ""
        return PromptModel(said, player, chapter=texts("table.film.title"), stage=stage, may_go_back=True,
                     hint=texts("table.film.hint"))  # fmt: skip

    def _point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        marks = self.desk.scene.marks
        self.desk.scene.set_marks(replace(marks, told=places))

    def _describe(self, place: str, _thing: str) -> str:
        view = self.desk.scene.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        return next((describe_cell(cell, self._context) for cell in cells if cell.place == place), place)
