"""Plays random matches on both runners at once: `python -m tests.soak.runners [CHOICES] [SEED] [GAME...]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import Sample, drawn, whole
from tests.rulesets.runner_comparison import compare, compare_playing_on, compare_quietly, quiet_runners, runners

CHOICES = 1_000_000
STRETCH = 2_000  #: choices with one setting of options


def settings(folder: Path, dice: random.Random) -> Sample:
    """Return a random setting: half of them have the official options."""
    if dice.random() < 0.5:
        return Sample(folder, dice.choice(whole(folder).numbers), ())
    return drawn(folder, dice)


def main(arguments: Sequence[str]) -> None:
    """Play the games in turn until a number of choices agreed. A difference raises an AssertionError."""
    wanted, seed = (int(number) for number in [*arguments[:2], *(CHOICES, 0)[len(arguments[:2]) :]])
    folders = [folder for folder in FOLDERS if not arguments[2:] or name_of(folder) in arguments[2:]]
    dice, choices, matches = random.Random(seed), 0, 0
    while choices < wanted:
        for folder in folders:
            sample, made = settings(folder, dice), 0
            while made < min(STRETCH, wanted - choices):
                made += compare(sample, dice.getrandbits(32), STRETCH - made)
                matches += 1
            choices += made
            compare_playing_on(sample, dice.getrandbits(32), STRETCH // 4)
            compare_quietly(sample, dice.getrandbits(32), STRETCH)
            print(f"{choices:9} choices, {matches} matches; {sample}", flush=True)
        runners.cache_clear()
        quiet_runners.cache_clear()


if __name__ == "__main__":
    main(sys.argv[1:])
