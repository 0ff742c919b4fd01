"""Runs the rulebook examples of a pack: sets up the position, plays the moves, compares what the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from msgspec.structs import replace

from dsl.base.problem import Label, Problem
from dsl.base.source import NOWHERE, Source, Span
from dsl.ir.program import DecisionPoint
from dsl.match.diagnosis import RuleFault, locate_fault, reasons, stuck_seat
from dsl.match.match import Match
from dsl.match.observation.decisions import OFFERED, Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.notation import Notation, NotationError, words_of
from dsl.match.observation.score import outcome
from dsl.match.observation.state_reader import StateReader
from dsl.match.observation.view_builder import ViewBuilder
from dsl.match.rulesets.positions import NOTHING, PositionNotation
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.view import RankLine, View
from dsl.runtime.runner import RuleError, Runner
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import position_item
from dsl.syntax.house_rule_anchors import head_span
from dsl.syntax.parser import parse

_ENDING_WORDS = ("stop", "enough")  #: end what is chosen several times
SHOWN = 8  #: how many of the values that are offered a message names


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How an example went: passed, or the problem at its first line that does not hold."""

    title: str
    span: Span
    problem: Problem | None

    @property
    def passed(self) -> bool:
        """Whether all of it holds."""
        return self.problem is None


def run_examples(pack: Ruleset) -> list[ExampleResult]:
    """Return how every example of a pack (loaded with its examples) goes."""
    return list(each_example(pack))


def each_example(pack: Ruleset) -> Iterator[ExampleResult]:
    """Yield how every example of a pack (loaded with its examples) goes, as soon as it has run."""
    runs = [ExampleRun(pack, index, _section(declared.text)) for index, declared in enumerate(pack.rules.examples)]
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, run in enumerate(runs):
        alike.setdefault(run.setting(), []).append(number)
    for run in runs:
        yield run.result(alike[run.setting()])


def match_of_example(pack: Ruleset, title: str, action: str) -> Match:
    """Return a match at the position that an example leads to, where an action is asked: by what was run or played
    there, else alone. `pack` is loaded with its examples.

    Raises ValueError if there is no such example, NotationError or RuleError if its position cannot be made.
    """
    titles = [example.text for example in pack.rules.examples]
    sections = [each for each in titles if isinstance(each, t.ExampleSection)]
    index = next((number for number, each in enumerate(sections) if each.title == title), None)
    if index is None:
        raise ValueError(title)
    return ExampleRun(pack, index, sections[index]).match_asking(action)


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """The position of an example with everything that is hidden in it: where it begins, or where it first differs."""

    view: View
    places: tuple[str, ...]  #: named by the line that differs


def position_of_example(pack: Ruleset, index: int) -> ExamplePosition | None:
    """Return the position of example `index` of a pack (loaded with its examples); None if none can be set up."""
    return ExampleRun(pack, index, _section(pack.rules.examples[index].text)).position()


def begin_of_example(pack: Ruleset, index: int) -> View | None:
    """Return the first position of example `index` of a pack (loaded with its examples), with everything that is hidden
    in it; None if it cannot be set up. Of what it runs only that belongs to the position which comes before any move
    and any expectation: examples of one setting share a program."""
    run = ExampleRun(pack, index, _section(pack.rules.examples[index].text))
    if not run.begins_with_run:
        return run.first_position(())
    runs = [ExampleRun(pack, number, _section(each.text)) for number, each in enumerate(pack.rules.examples)]
    alike = [n for n, each in enumerate(runs) if each.begins_with_run and each.setting() == run.setting()]
    return run.first_position(alike)


def uncovered(match: Match) -> Match:
    """Return a match at the same position in which all have seen every piece and every value."""
    state = list(match.state)
    contents = StateReader(match.program, state)
    everybody = (1 << match.players) - 1
    for name in (*contents.layout.pieces, *contents.layout.variables):
        for index in range(len(contents.stretch(f"{name}.known"))):
            contents.put(f"{name}.known", everybody, index)
    return Match.at(match.book, match.players, match.options, match.runner, state)


