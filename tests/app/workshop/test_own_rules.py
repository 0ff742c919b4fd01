"""Controls and ready-made changes in a user's own game: merged into its files, and undone in one step."""

from __future__ import annotations

import random
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.workshop.document import recovery_path
from app.workshop.game_rules import GameRulesPage
from dsl.language_service import messages as m
from dsl.new_game import design as d
from dsl.new_game.files import files_of, write_game
from tests.app.workshop.rulebook import open_number, wait_for_rules


def test_own_rules_are_changed_by_controls_by_a_template_and_as_text(qtbot: QtBot, tmp_path: Path) -> None:
    made = d.GameDesign("pond", deeds=frozenset({"place", "step"}), kinds=(d.PieceKind("frog", each=4),))
    write_game(tmp_path / "pond", files_of(made))
    page = GameRulesPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(1300, 800)
    page.show()
    page.open(tmp_path / "pond")
    controls, editor = page.changes.controls, page.text.editor
    before = page.editor_text
    assert "option rounds: 1..500 = 50" in before
    wait_for_rules(qtbot, controls)

    # By a control: only that line is another; the row shows the former value, and puts it back.
    open_number(controls, "option.rounds").setValue(20)
    qtbot.waitUntil(lambda: "option rounds: 1..500 = 20" in page.editor_text)
    changed = page.editor_text
    assert [a for a, b in zip(before.split("\n"), changed.split("\n"), strict=True) if a != b] == [
        next(row for row in before.split("\n") if row.startswith("option rounds"))
    ]
    rounds = controls.popover.part
    qtbot.waitUntil(lambda: "50" in rounds.official.text() and rounds.back.isVisible())
    assert "(was 50)" in controls.view.document().toPlainText()
    assert page.is_modified
    QTest.mouseClick(rounds.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.editor_text == before)
    editor.undo()
    assert page.editor_text == changed
    qtbot.waitUntil(lambda: "(was 50)" in controls.view.document().toPlainText())  # its official value is not forgotten

    # As text: the controls begin again with it.
    editor.replace_text(changed.replace("1..500 = 20", "1..500 = 30"))
    qtbot.waitUntil(lambda: controls.row("option.rounds").item.value == "30")
    assert not controls.row("option.rounds").changed

    # By a ready-made change.
    page.changes.setCurrentWidget(page.changes.templates)
    templates = page.changes.templates
    qtbot.waitUntil(lambda: templates.list.count() > 0 and templates.insert.isEnabled())
    qtbot.waitUntil(lambda: bool(templates.preview.toPlainText()))
    QTest.mouseClick(templates.insert, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "_count" in page.editor_text)
    qtbot.waitUntil(lambda: page.text.is_checked)
    assert not editor.problems
    assert page.save_all()

    # A name is given another one: its sentences in the files of words follow, and Undo takes both back.
    words = tmp_path / "pond" / "words.fr"
    sentences = words.read_text("utf-8")
    text = page.editor_text
    cursor = editor.textCursor()
    cursor.setPosition(text.index("action put(") + len("action p"))
    editor.setTextCursor(cursor)
    page.text.rename()
    qtbot.waitUntil(page.text.rename_bar.isVisible)
    page.text.rename_bar.name_chosen.emit("lay", m.Place(*_place(text, "action put(", "put")))
    qtbot.waitUntil(lambda: "action lay(" in page.editor_text)
    assert "lay" in words.read_text("utf-8")
    assert "put" not in words.read_text("utf-8").replace("put_count", "").replace("translates", "")
    renamed = page.editor_text
    editor.undo()
    assert (page.editor_text, words.read_text("utf-8")) == (text, sentences)
    editor.redo()
    assert page.editor_text == renamed
    assert "lay" in words.read_text("utf-8")
    page.discard()
    assert words.read_text("utf-8") == sentences
    assert not page.is_modified
    page.close_game()


