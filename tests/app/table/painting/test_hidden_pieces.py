"""Pieces with a hidden kind: each side sees its own, and plays them with the mouse."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.base.paths import official_rulesets
from app.table.context import TableSettings
from app.table.model.key_bindings import KEYS
from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.things import NO_MARKS
from app.table.painting.item_models import ItemModels
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.boards import scouts
from tests.app.table.table_pages import INSTANT, OpenTable, open_page, play_on
from tests.app.table.test_simultaneous_choices import all_texts

FOLDER = official_rulesets() / "dinosaures"
PEEK = next(key.sequences[0] for key in KEYS if key.action == "peek").lower()


def sit(qtbot: QtBot, settings: TableSettings) -> OpenTable:
    pack = load(FOLDER)
    seats = [SeatPlan("south", "human", ""), SeatPlan("north", "bot:random", "")]
    table = Table(pack, seats, {}, 3, bots=make)
    return open_page(qtbot, table, settings, folder=FOLDER)


def test_hidden_figurines_are_placed_and_moved_by_clicks(qtbot: QtBot) -> None:
    opened = sit(qtbot, INSTANT)
    until_battle(qtbot, opened)
    play_on(qtbot, opened, 8)
    view = opened.driver.view
    standing = [piece for cell in view.boards[0].cells for piece in cell.pieces if piece.piece == "figurine"]
    assert all(bool(piece.kind) for piece in standing if piece.owner == "south")
    assert any(not piece.kind for piece in standing if piece.owner == "north")


def test_covered_figurines_are_named_nowhere_on_the_page(qtbot: QtBot) -> None:
    opened = sit(qtbot, replace(INSTANT, covers=True))
    until_battle(qtbot, opened)
    names = secret_names(opened)
    assert told(opened, names) == []
    assert "You placed a figurine on " in all_texts(opened.page)
    opened.driver.key(PEEK)
    assert all(name in all_texts(opened.page) for name in names), "who peeks reads it"
    play_on(qtbot, opened, 1)
    names = secret_names(opened)
    assert told(opened, names) == []


def until_battle(qtbot: QtBot, opened: OpenTable) -> None:
    """Place the landscape and the figurines, rearrange some, and finish the placement."""
    for _ in range(300):
        qtbot.waitUntil(lambda: opened.driver.decision is not None)
        if opened.driver.view.phase == "phase battle":
            return
        play_on(qtbot, opened, 1)
    raise AssertionError("still no battle")


def secret_names(opened: OpenTable) -> set[str]:
    """Return the names of the player's figurines that are not revealed."""
    cells = (cell for board in opened.table.view("south").boards for cell in board.cells)
    own = [piece for cell in cells for piece in cell.pieces if piece.owner == "south"]
    shown = {piece.kind for piece in own if piece.open}
    return {opened.page.words.name(piece.kind) for piece in own if piece.kind not in shown}


def told(opened: OpenTable, names: set[str]) -> list[str]:
    """Return the lines of the page that name one of these, except for revealed figurines."""
    lines = [*all_texts(opened.page.table_layout.tabs).splitlines(), opened.page.table_layout.prompt.headline.text()]
    public = ("North", "Everybody sees", "is taken")
    return [line for line in lines if any(n in line for n in names) and not any(word in line for word in public)]


def test_remembered_pieces_are_marked_and_backs_are_identical() -> None:
    faces = ItemModels(scouts(), NO_MARKS, Look())
    emblems = {spot[0]: face.emblem for spot, face in faces.things.items()}
    assert [emblems[f"a{i}"].remembered for i in (1, 2, 3, 4)] == [False, True, False, False]
    assert [emblems[f"a{i}"].player.letter for i in (1, 2, 3, 4)] == ["F", "O", "E", ""]
    covered = ItemModels(PrivacyFilter(covers=True, remembers=False).view(scouts()), NO_MARKS, Look())
    backs = {face.emblem for spot, face in covered.things.items() if spot[0] in ("a2", "a4")}
    assert len(backs) == 1  # one that was seen and covered looks like one that never was
