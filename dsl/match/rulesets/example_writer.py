"""Writes examples from choices of a match: the position before them, the moves, and what is expected after them.

    match, range of choices --> draft_example --> ExampleDraft: lines to tick --> example_text --> text in the language

A draft states the position and never the history before it. Each of its expectations was carried out once and holds.
What a position needs no longer for that, such as the order of a draw pile, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.match.match import Match
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.notation import NotationError
from dsl.match.observation.state_reader import KeptState, StateReader
from dsl.match.rulesets.examples import ExampleFailedError, ExampleRun, written_offers
from dsl.match.rulesets.positions import NOTHING, PositionNotation, WrittenItem
from dsl.match.rulesets.ruleset import Ruleset
from dsl.runtime.runner import RuleError
from dsl.syntax.ast import ExampleSection
from dsl.syntax.formatter import format_section
from dsl.syntax.parser import parse

_MOST_OFFERED = 16  #: values that an expectation lists
_MOST_REFUSED = 6  #: refusals that are proposed for one value
_MOST_TRIED = 400  #: values that are tried for refusals
_MOST_TRIALS = 40  #: runs to find out what a position can do without

Sort = Literal["offers", "refused", "position", "value", "winner"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What an example may expect: `text` is its line, or the item of a position for "position" and "value"."""

    sort: Sort
    text: str
    proposed: bool = True  #: whether it is ticked at first
    condition: str = ""  #: of a refusal: the anchor of its condition
    move: tuple[str, tuple[str, ...]] = ("", ())  #: of offers and refusals: the action and the values

    @property
    def in_position(self) -> bool:
        """Whether it stands below `expect position`."""
        return self.sort in ("position", "value")


@dataclass(frozen=True, slots=True)
class Move:
    """One action with its values."""

    player: str
    action: str
    values: tuple[str, ...]
    first: int  #: its first choice and the one after its last, as the match counts them
    end: int

    @property
    def text(self) -> str:
        """The move as `play` writes it."""
        return self.action + (f"({', '.join(self.values)})" if self.values else "")


@dataclass(frozen=True, slots=True)
class DraftStep:
    """A part of a draft: the position it begins with (None: where the step before it ended), its move (None: nothing is
    played), and what may be expected before and after the move."""

    given: tuple[WrittenItem, ...] | None
    player: str
    move: Move | None
    before: tuple[Expectation, ...] = ()
    after: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True)
class ExampleDraft:
    """An example that can be written: its setting, its steps."""

    settings: tuple[tuple[str, str], ...]  #: `seats` and the options that are not as usual
    steps: tuple[DraftStep, ...]

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        """All expectations, in the order of the text."""
        return tuple(each for step in self.steps for each in (*step.before, *step.after))


class NoExampleError(Exception):
    """Error: these choices cannot be written as an example; `key` says why: "secret" (players decided at the same
    time), "unasked" (the rules ask this in the middle of something else), "differs" (a position does not say
    enough)."""

    def __init__(self, key: Literal["secret", "unasked", "differs"]) -> None:
        super().__init__(key)
        self.key = key


# ---- text ----


def example_text(draft: ExampleDraft, title: str, ticked: Callable[[int], bool] | None = None) -> str:
    """Return an example in the language, formatted; of its expectations those that are ticked, by their number. Without
    `ticked` those that are proposed."""
    numbers = iter(range(len(draft.expectations)))
    lines = [f'example "{_title(title)}"']
    if draft.settings:
        lines.append("    options " + ", ".join(f"{name} = {value}" for name, value in draft.settings))
    player = ""
    for step in draft.steps:
        if step.given:
            lines += ["    given", *_grouped(step.given)]
        if step.player != player or step.given is not None:
            lines.append(f"    turn of {step.player}")
        player = step.player
        chosen = [
            [each for each in group if (each.proposed if ticked is None else ticked(next(numbers)))]
            for group in (step.before, step.after)
        ]
        lines += _expected(chosen[0])
        if step.move is not None:
            lines.append(f"    play {step.move.text}")
        lines += _expected(chosen[1])
    (section,) = parse(Source("example", "\n".join(lines) + "\n")).sections
    return format_section(section)


def _expected(expectations: Iterable[Expectation]) -> Iterator[str]:
    listed = list(expectations)
    yield from (f"    {each.text}" for each in listed if not each.in_position)
    groups = [[each.text for each in listed if each.sort == sort] for sort in ("position", "value")]
    if any(groups):
        yield "    expect position"
    yield from ("        " + "; ".join(items) for items in groups if items)


