"""Helpers of several commands: find a game, read options, print problems."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from dsl.base.control_characters import printable
from dsl.base.files import data_folder, read_head
from dsl.base.problem import Problem, RulesError, coloured, render
from dsl.base.source import Source
from dsl.base.suggestions import nearest
from dsl.cli.main import FailedError, MisuseError
from dsl.cli.safe_output import write_controls
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import Ruleset, build_sources, load
from dsl.syntax.parser import MAX_SIZE, read_source

RULESETS = data_folder() / "rulesets"
_PARTS = ("house", "examples", "lessons")  #: folders of a ruleset that are no rulesets themselves


def games() -> dict[str, Path]:
    """Return the official games by the name of their folder; a folder without rules of its own is a shelf of games."""
    return {path.name: path for path in _games_in(RULESETS)}


def _games_in(folder: Path) -> list[Path]:
    """Return the rulesets in a folder and on the shelves in it."""
    found = sorted((*folder.glob("*"), *folder.glob("*/*")))
    return [path for path in found if path.name not in _PARTS and any(path.glob("*.rules"))]


def official(game: str) -> Path | None:
    """Return the folder of an official game, by the name of its folder or the one in its rules."""
    return games().get(game) or games().get(game.replace("_", "-"))


def folder_of(game: str) -> Path:
    """Return the folder of a game given by name or path; what lies in a ruleset stands for it. Raises MisuseError."""
    path = Path(game)
    if game and path.exists():
        return _whole(path)
    found = official(game)
    if found:
        return found
    if path.suffix or len(path.parts) > 1:
        raise MisuseError(f"there is no {'file' if path.suffix else 'folder'} `{game}`")
    meant = nearest(game, games())
    known = ", ".join(sorted(games())) or "none"
    there = f"did you mean `{meant}`?" if meant else f"there are {known}, or name a folder"
    raise MisuseError(f"there is no game `{game}`; {there}")


def _whole(path: Path) -> Path:
    folder = path if path.is_dir() else path.parent
    above = folder.resolve().parent
    if folder.resolve().name in _PARTS and any(above.glob("*.rules")):
        return folder.parent if folder.parent.resolve() == above else above
    if not path.is_dir() and not (path.suffix == ".rules" and any(folder.glob("*.rules"))):
        raise MisuseError(f"`{path}` is not a ruleset: give the folder that contains its rules")
    return folder


def folders_of(paths: Sequence[str]) -> list[Path]:
    """Return the rulesets named, each once; a folder of rulesets stands for them all. Raises MisuseError."""
    found: dict[Path, None] = {}
    for path in paths:
        folder = folder_of(path)
        below = [] if any(folder.glob("*.rules")) else _games_in(folder)
        found |= dict.fromkeys(below or [folder])
    return list(found)


def load_game(arguments: argparse.Namespace, examples: bool = False) -> Ruleset:
    """Return the pack that the arguments name, with its house rules; problems are drawn. Raises FailedError.

    With `examples` it holds what is always to hold, too, unless a house rule changes what that speaks of.
    """
    house: list[Path | str] = [Path(item) if item.endswith(".rules") else item for item in arguments.house]
    return load_drawn(folder_of(arguments.game), house, examples and not house)


def load_drawn(
    folder: Path, house: Sequence[Path | str] = (), examples: bool = False, lessons: bool = False
) -> Ruleset:
    """Return the pack in a folder; problems are drawn. Raises FailedError."""
    try:
        return load(folder, house, examples, lessons)
    except RulesError as error:
        draw(error.problems, {**sources_of(folder), **_house_sources(house)})
        raise FailedError(f"{folder}: {count(len(error.problems), 'problem')}") from None


def _house_sources(house: Sequence[Path | str]) -> Mapping[str, Source]:
    """Return the files of house rules given as paths, as far as they can be read, for showing lines."""
    found: dict[str, Source] = {}
    for path in house:
        with suppress(OSError, RulesError):
            if isinstance(path, Path):
                found[path.name] = read_source(read_head(path, MAX_SIZE + 1), path.name)
    return found


def options_of(arguments: argparse.Namespace) -> dict[str, int | str]:
    """Return what `--option NAME=VALUE` says. Raises MisuseError."""
    found: dict[str, int | str] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise MisuseError(f"`--option {text}` has no `=`: write --option NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


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
        message = printable(render(problem, sources), keep="\n")
        write_controls(sys.stderr, f"{coloured(message) if in_colour else message}\n\n")


def print_runner() -> None:
    """Print the runner in use to stderr, in one line, if it is not the fastest one."""
    from dsl.runtime.runner_selection import performance_note, select_runner

    said = performance_note(select_runner())
    if said:
        print(said, file=sys.stderr)


def count(number: int, noun: str) -> str:
    """Return "1 problem", "2 problems"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
