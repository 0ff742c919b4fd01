"""A house rule made by controls alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.workshop.controls import RuleControls
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files

TRIAS = Path(__file__).parents[3] / "rulesets" / "trias"
FILE = "house/ours.rules"
HEAD = 'house rules "Ours" for trias\n'


@pytest.fixture
def client() -> Iterator[ServiceClient]:
    client = ServiceClient(read_files(TRIAS))
    client.set_text(FILE, HEAD)
    yield client
    client.close()


@pytest.fixture
def controls(qtbot: QtBot, client: ServiceClient) -> RuleControls:
    controls = RuleControls(client, Translations("en"))
    qtbot.addWidget(controls)
    controls.resize(900, 700)
    controls.show()
    controls.change_requested.connect(lambda text: client.set_text(FILE, text))
    controls.show_house_rule(FILE)
    qtbot.waitUntil(lambda: bool(controls.rows))
    return controls


def test_a_house_rule_is_made_by_controls_alone(qtbot: QtBot, client: ServiceClient, controls: RuleControls) -> None:
    def text() -> str:
        return client.files[FILE].removeprefix(HEAD).strip()

    points = controls.row("option.action_points")
    assert isinstance(points.editor, QSpinBox)
    points.editor.setFocus()
    QTest.keyClick(points.editor, Qt.Key.Key_Up)
    QTest.keyClick(points.editor, Qt.Key.Key_Up)
    newborn = controls.row("option.newborn_breeds").editor
    assert isinstance(newborn, QCheckBox)
    newborn.click()
    qtbot.waitUntil(lambda: text() == "set option.action_points = 6\nset option.newborn_breeds = yes")
    qtbot.waitUntil(lambda: points.was.text() == "was 3 with 2 players · 4 with 3–5 players")
    qtbot.waitUntil(lambda: controls.sections.itemText(0) == "Options (2 changes)")

    points.by_players.click()
    two = points.players[2]
    assert isinstance(two, QSpinBox)
    two.setValue(3)
    qtbot.waitUntil(lambda: text().endswith("with 2 players\n    action_points = 3"))
    points.back.click()
    qtbot.waitUntil(lambda: text() == "set option.newborn_breeds = yes")

    controls.search.setText("outer coast lifted")
    qtbot.waitUntil(lambda: len(controls.rows) == 1)
    shore = controls.row("drift.shore")
    shore.switch.click()
    qtbot.waitUntil(lambda: text().endswith("= yes\nremove drift.shore"))
    qtbot.waitUntil(lambda: shore.was.text() == "switched off")

    controls.everything.setChecked(True)
    controls.search.setText("outer sea water joined")
    qtbot.waitUntil(lambda: len(controls.rows) == 1 and controls.rows[0].row.item.anchor == "outer_sea")
    sea = controls.row("outer_sea").editor
    assert isinstance(sea, QLineEdit)
    before = text()
    sea.setFocus()
    sea.selectAll()
    QTest.keyClicks(sea, "watr joined to edge(world)")
    QTest.keyClick(sea, Qt.Key.Key_Return)
    qtbot.waitUntil(controls.notice.isVisible)
    assert "watr" in controls.notice.text()
    assert (text(), sea.text()) == (before, "watr joined to edge(world)")  # it can be mended in its place
    controls.search.setFocus()
    assert sea.text() == "water joined to edge(world)"

    # a text that cannot be applied stops the controls until it is mended
    client.set_text(FILE, HEAD + "set option.nothing = 1\n")
    controls.refresh()
    qtbot.waitUntil(lambda: "option.nothing" in controls.notice.text())
    assert not controls.rows[0].isEnabled()
    client.set_text(FILE, HEAD + "set option.action_points = 7\n")
    controls.refresh()
    qtbot.waitUntil(lambda: not controls.notice.isVisible())
    controls.search.clear()
    controls.sections.setCurrentIndex(0)
    editor = controls.row("option.action_points").editor
    assert isinstance(editor, QSpinBox)
    assert (editor.value(), editor.isEnabled()) == (7, True)


def test_words_are_searched_when_they_are_typed_and_belong_to_one_house_rule(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    every = controls.rows
    QTest.keyClicks(controls.search, "farther")
    assert controls.rows == every  # not for each letter
    qtbot.waitUntil(lambda: [each.row.item.anchor for each in controls.rows] == ["drift.farther"])
    client.set_text("house/other.rules", 'house rules "Other" for trias\n')
    controls.show_house_rule("house/other.rules")
    assert not controls.search.text()
    qtbot.waitUntil(lambda: "option.rings" in [each.row.item.anchor for each in controls.rows])
