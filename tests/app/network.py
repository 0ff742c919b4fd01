"""Windows at a network table, operated by clicks: each with its own folders, all on this computer."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QStackedWidget, QWidget
from pytestqt.exceptions import TimeoutError as NotInTime
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.controllers.network_session import NetworkSession
from app.net.server.host_process import is_running
from app.net.server.state_file import RecordError, read_record
from app.screens.gallery import GameButton
from app.screens.lobby import LobbyPage
from app.shell.application import make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.storage.matches import TABLE
from app.storage.settings import Settings, SettingsFile
from app.table.page import TablePage
from tests.app.table.page_driver import PageDriver

PATIENCE = 120_000  #: milliseconds for a process to start on a machine with much to do


def click(widget: QWidget) -> None:
    """Click a widget that is visible and enabled."""
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


class Person:
    """A person with a window and folders of their own."""

    def __init__(self, qtbot: QtBot, folder: Path, name: str, language: str = "en") -> None:
        self.qtbot, self.folder, self.name = qtbot, folder, name
        settings = replace(Settings(), language=language, theme="light", speed=0, player=name)
        SettingsFile(find_user_folders(folder).settings).store(settings)
        self.window = self.start()

    def start(self) -> MainWindow:
        """Start the program, also again after it was closed."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.window = window = make_window(application, WindowOptions(portable=self.folder))
        self.qtbot.addWidget(window)
        window.resize(1366, 738)
        window.show()
        return window

    # ---- state ----

    @property
    def session(self) -> NetworkSession:
        session = self.window.session
        assert isinstance(session, NetworkSession)
        return session

    @property
    def lobby(self) -> LobbyPage:
        return self.session.lobby

    @property
    def page(self) -> TablePage:
        assert self.session.table is not None
        return self.session.table.page

    @property
    def player(self) -> PageDriver:
        return PageDriver(self.page)

    @property
    def port(self) -> int:
        """The port of the table."""
        client = self.session.client
        assert client is not None
        return client.port

    @property
    def in_lobby(self) -> bool:
        session = self.window.session
        if not isinstance(session, NetworkSession):
            return False
        return session.widget.currentWidget() is session.lobby and bool(session.lobby.seats.lines)

    @property
    def at_table(self) -> bool:
        page = self.window.session.table_page if self.window.session is not None else None
        return page is not None and page.view is not None

    def until(self, holds: Callable[[], bool]) -> None:
        try:
            self.qtbot.waitUntil(holds, timeout=PATIENCE)
        except NotInTime as error:
            error.add_note(f"The window of {self.name} shows: {self.page_shown}")
            raise

    @property
    def page_shown(self) -> str:
        """The page that the window shows, and the texts on it."""
        page = self.window.pages.currentWidget()
        while isinstance(page, QStackedWidget):
            page = page.currentWidget()
        texts = [each.text() for each in page.findChildren(QLabel) if each.isVisible() and each.text()] if page else []
        return f"{type(page).__name__}: {' | '.join(texts)}"

    def button(self, within: QWidget, text: str) -> QPushButton:
        """Wait for the visible button with this text, and return it."""

        def shown() -> list[QPushButton]:
            return [each for each in within.findChildren(QPushButton) if each.isVisible() and each.text() == text]

        self.until(lambda: bool(shown()))
        return shown()[0]

    # ---- actions ----

    def open_table(self, game: str, people: int = 2, **wishes: str) -> None:
        """Host a table for this computer only; the host takes a seat."""
        click(next(each for each in self.window.start.findChildren(GameButton) if each.game.name == game))
        self.until(self.window.setup.start.isEnabled)
        seats = self.window.setup.seats
        seats.number.setCurrentIndex(seats.number.findText(str(people)))
        for row in seats._rows[:people]:
            row.player.setCurrentIndex(0)
        click(self.window.setup.network)
        opening = self.window.network.host_page
        opening.here_only.setChecked(True)
        opening.watching.setCurrentIndex(("no", "yes", "delayed").index(wishes.get("watching", "no")))
        opening.coded.setChecked("code" in wishes)
        click(opening.open)
        self.until(lambda: self.in_lobby and self.lobby.ready.isEnabled())

    def go_to(self, host: Person) -> None:
        """Join by typing the address of the table."""
        self.join(host.port)

    def join(self, port: int) -> None:
        """Join a table of this computer by typing its address."""
        self.window.menus.join_requested.emit()
        self.window.start.nearby.address.setText(f"127.0.0.1:{port}")
        click(self.window.start.nearby.go)

    def sit_down(self) -> None:
        """Take the first free seat."""
        self.until(lambda: self.in_lobby and any(line.sit.isVisible() for line in self.lobby.seats.lines))
        click(next(line.sit for line in self.lobby.seats.lines if line.sit.isVisible()))
        self.until(self.lobby.ready.isEnabled)

    def be_ready(self) -> None:
        self.until(self.lobby.ready.isEnabled)
        click(self.lobby.ready)

    def end(self) -> None:
        """Close the window, and kill the hosts that it left running."""
        self.window._may_close = True
        self.window.close()
        matches = find_user_folders(self.folder).matches
        for path in matches.glob(f"*{TABLE}"):
            with contextlib.suppress(RecordError, OSError):
                host = read_record(path).host
                if host.pid and is_running(Path(host.journal)):
                    os.kill(host.pid, signal.SIGKILL)


def play(people: list[Person], choices: int) -> None:
    """Choose by clicks at each window that must, for a number of choices or until the match is over. After each choice
    all windows are at its position: what one proposes at an earlier one is refused."""
    for _ in range(choices):
        people[0].until(lambda: any(each.player.over or each.player.decision is not None for each in people))
        if any(each.player.over for each in people):
            return
        person = next(each for each in people if each.player.decision is not None)
        before = person.player.view.position
        person.player.play(person.player.any_option())
        person.until(lambda person=person, before=before: person.at_table and person.player.view.position > before)  # type: ignore[misc]
        reached = person.player.view.position
        for each in people:
            each.until(lambda each=each, reached=reached: each.at_table and each.player.view.position >= reached)  # type: ignore[misc]
