"""A board without an edge is compiled for a window. When things come near its rim, the state moves to a larger one."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.program.layout import BoardLayout, Layout, Slot
from dsl.run.canonical import board_of, members_of, moved
from dsl.run.runner import State


def rehome(state: State, old: Layout, new: Layout, blank: State) -> State:
    """Return `state` as the program with layout `new` has it; both digests are the same.

    The two layouts differ only in the windows of their boards, and no window of `new` is the smaller one. `blank` is
    the new program's blank state: it says what the cells are like that the old window did not have.
    """
    home = blank.copy()
    for name, slot in new.slots.items():
        _rehome_slot(state, old.slots[name], slot, board_of(old, old.slots[name]), board_of(new, slot), home)
    return home


def _rehome_slot(
    state: State, slot: Slot, target: Slot, before: BoardLayout | None, after: BoardLayout | None, home: State
) -> None:
    if before is None or after is None:
        home[target.first : target.first + target.length] = state[slot.first : slot.first + slot.length]
        return
    cells = _same_cells(before, after)
    for index in range(slot.length):
        if slot.by_cell and index % before.cells not in cells:
            continue
        place = moved(cells, before.cells, after.cells, index) if slot.by_cell else index
        home[target.first + place] = _rehomed(
            slot, state[slot.first + index], home[target.first + place], cells, before, after
        )


def _rehomed(
    slot: Slot, value: int, unknown: int, cells: Mapping[int, int], before: BoardLayout, after: BoardLayout
) -> int:
    if not slot.cells:
        return value
    if not slot.width:
        nowhere = value >= 0 and value % before.cells not in cells  # a slot that was never given a cell
        return unknown if nowhere else moved(cells, before.cells, after.cells, value)
    known = sum(1 << cell for cell in cells.values())
    return unknown & ~known | sum(1 << cells[cell] for cell in members_of(value) if cell in cells)


def _same_cells(before: BoardLayout, after: BoardLayout) -> dict[int, int]:
    """Return by cell of `before` the cell of `after` at the same coordinates, or the same one on a board without."""
    if before.cells == after.cells:
        return {cell: cell for cell in range(before.cells)}
    at = {place: cell for cell, place in after.coordinates.items()}
    return {cell: at[place] for cell, place in before.coordinates.items()}
