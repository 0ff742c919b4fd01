"""What the table tells the seats of this window: written down for each, shown to whoever looks, shown again on wish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Hint, Link
from app.table.control.bots import BotTurns
from app.table.control.gestures import GestureTargets
from app.table.layout.page_stack import PageStack
from app.table.layout.recap import Recap, last_told, steps_of
from app.table.layout.replay import Replay, ReplayPage
from app.table.model.context import TableContext, TableSettings
from app.table.model.highlights import ghost_at, marks_of, with_past
from app.table.model.seat_view import PrivacyFilter, SeatHistory, ViewerState, asked_seats, needs_curtain, wanted_seat
from app.table.model.selection import Selection, many_wait
from app.table.model.targets import Ghost, Marks
from app.table.panels.banner import Notice
from app.table.panels.lists import cell_text
from app.table.panels.prompt import PromptModel, prompt_model_of
from dsl.match.messages import Accepted, Answer, Changed, Explanation, News, Paused, Preview, Reason, Refused, TakenBack
from dsl.match.view import View

# What the prompt offers beside what the rules ask: to look back, to be advised, to wait, to ask the others.


#: Why something may not be taken back, where it could be if all agree.
_ASKABLE = frozenset({"undo.not_yours", "undo.chance", "undo.seen", "undo.drawn"})


@dataclass(frozen=True, slots=True)
class OptionsOffered:
    """How the table stands to whoever looks at it."""

    link: Link
    held: bool  #: no choice can be made just now
    waits: bool  #: the computer players wait because somebody wants them to
    may_hand_over: bool

    def of(
        self, asked: PromptModel, view: View, history: SeatHistory, privacy: PrivacyFilter, context: TableContext
    ) -> PromptModel:
        """Return what is asked with all that is offered besides."""
        if self.held:
            asked = replace(asked, headline=context.texts("table.prompt.rests"), colour="", mine=False, hint="")
        elif not (asked.mine or asked.over or asked.hint or view.secretly):
            asked = replace(asked, hint=last_told(history.since, privacy, context))
        back = self.link.can_ask_undo and view.why_no_undo in _ASKABLE and not (self.held or asked.over)
        return replace(
            asked,
            undo_text=context.texts(self._undoes(view)) if view.may_undo else "",
            may_request_undo=back,
            may_hand_over=self.may_hand_over,
            may_ask_hint=asked.mine and self.link.gives_hints,
            may_show_recap=bool(history.since.steps),
            may_pause=not asked.over and (self.waits or (self._computer_is_asked(view) and not asked.mine)),
            paused=self.waits,
        )

    def _undoes(self, view: View) -> str:
        return "table.prompt.undoes.more" if self.link.undoes_others(view.seat) else "table.prompt.undoes.own"

    def _computer_is_asked(self, view: View) -> bool:
        """Whether a computer player is to choose when this window lets it."""
        bots = {player.colour for player in self.link.players if not player.here}
        return self.link.paces_bots and any(decision.seat in bots for decision in view.decisions)


# What is marked on the board at this moment: the choice in progress, the pointer, the past, what a sentence means.


class HighlightUpdater(QObject):
    """Keeps the marks of the scene up to date; while something is shown again they are left to that."""

    def __init__(self, hands: GestureTargets, viewer: ViewerState, recap: Recap, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._viewer, self._recap = hands, viewer, recap
        self._told: frozenset[str] = frozenset()  #: the places that a sentence is about
        hands.hover_preview.changed.connect(self.refresh)
        hands.rotation.changed.connect(self.refresh)
        for sentences in (hands.table_layout.log, hands.table_layout.moves, hands.table_layout.cells):
            sentences.highlighted.connect(self.point)

    def refresh(self) -> None:
        """Show what is marked now."""
        hands, view = self._hands, self._viewer.view
        hands.table_layout.board.set_wheel_rotates(hands.rotation.active or bool(hands.hover_preview.pointed.turns))
        if view is not None and not self._recap.busy:
            hands.table_layout.scene.set_marks(self.marks(view))

    def point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        self._told = places
        self.refresh()

    def forget(self) -> None:
        """Nothing is pointed at any more, by hand or by a sentence; the scene learns of it with what it shows next."""
        self._hands.hover_preview.forget()
        self._told = frozenset()

    def marks(self, view: View) -> Marks:
        """Return what is marked in `view`, which is of whoever looks."""
        selection, pointed = self._hands.selection_controller.selection, self._hands.hover_preview.pointed
        ghost = ghost_at(pointed.place, selection, view) if pointed.place else None
        if pointed.laid is not None:
            ghost = Ghost(pointed.place, pointed.laid)
        marks = marks_of(selection, frozenset(), pointed, self._hands.rotation.ghost or ghost)
        return with_past(marks, self._viewer.histories[view.seat], self._told, view)


# The desk, brought up to date: the position as whoever looks may see it, and the choice in progress everywhere.


class TableRefresh(QObject):
    """Shows; it hears nothing from the table. `offering` says what is offered beside what is asked."""

    def __init__(
        self,
        hands: GestureTargets,
        viewer: ViewerState,
        recap: Recap,
        offering: Callable[[], OptionsOffered],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._hands, self._table_layout, self._viewer, self._recap = hands, hands.table_layout, viewer, recap
        self._offering = offering
        self.held = False  #: no choice can be made just now
        self.highlights = HighlightUpdater(hands, viewer, recap, self)
        hands.selection_controller.changed.connect(self.refresh_choice)
        recap.changed.connect(self.refresh_choice)

    def show_all(self) -> None:
        """Show everything anew for the seat that looks; what was being shown again ends."""
        view = self._viewer.view
        if view is None:
            return
        self._recap.stop()
        self._hands.feedback.forget()
        self.follow()
        self.tell_all()
        self._table_layout.scene.show_state(view, self.highlights.marks(view))
        name = self._hands.feedback.context.texts("table.board.title")
        self._table_layout.board.set_accessible_texts(name, self._describe)
        self.refresh_choice()

    def tell_all(self) -> None:
        """Show the whole log anew."""
        known = self._viewer.known
        if known is not None:
            self._table_layout.log.show_state(
                self._viewer.told(self._viewer.histories[known.seat].events, known), known
            )

    def follow(self) -> None:
        """Go on with what the shown seat is asked now; shown with `refresh_choice`."""
        view, seat = self._viewer.view, self._viewer.seat
        if view is not None and seat is not None:
            self.highlights.forget()
            rests = self.held or self._recap.busy
            self._hands.selection_controller.follow(
                seat, view, None if rests else self._viewer.histories[seat].decision(seat)
            )

    def refresh_choice(self) -> None:
        """Show another choice in progress everywhere; the position may be the same."""
        view, known, table_layout = self._viewer.view, self._viewer.known, self._table_layout
        if view is None or known is None:
            return
        selection, context = self._hands.selection_controller.selection, self._hands.feedback.context
        read = replace(selection, decision=self._viewer.privacy.asked(selection.decision, known))
        self._hands.rotation.follow(view.seat, selection)
        asked = self._asked(view, read)
        table_layout.board.set_choice_pending(bool(view.seat) and asked.may_pause and not asked.paused)
        table_layout.prompt.show_state(self._recap.asked(context) if self._recap.busy else asked, view.turn)
        texts = context.texts
        resume = Notice(texts("table.wait.paused"), "resume", texts("table.wait.resume"))
        table_layout.paused.show_state([resume] if asked.paused else [])
        table_layout.players.show_state(view)
        table_layout.tracks.show_state(view)
        table_layout.present_zones(
            view, frozenset(option.value.text for option in selection.options if not option.value.place)
        )
        table_layout.zones.show_placement_buttons(many_wait(selection, view), view.secretly and view.may_undo)
        table_layout.moves.show_state(read, context)
        table_layout.cells.show_state(view, selection, context)
        self.highlights.refresh()

    def _asked(self, view: View, read: Selection) -> PromptModel:
        history, context = self._viewer.histories[view.seat], self._hands.feedback.context
        asked = prompt_model_of(view, read, context, history.chapter())
        if self._hands.rotation.active and not self.held:
            asked = replace(asked, rotating=True, hint=context.texts("table.prompt.turn"))
        return self._offering().of(asked, view, history, self._viewer.privacy, context)

    def _describe(self, place: str, thing: str) -> str:
        view = self._viewer.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        offered = bool(self._hands.selection_controller.selection.at(place, thing))
        context = self._hands.feedback.context
        return next((cell_text(cell, context, offered) for cell in cells if cell.place == place), place)


# What an open page consists of, for those that hear the table and go on with it.


@dataclass(frozen=True, slots=True)
class TableParts:
    """One sitting at a table: who looks, what is shown to them, and the computers that play along."""

    hands: GestureTargets
    viewer: ViewerState
    recap: Recap
    showing: TableRefresh
    pages: PageStack
    bots: BotTurns


_LINGER = 700  #: milliseconds between the end of a movement and the curtain


class UpdateHandler(QObject):
    """Hears the link. News that come while the curtain hides the table are only written down.

    Signals:
        done: Something was heard or has come to rest: one may go on with what follows, after so many milliseconds.
    """

    done = Signal(int)

    def __init__(self, link: Link, sitting: TableParts, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._viewer, self._recap = sitting.hands, sitting.viewer, sitting.recap
        self._showing, self._pages, self._bots = sitting.showing, sitting.pages, sitting.bots
        table_layout = self._hands.table_layout
        self._scene = table_layout.scene
        self._behind = False
        self.settings = TableSettings()
        link.updated.connect(self._hear)
        self._scene.animation_finished.connect(self._landed)
        table_layout.prompt.recap_requested.connect(self._show_again)
        table_layout.prompt.back_requested.connect(self._recap.enough)
        self._recap.ended.connect(self._showing.show_all)
        self._recap.stopped.connect(partial(self.done.emit, 0))

    @property
    def moving(self) -> bool:
        """Whether the board still shows how the last choice was carried out."""
        return self._scene.animating and not self._recap.busy

    @property
    def rests(self) -> bool:
        """Whether the board shows the position as it is: nothing moves, is shown again or played back."""
        return not (self._scene.animating or self._recap.busy or self._pages.shows_replay)

    def catch_up(self) -> None:
        """Show what was passed over while many choices were made by one wish."""
        if self._behind:
            self._behind = False
            self._showing.show_all()

    def _hear(self, seat: str, news: News) -> None:
        if isinstance(news, Paused):
            self._hands.feedback.stop(news)
            return
        self._viewer.histories[seat].take(news)
        if seat == self._viewer.seat and not self._pages.curtain.colour:
            self._show_change(news)
        self.done.emit(0)

    def _show_change(self, news: Changed | TakenBack) -> None:
        """Bring the shown seat's table up to date, with movements if there are events."""
        self._hands.feedback.forget()
        self._bots.heard()
        self._recap.stop()
        self._showing.follow()
        if self._hands.selection_controller.auto_placement.busy:  # many choices by one wish are shown when all are made
            self._behind = True
            return
        self._show_position(news)
        self._showing.refresh_choice()
        if self._pages.score.isVisible():
            self._pages.fill_score()

    def _show_position(self, news: Changed | TakenBack) -> None:
        viewer, peeked = self._viewer, self._viewer.privacy.peeks
        viewer.cover_again()
        shown = viewer.privacy.of(news.view)
        marks = self._showing.highlights.marks(shown)
        match news:
            case Changed(events, view):
                if peeked:
                    self._showing.tell_all()
                else:
                    self._hands.table_layout.log.extend(viewer.told(events, view), view)
                self._scene.animate(events, shown, marks, self.settings.speed / 100)
            case TakenBack():
                self._bots.stop()
                self._pages.take_up_again()
                self._showing.tell_all()
                self._scene.show_state(shown, marks)
            case _:
                assert_never(news)

    def _landed(self) -> None:
        """Before a curtain falls, whoever chose may look at what came of it for a moment."""
        if self._recap.busy:
            self._recap.landed()
            return
        shown = self._viewer.seat
        passes_on = self.settings.speed > 0 and wanted_seat(self._viewer.histories, shown) != shown
        self.done.emit(_LINGER if passes_on else 0)

    # ---- once more ----------------------------------------------------------------------------------------------

    def _show_again(self) -> None:
        """Show what the others did since whoever looks chose last."""
        viewer, table_layout = self._viewer, self._hands.table_layout
        since = viewer.histories[viewer.seat].since if viewer.seat is not None else None
        if since is None or since.before is None or self._recap.busy or self._pages.curtain.colour:
            return
        steps = steps_of(since, viewer.privacy, self._hands.feedback.context)
        if not steps:
            return
        self._scene.skip_animation()
        self._bots.stop()
        table_layout.board.setFocus()
        self._recap.start(viewer.privacy.of(since.before), steps, self.settings.speed)
        self._showing.follow()
        self._showing.refresh_choice()


