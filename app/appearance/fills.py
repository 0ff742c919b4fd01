"""Fills for a light and a dark table, and how a kind of thing is drawn. What nobody describes follows from its name."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

Pattern = Literal["plain", "peaks", "grass", "trees", "ice", "volcano", "waves"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)

_Choice = TypeVar("_Choice")

_EARTHS = ("#c9a66b", "#9fb56c", "#b98d74", "#8fae9a", "#cbb994", "#a39a7c", "#b5a3b8", "#d0b45f")


@dataclass(frozen=True, slots=True)
class Paint:
    """A fill for the light and for the dark table; the same one if the look gives only one."""

    light: str
    dark: str

    def on(self, dark: bool) -> str:
        """Return the fill for this table as #rrggbb."""
        return self.dark if dark else self.light


@dataclass(frozen=True, slots=True)
class KindLook:
    """A kind of piece or place: a tile's terrain, a card's face, an otter's age."""

    fill: Paint
    pattern: Pattern
    letter: str
    shape: str = ""  #: as which it stands on a board, by name; empty: as a disc with the letter
    map: tuple[str, ...] = ()  #: what it brings to a board, rows from the top, a letter for each square
    map_of: str = ""  #: the piece whose kinds have these letters
    turned_by: tuple[str, ...] = ()  #: parameters of actions that turn it, by quarters, clockwise


def plain_kind(name: str) -> KindLook:
    """Return the look of a kind that no look describes: a steady earth colour and its initial."""
    earth = pick(_EARTHS, name)
    return KindLook(Paint(earth, dimmed(earth)), "plain", name[:1].upper())


def pick(choices: tuple[_Choice, ...], name: str) -> _Choice:
    """Return one of the choices, the same for the same name on every machine."""
    return choices[zlib.crc32(name.encode()) % len(choices)]


def dimmed(colour: str) -> str:
    """Return the colour for a dark table: two thirds as bright."""
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 2 // 3:02x}" for i in (1, 3, 5))
