"""Coach: says after a choice that another one was much better, and takes the choice back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.link import Hint, Mistake
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.panels.hint_texts import mistake_lines
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from tests.app.table.decisions import deeds
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import INSTANT
from tests.rulesets import RULESETS


class FirstOption:
    """A bot that takes the first of its options: it fills the lowest row from the left."""

    def choose(self, information: Information) -> int:
        return information.options[0]


def first_option(player: str, seed: int, pack: Ruleset) -> FirstOption:
    return FirstOption()


@pytest.fixture
def service() -> Iterator[BotService]:
    found = BotService()
    yield found
    found.close()


def test_a_missed_win_is_told_with_the_win_and_can_be_taken_back(qtbot: QtBot, service: BotService) -> None:
    pack = load(RULESETS / "classics" / "connect-four")
    mine, theirs = pack.rules.colours
    table = Table(pack, [SeatPlan(mine), SeatPlan(theirs, "bot:random")], {}, 5, bots=first_option)
    context = TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, service), context, replace(INSTANT, coach=True))
    qtbot.addWidget(page)
    page.show()
    page.open()
    driver, coach = PageDriver(page), page.table_layout.coach

    def play(place: str) -> None:
        qtbot.waitUntil(lambda: driver.decision is not None)
        assert driver.decision is not None
        driver.play(next(each for each in driver.decision.options if each.value.place == place))

    for place in ("d1", "d2", "d3"):
        play(place)
    assert table.match.position >= 5
    play("g1")  # in place of d4, which wins
    qtbot.waitUntil(lambda: bool(coach.notices) and "column d" in coach.notices[0].text)
    assert context.texts("table.coach.won") in coach.notices[0].text
    qtbot.waitUntil(lambda: driver.decision is not None)  # the match goes on beside it
    assert [ring.place for ring in page.table_layout.scene.overlay.rings] == ["d4"]
    assert coach.notices[0].button == context.texts("table.coach.take_back")
    qtbot.mouseClick(coach.findChild(QPushButton), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: driver.decision is not None and driver.decision.number == 6)
    assert not coach.isVisible()
    assert not page.table_layout.scene.overlay.rings

    # switched off, it assesses nothing
    page.apply_settings(INSTANT)
    play("g1")
    qtbot.waitUntil(lambda: driver.decision is not None)
    assert not service.assessing
    assert not coach.notices
    page.close_table()


def test_the_lines_name_chances_certainty_and_points(context: TableContext) -> None:
    decision = deeds()
    option = decision.options[0].number
    better = Hint("red", 7, option, 62, "", (("final", 21), ("final", 1)))
    lines = mistake_lines(Mistake("red", 7, option + 1, 41, "", better), decision, context)
    assert "62 of 100" in lines[1]
    assert "41" in lines[1]
    assert lines[2] == context.texts("table.coach.why")
    assert lines[3].startswith("+2.1")
    assert len(lines) == 4
    won = mistake_lines(Mistake("red", 7, 1, 41, "", replace(better, certain="won", gains=())), decision, context)
    assert won[1:] == [context.texts("table.coach.won")]
    lost = mistake_lines(Mistake("red", 7, 1, 0, "lost", replace(better, certain="drawn", gains=())), decision, context)
    assert lost[1:] == [context.texts("table.coach.drawn"), context.texts("table.coach.lost")]
    assert mistake_lines(Mistake("red", 8, 1, 41, "", better), decision, context) == []