def uncovered_view(match: Match) -> View:
    """Return the present position of a match as if all had seen everything; of a board that grows also the first
    place."""
    shown = uncovered(match)
    wanted = {
        board.name: {cell for cell, place in board.coordinates.items() if place == (0, 0)}
        for board in shown.program.layout.boards.values()
        if board.unbounded and not shown.contents.occupied(board.name)
    }
    boards = ViewBuilder(shown.contents, shown.notation, 0).boards(wanted)
    return replace(shown.view(""), boards=boards)


def adjusted_example(pack: Ruleset, index: int) -> t.ExampleSection | None:
    """Return example `index` of a pack as it holds under the pack's rules: each line that differs says what the rules
    say, and what can no longer be played is refused. None if nothing is left to expect."""
    return ExampleRun(pack, index, _section(pack.rules.examples[index].text)).adjusted()


@dataclass(frozen=True, slots=True)
class _Book:
    """The rules with the lines of some examples in them; one program serves all examples of one setting."""

    pack: Ruleset
    examples: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.pack.name

    @property
    def sources(self) -> Mapping[str, Source]:
        return self.pack.sources

    def runner(self, players: int, options: Mapping[str, int], windows: Mapping[str, int]) -> Runner:
        return self.pack.runner(players, options, windows, self.examples)


class ExampleFailedError(Exception):
    """A line of an example that does not hold: what was expected, what was found."""

    def __init__(self, summary: str, expected: str = "", found: str = "") -> None:
        super().__init__(summary)
        self.summary, self.expected, self.found = summary, expected, found


def rule_problem(error: RuleError, line: Span, pack: Ruleset) -> Problem:
    """Say which rule could not be carried out (its place may be unknown), and at which line of the example.

    Where the line of the rules is not found, its section is, of which the name is marked.
    """
    found = locate_fault(error, pack.sources)
    if found.span == NOWHERE:
        return Problem(found.slug, found.text, line, "when this is played")
    labels = [Label(line, "when this is played")]
    if found.caller:
        labels.append(Label(found.caller, "used here"))
    section = next((section for section in pack.tree.sections if section.span == found.span), None)
    place, said = (head_span(section), "somewhere in this") if section else (found.span, "this cannot be carried out")
    return Problem(
        found.slug, found.text, place, said, _reasons(error, found), labels=tuple(labels),
    )  # fmt: skip


def _reasons(error: RuleError, fault_: RuleFault) -> str:
    found = reasons(error)
    if not found:
        values = [f"Values: {fault_.values}."] if fault_.values else []
        return "\n".join([*values, "At the table the match would stay as it was before the choice."])
    return "\n".join([f"Every option is refused to {stuck_seat(error)}:", *(f"    {reason}" for reason in found)])


def _section(text: object) -> t.ExampleSection:
    assert isinstance(text, t.ExampleSection)
    return text


