"""Whether a position has room on the boards without an edge, which are compiled for a window."""

from __future__ import annotations

from dsl.ir.layout import BoardLayout, Layout, occupying
from dsl.run.runner import State
from dsl.run.worlds import worlds_of


def crowded(layout: Layout, state: State) -> list[BoardLayout]:
    """Return the boards on whose rim anything stands, in any world: they need a larger window."""
    endless = [board for board in layout.boards.values() if board.unbounded]
    return [board for board in endless if any(_on_rim(layout, board, world) for world in worlds_of(layout, state))]


def _on_rim(layout: Layout, board: BoardLayout, state: State) -> bool:
    return any(
        bits & board.rim
        for slot in occupying(layout, board.name)
        for bits in state[slot.first : slot.first + slot.length]
    )