def test_any_keys_a_full_disk_and_other_programs_lose_no_text(qtbot: QtBot, tmp_path: Path) -> None:
    import resource

    write_game(tmp_path / "pond", files_of(d.GameDesign("pond")))
    page = GameRulesPage(Translations("en"))
    qtbot.addWidget(page)
    page.open(tmp_path / "pond")
    editor, path, dice = page.text.editor, tmp_path / "pond" / "pond.rules", random.Random(5)
    for _ in range(300):
        if dice.random() < 0.5:
            QApplication.sendEvent(editor, QKeyEvent(QEvent.Type.KeyPress, 0, PLAIN, dice.choice(LETTERS)))
        else:
            QTest.keyClick(editor, dice.choice(KEYS), dice.choice((PLAIN, PLAIN, Qt.KeyboardModifier.ControlModifier)))
    editor.insertPlainText("-- typed")
    text = page.editor_text

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        page._write_recovery()
        assert "cannot be secured" in page.notice.text()
        assert not page.save_all()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert page.editor_text == text
    page._write_recovery()
    assert not page.notice.text()
    assert recovery_path(path).read_text("utf-8") == text

    path.write_text("game other\n")
    page.follow_disk()
    assert not page.save_all()
    assert (page.editor_text, path.read_text("utf-8")) == (text, "game other\n")
    page.keep.click()
    assert path.read_text("utf-8") == text
    page.close_game()


PLAIN = Qt.KeyboardModifier.NoModifier
LETTERS = 'abc(){}:=."0\t\u00e9\u2192\u2028\x00'
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_End,
        Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_A, Qt.Key.Key_Delete)  # fmt: skip


def _place(text: str, line: str, word: str) -> tuple[str, int, int, int, int]:
    number = text[: text.index(line)].count("\n") + 1
    column = line.index(word) + 1
    return "pond.rules", number, column, number, column + len(word)


def test_examples_of_an_own_game_run_and_are_adjusted(qtbot: QtBot, tmp_path: Path) -> None:
    made = d.GameDesign("pond", deeds=frozenset({"place", "step"}))
    write_game(tmp_path / "pond", files_of(made))
    page = GameRulesPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(1300, 800)
    page.show()
    page.open(tmp_path / "pond")
    examples = page.examples
    page.changes.setCurrentWidget(examples)
    qtbot.waitUntil(lambda: examples.list.count() > 0 and examples.hold.isVisible())
    assert examples.count == 0
    assert examples.set_up.isHidden()
    assert examples.try_out.isHidden()

    # A rule is changed: the example that expects it goes differently, and leads to its line.
    text = page.editor_text
    assert "needs free: none of tokens on goal" in text
    page.text.editor.replace_text(text.replace("needs free: none of tokens on goal", "needs free: goal is not a1"))
    qtbot.waitUntil(lambda: examples.count > 0)
    assert f"({examples.count})" in page.changes.tabText(page.changes.indexOf(examples))
    examples.list.setCurrentRow(0)
    file = examples.file
    assert file.startswith("examples/")
    QTest.mouseClick(examples.show_text, Qt.MouseButton.LeftButton)
    assert page.files.currentData() == file

    # It is intended: the example says so now.
    before = page.editor_text
    QTest.mouseClick(examples.intend, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.editor_text != before)
    qtbot.waitUntil(lambda: examples.count == 0 and examples.hold.isVisible())
    assert page.is_modified


def test_a_ready_made_change_says_its_parts_in_the_words_of_the_game(qtbot: QtBot, tmp_path: Path) -> None:
    made = d.GameDesign("pond", deeds=frozenset({"place", "step"}))
    write_game(tmp_path / "pond", files_of(made))
    words = tmp_path / "pond" / "words.fr"
    sentences = words.read_text("utf-8")
    page = GameRulesPage(Translations("fr"))
    qtbot.addWidget(page)
    page.resize(1300, 800)
    page.show()
    page.open(tmp_path / "pond")
    before, templates = page.editor_text, page.changes.templates
    page.changes.setCurrentWidget(templates)
    qtbot.waitUntil(lambda: templates.list.count() > 1 and templates.insert.isEnabled())
    names = [each.name for each in templates._templates]
    templates.list.setCurrentRow(names.index("extra"))
    qtbot.waitUntil(lambda: "_extra" in templates.preview.toPlainText() and templates.insert.isEnabled())
    QTest.mouseClick(templates.insert, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "_extra" in page.editor_text)
    said = words.read_text("utf-8")
    assert said.startswith(sentences.rstrip("\n"))
    assert "(en plus)" in said
    qtbot.waitUntil(lambda: page.text.is_checked)
    assert not page.text.editor.problems
    page.text.editor.undo()
    assert page.editor_text == before
    assert words.read_text("utf-8") == sentences
