"""Random rollouts on any runner. The native runner does the same inside its module."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, runtime_checkable

from dsl.runtime import chance
from dsl.runtime.board_window import full_boards
from dsl.runtime.runner import RuleError, Runner, State


class RolloutStop(IntEnum):
    """Why a rollout stopped."""

    OVER = 0  #: the match ended
    LIMIT = 1  #: the limit on choices was reached
    ROOM = 2  #: an unbounded board needs a larger window
    BROKEN = 3  #: an invariant does not hold


class RolloutError(Exception):
    """A rule failed during a rollout. The state is invalid."""

    def __init__(self, choices: int, error: RuleError) -> None:
        super().__init__(f"after {choices} choices: {error}")
        self.choices = choices
        self.error = error


@runtime_checkable
class RolloutRunner(Protocol):
    """A runner with its own rollouts."""

    def roll_out(self, state: State, policy: int, limit: int, *, watch: bool = False) -> tuple[RolloutStop, int, int]:
        """Do the same as the function `roll_out`."""
        ...


def roll_out(
    runner: Runner, state: State, policy: int, limit: int, *, watch: bool = False
) -> tuple[RolloutStop, int, int]:
    """Choose at random until the rollout stops; return why it stopped, the number of choices, and the new `policy`.

    `policy` is the state of the generator (`dsl.runtime.chance`) that chooses. With `watch` it stops where an invariant
    does not hold. Raises RolloutError.
    """
    choices = 0
    while True:
        if watch and not all(runner.call(state, one.function) for one in runner.program.always):
            return RolloutStop.BROKEN, choices, policy
        options = runner.options(state)
        if not options or choices == limit:
            return RolloutStop.LIMIT if options else RolloutStop.OVER, choices, policy
        option = options[0]
        if len(options) > 1:
            option, policy = options[chance.output(policy) * len(options) >> 32], chance.next_state(policy)
        try:
            runner.take(state, option)
        except RuleError as error:
            raise RolloutError(choices, error) from None
        choices += 1
        if full_boards(runner.program.layout, state):
            return RolloutStop.ROOM, choices, policy
