"""Bots in another process, and hints."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.link import Hint
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.panels.hint_texts import hint_lines
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.control.dying_process import die
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import INSTANT
from tests.rulesets import RULESETS


@pytest.fixture
def minds(monkeypatch: pytest.MonkeyPatch) -> Iterator[BotService]:
    monkeypatch.setattr("dsl.bots.bot_service.ADVICE", 150)  # what a hint says does not depend on its quality here
    found = BotService()
    yield found
    found.close()


def sit(
    qtbot: QtBot, minds: BotService, other: str, language: str = "en", game: str = "connect-four"
) -> tuple[Table, TablePage]:
    """Open a table with a person on the first seat, against a bot."""
    pack = load(RULESETS / "classics" / game)
    mine, theirs = pack.rules.colours
    table = Table(pack, [SeatPlan(mine), SeatPlan(theirs, other)], {}, 5, bots=minds)
    context = TableContext(Translations(language), Translator(pack, language), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, minds), context, INSTANT)
    qtbot.addWidget(page)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None)
    return table, page


def test_a_bot_thinks_while_the_window_stays_responsive(qtbot: QtBot, minds: BotService) -> None:
    """A thinking bot is named after one second. The game is large, so that its search takes longer."""
    table, page = sit(qtbot, minds, "bot:mcts:2200ms", game="reversi")
    driver = PageDriver(page)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: "thinking" in page.table_layout.status.text())
    assert table.thinking == "white"
    played = table.match.position
    qtbot.waitUntil(lambda: table.match.position > played)
    assert table.thinking is None
    page.close_table()


@pytest.mark.parametrize(("language", "would"), [("en", "Suggestion: "), ("fr", "Suggestion\u00a0: ")])
def test_a_hint_says_what_to_do_and_shows_where(qtbot: QtBot, minds: BotService, language: str, would: str) -> None:
    table, page = sit(qtbot, minds, "bot:random", language)
    assert page.table_layout.prompt.hint.isVisible()
    page.table_layout.prompt.hint.click()
    qtbot.waitUntil(lambda: page.table_layout.bubble.text.startswith(would))
    assert table.match.position == 0  # nothing was chosen
    assert len(page.table_layout.scene.overlay.rings) == 1  # around the place of the hint
    page.close_table()


def test_the_hint_process_starts_when_the_button_is_hovered(qtbot: QtBot, minds: BotService) -> None:
    """Until then a match in which no computer thinks has no process for it."""
    _, page = sit(qtbot, minds, "bot:random")
    assert minds.pid == 0
    here = QPointF(3, 3)
    QApplication.sendEvent(page.table_layout.prompt.hint, QEnterEvent(here, here, here))
    qtbot.waitUntil(lambda: minds.pid > 0)
    pid = minds.pid
    page.table_layout.prompt.hint.click()
    qtbot.waitUntil(lambda: page.table_layout.bubble.text != "")
    assert minds.pid == pid
    page.close_table()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_failed_bot_process_is_reported_and_the_match_continues(
    qtbot: QtBot, minds: BotService, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every bot process dies at its start: bots choose randomly, and hints are unavailable."""
    monkeypatch.setattr("dsl.bots.worker_client.serve", die)
    table, page = sit(qtbot, minds, "bot:mcts:20", language)
    driver, texts = PageDriver(page), page.context.texts
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: page.table_layout.status.text() == texts("table.thoughtless"))
    qtbot.waitUntil(lambda: table.match.position == 2)
    page.table_layout.prompt.hint.click()
    qtbot.waitUntil(lambda: page.table_layout.status.text() == texts("table.hint.none"))
    driver.play(driver.any_option())
    assert table.match.position >= 3
    page.close_table()


