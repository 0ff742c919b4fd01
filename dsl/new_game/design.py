"""Choices for a new game, and what cannot be combined. Every design without a refusal becomes a game that plays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.semantics import check
from dsl.semantics.error_messages import plural
from dsl.syntax.parser import parse

Shape = Literal["squares", "hexes", "areas"]
Deed = Literal["place", "step", "jump", "take"]
Start = Literal["empty", "placed", "rows"]
Aim = Literal["group", "pieces", "line", "reach", "blocked", "points"]
Point = tuple[float, float]

SHAPES: tuple[Shape, ...] = get_args(Shape)
DEEDS: tuple[Deed, ...] = get_args(Deed)
STARTS: tuple[Start, ...] = get_args(Start)
AIMS: tuple[Aim, ...] = get_args(Aim)
COLOURS = ("red", "blue", "green", "yellow", "black", "orange")
LEAST_SIDE, MOST_SIDE = 2, 19  #: cells in a row
LEAST_AREAS, MOST_AREAS = 3, 60
_LEAST_FREE = 3  #: spaces that are no goals
MOST_KINDS = 4
MOST_EACH = 12  #: pieces of a kind for each player
MOST_WORTH = 9
LONGEST_NAME = 40  #: letters
_MOST_SEATED = 4  #: players who have an edge of a board of squares of their own
_NOT_IN_TEXT = re.compile(r'["{}\\]')
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")  #: no folder has such a name on Windows
_NOT_IN_NAME = re.compile(r"[^a-z0-9]+")

#: Why some choices do not go together, by the name of the refusal.
REFUSALS = {
    "empty_start": "pieces that are never placed must lie on the board at the start",
    "placing_only": "if a turn only places pieces, none are placed before the first turn",
    "no_deed": "a turn needs something to do",
    "take_alone": "a turn needs something else than taking, too",
    "rows_board": "home rows need a board of squares and at most four players",
    "rows_size": "the board is too small for the home rows of these players",
    "line_areas": "there are no straight lines on a board of areas",
    "line_rows": "pieces in home rows stand in a line already",
    "line_long": "such a line does not fit on the board",
    "reach_moves": "a piece reaches a place only in a game whose turn moves pieces",
    "marked_many": "at least three places are no goals",
    "nothing_taken": "most pieces left is an aim only where pieces are taken",
    "too_many": "each player has more pieces than the board has places",
    "jump_size": "the board is too small for jumps",
    "jump_areas": "a jump on a board of areas takes nothing",
    "few_areas": f"a board of areas has at least {LEAST_AREAS} of them",
    "apart": "each area needs a neighbour, and all must be connected",
}


@dataclass(frozen=True, slots=True)
class Area:
    """An area of a board: its name in the rules, what players call it, its corners, and its neighbours."""

    name: str
    title: str = ""  #: empty: the name
    outline: tuple[Point, ...] = ()  #: corners in the units of a look; empty: the table finds a place for it
    neighbours: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece."""

    name: str  #: in the rules
    title: str = ""  #: what players call it in English; empty: the name
    title_fr: str = ""  #: and in French; empty: the same as in English
    each: int | None = None  #: number for each player; None: as many as are needed
    worth: int = 1  #: points


