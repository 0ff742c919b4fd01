"""Information-set Monte Carlo tree search with one tree (SO-ISMCTS: Cowling, Powley and Whitehouse, "Information Set
Monte Carlo Tree Search", IEEE TCIAIG 4, 2012), UCB1 selection and progressive widening
(see `dsl.search.tree_search_source`).

`SearchTree` searches in plain Python; `CompiledTree` drives the same search compiled with the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Protocol

from dsl.bots.game_adapter import GameAdapter, SearchDecision, random_option
from dsl.ir.program import Program
from dsl.runtime import chance
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError, State
from dsl.runtime.tree_search_driver import MoveStatistics, ProgramSearch, SearchState
from dsl.search import CREDITED, FAR, FEWEST_FORCED, FEWEST_TRIALS, MAX_KNOWN, MOST_CREDIT, PARAMETERS, STEPS, TRIALS
from dsl.search.fixed_point_numbers import ONE, exploration_term
from dsl.search.proofs import BOTH, DRAWN, LOST, WON


def utility_after(
    adapter: GameAdapter,
    before: State,
    decision: SearchDecision,
    option: int,
    dice: Dice,
    evaluation: int = 0,
    forced: int = 0,
) -> int:
    """Return the utility of the position after an option, its action completed at random, for the seat that takes it; 0
    if a rule fails. With `evaluation` the model of the program evaluates it, after `forced` choices at most.

    While seats decide in secret, the others choose at random, too.
    """
    state, seat = before.copy(), decision.seat
    try:
        adapter.take(state, decision, option)
        for number in range(FAR):
            next_decision = adapter.decision(state)
            if next_decision is None:
                break
            if next_decision.seat == seat:
                if number >= STEPS or not next_decision.continues:
                    break
            elif not adapter.is_secret(state):
                break
            adapter.take(state, next_decision, random_option(next_decision, next_decision.options, dice))
        play_forced(adapter, state, forced)
        return adapter.utilities_of(state, evaluation)[seat]
    except RuleError:
        return 0


def play_forced(adapter: GameAdapter, state: State, limit: int) -> None:
    """Make choices that have no alternative, such as replies to a threat, before a model evaluates the position."""
    for _ in range(limit):
        if not adapter.is_evaluated(state) or adapter.is_board_full(state):
            return
        decision = adapter.decision(state)
        if decision is None or len(decision.options) != 1:
            return
        adapter.take(state, decision, decision.options[0])


class Rollout(Protocol):
    """Rollout: plays on by chance to evaluate a position."""

    def __call__(self, state: State, dice: Dice, iteration: int) -> list[int]:
        """Return the utilities for the seats of one rollout from `state`, which it changes. Raises RuleError."""
        ...


@dataclass(frozen=True, slots=True)
class RandomRollout:
    """Rollout by random choices, cut off once the ranking has a leader."""

    adapter: GameAdapter
    cutoff: int  #: choices after which it is cut off ...
    cutoff_share: int  #: ... in this many of 16 iterations, if a seat is ahead then
    horizon: int  #: choices of a rollout; as many more only while all seats are equal
    max_choices: int  #: limit on its choices
    by_entry: int  #: draw an entry first, then one of its values
    sampling: GameAdapter | None  #: the same positions, with one sampled option in place of all, after the first choice
    evaluation: int = 0  #: with a model: choices, and one more, after which the model evaluates the position
    forced: int = 0  #: with a model: choices without an alternative that are made before it evaluates, at most

    def __call__(self, state: State, dice: Dice, iteration: int) -> list[int]:
        """Return the utilities for the seats of one rollout from `state`, which it changes. Raises RuleError."""
        adapter = self.adapter
        cut = iteration * self.cutoff_share % 16 < self.cutoff_share
        for number in range(self.max_choices):
            if number + 1 >= self.evaluation > 0 and adapter.is_evaluated(state):
                break
            decision = adapter.decision(state)
            if decision is None or adapter.is_board_full(state):
                break
            long = number > 0 and number % self.horizon == 0
            if (long or (cut and number == self.cutoff)) and not adapter.is_open(state):
                break
            option = self._sample_option(decision, dice) if adapter is self.adapter else decision.options[0]
            if not number:
                adapter = self._after_first(state, decision, option)
            adapter.take(state, decision, option)
        play_forced(self.adapter, state, self.forced)
        return adapter.utilities_of(state, self.evaluation)

    def _after_first(self, state: State, decision: SearchDecision, option: int) -> GameAdapter:
        """Return the adapter for the choices after the first."""
        if self.sampling is None or self.by_entry:
            return self.adapter
        self.sampling.forget(state)
        self.sampling.offer_only(state, decision, option)
        return self.sampling

    def _sample_option(self, decision: SearchDecision, dice: Dice) -> int:
        return (
            random_option(decision, decision.options, dice)
            if self.by_entry
            else decision.options[dice.below(len(decision.options))]
        )


@dataclass(slots=True)
class DecisiveMoves:
    """Beginnings of rollouts of two rivals with few options, in which they win at once, or prevent that the other one
    does (`dsl.search.tree_search_source`, `play_decisively`)."""

    adapter: GameAdapter
    options: int  #: where there are more, the beginning ends
    horizon: int  #: choices of the beginning, at most
    credits: Counter[tuple[int, int]] = field(default_factory=Counter)  #: by seat and option
    tried: int = 0
    succeeded: int = 0

    @property
    def seeks(self) -> bool:
        """Whether looking for wins succeeds often enough."""
        return self.options > 0 and self.tried < FEWEST_TRIALS + TRIALS * self.succeeded

    def play(self, state: State, dice: Dice) -> bool:
        """Play in `state`, which changes; return whether the seat that chooses first wins at once. Raises RuleError."""
        previous: tuple[State, int] | None = None  #: the position before the latest choice, and who made it
        for number in range(self.horizon):
            decision = self.adapter.decision(state)
            if decision is None or len(decision.options) > self.options or self.adapter.is_board_full(state):
                return False
            winning = self._winning(state, decision)
            if winning is None:
                previous = state.copy(), decision.seat
                option = decision.options[dice.below(len(decision.options))]
            elif previous is None or previous[1] == decision.seat:
                return number == 0
            else:
                state[:], previous = previous[0], None
                decision = self.adapter.decision(state)
                assert decision is not None
                option = decision.options[dice.below(len(decision.options))]
                option = winning if winning in decision.options else option
            self.adapter.take(state, decision, option)
            if self._has_won(state, decision.seat, option):
                return False
        return False

    def _winning(self, state: State, decision: SearchDecision) -> int | None:
        """Return an option with credit that wins the match, and take it; None if there is none."""
        present = state.copy()
        for option in decision.options:
            if self.credits[place := (decision.seat, option % CREDITED)]:
                self.tried += 1
                self.adapter.take(state, decision, option)
                if self._has_won(state, decision.seat, option):
                    self.succeeded += 1
                    return option
                self.credits[place] -= 1
                state[:] = present
        return None

    def _has_won(self, state: State, seat: int, option: int) -> bool:
        """Whether a seat has won the match by the option that it has just taken, which then gets credit."""
        if not self.adapter.is_over(state) or self.adapter.order(state, seat, 1 - seat) <= 0:
            return False
        place = seat, option % CREDITED
        self.credits[place] = min(self.credits[place] + 2, MOST_CREDIT)
        return True


UNVISITED = 1 << 30  #: UCB score of a move without visits


@dataclass(slots=True)
class SearchMove:
    """A move in the tree: its statistics for the seat that makes it, and the node behind it."""

    visits: int = 0
    available: int = 0  #: iterations in which it was legal
    total: int = 0  #: sum of utilities
    value: int = 0  #: its implicit minimax value (`dsl.search.tree_search_source`)
    static: int = 0  #: the first evaluation
    proven: int = 0  #: result for the seat that makes it: WON, DRAWN, LOST, 0 if unproven
    child: SearchNode = field(default_factory=lambda: SearchNode())

    def ucb_score(self, exploration: int, minimax: int) -> int:
        """Return the UCB1 score: mean utility, mixed with the implicit minimax value by `minimax` 16ths, plus the
        exploration constant (16ths) times the exploration term; -1 if lost."""
        if self.proven:
            return ONE // 2 if self.proven == DRAWN else -1
        if not self.visits:
            return UNVISITED
        worth = self.mean + ((self.value - self.mean) * minimax >> 4)
        return worth + (exploration * exploration_term(self.available, self.visits) >> 4)

    @property
    def mean(self) -> int:
        """Mean utility, from 0 to ONE."""
        return self.total // self.visits


@dataclass(slots=True)
class SearchNode:
    """A node of the tree: the positions that the observer cannot distinguish, by the moves that led there."""

    visits: int = 0
    moves: dict[tuple[int, int], SearchMove] = field(default_factory=dict)  #: by seat and option
    unproven: int = 0  #: number of unproven options
    secured: int = 0  #: best of the proven results

    @property
    def verdict(self) -> int:
        """The proven result for the seat that chooses: one option is won, or all are proven; 0 if unproven."""
        return self.secured if self.secured == WON or not self.unproven else 0

    @property
    def is_forced(self) -> bool:
        """Whether all options but one are lost."""
        return self.secured == LOST and self.unproven == 1


Path = list[tuple[SearchNode, SearchMove, int]]  #: with the seat that makes the move


def propagate_proof(path: Path, verdict: int) -> None:
    """Store the proven result of the last move of a path, and propagate it up."""
    mover = path[-1][2]
    for node, move, seat in reversed(path):
        if move.proven:
            return  # another tree has proved it before
        move.proven = verdict if seat == mover else BOTH - verdict
        node.unproven -= 1
        node.secured = max(node.secured, move.proven)
        verdict, mover = node.verdict, seat
        if not verdict:
            return


def rank_key(proven: int, visits: int, total: int, option: int) -> tuple[int, ...]:
    """Return the sort key of an option: won, not lost, visits, total utility, lowest number."""
    return proven == WON, proven != LOST, visits, total, -option


Statistics = tuple[int, int, int, int]  #: an option of the root, its visits, sum of utilities and proven result
CLEARLY = 1  #: standard errors by which an option must be better than the end of what a seat decides in secret


def best_option(found: Sequence[Statistics], ending: int | None) -> int:
    """Return a won option, or else the one with most visits, of equal ones the better; a lost one only if all are.

    If option `ending` ends what the seat decides in secret, it is returned unless another is clearly better: nobody
    learns anything between two secret choices, and a search that followed random differences would rearrange
    the things of the seat for hundreds of choices. Raises ValueError if none was visited.
    """
    best = max(found, key=lambda one: rank_key(one[3], one[1], one[2], one[0]))
    end = next((one for one in found if one[0] == ending), None)
    if end is None or best[3] or end[3]:
        return best[0]
    (_, visits, total, _), (_, most, sum_of_best, _) = end, best
    gain = sum_of_best * visits - total * most
    is_clear = gain > 0 and 4 * gain * gain > CLEARLY * CLEARLY * ONE * ONE * visits * most * (visits + most)
    return best[0] if is_clear else end[0]


LEAST_SHARED = 8  #: visits that a move has at least of which a tree tells others ...
SHARE_OF_ROOT = 100  #: ... and this part of the visits of the root


def least_shared(root_visits: int) -> int:
    """Return the visits that a move has at least of which a tree tells others."""
    return max(LEAST_SHARED, root_visits // SHARE_OF_ROOT)


@dataclass(slots=True)
class SharedStatistics:
    """The statistics of a tree that other trees of the same decision have found, by tree and by move."""

    _found: dict[int, dict[Hashable, tuple[int, int, int]]] = field(default_factory=dict)

    def more(self, source: int, move: Hashable, row: MoveStatistics) -> tuple[int, int, int]:
        """Note what the tree `source` has found about a move so far; return the difference to what was known of it:
        visits, times available, and sum of utilities."""
        before = self._found.setdefault(source, {}).get(move, (0, 0, 0))
        now = row.visits, row.available, row.total
        self._found[source][move] = now
        return now[0] - before[0], now[1] - before[1], now[2] - before[2]

    def without(self, source: int, move: Hashable, row: MoveStatistics) -> MoveStatistics:
        """Return statistics of a move without those that the tree `source` has found itself."""
        visits, available, total = self._found.get(source, {}).get(move, (0, 0, 0))
        return row._replace(visits=row.visits - visits, available=row.available - available, total=row.total - total)


SAMPLES_PER_STEP = 4  #: samples after which each further one is used for one iteration more


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Parameters of a tree search."""

    exploration: int = 5  #: exploration constant C of UCB1, in 16ths
    initial_width: int = 8  #: progressive widening: moves of a node at first ...
    widening: int = 2  #: ... plus this times the square root of its visits
    cutoff: int = 12  #: choices after which a rollout is cut off ...
    cutoff_share: int = 0  #: ... in this many of 16 iterations, if a seat is ahead then
    horizon: int = 400  #: choices of a rollout; as many more only while all seats are equal
    max_choices: int = 2000  #: limit on the choices of a rollout
    lookahead: int = 400  #: options of the root that are evaluated one move ahead, before the first iteration
    prior_visits: int = 3  #: visits that a value from one move ahead counts for, as a prior
    by_entry: int = 0  #: 1: a rollout samples an entry first, then one of its values; 0: any option
    iterations_per_sample: int = 8  #: iterations from one sample of the hidden state; each reseeds the chance
    evaluation: int = (
        0  #: 0: rollouts; else the model of the program evaluates positions this less 1 choices after the tree
    )
    model_exploration: int = 3  #: the exploration constant where a model evaluates positions, in 16ths
    minimax: int = 6  #: with a model, two rivals and no chance: weight of the implicit minimax value, in 16ths
    forced: int = 8  #: with a model: choices without an alternative that are made before it evaluates, at most
    #: rollouts of two rivals without chance win at once, or prevent that, where options are no more than this
    decisive: int = 16
    alpha_beta: bool = False  #: search by alpha-beta, where nothing is hidden or random and code is compiled
    proofs: int = 1  #: 1: prove results of moves, where that is possible (`dsl.search.proofs`)


