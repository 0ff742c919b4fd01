"""Link to the table of a lesson or a puzzle: it judges the learner's choices before the table carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.session.lesson_progress import LessonProgress
from app.session.link import Player
from app.session.local_link import LocalLink
from dsl.match.journal import HUMAN, SeatPlan
from dsl.match.match import Match
from dsl.match.observation.notation import NotationError
from dsl.match.rulesets.examples import ExampleFailedError
from dsl.match.rulesets.lessons import Entry, Judgement, StepTexts
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.table import Table
from dsl.match.table_messages import (
    Accepted,
    Answer,
    AskWhyNot,
    Choose,
    Command,
    News,
    Paused,
    Reason,
    Refused,
    Resign,
    TakenBack,
    Undo,
)
from dsl.runtime.runner import RuleError


class Course(Protocol):
    """What is taught step by step at a table: a lesson, or a puzzle."""

    pack: Ruleset
    learner: str

    @property
    def count(self) -> int:
        """The number of steps."""
        ...

    @property
    def title(self) -> str:
        """The title, in the language that was set."""
        ...

    @property
    def shows_coordinates(self) -> bool:
        """Whether the board names its places, whatever the settings say."""
        ...

    def set_language(self, language: str) -> None:
        """Say everything in another language."""
        ...

    def texts(self, step: int) -> StepTexts:
        """Return what a step says."""
        ...

    def places(self, step: int, match: Match) -> frozenset[str]:
        """Return the places that a step shows."""
        ...

    def enter(self, step: int, before: Match | None) -> Entry:
        """Return how a step begins after the position `before`."""
        ...

    def judge(self, step: int, start: Match, options: Sequence[int]) -> Judgement:
        """Say whether choices solve the task."""
        ...

    def leads_to_match(self, step: int) -> bool:
        """Whether a first match is offered after a step."""
        ...

    def answer(self, step: int, number: int) -> Judgement:
        """Say whether one of the answers of a step is right."""
        ...

    def places_to_find(self, step: int) -> frozenset[str] | None:
        """Return the places that the learner is to mark; None if the task is another one."""
        ...

    def judge_places(self, step: int, places: frozenset[str]) -> Judgement:
        """Say whether these are the places that are asked for."""
        ...

    def outcome(self, step: int) -> Match | None:
        """Return the position that shows why an answer is right; None if it is the same one."""
        ...

    def refused(self, step: int, anchor: str) -> str:
        """Return what is said of a choice that a condition forbids; empty: nothing."""
        ...

    def solution(self, step: int, start: Match) -> tuple[int, ...]:
        """Return the options of a right choice; none if none is found."""
        ...


class LessonLink(LocalLink):
    """Passes the learner's choices to a table for practice: open ones and right ones; a wrong one is taken back.

    Signals:
        progressed: Something has changed that the panel shows; `progress` has it.
        finished: The learner has gone on after the last step.
    """

    progressed = Signal()
    finished = Signal()

    def __init__(self, course: Course, parent: QObject | None = None) -> None:
        """Raises ExampleFailedError, NotationError, OptionError or RuleError if the first position cannot be made."""
        self.course = course
        entry = course.enter(0, None)
        seats = [SeatPlan(colour, HUMAN) for colour in entry.match.program.colours]
        super().__init__(Table.at(course.pack, entry.match, seats), parent)
        self.players = tuple(Player(seat.colour, "", seat.colour == course.learner) for seat in seats)
        self._starts: list[Match] = [entry.match.fork()]
        self._begin_step(0)

    def _begin_step(self, step: int) -> None:
        self._step, self._options = step, list[int]()
        self._done = not self._texts.task
        self._hints = 0
        self._marked: frozenset[str] = frozenset()  #: by the learner, where places are asked for
        self._verdict: Judgement | None = None

    @property
    def _texts(self) -> StepTexts:
        return self.course.texts(self._step)

    @property
    def progress(self) -> LessonProgress:
        """Where the learner is."""
        start, solved = self._starts[self._step], self._done and bool(self._texts.task)
        places: frozenset[str] = frozenset() if solved else self.course.places(self._step, start)
        texts, verdict = self._texts, self._verdict
        return LessonProgress(
            step=self._step,
            steps=self.course.count,
            sentences=texts.sentences,
            task=texts.task,
            answers=texts.answers,
            hints=texts.hints[: self._hints],
            more_hints=self._hints < len(texts.hints),
            done=self._done,
            verdict=verdict.verdict if verdict is not None else None,
            reaction=verdict.text if verdict is not None else "",
            places=places,
            marked=self._marked if self.course.places_to_find(self._step) is not None else None,
            leads_to_match=self._done and self.course.leads_to_match(self._step),
        )

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self._table.match

    @property
    def paces_bots(self) -> bool:
        """False: what others do belongs to the steps."""
        return False

    @property
    def idle_text(self) -> str:
        """Override Link: between tasks the panel leads on."""
        return "lesson.idle"

    @property
    def has_replay(self) -> bool:
        """False: a lesson has no past of its own."""
        return False

    @property
    def can_branch(self) -> bool:
        """False: a lesson is no match."""
        return False

    def undoes_others(self, seat: str) -> bool:
        """Return False: an undo stays within the task."""
        return False

    def offer_draw(self, seat: str) -> int:
        """Refuse: there is no match to end."""
        self._requests += 1
        self._emit_answer(Refused(self._requests, "refused.cannot_give_up"))
        return self._requests

    # ---- from step to step ----

    def go_on(self) -> None:
        """Enter the next step, or finish; nothing while the task is open."""
        if not self._done:
            return
        if self._step + 1 == self.course.count:
            self.finished.emit()
            return
        entry = self._entry_after(self._table.match)
        self._begin_step(self._step + 1)
        del self._starts[self._step :]
        self._starts.append(entry.match.fork())
        if entry.was_set_up:
            self._table.set_position(entry.match)
        else:
            for seat, option in entry.choices:
                self._take(seat, option)
            learner = self.course.learner
            self._update(learner, TakenBack(learner, self._table.view(learner), 0))  # its decision is asked now
        self.progressed.emit()

    def _entry_after(self, match: Match) -> Entry:
        """Return how the next step begins; where it cannot after what was chosen, after the first right choice."""
        try:
            return self.course.enter(self._step + 1, match)
        except (ExampleFailedError, NotationError, OptionError, RuleError):
            ahead = self._starts[self._step].fork()
            for option in self.course.solution(self._step, ahead):
                ahead.choose(ahead.position_of(ahead.seat(self.course.learner)), option, self.course.learner)
            return self.course.enter(self._step + 1, ahead)

    def go_back(self) -> None:
        """Return to the step before, at the position where it began."""
        if self._step > 0:
            self._restart(self._step - 1)

    def _restart(self, step: int) -> None:
        self._begin_step(step)
        self._table.set_position(self._starts[step].fork())
        self.progressed.emit()

    def give_hint(self) -> None:
        """Show one more hint."""
        self._hints = min(self._hints + 1, len(self._texts.hints))
        self.progressed.emit()

    def show_solution(self) -> None:
        """Carry out a right choice for the learner."""
        start = self._starts[self._step]
        wanted = self.course.places_to_find(self._step)
        if wanted is not None:
            self._marked = wanted
            self.check_places()
            return
        if self._texts.answers:
            numbers = range(len(self._texts.answers))
            self.answer(next(n for n in numbers if self.course.answer(self._step, n).verdict == "right"))
            return
        options = self.course.solution(self._step, start)
        if self._done or not options:
            return
        if self._options:
            self._table.set_position(start.fork())
        verdict, self._options = self.course.judge(self._step, start, options), list(options)
        for number, option in enumerate(options, 1):
            self._done = number == len(options)
            self._take(self.course.learner, option)
        self._judge(verdict)

    def answer(self, number: int) -> None:
        """Take one of the answers of the step; after the right one the table shows what comes of it."""
        verdict, after = self.course.answer(self._step, number), self.course.outcome(self._step)
        if verdict.verdict == "right" and after is not None:
            self._table.set_position(after)
        self._judge(verdict)

    def toggle_place(self, place: str) -> None:
        """Mark a place, or no longer, while places are asked for."""
        if not self._done and self.course.places_to_find(self._step) is not None:
            self._marked ^= {place}
            self._verdict = None
            self.progressed.emit()

    def check_places(self) -> None:
        """Judge the places that are marked."""
        self._judge(self.course.judge_places(self._step, self._marked))

    @property
    def _asks_beside_table(self) -> bool:
        """Whether the task is a question that the panel asks, and nothing is to be played."""
        return bool(self._texts.answers) or self.course.places_to_find(self._step) is not None

    def set_language(self, language: str) -> None:
        """Say everything in another language."""
        self.course.set_language(language)
        self._verdict = None
        self.progressed.emit()

    def _judge(self, verdict: Judgement) -> None:
        self._verdict = verdict
        self._done = self._done or verdict.verdict == "right"
        self.progressed.emit()

    def _take(self, seat: str, option: int) -> Answer:
        match = self._table.match
        return self._table.handle(Choose(0, seat, match.position_of(match.seat(seat)), option))

    def _update(self, seat: str, news: News) -> None:
        """Tell the page what has changed: without a decision where there is nothing to choose in this step, and never
        with the end of a match."""
        if not isinstance(news, Paused):
            waits = self._done or self._asks_beside_table
            may_undo = news.view.may_undo and not self._asks_beside_table
            decisions = () if waits else news.view.decisions
            view = replace(news.view, outcome=None, decisions=decisions, may_undo=may_undo)
            news = replace(news, view=view)
        super()._update(seat, news)

    # ---- the learner's choices ----

    def _send(self, command: Command) -> None:
        match command:
            case Choose():
                self._emit_answer(self._choose(command))
            case Undo(request, seat):
                self._undo(request, seat)
            case Resign(request):
                self._emit_answer(Refused(request, "refused.cannot_give_up"))
            case _:
                answer = self._table.handle(command)
                if isinstance(command, AskWhyNot) and isinstance(answer, Reason):
                    self._react_to(command, answer)
                self._emit_answer(answer)

    def _choose(self, command: Choose) -> Answer:
        if self._done or self._asks_beside_table:
            return Refused(command.request, "refused.lesson")
        refused = self._table.match.refusal(command.seat, command.position, command.option, command.request)
        if refused is not None:
            return refused
        options = [*self._options, command.option]
        verdict = self.course.judge(self._step, self._starts[self._step], options)
        if verdict.verdict == "wrong":
            if self._options:
                self._options = []
                self._table.set_position(self._starts[self._step].fork())
            self._judge(verdict)
            return Refused(command.request, verdict.text or "refused.lesson_wrong")
        self._done = verdict.verdict == "right"  # before the table tells of it
        answer = self._table.handle(command)
        if not isinstance(answer, Accepted):
            self._done = False
            return answer
        self._options = options
        if self._done:
            self._judge(verdict)
        return answer

    def _undo(self, request: int, seat: str) -> None:
        """Take back a value of an action under way; after the task, begin it again."""
        if self._done and self._options:
            self._restart(self._step)
            self._emit_answer(Accepted(request))
        elif self._options:
            answer = self._table.handle(Undo(request, seat))
            if isinstance(answer, Accepted):
                self._options.pop()
            self._emit_answer(answer)
        else:
            self._emit_answer(Refused(request, "undo.nothing"))

    def _react_to(self, asked: AskWhyNot, reason: Reason) -> None:
        """Add what the lesson says of a choice that a condition forbids; a tooltip asks without a choice. A gesture may
        mean several actions: the first one that the lesson speaks of counts."""
        if self._done or not reason.conditions or reason.request in self._entry_questions:
            return
        match, anchors = self._table.match, [reason.conditions[0].anchor]
        if asked.entry < 0:
            entries = [entry for each in match.view(asked.seat).decisions for entry in range(len(each.entries))]
            anchors += [each.anchor for entry in entries for each in match.why_not(asked.seat, entry, asked.value)]
        text = next((text for anchor in anchors if (text := self.course.refused(self._step, anchor))), "")
        if text:
            self._judge(Judgement("wrong", text))
        elif self._verdict is not None:  # what was said of the choice before does not fit this one
            self._verdict = None
            self.progressed.emit()
