"""What several commands share: finding a game, reading options, drawing problems."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl.cli.main import FailedError, MisuseError
from dsl.engine.folder import RulesetText, read_folder
from dsl.engine.pack import Pack, build_sources, load
from dsl.text.problem import Problem, RulesError
from dsl.text.report import coloured, render
from dsl.text.source import Source

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


def games() -> dict[str, Path]:
    """Return the official games by the name of their folder."""
    return {path.name: path for path in sorted(RULESETS.glob("*")) if any(path.glob("*.rules"))}


def folder_of(game: str) -> Path:
    """Return the folder of a game given by name or path. Raises MisuseError."""
    if Path(game).is_dir():
        return Path(game)
    official = games()
    for name in (game, game.replace("_", "-")):
        if name in official:
            return official[name]
    raise MisuseError(f"there is no game `{game}`; there are {', '.join(official) or 'none'}, or name a folder")


def load_game(arguments: argparse.Namespace) -> Pack:
    """Return the pack that the arguments name, with its house rules; problems are drawn. Raises FailedError."""
    folder = folder_of(arguments.game)
    house: list[Path | str] = [Path(item) if item.endswith(".rules") else item for item in arguments.house]
    try:
        return load(folder, house)
    except RulesError as error:
        draw(error.problems, sources_of(folder))
        raise FailedError(f"{folder}: {count(len(error.problems), 'problem')}") from None


def options_of(arguments: argparse.Namespace) -> dict[str, int | str]:
    """Return what `--option NAME=VALUE` says. Raises MisuseError."""
    found: dict[str, int | str] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise MisuseError(f"`--option {text}` has no `=`: write --option NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def players_of(arguments: argparse.Namespace, pack: Pack) -> int:
    """Return how many play."""
    return int(arguments.players) or pack.players[0]


def sources_of(folder: Path) -> Mapping[str, Source]:
    """Return what can be read of a folder, for showing lines; nothing if it cannot be read at all."""
    try:
        text = read_folder(folder)
    except RulesError:
        return {}
    return sources_in(text)


def sources_in(text: RulesetText) -> Mapping[str, Source]:
    """Return the files of a ruleset, and of those that it is based on, by name."""
    base = sources_in(text.base) if text.base else {}
    return {**base, **build_sources(text)}


def draw(problems: Sequence[Problem], sources: Mapping[str, Source]) -> None:
    """Write problems as they are drawn everywhere; in colour on a terminal, unless NO_COLOR is set."""
    in_colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    for problem in problems:
        message = render(problem, sources)
        print(coloured(message) if in_colour else message, end="\n\n", file=sys.stderr)


def count(number: int, noun: str) -> str:
    """Return "1 problem", "2 problems"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
