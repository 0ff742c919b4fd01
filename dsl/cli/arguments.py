"""What each command understands."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dsl.i18n.translations import FALLBACK, languages

MOST = 10**9  #: of anything counted


def paths(parser: argparse.ArgumentParser) -> None:
    """Of `examples`: rulesets."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a ruleset: a folder, or the name of an official game")


def check(parser: argparse.ArgumentParser) -> None:
    """Of `check`."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH",
        help="a ruleset (a folder, or the name of an official game), or a file of house rules",
    )  # fmt: skip
    _for(parser, "the game that house rules are checked with")
    parser.add_argument("--translations", action="store_true", help="stale and missing translations count as problems")
    parser.add_argument("--tie", action="store_true", help="note above each translation what it translates")
    parser.add_argument("--json", action="store_true", help="problems as data")


def format_(parser: argparse.ArgumentParser) -> None:
    """Of `format`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="rules files or folders")
    parser.add_argument("--check", action="store_true", help="only say which files would change")


def _for(parser: argparse.ArgumentParser, what: str) -> None:
    help_ = f"{what}; if not given, the official one or the one beside them"
    parser.add_argument("--for", dest="game", default="", metavar="GAME", help=help_)


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name or folder")
    parser.add_argument(
        "--house", action="append", default=[], metavar="TITLE", help="house rules to tick, by title or as a file"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--seed", type=_number("the seed", 0, 2**64 - 1), default=0, metavar="N", help="where chance comes from"
    )


def _players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=_number("how many play", 1, 99), metavar="N", help="how many players; the least if not said"
    )


def _language(parser: argparse.ArgumentParser) -> None:
    known = tuple(languages())
    parser.add_argument("--language", type=_one_of("language", *known), default=FALLBACK, help=" or ".join(known))


def play(parser: argparse.ArgumentParser) -> None:
    """Of `play`."""
    _game(parser)
    parser.add_argument(
        "--seats",
        default="",
        metavar="PLAYER,...",
        help="human, bot:random, bot:steady, bot:mcts:500 and the like, one for each seat",
    )
    parser.add_argument("--journal", metavar="FILE", help="where the match is kept")
    _language(parser)


def playouts(parser: argparse.ArgumentParser) -> None:
    """Of `playouts`."""
    _game(parser)
    _players(parser)
    parser.add_argument("-n", "--number", type=_number("how many", 1, MOST), default=10, help="how many matches")
    parser.add_argument(
        "--runner", type=_one_of("runner", "native", "reference"), metavar="NAME",
        help="what runs the program, native or reference; else the fastest that works here",
    )  # fmt: skip


def simulate(parser: argparse.ArgumentParser) -> None:
    """Of `simulate`."""
    _game(parser)
    _players(parser)
    parser.add_argument("-n", "--number", type=_number("how many", 1, MOST), default=100, help="how many matches")
    parser.add_argument(
        "--seats",
        default="",
        metavar="BOT,...",
        help="one for each seat, or one for all; if not said `chance`: any option, and the fastest",
    )
    parser.add_argument(
        "--against", action="append", default=[], metavar="TITLE",
        help="house rules to compare with, by title or as a file: the same seeds are played by both",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="DIR",
        help="where results, tables, plots and report.html are kept; what is there already is not played again",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=_number("how many jobs", 1, 1024), metavar="N", help="how many processes; all cores if not said"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster instead, such as dask://host:8786")
    _language(parser)


def perft(parser: argparse.ArgumentParser) -> None:
    """Of `perft`."""
    _game(parser)
    _players(parser)
    parser.add_argument(
        "--depth", type=_number("the depth", 1, 100), required=True, metavar="N", help="how many choices deep"
    )
    parser.add_argument("--turns", action="store_true", help="count turns, not single choices")
    parser.add_argument(
        "--apart", action="store_true", help="with --turns: count ways through a turn that end alike separately, too"
    )
    parser.add_argument(
        "--one-action", action="store_true",
        help="with --turns: a turn of this game is one action, so the last need not be carried out (quicker)",
    )  # fmt: skip
    parser.add_argument("--position", metavar="FILE", help="a file with one `example` to begin from")


def replay(parser: argparse.ArgumentParser) -> None:
    """Of `replay`."""
    parser.add_argument("file", metavar="FILE", help="a match's journal")
    parser.add_argument("--verify", action="store_true", help="compare every position, and where chance came from")
    parser.add_argument(
        "--commitment", metavar="HEX", default="", help="the same, and with what one was told at the start"
    )


def diff(parser: argparse.ArgumentParser) -> None:
    """Of `diff`."""
    parser.add_argument("before", metavar="A", help="a ruleset, or a file of house rules alone")
    parser.add_argument(
        "after", nargs="?", default="", metavar="B", help="another, or house rules for A by title or as a file"
    )
    _for(parser, "the game that a file of house rules alone is compared with")
    _language(parser)


def runner(parser: argparse.ArgumentParser) -> None:
    """Of `runner`."""
    parser.add_argument("--try", action="store_true", help="make machine code, even where that ends the program")


def program(parser: argparse.ArgumentParser) -> None:
    """Of `program`."""
    _game(parser)
    _players(parser)
    parser.add_argument("--python", action="store_true", help="as the reference runner has it")


def _number(what: str, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            found = int(text) if len(text) < 40 else most + 1
        except ValueError:
            found = least - 1
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{what} is a number from {least} to {most}, not `{text}`")
        return found

    return read


def _one_of(what: str, *words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            there = f"there are {', '.join(words)}" if len(words) > 1 else f"there is only {words[0]}"
            raise argparse.ArgumentTypeError(f"there is no {what} `{text}`; {there}")
        return text

    return read
