"""Random rollouts and whole random matches on any runner. The native runner does the same inside its module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from struct import pack, unpack
from typing import NamedTuple, Protocol, runtime_checkable

from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.board_window import full_boards
from dsl.runtime.canonical_state import members_of, offset_in_block
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


class TallyKey(IntEnum):
    """What a key of `MatchTally.counts` counts; it stands in the key from bit `KEY_SHIFT` on."""

    CHOICES = 0  #: bits 0-31: the number of choices
    MOVES = 1  #: bits 0-31: the number of moves
    NUMBER = 2  #: bits 0-31: the last value of `CountedSlots.number`
    STANDINGS = 3  #: four bits for each seat: how many seats are ahead of it; bits 32-55: `Standings.decided_by`
    VALUE = 4  #: bits 0-31: a word of `MatchBatch.results`; bits 32-55: its offset in bytes


KEY_SHIFT = 56


class CountedSlots(NamedTuple):
    """Slots of one element whose values at the end of each match are counted, too; empty names for none."""

    number: str = ""  #: a number
    members: str = ""  #: a bitset, counted member by member


NO_SLOTS = CountedSlots()


class Standings(NamedTuple):
    """Standings at the end of a match."""

    ahead: tuple[int, ...]  #: by seat: how many seats are ahead of it
    #: The first word of the rows of `MatchBatch.results` in which the best seat differs from the best of another team:
    #: 0 for whether it is in the game, then the lines of `winner`; one more if nothing differs.
    decided_by: int


@dataclass(slots=True)
class MatchTally:
    """Random matches that ended, counted by each figure on its own."""

    number: int = 0  #: of matches
    counts: Counter[int] = field(default_factory=Counter)  #: by a key as `TallyKey` describes it: in how many matches
    #: By member of `CountedSlots.members`: in how many matches it was, and the number of the first of them, from 0 on.
    members: dict[int, tuple[int, int]] = field(default_factory=dict)
    paths: bytes = b""  #: if requested, `MatchBatch.paths` as 64-bit little-endian words
    results: bytes = b""  #: if requested, `MatchBatch.results` one behind the other

    def of(self, kind: TallyKey) -> Counter[int]:
        """Return for each number of CHOICES, MOVES or NUMBER in how many matches it was."""
        return Counter({_signed(key): count for key, count in self.counts.items() if key >> KEY_SHIFT == kind})

    def values(self, program: Program) -> tuple[tuple[Counter[int], ...], ...]:
        """Return by seat and line of `winner` for each value in how many matches it was."""
        lines = len(program.winner) + 1
        found = [Counter[int]() for _ in range(lines * program.players)]
        for key, count in self.counts.items():
            if key >> KEY_SHIFT == TallyKey.VALUE:
                word = (key >> 32 & _PAYLOAD) // 4
                sign = 1 if program.winner[word % lines - 1].most else -1
                found[word][sign * _signed(key)] += count
        return tuple(tuple(found[lines * seat + 1 : lines * (seat + 1)]) for seat in range(program.players))

    def standings(self, players: int) -> Counter[Standings]:
        """Return for each standings in how many matches they were."""
        found = Counter[Standings]()
        for key, count in self.counts.items():
            if key >> KEY_SHIFT == TallyKey.STANDINGS:
                ahead = tuple(key >> 4 * seat & 15 for seat in range(players))
                found[Standings(ahead, key >> 32 & _PAYLOAD)] += count
        return found


_PAYLOAD = (1 << KEY_SHIFT - 32) - 1


def _signed(key: int) -> int:
    return (key & 0xFFFFFFFF ^ 0x80000000) - 0x80000000


def tally_of(runner: Runner, batch: MatchBatch, slots: CountedSlots = NO_SLOTS, *, hashed: bool = False) -> MatchTally:
    """Return the tally of a batch that a runner played; `batch` must have blocks if there are slots to count."""
    layout, found = runner.program.layout, MatchTally(len(batch))
    columns = [(TallyKey.CHOICES, batch.choices), (TallyKey.MOVES, batch.moves)]
    if slots.number:
        at = slice(*offset_in_block(layout, slots.number))
        columns.append((TallyKey.NUMBER, [int.from_bytes(block[at], "little") for block in batch.blocks]))
    for kind, numbers in columns:
        found.counts.update(kind << KEY_SHIFT | number for number in numbers)
    for results in batch.results:
        found.counts.update(_result_keys(runner.program, results))
    if slots.members:
        at = slice(*offset_in_block(layout, slots.members))
        for number, block in enumerate(batch.blocks):
            for member in members_of(int.from_bytes(block[at], "little")):
                count, first = found.members.get(member, (0, number))
                found.members[member] = count + 1, first
    if hashed:
        found.paths = pack(f"<{len(batch)}Q", *batch.paths)
        found.results = b"".join(batch.results)
    return found


def _result_keys(program: Program, results: bytes) -> Iterator[int]:
    """Yield the keys of the results of a match: every value, and the standings."""
    width, players = len(program.winner) + 1, program.players
    words = unpack(f"<{width * players}i", results)
    for at, word in enumerate(words):
        if at % width:
            yield TallyKey.VALUE << KEY_SHIFT | 4 * at << 32 | word & 0xFFFFFFFF
    rows = [words[width * seat : width * (seat + 1)] for seat in range(players)]
    best = rows.index(max(rows))
    others = [row for seat, row in enumerate(rows) if not program.layout.team_of(best) >> seat & 1]
    pairs = enumerate(zip(rows[best], max(others), strict=True)) if others else ()
    decided_by = next((at for at, (one, other) in pairs if one != other), width)
    ahead = sum(sum(other > row for other in rows) << 4 * seat for seat, row in enumerate(rows))
    yield TallyKey.STANDINGS << KEY_SHIFT | decided_by << 32 | ahead


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

    def tally_matches(
        self, first: int, number: int, limit: int, slots: CountedSlots, *, watch: bool = False, hashed: bool = False
    ) -> MatchTally:
        """Return the tally of what `play_matches` returns for `number` seeds from `first` on (modulo 2**64), perhaps of
        fewer. `hashed` requests paths and results."""
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
