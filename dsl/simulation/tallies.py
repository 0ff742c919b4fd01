"""Totals of a series of matches: how often each figure occurred, counted while matches are played or from records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.base.serialization import Serializable, dumps
from dsl.match.observation.score import places_from
from dsl.match.playouts import PlayoutError, Playouts
from dsl.runtime.rollout import CountedSlots, MatchTally, TallyKey
from dsl.simulation.match_records import Record, player_for
from dsl.simulation.rule_coverage import COVERAGE_SLOT

MAX_TALLIED = 1_000_000  #: limit on the matches of a tally, which takes the same memory for any number
_SLOTS = CountedSlots("turn", COVERAGE_SLOT)

Counts = tuple[tuple[int, int], ...]  #: numbers, and in how many matches each was


class Tally(Serializable, frozen=True):
    """What some matches of a plan came to, as a worker reports it."""

    finished: int
    choices: Counts
    turns: Counts
    values: tuple[tuple[Counts, ...], ...]  #: by seat and line of `winner`
    places: tuple[tuple[tuple[int, ...], int], ...]  #: places by seat, and in how many matches they were
    fired: tuple[tuple[int, int, int], ...]  #: anchor of a rule, in how many matches it acted, seed of the first
    troubles: tuple[tuple[int, str], ...]  #: matches without an end: (seed, why)

    @property
    def number(self) -> int:
        """The number of matches."""
        return self.finished + len(self.troubles)


@dataclass(slots=True)
class SeriesTotals:
    """Totals of matches of one plan."""

    finished: int = 0
    choices: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    values: dict[tuple[int, int], Counter[int]] = field(default_factory=dict)  #: by seat and line of `winner`
    places: Counter[tuple[int, ...]] = field(default_factory=Counter)
    fired: dict[int, tuple[int, int]] = field(default_factory=dict)  #: by anchor: matches, the least seed
    troubles: dict[int, str] = field(default_factory=dict)  #: by seed: why the match did not end

    @classmethod
    def of(cls, records: Iterable[Record]) -> SeriesTotals:
        """Return the totals of some records."""
        found = cls()
        for record in records:
            found.add_record(record)
        return found

    @property
    def number(self) -> int:
        """The number of matches."""
        return self.finished + len(self.troubles)

    def add_record(self, record: Record) -> None:
        """Add a match."""
        for anchor in record.fired:
            self._add_fired(anchor, 1, record.seed)
        if record.trouble:
            self.troubles[record.seed] = record.trouble
            return
        self.finished += 1
        self.choices[record.choices] += 1
        self.turns[record.turns] += 1
        self.places[record.places] += 1
        for seat, row in enumerate(record.values):
            for line, value in enumerate(row):
                self._of_line(seat, line)[value] += 1

    def add(self, tally: Tally) -> None:
        """Add a tally."""
        self.finished += tally.finished
        self.choices.update(dict(tally.choices))
        self.turns.update(dict(tally.turns))
        self.places.update(dict(tally.places))
        for seat, row in enumerate(tally.values):
            for line, counts in enumerate(row):
                self._of_line(seat, line).update(dict(counts))
        for anchor, count, seed in tally.fired:
            self._add_fired(anchor, count, seed)
        self.troubles |= dict(tally.troubles)

    def add_matches(self, series: Playouts, found: MatchTally, first: int) -> None:
        """Add matches that were counted by a runner, the first of them from the seed `first`."""
        program = series.runner({}).program
        self.finished += found.number
        self.choices.update(found.of(TallyKey.CHOICES))
        self.turns.update(found.of(TallyKey.NUMBER))
        for standings, count in found.standings(program.players).items():
            self.places[places_from(program, standings)] += count
        for seat, row in enumerate(found.values(program)):
            for line, counts in enumerate(row):
                self._of_line(seat, line).update(counts)
        for anchor, (count, number) in found.members.items():
            self._add_fired(anchor, count, first + number)

    def tally(self, players: int, lines: int) -> Tally:
        """Return the totals as a tally, given the numbers of players and of lines of `winner`."""
        return Tally(
            self.finished,
            _sorted(self.choices),
            _sorted(self.turns),
            tuple(tuple(_sorted(self._of_line(seat, line)) for line in range(lines)) for seat in range(players)),
            tuple(sorted(self.places.items())),
            tuple((anchor, *row) for anchor, row in sorted(self.fired.items())),
            tuple(sorted(self.troubles.items())),
        )

    def _of_line(self, seat: int, line: int) -> Counter[int]:
        return self.values.setdefault((seat, line), Counter())

    def _add_fired(self, anchor: int, count: int, seed: int) -> None:
        before, first = self.fired.get(anchor, (0, seed))
        self.fired[anchor] = before + count, min(first, seed)


def _sorted(counts: Mapping[int, int]) -> Counts:
    return tuple(sorted(counts.items()))


def tally_matches(plan: str, seeds: Sequence[int]) -> list[str]:
    """Return the tally of random matches from consecutive seeds: one line of JSON. The task of a worker.

    They are the same matches as those of `dsl.simulation.match_records.play_matches`, without a record of each.
    """
    matches = player_for(plan)
    totals, series = SeriesTotals(), matches.series
    at = 0
    while at < len(seeds):
        try:
            found = series.tally(seeds[at], len(seeds) - at, _SLOTS)
        except PlayoutError:  # play it again choice by choice, to find the place
            totals.add_record(matches.play(seeds[at]))
            at += 1
        else:
            totals.add_matches(series, found, seeds[at])
            at += found.number
    program = series.runner({}).program
    return [dumps(totals.tally(program.players, len(program.winner)))]
