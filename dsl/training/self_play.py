"""Matches of bots in which positions are sampled for a model: their features, and how the match ended for each seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from dsl.bots.game_adapter import ranking
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBudget, alpha_beta_for, dice_for, grow, tree_for
from dsl.bots.tree_search import SearchParameters
from dsl.ir.layout import Layout, occupying
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.match import Match
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seat_assignment import Bot
from dsl.optimizer import optimized
from dsl.runtime import chance
from dsl.runtime.board_window import with_larger_windows
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import RolloutError, RolloutRunner, RolloutStop, roll_out
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.runner_selection import native_runner
from dsl.runtime.simultaneous import forked
from dsl.runtime.tree_search_driver import SearchState
from dsl.search.evaluation import FEATURES, feature_names, with_features
from dsl.search.features import NumberTerm, Term, symmetric_terms, terms_of
from dsl.search.fixed_point_numbers import ONE

MAX_CHOICES = 3000  #: limit on the choices of a match; a longer one is a draw
OPENING = 10  #: random choices at the start of a match, at most
RANDOM_SHARE = 0.06  #: share of random choices after them
POSITIONS = 16  #: positions sampled from a match
LOOKED_AT = 20  #: random matches that show on which side the things of each seat lie
LATER_SHARE = 0.9  #: weight of what is found at the next choice of a seat and after it, in the target of a position
ALPHA_BETA_LATER_SHARE = 0.97  #: the same where alpha-beta plays, whose values are those of the model
MAX_SEARCHED = 200  #: positions from a match of searches, each of which has a value of its own, at most

Features = dict[str, int]  #: of one seat, by name; those that are 0 are left out


class FeatureReader:
    """Reads the features of positions of one program."""

    def __init__(self, program: Program, terms: Sequence[Term]) -> None:
        self.terms = terms
        self._names = ("", *feature_names(terms))
        made = with_features(program, terms)
        self.runner: Runner = native_runner(made) or ReferenceRunner(made, listening=False)
        self._outside: SearchState = self.runner.outside
        self._players = program.players

    def read(self, state: State) -> list[Features]:
        """Return the features of a position for each seat. Raises RuleError."""
        self._outside.keep(state, -1)
        found: list[Features] = []
        for seat in range(self._players):
            self._outside.carry_out(FEATURES, seat)
            values = self._outside.array(FEATURES)
            found.append({name: values[i] for i, name in enumerate(self._names) if i and values[i]})
        return found


@dataclass(frozen=True, slots=True)
class Sample:
    """A position, as a model is fitted to it."""

    features: tuple[Features, ...]  #: of each seat
    targets: tuple[tuple[int, int, float], ...]  #: two seats, and the chance of the first to end ahead of the second


def opened(pack: Ruleset, players: int, options: Mapping[str, int], seed: int, longest: int = OPENING) -> Match:
    """Return a match after some random choices, the same for the same seed."""
    match, dice = pack.start(players, options, seed), random.Random(f"opening {seed}")
    for _ in range(dice.randrange(longest + 1)):
        if not match.questions:
            break
        question = match.questions[0]
        match.choose(question.position, dice.choice(question.options), question.seat)
    return match


def play(match: Match, bots: Sequence[Bot], watch: Callable[[Match], None] | None = None) -> tuple[int, ...]:
    """Let bots play a match to its end, one for each seat; return the place of each seat, all first if it has no end.

    `watch` is called before each choice. Raises RuleError.
    """
    colours, choices = match.program.colours, 0
    while match.questions and choices < MAX_CHOICES:
        if watch is not None:
            watch(match)
        question = match.questions[0]
        informed = match.information(question.seat)
        option = bots[colours.index(question.seat)].choose(informed.information)
        assert option is not None
        match.choose(question.position, informed.options[option], question.seat)
        choices += 1
    places = {line.seat: line.place for line in match.outcome.ranking} if match.outcome else {}
    return tuple(places.get(colour, 1) for colour in colours)


class SamplePlayer:
    """Plays matches of one game, number of players and options, and samples their positions."""

    def __init__(self, pack: Ruleset, players: int, options: Mapping[str, int]) -> None:
        self._pack = pack
        self._players = players
        self._options = dict(options)
        self._readers: dict[tuple[tuple[str, int], ...], FeatureReader] = {}
        self._kept: frozenset[str] | None = None  #: the features that fit the game
        self._length = 40.0  #: choices of a random match, on average
        program = self._lowered({})
        self.partners = tuple(program.layout.team_of(seat) for seat in range(players))
        terms = terms_of(program)
        self.costly = frozenset(term.name for term in terms if isinstance(term, NumberTerm) and term.costly)

    def _lowered(self, windows: Mapping[str, int]) -> Program:
        return optimized(lower(self._pack.rules, self._players, self._options, dict(windows)))

    def reader(self, windows: Mapping[str, int]) -> FeatureReader:
        """Return what reads features, for windows of unbounded boards."""
        key = tuple(sorted(windows.items()))
        if key not in self._readers:
            program = self._lowered(windows)
            terms = terms_of(program)
            if self._kept is None:
                reader = FeatureReader(program, terms)
                later = [position for seed in range(LOOKED_AT) for position in self._later(reader, seed)]
                fitting = symmetric_terms(terms, reader.read(reader.runner.start(0)), later)
                self._kept = frozenset(feature for term in fitting for feature in term.features)
            kept = [term for term in terms if set(term.features) <= self._kept]
            self._readers[key] = FeatureReader(program, kept)
        return self._readers[key]

    def _later(self, reader: FeatureReader, seed: int) -> Iterator[list[Features]]:
        """Yield the features of some positions of a random match on boards that have not grown."""
        runner, policy, stop = reader.runner, chance.seeded(seed), RolloutStop.LIMIT
        state = runner.start(seed)
        try:
            for step in range(1, 4 * POSITIONS):
                roll = runner.roll_out if isinstance(runner, RolloutRunner) else partial(roll_out, runner)
                stop, _made, policy, *_ = roll(state, policy, step)
                if stop != RolloutStop.LIMIT:
                    return
                if not forked(runner.program.layout, state):
                    yield reader.read(state)
        except (RuleError, RolloutError):
            return

    def random_match(self, seed: int) -> list[Sample]:
        """Return sampled positions of a random match, each with the result of the match; none if a rule fails
        or the match has no end."""
        dice, policy, windows = random.Random(f"random {seed}"), chance.seeded(seed), dict[str, int]()
        seen: list[tuple[Features, ...]] = []
        choices, stop = 0, RolloutStop.LIMIT
        try:
            runner: Runner = self.reader(windows).runner
            state = runner.start(seed)
            while stop != RolloutStop.OVER and choices < MAX_CHOICES:
                runner, state = with_larger_windows(runner, state, windows, lambda found: self.reader(found).runner)
                step = 1 + dice.randrange(max(1, int(2 * self._length / POSITIONS)))
                roll = runner.roll_out if isinstance(runner, RolloutRunner) else partial(roll_out, runner)
                stop, made, policy, *_ = roll(state, policy, step)
                choices += made
                if stop == RolloutStop.LIMIT and not forked(runner.program.layout, state):
                    seen.append(tuple(self.reader(windows).read(state)))
            lines = ranking(runner, state)
        except (RuleError, RolloutError):
            return []
        if stop != RolloutStop.OVER:
            return []
        self._length += (choices - self._length) / 20
        places = [sum(other > line for other in lines) for line in lines]
        targets = self._results(places)
        return [Sample(features, targets) for features in dice.sample(seen, min(len(seen), 2 * POSITIONS))]

    def _results(self, places: Sequence[int]) -> tuple[tuple[int, int, float], ...]:
        """Return the result of each two seats that are no partners: 1 if the first is ahead, 0.5 if they are equal."""
        return tuple(
            (one, other, (1.0 if places[one] < places[other] else 0.0) if places[one] != places[other] else 0.5)
            for one, other in combinations(range(self._players), 2)
            if not self.partners[one] >> other & 1
        )

    def searched_match(
        self, seed: int, rules: GamePrograms, iterations: int, parameters: SearchParameters
    ) -> list[Sample]:
        """Return sampled positions of a match that a search plays against itself, with some random choices; none if a
        rule fails. With two players their targets are `averaged_values`, otherwise the result of the match.

        Alpha-beta has the model evaluate quiet positions only, so it learns from these: those after which the seat that
        chooses takes nothing off the boards.
        """
        dice = random.Random(f"searched {seed}")
        seen: list[tuple[Features, ...]] = []
        values: list[tuple[int, float]] = []
        turns: list[tuple[int, int]] = []  #: by choice: the seat, and how much lies on the boards before it
        searched: list[int] = []  #: the choices that `seen` and `values` belong to
        try:
            match = opened(self._pack, self._players, self._options, seed, OPENING)
            bot = _Student(seed, rules, iterations, parameters, dice)

            def watch(match: Match) -> None:
                bot.value = None
                seat = match.program.colours.index(match.questions[0].seat)
                turns.append((seat, _things_on_boards(match.program.layout, match.state)))
                if not forked(match.program.layout, match.state):
                    windows = dict(match.setting.windows)
                    bot.seen = tuple(self.reader(windows).read(list(match.state)))

            def note() -> None:
                if bot.value is not None and bot.seen is not None:
                    seen.append(bot.seen)
                    values.append((bot.seat, bot.value))
                    searched.append(len(turns) - 1)
                bot.seen = None

            bot.note = note
            places = play(match, [bot] * self._players, watch)
        except RuleError:
            return []
        results = self._results(places)
        samples = [Sample(features, results) for features in seen]
        if self._players == 2 and results:
            deep = parameters.alpha_beta
            later_share = ALPHA_BETA_LATER_SHARE if deep else LATER_SHARE
            targets = averaged_values(values, results[0][2], later_share)
            samples = [
                Sample(features, ((0, 1, target),))
                for features, target, choice in zip(seen, targets, searched, strict=True)
                if not deep or is_quiet(turns, choice)
            ]
        dice.shuffle(samples)
        return samples[:MAX_SEARCHED]


def _things_on_boards(layout: Layout, state: Sequence[int]) -> int:
    """Return how many cells have something on them, for each kind of piece and counter."""
    slots = [slot for board in layout.boards for slot in occupying(layout, board)]
    return sum(state[slot.first + at].bit_count() for slot in slots for at in range(slot.length))


def is_quiet(turns: Sequence[tuple[int, int]], choice: int) -> bool:
    """Return whether as much lies on the boards when the next seat chooses as before a choice; `turns` are the seat of
    each choice and how much lies on the boards before it."""
    seat, things = turns[choice]
    after = next((later for other, later in turns[choice:] if other != seat), things)
    return after >= things


def averaged_values(
    values: Sequence[tuple[int, float]], result: float, later_share: float = LATER_SHARE
) -> list[float]:
    """Return the targets of the positions of a match, for the first of two seats: of the values that the searches of
    each seat found from there on, and the result at the end, an average in which later ones count less and less, each
    step by the factor `later_share`; and of both averages the mean.

    `values` are the seat that chose and the value for it. A search finds good choices for its own turn and plays the
    others' at random, so the value is too high for the seat that chooses. A model of such values would count it as
    worth much to be the one who chooses; in the mean of both seats that cancels out.
    """
    averages = [result, result]
    found: list[float] = []
    for seat, value in reversed(values):
        first = value if seat == 0 else 1 - value
        averages[seat] = later_share * averages[seat] + (1 - later_share) * first
        found.append((averages[0] + averages[1]) / 2)
    return found[::-1]


class _Student:
    """A searching bot with some random choices; it notes the value of each position that it searches."""

    def __init__(
        self, seed: int, rules: GamePrograms, iterations: int, parameters: SearchParameters, dice: random.Random
    ) -> None:
        self._seed = seed
        self._rules = rules
        self._budget = SearchBudget(iterations)
        self._parameters = parameters
        self._dice = dice
        self.value: float | None = None
        self.seat = 0
        self.seen: tuple[Features, ...] | None = None
        self.note: Callable[[], None] = lambda: None

    def choose(self, information: Information) -> int:
        """Return one of the options."""
        options = information.options
        if len(options) == 1:
            return options[0]
        if self._dice.random() < RANDOM_SHARE:
            return self._dice.choice(options)
        option, value = self._found(information, dice_for(self._seed, information))
        self.value, self.seat = value / ONE, information.seat
        self.note()
        return option

    def _found(self, information: Information, dice: chance.Dice) -> tuple[int, int]:
        """Return the option that the search chooses, and its value."""
        deep = alpha_beta_for(self._rules, information, dice) if self._parameters.alpha_beta else None
        if deep is not None:
            grow(deep, self._budget)
            return deep.choice(), deep.chance()
        tree = tree_for(self._rules, information, self._parameters, dice)
        grow(tree, self._budget)
        option = tree.choice()
        return option, tree.mean_utility(option)
