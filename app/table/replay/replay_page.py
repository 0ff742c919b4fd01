"""Replay of a match from its start: its frames, a page that shows them, and a bar with slider and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSlider, QVBoxLayout, QWidget

from app.base.widgets import ComboBox, bind_escape, button, label, set_tip
from app.session.link import Link, ReviewedChoice, Reviewer
from app.table.context import TableContext, TableSettings
from app.table.layout.inspection import Inspection
from app.table.layout.table_layout import TableLayout
from app.table.model.highlights import last_places
from app.table.model.overlays import NO_OVERLAY, Overlay, hint_overlay
from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.selection import Selection
from app.table.model.shown_seat import ViewerState
from app.table.model.things import Marks, Thing
from app.table.painting.palette import table_style_sheet
from app.table.panels.accessible_lists import cell_text
from app.table.panels.prompt import PromptModel
from app.table.panels.score import first_seats, winners
from app.table.replay.missed_moves import action_of
from app.table.replay.review_panel import ReviewPanel
from dsl.match.replay import SeatReplay
from dsl.match.view import EventView, View


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One action of a player, with the choices that led up to it; or the setup."""

    position: int  #: of the match, after the action
    player: str
    sentence: str  #: empty for the setup, and for an incomplete action
    events: tuple[EventView, ...]

    @property
    def main_event(self) -> int | None:
        """The number of the event that the frame is about; None for the setup."""
        chosen = [event.number for event in self.events if event.kind == "chose"]
        return chosen[-1] if chosen else None


class Replay:
    """Replay of a match up to now as one seat saw it: its frames, at least one, and their views. Free of Qt."""

    def __init__(self, seat_replay: SeatReplay, privacy: PrivacyFilter, context: TableContext) -> None:
        self._seat_replay, self._privacy = seat_replay, privacy
        self.frames = tuple(self._frames(context))

    def _frames(self, context: TableContext) -> Iterator[ReplayFrame]:
        last = self._seat_replay.last
        yield ReplayFrame(0, "", "", self._events(0))
        gathered: tuple[EventView, ...] = ()
        for position in range(1, last + 1):
            gathered += self._events(position)
            action = action_of(gathered, context)
            if action is not None or position == last:
                yield ReplayFrame(position, *(action or ("", "")), gathered)
                gathered = ()

    def _events(self, position: int) -> tuple[EventView, ...]:
        events = self._seat_replay.events(position)
        return self._privacy.events(events, self._seat_replay.view(position)) if self._privacy.covers else events

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    @property
    def events(self) -> tuple[EventView, ...]:
        """All events, in order."""
        return tuple(event for frame in self.frames for event in frame.events)

    def view(self, number: int) -> View:
        """Return the view after a frame."""
        return self._privacy.view(self._seat_replay.view(self.frames[number].position))

    def choices(self, number: int) -> int:
        """Return how many choices of the match led to a frame."""
        return self._seat_replay.choices(self.frames[number].position)

    def frame_of(self, event: int) -> int:
        """Return the number of the frame in which an event happened, by the event's number."""
        return next((n for n, frame in enumerate(self.frames) if frame.events and frame.events[-1].number >= event), 0)

    def frame_at(self, position: int) -> int:
        """Return the number of the frame that led to a position of the match, or that includes it."""
        return next((number for number, frame in enumerate(self.frames) if frame.position >= position), self.last)


_PLAYING = {
    True: "table.film.pause",
    False: "table.film.play",
}  #: the text of the button while it plays or not


_SHORTEST = 80  #: pixels of the slider
_MARGINS = 20  #: pixels beside the rows


