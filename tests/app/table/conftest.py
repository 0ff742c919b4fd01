"""Fixtures of the table tests: context and tables of an official ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.table.context import TableContext, TableSettings
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from tests.app.table.table_pages import FOLDER, INSTANT, OpenTable, TableOpener, make_context, open_page


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
def open_table(qtbot: QtBot, pack: Ruleset, tmp_path: Path) -> Iterator[TableOpener]:
    """Open a table: `players` are "human" or kinds of bots, in the order of the seats."""
    tables: list[OpenTable] = []

    def open_one(
        *players: str, seed: int = 7, settings: TableSettings = INSTANT, language: str = "en", **options: int
    ) -> OpenTable:
        colours = pack.rules.colours
        seats = [SeatPlan(colour, player, "") for colour, player in zip(colours, players, strict=False)]
        journal = tmp_path / f"match-{len(tables)}.journal"
        table = Table(pack, seats, options, seed, journal, make)
        opened = open_page(qtbot, table, settings, language)
        tables.append(opened)
        return opened

    yield open_one
    for opened in tables:
        opened.page.close_table()
        opened.table.close()
