"""A board without an edge is compiled for a window. When things come near its rim, the state moves to a larger one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.program.layout import BoardLayout, Layout, Slot
from dsl.run.canonical import board_of, members_of
from dsl.run.runner import State
from dsl.run.worlds import worlds_of


def rehome(state: State, old: Layout, new: Layout, blank: State) -> State:
    """Return `state` as the program with layout `new` has it; both digests are the same.

    The two layouts differ only in the windows of their boards, and no window of `new` is the smaller one. `blank` is
    the new program's blank state: it says what the cells are like that the old window did not have.
    """
    moves = {name: _move(board, new.boards[name]) for name, board in old.boards.items()}
    homes: State = []
    for world in worlds_of(old, state):
        home = blank.copy()
        for name, target in new.slots.items():
            slot = old.slots[name]
            board = board_of(old, slot)
            _rehome_slot(world, slot, home, target, moves[board.name] if board is not None else None)
        homes += home
    return homes


@dataclass(frozen=True, slots=True)
class _Move:
    """From one window of a board to another."""

    cells: Mapping[int, int]  #: by cell of the old window the cell at the same coordinates
    known: int  #: the cells of the new window that the old one has, as a bitset
    before: int  #: how many cells each window has
    after: int

    def number(self, number: int, otherwise: int) -> int:
        """Move a cell, perhaps with a group in front; `otherwise` stands for one that is on neither board."""
        if number < 0:
            return number
        group, cell = divmod(number, self.before)
        return group * self.after + self.cells[cell] if cell in self.cells else otherwise

    def members(self, bits: int, otherwise: int) -> int:
        """Move a set of cells, each perhaps with a group in front; `otherwise` says which of the others are in it."""
        moved = ((group * self.after, cell) for group, cell in (divmod(m, self.before) for m in members_of(bits)))
        return otherwise & ~self.known | sum(1 << base + self.cells[cell] for base, cell in moved if cell in self.cells)


def _move(before: BoardLayout, after: BoardLayout) -> _Move:
    at = {place: cell for cell, place in after.coordinates.items()}
    cells = {cell: at[place] for cell, place in before.coordinates.items()}
    if before.cells == after.cells:
        cells = {cell: cell for cell in range(before.cells)}  # a board with an edge, perhaps without coordinates
    return _Move(cells, sum(1 << cell for cell in cells.values()), before.cells, after.cells)


def _rehome_slot(state: State, slot: Slot, home: State, target: Slot, move: _Move | None) -> None:
    for index in range(slot.length):
        value, place = state[slot.first + index], target.first + index
        if move is not None and slot.by_cell:
            if index % move.before not in move.cells:
                continue  # the border
            place = target.first + move.number(index, 0)
        if move is not None and (slot.cells or slot.counter):
            value = move.members(value, home[place]) if slot.width else move.number(value, home[place])
        home[place] = value
