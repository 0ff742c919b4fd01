"""Command `new`: makes the folder of a new game from a template. The game checks and plays from the first minute."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template

from dsl.base.control_characters import printable
from dsl.base.files import data_folder
from dsl.base.source import Source
from dsl.cli.common import count, draw
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.review import review
from dsl.semantics.error_messages import plural
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse

TEMPLATES = data_folder() / "resources" / "new-game"
BOARDS = ("squares", "hexes", "areas")
TURNS = ("place", "move")
COLOURS = ("red", "blue", "green", "yellow", "black", "orange")
MOST_CELLS = 19  #: in a row
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SIZE = re.compile(r"(\d{1,2})[x×](\d{1,2})")
_PLAYERS = re.compile(r"(\d)(?:\.\.|-)?(\d)?")
_WORD = re.compile(r"[a-z][a-z_]*")

Ask = Callable[[str, str], str]  #: a question and the answer that is taken if none is given


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a new game shall be."""

    folder: Path
    board: str
    size: tuple[int, int]
    players: tuple[int, int]
    piece: str
    turn: str

    @property
    def name(self) -> str:
        """The name of the game in its rules."""
        return self.folder.name.replace("-", "_")


def new_game(arguments: argparse.Namespace) -> int:
    """Make the folder of a new game; what the command line does not say is asked at a terminal."""
    game = _wanted(arguments, _ask if sys.stdin.isatty() else lambda question, usual: usual)
    files = dict(files_of_new_game(game))
    rules = tuple((name, text) for name, text in files.items() if not name.endswith(".look"))
    problems = review(RulesetText(rules))
    if problems:
        draw(problems, {name: Source(name, text) for name, text in rules})
        raise FailedError(f"nothing was written: {count(len(problems), 'problem')} in the rules with these names")
    write_new_game(game.folder, files)
    folder = printable(str(game.folder))
    print(f"{folder}: a new game, with {count(len(files), 'file')}")
    print(f"  gondwana check {folder} --watch   checks it whenever you save a file")
    print(f"  gondwana play {folder}            plays it here")
    return GOOD


def _ask(question: str, usual: str) -> str:
    try:
        return input(f"{question} [{usual}] ").strip() or usual
    except EOFError:
        return usual


def _wanted(arguments: argparse.Namespace, ask: Ask) -> NewGame:
    """Return what the arguments say and, for the rest, what is answered. Raises MisuseError."""
    folder = Path(arguments.name)
    if not _NAME.fullmatch(folder.name):
        raise MisuseError(
            f"a game is called by small letters, digits and `-`, such as `reed-pond`, not `{folder.name}`"
        )
    if folder.exists() or folder.is_symlink():
        raise FailedError(f"{folder}: there is something of that name already; nothing was written")
    board = arguments.board or _one_of(BOARDS, ask("Board: squares, hexes or areas?", "squares"), "board")
    size = _size(arguments.size or ask("How many places, across and up?", "3x3" if board == "areas" else "5x5"))
    players = _players(arguments.players or ask("How many players?", "2"))
    piece = _piece(arguments.piece or ask("What is a piece called?", "token"))
    turn = arguments.turn or _one_of(TURNS, ask("What happens in a turn: place or move?", "place"), "turn")
    return NewGame(folder, board, size, players, piece, turn)


def _one_of(words: tuple[str, ...], answer: str, what: str) -> str:
    if answer not in words:
        raise MisuseError(f"there is no {what} `{answer}`; there are {', '.join(words)}")
    return answer


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(2 <= side <= MOST_CELLS for side in size):
        raise MisuseError(f"a size is written as 8x8, each from 2 to {MOST_CELLS}, not `{text}`")
    return size