class ReplayBar(QFrame):
    """Slider, buttons and choice of the point of view of a replay.

    Signals:
        frame_requested: Show another frame at once; carries its number.
        branch_requested: Begin another match at the frame that is shown.
        example_requested: Write an example of the choices up to the frame that is shown.
        position_requested: Edit the position of the frame that is shown.
        play_toggled: Play or pause.
        viewpoint_chosen: Show the match from another point of view: a colour, or "" for a spectator's.
    """

    frame_requested = Signal(int)
    branch_requested = Signal()
    example_requested = Signal()
    position_requested = Signal()
    play_toggled = Signal()
    viewpoint_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.first, self.back, self.forward, self.last = (button("small") for _ in range(4))
        self.play, self.branch, self.example, self.edit = button("primary"), button(), button(), button()
        self.review = button()  #: has a search assess the choices of a finished match
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.count = label("soft")
        self.viewpoint = ComboBox()
        self._rows = QHBoxLayout(), QHBoxLayout()  #: a narrow bar has its last buttons in a second row
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(6)
        for line in self._rows:
            column.addLayout(line)
        for each in (self.first, self.back, self.play, self.forward, self.last):
            self._rows[0].addWidget(each)
        self._rows[0].addWidget(self.slider, 1)
        for part in (self.count, self.viewpoint, *self._rare):
            self._rows[0].addWidget(part)
        self._rows[1].addStretch(1)
        self.slider.setMinimumWidth(_SHORTEST)
        self._connect()

    @property
    def _rare(self) -> tuple[QPushButton, ...]:
        return self.review, self.example, self.edit, self.branch

    def _widths(self) -> tuple[int, int]:
        """Return the width of what is always in the first row, and of the rare buttons."""
        usual = (self.first, self.back, self.play, self.forward, self.last, self.slider, self.count, self.viewpoint)
        gap = self._rows[0].spacing()
        always, rare = (
            sum(max(part.sizeHint().width(), part.minimumWidth()) + gap for part in parts if not part.isHidden())
            for parts in (usual, self._rare)
        )
        return always + _MARGINS, rare + _MARGINS

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: as wide as the wider of two rows, so that the bar widens no window."""
        return QSize(max(self._widths()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: in a narrow bar, the rare buttons are in a second row."""
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        wanted = self._rows[self.width() < sum(self._widths()) - _MARGINS]
        if wanted.indexOf(self.branch) < 0:
            for each in self._rare:
                wanted.addWidget(each)  # and out of the other row

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self.slider.setValue(0))
        self.back.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.slider.setValue(self.slider.value() + 1))
        self.last.clicked.connect(lambda: self.slider.setValue(self.slider.maximum()))
        self.play.clicked.connect(self.play_toggled)
        self.branch.clicked.connect(self.branch_requested)
        self.example.clicked.connect(self.example_requested)
        self.edit.clicked.connect(self.position_requested)
        self.slider.valueChanged.connect(self._move)
        self.viewpoint.activated.connect(lambda: self.viewpoint_chosen.emit(self.viewpoint.currentData()))

    def set_context(self, context: TableContext) -> None:
        """Change the language; the rest follows with `show_state`."""
        for made, sign, key in self._signed():
            made.setText(sign)
            set_tip(made, context.texts(key))
            made.setAccessibleName(context.texts(key))
        self.play.setMinimumWidth(max(self._width_of(context.texts(key)) for key in _PLAYING.values()))
        self.slider.setAccessibleName(context.texts("table.film.slider"))
        self.branch.setText(context.texts("table.film.branch"))
        set_tip(self.branch, context.texts("table.film.branch.how"))
        self.review.setText(context.texts("review.button"))
        set_tip(self.review, context.texts("review.button.how"))
        self.edit.setText(context.texts("table.film.edit"))
        set_tip(self.edit, context.texts("table.film.edit.how"))
        self.example.setText(context.texts("table.film.example"))
        set_tip(self.example, context.texts("table.film.example.how"))
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
        """Set the points of view to choose from, each a colour and its name; one alone is hidden."""
        self.viewpoint.clear()
        for colour, name in seats:
            self.viewpoint.addItem(name, colour)
        self.viewpoint.setCurrentIndex(self.viewpoint.findData(seat))
        self.viewpoint.setVisible(len(seats) > 1)

    def show_state(self, number: int, last: int, *, plays: bool, context: TableContext) -> None:
        """Show frame `number` of 0 to `last`. No signal is emitted."""
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
        self._wrap()

    def _move(self, number: int) -> None:
        self.frame_requested.emit(number)


