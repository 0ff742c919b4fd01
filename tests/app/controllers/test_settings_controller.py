"""Settings in use: the motion that the system asks for, and what it means at a table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from app.controllers.session import table_settings_of
from app.shell.window import MainWindow
from app.storage.settings import TURNINGS, Motion, Settings
from dsl.base.processor_cores import available_cores, search_cores, search_cores_setting


def test_the_motion_is_that_of_the_system_unless_the_user_overrides_it(qtbot: QtBot, window: MainWindow) -> None:
    settings, hints = window.settings, QGuiApplication.styleHints().accessibility()
    asked = "reduced" if hints.motionPreference() == Qt.MotionPreference.ReducedMotion else "full"
    settings.save(replace(settings.current, motion="system"))
    assert settings.resolved.motion == asked
    for motion in ("full", "reduced", "none"):
        settings.save(replace(settings.current, motion=motion))
        assert settings.resolved.motion == motion
    with qtbot.waitSignal(settings.changed):  # an open table follows
        hints.motionPreferenceChanged.emit(Qt.MotionPreference.ReducedMotion)


@pytest.mark.parametrize(
    ("motion", "speed", "reduced"), [("full", 200, False), ("reduced", 200, True), ("none", 0, False)]
)
def test_a_table_moves_as_the_settings_say(motion: Motion, speed: int, reduced: bool) -> None:
    settings = table_settings_of(Settings(speed=200, motion=motion))
    assert (settings.speed, settings.reduced) == (speed, reduced)
    assert settings.bot_delay == (150 if motion == "none" else 300)


def test_the_menu_says_whose_side_of_the_board_is_below(window: MainWindow) -> None:
    actions = {action.data(): action for action in window.findChildren(QAction) if action.data() in TURNINGS}
    assert not actions["mover"].isChecked()
    actions["mover"].trigger()
    assert table_settings_of(window.settings.current).turning == "mover"
    assert actions["mover"].isChecked()


def test_the_page_says_how_many_cores_computer_players_use(window: MainWindow) -> None:
    """At once, and a number from a computer with more cores stays."""
    box, more = window.preferences.cores, available_cores() + 3
    assert box.itemText(0) == f"Half of them ({search_cores()})"
    box.setCurrentIndex(box.findData(1))
    assert (window.settings.current.cores, search_cores(), search_cores_setting()) == (1, 1, 1)
    window.settings.apply(replace(window.settings.current, cores=more))
    window.preferences.set_settings(window.settings.current)
    window.preferences.covers.toggle()
    assert window.settings.current.cores == more
    assert box.currentText() == str(more)
    box.setCurrentIndex(0)
    assert search_cores_setting() == 0
