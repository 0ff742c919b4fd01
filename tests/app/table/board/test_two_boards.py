"""Two boards of squares at one table: notation, and clicks on both."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.table.model.selection import Selection, Take, read_line
from app.table.model.things import NO_MARKS
from app.table.painting.item_models import ItemModels
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build, load
from dsl.match.table import Table
from tests.app.table.table_pages import INSTANT, open_page, play_on

STALL = """\
game stall
    players 2, colours red, blue

board field: squares 3 by 3
board market: squares 4 by 1
piece hedge of player, on squares of field, one on each
counter hare of player: 2 each, on squares of market

action plant(s: square of field) "Plant at {s}"
    needs free: none of hedges on s
    do
        create hedge of me in s

action buy(s: square of market) "Buy at {s}"
    needs free: none of hares on s
    do
        move 1 of my hares in reserve to s

play
    turns from red clockwise
        if not can buy
            end game
        choose plant
        choose buy

winner
    most hedges: number of hedges of it
    shared
"""


def test_two_boards_of_squares_are_played_on_by_clicks(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "stall"
    folder.mkdir()
    (folder / "stall.rules").write_text(STALL, encoding="utf-8")
    pack = load(folder)
    seats = [SeatPlan(colour, "human", "") for colour in pack.rules.colours]
    opened = open_page(qtbot, Table(pack, seats, {}, 3, tmp_path / "match.journal", make), INSTANT, folder=folder)
    faces = ItemModels(opened.driver.view, NO_MARKS, Look())
    assert {"field_a1", "market_a1", "market_d1"} <= set(faces.cells)
    assert sorted(word.text for word in faces.letterings) == sorted("abc123" + "abcd1")
    play_on(qtbot, opened)
    assert opened.table.match.over
    assert opened.driver.view.position == 8


@pytest.mark.parametrize("line", ["plant field_b2", "field_b2", "field b2", "plant(field b2)", "plant(b2)", "b2"])
def test_a_square_is_typed_with_its_board_or_without(line: str) -> None:
    pack = build(RulesetText((("stall.rules", STALL),)))
    decision = pack.start(players=2, seed=3).decisions[0]
    meant = next(option for option in decision.options if option.value.place == "field_b2")
    assert read_line(Selection().with_decision(decision), line) == Take(meant)
