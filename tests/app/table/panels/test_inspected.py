"""Panel of the inspected thing: which values of a kind it shows, what it keeps, and where the sidebar has room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.session.rules_summary import KindFact, kind_facts
from app.table.context import TableContext
from app.table.layout.inspection import owned_thing
from app.table.layout.table_layout import Sidebar, TableLayout
from app.table.model.things import thing_of
from app.table.panels.descriptions import Description
from app.table.panels.enlarged import Inspected
from app.table.panels.inspected import Fact, InspectedPanel, shown_facts
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import load
from dsl.match.view import CellView, PieceView
from tests.app.table.table_pages import BOT, TableOpener
from tests.rulesets import RULESETS


def facts_of(game: str, piece: str, kind: str, players: int) -> list[tuple[str, int]]:
    pack = load(RULESETS / game)
    return [(fact.name, fact.value) for fact in kind_facts(pack, Translator(pack, "en"), players, piece, kind)]


def test_tables_of_the_rules_give_the_values_of_a_kind() -> None:
    figurine = facts_of("dinosaures", "figurine", "tyra1", 2)
    assert figurine == [("Figurines", 1), ("Strength on land", 7), ("Strength in swamp", 1)]
    assert facts_of("dinosaures", "figurine", "flug", 2) == [("Figurines", 5)], "zeros say nothing"
    assert facts_of("trias", "tile", "mountain", 2)[:2] == [("Room for herds", 2), ("Tiles in the box", 5)]
    assert facts_of("trias", "tile", "mountain", 3)[1] == ("Tiles in the box", 9)


def test_a_value_that_is_a_kind_brings_what_is_said_of_that_kind() -> None:
    """A tile is a hill, and another table says what a hill is worth; the sides with walls are no number."""
    said = facts_of("dinosaurs-and-unicorns", "tile", "HI4", 3)
    assert said == [("Capacity", 2), ("For dinosaurs", 1), ("For unicorns", 3)]
    assert not facts_of("dinosaurs-and-unicorns", "lake", "", 3)


def test_numbers_on_the_piece_go_first_in_their_colours(context: TableContext) -> None:
    look = game_look(RULESETS / "dinosaures")
    numbers = look.kind("figurine", "tyra1").numbers
    facts = [KindFact("Figurines", 1), KindFact("On land", 7), KindFact("In swamp", 1)]
    shown = shown_facts(facts, numbers, replace(context, look=look))
    land, swamp = (look.terrain("field", kind).fill.light for kind in ("land", "swamp"))
    assert shown == [Fact("7", "On land", land), Fact("1", "In swamp", swamp), Fact("1", "Figurines")]
    assert [fact.ground for fact in shown_facts(facts, (), context)] == ["", "", ""]


@pytest.fixture
def panel(qtbot: QtBot, context: TableContext) -> Iterator[InspectedPanel]:
    window = QWidget()
    qtbot.addWidget(window)
    made = InspectedPanel(window)
    made.set_context(context)
    made.resize(300, made.needed_height)
    window.show()
    yield made
    window.close()


def thing(name: str) -> Inspected:
    return Inspected(PieceView("bird", name, "red"), Description(name))


def test_what_the_pointer_is_on_goes_before_what_is_chosen(qtbot: QtBot, panel: InspectedPanel) -> None:
    crane, heron = thing("crane"), thing("heron")
    panel.choose(crane, "red")
    assert panel.shown is crane
    panel.point(heron)
    assert panel.shown is heron
    assert panel.accessibleName() == "heron"
    panel.point(None)
    qtbot.waitUntil(lambda: panel.shown is crane)
    panel.choose(None, "red")
    assert panel.shown is None
    assert not panel.isVisible()
    panel.set_stays(True)
    assert panel.isVisible()
    assert panel.shown is heron, "with a room of its own it keeps the last thing"
    panel.suggest(crane)
    assert panel.shown is heron, "a suggestion is for an empty panel"
    panel.clear()
    assert panel.shown is None
    assert panel.isVisible()
    panel.suggest(crane)
    assert panel.shown is crane


def test_the_thing_of_a_player_is_suggested_before_the_ground_below_it() -> None:
    figurine, swamp = PieceView("figurine", "", "red"), PieceView("swamp", "", "")
    for pieces in ((figurine, swamp), (swamp, figurine)):
        assert owned_thing(CellView("c10", 2, 9, pieces=pieces)) == thing_of(figurine)
    assert owned_thing(CellView("c10", 2, 9, pieces=(swamp,))) is None


def settle(table_layout: TableLayout) -> None:
    """Let the nested layouts finish: each passes a request to the one above it in a later turn of the event loop."""
    same, before = 0, None
    while same < 5:
        QApplication.processEvents()
        now = [each.geometry() for each in table_layout.findChildren(QWidget) if each.isVisible()]
        same, before = same + 1 if now == before else 0, now


def test_the_lists_keep_their_place_while_things_are_inspected(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    page, table_layout = opened.page, opened.page.table_layout
    assert isinstance(table_layout, TableLayout)
    inspected = table_layout.inspected
    side = table_layout.findChild(Sidebar)
    assert side is not None
    # Between 630 and 640 the cards beside the board have their full size, which leaves no room for it.
    for height, stays in ((1000, True), (560, False), (614, True), (572, False), (636, False), (614, True)):
        page.resize(1366, height)
        qtbot.waitUntil(lambda stays=stays: inspected.stays is stays)
        settle(table_layout)
        before = table_layout.tabs.geometry(), table_layout.tabs.mapTo(table_layout, table_layout.tabs.pos())
        place = next(cell.place for cell in table_layout.scene.hit_test.cells.values() if cell.ground is not None)
        table_layout.scene.hovered.emit(place, None)
        assert inspected.isVisible()
        assert inspected.shown is not None
        assert side.geometry().contains(inspected.geometry())
        lists = table_layout.tabs.parentWidget()
        assert lists is not None
        assert inspected.geometry().intersects(lists.geometry().translated(side.pos())) is not stays
        bar = table_layout.tabs.tabBar()
        tabs = QRect(bar.mapTo(table_layout, QPoint()), bar.size())
        assert not inspected.geometry().intersects(tabs)
        after = table_layout.tabs.geometry(), table_layout.tabs.mapTo(table_layout, table_layout.tabs.pos())
        assert after == before
        table_layout.scene.hovered.emit("", None)


def test_the_name_of_a_player_is_written_on_the_board(context: TableContext) -> None:
    named = replace(context, names={"red": "Mara"})
    assert named.on_board("red") == "Mara"
    assert named.on_board("blue") == context.words.name("blue")
