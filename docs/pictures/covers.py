"""Makes the positions on the covers of the official games, `cover.json` in the folder of each: computer players begin a
match from a fixed seed.

    .venv/bin/python -m docs.pictures.covers               all of them
    .venv/bin/python -m docs.pictures.covers trias chess   some of them
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.base.paths import official_rulesets
from app.storage.board_position import position_of, write_position
from app.storage.game_library import COVER, find_games
from dsl.bots import make as make_bot
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table

_GENTLE, _RANDOM = "bot:gentle", "bot:random"


@dataclass(frozen=True, slots=True)
class CoverMatch:
    """The match whose position is on a cover, and the part of the board that the cover shows."""

    choices: int
    players: int = 2
    seed: int = 1
    bot: str = _GENTLE
    seat: str = ""  #: the player whose view it is; empty: a spectator
    around: str = ""  #: the place in the middle; empty: where most things lie
    share: int = 0  #: of the board's width, in per cent; 0: as the size of the cover suggests


COVERS = {
    "amazons": CoverMatch(45, seed=2, bot=_RANDOM, around="e7", share=75),
    "breakthrough": CoverMatch(38, seed=3, around="d4", share=80),
    "chess": CoverMatch(27, seed=2, around="d4", share=80),
    "ciao-dino": CoverMatch(48, 5, around="0,0", share=60),
    "connect-four": CoverMatch(24, share=100),
    "dinosaures": CoverMatch(260, bot=_RANDOM, seat="red", around="h11", share=50),
    "dinosaurs-and-unicorns": CoverMatch(260, 4, around="2,1", share=38),
    "draughts": CoverMatch(12, seed=4, around="d4", share=80),
    "hex": CoverMatch(40, around="e6", share=52),
    "oware": CoverMatch(16, share=108),
    "reversi": CoverMatch(26, around="e4", share=85),
    "tic-tac-toe": CoverMatch(5, share=185),
    "trias": CoverMatch(64, 5, around="-1,1", share=72),
    "triassic-terror": CoverMatch(90, 4, share=68),
}


def make_cover(folder: Path, match: CoverMatch) -> None:
    """Let computers play, and keep the position."""
    pack = load(folder)
    seats = [SeatPlan(colour, match.bot) for colour in pack.rules.colours[: match.players]]
    with tempfile.TemporaryDirectory() as kept:
        journal = Path(kept) / "cover.journal"
        table = Table(pack, seats, {}, match.seed, journal, lambda *which: make_bot(*which))
        made = 0
        while made < match.choices and not table.match.over:
            made += table.step_bots()
        position = position_of(table.view(match.seat), match.around, match.share)
        table.close()
    if position is not None:
        write_position(folder / COVER, position, private=False)


def main(names: Sequence[str]) -> int:
    """Make the covers of some games, or of all; return the exit code."""
    games = {card.name: card.folder for card in find_games(official_rulesets(), Path())}
    unknown = [name for name in names if name not in COVERS]
    if unknown:
        print(f"no such cover: {', '.join(unknown)}; known: {', '.join(COVERS)}", file=sys.stderr)
        return 2
    for name in names or COVERS:
        make_cover(games[name], COVERS[name])
        print(f"{name}: {(games[name] / COVER).stat().st_size // 1024} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
