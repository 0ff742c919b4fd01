"""Command `new`: makes the folder of a new game from a few choices. The game checks and plays from the first minute."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from dsl.base.control_characters import printable
from dsl.base.source import Source
from dsl.cli.common import count, draw
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.new_game.design import (
    COLOURS,
    DEEDS,
    LEAST_SIDE,
    MOST_KINDS,
    MOST_SIDE,
    REFUSALS,
    SHAPES,
    Aim,
    Deed,
    GameDesign,
    PieceKind,
    Start,
)
from dsl.new_game.files import files_of, problems_of, ruleset_text, write_game

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SIZE = re.compile(r"(\d{1,2})[x×](\d{1,2})")
_PLAYERS = re.compile(r"(\d)(?:\.\.|-)?(\d)?")
_WORD = re.compile(r"[a-z][a-z_]*")

Ask = Callable[[str, str], str]  #: a question and the answer that is taken if none is given
T = TypeVar("T", bound=str)


def new_game(arguments: argparse.Namespace) -> int:
    """Make the folder of a new game; what the command line does not say is asked at a terminal."""
    folder = Path(arguments.name)
    design = _wanted(folder, arguments, _ask if sys.stdin.isatty() else lambda question, usual: usual)
    refusal = design.refusal()
    if refusal is not None:
        raise MisuseError(f"these choices make no game: {REFUSALS[refusal]}")
    files = files_of(design)
    problems = problems_of(files)
    if problems:
        draw(problems, {name: Source(name, text) for name, text in ruleset_text(files).files})
        raise FailedError(f"nothing was written: {count(len(problems), 'problem')} in the rules with these names")
    write_game(folder, files)
    shown = printable(str(folder))
    print(f"{shown}: a new game, with {count(len(files), 'file')}")
    print(f"  gondwana check {shown} --watch   checks it whenever you save a file")
    print(f"  gondwana play {shown}            plays it here")
    return GOOD


def _ask(question: str, usual: str) -> str:
    try:
        return input(f"{question} [{usual}] ").strip() or usual
    except EOFError:
        return usual


def _wanted(folder: Path, arguments: argparse.Namespace, ask: Ask) -> GameDesign:
    """Return what the arguments say and, for the rest, what is answered. Raises MisuseError and FailedError."""
    if not _NAME.fullmatch(folder.name):
        raise MisuseError(
            f"a game is called by small letters, digits and `-`, such as `reed-pond`, not `{folder.name}`"
        )
    if folder.exists() or folder.is_symlink():
        raise FailedError(f"{folder}: there is something of that name already; nothing was written")
    shape = arguments.board or _one_of(SHAPES, ask("Board: squares, hexes or areas?", "squares"), "board")
    size = _size(arguments.size or ask("How many places, across and up?", "3x3" if shape == "areas" else "5x5"))
    players = _players(arguments.players or ask("How many players?", "2"))
    pieces = arguments.piece or [ask("What is a piece called, in English and in French?", "token/jeton")]
    if len(pieces) > MOST_KINDS:
        raise MisuseError(f"a new game has at most {MOST_KINDS} kinds of pieces")
    kinds = tuple(_piece(piece, arguments.each) for piece in pieces)
    deeds = _deeds(arguments.turn or ask("What happens in a turn: place, step, jump, take, or several?", "place"))
    start = arguments.start or _usual_start(deeds)
    aim: Aim = arguments.goal or ("pieces" if "take" in deeds else "group")
    return GameDesign(
        folder.name, shape=shape, size=size, diagonals=arguments.diagonals, kinds=kinds, players=players, deeds=deeds,
        jumps_take=arguments.jumps_take, start=start, aim=aim, line=arguments.line,
    )  # fmt: skip


def _usual_start(deeds: frozenset[Deed]) -> Start:
    return "empty" if "place" in deeds else "placed"


def _one_of(words: Sequence[T], answer: str, what: str) -> T:
    found = next((word for word in words if word == answer), None)
    if found is None:
        raise MisuseError(f"there is no {what} `{answer}`; there are {', '.join(words)}")
    return found


def _deeds(text: str) -> frozenset[Deed]:
    """Read what a turn is, with commas between; `move` is a step, or to take a piece."""
    words = [word for word in re.split(r"[,\s]+", text.strip()) if word and word != "or"]
    several = [deed for word in words for deed in (("step", "take") if word == "move" else (word,))]
    return frozenset(_one_of(DEEDS, word, "turn") for word in several)


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in size):
        raise MisuseError(f"a size is written as 8x8, each from {LEAST_SIDE} to {MOST_SIDE}, not `{text}`")
    return size


def _players(text: str) -> tuple[int, int]:
    found = _PLAYERS.fullmatch(text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most <= len(COLOURS):
        raise MisuseError(f"players are written as 2 or 2..4, from 2 to {len(COLOURS)}, not `{text}`")
    return least, most


def _piece(text: str, each: int | None) -> PieceKind:
    """Read the word for a kind of piece, with the French one behind a slash if there is one."""
    english, _, french = text.partition("/")
    word = english.strip().lower().replace(" ", "_")
    if not _WORD.fullmatch(word):
        raise MisuseError(f"a piece is called by a word of small letters, such as `token`, not `{english}`")
    return PieceKind(word, title_fr=french.strip(), each=each)
