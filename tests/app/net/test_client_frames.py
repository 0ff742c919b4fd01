"""A few of the spoiled frames of tests/soak/client_frames.py."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.net.protocol.connection import Connection
from tests.soak.client_frames import play


def test_spoiled_frames_end_in_a_reason(qtbot: QtBot, tmp_path: Path) -> None:
    ends = play(300, 7, tmp_path)
    assert ends["lan.lost.malformed"] > 20
    assert ends["lan.lost.closed"] > 20  # what was spoiled did no harm
    qtbot.waitUntil(lambda: not any(isinstance(each, Connection) for each in Shiboken.getAllValidWrappers()))
