"""Plays matches of a plan and records their results.

The same plan and seed give the same record on any machine, except for bots with a time limit: their records contain the
choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from dsl import __version__
from dsl.base.serialization import Serializable, dumps
from dsl.bots import Player, bot_of
from dsl.bots.levels import level_of
from dsl.bots.rules_cache import GamePrograms
from dsl.ir.program import Program
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import SeatPlan
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.score import outcome, results_from
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import MAX_CHOICES, PlayoutError, Playouts, Windows
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seat_assignment import BotMaker
from dsl.match.table import Table
from dsl.match.table_messages import Answer, Choose, Command
from dsl.runtime import chance
from dsl.runtime.board_window import with_larger_windows
from dsl.runtime.canonical_state import members_of, offset_in_block
from dsl.runtime.rollout import MatchBatch, policy_of
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import forked, world_of
from dsl.simulation.plan import CHANCE, RANDOM, Plan, pack_of, read
from dsl.simulation.rule_coverage import COVERAGE_SLOT, acted_rules, with_coverage

CACHED_RESULTS = 4096  #: different results of matches that are kept
MAX_JOURNAL_CHOICES = 20_000  #: limit on the choices of a match that is kept as a journal


class Record(Serializable, frozen=True):
    """Result of one match, as stored."""

    seed: int
    choices: int
    turns: int
    places: tuple[int, ...]  #: of each seat in the ranking; empty if the match did not end
    values: tuple[tuple[int, ...], ...]  #: by seat: what the lines of `winner` say, in their order
    fired: tuple[int, ...]  #: anchors of the rules that acted, as the program numbers them
    digest: str  #: of the last position; empty unless the plan requests digests
    made: tuple[int, ...] = ()  #: the options chosen, if the seed alone does not tell
    trouble: str = ""  #: why it did not end; empty if it did


class VersionError(Exception):
    """A plan of another version of the program, which may play differently from the same seed."""


Pick = Callable[[Runner, State, list[int]], int]  #: chooses one of the options


class MatchPlayer:
    """Plays the matches of one plan."""

    def __init__(self, plan: Plan, *, seated: bool = False) -> None:
        """With `seated` random players use a table, too. Raises RulesError."""
        self.plan = plan
        self._seated = seated or not plan.is_random
        self.pack: Ruleset = pack_of(plan)
        self._rules = GamePrograms(self.pack)
        self._slow = Playouts(self.pack, plan.players, dict(plan.options), with_coverage)
        #: Plays random matches without a table.
        self.series = Playouts(self.pack, plan.players, dict(plan.options), with_coverage, native=True)
        self._readers: dict[Runner, _BatchReader] = {}

    @cached_property
    def program(self) -> Program:
        """The program with which every match starts."""
        return (self.series if self.plan.by_chance else self._slow).runner({}).program

    def play(self, seed: int) -> Record:
        """Return the record of the match from `seed`. Errors of the rules are recorded, not raised."""
        if self.plan.by_chance:
            return self.play_all((seed,))[0]
        if not self._seated:
            return self._replay(seed, entry_first(seed))
        made = self._bot_match(seed)
        return self._replay(seed, replay_policy(made), made)

    def play_all(self, seeds: Sequence[int]) -> list[Record]:
        """Return the records of the matches from some seeds, in their order: the same as `play`, but random matches are
        played in batches inside the runner."""
        if not self.plan.by_chance:
            return [self.play(seed) for seed in seeds]
        found: list[Record] = []
        while len(found) < len(seeds):
            left = seeds[len(found) :]
            try:
                runner, batch = self.series.batch(left, blocks=True)
            except PlayoutError:  # play it again choice by choice, to find the place
                found.append(self._replay(left[0], uniform(left[0])))
                continue
            found += self._reader(runner).records(left, batch)
        return found

    def _reader(self, runner: Runner) -> _BatchReader:
        """Return the reader for batches of a runner, made once."""
        if runner not in self._readers:
            self._readers[runner] = _BatchReader(runner, self.plan.digests)
        return self._readers[runner]

    def choices(self, record: Record) -> tuple[int, ...]:
        """Return the options chosen in a match, in order."""
        if self._seated:
            return record.made
        made: list[int] = []
        pick = uniform(record.seed) if self.plan.by_chance else entry_first(record.seed)

        def noted(runner: Runner, state: State, options: list[int]) -> int:
            made.append(pick(runner, state, options))
            return made[-1]

        self._replay(record.seed, noted)
        return tuple(made)

    def keep(self, record: Record, journal: Path) -> bool:
        """Write a match as a journal that can be replayed and opened. Raises JournalError.

        In a match that did not end people sit at the table, so that the reader makes the choice that failed.
        Return whether it was written: not for a match without choices, or with more than the limit.
        """
        return self._write(record.seed, self.choices(record), journal, people=bool(record.trouble))

    def keep_beginning(self, seed: int, choices: int, journal: Path) -> bool:
        """Write the first choices of a random match in the same way, with people at the table."""
        made = self.choices(Record(seed, 0, 0, (), (), (), ""))[:choices]
        return self._write(seed, made, journal, people=True)

    def _write(self, seed: int, made: tuple[int, ...], journal: Path, *, people: bool) -> bool:
        if not 0 < len(made) <= MAX_JOURNAL_CHOICES:
            return False
        table = self._table(seed, journal, people=people)
        try:
            for option in made:
                question = table.match.questions[0]
                table.handle(Choose(0, question.seat, question.position, option))
        finally:
            table.close()
        return True

    def _replay(self, seed: int, pick: Pick, made: tuple[int, ...] = ()) -> Record:
        """Play without a table, on the reference runner; the lowest seat that must choose comes first."""
        windows: dict[str, int] = {}
        runner, choices = self._slow.runner(windows), 0
        state = runner.blank()
        try:
            state = runner.start(seed)
            while True:
                runner, state = with_larger_windows(runner, state, windows, self._slow.runner)
                options = runner.options(state)
                if not options:
                    break
                if choices == MAX_CHOICES:
                    raise PlayoutError(f"no end after {choices} choices")
                runner.choose(state, pick(runner, state, options))
                choices += 1
        except (RuleError, PlayoutError) as error:
            why = explanation_of(error, self.pack.sources) if isinstance(error, RuleError) else str(error)
            return Record(seed, choices, 0, (), (), acted_rules(runner.program, state), "", made, why)
        digest = runner.digest(state) if self.plan.digests else ""
        return _final_record(
            runner, state, Record(seed, choices, 0, (), (), acted_rules(runner.program, state), digest, made)
        )

    def _bot_match(self, seed: int) -> tuple[int, ...]:
        """Play a match of bots at a table, as in the window; return the options they chose."""
        table = self._table(seed)
        try:
            while len(table.made) < MAX_CHOICES and table.step_bots():
                pass
        finally:
            table.close()
        return tuple(table.made)

    def _table(self, seed: int, journal: Path | None = None, *, people: bool = False) -> _RecordingTable:
        colours = self.program.colours
        players = ("human" if people else RANDOM if player == CHANCE else player for player in self.plan.seats)
        seats = [SeatPlan(colour, player) for colour, player in zip(colours, players, strict=True)]
        return _RecordingTable(self.pack, seats, dict(self.plan.options), seed, journal, self._bot)

    def _bot(self, player: str, seed: int, pack: Ruleset) -> Player:
        """Return a bot, with programs shared by all matches."""
        return bot_of(level_of(player, pack), seed, self._rules)


class _BatchReader:
    """Makes records of the matches that one runner played in batches. Results that occur again are read once."""

    def __init__(self, runner: Runner, digests: bool) -> None:
        self._runner = runner
        self._digests = digests
        layout = runner.program.layout
        self._turn = slice(*offset_in_block(layout, "turn"))
        self._acted = slice(*offset_in_block(layout, COVERAGE_SLOT))
        self._results = lru_cache(maxsize=CACHED_RESULTS)(self._read_results)
        self._rules = lru_cache(maxsize=CACHED_RESULTS)(_read_members)

    def records(self, seeds: Sequence[int], batch: MatchBatch) -> list[Record]:
        """Return the records of a batch that was played from the first of some seeds."""
        digests = self._runner.block_digests(batch.blocks) if self._digests else [""] * len(batch)
        columns = zip(seeds, batch.choices, batch.results, batch.blocks, digests, strict=False)
        turn, acted, results, rules = self._turn, self._acted, self._results, self._rules
        return [
            Record(seed, choices, int.from_bytes(block[turn], "little"), *results(row), rules(block[acted]), digest)
            for seed, choices, row, block, digest in columns
        ]

    def _read_results(self, row: bytes) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Return places and values by seat."""
        found = results_from(self._runner.program, row)
        return found.places, found.values


