"""A board without an edge is compiled for a window. When things come near its rim, the state moves to a larger one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsl.ir.layout import BoardLayout, Layout, Slot
from dsl.run.canonical import board_of
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
    stretches: tuple[tuple[int, int, int], ...]  #: the same: so many cells from one on come to lie from another one on
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
        found, base = otherwise & ~self.known, 0
        while bits:
            for first, home, count in self.stretches:
                found |= (bits >> first & (1 << count) - 1) << base + home
            bits, base = bits >> self.before, base + self.after
        return found


def _move(before: BoardLayout, after: BoardLayout) -> _Move:
    if before.cells == after.cells:  # a board with an edge, perhaps without coordinates
        cells = {cell: cell for cell in range(before.cells)}
    else:
        at = {place: cell for cell, place in after.coordinates.items()}
        cells = {cell: at[place] for cell, place in before.coordinates.items()}
    stretches = tuple(_stretches(cells))
    return _Move(cells, stretches, sum((1 << n) - 1 << home for _, home, n in stretches), before.cells, after.cells)


def _stretches(cells: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield what `cells` says: first cells, where they come to lie, how many come to lie side by side."""
    first = home = -1
    count = 0
    for cell in sorted(cells):
        if cell - first != count or cells[cell] - home != count:
            if count:
                yield first, home, count
            first, home, count = cell, cells[cell], 0
        count += 1
    if count:
        yield first, home, count


def _rehome_slot(state: State, slot: Slot, home: State, target: Slot, move: _Move | None) -> None:
    values = state[slot.first : slot.first + slot.length]
    if move is None or not slot.by_cell:
        whole = slice(target.first, target.first + slot.length)
        home[whole] = _rehomed(values, slot, home[whole], move)
        return
    for group in range(slot.length // move.before):
        for first, there, count in move.stretches:
            at, to = group * move.before + first, target.first + group * move.after + there
            home[to : to + count] = _rehomed(values[at : at + count], slot, home[to : to + count], move)


def _rehomed(values: list[int], slot: Slot, otherwise: list[int], move: _Move | None) -> list[int]:
    """Return the values of a slot as the new window has them; `otherwise` are its own."""
    if move is None or not (slot.cells or slot.counter):
        return values
    moved = move.members if slot.width else move.number
    return [moved(value, other) for value, other in zip(values, otherwise, strict=True)]
