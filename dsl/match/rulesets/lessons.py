"""Lessons: steps at the table with sentences, tasks and reactions; reads and runs them, and checks them like examples.

A step is entered at a position: its lines set one up, or play on from the position where the step before ended. A task
is solved by one whole action; the first `right` or `wrong` line that fits the action decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.match.match import Match
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.notation import Notation, NotationError, words_of
from dsl.match.rulesets.examples import ExampleFailedError, ExampleResult, ExampleRun, rule_problem
from dsl.match.rulesets.folder import ENGLISH
from dsl.match.rulesets.lesson_texts import key_of, lesson_texts, said_by_line, steps_of
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.runtime.runner import RuleError
from dsl.syntax import ast as t

TRIED = 12  #: how many other right choices of a task a check follows to the next step
_SEARCHED = 3000  #: choices that a search for a right one looks at, at the most
_REPLIES = 60  #: choices of a player who replies at random, at most

Verdict = Literal["right", "wrong", "open"]  #: `open`: the action has values to come

# ---- texts ----


@dataclass(frozen=True, slots=True)
class StepTexts:
    """What a step says in one language."""

    sentences: tuple[str, ...]
    task: str | None
    hints: tuple[str, ...]
    answers: tuple[str, ...] = ()  #: to choose from, where the task is a question


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a ruleset: its number among the lessons, its name, and its title in one language."""

    number: int
    name: str
    title: str
    steps: int
    first_match: int | None  #: players of the first match that it leads to; None: it leads to none


def lessons_of(pack: Ruleset, language: str) -> tuple[Lesson, ...]:
    """Return the lessons of a ruleset that was loaded with them, in the order of the text."""
    texts = lesson_texts(pack.text, language)
    sections = (_section(declared.text) for declared in pack.rules.lessons)
    return tuple(
        Lesson(number, each.name, texts.get(each.name, each.title), len(steps_of(each)), _first_match(pack, each))
        for number, each in enumerate(sections)
    )


def _first_match(pack: Ruleset, section: t.LessonSection) -> int | None:
    lines = section.all_lines
    if not any(isinstance(line, t.FirstMatch) for line in lines):
        return None
    settings = (setting for line in lines if isinstance(line, t.WithOptions) for setting in line.settings)
    seats = (value.value for name, value in settings if name == "seats" and isinstance(value, t.Number))
    return next(seats, pack.rules.players[1])


def _section(text: object) -> t.LessonSection:
    assert isinstance(text, t.LessonSection)
    return text


# ---- running ----


