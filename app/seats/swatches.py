"""The colours of a game for its picture in the gallery: a few lines of its look, read without the table's scene."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtGui import QColor

LONGEST_LOOK = 256 * 1024


@dataclass(frozen=True, slots=True)
class Swatches:
    """Grounds and fills by name of colour, for light and for dark."""

    ground: str = "#b9d3dc"
    ground_dark: str = "#24424d"
    light: tuple[str, ...] = ("#c9b48b", "#a9bd83", "#d9c9a3")
    dark: tuple[str, ...] = ("#8a7753", "#6c7f4d", "#9a8860")
    players: Mapping[str, str] = field(default_factory=dict)  #: each player's fill


def read_swatches(folder: Path) -> Swatches:
    """The colours that a look in `folder` gives to the ground and to the kinds of the piece that has most of them.
    Without a look, or with one that cannot be read, plain ones: the table says what is wrong with it."""
    for path in sorted(folder.glob("*.look")):
        try:
            if path.stat().st_size <= LONGEST_LOOK:
                return _swatches(tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            continue
    return Swatches()


def _swatches(look: Mapping[str, object]) -> Swatches:
    plain = Swatches()
    board = _table(look, "board")
    kinds = max((_kinds(piece) for piece in _tables(_table(look, "pieces"))), key=len, default=[])
    light = tuple(colour for colour in (_colour(kind, "fill") for kind in kinds) if colour)
    dark = tuple(colour for colour in (_colour(kind, "fill_dark") or _colour(kind, "fill") for kind in kinds) if colour)
    players = _table(look, "players")
    return Swatches(
        _colour(board, "background") or plain.ground,
        _colour(board, "background_dark") or plain.ground_dark,
        light or plain.light,
        dark or plain.dark,
        {name: fill for name in players if (fill := _colour(_table(players, name), "fill"))},
    )


def _kinds(piece: Mapping[str, object]) -> list[Mapping[str, object]]:
    return list(_tables(_table(piece, "kinds")))


def _table(raw: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}


def _tables(raw: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    yield from (value for value in raw.values() if isinstance(value, dict))


def _colour(raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    return value if isinstance(value, str) and QColor.isValidColorName(value) else ""
