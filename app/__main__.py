"""Entry point of `gondwana`: the window without arguments or with its options only, otherwise the command line.

Every process that the program starts, such as that of the bots, imports this module again: so it imports nothing until
it knows what to do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from multiprocessing import freeze_support
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.shell.window_arguments import WindowOptions

_RUN_RULES = ("play", "playouts", "runner", "serve", "simulate")  #: commands that run rules, natively if possible

_NO_DISPLAY = """gondwana: the window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY names one.
Start it from a desktop, or with `ssh -X`. The terminal alone is enough for `gondwana play GAME`; `gondwana --help`
lists the other commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments; return the exit code."""
    from app.shell.window_arguments import WrongOptionError, read_window_options

    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options = read_window_options(given)
    except WrongOptionError as problem:
        print(f"gondwana: {problem}", file=sys.stderr)
        return 2
    if given[:1] == ["selftest"]:
        return _selftest(given[1:])
    if given[:1] == ["inspect"]:
        return _inspect()
    return _command_line(given) if options is None else _window(options)


def _command_line(arguments: list[str]) -> int:
    from app.cli.arguments import COMMANDS
    from dsl.cli import main as command_line

    if sys.platform == "darwin" and arguments[0] in _RUN_RULES and "--try" not in arguments:
        _probe()
    return command_line(arguments, COMMANDS)


def _probe() -> None:
    """Try in another process whether machine code works here: the attempt may crash the process."""
    from app.base.paths import find_user_folders
    from app.base.relaunch import program_command
    from app.shell.application import name_application
    from dsl.cli.jit_probe import probe_jit

    name_application()
    probe_jit(find_user_folders().probe, program_command(), careful=True)


def _selftest(arguments: list[str]) -> int:
    from app.shell.selftest import run

    return run(arguments)


def _inspect() -> int:
    from app.net.sandbox.worker import run

    return run()


def _window(options: WindowOptions) -> int:
    from app.shell.window_arguments import has_display

    if not has_display():
        print(_NO_DISPLAY, file=sys.stderr)
        return 2
    from app.shell.application import run

    return run(options)


if __name__ == "__main__":
    freeze_support()  # in a frozen program, the process of the bots starts here, too
    sys.exit(main())
