"""Commands `playouts`, `perft`, `runner` and `program`: measure and inspect a game's program."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from dsl.base.files import read_head
from dsl.cli.common import load_game, options_of
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.ir.printer import show
from dsl.ir.program import Program
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import JournalError
from dsl.match.observation.notation import Notation, NotationError
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import Perft, PerftPosition, PlayoutError, Playouts, PlayoutTotals
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import OptionError
from dsl.runtime.reference.codegen import PythonCode
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.runner_selection import RunnerChoice, select_runner, set_probed_runner
from dsl.simulation.match_records import MatchPlayer
from dsl.simulation.plan import CHANCE, plan_of
from dsl.syntax import ast as t
from dsl.syntax.parser import MAX_SIZE, parse, read_source


def playouts(arguments: argparse.Namespace) -> int:
    """Play random matches; print their speed, winners, endings and length, and a hash of all of them."""
    found = select_runner()
    if arguments.runner == "native" and found.name == "reference":
        raise FailedError(f"there is no native runner here: {found.reason}")
    series = _series(arguments, examples=True)
    series.native = arguments.runner != "reference"
    series.draws = not arguments.out  # a journal repeats only matches that list their options
    program = series.runner({}).program  # making it is not what is measured
    totals = PlayoutTotals(program)
    began = time.perf_counter()
    while totals.number < arguments.number:
        seed = (arguments.seed + totals.number) % 2**64
        try:
            totals.add(series.tally(seed, arguments.number - totals.number, hashed=True))
        except PlayoutError as error:
            raise FailedError("\n".join((str(error), *_kept(error, arguments, series)))) from None
    seconds = max(time.perf_counter() - began, 1e-9)
    name = found.name if series.native else "reference"
    choices, moves = (f"{count.total / seconds:.0f}" for count in (totals.choices, totals.moves))
    print(f"{totals.number / seconds:.1f} playouts/s, {choices} choices/s, {moves} moves/s, {name} runner")
    _print_totals(program, totals)
    print(f"match hash {totals.digest}")
    return GOOD


def _kept(error: PlayoutError, arguments: argparse.Namespace, series: Playouts) -> Iterator[str]:
    """Write the match that failed as a journal, and yield how to see it."""
    if not arguments.out:
        return
    folder = Path(arguments.out)
    path = folder / f"trouble-{error.seed}.journal"
    matches = MatchPlayer(plan_of(series.pack, [CHANCE] * series.players, options_of(arguments)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() or matches.keep_beginning(error.seed, error.choices, path):
            yield f"The match up to there: gondwana {path}"
    except (OSError, JournalError) as problem:
        yield f"The match could not be kept: {problem}"


def _print_totals(program: Program, totals: PlayoutTotals) -> None:
    def share(number: int) -> str:
        return f"{number} ({100 * number / totals.number:.1f} %)"

    first = (f"{colour} {share(number)}" for colour, number in zip(program.colours, totals.first(), strict=True))
    print(f"first: {', '.join(first)}")
    print(f"endings: {', '.join(f'{what} {share(number)}' for what, number in totals.endings().items())}")
    for noun, count in (("choices", totals.choices), ("moves", totals.moves)):
        print(f"{noun} per match: {count.total / totals.number:.1f} (from {count.least} to {count.most})")


def perft(arguments: argparse.Namespace) -> int:
    """Count the sequences of choices or turns of a depth."""
    series = _series(arguments)
    turns = Perft(series, apart=arguments.apart, one_action=arguments.one_action)
    windows: dict[str, int] = {}
    try:
        if arguments.position:
            runner = series.runner(windows)
            state = _position(runner, Path(arguments.position))
        else:
            runner, state = series.start(arguments.seed, windows)
        for depth in range(1, arguments.depth + 1):
            began = time.perf_counter()
            if arguments.turns:
                ways = turns.count(PerftPosition(runner, state, windows), depth)
            else:
                ways = series.ways(runner, state, windows, depth)
            print(f"{depth:5} {ways:14} {time.perf_counter() - began:9.2f} s", flush=True)
            if not ways:
                break  # nobody is asked any more
    except RuleError as error:
        raise FailedError(f"the rules could not be executed: {explanation_of(error, series.pack.sources)}") from None
    return GOOD


def _position(runner: Runner, path: Path) -> State:
    """Return the position of the example in a file, where its action would be asked; without one, where play begins."""
    source = read_source(read_head(path, MAX_SIZE + 1), path.name)
    example = next((s for s in parse(source).sections if isinstance(s, t.ExampleSection)), None)
    if example is None:
        raise FailedError(f"{path} contains no `example`")
    state = runner.blank()
    for line in example.lines:
        try:
            _carry_out(runner, state, line)
        except NotationError as error:
            raise FailedError(f"{line.span}: {error}") from None
    if not any(isinstance(line, t.PlayMove) for line in example.lines):
        runner.enter(state, runner.program.play)
    return state


def _carry_out(runner: Runner, state: State, line: t.ExampleLine) -> None:
    program = runner.program
    match line:
        case t.Given(items=items):
            PositionNotation(Notation(program), StateReader(program, state)).set_up(items)
        case t.TurnIs(player=player):
            if player not in program.colours:
                raise NotationError(f"`{player}` does not play here: there are {', '.join(program.colours)}")
            StateReader(program, state).put("me", program.colours.index(player))
        case t.PlayMove(move=move):
            if move.name not in program.alone:
                raise NotationError(f"there is no action called `{move.name}`")
            runner.enter(state, program.alone[move.name])


def runner(arguments: argparse.Namespace) -> int:
    """Print the runner in use and why; or probe whether it can be the native one."""
    if not getattr(arguments, "try"):
        print(f"{select_runner().name}: {select_runner().reason}")
        return GOOD
    set_probed_runner(RunnerChoice("native", "on trial"))
    return GOOD if select_runner().name == "native" else FAILED


def program(arguments: argparse.Namespace) -> int:
    """Print the program of the rules."""
    series = _series(arguments)
    made = series.runner({}).program
    print(PythonCode(made).whole() if arguments.python else show(made))
    return GOOD


def _series(arguments: argparse.Namespace, examples: bool = False) -> Playouts:
    pack = load_game(arguments, examples)
    players = arguments.players or pack.players[0]
    try:
        return Playouts(pack, players, pack.options(players, options_of(arguments)))
    except OptionError as error:
        raise MisuseError(str(error)) from None
