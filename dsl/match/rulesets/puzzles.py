"""Puzzles: examples of a ruleset as questions. Selects which examples make a question and of what kind, sets up their
positions, and tells the right answer with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dsl.match.match import Match
from dsl.match.observation.notation import Notation, words_of
from dsl.match.rulesets.examples import ExampleRun
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition
from dsl.syntax import ast as t

PuzzleKind = Literal["possible", "winner", "value"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An example as a question: may this be done, who wins, or which number comes out."""

    number: int  #: of the example among those of the rules
    title: str  #: of the example
    kind: PuzzleKind
    line: int  #: of the example that has the answer
    player: str  #: who acts
    move: t.Invocation | None = None  #: that is asked about
    condition: str = ""  #: that forbids the move; empty: it is possible
    winners: tuple[str, ...] = ()
    plays: tuple[tuple[str, t.Invocation], ...] = ()  #: what players do before the number comes out
    runs: tuple[str, ...] = ()  #: routines that are carried out then
    variable: tuple[str, str] = ("", "")  #: what the number is of: a variable and its owner, or ""
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
            if questions:
                found.append(questions[number % len(questions)])
    return tuple(found)


def _is_official(example: t.ExampleSection) -> bool:
    named = {name for line in example.lines if isinstance(line, t.WithOptions) for name, _ in line.settings}
    return named <= {"seats"} and any(isinstance(line, t.Given) for line in example.lines)


def _questions(pack: Ruleset, number: int, example: t.ExampleSection) -> Iterator[Puzzle]:
    """Yield what may be asked at one example, before anything is run that a board does not show."""
    player = pack.rules.colours[0]
    plays, runs, shown = list[tuple[str, t.Invocation]](), list[str](), True
    for index, line in enumerate(example.lines):
        match line:
            case t.Given():
                plays, runs, shown = [], [], True
            case t.TurnIs():
                player = line.player
            case t.PlayMove(move, by) if not runs:
                plays.append((by or player, move))
            case t.RunBlock(block):
                names = [each.name for each in block if isinstance(each, t.CallStatement) and not each.args]
                runs, shown = [*runs, *names], shown and len(names) == len(block) and bool(plays or len(names))
            case t.ExpectPosition(items) if shown and (plays or runs):
                yield from _values(number, example, index, player, (tuple(plays), tuple(runs)), items, pack)
            case t.ExpectRefused(move, condition) if move.args and _tells(pack, move, condition):
                yield Puzzle(number, example.title, "possible", index, player, move, condition)
            case t.ExpectOffers(move, offers) if offers and move.name in pack.rules.actions:
                offer = offers[number % len(offers)]
                asked = t.Invocation(move.name, (*move.args, offer), span=move.span)
                yield Puzzle(number, example.title, "possible", index, player, asked)
            case t.ExpectWinners(players):
                yield Puzzle(number, example.title, "winner", index, player, winners=players)


def _values(
    number: int, example: t.ExampleSection, index: int, player: str,
    happens: tuple[tuple[tuple[str, t.Invocation], ...], tuple[str, ...]], items: tuple[t.PositionItem, ...],
    pack: Ruleset,
) -> Iterator[Puzzle]:  # fmt: skip
    """Yield a puzzle for each number of a variable of a player in an expected position."""
    for item in items:
        match words_of(item.head), [words_of(group) for group in item.groups]:
            case [name, "of", owner], [[amount]] if name in pack.rules.variables and str(amount).isdecimal():
                plays, runs = happens
                yield Puzzle(
                    number, example.title, "value", index, player, plays=plays, runs=runs,
                    variable=(name, owner), value=int(amount),
                )  # fmt: skip


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

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers to choose from: `yes` and `no`, or the players."""
        match self.puzzle.kind:
            case "possible":
                return ("yes", "no")
            case "winner":
                return tuple(self.match.program.colours)
            case "value":
                value, first = self.puzzle.value, self.puzzle.number % 4
                lowest = max(value - first, 0)
                return tuple(str(number) for number in range(lowest, lowest + 4))

    def is_right(self, answer: str) -> bool:
        """Whether an answer is right."""
        if self.puzzle.kind == "winner":
            return answer in self.puzzle.winners
        if self.puzzle.kind == "value":
            return answer == str(self.puzzle.value)
        return answer == ("no" if self.puzzle.condition else "yes")

    @property
    def move(self) -> FailedCondition | None:
        """The move that is asked about, as a sentence to be said in a language; None if none is."""
        return self._told(self.puzzle.move) if self.puzzle.move is not None else None

    @property
    def plays(self) -> tuple[tuple[str, FailedCondition], ...]:
        """What players do, in order: each player and the move as a sentence."""
        return tuple((player, self._told(move)) for player, move in self.puzzle.plays)

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
        action = self.pack.rules.actions.get(move.name)
        names = [param.name for param in action.params] if action is not None else []
        values = (" ".join(words_of(arg)) for arg in move.args)
        return FailedCondition(anchor, text, tuple(zip(names, values, strict=False)))

    @property
    def places(self) -> frozenset[str]:
        """The places that the move names."""
        moves = [*([self.puzzle.move] if self.puzzle.move else []), *(move for _, move in self.puzzle.plays)]
        words = [word for move in moves for arg in move.args for word in words_of(arg)]
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
