"""Simulated effects in the workshop: started, stopped and read on the page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.appearance.theme import CONTRAST, DARK
from app.base.i18n import Translations
from app.workshop.effects import EffectsPage, share_first_places
from dsl.simulation.effects import Effects, SeatEffect
from tests.app.shell.test_window import click
from tests.dsl.simulation.games import LOTS

HOUSE = 'house rules "Rich" for lots\n\nset option.prize = 5\n'


def test_effects_are_simulated_stopped_and_shown_with_a_statement_for_each_figure(qtbot: QtBot, tmp_path: Path) -> None:
    folder, texts, text = tmp_path / "lots", Translations("en"), [HOUSE]
    folder.mkdir()
    (folder / "lots.rules").write_text(LOTS)
    page = EffectsPage(texts)
    qtbot.addWidget(page)
    page.resize(800, 600)
    page.show()
    page.open_rules(folder, tmp_path / "rich.rules", (2, 3), lambda: text[0])
    assert page.notice.text() == texts("effects.intro")
    page.number.setCurrentIndex(page.number.findData(5000))
    page.bots.setCurrentIndex(page.bots.findData("bot:gentle"))  # takes its time, so there is something to stop
    QTest.keyClick(page.start, Qt.Key.Key_Space)
    assert page.running
    assert page.stop.isVisible()
    assert not page.players.isEnabled()
    qtbot.waitUntil(lambda: page.progress.value() > 20)
    click(page.stop)
    qtbot.waitUntil(lambda: not page.running)

    found = page.effects
    assert isinstance(found, Effects)
    assert 0 < found.pairs < 5000
    assert page.start.isVisible()
    assert page.notice.text().startswith(f"{found.pairs} matches were played with and without")
    assert page.figures["length"].text() == "Length in turns"
    assert page.statements["length"].text() == "the same in all matches"
    assert page.figures["points"].text().startswith("The winner: ")
    assert " more (" in page.statements["points"].text()
    assert " in the official rules, " in page.points.accessibleDescription()
    assert page.seats.accessibleDescription().count("\n") == 2
    assert "action storm" in page.rules.text()

    # The results stay when the text changes, and say so; language and themes follow; a problem is explained.
    text[0] = f"{HOUSE}set option.nothing = 1\n"
    page.invalidate()
    assert page.notice.text().endswith(texts("effects.old"))
    light = page.points.grab().toImage()
    page.set_theme(DARK)
    assert page.points.grab().toImage() != light
    page.set_theme(CONTRAST)
    texts.set_language("fr")
    page.retranslate()
    assert page.figures["length"].text() == "Durée en tours"
    page.number.setCurrentIndex(page.number.findData(50))
    click(page.start)
    qtbot.waitUntil(lambda: not page.running)
    assert "option.nothing" in page.notice.text()
    page.set_service(None)
    assert page.effects is None


def test_shares_of_more_than_all_matches_are_explained_by_draws() -> None:
    def seats(before: int, after: int) -> list[SeatEffect]:
        return [SeatEffect(each, (0, before, 0), (0, after, 0), 0, certain=False) for each in ("red", "blue")]

    assert share_first_places(seats(5000, 5300))
    assert share_first_places(seats(5300, 5000))
    assert not share_first_places(seats(5001, 4700)), "rounded"