# Who comes before the screen next. While people here decide in secret they choose that themselves. No Qt.


@dataclass(slots=True)
class HotSeat:
    """Follows one window from view to view.

    When everybody is to decide in secret, anybody may begin. Whoever has done stays, to look at it again or take it
    back, until the screen is handed over.
    """

    _begun: bool = False  #: somebody at this window has begun to decide in secret
    _wished: bool = False  #: whoever is shown wants to hand over

    def wish(self) -> None:
        """Whoever is shown has done and goes."""
        self._wished = True

    def may_wish(self, histories: Mapping[str, SeatHistory], shown: str | None) -> bool:
        """Whether whoever is shown has done in secret, while others here have not."""
        waiting = _waiting(histories)
        return _secretly(histories) and bool(waiting) and shown not in waiting

    def coming(self, histories: Mapping[str, SeatHistory], shown: str | None) -> tuple[str, ...]:
        """Return of whom one comes next, instead of `shown`; nobody if it stays."""
        if not _secretly(histories):
            self._begun = self._wished = False
            wanted = wanted_seat(histories, shown)
            return (wanted,) if wanted != shown else ()
        waiting = _waiting(histories)
        if self._begun and (shown in waiting or not self._wished):
            return ()
        self._begun, self._wished = True, False
        return () if waiting == (shown,) else waiting


