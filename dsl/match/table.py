"""Table: owner of a match. It seats people and bots, answers commands, and notifies each seat of what it may know.

A choice is accepted once it is in the journal; only then are the seats notified. A table whose players all sit at one
computer may go on while the disk refuses to write (`Table.keep_unwritten`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Self, assert_never

from msgspec.structs import replace

from dsl import __version__
from dsl.base.problem import RulesError
from dsl.match.by_hand import ByHandError
from dsl.match.clock import Clock, ClockPlan, Clocks
from dsl.match.commit_reveal import Deal
from dsl.match.continuation import ContinuedMatch
from dsl.match.diagnosis import locate_fault, reasons, reveals_secrets, stuck_seat
from dsl.match.ending import GivingUp
from dsl.match.journal import (
    FORMAT,
    HUMAN,
    Entry,
    HandChange,
    Header,
    Journal,
    JournalError,
    Origin,
    RuleChange,
    SeatPlan,
)
from dsl.match.match import Match
from dsl.match.observation.event_decoder import Event
from dsl.match.observation.information_set import SeatInformation
from dsl.match.observation.standings import PastChoice, StandingsReader
from dsl.match.observation.state_reader import KeptState
from dsl.match.option_numbers import to_journal
from dsl.match.replay import changed_options, house_titles, replay_content
from dsl.match.rule_change import RuleChangeError
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.match.seat_assignment import BotMaker, MatchSeats
from dsl.match.table_messages import (
    Accepted,
    Answer,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    ByHand,
    Changed,
    Choose,
    Command,
    Explanation,
    News,
    Paused,
    Preview,
    Reason,
    Refused,
    Resign,
    Standings,
    TakenBack,
    TryByHand,
    Undo,
)
from dsl.match.view import DecisionView, EventView, PieceView, SourcedLine, StandingsView, View
from dsl.runtime.runner import RuleError, State

# ---- undo ----


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """What taking back a seat's last choice means."""

    seats: tuple[str, ...] = ()  #: the seats whose choices it takes back, the latest first; empty if it is refused
    consent: str | None = None  #: a key for dsl.i18n: why all players must agree; None if no consent is needed
    refused: str | None = None  #: a key for dsl.i18n: why it is impossible, even with consent


def undo_point(match: Match, seat: str) -> UndoPoint:
    """Return what taking back the last choice of a seat means now."""
    why = match.why_no_undo(seat)
    if match.ending.over:
        return UndoPoint(refused=why)
    if match.secretly:
        return UndoPoint(refused=why) if why == "undo.secret" else UndoPoint((seat,), why or None)
    seats: list[str] = []
    for snapshot in reversed(match.past[match.ending.floor :]):
        if snapshot.apart is not None:
            return UndoPoint(refused="undo.together")
        seats.append(match.program.colours[snapshot.chooser])
        if seats[-1] == seat:
            return UndoPoint(tuple(seats), why or None)
    return UndoPoint(refused=why if why in ("undo.ended", "undo.given_up", "undo.new_rules") else "undo.nothing")


