"""The window by clicks: start page, set-up, table, list of matches, settings."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import weakref
from array import array
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, home
from app.controllers.local_session import LocalSession
from app.controllers.update_controller import Release
from app.screens.gallery import GameButton
from app.screens.saved_matches import SavedMatchRow
from app.screens.statistics import statistics_of
from app.shell.application import make_window
from app.shell.window import MainWindow, fitted_geometry
from app.shell.window_arguments import WindowOptions
from app.sound.player import SoundPlayer
from app.storage.matches import find_matches
from app.storage.settings import SettingsFile
from app.table.replay.replay_page import ReplayPage
from tests.app.conftest import OpenWindow
from tests.app.table.page_driver import PageDriver, come_from_beside


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def choose_game(qtbot: QtBot, window: MainWindow, name: str = "trias") -> None:
    click(next(each for each in window.start.findChildren(GameButton) if each.game.name == name))
    qtbot.waitUntil(window.setup.start.isEnabled)


def start_match(qtbot: QtBot, window: MainWindow) -> PageDriver:
    click(window.setup.start)
    assert window.session is not None
    driver = PageDriver(window.session.page)
    qtbot.waitUntil(lambda: driver.decision is not None)
    return driver


def asked(qtbot: QtBot, window: MainWindow) -> QMessageBox:
    """The dialog of the window, which has the focus."""
    (box,) = (each for each in window.findChildren(QMessageBox) if each.isVisible())
    qtbot.waitUntil(box.isActiveWindow)
    return box


def button_to_leave(box: QMessageBox) -> QAbstractButton:
    return next(each for each in box.buttons() if box.buttonRole(each) == QMessageBox.ButtonRole.AcceptRole)


def leave_match(qtbot: QtBot, window: MainWindow) -> None:
    """Choose another match in the menu, and confirm to leave the open one."""
    window.menus.new_requested.emit()
    box = asked(qtbot, window)
    come_from_beside(box)
    click(button_to_leave(box))


def lines(window: MainWindow) -> list[SavedMatchRow]:
    return [line for line in window.start.findChildren(SavedMatchRow) if line.isVisible()]


def test_two_clicks_lead_from_the_start_page_to_the_first_choice(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    assert window.pages.currentWidget() is driver.page
    assert driver.view.seat == driver.view.colours[0]
    assert "Trias" in window.windowTitle()


def test_a_match_resumes_where_it_was_left(qtbot: QtBot, window: MainWindow, open_window: OpenWindow):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.decision is not None)
    left = driver.view
    window.close()
    again = open_window()
    click(lines(again)[0].resume)
    assert again.session is not None
    resumed = PageDriver(again.session.page)
    qtbot.waitUntil(lambda: resumed.decision is not None)
    assert resumed.view == left
    resumed.play(resumed.any_option())


def test_a_killed_program_loses_no_choice(qtbot: QtBot, open_window: OpenWindow, portable: Path):
    """Another process plays with the same pages and is killed."""
    play = (
        "import sys, time\n"
        "from app.shell.application import make_application, make_window\n"
        "from app.shell.window_arguments import WindowOptions\n"
        "from tests.app.table.page_driver import PageDriver\n"
        "a = make_application(); w = make_window(a, WindowOptions()); w.show()\n"
        "w.set_up(next(g for g in w._games.cards if g.name == 'trias'))\n"
        "while not w.setup.start.isEnabled(): a.processEvents(); time.sleep(0.001)\n"
        "w.setup.start.click(); driver = PageDriver(w.session.page)\n"
        "while True:\n"
        "    a.processEvents(); time.sleep(0.001)\n"
        "    if driver.decision is not None:\n"
        "        driver.play(driver.any_option()); print(driver.view.position, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", play], cwd=home(), stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        told = [int(playing.stdout.readline()) for _ in range(4)]
        os.kill(playing.pid, signal.SIGKILL)
    window = open_window()
    click(lines(window)[0].resume)
    assert window.session is not None
    assert window.session.match.table.match.position >= told[-1]
    assert not window.session.match.damage


def test_a_damaged_journal_opens_at_the_last_good_line_and_says_so(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    window.close()
    (entry,) = find_matches(find_user_folders().matches)
    whole = entry.journal.read_bytes()
    entry.journal.write_bytes(whole[:-10])
    again = open_window()
    click(lines(again)[0].resume)
    (box,) = again.findChildren(QMessageBox)
    assert "last readable decision" in box.text()
    box.close()
    assert entry.journal.with_name(entry.journal.name + ".damaged-1").read_bytes() == whole[:-10]


def test_a_journal_with_a_damaged_header_is_repaired_and_says_so(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    left = driver.view.position
    window.close()
    (entry,) = find_matches(find_user_folders().matches)
    whole = entry.journal.read_bytes()
    damaged = whole[:300] + bytes((whole[300] ^ 1,)) + whole[301:]
    entry.journal.write_bytes(damaged)
    again = open_window()
    click(lines(again)[0].resume)
    (box,) = again.findChildren(QMessageBox)
    assert "no decision is lost" in box.text()
    box.close()
    assert again.session is not None
    assert again.session.match.table.match.position >= left
    assert entry.journal.read_bytes().startswith(whole)
    assert entry.journal.with_name(entry.journal.name + ".damaged-1").read_bytes() == damaged


def test_a_file_that_is_no_journal_is_refused_and_stays(qtbot: QtBot, window: MainWindow, open_window: OpenWindow):
    matches = find_user_folders().matches
    matches.mkdir(parents=True)
    (matches / "20260101T000000-fen.journal").write_text("nonsense\n")
    window.show_start()
    click(lines(window)[0].resume)
    said = [each.text() for each in window.start.findChildren(QLabel) if each.isVisible()]
    assert any(text.startswith("This match cannot be resumed.") for text in said)
    assert (matches / "20260101T000000-fen.journal").read_text() == "nonsense\n"


def test_deleting_a_match_takes_two_clicks(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    start_match(qtbot, window)
    leave_match(qtbot, window)
    (line,) = lines(window)
    click(line.delete)
    assert len(find_matches(find_user_folders().matches)) == 1
    click(line.delete)
    assert find_matches(find_user_folders().matches) == ()
    assert lines(window) == []


def test_options_and_house_rules_reach_the_table(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    (row,) = (row for row in window.setup.options.rows if row.option.name == "group_size")
    row.choose(1)
    click(window.setup.house.box("Lush mountains"))
    start_match(qtbot, window)
    assert window.session is not None
    table = window.session.match.table
    assert dict(table.match.options)["group_size"] == 1
    assert [rules.title for rules in table.pack.house] == ["Lush mountains"]


def test_each_house_rule_says_below_its_title_what_it_changes(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    house = window.setup.house

    def said() -> set[str]:
        return {each.text() for each in house.findChildren(QLabel) if each.isVisible()}

    qtbot.waitUntil(lambda: "Mountain, room for herds: 3 instead of 2." in said())
    assert len(said()) == len(window.setup._form.house)  # every one of them
    assert house.box("Lush mountains").accessibleDescription() == "Mountain, room for herds: 3 instead of 2."
    window.settings.set_language("fr")
    qtbot.waitUntil(lambda: "Montagne, place pour les troupeaux\u00a0: 3 (avant\u00a0: 2)." in said())


def test_a_house_rule_shows_its_value_for_the_number_of_players_and_a_value_set_by_hand_stays(
    qtbot: QtBot, window: MainWindow
):
    choose_game(qtbot, window)
    setup = window.setup
    (row,) = (row for row in setup.options.rows if row.option.name == "action_points")
    box, number = setup.house.box("Five action points"), setup.seats.number
    assert row.value == 3
    assert box.accessibleDescription() == "Action points in a turn: 5 instead of 3."
    click(box)
    assert row.value == 5
    assert not row.back.isVisible()
    number.setCurrentIndex(1)
    assert row.value == 5
    assert box.accessibleDescription() == "Action points in a turn: 5 instead of 4."
    assert setup.house.box("Duel with scoring").accessibleDescription() == "No effect with 3 players."
    number.setCurrentIndex(0)
    assert setup.house.box("No scoring during play").accessibleDescription() == "No effect with 2 players."
    row.editor.setValue(7)
    click(box)
    assert row.value == 7
    click(box)
    row.editor.setValue(4)
    start_match(qtbot, window)
    assert window.session is not None
    assert dict(window.session.match.table.match.options)["action_points"] == 4


def test_a_default_value_set_by_hand_beats_a_house_rule_in_the_next_match_too(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
):
    choose_game(qtbot, window)
    click(window.setup.house.box("Five action points"))
    (row,) = (row for row in window.setup.options.rows if row.option.name == "action_points")
    row.editor.setValue(3)  # the value of the rulebook for two players
    start_match(qtbot, window)
    window.close()
    again = open_window()
    choose_game(qtbot, again)
    (row,) = (row for row in again.setup.options.rows if row.option.name == "action_points")
    assert row.value == 3
    assert again.setup.config.options == {"action_points": 3}


def test_options_follow_the_rulebook_and_the_number_of_players_unless_they_were_touched(
    qtbot: QtBot, window: MainWindow
):
    choose_game(qtbot, window)
    rows = {row.option.name: row for row in window.setup.options.rows}
    defaults = window.setup.options.rows[0].option.defaults
    first = rows[window.setup.options.rows[0].option.name]
    assert first.value == defaults[2]
    rows["group_size"].choose(3)
    window.setup.seats.number.setCurrentIndex(1)
    assert first.value == defaults[3]
    assert rows["group_size"].value == 3
    assert rows["group_size"].back.isVisible()
    click(window.setup.options.reset)
    assert window.setup.options.changes == {}


def test_the_next_match_is_set_up_like_the_last(qtbot: QtBot, window: MainWindow, open_window: OpenWindow):
    choose_game(qtbot, window)
    window.setup.seats.number.setCurrentIndex(1)
    window.setup.house.box("Lush mountains").click()
    clock = window.setup.clock
    assert clock.clock == ""
    clock.kind.setCurrentIndex(2)
    clock.minutes.setValue(20)
    clock.more.setCurrentIndex(1)
    clock.at_zero.setCurrentIndex(1)
    plan = window.setup.config
    assert plan.clock == "total:1200+10~0:computer:people"
    page = start_match(qtbot, window).page
    assert any("20 minutes left" in row.accessibleName() for row in page.table_layout.players.rows)
    window.close()
    again = open_window()
    choose_game(qtbot, again)
    assert again.setup.config == plan


@pytest.fixture
def quarrel(portable: Path) -> str:
    """A game of the user's own, with two house rules that change the same number."""
    folder = find_user_folders().rulesets / "quarrel"
    (folder / "house").mkdir(parents=True)
    official = home() / "rulesets" / "trias"
    text = (official / "trias.rules").read_text(encoding="utf-8")
    (folder / "quarrel.rules").write_text(text.replace("game trias", "game quarrel", 1), encoding="utf-8")
    for number in (1, 2):
        rules = f'house rules "Points {number}" for quarrel\nset option.action_points = {number + 4}\n'
        (folder / "house" / f"points-{number}.rules").write_text(rules)
    return "quarrel"


