"""Match: the positions of one game. It takes choices and undo, and returns events; it
holds every secret, and seats get views.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_field
from typing import Literal, Protocol

from msgspec.structs import replace

from dsl.base.source import Source
from dsl.ir.program import Program
from dsl.match import by_hand
from dsl.match.by_hand import ByHandError
from dsl.match.ending import Ending, GivingUp
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import Event, EventDecoder, RawEvent
from dsl.match.observation.information_set import SeatInformation, Setting, information_for
from dsl.match.observation.notation import Notation
from dsl.match.observation.score import outcome, score_lines
from dsl.match.observation.state_reader import KeptState, StateReader, members
from dsl.match.observation.view_builder import ViewBuilder, cells_named, has_secrets, learned
from dsl.match.rule_change import RuleChangeError, moved_state, unchanged_files
from dsl.match.simultaneous import (
    SecretChoice,
    SecretRange,
    SecretTurn,
    SimultaneousPhase,
    number_for_seat,
    number_overall,
    split_by_world,
)
from dsl.match.table_messages import ByHand, FailedCondition, Refused
from dsl.match.view import DecisionView, EventView, OptionView, OutcomeView, ScoreLine, View
from dsl.runtime.board_window import recenter, with_larger_windows
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import forked, joined_so_far, put_world, world_of

# ---- snapshots ----


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that undo needs of an earlier position."""

    runner: Runner
    kept: KeptState
    stack: tuple[int, ...]
    events: int
    lines: int
    chooser: int  #: the seat that chose here
    apart: SimultaneousPhase | None  #: the secret turns, if the choice was made in secret
    made: int
    unknown_choices: tuple[SecretRange, ...]
    unknown_events: tuple[SecretRange, ...]
    ending: Ending

    @property
    def state(self) -> State:
        """The state at this position, as a new list."""
        return self.kept.state()

    agreed: Literal["", "by_hand", "rules"] = ""  #: no choice followed, but what all agreed on: a change by hand, or
    #: other rules


# ---- views ----

EVERYTHING = "*"  #: in place of a seat: what a spectator sees to whom all players let see everything


def view_of(match: Match, seat: str, *, things: bool = True) -> View:
    """Return all that a seat ("" for a spectator) may know; for EVERYTHING the view of a spectator with all that is
    hidden, but without what players decide in secret just now. Without `things`, boards and zones are left out."""
    number = match.seat(seat)
    contents, own = match.contents_of(number), match.question_of(seat)
    table = ViewBuilder(contents, match.notation, number, seat == EVERYTHING)
    wanted = cells_named(contents, own.cells()) if own else {}
    active, phase = contents.get("me"), contents.get("phase")
    why_no_undo = match.why_no_undo(seat)
    position, sheet = match.position_of(number), match.score_sheet_of(number)
    return View(
        game=match.book.name,
        seat=seat if number >= 0 else "",
        position=position,
        colours=match.program.colours,
        turn=contents.get("turn"),
        active=match.program.colours[active] if active >= 0 and not match.over else "",
        phase=match.program.anchors[phase].name if phase >= 0 else "",
        boards=table.boards(wanted) if things else (),
        zones=table.zones() if things else (),
        seats=table.seats(),
        values=table.values(),
        decisions=tuple(replace(_decision(match, q, own), number=position) for q in match.questions),
        sheet=sheet,
        outcome=replace(match.outcome, sheet=sheet) if match.outcome else None,
        secrets=match.secretly or has_secrets(contents),
        may_undo=not why_no_undo,
        why_no_undo=why_no_undo,
        secretly=match.secretly,
        reserves=table.reserves(),
        teams=match._teams(),
        given_up=tuple(match.program.colours[each] for each in match.ending.seats),
    )


def _decision(match: Match, question: Question, own: Question | None) -> DecisionView:
    """Return a decision as the seat asked by `own` sees it; during simultaneous decisions others see no budgets."""
    decision = question.view(open_to_viewer=question is own)
    return decision if question is own or not match.secretly else replace(decision, budget=())


