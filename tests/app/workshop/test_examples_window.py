"""An example through the window: recorded at the table, broken by a house rule, marked as intended, renamed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import find_user_folders, home
from app.shell.window import MainWindow
from app.table.context import TableContext
from app.workshop.document import create_house_rule
from app.workshop.example_dialog import ExampleDialog
from app.workshop.example_files import ExamplePlace
from app.workshop.example_list import ExamplesPage, TitleDialog
from dsl.i18n.translator import Translator
from dsl.language_service import messages as m
from dsl.match.rulesets.example_writer import moves_of
from dsl.match.rulesets.ruleset import load
from tests.app.shell.test_window import choose_game, click, start_match


def _dialog(window: MainWindow) -> ExampleDialog:
    (found,) = (each for each in window.findChildren(ExampleDialog) if each.isVisible())
    return found


@pytest.mark.slow
def test_an_example_is_recorded_broken_and_repaired(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    choose_game(qtbot, window, "tic-tac-toe")
    driver = start_match(qtbot, window)
    assert driver.decision is not None
    middle = next(each for each in driver.decision.options if each.value.place == "b2")
    driver.play(middle)
    assert window.session is not None
    qtbot.waitUntil(lambda: window.session.match.table.match.common_choices > 0)

    # The move and what is expected are chosen in the dialog.
    window.menus.example_requested.emit()
    dialog = _dialog(window)
    dialog.first.setCurrentIndex(1)
    dialog.last.setCurrentIndex(0)
    said = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert len(said) == 2
    assert "offers" in dialog.written()
    dialog.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert "offers" not in dialog.written()
    dialog.name.setText("Crosses take the middle")
    click(dialog.save_button)
    house = find_user_folders().house / "tic-tac-toe"
    saved = house / "examples" / "saved.rules"
    assert saved.read_text().startswith('example "Crosses take the middle"\n    turn of crosses\n    play draw(b2)')

    # A house rule under which the move is refused: the example goes differently, with its picture.
    game = next(each for each in window._games.cards if each.name == "tic-tac-toe")
    path = create_house_rule(house, "No middle", "tic_tac_toe")
    window.workshop.open(game, path)
    page = window.workshop.page
    assert page is not None
    examples = page.results.examples
    page.results.setCurrentWidget(examples)
    if not examples.isVisible():
        page.tabs.setCurrentIndex(page.tabs.count() - 1)
    page.editor.insertPlainText('add to draw\n    needs middle: s is not b2  "The middle stays free."\n')
    qtbot.waitUntil(lambda: examples.count > 0 and examples.list.count() > 0)
    titles = [each.title for each in examples._states]
    row = titles.index("Crosses take the middle")
    assert not examples._states[row].holds
    examples.list.setCurrentRow(row)
    assert "not possible. The middle stays free." in examples.detail.text()
    assert examples.list.item(row).text().partition("\n")[2].startswith("✗ ")
    assert examples.list.item(row).foreground().color() == QColor(page._theme.alarm)
    for height in (500, 740):  # the picture covers no line of the text
        window.resize(1366, height)
        qtbot.waitUntil(lambda: examples.detail.height() >= examples.detail.heightForWidth(examples.detail.width()))
        assert not examples.detail.geometry().intersects(examples.picture.geometry())

    # It is marked as intended: the house rule has its own version, which holds, until that is taken back.
    broken = examples.count  # with the lessons that the house rule breaks
    click(examples.intend)
    own = 'example "Crosses take the middle"\n    turn of crosses\n    expect draw(b2) refused: middle\n'
    qtbot.waitUntil(lambda: page.editor.toPlainText().endswith(own))
    qtbot.waitUntil(lambda: any(each.holds and each.intended for each in examples._states))
    assert examples.count == broken - 1
    click(examples.delete)
    assert "example" not in page.editor.toPlainText()
    qtbot.waitUntil(lambda: examples.count == broken)

    # The user's own example is renamed and deleted in its file.
    row = [each.title for each in examples._states].index("Crosses take the middle")
    examples.list.setCurrentRow(row)
    click(examples.rename)
    (box,) = (each for each in examples.findChildren(TitleDialog) if each.isVisible())
    box.line.setText("The middle")
    click(box.rename)
    assert 'example "The middle"' in saved.read_text()
    qtbot.waitUntil(lambda: "The middle" in [each.title for each in examples._states])
    examples.list.setCurrentRow([each.title for each in examples._states].index("The middle"))
    qtbot.waitUntil(lambda: bool(examples._pictures))
    click(examples.delete)
    assert saved.read_text() == ""
    qtbot.waitUntil(lambda: "The middle" not in [each.title for each in examples._states])


def test_an_example_of_the_last_part_of_an_action_begins_with_the_action(qtbot: QtBot, tmp_path: Path) -> None:
    folder = home() / "rulesets" / "dinosaurs-and-unicorns"
    pack, dice, parent = load(folder), random.Random(1), QWidget()
    qtbot.addWidget(parent)
    match = pack.start(pack.numbers[0], {}, 1)
    for _ in range(3):  # the third choice is asked in the middle of an action
        question = dice.choice(match.questions)
        match.choose(question.position, dice.choice(question.options), question.seat)
    context = TableContext(Translations("en"), Translator(pack, "en"), game_look(folder), LIGHT)
    place = ExamplePlace(tmp_path / "saved.rules")
    dialog = ExampleDialog(parent, context, pack, match, moves_of(match), None, (place,), lambda *_: None)
    dialog.show()
    assert dialog.first.currentData() < len(moves_of(match)) - 1
    assert dialog.save_button.isEnabled()
    assert "play" in dialog.written()


def test_the_examples_of_a_game_have_their_titles_in_the_language_of_the_window(qtbot: QtBot) -> None:
    page = ExamplesPage(Translations("fr"))
    qtbot.addWidget(page)
    page.set_game(home() / "rulesets" / "trias")
    place = m.Place("examples/drift.rules", 1, 1, 1, 2)
    states = tuple(m.ExampleState(title, place, True) for title in ("X3: which tiles may drift", "one of my own"))
    page._take(m.Examples(states, True))
    titles = [page.list.item(row).text().partition("\n")[0] for row in range(page.list.count())]
    assert page.list.item(0).text().partition("\n")[2].startswith("✓ ")
    assert titles == ["Quelles tuiles peuvent dériver", "One of my own"]


@pytest.mark.parametrize(
    ("language", "reasons"),
    [
        ("en", ("✗ Red’s points: 4, not 2", "✗ No longer true: score of red is 2")),
        ("fr", ("✗ Points de Rouge\u00a0: 4, attendu\u00a0: 2", "✗ N’est plus vrai\u00a0: score of red is 2")),
    ],
)
def test_an_example_that_goes_differently_says_what_is_there_and_what_it_expects(
    qtbot: QtBot, language: str, reasons: tuple[str, str]
) -> None:
    page = ExamplesPage(Translations(language))
    qtbot.addWidget(page)
    page.set_game(home() / "rulesets" / "trias")
    page.read_house = lambda: 'example "Two points"\n    expect score of red is 2\n'
    place = m.Place("ours.rules", 2, 1, 2, 5)
    stands = m.ProblemFound("example-fails", place, "`score of red` stands otherwise", needed="2", found="4")
    expects = m.ProblemFound("example-fails", place, "what this example expects does not hold")
    states = tuple(m.ExampleState("Two points", place, False, each, "house") for each in (stands, expects))
    page._take(m.Examples((*states, m.ExampleState("Another", place, True)), True))
    said = [page.list.item(row).text().partition("\n")[2].partition(" · ")[0] for row in range(2)]
    assert tuple(said) == reasons
    assert (page.hold.text()[:3], page.differ.text()[:3]) == ("✓ 1", "✗ 2")
