"""Undo against bots goes back to the player's own last choice, unless information was revealed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from dsl.bots import make
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, TableOpener, open_page, play_on
from tests.rulesets import RULESETS

CHESS = RULESETS / "classics" / "chess"


def until_asked(qtbot: QtBot, opened: OpenTable) -> None:
    qtbot.waitUntil(lambda: opened.driver.decision is not None or opened.driver.over)


def test_a_chess_move_is_undone_with_its_reply(qtbot: QtBot, tmp_path: Path) -> None:
    pack = load(CHESS)
    table = Table(pack, [SeatPlan("white"), SeatPlan("black", BOT)], {}, 3, tmp_path / "chess", make)
    opened = open_page(qtbot, table, INSTANT, folder=CHESS)
    driver, undo = opened.driver, opened.page.table_layout.prompt.undo
    play_on(qtbot, opened, 1)
    assert undo.toolTip() == "Undo your last decision."
    before = driver.view
    play_on(qtbot, opened, 1)
    until_asked(qtbot, opened)
    assert driver.view.turn > before.turn
    assert undo.toolTip().endswith("everything the computer players have done since.")
    driver.click(undo)
    assert driver.view == before
    driver.click(undo)
    assert driver.view.position == 0
    play_on(qtbot, opened, 2)
    until_asked(qtbot, opened)
    assert driver.view.position == 4
    opened.page.close_table()
    table.close()
    assert replay(tmp_path / "chess").match.digest == table.match.digest


def test_an_undo_includes_two_bots(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT, BOT)
    before = opened.driver.view
    play_on(qtbot, opened, 1)
    until_asked(qtbot, opened)
    assert opened.driver.view.position >= 3
    opened.driver.key("u")
    assert opened.driver.view == before
    play_on(qtbot, opened, 1)
    until_asked(qtbot, opened)


def test_revealed_information_forbids_an_undo(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    driver, page = opened.driver, opened.page
    for _ in range(200):
        until_asked(qtbot, opened)
        assert not driver.over
        if driver.view.why_no_undo == "undo.seen":
            break
        play_on(qtbot, opened, 1)
    position = opened.table.match.position
    assert page.table_layout.prompt.undo.toolTip() == page.words.refusal("undo.seen")
    driver.click(page.table_layout.prompt.undo)
    assert opened.table.match.position == position
    assert page.words.refusal("undo.seen") in page.table_layout.bubble.text


def test_a_finished_match_continues_after_an_undo_and_ends_with_its_score_sheet(qtbot: QtBot) -> None:
    folder = RULESETS / "classics" / "tic-tac-toe"
    pack = load(folder)
    colours = pack.rules.colours
    table = Table(pack, [SeatPlan(colours[0]), SeatPlan(colours[1], BOT)], {}, 3, None, make)
    opened = open_page(qtbot, table, INSTANT, folder=folder)
    for _ in range(2):
        play_on(qtbot, opened)
        qtbot.waitUntil(opened.page.score.isVisible)
        opened.driver.click(opened.page.score.board)
        opened.driver.click(opened.page.table_layout.prompt.undo)
        assert not opened.driver.over
    opened.page.close_table()
    table.close()


@pytest.fixture
def minds() -> Iterator[BotService]:
    found = BotService()
    yield found
    found.close()


def test_an_undo_interrupts_a_search(qtbot: QtBot, minds: BotService) -> None:
    pack = load(RULESETS / "classics" / "reversi")
    mine, theirs = pack.rules.colours
    table = Table(pack, [SeatPlan(mine), SeatPlan(theirs, "bot:mcts:60000ms")], {}, 5, bots=minds)
    context = TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, minds), context, INSTANT)
    qtbot.addWidget(page)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None)
    driver = PageDriver(page)
    before = driver.view
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: "thinking" in page.table_layout.status.text())
    driver.click(page.table_layout.prompt.undo)
    assert driver.view == before
    assert table.thinking is None
    assert page.table_layout.status.text() == ""
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: bool(table.thinking))
    page.close_table()
