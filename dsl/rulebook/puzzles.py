"""Puzzles: examples of a ruleset as questions. Selects what each example is asked about: whether a move is possible,
where, who wins, what comes of moves and routines, or whether something is so then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dsl.i18n.translations import FALLBACK
from dsl.i18n.translator import Translator
from dsl.match.observation.notation import words_of
from dsl.match.rulesets.examples import setting_value
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.phrases import Phrases
from dsl.semantics import typed
from dsl.semantics.typed.declarations import ExampleDecl, ExpectLine, ParamDecl, RunLine
from dsl.semantics.typed.types import CounterType, NumberType, PieceType, PlaceType, TruthType
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write

PuzzleKind = Literal["possible", "places", "winner", "value", "amount", "contents", "count", "statement", "asked"]

_MOST_PLAYS = 4  #: moves that one puzzle tells
_MOST_STEPS = 3  #: of statements without a name
_MOST_PLACES = 12  #: to be found in one puzzle
_SHOWN_AFTER = -1  #: the position is the one at the line with the answer


@dataclass(frozen=True, slots=True)
class Played:
    """A move that happens before the answer."""

    player: str
    move: t.Invocation


@dataclass(frozen=True, slots=True)
class Carried:
    """A routine or an award that is carried out before the answer; `args` are written as in the rules."""

    name: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """Statements without a name of their own, which are told in words."""

    block: typed.Block


Event = Played | Carried | Stated


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An example as a question.

    possible: may this be done; places: where; winner: who wins; value: a variable's number; amount: how many counters
    are on a place; contents: what is on a place; count: a number of the rules; statement: is this so; asked: who
    decides.
    """

    number: int  #: of the example among those of the rules
    title: str  #: of the example
    kind: PuzzleKind
    line: int  #: of the example that has the answer
    player: str  #: who acts
    start: int = _SHOWN_AFTER  #: first line that happens after the position that is shown
    events: tuple[Event, ...] = ()  #: what happens from `start` to `line`
    move: t.Invocation | None = None  #: that is asked about
    condition: str = ""  #: that forbids the move
    possible: bool = True  #: whether the move is
    offers: tuple[str, ...] = ()  #: all places where the move can lead, as the example writes them
    variable: tuple[str, str] = ("", "")  #: what the number is of: a variable and its owner, or ""
    thing: tuple[str, str] = ("", "")  #: what the number is of: counters of the owner in `variable`, and their place
    value: int = 0
    expression: typed.Expr | None = None  #: that has the number, or the condition that holds
    holds: bool = True  #: whether the statement is the condition itself, or its opposite

    @property
    def name(self) -> str:
        """The name by which it is marked as solved: it stays when other examples are added."""
        return f"? {self.title}"


def puzzles_of(pack: Ruleset) -> tuple[Puzzle, ...]:
    """Return the puzzles that the examples of a pack (loaded with them) make, one for each example that leaves
    something to ask, in the order of the text."""
    found: list[Puzzle] = []
    for number, declared in enumerate(pack.rules.examples):
        example = declared.text
        if not isinstance(example, t.ExampleSection):
            continue
        asked = list(_Questions(pack, number, example, declared).all())
        ranks = [_RANKS[each.kind] for each in asked]
        best = [each for each, rank in zip(asked, ranks, strict=True) if rank == min(ranks)]
        if best:
            found.append(best[number % len(best)])
    return tuple(found)


#: The kinds that learners gain most from come first; of those with one rank, examples take turns.
_RANKS: dict[PuzzleKind, int] = {
    "places": 0, "possible": 1, "winner": 1, "value": 1, "amount": 1, "contents": 2, "count": 2, "statement": 3,
    "asked": 4,
}  # fmt: skip


