"""A disk that refuses to write does not stop a match on this computer: it goes on in memory and is saved later."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from dsl.match.journal import read, read_bytes
from dsl.match.replay import replay
from tests.app.table.table_pages import BOT, TableOpener, play_on


@contextmanager
def full_disk(journal: Path) -> Iterator[None]:
    """No file grows beyond the size of the journal: the system itself refuses to write."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_the_match_goes_on_and_is_written_later(qtbot: QtBot, open_table: TableOpener, tmp_path: Path) -> None:
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    driver, journal = opened.driver, tmp_path / "match-0.journal"
    with full_disk(journal):
        play_on(qtbot, opened, 3)
        assert driver.view.position == 3
        unwritten = opened.table.write_unwritten()
        assert unwritten is not None
        assert unwritten.lines == 3
        assert unwritten.why
        assert read(journal).entries == ()
        assert len(read_bytes(journal.read_bytes() + unwritten.content, "copy").entries) == 3
    play_on(qtbot, opened, 1)
    assert opened.table.unwritten is None
    content = read(journal)
    assert [entry.n for entry in content.entries] == [1, 2, 3, 4]
    assert content.damage == ""
    assert replay(journal).match.digest == opened.table.match.digest


def test_undo_works_while_nothing_can_be_written(qtbot: QtBot, open_table: TableOpener, tmp_path: Path) -> None:
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    driver, journal = opened.driver, tmp_path / "match-0.journal"
    with full_disk(journal):
        driver.play(driver.any_option())
        driver.click(opened.page.table_layout.prompt.undo)
        assert driver.view.position == 0
    assert opened.table.write_unwritten() is None
    assert [entry.kind for entry in read(journal).entries] == ["choose", "undo"]


def test_bots_go_on_while_nothing_can_be_written(qtbot: QtBot, open_table: TableOpener, tmp_path: Path) -> None:
    opened = open_table("human", BOT, settings=TableSettings(speed=0, bot_delay=50))
    driver, journal = opened.driver, tmp_path / "match-0.journal"
    with full_disk(journal):
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.decision is not None)
        assert opened.table.match.position > 1
    opened.table.close()
    assert len(read(journal).entries) == opened.table.match.position


def test_a_file_that_another_process_writes_stops_the_table(
    qtbot: QtBot, open_table: TableOpener, tmp_path: Path
) -> None:
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    with (tmp_path / "match-0.journal").open("ab") as other:
        other.write(b"{}\n")
    opened.driver.play(opened.driver.any_option())
    assert opened.driver.view.position == 0
    assert opened.page.table_layout.bubble.isVisible()
    assert opened.table.unwritten is None
