"""Random rollouts and whole random matches on any runner. The native runner does the same inside its module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from struct import pack
from typing import NamedTuple, Protocol, runtime_checkable

from dsl.runtime import chance
from dsl.runtime.board_window import full_boards
from dsl.runtime.runner import RuleError, Runner, State, TrapError
from dsl.runtime.simultaneous import forked, world_of

POLICY_SEED = 0x9E3779B97F4A7C15  #: so that the choices of a match do not draw the numbers that the match draws


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


class RolloutResult(NamedTuple):
    """What a rollout came to."""

    stop: RolloutStop
    choices: int
    policy: int  #: the new state of the generator that chooses
    moves: int  #: see `MatchBatch`
    path: int  #: see `MatchBatch`


@dataclass(frozen=True, slots=True)
class MatchBatch:
    """Random matches that ended, in the order of their seeds, as columns: an element for each match.

    A choice is one value. A move is an action with all its values, or a word such as `stop`: an action with two
    parameters is two choices and one move.
    """

    choices: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    paths: list[int] = field(default_factory=list)  #: 64-bit hash of the options chosen, in their order (`path_after`)
    #: By seat as 32-bit little-endian words: 1 if it is still in the game, else 0; then each line of `winner`, negated
    #: if less is better.
    results: list[bytes] = field(default_factory=list)
    blocks: list[bytes] = field(default_factory=list)  #: canonical form of the last state; empty unless requested

    def __len__(self) -> int:
        return len(self.choices)


def policy_of(seed: int) -> int:
    """Return the generator that makes the choices of the match from `seed` (0 to 2**64 - 1)."""
    return chance.seeded(seed ^ POLICY_SEED)


@runtime_checkable
class RolloutRunner(Protocol):
    """A runner with its own rollouts."""

    def roll_out(self, state: State, policy: int, limit: int, *, watch: bool = False) -> RolloutResult:
        """Do the same as the function `roll_out`."""
        ...

    def play_matches(
        self, seeds: Sequence[int], limit: int, *, watch: bool = False, blocks: bool = False
    ) -> MatchBatch:
        """Do the same as the function `play_matches`, but perhaps for fewer of the seeds."""
        ...


@dataclass(slots=True)
class _Rollout:
    """A rollout in progress."""

    runner: Runner
    state: State
    policy: int
    choices: int = 0
    moves: int = 0
    path: int = 0

    def run(self, limit: int, watch: bool) -> RolloutStop:
        """Choose until it stops. Raises RolloutError."""
        runner, state = self.runner, self.state
        while True:
            if watch and not all(runner.call(state, one.function) for one in runner.program.always):
                return RolloutStop.BROKEN
            options = runner.options(state)
            if not options or self.choices == limit:
                return RolloutStop.LIMIT if options else RolloutStop.OVER
            option = options[0]
            if len(options) > 1:
                option = options[chance.output(self.policy) * len(options) >> 32]
                self.policy = chance.next_state(self.policy)
            self._note(option)
            try:
                runner.take(state, option)
            except RuleError as error:
                raise RolloutError(self.choices, error) from None
            self.choices += 1
            if full_boards(runner.program.layout, state):
                return RolloutStop.ROOM

    def _note(self, option: int) -> None:
        layout, state = self.runner.program.layout, self.state
        world = world_of(layout, state, self.runner.waiting(state)[0]) if forked(layout, state) else state
        self.moves += self.runner.program.asks[world[layout.slots["ask"].first]].parameter == 0
        self.path = (self.path + option + 1) * chance.MULTIPLIER & _WORD


_WORD = (1 << 64) - 1


def path_after(path: int, choices: int, more: int) -> int:
    """Return the hash of the options of a path, followed by `choices` options whose own hash is `more`."""
    return (path * pow(chance.MULTIPLIER, choices, _WORD + 1) + more) & _WORD


def roll_out(runner: Runner, state: State, policy: int, limit: int, *, watch: bool = False) -> RolloutResult:
    """Choose at random until the rollout stops.

    `policy` is the state of the generator (`dsl.runtime.chance`) that chooses. With `watch` it stops where an invariant
    does not hold. Raises RolloutError.
    """
    rollout = _Rollout(runner, state, policy)
    stop = rollout.run(limit, watch)
    return RolloutResult(stop, rollout.choices, rollout.policy, rollout.moves, rollout.path)


def play_matches(
    runner: Runner, seeds: Sequence[int], limit: int, *, watch: bool = False, blocks: bool = False
) -> MatchBatch:
    """Play whole matches at random, in the order of their seeds, up to the first that does not reach its end.

    A match does not reach its end if a rule fails, a rollout stops for another reason than OVER, or nobody is asked
    although it is not over. `blocks` requests the last states.
    """
    found, program = MatchBatch(), runner.program
    for seed in seeds:
        try:
            rollout = _Rollout(runner, runner.start(seed), policy_of(seed))
            is_over = not full_boards(program.layout, rollout.state) and rollout.run(limit, watch) == RolloutStop.OVER
            state = rollout.state
            if not is_over or forked(program.layout, state) or not state[program.layout.slots["final"].first]:
                break
            results = results_of(runner, state)
        except (RuleError, RolloutError, TrapError):
            break
        found.choices.append(rollout.choices)
        found.moves.append(rollout.moves)
        found.paths.append(rollout.path)
        found.results.append(results)
        if blocks:
            found.blocks.append(runner.block(state))
    return found


def results_of(runner: Runner, state: State) -> bytes:
    """Return the results at the end of a match, as `MatchBatch` has them. Raises RuleError."""
    program, words = runner.program, list[int]()
    for seat in range(program.players):
        words.append(state[program.layout.slots["in_play"].first] >> seat & 1)
        values = ((runner.call(state, line.function, seat), line.most) for line in program.winner)
        words += (value if most else -value for value, most in values)
    return pack(f"<{len(words)}i", *words)
