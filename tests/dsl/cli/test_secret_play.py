"""Several people at one terminal decide in secret: one after the other, with an empty screen between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.cli.main import main
from tests.dsl.match.secret_games import BIDS


@pytest.fixture
def moor(tmp_path: Path) -> str:
    (tmp_path / "moor").mkdir()
    (tmp_path / "moor" / "moor.rules").write_text(BIDS, "utf-8")
    return str(tmp_path / "moor")


def _typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Type these lines and then leave; return the list that takes what stands before each of them."""
    left: Iterator[str] = iter(lines)
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    return prompts


def test_the_screen_is_empty_before_the_next_one_decides(
    moor: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = _typing(monkeypatch, "", "bid 4", "", "undo", "bid 2", "", "bid 3", "", "bid 1")
    assert main(["play", moor, "--seats", "human,human"]) == 0
    hand_over = [prompt.strip() for prompt in prompts if prompt != "> "]
    assert hand_over == [
        f"Pass the screen to {name}, who decides in secret. Press Enter to continue." for name in ("Red", "Blue") * 2
    ]
    assert all(prompt.startswith("\n" * 50) for prompt in prompts if prompt != "> ")
    said = capsys.readouterr().out
    assert "You have not decided anything in secret yet" in said
    assert "All players have decided. Red +4. Red, offer: 4." in said
    assert "Bid 4\n  Everybody" not in said


def test_one_person_among_bots_is_not_asked_to_hand_over(
    moor: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = _typing(monkeypatch, "bid 4", "bid 2")
    assert main(["play", moor, "--seats", "human,bot:random,bot:random"]) == 0
    assert prompts == ["> ", "> "]
    assert "Red: Bid 4" in capsys.readouterr().out


def test_leaving_in_secret_leaves(moor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _typing(monkeypatch, "", "bid 4")
    assert main(["play", moor, "--seats", "human,human"]) == 0
