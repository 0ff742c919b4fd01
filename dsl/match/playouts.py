"""Playouts: whole matches by random choices, at the speed of a runner, without events, views or undo; perft counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.diagnosis import explanation_of
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.score import places_from
from dsl.match.rulesets.ruleset import Ruleset
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_pays, sampling_program
from dsl.runtime import chance
from dsl.runtime.board_window import with_larger_windows
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import (
    NO_SLOTS,
    CountedSlots,
    MatchBatch,
    MatchTally,
    RolloutError,
    RolloutResult,
    RolloutRunner,
    RolloutStop,
    Standings,
    TallyKey,
    path_after,
    play_matches,
    policy_of,
    results_of,
    roll_out,
    tally_of,
)
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.runner_selection import native_runner

if TYPE_CHECKING:
    from dsl.runtime.wasm.runner import NativeRunner

MAX_CHOICES = 100_000  #: in one match; a game that is longer has no end


Windows = tuple[tuple[str, int], ...]  #: windows of unbounded boards by name, in order


class PlayoutError(Exception):
    """A playout that did not reach its end; the message says where it stopped and why. `seed` and `choices` are those
    of the match, up to where it stopped."""

    def __init__(self, message: str, seed: int = 0, choices: int = 0) -> None:
        super().__init__(message)
        self.seed, self.choices = seed, choices


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """A finished playout."""

    choices: int
    digest: str  #: of its last position


@dataclass(slots=True)
class _Playout:
    """A playout in progress."""

    runner: Runner
    state: State
    choices: int = 0
    moves: int = 0
    path: int = 0

    def add(self, more: RolloutResult) -> None:
        """Add a part of it."""
        self.path = path_after(self.path, more.choices, more.path)
        self.choices, self.moves = self.choices + more.choices, self.moves + more.moves


def broken_by(runner: Runner, state: State) -> Iterator[str]:
    """Yield the `always` conditions that do not hold at a position."""
    for one in runner.program.always:
        if not runner.call(state, one.function):
            yield f"`always {one.name}` does not hold" + (f": {one.text}" if one.text else "")


@dataclass(slots=True)
class Playouts:
    """Plays random matches of one setting; the same seed gives the same match."""

    pack: Ruleset
    players: int
    options: Mapping[str, int]  #: complete, as `Pack.options` returns them
    shaped: Callable[[Program], Program] = lambda program: program  #: what is made of a program before it runs
    native: bool = False  #: whether runners are to be native, where there are such
    draws: bool = False  #: whether an option is sampled for each choice instead of listing all, where that is faster
    modules: Mapping[Windows, bytes] = field(default_factory=dict)  #: what `packed_modules` returned in another process
    machine_code: Mapping[Windows, bytes] = field(default_factory=dict)  #: the same of `compiled_modules`
    _runners: dict[Windows, Runner] = field(default_factory=dict)
    _native: dict[Windows, NativeRunner] = field(default_factory=dict)  #: those of `_runners` that are native

    def play(self, seed: int) -> PlayoutResult:
        """Return the result of the match from `seed`. Raises PlayoutError."""
        runner, state, choices = self.end(seed)
        return PlayoutResult(choices, runner.digest(state))

    def batch(self, seeds: Sequence[int], *, blocks: bool = False) -> tuple[Runner, MatchBatch]:
        """Play matches from the first of some seeds on; return at least one, and the runner that its blocks belong to.

        Each match is the same as `end` plays it. `blocks` requests the last states. Raises PlayoutError if the first
        match reaches no end.
        """
        try:
            runner = self.runner({})
            if isinstance(runner, RolloutRunner):
                found = runner.play_matches(seeds, MAX_CHOICES, watch=True, blocks=blocks)
            else:
                found = play_matches(runner, seeds[:1], MAX_CHOICES, watch=True, blocks=blocks)
        except RuleError as error:
            raise self._failed(seeds[0], 0, error) from None
        return (runner, found) if found else self._batch_of_one(seeds[0], blocks)

    def tally(self, first: int, number: int, slots: CountedSlots = NO_SLOTS, *, hashed: bool = False) -> MatchTally:
        """Play matches from the seeds `first`, `first` + 1 and so on (modulo 2**64), at most `number`; return the tally
        of at least one.

        The matches are the same as those of `batch`. Raises PlayoutError if the first reaches no end.
        """
        try:
            runner = self.runner({})
            if isinstance(runner, RolloutRunner):
                found = runner.tally_matches(first, number, MAX_CHOICES, slots, watch=True, hashed=hashed)
                if found.number:
                    return found
        except RuleError as error:
            raise self._failed(first, 0, error) from None
        return tally_of(*self.batch((first,), blocks=any(slots)), slots, hashed=hashed)

    def _batch_of_one(self, seed: int, blocks: bool) -> tuple[Runner, MatchBatch]:
        played = self._end(seed)
        runner, state = played.runner, played.state
        try:
            results = results_of(runner, state)
        except RuleError as error:
            raise self._failed(seed, played.choices, error) from None
        block = [runner.block(state)] if blocks else []
        return runner, MatchBatch([played.choices], [played.moves], [played.path], [results], block)

    def end(self, seed: int) -> tuple[Runner, State, int]:
        """Return the end of the match from `seed`: runner, state, number of choices. Raises PlayoutError."""
        played = self._end(seed)
        return played.runner, played.state, played.choices

    def _end(self, seed: int) -> _Playout:
        policy = policy_of(seed)
        windows: dict[str, int] = {}
        choices = 0
        try:
            played = _Playout(*self.start(seed, windows))
            stop = RolloutStop.ROOM
            while stop == RolloutStop.ROOM:
                more = _play_on(played.runner, played.state, policy, MAX_CHOICES - choices)
                stop, policy = more.stop, more.policy
                played.add(more)
                choices = played.choices
                played.runner, played.state = with_larger_windows(played.runner, played.state, windows, self.runner)
            self._watch(played.runner, played.state, seed, choices)
            if stop == RolloutStop.LIMIT:
                raise PlayoutError(f"seed {seed}: no end after {choices} choices", seed, choices)
        except RuleError as error:
            raise self._failed(seed, choices, error) from None
        except RolloutError as failed:
            at = choices + failed.choices
            raise self._failed(seed, at, self._find_failure(seed, at) or failed.error) from None
        if not played.state[played.runner.program.layout.slots["final"].first]:
            where = f"seed {seed}, choice {choices}"
            raise PlayoutError(f"{where}: nobody is asked, and the game is not over", seed, choices)
        return played

    def _failed(self, seed: int, choices: int, error: RuleError) -> PlayoutError:
        why = explanation_of(error, self.pack.sources)
        return PlayoutError(f"seed {seed}, choice {choices}: {why}", seed, choices)

    def _find_failure(self, seed: int, choices: int) -> RuleError | None:
        """Return the error of a match that fails after `choices` choices, with its attempt. The fast way keeps no
        states, so the match is played again."""
        policy, windows, left = policy_of(seed), dict[str, int](), choices
        try:
            runner, state = self.start(seed, windows)
            while left:
                more = _play_on(runner, state, policy, left)
                left, policy = left - more.choices, more.policy
                runner, state = with_larger_windows(runner, state, windows, self.runner)
            options = runner.options(state)
            runner.choose(state, options[chance.output(policy) * len(options) >> 32])
        except RuleError as error:
            return error
        return None

    @staticmethod
    def _watch(runner: Runner, state: State, seed: int, choices: int) -> None:
        for broken in broken_by(runner, state):
            raise PlayoutError(f"seed {seed}, choice {choices}: {broken}", seed, choices)

    def start(self, seed: int, windows: dict[str, int]) -> tuple[Runner, State]:
        """Return the start of a match; the windows that its boards need are added to `windows`. Raises RuleError."""
        runner = self.runner(windows)
        return with_larger_windows(runner, runner.start(seed), windows, self.runner)

    def ways(self, runner: Runner, state: State, windows: Mapping[str, int], depth: int) -> int:
        """Return the number of sequences of `depth` (at least 1) choices from a position. Raises RuleError."""
        options = runner.options(state)
        if depth == 1:
            return len(options)
        total = 0
        for option in options:
            ahead, room = state.copy(), dict(windows)
            runner.take(ahead, option)
            total += self.ways(*with_larger_windows(runner, ahead, room, self.runner), room, depth - 1)
        return total

    def runner(self, windows: Mapping[str, int]) -> Runner:
        """Return the runner for these windows of unbounded boards, made once."""
        setting = tuple(sorted(windows.items()))
        if setting not in self._runners:
            program = self.shaped(lower(self.pack.rules, self.players, self.options, windows))
            program = optimized(sampling_program(program) if self.draws and sampling_pays(program) else program)
            module, code = self.modules.get(setting), self.machine_code.get(setting, b"")
            found = native_runner(program, module=module, machine_code=code) if self.native else None
            if found is not None:
                self._native[setting] = found
            self._runners[setting] = found or ReferenceRunner(program, listening=False)
        return self._runners[setting]

    def packed_modules(self) -> dict[Windows, bytes]:
        """Return the modules that were generated so far, for `modules` in another process."""
        return {windows: found.packed_module for windows, found in self._native.copy().items()}

    def compiled_modules(self) -> dict[Windows, bytes]:
        """Return the machine code of these modules, for `machine_code` in a process that this one starts."""
        return {windows: found.machine.machine_code() for windows, found in self._native.copy().items()}


class PlayoutTotals:
    """Totals of many playouts of one setting."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._standings: Counter[Standings] = Counter()
        self._paths, self._results = sha256(), sha256()
        self.number = 0
        self.choices, self.moves = CountRange(), CountRange()

    def add(self, tally: MatchTally) -> None:
        """Add a tally with paths and results, of at least one match."""
        self.number += tally.number
        self.choices.add(tally.of(TallyKey.CHOICES))
        self.moves.add(tally.of(TallyKey.MOVES))
        self._standings.update(tally.standings(self._program.players))
        self._paths.update(tally.paths)
        self._results.update(tally.results)

    @property
    def digest(self) -> str:
        """SHA-256 in hex of the options chosen in each match and of its results: the same on every runner."""
        return sha256(self._paths.digest() + self._results.digest()).hexdigest()

    def first(self) -> tuple[int, ...]:
        """Return by seat in how many matches it was first, alone or with others."""
        found = [0] * self._program.players
        for standings, number in self._standings.items():
            for seat, place in enumerate(places_from(self._program, standings)):
                found[seat] += number * (place == 1)
        return tuple(found)

    def endings(self) -> dict[str, int]:
        """Return what decided who is first, with the number of matches, most first: a line of `winner`, "elimination",
        "seat order" where the tied do not share a place, or "shared"."""
        found: Counter[str] = Counter()
        for standings, number in self._standings.items():
            found[_decided_by(self._program, standings)] += number
        return dict(found.most_common())