def _read_members(bits: bytes) -> tuple[int, ...]:
    return tuple(members_of(int.from_bytes(bits, "little")))


class _RecordingTable(Table):
    """A table that records the choices."""

    def __init__(
        self, pack: Ruleset, seats: Sequence[SeatPlan], options: Mapping[str, int], seed: int, journal: Path | None,
        bots: BotMaker,
    ) -> None:  # fmt: skip
        super().__init__(pack, seats, options, seed, journal, bots)
        self.made: list[int] = []  #: the options in order, the last perhaps refused

    def handle(self, command: Command, member: str = "") -> Answer:
        """Handle a command, and record a choice."""
        if isinstance(command, Choose):
            self.made.append(command.option)
        return super().handle(command, member)


def _final_record(runner: Runner, state: State, record: Record) -> Record:
    """Return the record of a match that has no further decision."""
    contents = StateReader(runner.program, state)
    if not contents.get("final"):
        return replace(record, digest="", trouble="no player must choose, and the game is not over")
    ranking = {line.seat: line for line in outcome(runner, contents, ()).ranking}
    lines = [ranking[colour] for colour in runner.program.colours]
    return replace(
        record,
        turns=contents.get("turn"),
        places=tuple(line.place for line in lines),
        values=tuple(tuple(value for _, value in line.values) for line in lines),
    )


