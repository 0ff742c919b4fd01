"""Looks of games that are based on other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.appearance.drawings import LookError
from app.appearance.look import Look, game_look, game_look_or_plain, look_folders


def ruleset(place: Path, name: str, first_line: str) -> Path:
    folder = place / name
    folder.mkdir()
    (folder / f"{name}.rules").write_text(first_line + "\n")
    return folder


def test_a_look_overrides_that_of_its_base_game(tmp_path: Path) -> None:
    base = ruleset(tmp_path, "old-fen", "game old_fen")
    re_issue = ruleset(tmp_path, "fen", "-- again\ngame fen based on old_fen")
    assert look_folders(re_issue) == (base, re_issue)
    assert look_folders(base) == (base,)


def test_games_based_on_each_other_do_not_loop(tmp_path: Path) -> None:
    one = ruleset(tmp_path, "one", "game one based on two")
    two = ruleset(tmp_path, "two", "game two based on one")
    assert look_folders(one) == (two, one)


def test_a_missing_base_game_is_ignored(tmp_path: Path) -> None:
    fen = ruleset(tmp_path, "fen", "game fen based on nothing")
    assert look_folders(fen) == (fen,)


def test_an_unreadable_look_is_plain_in_the_gallery_and_reported_at_the_table(tmp_path: Path) -> None:
    fen = ruleset(tmp_path, "fen", "game fen")
    (fen / "fen.look").write_text("[board")
    assert game_look_or_plain(fen) == Look()
    with pytest.raises(LookError):
        game_look(fen)
