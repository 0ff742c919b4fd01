"""A disk that refuses to write stops the table, and nothing is lost."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.table.model.context import TableSettings
from tests.app.table.sitting import BOT, SitDown


@contextmanager
def full_disk(journal: Path) -> Iterator[None]:
    """No file grows beyond the size of the journal: the system itself refuses to write."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_a_full_disk_stops_the_table_and_the_same_choice_may_be_tried_again(
    qtbot: QtBot, sit_down: SitDown, tmp_path: Path
):
    seating = sit_down("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    guest, option = seating.guest, seating.guest.any_option()
    with full_disk(tmp_path / "match-0.journal"):
        guest.play(option)
    assert guest.view.position == 0
    assert seating.page.table_layout.bubble.isVisible()
    assert seating.page.table_layout.status.text()
    guest.play(option)
    assert seating.table.match.position == 1


def test_the_computer_goes_on_after_a_full_disk(qtbot: QtBot, sit_down: SitDown, tmp_path: Path):
    seating = sit_down("human", BOT, settings=TableSettings(speed=0, bot_delay=50))
    guest = seating.guest
    guest.play(guest.any_option())
    with full_disk(tmp_path / "match-0.journal"):
        qtbot.waitUntil(lambda: seating.page.table_layout.bubble.isVisible())
    assert guest.decision is None
    guest.click_board("0,0")
    qtbot.waitUntil(lambda: guest.decision is not None)
