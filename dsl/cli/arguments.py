"""Arguments of each command."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dsl.i18n.translations import FALLBACK, languages

MOST = 10**9  #: of anything counted


def paths(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `examples`: rulesets."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a ruleset: a folder, or the name of an official game")


def check(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH",
        help="a ruleset (a folder, or the name of an official game), or a file of house rules",
    )  # fmt: skip
    _for(parser, "the game to check house rules with")
    parser.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl+C")
    parser.add_argument("--translations", action="store_true", help="report stale and missing translations as problems")
    parser.add_argument("--tie", action="store_true", help="write above each translation the text that it translates")
    parser.add_argument(
        "--names", action="store_true", help="list what house rules can change: the name of each part, and what it says"
    )
    parser.add_argument("--json", action="store_true", help="print problems, or with --names the list, as JSON")


def new(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `new`."""
    parser.add_argument("name", metavar="NAME", help="the folder of the new game; its last part is the game's name")
    parser.add_argument("--board", type=_one_of("board", "squares", "hexes", "areas"), help="squares, hexes or areas")
    parser.add_argument("--size", metavar="WxH", help="places across and up, such as 8x8")
    parser.add_argument("--diagonals", action="store_true", help="squares that meet in a corner are neighbours")
    parser.add_argument("--players", metavar="N..M", help="numbers of players, such as 2..4")
    parser.add_argument(
        "--piece",
        metavar="WORD",
        action="append",
        help="what a piece is called, such as token/jeton; several times: kinds of pieces",
    )
    parser.add_argument("--each", type=_number("pieces", 1, 12), metavar="N", help="pieces of a kind for each player")
    parser.add_argument(
        "--turn", metavar="DEED,...", help="what happens in a turn: place, step, jump, take; `move` is step,take"
    )
    parser.add_argument("--jumps-take", action="store_true", help="a jump takes the piece that it leads over")
    parser.add_argument(
        "--start", type=_one_of("start", "empty", "placed", "rows"),
        help="empty: an empty board; placed: pieces are placed before the first turn; rows: pieces in home rows",
    )  # fmt: skip
    parser.add_argument(
        "--goal", type=_one_of("goal", "group", "pieces", "line", "reach", "blocked", "points"),
        help="who wins: the player with the largest group, the most pieces, a line, a piece that reaches its goal, "
        "the last one who can move (blocked), or the most points",
    )  # fmt: skip
    parser.add_argument("--line", type=_number("the line", 2, 9), default=3, metavar="N", help="length of a line")


def format_(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `format`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="rules files or folders")
    parser.add_argument("--check", action="store_true", help="only list the files that would change")


def _for(parser: argparse.ArgumentParser, what: str) -> None:
    help_ = f"{what}; default: the official game or the one beside them"
    parser.add_argument("--for", dest="game", default="", metavar="GAME", help=help_)


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name or folder")
    parser.add_argument(
        "--house", action="append", default=[], metavar="TITLE", help="house rules to use, by title or as a file"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--seed", type=_number("the seed", 0, 2**64 - 1), default=0, metavar="N", help="random seed; default: 0"
    )


def _players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=_number("players", 1, 99), metavar="N", help="players; default: the fewest")


def _language(parser: argparse.ArgumentParser) -> None:
    known = tuple(languages())
    parser.add_argument(
        "--language",
        type=_one_of("language", *known),
        default=FALLBACK,
        help=f"{' or '.join(known)}; default: {FALLBACK}",
    )


