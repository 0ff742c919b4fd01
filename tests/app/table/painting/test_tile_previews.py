"""Kinds that contain a part of a board show it as a map, rotated as it will be placed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.appearance.look import Look, read_look
from app.base.paths import official_rulesets
from app.table.painting.cards import MiniMap, minimap_of, rotated
from app.table.panels.prompt import ToolButton
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.table_pages import INSTANT, OpenTable, open_page

FOLDER = official_rulesets() / "dinosaures"
LOOK = """
[pieces.patch.kinds.land]
[pieces.patch.kinds.swamp]
[pieces.plate]
map_of = "patch"
turned_by = "turn"
[pieces.plate.kinds.west]
map = "LLS SLL"
"""


@pytest.fixture
def look(tmp_path: Path) -> Look:
    (tmp_path / "fen.look").write_text(LOOK, encoding="utf-8")
    return read_look(tmp_path)


def letters(chart: MiniMap, look: Look) -> list[str]:
    named = {kind.fill: kind.letter for kind in look.pieces["patch"].values()}
    return ["".join(named[paint] for paint in row) for row in chart]


def test_a_map_is_rotated_in_quarter_turns_clockwise(look: Look):
    chart = minimap_of(look.kind("plate", "west"), look)
    assert letters(chart, look) == ["LLS", "SLL"]
    assert letters(rotated(chart, 1), look) == ["SL", "LL", "LS"]
    assert letters(rotated(chart, 2), look) == ["LLS", "SLL"]
    assert letters(rotated(chart, 3), look) == ["SL", "LL", "LS"]
    assert minimap_of(look.kind("patch", "land"), look) == ()


def sit(qtbot: QtBot) -> OpenTable:
    pack = load(FOLDER)
    table = Table(pack, [SeatPlan(colour, "human") for colour in pack.rules.colours[:2]], {}, 1)
    opened = open_page(qtbot, table, INSTANT, "en", FOLDER)
    if opened.page.curtain.colour:
        opened.driver.click(opened.page.curtain.ready)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    return opened


def signs(opened: OpenTable) -> list[object]:
    """The pictures on the buttons of the choice; tools such as undo have icons of their own."""
    buttons = (each for each in opened.page.table_layout.prompt.findChildren(QPushButton) if each.isVisible())
    chosen = (each for each in buttons if not isinstance(each, ToolButton))
    return [button.icon().pixmap(40).toImage() for button in chosen if not button.icon().isNull()]


def test_buttons_show_the_tile_and_its_rotation(qtbot: QtBot):
    opened = sit(qtbot)
    one, other = signs(opened)
    assert one != other
    decision = opened.driver.decision
    assert decision is not None
    opened.driver.play(decision.options[0])
    qtbot.waitUntil(lambda: len(signs(opened)) == 4)
    straight, *others = signs(opened)
    assert straight == one
    assert all(each != straight for each in others)


@pytest.mark.parametrize("turns", range(4))
def test_a_map_equals_the_placed_tiles(turns: int):
    look, match = read_look(FOLDER), load(FOLDER).start(2, {}, turns)
    laid: dict[str, str] = {}
    for _ in range(6):  # for each side a quarter, its turns, and those of the other
        assert match.question is not None
        seat = match.question.seat
        options = match.view(seat).decisions[0].options
        if options[0].value.sort == "kind":
            laid[seat] = options[0].value.text
        match.choose(match.position, options[turns if options[0].value.sort == "number" else 0].number)
    cells = {(cell.place[0], cell.place[1:]): cell for board in match.view("").boards for cell in board.cells}
    west = [[cells[file, str(row)].pieces[0].kind for file in "abcdefg"] for row in range(7, 0, -1)]
    fills = [[look.kind("patch", kind).fill for kind in row] for row in west]
    assert fills == [list(row) for row in rotated(minimap_of(look.kind("plate", laid["south"]), look), turns)]
