"""How long until a decision is offered, for every game: the slowest number of players of each."""

from __future__ import annotations

from pathlib import Path

from dsl.match.rulesets.ruleset import Ruleset, load
from tests.bench.decisions import Times, play
from tests.bench.figures import ROOT, at_percentile, clock_of, heading, read_arguments


def main() -> None:
    """Measure some random matches of every game with its least and most players; one line for each."""
    arguments = read_arguments("Time until a decision is offered, game by game.", game="", number=2)
    heading(f"{arguments.number} matches with the least and the most players; milliseconds")
    columns = ("runner p99", "match p99", "whole p99", "max")
    print(f"  {'game':<26} {'players':>7} {'choices':>8}" + "".join(f"{column:>11}" for column in columns))
    for folder in games(ROOT / "rulesets"):
        if arguments.game in folder.name:
            pack = load(folder)
            for players in sorted(set(pack.players)):
                print(_line(folder.name, pack, players, arguments.number, Times(clock_of(arguments))), flush=True)


def games(folder: Path) -> list[Path]:
    """Return the folders of all games below one."""
    return sorted(path.parent for path in folder.rglob("game.toml"))


def _line(name: str, pack: Ruleset, players: int, matches: int, times: Times) -> str:
    for seed in range(matches):
        play(pack, players, seed, times)
    figures = [*(at_percentile(each, 99) for each in (times.runner, times.match, times.view)), max(times.view)]
    return f"  {name:<26} {players:>7} {len(times.view):>8}" + "".join(f"{figure * 1000:>11.2f}" for figure in figures)


if __name__ == "__main__":
    main()
