"""Alpha-beta search of one decision, compiled with the rules (`dsl.search.alpha_beta_source`).

It sees further than a tree of rollouts where few moves matter and a model tells good positions from bad ones, as in
games of capture. It searches whole actions and has one best move, not a share of wins.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.bots.tree_search import RootPositions
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError
from dsl.runtime.tree_search_driver import AlphaBetaSearch, SearchState


class AlphaBetaTree:
    """An alpha-beta search; an iteration is a position that it visits."""

    def __init__(self, outside: SearchState, positions: RootPositions, dice: Dice) -> None:
        """The positions must be deterministic. Raises RuleError."""
        self._search = AlphaBetaSearch(outside, positions.draw(dice), dice.state)
        self._failed = False  #: a rule failed in the search

    def lookahead(self, stopped: Callable[[], bool]) -> None:
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
        return next(option for option, _, best in self._search.moves() if best)
