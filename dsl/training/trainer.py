"""Training of a model in generations, with checkpoints.

The first generation fits a model to random matches, which take some milliseconds each. Further ones fit it to matches
that a search plays against itself, with the best model so far or, as long as there is none, with rollouts. A new model
plays against the best one, or against the search without a model as long as there is none, with the same processor time
for each choice; it takes its place only if a sequential test finds it better. At the end the best one plays against the
search without a model again, since a chain of small gains may be chance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path

from msgspec.structs import replace as replaced

from dsl.base.files import read_text, replace_file
from dsl.base.serialization import Serializable, SerializationError, dumps, loads
from dsl.bots.levels import LEVELS, level_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget, alpha_beta_for, dice_for, tree_for
from dsl.bots.tree_search import SearchParameters
from dsl.match.rulesets.ruleset import Ruleset
from dsl.runtime.runner import RuleError
from dsl.search.evaluation import MAX_WEIGHT, UNIT
from dsl.simulation.statistics import sequential_test
from dsl.training.fit import ALPHA_BETA_PENALTY, PENALTY, VALUE_PENALTY, fit
from dsl.training.self_play import Sample, SamplePlayer, opened, play

FORMAT = 1
MINUTE = 60_000  #: milliseconds
MAX_CHECKPOINT = 16 * 1024 * 1024
DATA_SHARE = 0.6  #: share of the time of a generation for its matches; the rest measures its strength
GENERATION_SHARE = 0.25  #: share of the whole time for one generation
MAX_RANDOM_MATCHES = 6000
MAX_KEPT = 1000  #: matches of searches with rollouts, kept for the following generations as long as no model is better
SEARCH_SECONDS = 0.003  #: processor time of each choice in matches of later generations, roughly ...
ITERATIONS_PER_SAMPLE = 32  #: of the hidden state, in these matches: a sample may take as long as dozens of iterations
FEWEST_ITERATIONS, MOST_ITERATIONS = 40, 1200  #: ... within these limits
MILLISECONDS = 20  #: processor time of each choice where two models are compared
MIN_MATCHES, MAX_MATCHES = 12, 200  #: of a comparison
GAIN = 1.3  #: an equal share times this is the gain that a comparison of two models must not miss ...
FINAL_GAIN = 1.4  #: ... and that the last one must not miss, so that its middle is about BETTER
ERROR = 0.1  #: probability that a comparison finds a model better that is not, or misses the gain ...
FINAL_ERROR = 0.05  #: ... and the same of the last one
FINAL_MATCHES = 60  #: of the best model against the search without one, at least
BETTER = 0.6  #: share of these points from which a model is worth its file, with two players
SPREAD = 1.5  #: usual difference of two scores after a fit to random matches, which are decided by little else
STRONGEST = list(LEVELS)[-1]
PLAIN = "the search without a model"


class Generation(Serializable, frozen=True):
    """What one generation came to."""

    number: int
    data: str  #: "random" or "searched" matches
    matches: int
    positions: int
    loss: int  #: log loss of the prediction, in matches that were not fitted, in thousandths
    guess: int  #: log loss of always predicting the mean
    rival: str
    half_points: int  #: against the rival: 2 for a win, 1 for a draw
    played: int
    kept: bool


class Checkpoint(Serializable, frozen=True):
    """The state of a training between two generations."""

    format: int
    identity: str  #: of the rules
    players: int
    options: tuple[tuple[str, int], ...]
    milliseconds_used: int = 0
    next_seed: int = 0
    weights: tuple[
        tuple[str, int], ...
    ] = ()  #: by name of the feature, of the best model; empty if none is better than the search without one
    result: str = ""  #: how it played against its rival
    table: tuple[Generation, ...] = ()


class CheckpointError(Exception):
    """A checkpoint that cannot be continued; the message says why."""


def read_checkpoint(path: Path, fresh: Checkpoint) -> Checkpoint:
    """Return the checkpoint in a file, or a fresh one if there is no file. Raises CheckpointError if it belongs to
    another training."""
    if not path.exists():
        return fresh
    try:
        found = loads(read_text(path, MAX_CHECKPOINT), Checkpoint)
    except (OSError, ValueError, SerializationError) as error:
        raise CheckpointError(f"{path} is no checkpoint: {error}; delete it to begin again") from None
    same = ("format", "identity", "players", "options")
    if any(getattr(found, name) != getattr(fresh, name) for name in same):
        raise CheckpointError(f"{path} belongs to other rules, options or players; delete it to begin again")
    return found


@dataclass(slots=True)
class Training:
    """Trains a model for one ruleset, number of players and options."""

    pack: Ruleset
    players: int
    options: Mapping[str, int]
    path: Path  #: of the checkpoint
    tell: Callable[[float], None] = lambda _: None  #: called with the minutes used
    clock: Callable[[], float] = time.monotonic
    milliseconds: int = MILLISECONDS
    _player: SamplePlayer = field(init=False)
    _iterations: int = field(init=False, default=0)  #: of each choice in matches of searches, once measured
    _begun: float = field(init=False)
    checkpoint: Checkpoint = field(init=False)

    def __post_init__(self) -> None:
        """Continue from the checkpoint if there is one. Raises CheckpointError."""
        fresh = Checkpoint(FORMAT, self.pack.identity, self.players, tuple(sorted(self.options.items())))
        self.checkpoint = read_checkpoint(self.path, fresh)
        self._player = SamplePlayer(self.pack, self.players, self.options)
        self._begun = self.clock()

    def run(self, minutes: float) -> None:
        """Train until `minutes` in all are used, with a checkpoint after each generation."""
        kept: list[list[Sample]] = []
        while self.checkpoint.milliseconds_used < minutes * MINUTE:
            before = self.checkpoint
            self._begun = self.clock()
            left = minutes - before.milliseconds_used / MINUTE
            share = min(left, max(minutes * GENERATION_SHARE, 1 / 60))
            kept = self._generation(before, share, kept)
            replace_file(self.path, dumps(self.checkpoint).encode())

    def is_better(self) -> bool:
        """Let the best model play against the search without a model, note the result in the checkpoint, and return
        whether it is worth its file: by 60 % of the points of two players, or as far above an equal share of more."""
        if not self.checkpoint.weights:
            return False
        weights = dict(self.checkpoint.weights)
        mine, plain = (GamePrograms(self.pack, weights={self.players: each}) for each in (weights, {}))
        points, played, _ = self._points(mine, plain, True, False, FINAL_GAIN, FINAL_ERROR, FINAL_MATCHES)
        self.checkpoint = replaced(self.checkpoint, result=f"{points:g} of {played} points against {PLAIN}")
        replace_file(self.path, dumps(self.checkpoint).encode())
        return played >= FINAL_MATCHES and points / played >= self._fair * 2 * BETTER

    def _used(self) -> float:
        """Return the minutes of this generation so far."""
        used = (self.clock() - self._begun) / 60
        self.tell(self.checkpoint.milliseconds_used / MINUTE + used)
        return used

    def _generation(self, before: Checkpoint, minutes: float, earlier: list[list[Sample]]) -> list[list[Sample]]:
        """Make one generation; return its samples for the next one."""
        searched = bool(before.table)
        old = dict(before.weights)
        best = GamePrograms(self.pack, weights={self.players: old})
        found: list[list[Sample]] = []
        seed = before.next_seed
        modelled = bool(old)
        student = replace(self._parameters(modelled), iterations_per_sample=ITERATIONS_PER_SAMPLE)
        if searched:
            self._iterations = self._measured(best, student)
        while (self._used() < minutes * DATA_SHARE and (searched or len(found) < MAX_RANDOM_MATCHES)) or not found:
            found.append(
                self._player.searched_match(seed, best, self._iterations, student)
                if searched
                else self._player.random_match(seed)
            )
            seed += 1
            if seed - before.next_seed > 20 and not any(found):
                break
        data = [match for match in found if match]
        used = data + earlier[: 2 * len(data) if modelled else MAX_KEPT] if searched else data
        penalty = PENALTY
        if searched and self.players == 2:
            penalty = ALPHA_BETA_PENALTY if student.alpha_beta else VALUE_PENALTY
        fitted = fit(used, self._player.costly, penalty)
        weights = fitted.weights if searched else rescaled(fitted.weights, data)
        points, played, better = self._compare(best, old, weights, minutes, seed)
        used_up = before.milliseconds_used + max(1, round(self._used() * MINUTE))
        rival = f"generation {_last_kept(before)}" if modelled else PLAIN
        line = Generation(
            len(before.table) + 1, "searched" if searched else "random", len(data), sum(map(len, data)),
            round(1000 * fitted.loss), round(1000 * fitted.guess), rival, round(2 * points), played, better,
        )  # fmt: skip
        self.checkpoint = Checkpoint(
            FORMAT, before.identity, before.players, before.options, used_up, seed,
            tuple(sorted(weights.items())) if better else before.weights,
            f"{points:g} of {played} points against {line.rival}" if better else before.result,
            (*before.table, line),
        )  # fmt: skip
        return used if searched else []

    def _parameters(self, model: bool) -> SearchParameters:
        level = replace(level_of(f"bot:{STRONGEST}", self.pack), model=model)
        return level.parameters

    def _measured(self, rules: GamePrograms, parameters: SearchParameters) -> int:
        """Return the iterations that a search makes in SEARCH_SECONDS at the first choices of a match."""
        match = opened(self.pack, self.players, self.options, 0, 1)
        information = match.information(match.questions[0].seat).information
        dice = dice_for(0, information)
        deep = alpha_beta_for(rules, information, dice) if parameters.alpha_beta else None
        tree = deep or tree_for(rules, information, parameters, dice)
        tree.grow(FEWEST_ITERATIONS)
        begun = time.process_time()
        made = tree.grow(FEWEST_ITERATIONS)
        rate = made / max(time.process_time() - begun, 1e-6)
        return max(FEWEST_ITERATIONS, min(MOST_ITERATIONS, round(rate * SEARCH_SECONDS)))

    def _compare(
        self, best: GamePrograms, old: Mapping[str, int], new: Mapping[str, int], minutes: float, seed: int
    ) -> tuple[float, int, bool]:
        """Return the points of a new model against the best one, the number of matches, and whether it is better."""
        if not new:
            return 0.0, 0, False
        rules = GamePrograms(self.pack, weights={self.players: new})
        points, played, verdict = self._points(
            rules, best, True, bool(old), GAIN, ERROR, late=lambda: self._used() > minutes, seed=seed
        )
        return points, played, verdict > 0

    def _points(
        self,
        rules: GamePrograms,
        rivals: GamePrograms,
        model: bool,
        rival_model: bool,
        gain: float,
        error: float,
        fewest: int = MIN_MATCHES,
        late: Callable[[], bool] = lambda: False,
        seed: int = 0,
    ) -> tuple[float, int, int]:
        """Return the points of a search against others of the same processor time, the number of matches, and the
        verdict of a sequential test of an equal share against `gain` times as much: 1 for better, -1 for not, 0 if
        neither was decided after MAX_MATCHES or, from `fewest` matches on, when it was `late` and the points were no
        more than an equal share: a promising search plays on until the test decides. Each seat is had equally often.
        """
        budget = SearchBudget(milliseconds=self.milliseconds)
        points, played, failed = 0.0, 0, 0
        while played < MAX_MATCHES or played % self.players:
            seat = played % self.players
            poor = points <= played * self._fair
            if played >= fewest and not seat and ((poor and late()) or self._verdict(points, played, gain, error)):
                break
            bots = [
                SearchBot(
                    played, rules if one == seat else rivals, budget,
                    self._parameters(model if one == seat else rival_model), clock=time.process_time,
                )
                for one in range(self.players)
            ]  # fmt: skip
            number = seed + failed + played // self.players
            try:
                places = play(opened(self.pack, self.players, self.options, number), bots)
            except RuleError:
                failed += 1
                if failed > MAX_MATCHES:
                    break
                continue
            first = [one for one in range(self.players) if places[one] == min(places)]
            team = self._player.partners[seat]
            mine = [one for one in first if team >> one & 1]
            points += len(mine) / len(first)
            played += 1
        return points, played, self._verdict(points, played, gain, error)

    def _verdict(self, points: float, played: int, gain: float, error: float) -> int:
        high = min(gain * self._fair, (1 + self._fair) / 2)
        return sequential_test(points, played, self._fair, high, error) if self._fair < 1 else 0

    @property
    def _fair(self) -> float:
        """The share of points of a player who is as strong as the others."""
        return self._player.partners[0].bit_count() / self.players


def _last_kept(checkpoint: Checkpoint) -> int:
    return max((line.number for line in checkpoint.table if line.kept), default=0)


def rescaled(weights: Mapping[str, int], samples: list[list[Sample]], seed: int = 0) -> dict[str, int]:
    """Return weights times the factor that makes the usual difference of two scores SPREAD.

    A fit to random matches gives all things little weight, since random choices lose every advantage again; for a
    search their proportions count.
    """
    every = [one for match in samples for one in match]
    dice = random.Random(seed)
    drawn = dice.sample(every, min(len(every), 2000))
    total, number = 0.0, 0
    for sample in drawn:
        for one, other, _ in sample.targets:
            mine, theirs = sample.features[one], sample.features[other]
            score = sum(weight * (mine.get(name, 0) - theirs.get(name, 0)) for name, weight in weights.items())
            total += (score / UNIT) ** 2
            number += 1
    usual = sqrt(total / number) if number else 0.0
    factor = max(1.0, SPREAD / usual) if usual else 1.0
    return {name: max(-MAX_WEIGHT, min(MAX_WEIGHT, round(weight * factor))) for name, weight in weights.items()}