def phrases_of(pack: Ruleset, number: int, language: str, *, names_options: bool = False) -> Phrases:
    """Return the words for conditions of example `number`, with its options and its number of players; `names_options`:
    options are called by their names instead of their values."""
    example = pack.rules.examples[number].text
    assert isinstance(example, t.ExampleSection)
    settings = {name: setting_value(value) for name, value in _settings(example)}
    players = int(settings.pop("seats", pack.rules.players[1]))
    options = {} if names_options else pack.options(players, settings)
    return Phrases(pack.rules, Translator(pack, language), language, players, options, about_reader=False)


def settings_of(pack: Ruleset, number: int) -> tuple[tuple[str, int], ...]:
    """Return the options that example `number` sets otherwise than the official rules."""
    example = pack.rules.examples[number].text
    assert isinstance(example, t.ExampleSection)
    settings = {name: setting_value(value) for name, value in _settings(example)}
    players = int(settings.pop("seats", pack.rules.players[1]))
    chosen, official = pack.options(players, settings), pack.options(players, {})
    return tuple((name, chosen[name]) for name in settings if chosen[name] != official[name])


def says(phrases: Phrases, item: t.PositionItem) -> bool:
    """Whether an item of a position says what is at a place, and the rules have words for it."""
    word = str(words_of(item.head)[0])
    has_words = word not in phrases.rules.variables or phrases.words.is_named(word)
    return has_words and (bool(item.groups) or len(words_of(item.head)) > 1)


def asked_params(pack: Ruleset, move: t.Invocation) -> list[ParamDecl]:
    """Return the parameters of an action that a player chooses."""
    action = pack.rules.actions.get(move.name)
    return [param for param in action.params if not param.given] if action is not None else []


def _settings(example: t.ExampleSection) -> Iterator[tuple[str, t.Expr]]:
    for line in example.lines:
        if isinstance(line, t.WithOptions):
            yield from line.settings


