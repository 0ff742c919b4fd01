"""Kills real processes that play a match, and compares their journals with that of an uninterrupted match.

Bots choose by seed and position alone, so the same seed gives the same journal byte for byte: a killed process must
leave a prefix of it, and resuming must write the rest.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from dsl.bots import make
from dsl.i18n.event_log import log_entries
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan, read
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from dsl.match.table_messages import Changed, News

ROOT = Path(__file__).parents[3]
TRIAS = ROOT / "rulesets" / "trias"
PLAYERS = 3
PATIENCE = 60  #: seconds; a whole match takes one


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """A match that was played to its end without interruption."""

    seed: int
    journal: bytes
    said: list[str]  #: the lines that `gondwana play` prints on the way
    said_by: list[int]  #: how many of them when the first, second ... choice was told


def undisturbed(seed: int, path: Path) -> Undisturbed:
    """Play a match of bots to its end, noting the order of journal lines and news."""
    pack = load(TRIAS)
    words = Translator(pack, "en")
    said: list[str] = []
    said_by: list[int] = []

    def listen(news: News) -> None:
        assert isinstance(news, Changed)
        said.extend(f"  {entry.whole}" for entry in log_entries(news.events, words))
        said_by.append(len(said))

    seats = [SeatPlan(colour, "bot:random") for colour in pack.rules.colours[:PLAYERS]]
    table = Table(pack, seats, {}, seed, path, make)
    table.subscribe("", listen)
    while table.step_bots():
        pass
    table.close()
    return Undisturbed(seed, path.read_bytes(), said, said_by)


def kill_one(whole: Undisturbed, path: Path, dice: random.Random) -> int:
    """Kill a process at a random moment of the match and check what it left; return how many choices it had made."""
    header = whole.journal.index(b"\n") + 1
    wanted = dice.randint(header, len(whole.journal)) if dice.random() < 0.9 else 0  # 0: while it starts
    told = _killed(whole.seed, path, wanted, dice.random() * 0.02).decode().split("\n")[:-1]
    if not path.exists():  # killed before the match began: then nothing was told either
        assert told == []
        return 0
    kept = read(path)
    good = kept.whole
    assert whole.journal.startswith(good)
    ending = told[len(whole.said) :]  # the ranking, if it came so far
    assert told[: len(whole.said)] == whole.said[: len(told)], "it told what the undisturbed match did not"
    assert not ending or len(kept.entries) == len(whole.said_by)
    assert len(kept.entries) >= bisect_left(whole.said_by, min(len(told), len(whole.said))), "told, but not kept"
    return len(kept.entries)


def _killed(seed: int, path: Path, size: int, delay: float) -> bytes:
    """Start `gondwana play`, kill it after its journal has reached `size` bytes; return its output."""
    said = path.with_suffix(".said")
    seats = ",".join(["bot:random"] * PLAYERS)
    command = [sys.executable, "-m", "app", "play", str(TRIAS), "--seats", seats, "--seed", str(seed)]
    with said.open("wb") as output:
        playing = subprocess.Popen(
            [*command, "--journal", str(path)],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},  # what it prints is seen at once, as on a terminal
        )
        started = time.monotonic()
        while playing.poll() is None and (path.stat().st_size if path.exists() else 0) < size:
            assert time.monotonic() - started < PATIENCE
            time.sleep(0.001)
        time.sleep(delay if size else delay * 20)
        playing.kill()
        assert playing.wait(PATIENCE) in (-9, 0)
    return said.read_bytes()


def go_on(whole: Undisturbed, path: Path) -> None:
    """Resume the match of a killed process and play it to the end, which must be that of the uninterrupted match."""
    kept = len(read(path).entries)
    table, _ = Table.resume(path, make)
    assert table.match.position == kept
    while table.step_bots():
        pass
    table.close()
    assert path.read_bytes() == whole.journal
