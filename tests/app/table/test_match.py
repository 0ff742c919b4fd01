"""Whole matches and single gestures at a real table, by clicks, drags and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.table.conftest import Seating, SitDown

BOT = "bot:random"


def play_on(qtbot: QtBot, seating: Seating, choices: int = 10_000) -> None:
    """Play by clicks until so many choices are made or the match is over."""
    guest, page = seating.guest, seating.page

    def asked() -> bool:
        return guest.over or guest.decision is not None or bool(page.curtain.colour)

    for _ in range(choices):
        qtbot.waitUntil(asked, timeout=20_000)
        if guest.over:
            return
        if page.curtain.colour:
            guest.click(page.curtain.ready)
            continue
        before = guest.view.position
        guest.play(guest.any_option())
        assert guest.view.position == before + 1, page.desk.status.text()


def test_a_whole_match_against_the_computer_by_clicks(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    play_on(qtbot, seating)
    qtbot.waitUntil(seating.page.sheet.isVisible)
    assert seating.table.match.over
    assert seating.page.sheet.board.isVisible()
    seating.guest.click(seating.page.sheet.board)
    assert seating.page.desk.isVisible()
    assert seating.page.desk.prompt.sheet.isVisible()


def test_two_people_pass_the_screen_and_never_see_the_others_hand(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human")
    seen = []
    for _ in range(30):
        qtbot.waitUntil(lambda: bool(seating.page.curtain.colour) or seating.guest.decision is not None)
        if seating.page.curtain.colour:
            assert not seating.page.desk.isVisible()
            seen.append(seating.page.curtain.colour)
            seating.guest.key(Qt.Key.Key_Return, seating.page.curtain.ready)
        view = seating.guest.view
        assert view.seat == seating.guest.decision.seat
        for zone in view.zones:
            assert zone.owner in ("", view.seat) or not any(piece.kind for piece in zone.pieces)
        play_on(qtbot, seating, 1)
    assert set(seen) == {"red", "blue"}
