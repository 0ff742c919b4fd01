"""Shared by the benches: command-line arguments, statistics, printing."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read_arguments(what: str, game: str = "trias", number: int = 10) -> argparse.Namespace:
    """Return the game and how often something is measured, as the command line says."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("game", nargs="?", default=game, help="the folder's name of an official game")
    parser.add_argument("-n", "--number", type=int, default=number, help="how often, or how many matches")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, for a busy machine")
    found = parser.parse_args()
    if found.number < 1 or not any((ROOT / "rulesets").rglob(f"{found.game or '*'}*")):
        parser.error("a game of rulesets/, and at least once")
    return found


def folder_of(game: str) -> Path:
    """Return the folder of an official game by name, perhaps with the folder above: `classics/chess`."""
    folders = (path.parent for path in (ROOT / "rulesets").rglob("game.toml"))
    return next(folder for folder in folders if folder.as_posix().endswith(f"/{game}"))


def clock_of(arguments: argparse.Namespace) -> Callable[[], float]:
    """Return the clock that the command line wants."""
    return time.process_time if arguments.cpu else time.perf_counter


def heading(what: str) -> None:
    """Print what is measured, and where."""
    print(f"{what} (Python {platform.python_version()}, {platform.machine()}, load {os.getloadavg()[0]:.1f})")


def show(name: str, seconds: Sequence[float]) -> None:
    """Print median, 99th percentile and maximum of measured times, in milliseconds."""
    ordered, p99 = sorted(seconds), at_percentile(seconds, 99)
    shown = ((statistics.median(ordered), "median"), (p99, "p99"), (ordered[-1], "max"))
    figures = "".join(f"{value * 1000:9.1f} ms {label}" for value, label in shown)
    print(f"  {name:<42}{figures}  of {len(ordered)}")


def at_percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile of times."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def compare(name: str, times: Sequence[float], other: str, others: Sequence[float]) -> None:
    """Print how many times longer one thing takes than another, by their medians."""
    print(f"  {name} / {other}: {statistics.median(times) / statistics.median(others):.2f}")


def seconds_of(command: Sequence[str]) -> float:
    """Return how long a command of this Python takes, from outside; it must succeed."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
