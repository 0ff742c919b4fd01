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
from app.table.model.selection import Selection
from app.table.model.targets import Marks
from app.table.painting.palette import table_style_sheet
from app.table.panels.lists import cell_text
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

    def __init__(self, seat_replay: SeatReplay, privacy: PrivacyFilter, context: TableContext) -> None:
        self._seat_replay, self._discretion = seat_replay, privacy
        self.frames = tuple(self._frames(context))

    def _frames(self, context: TableContext) -> Iterator[ReplayFrame]:
        last = self._seat_replay.last
        yield ReplayFrame(0, "", "", self._told(0))
        gathered: tuple[EventView, ...] = ()
        for position in range(1, last + 1):
            gathered += self._told(position)
            told = told_of(gathered, context)
            if told is not None or position == last:
                yield ReplayFrame(position, *(told or ("", "")), gathered)
                gathered = ()

    def _told(self, position: int) -> tuple[EventView, ...]:
        events = self._seat_replay.events(position)
        return self._discretion.told(events, self._seat_replay.view(position)) if self._discretion.covers else events

    @property
    def last(self) -> int:
        """The number of the last shot."""
        return len(self.frames) - 1

    @property
    def events(self) -> tuple[EventView, ...]:
        """Everything that happened, in order."""
        return tuple(event for frame in self.frames for event in frame.events)

    def view(self, number: int) -> View:
        """How the table looked after a shot."""
        return self._discretion.of(self._seat_replay.view(self.frames[number].position))

    def frame_of(self, event: int) -> int:
        """The number of the shot in which an event happened, by the event's number."""
        return next((n for n, frame in enumerate(self.frames) if frame.events and frame.events[-1].number >= event), 0)

    def frame_at(self, position: int) -> int:
        """The number of the shot that led to a position of the match, or of the one that was under way there."""
        return next((number for number, frame in enumerate(self.frames) if frame.position >= position), self.last)


# What a playback is steered with: a slider over the whole match, step by step, and whose eyes see it.


_PLAYING = {
    True: "table.film.pause",
    False: "table.film.play",
}  #: what the button does next, while it plays or rests


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
        self.viewpoint = QComboBox()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        for each in (self.first, self.back, self.play, self.forward, self.last):
            layout.addWidget(each)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.count)
        layout.addWidget(self.viewpoint)
        self._connect()

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self.slider.setValue(0))
        self.back.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.slider.setValue(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.slider.setValue(self.slider.maximum()))
        self.play.clicked.connect(self.play_wanted)
        self.slider.valueChanged.connect(self._move)
        self.viewpoint.activated.connect(lambda: self.seat_wanted.emit(self.viewpoint.currentData()))

    def set_context(self, context: TableContext) -> None:
        """Speak another language; the rest follows with `show_state`."""
        for made, sign, key in self._signed():
            made.setText(sign)
            set_tip(made, context.texts(key))
            made.setAccessibleName(context.texts(key))
        self.play.setMinimumWidth(max(self._width_of(context.texts(key)) for key in _PLAYING.values()))
        self.slider.setAccessibleName(context.texts("table.film.slider"))
        self.viewpoint.setAccessibleName(context.texts("table.film.eyes"))
        set_tip(self.viewpoint, context.texts("table.film.eyes"))

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

    def set_viewpoints(self, seats: Sequence[tuple[str, str]], seat: str) -> None:
        """Let one choose among seats, each a colour and how it is called; a single one is no choice."""
        self.viewpoint.clear()
        for colour, name in seats:
            self.viewpoint.addItem(name, colour)
        self.viewpoint.setCurrentIndex(self.viewpoint.findData(seat))
        self.viewpoint.setVisible(len(seats) > 1)

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
ReplayFactory = Callable[[str], Replay]  #: makes the film of a match as a seat ("" for a spectator) saw it


