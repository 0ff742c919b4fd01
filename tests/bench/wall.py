"""How long computer players take for a decision, as a window sees it: `python -m tests.bench.wall [GAME[=PLAYERS]...]`.

Whole matches by bots of 200 ms that think in the process that the window has for them. A decision lasts from the first
question until its choice is carried out: what the seat may know, the process, and the pauses between two looks
included. Beside it the processor time of both processes, where a machine has more to do than it has processors.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dsl.bots.bot_service import BotService
from dsl.match.journal import SeatPlan
from dsl.match.observation.information_set import Setting
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from tests.bench.figures import at_percentile, folder_of, heading
from tests.rulesets import FOLDERS, name_of

BUDGET = 200  #: milliseconds
GLANCE = 0.02  #: seconds between two looks, as the window has it
AIM = 0.3  #: seconds


@dataclass(slots=True)
class Times:
    """Seconds, decision by decision; those with one option only are none."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)  #: what took too long


def main() -> None:
    """Play one match of each game, and print a line for it."""
    parser = argparse.ArgumentParser(description="Time of a decision by computer players of 200 ms.")
    parser.add_argument("games", nargs="*", default=[name_of(folder) for folder in FOLDERS], metavar="GAME[=PLAYERS]")
    parser.add_argument("--most", type=int, default=10**6, help="decisions of a match")
    parser.add_argument("--unready", type=float, nargs="?", const=0.0, metavar="SECONDS",
                        help="ask so long after a set-up page was opened (0), not when all is ready")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    found = parser.parse_args()
    heading(f"bots with {BUDGET} ms a decision; wall and processor time in milliseconds")
    columns = ("choices", "first", "median", "p99", "max", "cpu p99", "cpu max", f">{AIM * 1000:.0f}")
    print(f"  {'game':<26} {'players':>7}" + "".join(f"{column:>9}" for column in columns))
    for item in found.games:
        game, _, number = item.partition("=")
        pack = load(folder_of(game))
        players = int(number) if number else min(4, pack.numbers[-1])
        times = measured(pack, players, found.seed, found.most, found.unready)
        print(_line(game, players, times), *times.slow[:8], sep="\n      ", flush=True)


def measured(pack: Ruleset, players: int, seed: int, most: int, unready: float | None) -> Times:
    """Play a match and return the times of its decisions; it starts `unready` seconds after the bots were requested."""
    minds, times = BotService(), Times()
    plans = [SeatPlan(colour, f"bot:mcts:{BUDGET}ms") for colour in pack.rules.colours[:players]]
    if unready:
        minds.prepare(pack, Setting(players, tuple(sorted(pack.defaults(players).items())), ()))
        time.sleep(unready)
    table = Table(pack, plans, {}, seed, bots=minds)
    try:
        gc.freeze()  # as the window does
        if unready is None:
            _first(table, minds)
        while table.bot_to_move and len(times.wall) < most:
            _decide(table, minds, times)
    finally:
        minds.close()
    return times


def _first(table: Table, minds: BotService) -> None:
    """Wait until the process has compiled what it needs: it answers one question after the other."""
    for _ in range(3):
        minds.request_advice(table.pack, table.match.information(table.bot_to_move).information)
        while minds.advising:
            time.sleep(GLANCE)


def _decide(table: Table, minds: BotService, times: Times) -> None:
    """Let a bot choose, and note how long it took, if it had a choice."""
    clock, seat = _processor(minds), table.bot_to_move
    question = table.match.question_of(seat)
    assert question is not None
    options = len(question.options)
    begun, used = time.perf_counter(), clock()
    while not table.step_bots():
        time.sleep(GLANCE)
    if options > 1:
        times.wall.append(time.perf_counter() - begun)
        times.processor.append(clock() - used)
        if times.wall[-1] > AIM:
            what = f"{len(times.wall) - 1}: {seat}, {question.rule}, {options} options"
            times.slow.append(f"{what}: {times.wall[-1] * 1000:.0f} ms, processor {times.processor[-1] * 1000:.0f} ms")


def _processor(minds: BotService) -> Callable[[], float]:
    """Return a clock of the processor time of both processes, where the system has one (Linux)."""
    pid = minds.pid
    there = sys.platform == "linux" and pid and os.path.exists(f"/proc/{pid}")
    clocks = [time.CLOCK_PROCESS_CPUTIME_ID, *([~pid << 3 | 2] if there else [])]
    return lambda: sum(time.clock_gettime(clock) for clock in clocks)


def _line(game: str, players: int, times: Times) -> str:
    wall, processor = times.wall, times.processor
    seconds = [wall[0], statistics.median(wall), at_percentile(wall, 99), max(wall)]
    seconds += [at_percentile(processor, 99), max(processor)]
    figures = "".join(f"{each * 1000:>9.0f}" for each in seconds)
    return f"  {game:<26} {players:>7}{len(wall):>9}{figures}{sum(each > AIM for each in wall):>9}"


if __name__ == "__main__":
    main()
