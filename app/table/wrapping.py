"""Words that are painted, in as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

BETWEEN = " · "


def capital(text: str) -> str:
    """Return the text with its first letter large and every other as it is."""
    return text[:1].upper() + text[1:]


def wrapped(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """Return a text in as few lines as there is room for between its words; a long word may stand out."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def in_lines(parts: Sequence[str], metrics: QFontMetricsF, width: float, most: int) -> list[str]:
    """Return the parts in at most so many lines, none broken while there is room; the last line is cut if it must."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{BETWEEN}{part}" if lines else part
        if not lines or (len(lines) < most and metrics.horizontalAdvance(longer) > width):
            lines.append(part)
        else:
            lines[-1] = longer
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]
