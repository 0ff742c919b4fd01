"""Gives the boards without an edge the room that a position needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl.ir.program import Program, Trap
from dsl.run.growing import rehome
from dsl.run.room import crowded
from dsl.run.runner import RuleError, Runner, State
from dsl.text.problem import RulesError

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
        state = rehome(state, layout, larger.program.layout, larger.blank())
        state[larger.program.layout.slots["chosen"].first] = -1  # an option on the smaller board
        runner = larger


def _too_wide(program: Program) -> RuleError:
    place = program.anchors[0].span  # where `play` begins: no rule alone is at fault
    return RuleError(Trap("too-wide", "a board without an edge would grow larger than there is room for", place))
