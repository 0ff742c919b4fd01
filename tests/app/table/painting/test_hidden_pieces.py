"""Pieces that hide what they are, at the table: each side sees its own, and plays them with the mouse alone."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from app.table.model.context import TableSettings
from app.table.model.keys import KEYS
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.sitting import STILL, Seating, play_on, seat_at
from tests.app.table.test_secretly import all_texts

FOLDER = official_rulesets() / "dinosaures"
PEEK = next(key.sequences[0] for key in KEYS if key.action == "peek").lower()


def sit(qtbot: QtBot, settings: TableSettings) -> Seating:
    pack = load(FOLDER)
    seats = [SeatPlan("south", "human", ""), SeatPlan("north", "bot:random", "")]
    table = Table(pack, seats, {}, 3, bots=make)
    return seat_at(qtbot, table, settings, folder=FOLDER)


def test_hidden_figurines_are_placed_and_moved_by_clicks(qtbot: QtBot) -> None:
    seating = sit(qtbot, STILL)
    until_battle(qtbot, seating)
    play_on(qtbot, seating, 8)
    view = seating.guest.view
    standing = [piece for cell in view.boards[0].cells for piece in cell.pieces if piece.piece == "figurine"]
    assert all(bool(piece.kind) for piece in standing if piece.owner == "south")
    assert any(not piece.kind for piece in standing if piece.owner == "north")


def test_figurines_that_are_covered_are_covered_in_every_word_of_the_page(qtbot: QtBot) -> None:
    seating = sit(qtbot, replace(STILL, covers=True))
    until_battle(qtbot, seating)
    names = secret_names(seating)
    assert told(seating, names) == []
    assert "South: Place a figurine on " in all_texts(seating.page)
    seating.guest.key(PEEK)
    assert all(name in all_texts(seating.page) for name in names), "who peeks reads it"
    play_on(qtbot, seating, 1)
    names = secret_names(seating)
    assert told(seating, names) == []


def until_battle(qtbot: QtBot, seating: Seating) -> None:
    """Lay the landscape, place the figurines, arrange some otherwise, and say that one has done."""
    for _ in range(300):
        qtbot.waitUntil(lambda: seating.guest.decision is not None, timeout=120_000)
        if seating.guest.view.phase == "phase battle":
            return
        play_on(qtbot, seating, 1)
    raise AssertionError("still no battle")


def secret_names(seating: Seating) -> set[str]:
    """What the player's figurines are called that have not been shown."""
    cells = (cell for board in seating.table.view("south").boards for cell in board.cells)
    own = [piece for cell in cells for piece in cell.pieces if piece.owner == "south"]
    shown = {piece.kind for piece in own if piece.open}
    return {seating.page.words.name(piece.kind) for piece in own if piece.kind not in shown}


def told(seating: Seating, names: set[str]) -> list[str]:
    """The lines of the page that name one of these, but for figurines that everybody has seen."""
    lines = [*all_texts(seating.page.table_layout.tabs).splitlines(), seating.page.table_layout.prompt.headline.text()]
    public = ("North", "Everybody sees", "is taken")
    return [line for line in lines if any(n in line for n in names) and not any(word in line for word in public)]
