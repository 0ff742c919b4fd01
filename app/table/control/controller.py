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
from app.table.model.selection import Choosing, many_wait
from app.table.model.targets import Ghost, Marks
from app.table.panels.banner import Notice
from app.table.panels.lists import describe_cell
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
        self, asked: PromptModel, view: View, book: SeatHistory, discretion: PrivacyFilter, context: TableContext
    ) -> PromptModel:
        """Return what is asked with all that is offered besides."""
        if self.held:
            asked = replace(asked, headline=context.texts("table.prompt.rests"), colour="", mine=False, hint="")
        elif not (asked.mine or asked.over or asked.hint or view.secretly):
            asked = replace(asked, hint=last_told(book.meanwhile, discretion, context))
        back = self.link.can_ask_undo and view.why_no_undo in _ASKABLE and not (self.held or asked.over)
        return replace(
            asked,
            undoes=context.texts(self._undoes(view)) if view.may_undo else "",
            may_ask_back=back,
            may_hand_over=self.may_hand_over,
            may_be_advised=asked.mine and self.link.gives_hints,
            may_see_again=bool(book.meanwhile.steps),
            may_wait=not asked.over and (self.waits or (self._computer_is_asked(view) and not asked.mine)),
            waits=self.waits,
        )

    def _undoes(self, view: View) -> str:
        return "table.prompt.undoes.more" if self.link.undoes_others(view.seat) else "table.prompt.undoes.own"

    def _computer_is_asked(self, view: View) -> bool:
        """Whether a computer player is to choose when this window lets it."""
        computers = {player.colour for player in self.link.players if not player.here}
        return self.link.paces_bots and any(decision.seat in computers for decision in view.decisions)


# What is marked on the board at this moment: the choice in progress, the pointer, the past, what a sentence means.


