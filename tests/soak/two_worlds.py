"""Compares many worlds that differ only in secrets: `python -m tests.soak.two_worlds [GAME=PAIRS...]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from dsl.engine.pack import load
from tests.dsl.engine.worlds import compare, pair

RULESETS = Path(__file__).parents[2] / "rulesets"
DEFAULTS = ("trias=1000", "ciao-dino=200")


def main(arguments: Sequence[str]) -> None:
    """Compare so many pairs of each game; the first difference ends it with an AssertionError that names the pair."""
    for item in arguments or DEFAULTS:
        game, _, pairs = item.partition("=")
        pack = load(RULESETS / game)
        followed = 0
        for number in range(int(pairs)):
            dice = random.Random(f"{game} {number}")
            try:
                followed += compare(pair(pack, dice), dice)
            except AssertionError as error:
                error.add_note(f"pair {number} of {game}")
                raise
        print(f"{game}: {pairs} pairs, followed for {followed} choices: no difference", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
