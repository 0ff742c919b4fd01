"""The editor of rules by keys: completions, indentation, Esc."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.workshop.editor import RulesEditor
from dsl.language_service.messages import Place, Proposal


@pytest.fixture
def editor(qtbot: QtBot) -> RulesEditor:
    made = RulesEditor()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def _offer(editor: RulesEditor, column: int, *words: str) -> None:
    line = editor.textCursor().blockNumber() + 1
    editor.show_completions([Proposal(each, "keyword", "", 0) for each in words], Place("", line, column, line, column))


def test_enter_behind_a_complete_word_begins_a_line(editor: RulesEditor) -> None:
    QTest.keyClicks(editor, "a = no")
    _offer(editor, 5, "no", "none", "not")
    assert editor.completions.isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "a = no\n"
    assert not editor.completions.isVisible()


def test_enter_means_a_completion_that_the_user_has_selected(editor: RulesEditor) -> None:
    QTest.keyClicks(editor, "a = no")
    _offer(editor, 5, "no", "none", "not")
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "a = not"


def test_tab_takes_the_first_completion_of_a_complete_word(editor: RulesEditor) -> None:
    QTest.keyClicks(editor, "a = no")
    _offer(editor, 5, "no", "none", "not")
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.toPlainText() == "a = none"


@pytest.mark.parametrize("more", ["o", "ow"])
def test_enter_means_no_completion_of_what_was_typed_before(editor: RulesEditor, more: str) -> None:
    """Completions arrive while the user types on: those of `n` are shown, and the word is `no` or `now` already."""
    QTest.keyClicks(editor, "a = n")
    _offer(editor, 5, "none", "no", "not")
    QTest.keyClicks(editor, more)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == f"a = n{more}\n"


def test_enter_means_a_completion_of_a_word_that_was_begun(editor: RulesEditor) -> None:
    QTest.keyClicks(editor, "move t to n")
    _offer(editor, 11, "no", "none")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "move t to no"


def test_enter_means_no_completion_that_only_holds_the_word(editor: RulesEditor) -> None:
    QTest.keyClicks(editor, "for 2 points")
    _offer(editor, 7, "action_points", "last_points")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "for 2 points\n"


@pytest.mark.parametrize(
    ("text", "blanks"),
    [
        ('action stride(h: herd) "Walk"', 4),
        ("add to actions before stop", 4),
        ("-- a comment\nplay\n    phase main", 8),
        ("action stride\n    do", 8),
        ("action stride\n    needs broken +\n    do", 8),
        ('action stride\n    needs once: yes "No."', 4),
        ("variable walked of player: yes or no = no", 0),
        ("set option.rings = 3", 0),
        ("define land(t: tile) = tiles joined to t", 0),
        ("define land(t: tile)", 4),
        ("", 0),
        ("    ", 4),
    ],
)
def test_enter_indents_where_a_block_begins(editor: RulesEditor, text: str, blanks: int) -> None:
    editor.setPlainText(text)
    editor.go_to(text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == f"{text}\n{' ' * blanks}"


def test_a_number_is_not_completed(qtbot: QtBot, editor: RulesEditor) -> None:
    asked: list[str] = []
    editor.completion_requested.connect(lambda: asked.append(editor.toPlainText()))
    QTest.keyClicks(editor, "a = 12 b2")
    assert asked == ["a", "a = 12 b", "a = 12 b2"]
    _offer(editor, 8, "b2")
    QTest.keyClicks(editor, " 3")
    assert not editor.completions.isVisible()


def test_a_selected_line_is_shown_from_its_beginning(editor: RulesEditor) -> None:
    editor.setPlainText("short\n    " + "long words " * 60)
    editor.resize(300, 200)
    editor.select_place(Place("fen.rules", 2, 5, 2, 600))
    assert editor.horizontalScrollBar().maximum() > 0
    assert editor.horizontalScrollBar().value() == 0
    assert editor.textCursor().selectedText().startswith("long words")
