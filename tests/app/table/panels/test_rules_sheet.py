"""Rules page at the table: a summary in the user's language, and the text of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.session.local_link import LocalLink
from app.session.rules_summary import rules_summary_of
from app.table.context import TableContext
from app.table.page import TablePage
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import INSTANT

TRIAS = official_rulesets() / "trias"
GAMES = sorted({path.parent for path in official_rulesets().rglob("game.toml")})


def said(page: TablePage) -> list[str]:
    return [each.text() for each in page.rules.findChildren(QLabel) if each.isVisible()]


def test_the_rules_can_be_read_at_the_table(qtbot: QtBot) -> None:
    pack = load(TRIAS, ("Lush mountains",))
    table = Table(pack, [SeatPlan("red"), SeatPlan("blue")], {}, 5)
    words = {language: Translator(pack, language) for language in ("en", "fr")}
    read = {language: partial(rules_summary_of, pack, said, language, 2) for language, said in words.items()}
    context = TableContext(Translations("en"), words["en"], Look(), LIGHT, rulebook=read["en"])
    page = TablePage(LocalLink(table), context, replace(INSTANT, curtain=False))
    qtbot.addWidget(page)
    page.resize(1366, 738)
    page.show()
    page.open()
    driver = PageDriver(page)
    qtbot.waitUntil(lambda: driver.decision is not None)
    page.show_moves()  # each action of the list of moves has its rule
    page.table_layout.moves.rule_requested.emit(0)
    shown = page.table_layout.bubble.text.splitlines()
    assert shown[:3] == ["Settle", "Limits:", "•  Another group has settled there."]
    driver.click(page.table_layout.rules)
    assert page.rules.isVisible()
    assert "Rules: Trias" in said(page)
    assert top_line(page) == "First herds"  # the rulebook, at the phase
    driver.click(page.rules.summary)
    qtbot.waitUntil(lambda: "Let … drift …" in said(page))
    assert "•  The South Pole stays where it is." in said(page)
    assert "Lush mountains: Mountain, room for herds: 3 instead of 2." in said(page)
    page.set_context(replace(context, texts=Translations("fr"), words=words["fr"], rulebook=read["fr"]))
    qtbot.waitUntil(lambda: "•  Le pôle Sud ne bouge jamais." in said(page))
    driver.click(page.rules.written)
    assert "action drift(" in page.rules.text.toPlainText()
    assert 'house rules "Lush mountains"' in page.rules.text.toPlainText()
    assert not page.rules.summary.isChecked()
    driver.click(page.rules.written)
    assert top_line(page) == "Premiers troupeaux"
    read_book = page.rules.book.toPlainText()
    assert "Déroulement" in read_book
    assert "sans carte) coûte 3" in read_book
    assert "Un exemple de décompte" not in read_book  # it is worked out while the user reads
    page.rules.book.scrollToAnchor("more")
    assert top_line(page) == "Règles maison au choix"
    qtbot.waitUntil(lambda: "Un exemple de décompte" in page.rules.book.toPlainText())
    assert top_line(page) == "Règles maison au choix"  # the example stands above it
    page.rules.book.scrollToAnchor("worked")
    before = page.rules.book.painted
    qtbot.waitUntil(lambda: page.rules.book.painted > before)
    QTest.keyClick(page.rules, Qt.Key.Key_Escape)
    qtbot.waitUntil(page.table_layout.isVisible)
    driver.key("b")
    qtbot.waitUntil(page.rules.isVisible)
    page.close_table()


def top_line(page: TablePage) -> str:
    """Return the line of the rulebook at the top of the view."""
    return page.rules.book.cursorForPosition(QPoint(80, 8)).block().text().strip()


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_game_has_a_summary_of_its_rules(folder: Path) -> None:
    pack = load(folder)
    for language in ("en", "fr"):
        book = rules_summary_of(pack, Translator(pack, language), language, pack.numbers[0])
        assert book.actions
        assert book.winner
        assert book.text.startswith(("game ", "-- "))
        lines = [line for each in book.actions for line in (each.title, each.sentence, *each.conditions)]
        assert not any(mark in line for line in lines for mark in "{}_`"), lines


def test_without_a_summary_there_is_no_rules_button(qtbot: QtBot) -> None:
    pack = load(TRIAS)
    table = Table(pack, [SeatPlan("red"), SeatPlan("blue")], {}, 5)
    page = TablePage(LocalLink(table), TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT), INSTANT)
    qtbot.addWidget(page)
    page.show()
    assert not page.table_layout.rules.isVisible()