def test_a_late_hint_is_not_shown(qtbot: QtBot, minds: BotService) -> None:
    _, page = sit(qtbot, minds, "bot:random")
    view = page.view
    assert view is not None
    decision, context = view.decisions[0], page.context
    option = decision.options[0].number
    assert hint_lines(Hint("yellow", 0, option, 50, "", ()), decision, context)
    place = decision.options[0].value.place
    hidden = hint_lines(Hint("yellow", 0, option, 50, "", ()), decision, context, lambda place: False)
    shown = f"column {place[0]}"
    assert shown in hint_lines(Hint("yellow", 0, option, 50, "", ()), decision, context)[0]
    assert shown not in hidden[0]  # the board does not show its name: an arrow or a ring marks it
    assert hint_lines(Hint("yellow", 1, option, 50, "", ()), decision, context) == []
    assert hint_lines(Hint("red", 0, option, 50, "", ()), decision, context) == []
    page.close_table()


def test_the_gain_of_a_hint_is_formatted_for_the_language(qtbot: QtBot, minds: BotService) -> None:
    _, page = sit(qtbot, minds, "bot:random", "fr")
    view = page.view
    assert view is not None
    decision = view.decisions[0]
    hint = Hint(
        "yellow", 0, decision.options[0].number, 63, "", (("winner.row", 14), ("winner.row", -3), ("winner.row", 2))
    )
    lines = hint_lines(hint, decision, page.context)
    assert len(lines) == 5  # two tenths of a point are no reason
    assert lines[1].startswith("Environ 63")
    assert lines[3].startswith("+1,4  ")
    assert lines[4].startswith("−0,3  ")
    page.close_table()


@pytest.mark.parametrize(
    ("language", "certain", "told"),
    [
        ("en", "won", "This wins"),
        ("en", "drawn", "Neither player can win"),
        ("fr", "won", "C’est gagné"),
        ("fr", "lost", "Il n’y a pas d’issue"),
    ],
)
def test_a_hint_shows_a_proved_result(qtbot: QtBot, minds: BotService, language: str, certain: str, told: str) -> None:
    _, page = sit(qtbot, minds, "bot:random", language)
    view = page.view
    assert view is not None
    decision = view.decisions[0]
    lines = hint_lines(Hint("yellow", 0, decision.options[0].number, 63, certain, ()), decision, page.context)
    assert len(lines) == 2
    assert lines[1].startswith(told)
    page.close_table()


def test_without_a_bot_service_there_is_no_hint_button(qtbot: QtBot) -> None:
    pack = load(RULESETS / "classics/connect-four")
    table = Table(pack, [SeatPlan("yellow"), SeatPlan("red")], {}, 5)
    page = TablePage(LocalLink(table), TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT), INSTANT)
    qtbot.addWidget(page)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None)
    assert not page.table_layout.prompt.hint.isVisible()
    page.close_table()


def test_a_pause_interrupts_a_search(qtbot: QtBot, minds: BotService) -> None:
    """During a pause no bot thinks; afterwards its full time starts again."""
    table, page = sit(qtbot, minds, "bot:mcts:1500ms", game="reversi")
    driver = PageDriver(page)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: "thinking" in page.table_layout.status.text())
    position = table.match.position
    driver.key("p")
    assert table.thinking is None
    assert "thinking" not in page.table_layout.status.text()
    qtbot.wait(1000)
    assert table.match.position == position
    resumed = time.monotonic()
    driver.key("p")
    qtbot.waitUntil(lambda: table.match.position > position)
    assert time.monotonic() - resumed > 1.4  # the full time, though it had nearly done before
    page.close_table()


def test_tab_stays_on_the_board_while_a_bot_thinks(qtbot: QtBot, minds: BotService) -> None:
    table, page = sit(qtbot, minds, "bot:mcts:1500ms", game="reversi")
    driver, board = PageDriver(page), page.table_layout.board
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    board.setFocus()
    driver.key(Qt.Key.Key_Tab)
    driver.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: table.thinking == "white")
    driver.key(Qt.Key.Key_Tab)
    assert board.hasFocus()
    driver.key("p")
    driver.key(Qt.Key.Key_Tab)
    assert not board.hasFocus()  # who waits as long as one likes is no reason to stay
    board.setFocus()
    driver.key("p")
    qtbot.waitUntil(lambda: driver.decision is not None)
    cursor = len(page.table_layout.scene.marks.selectable)
    for _ in range(cursor):
        driver.key(Qt.Key.Key_Tab)
        assert board.hasFocus()
    page.close_table()
