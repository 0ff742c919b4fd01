"""`gondwana join` without an address: lists the tables nearby, here those of this computer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.base.i18n import Translations
from app.cli.join import list_tables
from app.net.discovery.browser import TableBrowser
from app.net.discovery.interfaces import LOOPBACK
from app.net.discovery.responder import DiscoveryResponder
from tests.app.net.posters import FEN, free_port
from tests.app.net.table_process import ROOT, Served


def test_tables_nearby_are_listed_with_their_addresses(
    qapp: QCoreApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    beacon = DiscoveryResponder(lambda: FEN, port=port)
    beacon.open()
    try:
        assert list_tables(Translations("en"), TableBrowser(port=port, targets=lambda: LOOPBACK), 1000) == 0
    finally:
        beacon.close()
    assert f"127.0.0.1:{FEN.port}" in capsys.readouterr().out


def test_without_tables_the_user_is_asked_to_type_an_address(
    qapp: QCoreApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list_tables(Translations("en"), TableBrowser(port=free_port(), targets=lambda: LOOPBACK), 300) == 0
    assert "gondwana join HOST:PORT" in capsys.readouterr().out


def test_a_table_for_this_computer_only_is_listed_by_another_process(tmp_path: Path) -> None:
    table = Served(tmp_path / "table", "trias", "--name", "The kitchen")
    try:
        said, tries = "", 0
        while f"127.0.0.1:{table.port} " not in said:  # a loaded machine may answer late
            tries += 1
            assert tries < 10, said
            words = [sys.executable, "-m", "app", "join"]
            said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True).stdout
        assert f"Only this computer can join, at 127.0.0.1:{table.port}\n" in table.said.read_text()
        assert "The kitchen" in said
        table.wait_for(f"Only this computer can join, at 127.0.0.1:{table.port}")
    finally:
        table.kill()
