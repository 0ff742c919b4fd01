"""Whole matches by chance, as fast as a runner goes: nobody looks on, so there are no events, views or way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.engine.failing import explained
from dsl.engine.pack import Pack
from dsl.engine.room import with_room
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.optimizer import optimized
from dsl.optimizer.rollout import sampling, sampling_pays
from dsl.run import chance
from dsl.run.choosing import native
from dsl.run.playing import PlayingError, PlaysOn, Stop, play_on
from dsl.run.reference.runner import ReferenceRunner
from dsl.run.runner import RuleError, Runner, State

_POLICY = 0x9E3779B97F4A7C15  #: so that who chooses does not draw the numbers that the match draws
MAX_CHOICES = 100_000  #: in one match; a game that is longer has no end


class PlayoutError(Exception):
    """A match that could not be played to its end; the message says where it stopped and why."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played."""

    choices: int
    digest: str  #: of its last position


def broken_by(runner: Runner, state: State) -> Iterator[str]:
    """Yield what should hold after every choice, by the rules' own word, and does not at this position."""
    for one in runner.program.always:
        if not runner.call(state, one.function):
            yield f"`always {one.name}` does not hold" + (f": {one.text}" if one.text else "")


def policy_of(seed: int) -> int:
    """Return the generator that makes the choices of the match from `seed`, as `dsl.run.playing` wants it."""
    return chance.seeded(seed ^ _POLICY)


@dataclass(slots=True)
class Playouts:
    """Plays matches of one setting; the same seed gives the same match."""

    pack: Pack
    players: int
    options: Mapping[str, int]  #: complete, as `Pack.options` returns them
    shaped: Callable[[Program], Program] = lambda program: program  #: what is made of a program before it runs
    native: bool = False  #: whether runners are to be native, where there are such
    draws: bool = False  #: whether nobody wants to see all options: one is drawn for each choice, where that is quicker
    _runners: dict[tuple[tuple[str, int], ...], Runner] = field(default_factory=dict)

    def play(self, seed: int) -> Played:
        """Return how a match from `seed` went. Raises PlayoutError."""
        runner, state, choices = self.end(seed)
        return Played(choices, runner.digest(state))

    def end(self, seed: int) -> tuple[Runner, State, int]:
        """Return where a match from `seed` ends, and after how many choices. Raises PlayoutError."""
        policy = policy_of(seed)
        windows: dict[str, int] = {}
        choices = 0
        try:
            runner, state = self.start(seed, windows)
            stop = Stop.ROOM
            while stop == Stop.ROOM:
                stop, made, policy = _play_on(runner, state, policy, MAX_CHOICES - choices)
                choices += made
                runner, state = with_room(runner, state, windows, self.runner)
            self._watch(runner, state, seed, choices)
            if stop == Stop.LIMIT:
                raise PlayoutError(f"seed {seed}: no end after {choices} choices")
        except RuleError as error:
            raise self._failed(seed, choices, error) from None
        except PlayingError as failed:
            at = choices + failed.choices
            raise self._failed(seed, at, self._attempted(seed, at) or failed.error) from None
        if not state[runner.program.layout.slots["final"].first]:
            raise PlayoutError(f"seed {seed}, choice {choices}: nobody is asked, and the game is not over")
        return runner, state, choices

    def _failed(self, seed: int, choices: int, error: RuleError) -> PlayoutError:
        return PlayoutError(f"seed {seed}, choice {choices}: {explained(error, self.pack.sources)}")

    def _attempted(self, seed: int, choices: int) -> RuleError | None:
        """Return the error of a match that fails behind so many choices, with the attempt: playing on keeps no states,
        and so all of it is played once more."""
        policy, windows, left = policy_of(seed), dict[str, int](), choices
        try:
            runner, state = self.start(seed, windows)
            while left:
                _, made, policy = _play_on(runner, state, policy, left)
                left -= made
                runner, state = with_room(runner, state, windows, self.runner)
            options = runner.options(state)
            runner.choose(state, options[chance.output(policy) * len(options) >> 32])
        except RuleError as error:
            return error
        return None

    @staticmethod
    def _watch(runner: Runner, state: State, seed: int, choices: int) -> None:
        for broken in broken_by(runner, state):
            raise PlayoutError(f"seed {seed}, choice {choices}: {broken}")

    def start(self, seed: int, windows: dict[str, int]) -> tuple[Runner, State]:
        """Return where a match begins; `windows` takes what its boards need. Raises RuleError."""
        runner = self.runner(windows)
        return with_room(runner, runner.start(seed), windows, self.runner)

    def ways(self, runner: Runner, state: State, windows: Mapping[str, int], depth: int) -> int:
        """Return in how many ways `depth` (at least 1) choices can be made from a position. Raises RuleError."""
        options = runner.options(state)
        if depth == 1:
            return len(options)
        total = 0
        for option in options:
            ahead, room = state.copy(), dict(windows)
            runner.take(ahead, option)
            total += self.ways(*with_room(runner, ahead, room, self.runner), room, depth - 1)
        return total

    def runner(self, windows: Mapping[str, int]) -> Runner:
        """Return a runner for these windows of boards without an edge, made once."""
        setting = tuple(sorted(windows.items()))
        if setting not in self._runners:
            program = self.shaped(lower(self.pack.rules, self.players, self.options, windows))
            program = optimized(sampling(program) if self.draws and sampling_pays(program) else program)
            found = native(program, listening=False) if self.native else None
            self._runners[setting] = found or ReferenceRunner(program, listening=False)
        return self._runners[setting]


def _play_on(runner: Runner, state: State, policy: int, limit: int) -> tuple[Stop, int, int]:
    if isinstance(runner, PlaysOn):
        return runner.play_on(state, policy, limit, watch=True)
    return play_on(runner, state, policy, limit, watch=True)