class _Questions:
    """What may be asked about one example, before anything is run."""

    def __init__(self, pack: Ruleset, number: int, example: t.ExampleSection, declared: ExampleDecl) -> None:
        self._pack, self._number, self._example, self._declared = pack, number, example, declared
        self._player = pack.rules.colours[0]
        self._start, self._events = 0, list[tuple[int, Event]]()
        self._phrases: Phrases | None = None

    def all(self) -> Iterator[Puzzle]:
        """Yield the questions, line by line; of a move that only succeeds if there is no other one."""
        found = 0
        for index, line in enumerate(self._example.lines):
            for puzzle in self._of_line(index, line):
                found += 1
                yield puzzle
        if not found:
            yield from self._of_moves()

    def _of_line(self, index: int, line: t.ExampleLine) -> Iterator[Puzzle]:
        match line:
            case t.Given():
                self._show_from(index + 1)
            case t.TurnIs():
                self._player = line.player
            case t.PlayMove(move, by):
                self._plays(index, Played(by or self._player, move))
            case t.RunBlock(block):
                self._runs(index, block)
            case t.ExpectPosition() | t.ExpectThat():
                if self._events:
                    yield from self._numbers(index, line)
                yield from self._contents(index, line) if isinstance(line, t.ExpectPosition) else self._truths(index)
            case t.ExpectRefused(move, condition):
                yield self._make("possible", index, shown=True, move=move, condition=condition, possible=False)
            case t.ExpectOffers(move, offers) if move.name in self._pack.rules.actions:
                yield from self._offers(index, move, tuple(words_of(offer) for offer in offers))
            case t.ExpectNothing():
                yield self._make("possible", index, shown=True, possible=False)
            case t.ExpectWinners() | t.ExpectRanking():
                yield self._make("winner", index, shown=True)

    def _make(
        self, kind: PuzzleKind, line: int, *, shown: bool = False, move: t.Invocation | None = None,
        condition: str = "", possible: bool = True, offers: tuple[str, ...] = (), variable: tuple[str, str] = ("", ""),
        thing: tuple[str, str] = ("", ""), value: int = 0, expression: typed.Expr | None = None, holds: bool = True,
    ) -> Puzzle:  # fmt: skip
        """Make a question; `shown`: about the position that the learner sees."""
        events = () if shown else tuple(event for _, event in self._events)
        return Puzzle(
            self._number, self._example.title, kind, line, self._player,
            self._start if events else _SHOWN_AFTER, events, move, condition, possible, offers, variable, thing, value,
            expression, holds,
        )  # fmt: skip

    # ---- what happens before the answer ----

    def _show_from(self, index: int) -> None:
        self._start, self._events = index, []

    def _plays(self, index: int, played: Played) -> None:
        if any(not isinstance(event, Played) for _, event in self._events):
            self._show_from(index)  # what ran has led to this move
        self._events.append((index, played))
        if len(self._events) > _MOST_PLAYS:
            del self._events[0]
            self._start = self._events[0][0]

    def _runs(self, index: int, block: Sequence[t.Statement]) -> None:
        carried: Sequence[Event] | None = _told_calls(block) or self._stated(index)
        if carried is None:
            self._show_from(index + 1)
            return
        self._start = self._start if self._events else index
        self._events += [(index, each) for each in carried]

    def _stated(self, index: int) -> tuple[Stated] | None:
        """Return a block that is told in a few words; None if the rules have no words for it."""
        line = self._declared.typed[index]
        assert isinstance(line, RunLine)
        phrases = self._words
        phrases.rough = False
        steps = phrases.steps(line.block)
        is_short = 0 < len(steps) <= _MOST_STEPS and not any(step.below for step in steps)
        return (Stated(line.block),) if is_short and not phrases.rough else None

    @property
    def _words(self) -> Phrases:
        self._phrases = self._phrases or phrases_of(self._pack, self._number, FALLBACK)
        return self._phrases

    # ---- what may be asked ----

    def _numbers(self, index: int, line: t.ExpectPosition | t.ExpectThat) -> Iterator[Puzzle]:
        for variable, value in _values(self._pack, line):
            yield self._make("value", index, variable=variable, value=value)
        for thing, owner, value in _amounts(self._pack, line):
            yield self._make("amount", index, variable=("", owner), thing=thing, value=value)

    def _contents(self, index: int, line: t.ExpectPosition) -> Iterator[Puzzle]:
        if self._events and any(says(self._words, item) for item in line.items):
            yield self._make("contents", index)

    def _truths(self, index: int) -> Iterator[Puzzle]:
        """Yield questions of what is expected to hold, as far as the rules have words for it."""
        line = self._declared.typed[index]
        assert isinstance(line, ExpectLine)
        for part in _parts(line.condition):
            number = self._counted(part)
            holds = (self._number + index) % 2 == 0
            if number is not None and isinstance(part, typed.Comparison) and self._can_say(part.left):
                yield self._make("count", index, expression=part.left, value=number)
            elif self._can_say(part):
                yield self._make("statement", index, expression=part, holds=holds)

    def _counted(self, part: typed.Expr) -> int | None:
        """Return the number that a comparison gives to a value."""
        if isinstance(part, typed.Comparison) and part.operator == "==" and isinstance(part.left.type, NumberType):
            return self._words.known(part.right)
        return None

    def _can_say(self, value: typed.Expr) -> bool:
        """Whether the rules have words for everything in a value or a condition."""
        phrases = self._words
        phrases.rough = False
        if isinstance(value.type, TruthType):
            phrases.condition(value)
        else:
            phrases.value(value)
        decided = value.left if isinstance(value, typed.Comparison) else value
        return not phrases.rough and (isinstance(decided, typed.TableValue) or phrases.known(decided) is None)

    def _offers(self, index: int, move: t.Invocation, offers: Sequence[Sequence[str]]) -> Iterator[Puzzle]:
        places = tuple(offer[-1] for offer in offers)
        if not offers:
            yield self._make("possible", index, shown=True, move=move, possible=False)
        elif _asks_place(self._pack, move, places) and len(places) <= _MOST_PLACES:
            yield self._make("places", index, shown=True, move=move, offers=places)
        elif not _names_thing(self._pack, move):
            yield self._make("asked", index, move=move)
        else:
            offer = tuple(offers[self._number % len(offers)])
            yield self._make("possible", index, shown=True, move=_with_value(move, offer))

    def _of_moves(self) -> Iterator[Puzzle]:
        """Yield the question whether the last move of the example is possible, which it is."""
        player, last = self._pack.rules.colours[0], None
        for index, line in enumerate(self._example.lines):
            player = line.player if isinstance(line, t.TurnIs) else player
            if isinstance(line, t.PlayMove):
                self._player, last = line.by or player, (index, line.move)
        if last is not None:
            yield self._make("possible", last[0], shown=True, move=last[1])


