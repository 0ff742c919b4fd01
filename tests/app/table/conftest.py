"""What the tests of the table share: the words and the look of a real ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.table.model.context import TableContext, TableSettings
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from tests.app.table.sitting import FOLDER, STILL, Seating, SitDown, make_context, seat_at


@pytest.fixture
def context() -> TableContext:
    return make_context()


@pytest.fixture
def french_context() -> TableContext:
    """The same in French."""
    return make_context("fr")


@pytest.fixture(scope="session")
def pack() -> Ruleset:
    return load(FOLDER)


@pytest.fixture
def sit_down(qtbot: QtBot, pack: Ruleset, tmp_path: Path) -> Iterator[SitDown]:
    """Open a table: `players` says who is a person ("human") or a bot, in the order of the seats."""
    opened: list[Seating] = []

    def sit(
        *players: str, seed: int = 7, settings: TableSettings = STILL, language: str = "en", **options: int
    ) -> Seating:
        colours = pack.rules.colours
        seats = [SeatPlan(colour, player, "") for colour, player in zip(colours, players, strict=False)]
        journal = tmp_path / f"match-{len(opened)}.journal"
        table = Table(pack, seats, options, seed, journal, make)
        seating = seat_at(qtbot, table, settings, language)
        opened.append(seating)
        return seating

    yield sit
    for seating in opened:
        seating.page.close_table()
        seating.table.close()
