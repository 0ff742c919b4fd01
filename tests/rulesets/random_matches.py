"""Random matches of any ruleset: how many play, and with which options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from dsl.check.typed import KindType, NumberType, OptionDecl
from dsl.engine.pack import Pack, load
from dsl.engine.playout import Playouts
from tests.rulesets import name_of

CHANGED = 2  #: options that are not the official ones


@dataclass(frozen=True, slots=True)
class Sample:
    """One setting of a game."""

    folder: Path
    players: int
    options: tuple[tuple[str, int], ...]  #: those that are changed

    def play(self, seed: int) -> int:
        """Play a match to its end; return how many choices it took. Raises PlayoutError if it is not in order."""
        pack = whole(self.folder)
        options = pack.options(self.players, {}) | dict(self.options)
        return Playouts(pack, self.players, options).play(seed).choices

    def __str__(self) -> str:
        changed = [f"{name}={whole(self.folder).option_text(name, value)}" for name, value in self.options]
        return " ".join((name_of(self.folder), str(self.players), *changed))


@cache
def whole(folder: Path) -> Pack:
    """Return a game with what it says always holds."""
    return load(folder, examples=True)


def drawn(folder: Path, dice: Random) -> Sample:
    """Return a setting by chance: any number of players, a few options with any value."""
    pack = whole(folder)
    options = list(pack.rules.options.values())
    changed = dice.sample(options, min(CHANGED, len(options)))
    values = tuple((option.name, dice.choice(_values(pack, option))) for option in changed)
    return Sample(folder, dice.choice(pack.numbers), values)


def _values(pack: Pack, option: OptionDecl) -> range:
    match option.type:
        case NumberType(low, high):
            return range(low, high + 1)
        case KindType(name):
            return range(len(pack.rules.kinds[name].values))
    return range(2)