def _grouped(items: Iterable[WrittenItem]) -> Iterator[str]:
    """Yield the places of a position in one line, which the formatter wraps, and each zone and the values in others."""
    for sort, group in groupby(items, key=lambda item: item.sort):
        texts = [item.text for item in group]
        yield from (f"        {text}" for text in (texts if sort == "zone" else ["; ".join(texts)]))


def _title(title: str) -> str:
    return " ".join(title.replace('"', "'").split()) or "Example"


# ---- moves of a match ----


def moves_of(match: Match, seat: str | None = None) -> list[Move]:
    """Return the actions of a match in order, each with its values; of a `seat` those that it knows (None: all).
    Choices of simultaneous phases are left out."""
    past = match.past
    states = [each.kept for each in past[1:]] + [KeptState.of(match.state)]
    programs = [each.runner.program for each in past[1:]] + [match.program]
    found: list[Move] = []
    for number, (state, program) in enumerate(zip(states, programs, strict=True)):
        if past[number].apart is not None or (number + 1 < len(past) and past[number + 1].apart is not None):
            continue
        chosen = state[program.layout.slots["chosen"].first]
        question = match.before(number).question
        if question is None or chosen not in question.options:
            continue
        entry, value = option_parts(chosen, question.ask.combined)
        asked = question.ask.entries[entry]
        domain = question.domain(asked)
        words = () if domain.sort == "nothing" else (question.notation.write(domain, value, question.contents),)
        if words and seat is not None:
            known = question.notation.write(domain, value, question.contents, match.seat(seat))
            if known != words[0]:
                found = [each for each in found if each.end != number]
                continue
        last = found[-1] if found else None
        if question.ask.parameter and last is not None and last.end == number and last.action == asked.action:
            found[-1] = replace(last, values=(*last.values, *words), end=number + 1)
        else:
            found.append(Move(question.seat, asked.action or asked.word, words, number, number + 1))
    return found


# ---- a draft ----


def draft_example(pack: Ruleset, match: Match, moves: Sequence[Move], seat: str | None = None) -> ExampleDraft:
    """Return a draft of moves of a match that follow each other (see `moves_of`), or of the present position without
    any. It says only what a `seat` knows; None: everything. Raises NoExampleError."""
    whole = _Drafting(pack, match, seat)
    return whole.draft(moves)


