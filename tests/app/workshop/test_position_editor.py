"""The position editor: things go from the box to the board, from place to place and back; the position is saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.appearance.theme import DARK, LIGHT
from app.base.i18n import Translations
from app.base.paths import home
from app.table.context import TableContext
from app.table.model.things import Spot
from app.workshop.example_dialog import ExampleDialog
from app.workshop.example_files import ExamplePlace
from app.workshop.position_editor import PositionEditor
from dsl.i18n.translator import Translator
from dsl.match.rulesets.example_writer import holds
from dsl.match.rulesets.ruleset import load

GAME = home() / "rulesets" / "classics" / "tic-tac-toe"


def test_a_position_is_put_together_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    pack, saved = load(GAME), list[str]()
    context = TableContext(Translations("en"), Translator(pack, "en"), game_look(GAME), LIGHT)
    window = QWidget()
    window.resize(1000, 700)
    qtbot.addWidget(window)
    place = ExamplePlace(tmp_path / "saved.rules")
    editor = PositionEditor(window, pack, lambda *_: context, (place,), lambda _, text: saved.append(text))
    editor.show()
    qtbot.waitExposed(editor)

    def point(name: str) -> QPoint:
        middle = editor.scene.hit_test.middle_of(Spot(name))
        assert middle is not None
        return editor.board.mapFromScene(*middle)

    def click(name: str) -> None:
        QTest.mouseClick(editor.board.viewport(), Qt.MouseButton.LeftButton, pos=point(name))

    def drag(name: str, goal: QPoint) -> None:
        viewport, start = editor.board.viewport(), point(name)
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 5):
            QTest.mouseMove(viewport, start + (goal - start) * step / 4)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=goal)

    def marks() -> dict[str, str]:
        cells = (cell for board in editor.draft.view().boards for cell in board.cells)
        return {cell.place: cell.pieces[0].owner for cell in cells if cell.pieces}

    editor.box.setCurrentRow(0)
    click("a1")
    click("b2")
    editor.box.setCurrentRow(1)
    click("c3")
    assert marks() == {"a1": "crosses", "b2": "crosses", "c3": "noughts"}
    drag("b2", point("a2"))
    assert marks() == {"a1": "crosses", "a2": "crosses", "c3": "noughts"}
    drag("c3", QPoint(3, 3))
    assert marks() == {"a1": "crosses", "a2": "crosses"}
    click("a1")  # one mark on each place
    assert editor.status.text().startswith("Not possible: ")
    assert marks() == {"a1": "crosses", "a2": "crosses"}
    editor.turn.setCurrentIndex(editor.turn.findData("noughts"))
    editor.turn.activated.emit(editor.turn.currentIndex())

    editor.save_button.click()
    (dialog,) = editor.findChildren(ExampleDialog)
    dialog.name.setText("Two in a row")
    dialog.save_button.click()
    assert saved[0].splitlines()[:4] == [
        'example "Two in a row"', "    given", "        crosses mark a1; crosses mark a2", "    turn of noughts",
    ]  # fmt: skip
    assert "expect draw offers b1 c1 b2 c2 a3 b3 c3" in saved[0]
    assert holds(pack, saved[0])


def test_an_open_editor_follows_language_and_theme(qtbot: QtBot, tmp_path: Path) -> None:
    pack, shown = load(GAME), [("en", LIGHT)]

    def context(*_: object) -> TableContext:
        language, theme = shown[-1]
        return TableContext(Translations(language), Translator(pack, language), game_look(GAME), theme)

    window = QWidget()
    window.resize(1000, 700)
    qtbot.addWidget(window)
    editor = PositionEditor(window, pack, context, (ExamplePlace(tmp_path / "saved.rules"),), lambda *_: None)
    editor.show()
    qtbot.waitExposed(editor)
    editor.box.setCurrentRow(1)
    editor.turn.setCurrentIndex(1)
    editor.turn.activated.emit(1)
    assert editor.draft.put(editor.box.things[1], "b2") is None

    def parts() -> list[str]:
        buttons = [each.text() for each in (editor.clear, editor.setup, editor.save_button, editor.cancel)]
        words = [editor.status.text(), editor.tabs.tabText(0), editor.box.accessibleName(), editor.windowTitle()]
        return [*buttons, *words, editor.turn.currentText(), editor.box.item(0).text()]

    english, sheet = parts(), editor.styleSheet()
    shown.append(("fr", DARK))
    editor.retranslate()
    assert not set(english) & set(parts())
    assert editor.styleSheet() != sheet
    assert editor.box.currentRow() == 1
    assert editor.turn.currentIndex() == 1
    cells = [cell for board in editor.draft.view().boards for cell in board.cells if cell.pieces]
    assert [cell.place for cell in cells] == ["b2"]
    shown.append(("en", LIGHT))
    editor.retranslate()
    assert editor.status.text() == english[4]


def test_the_buttons_below_have_two_rows_where_large_text_needs_them(qtbot: QtBot, tmp_path: Path) -> None:
    """Else the window would be wider than a small screen."""
    pack = load(GAME)
    context = TableContext(Translations("fr"), Translator(pack, "fr"), game_look(GAME), LIGHT)
    window = QWidget()
    font = window.font()
    font.setPointSizeF(30)
    window.setFont(font)
    window.resize(900, 540)
    qtbot.addWidget(window)
    editor = PositionEditor(
        window, pack, lambda *_: context, (ExamplePlace(tmp_path / "saved.rules"),), lambda *_: None
    )
    editor.setFont(font)
    editor.ensurePolished()
    below = (editor.clear, editor.setup, editor.cancel, editor.save_button, editor.play_button)
    for each in below:
        each.setFont(font)
    editor.layout().invalidate()
    QApplication.processEvents()
    needed = sum(each.sizeHint().width() for each in below if not each.isHidden())
    assert editor.layout().minimumSize().width() < needed
