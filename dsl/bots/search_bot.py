"""Bot that searches a tree for a number of iterations or a time; with helpers several trees at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.parallel_search import Exploration, Partner, SearchResult, result_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import CompiledTree, RandomRollout, RootPositions, SearchParameters, SearchTree, fitting
from dsl.match.observation.information_set import Information
from dsl.match.observation.sampling import Sampler
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.tree_search_driver import AlphaBetaSearch, SearchState
from dsl.search.evaluation import chance_ahead

StopTest = Callable[[], bool]
Clock = Callable[[], float]  #: returns the time in seconds
ALWAYS = 1 << 30  #: iterations from one sample, where nothing but chance is unknown
CLOCK_INTERVAL = 0.01  #: seconds between two readings of the clock, roughly
UNLIMITED = 1e9  #: seconds
SHORT_HORIZON = 24  #: horizon of a rollout where time is limited and there is no machine code


def never_stopped() -> bool:
    """Return that the search need not stop."""
    return False


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Limits of a search, in iterations and milliseconds; 0 is no limit, and at least one of them is set."""

    iterations: int = 0
    milliseconds: int = 0


def dice_for(seed: int, information: Information) -> Dice:
    """Return the dice of a bot at a position: the same seed and position give the same throws."""
    name = f"{seed} {information.seat} {information.position}"
    return Dice(int.from_bytes(sha256(name.encode()).digest()[:8], "little"))


def tree_for(
    rules: GamePrograms,
    information: Information,
    parameters: SearchParameters,
    dice: Dice,
    seconds: float | None = None,
    first: int | None = None,
) -> SearchTree | CompiledTree:
    """Return the tree of a new search: compiled with the rules if that is possible here.

    With a limit in `seconds`, waits for the compiler up to half of it; without machine code rollouts are then short.
    With a `first` option the search begins after it, for the seat that has to choose then.
    """
    runner = rules.quick(information.setting)
    search = rules.search(information.setting, seconds / 2 if seconds else None)
    adapter, sampler = GameAdapter(runner, information.seat), Sampler(information, runner, search)
    positions = positions_for(rules, information, sampler, parameters)
    if first is not None:
        positions = replace(positions, draw=partial(_drawn_after, positions.draw, adapter, first))
    if search is not None:
        return CompiledTree(search.outside, adapter, positions, parameters, dice)
    if seconds:
        parameters = replace(
            parameters,
            horizon=min(parameters.horizon, SHORT_HORIZON),
            max_choices=min(parameters.max_choices, 2 * SHORT_HORIZON),
        )
    return plain_tree(adapter, positions, parameters, dice, rules.sampling(information.setting))


class AlphaBetaTree:
    """An alpha-beta search, compiled with the rules (`dsl.search.alpha_beta_source`); an iteration is a position that
    it visits.

    It sees further than a tree of rollouts where few moves matter and a model tells good positions from bad ones, as in
    games of capture. It searches whole actions and has one best move, not a share of wins.
    """

    def __init__(self, outside: SearchState, positions: RootPositions, dice: Dice) -> None:
        """The positions must be deterministic. Raises RuleError."""
        self._search = AlphaBetaSearch(outside, positions.draw(dice), dice.state)
        self._failed = False  #: a rule failed in the search

    def lookahead(self, stopped: StopTest) -> None:
        """Do nothing: the first iteration of the search looks at every move."""

    def grow(self, iterations: int) -> int:
        """Visit positions; return how many. There are fewer only if the decision is settled."""
        if self.settled:
            return 0
        try:
            return self._search.explore(iterations)
        except RuleError:
            self._failed = True
            return 0

    @property
    def settled(self) -> bool:
        """Whether the decision needs no more positions: its result is certain, or a rule failed."""
        return self._failed or self._search.settled

    def choice(self) -> int:
        """Return the option with which the best move begins."""
        return self._best()[0]

    def chance(self) -> int:
        """Return the chance of the best move to win, 0 to ONE, by its value."""
        return chance_ahead(self._best()[1])

    def _best(self) -> tuple[int, int]:
        return next((option, value) for option, value, best in self._search.moves() if best)


def alpha_beta_for(
    rules: GamePrograms, information: Information, dice: Dice, seconds: float | None = None
) -> AlphaBetaTree | None:
    """Return a new alpha-beta search; None without a model, if something is hidden or random, or if nothing can be
    compiled here. With a limit in `seconds`, waits for the compiler up to half of it."""
    program = rules.quick(information.setting).program
    if program.evaluation is None or not rules.is_deterministic(information.setting):
        return None
    search = rules.search(information.setting, seconds / 2 if seconds else None, deepens=True)
    sampler = Sampler(information, rules.quick(information.setting), search)
    if search is None or not sampler.settled:
        return None
    return AlphaBetaTree(search.outside, RootPositions(sampler.draw, True, ALWAYS), dice)


