"""How a game is drawn, read from the `.look` files beside its rules.

A look is TOML. Whatever it leaves out has a default that follows from the names alone, so that a game without a look is
playable with plain shapes. A look from a stranger can be refused with a clear `LookError`; it can do nothing else.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar, get_args

Pattern = Literal["plain", "peaks", "grass", "trees", "ice", "volcano", "waves"]
Weave = Literal["plain", "stripes", "dots", "bars", "rings", "checks", "waves", "cross"]
Shape = Literal["disc", "beast", "cube", "pawn"]
Mark = Literal["none", "ringed", "faded", "crossed"]
Empty = Literal["sea", "plain"]
Form = Literal["ground", "figure"]

PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
WEAVES: tuple[Weave, ...] = get_args(Weave)
SHAPES: tuple[Shape, ...] = get_args(Shape)
MARKS: tuple[Mark, ...] = get_args(Mark)
EMPTIES: tuple[Empty, ...] = get_args(Empty)
FORMS: tuple[Form, ...] = get_args(Form)

_Choice = TypeVar("_Choice")
_Word = TypeVar("_Word", bound=str)

LARGEST_FILE = 256 * 1024
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_EARTHS = ("#c9a66b", "#9fb56c", "#b98d74", "#8fae9a", "#cbb994", "#a39a7c", "#b5a3b8", "#d0b45f")
_OWNERS = ("#c0392b", "#2461b0", "#7d3fa0", "#2f2f33", "#f2ede2", "#2e8b57", "#e2b007", "#d9772b")
_WELL_KNOWN = {
    "red": "#c0392b",
    "blue": "#2461b0",
    "violet": "#7d3fa0",
    "purple": "#7d3fa0",
    "black": "#2f2f33",
    "white": "#f2ede2",
    "green": "#2e8b57",
    "yellow": "#e2b007",
    "orange": "#d9772b",
    "brown": "#7a5233",
    "grey": "#8a8a8a",
    "pink": "#d977a5",
}


class LookError(Exception):
    """A look cannot be used. The message says which file, which key, what is wrong and what would fit."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        self.path, self.key, self.problem = path, key, problem
        super().__init__(f"{path.name}: {key}: {problem}" if key else f"{path.name}: {problem}")


@dataclass(frozen=True, slots=True)
class Paint:
    """A fill for the light and for the dark table; the same one if the look gives only one."""

    light: str
    dark: str

    def on(self, dark: bool) -> str:
        """Return the fill for this table as #rrggbb."""
        return self.dark if dark else self.light


SEA = Paint("#bcd7dc", "#14303b")
TIMBER = Paint("#b79a72", "#2f2419")


@dataclass(frozen=True, slots=True)
class KindLook:
    """A kind of piece: a tile's terrain, a card's face, a figurine's species."""

    fill: Paint
    pattern: Pattern
    letter: str


