"""Boards and shapes of pieces: shape and size of a board, neighbourhood of its places, cells under a piece, rotations,
walls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.base.suggestions import nearest
from dsl.semantics import typed as t
from dsl.semantics.declarations import check_areas, declare, kinds_of_words
from dsl.semantics.error_messages import did_you_mean, mismatch, not_yet, unknown
from dsl.semantics.scopes import Scope
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import number
from dsl.syntax.ast import BoardSection, Remark

# ---- modifiers of a declaration: `on hexes`, `one on each`, `seen by all if open` ----


Words = tuple[str | int | tuple[int, int], ...]


def strange(world: SymbolTable, remark: Remark, who: str, known: list[str], help_: str = "") -> None:
    """Report a modifier that does not apply to this declaration (`who`); `known` lists modifiers that do, of which the
    help names a similar one, unless it is given.
    """
    said = " ".join(word_text(word) for word in remark.words)
    options = ", ".join(f"`{k}`" for k in known)
    world.report(
        Problem(
            "unknown-remark",
            f"`{said}` says nothing about {who}",
            remark.span,
            "not understood",
            f"Here may stand {options}.",
            help_ or did_you_mean(said, known),
        )
    )


def word_text(word: str | int | tuple[int, int]) -> str:
    """Return a word of a modifier as it is written."""
    return f"{word[0]}..{word[1]}" if isinstance(word, tuple) else str(word)


def truth_option(world: SymbolTable, remark: Remark, word: str, decides: str) -> str:
    """Return the option that a modifier ends in, empty if there is none; `decides` says what the option decides."""
    found = world.options.get(word)
    if found is None:
        world.report(unknown(word, "option", remark.span, world.options, "unknown-option"))
        return ""
    world.used_options.add(word)
    if not isinstance(found.type, t.TruthType):
        world.report(
            mismatch(f"`{word}` is not yes or no", remark.span, decides, "yes or no", world.describe(found.type))
        )
    return word


# ---- shapes of pieces: covered places, rotation, walls ----


SIDES = {"hexes": 6, "squares": 4}  #: by shape of board, the sides of a place, which is also the number of rotations


@dataclass(slots=True)
class Shape:
    """Shape modifiers of one piece, collected one by one."""

    covers: tuple[tuple[int, int], ...] = ()
    one_space: bool = False
    turns: bool = False
    walls: str = ""
    spans: dict[str, Span] = field(default_factory=dict)

    def accept(self, remark: Remark) -> bool:
        """Store a modifier; return False if it is not about the shape."""
        match remark.words:
            case ("covers", *cells) if cells and all(type(cell) is tuple for cell in cells):
                self.covers = tuple(cell for cell in cells if isinstance(cell, tuple))
            case ("one", "space"):
                self.one_space = True
            case ("turns",):
                self.turns = True
            case ("walls", "on", str() as column):
                self.walls = column
            case _:
                return False
        self.spans[str(remark.words[0])] = remark.span
        return True

    def check(self, world: SymbolTable, name: str, board: str, known_by_cell: bool) -> None:
        """Report modifiers that contradict each other."""
        first = next(iter(self.spans.values()), None)
        if first is None:
            return
        shape = world.boards[board].shape if board else ""
        if shape not in SIDES:
            said = f"on {shape}" if shape else "on no board"
            why = "Only hexes and squares have sides, and neighbours at fixed distances."
            world.report(
                Problem("type-mismatch", f"`{name}` has a shape, and lies {said}", first, said, why, "write `on hexes`")
            )
        elif self.covers and not self.one_space:
            world.report(not_yet("a piece that covers several places, each a space of its own,", self.spans["covers"]))
        elif self.covers and (self.turns or self.walls):
            world.report(not_yet("a piece over several places that turns or has walls", first))
        elif self.walls and not known_by_cell:
            world.report(not_yet("walls on pieces of which several may lie on one place", self.spans["walls"]))


def check_walls(world: SymbolTable) -> None:
    """Report walls without a table that gives them for the kinds of the piece; call this once the tables are known."""
    for piece in world.pieces.values():
        if piece.walls and piece.board:
            _check_column(world, piece)


def _check_column(world: SymbolTable, piece: t.PieceDecl) -> None:
    table = wall_table(world.tables, piece)
    if table is None:
        known = [c for other in world.tables.values() if other.key == t.KindType(piece.kind) for c in other.columns]
        problem = unknown(piece.walls, f"column of sides for a {piece.name}", piece.span, known, "unknown-column")
        world.report(problem)
        return
    most = SIDES.get(world.boards[piece.board].shape, 0) - 1
    for row in table.rows:
        for cell in table.cells.get((row, piece.walls), ()):
            if not all(0 <= side <= most for side in sides_in(cell)):
                summary = f"the walls of `{row}` are on sides from 0 to {most}"
                world.report(Problem("out-of-range", summary, table.span, "there is no such side"))
                break


def wall_table(tables: dict[str, t.TableDecl], piece: t.PieceDecl) -> t.TableDecl | None:
    """Return the table that says on which sides the kinds of a piece have walls."""
    for table in tables.values():
        if table.key == t.KindType(piece.kind) and table.second_key is None and piece.walls in table.columns:
            return table
    return None


def sides_in(cell: t.CellValue) -> tuple[int, ...]:
    """Return the sides listed in a cell of a table: `0+2+4`, `3`, or `-` for none."""
    match cell:
        case int():
            return (cell,)
        case tuple():
            return cell
        case None:
            return ()
        case str():
            return (-1,)


def property_type(world: SymbolTable, piece: str, word: str) -> t.Type | None:
    """Return the type of `rotation of t`, `rotations of t`; None if the piece does not turn."""
    decl = world.pieces[piece]
    sides = SIDES.get(world.boards[decl.board].shape, 0) if decl.board else 0
    if not decl.turns or not sides:
        return None
    return {"rotation": number(0, sides - 1), "rotations": number(1, sides)}.get(word)


def wants_walls(world: SymbolTable, span: Span, board: str) -> None:
    """Report a use of walls in a game whose pieces have none."""
    if not any(piece.walls and piece.board == board for piece in world.pieces.values()):
        world.report(
            mismatch(
                "no piece of this game has walls",
                span,
                "walls of what?",
                "a piece declared with `walls on sides`",
                "none",
            )
        )


FIRST_WINDOW = 8  #: initial radius of an unbounded board
MOST_WINDOW, MOST_PLACES = 60, 10_000

_SHAPES: dict[str, Literal["hexes", "squares", "areas", "slots"]]
_SHAPES = {"hexes": "hexes", "squares": "squares", "areas": "areas", "slots": "slots"}


def place_name(x: int, y: int) -> str:
    """Return the name of a place on a board in rows: letters for its file (aa follows z), then its row."""
    return f"{_file_name(x)}{y + 1}"


def _file_name(x: int) -> str:
    return (_file_name(x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def board(world: SymbolTable, node: BoardSection, scope: Scope) -> None:
    """Check and declare a board."""
    if not declare(world, node.name, node):
        return
    if node.shape not in _SHAPES:
        world.report(unknown(node.shape, "shape of board", node.place_of(node.shape), _SHAPES))
        node = replace(node, shape=nearest(node.shape, _SHAPES) or "squares")  # so that one mistake is one problem
    reach = _Reach()
    for remark in node.remarks:
        if not reach.accept(world, node.shape, remark):
            strange(world, remark, "a board", ["unbounded", "centre 0,0", "window 8", "radius 4", "corners touch"])
    size = _size(world, node, scope, reach)
    check_areas(world, node)
    if world.strict and size is None and any(_by_numbers(other, node.shape) for other in world.boards.values()):
        world.report(not_yet("a second board whose places are written `2,-1`", node.place_of(node.name)))
    world.boards[node.name] = t.BoardDecl(
        node.name, _SHAPES[node.shape], size, reach.unbounded, reach.window, reach.centre,
        tuple((line.name, line.words, line.neighbours) for line in node.areas), node.span,
        kinds_of_words(world, node), tuple(line.corners for line in node.areas),
        reach.corners_touch, reach.corners_option,
    )  # fmt: skip


def _by_numbers(board: t.BoardDecl, shape: str) -> bool:
    return board.shape == shape == "hexes" and not board.in_rows


@dataclass(slots=True)
class _Reach:
    """Modifiers of one board that set its size and its neighbourhood, collected one by one."""

    unbounded: bool = False
    centre: tuple[int, int] = (0, 0)
    window: int = FIRST_WINDOW
    radius: int = 0
    corners_touch: bool = False
    corners_option: str = ""

    def accept(self, world: SymbolTable, shape: str, remark: Remark) -> bool:
        """Store a modifier, or report a number that is too large; return False if it does not apply to such a board."""
        match remark.words:
            case ("unbounded",):
                self.unbounded = True
            case ("centre", (int() as x, int() as y)):
                self.centre = (x, y)
            case ("corners", "touch") if shape in ("squares", "areas"):
                self.corners_touch = True
            case ("corners", "touch", "if", str() as word) if shape in ("squares", "areas"):
                self.corners_touch = True
                self.corners_option = truth_option(world, remark, word, "decides whether corners touch")
            case ("window", int() as n) if 1 <= n <= MOST_WINDOW:
                self.window = n
            case ("window", int()):
                summary = f"a window reaches from 1 to {MOST_WINDOW} places from the centre"
                why = "It is only where the board begins; it grows as the match needs it."
                world.report(Problem("out-of-range", summary, remark.span, "out of range", why))
            case ("radius", int() as n) if 1 <= n <= MOST_WINDOW and shape == "hexes":
                self.window = self.radius = n
            case ("radius", int()) if shape == "hexes":
                summary = f"a board reaches from 1 to {MOST_WINDOW} hexes from its centre"
                world.report(Problem("out-of-range", summary, remark.span, "out of range"))
            case _:
                return False
        return True


def _size(world: SymbolTable, node: BoardSection, scope: Scope, reach: _Reach) -> tuple[t.Expr, t.Expr] | None:
    """Return the side lengths of a board that has them; report a missing or variable size."""
    if node.size is not None:
        sides = [scope.need(side, t.NumberType(), "a board") for side in node.size]
        _check_size(world, node, sides)
        return sides[0], sides[1]
    if node.shape == "areas":
        if not node.areas:
            help_ = "write them below: `A1 marsh next to A2, B1`, each on a line"
            _no_size(world, node, "the board has no areas", "which areas?", help_)
    elif not reach.unbounded and not reach.radius:
        help_ = "`slots 6 by 1`" if node.shape == "slots" else f"`{node.shape} 8 by 8`, or `{node.shape}, unbounded`"
        _no_size(world, node, "the board has no size", "how large?", f"write {help_}")
    return None


def _no_size(world: SymbolTable, node: BoardSection, summary: str, label: str, help_: str) -> None:
    world.report(Problem("wrong-number-of-values", summary, node.place_of(node.name), label, help=help_))


def _check_size(world: SymbolTable, node: BoardSection, sides: list[t.Expr]) -> None:
    most = [side.type.high for side in sides if isinstance(side.type, t.NumberType)]
    if len(most) == len(sides) and (min(most) < 1 or most[0] * most[1] > MOST_PLACES):
        summary = f"a board has from 1 to {MOST_PLACES} places"
        world.report(Problem("out-of-range", summary, node.place_of(node.name), "another size"))
