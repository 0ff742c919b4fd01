"""Texts wrapped into lines."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetricsF

from app.base.widgets import wrap_lines


@pytest.mark.usefixtures("qapp")
def test_a_name_is_wrapped_between_words_only_if_it_is_too_long():
    metrics = QFontMetricsF(QFont())
    assert wrap_lines("New Environment tile", metrics, 10_000) == ["New Environment tile"]
    room = metrics.horizontalAdvance("Environment") + 1
    assert wrap_lines("New Environment tile", metrics, room) == ["New", "Environment", "tile"]
    assert wrap_lines("Environment", metrics, 1) == ["Environment"]
    assert wrap_lines("", metrics, 1) == []
