"""Boards, zones and players of a view, drawn as text for a terminal.

Squares and hexes are drawn as a grid with their coordinates, everything else as a list. Each thing on a board has a
sign, such as `2r` for two counters of red, and the legend below says which. What the seat
does not know is not in its view, and so not in the drawing.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TextIO

from dsl.base.control_characters import printable
from dsl.i18n.translator import Translator
from dsl.match.view import BoardView, CellView, CounterView, PieceView, View, ZoneView
from dsl.semantics.typed import TypedRules

_PLACE = re.compile(r"(?:.*_)?([a-z]+)(\d+)")
_MOST_SIGNS = 9  #: letters and digits in one cell; a fuller board is told as a list
_NARROWEST = 20
_MOST_PIECES = 12  #: of a zone that are named
_COLOURS = {
    "red": "31", "green": "32", "yellow": "33", "blue": "34", "purple": "35", "violet": "35", "pink": "35",
    "cyan": "36", "turquoise": "36", "orange": "33", "brown": "33", "black": "90", "grey": "90",
}  # fmt: skip

Thing = tuple[str, str, str]  #: what it is, whose, in which state


@dataclass(frozen=True, slots=True)
class Paper:
    """What the terminal can show."""

    width: int
    unicode: bool = True
    in_colour: bool = False


def paper_of(stream: TextIO) -> Paper:
    """Return what a stream can show; colours only on a terminal, and not where NO_COLOR is set."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        "·".encode(encoding)
        unicode = True
    except (UnicodeEncodeError, LookupError):
        unicode = False
    in_colour = stream.isatty() and not os.environ.get("NO_COLOR")
    return Paper(max(_NARROWEST, shutil.get_terminal_size().columns), unicode, in_colour)


def draw_view(view: View, rules: TypedRules, words: Translator, paper: Paper) -> Iterator[str]:
    """Yield the lines of the boards, of what the zones hold, and of the players; signs stay the same during a match."""
    signs = _Signs(view, rules, words)
    for board in view.boards:
        if len(view.boards) > 1:
            yield from _wrapped(words.titled(words.name(board.name).capitalize(), "").rstrip(), paper.width)
        yield from _Drawing(board, signs, paper).lines()
    yield from signs.legend(paper)
    for zone in view.zones:
        if zone.size:
            yield from _wrapped(_zone(zone, words), paper.width)
    for seat in view.seats:
        said = [f"{words.name(name)} {words.text(value)}" for name, value in seat.values]
        said += [f"{words.name(name, amount)} {amount}" for name, amount in seat.reserves]
        if said:
            yield from _wrapped(words.titled(words.player(seat.colour), ", ".join(said)), paper.width)