@dataclass(slots=True)
class RootPositions:
    """Root positions of a search: samples (determinizations) of what the seat does not know."""

    draw: Callable[[Dice], State]  #: samples one
    deterministic: bool  #: all are the same, and nothing that follows is hidden or random
    iterations_per_sample: int  #: iterations from each sample at first
    samples: int = 0
    remaining: int = 0  #: iterations that still start from `state`
    state: State = field(default_factory=list)

    def advance(self, dice: Dice) -> bool:
        """Set `state` for the next iteration; return whether it is a new sample. Raises RuleError."""
        if self.remaining:
            return False
        self.state = self.draw(dice)
        self.remaining = self.iterations_per_sample + self.samples // SAMPLES_PER_STEP
        self.samples += 1
        return True


def fitting(parameters: SearchParameters, program: Program, positions: RootPositions) -> SearchParameters:
    """Return the parameters that a search from these positions has: proofs and implicit minimax values only if nothing
    is hidden or random; these values, forced choices and a constant of their own only if a model is used, and decisive
    moves only in rollouts that go on to the end."""
    modelled = parameters.evaluation > 0 and program.evaluation is not None
    shortened = parameters.cutoff_share > 0 or parameters.by_entry > 0
    exact = modelled and positions.deterministic and parameters.evaluation == 1
    return replace(
        parameters,
        proofs=int(positions.deterministic and parameters.proofs > 0),
        evaluation=parameters.evaluation if modelled else 0,
        exploration=parameters.model_exploration if modelled else parameters.exploration,
        minimax=parameters.minimax if exact else 0,
        forced=parameters.forced if exact else 0,
        decisive=parameters.decisive if positions.deterministic and not (modelled or shortened) else 0,
    )


