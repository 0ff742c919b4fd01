"""A match: its positions one after the other, choices in, events out. It holds every secret; seats get views of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from dsl.engine.chronicle import Chronicle, Event
from dsl.engine.contents import Contents
from dsl.engine.decisions import Question
from dsl.engine.messages import FailedCondition, Refused
from dsl.engine.notation import Notation
from dsl.engine.room import with_room
from dsl.engine.score import outcome, score_lines
from dsl.engine.view import DecisionView, OptionView, OutcomeView, ScoreLine, View
from dsl.engine.views import Table, cells_named, has_secrets, learned
from dsl.program.program import Program
from dsl.run.growing import rehome
from dsl.run.runner import Runner, State


class Rulebook(Protocol):
    """Where a match has its rules from: a pack."""

    @property
    def name(self) -> str:
        """The game's name."""
        ...

    def runner(self, players: int, options: Mapping[str, int], windows: Mapping[str, int]) -> Runner:
        """Return a runner for these options and windows of unbounded boards, made once."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that going back needs. States are copied before they change, so a snapshot never does."""

    runner: Runner
    state: State
    stack: tuple[int, ...]
    events: int
    lines: int
    chooser: int = -1  #: the seat that chose here


class Match:
    """One game from its setup to its end."""

    def __init__(self, book: Rulebook, players: int, options: Mapping[str, int], seed: int) -> None:
        self._setting(book, players, options)
        runner = book.runner(players, self.options, {})
        blank = runner.blank()
        runner.events()
        self._settle(runner, runner.start(seed), blank)

    @classmethod
    def at(cls, book: Rulebook, players: int, options: Mapping[str, int], runner: Runner, state: State) -> Match:
        """Return a match that goes on from a position, such as that of an example."""
        match = cls.__new__(cls)
        match._setting(book, players, options)
        match._settle(runner, state, list(state))
        return match

    def _setting(self, book: Rulebook, players: int, options: Mapping[str, int]) -> None:
        self.book = book
        self.players = players
        self.options = dict(options)
        self.events: list[Event] = []
        self._lines: list[ScoreLine] = []
        self._stack: list[int] = []
        self._past: list[Snapshot] = []
        self._windows: dict[str, int] = {}
        self._question: Question | None = None

    # ---- where the match stands ----

    @property
    def program(self) -> Program:
        """The program at hand; a growing board changes it."""
        return self._runner.program

    @property
    def runner(self) -> Runner:
        """What runs the program."""
        return self._runner

    @property
    def state(self) -> State:
        """The present state; copy it before you change it."""
        return self._state

    @property
    def contents(self) -> Contents:
        """The present position, with all its secrets."""
        return Contents(self.program, self._state)

    @property
    def notation(self) -> Notation:
        """Writes and reads values of the present program."""
        return self._notation

    @property
    def position(self) -> int:
        """How many choices were made."""
        return len(self._past)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.contents.get("final"))

    @property
    def digest(self) -> str:
        """The SHA-256 of the position; the same whatever the window of a growing board is."""
        return self._runner.digest(self._state)

    @property
    def digest_before(self) -> str:
        """The digest of the position before the last choice; ValueError if there was none."""
        if not self._past:
            raise ValueError("nothing was chosen yet")
        return self._past[-1].runner.digest(self._past[-1].state)

    @property
    def question(self) -> Question | None:
        """What is asked now; none when the match is over."""
        if self._question is None and not self.over and self.contents.get("ask") >= 0:
            ask = self.program.asks[self.contents.get("ask")]
            options = self._runner.options(self._state)
            chooser = self.contents.get("chooser")
            self._question = Question(self._runner, self._notation, self.contents, self.position, ask, chooser, options)
        return self._question

    @property
    def decisions(self) -> tuple[DecisionView, ...]:
        """Return the decisions that wait, with all their options."""
        question = self.question
        return (question.view(open_to_viewer=True),) if question else ()

    @property
    def sheet(self) -> tuple[ScoreLine, ...]:
        """The score sheet so far."""
        return tuple(self._lines)

    @property
    def outcome(self) -> OutcomeView | None:
        """The ranking and the score sheet; none before the end."""
        return outcome(self._runner, self.contents, self._lines) if self.over else None

    def seat(self, colour: str) -> int:
        """Return the number of a seat, -1 for a spectator."""
        return self.program.colours.index(colour) if colour in self.program.colours else -1

    # ---- choosing ----

    def refusal(self, seat: str, position: int, option: int, request: int = 0) -> Refused | None:
        """Return why a seat may not take an option now, none if it may."""
        question = self.question
        if question is None:
            return Refused(request, "refused.over")
        if position != self.position:
            return Refused(request, "refused.stale")
        if seat != question.seat:
            return Refused(request, "refused.not_your_turn", (("player", question.seat),))
        if option not in question.options:
            return Refused(request, "refused.not_offered")
        return None

    def choose(self, decision: DecisionView | int, option: OptionView | int) -> tuple[Event, ...]:
        """Take an option of the decision (or position) that waits; return what happened. RuleError changes nothing.

        Raises ValueError if the decision is not the present one or the option is not offered: ask `refusal` first.
        """
        number = option.number if isinstance(option, OptionView) else option
        position = decision.number if isinstance(decision, DecisionView) else decision
        question = self.question
        if question is None or position != self.position or number not in question.options:
            raise ValueError(f"position {self.position} does not offer {number} (asked at {position})")
        before = Snapshot(
            self._runner, self._state, tuple(self._stack), len(self.events), len(self._lines), question.chooser
        )
        state = list(self._state)
        self._runner.choose(state, number)
        self._past.append(before)
        self._settle(self._runner, state, before.state)
        return tuple(self.events[before.events :])

    def _settle(self, runner: Runner, state: State, before: State) -> None:
        """Make `state` the present one: translate its events, then give its boards room."""
        notation = Notation(runner.program)
        chronicle = Chronicle(
            runner.program,
            notation,
            Contents(runner.program, before),
            Contents(runner.program, state),
            max(self.position - 1, 0),
            len(self.events),
            self._stack,
        )
        events = chronicle.translate(runner.events())
        self.events += events
        self._lines += score_lines(runner.program, events)
        self._stand(*self._grown(runner, state))

    def _stand(self, runner: Runner, state: State) -> None:
        self._runner, self._state = runner, state
        self._notation = Notation(runner.program)
        self._question = None

    def _grown(self, runner: Runner, state: State) -> tuple[Runner, State]:
        return with_room(runner, state, self._windows, lambda w: self.book.runner(self.players, self.options, w))

    # ---- going back ----

    def why_no_undo(self, seat: str) -> str:
        """Return why a seat may not take back the last choice, as a key for words; empty if it may."""
        if not self._past:
            return "undo.nothing"
        last = self._past[-1]
        if last.chooser != self.seat(seat):
            return "undo.not_yours"
        state = last.state
        if last.runner is not self._runner:
            state = rehome(state, last.runner.program.layout, self.program.layout, self._runner.blank())
        return learned(Contents(self.program, state), self.contents)

    def undo(self, seat: str) -> str:
        """Take back the last choice; return why not, as a key for words, or nothing if it was done."""
        why = self.why_no_undo(seat)
        if not why:
            self.go_back()
        return why

    def go_back(self) -> None:
        """Take back the last choice, whoever has learned what: for whoever repairs or replays a match."""
        last = self._past.pop()
        self._stack = list(last.stack)
        del self.events[last.events :]
        del self._lines[last.lines :]
        self._windows = {
            board.name: board.window for board in last.runner.program.layout.boards.values() if board.unbounded
        }
        self._stand(last.runner, last.state)

    def fork(self) -> Match:
        """Return a match that goes on from here by itself, for looking ahead."""
        other = Match.__new__(Match)
        other._setting(self.book, self.players, self.options)
        other.events = list(self.events)
        other._lines = list(self._lines)
        other._stack = list(self._stack)
        other._past = list(self._past)
        other._windows = dict(self._windows)
        other._stand(self._runner, self._state)
        return other

    # ---- reasons ----

    def why_not(self, seat: str, entry: int, value: str) -> tuple[FailedCondition, ...]:
        """Return the conditions that forbid a value of the decision that waits for `seat`; none if nothing does."""
        question = self.question
        return question.why_not(entry, value) if question and question.seat == seat else ()

    def why(self, event: int) -> tuple[tuple[str, str], ...]:
        """Return the rules that led to an event, outermost first, each with its place in the rules."""
        places = {anchor.name: str(anchor.span) for anchor in self.program.anchors}
        return tuple((name, places.get(name, "")) for name in self.events[event].causes)

    # ---- what a seat sees ----

    def view(self, seat: str) -> View:
        """Return all that a seat ("" for a spectator) may know."""
        contents, number, question = self.contents, self.seat(seat), self.question
        table = Table(contents, self._notation, number)
        asked = question is not None and question.chooser == number
        wanted = cells_named(contents, question.cells()) if question and asked else {}
        active, phase = contents.get("me"), contents.get("phase")
        why_no_undo = self.why_no_undo(seat)
        return View(
            game=self.book.name,
            seat=seat,
            position=self.position,
            colours=self.program.colours,
            turn=contents.get("turn"),
            active=self.program.colours[active] if active >= 0 and not self.over else "",
            phase=self.program.anchors[phase].name if phase >= 0 else "",
            boards=table.boards(wanted),
            zones=table.zones(),
            seats=table.seats(),
            values=table.values(),
            decisions=(question.view(asked),) if question else (),
            sheet=self.sheet,
            outcome=self.outcome,
            secrets=has_secrets(contents),
            may_undo=not why_no_undo,
            why_no_undo=why_no_undo,
        )

    def preview(self, seat: str, option: int) -> tuple[tuple[str, ...], tuple[str, ...], View | None]:
        """Return the next values and their places if an option leaves its action open, and the view after it if
        neither chance nor a secret decides about it. Nothing changes."""
        ahead = self.fork()
        ahead.choose(self.position, option)
        following = ahead.question
        texts: list[str] = []
        places: list[str] = []
        if following and following.seat == seat and following.ask.parameter:
            values = [chosen.value for chosen in following.view(open_to_viewer=True).options]
            texts = [value.text for value in values]
            places = [value.place for value in values if value.place]
        shown = None if ahead.why_no_undo(seat) else replace(ahead.view(seat), decisions=())
        return tuple(texts), tuple(places), shown
