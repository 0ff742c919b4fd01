"""Fixtures: a main window at its first start, and at later ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from app.base.paths import find_user_folders
from app.shell.application import make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.storage.settings import Settings, SettingsFile

OpenWindow = Callable[[], MainWindow]
PATIENCE = 120_000  #: milliseconds


class PatientBot(QtBot):
    """Waits longer by default, for busy machines."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE, **more: object) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitSignals(self, signals: list[object], *, timeout: int = PATIENCE, **more: object) -> MultiSignalBlocker:
        return super().waitSignals(signals, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def appearance_restored(request: pytest.FixtureRequest) -> Iterator[None]:
    """The theme and the font that a test sets end with it."""
    if not {"qapp", "qtbot"} & set(request.fixturenames):
        yield
        return
    application: QApplication = request.getfixturevalue("qapp")
    sheet, font, palette = application.styleSheet(), application.font(), application.palette()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # else closed windows would follow the changes
    if application.styleSheet() != sheet:
        application.setStyleSheet(sheet)
    if application.font() != font:
        application.setFont(font)
    if application.palette() != palette:
        application.setPalette(palette)


@pytest.fixture
def settings_file(portable: Path) -> SettingsFile:
    """The settings of the user: English, without animations."""
    file = SettingsFile(find_user_folders().settings)
    file.store(replace(Settings(), language="en", theme="light", speed=0))
    return file


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication, settings_file: SettingsFile) -> OpenWindow:
    """A function that starts the program, each time with a new window."""

    def start() -> MainWindow:
        window = make_window(qapp, WindowOptions())
        qtbot.addWidget(window)
        window.show()
        return window

    return start


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    return open_window()
