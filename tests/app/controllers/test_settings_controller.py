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
