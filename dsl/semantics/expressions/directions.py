"""Directions and straight lines: steps, slides, leaps, the places between two others, enclosed places."""

from __future__ import annotations

from collections.abc import Callable

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import did_you_mean, listed, mismatch
from dsl.semantics.expressions.sets import cells, members
from dsl.semantics.scopes import Scope, one_or_team
from dsl.semantics.type_compatibility import number
from dsl.syntax.ast import Apply, Either, Expr, Listed, Name, Of

SQUARE_COMPASS: tuple[t.Compass, ...] = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
HEX_COMPASS: tuple[t.Compass, ...] = ("east", "northeast", "northwest", "west", "southwest", "southeast")
SEEN: tuple[t.Seen, ...] = ("ahead", "back", "sideways", "diagonal_ahead", "diagonal_back")
TOGETHER: dict[str, dict[str, tuple[t.Compass, ...]]] = {
    "squares": {
        "orthogonal": ("north", "east", "south", "west"),
        "diagonal": ("northeast", "southeast", "southwest", "northwest"),
    },
    "hexes": {"orthogonal": HEX_COMPASS},
}
FARTHEST_LEAP, MOST_EDGES = 30, 4


def steps(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `steps(x, D)`."""
    origin, board = _origin(scope, node.args[0], "`steps`")
    return t.StepsFrom(origin, directions(scope, node.args[1], board), type=_set(board), span=node.span)


def slides(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `slides(x, D, S)`."""
    origin, board = _origin(scope, node.args[0], "`slides`")
    ways = directions(scope, node.args[1], board)
    over = _cells_of(scope, node.args[2], board, "`slides`")
    return t.SlidesFrom(origin, ways, over, type=_set(board), span=node.span)


def leaps(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `leaps(x, 1, 2)`."""
    origin, board = _origin(scope, node.args[0], "`leaps`")
    far: list[int] = []
    for arg in node.args[1:]:
        found = scope.need(arg, t.NumberType(), "`leaps`")
        if isinstance(found, t.Constant) and 0 <= found.value <= FARTHEST_LEAP:
            far.append(found.value)
        elif not isinstance(found.type, t.UnknownType):
            summary = f"a leap is written as two numbers from 0 to {FARTHEST_LEAP}"
            scope.report(Problem("out-of-range", summary, found.span, "not such a number"))
    if board and scope.world.boards[board].shape != "squares":
        scope.report(_no_directions(scope, board, node.span, "leaps are counted on squares"))
    first, second = (*far, 0, 0)[:2]
    return t.LeapsFrom(origin, first, second, type=_set(board), span=node.span)


def between(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `between(a, b)`."""
    (left, board), (right, other) = (_origin(scope, arg, "`between`", one=True) for arg in node.args)
    _with_directions(scope, board, node.span)
    if board and other and board != other:
        said, needed = scope.world.describe(right.type), scope.world.describe(t.PlaceType(board))
        scope.report(mismatch("both places lie on one board", right.span, f"this is {said}", needed, said))
    return t.BetweenCells(left, right, type=_set(board), span=node.span)


def enclosed(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `enclosed(S, x, T)`, in all straight lines or in those given as further arguments."""
    origin, board = _origin(scope, node.args[1], "`enclosed`", one=True)
    things, by = (_cells_of(scope, node.args[index], board, "`enclosed`") for index in (0, 2))
    if len(node.args) > 3:
        ways = directions(scope, node.args[3], board)
    else:
        _with_directions(scope, board, node.span)
        ways = _ways(board, _every(scope, board), (), None, node.span)
    return t.EnclosedCells(things, origin, by, ways, type=things.type, span=node.span)


def row(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `row(p, x)`: the row counted from the edge of p, where it is 1."""
    player = one_or_team(scope, node.args[0], "`row`")
    place, board = _origin(scope, node.args[1], "`row`", one=True)
    _require_edges(scope, board, node.span, "row")
    return t.BuiltinValue("row", (player, place), type=number(1, 10_000), span=node.span)


def side(scope: Scope, board: str, node: Expr, span: Span) -> t.Expr:
    """Return the typed form of `edge(board, D)`."""
    return t.SideCells(directions(scope, node, board), type=t.SetType(t.PlaceType(board)), span=span)


LINES: dict[str, tuple[int, Callable[[Scope, Apply], t.Expr]]] = {
    "steps": (2, steps),
    "slides": (3, slides),
    "leaps": (3, leaps),
    "between": (2, between),
    "enclosed": (3, enclosed),
    "row": (2, row),
}


# ---- directions ---------------------------------------------------------------------------------------------------


def directions(scope: Scope, node: Expr, board: str) -> t.Directions:
    """Return the directions that `node` names on a board; report unknown names."""
    names, who = node, None
    if isinstance(node, Of):
        names, who = node.left, one_or_team(scope, node.right, "a direction")
    items = names.items if isinstance(names, Listed) else (names,)
    compass: list[t.Compass] = []
    seen: list[t.Seen] = []
    for item in items if _with_directions(scope, board, node.span) else ():
        _add_directions(scope, item, board, compass, seen)
    if seen and who is None:
        word = seen[0]
        summary, why = f"it must be said for whom it is `{word}`", "Players look at a board from different sides."
        scope.report(
            Problem("unknown-direction", summary, node.span, "for whom?", why, f"write `{word} of me`, or of a player")
        )
    return _ways(board, tuple(compass), tuple(seen), who, node.span)


def _add_directions(scope: Scope, node: Expr, board: str, compass: list[t.Compass], seen: list[t.Seen]) -> None:
    """Add the directions of one word: a compass direction, several of them, or one relative to a player."""
    word = node.name if isinstance(node, Name) else ""
    together = TOGETHER[scope.world.boards[board].shape]
    alone, looked = _every(scope, board), SEEN
    if word in together:
        compass += together[word]
    elif word in alone:
        compass += [name for name in alone if name == word]
    elif word in looked and _require_edges(scope, board, node.span, word):
        seen += [name for name in looked if name == word]
    elif word not in looked:
        names = (*together, *alone, *(looked if scope.world.boards[board].shape == "squares" else ()))
        said = f"there is no direction called `{word}`" if word else "this is no direction"
        known = f"On this board there are {listed(list(names))}."
        help_ = did_you_mean(word, names)
        if isinstance(node, Either):
            scope.typed(node.condition)  # the options in it are used
            help_ = "put the condition around the places: `if ... then steps(...) otherwise steps(...)`"
        scope.report(Problem("unknown-direction", said, node.span, "no direction", known, help_))


def _require_edges(scope: Scope, board: str, span: Span, word: str) -> bool:
    """Return whether every player has an edge of the board; if not, report it."""
    if not board or not _with_directions(scope, board, span):
        return False
    if scope.world.boards[board].shape == "squares" and scope.world.players[1] <= MOST_EDGES:
        return True
    why = f"`{word}` is seen from an edge of a board of squares, where at most {MOST_EDGES} players sit."
    scope.report(Problem("unknown-direction", "players have no edges here", span, "seen from where?", why))
    return False


def _with_directions(scope: Scope, board: str, span: Span) -> bool:
    """Return whether a board has directions; if not, report it (an unknown board is already reported)."""
    if not board:
        return False
    if scope.world.boards[board].shape in TOGETHER:
        return True
    scope.report(_no_directions(scope, board, span, "this board has no directions"))
    return False


def _no_directions(scope: Scope, board: str, span: Span, summary: str) -> Problem:
    shape = scope.world.boards[board].shape
    return mismatch(summary, span, f"on {shape}", "a board of squares or hexes", f"a board of {shape}")


def _every(scope: Scope, board: str) -> tuple[t.Compass, ...]:
    return HEX_COMPASS if board and scope.world.boards[board].shape == "hexes" else SQUARE_COMPASS


def _ways(
    board: str, compass: tuple[t.Compass, ...], seen: tuple[t.Seen, ...], player: t.Expr | None, span: Span
) -> t.Directions:
    return t.Directions(board, compass, seen, player, type=t.UnknownType(), span=span)


# ---- places -------------------------------------------------------------------------------------------------------


def _origin(scope: Scope, node: Expr, who: str, one: bool = False) -> tuple[t.Expr, str]:
    """Return a place or set of places and its board (empty if unknown)."""
    found = cells(scope, scope.typed(node), who)
    place = scope.world.agreement.cells_of(found.type)
    if one and place is not None and members(found.type) is not None:
        found = scope.fit(found, place, who)
    return found, place.board if place is not None else ""


def _cells_of(scope: Scope, node: Expr, board: str, who: str) -> t.Expr:
    """Return a place or set of places of this board; report those of another one."""
    found = cells(scope, scope.typed(node), who)
    place = scope.world.agreement.cells_of(found.type)
    if board and place is not None and place.board != board:
        return scope.fit(found, t.SetType(t.PlaceType(board)), who)
    return found


def _set(board: str) -> t.Type:
    return t.SetType(t.PlaceType(board)) if board else t.UnknownType()
