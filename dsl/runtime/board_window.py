"""Windows of unbounded boards: a program is compiled for a window, and a position near its rim moves to a larger
one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dsl.base.problem import RulesError
from dsl.ir.layout import NO_OPTION, BoardLayout, Layout, Slot, occupying
from dsl.ir.program import Program, Trap
from dsl.runtime.canonical_state import board_of
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import worlds_of


def full_boards(layout: Layout, state: State) -> list[BoardLayout]:
    """Return the unbounded boards with a piece or counter on the rim, in any world: they need a larger window."""
    unbounded = [board for board in layout.boards.values() if board.unbounded]
    return [board for board in unbounded if any(_on_rim(layout, board, world) for world in worlds_of(layout, state))]


def _on_rim(layout: Layout, board: BoardLayout, state: State) -> bool:
    return any(
        bits & board.rim
        for slot in occupying(layout, board.name)
        for bits in state[slot.first : slot.first + slot.length]
    )


def recenter(state: State, old: Layout, new: Layout, blank: State) -> State:
    """Return `state` converted to layout `new`, with the same digest.

    The layouts differ only in the windows of their boards, and the windows of `new` are not smaller. `blank` is the
    blank state of the new program: it has the values of the new cells.
    """
    moves = {name: _move(board, new.boards[name]) for name, board in old.boards.items()}
    result: State = []
    for world in worlds_of(old, state):
        home = blank.copy()
        for name, target in new.slots.items():
            slot = old.slots[name]
            board = board_of(old, slot)
            _copy_slot(world, slot, home, target, moves[board.name] if board is not None else None)
        result += home
    return result


@dataclass(frozen=True, slots=True)
class _WindowChange:
    """Conversion from one window of a board to another."""

    cells: Mapping[int, int]  #: by cell of the old window: the cell at the same coordinates
    ranges: tuple[tuple[int, int, int], ...]  #: the same as ranges: first old cell, first new cell, length
    known: int  #: the cells of the new window that the old one has, as a bitset
    before: int  #: how many cells each window has
    after: int

    def number(self, number: int, otherwise: int) -> int:
        """Convert a cell, perhaps with a group in front; `otherwise` replaces a cell without coordinates."""
        if number < 0:
            return number
        group, cell = divmod(number, self.before)
        return group * self.after + self.cells[cell] if cell in self.cells else otherwise

    def members(self, bits: int, otherwise: int) -> int:
        """Convert a set of cells, each perhaps with a group in front; `otherwise` gives the members among new cells."""
        found, base = otherwise & ~self.known, 0
        while bits:
            for first, home, count in self.ranges:
                found |= (bits >> first & (1 << count) - 1) << base + home
            bits, base = bits >> self.before, base + self.after
        return found


def _move(before: BoardLayout, after: BoardLayout) -> _WindowChange:
    if before.cells == after.cells:  # a board with an edge, perhaps without coordinates
        cells = {cell: cell for cell in range(before.cells)}
    else:
        at = {place: cell for cell, place in after.coordinates.items()}
        cells = {cell: at[place] for cell, place in before.coordinates.items()}
    ranges = tuple(_ranges(cells))
    return _WindowChange(cells, ranges, sum((1 << n) - 1 << home for _, home, n in ranges), before.cells, after.cells)


def _ranges(cells: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield `cells` as ranges: first old cell, first new cell, length."""
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


def _copy_slot(state: State, slot: Slot, home: State, target: Slot, move: _WindowChange | None) -> None:
    values = state[slot.first : slot.first + slot.length]
    if move is None or not slot.by_cell:
        whole = slice(target.first, target.first + slot.length)
        home[whole] = _converted(values, slot, home[whole], move)
        return
    for group in range(slot.length // move.before):
        for first, there, count in move.ranges:
            at, to = group * move.before + first, target.first + group * move.after + there
            home[to : to + count] = _converted(values[at : at + count], slot, home[to : to + count], move)


def _converted(values: list[int], slot: Slot, otherwise: list[int], move: _WindowChange | None) -> list[int]:
    """Return the values of a slot for the new window; `otherwise` are its blank values."""
    if move is None or not (slot.cells or slot.counter):
        return values
    moved = move.members if slot.width else move.number
    return [moved(value, other) for value, other in zip(values, otherwise, strict=True)]


MAX_RADIUS = 200  #: limit on the radius of an unbounded board


def with_larger_windows(
    runner: Runner, state: State, windows: dict[str, int], make_runner: Callable[[Mapping[str, int]], Runner]
) -> tuple[Runner, State]:
    """Return runner and state with windows half as large again for all boards whose rim is reached.

    `windows` are the windows of the runner and are updated; `make_runner` makes a runner for larger ones. Views and
    digests do not change. Raises RuleError, without a change, if a board would exceed the limit.
    """
    while True:
        layout = runner.program.layout
        full = full_boards(layout, state)
        if not full:
            return runner, state
        larger_windows = windows | {board.name: board.window + max(2, board.window // 2) for board in full}
        if max(larger_windows.values()) > MAX_RADIUS:
            raise _too_wide(runner.program)
        try:
            larger = make_runner(larger_windows)
        except RulesError:  # the state would be too large
            raise _too_wide(runner.program) from None
        windows |= larger_windows
        state = recenter(state, layout, larger.program.layout, larger.blank())
        state[larger.program.layout.slots["chosen"].first] = NO_OPTION  # an option on the smaller board
        runner = larger


def _too_wide(program: Program) -> RuleError:
    place = program.anchors[0].span  # the start of `play`: no single rule is the cause
    return RuleError(Trap("too-wide", "a board without an edge would grow larger than there is room for", place))
