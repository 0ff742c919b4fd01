"""A disk that refuses to write stops the table, and nothing is lost."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from tests.app.table.table_pages import BOT, TableOpener


@contextmanager
def full_disk(journal: Path) -> Iterator[None]:
    """No file grows beyond the size of the journal: the system itself refuses to write."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_a_full_disk_stops_the_table_and_the_choice_can_be_retried(
    qtbot: QtBot, open_table: TableOpener, tmp_path: Path
):
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    driver, option = opened.driver, opened.driver.any_option()
    with full_disk(tmp_path / "match-0.journal"):
        driver.play(option)
    assert driver.view.position == 0
    assert opened.page.table_layout.bubble.isVisible()
    assert opened.page.table_layout.status.text()
    driver.play(option)
    assert opened.table.match.position == 1


def test_a_bot_continues_after_a_full_disk(qtbot: QtBot, open_table: TableOpener, tmp_path: Path):
    opened = open_table("human", BOT, settings=TableSettings(speed=0, bot_delay=50))
    driver = opened.driver
    driver.play(driver.any_option())
    with full_disk(tmp_path / "match-0.journal"):
        qtbot.waitUntil(lambda: opened.page.table_layout.bubble.isVisible())
    assert driver.decision is None
    driver.click_board("0,0")
    qtbot.waitUntil(lambda: driver.decision is not None)
