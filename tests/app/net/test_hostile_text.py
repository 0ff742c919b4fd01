"""A hostile host or rules file cannot control the terminal or the window: real processes, over loopback."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.net.protocol.authentication import new_nonce
from app.net.protocol.connection import Connection
from app.net.protocol.framing import TABLE_MESSAGES, FrameReader, frames_of
from app.net.protocol.limits import FRAME
from app.net.protocol.messages import (
    VERSIONS,
    Accepted,
    Farewell,
    Hello,
    Kept,
    Lobby,
    MemberState,
    Noticed,
    Prove,
    Said,
    Say,
    TakeSeat,
)
from dsl.match.rulesets.folder import RulesetText
from dsl.match.table_messages import Changed, Paused
from dsl.match.view import EventView
from tests.app.net.client_process import ROOT, Joined
from tests.app.net.fake_table import LOBBY, POND, FakeTable, Script, offer_of, pond, rules_of, seat_of, told, view_at
from tests.app.net.table_process import Served

#: Clears the screen, writes to the clipboard (OSC 52), C1, right-to-left override, a forged line, hidden letters.
EVIL = "ev\x1b[2J\x1b]52;c;cm0gLXJm\x07\x9b31m\u202e\u2066\r\nroot# \x00\x08\x7f\u200b\U000e0041il"
CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]")


def assert_harmless(output: bytes) -> None:
    assert CONTROL.search(output) is None, output
    bad = {letter for letter in output.decode() if unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp")}
    assert bad <= {"\n"}, output


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[FakeTable]:
    parent = QObject()
    script = Script(offer_of(pond()), rules_of(pond()))
    made = FakeTable(script, parent)
    yield made
    made.close()
    qtbot.waitUntil(lambda: not parent.findChildren(Connection))
    parent.deleteLater()


@pytest.fixture
def guests() -> Iterator[list[Joined]]:
    joined: list[Joined] = []
    yield joined
    for each in joined:
        each.kill()


def hostile_lobby() -> Lobby:
    seats = (replace(seat_of("red", "m2"), name=EVIL), seat_of("blue", "m1"))
    return replace(LOBBY, seats=seats, members=(MemberState("m3", EVIL, False, True, False),), paused=EVIL)


def hostile_rules(script: Script) -> None:
    """Rules that no client has, with control characters in titles and words (game.toml may escape them)."""
    files = []
    for name, text in script.rules.ruleset.files:
        if name == "game.toml":
            text = 'title = "Pond \\u001b[2J\\u202e\\u009b31m"\ntitle_fr = "\\u001b]0;x\\u0007"\n'
        elif name == "words.en":
            text += f'\nname wind: "{EVIL.splitlines()[0]}"\n'
        files.append((name, text))
    script.rules = replace(script.rules, ruleset=RulesetText(tuple(files), script.rules.ruleset.base))
    script.offer = offer_of(pond(), script.rules)


def test_nothing_that_a_hostile_host_sends_controls_the_terminal(
    qtbot: QtBot, table: FakeTable, guests: list[Joined], tmp_path: Path
) -> None:
    hostile_rules(table.script)
    table.script.lobby = hostile_lobby()
    shown = EventView(0, "note", (("text", EVIL), (EVIL, EVIL)), (EVIL,), 0)
    table.script.at_once = (
        Said("m2", EVIL, EVIL, ""),
        Said("m2", EVIL, "", EVIL),
        Noticed("came", (("name", EVIL), ("seat", EVIL))),
        Noticed(EVIL, ((EVIL, EVIL),)),
        replace(told("blue", -1), news=Changed((shown,), view_at(0, "blue"))),
        replace(told("blue", 0), news=Paused(EVIL, ((EVIL, EVIL),))),
    )
    guest = Joined(tmp_path / "guest", table.port, "--name", "Ann", "--accept-rules")
    guests.append(guest)
    qtbot.waitUntil(lambda: guest.said.read_text(errors="replace").count("root#") >= 4)
    table.peers[-1].close(EVIL, (("name", EVIL),))
    qtbot.waitUntil(lambda: guest.process.poll() is not None)
    output = guest.said.read_bytes()
    assert b"root# il" in output
    assert b"Traceback" not in output
    assert not any(line.startswith(b"root#") for line in output.splitlines()), "a forged line"
    assert_harmless(output)


def test_nothing_that_a_hostile_client_sends_controls_the_terminal_of_the_host(tmp_path: Path) -> None:
    """Nor do the words of the rules that it hosts."""
    table = Served(tmp_path / "table", str(copied_pond(tmp_path)), "--name", "Bea\x1b[2J\u202e\x9b")
    try:
        with socket.create_connection(("127.0.0.1", table.port), 30) as client:
            client.sendall(frames_of(Hello(*VERSIONS, EVIL, EVIL, EVIL, "", new_nonce()))[0])
            assert client.recv(FRAME)
            client.sendall(frames_of(Prove("", ""))[0])
            assert client.recv(FRAME)
            client.sendall(frames_of(TakeSeat(1, "red", EVIL))[0] + frames_of(Say(2, EVIL))[0])
            client.sendall(frames_of(Farewell(EVIL, ((EVIL, EVIL),)))[0])
            while client.recv(FRAME):
                pass
        with socket.create_connection(("127.0.0.1", table.port), 30) as client:
            client.sendall(frames_of(Hello(99, 99, EVIL, EVIL, EVIL, EVIL, EVIL))[0])
            while client.recv(FRAME):
                pass
        assert table.interrupt() == 0
    finally:
        table.kill()
    output = table.said.read_bytes()
    assert output.count(b"root# il") == 2, output
    assert_harmless(output)


def copied_pond(tmp_path: Path) -> Path:
    folder = tmp_path / "evil" / "pond"
    shutil.copytree(POND, folder)
    words = (folder / "words.en").read_text()
    (folder / "words.en").write_text(words.replace('"', f'"{EVIL.splitlines()[0]}', 1))
    return folder


def test_a_title_that_would_control_the_terminal_is_refused(tmp_path: Path) -> None:
    folder = copied_pond(tmp_path)
    (folder / "game.toml").write_text('title = "P\\u001b[2J\\u202e\\u009b31mond"\n')
    for command in ("check", "serve"):
        output = run([command, str(folder)])
        assert b"game.toml" in output
        assert_harmless(output)


@pytest.mark.parametrize("command", ["check", "play", "replay"])
def test_untrusted_rules_and_journals_do_not_control_the_terminal(command: str, tmp_path: Path) -> None:
    folder, journal = copied_pond(tmp_path), tmp_path / "m.journal"
    words = [command, str(folder)]
    if command == "check":
        (folder / "pond.rules").write_text((folder / "pond.rules").read_text() + f"\n{EVIL}\n")
    else:
        words += ["--seats", "bot:random,bot:random", "--seed", "1", "--journal", str(journal)]
    if command == "replay":
        run(["play", *words[1:]])
        words = ["replay", str(journal)]
    output = run(words)
    assert b"[2J" in output or b"il" in output
    assert_harmless(output)


def run(words: list[str]) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "app", *words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=300, check=False,
    )  # fmt: skip
    return done.stdout


def test_every_text_that_a_table_sends_is_printable_for_the_window() -> None:
    """But for whole files, which are read under limits of their own."""
    reader = FrameReader(TABLE_MESSAGES, parts=True)
    for message in (Said("m1", EVIL, EVIL, EVIL), hostile_lobby(), Noticed(EVIL, ((EVIL, EVIL),))):
        for frame in frames_of(message):
            reader.feed(frame)
        assert_harmless(repr(reader.next()).encode())
    long = Said("m1", "", EVIL * 5000, "")  # in several frames
    for frame in frames_of(long):
        reader.feed(frame)
    heard = reader.next()
    assert isinstance(heard, Said)
    assert_harmless(heard.text.encode())
    for frame in frames_of(Kept(1, EVIL)):
        reader.feed(frame)
    assert reader.next() == Kept(1, EVIL)


def test_printable_text_is_unchanged() -> None:
    said = Said("m1", "Zoë 恐竜 🦖", "« d’accord » – 10\u202f%", "")
    reader = FrameReader((*TABLE_MESSAGES, Accepted, Say), parts=True)
    for frame in frames_of(said):
        reader.feed(frame)
    assert reader.next() == said
