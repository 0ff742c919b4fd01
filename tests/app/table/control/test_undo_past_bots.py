"""Against computer players, undo goes back to the player's own last choice, unless something was learned since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.local_link import LocalLink
from app.table.model.context import TableContext
from app.table.page import TablePage
from dsl.bots import make
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.playing import Guest
from tests.app.table.sitting import BOT, STILL, Seating, SitDown, play_on, seat_at
from tests.rulesets import RULESETS

CHESS = RULESETS / "classics" / "chess"


def until_asked(qtbot: QtBot, seating: Seating) -> None:
    qtbot.waitUntil(lambda: seating.guest.decision is not None or seating.guest.over)


def test_a_move_of_chess_is_taken_back_with_its_answer(qtbot: QtBot, tmp_path: Path) -> None:
    pack = load(CHESS)
    table = Table(pack, [SeatPlan("white"), SeatPlan("black", BOT)], {}, 3, tmp_path / "chess", make)
    seating = seat_at(qtbot, table, STILL, folder=CHESS)
    guest, undo = seating.guest, seating.page.table_layout.prompt.undo
    play_on(qtbot, seating, 1)
    assert undo.toolTip() == "Undo your last decision."
    before = guest.view
    play_on(qtbot, seating, 1)
    until_asked(qtbot, seating)
    assert guest.view.turn > before.turn
    assert undo.toolTip().endswith("everything the computer players have done since.")
    guest.click(undo)
    assert guest.view == before
    guest.click(undo)
    assert guest.view.position == 0
    play_on(qtbot, seating, 2)
    until_asked(qtbot, seating)
    assert guest.view.position == 4
    seating.page.close_table()
    table.close()
    assert replay(tmp_path / "chess").match.digest == table.match.digest


def test_an_undo_passes_two_computer_players(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", BOT, BOT)
    before = seating.guest.view
    play_on(qtbot, seating, 1)
    until_asked(qtbot, seating)
    assert seating.guest.view.position >= 3
    seating.guest.key("u")
    assert seating.guest.view == before
    play_on(qtbot, seating, 1)
    until_asked(qtbot, seating)


def test_what_was_hidden_and_has_been_seen_since_forbids_it(qtbot: QtBot, sit_down: SitDown) -> None:
    seating = sit_down("human", BOT)
    guest, page = seating.guest, seating.page
    for _ in range(200):
        until_asked(qtbot, seating)
        assert not guest.over
        if guest.view.why_no_undo == "undo.seen":
            break
        play_on(qtbot, seating, 1)
    position = seating.table.match.position
    assert page.table_layout.prompt.undo.toolTip() == page.words.refusal("undo.seen")
    guest.click(page.table_layout.prompt.undo)
    assert seating.table.match.position == position
    assert page.words.refusal("undo.seen") in page.table_layout.bubble.text


def test_a_finished_match_is_taken_up_again_and_ends_with_its_score_sheet(qtbot: QtBot) -> None:
    folder = RULESETS / "classics" / "tic-tac-toe"
    pack = load(folder)
    colours = pack.rules.colours
    table = Table(pack, [SeatPlan(colours[0]), SeatPlan(colours[1], BOT)], {}, 3, None, make)
    seating = seat_at(qtbot, table, STILL, folder=folder)
    for _ in range(2):
        play_on(qtbot, seating)
        qtbot.waitUntil(seating.page.score.isVisible)
        seating.guest.click(seating.page.score.board)
        seating.guest.click(seating.page.table_layout.prompt.undo)
        assert not seating.guest.over
    seating.page.close_table()
    table.close()


@pytest.fixture
def minds() -> Iterator[BotService]:
    found = BotService()
    yield found
    found.close()


def test_an_undo_cuts_a_thought_short(qtbot: QtBot, minds: BotService) -> None:
    pack = load(RULESETS / "classics" / "reversi")
    mine, theirs = pack.rules.colours
    table = Table(pack, [SeatPlan(mine), SeatPlan(theirs, "bot:mcts:60000ms")], {}, 5, bots=minds)
    context = TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, minds), context, STILL)
    qtbot.addWidget(page)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None)
    guest = Guest(page)
    before = guest.view
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: "thinking" in page.table_layout.status.text())
    guest.click(page.table_layout.prompt.undo)
    assert guest.view == before
    assert table.thinking is None
    assert page.table_layout.status.text() == ""
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: bool(table.thinking))
    page.close_table()
