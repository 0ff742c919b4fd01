"""Time until the compiled search of a new bot process is ready: `python -m tests.bench.ready [GAME[=PLAYERS]...]`.

A table that opens at once starts the process, lets it read the rules and asks it for a choice. The choice of one
iteration waits for the compiled search and takes no time of its own. Three columns: without the cache of compiled
searches, with an empty one, and with one that holds the search. *Prepared* asks a process that has read the rules and
compiled the search of another number of players, as on a set-up page whose setting was changed before the match began.

The process of the bots imports this module, as that of a window imports `app.__main__`: so the rest is imported late.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.bots.worker_client import WorkerClient
    from dsl.match.observation.information_set import Information
    from dsl.match.rulesets.ruleset import Ruleset

QUESTION = "bot:mcts:1"
KINDS = ("no cache", "empty cache", "cached", "prepared")


@dataclass(slots=True)
class Times:
    """Seconds of one kind of start."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


def main() -> None:
    """Print a line for each game."""
    from dsl.match.rulesets.ruleset import load
    from tests.bench.figures import folder_of, heading
    from tests.rulesets import FOLDERS, name_of

    parser = argparse.ArgumentParser(description="Time until the compiled search of a new process is ready.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=PLAYERS]")
    parser.add_argument("-n", type=int, default=3, metavar="TIMES")
    found = parser.parse_args()
    heading(f"a bot process until its search is ready, median of {found.n}: milliseconds of processor time (wall time)")
    print(f"  {'game':<26} {'players':>7}" + "".join(f"{kind:>16}" for kind in KINDS))
    for item in found.games:
        game, _, number = item.partition("=")
        pack = load(folder_of(game))
        players = int(number) if number else min(4, pack.numbers[-1])
        times = measured(pack, players, found.n)
        figures = "".join(f"{_figures(times[kind]):>16}" for kind in KINDS)
        print(f"  {game:<26} {players:>7}{figures}", flush=True)


def measured(pack: Ruleset, players: int, rounds: int) -> dict[str, Times]:
    """Return the times by kind of start; the rounds alternate."""
    from dsl.base.files import set_module_folder
    from dsl.bots.worker_client import WorkerClient

    times = {kind: Times() for kind in KINDS}
    asked = _information(pack, players)
    others = [number for number in pack.numbers if number != players]
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            for kind in KINDS:
                if kind == "prepared" and not others:
                    continue
                set_module_folder(None if kind == KINDS[0] else Path(folder))
                client = WorkerClient(pack)
                if kind == "prepared":
                    _ask(client, _information(pack, others[0]))
                begun, used = time.perf_counter(), _processor(client)
                _ask(client, asked)
                times[kind].wall.append(time.perf_counter() - begun)
                times[kind].processor.append(_processor(client) - used)
                client.close()
    return times


def _information(pack: Ruleset, players: int) -> Information:
    from dsl.match.match import Match

    match = Match(pack, players, pack.defaults(players), 1)
    assert match.question is not None
    return match.information(match.question.seat).information


def _ask(client: WorkerClient, information: Information) -> None:
    from dsl.bots.worker_messages import Chosen

    answer = client.wait(client.think(QUESTION, 1, information))
    assert isinstance(answer, Chosen), answer


def _processor(client: WorkerClient) -> float:
    """Return the processor time of the process so far, where the system tells (Linux)."""
    if sys.platform != "linux" or not client.pid or not os.path.exists(f"/proc/{client.pid}"):
        return 0.0
    return time.clock_gettime(~client.pid << 3 | 2)


def _figures(times: Times) -> str:
    if not times.wall:
        return "-"
    return f"{1000 * statistics.median(times.processor):.0f} ({1000 * statistics.median(times.wall):.0f})"


if __name__ == "__main__":
    main()