class HighlightUpdater(QObject):
    """Keeps the marks of the scene up to date; while something is shown again they are left to that."""

    def __init__(self, hands: GestureTargets, onlooker: ViewerState, recap: Recap, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = hands, onlooker, recap
        self._told: frozenset[str] = frozenset()  #: the places that a sentence is about
        hands.hovering.changed.connect(self.refresh)
        hands.dial.changed.connect(self.refresh)
        for sentences in (hands.desk.log, hands.desk.moves, hands.desk.cells):
            sentences.pointed.connect(self.point)

    def refresh(self) -> None:
        """Show what is marked now."""
        hands, view = self._hands, self._onlooker.view
        hands.desk.board.set_turning(hands.dial.active or bool(hands.hovering.pointed.turns))
        if view is not None and not self._recap.busy:
            hands.desk.scene.set_marks(self.marks(view))

    def point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        self._told = places
        self.refresh()

    def forget(self) -> None:
        """Nothing is pointed at any more, by hand or by a sentence; the scene learns of it with what it shows next."""
        self._hands.hovering.forget()
        self._told = frozenset()

    def marks(self, view: View) -> Marks:
        """Return what is marked in `view`, which is of whoever looks."""
        choosing, pointed = self._hands.chooser.choosing, self._hands.hovering.pointed
        ghost = ghost_at(pointed.place, choosing, view) if pointed.place else None
        if pointed.laid is not None:
            ghost = Ghost(pointed.place, pointed.laid)
        marks = marks_of(choosing, frozenset(), pointed, self._hands.dial.ghost or ghost)
        return with_past(marks, self._onlooker.books[view.seat], self._told, view)


# The desk, brought up to date: the position as whoever looks may see it, and the choice in progress everywhere.


class TableRefresh(QObject):
    """Shows; it hears nothing from the table. `offering` says what is offered beside what is asked."""

    def __init__(
        self,
        hands: GestureTargets,
        onlooker: ViewerState,
        recap: Recap,
        offering: Callable[[], OptionsOffered],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._hands, self._desk, self._onlooker, self._recap = hands, hands.desk, onlooker, recap
        self._offering = offering
        self.held = False  #: no choice can be made just now
        self.highlights = HighlightUpdater(hands, onlooker, recap, self)
        hands.chooser.changed.connect(self.refresh_choice)
        recap.changed.connect(self.refresh_choice)

    def show_all(self) -> None:
        """Show everything anew for the seat that looks; what was being shown again ends."""
        view = self._onlooker.view
        if view is None:
            return
        self._recap.stop()
        self._hands.voice.forget()
        self.follow()
        self.tell_all()
        self._desk.scene.show_state(view, self.highlights.marks(view))
        self._desk.board.set_words(self._hands.voice.context.texts("table.board.title"), self._describe)
        self.refresh_choice()

    def tell_all(self) -> None:
        """Show the whole log anew."""
        known = self._onlooker.known
        if known is not None:
            self._desk.log.show_state(self._onlooker.told(self._onlooker.books[known.seat].events, known), known)

    def follow(self) -> None:
        """Go on with what the shown seat is asked now; shown with `refresh_choice`."""
        view, seat = self._onlooker.view, self._onlooker.seat
        if view is not None and seat is not None:
            self.highlights.forget()
            rests = self.held or self._recap.busy
            self._hands.chooser.follow(seat, view, None if rests else self._onlooker.books[seat].decision(seat))

    def refresh_choice(self) -> None:
        """Show another choice in progress everywhere; the position may be the same."""
        view, known, desk = self._onlooker.view, self._onlooker.known, self._desk
        if view is None or known is None:
            return
        choosing, context = self._hands.chooser.choosing, self._hands.voice.context
        read = replace(choosing, decision=self._onlooker.discretion.asked(choosing.decision, known))
        self._hands.dial.follow(view.seat, choosing)
        asked = self._asked(view, read)
        desk.board.set_expecting(bool(view.seat) and asked.may_wait and not asked.waits)
        desk.prompt.show_state(self._recap.asked(context) if self._recap.busy else asked, view.turn)
        texts = context.texts
        resume = Notice(texts("table.wait.paused"), "resume", texts("table.wait.resume"))
        desk.paused.show_state([resume] if asked.waits else [])
        desk.players.show_state(view)
        desk.tracks.show_state(view)
        desk.present_zones(view, frozenset(option.value.text for option in choosing.options if not option.value.place))
        desk.zones.offer(many_wait(choosing, view), view.secretly and view.may_undo)
        desk.moves.show_state(read, context)
        desk.cells.show_state(view, choosing, context)
        self.highlights.refresh()

    def _asked(self, view: View, read: Choosing) -> PromptModel:
        book, context = self._onlooker.books[view.seat], self._hands.voice.context
        asked = prompt_model_of(view, read, context, book.chapter())
        if self._hands.dial.active and not self.held:
            asked = replace(asked, turning=True, hint=context.texts("table.prompt.turn"))
        return self._offering().of(asked, view, book, self._onlooker.discretion, context)

    def _describe(self, place: str, thing: str) -> str:
        view = self._onlooker.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        offered = bool(self._hands.chooser.choosing.at(place, thing))
        context = self._hands.voice.context
        return next((describe_cell(cell, context, offered) for cell in cells if cell.place == place), place)


# What an open page consists of, for those that hear the table and go on with it.


@dataclass(frozen=True, slots=True)
class TableParts:
    """One sitting at a table: who looks, what is shown to them, and the computers that play along."""

    hands: GestureTargets
    onlooker: ViewerState
    recap: Recap
    showing: TableRefresh
    sheets: PageStack
    computers: BotTurns


_LINGER = 700  #: milliseconds between the end of a movement and the curtain


class UpdateHandler(QObject):
    """Hears the link. News that come while the curtain hides the table are only written down.

    Signals:
        done: Something was heard or has come to rest: one may go on with what follows, after so many milliseconds.
    """

    done = Signal(int)

    def __init__(self, link: Link, sitting: TableParts, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = sitting.hands, sitting.onlooker, sitting.recap
        self._showing, self._sheets, self._computers = sitting.showing, sitting.sheets, sitting.computers
        desk = self._hands.desk
        self._scene = desk.scene
        self._behind = False
        self.manners = TableSettings()
        link.updated.connect(self._hear)
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
                self._scene.show_state(shown, marks)
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
        steps = steps_of(meanwhile, onlooker.discretion, self._hands.voice.context)
        if not steps:
            return
        self._scene.skip()
        self._computers.stop()
        desk.board.setFocus()
        self._recap.start(onlooker.discretion.of(meanwhile.before), steps, self.manners.speed)
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

    def may_wish(self, books: Mapping[str, SeatHistory], shown: str | None) -> bool:
        """Whether whoever is shown has done in secret, while others here have not."""
        waiting = _waiting(books)
        return _secretly(books) and bool(waiting) and shown not in waiting

    def coming(self, books: Mapping[str, SeatHistory], shown: str | None) -> tuple[str, ...]:
        """Return of whom one comes next, instead of `shown`; nobody if it stays."""
        if not _secretly(books):
            self._begun = self._wished = False
            wanted = wanted_seat(books, shown)
            return (wanted,) if wanted != shown else ()
        waiting = _waiting(books)
        if self._begun and (shown in waiting or not self._wished):
            return ()
        self._begun, self._wished = True, False
        return () if waiting == (shown,) else waiting


def _secretly(books: Mapping[str, SeatHistory]) -> bool:
    """Whether several people here decide in secret."""
    return len(books) > 1 and any(book.view is not None and book.view.secretly for book in books.values())


def _waiting(books: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """The people here who are asked."""
    return tuple(seat for seat in asked_seats(books) if seat in books)


# What follows when all has been heard and nothing moves: who comes before the screen, the end, a computer's choice.


class Turns(QObject):
    """Goes on whenever the hearing is done; while something moves or the curtain is down, it waits to be told again."""

    def __init__(self, sitting: TableParts, hearing: UpdateHandler, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = sitting.hands, sitting.onlooker, sitting.recap
        self._showing, self._sheets, self._computers = sitting.showing, sitting.sheets, sitting.computers
        self._hearing = hearing
        self._handing = HotSeat()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._go_on)
        self.manners = TableSettings()
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


# What whoever looks asks beside the choice, and where the answers go: why, why not, what if, what would you do.


class AnswerHandler(QObject):
    """Asks through the link, and gives each answer to whoever waits for it; behind a curtain no advice is told."""

    def __init__(self, link: Link, sitting: TableParts, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._computers, self._curtain = link, sitting.computers, sitting.sheets.curtain
        hands = self._hands = sitting.hands
        self._onlooker = sitting.onlooker
        link.answered.connect(self._take)
        link.hint_found.connect(self._take_advice)
        hands.desk.log.asked.connect(self._ask_why)
        hands.desk.prompt.hint_wanted.connect(self._ask_advice)
        hands.desk.prompt.hint_near.connect(link.prepare_hint)
        hands.chooser.unclear.connect(hands.voice.not_understood)

    def _ask_why(self, event: int) -> None:
        self._hands.voice.attend(self._hands.desk.middle_of(self._hands.desk.log))
        self._link.ask_why(self._onlooker.seat or "", event)

    def _ask_advice(self) -> None:
        if self._onlooker.seat is not None:
            self._computers.ask_advice(self._onlooker.seat)

    def _take_advice(self, hint: Hint) -> None:
        if hint.seat == self._onlooker.seat and not self._curtain.colour:
            self._computers.tell(hint, self._hands.chooser)

    def _take(self, answer: Answer) -> None:
        voice, chooser = self._hands.voice, self._hands.chooser
        match answer:
            case Accepted():
                pass
            case Refused():
                voice.refuse(answer)
            case Reason():
                if not chooser.asks_on(answer):
                    voice.why_not(answer, chooser.doubted)
            case Explanation():
                voice.why(answer)
            case Preview():
                if not self._hands.dial.take(answer) and not chooser.sifts(answer):
                    self._hands.hovering.take(answer)
            case _:
                assert_never(answer)


# From the table to its beginnings and back: whoever looks has the match played back, and computer players wait.


class ReplayOpener(QObject):
    """Opens the playback at somebody's wish, and closes it again; then one goes on with what waited."""

    def __init__(self, link: Link, sitting: TableParts, hearing: UpdateHandler, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._sitting, self._hearing = link, sitting, hearing
        self._playback: ReplayPage | None = None
        self.manners = TableSettings()
        desk, score = sitting.hands.desk, sitting.sheets.score
        for button in (desk.film, score.film):
            button.clicked.connect(self.begin)
        desk.film.setVisible(link.has_replay)
        score.offers_film = link.has_replay

    def begin(self) -> None:
        """Play the match back from its start as whoever looks saw it."""
        sitting, seat = self._sitting, self._sitting.onlooker.seat
        if seat is None or not self._link.has_replay or sitting.sheets.curtain.colour:
            return
        sitting.recap.enough()
        sitting.computers.stop()
        sitting.hands.desk.scene.skip()
        playback = self._playback = self._playback or self._made()
        playback.open(self._film, self._link.viewpoints(seat), seat, self.manners)
        sitting.sheets.read_film(playback)
        playback.bar.slider.setFocus()

    def set_context(self) -> None:
        """Speak another language, or look otherwise."""
        if self._playback is not None:
            self._playback.set_context(self._sitting.hands.voice.context)

    def stop(self) -> None:
        """Play nothing back any more; what is shown then is up to others."""
        if self._playback is not None:
            self._playback.put_away()

    def _made(self) -> ReplayPage:
        made = ReplayPage(self._sitting.hands.voice.context)
        made.closed.connect(self._end)
        return made

    def _film(self, seat: str) -> Replay:
        return Replay(self._link.replay(seat), self._sitting.onlooker.discretion, self._sitting.hands.voice.context)

    def _end(self) -> None:
        self.stop()
        self._sitting.sheets.close_film()
        self._hearing.done.emit(0)
