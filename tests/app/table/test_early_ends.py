"""Resignations and offers of a draw at one screen, and what the players see of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from app.session.local_link import LocalLink
from dsl.bots import make
from dsl.bots.bot_service import BotService
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import Answer, Choose, Refused
from tests.app.table.table_pages import BOT, INSTANT, open_page, play_on

HUMAN = "human"


def table_of(pack: Ruleset, *players: str) -> Table:
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=False)]
    return Table(pack, seats, {}, 1, bots=make)


@pytest.fixture(scope="module")
def cards() -> Ruleset:
    """A game with secrets, for three."""
    return load(official_rulesets() / "triassic-terror")


def test_a_computer_plays_on_and_the_screen_passes_behind_the_curtain(qtbot: QtBot, cards: Ruleset) -> None:
    opened = open_page(
        qtbot, table_of(cards, HUMAN, HUMAN, BOT), INSTANT, folder=official_rulesets() / "triassic-terror"
    )
    page = opened.page
    play_on(qtbot, opened, 1)
    red = page.playing_seat
    assert red is not None
    (blue,) = page.link.draw_partners(red)
    page.link.resign(red)
    qtbot.waitUntil(lambda: page.curtain.colour == blue)
    assert (page.playing_seat, page.view) == (None, None)
    opened.driver.click(page.curtain.ready)
    qtbot.waitUntil(lambda: page.playing_seat == blue)
    assert page.view is not None
    rows = dict(zip(page.view.colours, page.table_layout.players.rows, strict=True))
    assert "resigned" in rows[red].accessibleName()
    assert any("resigned" in page.table_layout.log.item(n).text() for n in range(page.table_layout.log.count()))
    page.link.resign(blue)
    qtbot.waitUntil(lambda: page.view is not None and page.view.outcome is not None)
    assert page.playing_seat is None
    qtbot.waitUntil(lambda: page.score.decided.text().endswith("resigned."))
    page.close_table()


@pytest.fixture
def minds() -> Iterator[BotService]:
    found = BotService()
    yield found
    found.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "accepts"),
    [
        (("b2", "b1", "c1", "b3", "c3"), False),  # the computer can complete one of two lines
        (("b2", "b1", "c1", "a3", "b3"), True),  # the player can complete a line at once
    ],
)
def test_a_computer_accepts_a_draw_only_where_it_is_likely_to_lose(
    qtbot: QtBot, minds: BotService, places: tuple[str, ...], accepts: bool
) -> None:
    table = table_of(load(official_rulesets() / "classics" / "tic-tac-toe"), HUMAN, BOT)
    link = LocalLink(table, bots=minds)
    heard: list[Answer] = []
    link.answered.connect(heard.append)
    mine, theirs = table.match.program.colours

    def choose(*places: str) -> None:
        for place in places:
            question = table.match.questions[0]
            options = {each.value.text: each.number for each in question.view(open_to_viewer=True).options}
            table.handle(Choose(0, question.seat, question.position, options[place]))

    choose("a1")
    request = link.offer_draw(mine)  # it is not this player's turn
    assert heard.pop() == Refused(request, "refused.no_draw", (("player", theirs),))
    choose(*places)
    heard.clear()
    link.offer_draw(mine)
    qtbot.waitUntil(lambda: bool(heard))
    assert table.match.over is accepts
    assert isinstance(heard[0], Refused) is not accepts
