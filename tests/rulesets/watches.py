"""What the rules of each game say of every position and the one before, looked at after every choice of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Protocol

from dsl.ir.program import STRIDE
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.rulesets import RULESETS
from tests.rulesets.dinosaures.watch import Watch as DinosauresWatch
from tests.rulesets.dinosaurs_and_unicorns.watch import Watch as UnicornsWatch
from tests.rulesets.trias.watch import Watch as TriasWatch
from tests.rulesets.triassic_terror.watch import Watch as TerrorWatch


@cache
def pack(game: str) -> Ruleset:
    """Return a game."""
    return load(RULESETS / game)


class Watch(Protocol):
    """Raises AssertionError when a position is not what the rules say, or does not follow from the one before."""

    def look(self) -> None:
        """Check the present position."""
        ...


#: By game what watches a new match. What a single position shows is said by the game's own `always`.
WATCHES: dict[str, Callable[[Match], Watch]] = {
    "ciao-dino": lambda match: TriasWatch(match, "ciao-dino", match.players),
    "dinosaures": DinosauresWatch,
    "dinosaurs-and-unicorns": lambda match: UnicornsWatch(match, pack("dinosaurs-and-unicorns")),
    "trias": lambda match: TriasWatch(match, "trias", match.players),
    "triassic-terror": TerrorWatch,
}


def watched(game: str, players: int, seed: int) -> int:
    """Play a match by the official rules; return how many choices it took.

    With odd seeds each kind of action is as likely as any other, with even ones each option.
    """
    match, dice = pack(game).start(players, {}, seed), Random(seed)
    watch = WATCHES[game](match)
    while match.question is not None:
        options = match.question.options
        if seed % 2:
            kind = dice.choice(sorted({option // STRIDE for option in options}))
            options = [option for option in options if option // STRIDE == kind]
        match.choose(match.position, dice.choice(options))
        watch.look()
    assert match.over
    return match.position
