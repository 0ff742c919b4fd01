"""Players by name: what a name such as `bot:mcts:500` means, and the levels that a family chooses from.

What a level plays is told by `game.toml`, where a table `[levels]` may say it for one game, and by LEVELS otherwise.
`tests/bench/levels.py` measures how often each level beats the one below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dsl.bots.mcts import Budget
from dsl.bots.tree import Manner
from dsl.engine.pack import Pack

#: From gentle to strong.
LEVELS: Mapping[str, str] = {
    "gentle": "greedy:60%",
    "steady": "greedy",
    "keen": "mcts:150ms",
    "strong": "mcts:1000ms",
}
MOST_MILLISECONDS = 10_000  #: nobody at the table waits longer for a choice
MOST_TURNS = 100_000
FORMS = ("bot:random", "bot:greedy", "bot:mcts:500", "bot:mcts:200ms", *(f"bot:{level}" for level in LEVELS))

NO_BUDGET = Budget()
_PERCENT = re.compile(r"([0-9]{1,2})%")
_AMOUNT = re.compile(r"([0-9]{1,6})(ms)?(?::([0-9]{1,2})%)?")


@dataclass(frozen=True, slots=True)
class Way:
    """How a bot plays."""

    sort: str  #: "random", "greedy" or "mcts"
    careless: int = 0  #: of a hundred choices so many by chance
    budget: Budget = NO_BUDGET
    sheet: int = (
        0  #: what the score sheet soon after a choice counts, of a hundred; the end of the match counts the rest
    )

    @property
    def manner(self) -> Manner:
        """How it searches."""
        return Manner(share=self.sheet * 16 // 100)

    @property
    def thinks(self) -> bool:
        """Whether it may take longer than a table can wait."""
        return self.sort != "random"


def way_of(player: str, pack: Pack | None) -> Way:
    """Return how the bot of a name plays a game. Raises ValueError if there is no such bot."""
    name = player.removeprefix("bot:")
    if not player.startswith("bot:"):
        raise unknown(player)
    sort, _, rest = _meant(name, pack).partition(":")
    percent, amount = _PERCENT.fullmatch(rest), _AMOUNT.fullmatch(rest)
    if sort in ("random", "greedy") and not rest:
        return Way(sort)
    if sort == "greedy" and percent:
        return Way(sort, int(percent[1]))
    if sort == "mcts" and amount and int(amount[1]):
        number = int(amount[1])
        sheet = int(amount[3] or 0)
        if amount[2]:
            return Way(sort, budget=Budget(milliseconds=min(number, MOST_MILLISECONDS)), sheet=sheet)
        return Way(sort, budget=Budget(turns=min(number, MOST_TURNS)), sheet=sheet)
    raise unknown(player)


def unknown(player: str) -> ValueError:
    """Return the error for a player that does not exist."""
    return ValueError(f"there is no player `{player}`; there are {', '.join(FORMS)}")


def _meant(name: str, pack: Pack | None) -> str:
    """Return what a level stands for, and any other name as it is."""
    if name not in LEVELS:
        return name
    told = pack.about.get("levels") if pack is not None else None
    found = told.get(name) if isinstance(told, dict) else None
    return found if isinstance(found, str) and found.partition(":")[0] not in LEVELS else LEVELS[name]