def _secretly(histories: Mapping[str, SeatHistory]) -> bool:
    """Whether several people here decide in secret."""
    return len(histories) > 1 and any(
        history.view is not None and history.view.secretly for history in histories.values()
    )


def _waiting(histories: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """The people here who are asked."""
    return tuple(seat for seat in asked_seats(histories) if seat in histories)


# What follows when all has been heard and nothing moves: who comes before the screen, the end, a computer's choice.


class Turns(QObject):
    """Goes on whenever the hearing is done; while something moves or the curtain is down, it waits to be told again."""

    def __init__(self, sitting: TableParts, hearing: UpdateHandler, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._viewer, self._recap = sitting.hands, sitting.viewer, sitting.recap
        self._showing, self._pages, self._bots = sitting.showing, sitting.pages, sitting.bots
        self._hearing = hearing
        self._hot_seat = HotSeat()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._go_on)
        self.settings = TableSettings()
        hearing.done.connect(self._soon.start)
        self._bots.chosen_unseen.connect(partial(self._soon.start, 0))
        self._pages.curtain.lifted.connect(self._look_as)
        self._hands.table_layout.prompt.hand_over_requested.connect(self._hand_over)
        self._hands.table_layout.prompt.pause_requested.connect(self._wait_or_go_on)
        self._hands.table_layout.paused.pressed.connect(self._wait_or_go_on)
        self._hands.selection_controller.idle.connect(self._say_whose_turn)

    @property
    def may_hand_over(self) -> bool:
        """Whether whoever looks has decided in secret, while others at this window have not."""
        return self._hot_seat.may_wish(self._viewer.histories, self._viewer.seat)

    def stop(self) -> None:
        """Go on with nothing any more."""
        self._soon.stop()
        self._bots.stop()

    def _go_on(self) -> None:
        if not self._hearing.rests or self._pages.curtain.colour:
            return
        if any(history.view is None for history in self._viewer.histories.values()):
            return
        if self._hands.selection_controller.go_on():
            return
        self._hearing.catch_up()
        if not self._give_way():
            self._end()
            self._let_computers_choose()

    def _give_way(self) -> bool:
        """Let whoever comes next look; tell whether the curtain falls before."""
        histories, shown = self._viewer.histories, self._viewer.seat
        coming = self._hot_seat.coming(histories, shown)
        if not coming:
            return False
        if self.settings.curtain and (len(coming) > 1 or needs_curtain(histories, shown, coming[0])):
            self._pages.let_curtain_fall(coming)
            return True
        self._look_as(coming[0])
        return False

    def _end(self) -> None:
        view = self._viewer.view
        if view is not None and view.outcome is not None:
            self._pages.see_off(self.settings.farewell if self._viewer.histories[view.seat].fresh else 0)

    def _let_computers_choose(self) -> None:
        view, histories = self._viewer.view, self._viewer.histories
        if any(seat not in histories for seat in asked_seats(histories)):
            self._bots.start(self.settings.pause, secretly=view is not None and view.secretly)

    def _look_as(self, seat: str) -> None:
        """Show the table as `seat` sees it, and let its player begin."""
        first, self._viewer.seat = self._viewer.seat is None, seat
        self._viewer.cover_again()
        self._hands.table_layout.typed.clear()  # what another was about to type
        self._showing.show_all()
        if first or self._pages.currentWidget() is self._pages.curtain:
            self._pages.show_desk()
        self._soon.start(0)

    # ---- wishes -------------------------------------------------------------------------------------------------

    def _hand_over(self) -> None:
        self._hot_seat.wish()
        self._soon.start(0)

    def _wait_or_go_on(self) -> None:
        self._hands.table_layout.board.setFocus()
        self._bots.wait_or_go_on()
        self._showing.refresh_choice()

    def _say_whose_turn(self) -> None:
        """Nobody here is asked; if the table had stopped before a computer's choice, that is tried again, too."""
        if self._recap.busy:
            self._recap.go_on()
            return
        self._hands.feedback.say(self._hands.table_layout.prompt.headline.text())
        self._soon.start(0)


# What whoever looks asks beside the choice, and where the answers go: why, why not, what if, what would you do.


class AnswerHandler(QObject):
    """Asks through the link, and gives each answer to whoever waits for it; behind a curtain no advice is told."""

    def __init__(self, link: Link, sitting: TableParts, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._bots, self._curtain = link, sitting.bots, sitting.pages.curtain
        hands = self._hands = sitting.hands
        self._viewer = sitting.viewer
        link.answered.connect(self._take)
        link.hint_found.connect(self._take_advice)
        hands.table_layout.log.event_chosen.connect(self._ask_why)
        hands.table_layout.prompt.hint_requested.connect(self._ask_advice)
        hands.table_layout.prompt.hint_hovered.connect(link.prepare_hint)
        hands.selection_controller.unclear.connect(hands.feedback.not_understood)

    def _ask_why(self, event: int) -> None:
        self._hands.feedback.attend(self._hands.table_layout.middle_of(self._hands.table_layout.log))
        self._link.ask_why(self._viewer.seat or "", event)

    def _ask_advice(self) -> None:
        if self._viewer.seat is not None:
            self._bots.ask_advice(self._viewer.seat)

    def _take_advice(self, hint: Hint) -> None:
        if hint.seat == self._viewer.seat and not self._curtain.colour:
            self._bots.tell(hint, self._hands.selection_controller)

    def _take(self, answer: Answer) -> None:
        feedback, selection_controller = self._hands.feedback, self._hands.selection_controller
        match answer:
            case Accepted():
                pass
            case Refused():
                feedback.refuse(answer)
            case Reason():
                if not selection_controller.asks_on(answer):
                    feedback.why_not(answer, selection_controller.doubted)
            case Explanation():
                feedback.why(answer)
            case Preview():
                if not self._hands.rotation.take(answer) and not selection_controller.take_preview(answer):
                    self._hands.hover_preview.take(answer)
            case _:
                assert_never(answer)


# From the table to its beginnings and back: whoever looks has the match played back, and computer players wait.


class ReplayOpener(QObject):
    """Opens the playback at somebody's wish, and closes it again; then one goes on with what waited."""

    def __init__(self, link: Link, sitting: TableParts, hearing: UpdateHandler, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._sitting, self._hearing = link, sitting, hearing
        self._playback: ReplayPage | None = None
        self.settings = TableSettings()
        table_layout, score = sitting.hands.table_layout, sitting.pages.score
        for button in (table_layout.replay_button, score.replay_button):
            button.clicked.connect(self.begin)
        table_layout.replay_button.setVisible(link.has_replay)
        score.offers_replay = link.has_replay

    def begin(self) -> None:
        """Play the match back from its start as whoever looks saw it."""
        sitting, seat = self._sitting, self._sitting.viewer.seat
        if seat is None or not self._link.has_replay or sitting.pages.curtain.colour:
            return
        sitting.recap.enough()
        sitting.bots.stop()
        sitting.hands.table_layout.scene.skip_animation()
        playback = self._playback = self._playback or self._made()
        playback.open(self._replay, self._link.viewpoints(seat), seat, self.settings)
        sitting.pages.show_replay(playback)
        playback.bar.slider.setFocus()

    def set_context(self) -> None:
        """Speak another language, or look otherwise."""
        if self._playback is not None:
            self._playback.set_context(self._sitting.hands.feedback.context)

    def stop(self) -> None:
        """Play nothing back any more; what is shown then is up to others."""
        if self._playback is not None:
            self._playback.put_away()

    def _made(self) -> ReplayPage:
        made = ReplayPage(self._sitting.hands.feedback.context)
        made.closed.connect(self._end)
        return made

    def _replay(self, seat: str) -> Replay:
        return Replay(self._link.replay(seat), self._sitting.viewer.privacy, self._sitting.hands.feedback.context)

    def _end(self) -> None:
        self.stop()
        self._sitting.pages.close_replay()
        self._hearing.done.emit(0)
