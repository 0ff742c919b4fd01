"""How a line of the log is drawn: its sign in front, the sentence beside it in as many lines as it needs."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

SIGN = 18  #: pixels of the sign before a choice; what follows from it is set in as far
DEPTH = Qt.ItemDataRole.UserRole + 1  #: how far a line is set in
_STEP = 16  #: pixels for each of that
_ASIDE, _ABOVE, _GAP = 8, 4, 8
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_JOINER = "\u2060"  #: keeps together what stands on both sides of it


def unbroken(sentence: str) -> str:
    """Return the sentence so that no line ends within a place such as `2,-1`, or begins with a mark."""
    sentence = re.sub(r" (?=[:;?!»])", "\u00a0", sentence)
    return re.sub(r"(?<=[\d,])-(?=\d)|(?<=\d),(?=-?\d)|(?<=\s)-(?=\d)", lambda found: _join(found[0]), sentence)


def _join(sign: str) -> str:
    return f"{_JOINER}{sign}{_JOINER}"


class LineDelegate(QStyledItemDelegate):
    """Draws the lines of a list whose width they share."""

    def __init__(self, room: QListWidget) -> None:
        super().__init__(room)
        self._room = room

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Override QStyledItemDelegate: as high as the sentence needs in the width of the list."""
        self.initStyleOption(option, index)
        width = self._room.viewport().width()
        words = self._words(QRect(0, 0, width, 10_000), option.icon, index)
        text = QFontMetrics(option.font).boundingRect(words, _WRAPPED, unbroken(option.text))
        return QSize(width, max(text.height(), 0 if option.icon.isNull() else SIGN) + 2 * _ABOVE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate: the ground as the style draws it, then sign and sentence."""
        self.initStyleOption(option, index)
        words, icon, sentence = self._words(option.rect, option.icon, index), QIcon(option.icon), unbroken(option.text)
        option.text, option.icon = "", QIcon()
        self._room.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._room)
        painter.save()
        painter.setFont(option.font)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(
            option.palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        )
        how = option.displayAlignment & Qt.AlignmentFlag.AlignHorizontal_Mask
        painter.drawText(words, int(how) | int(Qt.AlignmentFlag.AlignVCenter) | _WRAPPED, sentence)
        painter.restore()
        # Beside the first line, or in the middle of the only one.
        rise = (QFontMetrics(option.font).height() - SIGN) // 2 if words.height() > SIGN else 0
        icon.paint(painter, QRect(words.left() - SIGN - _GAP, words.top() + rise, SIGN, SIGN))

    @staticmethod
    def _words(row: QRect, icon: QIcon, index: QModelIndex | QPersistentModelIndex) -> QRect:
        indent = (0 if icon.isNull() else SIGN + _GAP) + _STEP * int(index.data(DEPTH) or 0)
        return row.adjusted(_ASIDE + indent, _ABOVE, -_ASIDE, -_ABOVE)