@dataclass(frozen=True, slots=True)
class Entry:
    """How a step begins: the match at its position, and what happened on the way."""

    match: Match
    choices: tuple[tuple[str, int], ...]  #: seats and their options since the step before, in order
    was_set_up: bool  #: whether the position does not follow from that of the step before


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether choices solve a task, and what is said about it; empty: nothing in particular."""

    verdict: Verdict
    text: str = ""


class LessonRun:
    """One lesson on its way. Positions are matches, which it never changes."""

    def __init__(self, pack: Ruleset, number: int, language: str = ENGLISH) -> None:
        """`pack` was loaded with its lessons. Raises OptionError."""
        self.section = section = _section(pack.rules.lessons[number].text)
        self.pack = pack
        self._texts = lesson_texts(pack.text, language)
        self._steps = steps_of(section)
        self._numbers = {id(line): index for index, line in enumerate(section.all_lines)}
        scene = tuple(line for line in section.all_lines if isinstance(line, t.SceneLine))
        index = len(pack.rules.examples) + number
        self._run = ExampleRun(pack, index, t.ExampleSection(section.title, scene, span=section.span))
        self._run.begin((index,))
        colours = self._run.match.program.colours
        self.learner = next((line.player for line in scene if isinstance(line, t.TurnIs)), colours[0])

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self._steps)

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return self._texts.get(self.section.name, self.section.title)

    def set_language(self, language: str) -> None:
        """Say everything in another language. Raises RulesError."""
        self._texts = lesson_texts(self.pack.text, language)

    def texts(self, step: int) -> StepTexts:
        """Return what a step says."""
        lines = self._steps[step].lines
        tasks = [self._said(step, line) for line in lines if isinstance(line, t.Task)]
        return StepTexts(
            tuple(self._said(step, line) for line in lines if isinstance(line, t.Say)),
            tasks[0] if tasks else None,
            tuple(self._said(step, line) for line in lines if isinstance(line, t.LessonHint)),
        )

    def places(self, step: int, match: Match) -> frozenset[str]:
        """Return the places that a step shows, as views name them. Raises NotationError."""
        notation = match.notation
        words = (" ".join(words_of(each)) for line in self._lines(step, t.PointAt) for each in line.places)
        return frozenset(_place(notation, place) for place in words)

    def _lines(self, step: int, kind: type[t.PointAt]) -> Iterator[t.PointAt]:
        return (line for line in self._steps[step].lines if isinstance(line, kind))

    def _said(self, step: int, line: t.LineNode) -> str:
        return self._texts.get(key_of(self.section, self._steps[step], line), said_by_line(line))

    def enter(self, step: int, before: Match | None) -> Entry:
        """Carry out what happens at the beginning of a step, at the position where the step before ended; None before
        the first. Raises ExampleFailedError, NotationError, OptionError, RuleError."""
        run = self._run
        if before is not None:
            run.go_on_from(before)
        else:
            for line in self.section.lines:
                if isinstance(line, t.SceneLine):
                    self._carry_out(line)
        for each in self._steps[step].lines:
            if isinstance(each, t.SceneLine | t.Reply):
                self._carry_out(each)
        return Entry(run.match.fork(), tuple(run.choices), run.was_set_up or before is None)

    def _carry_out(self, line: t.SceneLine | t.Reply) -> None:
        match line:
            case t.PlayMove(move=move, by=by) if by:
                self._run.play_for(by, move)
            case t.Reply():
                self._reply(line)
            case _:
                self._run.carry_out(self._numbers[id(line)], line)

    def _reply(self, line: t.Reply) -> None:
        for number in range(_REPLIES):
            question = self._run.match.question
            if question is None or question.seat != line.player:
                return
            self._run.take(chance_option(question, line.seed, number))

    # ---- the task ----

    def judge(self, step: int, start: Match, options: Sequence[int]) -> Judgement:
        """Say whether the options that the learner took in turn since `start` solve the task of a step.

        A choice with values to come is open as long as a right one may begin like this. Raises RuleError.
        """
        chosen, after = self._chosen(start, options)
        whole = _is_whole(after, chosen[0].question.seat)
        self._run.go_on_from(after)
        answers = [line for line in self._steps[step].lines if isinstance(line, t.RightChoice | t.WrongChoice)]
        if not whole:
            first = next((line for line in answers if self._begins(line.move, chosen)), None)
            if isinstance(first, t.WrongChoice) and first.condition is None and len(first.move.args) <= len(chosen):
                return Judgement("wrong", self._said(step, first))  # however the action goes on
            return Judgement("wrong" if first is None else "open")
        for line in answers:
            fits = self._begins(line.move, chosen) and len(line.move.args) <= len(chosen)
            if fits and (line.condition is None or self._run.holds(self._numbers[id(line)])):
                verdict: Verdict = "right" if isinstance(line, t.RightChoice) else "wrong"
                return Judgement(verdict, self._said(step, line))
        return Judgement("wrong")

    def refused(self, step: int, anchor: str) -> str:
        """Return what a step says of a choice that this condition (`drift.movable`) forbids; empty: nothing."""
        lines = (line for line in self._steps[step].lines if isinstance(line, t.RefusedChoice))
        return next((self._said(step, line) for line in lines if f"{line.move.name}.{line.condition}" == anchor), "")

    @property
    def shows_coordinates(self) -> bool:
        """False: a lesson marks the places that it speaks of."""
        return False

    def leads_to_match(self, step: int) -> bool:
        """Whether a first match is offered after a step."""
        return any(isinstance(line, t.FirstMatch) for line in self._steps[step].lines)

    def answer(self, step: int, number: int) -> Judgement:
        """Return that a lesson asks no questions with answers."""
        return Judgement("wrong")

    def places_to_find(self, step: int) -> frozenset[str] | None:
        """Return None: a lesson's task is a choice."""
        return None

    def judge_places(self, step: int, places: frozenset[str]) -> Judgement:
        """Return that no places are asked for."""
        return Judgement("wrong")

    def outcome(self, step: int) -> Match | None:
        """Return None: there are no answers that a position explains."""
        return None

    def solution(self, step: int, start: Match) -> tuple[int, ...]:
        """Return the options of the first right choice that is found; none if there is none."""
        return next(self.solutions(step, start), ())

    def solutions(self, step: int, start: Match) -> Iterator[tuple[int, ...]]:
        """Yield the options of right choices one after the other, as far as a limited search finds them."""
        left = _SEARCHED
        names = {line.move.name for line in self._steps[step].lines if isinstance(line, t.RightChoice)}
        waiting: list[tuple[int, ...]] = [()]
        while waiting and left > 0:
            options = waiting.pop()
            judged = self.judge(step, start, options) if options else Judgement("open")
            if judged.verdict == "right":
                yield options
            elif judged.verdict == "open":
                ahead = self._chosen(start, options)[1]
                question = ahead.question_of(self.learner)
                more = [o for o in question.options if options or _name(question, o) in names] if question else []
                waiting += [(*options, option) for option in reversed(more)]
            left -= 1

    def _chosen(self, start: Match, options: Sequence[int]) -> tuple[list[_Chosen], Match]:
        ahead, found = start.fork(), list[_Chosen]()
        for option in options:
            question = ahead.question_of(self.learner)
            assert question is not None
            found.append(_Chosen(question, option))
            ahead.choose(question.position, option, self.learner)
        return found, ahead

    def _begins(self, move: t.Invocation, chosen: Sequence[_Chosen]) -> bool:
        """Whether choices agree with a written move as far as both go."""
        if _name(chosen[0].question, chosen[0].option) != move.name:
            return False
        try:
            pairs = zip(move.args, chosen, strict=False)
            return all(self._run.value(each.question, each.option, words) for words, each in pairs)
        except NotationError:
            return False

    # ---- checking ----

    def check(self) -> Problem | None:
        """Return the problem of the first line that does not hold; None if the whole lesson can be played."""
        self._at: Span = self.section.span
        try:
            self._check(0, None, deep=True)
        except ExampleFailedError as failed:
            return Problem(
                "lesson-fails", failed.summary, self._at, needed=failed.expected, found=failed.found,
                label="under these rules",
                explanation="A lesson is played at the table as it is written: every position must be possible, and "
                "every task\nmust have a right choice that leads on.",
            )  # fmt: skip
        except NotationError as error:
            return Problem("bad-lesson", str(error), error.span or self._at, "cannot be set up or played so")
        except OptionError as error:
            return Problem("unknown-option", str(error), self._at, "no such setting")
        except RuleError as error:
            return rule_problem(error, self._at, self.pack)
        return None

    def _check(self, step: int, before: Match | None, deep: bool) -> None:
        """Play on from a step with the first right choice of each task; with `deep`, also with others as far as the
        next step."""
        self._at = self._steps[step].span
        start = self.enter(step, before).match
        for line in self._steps[step].lines:
            if isinstance(line, t.PointAt):
                self._at = line.span
                self.places(step, start)
        ends = self._check_task(step, start) if self.texts(step).task is not None else [start]
        if step + 1 < self.count:
            self._check(step + 1, ends[0], deep)
            if deep and self._continues(step + 1):
                for end in ends[1:]:
                    self._at = self._steps[step + 1].span
                    ahead = self.enter(step + 1, end).match
                    if self.texts(step + 1).task is not None:
                        self._require_solution(step + 1, ahead, 1)

    def _continues(self, step: int) -> bool:
        """Whether a step goes on from the position of the step before."""
        lines = self._steps[step].lines
        return not any(isinstance(line, t.Given) for line in lines)

    def _check_task(self, step: int, start: Match) -> list[Match]:
        """Check the choices that a task names; return the positions after right ones."""
        for line in self._steps[step].lines:
            self._at = line.span if isinstance(line, t.RightChoice | t.WrongChoice | t.RefusedChoice) else self._at
            match line:
                case t.RefusedChoice(move, condition):
                    self._run.go_on_from(start)
                    found = self._run.refusal(move)
                    if found != f"refused: {condition}":
                        raise ExampleFailedError(f"`{move.name}` is not refused so", f"refused: {condition}", found)
                case t.RightChoice(move) | t.WrongChoice(move):
                    self._run.go_on_from(start)
                    found = self._run.refusal(move) if move.args else self._offered(start, move.name)
                    if found != "allowed":
                        raise ExampleFailedError(f"`{move.name}` cannot be chosen so", "allowed", found)
        self._at = next(line.span for line in self._steps[step].lines if isinstance(line, t.Task))
        return [self._chosen(start, options)[1] for options in self._require_solution(step, start, TRIED)]

    def _offered(self, start: Match, name: str) -> str:
        question = start.question_of(self.learner)
        names = {_name(question, option) for option in question.options} if question is not None else set()
        return "allowed" if name in names else "not offered here"

    def _require_solution(self, step: int, start: Match, most: int) -> list[tuple[int, ...]]:
        found = list(islice(self.solutions(step, start), most))
        if not found:
            name = self._steps[step].name
            raise ExampleFailedError(f"no choice solves the task of the step `{name}`", "a right choice", "none")
        return found


