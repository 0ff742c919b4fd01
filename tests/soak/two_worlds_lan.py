"""Compares what two hosted tables send that differ only in secrets:
`python -m tests.soak.two_worlds_lan [GAME=PAIRS...]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from tests.app.net.server.room.hosted_room import pack_of
from tests.app.net.server.room.world_comparison import compare_told
from tests.dsl.match.same_information import latest, pair
from tests.rulesets import name_of, with_secrets

PAIRS = 1000  #: of each game with secrets


def main(arguments: Sequence[str]) -> None:
    """Compare pairs of each game. The first difference raises an AssertionError that names the pair."""
    for item in arguments or [f"{name_of(folder)}={PAIRS}" for folder in with_secrets()]:
        game, _, pairs = item.partition("=")
        followed = 0
        for number in range(int(pairs)):
            dice = random.Random(f"{game} {number}")
            try:
                followed += compare_told(game, pair(pack_of(game), dice, latest(game)), dice, number % 3)
            except AssertionError as error:
                error.add_note(f"pair {number} of {game}")
                raise
        print(f"{game}: {pairs} pairs, followed for {followed} choices: no difference", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