@dataclass(slots=True)
class CountRange:
    """Total, least and most of some numbers."""

    total: int = 0
    least: int = 0
    most: int = -1  #: below `least` without any

    def add(self, numbers: Counter[int]) -> None:
        """Add numbers, at least one: each with how often it occurred."""
        self.least = min(numbers) if self.most < self.least else min(self.least, *numbers)
        self.most = max(self.most, *numbers)
        self.total += sum(number * count for number, count in numbers.items())


def _decided_by(program: Program, standings: Standings) -> str:
    """Return what ranked the first team before all others."""
    places = places_from(program, standings)
    first = {program.layout.team_of(seat) for seat, place in enumerate(places) if place == 1}
    if len(first) > 1 or len({program.layout.team_of(seat) for seat in range(program.players)}) == 1:
        return "shared"
    names = ["elimination", *(line.name for line in program.winner), "seat order"]
    return names[standings.decided_by]


def _play_on(runner: Runner, state: State, policy: int, limit: int) -> RolloutResult:
    if isinstance(runner, RolloutRunner):
        return runner.roll_out(state, policy, limit, watch=True)
    return roll_out(runner, state, policy, limit, watch=True)


# ---- perft: the number of sequences of turns, to compare a game with published figures ----


@dataclass(frozen=True, slots=True)
class PerftPosition:
    """A position of a perft count: runner, state, windows of unbounded boards."""

    runner: Runner
    state: State
    windows: Mapping[str, int]