def _drawn_after(draw: Callable[[Dice], State], adapter: GameAdapter, first: int, dice: Dice) -> State:
    """Return a sampled position after an option. Raises RuleError."""
    state = draw(dice).copy()  # a settled position is always the same list
    decision = adapter.decision(state)
    assert decision is not None, "an information set whose seat must choose"
    adapter.take(state, decision, first)
    return state


def positions_for(
    rules: GamePrograms, information: Information, sampler: Sampler, parameters: SearchParameters
) -> RootPositions:
    """Return the root positions of a search."""
    per_sample = ALWAYS if sampler.settled else parameters.iterations_per_sample
    return RootPositions(sampler.draw, sampler.settled and rules.is_deterministic(information.setting), per_sample)


def plain_tree(
    adapter: GameAdapter, positions: RootPositions, parameters: SearchParameters, dice: Dice, sampling: Runner | None
) -> SearchTree:
    """Return a search tree in Python; its rollouts run on `sampling`, if there is one."""
    sampling_adapter = GameAdapter(sampling, adapter.seat) if sampling else None
    limits = parameters.cutoff, parameters.cutoff_share, parameters.horizon, parameters.max_choices
    found = fitting(parameters, adapter.runner.program, positions)
    rollout = RandomRollout(
        adapter, *limits, parameters.by_entry, sampling_adapter, parameters.evaluation, found.forced
    )
    return SearchTree(adapter, positions, rollout, parameters, dice)


class SearchBot:
    """Bot that chooses the most visited option of a tree search.

    With a budget of iterations alone, the same seed gives the same choice.
    """

    def __init__(
        self,
        seed: int,
        rules: GamePrograms,
        budget: SearchBudget,
        parameters: SearchParameters | None = None,
        stopped: StopTest = never_stopped,
        asked: float | None = None,
        clock: Clock = time.monotonic,
        exploration: Exploration | None = None,
    ) -> None:
        """`asked` is the time of the question by `clock`; without it the time counts from `choose`. `exploration` is
        the search of the same decision by helpers."""
        self._seed = seed
        self._rules = rules
        self._budget = budget
        self._parameters = parameters or SearchParameters()
        self._stopped = stopped
        self._asked = asked
        self._clock = clock
        self._exploration = exploration

    def choose(self, information: Information) -> int:
        """Return one of the options of the information set, at once if there is only one."""
        if len(information.options) == 1:
            return information.options[0]
        asked = self._clock() if self._asked is None else self._asked
        dice, seconds = dice_for(self._seed, information), self._budget.milliseconds / 1000
        if self._parameters.alpha_beta:
            found = alpha_beta_for(self._rules, information, dice, seconds or None)
            if found is not None:
                grow(found, self._budget, self._stopped, asked, self._clock)
                return found.choice()
        tree = tree_for(self._rules, information, self._parameters, dice, seconds or None)
        return search(tree, self._budget, self._stopped, asked, self._clock, self._exploration).choice()


def search(
    tree: SearchTree | CompiledTree,
    budget: SearchBudget,
    stopped: StopTest = never_stopped,
    asked: float | None = None,
    clock: Clock = time.monotonic,
    exploration: Exploration | None = None,
) -> SearchResult:
    """Grow a tree as `grow` does, and return what it found together with the helpers of an `exploration`.

    It ends early once a helper has settled the decision.
    """
    if exploration is None:
        grow(tree, budget, stopped, asked, clock)
        return result_of(tree)
    grow(tree, budget, lambda: stopped() or exploration.is_settled(), asked, clock, exploration)
    exploration.end(tree)
    return result_of(tree)


def grow(
    tree: SearchTree | CompiledTree | AlphaBetaTree,
    budget: SearchBudget,
    stopped: StopTest = never_stopped,
    asked: float | None = None,
    clock: Clock = time.monotonic,
    partner: Partner | None = None,
) -> int:
    """Grow a tree by at least one iteration, within a budget; return how many iterations it made. It exchanges with a
    `partner` what both have found.

    The time counts from `asked`, if given; but at least a quarter of it remains for the search.
    """
    begun, seconds = clock(), budget.milliseconds / 1000 or UNLIMITED
    end = begun + seconds if asked is None else max(asked + seconds, begun + seconds / 4)
    half = (begun + end) / 2
    tree.lookahead(lambda: stopped() or clock() > half)
    iterations, batch = 0, 1
    while True:
        before = clock()
        made = tree.grow(min(batch, budget.iterations - iterations) if budget.iterations else batch)
        iterations += made
        if partner is not None and not isinstance(tree, AlphaBetaTree):
            partner.exchange(tree)
        now = clock()
        batch = next_batch(batch, now - before, end - now)
        if stopped() or not batch or not made or (budget.iterations and iterations >= budget.iterations):
            return iterations


def next_batch(batch: int, took: float, left: float) -> int:
    """Return the iterations to make before the next reading of the clock; 0 if half of one would exceed the limit."""
    wanted = 2 * batch if took < CLOCK_INTERVAL / 2 else max(1, batch // 2) if took > CLOCK_INTERVAL else batch
    room = left * batch / took if took else wanted
    return min(wanted, max(1, int(room))) if room > 0.5 and left > 0 else 0
