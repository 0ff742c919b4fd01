"""A match of bots continues after any interruption of an animation or a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.screens.gallery import GameButton
from app.screens.saved_matches import SavedMatchRow
from app.session.local_link import LocalLink
from app.shell.window import MainWindow
from app.storage.settings import SettingsFile
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.replay.replay_page import ReplayPage
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.conftest import OpenWindow
from tests.app.table.table_pages import BOT, INSTANT, TableOpener
from tests.rulesets import RULESETS

_FURTHER = 2  #: choices that are made after the interruption

Interruption = Callable[[QtBot, MainWindow], None]


@pytest.fixture
def watching(qtbot: QtBot, settings_file: SettingsFile, open_window: OpenWindow) -> MainWindow:
    """A window at a match between two computers, with animations."""
    settings_file.store(replace(settings_file.settings, speed=200))
    window = open_window()
    QTest.mouseClick(
        next(each for each in window.start.findChildren(GameButton) if each.game.name == "trias"),
        Qt.MouseButton.LeftButton,
    )
    qtbot.waitUntil(window.setup.start.isEnabled)
    for row in window.setup.seats.findChildren(QComboBox)[1:3]:
        row.setCurrentIndex(1)
    QTest.mouseClick(window.setup.start, Qt.MouseButton.LeftButton)
    return window


def page_of(window: MainWindow) -> TablePage:
    assert window.session is not None
    return window.session.page


def position(window: MainWindow) -> int:
    assert window.session is not None
    return window.session.match.table.match.position


def until_something_moves(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: page_of(window).animating)


def press(key: Qt.Key, widget: QWidget, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)


def on_board(key: Qt.Key, window: MainWindow, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key without the movement being skipped, as a key on the board itself would do."""
    press(key, page_of(window).table_layout.log, modifier)


def use_theme(name: str) -> Interruption:
    return lambda _, window: window.menus.theme_requested.emit(name)


def use_speed(speed: int) -> Interruption:
    def use(_: QtBot, window: MainWindow) -> None:
        window.menus.settings_requested.emit()
        window.preferences.speed.setCurrentIndex(window.preferences.speed.findData(speed))
        window.preferences.done.click()

    return use


def use_motion(motion: str) -> Interruption:
    def use(_: QtBot, window: MainWindow) -> None:
        window.menus.settings_requested.emit()
        window.preferences.motion.setCurrentIndex(window.preferences.motion.findData(motion))
        window.preferences.done.click()

    return use


def tick(box: str) -> Interruption:
    def use(_: QtBot, window: MainWindow) -> None:
        ticked: QCheckBox = getattr(window.preferences, box)
        ticked.click()

    return use


def larger_text(_: QtBot, window: MainWindow) -> None:
    window.menus.text_size_requested.emit(1)


def french(_: QtBot, window: MainWindow) -> None:
    window.menus.language_requested.emit("fr")


def resize(_: QtBot, window: MainWindow) -> None:
    window.resize(window.width() - 150, window.height() - 100)


def minimise(qtbot: QtBot, window: MainWindow) -> None:
    window.showMinimized()
    qtbot.wait(50)
    window.showNormal()


def hide(qtbot: QtBot, window: MainWindow) -> None:
    window.hide()
    qtbot.wait(50)
    window.show()


def full_screen(_: QtBot, window: MainWindow) -> None:
    window.menus.full_screen_requested.emit(True)
    window.menus.full_screen_requested.emit(False)


def settings_page(qtbot: QtBot, window: MainWindow) -> None:
    window.menus.settings_requested.emit()
    qtbot.wait(50)
    window.preferences.done.click()


def about_page(qtbot: QtBot, window: MainWindow) -> None:
    window.menus.about_requested.emit()
    qtbot.wait(50)
    window.about.done.click()


def keys_sheet(_: QtBot, window: MainWindow) -> None:
    on_board(Qt.Key.Key_H, window)
    press(Qt.Key.Key_Escape, page_of(window).keys)