def _with_value(move: t.Invocation, value: tuple[str, ...]) -> t.Invocation:
    return t.Invocation(move.name, (*move.args, value), span=move.span)


def _parts(condition: typed.Expr) -> Iterator[typed.Expr]:
    if isinstance(condition, typed.Logic) and condition.operator == "and":
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition


def _told_calls(block: Sequence[t.Statement]) -> list[Carried] | None:
    """Return the routines and awards that a block carries out; None if it does something that has no name."""
    found: list[Carried] = []
    for statement in block:
        match statement:
            case t.CallStatement(name, args) | t.GiveAwardStatement(name, args):
                found.append(Carried(name, tuple(map(write, args))))
            case t.ForEachStatement(block=inner):
                below = _told_calls(inner)
                if below is None:
                    return None
                found += [Carried(each.name) for each in below]
            case _:
                return None
    return found or None


def _values(pack: Ruleset, line: t.ExpectPosition | t.ExpectThat) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the variables of players that an expectation gives a number to."""
    if isinstance(line, t.ExpectThat):
        yield from _numbers(pack, line.condition)
        return
    for item in line.items:
        match words_of(item.head), [words_of(group) for group in item.groups]:
            case [name, "of", owner], [[amount]] if name in pack.rules.variables and str(amount).isdecimal():
                yield (name, owner), int(amount)


def _amounts(pack: Ruleset, line: t.ExpectPosition | t.ExpectThat) -> Iterator[tuple[tuple[str, str], str, int]]:
    """Yield how many counters of whom an expected position has on a place."""
    counters = pack.rules.counters
    for item in line.items if isinstance(line, t.ExpectPosition) else ():
        *before, place = words_of(item.head)
        if "of" in before or not place[-1].isdigit():
            continue
        for words in map(words_of, item.groups):
            thing = words[:-2] or (list(counters) if len(counters) == 1 else [])
            is_told = len(words) > 1 and words[-1].isdecimal() and words[-2] in pack.rules.colours
            if is_told and len(thing) == 1 and thing[0] in counters:
                yield (thing[0], place), words[-2], int(words[-1])


def _numbers(pack: Ruleset, condition: t.Expr) -> Iterator[tuple[tuple[str, str], int]]:
    match condition:
        case t.Binary(operator="and", left=left, right=right):
            yield from _numbers(pack, left)
            yield from _numbers(pack, right)
        case t.Binary(operator="is", left=t.Of(t.Name(name=name), t.Name(name=owner)), right=t.Number(value=value)):
            if name in pack.rules.variables and owner in pack.rules.colours:
                yield (name, owner), value


def _asks_place(pack: Ruleset, move: t.Invocation, offers: Sequence[str]) -> bool:
    """Whether the value after those of a move is a place of a board, or a thing that its place alone tells."""
    params = asked_params(pack, move)[len(move.args) :]
    if not params or isinstance(params[0].type, PlaceType):
        return bool(params)
    is_thing = isinstance(params[0].type, PieceType | CounterType)
    return is_thing and len(set(offers)) == len(offers) and all(word[-1].isdigit() for word in offers)


def _names_thing(pack: Ruleset, move: t.Invocation) -> bool:
    """Whether the value after those of a move says more than yes or no."""
    params = asked_params(pack, move)[len(move.args) :]
    return not params or not isinstance(params[0].type, TruthType)
