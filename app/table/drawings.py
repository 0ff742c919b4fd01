"""Outlines that a look draws itself: a path of straight and curved lines, checked, and as the window paints it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from PySide6.QtGui import QPainterPath

from app.table.look_file import LookFile

Command = tuple[str, tuple[float, ...]]

_ARITY = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
_WORD = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?|\S")
_MOST = 600  #: commands in one drawing
REACH = 1.2  #: coordinates are at most so large


@dataclass(frozen=True, slots=True)
class Drawing:
    """A shape of about radius 1 around the origin: what is filled, and lines on it."""

    path: tuple[Command, ...]
    lines: tuple[Command, ...] = ()


def read_drawing(file: LookFile, value: object, key: str) -> Drawing:
    """Return a shape that a look draws. Raises LookError."""
    table = file.table(value, key, {"path", "lines"})
    path = _commands(file, table.get("path", ""), f"{key}.path")
    if not path:
        raise file.refused(f"{key}.path", 'a path such as "M -0.5,0.8 L 0.5,0.8 L 0,-0.8 Z" is needed')
    return Drawing(path, _commands(file, table.get("lines", ""), f"{key}.lines"))


def _commands(file: LookFile, value: object, key: str) -> tuple[Command, ...]:
    if not isinstance(value, str):
        raise file.refused(key, "a path is a text")
    words = _WORD.findall(value.replace(",", " "))
    found: list[Command] = []
    letter, numbers = "", list[float]()
    for word in (*words, ""):
        if word in _ARITY or not word:
            found += _spelled(file, key, letter, numbers) if letter else []
            letter, numbers = word, []
        elif not letter or not _is_number(word):
            raise file.refused(key, f"`{word}` has no meaning here; known are M, L, Q, C, Z and numbers")
        else:
            numbers.append(float(word))
    if found and found[0][0] != "M":
        raise file.refused(key, "a path begins with M, the point where it starts")
    if len(found) > _MOST:
        raise file.refused(key, f"a path has at most {_MOST} parts")
    return tuple(found)


def _is_number(word: str) -> bool:
    return word[-1].isdecimal()


def _spelled(file: LookFile, key: str, letter: str, numbers: list[float]) -> list[Command]:
    """Return a command, or several where its numbers go on."""
    size = _ARITY[letter]
    if (len(numbers) % size if size else len(numbers)) or (size and not numbers):
        raise file.refused(key, f"`{letter}` is followed by {size} numbers, or by a multiple of them")
    if any(abs(number) > REACH for number in numbers):
        raise file.refused(key, f"a shape reaches from -{REACH:g} to {REACH:g}")
    return [(letter, tuple(numbers[i : i + size])) for i in range(0, len(numbers), size)] if size else [("Z", ())]


@cache
def drawn(commands: tuple[Command, ...]) -> QPainterPath:
    """Return commands as a path."""
    path = QPainterPath()
    for letter, numbers in commands:
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "Q":
            path.quadTo(*numbers)
        elif letter == "C":
            path.cubicTo(*numbers)
        else:
            path.closeSubpath()
    return path
