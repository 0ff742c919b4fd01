"""Commands of `gondwana` that need `app`: network tables and packages. Only their arguments are declared here, so that
the help and the manual page do not import what the commands need; each command is imported when it runs.
"""

from __future__ import annotations

import argparse
import re

from app.net.protocol.limits import CONNECTIONS, TURNS_BEHIND
from dsl.base.processor_cores import MAX_CORES
from dsl.cli import arguments as declare
from dsl.cli.main import Commands, late
from dsl.i18n.translations import FALLBACK, languages
from dsl.match.clock import clock_plan

_PORTS = 2**16
_MOST_WATCHERS = 200
_WATCHING = re.compile(r"no|yes|delayed:([1-9][0-9]?)")


def serve(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `serve`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name or folder; not needed with --resume")
    parser.add_argument(
        "--house", action="append", default=[], metavar="TITLE", help="house rules to use, by title or as a file"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game")
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
        help="allow spectators; delayed:N: with a delay of N turns; default: yes",
    )
    parser.add_argument(
        "--clock",
        type=_clock,
        default="",
        metavar="CLOCK",
        help="total:600+5: 600 s for each player and 5 s more after each move; move:30: 30 s for each move",
    )
    parser.add_argument(
        "--cores",
        type=_cores,
        default=0,
        metavar="N",
        help="processor cores for computer players whose level is limited by time; default: half of them",
    )
    parser.add_argument("--hints", action="store_true", help="let players ask the computer for hints")
    parser.add_argument(
        "--watchers",
        type=_watchers,
        default=0,
        metavar="N",
        help=f"let N more clients connect than {CONNECTIONS}, for many spectators",
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
        "--owner",
        action="store_true",
        help="create a token with which the owner joins, see join --owner-token; it is in the file beside the journal",
    )


def join(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `join`."""
    parser.add_argument(
        "host", metavar="HOST[:PORT]", nargs="?", default="",
        help="address or short address of the table; without it, the tables on the network are listed",
    )  # fmt: skip
    parser.add_argument("--name", default="", metavar="NAME", help="your name at the table")
    parser.add_argument("--code", default="", metavar="CODE", help="the table's code, if it has one")
    parser.add_argument("--seat", default="", metavar="COLOUR,...", help="take this seat, or several, such as red,blue")
    parser.add_argument("--watch", action="store_true", help="join as a spectator")
    parser.add_argument("--accept-rules", action="store_true", help="accept the rules of the table without asking")
    parser.add_argument(
        "--by-chance",
        type=int,
        nargs="?",
        const=0,
        metavar="SEED",
        help="play random moves, equal ones for the same SEED",
    )
    parser.add_argument(
        "--owner-token", default="", metavar="TOKEN", help="join as the owner of the table, see serve --owner"
    )
    parser.add_argument("--language", choices=tuple(languages()), default=FALLBACK, help="language of the messages")


def pack(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pack`."""
    parser.add_argument("folder", metavar="DIR", help="the folder of a game, or of house rules, named after their game")
    parser.add_argument("--out", default="", metavar="FILE", help="the package to write; default: NAME.gondwana")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < _PORTS):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_PORTS - 1}, not `{text}`")
    return int(text)


def _cores(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 0 < int(text) <= MAX_CORES):
        raise argparse.ArgumentTypeError(f"the number of processor cores is from 1 to {MAX_CORES}, not `{text}`")
    return int(text)


def _clock(text: str) -> str:
    try:
        clock_plan(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _watchers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= _MOST_WATCHERS):
        raise argparse.ArgumentTypeError(f"the number of spectators is from 0 to {_MOST_WATCHERS}, not `{text}`")
    return int(text)


def _watching(text: str) -> tuple[str, int]:
    found = _WATCHING.fullmatch(text)
    if found is None or (found[1] and int(found[1]) > TURNS_BEHIND):
        raise argparse.ArgumentTypeError(
            f"spectators are allowed by no, yes, or delayed:N with N turns from 1 to {TURNS_BEHIND}, not `{text}`"
        )
    return ("delayed", int(found[1])) if found[1] else (text, 0)


COMMANDS: Commands = {
    "serve": (
        serve,
        "host a table on the network",
        "GAME --seats human,human,bot:keen --code",
        late("app.cli.serve", "serve"),
    ),
    "join": (
        join,
        "join a table on the network",
        "192.168.1.20 --name Ann --seat red",
        late("app.cli.join", "join"),
    ),
    "doc": (
        declare.doc,
        "write the rulebook of a game, generated from its rules",
        "GAME --players 4 --language fr -o rulebook.pdf",
        late("app.cli.rulebook", "write_rulebook"),
    ),
    "pack": (
        pack,
        "pack a game or house rules into one file",
        "rulesets/fen --out fen.gondwana",
        late("app.storage.package", "command"),
    ),
}
