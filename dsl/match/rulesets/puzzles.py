"""Puzzles: examples of a ruleset as questions. Selects which examples make a question and of what kind, sets up their
positions, and tells the right answer with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from dsl.match.match import Match
from dsl.match.observation.notation import Notation, words_of
from dsl.match.rulesets.examples import ExampleRun
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView
from dsl.semantics.typed.declarations import ParamDecl
from dsl.semantics.typed.types import CounterType, PieceType, PlaceType, TruthType
from dsl.syntax import ast as t

PuzzleKind = Literal["possible", "places", "winner", "value", "amount"]

_MOST_PLAYS = 4  #: moves that one puzzle tells
_MOST_PLACES = 12  #: to be found in one puzzle


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An example as a question: may this be done, where, who wins, or which number comes out."""

    number: int  #: of the example among those of the rules
    title: str  #: of the example
    kind: PuzzleKind
    line: int  #: of the example that has the answer
    player: str  #: who acts
    move: t.Invocation | None = None  #: that is asked about
    condition: str = ""  #: that forbids the move; empty: it is possible
    offers: tuple[str, ...] = ()  #: all places where the move can lead, as the example writes them
    winners: tuple[str, ...] = ()
    plays: tuple[tuple[str, t.Invocation], ...] = ()  #: what players do before the number comes out
    runs: tuple[str, ...] = ()  #: routines that are carried out then
    then: tuple[tuple[str, t.Invocation], ...] = ()  #: what players do after that
    variable: tuple[str, str] = ("", "")  #: what the number is of: a variable and its owner, or ""
    thing: tuple[str, str] = ("", "")  #: what the number is of: counters of the owner in `variable`, and their place
    value: int = 0

    @property
    def name(self) -> str:
        """The name by which it is marked as solved: it stays when other examples are added."""
        return f"? {self.title}"


def puzzles_of(pack: Ruleset) -> tuple[Puzzle, ...]:
    """Return the puzzles that the examples make, at most one each, in the order of the text. Examples with options of
    their own make none: they are about other rules than those in the box."""
    found: list[Puzzle] = []
    for number, declared in enumerate(pack.rules.examples):
        example = declared.text
        if isinstance(example, t.ExampleSection) and _is_official(example):
            questions = list(_questions(pack, number, example))
            rare = [each for each in questions if each.kind == "places"] or questions
            if rare:
                found.append(rare[number % len(rare)])
    return tuple(found)


def _is_official(example: t.ExampleSection) -> bool:
    named = {name for line in example.lines if isinstance(line, t.WithOptions) for name, _ in line.settings}
    return named <= {"seats"} and any(isinstance(line, t.Given) for line in example.lines)


def _questions(pack: Ruleset, number: int, example: t.ExampleSection) -> Iterator[Puzzle]:
    """Yield what may be asked at one example, before anything is run that a board does not show."""
    player = pack.rules.colours[0]
    plays, runs, then, shown = list[tuple[str, t.Invocation]](), list[str](), list[tuple[str, t.Invocation]](), True
    for index, line in enumerate(example.lines):
        match line:
            case t.Given():
                plays, runs, then, shown = [], [], [], True
            case t.TurnIs():
                player = line.player
            case t.PlayMove(move, by):
                (then if runs else plays).append((by or player, move))
                shown = shown and len(plays) + len(then) <= _MOST_PLAYS
            case t.RunBlock(block):
                names = [each.name for each in block if isinstance(each, t.CallStatement) and not each.args]
                runs, shown = [*runs, *names], shown and len(names) == len(block) and bool(names) and not then
            case t.ExpectPosition() | t.ExpectThat() if shown and (plays or runs):
                for variable, value in _values(pack, line):
                    yield Puzzle(
                        number, example.title, "value", index, player, plays=tuple(plays), runs=tuple(runs),
                        then=tuple(then), variable=variable, value=value,
                    )  # fmt: skip
                for thing, owner, value in _amounts(pack, line, hidden=any(move.args for _, move in (*plays, *then))):
                    yield Puzzle(
                        number, example.title, "amount", index, player, plays=tuple(plays), runs=tuple(runs),
                        then=tuple(then), variable=("", owner), thing=thing, value=value,
                    )  # fmt: skip
            case t.ExpectRefused(move, condition) if move.args and _tells(pack, move, condition):
                yield Puzzle(number, example.title, "possible", index, player, move, condition)
            case t.ExpectOffers(move, offers) if offers and move.name in pack.rules.actions:
                places = tuple(words_of(offer)[-1] for offer in offers)
                if _asks_place(pack, move, places) and len(places) <= _MOST_PLACES:
                    yield Puzzle(number, example.title, "places", index, player, move, offers=places)
                    continue
                if not _names_thing(pack, move):
                    continue
                offer = offers[number % len(offers)]
                asked = t.Invocation(move.name, (*move.args, offer), span=move.span)
                yield Puzzle(number, example.title, "possible", index, player, asked)
            case t.ExpectWinners(players):
                yield Puzzle(number, example.title, "winner", index, player, winners=players)
            case t.ExpectRanking(places=ranking) if ranking:
                yield Puzzle(number, example.title, "winner", index, player, winners=ranking[0])


