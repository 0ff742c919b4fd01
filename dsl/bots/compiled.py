"""The tree of a search that is compiled with the rules: it looks at the same moves as `dsl.bots.tree`, only sooner."""

from __future__ import annotations

from collections.abc import Callable

from dsl.bots.ground import Ground
from dsl.bots.moves import merit
from dsl.bots.tree import Manner, Positions
from dsl.run.chance import Dice
from dsl.run.runner import RuleError
from dsl.run.searching import Found, LooksAhead, Search
from dsl.search import MANNER


class CompiledTree:
    """One search. It forgets what the one before it on the same runner has found."""

    def __init__(self, outside: LooksAhead, ground: Ground, positions: Positions, manner: Manner, dice: Dice) -> None:
        ways = {word: getattr(manner, word) for word in MANNER}
        self._search = Search(outside, ways | {"proofs": int(positions.foreseen and manner.proofs)})
        self._ground = ground
        self._positions = positions
        self._manner = manner
        self._dice = dice

    def look(self, stopped: Callable[[], bool]) -> None:
        """Look one move ahead, until that is enough."""
        state = self._positions.draw(self._dice)
        asked = self._ground.asked(state)
        options = list(asked.options) if asked else []
        self._dice.shuffle(options)
        self._search.keep(state, self._ground.seat)
        for option in options[: self._manner.looks]:
            self._dice.state = self._search.look(self._dice.state, option)
            if stopped():
                return

    def grow(self, turns: int) -> int:
        """Make turns; return how many were made, fewer only if the tree cannot grow any more, or need not."""
        made = 0
        while made < turns:
            try:
                if self._positions.at_hand(self._dice):
                    self._ground.forget(self._positions.state)
                    self._search.keep(self._positions.state, self._ground.seat)
            except RuleError:
                made += 1  # as a turn that finds out nothing
                continue
            part = min(turns - made, self._positions.left)
            done, self._dice.state = self._search.turns(self._dice.state, part)
            self._positions.left -= done
            made += done
            if done < part:
                break
        return made

    def visits(self) -> dict[int, int]:
        """Return how often each option of the seat that thinks was looked at."""
        return {found.option: found.visits for found in self._search.found()}

    def worth_of(self, option: int) -> int:
        """Return what an option of the seat that thinks has been worth on average, from 0 to ONE."""
        found = next(found for found in self._search.found() if found.option == option)
        return found.total // found.visits

    @property
    def verdict(self) -> int:
        """What is certain for the seat that thinks (`dsl.search.proofs`), 0 if nothing is."""
        return self._search.verdict

    def choice(self) -> int:
        """Return an option that is won, or else the one that was looked at most, the better one of two, and one that
        is lost only if all are. Raises ValueError if none was looked at."""
        return max(self._search.found(), key=_merit).option


def _merit(found: Found) -> tuple[int, ...]:
    return merit(found.proven, found.visits, found.total, found.option)