def _zone(zone: ZoneView, words: Translator) -> str:
    """Return how much a zone holds, and what, as far as the seat knows."""
    named = f"{zone.name} of {zone.owner}" if zone.owner else zone.name
    known = [words.name(piece.kind) for piece in zone.pieces if piece.kind]
    shown = known[:_MOST_PIECES] if len(known) == zone.size else []
    more = "" if len(shown) == len(known) else ", …"
    return words.titled(words.text(named), f"{zone.size}" + (f" ({', '.join(shown)}{more})" if shown else ""))


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Yield a text as lines of a width, broken between words."""
    line = ""
    for word in printable(text).split(" "):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line


class _Signs:
    """The signs of all things in a view: short, and each for one kind of thing."""

    def __init__(self, view: View, rules: TypedRules, words: Translator) -> None:
        self._words = words
        self._drawn: dict[Thing, None] = {}
        things = [thing for board in view.boards for cell in board.cells for thing, _ in _things(cell)]
        self._owners: dict[str, str] = {}
        for owner in dict.fromkeys((*view.colours, *(owner for _, owner, _ in things if owner))):
            self._owners[owner] = _letter(words.name(owner), self._owners.values()).lower()
        self._letters: dict[str, str] = {}
        for name in dict.fromkeys((*_names_of(rules), *(name for name, _, _ in things))):
            self._letters[name] = printable(words.letter(name))[:2] or _letter(words.name(name), self._letters.values())
        self._signs = {thing: self._sign(thing, rules) for thing in things}

    def _sign(self, thing: Thing, rules: TypedRules) -> str:
        name, owner, state = thing
        sign = self._owners.get(owner, "") + ("" if len(self._letters) == 1 else self._letters[name])
        states = rules.counters[name].states if name in rules.counters else ()
        return sign + "'" * (states.index(state) if state in states else 0)

    def parts(self, cell: CellView) -> list[tuple[str, str]]:
        """Return what stands on a cell: the sign of each thing with its number, and whose it is. Where all is of one
        sort, the numbers say enough."""
        found: list[tuple[str, str]] = []
        for thing, amount in _things(cell):
            sign = self._signs[thing]
            self._drawn[thing] = None
            found.append((f"{amount}{sign}" if amount > 1 or not sign else sign, thing[1]))
        return found

    def width(self, cell: CellView) -> int:
        """Return how many letters and digits the signs on a cell have."""
        return sum(
            len(self._signs[thing]) + (len(str(amount)) if amount > 1 else 0) or 1 for thing, amount in _things(cell)
        )

    def named(self, cell: CellView) -> str:
        """Return what stands on a cell in words."""
        said = []
        for (name, owner, state), amount in _things(cell):
            thing = f"{amount} {self._words.name(name, amount)}" if amount > 1 else self._words.name(name)
            thing = self._words.owned(thing, owner) if owner else thing
            said.append(f"{thing} ({self._words.name(state)})" if state else thing)
        kind = f" ({self._words.name(cell.kind)})" if cell.kind else ""
        values = [f"{self._words.name(name)} {self._words.text(value)}" for name, value in cell.values]
        on_it = ", ".join((*said, *values))
        place = f"{self._words.text(cell.place)}{kind}"
        return self._words.titled(place, on_it) if on_it else place

    def is_empty(self, cell: CellView) -> bool:
        return not cell.pieces and not cell.counters and not cell.values

    def legend(self, paper: Paper) -> Iterator[str]:
        """Yield what each sign is."""
        said = []
        for name, owner, state in self._drawn:
            sign = self._signs[name, owner, state]
            if not sign:
                continue
            thing = self._words.name(name)
            thing = self._words.owned(thing, owner) if owner else thing
            said.append(f"{sign} {thing}" + (f" ({self._words.name(state)})" if state else ""))
        if said:
            yield from _wrapped(", ".join(said), paper.width)


def _names_of(rules: TypedRules) -> Iterator[str]:
    """Yield what may stand on a board, in the order of the rules."""
    for piece in rules.pieces.values():
        if piece.board:
            yield from rules.kinds[piece.kind].values if piece.kind else (piece.name,)
    yield from (counter.name for counter in rules.counters.values() if counter.board)


def _things(cell: CellView) -> list[tuple[Thing, int]]:
    """Return the things on a cell with their numbers; equal pieces are counted."""
    found: dict[Thing, int] = {}
    for key, amount in (*map(_piece, cell.pieces), *map(_counters, cell.counters)):
        found[key] = found.get(key, 0) + amount
    return list(found.items())


def _piece(piece: PieceView) -> tuple[Thing, int]:
    return (piece.kind or piece.piece, piece.owner, ""), 1


def _counters(counters: CounterView) -> tuple[Thing, int]:
    return (counters.counter, counters.owner, counters.state), counters.amount


def _letter(name: str, taken: Collection[str]) -> str:
    """Return the first letter of a name that no other one has; else its first two letters."""
    used = {each.lower() for each in taken}
    letters = [letter.upper() for letter in printable(name) if letter.isalnum()]
    return next((letter for letter in letters if letter.lower() not in used), "".join(letters[:2]) or "?")


class _Drawing:
    """One board as lines."""

    def __init__(self, board: BoardView, signs: _Signs, paper: Paper) -> None:
        self._board = board
        self._signs = signs
        self._paper = paper
        self._cells = {(cell.x, cell.y): cell for cell in board.cells}
        self._names = {at: _PLACE.fullmatch(cell.place) for at, cell in self._cells.items()}
        self._files = {at[0]: found[1] for at, found in self._names.items() if found}
        files = [len(str(self._files.get(x, x))) for x, _ in self._cells] if board.shape == "squares" else []
        self._width = max(1, *files, *(signs.width(cell) for cell in board.cells))

    def lines(self) -> Iterator[str]:
        """Yield the lines; a board that does not fit is told as a list."""
        if self._board.shape in ("squares", "hexes") and self._cells and self._columns() <= self._paper.width:
            drawn = self._squares() if self._board.shape == "squares" else self._hexes()
            yield from (coloured if self._paper.in_colour else plain for plain, coloured in drawn)
            for cell in [cell for cell in self._board.cells if cell.values][:_MOST_PIECES]:
                yield from _wrapped(self._signs.named(cell), self._paper.width)
        else:
            for cell in self._board.cells:
                if self._board.shape in ("areas", "slots") or not self._signs.is_empty(cell):
                    yield from _wrapped(self._signs.named(cell), self._paper.width)

    def _columns(self) -> int:
        """Return how wide the drawing is; more than any terminal if a cell holds more than can be read."""
        if self._width > _MOST_SIGNS:
            return sys.maxsize
        edge = max(len(cell.place) for cell in self._board.cells) + 2
        if self._board.shape == "squares":
            xs = [x for x, _ in self._cells]
            return edge + (max(xs) - min(xs) + 1) * (self._width + 1)
        across = [2 * x + y for x, y in self._cells]
        return edge + (max(across) - min(across)) * self._half + self._width

    @property
    def _half(self) -> int:
        """Half the distance of two hexes in a row."""
        return (self._width + 2) // 2

    def _sign(self, cell: CellView | None) -> tuple[str, str]:
        """Return what is on a cell, as wide as all cells, plain and in colour."""
        if cell is None:
            return " " * self._width, " " * self._width
        parts = self._signs.parts(cell)
        if not parts:
            dot = "·" if self._paper.unicode else "."
            return f"{dot:<{self._width}}", f"{dot:<{self._width}}"
        plain = "".join(sign for sign, _ in parts)
        inked = "".join(f"\x1b[{_COLOURS[owner]}m{sign}\x1b[0m" if owner in _COLOURS else sign for sign, owner in parts)
        blank = " " * (self._width - len(plain))
        return plain + blank, inked + blank

    def _squares(self) -> Iterator[tuple[str, str]]:
        xs, ys = ({at[axis] for at in self._cells} for axis in (0, 1))
        files = self._files
        rows = {at[1]: found[2] for at, found in self._names.items() if found}
        across, down = range(min(xs), max(xs) + 1), range(max(ys), min(ys) - 1, -1)
        edge = max(len(str(rows.get(y, y))) for y in down)
        for y in down:
            signs = [self._sign(self._cells.get((x, y))) for x in across]
            label = f"{rows.get(y, y):>{edge}}  "
            plain, inked = (" ".join(sign[side] for sign in signs) for side in (0, 1))
            yield (label + plain).rstrip(), label + inked
        width = self._width
        foot = " " * (edge + 2) + " ".join(f"{files.get(x, x):<{width}}" for x in across)
        yield foot.rstrip(), foot

    def _hexes(self) -> Iterator[tuple[str, str]]:
        """Rows of hexes, each half a cell further to the right than the one above; in front the name of the first."""
        rows: dict[int, list[CellView]] = {}
        for cell in sorted(self._cells.values(), key=lambda cell: (cell.y, cell.x)):
            rows.setdefault(cell.y, []).append(cell)
        left = min(2 * cell.x + cell.y for cell in self._cells.values())
        edge = max(len(row[0].place) for row in rows.values())
        top = next(iter(rows.values()))
        if set(self._files) == {
            cell.x for cell in top
        }:  # each column begins in the top row, and runs down to the right
            head = ""
            for cell in top:
                start = edge + 2 + (2 * cell.x + cell.y - 1 - left) * self._half
                head = f"{head:<{start}}{self._files[cell.x]}"
            yield head, head
        for row in rows.values():
            plain = inked = f"{row[0].place:>{edge}}  "
            length = len(plain)
            for cell in row:
                gap = edge + 2 + (2 * cell.x + cell.y - left) * self._half - length
                sign = self._sign(cell)
                plain, inked = plain + " " * gap + sign[0], inked + " " * gap + sign[1]
                length += gap + self._width
            yield plain.rstrip(), inked
