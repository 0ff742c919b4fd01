"""Boards: their shape, how far they reach, and which of their places are neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsl.check import typed as t
from dsl.check.areas import check_areas, kinds_of_words
from dsl.check.explain import not_yet, unknown
from dsl.check.remarks import strange, truth_option
from dsl.check.scope import Scope
from dsl.check.settings import declare
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem

FIRST_WINDOW = 8  #: how far an unbounded board reaches in every direction when a match begins
MOST_WINDOW, MOST_PLACES = 60, 10_000

_SHAPES: dict[str, Literal["hexes", "squares", "areas", "slots"]]
_SHAPES = {"hexes": "hexes", "squares": "squares", "areas": "areas", "slots": "slots"}


def place_name(x: int, y: int) -> str:
    """Return how the place of a board in rows is called: letters for its file (after z follows aa), and its row."""
    return f"{_file_name(x)}{y + 1}"


def _file_name(x: int) -> str:
    return (_file_name(x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def board(world: World, node: tree.Board, scope: Scope) -> None:
    """Take down a board."""
    if not declare(world, node.name, node):
        return
    if node.shape not in _SHAPES:
        world.report(unknown(node.shape, "shape of board", node.place_of(node.name), _SHAPES))
        return
    reach = _Reach()
    for remark in node.remarks:
        if not reach.takes(world, node.shape, remark):
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
    """What the remarks of one board say of how far it reaches and what touches, remark by remark."""

    unbounded: bool = False
    centre: tuple[int, int] = (0, 0)
    window: int = FIRST_WINDOW
    radius: int = 0
    corners_touch: bool = False
    corners_option: str = ""

    def takes(self, world: World, shape: str, remark: tree.Remark) -> bool:
        """Take down a remark, or report a number that is too large; False if it says nothing about such a board."""
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
                world.report(Problem("out-of-range", summary, remark.span, "so many", why))
            case ("radius", int() as n) if 1 <= n <= MOST_WINDOW and shape == "hexes":
                self.window = self.radius = n
            case ("radius", int()) if shape == "hexes":
                summary = f"a board reaches from 1 to {MOST_WINDOW} hexes from its centre"
                world.report(Problem("out-of-range", summary, remark.span, "so many"))
            case _:
                return False
        return True


def _size(world: World, node: tree.Board, scope: Scope, reach: _Reach) -> tuple[t.Expr, t.Expr] | None:
    """Return the sides of a board that has such, and report one of which nobody can say how large it is."""
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


def _no_size(world: World, node: tree.Board, summary: str, label: str, help_: str) -> None:
    world.report(Problem("wrong-number-of-values", summary, node.place_of(node.name), label, help=help_))


def _check_size(world: World, node: tree.Board, sides: list[t.Expr]) -> None:
    most = [side.type.high for side in sides if isinstance(side.type, t.NumberType)]
    if len(most) == len(sides) and (min(most) < 1 or most[0] * most[1] > MOST_PLACES):
        summary = f"a board has from 1 to {MOST_PLACES} places"
        world.report(Problem("out-of-range", summary, node.place_of(node.name), "another size"))
