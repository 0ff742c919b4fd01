"""Compares many worlds that differ only in secrets: `python -m tests.soak.two_worlds [GAME=PAIRS...]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from dsl.match.rulesets.ruleset import load
from tests.dsl.match.same_information import compare, latest, pair
from tests.rulesets import RULESETS, name_of, with_secrets
from tests.rulesets.random_matches import drawn

PAIRS = 1000  #: of each game with secrets


def main(arguments: Sequence[str]) -> None:
    """Compare pairs of each game, every other one with random options.

    The first difference ends it with an AssertionError that names the pair.
    """
    for item in arguments or [f"{name_of(folder)}={PAIRS}" for folder in with_secrets()]:
        game, _, pairs = item.partition("=")
        pack = load(RULESETS / game)
        followed = 0
        for number in range(int(pairs)):
            dice = random.Random(f"{game} {number}")
            options = dict(drawn(RULESETS / game, dice).options) if number % 2 else {}
            try:
                followed += compare(pair(pack, dice, latest(game), options), dice)
            except AssertionError as error:
                error.add_note(f"pair {number} of {game}, with {options}")
                raise
        print(f"{game}: {pairs} pairs, followed for {followed} choices: no difference", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
