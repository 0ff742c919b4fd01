"""Players by name: what a name such as `bot:mcts:500` means, and the levels that a family chooses from.

What a level plays is told by `game.toml`, where a table `[levels]` may say it for one game, and by LEVELS otherwise.
`tests/bench/levels.py` measures how often each level beats the one below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dsl.bots.mcts import SearchBudget
from dsl.bots.tree_search import ExplorationPolicy
from dsl.match.rulesets.ruleset import Ruleset

#: From gentle to strong, for a game of which nobody has measured what makes a step.
LEVELS: Mapping[str, str] = {
    "gentle": "mcts:10:30% random:500ms",
    "steady": "mcts:30:500ms",
    "keen": "mcts:200:500ms",
    "strong": "mcts:1000ms",
}
MOST_MILLISECONDS = 10_000  #: nobody at the table waits longer for a choice
MOST_TURNS = 100_000
FORMS = ("bot:random", "bot:greedy", "bot:mcts:500", "bot:mcts:200ms", *(f"bot:{level}" for level in LEVELS))

NO_BUDGET = SearchBudget()
_PART = re.compile(r"(?P<turns>[1-9][0-9]{0,5})|(?P<milliseconds>[1-9][0-9]{0,5})ms|(?P<sheet>[0-9]{1,2})%"
                   r"|(?P<careless>[0-9]{1,2})% random|(?P<entries>entries)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class BotLevel:
    """How a bot plays."""

    sort: Literal["random", "greedy", "mcts"]
    careless: int = 0  #: of a hundred choices so many by chance
    budget: SearchBudget = NO_BUDGET
    sheet: int = 0  #: of a hundred: what the score sheet soon after a choice counts, the end of the match the rest
    by_entry: bool = False  #: a playout draws an entry first, then what it is about

    @property
    def manner(self) -> ExplorationPolicy:
        """How it searches."""
        return ExplorationPolicy(share=self.sheet * 16 // 100, by_entry=int(self.by_entry))

    @property
    def thinks(self) -> bool:
        """Whether it may take longer than a table can wait."""
        return self.sort != "random"


def level_of(player: str, pack: Ruleset | None) -> BotLevel:
    """Return how the bot of a name plays a game. Raises ValueError if there is no such bot."""
    name = player.removeprefix("bot:")
    if not player.startswith("bot:"):
        raise unknown(player)
    sort, *rest = _meant(name, pack).split(":")
    if sort == "random" and not rest:
        return BotLevel("random")
    if sort == "greedy" and not rest:
        return BotLevel("greedy")
    if sort == "greedy" and len(rest) == 1 and re.fullmatch(r"[0-9]{1,2}%", rest[0]):
        return BotLevel("greedy", int(rest[0][:-1]))
    parts = _parts(rest)
    if sort == "mcts" and parts and (parts.keys() & {"turns", "milliseconds"}):
        budget = SearchBudget(
            min(int(parts.get("turns", "0")), MOST_TURNS),
            min(int(parts.get("milliseconds", "0")), MOST_MILLISECONDS),
        )
        return BotLevel(
            "mcts", int(parts.get("careless", "0")), budget, int(parts.get("sheet", "0")), "entries" in parts
        )
    raise unknown(player)


def _parts(texts: list[str]) -> Mapping[str, str]:
    """Return what the parts of a name say, each of another thing; nothing if one of them says nothing."""
    matches = [_PART.fullmatch(text) for text in texts]
    found = {name: value for match in matches if match for name, value in match.groupdict().items() if value}
    return found if len(found) == len(texts) else {}


def unknown(player: str) -> ValueError:
    """Return the error for a player that does not exist."""
    return ValueError(f"there is no player `{player}`; there are {', '.join(FORMS)}")


def levels_of(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the levels that a game has, from gentle to strong: all but those of which its `[levels]` say `false`."""
    told = about.get("levels")
    return tuple(level for level in LEVELS if not isinstance(told, dict) or told.get(level) is not False)


def _meant(name: str, pack: Ruleset | None) -> str:
    """Return what a level stands for, and any other name as it is. One that a game does not have is the next below."""
    if name not in LEVELS:
        return name
    about = pack.about if pack is not None else {}
    below = [level for level in levels_of(about) if list(LEVELS).index(level) <= list(LEVELS).index(name)]
    level = below[-1] if below else name
    told = about.get("levels")
    found = told.get(level) if isinstance(told, dict) else None
    return found if isinstance(found, str) and found.partition(":")[0] not in LEVELS else LEVELS[level]