class Perft:
    """Counts sequences of turns in one setting ("performance test" of move generation)."""

    def __init__(self, series: Playouts, *, apart: bool = False, one_action: bool = False) -> None:
        """`one_action` promises that a turn of this game is one action: then the values of the last one are counted
        without executing them, which is much faster. With it, as with `apart`, every way of choosing counts."""
        self._series = series
        self._apart = apart or one_action
        self._one_action = one_action
        self._marks: dict[int, _Marks] = {}

    def count(self, place: PerftPosition, depth: int) -> int:
        """Return the number of sequences of `depth` (at least 1) turns from a position. Raises RuleError."""
        if depth == 1 and self._one_action:
            return self._values(place)
        ends = self.ends(place)
        return len(ends) if depth == 1 else sum(self.count(end, depth - 1) for end in ends)

    def ends(self, place: PerftPosition) -> list[PerftPosition]:
        """Return the positions at which a turn may end. Raises RuleError."""
        begun, found = self._read(place).turn(place.state), list[PerftPosition]()
        known: set[tuple[int, ...]] = set()
        waiting = [place]
        while waiting:
            for ahead in self._choices(waiting.pop()):
                marks = self._read(ahead)
                if marks.turn(ahead.state) == begun:
                    waiting.append(ahead)
                elif self._apart or (position := marks.position(ahead.state)) not in known:
                    if not self._apart:
                        known.add(position)
                    found.append(ahead)
        return found

    def _choices(self, place: PerftPosition) -> Iterable[PerftPosition]:
        """Yield the position after each option of the present question."""
        endless = self._read(place).endless
        for option in place.runner.options(place.state):
            runner, state, windows = place.runner, place.state.copy(), dict(place.windows)
            runner.take(state, option)
            if endless:
                runner, state = with_larger_windows(runner, state, windows, self._series.runner)
            yield PerftPosition(runner, state, windows)

    def _values(self, place: PerftPosition) -> int:
        """Count the ways to complete one action."""
        program, options = place.runner.program, place.runner.options(place.state)
        if not options:
            return 0
        ask = program.asks[self._read(place).ask(place.state)]
        total = 0
        for option in options:
            entry = ask.entries[option_parts(option, ask.combined)[0]]
            if entry.action and ask.parameter + 1 < len(program.actions[entry.action].params):
                state = place.state.copy()
                place.runner.take(state, option)
                total += self._values(PerftPosition(place.runner, state, place.windows))
            else:
                total += 1
        return total

    def _read(self, place: PerftPosition) -> _Marks:
        key = id(place.runner)
        if key not in self._marks:
            self._marks[key] = _Marks(place.runner.program)
        return self._marks[key]