class ReplayPage(QWidget):
    """Shows a film at a desk of its own. Nothing can be chosen here, and what goes on at the table is not shown.

    Signals:
        closed: Back to the table: Esc, or the button.
    """

    closed = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._settings = context, TableSettings()
        self._replay: Replay | None = None
        self._make_replay: ReplayFactory | None = None
        self._seats: tuple[str, ...] = ()
        self._seat = ""
        self._number = 0
        self._plays = False
        self.table_layout = TableLayout(context)
        self.bar = ReplayBar()
        self._read = QTimer(self)
        self._read.setSingleShot(True)
        self._read.timeout.connect(self._play_on)
        self._lay_out()
        self._connect()
        self.set_context(context)

    def _lay_out(self) -> None:
        table_layout, layout = self.table_layout, QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(table_layout)
        table_layout.below_board.addWidget(self.bar)
        for idle in (table_layout.typed, table_layout.replay_button, table_layout.status, table_layout.prompt.undo):
            idle.hide()
        table_layout.tabs.setTabVisible(table_layout.tabs.indexOf(table_layout.moves), False)

    def _connect(self) -> None:
        table_layout, bar = self.table_layout, self.bar
        bar.wanted.connect(self.show_frame)
        bar.play_wanted.connect(self._play_or_pause)
        bar.seat_wanted.connect(self._see_as)
        table_layout.scene.animation_finished.connect(self._settled)
        table_layout.scene.activated.connect(self._step)
        table_layout.log.event_chosen.connect(self._show_event)
        for sentences in (table_layout.log, table_layout.cells):
            sentences.highlighted.connect(self._point)
        table_layout.prompt.back_requested.connect(self.closed)
        bind_escape(self, table_layout.prompt.back)
        shortcut = QShortcut(QKeySequence("P"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._play_or_pause)

    def open(self, make_replay: ReplayFactory, seats: Sequence[str], seat: str, settings: TableSettings) -> None:
        """Show the first shot of the film as `seat` saw it; `seats` are those whose eyes may be borrowed."""
        self._make_replay, self._seats, self._seat, self._settings = make_replay, tuple(seats), seat, settings
        self._replay, self._number = make_replay(seat), 0
        self.table_layout.scene.set_coordinates_visible(settings.coordinates)
        self.table_layout.board.set_animated(settings.speed > 0)
        self._show_all()

    def put_away(self) -> None:
        """Show nothing any more."""
        self._stop()
        self._replay = None
        self.table_layout.scene.skip_animation()
        self.table_layout.put_away()

    def set_context(self, context: TableContext) -> None:
        """Speak another language, or look otherwise."""
        self._context = context
        self.setStyleSheet(table_style_sheet(context.theme))
        self.table_layout.set_context(context)
        self.table_layout.rules.hide()
        self.bar.set_context(context)
        if self._replay is not None and self._make_replay is not None:
            self._replay = self._make_replay(self._seat)
            self._show_all()

    def show_frame(self, number: int) -> None:
        """Show a shot, and stay there; the next one as it came about."""
        self._stop()
        self._go_to(number, moving=number == self._number + 1)

    # ---- steering ---------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        self.show_frame(self._number + 1)

    def _play_or_pause(self) -> None:
        if self._plays:
            self._stop()
            self._show_beside()
        elif self._replay is not None:
            self._plays = True
            if self._number == self._replay.last:
                self._go_to(0, moving=False)
            self._play_on()

    def _play_on(self) -> None:
        self._go_to(self._number + 1, moving=True)

    def _settled(self) -> None:
        """What moved has come to rest: leave time to read, then go on if it plays."""
        if self._plays and self._replay is not None and self._number < self._replay.last:
            self._read.start(_READ * 100 // self._settings.speed if self._settings.speed else 2 * _READ)
        elif self._plays:
            self._stop()
            self._show_beside()

    def _stop(self) -> None:
        self._plays = False
        self._read.stop()

    def _see_as(self, seat: str) -> None:
        """See the same moment with the eyes of another seat."""
        if self._replay is None or self._make_replay is None:
            return
        self._stop()
        position = self._replay.frames[self._number].position
        self._seat, self._replay = seat, self._make_replay(seat)
        self._number = self._replay.frame_at(position)
        self._show_all()

    def _show_event(self, event: int) -> None:
        if self._replay is not None:
            self._stop()
            self._go_to(self._replay.frame_of(event), moving=False)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        replay = self._replay
        if replay is not None:
            self.bar.set_viewpoints([(seat, self._seen_by(seat)) for seat in self._seats], self._seat)
            self.table_layout.log.show_state(replay.events, replay.view(replay.last))
            self.table_layout.board.set_accessible_texts(self._context.texts("table.board.title"), self._describe)
            self._go_to(self._number, moving=False)

    def _seen_by(self, seat: str) -> str:
        texts = self._context.texts
        return texts("table.film.seen", player=self._context.player(seat)) if seat else texts("table.film.spectator")

    def _go_to(self, number: int, *, moving: bool) -> None:
        replay, scene = self._replay, self.table_layout.scene
        if replay is None:
            return
        self._number = min(max(number, 0), replay.last)
        frame, view = replay.frames[self._number], replay.view(self._number)
        marks = Marks(last=last_places(frame.events, view))
        self._show_beside()
        if moving:
            scene.animate(frame.events, view, marks, self._settings.speed / 100)
        else:
            scene.show_state(view, marks)

    def _show_beside(self) -> None:
        """Show everything but the board: who did what, how everybody stood, where in the match that was."""
        replay, table_layout, context = self._replay, self.table_layout, self._context
        if replay is None:
            return
        frame, view = replay.frames[self._number], replay.view(self._number)
        table_layout.prompt.show_state(self._asked(frame, view), view.turn)
        for part in (table_layout.players, table_layout.tracks):
            part.show_state(view)
        table_layout.present_zones(view, frozenset())
        table_layout.cells.show_state(view, Selection(), context)
        table_layout.log.mark(frame.main_event)
        self.bar.show_state(self._number, replay.last, plays=self._plays, context=context)

    def _asked(self, frame: ReplayFrame, view: View) -> PromptModel:
        texts, words = self._context.texts, self._context.words
        said, player = frame.sentence, frame.player
        if view.outcome is not None:
            said, player = winners(view.outcome, self._context), first_seats(view.outcome)[0]
        elif not said:
            said = texts("table.film.now" if self._number else "table.film.start")
        stage = words.anchor(view.phase) if view.phase else ""
        return PromptModel(said, player, chapter=texts("table.film.title"), stage=stage, may_go_back=True,
                     hint=texts("table.film.hint"))  # fmt: skip

    def _point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        marks = self.table_layout.scene.marks
        self.table_layout.scene.set_marks(replace(marks, told=places))

    def _describe(self, place: str, _thing: str) -> str:
        view = self.table_layout.scene.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        return next((cell_text(cell, self._context) for cell in cells if cell.place == place), place)
