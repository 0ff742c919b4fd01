"""simulate: many matches, and what they come to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from dsl.bots import make
from dsl.bots.levels import FORMS
from dsl.cli.common import folder_of, load_drawn, options_of, tell_runner
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.cli.progress import Progress
from dsl.engine.pack import OptionError, Pack
from dsl.lab.cluster import cluster
from dsl.lab.comparison import comparison
from dsl.lab.figures import summary
from dsl.lab.plan import CHANCE, RANDOM, Plan, plan_of
from dsl.lab.report import Report, Side, kept
from dsl.lab.series import missing, played
from dsl.lab.spread import Spread, SpreadError, cores, processes
from dsl.lab.store import Store, StoreError
from dsl.lab.tables import Speaker
from dsl.lab.work import Matches

LAST_SEED = 2**64 - 1
OTHER = "against"  #: the folder of the matches by the other rules, within that of the results


def simulate(arguments: argparse.Namespace) -> int:
    """Play many matches, say what they come to, and keep it."""
    house = [*arguments.house]
    pack = _pack(arguments.game, house)
    plan = _plan(pack, arguments)
    against = _plan(_pack(arguments.game, [*house, *arguments.against]), arguments) if arguments.against else None
    if arguments.seed + arguments.number - 1 > LAST_SEED:
        raise MisuseError(f"there is no seed {arguments.seed + arguments.number - 1}: the last is {LAST_SEED}")
    out = Path(arguments.out) if arguments.out else None
    if not arguments.cluster:
        tell_runner()
    try:
        spread = cluster(arguments.cluster) if arguments.cluster else processes(arguments.jobs or cores())
        seeds = range(arguments.seed, arguments.seed + arguments.number)
        main = _played(plan, seeds, spread, out, "matches")
        other = _played(against, seeds, spread, out and out / OTHER, "matches by the other rules") if against else None
    except (SpreadError, StoreError) as error:
        raise FailedError(str(error)) from None
    _tell(main, other, arguments.language, out)
    return FAILED if any(side.summary.troubles for side in (main, other) if side) else GOOD


def _pack(game: str, house: Sequence[str]) -> Pack:
    return load_drawn(folder_of(game), [Path(item) if item.endswith(".rules") else item for item in house])


def _plan(pack: Pack, arguments: argparse.Namespace) -> Plan:
    try:
        return plan_of(pack, _seats(pack, arguments.seats, arguments.players), options_of(arguments))
    except OptionError as error:
        raise MisuseError(str(error)) from None


def _seats(pack: Pack, seats: str, players: int | None) -> list[str]:
    """Return who plays: by seat, or the same on all of them."""
    named = [item.strip() for item in seats.split(",")] if seats else [CHANCE]
    if CHANCE in named and set(named) != {CHANCE}:
        raise MisuseError(f"`{CHANCE}` plays on all seats or on none; at a table with others there is `{RANDOM}`")
    for player in named:
        _require(player, pack)
    if len(named) == 1:
        return named * (players or pack.players[0])
    if players not in (None, len(named)):
        raise MisuseError(f"--seats names {len(named)}, and --players says {players}")
    return named


def _require(player: str, pack: Pack) -> None:
    """Raise MisuseError if nobody makes such a bot."""
    if player == "human":
        raise MisuseError(f"people do not sit down here; there are {', '.join((CHANCE, *FORMS))}")
    if player != CHANCE:
        try:
            make(player, 0, pack)
        except ValueError as error:
            raise MisuseError(str(error)) from None


def _played(plan: Plan, seeds: Sequence[int], spread: Spread, folder: Path | None, noun: str) -> Side:
    """Return the matches of a plan; those that are in the folder are not played again."""
    store = Store(folder, plan) if folder else None
    left = len(missing(seeds, store))
    if left < len(seeds):
        print(f"{len(seeds) - left} of {len(seeds)} {noun} are in {folder} already", flush=True)
    progress = Progress(left, noun)
    try:
        records = played(plan, seeds, spread, store, progress.more)
    except KeyboardInterrupt:
        there = f"; {folder} keeps what was played, and the same command goes on" if folder else ""
        raise FailedError(f"stopped{there}") from None
    finally:
        progress.close()
        if store:
            store.close()
    return Side(plan, records, summary(Matches(plan), list(records.values())))


def _tell(main: Side, other: Side | None, language: str, out: Path | None) -> None:
    matches = Matches(main.plan)
    change = comparison(main.summary, other.summary, main.records, other.records) if other else None
    own = {rules.title for rules in matches.pack.house}
    house = (
        ", ".join(rules.title for rules in Matches(other.plan).pack.house if rules.title not in own) if other else ""
    )
    journals = kept(matches, main, out) if out else {}
    report = Report(Speaker.of(matches.pack, language), main, house, other, change, journals)
    for line in report.lines():
        print(line)
    if out:
        report.write(out)
        print(f"\n{out / 'report.html'}")
