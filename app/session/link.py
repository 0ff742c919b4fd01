"""Link between a table page and a match: one interface for a local match and for a match on the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from dsl.bots.worker_messages import Assessed, is_mistake
from dsl.match.clock import Clocks
from dsl.match.replay import SeatReplay
from dsl.match.table_messages import (
    Answer,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    ByHand,
    Choose,
    Command,
    Reason,
    Refused,
    Resign,
    TryByHand,
    Undo,
)
from dsl.match.view import DecisionView, EventView


class Reviewer(QObject):
    """Assesses the choices of a finished match in the background.

    Signals:
        found: A choice has been assessed; carries the ReviewedChoice.
        progressed: More choices are reviewed; carries how many, and how many there are.
        ended: All are done, or the search does not work here.
    """

    found = Signal(object)
    progressed = Signal(int, int)
    ended = Signal()

    @property
    def running(self) -> bool:
        """Whether choices are being assessed."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin with the first choice."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop for good; what was found stays."""
        raise NotImplementedError


ASSESSMENT = 1200  #: milliseconds of search to assess a choice


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the table."""

    colour: str
    name: str = ""
    here: bool = True  #: a person at this window


@dataclass(frozen=True, slots=True)
class Hint:
    """The option that the computer recommends, and its expected result."""

    seat: str
    position: int
    option: int
    chances: int  #: estimated chance of winning, in per cent
    certain: str  #: "won", "drawn" or "lost" if the result is proved for the seat, else empty
    gains: tuple[tuple[str, int], ...]  #: rules and points in tenths, more (or fewer) than with any other option
    goal: str = ""  #: the place that the computer would choose next for the same action; empty if that is not known


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice of a player for which the search has found a much better one."""

    seat: str
    position: int  #: before the choice
    chosen: int  #: the option that was chosen
    chances: int | None  #: of winning after it, in per cent; None if it is certain
    certain: str  #: its proven result: "won", "drawn" or "lost"; empty if there is none
    better: Hint  #: the better option; its gains are those over the choice


def mistake_of(assessed: Assessed, seat: str, position: int, options: Mapping[int, int], chosen: int) -> Mistake | None:
    """Return the mistake that an assessment has found, or None; `options` are the match's numbers of options."""
    if assessed.option == chosen or not is_mistake(assessed) or assessed.chances is None:
        return None
    gains = tuple((gain.rule, gain.tenths) for gain in assessed.gains)
    better = Hint(seat, position, options[assessed.option], assessed.chances, assessed.certain, gains)
    return Mistake(seat, position, options[chosen], assessed.chosen, assessed.chosen_certain, better)


@dataclass(frozen=True, slots=True)
class ReviewedChoice:
    """A choice of a finished match with what the search says of it."""

    number: int  #: choices of the match before it
    seat: str
    chances: int | None  #: of the player before the choice, in per cent; None if the search cannot tell
    mistake: Mistake | None
    decision: DecisionView  #: in which it was made


