"""The notice of a new version: only on request, once a day, from a secure address, and nothing but plain text."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance.theme import ApplicationTheme
from app.base.i18n import Translations
from app.controllers import update_controller
from app.controllers.settings_controller import SettingsController
from app.controllers.update_controller import CHANNEL, Release, UpdateController, channel_address, release_of
from app.screens.preferences import PreferencesPage
from app.screens.start import StartPage
from app.storage.settings import SettingsFile
from dsl import __version__

NEWER = json.dumps({"version": "99.0", "news": {"en": "Dice\u202e.\n\x1b[31mCards.", "fr": "Dés."}})
PLAIN = frozenset({"http"})


class Channel(ThreadingHTTPServer):
    """A server on this computer that answers with one document, and keeps the headers of the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer, self.status = NEWER, 200
        self.heard: list[dict[str, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/latest.json"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Channel)
        self.server.heard.append(dict(self.headers))
        self.send_response(self.server.status)
        self.send_header("Set-Cookie", "who=you")
        self.send_header("Content-Length", str(len(self.server.answer.encode())))
        self.send_header("Connection", "close")
        self.end_headers()
        with contextlib.suppress(OSError):  # the client hangs up where the document is too large
            self.wfile.write(self.server.answer.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def channel() -> Iterator[Channel]:
    with Channel() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def settings(tmp_path: Path, qapp: QApplication) -> SettingsController:
    return SettingsController(SettingsFile(tmp_path / "settings.json"), ApplicationTheme(qapp), "en")


def test_a_channel_is_asked_once_a_day_and_only_if_the_user_wants_it(
    qtbot: QtBot, channel: Channel, settings: SettingsController, tmp_path: Path
) -> None:
    times = [1_000_000.0]
    parent = QObject()
    answers = tmp_path / "answers.json"
    updates = UpdateController(settings, answers, channel.address, parent, schemes=PLAIN, now=lambda: times[-1])
    assert updates.is_offered
    updates.check()
    settings.save(replace(settings.current, updates=True))
    qtbot.waitUntil(lambda: updates.release is not None)
    assert updates.release is not None
    assert (updates.release.version, updates.release.news_in("de")) == ("99.0", "Dice.\n[31mCards.")
    (heard,) = channel.heard
    assert (heard["User-Agent"], heard["Accept-Language"]) == ("Gondwana", "*")
    assert "Cookie" not in heard

    channel.answer = json.dumps({"version": __version__, "news": {}})
    again = UpdateController(settings, answers, channel.address, parent, schemes=PLAIN, now=lambda: times[-1])
    again.check()
    assert again.release == updates.release  # the answer of the day
    times.append(times[-1] + 25 * 3600)
    again.check()
    qtbot.waitUntil(lambda: again.release is None)
    assert len(channel.heard) == 2
    assert "Cookie" not in channel.heard[1]
    settings.save(replace(settings.current, updates=False))
    assert updates.release is None


@pytest.mark.parametrize("problem", ["status", "size", "form"])
def test_a_useless_answer_is_not_asked_for_again(
    qtbot: QtBot, channel: Channel, settings: SettingsController, tmp_path: Path, problem: str
) -> None:
    channel.status = 404 if problem == "status" else 200
    channel.answer = {"size": NEWER + " " * 1_000_000, "form": "[]"}.get(problem, NEWER)
    answers = tmp_path / "answers.json"
    updates = UpdateController(settings, answers, channel.address, QObject(settings), schemes=PLAIN)
    settings.save(replace(settings.current, updates=True))
    qtbot.waitUntil(answers.exists)
    updates.check()
    assert (updates.release, len(channel.heard)) == (None, 1)


@pytest.mark.parametrize("address", ["", "http://example.org/latest.json", "file:///etc/passwd", "https://", "ftp://a"])
def test_only_a_secure_address_is_a_channel(settings: SettingsController, tmp_path: Path, address: str) -> None:
    updates = UpdateController(settings, tmp_path / "answers.json", address, QObject(settings))
    settings.save(replace(settings.current, updates=True))
    assert not updates.is_offered
    assert updates.release is None


@pytest.mark.parametrize(
    "document",
    ["", "[]", "{}", '{"version": 2, "news": {}}', '{"version": "2.x", "news": {}}', '{"version": "2", "news": []}',
     '{"version": "' + "9" * 5000 + '", "news": {}}'],
)  # fmt: skip
def test_a_malformed_document_is_no_release(document: str) -> None:
    assert release_of(document) is None


def test_versions_are_compared_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_controller, "__version__", "0.1.0")
    for version, newer in (("0.1.0", False), ("0.0.9", False), ("0.1.0.0", False), ("0.10", True)):
        assert Release(version, {}).is_newer is newer


def test_a_release_is_newer_than_its_own_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_controller, "__version__", "1.0.0rc2")
    for version, newer in (("0.9", False), ("1.0.0", True), ("1.0", True), ("1.0.1", True)):
        assert Release(version, {}).is_newer is newer


def test_a_packager_sets_the_address_in_one_file(tmp_path: Path) -> None:
    assert channel_address() == ""  # this package has no channel
    assert CHANNEL.is_file()
    file = tmp_path / "updates.toml"
    file.write_text('address = "https://example.org/latest.json"\n')
    assert channel_address(file) == "https://example.org/latest.json"
    file.write_text("address = 3\n")
    assert channel_address(file) == ""


def test_the_setting_and_the_line_are_shown_only_with_a_channel(qtbot: QtBot) -> None:
    for offered in (False, True):
        page = PreferencesPage(Translations("en"), "en", offers_updates=offered)
        qtbot.addWidget(page)
        page.show()
        assert page.updates.isVisible() is offered
    start = StartPage(Translations("en"))
    qtbot.addWidget(start)
    start.show()
    assert not start.news.isVisible()
    start.show_update("1.0")
    assert start.news.isVisible()
    with qtbot.waitSignal(start.news_requested):
        start.news.click()
