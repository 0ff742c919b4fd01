"""The table of the workshop: a match goes on when the rules change, up to the first choice that is no longer legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import DARK, LIGHT
from app.base.i18n import Translations
from app.controllers.session import context_of
from app.storage.game_library import read_card
from app.table.context import TableContext, TableSettings
from app.workshop.page import WorkshopPage
from app.workshop.tryout import (
    AS_AT_TABLE,
    EditedRules,
    TakenMatch,
    TryOutPage,
    TryOutPlan,
    UnplayableRulesError,
    make_match,
)
from dsl.match.continuation import BegunAt
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.set_up_position import start_of_example
from dsl.match.table import Table
from tests.app.shell.test_window import click
from tests.app.table.table_pages import INSTANT
from tests.dsl.match.test_continuation import HEATH, play

HOUSE = 'house rules "Dry heath" for heath\n\n'
DRY = 'add to graze after near\n    needs dry: x_of(to) < 3 "{to} is too wet."\n'


class Plain:
    """Plain shapes and no animations."""

    def __init__(self, texts: Translations) -> None:
        self._texts = texts

    def context(self, pack: Ruleset, folder: Path, players: int, options: Mapping[str, int]) -> TableContext:
        """Return a context without a look."""
        return context_of(pack, {}, Look(), self._texts, LIGHT, players, {}, options)

    @property
    def table_settings(self) -> TableSettings:
        """The settings of tables."""
        return INSTANT


@pytest.fixture
def heath(tmp_path: Path) -> Path:
    """The folder of a small game, with a house rule beside it."""
    folder = tmp_path / "heath"
    folder.mkdir()
    (folder / "heath.rules").write_text(HEATH)
    (tmp_path / "dry.rules").write_text(HOUSE)
    return folder


def table_with_choices(heath: Path, *choices: str, **options: int) -> Table:
    """Return a table of the game, at which two people have made choices."""
    pack = load(heath)
    table = Table(pack, [SeatPlan("red"), SeatPlan("blue")], options, 4)
    play(table, *choices)
    return table


def test_the_position_of_an_example_is_tried_out_under_the_edited_rules(heath: Path) -> None:
    (heath / "examples").mkdir()
    text = """example "Near"
    options seats = 2, size = 4
    given
        a1: red 1; b1: blue 1
    turn of blue
    expect graze(b1) offers c1
