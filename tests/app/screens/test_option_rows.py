"""Rows of options: the room that labels have, and values for those who cannot change them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.screens.option_rows import OptionRow, OptionRows
from app.session.match_config import ChoiceField, Field, NumberField, OptionField, SwitchField

LONG = "a choice with so many words that its box is far wider than a number"
WORDS = ChoiceField((LONG, "another one"))


def option(name: str, text: str, field: Field) -> OptionField:
    return OptionField(name, text, field, {2: 0, 3: 0})


OPTIONS = (
    option("herds", "Points for the most herds on a land that is new", NumberField(0, 9)),
    option("laps", "Order", WORDS),
    option("open", "All hands are open", SwitchField()),
)


@pytest.fixture
def rows(qtbot: QtBot) -> OptionRows:
    made = OptionRows(Translations("en"))
    qtbot.addWidget(made)
    made.set_options(OPTIONS, 2, {})
    made.show()
    return made


def test_a_label_has_the_room_that_its_own_editor_leaves(rows: OptionRows):
    number, choice, _ = rows.rows
    needed = number.text.fontMetrics().horizontalAdvance(number.text.text())
    rows.resize(needed + 200, 400)
    QApplication.processEvents()
    assert choice.editor.width() > 200  # in a common column, it would take the room of the other labels
    assert number.text.width() >= needed


def test_all_editors_end_at_the_right_edge(rows: OptionRows):
    rows.resize(600, 200)
    QApplication.processEvents()
    assert {each.editor.geometry().right() for each in rows.rows} == {rows.rows[0].rect().right()}


def test_all_lists_of_choices_are_equally_wide(qtbot: QtBot):
    rows = OptionRows(Translations("en"))
    qtbot.addWidget(rows)
    rows.set_options((*OPTIONS, option("short", "Short", ChoiceField(("a", "b")))), 2, {})
    rows.show()
    rows.resize(700, 300)
    QApplication.processEvents()
    assert rows.rows[1].editor.geometry().left() == rows.rows[3].editor.geometry().left()


def test_those_who_cannot_change_a_value_read_it_in_words(rows: OptionRows):
    for row, value in zip(rows.rows, (3, 1, 1), strict=True):
        row.choose(value)
        row.set_editable(False)
    assert [row.said.text() for row in rows.rows] == ["3", "another one", "yes"]
    assert all(visible(row) == (True, False, False) for row in rows.rows)
    for row in rows.rows:
        row.set_editable(True)
    assert all(visible(row) == (False, True, True) for row in rows.rows)


def visible(row: OptionRow) -> tuple[bool, bool, bool]:
    """Return whether the value in words, the editor and the reset button are visible."""
    return row.said.isVisible(), row.editor.isVisible(), row.back.isVisible()
