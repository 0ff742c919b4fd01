"""Host process of a window: opened, left open, restarted after a crash."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from app.net.protocol.authentication import key_of_token
from app.net.server.host_process import (
    HostConfig,
    HostProcess,
    abandoned_tables,
    is_running,
    running_tables,
    serve_arguments,
)
from app.net.server.room.members import OWNER
from app.net.server.state_file import read_record, record_path
from dsl.base.processor_cores import set_search_cores
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.raw_connections import until

GAME = Path(__file__).parents[4] / "rulesets" / "classics" / "tic-tac-toe"
PATIENCE = 120


class Window:
    """Records the events of hosted tables, as a window would receive them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "one.journal"
        self.opened: list[tuple[str, int, str]] = []
        self.failed: list[str] = []
        self.closed: list[bool] = []
        self.parent = QObject()
        self.hosting = self.another()

    def another(self) -> HostProcess:
        hosting = HostProcess(self.journal, self.folder / "portable", self.parent)
        hosting.opened.connect(self._opened)
        hosting.failed.connect(self.failed.append)
        hosting.closed.connect(self._closed)
        return hosting

    def _opened(self, address: str, port: int, token: str) -> None:
        self.opened.append((address, port, token))

    def _closed(self) -> None:
        self.closed.append(True)

    def kill(self) -> None:
        if is_running(self.journal) and (pid := read_record(record_path(self.journal)).host.pid):
            os.kill(pid, signal.SIGKILL)

    def until(self, holds: Callable[[], bool]) -> None:
        until(holds, PATIENCE)


@pytest.fixture
def window(tmp_path: Path, qapp: object) -> Iterator[Window]:
    window = Window(tmp_path / "matches")
    yield window
    window.hosting.release()
    window.kill()
    window.parent.deleteLater()


def plan(window: Window, *players: str) -> HostConfig:
    return HostConfig(GAME, window.journal, players or ("human", "bot:random"), name="Ours", here_only=True, port=0)


def test_a_hosted_table_uses_as_many_cores_as_the_window() -> None:
    assert serve_arguments(["hex", "--here-only"]) == ["serve", "hex", "--here-only"]
    set_search_cores(3)
    try:
        assert serve_arguments(["hex"]) == ["serve", "hex", "--cores=3"]
    finally:
        set_search_cores(0)


def test_a_table_is_opened_and_closed_by_its_window(window: Window) -> None:
    window.hosting.start(plan(window))
    window.until(lambda: bool(window.opened or window.failed))
    ((address, port, token),) = window.opened
    record = read_record(record_path(window.journal))
    assert (address, port, record.room.plan.name) == ("127.0.0.1", record.host.port, "Ours")
    assert record.room.plan.owner_key == key_of_token(token)
    assert [found[0] for found in running_tables(window.folder)] == [window.journal]
    assert abandoned_tables(window.folder) == ()
    window.hosting.close()
    window.until(lambda: window.closed == [True])
    assert running_tables(window.folder) == ()
    assert [found[0] for found in abandoned_tables(window.folder)] == [window.journal]


def test_the_owner_joins_by_its_token(window: Window, tmp_path: Path) -> None:
    window.hosting.start(plan(window))
    window.until(lambda: bool(window.opened or window.failed))
    memory = Memory(tmp_path / "memory")
    memory.keep_member(OWNER, window.opened[0][2])
    owner = Player(window.opened[0][1], memory)
    try:
        play([owner], lambda: owner.over)
        assert owner.lobby is not None
        assert [member.owner for member in owner.lobby.members] == [True]
    finally:
        owner.lose()


def test_a_crashed_table_is_restarted_at_the_same_port_with_all_members(window: Window, tmp_path: Path) -> None:
    window.hosting.start(plan(window, "human", "human"))
    window.until(lambda: bool(window.opened or window.failed))
    players = [Player(window.opened[0][1], Memory(tmp_path / f"memory-{seed}"), seed) for seed in range(2)]
    try:
        for player in players:
            player.patience = lambda: False
        play(players, lambda: all(player.views for player in players))
        window.kill()
        window.until(lambda: len(window.opened) == 2)
        assert window.opened[0] == window.opened[1]
        for player in players:
            player.patience = lambda: True
        play(players, lambda: all(player.over for player in players))
        assert all(player.connected == 2 or player.back_after for player in players)
    finally:
        for player in players:
            player.lose()


def test_another_window_finds_a_table_that_still_runs(window: Window) -> None:
    window.hosting.start(plan(window))
    window.until(lambda: bool(window.opened or window.failed))
    window.hosting.release()
    again = window.another()
    again.attach()
    window.until(lambda: len(window.opened) == 2)
    assert window.opened[0] == window.opened[1]
    again.close()
    window.until(lambda: window.closed == [True])
    window.another().attach()
    window.until(lambda: len(window.opened) == 3)
    assert window.opened[2][2] == window.opened[0][2]
    assert read_record(record_path(window.journal)).host.here_only


def test_a_failure_to_open_a_table_is_reported(window: Window) -> None:
    window.hosting.start(HostConfig(GAME, window.journal, ("human", "bot:nobody")))
    window.until(lambda: bool(window.failed))
    assert "bot:nobody" in window.failed[0]
    assert window.opened == []


def test_a_table_that_is_closing_is_no_longer_open_and_can_be_opened_again_at_once(
    window: Window, tmp_path: Path
) -> None:
    window.hosting.start(plan(window))
    window.until(lambda: bool(window.opened or window.failed))
    deaf = Player(window.opened[0][1], Memory(tmp_path / "memory"))
    try:
        play([deaf], lambda: deaf.inside)
        window.hosting.release()
        window.hosting.close()
        window.until(lambda: not read_record(record_path(window.journal)).host.pid)
        assert is_running(window.journal), "it waits for a client that does not read its farewell"
        assert running_tables(window.folder) == ()
        assert [found[0] for found in abandoned_tables(window.folder)] == [window.journal]
        window.another().attach()
        window.until(lambda: len(window.opened) == 2)
        assert window.opened[0][2] == window.opened[1][2]
    finally:
        deaf.lose()
