"""Random matches of any ruleset: how many play, with which options or house rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

from dsl.match.playouts import Playouts
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.semantics.typed import KindType, NumberType, OptionDecl
from tests.rulesets import loaded, name_of

CHANGED = 2  #: options that are not the official ones
TRIED = 12  #: settings of which the one with the most new pairs is taken


@dataclass(frozen=True, slots=True)
class Sample:
    """One setting of a game."""

    folder: Path
    players: int
    options: tuple[tuple[str, int], ...]  #: those that are changed
    house: str = ""  #: the title of a house rule

    def play(self, seed: int) -> int:
        """Play a match to its end; return how many choices it took. Raises PlayoutError if it is not in order."""
        pack = with_house(self.folder, self.house) if self.house else whole(self.folder)
        options = pack.options(self.players, {}) | dict(self.options)
        return Playouts(pack, self.players, options).play(seed).choices

    def __str__(self) -> str:
        changed = [f"{name}={whole(self.folder).option_text(name, value)}" for name, value in self.options]
        return " ".join((name_of(self.folder), str(self.players), *changed, self.house)).strip()


@cache
def whole(folder: Path) -> Ruleset:
    """Return a game with what it says always holds."""
    return load(folder, examples=True)


def with_house(folder: Path, title: str) -> Ruleset:
    """Return a game with a house rule; what always holds of it is left aside, as the house rule may change that."""
    return loaded(folder, title)


def covering(folder: Path, players: int) -> Iterator[Sample]:
    """Yield settings that together have every pair of values of any two options: of numbers the least, the greatest and
    the usual one. Those that have the most new pairs come first, more or less."""
    pack, dice = whole(folder), Random(f"{name_of(folder)} {players}")
    usual = pack.defaults(players)
    values = {
        option.name: _telling(_values(pack, option), usual[option.name]) for option in pack.rules.options.values()
    }
    left = {
        (one, a, two, b)
        for one, two in combinations(values, 2)
        for a, b in product(values[one], values[two])
    }  # fmt: skip
    while left:
        pairs = sorted(left)
        rows = [_row(values, dice.choice(pairs), dice) for _ in range(TRIED)]
        row, new = max(((row, _pairs(row) & left) for row in rows), key=lambda found: len(found[1]))
        left -= new
        yield Sample(folder, players, tuple((name, value) for name, value in row.items() if value != usual[name]))


Pair = tuple[str, int, str, int]


def _telling(values: range, usual: int) -> tuple[int, ...]:
    return tuple(values) if len(values) < 4 else tuple(sorted({values[0], usual, values[-1]}))


def _row(values: dict[str, tuple[int, ...]], pair: Pair, dice: Random) -> dict[str, int]:
    one, a, two, b = pair
    return {name: dice.choice(some) for name, some in values.items()} | {one: a, two: b}


def _pairs(row: dict[str, int]) -> set[Pair]:
    return {(one, a, two, b) for (one, a), (two, b) in combinations(row.items(), 2)}


def drawn(folder: Path, dice: Random) -> Sample:
    """Return a setting by chance: any number of players, a few options with any value."""
    pack = whole(folder)
    options = list(pack.rules.options.values())
    changed = dice.sample(options, min(CHANGED, len(options)))
    values = tuple((option.name, dice.choice(_values(pack, option))) for option in changed)
    return Sample(folder, dice.choice(pack.numbers), values)


def _values(pack: Ruleset, option: OptionDecl) -> range:
    match option.type:
        case NumberType(low, high):
            return range(low, high + 1)
        case KindType(name):
            return range(len(pack.rules.kinds[name].values))
    return range(2)
