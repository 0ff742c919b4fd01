"""Each classic game can be played with the mouse alone: every choice is a click on the board or a button."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.appearance.look import read_look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from dsl.bots import make
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import INSTANT, OpenTable, play_on

CLASSICS = official_rulesets() / "classics"
GAMES = ("tic-tac-toe", "connect-four", "hex", "breakthrough", "reversi", "draughts", "amazons", "oware")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_classic_is_played_by_clicks(qtbot: QtBot, tmp_path: Path, game: str, language: str) -> None:
    pack = load(CLASSICS / game)
    seats = [SeatPlan(colour, "human", "") for colour in pack.rules.colours]
    table = Table(pack, seats, {}, 3, tmp_path / "match.journal", make)
    words = Translator(pack, language)
    page = TablePage(
        LocalLink(table), TableContext(Translations(language), words, read_look(CLASSICS / game), LIGHT), INSTANT
    )
    qtbot.addWidget(page)
    page.resize(1366, 738)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None or bool(page.curtain.colour))
    opened = OpenTable(table, page, PageDriver(page, 3))
    play_on(qtbot, opened, 8)
    assert opened.driver.view.position >= 5
