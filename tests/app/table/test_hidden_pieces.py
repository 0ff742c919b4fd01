"""Pieces that hide what they are, at the table: each side sees its own, and plays them with the mouse alone."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.places import official_rulesets
from app.table.local_link import LocalLink
from app.table.look import read_look
from app.table.page import TablePage
from app.table.tone import Tone
from app.texts import Texts
from app.theme import LIGHT
from dsl.bots import make
from dsl.engine.journal import SeatPlan
from dsl.engine.pack import load
from dsl.engine.table import Table
from dsl.words.sentences import Words
from tests.app.table.playing import Guest
from tests.app.table.sitting import STILL, Seating, play_on

FOLDER = official_rulesets() / "dinosaures"


def test_hidden_figurines_are_placed_and_moved_by_clicks(qtbot: QtBot, tmp_path: Path) -> None:
    pack = load(FOLDER)
    seats = [SeatPlan("south", "human", ""), SeatPlan("north", "bot:random", "")]
    table = Table(pack, seats, {}, 3, tmp_path / "match.journal", make)
    page = TablePage(LocalLink(table), Tone(Texts("en"), Words(pack, "en"), read_look(FOLDER), LIGHT), STILL)
    qtbot.addWidget(page)
    page.resize(1366, 738)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None or bool(page.curtain.colour))
    seating = Seating(table, page, Guest(page, 3))
    play_on(qtbot, seating, 65)
    view = seating.guest.view
    assert view.phase == "phase battle"
    standing = [piece for cell in view.boards[0].cells for piece in cell.pieces if piece.piece == "figurine"]
    assert all(bool(piece.kind) for piece in standing if piece.owner == "south")
    assert any(not piece.kind for piece in standing if piece.owner == "north")
