"""The manual page, and the completions of the shells, generated from the declarations of the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import shtab
from common import NAME, ROOT, TITLE, epoch, version

sys.path.insert(0, str(ROOT))

from app.cli.arguments import COMMANDS as MORE
from app.shell.window_arguments import choices
from dsl.cli.main import CODES, COMMANDS


def page() -> str:
    """The page as roff."""
    date = datetime.fromtimestamp(epoch(), UTC).strftime("%Y-%m-%d")
    return "\n".join((f'.TH GONDWANA 1 "{date}" "Gondwana {version()}" "Games"', *_lines())) + "\n"


def completions(shell: str) -> str:
    """Return the script that completes commands, options and files in a shell, "bash" or "zsh"."""
    parser = argparse.ArgumentParser(prog=NAME, description=TITLE)
    for name, values in choices().items():
        parser.add_argument(name, choices=values, help="for this run only")
    parser.add_argument("--portable", metavar="DIR", help="keep settings and matches in this folder")
    commands = parser.add_subparsers(dest="command")
    for name, (declare, summary, _example, _) in {**COMMANDS, **MORE}.items():
        command = commands.add_parser(name, help=_unformatted(summary))
        declare(command)
        for action in command._actions:
            action.help = _unformatted(action.help or "")
            if action.option_strings == [] and not action.choices:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    commands.add_parser("selftest", help="test whether the installed program is complete")
    return shtab.complete(parser, shell)


def _unformatted(text: str) -> str:
    return text.replace("%%", "%").replace("%(", "(")


def _lines() -> Iterator[str]:
    yield from (".SH NAME", r"gondwana \- a table for board games whose rules you can read and change")
    yield from (".SH SYNOPSIS", r"\fBgondwana\fR [\fIOPTIONS\fR] [\fIFILE\fR]")
    yield from (".br", r"\fBgondwana\fR \fICOMMAND\fR [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", "Without a command, gondwana opens its window. A")
    yield from ("match's journal, a game's folder or a package given as", r"\fIFILE\fR is opened at once.")
    yield from (
        ".SH OPTIONS OF THE WINDOW",
        ".TP",
        r"\fB\-\-portable\fR \fIDIR\fR",
        "Keep settings and matches in this folder.",
    )
    for name, words in choices().items():
        yield from (".TP", rf"\fB{_plain(name)}\fR \fI{'|'.join(words)}\fR", "For this run only.")
    yield ".SH COMMANDS"
    for name, (declare, summary, example, _) in {**COMMANDS, **MORE}.items():
        parser = argparse.ArgumentParser(prog=f"gondwana {name}", add_help=False)
        declare(parser)
        yield from (f'.SS "gondwana {name}"', f"{summary[0].upper()}{_plain(summary[1:])}.")
        for action in parser._actions:
            yield from (".TP", _named(action), _plain(action.help or ""))
        yield from (".PP", "Example:", ".RS", rf"\fBgondwana {_plain(f'{name} {example}').strip()}\fR", ".RE")
    yield from (".SS gondwana selftest", "Test whether the installed program is complete.")
    yield from (".SH EXIT STATUS", _plain(CODES))
    yield from (".SH FILES", ".TP", r"\fI~/.local/share/gondwana/matches\fR", "The matches, one journal each.")
    yield from (".TP", r"\fI~/.local/share/gondwana/rulesets\fR", "Your own games, one folder each.")
    yield from (".TP", r"\fI~/.local/share/gondwana/tables.json\fR", "Tokens that identify you to network tables.")
    yield from (".TP", r"\fI~/.local/share/gondwana/reports\fR", "Error reports.")
    yield from (".TP", r"\fI~/.config/gondwana/settings.json\fR", "The settings.")
    yield from (".SH ENVIRONMENT", ".TP", r"\fBGONDWANA_PORTABLE\fR", r"The same as \fB\-\-portable\fR.")
    yield from (".TP", r"\fBNO_COLOR\fR", "Print problems without colours.")


def _named(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else (action.dest.upper() if action.nargs != 0 else "")
    if not action.option_strings:
        return rf"\fI{_plain(value)}\fR"
    flags = ", ".join(rf"\fB{_plain(flag)}\fR" for flag in action.option_strings)
    return rf"{flags} \fI{_plain(value)}\fR" if value else flags


def _plain(text: str) -> str:
    """`text` so that roff takes no letter of it for its own."""
    return text.replace("\\", r"\e").replace("-", r"\-").replace("%%", "%").replace("'", r"\(aq")


if __name__ == "__main__":
    print(page(), end="")
