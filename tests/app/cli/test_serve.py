"""`gondwana serve` as a process: complete matches, and its output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.net.matches import played
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import ROOT, Served


@pytest.mark.parametrize(("game", "number"), [("tic-tac-toe", 2), ("trias", 3)])
def test_a_whole_match_is_the_same_on_all_sides(tmp_path: Path, game: str, number: int) -> None:
    assert played(tmp_path, game, number, 1) > 4


def test_repeated_and_reordered_commands_are_executed_once(tmp_path: Path) -> None:
    assert played(tmp_path, "tic-tac-toe", 2, 2, twice=True) > 4


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path, "tic-tac-toe", "--seats", "human,bot:random", "--code", "QUAGGA", "--name", "Fen")
    yield table
    table.kill()


def test_the_server_prints_its_address_and_events(table: Served, tmp_path: Path) -> None:
    stranger = Player(table.port, Memory(tmp_path / "stranger"), name="Bob", code="WRONG")
    play([stranger], lambda: bool(stranger.ended))
    player = Player(table.port, Memory(tmp_path / "memory"), name="Ann", code="quagga")
    play([player], lambda: player.over)
    player.lose()
    assert table.interrupt() == 0
    assert table.said.read_text().splitlines()[:10] == [
        "The table “Fen” is open: Tic-Tac-Toe, 2 seats.",
        f"Only this computer can join, at 127.0.0.1:{table.port}",
        "Code: QUAGGA",
        "Players find it in their window under “Play on the network”, or type `gondwana join` and the address.",
        f"The match is saved in {table.journal}",
        "Ctrl+C closes the table. `gondwana serve --resume` and this file open it again.",
        "127.0.0.1 was refused: That is not the code of this table.",
        "Ann joined.",
        "The match begins.",
        "The match is over.",
    ]
    assert table.said.read_text().splitlines()[-1] == "The table is closed."


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "give a game"),
        (["nowhere"], 2, "there is no game `nowhere`"),
        (["tic-tac-toe", "--seats", "human"], 2, "2"),
        (["tic-tac-toe", "--seats", "human,bot:nobody"], 2, "bot:nobody"),
        (["tic-tac-toe", "--option", "size"], 2, "has no `=`"),
        (["tic-tac-toe", "--watch", "delayed:0"], 2, "delayed:N"),
        (["tic-tac-toe", "--watch", "delayed:51"], 2, "from 1 to 50"),
        (["tic-tac-toe", "--port", "70000"], 2, "a port is a number from 0 to 65535"),
        (["tic-tac-toe", "--watchers", "1000"], 2, "from 0 to 200"),
        (["tic-tac-toe", "--cores", "0"], 2, "from 1 to 64"),
        (["tic-tac-toe", "--cod"], 2, "did you mean `--code`?"),
        (["tic-tac-toe", "--resume", "x.journal"], 2, "--resume uses the game"),
        (["--resume", "nowhere.journal"], 1, "the players of this table could not be read"),
    ],
)
def test_an_invalid_argument_is_reported_in_one_line(words: list[str], code: int, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "serve", *words],
        cwd=ROOT, env={"PATH": "/usr/bin", "HOME": str(tmp_path), "GONDWANA_PORTABLE": str(tmp_path)},
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_table_cannot_be_opened_twice(table: Served) -> None:
    again = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--resume", str(table.journal)],
        cwd=ROOT, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert again.returncode == 1
    assert "is open in another window" in again.stderr


def test_a_closed_table_reopens_with_its_seats(table: Served, tmp_path: Path) -> None:
    player = Player(table.port, Memory(tmp_path / "memory"), name="Ann", code="QUAGGA")
    player.patience = lambda: False
    play([player], lambda: bool(player.views))
    assert table.interrupt() == 0
    play([player], lambda: player.ended == "lan.away.host_closed")
    table.resume()
    back = Player(table.port, Memory(tmp_path / "memory"), name="Ann")
    play([back], lambda: back.over)
    back.lose()
    assert len(table.record.room.members) == 1


def test_slow_bots_are_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library for machine code, the terminal of the host shows a notice once a bot has thought."""
    (tmp_path / "wasmtime.py").write_text("raise ImportError('it was left out')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    table = Served(tmp_path / "table", "tic-tac-toe", "--seats", "human,bot:steady")
    player = Player(table.port, Memory(tmp_path / "memory"), name="Ann")
    play([player], lambda: player.over)
    player.lose()
    assert table.interrupt() == 0
    said = [line for line in table.said.read_text().splitlines() if line.startswith("note: ")]
    assert said == [
        "note: rules run slowly here, and computer players think less far: "
        "wasmtime is missing or cannot be loaded: it was left out"
    ]


def test_compiled_searches_of_bots_are_kept_in_the_folder_of_the_user(tmp_path: Path) -> None:
    table = Served(tmp_path / "table", "tic-tac-toe", "--seats", "human,bot:steady")
    player = Player(table.port, Memory(tmp_path / "memory"), name="Ann")
    kept = tmp_path / "table" / "portable" / "data" / "modules"
    play([player], lambda: any(kept.glob("*.module")))
    player.lose()
    assert table.interrupt() == 0
