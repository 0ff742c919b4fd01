"""A house rule made by the rulebook alone: by chips in its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QSpinBox
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.workshop.controls import RuleControls
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from tests.app.workshop.rulebook import open_number, press_chip, wait_for_rules

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
    controls.activateWindow()
    qtbot.waitUntil(controls.isActiveWindow)
    controls.change_requested.connect(lambda text: client.set_text(FILE, text))
    controls.show_house_rule(FILE)
    wait_for_rules(qtbot, controls)
    return controls


def test_a_complete_house_rule_by_controls_alone(qtbot: QtBot, client: ServiceClient, controls: RuleControls) -> None:
    def text() -> str:
        return client.files[FILE].removeprefix(HEAD).strip()

    def line(anchor: str) -> str:
        key = (anchor, False, 0)
        assert controls.page is not None
        return next(each.text for each in controls.page.lines if key in each.all_keys())

    # A number in its sentence: two steps by keys are one change.
    points = open_number(controls, "option.action_points")
    assert controls.window().focusWidget() is points
    QTest.keyClick(points, Qt.Key.Key_Up)
    QTest.keyClick(points, Qt.Key.Key_Up)
    part = controls.popover.part
    qtbot.waitUntil(lambda: text() == "set option.action_points = 6")
    qtbot.waitUntil(lambda: part.by_value.text() == "Official: 3 with 2 players · 4 with 3–5 players")
    assert part.official.text() == "Official: 4\nfrom 1 to 9"
    shown = controls.view.document().toPlainText
    qtbot.waitUntil(lambda: "Action points in a turn: 6 (was 4)" in " ".join(shown().split()))
    assert "6" in line("option.action_points")

    # Another value for one number of players.
    QTest.mouseClick(part.by_players, Qt.MouseButton.LeftButton)
    two = part.players[2]
    assert isinstance(two, QSpinBox)
    two.setValue(3)
    qtbot.waitUntil(lambda: text().endswith("with 2 players\n    action_points = 3"))
    qtbot.waitUntil(lambda: part.by_value.text().startswith("3 with 2 players · 6 with 3–5 players\nOfficial: "))

    # One of two words.
    newborn = press_chip(controls, "option.newborn_breeds").editor
    assert isinstance(newborn, QListWidget)
    QTest.keyClick(newborn, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: text().count("set ") == 2 and "set option.newborn_breeds = yes" in text())
    qtbot.waitUntil(lambda: controls.changes.text() == "2 changes")

    # The first one is put back.
    part = press_chip(controls, "option.action_points")
    QTest.mouseClick(part.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text() == "set option.newborn_breeds = yes")

    # A condition is switched off in place, and put back.
    shore = press_chip(controls, "drift.shore")
    QTest.mouseClick(shore.switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text().endswith("= yes\nremove drift.shore"))
    qtbot.waitUntil(lambda: shore.official.text() == "switched off")
    assert controls.page is not None
    removed = [each for each in controls.page.lines if each.removed]
    assert [each.keys for each in removed] == [(("drift.shore", False, 0),)]
    assert controls.view.text_of(("drift.shore", False, 0)) == "switched off"
    at = controls.page.lines.index(removed[0])
    around = [controls.page.lines[index].keys[0][0] for index in (at - 1, at + 1)]
    assert around == ["drift.presence", "drift.open"]  # it stays at its place
    QTest.mouseClick(shore.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text() == "set option.newborn_breeds = yes")

    # A choice of a turn is switched off, a line of the scoring, too.
    stop = press_chip(controls, "actions.rescue")
    QTest.mouseClick(stop.switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text().endswith("remove actions.rescue"))
    second = press_chip(controls, "new_land.second")
    QTest.mouseClick(second.switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: text().endswith("remove new_land.second"))

    # Tie-breaks change their places.
    reserve = press_chip(controls, "winner.reserve")
    QTest.mouseClick(reserve.down, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "replace winner" in text())
    qtbot.waitUntil(lambda: reserve.official.text() == "moved")
    order = [key[0] for line in controls.page.lines for key in line.keys] if controls.page is not None else []
    assert order == ["winner.score", "winner.lands", "winner.reserve"]


def test_a_condition_has_its_numbers_and_its_sentence_in_one_popover(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    company = press_chip(controls, "drift.company")
    assert [key[:2] for key in controls.popover.keys] == [("drift.company", False), ("drift.company", True)]
    assert company.refusal is not None
    assert company.refusal.text() == "A land of one tile has nothing to drift along."
    company.refusal.selectAll()
    QTest.keyClicks(company.refusal, "Too lonely.")
    QTest.keyClick(company.refusal, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: 'set drift.company.text = "Too lonely."' in client.files[FILE])
    qtbot.waitUntil(lambda: not controls.is_changing)
    number = controls.popover.parts["drift.company", True, 0].editor if controls.popover.keys else None
    if number is None:  # the sentence now has the number as a chip
        number = press_chip(controls, "drift.company", 0).editor
    assert isinstance(number, QSpinBox)
    number.setFocus()
    QTest.keyClick(number, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: "set drift.company = at least 3 of land(t)" in client.files[FILE])


def test_tab_leads_from_chip_to_chip_enter_opens_and_escape_closes(controls: RuleControls) -> None:
    view = controls.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    first = view.current
    QTest.keyClick(view, Qt.Key.Key_Tab)
    second = view.current
    assert (first, second) == (view.parts[0], view.parts[1])
    assert view.accessibleDescription().startswith("Lake hexes among the inner rings: 2.")
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert controls.popover.keys == (second,)
    assert controls.popover.part.editor is controls.window().focusWidget()
    QTest.keyClick(controls.popover.part.editor, Qt.Key.Key_Escape)
    assert controls.popover.isHidden()
    assert controls.window().focusWidget() is view
    assert view.current == second
    QTest.keyClick(view, Qt.Key.Key_Backtab)
    assert view.current == first


def test_an_expression_that_is_refused_can_be_mended_in_its_place(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    controls.everything.click()
    QTest.keyClicks(controls.search, "outer sea water joined")
    qtbot.waitUntil(lambda: controls.view.parts == (("outer_sea", False, 0),))
    sea = press_chip(controls, "outer_sea").editor
    assert isinstance(sea, QLineEdit)
    before = client.files[FILE]
    sea.selectAll()
    QTest.keyClicks(sea, "watr joined to edge(world)")
    QTest.keyClick(sea, Qt.Key.Key_Return)
    qtbot.waitUntil(controls.notice.isVisible)
    assert "watr" in controls.notice.text()
    assert (client.files[FILE], sea.text()) == (before, "watr joined to edge(world)")
    assert controls.popover.keys  # it stays open
    QTest.keyClick(sea, Qt.Key.Key_Escape)
    sea = press_chip(controls, "outer_sea").editor
    assert isinstance(sea, QLineEdit)
    assert sea.text() == "water joined to edge(world)"


def test_a_text_that_cannot_be_applied_stops_the_controls_until_it_is_mended(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    client.set_text(FILE, HEAD + "set option.nothing = 1\n")
    controls.refresh()
    qtbot.waitUntil(lambda: "option.nothing" in controls.notice.text())
    assert not controls.view.isEnabled()
    client.set_text(FILE, HEAD + "set option.action_points = 7\n")
    controls.refresh()
    qtbot.waitUntil(lambda: not controls.notice.isVisible())
    editor = open_number(controls, "option.action_points")
    assert (editor.value(), editor.isEnabled()) == (7, True)


def test_a_change_without_effect_is_reported(qtbot: QtBot, client: ServiceClient, controls: RuleControls) -> None:
    text = f"{HEAD}\nwith 2 players\n    action_points = 6\n\nwith 3 players\n    action_points = 6\n"
    text += "\nwith 4 players\n    action_points = 6\n\nwith 5 players\n    action_points = 6\n"
    client.set_text(FILE, text)
    controls.refresh()
    qtbot.waitUntil(lambda: controls.row("option.action_points").changed)
    part = press_chip(controls, "option.action_points")
    QTest.mouseClick(part.greater, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(controls.notice.isVisible)
    assert controls.notice.text() == "This change has no effect for any number of players."


def test_the_pages_are_those_for_a_number_of_players(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    key = ("option.action_points", False, 0)
    assert controls.number.currentText() == "5 players"
    assert controls.view.text_of(key) == "4"
    controls.number.setFocus()
    while controls.number.currentData() != 2:
        QTest.keyClick(controls.number, Qt.Key.Key_Up)
    controls.number.activated.emit(controls.number.currentIndex())
    qtbot.waitUntil(lambda: controls.view.text_of(key) == "3")
    editor = open_number(controls, "option.action_points")
    assert editor.value() == 3
    QTest.keyClick(editor, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: client.files[FILE].endswith("with 2 players\n    action_points = 4\n"))


def test_words_are_searched_when_they_are_typed_and_belong_to_one_house_rule(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    every = controls.view.parts
    QTest.keyClicks(controls.search, "farther")
    assert controls.view.parts == every  # not for each letter
    found = {"option.outward", "drift.farther"}
    qtbot.waitUntil(lambda: {key[0] for key in controls.view.parts} == found)
    client.set_text("house/other.rules", 'house rules "Other" for trias\n')
    controls.show_house_rule("house/other.rules")
    assert not controls.search.text()
    qtbot.waitUntil(lambda: ("option.rings", False, 0) in controls.view.parts)


def test_only_what_has_changed_can_be_shown(qtbot: QtBot, client: ServiceClient, controls: RuleControls) -> None:
    client.set_text(FILE, f"{HEAD}set option.drift_cost = 2\nremove drift.shore\n")
    controls.refresh()
    qtbot.waitUntil(lambda: controls.changes.text() == "2 changes")
    QTest.mouseClick(controls.changes, Qt.MouseButton.LeftButton)
    assert controls.heading.text() == "What you have changed"
    assert [key[0] for key in controls.view.parts] == ["option.drift_cost", "drift.shore"]
    assert "(was 3)" in controls.view.document().toPlainText()
    QTest.mouseClick(controls.changes, Qt.MouseButton.LeftButton)
    assert controls.page is not None
    assert controls.page.anchor == "options"


def test_a_list_that_was_asked_for_before_a_change_does_not_end_it(
    qtbot: QtBot, client: ServiceClient, controls: RuleControls
) -> None:
    ended = list[tuple[bool, str]]()
    controls.settled.connect(lambda taken: ended.append((taken, client.files[FILE])))
    points = open_number(controls, "option.action_points")
    QTest.keyClick(points, Qt.Key.Key_Up)
    controls.refresh()
    controls._timer.timeout.emit()  # the user pauses: the change is sent before the list is there
    qtbot.waitUntil(lambda: not controls.is_changing)
    assert ended == [(True, f"{HEAD}\nset option.action_points = 5\n")]
