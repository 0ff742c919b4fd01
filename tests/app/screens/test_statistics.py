"""The statistics page, its table, and results that notes of earlier versions lack."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders
from app.screens.statistics import StatisticsRow, statistics_of, summary_of
from app.shell.window import MainWindow
from app.storage.matches import MatchEntry, MatchNote, entry_of, find_matches, write_note
from dsl.cli.main import main as command_line

NOTE = MatchNote("fen", ("Ann", "Bob"), 9, "", finished=True, places=(1, 2), points=(30, 20))


def entry(note: MatchNote, day: int) -> MatchEntry:
    return MatchEntry(Path(f"{day}-fen.journal"), datetime(2026, 3, day), note)


def texts_of(window: MainWindow, column: int) -> list[str]:
    table = window.statistics.table
    return [item.text() for row in range(table.rowCount()) if (item := table.item(row, column)) is not None]


def test_matches_wins_and_points_are_counted_by_game_player_and_house_rules() -> None:
    second = replace(NOTE, places=(2, 1), points=(10, 40))
    house = replace(NOTE, house=("Long", "Dry"))
    rows = statistics_of([entry(NOTE, 1), entry(second, 3), entry(house, 2)])
    found = {(row.player, row.house): (row.matches, row.wins, row.points, row.last.day) for row in rows}
    assert found == {
        ("Ann", ()): (2, 1, 20.0, 3),
        ("Bob", ()): (2, 1, 30.0, 3),
        ("Ann", ("Dry", "Long")): (1, 1, 30.0, 2),
        ("Bob", ("Dry", "Long")): (1, 0, 20.0, 2),
    }


def test_the_summary_adds_up_the_games_of_the_players_with_most_matches() -> None:
    second = replace(NOTE, places=(2, 1), points=(10, 40))
    others = [replace(NOTE, seats=(f"Guest {n}", "Ann"), places=(2, 1)) for n in range(4)]
    rows = statistics_of(entry(note, day) for day, note in enumerate((NOTE, second, *others), 1))
    assert summary_of(rows) == (("Ann", 6, 5), ("Bob", 2, 1), ("Guest 0", 1, 0), ("Guest 1", 1, 0))
    assert summary_of(()) == ()


def test_matches_changed_by_hand_count_apart(tmp_path: Path) -> None:
    changed = replace(NOTE, by_hand=True)
    rows = statistics_of([entry(NOTE, 1), entry(changed, 2)])
    assert [(row.player, row.by_hand, row.matches) for row in rows] == [
        ("Ann", True, 1), ("Bob", True, 1), ("Ann", False, 1), ("Bob", False, 1),
    ]  # fmt: skip
    journal = tmp_path / "20260301T090000-fen.journal"
    journal.touch()
    write_note(journal, changed)
    assert entry_of(journal).note.by_hand


def test_matches_without_a_result_do_not_count_and_games_without_points_have_no_average() -> None:
    open_match, old = replace(NOTE, finished=False, places=(), points=()), replace(NOTE, places=(), points=())
    assert statistics_of([entry(open_match, 1), entry(old, 2)]) == ()
    assert [row.points for row in statistics_of([entry(replace(NOTE, points=()), 1)])] == [None, None]


def test_a_note_keeps_its_result_and_an_old_or_damaged_one_is_still_read(tmp_path: Path) -> None:
    journal = tmp_path / "20260301T090000-fen.journal"
    journal.touch()
    write_note(journal, replace(NOTE, house=("Long",)))
    assert entry_of(journal).note == replace(NOTE, house=("Long",))
    file = journal.with_suffix(".note.json")
    stored = json.loads(file.read_text())
    for field in ("places", "points", "house"):
        file.write_text(json.dumps({**stored, field: "wrong"}))
        assert getattr(entry_of(journal).note, field) == ()
        del stored[field]
    file.write_text(json.dumps(stored))
    assert entry_of(journal).note == replace(NOTE, places=(), points=())
    assert entry_of(journal).note.lacks_result


def test_a_missing_result_is_computed_in_another_process_and_stored(qtbot: QtBot, window: MainWindow) -> None:
    matches = find_user_folders().matches
    matches.mkdir(parents=True)
    journal, broken = (matches / f"20260301T0{hour}0000-tic-tac-toe.journal" for hour in (8, 9))
    seats = "bot:random,bot:random"
    assert command_line(["play", "tic-tac-toe", "--seats", seats, "--journal", str(journal)]) == 0
    broken.write_text("{}\n")
    old = MatchNote("tic-tac-toe", ("Ann", "Bob"), 9, "", finished=True)
    for each in (journal, broken):
        write_note(each, old)
    window.menus.statistics_requested.emit()
    assert window.pages.currentWidget() is window.statistics
    assert "2 older matches" in window.statistics.state.text()
    qtbot.waitUntil(lambda: window.statistics.table.rowCount() == 2)
    qtbot.waitUntil(lambda: "Finished matches" in window.statistics.state.text())
    notes = {each.journal: each.note for each in find_matches(matches)}
    assert sorted(notes[journal].places) in ([1, 1], [1, 2])
    assert notes[broken] == old
    assert sorted(texts_of(window, 1)) == ["Ann", "Bob"]
    QTest.keyClick(window.statistics, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.start


def test_leaving_the_page_ends_the_computation(qtbot: QtBot, window: MainWindow) -> None:
    matches = find_user_folders().matches
    matches.mkdir(parents=True)
    journal = matches / "20260301T080000-tic-tac-toe.journal"
    journal.write_text("{}\n")
    write_note(journal, MatchNote("tic-tac-toe", ("Ann", "Bob"), 9, "", finished=True))
    window.menus.statistics_requested.emit()
    assert window._statistics._inspection is not None
    window.statistics.done.click()
    assert window._statistics._inspection is None


def test_the_table_is_sorted_by_numbers_from_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    notes = [replace(NOTE, seats=("Ann", f"Guest {number}"), points=(1, number)) for number in (9, 10, 100)]
    rows = statistics_of(entry(note, day) for day, note in enumerate(notes, 1))
    window.menus.statistics_requested.emit()
    window.statistics.show_state(rows, str, 0)
    table = window.statistics.table
    table.setCurrentCell(0, 5)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert texts_of(window, 5) == ["1.0", "9.0", "10.0", "100.0"]
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert texts_of(window, 5) == ["100.0", "10.0", "9.0", "1.0"]
    table.setCurrentCell(0, 1)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert texts_of(window, 1)[0] == "Ann"
    assert window.statistics.table.accessibleName() == "Statistics"


def test_the_share_of_wins_and_matches_without_house_rules_are_named(qtbot: QtBot, window: MainWindow) -> None:
    played = datetime(2026, 1, 1)
    plain = StatisticsRow("fen", "Ann", (), 3, 2, None, played)
    window.menus.statistics_requested.emit()
    window.statistics.show_state((plain, replace(plain, player="Bea", house=("Dry",), wins=0)), str, 0)
    shown = zip(texts_of(window, 1), texts_of(window, 2), texts_of(window, 4), strict=True)
    assert sorted(shown) == [("Ann", "none", "2 (67 %)"), ("Bea", "Dry", "0 (0 %)")]


def test_a_page_without_matches_says_what_it_will_show(window: MainWindow) -> None:
    page = window.statistics
    window.menus.statistics_requested.emit()
    said = [each.text() for each in page.findChildren(QLabel) if each.isVisible() and each.text()]
    assert said == ["Statistics", "No finished matches yet", page._texts("statistics.none.what")]
    assert not page.table.isVisible()
    plain = StatisticsRow("fen", "Ann", (), 3, 2, None, datetime(2026, 1, 1))
    page.show_state((plain,), str, 0)
    said = [each.text() for each in page.findChildren(QLabel) if each.isVisible()]
    assert "No finished matches yet" not in said
    assert page.table.isVisible()
