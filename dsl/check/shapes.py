"""What a piece on a board is shaped like: the places that it covers, whether it turns, on which sides it has walls."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.check import typed as t
from dsl.check.explain import mismatch, not_yet, unknown
from dsl.check.types import number
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem
from dsl.text.source import Span

SIDES = {"hexes": 6, "squares": 4}  #: how many sides a place has; a piece may be turned as often


@dataclass(slots=True)
class Shape:
    """What the remarks of one piece say of its shape, remark by remark."""

    covers: tuple[tuple[int, int], ...] = ()
    one_space: bool = False
    turns: bool = False
    walls: str = ""
    spans: dict[str, Span] = field(default_factory=dict)

    def takes(self, remark: tree.Remark) -> bool:
        """Take down a remark; False if it says nothing about the shape."""
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

    def check(self, world: World, name: str, board: str, known_by_cell: bool) -> None:
        """Report what does not go together."""
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


def check_walls(world: World) -> None:
    """Report walls that no table gives to the kinds of their piece, once the tables are known."""
    for piece in world.pieces.values():
        if piece.walls and piece.board:
            _check_column(world, piece)


def _check_column(world: World, piece: t.PieceDecl) -> None:
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
    """Return the sides that a cell of a table names: `0+2+4`, `3`, or `-` for none."""
    match cell:
        case int():
            return (cell,)
        case tuple():
            return cell
        case None:
            return ()
        case str():
            return (-1,)


def property_type(world: World, piece: str, word: str) -> t.Type | None:
    """Return the type of `rotation of t`, `rotations of t`; None if the piece does not turn."""
    decl = world.pieces[piece]
    sides = SIDES.get(world.boards[decl.board].shape, 0) if decl.board else 0
    if not decl.turns or not sides:
        return None
    return {"rotation": number(0, sides - 1), "rotations": number(1, sides)}.get(word)


def wants_walls(world: World, span: Span, board: str) -> None:
    """Report a question about walls in a game whose pieces have none."""
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