class _Drafting:
    """Makes a draft: carries the moves out in an example while it is written."""

    def __init__(self, pack: Ruleset, match: Match, seat: str | None) -> None:
        self._pack, self._match, self._seat = pack, match, seat
        self._settings = _settings(pack, match)
        self._run = _run_of(pack, self._settings)

    def draft(self, moves: Sequence[Move]) -> ExampleDraft:
        steps: list[DraftStep] = []
        if not moves:
            if self._match.secretly:
                raise NoExampleError("secret")
            asked = self._match.question
            active = self._match.contents.get("me")
            player = asked.seat if asked is not None else self._match.program.colours[max(active, 0)]
            items = self._items(self._match)
            self._stand(items, player)
            steps.append(DraftStep(items, player, None, tuple(self._position_now(player))))
        for move in moves:
            if not steps or move.action in self._match.program.actions or self._asks(move.action):
                before = self._match.before(move.first)
                steps.append(self._step(move, self._items(before), begins=not steps))
        draft = ExampleDraft(self._settings, tuple(steps))
        return self._shortened(self._kept(draft))

    def _items(self, match: Match) -> tuple[WrittenItem, ...]:
        blank = StateReader(match.program, match.runner.blank())
        seat = None if self._seat is None else match.seat(self._seat)
        return PositionNotation(match.notation, match.contents).items(blank, seat)

    def _stand(self, items: Sequence[WrittenItem], player: str) -> None:
        self._execute(_given_lines(items, player))

    def _execute(self, lines: Iterable[str]) -> None:
        """Carry out lines of an example. Raises NoExampleError."""
        try:
            section = _parsed(["    options seats = 2", *lines])
            for index, line in enumerate(section.lines[1:]):
                self._run.carry_out(index, line)
        except (RulesError, ExampleFailedError, NotationError, RuleError):
            raise NoExampleError("differs") from None

    def _step(self, move: Move, items: tuple[WrittenItem, ...], begins: bool) -> DraftStep:
        goes_on = not begins and self._run.match.question is not None and self._asks(move.action)
        stated = not goes_on and (begins or self._items(self._run.match) != items)
        if not begins and not goes_on and move.action not in self._run.match.program.alone:
            raise NoExampleError("unasked")
        if stated:
            self._stand(items, move.player)
        before = list(self._before(move))
        start = self._items(self._run.match)
        try:
            self._execute([f"    play {move.text} by {move.player}"])
        except NoExampleError:
            raise NoExampleError("unasked" if move.action not in self._run.match.program.alone else "differs") from None
        after = tuple(_changes(start, self._items(self._run.match)))
        return DraftStep(items if stated else None, move.player, move, tuple(before), after)

    def _asks(self, action: str) -> bool:
        question = self._run.match.question
        return question is not None and any(action in (e.action, e.word) for e in question.ask.entries)

    def _before(self, move: Move) -> Iterator[Expectation]:
        """Yield what may be expected of each value of a move before it is chosen."""
        for count in range(len(move.values)):
            yield from self._of_value(move.action, move.values[:count], move.player, last=count == len(move.values) - 1)

    def _of_value(self, action: str, values: tuple[str, ...], player: str, last: bool) -> Iterator[Expectation]:
        ahead = _run_of(self._pack, self._settings, self._run.match, self._run.match.seat(player))
        try:
            if values:
                section = _parsed([f"    play {action}({', '.join(values)})"])
                ahead.carry_out(0, section.lines[0])
            question, entry = ahead.question(action, len(values))
        except (ExampleFailedError, NotationError, RuleError):
            return
        domain = question.domain(question.ask.entries[entry])
        if domain.sort == "nothing" or question.ask.further:
            return
        said = f"{action}({', '.join(values)})" if values else f"{action}()"
        parts = [option_parts(option, question.ask.combined) for option in question.options]
        offered = [value for index, value in parts if question.ask.entries[index].action == action]
        if offered and len(offered) <= _MOST_OFFERED:
            texts = [question.notation.write(domain, value, question.contents) for value in offered]
            line = f"expect {said} offers {written_offers(texts)}"
            yield Expectation("offers", line, last, "", (action, values))
        yield from self._refusals(question, entry, action, values, last)

    def _refusals(
        self, question: Question, entry: int, action: str, values: tuple[str, ...], last: bool
    ) -> Iterator[Expectation]:
        """Yield a refusal for each condition of an action that forbids a value."""
        first, number = question.ask.entries[entry].values
        conditions = question.contents.program.actions[action].conditions if action else ()
        seen: set[int] = set()
        for value in range(first, first + min(number, _MOST_TRIED)):
            failed = question.failed(entry, value)
            if 0 <= failed < len(conditions) and failed not in seen and len(seen) < _MOST_REFUSED:
                text = question.value_text(entry, value)
                if not text or "?" in text or not _reads_back(question, entry, text, failed):
                    continue
                seen.add(failed)
                said = f"{action}({', '.join((*values, text))})"
                name = conditions[failed].name
                yield Expectation(
                    "refused", f"expect {said} refused: {name}", False, f"{action}.{name}", (action, (*values, text))
                )

    def _position_now(self, player: str) -> Iterator[Expectation]:
        """Yield what the player whose turn it is may choose at a position, action by action."""
        question = self._match.question
        if question is None:  # a position that was put together
            for action in self._match.program.alone:
                yield from self._of_value(action, (), player, last=True)
            return
        for action in dict.fromkeys(entry.action for entry in question.ask.entries if entry.action):
            if action in self._match.program.alone and not question.ask.parameter:
                yield from self._of_value(action, (), question.seat, last=True)

    # ---- only what holds, and only what is needed ----

    def _kept(self, draft: ExampleDraft) -> ExampleDraft:
        """Return a draft without the expectations that do not hold. Raises NoExampleError if a move is refused."""
        if self._holds(draft):
            return draft
        steps: list[DraftStep] = []
        for number, step in enumerate(draft.steps):
            bare = replace(step, before=(), after=())
            rest = tuple(replace(each, before=(), after=()) for each in draft.steps[number + 1 :])
            kept = bare
            if not self._holds(replace(draft, steps=(*steps, bare, *rest))):
                raise NoExampleError("differs")
            for each in step.before:
                more = replace(kept, before=(*kept.before, each))
                kept = more if self._holds(replace(draft, steps=(*steps, more, *rest))) else kept
            for each in step.after:
                more = replace(kept, after=(*kept.after, each))
                kept = more if self._holds(replace(draft, steps=(*steps, more, *rest))) else kept
            steps.append(kept)
        return replace(draft, steps=tuple(steps))

    def _shortened(self, draft: ExampleDraft) -> ExampleDraft:
        """Return a draft without the zones and values that make no difference: all at once, else one by one."""
        trials = 0
        for number, step in enumerate(draft.steps):
            if not step.given:
                continue
            boards = tuple(item for item in step.given if item.sort == "cell")
            bare = _with_given(draft, number, boards)
            if self._holds(bare):
                draft = bare
                continue
            for item in [item for item in step.given if item.sort != "cell"]:
                trials += 1
                given = draft.steps[number].given or ()
                shorter = _with_given(draft, number, tuple(each for each in given if each is not item))
                if trials <= _MOST_TRIALS and self._holds(shorter):
                    draft = shorter
        return draft

    def _holds(self, draft: ExampleDraft) -> bool:
        """Whether an example with all expectations of a draft holds."""
        try:
            return holds(self._pack, example_text(draft, "draft", lambda _: True))
        except RulesError:
            return False