def preview(match: Match, seat: str, option: int) -> tuple[tuple[str, ...], tuple[str, ...], View | None]:
    """Return the next values and their places if an option leaves its action incomplete, and the view after it unless
    chance or a secret affects that view. The match does not change."""
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    following = ahead.question_of(seat)
    texts: list[str] = []
    places: list[str] = []
    if following and following.ask.parameter:
        values = [chosen.value for chosen in following.view(open_to_viewer=True).options]
        texts = [value.text for value in values]
        places = [value.place for value in values if value.place]
    shown = None if ahead.why_no_undo(seat) else replace(ahead.view(seat), decisions=())
    return tuple(texts), tuple(places), shown


class MatchProgram(Protocol):
    """Source of a match's programs: a ruleset."""

    @property
    def name(self) -> str:
        """The game's name."""
        ...

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files of the rules, by name."""
        ...

    def runner(self, players: int, options: Mapping[str, int], windows: Mapping[str, int]) -> Runner:
        """Return a runner for these options and windows of unbounded boards, made once."""
        ...


class Match:
    """One game from its setup to its end."""

    def __init__(self, book: MatchProgram, players: int, options: Mapping[str, int], seed: int) -> None:
        self._setting(book, players, options)
        runner = book.runner(players, self.options, {})
        blank = runner.blank()
        runner.events()
        state = runner.start(seed)
        self._commit(runner, state, blank, self._grow_boards(runner, state))

    @classmethod
    def at(cls, book: MatchProgram, players: int, options: Mapping[str, int], runner: Runner, state: State) -> Match:
        """Return a match that continues from a position, such as that of an example."""
        match = cls.__new__(cls)
        match._setting(book, players, options)
        match._commit(runner, state, list(state), match._grow_boards(runner, state))
        return match

    def _setting(self, book: MatchProgram, players: int, options: Mapping[str, int]) -> None:
        self.book = book
        self.players = players
        self.options = dict(options)
        self.events: list[Event] = []
        self._lines: list[ScoreLine] = []
        self._stack: list[int] = []
        self._past: list[Snapshot] = []
        self._windows: dict[str, int] = {}
        self._notation: Notation | None = None  #: of the present program
        self._made = 0  #: choices, without those of the present simultaneous phase
        self._apart: SimultaneousPhase | None = None
        self._unknown_choices: tuple[SecretRange, ...] = ()
        self._unknown_events: tuple[SecretRange, ...] = ()
        self._questions: tuple[Question, ...] | None = None
        self._ending = Ending(tuple(range(players)))
        #: Seats that keep nothing in mind, so that a player may take back its own last choice together with theirs.
        self.forgetful: frozenset[str] = frozenset()

    def begin_at(self, runner: Runner, state: State, windows: Mapping[str, int]) -> None:
        """Let the match begin at a position, with a runner for these windows of unbounded boards; what has led here is
        no part of it. Raises RuleError; then the match is invalid."""
        self._windows = dict(windows)
        self._set_position(*self._grow_boards(runner, state))
        self._past, self._lines, self._made = [], [], 0
        self._unknown_choices = self._unknown_events = ()
        active = self.program.colours[self.contents.get("chooser")]
        self.events = [Event(0, "position", (("player", active),), (by_hand.CAUSE,), -1)]

    # ---- where the match stands ----

    @property
    def program(self) -> Program:
        """The present program; it changes when an unbounded board grows."""
        return self._runner.program

    @property
    def runner(self) -> Runner:
        """The runner of the present program."""
        return self._runner

    @property
    def state(self) -> State:
        """The present state; copy it before changing it."""
        return self._state

    @property
    def contents(self) -> StateReader:
        """The present position with all its secrets; during simultaneous decisions, the position before them."""
        return StateReader(self.program, self._state)

    def contents_of(self, seat: int) -> StateReader:
        """Return the position of a seat (-1: a spectator), without what other seats decide in secret."""
        return StateReader(self.program, world_of(self.program.layout, self._state, self._world_of(seat)))

    def _world_of(self, seat: int) -> int:
        """Return whose world a seat sees: its own or, during simultaneous decisions of teams, its team's."""
        layout = self.program.layout
        if seat < 0 or not layout.teams or self._state[layout.slots["branch"].first] not in self.program.team_branches:
            return seat
        return layout.first_of(seat)

    def sees_secrets_of(self, viewer: str, seat: str) -> bool:
        """Whether a viewer sees the secret choices of a seat: its own and, while teams decide, those of partners."""
        return self._world_of(self.seat(viewer)) == self._world_of(self.seat(seat))

    @property
    def notation(self) -> Notation:
        """The notation of the present program."""
        assert self._notation is not None
        return self._notation

    @property
    def position(self) -> int:
        """The number of choices made."""
        return self._made + sum(len(turn.steps) for turn in self._secret_turns)

    @property
    def common_choices(self) -> int:
        """The number of choices made, without those of a phase in which players still decide in secret."""
        return self._made

    def position_of(self, seat: int) -> int:
        """Return the number of choices that a seat (-1: a spectator) knows of."""
        own = len(self._secret_turns[seat].steps) if self._secret_turns and seat >= 0 else 0
        return number_for_seat(self._made, seat, self._unknown_choices) + own

    @property
    def _secret_turns(self) -> tuple[SecretTurn, ...]:
        return self._apart.turns if self._apart else ()

    @property
    def secretly(self) -> bool:
        """Whether players decide simultaneously now, each in secret."""
        return self._apart is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended: by its rules, or early."""
        return self._ending.over or bool(self.contents.get("final"))

    @property
    def ending(self) -> Ending:
        """Who has given up, and whether the match ended early."""
        return self._ending

    def set_people(self, colours: Iterable[str]) -> None:
        """Set which seats people have, before the first choice; without it all seats."""
        self._ending = Ending(tuple(sorted(self.program.colours.index(colour) for colour in colours)))

    @property
    def digest(self) -> str:
        """The SHA-256 of the position; the same whatever the window of a growing board is."""
        return self._runner.digest(self._state)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that wait: several during simultaneous decisions, none when the match is over."""
        if self._questions is None:
            waiting = () if self._ending.over else self._runner.waiting(self._state)
            self._questions = tuple(self._question_for(seat) for seat in waiting)
        return self._questions

    def _question_for(self, seat: int) -> Question:
        contents = self.contents_of(seat)
        ask = self.program.asks[contents.get("ask")]
        options = self._runner.options(self._state, seat)
        return Question(self._runner, self.notation, contents, self.position_of(seat), ask, seat, options)

    @property
    def question(self) -> Question | None:
        """The question that waits, the first of several; None when the match is over."""
        return self.questions[0] if self.questions else None

    def question_of(self, seat: str) -> Question | None:
        """Return the question that waits for a seat, if any."""
        return next((question for question in self.questions if question.seat == seat), None)

    @property
    def decisions(self) -> tuple[DecisionView, ...]:
        """Return the waiting decisions with all their options."""
        return tuple(question.view(open_to_viewer=True) for question in self.questions)

    @property
    def score_sheet(self) -> tuple[ScoreLine, ...]:
        """The score sheet so far."""
        return tuple(self._lines)

    def score_sheet_of(self, seat: int) -> tuple[ScoreLine, ...]:
        """Return the score sheet of a seat, with its own secret lines."""
        own = score_lines(self.program, self._secret_turns[seat].events) if self._secret_turns and seat >= 0 else []
        return tuple(replace(line, position=self._position_for(line.position, seat)) for line in (*self._lines, *own))

    def _position_for(self, position: int, seat: int) -> int:
        """Return the number that a seat gives to a position."""
        return number_for_seat(position + 1, seat, self._unknown_choices) - 1

    @property
    def outcome(self) -> OutcomeView | None:
        """The ranking and the score sheet; None before the end."""
        if self._ending.over:
            return self._ending.outcome(self.program, self.contents.get("in_play"), self._lines)
        return outcome(self._runner, self.contents, self._lines) if self.over else None

    # ---- events ----

    def event_view(self, event: Event, seat: str) -> EventView | None:
        """Return an event as a seat ("" for a spectator) may know it, with its numbers; None if the seat never learns
        of it. For EVERYTHING it is that of a spectator with all that is hidden."""
        number = self.seat(seat)
        if not event.happened_for(number):
            return None
        seen = event.uncovered() if seat == EVERYTHING else event.seen_by(number)
        return replace(
            seen,
            number=number_for_seat(event.number, number, self._unknown_events),
            position=self._position_for(event.position, number),
        )

    def events_of(self, seat: str) -> tuple[EventView, ...]:
        """Return all events that a seat may know, in the order in which it learned of them."""
        return tuple(self.events_after(seat, -1))

    def events_uncovered(self) -> tuple[EventView, ...]:
        """Return all events with everything that was secret; none before the end of the match."""
        if not self.over:
            return ()
        return tuple(each.uncovered() for each in self.events)

    def events_after(self, seat: str, number: int) -> Iterator[EventView]:
        """Yield the events of a seat after the one it calls `number` (-1: from the start)."""
        index = self.seat(seat)
        first = number_overall(max(number + 1, 0), index, self._unknown_events)
        own = (
            self._secret_turns[index].events[max(first - len(self.events), 0) :]
            if self._secret_turns and index >= 0
            else ()
        )
        for event in (*self.events[first:], *own):
            if (view := self.event_view(event, seat)) is not None:
                yield view

    def last_event(self, seat: str) -> int:
        """Return the number of the latest event of a seat, as it numbers events; -1: none."""
        index = self.seat(seat)
        own = len(self._secret_turns[index].events) if self._secret_turns and index >= 0 else 0
        return number_for_seat(len(self.events), index, self._unknown_events) + own - 1

    def event(self, number: int, seat: str) -> Event | None:
        """Return the event that a seat calls `number`; None if there is no such event."""
        index = self.seat(seat)
        found = number_overall(number, index, self._unknown_events)
        own = self._secret_turns[index].events if self._secret_turns and index >= 0 else ()
        if number >= 0 and found < len(self.events):
            return self.events[found]
        return own[found - len(self.events)] if 0 <= found - len(self.events) < len(own) else None

    def seat(self, colour: str) -> int:
        """Return the number of a seat, -1 for a spectator."""
        return self.program.colours.index(colour) if colour in self.program.colours else -1

    # ---- choosing ----

    def refusal(self, seat: str, position: int, option: int, request: int = 0) -> Refused | None:
        """Return why a seat may not take an option now, None if it may. `position` is the seat's own number of the
        position."""
        if not self.questions:
            return Refused(request, "refused.over")
        if position != self.position_of(self.seat(seat)):
            return Refused(request, "refused.stale")
        question = self.question_of(seat)
        if question is None:
            return Refused(request, "refused.not_your_turn", (("player", self.questions[0].seat),))
        if option not in question.options:
            return Refused(request, "refused.not_offered")
        return None

    def choose(
        self, decision: DecisionView | int, option: OptionView | int, seat: str | None = None
    ) -> tuple[Event, ...]:
        """Take an option of a waiting decision (or of the one of `seat`, at its position); return the events.

        A RuleError leaves the match unchanged. Raises ValueError if the decision is not a present one or the option is
        not offered: check `refusal` first. Without a seat the position is the overall one, and the first decision is
        meant.
        """
        number = option.number if isinstance(option, OptionView) else option
        position = decision.number if isinstance(decision, DecisionView) else decision
        seat = decision.seat if isinstance(decision, DecisionView) else seat
        question = self.question if seat is None else self.question_of(seat)
        expected = self.position if seat is None or question is None else question.position
        if question is None or position != expected or number not in question.options:
            raise ValueError(f"position {expected} does not offer {number} (asked at {position})")
        return self._carry_out(question.chooser, number)

    def _carry_out(self, chooser: int, option: int) -> tuple[Event, ...]:
        before, state = self._snapshot(chooser), list(self._state)
        self._runner.choose(state, option, chooser)
        grown = self._grow_boards(self._runner, state)
        turn = self._secret_turns[chooser] if self._secret_turns else SecretTurn()
        step = SecretChoice(self._runner, tuple(self.contents_of(chooser).state), turn.stack, len(turn.events))
        if self._apart is not None:
            self._apart = self._apart.with_turn(chooser, replace(turn, steps=(*turn.steps, step)))
        else:
            self._made += 1
        happened = self._commit(self._runner, state, self._state, grown)
        if before.apart is None or self._apart is None or self._made > before.made:
            self._past.append(before)
        return happened

    def _snapshot(self, chooser: int) -> Snapshot:
        kept = KeptState.of(self._state, self._past[-1].kept if self._past else None)
        return Snapshot(
            self._runner, kept, tuple(self._stack), len(self.events), len(self._lines), chooser,
            self._apart, self._made, self._unknown_choices, self._unknown_events, self._ending,
        )  # fmt: skip

    def _commit(self, runner: Runner, state: State, before: State, grown: tuple[Runner, State]) -> tuple[Event, ...]:
        """Make `state` the present one, with room on its boards (`grown`); decode and return its events."""
        layout, notation = runner.program.layout, self._notation_of(runner.program)
        after = StateReader(runner.program, state)
        decoder = EventDecoder(runner.program, notation, StateReader(runner.program, before), after, 0, 0, [])
        happened: list[Event] = []
        for kind, seat, raw in split_by_world(runner.events()):
            if kind == "apart" and self._apart is None:
                self._apart = SimultaneousPhase.begin(self.players, self._stack)
            if kind == "together":
                moved = self._merge_secret_turns(runner.program)
                happened = [moved.get(id(event), event) for event in happened]
                decoder.before = StateReader(runner.program, joined_so_far(layout, before))
                decoder.after = after
            elif kind == "apart":
                decoder.before = StateReader(runner.program, world_of(layout, before, seat))
                decoder.after = StateReader(runner.program, world_of(layout, state, seat))
            happened += self._translate(decoder, seat, raw)
        if forked(layout, state) and self._apart is None:
            self._apart = SimultaneousPhase.begin(self.players, self._stack)
        self._set_position(*grown)
        happened += self._announce()
        return tuple(happened)

    def _translate(self, decoder: EventDecoder, seat: int, raw: list[RawEvent]) -> list[Event]:
        """Record events, in common or (with `seat`) in the secret turn of one seat; return them."""
        turn = self._secret_turns[seat] if seat >= 0 else SecretTurn()
        decoder.only, decoder.stack = seat, list(turn.stack) if seat >= 0 else self._stack
        decoder.first = len(self.events) + len(turn.events)
        decoder.position = self._made + len(turn.steps) - 1
        events = decoder.translate(raw)
        if seat >= 0 and self._apart is not None:
            after = replace(turn, events=(*turn.events, *events), stack=tuple(decoder.stack))
            self._apart = self._apart.with_turn(seat, after)
        else:
            self.events += events
            self._lines += score_lines(decoder.program, events)
        return events

    def _merge_secret_turns(self, program: Program) -> dict[int, Event]:
        """Number the secret choices and events of all seats, seat by seat; only the seat itself knows of its own.
        Return each renumbered event by the identity of the one in its secret turn."""
        assert self._apart is not None
        moved: dict[int, Event] = {}
        ways = self._apart.joined(self._made, len(self.events))
        for turn, (events, choices, hidden_range) in zip(self._apart.turns, ways, strict=True):
            moved |= {id(before): after for before, after in zip(turn.events, events, strict=True)}
            self.events += events
            self._lines += score_lines(program, events)
            self._made += choices.count
            self._unknown_choices += (choices,)
            self._unknown_events += (hidden_range,)
        self._apart = None
        return moved

    def _set_position(self, runner: Runner, state: State) -> None:
        self._notation = self._notation_of(runner.program)
        self._runner, self._state = runner, state
        self._questions = None

    def _notation_of(self, program: Program) -> Notation:
        """Return the notation of a program: the present one, unless the boards have grown."""
        known = self._notation
        return known if known is not None and known.program is program else Notation(program)

    def _grow_boards(self, runner: Runner, state: State) -> tuple[Runner, State]:
        """Return runner and state with room on the boards. After a RuleError the runner's last events are discarded."""
        try:
            return with_larger_windows(
                runner, state, self._windows, lambda w: self.book.runner(self.players, self.options, w)
            )
        except RuleError:
            runner.events()
            raise

    # ---- changes by hand ----

    @property
    def was_changed_by_hand(self) -> bool:
        """Whether something has been changed by hand, and not taken back, or the match began at a position."""
        begun = bool(self.events) and self.events[0].kind == "position"
        return begun or any(snapshot.agreed == "by_hand" for snapshot in self._past)

    def why_not_by_hand(self, seat: str, changes: Sequence[ByHand]) -> ByHandError | None:
        """Return why changes that a seat proposes cannot be made, as far as the seat may know; None if they can."""
        try:
            by_hand.carry_out(self.program, self._changeable(seat), self.seat(seat), changes)
        except ByHandError as error:
            return error
        return None

    def why_unchangeable(self, seat: str) -> ByHandError | None:
        """Return why a seat cannot propose to change anything by consent now; None if it can."""
        try:
            self._changeable(seat)
        except ByHandError as error:
            return error
        return None

    def shown_by_hand(self, seat: str, changes: Sequence[ByHand], viewer: str) -> tuple[ByHand, ...]:
        """Return changes that a seat proposes, as a viewer may know them before they are made. Raises ByHandError."""
        return by_hand.seen_by(self.program, self._changeable(seat), self.seat(seat), changes, self.seat(viewer))

    def change_by_hand(self, seat: str, changes: Sequence[ByHand]) -> tuple[Event, ...]:
        """Make changes that a seat has proposed and all have agreed on; return the events. The decision that waits is
        asked again. It counts as a choice of the seat. Raises ByHandError or RuleError; then nothing changes."""
        state, number = self._changeable(seat), self.seat(seat)
        raw = by_hand.carry_out(self.program, state, number, changes)
        windows = dict(self._windows)
        try:
            runner, grown = self._grow_boards(self._runner, state)
            stuck = not runner.options(grown)
        except RuleError:
            self._windows = windows
            raise
        if stuck:
            self._windows = windows
            player = self.program.colours[state[self.program.layout.slots["chooser"].first]]
            raise ByHandError("by_hand.no_option", ("player", player))
        before = replace_field(self._snapshot(number), agreed="by_hand")
        decoder = EventDecoder(
            self.program, self.notation, self.contents, StateReader(self.program, state), self._made,
            len(self.events) + 1, [],
        )  # fmt: skip
        agreed = Event(len(self.events), "by_hand", (("player", seat),), (by_hand.CAUSE,), self._made)
        happened = (agreed, *(replace_field(event, causes=(by_hand.CAUSE,)) for event in decoder.translate(raw)))
        self._made += 1
        self.events += happened
        self._lines += score_lines(self.program, happened)
        self._past.append(before)
        self._set_position(runner, grown)
        return happened

    def change_rules(self, seat: str, book: MatchProgram, options: Mapping[str, int], house: str) -> tuple[Event, ...]:
        """Go on under other rules from now on, as a seat has proposed and all have agreed on; return the events.
        `house` names their house rules. The position stays, and nothing before it can be undone. Raises
        RuleChangeError, ByHandError or RuleError, then nothing changes; and whatever `book.runner` raises."""
        state, number = self._changeable(seat), self.seat(seat)
        runner = book.runner(self.players, options, self._windows)
        unchanged = unchanged_files(self.book, book)
        moved = moved_state(self.program, state, runner.program, runner.blank(), unchanged)
        if not runner.options(moved):
            raise RuleChangeError("by_hand.no_option", ("player", self.program.colours[self.contents.get("chooser")]))
        before = replace_field(self._snapshot(number), agreed="rules")
        names = {anchor.name: number for number, anchor in enumerate(runner.program.anchors)}
        rules = [self.program.anchors[anchor].name for anchor in self._stack]
        self._stack = [names[name] for name in rules if name in names]
        args = (("player", seat), ("house", house))
        changed = Event(len(self.events), "new_rules", args, (by_hand.CAUSE,), self._made)
        self.book, self.options = book, dict(options)
        self._made += 1
        self.events.append(changed)
        self._past.append(before)
        self._ending = replace(self._ending, floor=len(self._past), barrier="undo.new_rules")
        self._set_position(runner, moved)
        return (changed,)

    def _changeable(self, seat: str) -> State:
        """Return a copy of the state for changes that a seat proposes. Raises ByHandError if there can be none now."""
        if self.over:
            raise ByHandError("refused.over")
        if self._apart is not None:
            raise ByHandError("by_hand.secretly")
        if self.seat(seat) < 0:
            raise ByHandError("by_hand.no_player", ("player", seat))
        question = self.question
        if question is None or question.ask.parameter or question.ask.further:
            raise ByHandError("by_hand.begun")
        return list(self._state)

    # ---- ending early ----

    def give_up(self, seat: str, kind: GivingUp = "resign") -> tuple[Event, ...]:
        """Let a player give up; return the events. The match ends if only one side is left, or only computers are.
        Raises ValueError if the seat is not that of a person who plays."""
        number = self.seat(seat)
        if self.over or not self._ending.may_give_up(number):
            raise ValueError(f"{seat} cannot give up")
        over = self._ending.ends_with(self.program, number)
        cause = (number, kind)
        self._ending = replace(
            self._ending,
            given_up=(*self._ending.given_up, cause),
            pending=(*self._ending.pending, cause),
            over=over,
            floor=len(self._past),
            barrier="undo.given_up",
        )
        return self._end() if over else self._announce()

    def agree_on_draw(self) -> tuple[Event, ...]:
        """End the match as a draw; return the events. Raises ValueError if it is over."""
        if self.over:
            raise ValueError("the match is over")
        self._ending = replace(self._ending, drawn=True, over=True, floor=len(self._past))
        return self._end()

    def _end(self) -> tuple[Event, ...]:
        """End the match: what players have decided in secret becomes part of its events, each known to its seat."""
        if self._apart is not None:
            self._merge_secret_turns(self.program)
        self._questions = None
        announced = self._announce()
        if self._ending.drawn:
            announced += (self._ending.event(len(self.events), self._made - 1, self.program, None),)
            self.events.append(announced[-1])
        return announced

    def _announce(self) -> tuple[Event, ...]:
        """Record and return the events of those who have given up. While players decide in secret these wait: each
        seat has numbers of its own for the events of its secret turn."""
        if self._apart is not None or not self._ending.pending:
            return ()
        causes = enumerate(self._ending.pending, start=len(self.events))
        made = tuple(self._ending.event(number, self._made - 1, self.program, cause) for number, cause in causes)
        self._ending = replace(self._ending, pending=(), floor=len(self._past))
        self.events += made
        return made

    # ---- going back ----

    @property
    def past(self) -> Sequence[Snapshot]:
        """A snapshot before each choice that is in common; secret choices of the present phase are not among them."""
        return self._past

    def why_no_undo(self, seat: str) -> str:
        """Return why a seat may not undo its last choice, as a key for dsl.i18n; "" if it may. Later choices of
        forgetful seats are undone with it."""
        number = self.seat(seat)
        if self._ending.over:
            return "undo.ended"
        if self._secret_turns:
            steps = self._secret_turns[number].steps if number >= 0 else ()
            return learned(self._before(steps[-1]), self.contents_of(number), (number,)) if steps else "undo.secret"
        last = self._goes_back_to(number)
        return last if isinstance(last, str) else self._knowledge_gained(last)

    def _goes_back_to(self, number: int) -> Snapshot | str:
        """Return the snapshot that an undo of a seat restores, or why it is refused, as a key for dsl.i18n."""
        for last in reversed(self._past[self._ending.floor :]):
            if last.apart is not None:
                return "undo.together"
            if last.chooser == number:
                return last
            if number < 0 or self.program.colours[last.chooser] not in self.forgetful:
                return "undo.not_yours"
        return self._ending.barrier if self._ending.floor else "undo.nothing"

    def _knowledge_gained(self, last: Snapshot) -> str:
        """Return what a seat that remembers has learned since a snapshot, as a key for dsl.i18n; "" if nothing."""
        state = last.state
        if last.runner is not self._runner:
            state = recenter(state, last.runner.program.layout, self.program.layout, self._runner.blank())
        minds = (rank for rank, colour in enumerate(self.program.colours) if colour not in self.forgetful)
        why = learned(StateReader(self.program, state), self.contents, minds)
        # what was shown may have been turned face down again, but a player has seen it
        return why or ("undo.seen" if any(event.kind == "show" for event in self.events[last.events :]) else "")

    def _before(self, step: SecretChoice) -> StateReader:
        """Return the world of a seat before a secret choice, in the present windows of the boards."""
        world = list(step.world)
        if step.runner is not self._runner:
            world = recenter(world, step.runner.program.layout, self.program.layout, self._runner.blank())
        return StateReader(self.program, world)

    def undo(self, seat: str) -> str:
        """Undo the seat's last choice; return why not, as a key for dsl.i18n, or "" if it was done."""
        why = self.why_no_undo(seat)
        if not why:
            self.go_back(seat)
        return why

    def go_back(self, seat: str = "") -> None:
        """Undo the last choice regardless of what players have learned, for repair and replay.

        During simultaneous decisions it is the last choice of `seat`, if it has made one.
        """
        number = self.seat(seat)
        if self._apart is not None and number >= 0 and self._secret_turns[number].steps:
            self._step_back(self._apart, number)
            return
        last = self._past.pop()
        self._stack = list(last.stack)
        del self.events[last.events :]
        del self._lines[last.lines :]
        self._apart, self._made, self._ending = last.apart, last.made, last.ending
        self._unknown_choices, self._unknown_events = last.unknown_choices, last.unknown_events
        self._windows = {
            board.name: board.window for board in last.runner.program.layout.boards.values() if board.unbounded
        }
        self._set_position(last.runner, last.state)

    def _step_back(self, apart: SimultaneousPhase, seat: int) -> None:
        layout, turn = self.program.layout, apart.turns[seat]
        state = list(self._state)
        put_world(layout, state, seat, self._before(turn.steps[-1]).state)
        state[layout.slots["secretly"].first] |= 1 << seat
        self._apart = apart.with_turn(seat, turn.back())
        self._set_position(self._runner, state)

    def fork(self) -> Match:
        """Return an independent copy of the match, for looking ahead."""
        other = Match.__new__(Match)
        other._setting(self.book, self.players, self.options)
        other.forgetful = self.forgetful
        other.events = list(self.events)
        other._lines = list(self._lines)
        other._stack = list(self._stack)
        other._past = list(self._past)
        other._windows, other._notation = dict(self._windows), self._notation
        other._apart, other._made = self._apart, self._made
        other._ending = self._ending
        other._unknown_choices, other._unknown_events = self._unknown_choices, self._unknown_events
        other._set_position(self._runner, self._state)
        return other

    def before(self, choice: int) -> Match:
        """Return a match at the position before the choice `past[choice]`."""
        other = self.fork()
        del other._past[choice + 1 :]
        other.go_back()
        return other

    # ---- reasons ----

    def why_not(self, seat: str, entry: int, value: str) -> tuple[FailedCondition, ...]:
        """Return the conditions that forbid a value of the decision that waits for `seat`; empty if none does."""
        question = self.question_of(seat)
        return question.why_not(entry, value) if question else ()

    def why(self, event: Event | int) -> tuple[tuple[str, str], ...]:
        """Return the rules that led to an event, outermost first, each with its place in the rules."""
        places = {anchor.name: str(anchor.span) for anchor in self.program.anchors}
        causes = (self.events[event] if isinstance(event, int) else event).causes
        return tuple((name, places.get(name, "")) for name in causes)

    # ---- what a seat sees ----

    def _teams(self) -> tuple[tuple[str, ...], ...]:
        found = dict.fromkeys(self.program.layout.teams)  # each once, in the order of their first players
        return tuple(tuple(self.program.colours[seat] for seat in members(team)) for team in found)

    def view(self, seat: str) -> View:
        """Return all that a seat ("" for a spectator) may know."""
        return view_of(self, seat)

    def summary(self) -> View:
        """Return the view of a spectator without boards and zones, which are most of the work: whose turn it is, and
        what the players have."""
        return view_of(self, "", things=False)

    @property
    def setting(self) -> Setting:
        """The setting of its program: players, options, windows."""
        return Setting(self.players, tuple(sorted(self.options.items())), tuple(sorted(self._windows.items())))

    def information(self, seat: str) -> SeatInformation:
        """Return the information set of a seat, and the match's number for each of its options."""
        index = self.seat(seat)
        position, own = self.position_of(index), self._world_of(index)
        return information_for(self.setting, self.program, self._state, index, position, own, self.question_of(seat))

    def preview(self, seat: str, option: int) -> tuple[tuple[str, ...], tuple[str, ...], View | None]:
        """Return the next values and their places if an option leaves its action open, and the view after it if
        neither chance nor a secret decides about it. Nothing changes."""
        return preview(self, seat, option)