def lookahead_order(
    adapter: GameAdapter, state: State, decision: SearchDecision | None, dice: Dice
) -> tuple[list[int], int | None]:
    """Return the options of the root in random order, but first the one that ends what the seat decides in secret; and
    that one, None if there is none."""
    options = list(decision.options) if decision else []
    dice.shuffle(options)
    ending = adapter.ending(state, decision) if decision else None
    if ending is not None:
        options.remove(ending)
        options.insert(0, ending)
    return options, ending


class SearchTree:
    """A search tree in plain Python, which the compiled one must agree with."""

    def __init__(
        self, adapter: GameAdapter, positions: RootPositions, rollout: Rollout, parameters: SearchParameters, dice: Dice
    ) -> None:
        self.root = SearchNode()
        self._adapter = adapter
        self._positions = positions
        self._chance = adapter.runner.program.layout.slots["chance"].first
        self._rollout = rollout
        self._parameters = fitting(parameters, adapter.runner.program, positions)
        self._dice = dice
        self._proves = bool(self._parameters.proofs)
        self._decisive = DecisiveMoves(adapter, self._parameters.decisive, self._parameters.horizon)
        self._is_forced = False  #: all options of the root but one are lost, and that one has most of the visits
        self._iterations = 0  #: iterations from positions that could be sampled
        self._lookahead: dict[int, int] = {}  #: by option of the root: its utility one move ahead
        self._shared = SharedStatistics()
        self.option_count = 0  #: options of the root, once `lookahead` has begun
        self.ending: int | None = None  #: the option that ends what the seat decides in secret, once it has begun

    def lookahead(self, stopped: Callable[[], bool]) -> None:
        """Evaluate the options of the root one move ahead, in random order, until `stopped`; first the one that ends
        what the seat decides in secret."""
        state = self._positions.draw(self._dice)
        decision = self._adapter.decision(state)
        options, self.ending = lookahead_order(self._adapter, state, decision, self._dice)
        self.option_count = len(options)
        for option in options[: self._parameters.lookahead]:
            assert decision is not None
            self._lookahead[option] = utility_after(
                self._adapter, state, decision, option, self._dice, self._parameters.evaluation, self._parameters.forced
            )
            if stopped():
                return

    def grow(self, iterations: int) -> int:
        """Run iterations; return how many. There are fewer only if the decision is settled: its result is proven, or
        all options but one are lost."""
        for done in range(iterations):
            if self.settled:
                return done
            self._iterate()
        return iterations

    def _iterate(self) -> None:
        """Run one iteration. Where a rule fails, the utility is 0 for every seat."""
        path: Path = []
        try:
            self._positions.advance(self._dice)
            self._positions.remaining -= 1
            iteration, self._iterations = self._iterations, self._iterations + 1
            state = self._positions.state.copy()
            state[self._chance] = chance.seeded(self._dice.seed())
            self._descend(state, path)
            utility = self._evaluate(state, path, iteration)
        except RuleError:
            utility = [0] * self._adapter.runner.program.players
        for node, move, seat in path:
            node.visits += 1
            if not move.visits:
                move.value = move.static = utility[seat]
            move.visits += 1
            move.total += utility[seat]

    def _evaluate(self, state: State, path: Path, iteration: int) -> list[int]:
        """Return the utilities for the seats: even for a proven move, else those of a rollout. Raises RuleError."""
        if path and path[-1][1].proven:
            return [ONE // 2] * self._adapter.runner.program.players
        over = self._adapter.is_over(state)
        if not over and self._decisive.seeks:
            over = self._decisive.play(state, self._dice)
        if self._proves and over:
            seat = path[-1][2]
            propagate_proof(path, self._adapter.order(state, seat, 1 - seat) + DRAWN)
        return self._rollout(state, self._dice, iteration)

    def _descend(self, state: State, path: Path) -> None:
        """Selection and expansion: walk down the tree until a move is new or proven, or the match ends."""
        node, new = self.root, False
        for _ in range(self._parameters.max_choices):
            decision = self._adapter.decision(state)
            if decision is None or self._adapter.is_board_full(state) or (new and not decision.continues):
                return
            option = decision.options[0]
            if len(decision.options) > 1 or node is self.root:
                option, expanded = self._pick(node, decision, path)
                new |= expanded
                move = node.moves[decision.seat, option]
                path.append((node, move, decision.seat))
                if move.proven:
                    return
                node = move.child
            self._adapter.take(state, decision, option)
            if new and not (self._parameters.evaluation and self._adapter.is_evaluated(state)):
                return

    def _pick(self, node: SearchNode, decision: SearchDecision, path: Path) -> tuple[int, bool]:
        """Return an option, and whether it is new to the tree. Proven moves do not count against the width."""
        if not node.visits:
            node.unproven = len(decision.options)
        certain = len(decision.options) - node.unproven
        in_tree: list[tuple[int, SearchMove]] = []
        unexpanded: list[int] = []
        for option in decision.options:
            move = node.moves.get((decision.seat, option))
            if move is None:
                unexpanded.append(option)
            else:
                move.available += 1
                in_tree.append((option, move))
        if self._parameters.minimax and path and in_tree:
            self._back_up(path[-1][1], decision.seat == path[-1][2], [move for _, move in in_tree], bool(unexpanded))
        if unexpanded and len(in_tree) - certain < self._width(node):
            return self._expand(node, decision, unexpanded), True
        option, move = self._best(in_tree)
        is_only = node is self.root and not unexpanded and node.is_forced and 2 * move.visits > node.visits
        self._is_forced |= is_only and move.visits >= FEWEST_FORCED
        return option, False

    @staticmethod
    def _back_up(before: SearchMove, same_seat: bool, moves: Sequence[SearchMove], missing: bool) -> None:
        """Set the implicit minimax value of the move before a node: the best of the moves in the tree, and of the
        position itself as long as options are missing there."""
        best = max((move.proven - LOST) * ONE // 2 if move.proven else move.value for move in moves)
        if missing:
            best = max(best, before.static if same_seat else ONE - before.static)
        before.value = best if same_seat else ONE - best

    def _expand(self, node: SearchNode, decision: SearchDecision, unexpanded: Sequence[int]) -> int:
        """Add an option to the tree: at the root the best one move ahead, elsewhere a random one."""
        possible = set(unexpanded) if node is self.root else set()
        seen = [option for option in self._lookahead if option in possible]  # in random order, which breaks ties
        if not seen:
            option = random_option(decision, unexpanded, self._dice)
            node.moves[decision.seat, option] = SearchMove(available=1)
            return option
        option = max(seen, key=self._lookahead.__getitem__)
        prior_visits, value = self._parameters.prior_visits, self._lookahead[option]
        node.moves[decision.seat, option] = SearchMove(
            prior_visits, prior_visits + 1, prior_visits * value, value, value
        )
        return option

    def _width(self, node: SearchNode) -> int:
        """Return how many moves the node may have by now (progressive widening)."""
        return self._parameters.initial_width + self._parameters.widening * isqrt(node.visits)

    def _best(self, in_tree: Sequence[tuple[int, SearchMove]]) -> tuple[int, SearchMove]:
        exploration, minimax = self._parameters.exploration, self._parameters.minimax
        return max(in_tree, key=lambda item: item[1].ucb_score(exploration, minimax))

    def shared(self, without: int) -> list[MoveStatistics]:
        """Return what the tree knows well, for the tree `without`: less what that one has found itself."""
        least = least_shared(self.root.visits)
        found: list[MoveStatistics] = []
        places: list[tuple[int, SearchNode]] = [(0, self.root)]
        for before, node in places:
            for (seat, option), move in node.moves.items():
                if move.visits >= least or move.proven:
                    row = MoveStatistics(
                        before, seat, option, move.visits, move.available, move.total, move.proven, move.value,
                        move.static,
                    )  # fmt: skip
                    found.append(self._shared.without(without, id(move), row))
                    if move.visits >= least:
                        places.append((len(found), move.child))
        return found[:MAX_KNOWN]

    def include(self, source: int, rows: Sequence[MoveStatistics]) -> None:
        """Include what the tree `source` has found so far."""
        paths: list[Path | None] = [[]]
        for row in rows:
            before = paths[row.before]
            paths.append(None)
            if before is None:
                continue
            node = before[-1][1].child if before else self.root
            move = node.moves.get((row.seat, row.option))
            if move is None:
                if not node.visits:
                    continue  # it does not know its options yet
                move = node.moves[row.seat, row.option] = SearchMove(value=row.value, static=row.static)
            visits, available, total = self._shared.more(source, id(move), row)
            move.visits += visits
            move.available += available
            move.total += total
            node.visits += visits
            paths[-1] = path = [*before, (node, move, row.seat)]
            if row.proven and self._proves:
                propagate_proof(path, row.proven)

    def visits(self) -> dict[int, int]:
        """Return the visits of each option of the searching seat."""
        return {option: move.visits for (_, option), move in self.root.moves.items()}

    def mean_utility(self, option: int) -> int:
        """Return the mean utility of an option for the searching seat, from 0 to ONE."""
        move = next(move for (_, number), move in self.root.moves.items() if number == option)
        return move.mean

    def root_options(self) -> list[tuple[int, int, int, int]]:
        """Return each option of the searching seat with its visits, the sum of its utilities, and its proven result."""
        return [(option, move.visits, move.total, move.proven) for (_, option), move in self.root.moves.items()]

    def result(self, option: int) -> tuple[int, int, int]:
        """Return the visits of an option of the searching seat, the sum of its utilities, and its proven result."""
        moves = (move for (_, number), move in self.root.moves.items() if number == option)
        move = next(moves, SearchMove())
        return move.visits, move.total, move.proven

    @property
    def verdict(self) -> int:
        """The proven result for the searching seat (`dsl.search.proofs`), 0 if unproven."""
        return self.root.verdict

    @property
    def settled(self) -> bool:
        """Whether the decision needs no more iterations: it is proven, or all options but one are lost."""
        return self._is_forced or self.root.verdict != 0

    def choice(self) -> int:
        """Return the best option, as `best_option` does. Raises ValueError if none was visited."""
        return best_option(self.root_options(), self.ending)


class CompiledTree:
    """A search compiled with the rules: the choices of `SearchTree`, faster.

    A runner holds one tree; a new one clears it.
    """

    def __init__(
        self,
        state: SearchState,
        adapter: GameAdapter,
        positions: RootPositions,
        parameters: SearchParameters,
        dice: Dice,
    ) -> None:
        found = fitting(parameters, adapter.runner.program, positions)
        self._search = ProgramSearch(state, {word: getattr(found, word) for word in PARAMETERS})
        self._adapter = adapter
        self._positions = positions
        self._parameters = parameters
        self._dice = dice
        self._shared = SharedStatistics()
        self._numbers: dict[tuple[int, int, int], int] = {}  #: of moves that other trees have, by what is before them
        self.option_count = 0  #: options of the root, once `lookahead` has begun
        self.ending: int | None = None  #: the option that ends what the seat decides in secret, once it has begun

    def lookahead(self, stopped: Callable[[], bool]) -> None:
        """Evaluate the options of the root one move ahead, in random order, until `stopped`; first the one that ends
        what the seat decides in secret."""
        state = self._positions.draw(self._dice)
        decision = self._adapter.decision(state)
        options, self.ending = lookahead_order(self._adapter, state, decision, self._dice)
        self.option_count = len(options)
        self._search.keep(state, self._adapter.seat)
        for option in options[: self._parameters.lookahead]:
            self._dice.state = self._search.lookahead(self._dice.state, option)
            if stopped():
                return

    def grow(self, iterations: int) -> int:
        """Run iterations; return how many. There are fewer only if the decision is settled or the limit is reached."""
        done = 0
        while done < iterations:
            try:
                if self._positions.advance(self._dice):
                    self._adapter.forget(self._positions.state)
                    self._search.keep(self._positions.state, self._adapter.seat)
            except RuleError:
                done += 1  # an iteration without a result
                continue
            part = min(iterations - done, self._positions.remaining)
            ran, self._dice.state = self._search.iterate(self._dice.state, part)
            self._positions.remaining -= ran
            done += ran
            if ran < part:
                break
        return done

    def shared(self, without: int) -> list[MoveStatistics]:
        """Return what the tree knows well, for the tree `without`: less what that one has found itself."""
        known = self._search.known(least_shared(self._search.root_visits))
        return [self._shared.without(without, move, row) for move, row in known]

    def include(self, source: int, rows: Sequence[MoveStatistics]) -> None:
        """Include what the tree `source` has found so far."""
        moves = [0]
        for row in rows:
            before = moves[row.before]
            move = self._adopted(before, row) if before or not row.before else 0
            moves.append(move)
            if move:
                self._search.add(move, *self._shared.more(source, move, row))
                if row.proven and self._parameters.proofs:
                    self._search.prove(move, row.proven)

    def _adopted(self, before: int, row: MoveStatistics) -> int:
        """Return the number of a move of another tree, which is added if it is missing; 0 if it cannot be added."""
        key = before, row.seat, row.option
        if key not in self._numbers:
            move = self._search.adopt(*key, row.value, row.static)
            if not move:
                return 0
            self._numbers[key] = move
        return self._numbers[key]

    def visits(self) -> dict[int, int]:
        """Return the visits of each option of the searching seat."""
        return {found.option: found.visits for found in self._search.options()}

    def mean_utility(self, option: int) -> int:
        """Return the mean utility of an option for the searching seat, from 0 to ONE."""
        found = next(found for found in self._search.options() if found.option == option)
        return found.total // found.visits

    def root_options(self) -> list[tuple[int, int, int, int]]:
        """Return each option of the searching seat with its visits, the sum of its utilities, and its proven result."""
        return [(found.option, found.visits, found.total, found.proven) for found in self._search.options()]

    def result(self, option: int) -> tuple[int, int, int]:
        """Return the visits of an option of the searching seat, the sum of its utilities, and its proven result."""
        found = next((found for found in self._search.options() if found.option == option), None)
        return (found.visits, found.total, found.proven) if found is not None else (0, 0, 0)

    @property
    def verdict(self) -> int:
        """The proven result for the searching seat (`dsl.search.proofs`), 0 if unproven."""
        return self._search.verdict

    @property
    def settled(self) -> bool:
        """Whether the decision needs no more iterations: it is proven, or all options but one are lost."""
        return self._search.settled

    def choice(self) -> int:
        """Return the best option, as `best_option` does. Raises ValueError if none was visited."""
        return best_option(self.root_options(), self.ending)
