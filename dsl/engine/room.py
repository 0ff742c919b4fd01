"""Gives the boards without an edge the room that a position needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl.run.growing import rehome
from dsl.run.room import crowded
from dsl.run.runner import Runner, State


def with_room(
    runner: Runner, state: State, windows: dict[str, int], wider: Callable[[Mapping[str, int]], Runner]
) -> tuple[Runner, State]:
    """Return runner and state with a window half as large again for every board whose rim is reached; nobody can tell.

    `windows`, which grows with them, are the windows that the runner has; `wider` makes one for others.
    """
    while True:
        layout = runner.program.layout
        full = crowded(layout, state)
        if not full:
            return runner, state
        for board in full:
            windows[board.name] = board.window + max(2, board.window // 2)
        larger = wider(windows)
        state = rehome(state, layout, larger.program.layout, larger.blank())
        state[larger.program.layout.slots["chosen"].first] = -1  # an option on the smaller board
        runner = larger
