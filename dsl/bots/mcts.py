"""A bot that searches a tree, for so many turns or so long."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import CompiledTree, ExplorationPolicy, RandomPolicy, RootPositions, SearchTree
from dsl.match.information import Information
from dsl.match.sampling import Sampler
from dsl.runtime.chance import Dice
from dsl.runtime.runner import Runner

Stopped = Callable[[], bool]
Clock = Callable[[], float]  #: says what time it is, in seconds
ALWAYS = 1 << 30  #: turns from one position, where nothing but chance is unknown
GLANCE = 0.01  #: seconds between two looks at the clock, about
FOREVER = 1e9  #: seconds
SHORT = 24  #: choices of a playout where time is short and no machine code is there


def never() -> bool:
    """Say that nobody wants a search to stop."""
    return False


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """How long a search goes on: so many turns, and so many milliseconds at most; one of them is not 0, no limit."""

    turns: int = 0
    milliseconds: int = 0


def dice_for(seed: int, information: Information) -> Dice:
    """Return the dice of a bot at a position: the same seed and position give the same throws."""
    name = f"{seed} {information.seat} {information.position}"
    return Dice(int.from_bytes(sha256(name.encode()).digest()[:8], "little"))


def tree_for(
    rules: GamePrograms, information: Information, manner: ExplorationPolicy, dice: Dice, seconds: float | None = None
) -> SearchTree | CompiledTree:
    """Return the tree of a search that has not begun: one compiled with the rules, if there can be one here.

    Whoever has so many seconds in all waits for the compiler half as long; without it no playout goes far.
    """
    runner = rules.quick(information.setting)
    search = rules.search(information.setting, seconds / 2 if seconds else None)
    ground, sampler = GameAdapter(runner, information.seat), Sampler(information, runner, search)
    positions = positions_for(rules, information, sampler, manner)
    if search is not None:
        return CompiledTree(search.outside, ground, positions, manner, dice)
    if seconds:
        manner = replace(manner, horizon=min(manner.horizon, SHORT), most=min(manner.most, 2 * SHORT))
    return plain_tree(ground, positions, manner, dice, rules.drawing(information.setting))


def positions_for(
    rules: GamePrograms, information: Information, sampler: Sampler, manner: ExplorationPolicy
) -> RootPositions:
    """Return what a search sets out from."""
    each = ALWAYS if sampler.settled else manner.each
    return RootPositions(sampler.draw, sampler.settled and rules.foreseeable(information.setting), each)


def plain_tree(
    ground: GameAdapter, positions: RootPositions, manner: ExplorationPolicy, dice: Dice, drawing: Runner | None
) -> SearchTree:
    """Return the tree of a search in Python: what a compiled one must agree with. `drawing` plays on, if it can."""
    blind = GameAdapter(drawing, ground.seat) if drawing else None
    limits = manner.early, manner.share, manner.horizon, manner.most
    by_chance = RandomPolicy(ground, *limits, manner.by_entry, blind)
    return SearchTree(ground, positions, by_chance, manner, dice)


class SearchBot:
    """Chooses what a tree search has looked at most. With turns as its budget, the same seed gives the same choice."""

    def __init__(
        self,
        seed: int,
        rules: GamePrograms,
        budget: SearchBudget,
        manner: ExplorationPolicy | None = None,
        stopped: Stopped = never,
        asked: float | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """`asked`: when it was asked, by its clock, if not when it chooses; its time counts from then on."""
        self._seed = seed
        self._rules = rules
        self._budget = budget
        self._manner = manner or ExplorationPolicy()
        self._stopped = stopped
        self._asked = asked
        self._clock = clock

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat, at once if there is only one."""
        if len(information.options) == 1:
            return information.options[0]
        asked = self._clock() if self._asked is None else self._asked
        dice, seconds = dice_for(self._seed, information), self._budget.milliseconds / 1000
        tree = tree_for(self._rules, information, self._manner, dice, seconds or None)
        grow(tree, self._budget, self._stopped, asked, self._clock)
        return tree.choice()


def grow(
    tree: SearchTree | CompiledTree,
    budget: SearchBudget,
    stopped: Stopped = never,
    asked: float | None = None,
    clock: Clock = time.monotonic,
) -> int:
    """Let a tree grow, by one turn at least; return how many turns it made.

    Time counts from when one was `asked`, if that is told; but a quarter of it is there in any case.
    """
    begun, seconds = clock(), budget.milliseconds / 1000 or FOREVER
    end = begun + seconds if asked is None else max(asked + seconds, begun + seconds / 4)
    half = (begun + end) / 2
    tree.look(lambda: stopped() or clock() > half)
    turns, part = 0, 1
    while True:
        before = clock()
        made = tree.grow(min(part, budget.turns - turns) if budget.turns else part)
        turns += made
        now = clock()
        part = next_part(part, now - before, end - now)
        if stopped() or not part or not made or (budget.turns and turns >= budget.turns):
            return turns


def next_part(part: int, took: float, left: float) -> int:
    """Return how many turns to make before the next look at the clock; none if less than half a turn has room."""
    wanted = 2 * part if took < GLANCE / 2 else max(1, part // 2) if took > GLANCE else part
    room = left * part / took if took else wanted
    return min(wanted, max(1, int(room))) if room > 0.5 and left > 0 else 0