def _better(choice: ReviewedChoice) -> Overlay:
    """Return the arrow or ring of the option that would have been better."""
    mistake, options = choice.mistake, choice.decision.options
    option = next((each for each in options if mistake is not None and each.number == mistake.better.option), None)
    return hint_overlay(choice.decision.chosen, option.value) if option is not None else NO_OVERLAY


_LEAST_BOARD = QSize(320, 96)  #: above the bar and the review, in a low window
_READ = 1100  #: milliseconds that a frame is shown after its animation, at the usual speed


class ReplayPage(QWidget):
    """Replay of the match of a link, in a table layout of its own; new moves are not shown.

    Signals:
        closed: Back to the table: Esc, or the button.
        branch_requested: Begin another match at the step that is shown; carries the number of choices before it.
        example_requested: Write an example of the choices up to the step that is shown; carries their number.
        position_requested: Edit the position of the step that is shown; carries the number of choices before it.
        turn_requested: The boards are to be turned; carries by how many steps clockwise.
        position_shown: Another frame is shown, or in another way.
    """

    closed = Signal()
    branch_requested = Signal(int)
    example_requested = Signal(int)
    position_requested = Signal(int)
    turn_requested = Signal(int)
    position_shown = Signal()

    def __init__(self, link: Link, viewer: ViewerState, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link, self._viewer = link, viewer
        self._context, self._settings = context, TableSettings()
        self._replay: Replay | None = None
        self._viewpoints: tuple[str, ...] = ()
        self._seat = ""
        self._number = 0
        self._plays = False
        self.table_layout = TableLayout(context)
        self.bar = ReplayBar()
        self.review = ReviewPanel()
        self._reviewer: Reviewer | None = None
        self._reviewed: list[ReviewedChoice] = []
        self._read = QTimer(self)
        self._read.setSingleShot(True)
        self._read.timeout.connect(self._play_on)
        self._inspection = Inspection(self.table_layout, context, lambda place, thing: False, self)
        self._lay_out()
        self._connect()
        self.set_context(context)

    def _lay_out(self) -> None:
        table_layout, layout = self.table_layout, QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(table_layout)
        table_layout.below_board.addWidget(self.review)
        table_layout.below_board.addWidget(self.bar)
        table_layout.set_least_board(_LEAST_BOARD)
        table_layout.prefer_lists()
        for idle in (table_layout.typed, table_layout.replay_button, table_layout.status):
            idle.hide()
        table_layout.tabs.setTabVisible(table_layout.tabs.indexOf(table_layout.moves), False)

    def _connect(self) -> None:
        table_layout, bar = self.table_layout, self.bar
        bar.frame_requested.connect(self.show_frame)
        bar.play_toggled.connect(self._play_or_pause)
        bar.branch_requested.connect(partial(self._request, self.branch_requested))
        bar.example_requested.connect(partial(self._request, self.example_requested))
        bar.position_requested.connect(partial(self._request, self.position_requested))
        for each in (bar.branch, bar.example, bar.edit):
            each.setVisible(self._link.can_branch)
        bar.viewpoint_chosen.connect(self._set_viewpoint)
        bar.review.clicked.connect(self.start_review)
        self.review.picked.connect(self._show_choice)
        self.review.stop_requested.connect(self._stop_review)
        table_layout.scene.animation_finished.connect(self._settled)
        table_layout.scene.activated.connect(self._step)
        table_layout.log.event_chosen.connect(self._show_event)
        for sentences in (table_layout.log, table_layout.cells):
            sentences.highlighted.connect(self._point)
        table_layout.prompt.back_requested.connect(self.closed)
        bind_escape(self, table_layout.prompt.back)
        turn, turn_back = (partial(self.turn_requested.emit, steps) for steps in (1, -1))
        for key, action in (
            ("P", self._play_or_pause),
            ("E", self._inspection.enlarge_current),
            ("T", turn),
            ("Shift+T", turn_back),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)

    def open(self, seat: str, settings: TableSettings) -> None:
        """Show the first frame of the match up to now as `seat` saw it."""
        self._viewpoints, self._seat, self._settings = self._link.viewpoints(seat), seat, settings
        self.bar.review.setVisible(self._link.can_review and not self._reviewed)
        self.table_layout.log.coordinates = settings.coordinates
        self.table_layout.log.second_person = len(self._link.seats) == 1
        self._replay, self._number = self._replay_of(seat), 0
        self.table_layout.scene.set_coordinates_visible(settings.coordinates)
        self._inspection.coordinates = settings.coordinates
        self.table_layout.scene.set_letters(settings.letters)
        self.table_layout.set_motion(settings.speed, reduced=settings.reduced)
        self._show_all()

    def clear(self) -> None:
        """Stop, and remove all contents."""
        self._stop()
        self._stop_review()
        self._replay = None
        self.table_layout.scene.skip_animation()
        self.table_layout.clear()

    def set_context(self, context: TableContext) -> None:
        """Change language and look."""
        self._context = self._inspection.context = context
        self.setStyleSheet(table_style_sheet(context.theme))
        self.table_layout.set_context(context)
        self.table_layout.rules.hide()
        self.bar.set_context(context)
        if self._replay is not None:
            self._replay = self._replay_of(self._seat)
            self._show_all()

    def _replay_of(self, seat: str) -> Replay:
        replay = self._link.replay(seat)
        return Replay(replay, self._viewer.privacy, self.table_layout.log.story_context(replay.view(replay.last)))

    def show_frame(self, number: int) -> None:
        """Show a frame and stop there; the next frame is animated."""
        self._stop()
        self._go_to(number, moving=number == self._number + 1)

    # ---- review ---------------------------------------------------------------------------------------------------

    def start_review(self) -> None:
        """Let a search assess the choices of the finished match, and show what it finds so far."""
        if self._reviewer is not None or not self._link.can_review:
            return
        self._reviewer, self._reviewed = self._link.review(), []
        self._reviewer.found.connect(self._take_reviewed)
        self._reviewer.progressed.connect(self._show_progress)
        self._reviewer.ended.connect(self._stop_review)
        self.bar.review.hide()
        self.review.set_progress(0, 1, running=True)
        self.review.show()
        self._show_review()
        self._reviewer.start()

    def _take_reviewed(self, choice: ReviewedChoice) -> None:
        self._reviewed.append(choice)
        self._show_review()

    def _show_progress(self, done: int, whole: int) -> None:
        running = self._reviewer is not None and self._reviewer.running
        self.review.set_progress(done, whole, running=running)

    def _stop_review(self) -> None:
        reviewer, self._reviewer = self._reviewer, None
        if reviewer is not None:
            reviewer.stop()
            reviewer.deleteLater()
        self.review.set_progress(0, 1, running=False)

    def _show_review(self) -> None:
        """Show the chances over the match, and on the board what would have been better than the choice made here."""
        replay, scene = self._replay, self.table_layout.scene
        if replay is None or self.review.isHidden():
            return
        here = replay.choices(self._number)
        whole, seats = replay.choices(replay.last), tuple(seat.colour for seat in replay.view(replay.last).seats)
        choices = tuple(self._reviewed)
        self.review.show_state(choices, seats, whole, here, self._context, scene.shows_name_of)
        at = next((each for each in choices if each.number == here and each.mistake is not None), None)
        scene.set_overlay(_better(at) if at is not None else NO_OVERLAY)

    def _show_choice(self, choice: ReviewedChoice) -> None:
        """Show the position in which a choice was made."""
        replay = self._replay
        if replay is not None:
            fitting = (number for number in range(replay.last, -1, -1) if replay.choices(number) <= choice.number)
            self._stop()
            self._go_to(next(fitting, 0), moving=False)

    # ---- control ---------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        self.show_frame(self._number + 1)

    def _play_or_pause(self) -> None:
        if self._plays:
            self._stop()
            self._show_panels()
        elif self._replay is not None:
            self._plays = True
            if self._number == self._replay.last:
                self._go_to(0, moving=False)
            self._play_on()

    def _play_on(self) -> None:
        self._go_to(self._number + 1, moving=True)

    def _request(self, signal: SignalInstance) -> None:
        """Emit a signal about the step that is shown."""
        if self._replay is not None:
            self._stop()
            self._show_panels()
            signal.emit(self._replay.choices(self._number))

    def _settled(self) -> None:
        """The animation has ended: if it plays, show the next frame after some time to read."""
        if self._plays and self._replay is not None and self._number < self._replay.last:
            self._read.start(_READ * 100 // self._settings.speed if self._settings.speed else 2 * _READ)
        elif self._plays:
            self._stop()
            self._show_panels()

    def _stop(self) -> None:
        self._plays = False
        self._read.stop()

    def _set_viewpoint(self, seat: str) -> None:
        """Show the same moment from another point of view."""
        if self._replay is None:
            return
        self._stop()
        position = self._replay.frames[self._number].position
        self._seat, self._replay = seat, self._replay_of(seat)
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
            self.bar.set_viewpoints([(seat, self._viewpoint_name(seat)) for seat in self._viewpoints], self._seat)
            self.table_layout.log.show_state(replay.events, replay.view(replay.last))
            self.table_layout.board.set_accessible_texts(self._context.texts("table.board.title"), self._describe)
            self._go_to(self._number, moving=False)

    def _viewpoint_name(self, seat: str) -> str:
        texts = self._context.texts
        return texts("table.film.seen", player=self._context.player(seat)) if seat else texts("table.film.spectator")

    def _go_to(self, number: int, *, moving: bool) -> None:
        replay, scene = self._replay, self.table_layout.scene
        if replay is None:
            return
        self._number = min(max(number, 0), replay.last)
        frame, view = replay.frames[self._number], replay.view(self._number)
        marks = Marks(last=last_places(frame.events, view))
        self._show_panels()
        if moving:
            scene.animate(frame.events, view, marks, self._settings.speed / 100)
        else:
            scene.show_state(view, marks)
        self.position_shown.emit()

    @property
    def shown_views(self) -> tuple[View | None, View | None]:
        """The view of the frame that is shown, and that of the frame before; None for each that there is not."""
        replay = self._replay
        if replay is None:
            return None, None
        return replay.view(self._number), replay.view(self._number - 1) if self._number else None

    def _show_panels(self) -> None:
        """Show everything but the board: the action, the players, the position in the match."""
        replay, table_layout, context = self._replay, self.table_layout, self._context
        if replay is None:
            return
        frame, view = replay.frames[self._number], replay.view(self._number)
        table_layout.prompt.show_state(self._prompt_model(frame, view), view.turn)
        for part in (table_layout.players, table_layout.tracks):
            part.show_state(view)
        table_layout.show_zones(view, frozenset())
        shown = [event for event in replay.events if event.position < frame.position]
        table_layout.show_out_of_play(shown, view)
        table_layout.cells.show_state(view, Selection(), context)
        table_layout.log.mark(frame.main_event)
        self.bar.show_state(self._number, replay.last, plays=self._plays, context=context)
        self._show_review()

    def _prompt_model(self, frame: ReplayFrame, view: View) -> PromptModel:
        texts, words = self._context.texts, self._context.words
        sentence, player = frame.sentence, frame.player
        if view.outcome is not None:
            sentence, player = winners(view.outcome, self._context, view.teams), first_seats(view.outcome)[0]
        elif not sentence:
            sentence = texts("table.film.now" if self._number else "table.film.start")
        stage = words.anchor(view.phase) if view.phase else ""
        return PromptModel(sentence, player, chapter=texts("table.film.title"), stage=stage, may_go_back=True,
                     has_undo=False, hint=texts("table.film.hint"), brief=True)  # fmt: skip

    def _point(self, places: frozenset[str]) -> None:
        """Highlight the places of a sentence; none to end it."""
        marks = self.table_layout.scene.marks
        self.table_layout.scene.set_marks(replace(marks, mentioned=places))

    def _describe(self, place: str, _thing: Thing | None) -> str:
        view = self.table_layout.scene.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        return next((cell_text(cell, self._context) for cell in cells if cell.place == place), place)