def _players(text: str) -> tuple[int, int]:
    found = _PLAYERS.fullmatch(text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= least <= most <= len(COLOURS):
        raise MisuseError(f"players are written as 2 or 2..4, from 2 to {len(COLOURS)}, not `{text}`")
    return least, most


def _piece(text: str) -> str:
    word = text.strip().lower().replace(" ", "_")
    if not _WORD.fullmatch(word):
        raise MisuseError(f"a piece is called by a word of small letters, such as `token`, not `{text}`")
    return word


# ---- the files ----


def files_of_new_game(game: NewGame) -> Iterator[tuple[str, str]]:
    """Yield the files of a new game: name in its folder, text. Raises RulesError if a word cannot be a name."""
    values = _values(game)
    places = {"game.rules": f"{game.folder.name}.rules", "examples.rules": "examples/first.rules",
              "game.look": f"{game.folder.name}.look"}  # fmt: skip
    for folder in (TEMPLATES / game.turn, TEMPLATES):
        for path in sorted(folder.iterdir()):
            if path.is_file():
                text = Template(path.read_text("utf-8")).substitute(values)
                name = places.get(path.name, path.name)
                yield name, format_tree(parse(Source(name, text))) if name.endswith(".rules") else text


def _values(game: NewGame) -> dict[str, str]:
    """Return what stands for each `$name` of the templates."""
    width, height = game.size
    least, most = game.players
    cells = [[_cell(game.board, x, y) for x in range(width)] for y in range(height)]
    space = {"squares": "square", "hexes": "hex", "areas": "area"}[game.board]
    pieces = plural(game.piece)
    title = game.folder.name.replace("-", " ").capitalize()
    colours = COLOURS[:most]
    shown = {"piece": game.piece, "pieces": pieces}
    return {
        "name": game.name, "title": title, "author": "you", "board": _board(game.board, cells),
        "space": space, "spaces": game.board, "players": str(least) if least == most else f"{least}..{most}",
        "least": str(least), "most": str(most), "colours": ", ".join(colours),
        "first": cells[0][0], "second": cells[0][1], **shown,
        **{f"{key}_name": word.replace("_", " ") for key, word in shown.items()},
        "pieces_title": pieces.replace("_", " ").capitalize(),
        "colours_fr": "\n".join(f'name {colour}: "{_FRENCH[colour]}"' for colour in colours),
        "looks": "".join(_PLAYER_LOOK.substitute(colour=colour, **_LOOKS[colour]) for colour in colours),
    }  # fmt: skip


def _cell(board: str, x: int, y: int) -> str:
    letter = chr(ord("A" if board == "areas" else "a") + x)
    return f"{letter}{y + 1}"


def _board(board: str, cells: list[list[str]]) -> str:
    """Return the declaration of a board behind its name; areas lie in rows, each next to those beside it."""
    if board != "areas":
        return f"{board} {len(cells[0])} by {len(cells)}"
    lines = []
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            beside = [*row[x + 1 : x + 2], *(line[x] for line in cells[y + 1 : y + 2])]
            lines.append(f"    {cell}" + (f" next to {', '.join(beside)}" if beside else ""))
    return "\n".join(("areas", *lines))


def write_new_game(folder: Path, files: dict[str, str]) -> None:
    """Write the files of a game into a folder that is not there yet. Raises OSError, also if it is there."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


_FRENCH = {"red": "Rouge", "blue": "Bleu", "green": "Vert", "yellow": "Jaune", "black": "Noir", "orange": "Orange"}
_PLAYER_LOOK = Template('\n[players.$colour]\nfill = "$fill"\npattern = "$pattern"\nletter = "$letter"\n')
_LOOKS = {
    "red": {"fill": "#c8502f", "pattern": "cross", "letter": "R"},
    "blue": {"fill": "#2f6f9f", "pattern": "rings", "letter": "B"},
    "green": {"fill": "#4f8a3c", "pattern": "plain", "letter": "G"},
    "yellow": {"fill": "#d9a514", "pattern": "cross", "letter": "Y"},
    "black": {"fill": "#3a3a3a", "pattern": "plain", "letter": "K"},
    "orange": {"fill": "#e08a1e", "pattern": "rings", "letter": "O"},
}
