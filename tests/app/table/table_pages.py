"""Opens table pages, and plays to the positions that a test needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.appearance.look import read_look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.session.local_link import LocalLink
from app.table.context import TableContext, TableSettings
from app.table.page import TablePage
from dsl.base.source import Source
from dsl.i18n.translator import Translator
from dsl.match.rulesets.translations import RulesetTexts, read_ruleset_texts
from dsl.match.table import Table
from dsl.match.view import OptionView
from tests.app.table.page_driver import PageDriver

BOT = "bot:random"
#: Settings without animations and delays.
INSTANT = TableSettings(speed=0, bot_delay=0, hover_delay=0, score_delay=0)
FOLDER = official_rulesets() / "trias"


@dataclass(frozen=True, slots=True)
class Books:
    """Translations of the ruleset, without its rules."""

    def words(self, language: str) -> RulesetTexts:
        file = FOLDER / f"words.{language}"
        book = read_ruleset_texts(Source(file.name, file.read_text(encoding="utf-8")))
        return replace(
            book,
            piles=frozenset({"bag", "pile", "discards", "pile_0", "pile_1", "pile_2"}),
            colours=("red", "blue", "black"),
        )


def make_context(language: str = "en") -> TableContext:
    look = read_look(FOLDER).for_players(("red", "blue", "black"))
    return TableContext(Translations(language), Translator(Books(), language), look, LIGHT, {"blue": "Bea"})


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table, its page, and a driver of the page."""

    table: Table
    page: TablePage
    driver: PageDriver


TableOpener = Callable[..., OpenTable]


def open_page(
    qtbot: QtBot, table: Table, settings: TableSettings, language: str = "en", folder: Path = FOLDER
) -> OpenTable:
    """Open a page at a table, with the look of the ruleset in `folder`, and wait for its first view."""
    context = TableContext(Translations(language), Translator(table.pack, language), read_look(folder), LIGHT)
    page = TablePage(LocalLink(table), context, settings)
    qtbot.addWidget(page)
    page.resize(1366, 738)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None or bool(page.curtain.colour))
    return OpenTable(table, page, PageDriver(page))


def play_on(qtbot: QtBot, opened: OpenTable, choices: int = 10_000) -> None:
    """Play by clicks until a number of choices is made or the match is over."""
    driver, page = opened.driver, opened.page

    def asked() -> bool:
        return driver.over or driver.decision is not None or bool(page.curtain.colour)

    for _ in range(choices):
        qtbot.waitUntil(asked)
        if driver.over:
            return
        if page.curtain.colour:
            driver.click(page.curtain.ready)
            continue
        before = driver.view.position
        driver.play(driver.any_option())
        assert driver.view.position == before + 1, page.table_layout.status.text()


def until_deeds(qtbot: QtBot, opened: OpenTable, entry: str, least: int = 3) -> None:
    """Play until the action `entry` is one of at least so many that can be chosen."""
    for _ in range(400):
        qtbot.waitUntil(lambda: opened.driver.decision is not None or opened.driver.over)
        decision = opened.driver.decision
        assert decision is not None, "the match ended too early"
        if len(decision.entries) >= least and any(decision.entries[o.entry].action == entry for o in decision.options):
            return
        play_on(qtbot, opened, 1)


def first_of(opened: OpenTable, entry: str) -> OptionView:
    decision = opened.driver.decision
    assert decision is not None
    return next(option for option in decision.options if decision.entries[option.entry].action == entry)
