"""A bot that searches a tree, for so many turns or so long."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from dsl.bots.ground import ByChance, Ground
from dsl.bots.rules import Rules
from dsl.bots.tree import Manner, Tree
from dsl.engine.information import Information
from dsl.engine.sampling import Sampler
from dsl.run.chance import Dice

Stopped = Callable[[], bool]


def never() -> bool:
    """Say that nobody wants a search to stop."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search goes on: so many turns, or so many milliseconds; 0 is no limit, and one of them has one."""

    turns: int = 0
    milliseconds: int = 0


def dice_for(seed: int, information: Information) -> Dice:
    """Return the dice of a bot at a position: the same seed and position give the same throws."""
    name = f"{seed} {information.view.seat} {information.view.position}"
    return Dice(int.from_bytes(sha256(name.encode()).digest()[:8], "little"))


def tree_for(rules: Rules, information: Information, manner: Manner, dice: Dice) -> Tree:
    """Return the tree of a search that has not begun."""
    runner = rules.quick(information.setting)
    ground = Ground(runner, information.seat)
    playout = ByChance(ground, rules.player(information.setting), manner.horizon, manner.most)
    return Tree(ground, Sampler(information, runner).draw, playout, manner, dice)


class SearchBot:
    """Chooses what a tree search has looked at most. With turns as its budget, the same seed gives the same choice."""

    def __init__(
        self, seed: int, rules: Rules, budget: Budget, manner: Manner | None = None, stopped: Stopped = never
    ) -> None:
        self._seed = seed
        self._rules = rules
        self._budget = budget
        self._manner = manner or Manner()
        self._stopped = stopped

    def choose(self, information: Information) -> int:
        """Return the number of an option of the decision that waits for the seat, at once if there is only one."""
        options = information.decision.options
        if len(options) == 1:
            return options[0].number
        tree = tree_for(self._rules, information, self._manner, dice_for(self._seed, information))
        grow(tree, self._budget, self._stopped)
        return tree.choice()


def grow(tree: Tree, budget: Budget, stopped: Stopped = never) -> int:
    """Let a tree grow, by one turn at least; return how many turns it made."""
    begun = time.monotonic()

    def spent(share: int) -> bool:
        return stopped() or 0 < budget.milliseconds * share < (time.monotonic() - begun) * 4000

    tree.look(lambda: spent(2))
    turns = 0
    while True:
        tree.grow()
        turns += 1
        if spent(4) or (budget.turns and turns >= budget.turns):
            return turns