@dataclass(frozen=True, slots=True)
class _Chosen:
    """An option, and the question that it answered."""

    question: Question
    option: int


def _name(question: Question, option: int) -> str:
    """Return the action or the word that an option means."""
    entry = question.ask.entries[option_parts(option, question.ask.combined)[0]]
    return entry.action or entry.word


def _is_whole(match: Match, seat: str) -> bool:
    """Whether the last choice of a seat completed its action."""
    question = match.question_of(seat)
    return question is None or (question.ask.parameter == 0 and not question.ask.further)


def _place(notation: Notation, place: str) -> str:
    """Return the name of a place of any board. Raises NotationError."""
    for board in notation.program.layout.boards.values():
        cell = notation.find_cell(board.name, place)
        if cell is not None:
            return notation.cell(board.name, cell)
    raise NotationError(f"`{place}` is no place of this game")


def chance_option(question: Question, seed: int, number: int) -> int:
    """Return one of the options: first an entry, then one of its values; the same for the same seed and number."""

    def pick(upto: int, what: str) -> int:
        digest = hashlib.sha256(f"{seed} {number} {what}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % upto

    by_entry: dict[int, list[int]] = {}
    for option in question.options:
        by_entry.setdefault(option_parts(option, question.ask.combined)[0], []).append(option)
    values = by_entry[sorted(by_entry)[pick(len(by_entry), "entry")]]
    return values[pick(len(values), "value")]


def run_lessons(pack: Ruleset) -> list[ExampleResult]:
    """Return how every lesson of a pack (loaded with its lessons) goes."""
    return list(each_lesson(pack))


def each_lesson(pack: Ruleset) -> Iterator[ExampleResult]:
    """Yield how every lesson of a pack (loaded with its lessons) goes, as soon as it was played through."""
    for number, declared in enumerate(pack.rules.lessons):
        section = _section(declared.text)
        try:
            problem = LessonRun(pack, number).check()
        except (OptionError, RulesError) as error:
            problem = Problem("unknown-option", str(error), section.span, "no such setting")
        yield ExampleResult(section.title, section.span, problem)