class ExampleRun:
    """One example, or the positions of one lesson, on its way: sets up, plays, runs statements, compares."""

    def __init__(self, pack: Ruleset, index: int, example: t.ExampleSection) -> None:
        """`index` is its number among the examples of the rules; lessons are numbered behind them."""
        self._pack = pack
        self._index = index
        self._example = example
        self._actor = 0
        self._match: Match
        self.choices: list[tuple[str, int]] = []  #: seats and their options since `moved_on`
        self.was_set_up = False  #: whether another position was set up since `moved_on`
        self._ran = False  #: whether what waits now was asked by the rules below the last `run`
        self._players = pack.rules.players[1]
        self._chosen: dict[str, int | str] = {}
        for line in example.lines:
            if isinstance(line, t.WithOptions):
                for name, value in line.settings:
                    if name == "seats" and isinstance(value, t.Number):
                        self._players = value.value
                    else:
                        self._chosen[name] = setting_value(value)

    def setting(self) -> tuple[object, ...]:
        """Return what decides which program the example needs."""
        return self._players, tuple(sorted(self._chosen.items()))

    def result(self, alike: Sequence[int]) -> ExampleResult:
        """Return how it goes; `alike` are the numbers of all examples with the same setting."""
        return ExampleResult(self._example.title, self._example.span, self._problem(alike))

    def position(self) -> ExamplePosition | None:
        """Return where the example begins, or where it first differs."""
        begins: View | None = None
        try:
            self.begin((self._index,))
            for index, line in enumerate(self._example.lines):
                if begins is None and not isinstance(line, t.WithOptions | t.Given | t.TurnIs | t.RunBlock):
                    begins = self._uncovered_view()
                try:
                    self.carry_out(index, line)
                except ExampleFailedError:
                    return ExamplePosition(self._uncovered_view(), tuple(self._places_in(line)))
        except (NotationError, RuleError, OptionError):
            pass
        return ExamplePosition(begins, ()) if begins is not None else None

    @property
    def begins_with_run(self) -> bool:
        """Whether something is run before any move and any expectation."""
        return any(isinstance(line, t.RunBlock) for _, line in self._setting_up())

    def _setting_up(self) -> Iterator[tuple[int, t.ExampleLine]]:
        """Yield the lines before any move and any expectation."""
        for index, line in enumerate(self._example.lines):
            if not isinstance(line, t.WithOptions | t.Given | t.TurnIs | t.RunBlock):
                return
            yield index, line

    def first_position(self, alike: Sequence[int]) -> View | None:
        """Return where the example begins; `alike` are the numbers of the examples whose lines the program has."""
        try:
            self.begin(alike)
            for index, line in self._setting_up():
                if isinstance(line, t.Given | t.RunBlock):
                    self.carry_out(index, line)
        except (NotationError, RuleError, OptionError):
            return None
        return self._uncovered_view()

    def _uncovered_view(self) -> View:
        return uncovered_view(self._match)

    def _places_in(self, line: t.ExampleLine) -> Iterator[str]:
        """Yield the places that a line names; of a position those that differ."""
        words: list[str] = []
        if isinstance(line, t.ExpectPosition):
            positions = PositionNotation(self._match.notation, self._contents)
            words = [word for item, *_ in positions.differences(line.items) for word in words_of(item.head)]
        elif isinstance(line, t.PlayMove | t.ExpectOffers | t.ExpectRefused):
            words = [word for arg in line.move.args for word in words_of(arg)]
            if isinstance(line, t.ExpectOffers):
                words += [word for offer in line.offers for word in words_of(offer)]
        notation, boards = self._match.notation, self._match.program.layout.boards
        yield from (word for word in words if any(notation.find_cell(name, word) is not None for name in boards))

    # ---- as the rules are now ----

    def adjusted(self) -> t.ExampleSection | None:
        """Return the example as it holds under the rules; None if nothing is left to expect."""
        lines: list[t.ExampleLine] = []
        try:
            self.begin((self._index,))
            for index, line in enumerate(self._example.lines):
                try:
                    self.carry_out(index, line)
                    lines.append(line)
                except ExampleFailedError as failed:
                    found = self._as_it_is(line, failed)
                    lines += [found] if found is not None else []
                    if isinstance(line, t.PlayMove):
                        break
        except (NotationError, RuleError, OptionError):
            pass
        setting = t.WithOptions | t.Given | t.TurnIs | t.PlayMove | t.RunBlock
        while lines and isinstance(lines[-1], setting):
            lines.pop()
        return replace(self._example, lines=tuple(lines)) if lines else None

    def _as_it_is(self, line: t.ExampleLine, failed: ExampleFailedError) -> t.ExampleLine | None:
        """Return a line that differs as the rules have it; None if they say nothing of the kind."""
        refused = failed.found.removeprefix("refused: ") if failed.found.startswith("refused: ") else None
        match line:
            case t.PlayMove(move=move) | t.ExpectRefused(move=move) if refused is not None and refused != "where":
                return _read_line(f"expect {_written_move(move, len(move.args))} refused: {refused}")
            case t.ExpectRefused(move=move) if move.args:
                return self._offers_now(replace(move, args=move.args[:-1]))
            case t.ExpectOffers(move=move):
                return self._offers_now(move)
            case t.ExpectPosition(items=items):
                return self._position_now(items)
            case t.ExpectThat(condition=condition):
                return _read_line(f"expect that not ({write(condition)})")
            case t.ExpectWinners() | t.ExpectRanking():
                places = self._places()
                named = [[one.seat for one in lines] for lines in places]
                if isinstance(line, t.ExpectWinners):
                    return replace(line, players=tuple(named[0]))
                return replace(line, places=tuple(tuple(players) for players in named))
        return None

    def _offers_now(self, move: t.Invocation) -> t.ExampleLine | None:
        before, actor = self._match, self._actor
        self._match = before.fork()
        try:
            if move.args:
                self._play(move)
            question, entry = self.question(move.name, len(move.args))
            domain = question.domain(question.ask.entries[entry])
            texts = [
                self._match.notation.write(domain, value, self._contents)
                for value in sorted(self._values(question, move.name))
            ]
        except ExampleFailedError:
            return None
        finally:
            self._match, self._actor = before, actor
        return _read_line(f"expect {_written_move(move, len(move.args))} offers {written_offers(texts)}")

    def _position_now(self, items: Sequence[t.PositionItem]) -> t.ExampleLine:
        positions = PositionNotation(self._match.notation, self._contents)
        written: list[str] = []
        layout = self._match.program.layout
        for item in positions.one_by_one(items):
            found = next((found for _, _, found in positions.differences([item])), None)
            words = words_of(item.head)
            if found is None:
                written.append(position_item(item))
            elif words[0] in layout.zones or words[0] in layout.variables or "reserve" in words[:2]:
                written.append(f"{' '.join(words)}: {found}")
            elif " " in found or ":" in found:  # the item of a place is written whole
                written.append(found)
            else:
                empty = t.PositionItem((found,), ((NOTHING,),), span=item.span)
                more = next((whole for _, _, whole in positions.differences([empty])), None)
                written.append(more or f"{found}: {NOTHING}")
        return _read_line("expect position\n        " + "; ".join(written))

    def match_asking(self, action: str) -> Match:
        """Return the match after all moves of the example, where an action is asked."""
        self.begin((self._index,))
        for index, line in enumerate(self._example.lines):
            if isinstance(line, t.SceneLine):
                self.carry_out(index, line)
        self.question(action, 0)
        return self._match

    # ---- for lessons and puzzles ----

    @property
    def match(self) -> Match:
        """The match at the position that was reached."""
        return self._match

    def go_on_from(self, match: Match, actor: int | None = None) -> None:
        """Continue from the position of a match of this example, which stays as it is; counting starts again. `actor`
        is the seat that acts then."""
        self._match, self.choices, self.was_set_up = match.fork(), [], False
        self._actor = self._actor if actor is None else actor

    def play_for(self, player: str, move: t.Invocation) -> None:
        """Play a move for a player, where the rules ask it now: the match goes on. Raises ExampleFailedError and
        NotationError."""
        self._actor = self._seat(player)
        self._play(move)

    def take(self, option: int) -> None:
        """Take an option of the question that waits. Raises RuleError."""
        question = self._match.question
        assert question is not None
        self._choose(question, option)

    def holds(self, index: int) -> bool:
        """Whether the condition of line `index` holds now."""
        function = self._lowered(index)
        assert isinstance(function, str)
        return bool(self._match.runner.call(self._contents.state, function))

    def refusal(self, move: t.Invocation) -> str:
        """Return why a move is not possible: "allowed", "not offered here" or "refused: NAME". Raises NotationError."""
        before, actor, choices, was_set_up = self._match, self._actor, self.choices, self.was_set_up
        self._match = before.fork()
        try:
            return self._refusal(move)
        finally:
            self._match, self._actor, self.choices, self.was_set_up = before, actor, choices, was_set_up

    def written_values(self, player: str, move: t.Invocation) -> list[str]:
        """Return the values of a move of a player in the full notation, up to the first that cannot be chosen."""
        found: list[str] = []
        before, actor = self._match, self._actor
        self._match, self._actor = before.fork(), self._seat(player)
        try:
            for number, words in enumerate(map(words_of, move.args)):
                question, entry = self.question(move.name, number)
                value = self._read(question, entry, words)
                found.append(
                    self._match.notation.write(question.domain(question.ask.entries[entry]), value, self._contents)
                )
                option = self._option(question, move.name, value)
                if option is None:
                    break
                self._choose(question, option)
        except (NotationError, RuleError):
            pass
        finally:
            self._match, self._actor = before, actor
        return found

    def value(self, question: Question, option: int, words: Sequence[str | int | t.Coordinate]) -> bool:
        """Whether an option of a question takes the value that these words write. Raises NotationError."""
        entry, value = option_parts(option, question.ask.combined)
        meant = self._match.notation.meanings(
            question.domain(question.ask.entries[entry]), words_of(words), question.contents
        )
        return value in meant

    def _problem(self, alike: Sequence[int]) -> Problem | None:
        place = self._example.span
        try:
            self.begin(alike)
            for index, line in enumerate(self._example.lines):
                place = line.span
                self.carry_out(index, line)
        except ExampleFailedError as failed:
            return Problem(
                "example-fails",
                failed.summary,
                place,
                needed=failed.expected,
                found=failed.found,
                label="the rules say otherwise",
                explanation="Either a rule is not as the rulebook has it, or the example is not.",
            )
        except NotationError as error:
            return Problem("bad-example", str(error), error.span or place, "cannot be set up or played so")
        except OptionError as error:
            return Problem("unknown-option", str(error), place, "no such setting")
        except RuleError as error:
            return rule_problem(error, place, self._pack)
        return None

    def begin(self, alike: Sequence[int] = ()) -> None:
        """Make the program with the lines of these examples and an empty position. Raises OptionError."""
        options = self._pack.options(self._players, self._chosen)
        book = _Book(self._pack, tuple(alike))
        runner = book.runner(self._players, options, {})
        self._match = Match.at(book, self._players, options, runner, runner.blank())

    def carry_out(self, index: int, line: t.ExampleLine) -> None:
        """Carry out a line, or check what it expects. Raises ExampleFailedError, NotationError, OptionError or
        RuleError."""
        match line:
            case t.WithOptions():
                pass
            case t.Given(items=items):
                state = self._match.runner.blank()
                contents = StateReader(self._match.program, state)
                PositionNotation(Notation(self._match.program), contents).set_up(items)
                self._stand_at(state)
                self._ran = False
            case t.TurnIs(player=player):
                self._acts(player)
                self._ran = False
            case t.PlayMove(move=move, by=by):
                if by:
                    self._acts(by)
                self._play(move)
            case t.RunBlock():
                self._enter(self._lowered(index))
                self._ran = True
            case t.ExpectThat():
                self._expect(index)
            case t.ExpectWinners(players=players):
                self._winners(players)
            case t.ExpectRanking(places=places):
                self._ranking(places)
            case t.ExpectNothing():
                self._nothing()
            case t.ExpectOffers(move=move, offers=offers):
                self._offers(move, offers)
            case t.ExpectRefused(move=move, condition=condition):
                self._refused(move, condition)
            case t.ExpectPosition(items=items):
                positions = PositionNotation(self._match.notation, self._contents)
                for item, expected, found in positions.differences(items):
                    raise ExampleFailedError(f"`{' '.join(words_of(item.head))}` stands otherwise", expected, found)
            case _:
                assert_never(line)

    def _stand_at(self, state: list[int]) -> None:
        match = self._match
        self.choices, self.was_set_up = [], True
        self._match = Match.at(match.book, match.players, match.options, match.runner, state)

    def _seat(self, player: str) -> int:
        colours = self._match.program.colours
        if player not in colours:
            raise NotationError(f"`{player}` does not play here: there are {', '.join(colours)}")
        return colours.index(player)

    def _acts(self, player: str) -> None:
        self._actor = self._seat(player)
        state = list(self._match.state)
        StateReader(self._match.program, state).put("me", self._actor)
        self._stand_at(state)

    @property
    def _contents(self) -> StateReader:
        """The position that the acting player sees: during simultaneous decisions, with its own choices only."""
        return self._match.contents_of(self._actor)

    def _lowered(self, index: int) -> int | str:
        return self._match.program.examples[f"{self._index}.{index}"]

    def _enter(self, step: int | str) -> None:
        assert isinstance(step, int)
        state = list(self._match.state)
        contents = StateReader(self._match.program, state)
        contents.put("final", 0)
        self._match.runner.enter(state, step)
        self._match.runner.events()
        self._stand_at(state)

    def _expect(self, index: int) -> None:
        function = self._lowered(index)
        assert isinstance(function, str)
        if not self._match.runner.call(self._contents.state, function):
            raise ExampleFailedError("what this example expects does not hold")

    # ---- how it ends ----

    def _places(self) -> list[list[RankLine]]:
        """Return who takes each place, the first place first, by the winner lines as things stand."""
        ranking = outcome(self._match.runner, self._match.contents, ()).ranking
        return [list(lines) for _, lines in groupby(ranking, key=lambda line: line.place)]

    def _with_partners(self, players: Iterable[str]) -> set[int]:
        """Return the teams of players: who names one of them means the others, too."""
        return {self._match.program.layout.team_of(self._seat(player)) for player in players}

    def _winners(self, players: Sequence[str]) -> None:
        places = self._places()
        if self._with_partners(players) != self._with_partners(line.seat for line in places[0]):
            win = "wins" if len(players) == 1 else "win"
            raise ExampleFailedError("the winner is another", f"{' and '.join(players)} {win}", _written_places(places))

    def _ranking(self, expected: Sequence[Sequence[str]]) -> None:
        places = self._places()
        found = [self._with_partners(line.seat for line in lines) for lines in places]
        if [self._with_partners(players) for players in expected] != found:
            needed = ", then ".join(" and ".join(players) for players in expected)
            raise ExampleFailedError("the ranking is another", needed, _written_places(places))

    # ---- moves ----

    def _play(self, move: t.Invocation) -> None:
        values = [words_of(words) for words in move.args]
        steps = values or [()]
        for number, words in enumerate(steps):
            question, entry = self.question(move.name, number)
            option = self._option(question, move.name, self._read(question, entry, words))
            if option is None:
                raise ExampleFailedError(
                    f"`{move.name}` cannot be played so", "allowed", self._why(question, entry, words)
                )
            self._choose(question, option)

    def _choose(self, question: Question, option: int) -> None:
        self.choices.append((question.seat, option))
        self._match.choose(question.position, option, question.seat)

    def question(self, action: str, number: int) -> tuple[Question, int]:
        """Return the question whose value `number` of an action answers: the one that waits, or the action alone."""
        found = self._find_question(action, number)
        if found is None and number == 0:
            if action in _ENDING_WORDS:
                raise NotationError(f"nothing is asked here that `{action}` ends")
            if action not in self._match.program.alone:
                raise NotationError(f"there is no action called `{action}`")
            self._enter(self._match.program.alone[action])
            self._ran = False
            found = self._find_question(action, number)
        return found or self._hypothetical_question(action, number)

    def _find_question(self, action: str, number: int) -> tuple[Question, int] | None:
        match = self._match
        question = match.question_of(match.program.colours[self._actor]) if match.secretly else match.question
        if question is None or not _asks_value(question.ask, number):
            return None
        possible = {option_parts(option, question.ask.combined)[0] for option in question.options}
        fitting = [index for index, entry in enumerate(question.ask.entries) if action in (entry.action, entry.word)]
        # A list may name an action twice, first narrowed by a `where`: the line that has options is meant.
        best = min(fitting, key=lambda index: index not in possible, default=None)
        return None if best is None else (question, best)

    def _hypothetical_question(self, action: str, number: int) -> tuple[Question, int]:
        """Return the question as it would be asked, without any option: nothing of it is possible."""
        match = self._match
        # Where the action is asked by itself, no `where` of a list narrows it.
        for ask in sorted(match.program.asks, key=lambda ask: len(ask.entries)):
            for index, entry in enumerate(ask.entries):
                if entry.action == action and ask.parameter == number:
                    question = Question(
                        match.runner, match.notation, self._contents, match.position, ask, self._actor, ()
                    )
                    return question, index
        raise NotationError(f"`{action}` asks for fewer values than are given here")

    def _read(self, question: Question, entry: int, words: Sequence[str]) -> int:
        domain = question.domain(question.ask.entries[entry])
        meant = self._match.notation.meanings(domain, words, self._contents)
        return next((value for value in meant if question.option(entry, value) is not None), meant[0])

    def _why(self, question: Question, entry: int, words: Sequence[str]) -> str:
        number = question.failed(entry, self._read(question, entry, words))
        if number < 0:
            return "allowed" if number == OFFERED else "not offered here"
        return "refused: " + question.condition(entry, number, " ".join(words)).anchor.rpartition(".")[2]

    def _offers(self, move: t.Invocation, offers: Iterable[Sequence[str | int | t.Coordinate]]) -> None:
        before, actor = self._match, self._actor
        self._match = before.fork()
        try:
            if move.args:
                self._play(move)
            question, entry = self.question(move.name, len(move.args))
            offered = self._values(question, move.name)
            expected = self._read_all(question, entry, [words_of(words) for words in offers])
            if offered != expected:
                more, missing = (self._written(question, entry, s) for s in (offered - expected, expected - offered))
                raise ExampleFailedError(f"`{move.name}` offers other values", *_both_ways(missing, more))
        finally:
            self._match, self._actor = before, actor

    def _read_all(self, question: Question, entry: int, values: Sequence[Sequence[str]]) -> set[int]:
        """Return the values that `offers` lists. Raises NotationError; one value of several words needs a `;`."""
        try:
            return {self._read(question, entry, words) for words in values}
        except NotationError:
            whole = [word for words in values for word in words]
            if not len(whole) == len(values) > 1 or not self._reads(question, entry, whole):
                raise
            written = written_offers([" ".join(whole)])
            raise NotationError(f"these words are one value, which ends with `;` here: `{written}`") from None

    def _reads(self, question: Question, entry: int, words: Sequence[str]) -> bool:
        try:
            self._read(question, entry, words)
        except NotationError:
            return False
        return True

    def _nothing(self) -> None:
        """Expect that the rules which ran ask nothing; where none ran, that no action by itself offers anything."""
        match = self._match
        waiting = [match.question_of(match.program.colours[self._actor])] if match.secretly else list(match.questions)
        asked = [question for question in waiting if question]
        found = [text for question in asked for text in self._offered(question)]
        if not asked and not self._ran:
            found = [text for action in match.program.alone for text in self._offered_alone(action)]
        if found:
            raise ExampleFailedError("something is offered", "nothing", "; ".join(found))

    def _offered_alone(self, action: str) -> list[str]:
        before, actor = self._match, self._actor
        self._match = before.fork()
        try:
            self._enter(self._match.program.alone[action])
            return [text for question in self._match.questions for text in self._offered(question)]
        finally:
            self._match, self._actor = before, actor

    def _offered(self, question: Question) -> list[str]:
        """Return what a question offers: each of its actions, with a few of the values to choose from."""
        texts: dict[str, list[str]] = {}
        for option in question.options:
            entry, value = option_parts(option, question.ask.combined)
            asked = question.ask.entries[entry]
            values = texts.setdefault(asked.action or asked.word, [])
            domain = question.domain(asked)
            if domain.sort != "nothing":
                values.append(self._match.notation.write(domain, value, self._contents))
        return [f"{name} {_some(values)}".rstrip() for name, values in texts.items()]

    def _option(self, question: Question, action: str, value: int) -> int | None:
        """Return the option that takes a value for an action (or a word), by whichever entry of the list."""
        for index, entry in enumerate(question.ask.entries):
            option = question.option(index, value)
            if option is not None and action in (entry.action, entry.word):
                return option
        return None

    def _values(self, question: Question, action: str) -> set[int]:
        """Return the values offered for an action, by whichever entry of the list."""
        parts = (option_parts(option, question.ask.combined) for option in question.options)
        return {value for entry, value in parts if question.ask.entries[entry].action == action}

    def _written(self, question: Question, entry: int, values: set[int]) -> str:
        domain = question.domain(question.ask.entries[entry])
        return ", ".join(sorted(self._match.notation.write(domain, value, self._contents) for value in values))

    def _refused(self, move: t.Invocation, condition: str) -> None:
        found = self.refusal(move)
        if found != f"refused: {condition}":
            raise ExampleFailedError(f"`{move.name}` is not refused so", f"refused: {condition}", found)

    def _refusal(self, move: t.Invocation) -> str:
        """Return why a move is not possible, at its first value that is not; this plays those before."""
        values = [words_of(words) for words in move.args] or [()]
        found = "allowed"
        for number, words in enumerate(values):
            question, entry = self.question(move.name, number)
            option = self._option(question, move.name, self._read(question, entry, words))
            found = self._why(question, entry, words)
            if option is None or number == len(values) - 1:
                break
            self._choose(question, option)
        return found