def digests_back(match: Match, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the digests of the positions through which going back for these seats in turn leads."""
    before, digests = match.fork(), list[str]()
    for seat in seats:
        before.go_back(seat)
        digests.append(before.digest)
    return tuple(digests)


# ---- preview of a placement ----


def placement_preview(match: Match, seat: str, option: int, then: str = "") -> tuple[PieceView, ...]:
    """Return the pieces that an option adds at the place chosen before it.

    If the option is a place, and its action asks for a number next, these are the pieces after the number `then`, or
    after the first that may be chosen. The result holds only pieces of kinds that the seat sees somewhere now: all
    else may depend on chance or on a secret.
    """
    before = match.view(seat)
    decision = _asked(before, seat)
    if decision is None:
        return ()
    chosen = decision.chosen[-1].place if decision.chosen else ""
    value = next((each.value for each in decision.options if each.number == option), None)
    own = value.place if value is not None and not chosen else ""
    if not chosen and not own:
        return ()
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    if own and not _take_next_number(ahead, seat, decision, then):
        return ()
    known = {(piece.piece, piece.kind) for piece in _visible_pieces(before) if piece.kind}
    place = chosen or own
    there = _at(before, place)
    return tuple(
        replace(piece, covers=())
        for piece in _at(ahead.view(seat), place)
        if piece not in there and (piece.piece, piece.kind) in known
    )


def _take_next_number(ahead: Match, seat: str, before: DecisionView, then: str) -> bool:
    """Choose the number that the same action asks for next; return whether it asks for one."""
    decision = _asked(ahead.view(seat), seat)
    if decision is None or decision.parameter != before.parameter + 1:
        return False
    numbers = [option for option in decision.options if option.value.sort == "number"]
    if not numbers or len(numbers) != len(decision.options):
        return False
    wanted = next((option for option in numbers if option.value.text == then), numbers[0])
    ahead.choose(ahead.position_of(ahead.seat(seat)), wanted.number, seat)
    return True


def _asked(view: View, seat: str) -> DecisionView | None:
    return next((decision for decision in view.decisions if decision.seat == seat and decision.options), None)


def _at(view: View, place: str) -> tuple[PieceView, ...]:
    cells = (cell for board in view.boards for cell in board.cells if cell.place == place)
    return next((cell.pieces for cell in cells), ())


def _visible_pieces(view: View) -> tuple[PieceView, ...]:
    return tuple(piece for zone in view.zones for piece in zone.pieces)


# ---- sources of points ----


def past_choices(match: Match) -> dict[int, PastChoice]:
    """Return the choices made in common that can be played again, by the position that they led away from."""
    after = [(snapshot.runner.program, snapshot.kept) for snapshot in match.past[1:]]
    if match.past:
        after.append((match.program, KeptState.of(match.state)))
    found: dict[int, PastChoice] = {}
    for before, (program, state) in zip(match.past, after, strict=True):
        if before.apart is None and not before.agreed:
            chosen = state[program.layout.slots["chosen"].first]
            found[before.made] = PastChoice(before.runner.program, before.kept, chosen, before.chooser)
    return found


def sheet_sources(match: Match, reader: StandingsReader) -> tuple[tuple[str, ...], ...]:
    """Return the places that each line of the score sheet comes from; none where they cannot be told."""
    past = past_choices(match)
    left: dict[int, list[SourcedLine]] = {}
    found: list[tuple[str, ...]] = []
    for line in match.score_sheet:
        if line.position not in left:
            choice = past.get(line.position)
            left[line.position] = list(reader.sources(line.position, choice)) if choice else []
        alike = (each for each in left[line.position] if replace(each.line, position=line.position) == line)
        source = next(alike, None)
        if source is not None:
            left[line.position].remove(source)
        found.append(source.places if source is not None else ())
    return tuple(found)


SUBSTITUTE = "bot:steady"  #: the bot that has the seat of a player who gave up


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the history, as one seat knows it."""

    events: tuple[EventView, ...]
    more: bool  #: others follow


def _header_of(
    pack: Ruleset,
    match: Match,
    seats: Sequence[SeatPlan],
    seed: int,
    deal: Deal | None = None,
    clock: ClockPlan | None = None,
) -> Header:
    return Header(
        FORMAT,
        pack.text,
        tuple((rules.source.name, rules.source.text) for rules in pack.house),
        pack.identity,
        len(seats),
        tuple(sorted(match.options.items())),
        seed,
        tuple(seats),
        __version__,
        deal,
        clock,
    )


Listener = Callable[[News], None]


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Lines of a journal that are in memory only, because the disk refuses to write."""

    lines: int  #: how many
    why: str  #: what the system says
    content: bytes  #: what belongs after the content of the file


class Table:
    """One match, its seats and its listeners. Not thread-safe."""

    origin: Origin | None = None  #: the match whose first choices it repeats
    repaired = ""  #: what was damaged in the journal that it goes on with, if nothing is lost
    _keeps_unwritten = False

    def __init__(
        self,
        pack: Ruleset,
        seats: Sequence[SeatPlan],
        options: Mapping[str, int | str],
        seed: int,
        journal_path: Path | None = None,
        bots: BotMaker | None = None,
        deal: Deal | None = None,
        clock: ClockPlan | None = None,
    ) -> None:
        """Begin a match. `deal` holds the contributions to its seed: it goes into the journal and into no view.
        Raises OptionError, JournalError, ValueError if seats and colours, or deal and seed, do not match."""
        if deal is not None and (why := deal.verify() or deal.check_seed(seed, [seat.colour for seat in seats])):
            raise ValueError(f"the deal is not that of the match: {why}")
        match = pack.start(len(seats), options, seed)
        header = _header_of(pack, match, seats, seed, deal, clock)
        self._set_seats(pack, match, seats, seed, bots)
        match.set_people(seat.colour for seat in seats if seat.player == HUMAN)
        self._set_clock(Clock(clock, match.program.colours) if clock else None)
        self.header: Header = header  #: all that makes the match except its choices
        self._entries: list[Entry] = []
        self._journal = Journal.create(journal_path, header) if journal_path else None

    @classmethod
    def resume(cls, journal_path: Path, bots: BotMaker | None = None) -> tuple[Table, str]:
        """Resume the match of a journal; also return what was damaged, or "". Raises JournalError, and ValueError if
        one of its bots cannot be made."""
        journal, content = Journal.resume(journal_path)
        table = cls.__new__(cls)
        try:
            replayed = replay_content(content, str(journal_path))
            table._set_seats(replayed.pack, replayed.match, content.header.seats, content.header.seed, bots)
            for seat in replayed.match.ending.seats if not replayed.match.over else ():
                table.seat_bot(replayed.match.program.colours[seat], SUBSTITUTE)
            plan, colours = content.header.clock, replayed.match.program.colours
            left = next((entry.left for entry in reversed(content.entries) if entry.left), ())
            table._set_clock(Clock(plan, colours, left) if plan else None, resumed=bool(left))
        except (JournalError, ValueError):
            journal.close()
            raise
        table._journal = journal
        table.header, table._entries = content.header, list(content.entries)
        table.repaired = content.repaired
        table.origin = content.header.origin
        table._done = frozenset((entry.member, entry.request) for entry in content.entries if entry.member)
        return table, content.damage

    @classmethod
    def at(cls, pack: Ruleset, match: Match, seats: Sequence[SeatPlan]) -> Table:
        """Return a table for practice at the position of a match: without a journal, without bots."""
        table = cls.__new__(cls)
        table._set_seats(pack, match, seats, 0, None)
        table.header, table._entries = _header_of(pack, match, seats, 0), []
        table._journal = None
        return table

    def set_position(self, match: Match) -> None:
        """Go on at the position of another match of the same players; its past is in no history."""
        self.match = match
        self._cancel_thinking()
        self._notify(lambda seat: TakenBack(seat, replace(match.view(seat), position=0, decisions=())))
        self._notify(lambda seat: TakenBack(seat, match.view(seat)))

    @classmethod
    def continued(
        cls,
        pack: Ruleset,
        seats: Sequence[SeatPlan],
        seed: int,
        found: ContinuedMatch,
        journal_path: Path | None = None,
        bots: BotMaker | None = None,
    ) -> Self:
        """Return a table at which a match goes on under the changed rules `pack`; its journal repeats the choices that
        were kept. `seed` is that of the match. Raises JournalError, and ValueError if one of its bots cannot be
        made."""
        table = cls.__new__(cls)
        table._set_seats(pack, found.match, seats, seed, bots)
        table.header = _header_of(pack, found.match, seats, seed)
        table._entries = []
        table._journal = Journal.create(journal_path, table.header) if journal_path else None
        table._write(*found.entries)
        return table

    def _set_seats(
        self, pack: Ruleset, match: Match, seats: Sequence[SeatPlan], seed: int, bots: BotMaker | None
    ) -> None:
        colours = match.program.colours
        if sorted(seat.colour for seat in seats) != sorted(colours):
            raise ValueError(f"{len(seats)} players of `{pack.name}` are {', '.join(colours)}")
        self.pack = pack
        self.match = match
        self._seating = MatchSeats(pack, seats, seed, bots)
        for seat in seats:
            self._prepare_bot(seat.colour)
        self._listeners: list[tuple[str, Listener]] = []
        self._watchers: list[Callable[[], None]] = []
        self._rules_listeners: list[Callable[[Ruleset], None]] = []
        self._passes_bots = False
        self.thinking: str | None = None  #: the seat of a bot that was asked and has not chosen yet
        self._informed: tuple[str, State, SeatInformation] | None = None
        self._standings = StandingsReader()
        self._trouble: Paused | None = None
        self._set_clock(None)
        self._paused_by: str | None = None
        self._done: frozenset[tuple[str, int]] = frozenset()

    def _set_clock(self, clock: Clock | None, resumed: bool = False) -> None:
        self._clock: Clock | None = clock
        self._clock_listeners: list[Callable[[Clocks], None]] = []
        self._now: float | None = None
        self._stopped: frozenset[str] = frozenset()
        self._written_left: tuple[int, ...] = clock.left if clock is not None else ()
        if clock is not None:
            clock.set_moving(self._timed_seats(), resumed)
            self._run_clocks()

    def close(self) -> None:
        """Close the journal, with the time that each seat has left; the table cannot be used afterwards."""
        if self._journal:
            if self._clock is not None and self._clock.left != self._written_left and not self.match.over:
                with contextlib.suppress(JournalError):  # the match goes on with the times of the last choice
                    self._write(Entry(0, "clock", "", 0, "clock", self.match.digest))
            self._journal.close()

    # ---- a disk that refuses to write ----

    def keep_unwritten(self) -> None:
        """Go on when the disk refuses to write: from now on the lines that it refuses are kept in memory, and written
        before the next one. A table on the network does not: nobody may receive a choice that its host can lose."""
        self._keeps_unwritten = True

    @property
    def unwritten(self) -> Unwritten | None:
        """The lines that are in memory only; None while everything is on the disk, and without a journal."""
        journal = self._journal
        if journal is None or not journal.unwritten:
            return None
        return Unwritten(len(journal.unwritten), journal.refusal, b"".join(journal.unwritten))

    def write_unwritten(self) -> Unwritten | None:
        """Try to write the lines that are in memory only; return those that still are."""
        if self._journal is not None:
            with contextlib.suppress(JournalError):  # of a second writer; the next choice reports it
                self._journal.write_kept()
        return self.unwritten

    @property
    def entries(self) -> Sequence[Entry]:
        """The choices of the match and what else its journal says, in order; without the hashes of a journal if it has
        none, or if they were made since it was opened."""
        return tuple(self._entries)

    # ---- listening ----

    def subscribe(self, seat: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` with all news for a seat ("" for a spectator); return the function that unsubscribes it."""
        item = (seat, listener)
        self._listeners.append(item)
        return lambda: self._listeners.remove(item) if item in self._listeners else None

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` after all news, which costs no view; return the function that ends this."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher) if watcher in self._watchers else None

    def listen_to_rules(self, listener: Callable[[Ruleset], None]) -> None:
        """Call `listener` with other rules that the match goes on under, before the news of the first view of them."""
        self._rules_listeners.append(listener)

    def view(self, seat: str) -> View:
        """Return all that a seat may know now."""
        return self.match.view(seat)

    def last_event(self, seat: str) -> int:
        """Return the number of the latest event that a seat knows of, -1 if none. News carry the events after it."""
        return self.match.last_event(seat)

    def history(self, seat: str, after: int, most: int) -> Page:
        """Return the events of a seat after number `after` (-1: from the start): at most `most`, at least one if there
        are any, and whether more follow. Events that were taken back are not among them: a client that missed an undo
        requests all events and compares."""
        following = self.match.events_after(seat, after)
        return Page(tuple(islice(following, max(most, 1))), next(following, None) is not None)

    def _notify(self, make: Callable[[str], News], concerned: Callable[[str], bool] = lambda _: True) -> None:
        made: dict[str, News] = {}  # several listeners of a seat, such as spectators, get the same view
        for seat, listener in tuple(self._listeners):
            if concerned(seat):
                if seat not in made:
                    made[seat] = make(seat)
                listener(made[seat])
        for watcher in tuple(self._watchers):
            watcher()

    # ---- commands ----

    def handle(self, command: Command, member: str = "") -> Answer:
        """Carry out a command and return the answer. The journal keeps `member` and the number of the request, for a
        table on the network."""
        match command:
            case Choose():
                return self._choose(command, member)
            case Undo(request, seat):
                return self.take_back(seat, False, request, member)
            case Resign(request, seat):
                return self.give_up(seat, "resign", request, member)
            case AskWhyNot(request, seat, position, entry, value):
                if position != self._position(seat):
                    return Refused(request, "refused.stale")
                return Reason(request, value, self.match.why_not(seat, entry, value))
            case AskWhy(request, seat, event):
                return self._why(request, seat, event)
            case AskPreview(request, seat, position, option, then):
                return self._preview(request, seat, position, option, then)
            case AskStandings(request, seat, sheet):
                return self._standings_of(request, seat, sheet)
            case TryByHand(request, seat, changes):
                return self.try_by_hand(seat, changes, request)
            case _:
                assert_never(command)

    def was_done(self, member: str, request: int) -> bool:
        """Whether a request was done before the table was resumed; it may have been taken back since."""
        return (member, request) in self._done

    def _choose(self, command: Choose, member: str) -> Answer:
        refused = self._refused_while_paused(command.request) or self._refusal(
            command.request, command.seat, command.position, command.option
        )
        if refused:
            return refused
        text, asked = self._option_text(command.seat, command.option), self._asked()
        number = self._number(command.seat, command.option)
        try:
            events = self.match.choose(command.position, command.option, command.seat)
        except RuleError as error:
            return self._pause_for_rule_error(command.request, command.seat, error)
        clock = self._clock_after_choice()
        try:
            by = _by(member, command.request)
            self._write(Entry(0, "choose", command.seat, number, text, self.match.digest, *by), clock=clock)
        except JournalError as error:
            self.match.go_back(command.seat)
            return self._pause_for_trouble(command.request, error.reason, **dict(error.args_by_name))
        self._trouble = None
        self._notify(lambda seat: self._change_for(events, seat), self._notified_seats(command.seat, asked))
        self._use_clock(clock)
        return Accepted(command.request)

    def _asked(self) -> tuple[str, ...]:
        return tuple(question.seat for question in self.match.questions)

    def _notified_seats(self, seat: str, asked: tuple[str, ...]) -> Callable[[str], bool]:
        """Return which seats are notified of a choice: of a secret one only its seat, until a seat is done."""
        alone = self.match.secretly and asked == self._asked()
        return lambda viewer: not alone or self.match.sees_secrets_of(viewer, seat)

    def _refusal(self, request: int, seat: str, position: int, option: int) -> Refused | None:
        return self.match.refusal(seat, position, option, request)

    def _position(self, seat: str) -> int:
        return self.match.position_of(self.match.seat(seat))

    def _option_text(self, seat: str, option: int) -> str:
        """Return the text of an option for the journal: `drift marsh 2,0`."""
        decision = next(decision for decision in self.match.decisions if decision.seat == seat)
        chosen = next(found for found in decision.options if found.number == option)
        return f"{decision.entries[chosen.entry].action} {chosen.value.text}".strip()

    def _number(self, seat: str, option: int) -> int:
        question = self.match.question_of(seat)
        return option if question is None else to_journal(question, option)

    def _change_for(self, events: Sequence[Event], seat: str) -> Changed:
        views = (self.match.event_view(event, seat) for event in events)
        return Changed(tuple(view for view in views if view is not None), self.match.view(seat))

    def undo_point(self, seat: str) -> UndoPoint:
        """Return what taking back the last choice of a seat means now."""
        return undo_point(self.match, seat)

    def take_back(self, seat: str, consented: bool, request: int = 0, member: str = "") -> Answer:
        """Take back the last choice of a seat, or return why not. With `consented`, also if a player has learned
        something since, and with all choices that others made since: listeners get one step, the journal a line for
        each choice. (A process killed while it writes these lines may leave only the first of them.)"""
        way = self.undo_point(seat)
        why = way.refused if consented else self.match.why_no_undo(seat)
        refused = self._refused_while_paused(request) or (Refused(request, why) if why else None)
        if refused:
            return refused
        asked, digests = self._asked(), digests_back(self.match, way.seats)
        try:
            undone = zip(way.seats, digests, strict=True)
            by = _by(member, request)
            self._write(*(Entry(0, "undo", chooser, 0, "undo", digest, *by) for chooser, digest in undone))
        except JournalError as error:
            return self._pause_for_trouble(request, error.reason, **dict(error.args_by_name))
        for chooser in way.seats:
            self.match.go_back(chooser)
        self._trouble = None
        self._cancel_thinking()
        self._notify(
            lambda viewer: TakenBack(seat, self.match.view(viewer), len(way.seats)), self._notified_seats(seat, asked)
        )
        if self._clock is not None:
            self._clock.take_back(way.seats, self._timed_seats())
            self._use_clock(self._clock)
        return Accepted(request)

    # ---- ending early ----

    def give_up(self, seat: str, kind: GivingUp, request: int = 0, member: str = "") -> Answer:
        """Let a player give up, or return why not. If the match goes on, a computer has the seat from now on."""
        ending = self.match.ending
        refused = self._refused_while_paused(request) or self._refused_when_over(request)
        if refused or not ending.may_give_up(self.match.seat(seat)):
            return refused or Refused(request, "refused.cannot_give_up")
        goes_on = not ending.ends_with(self.match.program, self.match.seat(seat))
        try:
            if goes_on:
                self.seat_bot(seat, SUBSTITUTE)
            self._write(Entry(0, kind, seat, 0, kind, self.match.digest, *_by(member, request)))
        except ValueError:
            return Refused(request, "refused.no_substitute")
        except JournalError as error:
            if goes_on:
                self.free_seat(seat)
            return self._pause_for_trouble(request, error.reason, **dict(error.args_by_name))
        self._end_early(self.match.give_up(seat, kind))
        return Accepted(request)

    def agree_on_draw(self, seat: str, request: int = 0) -> Answer:
        """End the match as a draw, which this seat has offered and the others accept; or return why not."""
        refused = self._refused_while_paused(request) or self._refused_when_over(request)
        if refused:
            return refused
        try:
            self._write(Entry(0, "draw", seat, 0, "draw", self.match.digest))
        except JournalError as error:
            return self._pause_for_trouble(request, error.reason, **dict(error.args_by_name))
        self._end_early(self.match.agree_on_draw())
        return Accepted(request)

    # ---- changes by hand ----

    def change_by_hand(self, seat: str, changes: Sequence[ByHand], request: int = 0, member: str = "") -> Answer:
        """Make changes that a seat has proposed and all others accept; or return why not."""
        refused = self._refused_by_hand(request)
        if refused:
            return refused
        try:
            events = self.match.change_by_hand(seat, changes)
        except ByHandError as error:
            return Refused(request, error.reason, error.values)
        except RuleError as error:
            return Refused(request, "paused.rule", (("rule", str(error.span)), ("why", error.text)))
        clock = self._clock_after_choice()
        entry = Entry(0, "by_hand", seat, 0, _summary(changes), self.match.digest, *_by(member, request))
        try:
            self._write(replace(entry, terms=HandChange(tuple(changes))), clock=clock)
        except JournalError as error:
            self.match.go_back(seat)
            return self._pause_for_trouble(request, error.reason, **dict(error.args_by_name))
        self._trouble = None
        self._cancel_thinking()
        self._notify(lambda viewer: self._change_for(events, viewer))
        self._use_clock(clock)
        return Accepted(request)

    def change_rules(self, seat: str, pack: Ruleset, request: int = 0, member: str = "") -> Answer:
        """Go on under other rules of the same game, which a seat has proposed and all others accept; or return why not.
        Options keep their values, as far as the changed rules have them. What has been hidden stays hidden, unless the
        changed rules show it."""
        refused = self._refused_by_hand(request)
        if refused:
            return refused
        house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
        try:
            if pack.text != self.pack.text:  # the game's files may be newer than the match
                pack = build(self.pack.text, extra=[rules.source for rules in pack.house])
            if pack.identity == self.pack.identity:
                raise RuleChangeError("new_rules.same")
            options = changed_options(self.pack, pack, self.match.players, self.match.options)
            terms = RuleChange(house, pack.identity, tuple(sorted(options.items())))
            changed = self.match.fork()
            changed.change_rules(seat, pack, options, house_titles(pack))
        except ByHandError as error:
            return Refused(request, error.reason, error.values)
        except (RuleError, RulesError, OptionError) as error:
            return Refused(request, "new_rules.impossible", (("why", str(error)),))
        try:
            entry = Entry(0, "rules", seat, 0, house_titles(pack), changed.digest, *_by(member, request))
            self._write(replace(entry, terms=terms), on_disk=True)  # a window resumes the match from its journal
        except JournalError as error:
            return self._pause_for_trouble(request, error.reason, **dict(error.args_by_name))
        self._cancel_thinking()
        events = self.match.change_rules(seat, pack, options, house_titles(pack))
        self.pack, self._trouble, self._standings = pack, None, StandingsReader()
        self._seating.change_rules(pack)
        for listener in tuple(self._rules_listeners):
            listener(pack)
        self._notify(lambda viewer: self._change_for(events, viewer))
        self._use_clock(self._clock_after_choice())
        return Accepted(request)

    def refused_change(self, seat: str, request: int = 0) -> Refused | None:
        """Return why nothing can be changed by consent now, whatever it is; None if it can."""
        refused = self._refused_by_hand(request)
        error = self.match.why_unchangeable(seat) if refused is None else None
        return refused or (Refused(request, error.reason, error.values) if error else None)

    def try_by_hand(self, seat: str, changes: Sequence[ByHand], request: int = 0) -> Answer:
        """Return whether changes could be made by hand, as far as the seat may know."""
        refused = self._refused_by_hand(request)
        error = self.match.why_not_by_hand(seat, changes) if refused is None else None
        return refused or (Refused(request, error.reason, error.values) if error else Accepted(request))

    def _refused_by_hand(self, request: int) -> Refused | None:
        if self._journal is not None and not self._journal.holds_agreements:
            return Refused(request, "by_hand.old_journal")
        return self._refused_while_paused(request)

    def _refused_when_over(self, request: int) -> Refused | None:
        return Refused(request, "refused.over") if self.match.over else None

    def _end_early(self, events: Sequence[Event]) -> None:
        self._trouble = None
        if self.match.over:
            self._cancel_thinking()
        self._notify(lambda viewer: self._change_for(events, viewer))
        self._use_clock(self._clock_after_choice())

    # ---- clocks ----

    @property
    def clocks(self) -> Clocks | None:
        """The clocks at the last `tick`, of the seats whose time is measured; None if no time is."""
        return self._readings(self._clock) if self._clock is not None else None

    def _readings(self, clock: Clock) -> Clocks:
        shown = clock.readings()
        bots = {plan.colour for plan in self.seats if plan.player != HUMAN and not clock.plan.computers}
        return replace(shown, readings=tuple(each for each in shown.readings if each.seat not in bots))

    def listen_to_clocks(self, listener: Callable[[Clocks], None]) -> Callable[[], None]:
        """Call `listener` whenever other clocks run than before; return the function that unsubscribes it."""
        self._clock_listeners.append(listener)
        return lambda: self._clock_listeners.remove(listener)

    def tick(self, now: float, stopped: Collection[str] = ()) -> None:
        """Let the clocks run up to `now`, a number of seconds, and do what the plan says for a seat without time. The
        clocks of the seats in `stopped` wait."""
        clock = self._clock
        if clock is None:
            return
        before, self._now = self._now, now
        if before is not None:
            clock.advance(round(1000 * max(0.0, now - before)))
        self._stopped = frozenset(stopped)
        for seat in clock.used_up:
            self._run_out(clock, seat)
        self._run_clocks()

    def _run_out(self, clock: Clock, seat: str) -> None:
        """The time of a seat is used up."""
        if clock.plan.at_zero == "lose" and self._seating.bot(seat) is None:
            self.give_up(seat, "time")
        elif clock.plan.at_zero == "computer":
            with contextlib.suppress(ValueError):  # without bots the clock only shows it
                self._seating.help(seat, SUBSTITUTE)

    @property
    def helped(self) -> tuple[str, ...]:
        """The seats of people whose time is used up and whose moves a computer finishes."""
        return self._seating.helped

    def _timed_seats(self) -> tuple[str, ...]:
        """Return the seats that have to move and whose time is measured."""
        computers = self._clock is not None and self._clock.plan.computers
        bots = {plan.colour for plan in self.seats if plan.player != HUMAN}
        return tuple(seat for seat in self._asked() if computers or seat not in bots)

    def _clock_after_choice(self) -> Clock | None:
        """Return the clock with those who have to move now."""
        if self._clock is None:
            return None
        after = self._clock.copy()
        after.set_moving(self._timed_seats())
        return after

    def _use_clock(self, clock: Clock | None) -> None:
        """Go on with a clock after a choice, and let no bot finish a move that is over."""
        asked = self._asked()
        for seat in self._seating.helped:
            if seat not in asked or (clock is not None and seat not in clock.without_time):
                self._seating.stop_helping(seat)
        self._clock = clock
        self._run_clocks()

    def _run_clocks(self) -> None:
        """Let the clocks run that have to now, and tell the listeners if these are others."""
        if self._clock is None:
            return
        runs = () if self.paused or self.match.over else [s for s in self._timed_seats() if s not in self._stopped]
        if self._clock.run(runs):
            for listener in tuple(self._clock_listeners):
                listener(self._readings(self._clock))

    def _write(self, *entries: Entry, clock: Clock | None = None, on_disk: bool = False) -> None:
        """Write entries with the times of a clock, or of the present one; with `on_disk` none is kept in memory. Raises
        JournalError."""
        shown = clock or self._clock
        left = shown.left if shown is not None else ()
        if self._journal:
            timed = (replace(entry, left=left) for entry in entries)
            self._journal.append(*timed, keep=self._keeps_unwritten and not on_disk)
            self._written_left = left
        self._entries += entries

    def _pause_for_trouble(self, request: int, reason: str, **args: str) -> Refused:
        """Notify all seats that the table cannot go on; the same choice may be tried again."""
        paused = Paused(reason, tuple(args.items()))
        self._trouble = paused
        self._notify(lambda _: paused)
        return Refused(request, reason, paused.args)

    def _pause_for_rule_error(self, request: int, seat: str, error: RuleError) -> Refused:
        """Notify all seats that a rule failed; a seat that had to choose and had no option also gets the reasons."""
        found, stuck, why = locate_fault(error, self.pack.sources), stuck_seat(error), "; ".join(reasons(error))
        secret = self.match.secretly or found.secret or reveals_secrets(error)
        rule = "rule", str(found.span)
        self._trouble = plain = Paused("paused.rule", (rule, ("why", found.text if secret else found.why)))
        full = (
            Paused("paused.stuck", (rule, ("why", error.text), ("player", stuck), ("reasons", why)))
            if stuck and why
            else plain
        )

        def pause_for(viewer: str) -> Paused:
            return full if not secret or viewer == stuck else plain

        self._notify(pause_for)
        return Refused(request, pause_for(seat).reason, pause_for(seat).args)

    def _why(self, request: int, seat: str, event: int) -> Answer:
        found = self.match.event(event, seat)
        seen = self.match.event_view(found, seat) if found else None
        if found is None or seen is None:
            return Refused(request, "refused.no_such_event")
        return Explanation(request, seen, self.match.why(found))

    def _preview(self, request: int, seat: str, position: int, option: int, then: str) -> Answer:
        refused = self._refusal(request, seat, position, option)
        if refused:
            return refused
        try:
            values, places, view = self.match.preview(seat, option)
            lies = placement_preview(self.match, seat, option, then)
        except RuleError as error:
            return Refused(request, "paused.rule", (("rule", str(error.span)), ("why", error.text)))
        return Preview(request, option, values, places, view, lies)

    def _standings_of(self, request: int, seat: str, sheet: bool) -> Answer:
        if self.match.secretly:
            return Standings(request, StandingsView(seat, self._position(seat)))
        information = self._information_of(seat).information
        found = self._standings.standings(information, self.match.runner, seat)
        return Standings(request, replace(found, sheet=sheet_sources(self.match, self._standings)) if sheet else found)

    # ---- pauses ----

    @property
    def paused(self) -> Paused | None:
        """Why the table does not go on now, for a player who sits down late; None while it does."""
        return self._pause or self._trouble

    @property
    def paused_by(self) -> str | None:
        """The colour given to `pause`; None if no player has paused the table."""
        return self._paused_by

    @property
    def _pause(self) -> Paused | None:
        return Paused("paused.by", (("player", self._paused_by),)) if self._paused_by else None

    def pause(self, by: str) -> None:
        """Pause for a person, named by a colour: until `unpause` the table refuses choices and undo, and bots wait.
        Questions are still answered. If the table is paused already, `paused_by` stays."""
        if not self._paused_by:
            self._paused_by = by
            self._run_clocks()
            paused = Paused("paused.by", (("player", by),))
            self._cancel_thinking()
            self._notify(lambda _: paused)

    def unpause(self) -> None:
        """End a pause. Every seat receives a Changed without events."""
        self.retry()
        if self._paused_by:
            self._paused_by = None
            self._run_clocks()
            self._notify(lambda seat: self._change_for((), seat))

    def retry(self) -> None:
        """Clear the trouble of the last choice, so that bots move again."""
        self._trouble = None

    def _refused_while_paused(self, request: int) -> Refused | None:
        return Refused(request, "refused.paused", self._pause.args) if self._pause else None

    # ---- bots ----

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who sits where now; the journal's header says who did at the start."""
        return self._seating.plans

    def seat_bot(self, seat: str, player: str) -> None:
        """Give a seat to a bot. Raises ValueError if there is no such seat or bot."""
        self._seating.seat(seat, player)
        self._update_forgetful()
        self._prepare_bot(seat)
        self._clear_thinking(seat)
        self._time_seats()

    def free_seat(self, seat: str) -> None:
        """Give a bot's seat to a person; the bot stops thinking. Raises ValueError if there is no such seat."""
        self._seating.free(seat)
        self._update_forgetful()
        self._clear_thinking(seat)
        self._time_seats()

    def _time_seats(self) -> None:
        """Another player has a seat: measure the time of those who have to move now."""
        if self._clock is not None:
            self._use_clock(self._clock_after_choice())

    def allow_undo_past_bots(self) -> None:
        """From now on an undo also takes back the choices of bots since: a bot gets an information set for each choice
        and remembers nothing. What a person has learned since still forbids the undo."""
        self._passes_bots = True
        self._update_forgetful()

    def _update_forgetful(self) -> None:
        bots = (plan.colour for plan in self.seats if plan.player != HUMAN)
        self.match.forgetful = frozenset(bots) if self._passes_bots else frozenset()

    def _clear_thinking(self, seat: str) -> None:
        if self.thinking == seat:
            self.thinking = None

    @property
    def bot_to_move(self) -> str | None:
        """The colour of the bot that must choose now; None if no bot must or the table is paused."""
        if self.paused:
            return None
        return next((seat for seat in self._asked() if self._seating.bot(seat)), None)

    def step_bots(self) -> bool:
        """Let the bot whose turn it is make one choice; return whether it made one. `thinking` names a bot that needs
        more time and must be asked again. While the table is paused, bots wait."""
        seat = self.bot_to_move
        bot = self._seating.bot(seat) if seat else None
        if seat is None or bot is None:
            self.thinking = None
            return False
        thinker = self._seating.thinking(seat)
        if thinker:
            thinker.begin_turn()
        informed = self._information_of(seat)
        found = bot.choose(informed.information)
        self.thinking = seat if found is None else None
        if found is None:
            return False
        answer = self.handle(Choose(0, seat, self._position(seat), informed.options[found]))
        if thinker:
            thinker.end_turn()
        return isinstance(answer, Accepted)

    def stop_thinking(self) -> None:
        """Stop a bot that thinks; it starts again when it is asked again."""
        self._cancel_thinking()

    def _prepare_bot(self, seat: str) -> None:
        """Let a bot prepare for the match before it is asked."""
        if bot := self._seating.thinking(seat):
            bot.prepare(self.match.setting)

    def _cancel_thinking(self) -> None:
        """Cancel the thinking of a bot: its question no longer stands, or not now."""
        if self.thinking and (bot := self._seating.thinking(self.thinking)):
            bot.cancel()
        self.thinking = None

    def _information_of(self, seat: str) -> SeatInformation:
        """Return what a seat may know, worked out once for each position."""
        kept = self._informed
        if kept is None or kept[0] != seat or kept[1] is not self.match.state:
            kept = self._informed = seat, self.match.state, self.match.information(seat)
        return kept[2]


def _summary(changes: Sequence[ByHand]) -> str:
    """Return the things that were changed by hand, for a reader of the journal."""
    return ", ".join(
        getattr(change, name)
        for change in changes
        for name in ("piece", "counter", "variable")
        if hasattr(change, name)
    )


def _by(member: str, request: int) -> tuple[str, int]:
    """Return the member and request number that the journal keeps; none for a table without members."""
    return (member, request) if member else ("", 0)