def uniform(seed: int) -> Pick:
    """Return the policy of rollouts: any option with the same probability."""
    policy = policy_of(seed)

    def pick(_runner: Runner, _state: State, options: list[int]) -> int:
        nonlocal policy
        option = options[chance.output(policy) * len(options) >> 32]
        policy = chance.next_state(policy)
        return option

    return pick


def entry_first(seed: int) -> Pick:
    """Return the policy of `bot:random`: first an entry, then one of its values."""
    dice = random.Random(seed)

    def pick(runner: Runner, state: State, options: list[int]) -> int:
        layout = runner.program.layout
        world = world_of(layout, state, runner.waiting(state)[0]) if forked(layout, state) else state
        if not runner.program.asks[world[layout.slots["ask"].first]].combined:
            return dice.choice(options)
        by_entry: dict[int, list[int]] = {}
        for option in options:
            by_entry.setdefault(option_parts(option, True)[0], []).append(option)
        return dice.choice(by_entry[dice.choice(sorted(by_entry))])

    return pick


def replay_policy(made: Sequence[int]) -> Pick:
    """Return the policy that repeats former choices."""
    left = iter(made)

    def pick(_runner: Runner, _state: State, options: list[int]) -> int:
        option = next(left, None)
        if option not in options:
            raise PlayoutError("a bot did not choose" if option is None else "a bot chose what is not offered")
        return option

    return pick


# ---- in worker processes ----


@lru_cache(maxsize=4)
def player_for(plan: str) -> MatchPlayer:
    """Return what plays the matches of a plan, made once. Raises VersionError for a plan of another version."""
    found = read(plan)
    if found.version != __version__:
        raise VersionError(f"the plan is of version {found.version}, and this worker is of version {__version__}")
    return MatchPlayer(found)


class CompiledModules(NamedTuple):
    """What a process has generated and compiled for random matches of a plan."""

    modules: Mapping[Windows, bytes]
    machine_code: Mapping[Windows, bytes]


def compiled_modules(plan: str) -> CompiledModules:
    """Return the modules that this process has for random matches of a plan, for `use_modules` in one that it
    starts."""
    series = player_for(plan).series
    return CompiledModules(series.packed_modules(), series.compiled_modules())


def use_modules(plan: str, compiled: CompiledModules) -> None:
    """Let this process use the modules of the one that has started it for random matches of a plan."""
    series = player_for(plan).series
    series.modules, series.machine_code = compiled
    series.runner({})


def play_matches(plan: str, seeds: Sequence[int]) -> list[str]:
    """Return the records of some matches, a line of JSON each: the task of a worker.

    Arguments and result are text and numbers, so that workers may run on any machine.
    """
    return [dumps(record) for record in player_for(plan).play_all(seeds)]