def _read_line(text: str) -> t.ExampleLine:
    (section,) = parse(Source("example", f'example "line"\n    {text}\n')).sections
    assert isinstance(section, t.ExampleSection)
    return section.lines[0]


def _written_move(move: t.Invocation, values: int) -> str:
    args = [" ".join(words_of(arg)) for arg in move.args[:values]]
    return f"{move.name}({', '.join(args)})"


def written_offers(texts: Sequence[str]) -> str:
    """Return values as `offers` lists them."""
    if all(len(text.split()) == 1 for text in texts):
        return " ".join(texts)
    return "; ".join(texts) + (";" if len(texts) == 1 else "")


def _asks_value(ask: DecisionPoint, number: int) -> bool:
    """Whether value `number` of an invocation answers an ask: a way asked place by place has several values."""
    return ask.parameter < number if ask.further else ask.parameter == number


def _written_places(places: Iterable[Iterable[RankLine]]) -> str:
    """Return a ranking with what decides it: `red (score 7), then blue (score 5) and green (score 5)`."""
    return ", then ".join(" and ".join(_rank_line(line) for line in lines) for lines in places)


def _rank_line(line: RankLine) -> str:
    return f"{line.seat} ({', '.join(f'{name} {value}' for name, value in line.values)})"


def _some(values: Sequence[str]) -> str:
    """Return the first of many values, and how many more there are."""
    more = f" and {len(values) - SHOWN} more" if len(values) > SHOWN else ""
    return ", ".join(values[:SHOWN]) + more


def _both_ways(missing: str, more: str) -> tuple[str, str]:
    """Say what should be offered and is not, and what is offered and should not be."""
    return (f"also {missing}" if missing else f"not {more}"), (f"also {more}" if more else f"not {missing}")


def setting_value(value: t.Expr) -> int | str:
    """Return the value of a setting of an example, as `Ruleset.options` reads it."""
    match value:
        case t.Number(value=number):
            return number
        case t.YesNo(value=yes):
            return "yes" if yes else "no"
        case t.Name(name=name):
            return name
        case _:
            raise TypeError("the checker lets only numbers and words stand here")