@dataclass(frozen=True, slots=True)
class GameDesign:
    """What a new game shall be."""

    folder: str  #: name of its folder: small letters, digits and `-`
    title: str = ""  #: empty: made from the name of the folder
    author: str = "you"
    shape: Shape = "squares"
    size: tuple[int, int] = (5, 5)  #: cells across and up; of areas without `areas`, too
    diagonals: bool = False  #: whether squares that meet in a corner are neighbours
    areas: tuple[Area, ...] = ()  #: drawn ones; empty: areas in rows
    kinds: tuple[PieceKind, ...] = (PieceKind("token"),)
    players: tuple[int, int] = (2, 2)
    deeds: frozenset[Deed] = frozenset({"place"})  #: what a turn may be
    jumps_take: bool = False
    start: Start = "empty"
    aim: Aim = "group"
    line: int = 3  #: pieces in a row that win
    marked: tuple[str, ...] = ()  #: spaces that are to be reached, or give points; empty: see `marked_spaces`
    rounds: int = 50

    @property
    def name(self) -> str:
        """The name of the game in its rules."""
        return self.folder.replace("-", "_")

    @property
    def shown_title(self) -> str:
        """The title on the start page."""
        return clean_text(self.title) or self.folder.replace("-", " ").capitalize()

    @property
    def takes(self) -> bool:
        """Whether pieces can be taken."""
        return "take" in self.deeds or ("jump" in self.deeds and self.jumps_take)

    @property
    def moves(self) -> bool:
        """Whether pieces move."""
        return bool(self.deeds - {"place"})

    @property
    def placing(self) -> bool:
        """Whether the rules have the action that places a piece."""
        return "place" in self.deeds or self.start == "placed"

    @property
    def to_far_row(self) -> bool:
        """Whether the row opposite is to be reached, not marked spaces."""
        seated = self.shape == "squares" and self.players[1] <= _MOST_SEATED
        return self.aim == "reach" and seated and not self.marked

    @property
    def amounts(self) -> tuple[int | None, ...]:
        """Pieces of each kind for each player that are not on the board at the start; None: as many as are needed."""
        if not self.placing:
            return (0,) * len(self.kinds)
        limited = self.start == "placed" or any(kind.each is not None for kind in self.kinds)
        return tuple(3 if limited and kind.each is None else kind.each for kind in self.kinds)

    def board_areas(self) -> tuple[Area, ...]:
        """The areas of a board of areas: the drawn ones, or areas in rows, each next to those beside it."""
        return self.areas or areas_in_rows(self.size)

    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces, the lowest row first."""
        if self.shape == "areas":
            return tuple(area.name for area in self.board_areas())
        return tuple(cell(x, y) for y in range(self.size[1]) for x in range(self.size[0]))

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces next to one, in the order of `spaces`."""
        if self.shape == "areas":
            areas = self.board_areas()
            own = next(area.neighbours for area in areas if area.name == space)
            return tuple(area.name for area in areas if area.name in own or space in area.neighbours)
        return tuple(self._beyond(space, steps=1))

    def leaps(self) -> Iterator[tuple[str, str, str]]:
        """Yield three spaces in a straight line (of areas: each next to the one before) for a jump."""
        for space in self.spaces():
            if self.shape == "areas":
                near = self.neighbours(space)
                for over in near:
                    behind = (each for each in self.neighbours(over) if each != space and each not in near)
                    yield from ((space, over, each) for each in behind)
            else:
                over_all, beyond_all = self._beyond(space, 1, True), self._beyond(space, 2, True)
                for over, beyond in zip(over_all, beyond_all, strict=True):
                    if over and beyond:
                        yield space, over, beyond

    def _beyond(self, space: str, steps: int, gaps: bool = False) -> Iterator[str]:
        """Yield the cells `steps` away in each direction; with `gaps` "" for those outside the board."""
        x, y = ord(space[0]) - ord("a"), int(space[1:]) - 1
        ways = [(0, -1), (-1, 0), (1, 0), (0, 1)]
        if self.shape == "hexes":
            ways += [(1, -1), (-1, 1)]
        elif self.diagonals:
            ways += [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        for across, up in ways:
            to_x, to_y = x + steps * across, y + steps * up
            if 0 <= to_x < self.size[0] and 0 <= to_y < self.size[1]:
                yield cell(to_x, to_y)
            elif gaps:
                yield ""

    def marked_spaces(self) -> tuple[str, ...]:
        """The marked spaces that there are; without any, one in the middle."""
        spaces = self.spaces()
        known = tuple(space for space in spaces if space in self.marked)
        if known or self.shape == "areas":
            return known or (spaces[len(spaces) // 2],)
        return (cell(self.size[0] // 2, self.size[1] // 2),)

    def refusal(self) -> str | None:
        """Return the name of the reason (a key of `REFUSALS`) why this is no game; None if it is one."""
        return next(self._refusals(), None)

    def _refusals(self) -> Iterator[str]:
        width, height = self.size
        if self.shape == "areas":
            areas = self.board_areas()
            if len(areas) < LEAST_AREAS:
                yield "few_areas"
            elif len(_connected(self)) < len(areas):
                yield "apart"
        if not self.deeds:
            yield "no_deed"
        elif self.deeds == {"take"}:
            yield "take_alone"
        if self.start == "empty" and "place" not in self.deeds:
            yield "empty_start"
        if self.start == "placed" and not self.moves:
            yield "placing_only"
        if self.start == "rows":
            needed = 2 * len(self.kinds) + 1
            if self.shape != "squares" or self.players[1] > _MOST_SEATED:
                yield "rows_board"
            elif height < needed or (self.players[1] > 2 and width < needed):
                yield "rows_size"
        if sum(amount or 0 for amount in self.amounts) > len(self.spaces()):
            yield "too_many"
        if "jump" in self.deeds:
            if self.jumps_take and self.shape == "areas":
                yield "jump_areas"
            elif next(self.leaps(), None) is None:
                yield "jump_size"
        if self.aim == "line":
            if self.shape == "areas":
                yield "line_areas"
            elif self.start == "rows":
                yield "line_rows"
            elif self.line > max(self.size):
                yield "line_long"
        if self.aim == "reach" and not self.moves:
            yield "reach_moves"
        if self.aim == "reach" and not self.to_far_row and len(self.spaces()) < len(self.marked_spaces()) + _LEAST_FREE:
            yield "marked_many"
        if self.aim == "pieces" and not self.takes:
            yield "nothing_taken"


def cell(x: int, y: int) -> str:
    """Return the name of a cell: `a1` is the first."""
    return f"{chr(ord('a') + x)}{y + 1}"


def areas_in_rows(size: tuple[int, int]) -> tuple[Area, ...]:
    """Return areas in rows, each next to those beside it. Their places on the table are found by the table."""
    width, height = size

    def name(x: int, y: int) -> str:
        return f"{chr(ord('A') + x)}{y + 1}"

    return tuple(
        Area(
            name(x, y),
            neighbours=frozenset(
                name(x + dx, y + dy)
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                if 0 <= x + dx < width and 0 <= y + dy < height
            ),
        )
        for y in range(height)
        for x in range(width)
    )


def _connected(design: GameDesign) -> set[str]:
    first = design.spaces()[0]
    found, waiting = {first}, [first]
    while waiting:
        new = [each for each in design.neighbours(waiting.pop()) if each not in found]
        found.update(new)
        waiting += new
    return found


# ---- names ----


def clean_text(text: str) -> str:
    """Return a text as the rules and words can quote it: in one line, without quotation marks and braces."""
    plain = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text))
    return " ".join(_NOT_IN_TEXT.sub(" ", plain).split())[:LONGEST_NAME].strip()


def identifier(text: str, joint: str = "_") -> str:
    """Return a text as a name: small letters without accents, digits and `joint`; empty if nothing is left."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NOT_IN_NAME.sub(joint, kept)[:LONGEST_NAME].strip(joint)


def folder_name(title: str) -> str:
    """Return the name of a game's folder, made from its title; it begins with a letter, as the name of a game does."""
    name = identifier(clean_text(title), "-")
    return name if name[:1].isalpha() and not _DEVICE.fullmatch(name) else f"game-{name}".strip("-")


def named_kinds(kinds: Iterable[PieceKind]) -> tuple[PieceKind, ...]:
    """Return kinds with names for the rules, made from their titles; each is free and used once."""
    found: list[PieceKind] = []
    for kind in kinds:
        title = clean_text(kind.title)
        wanted = identifier(title) or "piece"
        name = wanted if _is_free(wanted) else f"{wanted}_piece"
        if not _is_free(name):
            name = "piece_kind"
        taken = {word for each in found for word in (each.name, plural(each.name))}
        number = 2
        while name in taken or plural(name) in taken:
            name = f"{name.rstrip('0123456789_')}_{number}"
            number += 1
        found.append(replace(kind, name=name, title=title or name.replace("_", " ")))
    return tuple(found)


def named_areas(areas: Iterable[Area]) -> tuple[Area, ...]:
    """Return areas with names for the rules, made from their titles, and the neighbours by these names."""
    names: dict[str, str] = {}
    areas = tuple(areas)
    for number, area in enumerate(areas, 1):
        wanted = identifier(area.title).capitalize()
        name = wanted if wanted[:1].isalpha() and wanted.lower() not in _OWN_WORDS else f"Area_{wanted or number}"
        while name in names.values():
            name = f"{name}_{number}"
        names[area.name] = name
    return tuple(
        replace(
            area,
            name=names[area.name],
            title=clean_text(area.title) or names[area.name],
            neighbours=frozenset(names[each] for each in area.neighbours if each in names),
        )
        for area in areas
    )


#: Names that the rules of every new game use.
_OWN_WORDS = {
    "board", "each", "in_a_row", "rounds", "sort", "sorts", "supply", "score", "rivals", "row_of", "home",
    "homes", "far", "goals", "marked", "points", "group", "put", "step", "jump", "take", "amount", "worth",
    "piece", "area", "hex", "square",
}  # fmt: skip


@lru_cache(maxsize=256)
def _is_free(word: str) -> bool:
    """Whether a word can name a piece in the rules: the language and the rules of new games do not use it."""
    if word in _OWN_WORDS or plural(word) in _OWN_WORDS or word in COLOURS or not word[:1].isalpha():
        return False
    text = (
        "game trial\n    players 2, colours red, blue\n{kinds}board board: squares 2 by 2\n"
        "piece {piece} of player{sort}, on squares, one on each\n"
        "define tally(p: player) = number of {pieces} of p{which}\n"
        'action put({k}s: square) "Put"\n    needs free: none of {pieces} on s "No."\n    do\n'
        "        create {piece}{made} of me in s\n"
        "play\n    turns from seat(1) clockwise until none of squares without {pieces}\n        choose put\n"
        "winner\n    most left: tally(it)\n    shared\n"
    )
    as_piece = {"piece": word, "pieces": plural(word), "kinds": "", "sort": "", "which": "", "k": "", "made": ""}
    as_kind = {
        "piece": "thing", "pieces": "things", "kinds": f"kinds Sort: {word} other_kind\n", "sort": ": Sort",
        "which": f" where kind of it is {word}", "k": "k: Sort, ", "made": "(k)",
    }  # fmt: skip
    try:
        for words in (as_piece, as_kind):
            check(parse(Source("trial.rules", text.format(**words))), strict=True)
    except RulesError:
        return False
    return True
