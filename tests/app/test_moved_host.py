"""A host that was killed and comes back at another port, with hosts and windows in use: its players find their table,
and prove their seats to no other host."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.net.server.host_process import is_running
from app.net.server.state_file import read_record
from app.storage.matches import TABLE
from tests.app.net.table_process import Served
from tests.app.network import Person, play

pytestmark = pytest.mark.slow


class Program:
    """A program at a port of this computer: it accepts connections and answers nothing; or, with a `target`, it passes
    all bytes on between its clients and that port."""

    def __init__(self, port: int) -> None:
        self.heard = b""  #: all that clients have sent
        self.target = 0
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", port))
        self._listener.listen(64)
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self) -> None:
        self._wake.close()
        self._thread.join()

    def _run(self) -> None:
        others: dict[socket.socket, socket.socket | None] = {}
        clients: set[socket.socket] = set()
        while True:
            ready, _, _ = select.select([self._listener, self._woken, *others], [], [])
            if self._woken in ready:
                break
            for each in ready:
                if each is self._listener:
                    client, _ = self._listener.accept()
                    clients.add(client)
                    others[client] = None
                    if self.target:
                        others[client] = table = socket.create_connection(("127.0.0.1", self.target))
                        others[table] = client
                elif each in others:
                    self._pass_on(each, others, clients)
        for each in (self._listener, self._woken, *others):
            each.close()

    def _pass_on(
        self, each: socket.socket, others: dict[socket.socket, socket.socket | None], clients: set[socket.socket]
    ) -> None:
        try:
            data = each.recv(65536)
        except ConnectionError:
            data = b""
        other = others[each]
        if data and each in clients:
            self.heard += data
        if data and other is not None:
            other.sendall(data)
        elif not data:
            for closed in (each, other):
                if closed is not None:
                    closed.close()
                    others.pop(closed, None)


class Playing:
    """A window at a table whose host is not of the window; a computer player has the other seat."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.served = Served(folder / "host", "tic-tac-toe", "--seats", "human,bot:steady")
        self.person = person = Person(qtbot, folder / "Bea", "Bea")
        person.join(self.served.port)
        person.sit_down()
        person.be_ready()
        person.until(lambda: person.at_table and person.player.decision is not None)
        self.others: list[Program | Served] = []

    def is_back(self) -> bool:
        """Whether the window is at the table, where the table is now, without a notice."""
        person = self.person
        connected = person.at_table and person.session.client is not None and person.session.client.state.is_connected
        return connected and person.port == self.served.port and not person.session.table.panel.banner.notices

    def close(self) -> None:
        self.person.end()
        for each in (self.served, *self.others):
            each.kill() if isinstance(each, Served) else each.close()


@pytest.fixture
def playing(qtbot: QtBot, tmp_path: Path) -> Iterator[Playing]:
    playing = Playing(qtbot, tmp_path)
    yield playing
    playing.close()


def move(playing: Playing) -> None:
    """Make a choice, and wait until it is the person's turn again."""
    person = playing.person
    before = person.player.view.position
    person.player.play(person.player.any_option())
    person.until(lambda: person.player.view.position >= before + 2 and person.player.decision is not None)


def test_a_window_finds_its_table_if_another_table_has_its_port(playing: Playing, tmp_path: Path):
    person = playing.person
    move(playing)
    former = playing.served.port
    playing.served.kill()
    other = Served(tmp_path / "other", "tic-tac-toe", "--port", str(former))
    playing.others.append(other)
    playing.served.resume()
    assert playing.served.port != former == other.port
    person.until(playing.is_back)
    assert person.player.view.position == 2
    move(playing)
    assert [each.name for each in other.record.room.members] == []


def test_a_window_finds_its_table_if_a_silent_program_has_its_port(playing: Playing):
    person = playing.person
    move(playing)
    former = playing.served.port
    playing.served.kill()
    program = Program(former)
    playing.others.append(program)
    playing.served.resume()
    person.until(playing.is_back)
    move(playing)
    assert b"Prove" not in program.heard


def test_a_window_finds_its_table_outside_of_the_range_by_its_announcement(playing: Playing):
    person = playing.person
    former = playing.served.port
    playing.served.kill()
    program = Program(former)
    playing.others.append(program)
    playing.served.start("--resume", str(playing.served.journal), "--port", "0")
    person.until(playing.is_back)
    move(playing)


def test_a_program_between_a_window_and_its_table_gets_no_proof_of_the_seat(playing: Playing):
    """A program at the former port passes all messages on to the table and back: it would be admitted in the player's
    place."""
    person = playing.person
    former = playing.served.port
    playing.served.kill()
    program = Program(former)
    playing.others.append(program)
    playing.served.resume()
    program.target = playing.served.port
    person.until(playing.is_back)
    move(playing)
    assert b"Hello" in program.heard
    assert b"Prove" not in program.heard


def test_the_window_of_a_host_and_its_players_find_the_table_at_another_port(qtbot: QtBot, tmp_path: Path):
    ann, bea = Person(qtbot, tmp_path / "Ann", "Ann"), Person(qtbot, tmp_path / "Bea", "Bea")
    program: Program | None = None
    try:
        ann.open_table("tic-tac-toe")
        bea.go_to(ann)
        bea.sit_down()
        for person in (ann, bea):
            person.be_ready()
        play([ann, bea], 2)
        former, page = ann.port, ann.page
        (path,) = find_user_folders(ann.folder).matches.glob(f"*{TABLE}")
        host = read_record(path).host
        os.kill(host.pid, signal.SIGKILL)
        while is_running(Path(host.journal)):
            time.sleep(0.01)  # the window, which would restart it, waits as well
        with contextlib.suppress(OSError):  # the table of another test has taken the port
            program = Program(former)
        for person in (ann, bea):
            person.until(lambda person=person: person.port != former and person.session.client.state.is_connected)  # type: ignore[misc]
        assert ann.port == bea.port == read_record(path).host.port
        assert ann.page is page, "the page of the match is not made again"
        play([ann, bea], 7)
        for person in (ann, bea):
            person.until(lambda person=person: person.player.over)  # type: ignore[misc]
    finally:
        if program is not None:
            program.close()
        ann.end()
        bea.end()


def test_a_window_that_was_closed_rejoins_its_table_at_another_port(playing: Playing):
    person = playing.person
    move(playing)
    person.window._may_close = True
    person.window.close()
    former = playing.served.port
    playing.served.kill()
    program = Program(former)
    playing.others.append(program)
    playing.served.resume()
    person.start()
    person.button(person.window.start.nearby, "Rejoin").click()
    person.until(playing.is_back)
    assert person.player.view.position == 2
    move(playing)
    assert b"Prove" not in program.heard
