"""Link to a match in this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.session.link import ASSESSMENT, Hint, Link, Player, Reviewer, mistake_of
from app.session.match_review import MatchReview
from dsl.bots.bot_service import BotService
from dsl.bots.worker_messages import accepts_draw
from dsl.match.clock import Clocks
from dsl.match.journal import HUMAN
from dsl.match.match import Match
from dsl.match.observation.information_set import SeatInformation
from dsl.match.replay import SeatReplay, viewpoints
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, ByHand, Changed, Choose, Command, News, Refused, Resign, Undo
from dsl.match.view import EventView, ProspectsView
from dsl.runtime.runner import RuleError

_POLL = 40  #: milliseconds between two checks for a requested hint
_MOST_ASSESSED = 3  #: choices that wait for an assessment; older ones are dropped
_TICK = 100  #: milliseconds between two looks at the clocks


class LocalLink(Link):
    """Passes commands to a `Table` and its updates to the page. The table stays open when the link closes."""

    def __init__(self, table: Table, parent: QObject | None = None, bots: BotService | None = None) -> None:
        players = (Player(seat.colour, seat.name, seat.player == HUMAN) for seat in table.seats)
        super().__init__(tuple(players), parent)
        self._table = table
        table.allow_undo_past_bots()
        table.keep_unwritten()
        self._bots = bots
        self._hint_request: tuple[str, SeatInformation] | None = None
        self._draw_request: tuple[int, str] | None = None  #: the offer that waits for the same search
        self._first_hint: Hint | None = None  #: delivered, while its goal is being worked out
        self._error: str | None = None  #: why bots could not think at the last step
        self._unsubscribe: dict[str, Callable[[], None]] = {}
        self._clock_timer = QTimer(self)
        self._clock_timer.setInterval(_TICK)
        self._clock_timer.timeout.connect(self._tick)
        self._held = False  #: the match is paused at this window
        self._to_assess: list[
            tuple[str, SeatInformation, int]
        ] = []  #: choices with their information sets; in work: the first
        self._assessor = QTimer(self)
        self._assessor.setInterval(_POLL)
        self._assessor.timeout.connect(self._deliver_assessment)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL)
        self._poll.timeout.connect(self._deliver_hint)
        self._no_prospects = ProspectsView("", 0, (), False)  #: delivered if the request fails
        self._foresight = QTimer(self)
        self._foresight.setInterval(_POLL)
        self._foresight.timeout.connect(self._deliver_prospects)

    def open(self) -> None:
        """Start to receive. The first update has all events, so that a resumed match has its log."""
        for seat in self.seats:
            self._unsubscribe[seat] = self._table.subscribe(seat, partial(self._update, seat))
        for seat in self.seats:
            self._update(seat, Changed(self._table.match.events_of(seat), self._table.view(seat)))
        if self._table.clocks is not None:
            self._unsubscribe["clocks"] = self._table.listen_to_clocks(self.clocks_changed.emit)
            self._clock_timer.start()
            self._tick()

    def close(self) -> None:
        """Stop receiving."""
        self._poll.stop()
        self._stop_assessing()
        self.cancel_prospects()
        self._advance_clocks()
        self._clock_timer.stop()
        while self._unsubscribe:
            self._unsubscribe.popitem()[1]()

    @property
    def paces_bots(self) -> bool:
        """Whether there are bots: at a local table they choose when the window lets them."""
        return any(not player.here for player in self.players)

    @property
    def can_pause(self) -> bool:
        """Whether there are bots or clocks."""
        return self.paces_bots or self._table.clocks is not None

    def step_bots(self) -> bool:
        """Let one bot make one choice, also when the table had stopped after an error: the choice is tried again."""
        self._table.retry()
        stepped = self._table.step_bots()
        if self._bots is not None and self._bots.error != self._error:
            self._error = self._bots.error
            if self._error:
                self.bots_failed.emit(False)
        return stepped

    def stop_thinking(self) -> None:
        """Interrupt the bot that is thinking; `step_bots` starts it again."""
        self._table.stop_thinking()

    @property
    def thinking_seat(self) -> str | None:
        """The seat of the bot that is thinking."""
        return self._table.thinking

    @property
    def gives_hints(self) -> bool:
        """Whether there is a bot service to compute hints."""
        return self._bots is not None

    def prepare_hint(self) -> None:
        """Start the process that computes hints."""
        if self._bots is not None:
            self._bots.prepare(self._table.pack, self._table.match.setting)

    def request_hint(self, seat: str) -> None:
        """Request a hint for a seat that must choose, from the information set of that seat."""
        if self._bots is not None:
            informed = self._table.match.information(seat)
            self._hint_request, self._first_hint, self._draw_request = (seat, informed), None, None
            self._bots.request_advice(self._table.pack, informed.information)
            self._poll.start()

    def _deliver_hint(self) -> None:
        if self._bots is None or self._hint_request is None or self._bots.advising:
            return
        self._poll.stop()
        found, (seat, informed) = self._bots.advice, self._hint_request
        first, self._first_hint = self._first_hint, None
        if self._draw_request is not None:
            request, bot = self._draw_request
            refused = Refused(request, "refused.no_draw", (("player", bot),))
            self._emit_answer(self._table.agree_on_draw(seat, request) if accepts_draw(found) else refused)
        elif first is not None:
            if found is not None:
                self._deliver_goal(first, informed.options[found.option])
        elif found is not None:
            gains = tuple((gain.rule, gain.tenths) for gain in found.gains)
            position, option = informed.information.position, informed.options[found.option]
            hint = Hint(seat, position, option, found.chances, found.certain, gains)
            self.hint_found.emit(hint)
            self._request_goal(hint)
        elif self._bots.error:
            self.bots_failed.emit(True)

    def _request_goal(self, hint: Hint) -> None:
        """Ask what the computer would choose next, if the recommended option leaves its action open at a place."""
        ahead = self._ahead_of(hint)
        question = ahead.question_of(hint.seat) if ahead is not None else None
        if ahead is None or question is None or not question.ask.parameter or self._bots is None:
            return
        informed = ahead.information(hint.seat)
        self._hint_request, self._first_hint = (hint.seat, informed), hint
        self._bots.request_advice(self._table.pack, informed.information)
        self._poll.start()

    def _deliver_goal(self, hint: Hint, option: int) -> None:
        ahead = self._ahead_of(hint)
        question = ahead.question_of(hint.seat) if ahead is not None else None
        options = question.view(open_to_viewer=True).options if question is not None else ()
        goal = next((each.value.place for each in options if each.number == option), "")
        if goal:
            self.hint_found.emit(replace(hint, goal=goal))

    def _ahead_of(self, hint: Hint) -> Match | None:
        """Return the match after a hint's option; None if the position is another one now, or a rule fails."""
        match = self._table.match
        if match.refusal(hint.seat, hint.position, hint.option) is not None:
            return None
        ahead = match.fork()
        try:
            ahead.choose(hint.position, hint.option, hint.seat)
        except RuleError:
            return None
        return ahead

    # ---- mistakes ----

    def _assesses(self, command: Command) -> bool:
        """Whether a command is a choice of a person to be assessed: one of several options that is valid now."""
        if not (self.coaching and self._bots is not None and isinstance(command, Choose)):
            return False
        match = self._table.match
        question = match.question_of(command.seat)
        refused = match.refusal(command.seat, command.position, command.option)
        return refused is None and question is not None and len(question.options) > 1

    def _assess(self, seat: str, informed: SeatInformation, option: int) -> None:
        chosen = next((own for own, number in informed.options.items() if number == option), None)
        if chosen is not None:
            self._to_assess = [*self._to_assess[:1], *self._to_assess[1:][-_MOST_ASSESSED:], (seat, informed, chosen)]
            if len(self._to_assess) == 1:
                self._assess_next()

    def _assess_next(self) -> None:
        if self._bots is not None and self._to_assess:
            _, informed, chosen = self._to_assess[0]
            self._bots.request_assessment(self._table.pack, informed.information, chosen, ASSESSMENT)
            self._assessor.start()

    def _deliver_assessment(self) -> None:
        if self._bots is None or not self._to_assess or self._bots.assessing:
            return
        self._assessor.stop()
        found, (seat, informed, chosen) = self._bots.assessment, self._to_assess.pop(0)
        if found is not None:
            mistake = mistake_of(found, seat, informed.information.position, informed.options, chosen)
            if mistake is not None:
                self.mistake_found.emit(mistake)
        self._assess_next()

    def _stop_assessing(self) -> None:
        """Forget the choices that wait for an assessment."""
        self._assessor.stop()
        if self._to_assess and self._bots is not None:
            self._bots.end_assessments()
        self._to_assess = []

    @property
    def foresees(self) -> bool:
        """Whether there is a bot service, whose process works out prospects."""
        return self._bots is not None

    def request_prospects(self, seat: str) -> None:
        """Request prospects from the information set of a seat; none while players decide in secret."""
        self.cancel_prospects()
        if self._bots is not None and not self._table.match.secretly:
            information = self._table.match.information(seat).information
            self._no_prospects = ProspectsView(seat, information.position, (), False)
            self._bots.request_prospects(self._table.pack, seat, information)
            self._foresight.start()

    def cancel_prospects(self) -> None:
        """Cancel the request for prospects."""
        self._foresight.stop()
        if self._bots is not None:
            self._bots.cancel_prospects()

    def _deliver_prospects(self) -> None:
        if self._bots is None or self._bots.foreseeing:
            return
        self._foresight.stop()
        found = self._bots.prospects
        self.prospects_found.emit(found if found is not None else self._no_prospects)

    def undoes_others(self, seat: str) -> bool:
        """Whether undo of a seat would take back what bots have chosen since."""
        return len(self._table.undo_point(seat).seats) > 1

    @property
    def has_replay(self) -> bool:
        """True: the match is here, from its first choice on."""
        return True

    @property
    def can_branch(self) -> bool:
        """True: the match is this user's own, or is over."""
        return True

    def replay(self, seat: str) -> SeatReplay:
        """Return the match up to now as a seat saw it."""
        return SeatReplay(self._table.match, seat)

    @property
    def can_review(self) -> bool:
        """Whether the match is over, and there is a bot service."""
        return self._bots is not None and self._table.match.over

    def review(self) -> Reviewer:
        """Return a review of the finished match. Raises ValueError without a bot service."""
        if self._bots is None:
            raise ValueError("no bot service")
        return MatchReview(self._table.header, self._table.entries, self._bots, self)

    def viewpoints(self, seat: str) -> tuple[str, ...]:
        """Return all seats if the match is over and was not the same for all of them, else `seat` alone."""
        return viewpoints(self._table.match, seat)

    def events_uncovered(self) -> tuple[EventView, ...]:
        """Return all events with everything that was secret, if the match is over."""
        return self._table.match.events_uncovered()

    # ---- clocks ----

    @property
    def clocks(self) -> Clocks | None:
        """The clocks of the match now."""
        self._advance_clocks()
        return self._table.clocks

    def hold_clocks(self, held: bool) -> None:
        """Stop the clocks while the match is paused at this window."""
        self._advance_clocks()
        self._held = held
        self._advance_clocks()

    def _advance_clocks(self) -> None:
        if self._clock_timer.isActive():
            colours = self._table.match.program.colours
            self._table.tick(time.monotonic(), colours if self._held else ())

    def _tick(self) -> None:
        """Let time pass; where a computer finishes the move of a person, let it choose."""
        self._advance_clocks()
        if self._table.bot_to_move in self._table.helped and not self._held:
            self._table.step_bots()
        match = self._table.match
        for seat in (match.program.colours[each] for each in match.ending.seats) if not match.over else ():
            if seat in self._unsubscribe:  # it has lost on time
                self._lose(seat)

    # ---- ending early ----

    def draw_partners(self, seat: str) -> tuple[str, ...]:
        """Return the people of the other sides."""
        match = self._table.match
        return match.ending.others(match.program, match.seat(seat))

    def offer_draw(self, seat: str) -> int:
        """End the match as a draw if people play on the other sides. Otherwise the computer on the other side decides
        by its search: it accepts if the player is likely to win, or a draw is proved. It declines if there are several,
        if the players have secrets, and if it is not the player's turn."""
        self._requests += 1
        request, table = self._requests, self._table
        bots = [each.colour for each in table.seats if each.player != HUMAN]
        view = table.view(seat)
        if self.draw_partners(seat):
            self._emit_answer(table.agree_on_draw(seat, request))
        elif self._bots is None or len(view.colours) != 2 or view.secrets or table.match.question_of(seat) is None:
            self._emit_answer(Refused(request, "refused.no_draw", (("player", (bots or [seat])[0]),)))
        else:
            self.request_hint(seat)
            self._draw_request = request, bots[0]
        return request

    def hand_partners(self, seat: str) -> tuple[str, ...]:
        """Return the other people who still play."""
        match = self._table.match
        gone = {match.program.colours[each] for each in match.ending.seats}
        people = (each.colour for each in self._table.seats if each.player == HUMAN)
        return tuple(each for each in people if each != seat and each not in gone)

    def shown_to_all(self, seat: str, changes: tuple[ByHand, ...]) -> tuple[ByHand, ...]:
        """Return changes that a seat proposes, as a spectator may read them."""
        return self._table.match.shown_by_hand(seat, changes, "")

    def propose_by_hand(self, seat: str, position: int, changes: tuple[ByHand, ...]) -> int:
        """Make the changes: all people are at this window, and computers go along."""
        self._requests += 1
        if position != self._table.view(seat).position:
            self._emit_answer(Refused(self._requests, "refused.stale"))
            return self._requests
        self._advance_clocks()
        self._emit_answer(self._table.change_by_hand(seat, changes, self._requests))
        return self._requests

    def _lose(self, seat: str) -> None:
        """A computer plays on for a player of this window."""
        self._unsubscribe.pop(seat)()
        self.players = tuple(replace(each, here=False) if each.colour == seat else each for each in self.players)
        self.seat_lost.emit(seat)

    def _send(self, command: Command) -> None:
        self._advance_clocks()
        informed = self._table.match.information(command.seat) if self._assesses(command) else None
        answer = self._table.handle(command)
        if informed is not None and isinstance(command, Choose) and isinstance(answer, Accepted):
            self._assess(command.seat, informed, command.option)
        elif isinstance(command, Undo) and isinstance(answer, Accepted):
            self._stop_assessing()
        self._emit_answer(answer)
        if isinstance(command, Resign) and isinstance(answer, Accepted) and not self._table.match.over:
            self._lose(command.seat)

    def _update(self, seat: str, news: News) -> None:
        self.updated.emit(seat, news)
