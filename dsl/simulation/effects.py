"""Effects of a house rule: the same seeds are played with and without it, in a process of its own that can be stopped.

The window asks with `RunEffects` and gets `EffectsProgress` after each chunk, then `Effects`, all as lines of JSON.
`Stop` ends the matches early: the effects are then those of the matches so far. Closing the connection ends the
process.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from dsl.base.problem import RulesError
from dsl.base.serialization import Serializable, dumps, loads
from dsl.base.source import Source
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.simulation.match_records import MatchPlayer, Record, player_for
from dsl.simulation.plan import plan_of, plan_text
from dsl.simulation.process_pool import SeedChunks, timed
from dsl.simulation.report_texts import ReportTexts
from dsl.simulation.statistics import (
    PlanComparison,
    Sample,
    Summary,
    came_first,
    comparison,
    histogram,
    mean_interval,
    summary,
)
from dsl.simulation.tallies import SeriesTotals

MOST_BARS = 24  #: of a distribution


class RunEffects(Serializable, frozen=True):
    """Question: what a house rule does. Answered by EffectsProgress, then Effects or EffectsFailed."""

    ruleset: RulesetText
    house: tuple[tuple[str, str], ...]  #: file names and texts
    bot: str  #: who plays all seats, as a `Plan` has it
    players: int
    number: int  #: of matches on each side
    seed: int = 0  #: of the first match
    languages: tuple[str, ...] = ("en",)  #: in which the sentences are wanted


class StopEffects(Serializable, frozen=True):
    """Message: enough matches; the effects are those of the matches so far."""


class EffectsProgress(Serializable, frozen=True):
    """News: how many matches of both sides are played."""

    played: int
    of: int


class EffectsFailed(Serializable, frozen=True):
    """Answer: the rules cannot be played."""

    why: str


class SeatEffect(Serializable, frozen=True):
    """How often a seat comes first, in ten-thousandths of the matches, without the house rule and with it."""

    seat: str  #: its colour
    before: tuple[int, int, int]  #: lower end of the interval, share, upper end
    after: tuple[int, int, int]
    by: int
    certain: bool  #: the difference is statistically significant


class DistributionEffect(Serializable, frozen=True):
    """How a number is distributed over the matches, without the house rule and with it: two histograms with the same
    bars."""

    name: str  #: `turns`, `choices`, or the name of the line of `winner` that the winner's points are
    first: int  #: the start of the first bar
    width: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    means: tuple[int, int]  #: in hundredths
    low: int  #: the interval of the difference, in hundredths
    high: int
    certain: bool


class EffectTexts(Serializable, frozen=True):
    """Names and sentences of the effects in one language."""

    language: str
    seats: tuple[str, ...]
    points: str  #: the name of the winner's points
    sentences: tuple[str, ...]  #: each figure that changes, with its interval


class Effects(Serializable, frozen=True):
    """Answer: what a house rule does, by pairs of matches from the same seed."""

    pairs: int  #: seeds from which both matches ended
    same: int  #: those of them with the same result
    seats: tuple[SeatEffect, ...]
    length: DistributionEffect | None  #: None if no match ended
    points: DistributionEffect | None  #: of the winner; None if nobody has any
    never: tuple[str, ...]  #: rules that never acted with the house rule
    silenced: tuple[str, ...]  #: those of them that acted without it
    troubles: int  #: matches that reached no end
    trouble: str  #: why the first of them did not; empty if all did
    texts: tuple[EffectTexts, ...]


# ---- the figures ----


def effects_of(
    before: MatchPlayer,
    after: MatchPlayer,
    first: Mapping[int, Record],
    second: Mapping[int, Record],
    languages: Sequence[str] = (),
) -> Effects:
    """Return the effects in two series of matches, by seed: `before` without the house rule, `after` with it."""
    official = summary(before, SeriesTotals.of(first.values()))
    house = summary(after, SeriesTotals.of(second.values()))
    pairs = [
        (first[seed], second[seed])
        for seed in sorted(first.keys() & second.keys())
        if first[seed].places and second[seed].places
    ]
    change = comparison(official, house, first, second)
    shares = {each.seat: each for each in change.differences if each.sort == "first"}
    seats = tuple(
        SeatEffect(
            one.colour,
            _parts(10_000, one.interval.low, one.share, one.interval.high),
            _parts(10_000, other.interval.low, other.share, other.interval.high),
            round(10_000 * shares[one.colour].by),
            shares[one.colour].certain,
        )
        for one, other in zip(official.seats, house.seats, strict=False)
        if one.colour in shares
    )
    acted = {rule.name for rule in official.rules if rule.matches}
    never = tuple(dict.fromkeys(rule.name for rule in house.never))
    troubles = (*official.troubles, *house.troubles)
    points = _winning_points(official, house, pairs)
    return Effects(
        len(pairs),
        change.same,
        seats,
        _length(pairs),
        points,
        never,
        tuple(name for name in never if name in acted),
        len(troubles),
        troubles[0][1] if troubles else "",
        tuple(_texts(after.pack, language, house, points, change) for language in languages),
    )


def _texts(
    pack: Ruleset, language: str, found: Summary, points: DistributionEffect | None, change: PlanComparison
) -> EffectTexts:
    texts = ReportTexts.of(pack, language)
    sentences = list(texts.changes(change))[1:]  # without the number of pairs
    seats = tuple(texts.seat(seat.colour) for seat in found.seats)
    return EffectTexts(language, seats, texts.line(points.name) if points is not None else "", tuple(sentences))


def _length(pairs: Sequence[tuple[Record, Record]]) -> DistributionEffect | None:
    """Return the distribution of turns; of choices if the game has no turns."""
    if any(record.turns > 1 for pair in pairs for record in pair):
        return _distribution("turns", [(one.turns, other.turns) for one, other in pairs])
    return _distribution("choices", [(one.choices, other.choices) for one, other in pairs])


def _winning_points(
    official: Summary, house: Summary, pairs: Sequence[tuple[Record, Record]]
) -> DistributionEffect | None:
    """Return the distribution of the winner's value in the first line of `winner` that both rules have."""
    name = next((line for line in official.lines if line in house.lines), None)
    if name is None:
        return None
    lines = official.lines.index(name), house.lines.index(name)
    found = [(_winner_value(one, lines[0]), _winner_value(other, lines[1])) for one, other in pairs]
    return _distribution(name, found)


