"""The list of matches."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from app.storage.matches import MatchNote, find_matches, new_journal, remove_match, write_note


def begun(matches: Path, hour: int, note: MatchNote | None) -> Path:
    then = datetime(2026, 3, 1, hour)
    journal = new_journal(matches, "fen", then)
    journal.write_text("{}\n")
    os.utime(journal, (then.timestamp(), then.timestamp()))
    if note is not None:
        write_note(journal, note)
    return journal


def test_the_newest_unfinished_match_comes_first(tmp_path: Path) -> None:
    first = begun(tmp_path, 9, MatchNote("fen", ("Ann", "Bob"), 4, "Ann"))
    second = begun(tmp_path, 10, MatchNote("fen", ("Ann", "Bob"), 2, "Bob"))
    third = begun(tmp_path, 11, MatchNote("fen", ("Ann", "Bob"), 9, "", finished=True))
    assert [entry.journal for entry in find_matches(tmp_path)] == [second, first, third]


def test_a_match_whose_note_is_lost_is_still_listed(tmp_path: Path) -> None:
    begun(tmp_path, 9, None)
    damaged = begun(tmp_path, 10, MatchNote("fen"))
    damaged.with_suffix(".note.json").write_text('{"folder": 3')
    assert [(entry.game, entry.note) for entry in find_matches(tmp_path)] == [
        ("fen", MatchNote()),
        ("fen", MatchNote()),
    ]


@pytest.mark.parametrize("state", [b'{"format": 5, "host"', b"", b"[]", b"\xff\xfe", b"\0" * 40])
def test_a_network_table_whose_state_is_damaged_leaves_its_match(tmp_path: Path, state: bytes) -> None:
    journal = begun(tmp_path, 9, MatchNote("fen"))
    table = journal.with_name(journal.name + ".table")
    table.write_text('{"format": 5}')
    assert find_matches(tmp_path) == ()
    table.write_bytes(state)
    (entry,) = find_matches(tmp_path)
    assert entry.journal == journal
    remove_match(entry)
    assert list(tmp_path.iterdir()) == []


def test_two_matches_of_one_second_have_different_journals(tmp_path: Path) -> None:
    assert begun(tmp_path, 9, None) != begun(tmp_path, 9, None)
    assert len(find_matches(tmp_path)) == 2


def test_deleting_a_match_removes_all_its_files(tmp_path: Path) -> None:
    begun(tmp_path, 9, MatchNote("fen"))
    remove_match(find_matches(tmp_path)[0])
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_there_are_no_matches(tmp_path: Path) -> None:
    assert find_matches(tmp_path / "none") == ()
