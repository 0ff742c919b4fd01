"""Command line: parses the arguments and runs the command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from dsl import __version__
from dsl.base.gc_pause import gc_paused
from dsl.base.problem import RulesError, render
from dsl.base.suggestions import nearest
from dsl.cli import arguments as declare
from dsl.cli.safe_output import safe_streams

GOOD, FAILED, MISUSED = 0, 1, 2
CODES = "Exit codes: 0: success; 1: a check failed or the command could not finish; 2: wrong command line."


class MisuseError(Exception):
    """A wrong command line; the message names what would be right."""


class FailedError(Exception):
    """A command that could not finish; the message is one line with the reason."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that raises MisuseError instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise MisuseError(f"{self.prog}: {message} (see {self.prog} --help)")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Raise MisuseError for an unknown argument or option."""
        flags = sorted(flag for flag in self._option_string_actions if flag.startswith("--"))
        given = unknown[0].partition("=")[0]
        if not given.startswith("-"):
            raise MisuseError(f"{self.prog}: unexpected argument `{given}`")
        meant = nearest(given, flags)
        hint = f"did you mean `{meant}`?" if meant else f"there are {', '.join(flags)}"
        raise MisuseError(f"{self.prog}: there is no option `{given}`; {hint}")


Command = Callable[[argparse.Namespace], int]

#: By name: declares the arguments, one-line summary, example arguments, and the command itself.
Commands = Mapping[str, tuple[Callable[[argparse.ArgumentParser], None], str, str, Command]]


def main(argv: Sequence[str], more: Commands | None = None) -> int:
    """Run one command and return its exit code. `more`: commands added by the program that includes this one."""
    with safe_streams():
        return _main(argv, more)


def _main(argv: Sequence[str], more: Commands | None) -> int:
    try:
        code = _run(list(argv), {**COMMANDS, **(more or {})})
        if not sys.stdout.closed:  # `lsp` closes it when the editor is gone
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader, such as `head`, closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except MisuseError as error:
        return _print_error(str(error), MISUSED)
    except FailedError as error:
        return _print_error(str(error), FAILED)
    except RulesError as error:
        return _print_error("\n\n".join(render(problem, {}) for problem in error.problems), FAILED)
    except OSError as error:
        return _print_error(f"{error.filename or 'the system'}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        return _print_error("stopped", FAILED)


def _print_error(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


def _run(argv: list[str], commands: Commands) -> int:
    name = argv[0] if argv else "--help"
    if name in ("--help", "-h", "help"):
        print(_overview(commands))
        return GOOD
    if name == "--version":
        print(f"Gondwana {__version__}")
        return GOOD
    if name not in commands:
        meant = nearest(name, commands)
        hint = f"did you mean `{meant}`?" if meant else f"there are {', '.join(commands)}"
        raise MisuseError(f"gondwana: there is no command `{name}`; {hint}")
    declare, summary, example, command = commands[name]
    parser = _Parser(
        prog=f"gondwana {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example: gondwana {name} {example}",
        allow_abbrev=False,
    )
    declare(parser)
    try:
        found, unknown = parser.parse_known_args(argv[1:])
    except SystemExit as done:  # --help has been printed
        return int(done.code or 0)
    if unknown:
        parser.refuse(unknown)
    return command(found)


def _overview(commands: Commands) -> str:
    lines = [
        "gondwana [FILE]          open the window; FILE: a match, a game or a package",
        *(f"gondwana {name:<15} {summary}" for name, (_, summary, _, _) in commands.items()),
        "",
        "More: gondwana COMMAND --help. A game is given by its folder, or by its name if it is an official game.",
        CODES,
    ]
    return "\n".join(lines)


def late(module: str, name: str, extra: str = "") -> Command:
    """Return a command that is imported when it runs, because `check` must not wait for what `play` needs.

    `extra` is the extra of the package that brings the libraries of the command.
    """

    def command(arguments: argparse.Namespace) -> int:
        from importlib import import_module

        try:
            with gc_paused():
                found: Command = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            if not extra:
                raise
            raise FailedError(f"this needs {error.name}: install `gondwana[{extra}]` with pip or pipx") from None
        return found(arguments)

    return command


COMMANDS: Commands = {
    "new": (declare.new, "begin a new game", "reed-pond --board hexes", late("dsl.cli.new_game", "new_game")),
    "check": (
        declare.check,
        "check rulesets for problems",
        "rulesets/GAME",
        late("dsl.cli.rulesets", "check_rulesets"),
    ),
    "examples": (
        declare.paths,
        "run the rulebook examples and the lessons",
        "GAME",
        late("dsl.cli.rulesets", "examples"),
    ),
    "format": (
        declare.format_,
        "format rules files",
        "--check rulesets",
        late("dsl.cli.rulesets", "format_files"),
    ),
    "diff": (
        declare.diff,
        "describe the differences between two rulesets",
        'GAME "House rules" --language fr',
        late("dsl.cli.rulesets", "diff"),
    ),
    "trace": (
        declare.trace,
        "explain why an action is not offered",
        'GAME "drift(marsh 2,0)" --seed 7',
        late("dsl.cli.trace", "trace_action"),
    ),
    "play": (
        declare.play,
        "play in the terminal",
        "GAME --seats human,bot:random --seed 7",
        late("dsl.cli.play", "play"),
    ),
    "doc": (
        declare.doc,
        "write the rulebook of a game, generated from its rules",
        "GAME --players 4 --language fr -o rulebook.html",
        late("dsl.cli.rulebook", "write_rulebook"),
    ),
    "playouts": (
        declare.playouts,
        "play random matches and measure them",
        "GAME -n 100 --players 4",
        late("dsl.cli.engine_tools", "playouts"),
    ),
    "simulate": (
        declare.simulate,
        "play many matches and report statistics",
        "GAME -n 1000 --players 4 --out results",
        late("dsl.cli.simulate", "simulate"),
    ),
    "train": (
        declare.train,
        "train computer players in a game",
        "GAME --minutes 5",
        late("dsl.cli.train", "train"),
    ),
    "perft": (
        declare.perft,
        "count the sequences of N decisions",
        "GAME --depth 3 --seed 1",
        late("dsl.cli.engine_tools", "perft"),
    ),
    "program": (declare.program, "show the compiled program", "GAME --python", late("dsl.cli.engine_tools", "program")),
    "lsp": (
        declare.lsp,
        "serve an editor (Language Server Protocol)",
        "--stdio",
        late("dsl.cli.lsp", "serve_editor", extra="lsp"),
    ),
    "runner": (declare.runner, "show which runner is in use, and why", "", late("dsl.cli.engine_tools", "runner")),
    "replay": (
        declare.replay,
        "replay a saved match",
        "match.journal --verify",
        late("dsl.cli.play", "replay_journal"),
    ),
}
