"""Match that begins at a position put together by hand, in place of the set-up of its rules.

A position in the notation of examples says what lies where, not where the rules wait: in which phase, with how much of
a budget left. That comes from a *course*: choices after the set-up that lead to a decision of the player whose turn it
is. They are carried out, and then the position takes the place of what they led to; nothing of them is in the history.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.ir.layout import FIXED_SLOTS
from dsl.ir.liveness import liveness_of
from dsl.match.by_hand import ByHandError
from dsl.match.journal import Entry, SetUpPosition
from dsl.match.match import Match
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.notation import Notation, NotationError
from dsl.match.observation.state_reader import StateReader
from dsl.match.option_numbers import from_journal, to_journal
from dsl.match.rulesets.examples import setting_value
from dsl.match.rulesets.positions import ImpossiblePositionError, PositionNotation
from dsl.runtime.board_window import recenter
from dsl.runtime.chance import Dice, seeded
from dsl.runtime.runner import RuleError, Runner, State
from dsl.syntax import ast as t
from dsl.syntax.formatter import position_item
from dsl.syntax.parser import parse

_FAR_PLACE = re.compile(r"-?\d+,-?\d+")  #: a place of a board that grows, in the message that it is none
_SEARCHED = 240  #: choices of a search for courses
_WIDEST = 50  #: radius of the largest window in which the places of a position are looked for
_MOST_ITEMS = 4000  #: lines of a position, and choices of a course


@dataclass(frozen=True, slots=True)
class Course:
    """A decision for which a match can wait: whose it is, where in the rules, and the choices that lead to it."""

    player: str
    phase: str  #: the anchor of the innermost phase; empty outside all
    actions: tuple[str, ...]  #: the actions and words that are offered
    choices: tuple[tuple[str, int], ...] = ()  #: seats and options, as `dsl.match.option_numbers` has them

    @property
    def name(self) -> str:
        """What tells it apart from other decisions of the rules, in a journal."""
        return ": ".join((self.phase, " ".join(self.actions)))


def course_of(question: Question, choices: Iterable[tuple[str, int]] = ()) -> Course:
    """Return the course that has led to a question."""
    contents = question.contents
    phase = contents.get("phase")
    actions = dict.fromkeys(entry.action or entry.word for entry in question.ask.entries)
    return Course(question.seat, contents.program.anchors[phase].name if phase >= 0 else "",
                  tuple(actions), tuple(choices))  # fmt: skip


def find_courses(match: Match, seed: int = 0) -> tuple[Course, ...]:
    """Return the decisions that a new match comes to when all choose at random, each with the first way there; in it
    the match is played on. The most frequent beginnings of a turn come first."""
    found: dict[tuple[str, str], Course] = {}
    openings: Counter[tuple[str, str]] = Counter()
    made: list[tuple[str, int]] = []
    dice, turn = Dice(seed), -1
    while len(made) < _SEARCHED and (question := match.question) is not None:
        if _may_begin_at(match, question):
            course = course_of(question, made)
            key = course.player, course.name
            found.setdefault(key, course)
            openings[key] += question.contents.get("turn") != turn
            turn = question.contents.get("turn")
        option = _drawn(question, dice)
        made.append((question.seat, to_journal(question, option)))
        try:
            match.choose(question.position, option, question.seat)
        except RuleError:
            break
    return tuple(sorted(found.values(), key=lambda course: -openings[course.player, course.name]))


def _drawn(question: Question, dice: Dice) -> int:
    """Return one of the options: first an entry, then one of its values."""
    by_entry: dict[int, list[int]] = {}
    for option in question.options:
        by_entry.setdefault(option_parts(option, question.ask.combined)[0], []).append(option)
    values = by_entry[sorted(by_entry)[dice.below(len(by_entry))]]
    return values[dice.below(len(values))]


def _may_begin_at(match: Match, question: Question) -> bool:
    """Whether a match can begin at a question with another position: between two actions, and where nothing that the
    rules still need is a piece, of which the other position has others."""
    if match.secretly or question.ask.parameter or question.ask.further:
        return False
    program, waiting = match.program, liveness_of(match.program)
    needed = waiting.from_step(match.contents.get("next")) | waiting.asked(match.contents.get("ask"))
    return not any(program.layout.slots[name].piece for name in needed - program.layout.things)


def set_up(match: Match, start: SetUpPosition) -> None:
    """Let a new match begin at a position. Raises ByHandError, ValueError or RuleError; then the match is invalid."""
    if max(len(start.items), len(start.course)) > _MOST_ITEMS:
        raise ValueError("the position is too large")
    for seat, number in start.course:
        question = match.question_of(seat)
        if question is None:
            raise ValueError(f"{seat} has nothing to choose")
        match.choose(question.position, from_journal(question, number), seat)
    question = match.question
    if question is None or question.seat != start.player or not _may_begin_at(match, question):
        raise ValueError(f"it is not the turn of {start.player}")
    try:
        runner, state = built_in_window(
            lambda windows: match.book.runner(match.players, match.options, windows),
            lambda runner: _built(match, runner, start),
            dict(match.setting.windows),
        )
    except NotationError as error:
        raise ValueError(str(error)) from None
    match.begin_at(runner, state, _windows(runner))
    if match.question is None or not match.question.options:
        raise ByHandError("begin_at.no_option", ("player", start.player))


def built_in_window(
    make_runner: Callable[[Mapping[str, int]], Runner], build: Callable[[Runner], State],
    windows: Mapping[str, int] | None = None,
) -> tuple[Runner, State]:  # fmt: skip
    """Return the state of a position, with a runner for windows of unbounded boards in which all its places lie. Raises
    NotationError if the position is impossible."""
    windows = dict(windows or {})
    while True:
        runner = make_runner(windows)
        try:
            return runner, build(runner)
        except NotationError as error:
            if isinstance(error, ImpossiblePositionError) or not _FAR_PLACE.search(str(error)):
                raise
            windows = {name: size + max(2, size // 2) for name, size in _windows(runner).items()}
            if not windows or max(windows.values()) > _WIDEST:
                raise


def _windows(runner: Runner) -> dict[str, int]:
    return {board.name: board.window for board in runner.program.layout.boards.values() if board.unbounded}


def _built(match: Match, runner: Runner, start: SetUpPosition) -> State:
    """Return the state of a position, at the point of the rules where the match waits. Raises NotationError."""
    layout, blank = runner.program.layout, runner.blank()
    course = StateReader(runner.program, recenter(list(match.state), match.program.layout, layout, blank))
    built = StateReader(runner.program, list(blank))
    PositionNotation(Notation(runner.program), built).set_up(written_items(start.items))
    for name in layout.slots:
        if name in FIXED_SLOTS or name not in layout.things:
            for index, value in enumerate(course.stretch(name)):
                built.put(name, value, index)
    built.put("chance", seeded(start.seed))
    return built.state


def written_items(lines: Sequence[str]) -> tuple[t.PositionItem, ...]:
    """Return the items of a position from their lines. Raises NotationError."""
    if not lines:
        return ()
    text = "".join(f"        {' '.join(line.split())}\n" for line in lines)
    try:
        (section,) = parse(Source("position", f'example "position"\n    given\n{text}')).sections
    except (RulesError, ValueError) as error:
        said = error.problems[0].summary if isinstance(error, RulesError) else str(error)
        raise NotationError(said) from None
    assert isinstance(section, t.ExampleSection)
    return tuple(item for line in section.lines if isinstance(line, t.Given) for item in line.items)


def set_up_anew(match: Match, start: SetUpPosition, courses: Sequence[Course] | None = None) -> SetUpPosition:
    """Let a new match begin at a position whose course is to be found: that of the same name if there is one, else one
    of the same player where this player has something to choose. Return the position with the course. `courses` are
    those of the rules, if they are known. Raises ByHandError or RuleError; then the match has not changed."""
    every = find_courses(match.fork()) if courses is None else courses
    wanted = set(start.at.rpartition(": ")[2].split())
    own = sorted(
        (each for each in every if each.player == start.player),
        key=lambda each: (each.name != start.at, not wanted & set(each.actions)),
    )
    problem: ByHandError | RuleError = ByHandError("begin_at.no_turn", ("player", start.player))
    for course in own:
        found = replace(start, course=course.choices, at=course.name)
        try:
            set_up(match.fork(), found)
        except ValueError as error:
            problem = ByHandError("begin_at.impossible", ("why", str(error)))
            continue
        except (ByHandError, RuleError) as error:
            problem = error
            continue
        set_up(match, found)
        return found
    raise problem


@dataclass(frozen=True, slots=True)
class ExampleStart:
    """Where an example begins: its options, and its position; the number of players is None, and the player empty, if
    the example does not name them."""

    players: int | None
    options: Mapping[str, int | str]
    start: SetUpPosition


def start_of_example(text: str, title: str, seed: int) -> ExampleStart | None:
    """Return where an example in a text of rules begins; None if there is none of that title, or it sets up nothing."""
    try:
        sections = parse(Source("examples", text)).sections
    except RulesError:
        return None
    found = (each for each in sections if isinstance(each, t.ExampleSection) and each.title == title)
    example = next(found, None)
    if example is None:
        return None
    players, options, items, player = None, dict[str, int | str](), list[str](), ""
    actions = dict[str, None]()
    for line in example.lines:
        match line:
            case t.WithOptions(settings):
                options |= {name: setting_value(value) for name, value in settings}
            case t.Given() if not actions:
                items = [position_item(item) for item in line.items]
            case t.TurnIs() if not actions:
                player = line.player
            case t.PlayMove(move) | t.ExpectOffers(move) | t.ExpectRefused(move):
                actions[move.name] = None
                player = player or getattr(line, "by", "") or ""
    seats = options.pop("seats", None)
    players = seats if isinstance(seats, int) else None
    if not items:
        return None
    return ExampleStart(players, options, SetUpPosition(tuple(items), player, seed, at=f": {' '.join(actions)}"))


def entry_of(match: Match, start: SetUpPosition) -> Entry:
    """Return the line of a journal for a match that has begun at a position."""
    return Entry(0, "position", start.player, 0, "position", match.digest, terms=start)