class Link(QObject):
    """Sends commands to a match, numbered in order, and receives its updates. The spectator's seat is "".

    Signals:
        updated: A seat has an update; carries its colour and a Changed, TakenBack or Paused.
        answered: A command was answered, once; carries the Answer.
        entry_explained: The answer to `ask_about_entry`; carries the position, the entry, and the Reason.
        tried_by_hand: The answer to `try_by_hand`; carries the Accepted or Refused.
        value_explained: The answer to `ask_about_value`; carries the position, the entry, and the Reason.
        hint_found: A hint that was requested is ready; carries the Hint. It may follow again with its goal.
        mistake_found: A choice of this window was much worse than another one; carries the Mistake.
        seat_lost: A player of this window has given up, and a computer plays on; carries the seat.
        prospects_found: Prospects that were requested are ready; carries the ProspectsView.
        clocks_changed: Other clocks run than before; carries the Clocks.
        replay_came: `has_replay` and `can_review` have become true.
        bots_failed: Bots cannot think on this system: there is no hint (True), or bots choose at random (False).
    """

    updated = Signal(str, object)
    answered = Signal(object)
    entry_explained = Signal(int, int, object)
    tried_by_hand = Signal(object)
    value_explained = Signal(int, int, object)
    hint_found = Signal(object)
    mistake_found = Signal(object)
    seat_lost = Signal(str)
    prospects_found = Signal(object)
    clocks_changed = Signal(object)
    replay_came = Signal()
    bots_failed = Signal(bool)

    def __init__(self, players: tuple[Player, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.players = players
        self._requests = 0
        self.coaching = False  #: the choices of people at this window are assessed
        self._previews: set[int] = set()
        self._tries: set[int] = set()  #: requests of `try_by_hand`
        self._entry_questions: dict[int, tuple[int, int]] = {}  #: by request, position and entry

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that this window shows: those of its people, or the spectator's if it has none."""
        return tuple(player.colour for player in self.players if player.here) or ("",)

    def open(self) -> None:
        """Start to receive: `updated` is emitted at once for every seat of this window, with the current view."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop receiving."""
        raise NotImplementedError

    # ---- capabilities of the match: bots, hints, replay -----------------------------------------------

    @property
    def paces_bots(self) -> bool:
        """Whether this window decides when bots choose."""
        return False

    @property
    def can_pause(self) -> bool:
        """Whether this window alone can let bots and clocks wait."""
        return self.paces_bots

    def step_bots(self) -> bool:
        """Let one bot make one choice; False if no bot has to choose, or if it is still thinking."""
        raise NotImplementedError

    def stop_thinking(self) -> None:
        """Interrupt a bot of this process that is thinking; `step_bots` starts it again."""

    @property
    def thinking_seat(self) -> str | None:
        """The seat of the bot that is thinking."""
        return None

    @property
    def gives_hints(self) -> bool:
        """Whether `request_hint` works."""
        return False

    def prepare_hint(self) -> None:
        """Start the process that computes hints: a request is likely soon."""

    def request_hint(self, seat: str) -> None:
        """Request a hint for a seat that must choose; `hint_found` delivers it."""

    @property
    def foresees(self) -> bool:
        """Whether `request_prospects` works."""
        return False

    def request_prospects(self, seat: str) -> None:
        """Request what each player could do on the board in one action, as a seat may know it; a former request is
        cancelled. `prospects_found` delivers it."""

    def cancel_prospects(self) -> None:
        """Cancel the request for prospects, for instance because the position has changed."""

    @property
    def can_ask_undo(self) -> bool:
        """Whether the other players can be asked to agree to an undo."""
        return False

    @property
    def clocks(self) -> Clocks | None:
        """The clocks when they were last known; None if nobody's time is measured."""
        return None

    def hold_clocks(self, held: bool) -> None:
        """Stop the clocks of this window's match while it is paused here, or let them run again."""

    def undoes_others(self, seat: str) -> bool:
        """Whether undoing the last choice of a seat undoes choices of other seats, too."""
        return False

    @property
    def idle_text(self) -> str:
        """Key of what the prompt says while no player has a decision."""
        return "table.prompt.nobody"

    @property
    def has_replay(self) -> bool:
        """Whether the match can be replayed from its start."""
        return False

    @property
    def can_branch(self) -> bool:
        """Whether another match can begin at a position of the replay."""
        return False

    def replay(self, seat: str) -> SeatReplay:
        """Return the match up to now as a seat saw it. Only if `has_replay`."""
        raise NotImplementedError

    @property
    def can_review(self) -> bool:
        """Whether `review` works: the match is over and kept here, and a search works here."""
        return False

    def review(self) -> Reviewer:
        """Return a review of the finished match, which has not started. Only if `can_review`."""
        raise NotImplementedError

    def viewpoints(self, seat: str) -> tuple[str, ...]:
        """Return the seats from which the player of `seat` may watch the replay, `seat` first."""
        return (seat,)

    def events_uncovered(self) -> tuple[EventView, ...]:
        """Return all events of a finished match with everything that was secret; none if this window must not or does
        not know them."""
        return ()

    # ---- commands: each returns its request number --------------------------------------------------------------

    def choose(self, seat: str, position: int, option: int) -> int:
        """Take an option."""
        return self._post(lambda request: Choose(request, seat, position, option))

    def undo(self, seat: str) -> int:
        """Take the last choice back."""
        return self._post(lambda request: Undo(request, seat))

    def resign(self, seat: str) -> int:
        """Give up for a seat."""
        return self._post(lambda request: Resign(request, seat))

    def draw_partners(self, seat: str) -> tuple[str, ...]:
        """Return the players at this window who must agree before `offer_draw` is called."""
        return ()

    def offer_draw(self, seat: str) -> int:
        """Offer a draw to those who are not at this window: they agree or decline later, computers with a refusal."""
        raise NotImplementedError

    def hand_partners(self, seat: str) -> tuple[str, ...]:
        """Return the players at this window who must agree before `propose_by_hand` is called."""
        return ()

    def shown_to_all(self, seat: str, changes: tuple[ByHand, ...]) -> tuple[ByHand, ...]:
        """Return changes that a seat proposes as all who look at this window may read them."""
        return changes

    def try_by_hand(self, seat: str, changes: tuple[ByHand, ...]) -> int:
        """Ask whether changes could be made by hand: `tried_by_hand` is emitted instead of `answered`."""
        return self._post(lambda request: TryByHand(request, seat, changes), trial=True)

    def propose_by_hand(self, seat: str, position: int, changes: tuple[ByHand, ...]) -> int:
        """Make changes by hand, if all who are not at this window agree, now or later."""
        raise NotImplementedError

    def ask_why_not(self, seat: str, position: int, entry: int, value: str) -> int:
        """Ask why a value cannot be chosen."""
        return self._post(lambda request: AskWhyNot(request, seat, position, entry, value))

    def ask_about_entry(self, seat: str, position: int, entry: int) -> int:
        """Ask why an entry is impossible, for its tooltip: `entry_explained` is emitted instead of `answered`. A
        refusal is dropped."""
        return self._post(lambda request: AskWhyNot(request, seat, position, entry, ""), about=(position, entry))

    def ask_about_value(self, seat: str, position: int, entry: int, value: str) -> int:
        """Ask why a value cannot be chosen for an entry, beside the gestures: `value_explained` is emitted instead of
        `answered`. A refusal is dropped."""
        return self._post(lambda request: AskWhyNot(request, seat, position, entry, value), about=(position, entry))

    def ask_why(self, seat: str, event: int) -> int:
        """Ask which rules led to an event."""
        return self._post(lambda request: AskWhy(request, seat, event))

    def ask_preview(self, seat: str, position: int, option: int, then: str = "", *, chosen: bool = False) -> int:
        """Ask for the result of an option, and of the option `then` after it. A refusal is dropped, unless the player
        has `chosen` the option."""
        return self._post(lambda request: AskPreview(request, seat, position, option, then), preview=not chosen)

    def ask_standings(self, seat: str, *, sheet: bool = False) -> int:
        """Ask who leads and where points come from; with `sheet` also for each line of the score sheet. A refusal is
        dropped."""
        return self._post(lambda request: AskStandings(request, seat, sheet), preview=True)

    def _post(
        self,
        command: Callable[[int], Command],
        preview: bool = False,
        about: tuple[int, int] | None = None,
        trial: bool = False,
    ) -> int:
        self._requests += 1
        if trial:
            self._tries.add(self._requests)
        if about is not None:
            self._entry_questions[self._requests] = about
        if preview:
            self._previews.add(self._requests)
        self._send(command(self._requests))
        return self._requests

    def _send(self, command: Command) -> None:
        raise NotImplementedError

    def _emit_answer(self, answer: Answer) -> None:
        about = self._entry_questions.pop(answer.request, None)
        if about is not None:
            if isinstance(answer, Reason):
                explained = self.value_explained if answer.value else self.entry_explained
                explained.emit(*about, answer)
            return
        if answer.request in self._tries:
            self._tries.discard(answer.request)
            self.tried_by_hand.emit(answer)
            return
        preview = answer.request in self._previews
        self._previews.discard(answer.request)
        if not (preview and isinstance(answer, Refused)):
            self.answered.emit(answer)