def play(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `play`."""
    _game(parser)
    parser.add_argument(
        "--seats",
        default="",
        metavar="PLAYER,...",
        help="one for each seat: human, bot:random, bot:steady, bot:mcts:500, ...",
    )
    parser.add_argument("--journal", metavar="FILE", help="save the match here")
    parser.add_argument("--no-board", action="store_true", help="do not draw the board before each decision")
    _language(parser)


def doc(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `doc`."""
    _game(parser)
    _players(parser)
    parser.add_argument(
        "-o",
        "--out",
        default="",
        metavar="FILE",
        help="the file to write, .html or .pdf; default: HTML on the terminal",
    )
    _language(parser)


def playouts(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `playouts`."""
    _game(parser)
    _players(parser)
    parser.add_argument("-n", "--number", type=_number("matches", 1, MOST), default=10, help="matches to play")
    parser.add_argument("--out", metavar="DIR", help="folder for a match that fails, as trouble-SEED.journal")
    parser.add_argument(
        "--runner", type=_one_of("runner", "native", "reference"), metavar="NAME",
        help="runner for the rules: native or reference; default: the fastest that works here",
    )  # fmt: skip


def simulate(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `simulate`."""
    _game(parser)
    _players(parser)
    parser.add_argument("-n", "--number", type=_number("matches", 1, MOST), default=100, help="matches to play")
    parser.add_argument(
        "--seats",
        default="",
        metavar="BOT,...",
        help="one for each seat, or one for all; default: `chance` (random options, fastest)",
    )
    parser.add_argument(
        "--against", action="append", default=[], metavar="TITLE",
        help="house rules to compare with, by title or as a file; both sides play the same seeds",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="DIR",
        help="folder for results, tables, plots and report.html; matches already in it are not played again",
    )  # fmt: skip
    parser.add_argument(
        "--digests", action="store_true",
        help="with --out: keep the hash of each last position, to compare matches of two machines; takes longer",
    )  # fmt: skip
    parser.add_argument("--jobs", type=_number("jobs", 1, 1024), metavar="N", help="processes; default: all cores")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster instead, such as dask://host:8786")
    _language(parser)


def train(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `train`."""
    _game(parser)
    _players(parser)
    parser.add_argument(
        "--minutes", type=_minutes, default=5.0, metavar="N",
        help="minutes of training in all, those before an interruption included; default: 5",
    )  # fmt: skip
    parser.add_argument(
        "--out", metavar="FILE", help="the file of the model; default: in the folder `models` of the game"
    )
    parser.add_argument("--cpu", action="store_true", help="count processor time, for a busy machine")
    parser.add_argument("--plot", metavar="FILE", help="draw the strength by generation, as .png or .svg")


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= MOST:
        raise argparse.ArgumentTypeError(f"`{text}` is no number of minutes above 0")
    return minutes


def perft(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `perft`."""
    _game(parser)
    _players(parser)
    parser.add_argument(
        "--depth", type=_number("the depth", 1, 100), required=True, metavar="N", help="number of decisions"
    )
    parser.add_argument("--turns", action="store_true", help="count turns, not single decisions")
    parser.add_argument(
        "--apart", action="store_true", help="with --turns: count ways through a turn separately even if they end alike"
    )
    parser.add_argument(
        "--one-action", action="store_true",
        help="with --turns: a turn of this game is one action, so the last one is not executed (faster)",
    )  # fmt: skip
    parser.add_argument("--position", metavar="FILE", help="a file with one `example` to start from")


def trace(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `trace`."""
    _game(parser)
    parser.add_argument(
        "action", metavar="ACTION", help="an action with its values: `drift(marsh 2,0, 2,1)`, or `drift`"
    )
    _players(parser)
    parser.add_argument("--choices", default="", metavar="CHOICE;...", help="what is chosen before, as typed in `play`")
    parser.add_argument("--journal", default="", metavar="FILE", help="begin at the end of a saved match instead")
    parser.add_argument("--at", type=_number("the line", 0, MOST), metavar="N", help="with --journal: after N choices")
    parser.add_argument("--example", default="", metavar="TITLE", help="begin where an example ends instead")


def replay(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument("file", metavar="FILE", help="the journal of a match")
    parser.add_argument("--verify", action="store_true", help="compare every position and verify the random numbers")
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        default="",
        help="like --verify, and compare the commitment announced before the match",
    )
    parser.add_argument(
        "--at", type=_number("the line", 0, MOST), metavar="N", help="show the position after N choices, not the end"
    )
    parser.add_argument("--state", action="store_true", help="print all values of the position, the secret ones too")


def diff(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `diff`."""
    parser.add_argument("before", metavar="A", help="a ruleset, or only a file of house rules")
    parser.add_argument(
        "after", nargs="?", default="", metavar="B", help="another ruleset, or house rules for A by title or as a file"
    )
    _for(parser, "the game to compare a single file of house rules with")
    _language(parser)


def runner(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `runner`."""
    parser.add_argument("--try", action="store_true", help="try to make machine code, even if that crashes the program")


def lsp(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `lsp`: none, but editors often add `--stdio`."""
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output, which is always so")


def program(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `program`."""
    _game(parser)
    _players(parser)
    parser.add_argument("--python", action="store_true", help="show the Python code of the reference runner")


def _number(what: str, least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            found = int(text) if len(text) < 40 else most + 1
        except ValueError:
            found = least - 1
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{what} must be a number from {least} to {most}, not `{text}`")
        return found

    return read


def _one_of(what: str, *words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            there = f"there are {', '.join(words)}" if len(words) > 1 else f"there is only {words[0]}"
            raise argparse.ArgumentTypeError(f"there is no {what} `{text}`; {there}")
        return text

    return read
