"""Small sample views of boards."""

from __future__ import annotations

from dsl.match.view import BoardView, CellView, CounterView, PieceView, View

COLOURS = ("red", "blue", "violet", "black", "white")


def herd(owner: str, state: str = "fresh", amount: int = 1) -> CounterView:
    return CounterView("herd", owner, state, amount)


def hexes(*cells: tuple[int, int, str, tuple[CounterView, ...]]) -> View:
    """A hexagon board from (q, r, terrain or "", counters)."""
    return board_of(
        BoardView(
            "world",
            "hexes",
            tuple(
                CellView(f"{q},{r}", q, r, (PieceView("tile", kind),) if kind else (), counters)
                for q, r, kind, counters in cells
            ),
        )
    )


def squares(side: int, *figures: tuple[int, int, str, str]) -> View:
    """Return a board of squares from (file, row, kind, owner) of its pieces."""
    standing = {(x, y): (PieceView("man", kind, owner, open=bool(kind)),) for x, y, kind, owner in figures}
    cells = (
        CellView(f"{'abcdefgh'[x]}{y + 1}", x, y, standing.get((x, y), ())) for y in range(side) for x in range(side)
    )
    return board_of(BoardView("field", "squares", tuple(cells)))


def patches(kind: str, side: int) -> View:
    """Return a square board with a number of patches of one kind on each side; a look may let them melt together."""
    cells = tuple(CellView(f"{x},{y}", x, y, (PieceView("patch", kind),)) for x in range(side) for y in range(side))
    return board_of(BoardView("field", "squares", cells))


def board_of(*boards: BoardView) -> View:
    return View(
        game="fen",
        seat="red",
        position=0,
        colours=COLOURS,
        turn=1,
        active="red",
        phase="",
        boards=boards,
        zones=(),
        seats=(),
        values=(),
        decisions=(),
        sheet=(),
        outcome=None,
        secrets=False,
        may_undo=True,
        why_no_undo="",
    )


def fen() -> View:
    """Return two marshes in a sea: red and blue on one, a swimmer beside it, three empty cells."""
    return hexes(
        (0, 0, "marsh", (herd("red", amount=3), herd("red", "spent"), herd("blue"))),
        (1, 0, "heath", ()),
        (0, 1, "", (herd("blue", amount=2),)),
        (1, -1, "", ()),
        (-1, 0, "", ()),
        (-1, 1, "", ()),
    )


def scouts() -> View:
    """View of red: its own hidden fox, an owl of blue that it has seen, an elk that all know, a hidden piece."""
    pieces = (
        PieceView("scout", "fox", "red", open=False),
        PieceView("scout", "owl", "blue", open=False),
        PieceView("scout", "elk", "blue"),
        PieceView("scout", "", "blue", open=False),
    )
    return board_of(
        BoardView("field", "squares", tuple(CellView(f"a{i + 1}", 0, i, (p,)) for i, p in enumerate(pieces)))
    )
