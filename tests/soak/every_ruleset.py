"""Plays many random matches of every game: `python -m tests.soak.every_ruleset [MATCHES] [GAME...]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from dsl.engine.playout import PlayoutError
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import drawn

MATCHES = 200


def main(arguments: Sequence[str]) -> None:
    """Play so many matches of each game, each with a setting of its own; say every one that is not in order."""
    matches = int(arguments[0]) if arguments else MATCHES
    wrong = 0
    for folder in FOLDERS:
        if arguments[1:] and name_of(folder) not in arguments[1:]:
            continue
        choices = 0
        for number in range(matches):
            sample = drawn(folder, random.Random(f"{name_of(folder)} {number}"))
            try:
                choices += sample.play(number)
            except PlayoutError as error:
                wrong += 1
                print(f"{sample}: {error}", flush=True)
        print(f"{name_of(folder)}: {matches} matches, {choices} choices", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
