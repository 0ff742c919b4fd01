"""Levels of bots, and the names of bots such as `bot:mcts:500`.

Table `[levels]` of `game.toml` defines the levels of one game; LEVELS defines them for all others.
`tests/bench/levels.py` measures how often each level beats the one below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from dsl.bots.search_bot import SearchBudget
from dsl.bots.tree_search import SearchParameters

#: The names of all levels, from gentle to strong, and what they are in a game that does not define levels; an empty one
#: is not offered then.
LEVELS: Mapping[str, str] = {
    "gentle": "mcts:10:30% random:500ms",
    "mild": "",
    "steady": "mcts:30:500ms",
    "able": "mcts:80:500ms",
    "keen": "mcts:200:500ms",
    "sharp": "mcts:600:700ms",
    "shrewd": "",
    "fierce": "",
    "strong": "mcts:1000ms",
}
BASIC = "gentle", "steady", "keen", "strong"  #: levels that also a game with other levels of its own has
MAX_MILLISECONDS = 10_000  #: limit on the time of a choice
MAX_ITERATIONS = 100_000
FORMS = (
    "bot:random",
    "bot:greedy",
    "bot:mcts:500",
    "bot:mcts:200ms",
    "bot:alphabeta:200ms",
    *(f"bot:{level}" for level in LEVELS),
)


class Described(Protocol):
    """A game with the data of its `game.toml`: a ruleset, or one that was not read yet."""

    @property
    def about(self) -> dict[str, object]:
        """The data. Raises RulesError."""


WIDE = 9  #: the exploration constant of a search that is `wide`, in 16ths

NO_BUDGET = SearchBudget()
_PART = re.compile(r"(?P<iterations>[1-9][0-9]{0,5})|(?P<milliseconds>[1-9][0-9]{0,5})ms|(?P<entries>entries)"
                   r"|(?P<cutoff_percent>[0-9]{1,2})%|(?P<random_percent>[0-9]{1,2})% random"
                   r"|(?P<model>model)|(?P<wide>wide)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level of a bot."""

    sort: Literal["random", "greedy", "mcts", "alphabeta"]
    random_percent: int = 0  #: percentage of random choices
    budget: SearchBudget = NO_BUDGET
    cutoff_percent: int = 0  #: percentage of rollouts that are cut off early
    by_entry: bool = False  #: a rollout samples an entry first, then one of its values
    model: bool = False  #: the model of the game evaluates positions, where it has one, in place of rollouts
    wide: bool = False  #: rollouts explore more

    @property
    def parameters(self) -> SearchParameters:
        """The parameters of its search."""
        share, by_entry = self.cutoff_percent * 16 // 100, int(self.by_entry)
        found = SearchParameters(
            cutoff_share=share,
            by_entry=by_entry,
            evaluation=int(self.model),
            alpha_beta=self.model and self.sort == "alphabeta",
        )
        return replace(found, exploration=WIDE) if self.wide else found

    @property
    def uses_helpers(self) -> bool:
        """Whether its search may use further processes: only if time alone limits it, since a number of iterations
        gives the same choice on every computer."""
        return self.sort == "mcts" and not self.budget.iterations

    @property
    def searches(self) -> bool:
        """Whether its choices take time, so that it runs in a process of its own."""
        return self.sort != "random"


def level_of(player: str, game: Described | None) -> BotLevel:
    """Return the level of the bot `player` in a game. Raises ValueError if there is no such bot."""
    name = player.removeprefix("bot:")
    if not player.startswith("bot:"):
        raise unknown(player)
    sort, *rest = _definition(name, game).split(":")
    if sort == "random" and not rest:
        return BotLevel("random")
    if sort == "greedy" and not rest:
        return BotLevel("greedy")
    if sort == "greedy" and len(rest) == 1 and re.fullmatch(r"[0-9]{1,2}%", rest[0]):
        return BotLevel("greedy", int(rest[0][:-1]))
    parts = _parts(rest)
    if sort in ("mcts", "alphabeta") and parts and (parts.keys() & {"iterations", "milliseconds"}):
        budget = SearchBudget(
            min(int(parts.get("iterations", "0")), MAX_ITERATIONS),
            min(int(parts.get("milliseconds", "0")), MAX_MILLISECONDS),
        )
        return BotLevel(
            "mcts" if sort == "mcts" else "alphabeta",
            int(parts.get("random_percent", "0")),
            budget,
            int(parts.get("cutoff_percent", "0")),
            "entries" in parts,
            "model" in parts,
            "wide" in parts,
        )
    raise unknown(player)


def _parts(texts: list[str]) -> Mapping[str, str]:
    """Return the parts of a name by the group of `_PART`; none if a part is unknown or occurs twice."""
    matches = [_PART.fullmatch(text) for text in texts]
    found = {name: value for match in matches if match for name, value in match.groupdict().items() if value}
    return found if len(found) == len(texts) else {}


def unknown(player: str) -> ValueError:
    """Return the error for a player that does not exist."""
    return ValueError(f"there is no player `{player}`; there are {', '.join(FORMS)}")


def levels_of(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the levels of a game, from gentle to strong: those that its `[levels]` define, and of the basic ones all
    that are not `false` there; without that table the default ones."""
    return tuple(level for level in LEVELS if _defined(level, about))


def has_alpha_beta(about: Mapping[str, object]) -> bool:
    """Whether a level of a game searches by alpha-beta."""
    return any(_defined(level, about).startswith("alphabeta:") for level in levels_of(about))


def _defined(level: str, about: Mapping[str, object]) -> str:
    """Return the definition of a level in a game, empty if the game lacks it."""
    levels = about.get("levels")
    if not isinstance(levels, dict):
        return LEVELS[level]
    found = levels.get(level, level in BASIC)
    if not found:
        return ""
    return found if isinstance(found, str) and found.partition(":")[0] not in LEVELS else LEVELS[level]


def adviser(game: Described | None) -> str:
    """Return the player that gives advice: the strongest level, with rollouts, since advice tells how many of them are
    won; a model and alpha-beta have none."""
    definition = _definition(list(LEVELS)[-1], game).replace("alphabeta:", "mcts:")
    return "bot:" + ":".join(part for part in definition.split(":") if part != "model")


def _definition(name: str, game: Described | None) -> str:
    """Return the definition of a level, of the next lower one if the game lacks it; any other name as it is."""
    if name not in LEVELS:
        return name
    about = game.about if game is not None else {}
    below = [level for level in levels_of(about) if list(LEVELS).index(level) <= list(LEVELS).index(name)]
    return _defined(below[-1], about) if below else LEVELS[name] or name