def _winner_value(record: Record, line: int) -> int:
    winner = next(seat for seat in range(len(record.places)) if came_first(record, seat))
    return record.values[winner][line]


def _distribution(name: str, pairs: Sequence[tuple[int, int]]) -> DistributionEffect | None:
    one, other = (Sample.of(Counter(pair[side] for pair in pairs)) for side in (0, 1))
    if one is None or other is None:
        return None
    low, high = min(*one.counts, *other.counts), max(*one.counts, *other.counts)
    bars = [histogram(sample.counts, low, high, MOST_BARS) for sample in (one, other)]
    by = mean_interval(Counter(after - before for before, after in pairs))
    difference = other.mean - one.mean
    low, high = (round(100 * end) for end in ((by.low, by.high) if by is not None else (difference, difference)))
    means = round(100 * one.mean), round(100 * other.mean)
    certain = by is not None and 0 not in by
    return DistributionEffect(
        name, bars[0].first, bars[0].width, bars[0].counts, bars[1].counts, means, low, high, certain
    )


def _parts(whole: int, low: float, middle: float, high: float) -> tuple[int, int, int]:
    return round(whole * low), round(whole * middle), round(whole * high)


# ---- the process ----


def run(question: RunEffects, report: Callable[[int], bool]) -> Effects:
    """Play the matches and return the effects; `report` gets the number of matches so far, and returns whether to stop.

    Raises RulesError and OptionError.
    """
    official = build(question.ruleset)
    changed = build(question.ruleset, extra=[Source(name, text) for name, text in question.house])
    seats = [question.bot] * question.players
    sides = [plan_of(pack, seats, {}) for pack in (official, changed)]
    found: tuple[dict[int, Record], dict[int, Record]] = ({}, {})
    chunks = SeedChunks(range(question.seed, question.seed + question.number))
    while chunks:
        chunk = chunks.take()
        seconds = 0.0
        for plan, records in zip(sides, found, strict=True):
            lines, took = timed(plan_text(plan), chunk)
            seconds += took
            records |= {record.seed: record for record in (loads(line, Record) for line in lines)}
        chunks.took(len(chunk), seconds)
        if report(len(found[0]) + len(found[1])):
            break
    before, after = (player_for(plan_text(plan)) for plan in sides)
    return effects_of(before, after, *found, question.languages)


def serve(connection: Connection) -> None:
    """Answer one question of a connection."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    with contextlib.suppress(EOFError, OSError):
        question = loads(connection.recv_bytes(), RunEffects)
        gc.freeze()

        def report(played: int) -> bool:
            connection.send_bytes(dumps(EffectsProgress(played, 2 * question.number)).encode())
            return connection.poll()  # the only message is StopEffects

        try:
            answer: Effects | EffectsFailed = run(question, report)
        except RulesError as error:
            answer = EffectsFailed(error.problems[0].summary)
        except (OptionError, ValueError) as error:
            answer = EffectsFailed(str(error))
        connection.send_bytes(dumps(answer).encode())


class EffectsProcess:
    """Process that plays the matches of one question; the caller polls it."""

    def __init__(self, question: RunEffects) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=serve, args=(theirs,), name="gondwana effects", daemon=True
        )
        self._process.start()
        theirs.close()
        self._connection.send_bytes(dumps(question).encode())

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid or 0

    def poll(self) -> EffectsProgress | Effects | EffectsFailed | None:
        """Return the next message, None if there is none. After Effects or EffectsFailed there is no other."""
        try:
            if not self._connection.poll():
                return None
            message = loads(self._connection.recv_bytes(), EffectsProgress, Effects, EffectsFailed)
            assert isinstance(message, EffectsProgress | Effects | EffectsFailed)
            return message
        except (EOFError, OSError):
            return EffectsFailed("the process ended")

    def stop(self) -> None:
        """Ask for the effects of the matches so far."""
        with contextlib.suppress(OSError):
            self._connection.send_bytes(dumps(StopEffects()).encode())

    def close(self) -> None:
        """Kill the process."""
        self._connection.close()
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.join()