class _Marks:
    """Slots of a program that a perft count reads."""

    def __init__(self, program: Program) -> None:
        self._program = program
        slots = program.layout.slots
        self._ask, self._turn, self._chooser = (slots[name].first for name in ("ask", "turn", "chooser"))
        self.endless = any(board.unbounded for board in program.layout.boards.values())

    def ask(self, state: State) -> int:
        return state[self._ask]

    def turn(self, state: State) -> tuple[int, int] | None:
        """The turn and the seat that is asked; None without a question."""
        return None if state[self._ask] < 0 else (state[self._turn], state[self._chooser])

    def position(self, state: State) -> tuple[int, ...]:
        """A key that is equal for two states that the game cannot distinguish from now on."""
        position = state.copy()
        for slot in self._forgotten:
            position[slot.first : slot.first + slot.length] = [0] * slot.length
        return tuple(position)

    @cached_property
    def _forgotten(self) -> tuple[Slot, ...]:
        """The slots without meaning between two turns: temporary ones, and values of actions that were executed."""
        slots, actions = self._program.layout.slots, self._program.actions.values()
        done = [action for action in actions if f"{action.name}.return" not in slots]
        values = {f"{action.name}.{name}" for action in done for name, _ in (*action.params, *action.given)}
        return tuple(slot for slot in slots.values() if slot.passing or slot.name in values)
