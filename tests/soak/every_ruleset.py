"""Plays many random matches of every game: `python -m tests.soak.every_ruleset [MATCHES] [GAME...]`.

After random options come settings that together have every pair of options, and every house rule.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from dsl.match.playouts import PlayoutError
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import Sample, covering, drawn, whole

MATCHES = 200


def tables(folder: Path, matches: int) -> Iterator[Sequence[Sample]]:
    """Yield samples for each number of players: first with the official options, then as many with random options."""
    for players in whole(folder).numbers:
        yield [Sample(folder, players, ())] * matches
    if whole(folder).rules.options:
        yield [drawn(folder, random.Random(f"{name_of(folder)} {number}")) for number in range(matches)]
        for players in whole(folder).numbers:
            yield list(covering(folder, players))
    for rules in whole(folder).house_rules():
        yield [Sample(folder, players, (), rules.title) for players in whole(folder).numbers]


def wrong_in(samples: Sequence[Sample]) -> int:
    """Play a match of each setting; say every one that is not in order, and return how many they are."""
    choices = wrong = 0
    for number, sample in enumerate(samples):
        try:
            choices += sample.play(number)
        except PlayoutError as error:
            wrong += 1
            print(f"{sample}: {error}", flush=True)
    what = str(samples[0]) if samples[0] == samples[-1] else f"{name_of(samples[0].folder)}, random options"
    print(f"{what}: {len(samples)} matches, {choices} choices", flush=True)
    return wrong


def main(arguments: Sequence[str]) -> None:
    """Play a number of matches of each game and number of players, with options of all sorts."""
    matches = int(arguments[0]) if arguments else MATCHES
    folders = [folder for folder in FOLDERS if not arguments[1:] or name_of(folder) in arguments[1:]]
    wrong = sum(wrong_in(samples) for folder in folders for samples in tables(folder, matches))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
