"""Fills for light and dark themes, and the look of a kind of piece or place, with defaults derived from its name."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from app.appearance.conditions import Condition
from app.appearance.drawings import Drawing, Sprite

Texture = Literal["plain", "grass", "sand", "rock", "snow", "water", "leaves"]
TEXTURES: tuple[Texture, ...] = get_args(Texture)
Layout = Literal["scatter", "ridge", "rim"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

_Choice = TypeVar("_Choice")

_EARTHS = ("#c9a66b", "#9fb56c", "#b98d74", "#8fae9a", "#cbb994", "#a39a7c", "#b5a3b8", "#d0b45f")


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill for light and dark themes, as #rrggbb."""

    light: str
    dark: str

    def on(self, dark: bool) -> str:
        """Return the fill for a dark or a light theme."""
        return self.dark if dark else self.light


@dataclass(frozen=True, slots=True)
class KindLook:
    """Look of a kind of piece or place, such as the terrain of a tile or the face of a card."""

    fill: Paint
    letter: str
    texture: Texture = "plain"  #: of the ground
    sprites: tuple[Sprite, ...] = ()  #: drawings that are scattered on the ground
    layout: Layout = "scatter"  #: of the sprites
    art: tuple[Drawing, ...] = ()  #: drawing of a figure, a ground or a card's face; of several, one for each cell
    icon: Drawing | None = None  #: small sign of the kind
    numbers: tuple[tuple[str, str], ...] = ()  #: on a figure's plate: numbers, and kinds whose colour is their ground
    shape: str = ""  #: name of its shape on a board; empty: a disc with the letter
    map: tuple[str, ...] = ()  #: squares that it adds to a board: rows from the top, a letter per square
    map_of: str = ""  #: name of the piece whose kinds have these letters
    rare: bool = False  #: a match has few of them: the cover of the game shows one at most
    turned_by: tuple[str, ...] = ()  #: parameters of actions that rotate it, in quarter turns clockwise
    when: tuple[tuple[Condition, KindLook], ...] = ()  #: looks in its place; the first whose condition holds is taken


def plain_kind(name: str) -> KindLook:
    """Return the default look of a kind: an earth colour that depends on the name alone, and its initial."""
    earth = pick(_EARTHS, name)
    return KindLook(Paint(earth, dimmed(earth)), name[:1].upper())


def pick(choices: tuple[_Choice, ...], name: str) -> _Choice:
    """Return one of the choices, determined by the CRC-32 of the name: the same on every computer."""
    return choices[zlib.crc32(name.encode()) % len(choices)]


def dimmed(colour: str) -> str:
    """Return the colour (#rrggbb) at two thirds of its brightness, for dark themes."""
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 2 // 3:02x}" for i in (1, 3, 5))