@dataclass(frozen=True, slots=True)
class CounterLook:
    """A counter: its outline, and how each state shows beside being named."""

    shape: Shape = "disc"
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """A player: colour, weave and letter, each of which alone tells the players apart."""

    fill: Paint
    pattern: Weave
    letter: str


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What lies under the cells, and what a cell is on which nothing lies; None: sea for hexes, plain for the rest."""

    background: Paint = SEA
    empty: Empty | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A game's whole look. Ask by name; there is an answer for every name."""

    board: BoardLook = BoardLook()
    pieces: Mapping[str, Mapping[str, KindLook]] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    counters: Mapping[str, CounterLook] = field(default_factory=dict)
    players: Mapping[str, PlayerLook] = field(default_factory=dict)

    def background(self, *, sea: bool) -> Paint:
        """Return what the boards lie in; a look that does not say so puts boards without a sea on a table of timber."""
        return TIMBER if self.board.background == SEA and not sea else self.board.background

    def empty(self, *, hexagonal: bool) -> Empty:
        """Return what a cell is on which nothing lies."""
        return self.board.empty or ("sea" if hexagonal else "plain")

    def kind(self, piece: str, kind: str) -> KindLook:
        """Return how a piece of this kind is drawn."""
        return self.pieces.get(piece, {}).get(kind) or plain_kind(kind or piece)

    def form(self, piece: str, owner: str) -> Form:
        """Tell whether a piece covers its cell or stands on it; by default what belongs to a player stands."""
        return self.forms.get(piece, "figure" if owner else "ground")

    def counter(self, counter: str) -> CounterLook:
        """Return how a counter is drawn."""
        return self.counters.get(counter, CounterLook())

    def mark(self, counter: str, state: str, rank: int = 0) -> Mark:
        """Return the mark of a state. A look that lists any state leaves the others unmarked; without one, states are
        told apart by `rank`, their number among the states."""
        marks = self.counter(counter).marks
        return marks.get(state, "none") if marks else MARKS[rank % len(MARKS)]

    def player(self, colour: str) -> PlayerLook:
        """Return how a player is drawn; for players who must differ, see `seating`."""
        return self.players.get(colour) or plain_player(colour, _WELL_KNOWN.get(colour, _pick(_OWNERS, colour)))

    def seating(self, colours: Iterable[str]) -> Look:
        """Return this look with a weave and a letter of his own for each of these players."""
        players = dict(self.players)
        for colour in colours:
            if colour not in players:
                players[colour] = _unlike(self.player(colour), colour, players.values())
        return replace(self, players=players)


def plain_kind(name: str) -> KindLook:
    """Return the look of a kind that no look describes: a steady earth colour and its initial."""
    earth = _pick(_EARTHS, name)
    return KindLook(Paint(earth, _dimmed(earth)), "plain", name[:1].upper())


def plain_player(colour: str, fill: str) -> PlayerLook:
    """Return the look of a player whom no look describes."""
    return PlayerLook(Paint(fill, fill), _pick(WEAVES, colour), colour[:1].upper())


def read_look(*folders: Path) -> Look:
    """Return the look of a ruleset's folder; what later folders say goes before what earlier ones say.

    Raises:
        LookError: A file cannot be read, is no TOML, or says something that has no meaning.
    """
    look = Look()
    for folder in folders:
        for path in sorted(folder.glob("*.look")):
            look = _Reader(path).onto(look)
    return look


def _pick(choices: tuple[_Choice, ...], name: str) -> _Choice:
    return choices[zlib.crc32(name.encode()) % len(choices)]


def _dimmed(colour: str) -> str:
    """Return the colour for a dark table: two thirds as bright."""
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 2 // 3:02x}" for i in (1, 3, 5))


def _unlike(look: PlayerLook, colour: str, others: Iterable[PlayerLook]) -> PlayerLook:
    """Return the look with a weave and a letter that none of the others has, as long as there are any."""
    others = tuple(others)
    weaves = {other.pattern for other in others}
    letters = {other.letter for other in others}
    weave = next((w for w in (look.pattern, *WEAVES) if w not in weaves), look.pattern)
    # K for black beside blue: the last letter of a word is the next best to remember.
    candidates = look.letter + (colour[-1:] + colour[1:]).upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    letter = next((c for c in candidates if c not in letters), look.letter)
    return replace(look, pattern=weave, letter=letter)


