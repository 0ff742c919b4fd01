"""`gondwana`: without arguments, or with nothing but options of the window, the window; otherwise the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from multiprocessing import freeze_support

from app.shell.window_options import WindowOptions, WrongOptionError, read_window_options

_RUN_RULES = ("play", "playouts", "runner", "serve", "simulate")  #: commands that do so natively where they can


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options = read_window_options(given)
    except WrongOptionError as problem:
        print(f"gondwana: {problem}", file=sys.stderr)
        return 2
    if given[:1] == ["selftest"]:
        return _selftest(given[1:])
    if given[:1] == ["look"]:
        return _look()
    return _command_line(given) if options is None else _window(options)


def _command_line(arguments: list[str]) -> int:
    from app.shell.commands import COMMANDS
    from dsl.cli import main as command_line

    if sys.platform == "darwin" and arguments[0] in _RUN_RULES and "--try" not in arguments:
        _settle()
    return command_line(arguments, COMMANDS)


def _settle() -> None:
    """Find out, apart, whether machine code may be made here: to try it may end the program."""
    from app.base.paths import find_user_folders
    from app.base.relaunch import program_command
    from app.shell.application import name_application
    from dsl.cli.jit_probe import probe_jit

    name_application()
    probe_jit(find_user_folders().probe, program_command(), careful=True)


def _selftest(arguments: list[str]) -> int:
    from app.shell.selftest import run

    return run(arguments)


def _look() -> int:
    from app.net.sandbox.worker import run

    return run()


def _window(options: WindowOptions) -> int:
    from app.shell.application import run

    return run(options)


if __name__ == "__main__":
    freeze_support()  # the process that thinks for computer players begins here, too, when all is one file
    sys.exit(main())
