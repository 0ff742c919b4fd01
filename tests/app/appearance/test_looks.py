"""Where a game's look comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.appearance.look import Look, game_look, game_look_or_plain, look_folders
from app.appearance.look_file import LookError


def ruleset(place: Path, name: str, first_line: str) -> Path:
    folder = place / name
    folder.mkdir()
    (folder / f"{name}.rules").write_text(first_line + "\n")
    return folder


def test_the_look_of_the_base_lies_below(tmp_path: Path) -> None:
    base = ruleset(tmp_path, "old-fen", "game old_fen")
    re_issue = ruleset(tmp_path, "fen", "-- again\ngame fen based on old_fen")
    assert look_folders(re_issue) == (base, re_issue)
    assert look_folders(base) == (base,)


def test_games_that_are_based_on_each_other_end(tmp_path: Path) -> None:
    one = ruleset(tmp_path, "one", "game one based on two")
    two = ruleset(tmp_path, "two", "game two based on one")
    assert look_folders(one) == (two, one)


def test_a_base_that_is_not_there_is_passed_over(tmp_path: Path) -> None:
    fen = ruleset(tmp_path, "fen", "game fen based on nothing")
    assert look_folders(fen) == (fen,)


def test_a_look_that_cannot_be_read_is_plain_in_the_gallery_and_told_at_the_table(tmp_path: Path) -> None:
    fen = ruleset(tmp_path, "fen", "game fen")
    (fen / "fen.look").write_text("[board")
    assert game_look_or_plain(fen) == Look()
    with pytest.raises(LookError):
        game_look(fen)
