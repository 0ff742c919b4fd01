"""Review of a finished match: its chances, its turning points, and the better choice on the replay's board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.link import Hint, Mistake, ReviewedChoice
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.replay.replay_page import ReplayPage
from app.table.replay.review_panel import ChancesChart, ReviewPanel, chart_text
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose
from tests.app.table.decisions import deeds
from tests.app.table.table_pages import INSTANT
from tests.rulesets import RULESETS


@pytest.fixture
def service() -> Iterator[BotService]:
    found = BotService()
    yield found
    found.close()


def test_a_review_finds_the_turning_point_and_shows_it_on_the_board(qtbot: QtBot, service: BotService) -> None:
    pack = load(RULESETS / "classics" / "tic-tac-toe")
    table = Table(pack, [SeatPlan(colour) for colour in pack.rules.colours], {}, 5)
    for number, place in enumerate(("b2", "b1", "a1", "a2", "c3")):
        decision = table.match.decisions[0]
        option = next(each for each in decision.options if each.value.place == place)
        answer = table.handle(Choose(number + 1, decision.seat, decision.number, option.number))
        assert isinstance(answer, Accepted)
    assert table.match.over
    context = TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, service), context, INSTANT)
    qtbot.addWidget(page)
    page.resize(1100, 700)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.score.review_button.isVisible())
    QTest.mouseClick(page.score.review_button, Qt.MouseButton.LeftButton)
    replay = page.findChild(ReplayPage)
    assert replay is not None
    review, board = replay.review, replay.table_layout.scene
    assert review.isVisible()
    assert page.minimumSizeHint().height() <= 540 - 31  # with the menu it fits half a full HD screen
    qtbot.waitUntil(lambda: not review.stop.isVisible())
    turning = [choice for choice in replay._reviewed if choice.mistake is not None]
    assert [choice.number for choice in turning] == [1]  # every edge loses, every corner holds the draw
    assert not replay.bar.review.isVisible()

    # a click on the turning point shows the position, the better choice on the board and the reason
    at = review.chart.point_of(turning[-1]).toPoint()
    QTest.mouseClick(review.chart, Qt.MouseButton.LeftButton, pos=at)
    assert replay.bar.slider.value() == 1
    assert {ring.place for ring in board.overlay.rings} < {"a1", "a3", "c1", "c3"}
    assert context.texts("table.coach.lost") in review.said.text()
    assert context.texts("table.coach.lost") in review.said.text()
    assert context.player(table.seats[1].colour) in review.chart.accessibleName()

    # keys and buttons go from choice to choice; elsewhere nothing is marked
    QTest.keyClick(review.chart, Qt.Key.Key_Left)
    assert replay.bar.slider.value() == 0
    assert not board.overlay.rings
    QTest.mouseClick(review.later, Qt.MouseButton.LeftButton)
    assert replay.bar.slider.value() == 1
    assert not review.later.isEnabled()
    page.close_table()
    table.close()


def test_the_chart_is_told_in_words_and_leaves_out_what_is_unknown(qtbot: QtBot, context: TableContext) -> None:
    decision = deeds()
    better = Hint("red", 7, decision.options[0].number, 60, "", ())
    choices = (
        ReviewedChoice(0, "red", 52, None, decision),
        ReviewedChoice(1, "blue", None, None, decision),
        ReviewedChoice(2, "red", 60, Mistake("red", 7, 1, 31, "", better), decision),
    )
    said = chart_text(choices, ("red", "blue"), context)
    assert context.texts("review.line", player=context.player("red"), first=52, last=60, n=1) in said
    assert context.player("blue") not in said
    panel = ReviewPanel()
    qtbot.addWidget(panel)
    panel.resize(700, 220)
    picked: list[ReviewedChoice] = []
    panel.picked.connect(picked.append)
    panel.show_state(choices, ("red", "blue"), 4, 1, context, lambda place: True)
    panel.show()
    panel.set_progress(3, 4, running=True)
    assert panel.stop.isVisible()
    assert panel.said.text() == context.texts("review.how", n=1)  # nothing is known of the choice made here
    QTest.mouseClick(panel.later, Qt.MouseButton.LeftButton)
    QTest.mouseClick(panel.chart, Qt.MouseButton.LeftButton, pos=panel.chart.point_of(choices[0]).toPoint())
    assert picked == [choices[2], choices[0]]
    assert not panel.chart.grab().isNull()


def test_the_chart_leaves_the_board_most_of_a_low_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel = ReviewPanel()
    panel.setParent(window)
    heights, panels = [], []
    for height in (540, 768, 1400):
        window.resize(1366, height)
        heights.append(panel.chart.sizeHint().height())
        panels.append(panel.sizeHint().height() / height)
    assert heights == sorted(set(heights))
    assert heights[1] >= 100
    assert max(panels) <= 0.25


@pytest.mark.parametrize("chances", [(97, 99, 98), (1, 0, 2), (50, 50, 50), (0, 60, 100)])
def test_names_lie_inside_the_chart_and_not_over_each_other(
    qtbot: QtBot, context: TableContext, chances: tuple[int, ...]
) -> None:
    decision, seats = deeds(), ("red", "blue", "green")
    choices = tuple(
        ReviewedChoice(number, seat, value, None, decision)
        for number, (seat, value) in enumerate(zip(seats, chances, strict=True))
    )
    chart = ChancesChart()
    qtbot.addWidget(chart)
    chart.resize(500, 90)
    chart.show_state(choices, seats, 4, 0, context)
    names, high = chart.names(), QFontMetricsF(chart.font()).height()
    middles = sorted(names.values())
    assert middles[0] >= high / 2
    assert middles[-1] <= 90 - high / 2
    assert all(after - before >= high - 1e-6 for before, after in pairwise(middles))
    by_chances = sorted(zip(chances, (-names[seat] for seat in seats), strict=True))
    assert [middle for _, middle in by_chances] == sorted(middle for _, middle in by_chances) or len(set(chances)) == 1
