"""How fast whole matches go on the native runner and on the reference, for every game; what making a module costs.

Both draw an option where that is quicker; `listed/s` is the native runner where it lists them all. A move with two
values is drawn part by part: `choices/s` counts two, and `length` is in choices, `moves` in moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from dsl.match.playouts import Playouts, PlayoutTotals
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.runtime import chance
from dsl.runtime.board_window import with_larger_windows
from dsl.runtime.rollout import RolloutStop
from dsl.runtime.runner import Runner, State
from dsl.runtime.wasm.runner import MANY, NativeRunner
from tests.bench.figures import ROOT, clock_of, heading, read_arguments
from tests.bench.games import games

ROUNDS = 3
SEED = 1
COUNTED = 100  #: matches whose moves are counted


def main() -> None:
    """Measure every game with its least and most players; the rounds of both runners alternate."""
    arguments = read_arguments("Playouts on both runners, game by game.", game="", number=1)
    clock = clock_of(arguments)
    heading(f"median of {ROUNDS} rounds of {arguments.number} s each on one core; matches by uniformly random choices")
    columns = ("made ms", "kB", "native/s", "choices/s", "length", "moves", "listed/s", "reference/s", "times")
    print(f"  {'game':<26} {'players':>7}" + "".join(f"{column:>13}" for column in columns))
    for folder in games(ROOT / "rulesets"):
        if arguments.game in folder.name:
            pack = load(folder)
            for players in sorted(set(pack.players)):
                print(_line(folder, pack, players, arguments.number, clock), flush=True)


def _line(folder: Path, pack: Ruleset, players: int, seconds: float, clock: Callable[[], float]) -> str:
    began = clock()
    native = Natively(pack, players)
    made = clock() - began
    listing = Natively(pack, players, draws=False)
    reference = Playouts(pack, players, pack.defaults(players), draws=True)
    reference.play(SEED)
    fast, choices, listed, slow, length = [], [], [], [], 0.0
    for number in range(ROUNDS):
        rate, length = native.rate(seconds, number, clock)
        fast.append(rate)
        choices.append(rate * length)
        listed.append(listing.rate(seconds, number, clock)[0])
        slow.append(_rate(reference, seconds, number, clock))
    times = median(fast) / median(slow)
    size = len(native.runner.binary) / 1000
    figures = (
        made * 1000,
        size,
        median(fast),
        median(choices),
        length,
        native.moves(),
        median(listed),
        median(slow),
        times,
    )
    return f"  {folder.name:<26} {players:>7}" + "".join(f"{figure:>13,.1f}" for figure in figures)


def _rate(series: Playouts, seconds: float, round_: int, clock: Callable[[], float]) -> float:
    began, made = clock(), 0
    while clock() - began < seconds:
        series.play(1000 * round_ + made)
        made += 1
    return made / (clock() - began)


class Natively:
    """Plays one setting on and on from the start of one match. What needs larger boards is finished on those."""

    def __init__(self, pack: Ruleset, players: int, draws: bool = True) -> None:
        self._series = Playouts(pack, players, pack.defaults(players), native=True, draws=draws)
        self.runner = self._wider({})
        self._state: State = self.runner.start(SEED)

    def _wider(self, windows: Mapping[str, int]) -> NativeRunner:
        runner = self._series.runner(windows)
        assert isinstance(runner, NativeRunner), "there is no native runner here: see `gondwana runner`"
        return runner

    def rate(self, seconds: float, round_: int, clock: Callable[[], float]) -> tuple[float, float]:
        """Return how many matches there are in a second, and how many choices in a match."""
        policy, made, choices, count = chance.seeded(round_), 0, 0, 1
        began = clock()
        while clock() - began < seconds:
            tally = self.runner.playouts(self._state, policy, count)
            policy, made, choices = tally.policy, made + tally.made, choices + tally.choices
            if tally.stop == RolloutStop.ROOM:
                made, choices = made + 1, choices + tally.unfinished + self._finish(self.runner.left())
            count = min(2 * count, 100_000)
        return made / (clock() - began), choices / max(made, 1)

    def moves(self) -> float:
        """Return how many moves there are in a match, of some matches."""
        totals = PlayoutTotals(self.runner.program)
        while totals.number < COUNTED:
            totals.add(self._series.tally(totals.number, COUNTED - totals.number))
        return totals.moves.total / totals.number

    def _finish(self, state: State) -> int:
        runner: Runner = self.runner
        windows: dict[str, int] = {}
        stop, choices = RolloutStop.ROOM, 0
        while stop == RolloutStop.ROOM:
            runner, state = with_larger_windows(runner, state, windows, self._wider)
            assert isinstance(runner, NativeRunner)
            stop, more, *_ = runner.roll_out(state, chance.seeded(choices), MANY)
            choices += more
        return choices


if __name__ == "__main__":
    main()