class _Reader:
    """Reads one file, and knows its name for what there is to complain about."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def onto(self, look: Look) -> Look:
        """Return `look` with everything that the file says in place of what it said."""
        top = self._table(self._parsed(), "", {"board", "pieces", "counters", "players"})
        pieces = {name: dict(kinds) for name, kinds in look.pieces.items()}
        forms = dict(look.forms)
        for name, value in self._tables(top, "pieces"):
            table = self._table(value, f"pieces.{name}", {"kinds", "form"})
            pieces[name] = {**pieces.get(name, {}), **self._kinds(table, f"pieces.{name}")}
            if "form" in table:
                forms[name] = self._one_of(table, f"pieces.{name}", "form", FORMS, "ground")
        counters = {n: self._counter(t, f"counters.{n}") for n, t in self._tables(top, "counters")}
        players = {n: self._player(n, t, f"players.{n}") for n, t in self._tables(top, "players")}
        return Look(
            board=self._board(top["board"], look.board) if "board" in top else look.board,
            pieces=pieces,
            forms=forms,
            counters={**look.counters, **counters},
            players={**look.players, **players},
        )

    def _parsed(self) -> object:
        try:
            if self._path.stat().st_size > LARGEST_FILE:
                raise LookError(self._path, "", f"a look is at most {LARGEST_FILE // 1024} KiB long")
            return tomllib.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
            raise LookError(self._path, "", f"cannot be read: {error}") from error

    def _table(self, value: object, key: str, allowed: set[str] | None = None) -> dict[str, object]:
        if not isinstance(value, dict):
            raise LookError(self._path, key, "a table is needed here")
        for name in value:
            if allowed is not None and name not in allowed:
                where = f"{key}.{name}" if key else name
                raise LookError(self._path, where, f"has no meaning here; known are {', '.join(sorted(allowed))}")
        return value

    def _tables(self, top: dict[str, object], key: str) -> Iterable[tuple[str, object]]:
        return self._table(top.get(key, {}), key).items()

    def _kinds(self, piece: dict[str, object], key: str) -> dict[str, KindLook]:
        kinds = self._table(piece.get("kinds", {}), f"{key}.kinds")
        return {name: self._kind(name, table, f"{key}.kinds.{name}") for name, table in kinds.items()}

    def _kind(self, name: str, value: object, key: str) -> KindLook:
        table = self._table(value, key, {"fill", "fill_dark", "pattern", "letter"})
        plain = plain_kind(name)
        return KindLook(
            self._paint(table, key, "fill", plain.fill),
            self._one_of(table, key, "pattern", PATTERNS, plain.pattern),
            self._letter(table, key, plain.letter),
        )

    def _counter(self, value: object, key: str) -> CounterLook:
        table = self._table(value, key, {"shape", "states"})
        states = self._table(table.get("states", {}), f"{key}.states")
        marks = {name: self._mark(state, f"{key}.states.{name}") for name, state in states.items()}
        return CounterLook(self._one_of(table, key, "shape", SHAPES, "disc"), marks)

    def _mark(self, value: object, key: str) -> Mark:
        return self._one_of(self._table(value, key, {"mark"}), key, "mark", MARKS, "none")

    def _player(self, name: str, value: object, key: str) -> PlayerLook:
        table = self._table(value, key, {"fill", "fill_dark", "pattern", "letter"})
        plain = Look().player(name)
        return PlayerLook(
            self._paint(table, key, "fill", plain.fill),
            self._one_of(table, key, "pattern", WEAVES, plain.pattern),
            self._letter(table, key, plain.letter),
        )

    def _board(self, value: object, before: BoardLook) -> BoardLook:
        table = self._table(value, "board", {"background", "background_dark", "empty"})
        empty = self._one_of(table, "board", "empty", EMPTIES, "sea") if "empty" in table else before.empty
        return BoardLook(self._paint(table, "board", "background", before.background), empty)

    def _paint(self, table: dict[str, object], key: str, name: str, default: Paint) -> Paint:
        if name not in table and f"{name}_dark" not in table:
            return default
        light = self._colour(table, key, name, default.light)
        return Paint(light, self._colour(table, key, f"{name}_dark", light))

    def _colour(self, table: dict[str, object], key: str, name: str, default: str) -> str:
        value = table.get(name, default)
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise LookError(self._path, f"{key}.{name}", f'a colour such as "#a1b2c3" is needed, not {value!r}')
        return value

    def _one_of(
        self, table: dict[str, object], key: str, name: str, choices: tuple[_Word, ...], default: _Word
    ) -> _Word:
        value = table.get(name, default)
        for choice in choices:
            if choice == value:
                return choice
        raise LookError(self._path, f"{key}.{name}", f"one of {', '.join(choices)} is needed, not {value!r}")

    def _letter(self, table: dict[str, object], key: str, default: str) -> str:
        value = table.get("letter", default)
        if not isinstance(value, str) or not 1 <= len(value) <= 3 or not value.isprintable():
            raise LookError(self._path, f"{key}.letter", f"one to three letters are needed, not {value!r}")
        return value
