"""Command `train`: fits a model that evaluates positions of a game, and keeps it if it plays better."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import to_builtins

from dsl.base.files import replace_file
from dsl.bots.models import FORMAT, Model, model_name, models_of
from dsl.cli.common import folder_of, load_game, options_of, print_runner
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.cli.simulate import Progress
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.search.evaluation import UNIT
from dsl.simulation.plots import available, strength_plot
from dsl.training.trainer import Checkpoint, CheckpointError, Generation, Training


def train(arguments: argparse.Namespace) -> int:
    """Train a model for `--minutes` in all, print its strength by generation, and write it if it is better."""
    pack = load_game(arguments)
    players = arguments.players or pack.players[0]
    try:
        options = pack.options(players, options_of(arguments))
    except OptionError as error:
        raise MisuseError(str(error)) from None
    if arguments.plot and not available():
        raise FailedError("--plot needs matplotlib: install `gondwana[lab]` with pip or pipx")
    path = Path(arguments.out) if arguments.out else folder_of(arguments.game) / model_name(pack, players)
    path.parent.mkdir(parents=True, exist_ok=True)
    checkpoint = path.with_name(f".{path.name}.checkpoint")
    print_runner()
    for line in models_of(pack)[1]:
        print(f"note: {line}", file=sys.stderr)
    progress = Progress(round(60 * arguments.minutes), "seconds of training")
    told = 0

    def tell(minutes: float) -> None:
        nonlocal told
        now = min(round(60 * minutes), round(60 * arguments.minutes))
        if now > told:
            progress.more(now - told)
            told = now

    try:
        clock = time.process_time if arguments.cpu else time.monotonic
        training = Training(pack, players, options, checkpoint, tell, clock)
        if training.checkpoint.table:
            print(f"continues after generation {len(training.checkpoint.table)} in {checkpoint}", flush=True)
        training.run(arguments.minutes)
        better = training.is_better()
    except CheckpointError as error:
        raise FailedError(str(error)) from None
    except KeyboardInterrupt:
        raise FailedError("stopped; finished generations are saved, and the same command continues") from None
    finally:
        progress.close()
    for line in table(training.checkpoint.table):
        print(line)
    if arguments.plot:
        _write_plot(training.checkpoint.table, Path(arguments.plot))
    if not better:
        print(f"no model: {training.checkpoint.result or 'none was better than the search without one'}")
        return GOOD
    replace_file(path, model_text(pack, training.checkpoint, _command(arguments)).encode(), private=False)
    print(path)
    return GOOD


def table(generations: Sequence[Generation]) -> list[str]:
    """Return the strength by generation as lines of a table."""
    lines = [f"{'generation':>10}  {'matches':>17}  {'positions':>9}  {'log loss':>16}  {'points':>12}  result"]
    for each in generations:
        loss = f"{each.loss / 1000:.3f} / {each.guess / 1000:.3f}"
        points = f"{each.half_points / 2:g} of {each.played}"
        result = f"{'kept' if each.kept else 'not better'}: against {each.rival}"
        matches = f"{each.matches} {each.data}"
        lines.append(f"{each.number:>10}  {matches:>17}  {each.positions:>9}  {loss:>16}  {points:>12}  {result}")
    return lines


def model_text(pack: Ruleset, checkpoint: Checkpoint, command: str) -> str:
    """Return the file of a model."""
    model = Model(
        FORMAT, pack.name, checkpoint.players, pack.identity, command, checkpoint.result, UNIT, checkpoint.weights
    )
    return json.dumps(to_builtins(model), indent=1, ensure_ascii=False) + "\n"


def _write_plot(generations: Sequence[Generation], path: Path) -> None:
    """Draw the strength of the generations, as SVG if the name of the file says so, otherwise as PNG."""
    shares = [(each.number, each.half_points / 2 / max(each.played, 1), each.kept) for each in generations]
    plot = strength_plot("strength", ("generation", "share of points against the best before it"), shares)
    replace_file(path, plot.svg if path.suffix == ".svg" else plot.png, private=False)


def _command(arguments: argparse.Namespace) -> str:
    parts = ["gondwana", "train", arguments.game, "--minutes", f"{arguments.minutes:g}"]
    parts += ["--cpu"] if arguments.cpu else []
    parts += ["--players", str(arguments.players)] if arguments.players else []
    parts += [part for title in arguments.house for part in ("--house", title)]
    parts += [part for option in arguments.option for part in ("--option", option)]
    return shlex.join(parts)
