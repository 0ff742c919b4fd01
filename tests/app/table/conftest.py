"""What the tests of the table share: the words and the look of a real ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.places import official_rulesets
from app.table.local_link import LocalLink
from app.table.look import read_look
from app.table.manners import Manners
from app.table.page import TablePage
from app.table.tone import Tone
from app.texts import Texts
from app.theme import LIGHT
from dsl.bots import make
from dsl.engine.journal import SeatPlan
from dsl.engine.pack import Pack, load
from dsl.engine.table import Table
from dsl.engine.wordbook import Wordbook, read_wordbook
from dsl.text.source import Source
from dsl.words.sentences import Words
from tests.app.table.playing import Guest

STILL = Manners(speed=0, pause=0)  #: nothing moves, and bots answer at once
FOLDER = official_rulesets() / "trias"


@dataclass(frozen=True, slots=True)
class Books:
    """The words of the ruleset, without its rules."""

    def words(self, language: str) -> Wordbook:
        file = FOLDER / f"words.{language}"
        return read_wordbook(Source(file.name, file.read_text(encoding="utf-8")))


def make_tone(language: str = "en") -> Tone:
    look = read_look(FOLDER).seating(("red", "blue", "black"))
    return Tone(Texts(language), Words(Books(), "fr" if language == "fr" else "en"), look, LIGHT, {"blue": "Bea"})


@pytest.fixture
def tone() -> Tone:
    return make_tone()


@pytest.fixture
def tonalite() -> Tone:
    """The same in French."""
    return make_tone("fr")


@pytest.fixture(scope="session")
def pack() -> Pack:
    return load(FOLDER)


@dataclass(frozen=True, slots=True)
class Seating:
    """A table and a page at it."""

    table: Table
    page: TablePage
    guest: Guest


SitDown = Callable[..., Seating]


@pytest.fixture
def sit_down(qtbot: QtBot, pack: Pack, tmp_path: Path) -> Iterator[SitDown]:
    """Open a table: `players` says who is a person ("human") or a bot, in the order of the seats."""
    opened: list[Seating] = []

    def sit(*players: str, seed: int = 7, manners: Manners = STILL, language: str = "en", **options: int) -> Seating:
        colours = pack.rules.colours
        seats = [SeatPlan(colour, player, "") for colour, player in zip(colours, players, strict=False)]
        journal = tmp_path / f"match-{len(opened)}.journal"
        table = Table(pack, seats, options, seed, journal, make)
        seating = seat_at(qtbot, table, manners, language)
        opened.append(seating)
        return seating

    yield sit
    for seating in opened:
        seating.page.close_table()
        seating.table.close()


def seat_at(qtbot: QtBot, table: Table, manners: Manners, language: str = "en") -> Seating:
    """Open a page at a table and wait for it to show something."""
    tone = Tone(Texts(language), Words(table.pack, "fr" if language == "fr" else "en"), read_look(FOLDER), LIGHT)
    page = TablePage(LocalLink(table), tone, manners)
    qtbot.addWidget(page)
    page.resize(1366, 738)
    page.show()
    page.open()
    qtbot.waitUntil(lambda: page.view is not None or bool(page.curtain.colour))
    return Seating(table, page, Guest(page))