"""
    found = start_of_example(text, "Near", 5)
    assert found is not None
    assert (found.players, found.options, start_of_example(text, "Far", 5)) == (2, {"size": 4}, None)
    rules = EditedRules(heath, heath.parent / "dry.rules", HOUSE + DRY)
    choices = (BegunAt(found.start.player, found.start),)
    plan = TryOutPlan(rules, found.players, "human", 5, choices, options=found.options)
    made = make_match(plan).continued
    assert made.stopped is None
    assert (made.match.players, made.match.question.seat, made.match.options["size"]) == (2, "blue", 4)

    broken = structs.replace(found.start, items=("z9: red 1",))
    stopped = make_match(replace(plan, choices=(BegunAt("blue", broken),))).continued.stopped
    assert stopped.reason == "begin_at.impossible"


def test_a_match_taken_from_a_table_goes_on_with_its_options_and_players(heath: Path) -> None:
    table = table_with_choices(heath, "settle a1", "settle b1", "settle c1", size=3)
    taken = TakenMatch(table.header, tuple(table.entries))
    rules = EditedRules(heath, heath.parent / "dry.rules", HOUSE + "set option.first_cards = 1\n")
    plan = TryOutPlan(rules, None, AS_AT_TABLE, table.header.seed, (), taken)
    made = make_match(replace(plan, players=2))
    assert made.continued.kept == 3
    assert made.continued.match.options == {"size": 3, "first_cards": 1}
    assert made.seats == table.header.seats
    assert table.match.position == 3
    others = make_match(replace(plan, players=3, others="bot:random", fresh=False))
    assert [seat.player for seat in others.seats] == ["human", "bot:random", "bot:random"]
    assert others.continued.match.position == 0
    with pytest.raises(UnplayableRulesError, match="nothing"):
        make_match(replace(plan, rules=replace(rules, text=f"{HOUSE}set option.nothing = 1\n")))


def _waits(tryout: TryOutPage, position: int, player: str) -> bool:
    """Whether the table waits for a player, after this number of choices."""
    page = tryout.page
    if page is None or page.view is None or page.view.position != position or page.animating:
        return False
    return page.table_layout.prompt.headline.text().startswith(player)


def test_a_match_goes_on_when_the_text_changes_and_shows_the_first_illegal_choice(qtbot: QtBot, heath: Path) -> None:
    texts = Translations("en")
    page = WorkshopPage(texts, Plain(texts))
    qtbot.addWidget(page)
    page.resize(1366, 740)
    page.show()
    page.activateWindow()
    real = table_with_choices(heath, "settle a1", "settle b1")
    card = read_card(heath)
    page.open(card, heath.parent / "dry.rules", TakenMatch(real.header, tuple(real.entries)))
    tryout = page.results.tryout
    assert tryout is not None
    page.results.setCurrentWidget(tryout)
    qtbot.waitUntil(lambda: tryout.page is not None)
    assert tryout.notice.text() == "The match goes on under these rules after 2 choices."
    below = page.text.mapTo(page, page.text.rect().topLeft()).y()
    assert below > page.tabs.mapTo(page, page.tabs.rect().topLeft()).y() + 100  # the text is below the controls

    click(tryout.enlarge)
    assert not page.editor.isVisible()
    click(tryout.enlarge)
    assert page.editor.isVisible()

    # One person plays all seats: no curtain. Blue settles at d4 and moves on: typed at the table.
    shown = tryout.page
    QTest.keyClick(tryout.others, Qt.Key.Key_Down)
    assert tryout.others.currentText() == "by hand"
    qtbot.waitUntil(lambda: tryout.page is not None and tryout.page is not shown)
    assert tryout.page is not None
    typed = tryout.page.table_layout.typed
    for number, player, written in ((3, "Blue", "settle d4"), (5, "Red", "graze blue d4 d3")):
        QTest.keyClicks(typed, written)
        QTest.keyClick(typed, Qt.Key.Key_Return)
        qtbot.waitUntil(partial(_waits, tryout, number, player))
    QTest.keyClick(tryout.page.table_layout, Qt.Key.Key_Escape)  # Esc belongs to the table
    assert page.isVisible()

    # With another condition in the text the same match goes on, without the last step.
    shown = tryout.page
    page.editor.moveCursor(page.editor.textCursor().MoveOperation.End)
    page.editor.setFocus()
    page.editor.insertPlainText(DRY)
    qtbot.waitUntil(lambda: tryout.page is not None and tryout.page is not shown)
    assert page.editor.hasFocus()  # the table that goes on does not take the keys of a user who is typing
    said = tryout.notice.text()
    assert said.startswith("4 of 5 choices are kept.")
    assert said.endswith("Blue: Herd d4 to d3. d3 is too wet.")
    assert tryout.rule.isVisible()
    with qtbot.waitSignal(tryout.rules_requested) as asked:
        click(tryout.rule)
    assert asked.args == [("graze.dry",)]

    # Problems leave the table as it is; without the condition the last step is there again.
    shown = tryout.page
    page.editor.insertPlainText("add to nothing\n")
    qtbot.waitUntil(lambda: tryout.notice.text() == texts("tryout.broken"))
    page.editor.replace_text(HOUSE + "set option.first_cards = 1\n")
    qtbot.waitUntil(lambda: tryout.page is not None and tryout.page is not shown)
    assert tryout.notice.text() == "The match goes on under these rules after 5 choices."
    assert real.match.position == 2

    # Begin again, with three players; theme and language follow.
    shown = tryout.page
    tryout.players.setCurrentIndex(tryout.players.findData(3))
    click(tryout.restart)
    qtbot.waitUntil(lambda: tryout.page is not None and tryout.page is not shown)
    assert tryout.page is not None
    assert tryout.page.view is not None
    assert (tryout.page.view.position, len(tryout.page.view.colours)) == (0, 3)
    page.set_theme(DARK)
    texts.set_language("fr")
    page.retranslate()
    assert tryout.restart.text() == "Recommencer"
    page.close_document()
    assert tryout.page is None
