"""Playing on by chance, on any runner. The native runner does the same wholly inside its module."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, runtime_checkable

from dsl.runtime import chance
from dsl.runtime.board_window import crowded
from dsl.runtime.runner import RuleError, Runner, State


class RolloutStop(IntEnum):
    """Why playing on stopped."""

    OVER = 0  #: nobody is asked any more
    LIMIT = 1  #: as many choices were made as were allowed
    ROOM = 2  #: a board without an edge needs a larger window
    BROKEN = 3  #: something that is to hold after every choice does not


class RolloutError(Exception):
    """A rule could not be carried out while playing on. The state is worth nothing."""

    def __init__(self, choices: int, error: RuleError) -> None:
        super().__init__(f"after {choices} choices: {error}")
        self.choices = choices
        self.error = error


@runtime_checkable
class RolloutRunner(Protocol):
    """A runner that plays on by itself."""

    def play_on(self, state: State, policy: int, limit: int, *, watch: bool = False) -> tuple[RolloutStop, int, int]:
        """Do the same as the function below."""
        ...


def roll_out(
    runner: Runner, state: State, policy: int, limit: int, *, watch: bool = False
) -> tuple[RolloutStop, int, int]:
    """Make choices by chance until there are none or something is needed; return why it stopped, how many choices were
    made, and what became of `policy`, the generator (a state of `dsl.runtime.chance`) that chose.

    With `watch` it stops where something does not hold that always should. Raises PlayingError.
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
            option, policy = options[chance.output(policy) * len(options) >> 32], chance.following(policy)
        try:
            runner.take(state, option)
        except RuleError as error:
            raise RolloutError(choices, error) from None
        choices += 1
        if crowded(runner.program.layout, state):
            return RolloutStop.ROOM, choices, policy
