"""Watches many random matches position by position: `python -m tests.soak.watches [MATCHES] [GAME...]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.rulesets.watches import WATCHES, pack, watched

MATCHES = 200


def main(arguments: Sequence[str]) -> None:
    """Watch matches of each game and number of players; the first violation raises an AssertionError."""
    matches = int(arguments[0]) if arguments else MATCHES
    for game in arguments[1:] or WATCHES:
        for players in pack(game).numbers:
            choices = 0
            for seed in range(matches):
                try:
                    choices += watched(game, players, seed)
                except AssertionError as error:
                    error.add_note(f"{game}, {players} players, seed {seed}")
                    raise
            print(f"{game} {players}: {matches} matches, {choices} choices", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
