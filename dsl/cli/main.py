"""Reads the command line and hands it to its command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from dsl.text.near import near
from dsl.text.problem import RulesError

GOOD, FAILED, MISUSED = 0, 1, 2


class MisuseError(Exception):
    """The command line says something that does not exist; the message says what does."""


class FailedError(Exception):
    """A command could not do its work; the message is the one line that says why."""


class _Parser(argparse.ArgumentParser):
    """A parser that names what exists instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        flags = sorted(flag for flag in self._option_string_actions if flag.startswith("--"))
        raise MisuseError(f"{self.prog}: {message}; it knows {', '.join(flags)}")


Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    try:
        return _run(list(argv))
    except MisuseError as error:
        print(error, file=sys.stderr)
        return MISUSED
    except FailedError as error:
        print(error, file=sys.stderr)
        return FAILED
    except RulesError as error:
        for problem in error.problems:
            print(f"error[{problem.slug}]: {problem.summary} ({problem.span})", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return FAILED


def _run(argv: list[str]) -> int:
    name = argv[0] if argv else "--help"
    if name in ("--help", "-h", "help"):
        print(_overview())
        return GOOD
    if name not in COMMANDS:
        suggestion = near(name, COMMANDS)
        hint = f"did you mean `{suggestion}`?" if suggestion else f"there are {', '.join(COMMANDS)}"
        raise MisuseError(f"gondwana: there is no command `{name}`; {hint}")
    declare, summary, command = COMMANDS[name]
    parser = _Parser(prog=f"gondwana {name}", description=summary, allow_abbrev=False)
    declare(parser)
    try:
        found = parser.parse_args(argv[1:])
    except SystemExit as done:  # --help has been printed
        return int(done.code or 0)
    return command(found)


def _overview() -> str:
    lines = [
        "gondwana                 opens the window",
        *(f"gondwana {name:<15} {c[1]}" for name, c in COMMANDS.items()),
    ]
    return "\n".join(lines)


# ---- what each command understands -------------------------------------------------------------------------------


def _paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a ruleset's folder")


def _check(parser: argparse.ArgumentParser) -> None:
    _paths(parser)
    parser.add_argument("--json", action="store_true", help="problems as data")


def _format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="rules files or folders")
    parser.add_argument("--check", action="store_true", help="only say which files would change")


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name or folder")
    parser.add_argument("--house", action="append", default=[], metavar="TITLE", help="house rules to tick")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--seed", type=int, default=0, help="where chance comes from")


def _play(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--seats", default="", metavar="PLAYER,...", help="human or bot:random, one for each seat")
    parser.add_argument("--journal", metavar="FILE", help="where the match is kept")
    parser.add_argument("--language", choices=("en", "fr"), default="en", help="what the table speaks")


def _playouts(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("-n", "--number", type=int, default=10, help="how many matches")
    parser.add_argument("--players", type=int, default=0, help="how many players; the least if not said")
    parser.add_argument("--runner", choices=("reference",), default="reference", help="what runs the program")


def _perft(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--depth", type=int, required=True, help="how many choices deep")
    parser.add_argument("--players", type=int, default=0, help="how many players; the least if not said")
    parser.add_argument("--position", metavar="FILE", help="a file with one `example` to begin from")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a match's journal")
    parser.add_argument("--verify", action="store_true", help="compare every position with what was written")


def _diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", metavar="A", help="a ruleset's folder")
    parser.add_argument("after", metavar="B", help="another, or a house rules file for A")
    parser.add_argument("--language", choices=("en", "fr"), default="en", help="what the sentences are in")


def _program(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--players", type=int, default=0, help="how many players; the least if not said")
    parser.add_argument("--python", action="store_true", help="as the reference runner has it")


def _late(module: str, name: str) -> Command:
    """Return a command that is imported when it runs, because `check` must not wait for what `play` needs."""

    def command(arguments: argparse.Namespace) -> int:
        from importlib import import_module

        found: Command = getattr(import_module(f"dsl.cli.{module}"), name)
        return found(arguments)

    return command


COMMANDS: dict[str, tuple[Callable[[argparse.ArgumentParser], None], str, Command]] = {
    "check": (_check, "says what is wrong with rulesets", _late("rulesets", "check_rulesets")),
    "examples": (_paths, "runs the rulebook examples", _late("rulesets", "examples")),
    "format": (_format, "writes rules in the one style", _late("rulesets", "format_files")),
    "diff": (_diff, "says in sentences how two rulesets differ", _late("rulesets", "diff")),
    "play": (_play, "plays in the terminal", _late("play", "play")),
    "playouts": (_playouts, "plays matches by chance and measures them", _late("measures", "playouts")),
    "perft": (_perft, "counts the ways to play so many choices", _late("measures", "perft")),
    "program": (_program, "shows the program that rules become", _late("measures", "program")),
    "replay": (_replay, "plays a kept match again", _late("play", "replay_journal")),
}