def holds(pack: Ruleset, text: str) -> bool:
    """Return whether an example that carries out no statements of its own holds. Raises RulesError if it is none."""
    (section,) = parse(Source("example", text)).sections
    assert isinstance(section, ExampleSection)
    run = ExampleRun(pack, 0, section)
    try:
        run.begin()
        for index, line in enumerate(section.lines):
            run.carry_out(index, line)
    except (ExampleFailedError, NotationError, RuleError):
        return False
    return True


def _with_given(draft: ExampleDraft, number: int, given: tuple[WrittenItem, ...]) -> ExampleDraft:
    steps = draft.steps
    return replace(draft, steps=(*steps[:number], replace(steps[number], given=given), *steps[number + 1 :]))


def _given_lines(items: Sequence[WrittenItem], player: str) -> Iterator[str]:
    if items:
        yield from ("    given", *(f"        {item.text}" for item in items))
    yield f"    turn of {player}"


def _changes(before: Sequence[WrittenItem], after: Sequence[WrittenItem]) -> Iterator[Expectation]:
    """Yield what stands otherwise after a move, place by place."""
    former = {item.head: item for item in before}
    for item in after:
        if former.get(item.head) != item:
            yield Expectation("value" if item.sort == "value" else "position", item.text)
    there = {_place_of(item) for item in after if item.sort == "cell"}
    for place in dict.fromkeys(_place_of(item) for item in before if item.sort == "cell"):
        if place not in there:
            yield Expectation("position", f"{place}: {NOTHING}")
    left = {item.head for item in after}
    for item in before:
        if item.sort == "zone" and item.head not in left:
            yield Expectation("position", f"{item.head}: {NOTHING}")


def _place_of(item: WrittenItem) -> str:
    words = item.head.split()
    return words[-3] if len(words) > 2 and words[-2] == "turned" else words[-1]


def _reads_back(question: Question, entry: int, text: str, failed: int) -> bool:
    try:
        return question.failed(entry, question.read(entry, text)) == failed
    except NotationError:
        return False


def _settings(pack: Ruleset, match: Match) -> tuple[tuple[str, str], ...]:
    usual: Mapping[str, int] = pack.defaults(match.players)
    found = [] if match.players == pack.rules.players[1] else [("seats", str(match.players))]
    found += [
        (name, pack.option_text(name, value)) for name, value in match.options.items() if usual.get(name) != value
    ]
    return tuple(found)


def _parsed(lines: Iterable[str]) -> ExampleSection:
    (section,) = parse(Source("example", "\n".join(['example "draft"', *lines]) + "\n")).sections
    assert isinstance(section, ExampleSection)
    return section


def _run_of(
    pack: Ruleset, settings: Sequence[tuple[str, str]], match: Match | None = None, actor: int = 0
) -> ExampleRun:
    options = "    options " + ", ".join(f"{name} = {value}" for name, value in settings or (("seats", "0"),))
    section = _parsed([options if settings else "    expect nothing offered"])
    run = ExampleRun(pack, 0, section)
    if match is None:
        run.begin()
    else:
        run.go_on_from(match, actor)
    return run
