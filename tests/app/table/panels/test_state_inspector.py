"""The window with the whole state: no secrets, changes of the last choice, search, replay, curtain, languages."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.session.rules_summary import declared_variables
from app.table.context import TableContext, TableSettings
from app.table.panels.state_inspector import StateInspector, changed_keys, state_of
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset
from tests.app.table.replay.test_replay_page import playback
from tests.app.table.table_pages import BOT, TableOpener, open_page, play_on
from tests.dsl.match.same_information import latest, pair
from tests.rounds import rounds
from tests.rulesets import loaded, name_of, with_secrets

PAIRS = rounds(4, 12)


def context_of(pack: Ruleset, language: str = "en") -> TableContext:
    words = Translator(pack, language)
    return TableContext(Translations(language), words, Look(), LIGHT, declared=partial(declared_variables, pack))


@pytest.mark.parametrize("folder", with_secrets(), ids=name_of)
def test_two_worlds_that_differ_in_hidden_things_have_equal_states(folder: Path) -> None:
    pack, name = loaded(folder), name_of(folder)
    dice, context = random.Random(name), context_of(pack)
    differ = 0
    for _ in range(PAIRS):
        worlds = pair(pack, dice, latest(name))
        for seat in (worlds.colour, ""):
            assert state_of(worlds.here.view(seat), context) == state_of(worlds.there.view(seat), context)
        others = [each for each in worlds.here.program.colours if each != worlds.colour]
        differ += any(
            state_of(worlds.here.view(each), context) != state_of(worlds.there.view(each), context) for each in others
        )
    assert differ  # the worlds are not the same: who knows a secret sees the difference


def test_what_is_hidden_is_listed_as_hidden(pack: Ruleset) -> None:
    match, context = pack.start(2, {}, 1), context_of(pack)
    mine, all_see = ({row.key: row.value for section in state_of(match.view(seat), context) for row in section.rows}
                     for seat in ("red", ""))  # fmt: skip
    assert "hidden" not in mine["red zone hand"]
    assert mine["blue zone hand"].endswith(" hidden")
    assert all_see["red zone hand"].endswith(" hidden")
    pile = match.view("red").zones[[zone.name for zone in match.view("red").zones].index("pile")]
    assert mine["zone pile"] == f"{pile.size} hidden"


def test_a_value_that_the_seat_may_not_read_is_listed_as_hidden(pack: Ruleset) -> None:
    context = replace(context_of(pack), declared=lambda: (("score", "player"), ("trap", "player"), ("omen", "")))
    view = pack.start(2, {}, 1).view("red")
    rows = {row.key: row.value for section in state_of(view, context) for row in section.rows}
    assert (rows["red value score"], rows["blue value trap"], rows["value omen"]) == ("0", "hidden", "hidden")


def test_the_state_is_in_the_language_of_the_reader(pack: Ruleset) -> None:
    sections = state_of(pack.start(2, {}, 1).view("red"), context_of(pack, "fr"))
    assert sections[0].title == "Partie"
    rows = {row.key: (row.name, row.value) for section in sections for row in section.rows}
    assert rows["blue zone hand"][1].endswith("cachée")


def test_the_last_choice_is_marked_with_what_was_there_before(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    play_on(qtbot, opened, 1)
    inspector = opened.page.open_inspector()
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    before = opened.page.view
    play_on(qtbot, opened, 1)
    qtbot.waitUntil(lambda: opened.page.view is not None and opened.page.view.position > before.position)
    now, context = opened.page.view, opened.page.context
    last = opened.page._viewer.histories["red"].previous
    assert last.position == now.position - 1
    changed = changed_keys(state_of(now, context), state_of(last, context))
    assert changed
    rows = inspector.rows
    assert rows["Match: Choices so far"] == (str(now.position), str(last.position))
    assert sum(bool(was) for _, was in rows.values()) == len(changed)
    inspector.only_changes.setChecked(True)
    assert len(inspector.rows) == len(changed)


def test_a_match_that_is_opened_again_marks_its_last_choice(qtbot: QtBot, open_table: TableOpener) -> None:
    settings = TableSettings(speed=0, bot_delay=0, curtain=False)
    opened = open_table("human", "human", settings=settings)
    play_on(qtbot, opened, 2)
    opened.page.close_table()
    again = open_page(qtbot, opened.table, settings)
    position = again.driver.view.position
    assert again.page.open_inspector().rows["Match: Choices so far"] == (str(position), str(position - 1))
    again.page.close_table()


def test_a_search_leaves_the_rows_with_its_words(qtbot: QtBot, open_table: TableOpener) -> None:
    inspector = open_table("human", BOT).page.open_inspector()
    whole = len(inspector.rows)
    QTest.keyClicks(inspector.search, "HAND")  # it has the focus
    assert inspector.rows
    assert all("hand" in name.casefold() or "hand" in now.casefold() for name, (now, _) in inspector.rows.items())
    QTest.keyClicks(inspector.search, "no such thing")
    assert not inspector.rows
    assert inspector.nothing.isVisible()
    inspector.search.clear()
    assert len(inspector.rows) == whole


def test_the_state_follows_the_replay_and_comes_back(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    inspector = opened.page.open_inspector()
    play_on(qtbot, opened, 3)
    qtbot.waitUntil(lambda: opened.driver.decision is not None or opened.driver.over)
    opened.page.table_layout.replay_button.click()
    replay = playback(opened)
    choices = "Match: Choices so far"
    assert inspector.rows[choices] == ("0", "")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End):
        QTest.keyClick(replay.bar.slider, key)
        shown = replay.table_layout.scene.view
        assert inspector.rows[choices][0] == str(shown.position)
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Home)
    replay.table_layout.prompt.back_requested.emit()
    assert inspector.rows[choices][0] == str(opened.page.view.position)


def test_nothing_is_shown_while_the_table_is_hidden_between_two_players(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", "human")
    curtain = opened.page.curtain
    qtbot.waitUntil(lambda: bool(curtain.colour))
    inspector = opened.page.open_inspector()
    assert inspector.rows == {}
    opened.driver.click(curtain.ready)
    first = opened.page.view.seat
    assert inspector.rows
    for _ in range(30):
        play_on(qtbot, opened, 1)
        qtbot.waitUntil(lambda: bool(curtain.colour) or opened.driver.decision is not None)
        if curtain.colour:
            break
    assert curtain.colour
    assert curtain.colour != first
    assert inspector.rows == {}
    assert "hidden" in inspector.whose.text()


def test_the_window_closes_with_the_table_and_is_read_by_keys(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    inspector = opened.page.open_inspector()
    assert isinstance(inspector, StateInspector)
    inspector.tree.setFocus()
    QTest.keyClick(inspector.tree, Qt.Key.Key_Down)
    QTest.keyClick(inspector.tree, Qt.Key.Key_Down)
    item = inspector.tree.currentItem()
    assert item is not None
    assert item.parent() is not None
    key = item.data(0, Qt.ItemDataRole.UserRole)
    play_on(qtbot, opened, 1)
    assert inspector.tree.currentItem().data(0, Qt.ItemDataRole.UserRole) == key  # the place is kept
    opened.page.hide()
    assert not inspector.isVisible()