def rules_sheet(_: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    page.table_layout.rules.click()
    assert page.rules.isVisible()
    press(Qt.Key.Key_Escape, page.rules.close_button)


def score_sheet(_: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    page.table_layout.players.score_requested.emit()
    assert page.score.isVisible()
    page.score.board.click()


def pause_twice(_: QtBot, window: MainWindow) -> None:
    on_board(Qt.Key.Key_P, window)
    page_of(window).table_layout.prompt.pause.click()


def peek(_: QtBot, window: MainWindow) -> None:
    window.preferences.covers.click()
    on_board(Qt.Key.Key_V, window)


def replay(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    page.table_layout.replay_button.click()
    replay = page.findChild(ReplayPage)
    assert replay is not None
    assert replay.isVisible()
    qtbot.wait(50)
    press(Qt.Key.Key_Escape, replay.bar.slider)


def shown_again_in_another_theme(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    page.table_layout.prompt.recap.click()
    assert page.table_layout.prompt.chapter.text().startswith("Showing ")
    window.menus.theme_requested.emit("dark")


def shown_again_in_another_theme_when_still(qtbot: QtBot, window: MainWindow) -> None:
    page = page_of(window)
    page.table_layout.prompt.recap.click()
    qtbot.waitUntil(lambda: not page.table_layout.scene.animating)
    assert page.table_layout.prompt.chapter.text().startswith("Showing ")
    window.menus.theme_requested.emit("dark")


def leave_and_resume(qtbot: QtBot, window: MainWindow) -> None:
    window.show_start()
    line = next(each for each in window.start.findChildren(SavedMatchRow) if each.isVisible())
    QTest.mouseClick(line.resume, Qt.MouseButton.LeftButton)


INTERRUPTIONS: dict[str, Interruption] = {
    "dark": use_theme("dark"),
    "high contrast": use_theme("contrast"),
    "text size": larger_text,
    "language": french,
    "slower": use_speed(50),
    "coordinates": tick("coordinates"),
    "covers": tick("covers"),
    "animations off": use_motion("none"),
    "less motion": use_motion("reduced"),
    "remembers": tick("remembers"),
    "resize": resize,
    "minimise": minimise,
    "hide": hide,
    "full screen": full_screen,
    "settings": settings_page,
    "about": about_page,
    "keys": keys_sheet,
    "rules": rules_sheet,
    "score sheet": score_sheet,
    "pause": pause_twice,
    "peek": peek,
    "replay": replay,
    "show again": shown_again_in_another_theme,
    "show again, at rest": shown_again_in_another_theme_when_still,
    "leave and resume": leave_and_resume,
}


#: Those of one match, one after the other, as opening a window takes long. With animations off nothing moves: so that
#: comes last in its match, and so does another language, as others read a text.
ONE_MATCH = 4
MATCHES = [tuple(INTERRUPTIONS)[first : first + ONE_MATCH] for first in range(0, len(INTERRUPTIONS), ONE_MATCH)]


@pytest.mark.parametrize("interruptions", MATCHES, ids=", ".join)
def test_a_match_of_bots_survives_every_interruption_of_an_animation(
    qtbot: QtBot, watching: MainWindow, interruptions: tuple[str, ...]
) -> None:
    qtbot.waitUntil(lambda: position(watching) >= _FURTHER)
    for name in interruptions:
        try:
            until_something_moves(qtbot, watching)
            INTERRUPTIONS[name](qtbot, watching)
            reached = position(watching)
            qtbot.waitUntil(lambda reached=reached: position(watching) >= reached + _FURTHER)
        except Exception as error:
            error.add_note(f"at the interruption: {name}")
            raise


def test_a_choice_undone_during_its_animation_can_be_replaced(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT, settings=replace(INSTANT, speed=50))
    driver, page, match = opened.driver, opened.page, opened.table.match
    for _ in range(40):
        qtbot.waitUntil(lambda: driver.decision is not None and not page.animating)
        driver.play(driver.any_option())
        if page.animating and driver.view.may_undo:
            break
    assert page.animating
    before = match.position
    driver.key("u", page.table_layout.log)
    assert match.position == before - 1
    assert not page.animating
    driver.play(driver.any_option())
    reached = match.position
    qtbot.waitUntil(lambda: match.position > reached or (driver.decision is not None and not page.animating))


@pytest.mark.parametrize("held", [True, False])
def test_a_reconnection_drops_an_animation_and_nothing_else(qtbot: QtBot, open_table: TableOpener, held: bool) -> None:
    opened = open_table(BOT, BOT, settings=replace(INSTANT, speed=200))
    page, match = opened.page, opened.table.match
    page.set_read_only(not held)
    qtbot.waitUntil(lambda: page.animating)
    page.set_read_only(held)
    reached = match.position
    qtbot.waitUntil(lambda: match.position >= reached + _FURTHER)


def test_updates_faster_than_their_animations_are_all_shown(qtbot: QtBot, open_table: TableOpener) -> None:
    """As on a network: the host does not wait for animations of the client."""
    opened = open_table("human", BOT, BOT, settings=replace(INSTANT, speed=50))
    driver, page, table = opened.driver, opened.page, opened.table
    driver.play(driver.any_option())
    while table.bot_to_move:
        table.step_bots()
    assert page.animating
    qtbot.waitUntil(lambda: not page.animating)
    assert page.table_layout.scene.view == page.view
    driver.play(driver.any_option())


@pytest.fixture
def thinking(qtbot: QtBot) -> Iterator[tuple[TablePage, Table]]:
    """A page at a match between two computers that think for a while before each choice."""
    minds = BotService()
    pack = load(RULESETS / "classics" / "reversi")
    seats = [SeatPlan(colour, "bot:mcts:250ms") for colour in pack.rules.colours]
    table = Table(pack, seats, {}, 5, bots=minds)
    context = TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)
    page = TablePage(LocalLink(table, None, minds), context, INSTANT)
    qtbot.addWidget(page)
    page.show()
    page.open()
    yield page, table
    page.close_table()
    minds.close()


def french_page(_: QtBot, page: TablePage) -> None:
    page.set_context(replace(page.context, texts=Translations("fr")))


def animations(_: QtBot, page: TablePage) -> None:
    page.apply_settings(replace(INSTANT, speed=200))


def hold_and_let_go(_: QtBot, page: TablePage) -> None:
    page.set_read_only(True)
    page.set_read_only(False)


def wait_and_go_on(qtbot: QtBot, page: TablePage) -> None:
    page.table_layout.prompt.pause.click()
    qtbot.wait(50)
    page.table_layout.prompt.pause.click()


def play_back(qtbot: QtBot, page: TablePage) -> None:
    page.table_layout.replay_button.click()
    replay = page.findChild(ReplayPage)
    assert replay is not None
    qtbot.wait(50)
    replay.table_layout.prompt.back.click()


def show_again(_: QtBot, page: TablePage) -> None:
    page.table_layout.prompt.recap.click()
    page.table_layout.prompt.back.click()


def show_again_in_french(qtbot: QtBot, page: TablePage) -> None:
    page.table_layout.prompt.recap.click()
    french_page(qtbot, page)


THOUGHTS = {
    "language": french_page,
    "animations": animations,
    "connection": hold_and_let_go,
    "pause": wait_and_go_on,
    "replay": play_back,
    "show again": show_again,
    "show again in French": show_again_in_french,
}


@pytest.mark.parametrize("interruption", THOUGHTS)
def test_a_match_of_bots_survives_every_interruption_of_a_search(
    qtbot: QtBot, thinking: tuple[TablePage, Table], interruption: str
) -> None:
    page, table = thinking
    qtbot.waitUntil(lambda: table.match.position >= 1 and bool(table.thinking))
    THOUGHTS[interruption](qtbot, page)
    reached = table.match.position
    qtbot.waitUntil(lambda: table.match.position >= reached + _FURTHER)