def test_conflicting_house_rules_are_named_and_can_be_deselected(qtbot: QtBot, quarrel: str, window: MainWindow):
    choose_game(qtbot, window, quarrel)
    house = window.setup.house
    click(house.box("Points 1"))
    assert window.setup.start.isEnabled()
    click(house.box("Points 2"))
    assert not window.setup.start.isEnabled()
    said = " ".join(each.text() for each in house.findChildren(QLabel) if each.isVisible())
    assert "Points 1" in said
    assert "Points 2" in said
    click(house.box("Points 1"))
    assert window.setup.start.isEnabled()


def test_a_game_whose_rules_are_wrong_says_where(qtbot: QtBot, quarrel: str, window: MainWindow):
    (find_user_folders().rulesets / quarrel / "quarrel.rules").write_text("game quarrel\n    players 2..3\nzone zone\n")
    button = next(each for each in window.start.findChildren(GameButton) if each.game.name == quarrel)
    click(button)
    qtbot.waitUntil(
        lambda: any("quarrel.rules:3" in each.text() for each in window.setup.findChildren(QLabel) if each.isVisible())
    )
    assert not window.setup.start.isEnabled()
    click(window.setup.back)
    assert window.pages.currentWidget() is window.start


def test_a_language_reaches_every_page_at_once_also_an_open_table(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    english = driver.page.table_layout.prompt.headline.text()
    window.menus.language_requested.emit("fr")
    assert driver.page.table_layout.prompt.headline.text() != english
    assert window.menuBar().actions()[0].text() == "&Jeu"
    leave_match(qtbot, window)
    assert window.start.gallery.findChildren(GameButton)[0].accessibleDescription().startswith("2–5 joueurs")
    assert SettingsFile(find_user_folders().settings).settings.language == "fr"


def test_settings_take_effect_at_once_and_are_saved(window: MainWindow, open_window: OpenWindow):
    window.menus.settings_requested.emit()
    ground = window.palette().window().color().name()
    window.preferences.theme.setCurrentIndex(window.preferences.theme.findData("contrast"))
    assert window.palette().window().color().name() == "#000000" != ground
    small = window.font().pointSizeF()
    window.menus.text_size_requested.emit(1)
    assert window.font().pointSizeF() > small
    for tick in window.preferences.findChildren(QCheckBox):
        checked = not tick.isChecked()
        tick.setChecked(checked)
        window.settings.set_theme("dark")  # the page shows again what is kept
        assert tick.isChecked() == checked, tick.text()
    window.settings.set_theme("contrast")
    click(window.preferences.done)
    assert window.pages.currentWidget() is window.start
    assert json.loads(find_user_folders().settings.read_text())["theme"] == "contrast"


def test_the_menu_turns_the_sound_off_and_on_again_at_its_volume(window: MainWindow):
    window.menus.settings_requested.emit()
    window.preferences.sound.setValue(70)
    entry = next(each for each in window.findChildren(QAction) if each.shortcut().toString() == "Ctrl+Shift+M")
    assert entry.isChecked()
    entry.trigger()
    assert SettingsFile(find_user_folders().settings).settings.sound == 0
    assert window.preferences.sound.value() == 0
    entry.trigger()
    assert SettingsFile(find_user_folders().settings).settings.sound == 70
    assert window.preferences.sound.value() == 70


class SilentDevice:
    """A device that counts the sounds it gets."""

    def __init__(self) -> None:
        self.played: SimpleQueue[int] = SimpleQueue()

    def play(self, samples: array[int]) -> None:
        self.played.put(len(samples))

    def pause(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_changed_volume_and_a_choice_at_the_table_are_heard(
    qtbot: QtBot, qapp: QApplication, settings_file: SettingsFile
):
    device = SilentDevice()
    sounds = SoundPlayer(lambda: device)
    window = make_window(qapp, WindowOptions(), sounds)
    qtbot.addWidget(window)
    window.show()
    window.menus.settings_requested.emit()
    window.preferences.sound.setValue(0)
    assert device.played.empty()
    window.preferences.sound.setValue(55)
    assert device.played.get(timeout=240)
    click(window.preferences.done)
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: not device.played.empty())
    window.close()
    sounds.close()


@pytest.mark.parametrize(("wanted", "active"), [(True, False), (True, True), (False, False)])
def test_the_taskbar_shows_a_turn_only_while_another_window_is_active(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, wanted: bool, active: bool
):
    alerts: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", alerts.append)
    window.settings.save(replace(window.settings.current, turn_alert=wanted))
    choose_game(qtbot, window)
    start_match(qtbot, window)
    assert window.session is not None
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    (window if active else other).activateWindow()
    qtbot.waitUntil((window if active else other).isActiveWindow)
    alerts.clear()
    window.session.table_page.turn_came.emit()
    assert alerts == ([window] if wanted and not active else [])


def test_settings_and_about_come_back_to_the_table(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    window.menus.settings_requested.emit()
    window.menus.about_requested.emit()
    click(window.about.done)
    assert window.pages.currentWidget() is driver.page


def test_damaged_settings_are_reported_once(portable: Path, settings_file: SettingsFile, open_window: OpenWindow):
    find_user_folders().settings.write_text("{")
    window = open_window()
    said = [each.text() for each in window.start.findChildren(QLabel) if each.isVisible()]
    assert any("settings.json.damaged-1" in text for text in said)


def test_what_is_new_in_a_newer_version_is_shown_as_plain_text(qtbot: QtBot, window: MainWindow):
    assert not window.start.news.isVisible()
    window.updates.release = Release("99.0", {"en": "<b>Dice</b>"})
    window.updates.changed.emit()
    click(window.start.news)
    box = asked(qtbot, window)
    assert box.text().startswith("<b>Dice</b>")
    assert box.textFormat() == Qt.TextFormat.PlainText


def test_a_failure_is_reported_in_a_dialog(window: MainWindow):
    window.show_failure(Path("/somewhere/report.txt"), "ValueError: alas")
    (box,) = window.findChildren(QMessageBox)
    assert "/somewhere/report.txt" in box.text()
    box.close()


@pytest.mark.parametrize("page", ["start", "setup", "preferences", "about"])
def test_everything_that_can_be_pressed_is_large_enough_and_has_a_name(qtbot: QtBot, window: MainWindow, page: str):
    if page == "setup":
        choose_game(qtbot, window)
    shown: QWidget = getattr(window, page)
    window.show_page(shown)
    for button in shown.findChildren(QAbstractButton):
        if button.isVisible() and button.focusPolicy() != Qt.FocusPolicy.NoFocus:
            assert button.height() >= 28, button.text()
            assert button.accessibleName() or button.text()


def test_nothing_is_cut_off_at_1366_by_768(qtbot: QtBot, window: MainWindow):
    window.resize(1366, 768)
    choose_game(qtbot, window)
    assert window.setup.start.visibleRegion().boundingRect().size() == window.setup.start.size()
    window.menus.text_size_requested.emit(4)
    assert window.setup.start.visibleRegion().boundingRect().size() == window.setup.start.size()


def test_a_match_that_is_open_elsewhere_is_not_opened_twice(qtbot: QtBot, window: MainWindow, open_window: OpenWindow):
    choose_game(qtbot, window)
    start_match(qtbot, window)
    other = open_window()
    click(lines(other)[0].resume)
    assert other.session is None
    assert any("another window" in each.text() for each in other.start.findChildren(QLabel) if each.isVisible())
    window.close()
    click(lines(other)[0].resume)
    assert other.session is not None


def test_the_keyboard_alone_leads_to_the_table_and_escape_back(qtbot: QtBot, window: MainWindow):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    press_first_game(window, Qt.Key.Key_Return)
    qtbot.waitUntil(window.setup.start.hasFocus)
    QTest.keyClick(window.setup.start, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.start
    press_first_game(window, Qt.Key.Key_Space)
    qtbot.waitUntil(window.setup.start.hasFocus)
    QTest.keyClick(window.setup.start, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.pages.currentWidget() is window.session.page


def press_first_game(window: MainWindow, key: Qt.Key) -> None:
    first = next(each for each in window.start.findChildren(GameButton) if each.isVisible())
    first.setFocus()
    QTest.keyClick(first, key)


def test_another_match_of_the_same_game_is_set_up_at_once(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    plan = window.setup.config
    driver.page.rematch_requested.emit()
    qtbot.waitUntil(window.setup.start.isEnabled)
    assert window.pages.currentWidget() is window.setup
    assert window.setup.config == plan
    assert len(find_matches(find_user_folders().matches)) == 1


def test_leaving_the_table_lists_the_match_and_frees_the_memory(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    page = start_match(qtbot, window).page
    session = window.session
    assert isinstance(session, LocalSession)
    match = session.match.table.match
    match.information("red")  # as the bots and the hints ask for it
    closed = {name: weakref.ref(each) for name, each in {
        "session": session, "page": page, "scene": page.table_layout.scene, "program": match.program,
    }.items()}  # fmt: skip
    page.left.emit()
    assert window.pages.currentWidget() is window.start
    assert len(lines(window)) == 1
    del page, session, match
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [name for name, each in closed.items() if each() is not None] == []


def test_leaving_an_unfinished_match_asks_first(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        window.menus.new_requested.emit()
        box = asked(qtbot, window)
        assert "It is saved" in box.text()
        QTest.keyClick(box, key)
        assert window.pages.currentWidget() is driver.page
    window.open_file(home() / "rulesets" / "trias")
    QTest.keyClick(asked(qtbot, window), Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is driver.page
    leave_match(qtbot, window)
    assert window.pages.currentWidget() is window.start
    assert len(lines(window)) == 1


def test_a_question_that_appears_under_the_pointer_is_not_answered_by_a_click_meant_for_the_board(
    qtbot: QtBot, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    window.menus.new_requested.emit()
    box = asked(qtbot, window)
    leave = button_to_leave(box)
    click(leave)
    assert window.pages.currentWidget() is driver.page
    assert box.isVisible()
    click(leave)
    assert window.pages.currentWidget() is window.start


def test_resigning_by_the_menu_counts_in_the_statistics_and_the_replay_is_played_on(
    qtbot: QtBot, window: MainWindow, portable: Path
) -> None:
    choose_game(qtbot, window, "tic-tac-toe")
    window.setup.seats._rows[1].player.setCurrentIndex(1)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.decision is not None)
    window.menus.game_shown.emit()
    entries = {action.text(): action for action in window.menuBar().actions()[0].menu().actions()}
    resign = entries["Res&ign…"]
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        resign.trigger()
        QTest.keyClick(asked(qtbot, window), key)
        assert not driver.over
    resign.trigger()
    QTest.keyClick(button_to_leave(asked(qtbot, window)), Qt.Key.Key_Space)
    qtbot.waitUntil(driver.page.score.isVisible)
    assert driver.page.score.decided.text().endswith("resigned.")
    window.menus.game_shown.emit()
    assert not resign.isEnabled()
    journal = window.session.journal

    come_from_beside(driver.page.score)
    click(driver.page.score.replay_button)
    replay = driver.page.findChild(ReplayPage)
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Right)
    click(replay.bar.branch)
    (dialog,) = (each for each in window.findChildren(QDialog) if each.isVisible())
    assert "A new match begins here." in dialog.findChild(QLabel).text()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session is not None and window.session.journal != journal)
    page = window.session.table_page
    qtbot.waitUntil(lambda: page.view is not None)
    assert (page.view.outcome, page.view.position) == (None, 1)
    assert "continues from a step of another one" in window.session.origin.notices[0].text
    window.show_start()
    branched, entry = find_matches(find_user_folders(portable).matches)
    assert not branched.note.finished
    assert (entry.note.finished, entry.note.places) == (True, (2, 1))
    (mine,) = (row for row in statistics_of([entry]) if row.player == entry.note.seats[0])
    assert (mine.matches, mine.wins) == (1, 0)


def test_leaving_a_finished_match_takes_one_click(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window, "tic-tac-toe")
    driver = start_match(qtbot, window)
    while not driver.over:
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.over or driver.decision is not None)
    sheet = driver.page.score
    qtbot.waitUntil(sheet.isVisible)
    come_from_beside(sheet)
    click(sheet.leave)
    assert window.pages.currentWidget() is window.start
    assert not any(each.isVisible() for each in window.findChildren(QMessageBox))


@pytest.mark.parametrize("page", ["preferences", "about"])
def test_escape_leaves_a_page_of_the_menu_wherever_the_focus_is(qtbot: QtBot, window: MainWindow, page: str) -> None:
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    {"preferences": window.menus.settings_requested, "about": window.menus.about_requested}[page].emit()
    focus = window.focusWidget()
    if focus is not None:
        focus.clearFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is driver.page


def test_the_keys_of_the_table_are_found_in_the_help_menu(qtbot: QtBot, window: MainWindow) -> None:
    entry = next(each for each in window.findChildren(QAction) if each.text() == "&Keyboard shortcuts")
    assert not entry.isEnabled()
    choose_game(qtbot, window)
    driver = start_match(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert entry.isEnabled()
    entry.trigger()
    assert driver.page.keys.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert driver.page.table_layout.isVisible()


@pytest.mark.parametrize("size", [100, 200])
def test_a_list_that_opens_below_its_box_shows_every_entry(qtbot: QtBot, window: MainWindow, size: int) -> None:
    choose_game(qtbot, window)
    window.settings.apply(replace(window.settings.current, text_size=size))
    pages = ((window.setup, window.setup.seats.number), (window.preferences, None))
    for page, number in pages:
        window.show_page(page)
        QApplication.processEvents()
        for box in [number] if number is not None else page.findChildren(QComboBox):
            assert box is not None
            box.showPopup()
            view = box.view()
            qtbot.waitUntil(view.isVisible)
            rows = [view.visualRect(box.model().index(row, 0)) for row in range(box.count())]
            assert all(view.viewport().rect().contains(row) for row in rows), box.accessibleName()
            box.hidePopup()


@pytest.mark.parametrize(
    ("frame", "fitted"),
    [
        (QRect(50, 60, 1250, 700), QRect(51, 80, 1240, 675)),  # it fits where it is
        (QRect(0, 0, 1250, 800), QRect(1, 48, 1240, 715)),  # too high for a screen with panels
        (QRect(300, 200, 1250, 700), QRect(117, 88, 1240, 675)),  # too far to the lower right
    ],
)
def test_a_new_window_is_on_the_screen_with_its_frame(frame: QRect, fitted: QRect) -> None:
    inside = frame.adjusted(1, 20, -9, -5)
    assert fitted_geometry(frame, inside, QRect(0, 28, 1366, 740)) == fitted


def where(widget: QWidget, page: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("name", ["leave", "rematch"])
def test_a_click_meant_for_the_board_does_not_close_the_score_sheet_that_appears(
    qtbot: QtBot, window: MainWindow, name: str
) -> None:
    choose_game(qtbot, window, "tic-tac-toe")
    driver = start_match(qtbot, window)
    while not driver.over:
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.over or driver.decision is not None)
    sheet = driver.page.score
    qtbot.waitUntil(sheet.isVisible)
    leading_away: QPushButton = getattr(sheet, name)
    for _ in range(3):  # a layout that changes has the one around it laid out in the next round; then the button rests
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    QTest.mouseMove(leading_away)  # the pointer was there when the sheet appeared, and still moves
    click(leading_away)
    assert window.pages.currentWidget() is driver.page
    assert not where(leading_away, driver.page).intersects(where(driver.page.table_layout.prompt.score, driver.page))
    click(leading_away)
    assert window.pages.currentWidget() is not driver.page


def test_a_match_of_bots_can_be_watched(qtbot: QtBot, window: MainWindow):
    choose_game(qtbot, window)
    for row in window.setup.seats.findChildren(QComboBox)[1:3]:
        row.setCurrentIndex(1)
    assert {seat.player for seat in window.setup.config.seats} == {"bot:random"}
    click(window.setup.start)
    assert window.session is not None
    match = window.session.match.table.match
    qtbot.waitUntil(lambda: match.position >= 3)


class WindowsSeen(QObject):
    """Records every widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(type(watched).__name__)
        return False


def test_no_part_of_a_page_flashes_as_a_window_of_its_own(qtbot: QtBot, qapp: QApplication, open_window: OpenWindow):
    seen = WindowsSeen()
    qapp.installEventFilter(seen)
    window = open_window()
    choose_game(qtbot, window)
    window.setup.options.rows[0].choose(5)
    window.setup.seats.number.setCurrentIndex(2)
    start_match(qtbot, window)
    window.show_start()
    window.menus.settings_requested.emit()
    qapp.removeEventFilter(seen)
    assert seen.seen == ["MainWindow"]
