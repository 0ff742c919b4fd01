"""The commands of `gondwana` that need more than the engine: a table on the network. What they understand stands here,
so that help and manual page are there without waiting for what they need; each is imported when it runs.
"""

from __future__ import annotations

import argparse
import re

from app.lan.limits import CONNECTIONS, TURNS_BEHIND
from dsl.cli.main import Commands, late

_PORTS = 2**16
_MOST_WATCHERS = 200
_WATCHING = re.compile(r"no|yes|delayed:([1-9][0-9]?)")


def serve(parser: argparse.ArgumentParser) -> None:
    """Of `serve`."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name or folder; not needed with --resume")
    parser.add_argument(
        "--house", action="append", default=[], metavar="TITLE", help="house rules to tick, by title or as a file"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--seats",
        default="",
        metavar="PLAYER,...",
        help="human (whoever comes), bot:steady, bot:keen and the like, one for each seat; at first all human",
    )
    parser.add_argument("--name", default="", metavar="NAME", help="what the table is called")
    parser.add_argument(
        "--code", nargs="?", const="", metavar="CODE", help="whoever joins must know it; without CODE one is made up"
    )
    parser.add_argument(
        "--watch",
        type=_watching,
        default=("yes", 0),
        metavar="no|yes|delayed:N",
        help="whether others may look on, perhaps N turns late; yes if not said",
    )
    parser.add_argument(
        "--watchers", type=_watchers, default=0, metavar="N", help=f"connections beyond {CONNECTIONS}, to look on"
    )
    parser.add_argument(
        "--port", type=_port, metavar="P", help="where to listen; 0: any port; if not said the first free usual one"
    )
    parser.add_argument("--here-only", action="store_true", help="only this computer can join (no network access)")
    parser.add_argument("--journal", metavar="FILE", help="where the match is kept; else among the kept matches")
    parser.add_argument(
        "--resume", metavar="FILE", help="open a table again, by its journal, after it was closed or died"
    )
    parser.add_argument(
        "--owner", action="store_true", help="the table has an owner, whose token stands in the file beside the journal"
    )


def join(parser: argparse.ArgumentParser) -> None:
    """Of `join`."""
    parser.add_argument(
        "host", metavar="HOST[:PORT]", nargs="?", default="",
        help="where the table is, or its short code; if not said, tables nearby are listed",
    )  # fmt: skip
    parser.add_argument("--name", default="", metavar="NAME", help="what the others call you")
    parser.add_argument("--code", default="", metavar="CODE", help="the table's code, if it has one")
    parser.add_argument("--seat", default="", metavar="COLOUR,...", help="the seat to take, or several of them")
    parser.add_argument("--watch", action="store_true", help="only look on")
    parser.add_argument("--accept-rules", action="store_true", help="play by whatever rules the table has")
    parser.add_argument("--by-chance", type=int, nargs="?", const=0, metavar="SEED", help="let chance choose")
    parser.add_argument("--owner-token", default="", metavar="TOKEN", help="come as the owner of the table")
    parser.add_argument("--language", choices=("en", "fr"), default="en", help="en or fr")


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
        late("app.lan.serving", "serve"),
    ),
    "join": (
        join,
        "sits down at a table on the network",
        "192.168.1.20 --name Ann --seat red",
        late("app.lan.joining", "join"),
    ),
    "pack": (
        pack,
        "packs a game or house rules into one file to pass on",
        "rulesets/fen --out fen.gondwana",
        late("app.library.package", "command"),
    ),
}
