"""Texts wrapped into lines, or cut to one line."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.base.widgets import ElidingLabel, set_tip, wrap_lines


@pytest.mark.usefixtures("qapp")
def test_a_name_is_wrapped_between_words_only_if_it_is_too_long():
    metrics = QFontMetricsF(QFont())
    assert wrap_lines("New Environment tile", metrics, 10_000) == ["New Environment tile"]
    room = metrics.horizontalAdvance("Environment") + 1
    assert wrap_lines("New Environment tile", metrics, room) == ["New", "Environment", "tile"]
    assert wrap_lines("Environment", metrics, 1) == ["Environment"]
    assert wrap_lines("", metrics, 1) == []


def test_an_eliding_label_shows_what_there_is_room_for_and_knows_the_rest(qtbot: QtBot) -> None:
    shown = ElidingLabel("soft")
    qtbot.addWidget(shown)
    shown.setText("The figurines take their places")
    shown.resize(shown.sizeHint())
    shown.show()
    assert QLabel.text(shown) == shown.text() == "The figurines take their places"
    shown.resize(shown.sizeHint().width() // 2, shown.height())
    assert QLabel.text(shown).endswith("…")
    assert (shown.text(), shown.accessibleName()) == ("The figurines take their places",) * 2


def test_only_a_long_line_of_a_tooltip_is_wrapped(qtbot: QtBot):
    widget = QLabel()
    qtbot.addWidget(widget)
    set_tip(widget, "Short:  two blanks\n\n" + "a long line of words " * 20)
    first, empty, *rest = widget.toolTip().split("\n")
    assert (first, empty) == ("Short:  two blanks", "")
    assert len(rest) > 1
    assert " ".join(rest) == ("a long line of words " * 20).strip()
