"""Whether a position has room on the boards without an edge, which are compiled for a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dsl.base.problem import RulesError
from dsl.ir.layout import BoardLayout, Layout, Slot, occupying
from dsl.ir.program import Program, Trap
from dsl.runtime.canonical_state import board_of
from dsl.runtime.parallel_worlds import worlds_of
from dsl.runtime.runner import RuleError, Runner, State


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


# A board without an edge is compiled for a window. When things come near its rim, the state moves to a larger one.


def recenter(state: State, old: Layout, new: Layout, blank: State) -> State:
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
class _WindowChange:
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


def _move(before: BoardLayout, after: BoardLayout) -> _WindowChange:
    if before.cells == after.cells:  # a board with an edge, perhaps without coordinates
        cells = {cell: cell for cell in range(before.cells)}
    else:
        at = {place: cell for cell, place in after.coordinates.items()}
        cells = {cell: at[place] for cell, place in before.coordinates.items()}
    stretches = tuple(_stretches(cells))
    return _WindowChange(
        cells, stretches, sum((1 << n) - 1 << home for _, home, n in stretches), before.cells, after.cells
    )


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


def _rehome_slot(state: State, slot: Slot, home: State, target: Slot, move: _WindowChange | None) -> None:
    values = state[slot.first : slot.first + slot.length]
    if move is None or not slot.by_cell:
        whole = slice(target.first, target.first + slot.length)
        home[whole] = _rehomed(values, slot, home[whole], move)
        return
    for group in range(slot.length // move.before):
        for first, there, count in move.stretches:
            at, to = group * move.before + first, target.first + group * move.after + there
            home[to : to + count] = _rehomed(values[at : at + count], slot, home[to : to + count], move)


def _rehomed(values: list[int], slot: Slot, otherwise: list[int], move: _WindowChange | None) -> list[int]:
    """Return the values of a slot as the new window has them; `otherwise` are its own."""
    if move is None or not (slot.cells or slot.counter):
        return values
    moved = move.members if slot.width else move.number
    return [moved(value, other) for value, other in zip(values, otherwise, strict=True)]


# Gives the boards without an edge the room that a position needs.


WIDEST = 200  #: places from the centre to the rim of a board without an edge


def with_room(
    runner: Runner, state: State, windows: dict[str, int], wider: Callable[[Mapping[str, int]], Runner]
) -> tuple[Runner, State]:
    """Return runner and state with a window half as large again for every board whose rim is reached; nobody can tell.

    `windows`, which grows with them, are the windows that the runner has; `wider` makes one for others.
    Raises RuleError if a board would be larger than anybody could look over; then nothing has grown.
    """
    while True:
        layout = runner.program.layout
        full = crowded(layout, state)
        if not full:
            return runner, state
        wanted = windows | {board.name: board.window + max(2, board.window // 2) for board in full}
        if max(wanted.values()) > WIDEST:
            raise _too_wide(runner.program)
        try:
            larger = wider(wanted)
        except RulesError:  # a position would hold too much
            raise _too_wide(runner.program) from None
        windows |= wanted
        state = recenter(state, layout, larger.program.layout, larger.blank())
        state[larger.program.layout.slots["chosen"].first] = -1  # an option on the smaller board
        runner = larger


def _too_wide(program: Program) -> RuleError:
    place = program.anchors[0].span  # where `play` begins: no rule alone is at fault
    return RuleError(Trap("too-wide", "a board without an edge would grow larger than there is room for", place))
