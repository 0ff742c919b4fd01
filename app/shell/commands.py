"""The commands of `gondwana` that need more than the engine: a table on the network. What they understand stands here,
so that help and manual page are there without waiting for what they need; each is imported when it runs.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.net.protocol.limits import CONNECTIONS, TURNS_BEHIND
from app.storage.matches import JOURNAL
from app.storage.opening import PACKAGE, RULES
from dsl.cli.main import Commands, late
from dsl.i18n.translations import FALLBACK, languages

# What the window understands on the command line: its options, and a file to open.


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """How the window was asked to start."""

    portable: Path | None = None  #: keep settings and matches in this folder
    language: str = ""  #: speak this language, this time
    theme: str = ""  #: use these colours, this time
    opened: Path | None = None  #: open this match, game or package at once


def choices() -> dict[str, tuple[str, ...]]:
    """Return the options of the window that have a closed set of values, with these."""
    from dsl.i18n.translations import languages

    return {"--language": tuple(languages()), "--theme": _THEMES}


class WrongOptionError(Exception):
    """An option of the window lacks its value or has one that does not exist."""


_THEMES = ("system", "light", "dark", "contrast")
_NAMES = {"--portable", "--language", "--theme"}
OPENED = (JOURNAL, RULES, PACKAGE)


def is_place(word: str) -> bool:
    """Whether a word is a file to open rather than a command: commands are plain words."""
    return not word.startswith("-") and (Path(word).suffix in OPENED or Path(word).name != word)


def read_window_options(arguments: Sequence[str]) -> WindowOptions | None:
    """The options in `arguments`, or None if they are a command for the command line (its first word is neither an
    option of the window nor a file). Raises WrongOptionError."""
    if arguments and arguments[0].partition("=")[0] not in _NAMES and not is_place(arguments[0]):
        return None
    values: dict[str, str] = {}
    places: list[str] = []
    rest = list(arguments)
    while rest:
        if is_place(rest[0]):
            places.append(rest.pop(0))
            continue
        name, equals, value = rest.pop(0).partition("=")
        if name not in _NAMES:
            raise WrongOptionError(f"the window has no option `{name}`; it has {', '.join(sorted(_NAMES))}")
        if not equals:
            value = rest.pop(0) if rest else ""
        _check(name, value)
        values[name.removeprefix("--")] = value
    if len(places) > 1:
        raise WrongOptionError(f"the window opens one match or game, and here are {len(places)}: {', '.join(places)}")
    portable = values.pop("portable", "")
    opened = Path(places[0]).absolute() if places else None
    return WindowOptions(Path(portable).absolute() if portable else None, opened=opened, **values)


def _check(name: str, value: str) -> None:
    allowed = choices().get(name)
    if not value:
        raise WrongOptionError(f"`{name}` needs {'one of ' + ', '.join(allowed) if allowed else 'a folder'}")
    if allowed is not None and value not in allowed:
        raise WrongOptionError(f"`{name}` knows {', '.join(allowed)}; `{value}` is none of them")


_PORTS = 2**16
_MOST_WATCHERS = 200
_WATCHING = re.compile(r"no|yes|delayed:([1-9][0-9]?)")


def serve(parser: argparse.ArgumentParser) -> None:
    """Of `serve`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name or folder; not needed with --resume")
    parser.add_argument(
        "--house", action="append", default=[], metavar="TITLE", help="house rules to use, by title or as a file"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--seats",
        default="",
        metavar="PLAYER,...",
        help="one for each seat: human (open to anyone), bot:steady, bot:keen, ...; default: all human",
    )
    parser.add_argument("--name", default="", metavar="NAME", help="name of the table; default: the title of the game")
    parser.add_argument(
        "--code",
        nargs="?",
        const="",
        metavar="CODE",
        help="ask new players for this code; without CODE a random one",
    )
    parser.add_argument(
        "--watch",
        type=_watching,
        default=("yes", 0),
        metavar="no|yes|delayed:N",
        help="whether spectators are allowed, perhaps N turns late; default: yes",
    )
    parser.add_argument(
        "--watchers",
        type=_watchers,
        default=0,
        metavar="N",
        help=f"allow N more connections than {CONNECTIONS}",
    )
    parser.add_argument(
        "--port",
        type=_port,
        metavar="P",
        help="port to listen on; 0: any; default: the first free one from 28500",
    )
    parser.add_argument("--here-only", action="store_true", help="only this computer can join (no network access)")
    parser.add_argument("--journal", metavar="FILE", help="save the match here; default: with your other matches")
    parser.add_argument(
        "--resume", metavar="FILE", help="reopen a table that was closed or killed, by the journal of its match"
    )
    parser.add_argument(
        "--owner", action="store_true", help="create a token for the owner, in the file beside the journal"
    )


def join(parser: argparse.ArgumentParser) -> None:
    """Of `join`."""
    parser.add_argument(
        "host", metavar="HOST[:PORT]", nargs="?", default="",
        help="address or short address of the table; without it, tables nearby are listed",
    )  # fmt: skip
    parser.add_argument("--name", default="", metavar="NAME", help="your name at the table")
    parser.add_argument("--code", default="", metavar="CODE", help="the table's code, if it has one")
    parser.add_argument("--seat", default="", metavar="COLOUR,...", help="the seat to take, or several seats")
    parser.add_argument("--watch", action="store_true", help="join as a spectator")
    parser.add_argument("--accept-rules", action="store_true", help="accept the rules of the table without asking")
    parser.add_argument("--by-chance", type=int, nargs="?", const=0, metavar="SEED", help="choose at random")
    parser.add_argument("--owner-token", default="", metavar="TOKEN", help="join as the owner of the table")
    parser.add_argument("--language", choices=tuple(languages()), default=FALLBACK, help="language of the messages")


def pack(parser: argparse.ArgumentParser) -> None:
    """Of `pack`."""
    parser.add_argument("folder", metavar="DIR", help="the folder of a game, or of house rules, called like their game")
    parser.add_argument("--out", default="", metavar="FILE", help="what to write; NAME.gondwana if not said")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < _PORTS):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_PORTS - 1}, not `{text}`")
    return int(text)


def _watchers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= _MOST_WATCHERS):
        raise argparse.ArgumentTypeError(f"so many may look on: a number from 0 to {_MOST_WATCHERS}, not `{text}`")
    return int(text)


def _watching(text: str) -> tuple[str, int]:
    found = _WATCHING.fullmatch(text)
    if found is None or (found[1] and int(found[1]) > TURNS_BEHIND):
        raise argparse.ArgumentTypeError(
            f"others look on: no, yes, or delayed:N with N turns from 1 to {TURNS_BEHIND}, not `{text}`"
        )
    return ("delayed", int(found[1])) if found[1] else (text, 0)


COMMANDS: Commands = {
    "serve": (
        serve,
        "opens a table for others on the network",
        "GAME --seats human,human,bot:keen --code",
        late("app.cli.serve", "serve"),
    ),
    "join": (
        join,
        "joins a table on the network",
        "192.168.1.20 --name Ann --seat red",
        late("app.cli.join", "join"),
    ),
    "pack": (
        pack,
        "packs a game or house rules into one file to pass on",
        "rulesets/fen --out fen.gondwana",
        late("app.storage.package", "command"),
    ),
}