def _values(pack: Ruleset, line: t.ExpectPosition | t.ExpectThat) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the variables of players that an expectation gives a number to."""
    if isinstance(line, t.ExpectThat):
        yield from _numbers(pack, line.condition)
        return
    for item in line.items:
        match words_of(item.head), [words_of(group) for group in item.groups]:
            case [name, "of", owner], [[amount]] if name in pack.rules.variables and str(amount).isdecimal():
                yield (name, owner), int(amount)


def _amounts(
    pack: Ruleset, line: t.ExpectPosition | t.ExpectThat, hidden: bool
) -> Iterator[tuple[tuple[str, str], str, int]]:
    """Yield how many counters of whom an expected position has on a place. `hidden`: other places are marked already,
    so that one whose coordinates the board does not show cannot be told from them."""
    counters = pack.rules.counters
    for item in line.items if isinstance(line, t.ExpectPosition) else ():
        *before, place = words_of(item.head)
        if "of" in before or not place[-1].isdigit() or (hidden and "," in place):
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
    params = _asked(pack, move)[len(move.args) :]
    if not params or isinstance(params[0].type, PlaceType):
        return bool(params)
    is_thing = isinstance(params[0].type, PieceType | CounterType)
    return is_thing and len(set(offers)) == len(offers) and all(word[-1].isdigit() for word in offers)


def _names_thing(pack: Ruleset, move: t.Invocation) -> bool:
    """Whether the value after those of a move says more than yes or no."""
    params = _asked(pack, move)[len(move.args) :]
    return not params or not isinstance(params[0].type, TruthType)


def _asked(pack: Ruleset, move: t.Invocation) -> list[ParamDecl]:
    """Return the parameters of an action that a player chooses."""
    action = pack.rules.actions.get(move.name)
    return [param for param in action.params if not param.given] if action is not None else []


def _tells(pack: Ruleset, move: t.Invocation, condition: str) -> bool:
    """Whether a condition has a sentence for players."""
    action = pack.rules.actions.get(move.name)
    messages = [getattr(need, "message", "") for need in action.lines if need.name == condition] if action else []
    return any(messages)


class PuzzleRun:
    """One puzzle at its position."""

    def __init__(self, pack: Ruleset, puzzle: Puzzle) -> None:
        """`pack` was loaded with its examples. Raises ExampleFailedError, NotationError, OptionError or RuleError."""
        self.pack, self.puzzle = pack, puzzle
        example = pack.rules.examples[puzzle.number].text
        assert isinstance(example, t.ExampleSection)
        run = ExampleRun(pack, puzzle.number, example)
        run.begin((puzzle.number,))
        lines = example.lines[: puzzle.line]
        last = max((index for index, line in enumerate(lines) if isinstance(line, t.Given)), default=0)
        hidden = puzzle.plays or puzzle.runs
        begun = next((n for n, line in enumerate(lines) if n > last and _happens(line)), len(lines)) if hidden else -1
        for index, line in enumerate(lines):
            if index == begun:
                self.match: Match = run.match.fork()
            if isinstance(line, t.SceneLine):
                run.carry_out(index, line)
        self.after: Match = run.match.fork()  #: where the expectation holds
        if not hidden or begun == len(lines):
            self.match = self.after
        self._run = run
        if puzzle.kind == "places" and puzzle.move is not None:
            self.match = self.after = self._asking(puzzle.move)
        self.player = self._acting_player()

    def _acting_player(self) -> str:
        """Return the player whose move is in question: after moves of the example another one than at its beginning."""
        if self.puzzle.move is None:
            return self.puzzle.player
        self._run.go_on_from(self.match)
        number = len(self.puzzle.move.args) if self.puzzle.kind == "places" else 0
        return self._run.question(self.puzzle.move.name, number)[0].seat

    def _asking(self, move: t.Invocation) -> Match:
        """Return the match where the first values of a move are chosen, and its next one is asked for."""
        self._run.go_on_from(self.match)
        if move.args:
            self._run.play_for(self.puzzle.player, move)
        self._run.question(move.name, len(move.args))
        return self._run.match.fork()

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers to choose from: `yes` and `no`, or the players."""
        match self.puzzle.kind:
            case "possible":
                return ("yes", "no")
            case "places":
                return ()
            case "winner":
                return tuple(self.match.program.colours)
            case "value" | "amount":
                value, first = self.puzzle.value, self.puzzle.number % 4
                lowest = max(value - first, 0)
                return tuple(str(number) for number in range(lowest, lowest + 4))

    def is_right(self, answer: str) -> bool:
        """Whether an answer is right."""
        if self.puzzle.kind == "winner":
            return answer in self.puzzle.winners
        if self.puzzle.kind in ("value", "amount"):
            return answer == str(self.puzzle.value)
        return answer == ("no" if self.puzzle.condition else "yes")

    @property
    def offered(self) -> frozenset[str]:
        """The places that are to be found, where the question is for places."""
        return frozenset(place for word in self.puzzle.offers if (place := _place(self.match.notation, word)))

    @property
    def decision(self) -> DecisionView | None:
        """What the table asks at the position, of the action alone that is in question; None if nothing."""
        decisions = self.match.view(self.player).decisions
        found = next((each for each in decisions if each.options), None)
        if found is None or self.puzzle.move is None:
            return found
        entries = tuple(entry for entry in found.entries if entry.action == self.puzzle.move.name)
        return replace(found, entries=entries or found.entries)

    @property
    def move(self) -> FailedCondition | None:
        """The move that is asked about, as a sentence to be said in a language; None if none is."""
        return self._told(self.puzzle.move) if self.puzzle.move is not None else None

    @property
    def plays(self) -> tuple[tuple[str, FailedCondition], ...]:
        """What players do first, in order: each player and the move as a sentence."""
        return tuple((player, self._told(move)) for player, move in self.puzzle.plays)

    @property
    def then(self) -> tuple[tuple[str, FailedCondition], ...]:
        """What players do after the routines."""
        return tuple((player, self._told(move)) for player, move in self.puzzle.then)

    @property
    def reason(self) -> FailedCondition | None:
        """The condition that forbids the move; None if it is possible."""
        move, condition = self.puzzle.move, self.puzzle.condition
        if move is None or not condition:
            return None
        needs = self.pack.rules.actions[move.name].lines
        message = next((each.message for each in needs if each.name == condition and hasattr(each, "message")), "")
        return self._sentence(f"{move.name}.{condition}", message, move)

    def _told(self, move: t.Invocation) -> FailedCondition:
        action = self.pack.rules.actions.get(move.name)
        return self._sentence(move.name, action.text if action is not None else "", move)

    def _sentence(self, anchor: str, text: str, move: t.Invocation) -> FailedCondition:
        names = [param.name for param in _asked(self.pack, move)]
        return FailedCondition(anchor, text, tuple(zip(names, self._values_of(move), strict=False)))

    def _values_of(self, move: t.Invocation) -> list[str]:
        """Return the values of a move in the full notation as far as they can be chosen, then as they are written."""
        values = [" ".join(words_of(arg)) for arg in move.args]
        self._run.go_on_from(self.match)
        found = self._run.written_values(self.player, move)
        return [*found, *values[len(found) :]]

    @property
    def places(self) -> frozenset[str]:
        """The places that the move names."""
        moves = [
            *([self.puzzle.move] if self.puzzle.move else []),
            *(move for _, move in (*self.puzzle.plays, *self.puzzle.then)),
        ]
        words = [word for move in moves for arg in move.args for word in words_of(arg)]
        words += [self.puzzle.thing[1]]
        return frozenset(place for word in words if (place := _place(self.match.notation, word)))


def _happens(line: t.ExampleLine) -> bool:
    return isinstance(line, t.PlayMove | t.RunBlock)


def _place(notation: Notation, word: str) -> str:
    """Return the name of a place of any board; empty if the word names none."""
    for board in notation.program.layout.boards.values():
        cell = notation.find_cell(board.name, word)
        if cell is not None:
            return notation.cell(board.name, cell)
    return ""
